"""Whether a move is legal, and if not, why: a verdict with a stable code.

An illegal move is a result to be recorded, so nothing here raises for it. The checks run from
the coarse to the fine, and the first that fails gives the verdict:

1. the place: off_board, not_one_line, length_mismatch
2. the word against the board: tile_mismatch, blank_without_letter, runs_on, single_letter,
   nothing_laid
3. the first move: misses_centre, first_word_too_short; any later one: not_connected
4. the tiles: too_many_tiles and, where a rack is given, not_on_rack
5. where a lexicon is given, every word formed: word_not_admissible, naming all that are not

Tiles put on squares one by one (`move_from_tiles`) may besides meet square_taken or gap.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from engine.alphabet import BLANK, MIN_WORD
from engine.board import CENTRE, Board, Square
from engine.errors import Unreadable
from engine.notation import Direction, Move, WrittenMove, name_square, read_word
from engine.rulesets import STANDARD, Ruleset
from engine.scoring import (
    Score,
    ScoredWord,
    line_through,
    read_line,
    score_move,
    tiles_laid,
)
from engine.tiles import from_shown, missing_tiles, read_tiles, sort_tiles, without


class Code(StrEnum):
    VALID = "valid"
    OFF_BOARD = "off_board"
    NOT_ONE_LINE = "not_one_line"
    LENGTH_MISMATCH = "length_mismatch"
    TILE_MISMATCH = "tile_mismatch"
    BLANK_WITHOUT_LETTER = "blank_without_letter"
    RUNS_ON = "runs_on"
    SINGLE_LETTER = "single_letter"
    NOTHING_LAID = "nothing_laid"
    MISSES_CENTRE = "misses_centre"
    FIRST_WORD_TOO_SHORT = "first_word_too_short"
    NOT_CONNECTED = "not_connected"
    TOO_MANY_TILES = "too_many_tiles"
    NOT_ON_RACK = "not_on_rack"
    WORD_NOT_ADMISSIBLE = "word_not_admissible"
    SQUARE_TAKEN = "square_taken"
    GAP = "gap"
    BLANKS_STAY = "blanks_stay"
    NO_BLANK_THERE = "no_blank_there"


#: What each verdict says in English; `Verdict.detail` fills the braces, in any language.
MESSAGES: Mapping[Code, str] = MappingProxyType(
    {
        Code.VALID: "{coordinates} {word} is legal: {points} points",
        Code.OFF_BOARD: "{coordinates} {word} leaves the board, which has rows A to O and "
        "columns 1 to 15",
        Code.NOT_ONE_LINE: "{coordinates} is no line: a word across stays in its row, "
        "a word down in its column",
        Code.LENGTH_MISMATCH: "{word} has {letters} letters and so lies on {right}, "
        "not on {coordinates}",
        Code.TILE_MISMATCH: "{coordinates} {word} needs {letter} on {square}, where {lying} lies",
        Code.BLANK_WITHOUT_LETTER: "the blank on {square} was given no letter: write the letter "
        "it stands for in lower case, or as (A)",
        Code.RUNS_ON: "{coordinates} {word} is not the whole word: with the tiles next to it "
        "it reads {whole} on {right}",
        Code.SINGLE_LETTER: "{word} on {coordinates} is a single letter: a word has at least two",
        Code.NOTHING_LAID: "no tile was laid: a move lays at least one",
        Code.MISSES_CENTRE: "{coordinates} {word} misses the centre: the first word covers H8",
        Code.FIRST_WORD_TOO_SHORT: "{word} has {letters} letters: the first word must have "
        "at least {least}",
        Code.NOT_CONNECTED: "{coordinates} {word} touches no lying tile: after the first move "
        "every move must",
        Code.TOO_MANY_TILES: "{coordinates} {word} lays {laid} tiles: a move lays at most {most}",
        Code.NOT_ON_RACK: "not on the rack '{rack}': {missing}",
        Code.WORD_NOT_ADMISSIBLE: "not admissible: {words}",
        Code.SQUARE_TAKEN: "{square} holds {lying} already: a tile needs an empty square",
        Code.GAP: "{square} is left empty between the tiles: a move has no gap",
        Code.BLANKS_STAY: "blanks stay where they lie: the ruleset {ruleset} does not let them "
        "be taken back",
        Code.NO_BLANK_THERE: "there is no blank on {square} to take back",
    }
)


@dataclass(frozen=True)
class Verdict:
    code: Code
    detail: Mapping[str, str | int]
    #: The move judged, lying tiles written as they lie; None where the place or tiles gave none.
    move: Move | None = None
    #: What the move would bring; known once its geometry is sound, legal or not.
    score: Score | None = None
    #: Every word formed that the lexicon does not have.
    inadmissible: tuple[str, ...] = ()

    @property
    def is_valid(self) -> bool:
        return self.code is Code.VALID

    @property
    def message(self) -> str:
        return MESSAGES[self.code].format_map(self.detail)

    @property
    def points(self) -> int:
        """What the move earns: nothing unless it is legal."""
        return self.score.points if self.score and self.is_valid else 0

    @property
    def words(self) -> tuple[ScoredWord, ...]:
        """The words formed with the points each has or, in an illegal move, would have had."""
        return self.score.words if self.score else ()

    @property
    def tiles(self) -> str:
        """The tiles laid, blanks as lower-case letters."""
        return self.score.tiles if self.score else ""


def judge(
    board: Board,
    written: WrittenMove | Move,
    *,
    rack: str | None = None,
    lexicon: Container[str] | None = None,
    ruleset: Ruleset = STANDARD,
    theme: Container[str] = frozenset(),
) -> Verdict:
    """Judge a move on any board, be its tiles connected or not.

    Without `rack` and `lexicon` only geometry and points are judged. `lexicon` and `theme` are
    anything that answers `word in …` for upper-case words. Raises nothing but Unreadable, for
    a rack or a move's word that is none.
    """
    rack = None if rack is None else read_tiles(rack)
    if isinstance(written, Move):
        written = WrittenMove(written.place, read_word(written.word))
    if refusal := check_place(written):
        return refusal
    if refusal := _check_lying_tiles(board, written.move):
        return refusal
    move = _joined_with_lying_tiles(board, written.move)
    if refusal := _check_word(board, move) or _check_contact(board, move, ruleset):
        return refusal

    score = score_move(board, move, ruleset, theme)
    if (laid := len(score.laid)) > ruleset.most_tiles:
        return _verdict(Code.TOO_MANY_TILES, move, score, laid=laid, most=ruleset.most_tiles)
    if rack is not None and (missing := missing_tiles(rack, from_shown(score.tiles))):
        return _verdict(Code.NOT_ON_RACK, move, score, rack=sort_tiles(rack), missing=missing)
    if lexicon is not None:
        formed = dict.fromkeys(word for word, _ in score.words)  # each word once, in order
        if barred := tuple(word for word in formed if word not in lexicon):
            return _verdict(Code.WORD_NOT_ADMISSIBLE, move, score, barred, words=", ".join(barred))
    return _verdict(Code.VALID, move, score, points=score.points)


def lay(board: Board, move: Move) -> tuple[Board, str]:
    """Lay a legal move: the board afterwards, and the tiles it took (blanks in lower case)."""
    laid = tiles_laid(board, move)
    return board.lay(laid), "".join(tile for _, tile in laid)


def move_from_tiles(board: Board, tiles: Sequence[tuple[Square, str]]) -> Move | Verdict:
    """The move that putting `tiles` on squares makes, lying tiles joined in; or a refusal.

    A tile is a letter, in lower case for a blank. A single tile belongs to the longer of its two
    words, and to the one across when they are equally long. Whether the move is legal is for
    `judge` to say. Raises Unreadable for text that is no tile.
    """
    after = board
    for square, text in tiles:
        tile, name = read_word(text), name_square(square)
        if len(tile) != 1:
            raise Unreadable(f"tile {text!r} for {name}: a square takes one letter")
        if not square.on_board:
            return Verdict(Code.OFF_BOARD, {"coordinates": name, "word": tile})
        if tile == BLANK:
            return Verdict(Code.BLANK_WITHOUT_LETTER, {"square": name})
        if lying := after.at(square):
            return Verdict(Code.SQUARE_TAKEN, {"square": name, "lying": lying})
        after = after.lay([(square, tile)])
    if not tiles:
        return Verdict(Code.NOTHING_LAID, {})

    squares = sorted(square for square, _ in tiles)
    first, last = squares[0], squares[-1]
    one_row = all(square.row == first.row for square in squares)
    one_column = all(square.column == first.column for square in squares)
    across = line_through(after, first, Direction.ACROSS)
    down = line_through(after, first, Direction.DOWN)
    if one_row and (not one_column or len(across) >= len(down)):
        line, direction = across, Direction.ACROSS
    elif one_column:
        line, direction = down, Direction.DOWN
    else:
        return Verdict(Code.NOT_ONE_LINE, {"coordinates": ", ".join(map(name_square, squares))})
    if line[-1] < last:
        return Verdict(Code.GAP, {"square": name_square(direction.step(line[-1]))})
    return Move(line[0], direction, read_line(after, line))


def take_back_blank(
    board: Board, rack: str, square: Square, ruleset: Ruleset
) -> tuple[Board, str] | Verdict:
    """Swap the blank on `square` for the real letter from `rack`: board and rack afterwards.

    The blank may be used in the same turn. Refused where the ruleset has blanks stay, where no
    blank lies, and where the rack lacks the letter. Raises Unreadable for a rack that is none.
    """
    rack = read_tiles(rack)
    if not ruleset.blanks_taken_back:
        return Verdict(Code.BLANKS_STAY, {"ruleset": ruleset.name})
    blank = board.at(square)
    if not blank.islower():
        return Verdict(Code.NO_BLANK_THERE, {"square": name_square(square)})
    letter = blank.upper()
    if letter not in rack:
        return Verdict(Code.NOT_ON_RACK, {"rack": sort_tiles(rack), "missing": letter})
    return board.lay([(square, letter)]), sort_tiles(without(rack, letter) + BLANK)


def check_place(written: WrittenMove) -> Verdict | None:
    """What of a move can be refused knowing nothing of the position: its place, or None."""
    place, move = written.place, written.move
    detail: dict[str, str | int] = {"coordinates": place.written(), "word": written.word}
    end = move.end if place.end is None else place.end
    if not all(square.on_board for square in (place.start, end, move.end)):
        return Verdict(Code.OFF_BOARD, detail)
    fixed = 0 if place.direction is Direction.ACROSS else 1  # the row, or the column, must stay
    if place.start[fixed] != end[fixed]:
        return Verdict(Code.NOT_ONE_LINE, detail)
    if end != move.end:
        detail |= {"letters": len(written.word), "right": move.coordinates}
        return Verdict(Code.LENGTH_MISMATCH, detail)
    return None


def _check_lying_tiles(board: Board, move: Move) -> Verdict | None:
    for square, tile in zip(move.squares, move.word, strict=True):
        lying = board.at(square)
        # Whether a lying tile is a blank is the board's to know; the writer may have forgotten.
        if lying and lying.upper() != tile.upper():
            name = name_square(square)
            return _verdict(Code.TILE_MISMATCH, move, square=name, letter=tile, lying=lying)
        if tile == BLANK:
            return _verdict(Code.BLANK_WITHOUT_LETTER, move, square=name_square(square))
    return None


def _joined_with_lying_tiles(board: Board, move: Move) -> Move:
    letters = zip(move.squares, move.word, strict=True)
    word = "".join([board.at(square) or tile for square, tile in letters])
    return move if word == move.word else replace(move, word=word)


def _check_word(board: Board, move: Move) -> Verdict | None:
    step = move.direction.step
    if board.at(step(move.start, -1)) or board.at(step(move.end)):
        after, _laid = lay(board, move)
        line = line_through(after, move.start, move.direction)
        whole = Move(line[0], move.direction, read_line(after, line))
        return _verdict(Code.RUNS_ON, move, whole=whole.word, right=whole.coordinates)
    if len(move.word) < MIN_WORD:
        return _verdict(Code.SINGLE_LETTER, move)
    if all(map(board.at, move.squares)):
        return _verdict(Code.NOTHING_LAID, move)
    return None


def _check_contact(board: Board, move: Move, ruleset: Ruleset) -> Verdict | None:
    if board.is_empty:
        if CENTRE not in move.squares:
            return _verdict(Code.MISSES_CENTRE, move)
        letters, least = len(move.word), ruleset.first_word_letters
        if letters < least:
            return _verdict(Code.FIRST_WORD_TOO_SHORT, move, letters=letters, least=least)
        return None
    steps = [(direction, count) for direction in Direction for count in (-1, 1)]
    if any(board.at(way.step(square, count)) for square in move.squares for way, count in steps):
        return None
    return _verdict(Code.NOT_CONNECTED, move)


def _verdict(
    code: Code,
    move: Move,
    score: Score | None = None,
    inadmissible: tuple[str, ...] = (),
    **detail: str | int,
) -> Verdict:
    detail = {"coordinates": move.coordinates, "word": move.word, **detail}
    return Verdict(code, detail, move, score, inadmissible)
