"""Where an un-game stands, as values."""

from dataclasses import dataclass
from enum import StrEnum

from engine.board import Board, Square
from engine.endings import Ending, EndingState
from engine.rulesets import Ruleset

FEWEST_PLAYERS, MOST_PLAYERS = 1, 4
#: Tiles that one turn may take at most.
MOST_TAKEN = 6


class Reason(StrEnum):
    """Why a game ended."""

    #: No tile is left.
    CLEARED = "cleared"
    #: Tiles are left, but none of them can be taken.
    STUCK = "stuck"
    #: By word of the players or the director.
    ENDED = "ended"


@dataclass(frozen=True)
class Turn:
    """A line of the score sheet."""

    player: int
    squares: tuple[Square, ...]
    #: The tiles taken as they lay, a blank as a lower-case letter.
    tiles: str
    #: The word they lay in, with its place.
    word: str
    coordinates: str
    points: int
    total: int


@dataclass(frozen=True)
class Ungame(EndingState):
    """Where a game stands."""

    #: That of the game which left the board: the tiles have the values of its set.
    ruleset: Ruleset
    players: int
    board: Board
    #: The words of the finished board: they were accepted when they were laid, and still are.
    accepted: frozenset[str]
    #: None once the game is over.
    on_turn: int | None
    #: The tiles that each has taken.
    taken: tuple[str, ...]
    #: In how many ways tiles can be taken now; None where nobody has looked.
    removals: int | None = None
    turns: tuple[Turn, ...] = ()
    ending: Ending | None = None

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def scores(self) -> tuple[int, ...]:
        """What the tiles are worth that each has taken."""
        return tuple(self.ruleset.tile_set.value_of(tiles) for tiles in self.taken)
