"""The log of a tournament: each change is recorded in the transaction that makes it."""

import secrets
from datetime import datetime
from typing import Any

from referee import journals
from referee.models import User
from tournaments.errors import TableMissing, TournamentMissing
from tournaments.models import Entry, LogEntry, Table, TableEntry, Tournament
from tournaments.tables.replay import SALT
from tournaments.tables.selectors.tables import tells_secret

#: Who acted; None stands for the clock.
Actor = User | Entry | None


def lock_tournament(tournament: Tournament) -> Tournament:
    """The tournament as it is now, locked to the end of the transaction."""
    try:
        return Tournament.objects.select_for_update().get(pk=tournament.pk)
    except Tournament.DoesNotExist:
        raise TournamentMissing from None


def lock_table(table: Table) -> Table:
    """The table as it is now, locked to the end of the transaction; before its tournament."""
    try:
        return Table.objects.select_for_update().get(pk=table.pk)
    except Table.DoesNotExist:
        raise TableMissing from None


def record(
    tournament: Tournament,
    kind: LogEntry.Kind,
    at: datetime,
    *,
    by: Actor,
    data: dict[str, Any] | None = None,
    is_internal: bool = False,
) -> None:
    """Append to the log of `tournament`, which the caller has locked, and announce it on commit.

    `data` must be JSON as it is. Those of an internal entry are shown to the staff only, and get
    salt: everybody sees their digest, by which the few data that there can be could be tried out.
    """
    if is_internal:
        data = salted(data or {})
    journals.append(tournament, kind, at, by=name_of(by), data=data, is_internal=is_internal)


def record_at_table(
    table: Table, kind: TableEntry.Kind, at: datetime, *, by: Actor, data: dict[str, Any]
) -> None:
    """Append to the log of `table`, which the caller has locked, and announce it on commit.

    What tells secrets gets salt, as above: the log hides it while the game is played.
    """
    if tells_secret(table, kind, data):
        data = salted(data)
    journals.append(table, kind, at, by=name_of(by), data=data)


def salted(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, SALT: secrets.token_hex(16)}


def name_of(actor: Actor) -> str:
    """How the log names who acted."""
    match actor:
        case None:
            return "clock"
        case Entry():
            return f"player {actor.number}"
        case _:
            return actor.get_username()
