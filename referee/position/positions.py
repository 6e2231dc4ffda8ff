"""A position as an address tells it: ?board=…&moves=…&rack=…&rules=…&at=…&word=…&show=…

`board` is where the tiles lay at first: rows from A on, separated by '/', a number for that many
empty squares, and what is missing at the end of a row or of the board is empty. `moves` were laid
since, each as start.WORD.RACK. `at` and `word` are the move being tried. Everything is optional;
whatever is left out of an address is as in a new game.

Here is the value and what a person may do with it; `referee.position.reading` reads the address.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import quote, urlencode

from engine.alphabet import BLANK
from engine.board import EMPTY, Board, Square
from engine.intended_move import in_parentheses, settle_case
from engine.notation import (
    Coordinates,
    Direction,
    Move,
    WrittenMove,
    name_square,
)
from engine.rulesets import STANDARD, Ruleset
from engine.scoring import Score
from engine.tiles import from_shown, missing_tiles, sort_tiles
from engine.verdicts import Verdict

FIELDS = ("board", "moves", "rack", "rules", "at", "word", "show")
#: How many of the best moves are listed, and the most that may be.
SHOWN, MOST_SHOWN = 5, 100
EMPTY_BOARD = Board()


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
        return in_parentheses(word)

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
    return settled(replace(position, start=board, moves=()))


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
    return settled(replace(position, at=Coordinates(square, direction)))


def write_board(board: Board) -> str:
    """The board in short, '' for an empty one: '///////3RUCKEN' has RUCKEN on H4-H9."""
    rows = (re.sub(r"\.+", lambda run: str(len(run[0])), row.rstrip(EMPTY)) for row in board.rows)
    return "/".join(rows).rstrip("/")


def settled(position: Position) -> Position:
    """With the case of the word tried as it is meant there."""
    where = (position.board, position.rack, position.ruleset)
    return replace(position, word=settle_case(position.word, position.at, *where))


def _address(query: Mapping[str, str]) -> str:
    return "?" + urlencode(query, safe="/,", quote_via=quote)
