"""What lies on a table, as its page draws it: a board, or cards on an open grid."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.board import ROW_NAMES, SIZE, Board, Square
from engine.games import game
from engine.rulesets import RULESETS
from engine.scoring import LaidTile
from engine.tiles import STANDARD, TileSet
from engine.views import View
from referee.boards import (
    COLUMNS,
    BoardRules,
    RowView,
    SquareView,
    Tile,
    board_rules,
    view_board,
    view_tile,
)
from tournaments.models import Table
from tournaments.tables.games import texts_of
from tournaments.tables.games.texts import tell
from tournaments.tables.replay import Record, Step

#: Free cells around what lies on an open grid, so that a word can begin there.
MARGIN = 2
#: A mark with a longer text has a sign in its square and the text below the board.
MOST_IN_SQUARE = 2
SIGN = "◆"
#: On a grid it is a frame.
FRAME = "▢"


def tile_set_of(view: View) -> TileSet:
    return STANDARD if view.rules is None else view.rules.tile_set


# The board


def board_of(
    table: Table, record: Record, view: View, turn: int | None, *, is_pickable: bool
) -> SafeString | None:
    """The board with the last move on it marked; None where there is none.

    Of a game replayed it is that after the turn of that number.
    """
    if view.board is None:
        return None
    number = len(view.turns) if turn is None else turn
    after, before = _around(table, record, number)
    now = Board.from_rows(view.board)
    if turn is None and now != after:  # the last move was taken back
        after = before = now
    is_wrong = number > 0 and view.turns[number - 1].taken_back
    laid = tuple(
        LaidTile(square, tile)
        for square in (Square(row, column) for row in range(SIZE) for column in range(SIZE))
        if (tile := after.at(square)) and not before.at(square)
    )
    if len(laid) == len(after.tiles) and number == 0:  # it lay there from the beginning
        before, laid = after, ()
    kept = Board.from_rows(_without(after, laid))
    return _drawn_board(
        kept,
        laid,
        table.game,
        "" if view.rules is None else view.rules.name,
        view.notation,
        tuple(sorted(view.marks.items())),
        is_wrong,
        is_pickable,
        get_language(),
    )


def _without(board: Board, laid: Sequence[LaidTile]) -> list[str]:
    cells = list(board.cells)
    for square, _tile in laid:
        cells[square.cell] = "."
    return ["".join(cells[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE)]


def _around(table: Table, record: Record, number: int) -> tuple[Board, Board]:
    """The board right after turn `number`, and that before it."""
    rules = game(table.game)

    def seen(step: Step) -> tuple[int, Board]:
        view = rules.view(step.state)
        return len(view.turns), Board.from_rows(view.board or ())

    if number == seen(record.steps[-1])[0]:
        return _around_last(record, seen)
    before = Board()
    for step in record.steps:
        turns, board = seen(step)
        if turns == number:
            return board, before
        before = board
    return before, before


def _around_last(record: Record, seen: Callable[[Step], tuple[int, Board]]) -> tuple[Board, Board]:
    """The same for the last turn, found from behind."""
    turns, after = seen(record.steps[-1])
    for step in reversed(record.steps[:-1]):
        earlier, board = seen(step)
        if earlier < turns:
            return after, board
        after = board
    return after, Board()


@lru_cache(maxsize=64)  # most of a page's work, the same for all who watch
def _drawn_board(
    board: Board,
    laid: tuple[LaidTile, ...],
    name: str,
    ruleset: str,
    notation: str,
    marks: tuple[tuple[str, str], ...],
    is_wrong: bool,
    is_pickable: bool,
    _language: str,
) -> SafeString:
    tiles = RULESETS[ruleset].tile_set if ruleset else STANDARD
    rows = view_board(board, tiles, shown=laid, is_wrong=is_wrong)
    rows = _marked(rows, name, notation, dict(marks))
    columns: Sequence[object] = COLUMNS
    if notation == "columns":
        columns, rows = ROW_NAMES, [_by_columns(row, number) for number, row in enumerate(rows, 1)]
    context = {"rows": rows, "columns": columns, "pickable": is_pickable}
    return SafeString(render_to_string("referee/board.html", context))


def _marked(
    rows: list[RowView], name: str, notation: str, marks: Mapping[str, str]
) -> list[RowView]:
    if not marks:
        return rows
    texts = texts_of(name).marks

    def marked(square: SquareView) -> SquareView:
        code = marks.get(_written(square.name, notation))
        if code is None:
            return square
        text = tell(texts, code)
        mark = text if len(text) <= MOST_IN_SQUARE else SIGN
        return replace(
            square, mark=mark, premium=f"{square.premium} marked", label=f"{square.label}, {text}"
        )

    return [replace(row, squares=tuple(map(marked, row.squares))) for row in rows]


def _by_columns(row: RowView, number: int) -> RowView:
    """A row as those read it who name the column first, by a letter."""
    squares = tuple(
        replace(
            square, label=square.label.replace(square.name, _written(square.name, "columns"), 1)
        )
        for square in row.squares
    )
    return RowView(str(number), squares)


def _written(name: str, notation: str) -> str:
    """A square's name, as H8 names it by row and column, in the game's own notation."""
    if notation != "columns":
        return name
    row, column = ROW_NAMES.index(name[0]), int(name[1:])
    return f"{ROW_NAMES[column - 1]}{row + 1}"


def legend_of(table: Table, view: View) -> list[tuple[str, str]]:
    """What the signs on the board or grid mean."""
    texts = texts_of(table.game).marks
    told = dict.fromkeys(tell(texts, code) for code in view.marks.values())
    sign = SIGN if view.grid is None else FRAME
    return [(sign, text) for text in told if len(text) > MOST_IN_SQUARE or sign == FRAME]


def example_of(view: View) -> str:
    """A square's name as coordinates begin with it: in the middle of what lies there."""
    if view.grid is None:
        return "H8"
    rows, columns = view.grid.row_names, view.grid.column_names
    return f"{rows[len(rows) // 2]}{columns[len(columns) // 2]}"


def geometry_of(view: View) -> BoardRules | None:
    """What the script needs to show a word on the board before it is laid."""
    if view.board is None:
        return None
    cells = Board.from_rows(view.board).cells
    return board_rules(cells, tile_set_of(view), {} if view.rules is None else view.rules.bonuses)


# An open grid


@dataclass(frozen=True)
class Cell:
    name: str
    #: For people who don't see the grid: where, and what lies there.
    label: str
    tile: Tile | None
    mark: str
    is_entry: bool


@dataclass(frozen=True)
class Line:
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Grid:
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    is_pickable: bool


def grid_of(table: Table, view: View, *, is_pickable: bool) -> Grid | None:
    """What lies on an open grid, with some room around it; None where there is none."""
    if (grid := view.grid) is None:
        return None
    rows, tiles, texts = grid.rows, tile_set_of(view), texts_of(table.game).marks
    down = _kept([row.strip(".") != "" for row in rows])
    across = _kept([any(row[place] != "." for row in rows) for place in range(len(rows[0]))])
    middle = (down[len(down) // 2], across[len(across) // 2])

    def cell(row: int, column: int) -> Cell:
        name = f"{grid.row_names[row]}{grid.column_names[column]}"
        letter = rows[row][column].replace(".", "")
        tile = view_tile(letter, tiles) if letter else None
        parts = [name]
        if tile is not None:
            joker = _("Joker als %(letter)s") % {"letter": tile.letter}
            parts.append(joker if tile.is_blank else tile.letter)
        mark = tell(texts, view.marks[name]) if name in view.marks else ""
        label = ", ".join([*parts, mark] if mark else parts)
        return Cell(name, label, tile, mark, (row, column) == middle)

    lines = tuple(
        Line(grid.row_names[row], tuple(cell(row, column) for column in across)) for row in down
    )
    return Grid(tuple(grid.column_names[column] for column in across), lines, is_pickable)


def _kept(taken: Sequence[bool]) -> range:
    """Which rows or columns are shown: those with cards, and some around them."""
    found = [place for place, is_taken in enumerate(taken) if is_taken]
    if not found:
        return range(len(taken))
    missing = max(0, SIZE - (found[-1] - found[0] + 1) - 2 * MARGIN)
    first = max(0, found[0] - MARGIN - missing // 2)
    return range(first, min(len(taken), found[-1] + 1 + MARGIN + missing - missing // 2))
