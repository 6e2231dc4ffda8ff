"""The end of a game at its table: what it means for the tournament (see docs/tables.md)."""

from datetime import datetime
from typing import Any

from engine.endings import Because
from engine.match.values import Match, Reason
from engine.table import State
from referee.models import User
from tournaments.evenings import services as evenings
from tournaments.events import journal
from tournaments.events.journal import Actor
from tournaments.models import LogEntry, Pairing, Report, Table
from tournaments.rounds.services import results
from tournaments.rounds.services.counting import Score
from tournaments.tables.selectors.tables import record_of, state_of

Outcome = Pairing.Outcome
#: By the number of the player who has lost.
_LOST_ON_TIME = (Outcome.LOST_ON_TIME_FIRST, Outcome.LOST_ON_TIME_SECOND)
_FORFEIT = (Outcome.FORFEIT_FIRST, Outcome.FORFEIT_SECOND)


def follow(table: Table, before: Score | None, at: datetime, by: Actor) -> None:
    """Have the locked table's state, and the pairing's result, follow the game.

    `before` is what the record said before it changed. Raises what `results` refuses.
    """
    was_over, state = table.state == Table.State.OVER, state_of(table)
    has_changed = set_state(table, state)
    result = result_at(table)
    if not state.is_over or (was_over and not has_changed and result == before):
        return
    tournament = journal.lock_tournament(table.tournament)
    told: dict[str, Any] = {
        "table": str(table.pk),
        "pairing": table.pairing_id,
        "scores": table.scores,
        "places": table.places,
        "outcome": result and result.outcome,
    }
    journal.record(tournament, LogEntry.Kind.TABLE_FINISHED, at, by=by, data=told)
    evenings.note_changed(tournament, table, at)
    if table.pairing is not None and result is not None:
        _report(table.pairing, result, at, by)


def _report(pairing: Pairing, result: Score, at: datetime, by: Actor) -> None:
    """The result of a game that was recorded: the staff's word counts, a player's is a report.

    A player reports nothing but what was played out; all else waits for the director. Nothing is
    implausible, as every point was counted.
    """
    said = {**result.as_json(), "source": Report.Source.TABLE, "confirm_implausible": True}
    if isinstance(by, User):
        results.enter_result(pairing, at, by=by, **said)
    elif by is not None and result.outcome in results.AT_THE_BOARD:
        results.report_result(pairing, by, at, **said)


def set_state(table: Table, state: State) -> bool:
    """Have the columns of the locked table follow its game; whether state, points or places did.

    Whose turn it is, and when the timer is over, are among them.
    """
    now: dict[str, Any] = {
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


def result_at(table: Table) -> Score | None:
    """The result of a pairing's game as its record has it, if it has one."""
    return None if table.pairing_id is None else result_of(state_of(table))


def result_of(state: State) -> Score | None:
    """What a game of two says to the tournament; None where the director has to decide.

    Points have the deductions for time in them. Whoever gave up has forfeited the game, and where
    nobody has won it by the clock, both have.
    """
    if not state.is_over or not isinstance(state, Match) or state.players != 2:
        return None
    ending, lost = state.ending, state.lost_on_time
    if ending is not None and ending.reason is Reason.ENDED:
        if ending.winner is None:
            return None
        loser = 1 - ending.winner
        if ending.because is not Because.TIME:
            return Score(_FORFEIT[loser])
        lost = (loser,)
    if len(lost) > 1:
        return Score(Outcome.DOUBLE_FORFEIT)
    return Score(_LOST_ON_TIME[lost[0]] if lost else Outcome.PLAYED, *state.scores)
