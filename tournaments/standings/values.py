"""What standings are computed from, and what comes out. Wins are doubled, so a draw is 1."""

from dataclasses import dataclass
from enum import StrEnum


class Metric(StrEnum):
    """What ranks players. More is better, but for the number."""

    WINS = "wins"
    SPREAD = "spread"
    POINTS_FOR = "points_for"
    #: The wins of all opponents.
    BUCHHOLZ = "buchholz"
    #: The wins of those beaten and half the wins of those drawn with.
    SONNEBORN_BERGER = "sonneborn_berger"
    #: The games of those still equal against each other, if each of them has met each.
    DIRECT = "direct"
    #: Who has none is behind all who have one.
    RATING = "rating"
    #: The lower one is ahead. Equal ones are listed by it in any case; as a metric it also leaves
    #: no rank shared, so that nothing after it matters.
    NUMBER = "number"


class Kind(StrEnum):
    """How a game came out, or why there was none."""

    PLAYED = "played"
    #: Points stand, but the one named loses.
    LOST_ON_TIME_FIRST = "lost_on_time_first"
    LOST_ON_TIME_SECOND = "lost_on_time_second"
    #: The one named loses, and nothing was played.
    FORFEIT_FIRST = "forfeit_first"
    FORFEIT_SECOND = "forfeit_second"
    DOUBLE_FORFEIT = "double_forfeit"
    #: Paired, but counts for neither.
    UNPLAYED = "unplayed"
    #: Nobody was left to play against.
    BYE = "bye"
    #: Given by the director.
    SET_BYE = "set_bye"
    #: Not there, and not paired.
    ABSENT = "absent"


#: Those that were fought out at the board: they have points, an opponent and somebody who began.
AT_THE_BOARD = frozenset({Kind.PLAYED, Kind.LOST_ON_TIME_FIRST, Kind.LOST_ON_TIME_SECOND})
#: Those of one player only.
ALONE = frozenset({Kind.BYE, Kind.SET_BYE, Kind.ABSENT})


@dataclass(frozen=True)
class Player:
    id: int
    number: int
    name: str
    club: str = ""
    category: str = ""
    team: str = ""
    rating: int | None = None
    withdrawn: bool = False


@dataclass(frozen=True)
class Game:
    """One pairing of a round; players by their ids.

    `second` is None for byes and absences and for them only. Raises ValueError for anything else,
    and for somebody paired with themselves.
    """

    round: int
    table: int | None
    #: Who begins.
    first: int
    second: int | None
    kind: Kind
    #: As played, before the adjustments; None as long as they are not known.
    first_points: int | None = None
    second_points: int | None = None
    is_confirmed: bool = True
    #: What penalties take off (negative) or credit.
    first_adjust: int = 0
    second_adjust: int = 0

    def __post_init__(self) -> None:
        if (self.second is None) != (self.kind in ALONE):
            raise ValueError(f"{self.kind} in round {self.round} with second player {self.second}")
        if self.first == self.second:
            raise ValueError(f"player {self.first} meets themselves in round {self.round}")


@dataclass(frozen=True)
class Award:
    """What a round without a game brings."""

    #: 2 for a win, 1 for half of one, 0 for none; what is missing to 2 is counted as lost.
    wins2: int
    spread: int


@dataclass(frozen=True)
class Scoring:
    """What counts how much. The defaults are German tournament practice."""

    bye: Award = Award(2, 50)
    set_bye: Award = Award(2, 50)
    absent: Award = Award(0, 0)
    #: For whoever was there; the other has as much against them.
    forfeit_spread: int = 50
    #: Most that one game at the board adds to or takes from the spread; None for no limit.
    spread_cap: int | None = None
    #: What ranks the players, first things first.
    metrics: tuple[Metric, ...] = (Metric.WINS, Metric.SPREAD)


@dataclass(frozen=True)
class Row:
    """Where somebody stands. Ranks are shared by those whom no metric tells apart."""

    rank: int
    player: Player
    #: Twice the wins, draws counting half; and what is missing to all of the rounds counted.
    wins2: int
    losses2: int
    #: Drawn at the board.
    draws: int
    spread: int
    #: Of games at the board, after penalties.
    points_for: int
    points_against: int
    #: At the board: in all, begun, and begun by the other.
    games: int
    firsts: int
    seconds: int
    #: Automatic ones, and those the director gave.
    byes: int
    set_byes: int
    #: Twice the sum of the opponents' wins.
    buchholz2: int
    #: Four times the sum of the wins of those beaten and half of those drawn with.
    sonneborn_berger4: int
    #: Whom they met at the board, in order of the rounds; twice whom they met twice.
    opponents: tuple[int, ...]
    #: The value of each of the scoring's metrics, in their order; None where one says nothing.
    metrics: tuple[int | None, ...]

    @property
    def is_withdrawn(self) -> bool:
        return self.player.withdrawn
