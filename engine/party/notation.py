"""Squares and moves as the Party booklet writes them: column letter and row number.

'D8-I8' lies across, '5E-11E' down. All else is as in `engine.notation`.
"""

from engine.board import Square
from engine.notation import (
    CoordinateStyle,
    Move,
    WrittenMove,
    name_square,
    read_coordinates,
    read_move,
    read_square,
)
from engine.refusals import Refusal
from engine.verdicts import Code, Verdict

STYLE = CoordinateStyle.COLUMN_LETTER


def read_party_move(coordinates: str, word: str) -> WrittenMove:
    """Read a move from its two parts. Raises Unreadable; says nothing about legality."""
    return read_move(coordinates, word, STYLE)


def read_party_square(text: str) -> Square:
    """Read 'D8' or '8D', a square of the board. Raises Unreadable."""
    return read_square(text, STYLE)


def party_square(square: Square) -> str:
    """The name of a square: 'D8'."""
    return name_square(square, style=STYLE)


def party_coordinates(move: Move) -> str:
    """Where a move lies: 'D8-I8' across, '5E-11E' down."""
    return move.place.written(STYLE)


def refuse(written: WrittenMove, verdict: Verdict) -> Refusal:
    """The refusal of a move that is not valid, its squares named as here."""
    place = written.place if verdict.move is None else verdict.move.place
    detail = {**verdict.detail}
    if "coordinates" in detail:
        detail["coordinates"] = place.written(STYLE)
    for name in ("right", "square"):  # these lie on the board, so that they can be read
        if name in detail:
            detail[name] = read_coordinates(str(detail[name])).written(STYLE)
    if verdict.code is Code.OFF_BOARD:
        # The usual message tells of rows with letters.
        return Refusal("off_party_board", detail)
    return Refusal(verdict.code.value, detail)
