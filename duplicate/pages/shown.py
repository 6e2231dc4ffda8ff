"""Boards and racks of rounds, as the templates draw them."""

from collections.abc import Mapping
from typing import Any

from duplicate.models import Game, Round
from duplicate.selectors.reports import tiles_of_reference
from engine.board import Board
from referee import boards
from referee.boards import (
    COLUMNS,
    BoardRules,
    RowView,
    Tile,
    board_rules,
    board_texts,
    view_board,
    view_tile,
)


def board_after(round: Round) -> Mapping[str, Any]:
    """What referee/board.html needs for a published round: its move lies there, marked as new."""
    shown = tiles_of_reference(round)
    return _view(view_board(round.board, round.game.options.rules.tile_set, shown=shown))


def board_before(game: Game, round: Round | None) -> Mapping[str, Any]:
    """The same for the board on which a round is played, or the empty one."""
    board = round.board if round else Board()
    return _view(view_board(board, game.options.rules.tile_set))


def _view(rows: list[RowView]) -> Mapping[str, Any]:
    return {"rows": rows, "columns": COLUMNS, "texts": board_texts()}


def tile_values(game: Game) -> str:
    """What tiles are worth, as JSON for a script that draws them."""
    return boards.tile_values(game.options.rules.tile_set)


def rules_for_scripts(game: Game, cells: str) -> BoardRules:
    """What a page with that board says of it to moves.js."""
    rules = game.options.rules
    return board_rules(cells, rules.tile_set, rules.bonuses)


def rack_tiles(game: Game, rack: str) -> list[Tile]:
    tile_set = game.options.rules.tile_set
    return [view_tile(tile, tile_set) for tile in rack]
