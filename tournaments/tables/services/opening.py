"""What a table begins with: who sits there, the game's set-up, the seed of its chance."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from engine import games
from engine.errors import EngineError, Unreadable
from engine.randomness import SEED_BYTES
from engine.refusals import Contradiction
from engine.table import AnyGame
from referee.errors import Invalid
from referee.texts import read_text
from tournaments.errors import (
    NotYourGame,
    SetupRefused,
    TableExists,
    TooManySeated,
    TooManyTables,
)
from tournaments.evenings import services as evenings
from tournaments.events import journal
from tournaments.events.journal import Actor
from tournaments.events.transitions import demand_game
from tournaments.models import Entry, LogEntry, Pairing, Seat, Table, TableEntry, Tournament
from tournaments.permissions import demand_player
from tournaments.tables.selectors.tables import state_of, view_of
from tournaments.tables.services.endings import set_state

NAME_LENGTH = 100
#: So many play together at the most: a hall of Bingo.
MOST_NAMES = 500
#: So many tables that a player has opened may be played at a time.
MOST_RUNNING = 8
#: So many people a player seats at a table; a whole hall is the staff's to seat.
MOST_SEATED = 8
#: Between the names of those who are one team.
_AND = " & "
#: Names the table, by its id, on whose final board the game begins.
BOARD_OF = "board_of"


@dataclass(frozen=True)
class Seating:
    """Who plays, in the order of the game's numbers."""

    names: Sequence[str]
    #: Those of the tournament among them; none at a place where a guest plays.
    entries: Sequence[Sequence[Entry]]

    @property
    def people(self) -> int:
        """How many they are; a guest, or guests together, count as one."""
        return sum(max(1, len(together)) for together in self.entries)

    @property
    def numbers(self) -> list[list[int]]:
        return [[entry.number for entry in together] for together in self.entries]

    def place_of(self, entry: Entry) -> int | None:
        """The player's number in the game; None for who does not sit there."""
        places = (place for place, together in enumerate(self.entries) if entry in together)
        return next(places, None)


def seating_of(pairing: Pairing) -> Seating:
    entries = [entry for entry in (pairing.first, pairing.second) if entry is not None]
    return Seating([entry.name for entry in entries], [[entry] for entry in entries])


def guests(names: Iterable[str]) -> Seating:
    """Those who are nothing but names. Raises Invalid for names of no use."""
    read = [read_text("names", name, NAME_LENGTH, least=1) for name in names]
    return Seating(read, [()] * len(read))


def read_seating(
    tournament: Tournament, names: Sequence[str] | None, seats: Sequence[Sequence[int]] | None
) -> Seating:
    """Who plays at a free table: names, numbers of the tournament's players, or both.

    Whoever has no name given is called by the names of those who sit there. Raises Invalid for
    names of no use, and seats of nobody, of somebody twice, or of who has gone home.
    """
    if not seats:
        return guests(names or ())
    if names and len(names) != len(seats):
        problem = _("Für {players} Spieler sind {names} Namen da.")
        raise Invalid(field="names", problem=problem.format(players=len(seats), names=len(names)))
    wanted = [number for together in seats for number in together]
    found = {entry.number: entry for entry in tournament.entries.filter(number__in=wanted)}
    for number in wanted:
        if number not in found:
            problem = _("Die Nummer {number} gibt es in dem Turnier nicht.").format(number=number)
            raise Invalid(field="seats", problem=problem)
        if tournament.kind == Tournament.Kind.EVENING and found[number].withdrawn_from:
            problem = _("{name} ist schon gegangen.").format(name=found[number].name)
            raise Invalid(field="seats", problem=problem)
        if wanted.count(number) > 1:
            problem = _("Die Nummer {number} sitzt zweimal am Tisch.").format(number=number)
            raise Invalid(field="seats", problem=problem)
    entries = [[found[number] for number in together] for together in seats]
    all_names = [
        read_text("names", name, NAME_LENGTH) or called([entry.name for entry in together])
        for name, together in zip(names or [""] * len(seats), entries, strict=True)
    ]
    if not all(all_names):
        raise Invalid(field="names", problem=_("Wer keine Nummer hat, braucht einen Namen."))
    return Seating(all_names, entries)


def called(people: Sequence[str]) -> str:
    """What a team without a name is called: by its people, or by the first where they are many."""
    for most in range(len(people), 0, -1):
        name = _AND.join([*people[:most], *(["…"] if most < len(people) else [])])
        if len(name) <= NAME_LENGTH:
            return name
    return people[0][:NAME_LENGTH] if people else ""


def demand_may_open(tournament: Tournament, seating: Seating, by: Actor) -> None:
    """Free tables are opened by the staff; at an evening by those too who sit there.

    Raises NotYourGame, TooManySeated, TooManyTables.
    """
    if not isinstance(by, Entry):
        return
    if tournament.kind != Tournament.Kind.EVENING or seating.place_of(by) is None:
        raise NotYourGame
    if seating.people > MOST_SEATED:
        raise TooManySeated(people=seating.people, most=MOST_SEATED)
    running = by.opened_tables.filter(state=Table.State.RUNNING).count()
    if running >= MOST_RUNNING:
        raise TooManyTables(name=by.name, tables=running)


def usual_setup(tournament: Tournament, game: AnyGame) -> dict[str, Any]:
    """What a game begins with unless somebody says otherwise."""
    usual = {
        asked.name: asked.usual
        for asked in game.settings
        if asked.is_needed and asked.usual is not None
    }
    return {**usual, "ruleset": tournament.options.ruleset} if _has_ruleset(game) else usual


def with_board(tournament: Tournament, game: AnyGame, setup: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with the final board of the table that it names as `board_of`, if it does.

    The tiles are those of that table's ruleset. Raises Invalid unless that is a game of the
    tournament that is over and had a board.
    """
    given = dict(setup)
    if (named := given.pop(BOARD_OF, None)) is None:
        return given
    table = _find_over(tournament, named)
    board = None if table is None else view_of(table)["board"]
    if table is None or board is None or "board" in given:
        problem = _("Richtig ist eine beendete Partie des Turniers, bei der ein Brett da ist.")
        raise Invalid(field="setup", problem=problem)
    has_ruleset = _has_ruleset(game) and "ruleset" in table.setup
    return {**({"ruleset": table.setup["ruleset"]} if has_ruleset else {}), **given, "board": board}


def demand_plain_texts(field: str, given: object) -> None:
    """Raises Invalid, naming `field`, for JSON with characters that no database keeps."""
    if isinstance(given, str):
        if "\0" in given or any("\ud800" <= character <= "\udfff" for character in given):
            raise Invalid(field=field, problem=_("Der Text enthält Zeichen, die man nicht sieht."))
    elif isinstance(given, Mapping):
        for key, value in given.items():
            demand_plain_texts(field, key)
            demand_plain_texts(field, value)
    elif isinstance(given, Sequence):
        for value in given:
            demand_plain_texts(field, value)


def find_game(name: str) -> AnyGame:
    """Raises Invalid."""
    try:
        return games.game(name)
    except EngineError as fault:
        raise Invalid(field="game", problem=str(fault)) from None


def prepare_table(
    tournament: Tournament,
    at: datetime,
    by: Actor,
    seating: Seating,
    game: AnyGame,
    setup: dict[str, Any],
    *,
    pairing: Pairing | None = None,
    is_public: bool = True,
    counts: bool = True,
) -> Table:
    """The table in a tournament that the caller has locked.

    Raises Invalid for a set-up that is none (`setup.theme`, where it is a setting) or for another
    number of players, SetupRefused for settings that do not go together.
    """
    demand_plain_texts("setup", setup)
    try:
        state = game.begin(setup)
    except Contradiction as fault:
        raise SetupRefused(fault.refusal, seating.names, game.name) from None
    except Unreadable as fault:
        where = ("setup", fault.field, str(fault.item or ""))
        raise Invalid(field=".".join(filter(None, where)), problem=str(fault)) from None
    except EngineError as fault:
        raise Invalid(field="setup", problem=str(fault)) from None
    if state.players != len(seating.names):
        problem = _("Für {players} Spieler sind {names} Namen da.")
        problem = problem.format(players=state.players, names=len(seating.names))
        raise Invalid(field="names", problem=problem)
    evenings.note_opened(tournament, at, by=by)
    table = tournament.tables.create(
        pairing=pairing,
        game=game.name,
        setup=setup,
        names=list(seating.names),
        seed=secrets.token_hex(SEED_BYTES),
        opened_by=by if isinstance(by, Entry) else None,
        is_public=is_public,
        counts=counts,
        created_at=at,
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=number, entry=entry)
        for number, together in enumerate(seating.entries)
        for entry in together
    )
    about = {"game": table.game, "names": table.names, "seats": seating.numbers}
    opened = {**about, "setup": setup, "is_public": is_public, "commitment": table.commitment}
    journal.record_at_table(table, TableEntry.Kind.OPENED, at, by=by, data=opened)
    set_state(table, state_of(table))
    told = {"table": str(table.pk), "pairing": table.pairing_id, **about}
    journal.record(tournament, LogEntry.Kind.TABLE_OPENED, at, by=by, data=told)
    return table


def playable(tournament: Tournament, pairing: Pairing, by: Actor) -> Pairing:
    """The pairing as it is now, if its game may be recorded by whoever acts.

    Raises Invalid for one of another tournament, NotYourGame, TableExists, and as
    `transitions.demand_game` does.
    """
    if pairing.round.division.tournament_id != tournament.pk:
        raise Invalid(field="pairing", problem=_("Diese Paarung gehört nicht zu dem Turnier."))
    pairing = demand_game(pairing, tournament)
    if isinstance(by, Entry):
        demand_player(pairing, by)
    existing = Table.objects.filter(pairing=pairing).first()
    if existing is not None:
        raise TableExists(table=str(existing.pk))
    return pairing


def _has_ruleset(game: AnyGame) -> bool:
    return any(asked.name == "ruleset" for asked in game.settings)


def _find_over(tournament: Tournament, named: object) -> Table | None:
    try:
        pk = UUID(str(named))
    except ValueError:
        return None
    return tournament.tables.filter(pk=pk, state=Table.State.OVER).first()
