"""What is answered of tables: by the API, and to those who follow a game live."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.action_shapes import actions_of, one_of_game
from engine.fields import Action, Setup
from engine.games import GAMES
from engine.offers import Asked
from engine.shapes import Choice
from engine.table import AnyGame
from engine.views import Glance, View, Zone
from referee.shapes import Id, Moment
from tournaments.models import Table as TableModel

#: Indexed with what is no class.
_several: Any = Sequence


def _by_game(name: str, **types: Callable[[AnyGame], Any]) -> Choice:
    """Of which types these fields are in each game."""
    options = []
    for game in GAMES.values():
        found = {field: type_of(game) for field, type_of in types.items()}
        options.append((game.name, one_of_game(name, game, found)))
    return Choice(name, "game", tuple(options))


def _setup(game: AnyGame) -> type:
    return game.setup_type


@dataclass(frozen=True)
class TableClock:
    """`player` has used what is said there and, while the clock runs, all that passed `since`."""

    is_running: bool
    #: Who is on turn, counted from 0; null if nobody is.
    player: int | None
    #: Null while it stands.
    since: Moment | None
    used_milliseconds: tuple[int, ...]
    limit_seconds: int
    #: Who is over the limit by more loses the game.
    lost_after_seconds: int


@dataclass(frozen=True, kw_only=True)
class TableTimer:
    """So much is used up to `since`, and while it runs all that passes from then on."""

    #: Another key is another timer.
    key: str
    limit_ms: int
    used_ms: int
    since: Moment
    is_running: bool
    #: When it is over. What is received from then on comes too late.
    due_at: Moment
    #: Parts of the time that mean something.
    zones: tuple[Zone, ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """`player` numbers in game and clock count from 0, in the order of `names`."""

    CHOICE: ClassVar = _by_game("Table", setup=_setup)

    id: Id
    tournament: Id
    #: Null for a free table.
    division: int | None
    round: int | None
    pairing: int | None
    #: Of the table in the hall, as the pairing has it.
    number: int | None
    #: The players' numbers in the tournament.
    entries: Sequence[int]
    #: The same by player or team; none at a place where a guest plays.
    seats: Sequence[Sequence[int]]
    #: Which game is played.
    game: str
    #: What it began with.
    setup: Setup
    names: Sequence[str]
    state: TableModel.State
    #: Whether everybody may watch before it is over.
    is_public: bool
    #: In the standings of an evening.
    counts: bool
    scores: Sequence[int]
    #: Null before the end, and where nobody has won.
    places: Sequence[int] | None
    #: SHA-256 of the seed that all chance comes from; null where none was promised.
    commitment: str | None
    #: In hex, once the game is over.
    seed: str | None
    created_at: Moment
    #: The number of the last entry in its log.
    version: int


@dataclass(frozen=True, kw_only=True)
class ShownTable(Table):
    """`player` numbers in game and clock count from 0, in the order of `names`."""

    CHOICE: ClassVar = _by_game("ShownTable", setup=_setup, view=lambda game: game.view_type)

    #: The game as it stands: board, score sheet, what each may do now. What is secret of others is
    #: left out while it is played.
    view: View
    clock: TableClock | None
    timer: TableTimer | None


@dataclass(frozen=True, kw_only=True)
class TableState:
    """View, clock and timer are null while a game is played that is not for everybody."""

    CHOICE: ClassVar = _by_game(
        "TableState", view=lambda game: (game.glance_type or game.view_type) | None
    )

    table: Id
    tournament: Id
    pairing: int | None
    game: str
    names: Sequence[str]
    state: TableModel.State
    is_public: bool
    version: int
    view: View | Glance | None
    clock: TableClock | None
    timer: TableTimer | None


@dataclass(frozen=True, kw_only=True)
class TableGame:
    """A game that can be played at a table."""

    name: str
    fewest_players: int
    most_players: int
    #: The kinds of all its actions.
    kinds: tuple[str, ...]
    #: What its set-up may say, `players` apart.
    settings: tuple[Asked, ...]
    #: Whether each plays on a phone of their own and acts for nobody else.
    acts_alone: bool


@dataclass(frozen=True, kw_only=True)
class TableProof:
    """With this anybody can draw again what came by chance: `python -m engine verify`."""

    CHOICE: ClassVar = _by_game(
        "TableProof", setup=_setup, actions=lambda game: _several[actions_of(game)]
    )

    game: str
    setup: Setup
    actions: Sequence[Action]
    #: As it was told at the beginning.
    commitment: str
    seed: str
    #: Whether the seed is the one promised, and brings all that came by chance.
    holds: bool


@dataclass(frozen=True, kw_only=True)
class Difference:
    line: int
    code: str
    says: str
    right: str
    #: The same for people.
    message: str


@dataclass(frozen=True, kw_only=True)
class ImportedTable:
    table: ShownTable
    #: What the file has wrong; it was worked out anew.
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class LookedUp:
    word: str
    is_admissible: bool
