"""What a move is worth: every word it forms, with its points.

Legality is not asked here (engine.verdicts does); a move scored must lie on the board and agree
with the tiles lying there.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple, Protocol

from engine.alphabet import MIN_WORD, alphabetical
from engine.board import LETTER_FACTORS, WORD_FACTORS, Board, Square
from engine.notation import Direction, Move
from engine.rulesets import STANDARD, Ruleset
from engine.tiles import from_shown


class Grid(Protocol):
    """Squares with tiles on some of them: the board, or the open table of the card game."""

    def at(self, square: Square, /) -> str:
        """The tile on `square`, or ''."""


class LaidTile(NamedTuple):
    """A tile put on an empty square in this move; a lower-case letter is a blank."""

    square: Square
    tile: str


class Cell(NamedTuple):
    """One letter of a word as it counts. Under a tile that lay before, the factors are 1."""

    value: int
    letter_factor: int = 1
    word_factor: int = 1


class ScoredWord(NamedTuple):
    word: str
    points: int


class ScoredMove(NamedTuple):
    move: Move
    points: int


@dataclass(frozen=True)
class Score:
    """A move taken apart: the tiles laid, the main word and then the cross words along it."""

    laid: tuple[LaidTile, ...]
    words: tuple[ScoredWord, ...]
    #: For the number of tiles laid, and for words of the theme.
    bonus: int
    theme_bonus: int

    @property
    def points(self) -> int:
        return sum(word.points for word in self.words) + self.bonus + self.theme_bonus

    @property
    def tiles(self) -> str:
        """The tiles laid, in order, blanks as lower-case letters."""
        return "".join(tile for _, tile in self.laid)


def score_move(
    board: Board, move: Move, ruleset: Ruleset = STANDARD, theme: Container[str] = frozenset()
) -> Score:
    """Score `move` as laid on `board`. `theme` holds the upper-case words that earn its bonus."""
    laid = tiles_laid(board, move)
    after = board.lay(laid)
    fresh = {square for square, _ in laid}

    words = []
    for line in lines_formed(after, move, laid):
        cells = [_cell(after, square, ruleset, is_fresh=square in fresh) for square in line]
        words.append(ScoredWord(read_line(after, line).upper(), score_word(cells)))
    themed = sum(word in theme for word, _ in words)
    return Score(laid, tuple(words), ruleset.bonus(len(laid)), themed * ruleset.theme_bonus)


def score_word(cells: Sequence[Cell]) -> int:
    """Letters with their premiums first, then the word premiums, which multiply each other."""
    letters = sum(cell.value * cell.letter_factor for cell in cells)
    return letters * prod(cell.word_factor for cell in cells)


def tiles_laid(grid: Grid, move: Move) -> tuple[LaidTile, ...]:
    """The tiles `move` needs from the rack: those for the squares still empty."""
    letters = zip(move.squares, move.word, strict=True)
    return tuple([LaidTile(square, tile) for square, tile in letters if not grid.at(square)])


def preference(
    board: Board, scored: ScoredMove
) -> tuple[int, int, int, tuple[int, ...], bool, Square, list[bool]]:
    """Sort key of moves on `board`: most points first, equal ones in the order of the rules.

    That is fewest blanks used, fewest tiles used, alphabetical word, across before down, top
    before left.
    """
    move = scored.move
    laid = [tile for _, tile in tiles_laid(board, move)]
    return (
        -scored.points,
        sum(tile.islower() for tile in laid),
        len(laid),
        alphabetical(move.word),
        move.direction is Direction.DOWN,
        move.start,
        # The rules leave open which of two like letters is the blank: here the later one.
        [tile.islower() for tile in laid],
    )


def lines_formed(after: Grid, move: Move, laid: Iterable[LaidTile]) -> list[list[Square]]:
    """The squares of every word formed: the main word, then the cross words along it."""
    lines = [line_through(after, move.start, move.direction)]
    lines += (line_through(after, square, move.direction.other) for square, _ in laid)
    return [line for line in lines if len(line) >= MIN_WORD]


def line_through(grid: Grid, square: Square, direction: Direction) -> list[Square]:
    """The unbroken line of tiles in `direction` that `square` is part of, first to last.

    `square` itself counts as filled, whatever lies there.
    """
    first = square
    while grid.at(before := direction.step(first, -1)):
        first = before
    line = [first]
    while (following := direction.step(line[-1])) <= square or grid.at(following):
        line.append(following)
    return line


def read_line(grid: Grid, line: Iterable[Square]) -> str:
    """The tiles on a line of squares, blanks as lower-case letters."""
    return "".join(grid.at(square) for square in line)


def _cell(board: Board, square: Square, ruleset: Ruleset, *, is_fresh: bool) -> Cell:
    tile = board.at(square)
    value = ruleset.tile_set.values[from_shown(tile)]
    if not is_fresh:
        return Cell(value)
    return Cell(value, LETTER_FACTORS[square.cell], WORD_FACTORS[square.cell])
