"""A table's log played again, step by step, with its clock and its timer."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from engine import games
from engine.errors import EngineError
from engine.fields import Action, Setup
from engine.older_logs import play_stored
from engine.table import AnyGame, State
from referee.journals import SALT
from tournaments.models import Table, TableLogEntry
from tournaments.tables.clocks import Clock, Countdown

Kind = TableLogEntry.Kind
#: How the log names the server's own doing.
CLOCK = "clock"
STARTED, STOPPED = "started", "stopped"
#: Marks the undoing of what was made as due before all was dealt with that had been received in
#: time: then everything is as it was.
TOO_EARLY = "too_early"


@dataclass(frozen=True)
class Step:
    """The game after one action: what it was, and where that left everything."""

    state: State
    clock: Clock
    countdown: Countdown
    #: None before the first action.
    action: Action | None = None
    at: datetime | None = None
    #: As the log has it: 'clock' for what the server did by itself.
    by: str = ""
    sequence: int = 0
    #: The same for the game of today: another than `action` only in logs of older versions.
    played: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Record:
    """All that counts of a game: its steps but those undone, the first one before any action."""

    steps: tuple[Step, ...]

    @property
    def state(self) -> State:
        return self.steps[-1].state

    @property
    def clock(self) -> Clock:
        return self.steps[-1].clock

    @property
    def countdown(self) -> Countdown:
        return self.steps[-1].countdown

    @property
    def due_at(self) -> datetime | None:
        """When the timer that runs is over; None where none does."""
        timer = self.state.timer
        return None if timer is None else self.countdown.due_at(timer.limit_ms)

    def elapsed_ms(self, at: datetime) -> int:
        """How long the timer that runs has been running; 0 where none does."""
        return 0 if self.state.timer is None else self.countdown.milliseconds_at(at)

    def then(
        self, after: State, action: Action, at: datetime, *, by: str, sequence: int
    ) -> "Record":
        """The record with `action` and the state it led to, as entry `sequence` of the log."""
        step = step_after(self.steps[-1], after, action, at, by, sequence, (action,))
        return Record((*self.steps, step))

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was done, as the game of today takes it."""
        return tuple(action for step in self.steps for action in step.played)


def replay(game: str, setup: Setup, entries: Iterable[TableLogEntry]) -> Record:
    """Play a table's log again. Raises EngineError for one that can't have been written."""
    rules = games.game(game)
    begun = rules.begin(setup)
    clock = Clock(used=(0,) * begun.players, player=begun.on_turn)
    steps = [Step(begun, clock, Countdown())]
    for entry in entries:
        last = steps[-1]
        match entry.kind:
            case Kind.OPENED:
                steps[-1] = replace(last, countdown=_countdown_after(last, begun, entry.at))
            case Kind.ACTED:
                steps.append(_played_on(rules, last, entry))
            case Kind.UNDONE:
                steps.pop()
                if not entry.data.get(TOO_EARLY):
                    steps[-1] = _resumed(steps[-1], last, entry.at)
            case Kind.CHANGED if entry.data.get("clock") == STARTED:
                steps[-1] = replace(last, clock=last.clock.started(entry.at))
            case Kind.CHANGED if entry.data.get("clock") == STOPPED:
                steps[-1] = replace(last, clock=last.clock.stopped(entry.at))
    return Record(tuple(steps))


def tells_secret(table: Table, kind: str, data: Action) -> bool:
    """Whether an entry of the log tells what nobody else may know while the game is played."""
    return kind == Kind.ACTED and games.game(table.game).tells_secret(table.setup, data)


def _played_on(rules: AnyGame, last: Step, entry: TableLogEntry) -> Step:
    """The step that `entry`, an action, is after `last`. Raises EngineError for a refused one."""
    action = {key: value for key, value in entry.data.items() if key != SALT}
    try:
        after, played = play_stored(rules, last.state, action)
    except EngineError as fault:
        raise EngineError(f"entry {entry.sequence}: {fault}") from fault
    return step_after(last, after, action, entry.at, entry.by, entry.sequence, played)


def step_after(
    last: Step,
    after: State,
    action: Action,
    at: datetime,
    by: str,
    sequence: int,
    played: tuple[Action, ...],
) -> Step:
    clock, countdown = _clock_after(last, after, action, at), _countdown_after(last, after, at)
    return Step(after, clock, countdown, action, at, by, sequence, played)


def _clock_after(last: Step, after: State, action: Action, at: datetime) -> Clock:
    """Any action may tell how many `seconds` its turn took; `clock` tells what all have taken."""
    clock, player, seconds = last.clock.at(at), action.get("player"), action.get("seconds")
    if isinstance(player, int) and isinstance(seconds, int):
        is_all = action["kind"] == "clock"
        clock = clock.set_to(player, seconds) if is_all else clock.turn_told(player, seconds)
    if after.is_played_out:
        clock = clock.stopped(at)
    return clock.passed_on(after.on_turn)


def _countdown_after(last: Step, after: State, at: datetime) -> Countdown:
    timer = after.timer
    return last.countdown.passed_on(None if timer is None else timer.key, at)


def _resumed(before: Step, undone: Step, at: datetime) -> Step:
    """The step before one that was undone: thought about up to then, and again from `at` on.

    What passed between the mistake and its undoing counts for nobody. Where it was that the time
    ran out, the timer begins anew: else it would be over at once again.
    """
    mistaken_at = undone.at or at
    clock = replace(before.clock.at(mistaken_at), since=at, is_running=undone.clock.is_running)
    if is_due(before, undone):
        countdown = before.countdown.anew(at)
    else:
        countdown = before.countdown.resumed(mistaken_at, at)
    return replace(before, clock=clock, countdown=countdown)


def is_due(before: Step, step: Step) -> bool:
    """Whether `step` is what was due when the timer of `before` was over."""
    timer, action = before.state.timer, step.action
    if timer is None or action is None or step.by != CLOCK:
        return False
    is_same: bool = action["kind"] == timer.then["kind"]
    return is_same


def is_automatic(step: Step) -> bool:
    """Whether the server itself told the game what its clock had measured."""
    return step.by == CLOCK and step.action is not None and step.action.get("kind") == "clock"
