"""What a table begins with: the game's set-up, the seed of its chance."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from engine import games
from engine.errors import EngineError, Unreadable
from engine.fields import Setup
from engine.randomness import SEED_BYTES
from engine.refusals import Contradiction
from engine.table import AnyGame
from referee.errors import Invalid
from tournaments.errors import SetupRefused
from tournaments.events import journal
from tournaments.events.journal import Actor
from tournaments.models import Entry, LogEntry, Pairing, Seat, Table, TableLogEntry, Tournament
from tournaments.tables.hosts import host_at
from tournaments.tables.selectors.tables import state_of, view_of
from tournaments.tables.services.endings import set_state
from tournaments.tables.services.seating import Seating

#: So many play together at the most: a hall of Bingo.
MOST_NAMES = 500
#: Names the table, by its id, on whose final board the game begins.
BOARD_OF = "board_of"


def usual_setup(tournament: Tournament, game: AnyGame) -> dict[str, object]:
    """What a game begins with unless somebody says otherwise."""
    usual = {
        asked.name: asked.usual
        for asked in game.settings
        if asked.is_needed and asked.usual is not None
    }
    return {**usual, "ruleset": tournament.options.ruleset} if _has_ruleset(game) else usual


def with_board(tournament: Tournament, game: AnyGame, setup: Setup) -> dict[str, object]:
    """The set-up with the final board of the table that it names as `board_of`, if it does.

    The tiles are those of that table's ruleset. Raises Invalid unless that is a game of the
    tournament that is over and had a board.
    """
    given = dict(setup)
    if (named := given.pop(BOARD_OF, None)) is None:
        return given
    table = _find_over(tournament, named)
    board = None if table is None else view_of(table).board
    if table is None or board is None or "board" in given:
        problem = _("Richtig ist eine beendete Partie des Turniers, bei der ein Brett da ist.")
        raise Invalid(field="setup", problem=problem)
    has_ruleset = _has_ruleset(game) and "ruleset" in table.setup
    return {
        **({"ruleset": table.setup["ruleset"]} if has_ruleset else {}),
        **given,
        "board": [*board],
    }


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
    setup: dict[str, object],
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
    host_at(tournament, pairing).note_opened(at, by)
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
    journal.record_at_table(table, TableLogEntry.Kind.OPENED, at, by=by, data=opened)
    set_state(table, state_of(table))
    told = {"table": str(table.pk), "pairing": table.pairing_id, **about}
    journal.record(tournament, LogEntry.Kind.TABLE_OPENED, at, by=by, data=told)
    return table


def _has_ruleset(game: AnyGame) -> bool:
    return any(asked.name == "ruleset" for asked in game.settings)


def _find_over(tournament: Tournament, named: object) -> Table | None:
    try:
        pk = UUID(str(named))
    except ValueError:
        return None
    return tournament.tables.filter(pk=pk, state=Table.State.OVER).first()
