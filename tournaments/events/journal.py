"""The logs of a tournament and of its tables: each change is recorded in its own transaction.

The callers have locked what they hand over; it is announced on commit.
"""

from collections.abc import Mapping
from datetime import datetime

from referee.events import log
from referee.journals import salted
from referee.models import User
from tournaments.models import Entry, LogEntry, Round, Table, TableLogEntry, Tournament
from tournaments.tables.replay import tells_secret

#: Who acted; None stands for the clock.
Actor = User | Entry | None


def record(
    tournament: Tournament,
    kind: LogEntry.Kind,
    at: datetime,
    *,
    by: Actor,
    data: Mapping[str, object] | None = None,
    is_internal: bool = False,
) -> None:
    """Append to the log of `tournament`. The data of an internal entry are for the staff only."""
    if is_internal:
        data = salted(data or {})
    log.record(tournament, kind, at, by=by, data=data, is_internal=is_internal)


def record_round(
    round: Round,
    kind: LogEntry.Kind,
    at: datetime,
    *,
    by: Actor,
    is_internal: bool = False,
    data: Mapping[str, object] | None = None,
) -> None:
    """Record what happened to the round."""
    data = {"division": round.division.number, "round": round.number, **(data or {})}
    record(round.division.tournament, kind, at, by=by, data=data, is_internal=is_internal)


def record_at_table(
    table: Table, kind: TableLogEntry.Kind, at: datetime, *, by: Actor, data: Mapping[str, object]
) -> None:
    """Append to the log of `table`, which hides what tells secrets while the game is played."""
    if tells_secret(table, kind, data):
        data = salted(data)
    log.record(table, kind, at, by=by, data=data)
