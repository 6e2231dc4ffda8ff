"""Games at their tables: opened, played action by action, taken back.

A table is locked before its tournament, and the tournament only where something concerns it: a
challenge, and the end of the game (see docs/tables.md).
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine import games
from engine.endings import Because
from engine.errors import Unreadable
from engine.fields import Action, Setup
from engine.intended_move import action_meant
from engine.match import MATCH
from engine.refusals import Refusal
from engine.settlement import time_deduction
from engine.table import AnyGame, State
from referee.errors import Invalid
from referee.events.locking import lock_event, lock_unfinished
from referee.events.log import name_of
from referee.journals import LogData
from referee.models import User
from tournaments.errors import (
    ActionRefused,
    ActionUnreadable,
    ClockStands,
    NothingToUndo,
    NotYourPart,
    StaffDecides,
    TableChanged,
)
from tournaments.events import journal
from tournaments.events.journal import Actor
from tournaments.events.locking import lock_table
from tournaments.models import Entry, LogEntry, Pairing, Table, TableLogEntry, Tournament
from tournaments.tables.hosts import host_at, host_of
from tournaments.tables.kept_records import KEPT
from tournaments.tables.replay import STARTED, STOPPED, TOO_EARLY, Step, is_automatic, is_due
from tournaments.tables.selectors.tables import entries_since, record_of, seat_of, state_of
from tournaments.tables.services.endings import apply_game_end, result_at, set_state
from tournaments.tables.services.opening import (
    demand_plain_texts,
    find_game,
    prepare_table,
    usual_setup,
    with_board,
)
from tournaments.tables.services.outside import TableOutside
from tournaments.tables.services.seating import demand_seated, read_seating, seating_of

Kind = TableLogEntry.Kind

#: No turn and no game takes longer.
MOST_SECONDS = 24 * 60 * 60


@transaction.atomic
def open_table(
    tournament: Tournament,
    at: datetime,
    *,
    by: Actor,
    pairing: Pairing | None = None,
    names: Sequence[str] | None = None,
    seats: Sequence[Sequence[int]] | None = None,
    game: str = "match",
    setup: Setup | None = None,
    is_public: bool = True,
    counts: bool = True,
) -> Table:
    """Begin the game of `pairing`, by the tournament's ruleset; its first player begins.

    Without a pairing it is a free table of any game, for those named and those whose numbers in
    the tournament are given as `seats`, a list for each player or team. `setup` adds to what is
    usual or changes it; it may name as `board_of` the table whose final board it begins with.

    Raises WrongTournamentState once the tournament is finished, RoundNotPublished, NoGame,
    PairingMissing if the round was paired anew, TableExists, Invalid for a game, set-up, seats or
    names of no use, NotYourGame for a player who opens another table than the own pairing's or,
    at an evening, one where they sit; StaffDecides for a player who says that it does not count,
    TooManySeated for one who seats a hall, TooManyTables for one who has opened many already.
    """
    tournament = lock_unfinished(tournament)
    rules = find_game(game)
    begun = usual_setup(tournament, rules)
    if isinstance(by, Entry) and not counts:
        raise StaffDecides
    host = host_at(tournament, pairing)
    if pairing is not None:
        other = None if rules is MATCH else game
        said = {"names": names, "seats": seats, "game": other, "setup": setup}
        if fixed := [field for field, value in said.items() if value is not None]:
            problem = _("Bei einer Paarung stehen Namen, Spiel und Regeln schon fest.")
            raise Invalid(field=fixed[0], problem=problem)
    players = host.fixed_players(by)
    if players is not None:
        seating = seating_of(players)
        begun = {**begun, "players": 2, "begins": 0}
    else:
        seating = read_seating(host, names, seats)
        host.demand_may_open(seating.entries, seating.people, by)
        begun["players"] = len(seating.names)
        if isinstance(by, Entry) and rules.host_setting:
            begun[rules.host_setting] = seating.place_of(by)
        begun |= with_board(tournament, rules, setup or {})
    return prepare_table(
        tournament,
        at,
        by,
        seating,
        rules,
        begun,
        pairing=pairing,
        is_public=is_public,
        counts=counts,
    )


@transaction.atomic
def change_table(
    table: Table,
    at: datetime,
    *,
    by: User,
    is_public: bool | None = None,
    counts: bool | None = None,
) -> Table:
    """Say whether everybody may watch while the game is played, and whether it counts.

    What is not said, or is so already, stays so. Raises WrongTournamentState once an evening is
    finished, GameUnplayable.
    """
    table = lock_table(table)
    record_of(table)  # whoever changes it is shown it then
    said = {"is_public": is_public, "counts": counts}
    changes = {
        column: value
        for column, value in said.items()
        if value is not None and value != getattr(table, column)
    }
    if changes:
        for column, value in changes.items():
            setattr(table, column, value)
        table.save(update_fields=[*changes])
        journal.record_at_table(table, Kind.CHANGED, at, by=by, data=changes)
        _tell_tournament(table, at, by, **changes)
    return table


def act(
    table: Table,
    action: Action,
    at: datetime,
    *,
    by: Actor,
    expected_version: int | None = None,
    lock: Callable[[Table], Table] = lock_table,
) -> Table:
    """Let something happen at `table`, as its game reads it, unless the rules refuse it.

    Words are read as people type them (`engine.intended_move`). What is not the actor's to say,
    rulings on words, chance and time, is written into it here.
    Where a timer is over by `at`, what was due then happens first; where it was not, and the worker
    was faster, that is taken back. Where the clock runs, what it measured is told the game when
    that matters: at the end, or when somebody has lost by it. The end of a pairing's game is its
    result.

    Raises Invalid, ActionUnreadable, ActionRefused, TableChanged if `expected_version` is past,
    NotYourGame for who does not play there, NotYourPart where each acts alone, StaffDecides for a
    player who ends a game other than by giving up, and what `results` refuses.
    """
    # In a transaction of its own: what was due happens whether or not the action is refused.
    expire(table, at)
    demand_plain_texts("action", action)
    with transaction.atomic():
        table = lock(table)
        make_due(table, at)
        too_early = _steps_made_too_early(table, at, expected_version)
        _demand_actor(table, action, by)
        _demand_version(table, expected_version, by, unseen=len(too_early))
        _check_seconds(action)
        _take_back(table, too_early, at, by=None, told={TOO_EARLY: True})
        before = result_at(table)
        record_action(table, _complete_action(table, action_meant(action), at, by), at, by)
        _tell_clocks(table, at)
        apply_game_end(table, before, at, by)
        return table


def undo(table: Table, at: datetime, *, by: Actor, expected_version: int | None = None) -> Table:
    """Take back the last action, and with it what the server had told the clock after it.

    A result reported from the end of the game stays until the game ends again. Raises
    NothingToUndo, TableChanged, NotYourGame, NotYourPart for a player where each acts alone. Of a
    game that is over players take back only the last entry of a pairing's whose result is not
    confirmed yet (AlreadyConfirmed) and which nobody has given up (StaffDecides).
    """
    expire(table, at)
    with transaction.atomic():
        return _undo(lock_table(table), at, by, expected_version)


def _undo(table: Table, at: datetime, by: Actor, expected_version: int | None) -> Table:
    make_due(table, at)
    if isinstance(by, Entry):
        demand_seated(table, by)
        if _rules_of(table).acts_alone:
            raise NotYourPart
    _demand_version(table, expected_version, by)
    was_over = table.state == Table.State.OVER
    if was_over and isinstance(by, Entry):
        host_of(table).demand_may_go_on(str(record_of(table).actions[-1]["kind"]))
    steps = list(record_of(table).steps)
    if len(steps) == 1:
        raise NothingToUndo
    taken_back = [steps.pop()]
    while is_automatic(taken_back[-1]) and len(steps) > 1:
        taken_back.append(steps.pop())
    _take_back(table, taken_back, at, by=by)
    set_state(table, state_of(table))
    if was_over and host_of(table).hears_of_going_on:
        _tell_tournament(table, at, by, state=table.state)
    return table


def expire(table: Table, at: datetime, *, lock: Callable[[Table], Table] = lock_table) -> Table:
    """Let happen what was due when the timer of `table` was over, if it is over by `at`.

    The log bears the time at which it was due, whenever that is noticed. What has happened
    already, or is not due yet, changes nothing, so that racing workers are harmless.
    """
    if not Table.objects.filter(pk=table.pk, due_at__lte=at).exists():
        return table
    with transaction.atomic():
        table = lock(table)
        make_due(table, at)
        return table


def stop_timer(table: Table) -> None:
    """Let nothing be due any more at a table whose game can't be played again, as it was found.

    As soon as it can, what is done next brings its time back.
    """
    Table.objects.filter(pk=table.pk, due_at=table.due_at).update(due_at=None)


@transaction.atomic
def set_clock_running(table: Table, is_running: bool, at: datetime, *, by: Actor) -> Table:
    """Start or stop the clock; while it runs, the time counts for whoever is on turn.

    What is so already stays so. Raises ClockStands where a clock has no meaning, NotYourGame.
    """
    table = lock_table(table)
    if isinstance(by, Entry):
        demand_seated(table, by)
    record = record_of(table)
    if record.clock.is_running == is_running:
        return table
    if is_running and (record.state.time_limit is None or record.state.is_played_out):
        raise ClockStands
    data = {"clock": STARTED if is_running else STOPPED}
    journal.record_at_table(table, Kind.CHANGED, at, by=by, data=data)
    return table


# Acting


def make_due(table: Table, at: datetime) -> None:
    """What `expire` does, at a table that the caller has locked."""
    while table.due_at is not None and table.due_at <= at:
        record, due_at = record_of(table), table.due_at
        before, timer = result_at(table), record.state.timer
        if timer is None:
            raise RuntimeError(f"table {table.pk} has a time, but its game has no timer")
        record_action(table, _complete_action(table, timer.then, due_at, None), due_at, None)
        _tell_clocks(table, due_at)
        apply_game_end(table, before, due_at, None)
        if table.due_at == due_at:
            raise RuntimeError(f"the timer {timer.key} of table {table.pk} does not end")


def _steps_made_too_early(table: Table, at: datetime, expected_version: int | None) -> list[Step]:
    """What was made as due after `at`, the last of it first, when an action received at `at` comes.

    It is only dealt with now, but was there in time. Nothing, if anybody has done anything since,
    if whoever acts has seen what was made, or if that has ended the game: then all secrets are out.
    """
    if table.state == Table.State.OVER:
        return []
    made: list[Step] = []
    steps = list(record_of(table).steps)
    while len(steps) > 1 and steps[-1].sequence == table.log_length - len(made):
        last, seen_up_to = steps.pop(), expected_version or 0
        is_later = last.at is not None and last.at > at and last.sequence > seen_up_to
        if not (is_later and is_due(steps[-1], last)):
            break
        made.append(last)
    return made


def _take_back(
    table: Table, steps: Sequence[Step], at: datetime, *, by: Actor, told: LogData | None = None
) -> None:
    for step in steps:
        data = {"sequence": step.sequence, **(told or {})}
        journal.record_at_table(table, Kind.UNDONE, at, by=by, data=data)


def _rules_of(table: Table) -> AnyGame:
    return games.game(table.game)


def _demand_actor(table: Table, action: Action, by: Actor) -> None:
    """Of the players only those pass who play there, and each for themselves where the game is
    played so; that others are staff the caller knows."""
    if not isinstance(by, Entry):
        return
    demand_seated(table, by)
    if _rules_of(table).acts_alone:
        if action.get("player") != seat_of(table, by):
            raise NotYourPart
    else:
        _demand_own_end(table, action, by)


def _demand_version(table: Table, expected: int | None, by: Actor, *, unseen: int = 0) -> None:
    """Raises TableChanged unless all that happened since is the `unseen` last entries."""
    if expected is not None and expected != table.log_length - unseen:
        meanwhile = entries_since(table, expected, sees_all=not isinstance(by, Entry))
        raise TableChanged(version=table.log_length, meanwhile=meanwhile)


def _demand_own_end(table: Table, action: Action, by: Entry) -> None:
    """A player of two may give up, which lets the other win, and end a game in no other way; who
    plays alone ends it at will."""
    if action.get("kind") != "end" or state_of(table).is_alone:
        return
    winner, seat = action.get("winner"), seat_of(table, by) or 0
    gives_up = action.get("because") == Because.RESIGNED and winner == 1 - seat
    if len(table.names) != 2 or not gives_up:
        raise StaffDecides


def _check_seconds(action: Action) -> None:
    seconds = action.get("seconds")
    if isinstance(seconds, int) and seconds > MOST_SECONDS:
        problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.").format(
            least=0, most=MOST_SECONDS
        )
        raise Invalid(field="seconds", problem=problem)


def _complete_action(table: Table, action: Action, at: datetime, by: Actor) -> Action:
    """`action` with what comes from outside. Raises ActionRefused and ActionUnreadable."""
    record = record_of(table)
    outside = TableOutside(table, at, by, record.elapsed_ms(at))
    try:
        completed = _rules_of(table).complete(record.state, action, outside)
    except Unreadable as fault:
        raise ActionUnreadable(action, str(fault)) from None
    if isinstance(completed, Refusal):
        raise ActionRefused(completed, table.names, table.game)
    return completed


def record_action(table: Table, action: Action, at: datetime, by: Actor) -> None:
    record, after = record_of(table), _state_after(table, action)
    journal.record_at_table(table, Kind.ACTED, at, by=by, data=dict(action))
    name, sequence = name_of(by), table.log_length
    KEPT.put(table, record.then(after, action, at, by=name, sequence=sequence))


def _state_after(table: Table, action: Action) -> State:
    """The state after `action`. Raises ActionRefused and ActionUnreadable."""
    try:
        after = _rules_of(table).act(state_of(table), action)
    except Unreadable as fault:
        raise ActionUnreadable(action, str(fault)) from None
    if isinstance(after, Refusal):
        raise ActionRefused(after, table.names, table.game)
    state: State = after
    return state


def _tell_clocks(table: Table, at: datetime) -> None:
    """Tell the game what the clock has measured, as soon as it matters (see docs/tables.md)."""
    record = record_of(table)
    limit = record.state.time_limit
    if limit is None or not any(record.clock.used):
        return
    for player, milliseconds in enumerate(record.clock.used):
        seconds, state = milliseconds // 1000, state_of(table)
        if not seconds or not (time_deduction(seconds, limit) is None or state.is_played_out):
            continue
        action = {"kind": "clock", "player": player, "seconds": seconds}
        # Where it knows already, or does not want to know any more, there is nothing to tell.
        told = _rules_of(table).act(state, action)
        if not isinstance(told, Refusal) and told != state:
            record_action(table, action, at, None)


def _tell_tournament(table: Table, at: datetime, by: Actor, **changes: Any) -> None:
    """Record for the tournament what changed of a table that may count in its standings.

    Raises WrongTournamentState once an evening is finished.
    """
    tournament = lock_event(table.tournament)
    data = {"table": str(table.pk), **changes}
    journal.record(tournament, LogEntry.Kind.CHANGED, at, by=by, data=data)
    host_at(tournament, table.pairing).note_changed(table, at, changes)
