"""The end of a game at its table: what it means for the tournament (see docs/tables.md)."""

from datetime import datetime

from engine.table import State
from referee.events.locking import lock_event
from referee.journals import LogData
from tournaments.events import journal
from tournaments.events.journal import Actor
from tournaments.models import LogEntry, Table
from tournaments.tables.hosts import Result, host_at, host_of
from tournaments.tables.selectors.tables import record_of, state_of


def apply_game_end(table: Table, before: Result | None, at: datetime, by: Actor) -> None:
    """Have the locked table's state, and its host, follow the game.

    `before` is what the record said before it changed. Raises what the host refuses.
    """
    was_over, state = table.state == Table.State.OVER, state_of(table)
    has_changed = set_state(table, state)
    result = result_at(table)
    if not state.is_over or (was_over and not has_changed and result == before):
        return
    tournament = lock_event(table.tournament)
    told: LogData = {
        "table": str(table.pk),
        "pairing": table.pairing_id,
        "scores": table.scores,
        "places": table.places,
        "outcome": result and result.outcome,
    }
    journal.record(tournament, LogEntry.Kind.TABLE_FINISHED, at, by=by, data=told)
    host = host_at(tournament, table.pairing)
    host.note_changed(table, at, {"state"})
    if result is not None:
        host.note_result(result, at, by)


def set_state(table: Table, state: State) -> bool:
    """Have the columns of the locked table follow its game; whether state, points or places did.

    Whose turn it is, and when the timer is over, are among them.
    """
    now: dict[str, object] = {
        "state": Table.State.OVER if state.is_over else Table.State.RUNNING,
        "scores": list(state.scores),
        "places": None if state.places is None else list(state.places),
    }
    has_changed = any(getattr(table, column) != value for column, value in now.items())
    now |= {"on_turn": state.on_turn, "due_at": record_of(table).due_at}
    if any(getattr(table, column) != value for column, value in now.items()):
        for column, value in now.items():
            setattr(table, column, value)
        table.save(update_fields=[*now])
    return has_changed


def result_at(table: Table) -> Result | None:
    """What the game says to the table's host as its record has it, if anything."""
    return host_of(table).result_of(state_of(table))
