"""Boards and racks of rounds, as the templates draw them."""

from collections.abc import Mapping
from typing import Any

from duplicate.models import Game, Round
from duplicate.selectors.reports import tiles_of_reference
from engine.board import Board
from referee.boards import COLUMNS, Tile, view_board, view_tile


def board_after(round: Round) -> Mapping[str, Any]:
    """What referee/board.html needs for a published round: its move lies there, marked as new."""
    shown = tiles_of_reference(round)
    tile_set = round.game.options.rules.tile_set
    return {"rows": view_board(round.board, tile_set, shown=shown), "columns": COLUMNS}


def board_before(game: Game, round: Round | None) -> Mapping[str, Any]:
    """The same for the board on which a round is played, or the empty one."""
    board = round.board if round else Board()
    return {"rows": view_board(board, game.options.rules.tile_set), "columns": COLUMNS}


def rack_tiles(game: Game, rack: str) -> list[Tile]:
    tile_set = game.options.rules.tile_set
    return [view_tile(tile, tile_set) for tile in rack]
