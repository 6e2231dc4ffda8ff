"""What the page of a table shows, part by part, as its templates take it."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine.views import SettledView, TurnView, View
from referee.boards import BoardRules
from referee.charts import Chart
from tournaments.tables.answers import TableClock
from tournaments.tables.games.texts import GameTexts
from tournaments.tables.pages.board import Grid
from tournaments.tables.pages.known import ShownTray, ToldFact
from tournaments.tables.pages.offers import Form
from tournaments.tables.pages.sheet import AnalysedGame, SheetTurn
from tournaments.tables.pages.timer import Countdown


@dataclass(frozen=True)
class Head:
    """A player above the board."""

    number: int
    name: str
    score: int
    place: int | None
    is_on_turn: bool
    is_winner: bool
    #: Milliseconds used up to `since`; None where there is no clock.
    used: int | None
    #: The time left as it is written, below zero once it is over; '' without a clock.
    left: str
    is_over_time: bool


@dataclass(frozen=True)
class Replayed:
    """A game that is over, after one of its turns."""

    #: Counted from 1; 0 before the first.
    move: int
    moves: int
    told: str

    @property
    def back(self) -> int:
        return max(0, self.move - 1)

    @property
    def on(self) -> int:
        return min(self.moves, self.move + 1)


@dataclass(frozen=True)
class ToldAlike:
    """With what the script says anew what is told to all (table_alone.js)."""

    #: As JSON: by code the text of a fact, by tile what it is worth.
    facts: str
    values: str
    most_single: int


@dataclass(frozen=True)
class HeadPart:
    """Above the board: points, clocks, and what else is to be known."""

    heads: tuple[Head, ...]
    is_many: bool
    players: tuple[tuple[int, str], ...]
    clock: TableClock | None
    facts: tuple[ToldFact, ...]
    more_facts: tuple[ToldFact, ...]


@dataclass(frozen=True)
class BoardPart:
    board: SafeString | None
    grid: Grid | None
    legend: tuple[tuple[str, str], ...]
    geometry: BoardRules | None
    notation: str
    replayed: Replayed | None


@dataclass(frozen=True)
class TrayPart:
    trays: tuple[ShownTray, ...]
    are_trays_first: bool


@dataclass(frozen=True)
class TurnPart:
    """What happens, and what may be done about it."""

    mover: str
    #: Whether that is a team called by its people.
    is_several: bool
    phase: str
    ending: str
    #: Forms by where they stand: about words that can be challenged, before all, and folded.
    window: tuple[Form, ...]
    main: tuple[Form, ...]
    aside: tuple[Form, ...]
    #: That of the main ones by which a word is laid.
    laying: Form | None
    #: The turn that can be challenged, and whose it is.
    pending: TurnView | None
    pending_name: str
    can_undo: bool
    gives_hints: bool
    looks_up: bool
    #: What can be played on the board that is left: code and name.
    further: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SheetPart:
    sheet: tuple[tuple[SheetTurn | None, ...], ...]
    is_listed: bool
    turn_number: int
    settlement: tuple[SettledView, ...] | None


@dataclass(frozen=True)
class AfterPart:
    """What a game that is over has besides."""

    is_analysed: bool
    chart: Chart | None
    analysed: AnalysedGame | None
    #: Why it is not there just now, or ''.
    refusal: str


@dataclass(frozen=True)
class LivePart:
    """With what the page keeps itself up to date."""

    events: str
    spread_ms: int
    countdown: Countdown | None
    told_alike: ToldAlike | None
    pulse: str


@dataclass(frozen=True)
class TablePage:
    """All that the page of a table shows. Templates know the fields of its parts by their names."""

    view: View
    texts: GameTexts
    title: str
    may_act: bool
    acts_alone: bool
    is_seated: bool
    is_over: bool
    parts: tuple[HeadPart | BoardPart | TrayPart | TurnPart | SheetPart | AfterPart | LivePart, ...]

    @property
    def context(self) -> dict[str, object]:
        shown: dict[str, object] = dict(vars(self))
        for part in self.parts:
            shown |= vars(part)
        return shown
