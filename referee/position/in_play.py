"""Positions that are being played for points: nobody who plays is told what is best there.

What is in play the apps say, in their modules `positions_in_play`:

    def positions_in_play(user: User | AnonymousUser) -> Iterable[InPlay]

docs/position.de.md tells people the rule, and what it does not refuse.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from engine.board import SIZE, Board
from referee.app_modules import app_modules
from referee.errors import Forbidden
from referee.models import User

#: Tiles put on a board or taken off to make it another one: so few change nothing.
FEW_SQUARES = 3
#: So many tiles on a rack are hardly ever drawn twice.
MANY_TILES = 7


class PositionInPlay(Forbidden):
    message = _(
        "Diese Stellung wird gerade gespielt. Geprüft wird sie, wenn die Runde veröffentlicht ist."
    )


@dataclass(frozen=True)
class InPlay:
    """A position whose points count. `rack` is '' as long as nobody who plays may know it."""

    board: Board
    rack: str

    def is_given_away_by(self, board: Board, rack: str) -> bool:
        """Whether knowing what is best with `rack` on `board` helps those who play here.

        So it does with the same tiles, wherever they are to be laid; on the same board, or the one
        turned over at its diagonal, with any; and with all tiles but one where the board is almost
        the same. Blanks are no other tiles than letters on a board.
        """
        if len(self.rack) >= MANY_TILES and Counter(rack) == Counter(self.rack):
            return True
        squares = min(_differing(self.board, board), _differing(self.board, _turned_over(board)))
        if squares == 0 and not board.is_empty:
            return True
        lacking = (Counter(self.rack) - Counter(rack)).total()
        return squares <= FEW_SQUARES and rack != "" != self.rack and lacking <= 1


def demand_not_in_play(positions: Iterable[tuple[Board, str]], user: User | AnonymousUser) -> None:
    """Raises PositionInPlay if one of them gives away what `user` may not know yet."""
    in_play = [
        one for app in app_modules("positions_in_play") for one in app.positions_in_play(user)
    ]
    for board, rack in positions:
        if any(one.is_given_away_by(board, rack) for one in in_play):
            raise PositionInPlay


def _differing(board: Board, other: Board) -> int:
    """On how many squares the two have not the same letter."""
    if board.cells == other.cells:
        return 0
    letters = zip(board.cells.upper(), other.cells.upper(), strict=True)
    return sum(mine != yours for mine, yours in letters)


def _turned_over(board: Board) -> Board:
    """The board with its rows as columns: what lay across lies down, and scores the same."""
    return Board("".join(board.cells[column::SIZE] for column in range(SIZE)))
