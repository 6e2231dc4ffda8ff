"""A Party game at a moment: the rules it began with, the turn being played, the score sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from engine.board import Board, Square
from engine.challenges import PendingState, WordTurn
from engine.endings import Ending, EndingState
from engine.rulesets import STANDARD, Ruleset
from engine.tiles import without
from engine.views import Timer, Zone

TEAMS = 2
#: So many tiles laid in one turn, or more, bring the bonus that the sample game has.
MANY_TILES = 7
#: The letter die is rolled so often for one turn, at most.
MOST_ROLLS = 3
TIMEOUT_POINTS = -5

#: The zones of the timer as they pass: what the points are multiplied by, then what is added.
ZONES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"4x": (4, 0), "3x": (3, 0), "2x": (2, 0), "1x": (1, 0), "-1": (1, -1), "-5": (1, -5)}
)
ZONE_NAMES = tuple(ZONES)


class Source(StrEnum):
    """Who rolls the dice, or measures the time."""

    SERVER = "server"
    #: People at the table do, and tell it.
    TYPED = "typed"
    #: It is played without.
    NONE = "none"


class Face(StrEnum):
    """What the bonus die shows."""

    TRIPLE = "triple"
    DOUBLE = "double"
    #: The next turn of the team is without the letter die.
    FREE_LETTER = "free_letter"
    AGAIN = "again"
    #: The other team's timer begins in that zone in its next turn.
    OPPONENT_1X = "opponent_1x"
    OPPONENT_2X = "opponent_2x"


#: By how much a face multiplies the value of one tile.
TILE_FACTORS: Mapping[Face, int] = MappingProxyType({Face.TRIPLE: 3, Face.DOUBLE: 2})
#: The place in ZONE_NAMES where a face lets the other team's timer begin.
FIRST_ZONES: Mapping[Face, int] = MappingProxyType(
    {Face.OPPONENT_1X: ZONE_NAMES.index("1x"), Face.OPPONENT_2X: ZONE_NAMES.index("2x")}
)


class Phase(StrEnum):
    #: Both teams roll to see who begins.
    BEGINNING = "beginning"
    #: The letter die is to be rolled.
    ROLLING = "rolling"
    #: The other team looks for the letter and starts the timer.
    READY = "ready"
    #: The time runs.
    RUNNING = "running"
    #: The timer stands, or there is none: the word can be told.
    LAYING = "laying"
    #: A word lies that may be challenged; the bonus die may be owed.
    CHECKING = "checking"
    OVER = "over"


class Kind(StrEnum):
    """What became of a turn."""

    PLACE = "place"
    PASS = "pass"  # noqa: S105
    TIMEOUT = "timeout"
    #: No roll brought a letter that was in the tray.
    VAIN = "vain"
    #: Missed for a false start or stop.
    MISSED = "missed"


class Reason(StrEnum):
    """Why a game ended."""

    #: The tray is empty.
    OUT = "out"
    #: Both teams rolled in vain, one after the other.
    VAIN = "vain"
    #: All agreed that there is no room for a word.
    STUCK = "stuck"
    #: In several rounds in succession nobody laid a word.
    IDLE = "idle"
    #: By word of the teams or the director.
    ENDED = "ended"


class Owed(StrEnum):
    """What the team has to do before the points of its word are known."""

    ROLL = "roll"
    CHOICE = "choice"


@dataclass(frozen=True)
class PartyRules:
    """What a game began with."""

    dice: Source
    timer: Source
    #: The sides of the letter die, equals as often as they are on it.
    faces: str
    bonus_faces: tuple[Face, ...]
    bonus_squares: frozenset[Square]
    #: How long each zone of the timer lasts.
    zones_ms: tuple[int, ...]
    #: Points for laying MANY_TILES or more, added last of all.
    many_bonus: int
    #: The game ends after so many rounds in succession without a word.
    idle_rounds: int

    @cached_property
    def board_rules(self) -> Ruleset:
        """What a word may be and is worth on the board."""
        bonuses = dict.fromkeys(range(MANY_TILES, 16), self.many_bonus)
        return replace(STANDARD, name="party", most_tiles=15, bonuses=bonuses)

    def zone_at(self, elapsed_ms: int) -> str | None:
        """The zone in which the timer is, so long after it began; None when it is over."""
        passed = 0
        for name, lasts in zip(ZONE_NAMES, self.zones_ms, strict=True):
            passed += lasts
            if elapsed_ms < passed:
                return name
        return None


@dataclass(frozen=True)
class Current:
    """The turn being played."""

    team: int
    #: Counted from 1.
    number: int
    #: The letters rolled; only the last one can be in the tray.
    rolled: tuple[str, ...] = ()
    #: The letter that must be laid, or '' where none must.
    letter: str = ""
    #: The place in ZONE_NAMES where the timer begins; of a timer not ours, where it is at best.
    first_zone: int = 0
    #: How often the timer was started, and how long it ran before it stood last.
    runs: int = 0
    used_ms: int = 0
    #: Where the timer stands.
    zone: str | None = None
    #: The false starts and stops told, as (kind, team).
    faults: frozenset[tuple[str, int]] = frozenset()


@dataclass(frozen=True)
class Turn(WordTurn):
    """A line of the score sheet, of a team."""

    kind: Kind
    #: The tiles laid, blanks as lower-case letters, and where.
    tiles: str = ""
    squares: tuple[Square, ...] = ()
    rolled: tuple[str, ...] = ()
    zone: str | None = None
    face: Face | None = None
    #: The tile that the bonus die made worth more.
    chosen: Square | None = None


@dataclass(frozen=True)
class Pending:
    """The last word while its points are not noted: it can be challenged, then this comes back."""

    board: Board
    #: Words formed that have not been ruled admissible yet.
    open_words: tuple[str, ...]
    owed: Owed | None = None


@dataclass(frozen=True)
class Party(PendingState, EndingState):
    """Where a game stands."""

    rules: PartyRules
    phase: Phase = Phase.BEGINNING
    #: What the teams rolled to see who begins; after equals both roll again.
    begin_rolls: tuple[str, ...] = ()
    #: None before the first turn.
    current: Current | None = None
    board: Board = field(default_factory=Board)
    #: Points as they stand, those of a pending word among them.
    points: tuple[int, ...] = (0,) * TEAMS
    turns: tuple[Turn, ...] = ()
    pending: Pending | None = None
    #: What awaits each team in its next turn.
    misses: tuple[bool, ...] = (False,) * TEAMS
    is_free: tuple[bool, ...] = (False,) * TEAMS
    first_zones: tuple[int, ...] = (0,) * TEAMS
    #: Who rolled in vain since the last turn that was none such.
    in_vain: tuple[bool, ...] = (False,) * TEAMS
    #: Turns in succession without a word that stayed.
    idle: int = 0
    #: How often each die was rolled in the whole game: the labels of chance count so.
    letter_rolls: int = 0
    bonus_rolls: int = 0
    ending: Ending | None = None
    #: Whose turn it is: of a word that waits to be noted, whose it will be then.
    on_turn: int | None = 0

    @property
    def players(self) -> int:
        return TEAMS

    @property
    def scores(self) -> tuple[int, ...]:
        return self.points

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def tray(self) -> str:
        """The tiles still in the tray, sorted."""
        return without(self.rules.board_rules.tile_set.all_tiles, self.board.tiles)

    @property
    def timer(self) -> Timer | None:
        """The timer of this turn, as far as it has not run before; None where people have one."""
        now = self.current
        if self.phase is not Phase.RUNNING or self.rules.timer is not Source.SERVER or now is None:
            return None
        until, zones = -self.begun_ms, []
        for name, lasts in zip(ZONE_NAMES, self.rules.zones_ms, strict=True):
            until += lasts
            if until > 0:
                zones.append(Zone(name, until))
        then = {"kind": "timeout", "player": now.team}
        return Timer(f"{now.number}:{now.runs}", until, then, tuple(zones))

    @property
    def begun_ms(self) -> int:
        """How much of the whole timer is not there or was used before it last began to run."""
        if self.current is None:
            return 0
        return sum(self.rules.zones_ms[: self.current.first_zone]) + self.current.used_ms


def other(team: int) -> int:
    return 1 - team


def worth(turn: Turn, values: Mapping[str, int]) -> int:
    """What a word brings: the board's premiums first, then the bonus die, then the timer."""
    points = sum(points for _, points in turn.words)
    if turn.chosen is not None and turn.face is not None:
        tile = turn.tiles[turn.squares.index(turn.chosen)]
        points += (TILE_FACTORS[turn.face] - 1) * values.get(tile, 0)  # a blank has no value
    factor, more = (1, 0) if turn.zone is None else ZONES[turn.zone]
    return points * factor + more + turn.bonus
