"""A position as an address tells it: ?board=…&moves=…&rack=…&rules=…&at=…&word=…&show=…

`board` is where the tiles lay at first: rows from A on, separated by '/', a number for that many
empty squares, and what is missing at the end of a row or of the board is empty. `moves` were laid
since, each as start.WORD.RACK. `at` and `word` are the move being tried. Everything is optional;
whatever is left out of an address is as in a new game.

Nothing here knows of HTTP, and nothing raises: what can't be read is a `Fault`, told by
referee.messages, and the position is then the one without it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from urllib.parse import quote, urlencode

from engine.alphabet import BLANK, LETTERS
from engine.board import EMPTY, ROW_NAMES, SIZE, Board, Square
from engine.errors import Unreadable
from engine.meaning import settle_case
from engine.notation import (
    Coordinates,
    Direction,
    Move,
    WrittenMove,
    name_square,
    read_coordinates,
    read_word,
)
from engine.rulesets import RULESETS, STANDARD, Ruleset
from engine.scoring import Score
from engine.tiles import from_shown, missing_tiles, read_tiles, sort_tiles
from engine.verdicts import Verdict, judge

FIELDS = ("board", "moves", "rack", "rules", "at", "word", "show")
#: How many of the best moves are listed, and the most that may be.
SHOWN, MOST_SHOWN = 5, 100
EMPTY_BOARD = Board()
#: No position needs more characters in one field.
LONGEST = 10_000
#: The largest rack of any ruleset: a game may be looked at by the rules of another.
_MOST_TILES = max(ruleset.rack_size for ruleset in RULESETS.values())

_TILES = frozenset(LETTERS + LETTERS.lower())
_EMPTY_SQUARES = {EMPTY, "·", " "}
_ROW_PART = re.compile(r"[0-9]+|.", re.DOTALL)


class Problem(StrEnum):
    """What may be wrong with an address. referee.messages has a sentence for each."""

    TOO_LONG = "too_long"
    BOARD_HEIGHT = "board_height"
    BOARD_WIDTH = "board_width"
    BOARD_TILE = "board_tile"
    MOVE_UNREADABLE = "move_unreadable"
    MOVE_ILLEGAL = "move_illegal"
    MOVE_RACK_SIZE = "move_rack_size"
    RACK_TILE = "rack_tile"
    RACK_SIZE = "rack_size"
    RACK_BLANKS = "rack_blanks"
    RULES_UNKNOWN = "rules_unknown"
    COORDINATES_UNREADABLE = "coordinates_unreadable"
    WORD_UNREADABLE = "word_unreadable"
    SHOW_UNREADABLE = "show_unreadable"
    SQUARE_UNREADABLE = "square_unreadable"
    ACTION_UNKNOWN = "action_unknown"


@dataclass(frozen=True)
class Fault:
    """A part of an address that can't be read. `detail` fills the sentence of its problem."""

    field: str
    problem: Problem
    detail: Mapping[str, str | int | Verdict]


@dataclass(frozen=True)
class LaidMove:
    """A move that was laid, with the rack as it was before: so it can be taken back whole."""

    move: Move
    rack: str
    score: Score

    def __str__(self) -> str:
        start = name_square(self.move.start, self.move.direction)
        return ".".join(filter(None, (start, self.move.word, self.rack)))


@dataclass(frozen=True)
class Position:
    """A board, how it came about, a rack and perhaps a move being tried."""

    ruleset: Ruleset = STANDARD
    start: Board = EMPTY_BOARD
    moves: tuple[LaidMove, ...] = ()
    rack: str = ""
    at: Coordinates | None = None
    word: str = ""
    show: int = SHOWN

    @cached_property
    def board(self) -> Board:
        board = self.start
        for laid in self.moves:
            board = board.lay(laid.score.laid)
        return board

    @property
    def points(self) -> int:
        """What the moves laid brought together."""
        return sum(laid.score.points for laid in self.moves)

    @property
    def written(self) -> WrittenMove | None:
        """The move being tried; None until both its place and its word are known."""
        return WrittenMove(self.at, self.word) if self.at and self.word else None

    @cached_property
    def tiles_left(self) -> str:
        """The tiles of the set that are neither on the board nor on the rack, sorted."""
        tiles = self.ruleset.tile_set.all_tiles
        seen = self.board.tiles + self.rack
        return missing_tiles(seen, tiles)

    @property
    def tiles_in_excess(self) -> str:
        """Tiles on board and rack of which the set has not so many."""
        return missing_tiles(self.ruleset.tile_set.all_tiles, self.board.tiles + self.rack)

    def query(self) -> dict[str, str]:
        """The shortest address of this position; reading it gives an equal one."""
        every = {
            "board": write_board(self.start),
            "moves": ",".join(map(str, self.moves)),
            "rack": self.rack,
            "rules": "" if self.ruleset is STANDARD else self.ruleset.name,
            "at": self.at.written() if self.at else "",
            "word": self._written_word(self.word, self.at),
            "show": "" if self.show == SHOWN else str(self.show),
        }
        return {name: text for name, text in every.items() if text}

    @property
    def address(self) -> str:
        """The query as part of a URL, with its '?'; '?' alone for a new game."""
        return _address(self.query())

    def trying(self, move: Move) -> "Position":
        """This position with `move` tried. Only its start is kept, so its word can be changed."""
        return replace(self, at=Coordinates(move.start, move.direction), word=move.word)

    def addresses(self, moves: Iterable[Move]) -> Iterator[str]:
        """The addresses that try each of the moves: `trying(move).address`, only faster."""
        common = _address(replace(self, at=None, word="").query())
        for move in moves:
            at = Coordinates(move.start, move.direction)
            tried = {"at": at.written(), "word": self._written_word(move.word, at)}
            yield common + "&" * (common != "?") + _address(tried)[1:]

    def _written_word(self, word: str, at: Coordinates | None) -> str:
        """The word so that it is read as it is: with blanks as (A) where its case would not do."""
        if settle_case(word, at, self.board, self.rack, self.ruleset) == word:
            return word
        return "".join(f"({tile.upper()})" if tile.islower() else tile for tile in word)

    def without_try(self) -> "Position":
        return replace(self, at=None, word="", show=SHOWN)


# What a person may do with a position.


def lay(position: Position, verdict: Verdict) -> Position:
    """Lay the move judged, whose geometry must be sound: a judge's business is left to people."""
    if verdict.move is None or verdict.score is None:
        return position
    taken = from_shown(verdict.tiles)
    rack = position.rack
    for tile in taken:  # those it holds; a person may lay what the rack does not have
        rack = rack.replace(tile, "", 1)
    laid = LaidMove(verdict.move, position.rack, verdict.score)
    return replace(position.without_try(), moves=(*position.moves, laid), rack=rack)


def put(position: Position, move: Move) -> Position:
    """Put the word on its squares by no rule at all, over what lies there."""
    if not all(square.on_board for square in move.squares) or BLANK in move.word:
        return position
    board = position.board.lay(zip(move.squares, move.word, strict=True))
    return set_up(position.without_try(), board)


def set_up(position: Position, board: Board) -> Position:
    """Begin anew from `board`; the way the old one came about is forgotten."""
    return _settled(replace(position, start=board, moves=()))


def undo(position: Position) -> Position:
    """Take the last move back: its tiles are on the rack again, and it is the move tried."""
    if not position.moves:
        return position
    *earlier, last = position.moves
    return replace(position, moves=tuple(earlier), rack=last.rack, show=SHOWN).trying(last.move)


def draw(position: Position, sample: Callable[[str, int], list[str]]) -> Position:
    """Fill the rack up from the tiles left; a full one goes back first.

    `sample` chooses so many of the tiles at random.
    """
    size = position.ruleset.rack_size
    kept = position.rack if len(position.rack) < size else ""
    pool = replace(position, rack=kept).tiles_left
    drawn = sample(pool, min(size - len(kept), len(pool)))
    return replace(position.without_try(), rack=kept + sort_tiles("".join(drawn)))


def pick(position: Position, square: Square) -> Position:
    """Begin the move on `square`; where it begins there already, turn its direction."""
    direction = position.at.direction if position.at else Direction.ACROSS
    if position.at and position.at.start == square:
        direction = direction.other
    return _settled(replace(position, at=Coordinates(square, direction)))


# Reading.


def read_position(query: Mapping[str, str]) -> tuple[Position, list[Fault]]:
    """The position an address tells, and what of it can't be read."""
    faults = [
        Fault(name, Problem.TOO_LONG, {"most": LONGEST})
        for name in FIELDS
        if len(query.get(name, "")) > LONGEST
    ]
    if faults:
        return Position(), faults

    def given(name: str) -> str:
        return query.get(name, "").strip()

    position = Position()
    if name := given("rules"):
        if name in RULESETS:
            position = replace(position, ruleset=RULESETS[name])
        else:
            detail = {"text": clip(name), "names": ", ".join(RULESETS)}
            faults.append(Fault("rules", Problem.RULES_UNKNOWN, detail))
    board = read_board(query.get("board", ""))
    if isinstance(board, Fault):
        faults.append(board)
    else:
        moves, fault = _read_moves(given("moves"), board, position.ruleset)
        faults += [fault] if fault else []
        position = replace(position, start=board, moves=moves)
    rack = _read_rack(given("rack"), position.ruleset)
    if isinstance(rack, Fault):
        faults.append(rack)
    else:
        position = replace(position, rack=rack)
    if text := given("at"):
        try:
            position = replace(position, at=read_coordinates(text))
        except Unreadable:
            faults.append(Fault("at", Problem.COORDINATES_UNREADABLE, {"text": clip(text)}))
    if text := given("word"):
        try:
            position = replace(position, word=read_word(text))
        except Unreadable:
            faults.append(Fault("word", Problem.WORD_UNREADABLE, {"text": clip(text)}))
    if text := given("show"):
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_SHOWN:
            position = replace(position, show=int(text))
        else:
            faults.append(
                Fault("show", Problem.SHOW_UNREADABLE, {"text": clip(text), "most": MOST_SHOWN})
            )
    # Whoever writes (A) for a blank means the case of the other letters too.
    return position if "(" in given("word") else _settled(position), faults


def read_board(text: str) -> Board | Fault:
    """Read a board as `write_board` writes it, or as 15 lines with '.' for empty squares."""
    if len(text) > LONGEST:
        return Fault("board", Problem.TOO_LONG, {"most": LONGEST})
    text = unicodedata.normalize("NFC", text).replace("\r\n", "/").replace("\n", "/")
    rows = text.rstrip("/ ").split("/")
    if len(rows) > SIZE:
        return Fault("board", Problem.BOARD_HEIGHT, {"rows": len(rows)})
    cells = []
    for name, row in zip(ROW_NAMES, rows, strict=False):
        squares = ""
        for part in _ROW_PART.findall(row.rstrip()):
            if "0" <= part[0] <= "9":
                squares += EMPTY * min(int(part[:9]), SIZE + 1)
            elif part in _EMPTY_SQUARES:
                squares += EMPTY
            elif part in _TILES:
                squares += part
            else:
                square = f"{name}{len(squares) + 1}"
                return Fault("board", Problem.BOARD_TILE, {"square": square, "char": part})
        if len(squares) > SIZE:
            return Fault("board", Problem.BOARD_WIDTH, {"row": name})
        cells.append(squares.ljust(SIZE, EMPTY))
    return Board("".join(cells).ljust(SIZE * SIZE, EMPTY))


def write_board(board: Board) -> str:
    """The board in short, '' for an empty one: '///////3RUCKEN' has RUCKEN on H4-H9."""
    rows = (re.sub(r"\.+", lambda run: str(len(run[0])), row.rstrip(EMPTY)) for row in board.rows)
    return "/".join(rows).rstrip("/")


def read_square(text: str) -> Square | Fault:
    """Read 'H8' as a square of the board."""
    try:
        place = read_coordinates(text)
    except Unreadable:
        place = None
    if place and place.start.on_board and place.end is None:
        return place.start
    return Fault("pick", Problem.SQUARE_UNREADABLE, {"text": clip(text)})


def clip(text: str) -> str:
    """Enough of a text to know it by."""
    return text if len(text) <= 40 else text[:39] + "…"


def _read_rack(text: str, ruleset: Ruleset) -> str | Fault:
    try:
        rack = read_tiles(text)
    except Unreadable:
        return Fault("rack", Problem.RACK_TILE, {"text": clip(text)})
    if len(rack) > ruleset.rack_size:
        detail = {"tiles": len(rack), "most": ruleset.rack_size}
        return Fault("rack", Problem.RACK_SIZE, detail)
    if rack.count(BLANK) > (most := ruleset.tile_set.counts[BLANK]):
        detail = {"blanks": rack.count(BLANK), "most": most}
        return Fault("rack", Problem.RACK_BLANKS, detail)
    return rack


def _read_moves(
    text: str, board: Board, ruleset: Ruleset
) -> tuple[tuple[LaidMove, ...], Fault | None]:
    """The moves laid since `board`, up to the first that can't be read or laid."""
    moves: list[LaidMove] = []
    for number, written in enumerate(filter(None, text.split(",")), start=1):
        detail: dict[str, str | int | Verdict] = {"number": number, "text": clip(written)}
        place, word, tiles = [*written.split(".", 2), "", ""][:3]
        try:
            move, rack = WrittenMove(read_coordinates(place), read_word(word)), read_tiles(tiles)
        except Unreadable:
            return tuple(moves), Fault("moves", Problem.MOVE_UNREADABLE, detail)
        if len(rack) > _MOST_TILES:
            detail |= {"tiles": len(rack), "most": _MOST_TILES}
            return tuple(moves), Fault("moves", Problem.MOVE_RACK_SIZE, detail)
        verdict = judge(board, move, ruleset=ruleset)
        if verdict.move is None or verdict.score is None:
            detail["reason"] = verdict
            return tuple(moves), Fault("moves", Problem.MOVE_ILLEGAL, detail)
        moves.append(LaidMove(verdict.move, rack, verdict.score))
        board = board.lay(verdict.score.laid)
    return tuple(moves), None


def _settled(position: Position) -> Position:
    where = (position.board, position.rack, position.ruleset)
    return replace(position, word=settle_case(position.word, position.at, *where))


def _address(query: Mapping[str, str]) -> str:
    return "?" + urlencode(query, safe="/,", quote_via=quote)
