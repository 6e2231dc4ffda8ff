"""The board: 15 × 15 squares, their premiums, and the tiles lying on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.alphabet import LETTERS
from engine.errors import Unreadable
from engine.tiles import from_shown

SIZE = 15
EMPTY = "."
ROW_NAMES = "ABCDEFGHIJKLMNO"

_ON_BOARD = frozenset(LETTERS + LETTERS.lower())

#: d, t double or triple a letter; D, T a word. The board equals its mirror images.
_PREMIUMS = """\
T..d...T...d..T
.D...t...t...D.
..D...d.d...D..
d..D...d...D..d
....D.....D....
.t...t...t...t.
..d...d.d...d..
T..d...D...d..T
..d...d.d...d..
.t...t...t...t.
....D.....D....
d..D...d...D..d
..D...d.d...D..
.D...t...t...D.
T..d...T...d..T
""".replace("\n", "")

#: Factors square by square, row after row.
LETTER_FACTORS = tuple({"d": 2, "t": 3}.get(premium, 1) for premium in _PREMIUMS)
WORD_FACTORS = tuple({"D": 2, "T": 3}.get(premium, 1) for premium in _PREMIUMS)


class Square(NamedTuple):
    """A square by row and column, both counted from 0."""

    row: int
    column: int

    @property
    def cell(self) -> int:
        """Its place when the rows are written one behind the other."""
        return self.row * SIZE + self.column

    @property
    def on_board(self) -> bool:
        return 0 <= self.row < SIZE and 0 <= self.column < SIZE


CENTRE = Square(7, 7)


@dataclass(frozen=True)
class Board:
    """The tiles lying on the board; an upper-case letter is a tile, a lower-case one a blank."""

    cells: str = EMPTY * (SIZE * SIZE)

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Board":
        """Read 15 strings of 15 characters, '.' for an empty square. Raises Unreadable."""
        if isinstance(rows, str) or not isinstance(rows, Sequence) or len(rows) != SIZE:
            raise Unreadable(f"a board has {SIZE} rows, each a string of {SIZE} characters")
        for name, row in zip(ROW_NAMES, rows, strict=True):
            if not isinstance(row, str) or len(row) != SIZE:
                raise Unreadable(f"board row {name}: must be a string of {SIZE} characters")
            for column, char in enumerate(row, start=1):
                if char != EMPTY and char not in _ON_BOARD:
                    raise Unreadable(
                        f"board square {name}{column}: {char!r} is no tile and not '.'"
                    )
        return cls("".join(rows))

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(self.cells[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE))

    @property
    def is_empty(self) -> bool:
        return self.cells == EMPTY * (SIZE * SIZE)

    @property
    def tiles(self) -> str:
        """Every lying tile as it would be in the bag: a blank is a blank again."""
        return from_shown(self.cells.replace(EMPTY, ""))

    def at(self, square: Square) -> str:
        """The tile on `square`, or '' where it is empty or off the board."""
        row, column = square
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            return ""
        cell = self.cells[row * SIZE + column]
        return "" if cell == EMPTY else cell

    def lay(self, tiles: Iterable[tuple[Square, str]]) -> "Board":
        """The board with `tiles` put on their squares."""
        cells = list(self.cells)
        for square, tile in tiles:
            cells[square.cell] = tile
        return Board("".join(cells))

    def __str__(self) -> str:
        return "\n".join(self.rows)
