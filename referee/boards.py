"""A board as the template referee/board.html draws it, on every page that shows one."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.alphabet import BLANK
from engine.board import CENTRE, LETTER_FACTORS, ROW_NAMES, SIZE, WORD_FACTORS, Board, Square
from engine.notation import Coordinates, name_square
from engine.scoring import LaidTile
from engine.tiles import TileSet

COLUMNS = range(1, SIZE + 1)


class Premium(NamedTuple):
    style: str
    mark: str | Promise
    short: str | Promise
    meaning: str | Promise


#: By letter factor and word factor.
PREMIUMS = {
    (2, 1): Premium("dl", _("2B"), _("Buchstabe × 2"), _("doppelter Buchstabenwert")),
    (3, 1): Premium("tl", _("3B"), _("Buchstabe × 3"), _("dreifacher Buchstabenwert")),
    (1, 2): Premium("dw", _("2W"), _("Wort × 2"), _("doppelter Wortwert")),
    (1, 3): Premium("tw", _("3W"), _("Wort × 3"), _("dreifacher Wortwert")),
}
NO_PREMIUM = Premium("", "", "", "")


@dataclass(frozen=True)
class Tile:
    letter: str
    value: int
    is_blank: bool


@dataclass(frozen=True)
class SquareView:
    name: str
    #: For people who don't see the board: where, what lies there, what it multiplies.
    label: str
    premium: str
    mark: str
    tile: Tile | None
    #: '' for a lying tile, 'new' or 'wrong' for one of the move shown.
    state: str
    #: 'across' or 'down' where the move begins.
    cursor: str
    #: The one square that the Tab key reaches.
    is_entry: bool


@dataclass(frozen=True)
class RowView:
    name: str
    squares: tuple[SquareView, ...]


def view_tile(tile: str, tile_set: TileSet) -> Tile:
    """A tile as it is drawn; a lower-case letter is a blank, '?' one without a letter."""
    is_blank = tile == BLANK or tile.islower()
    letter = "" if tile == BLANK else tile.upper()
    return Tile(letter, tile_set.values[BLANK if is_blank else tile], is_blank)


def view_board(
    board: Board,
    tile_set: TileSet,
    *,
    shown: Iterable[LaidTile] = (),
    is_wrong: bool = False,
    cursor: Coordinates | None = None,
) -> list[RowView]:
    """The board row by row, with the tiles `shown` of a move on it, marked as new or wrong."""
    fresh = dict(shown)
    start = cursor.start if cursor and cursor.start.on_board else None
    rows = []
    for row, name in enumerate(ROW_NAMES):
        squares = []
        for column in range(SIZE):
            square = Square(row, column)
            letter = fresh.get(square) or board.at(square)
            tile = view_tile(letter, tile_set) if letter else None
            state = ("wrong" if is_wrong else "new") if square in fresh else ""
            factors = (LETTER_FACTORS[square.cell], WORD_FACTORS[square.cell])
            premium = PREMIUMS.get(factors, NO_PREMIUM)
            squares.append(
                SquareView(
                    name=name_square(square),
                    label=_label(square, tile, str(premium.meaning), state),
                    premium=premium.style,
                    mark="★" if square == CENTRE else str(premium.mark),
                    tile=tile,
                    state=state,
                    cursor=str(cursor.direction) if cursor and square == start else "",
                    is_entry=square == (start or CENTRE),
                )
            )
        rows.append(RowView(name, tuple(squares)))
    return rows


@dataclass(frozen=True)
class BoardRules:
    """The board and what moves on it are worth, as moves.js reads them from a page."""

    cells: str
    letter_factors: str
    word_factors: str
    #: As JSON.
    values: str
    bonuses: str


def board_rules(cells: str, tile_set: TileSet, bonuses: Mapping[int, int]) -> BoardRules:
    """Those of a board with these `cells`."""
    return BoardRules(
        cells=cells,
        letter_factors="".join(map(str, LETTER_FACTORS)),
        word_factors="".join(map(str, WORD_FACTORS)),
        values=tile_values(tile_set),
        bonuses=json.dumps(dict(bonuses)),
    )


def tile_values(tile_set: TileSet) -> str:
    """What tiles are worth, as JSON for a script that draws them."""
    return json.dumps(dict(tile_set.values), ensure_ascii=False)


def board_texts() -> str:
    """What a script that draws says of squares (drawing.js): JSON in the reader's language."""
    return json.dumps(
        {
            "premiums": {one.style: [str(one.mark), str(one.meaning)] for one in PREMIUMS.values()},
            "blank": gettext("Joker als %(letter)s") % {"letter": "{letter}"},
            "new": gettext("neu"),
        },
        ensure_ascii=False,
    )


def _label(square: Square, tile: Tile | None, premium: str, state: str) -> str:
    parts = [name_square(square)]
    if tile is None:
        parts += [premium] if premium else []
    elif tile.is_blank:
        parts.append(gettext("Joker als %(letter)s") % {"letter": tile.letter or "?"})
    else:
        parts.append(tile.letter)
    if state == "new":
        parts.append(gettext("neu"))
    elif state == "wrong":
        parts.append(gettext("passt nicht"))
    return ", ".join(parts)
