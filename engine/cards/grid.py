"""The open table: squares without bounds, their names, and the cards lying on them.

Rows have letters (A to Z, then AA to ZZ) and columns numbers (1 to 999). Both go round: above A is
ZZ, left of 1 is 999. Two squares of the same name are so far apart that the cards of a whole game
do not reach from one to the other, so a name means the square next to what lies on the table.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import NamedTuple

from engine.board import EMPTY, Square
from engine.cards.deck import HAND_SIZE
from engine.errors import Unreadable
from engine.notation import Coordinates, Direction, Move
from engine.views import Grid

#: The middle of the table: M20, with room on all sides before the names go round.
CENTRE = Square(12, 19)
#: No word reaches further than a hand beyond the cards that lie there.
MARGIN = HAND_SIZE

_LETTERS = len(ascii_uppercase)
_ROWS = _LETTERS + _LETTERS**2
_COLUMNS = 999
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_ROW, _COLUMN = "([A-Za-z]{1,2})", "([0-9]{1,3})"
_ACROSS = re.compile(f"{_ROW}{_COLUMN}(?:[{_DASHES}]?{_ROW}{_COLUMN})?")
_DOWN = re.compile(f"{_COLUMN}{_ROW}(?:[{_DASHES}]?{_COLUMN}{_ROW})?")


@dataclass(frozen=True)
class Table:
    """The cards on the table by square; a lower-case letter is a blank standing for it."""

    cards: Mapping[Square, str] = field(default_factory=dict)

    def at(self, square: Square, /) -> str:
        return self.cards.get(square, "")

    @property
    def anchor(self) -> Square:
        """A square where cards lie, or the middle of the empty table."""
        return min(self.cards, default=CENTRE)

    def without(self, squares: frozenset[Square]) -> "Table":
        return Table({at: card for at, card in self.cards.items() if at not in squares})


class Place(NamedTuple):
    """Where a word was said to lie, by names that go round: rows and columns from 0."""

    start: Square
    direction: Direction
    #: None when only the start was written.
    end: Square | None

    def near(self, square: Square) -> Coordinates:
        """The place meant on a table where a card lies on `square`."""
        end = None if self.end is None else nearest(self.end, square)
        return Coordinates(nearest(self.start, square), self.direction, end)


def read_place(text: str) -> Place:
    """Read 'M20-M24' across or '20M-20Q' down, or the start alone. Raises Unreadable.

    Spaces, any dash and lower case are welcome.
    """
    packed = "".join(text.split())
    if found := _ACROSS.fullmatch(packed):
        row, column, end_row, end_column = found.groups()
        direction = Direction.ACROSS
    elif found := _DOWN.fullmatch(packed):
        column, row, end_column, end_row = found.groups()
        direction = Direction.DOWN
    else:
        raise Unreadable(
            f"coordinates {text!r}: write the first and the last square, the letters first for a "
            "word across (M20-M24), the number first for a word down (20M-20Q)"
        )
    end = None if end_row is None else _square(end_row, end_column)
    return Place(_square(row, column), direction, end)


def read_square(text: str) -> Square:
    """Read 'M20', to be looked for near the cards. Raises Unreadable."""
    found = _ACROSS.fullmatch("".join(text.split()))
    if found is None or found[3] is not None:
        raise Unreadable(f"square {text!r}: write the letters of its row, then its column (M20)")
    return _square(found[1], found[2])


def nearest(named: Square, square: Square) -> Square:
    """The square of that name that is nearest to `square`."""
    row, column = named
    return Square(
        square.row + _shortest(row - square.row, _ROWS),
        square.column + _shortest(column - square.column, _COLUMNS),
    )


def name_row(row: int) -> str:
    row %= _ROWS
    if row < _LETTERS:
        return ascii_uppercase[row]
    first, second = divmod(row - _LETTERS, _LETTERS)
    return ascii_uppercase[first] + ascii_uppercase[second]


def name_column(column: int) -> str:
    return str(column % _COLUMNS + 1)


def name_square(square: Square, direction: Direction = Direction.ACROSS) -> str:
    """The square as coordinates write it, 'M20' in a word across and '20M' in one down."""
    row, column = name_row(square.row), name_column(square.column)
    return row + column if direction is Direction.ACROSS else column + row


def name_place(place: Coordinates) -> str:
    """The long form 'M20-M24', or the start alone where no end is known."""
    ends = (place.start,) if place.end is None else (place.start, place.end)
    return "-".join(name_square(square, place.direction) for square in ends)


def name_move(move: Move) -> str:
    return name_place(move.place)


def grid_of(table: Table) -> Grid:
    """What lies there as rows of text, with room around it for any word that can be laid."""
    squares = table.cards or {CENTRE: ""}
    top, bottom = (pick(square.row for square in squares) for pick in (min, max))
    left, right = (pick(square.column for square in squares) for pick in (min, max))
    rows = range(top - MARGIN, bottom + MARGIN + 1)
    columns = range(left - MARGIN, right + MARGIN + 1)
    return Grid(
        row=rows[0],
        column=columns[0],
        row_names=tuple(map(name_row, rows)),
        column_names=tuple(map(name_column, columns)),
        rows=tuple(
            "".join(table.at(Square(row, column)) or EMPTY for column in columns) for row in rows
        ),
    )


def _square(row: str, column: str) -> Square:
    letters = row.upper()
    number = ascii_uppercase.index(letters[-1])
    if len(letters) > 1:
        number += _LETTERS * (1 + ascii_uppercase.index(letters[0]))
    if not int(column):
        raise Unreadable("the columns are numbered from 1 to 999")
    return Square(number, int(column) - 1)


def _shortest(steps: int, around: int) -> int:
    """The shorter way round for so many steps."""
    return (steps + around // 2) % around - around // 2
