"""A game at its table, worked out from its log; and what of it who may see."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from engine import games
from engine.errors import EngineError
from engine.older_logs import play_stored
from engine.shapes import to_json
from engine.table import AnyGame, Json, State
from referee import journals
from referee.access import Role
from referee.chain import time_text
from tournaments.errors import GameUnplayable
from tournaments.models import Entry, Seat, Table, TableEntry, Tournament
from tournaments.tables.clocks import Clock, Countdown

Kind = TableEntry.Kind
#: How the log names the server's own doing.
CLOCK = "clock"
STARTED, STOPPED = "started", "stopped"
#: Marks the undoing of what was made as due before all was dealt with that had been received in
#: time: then everything is as it was.
TOO_EARLY = "too_early"
#: So many entries are told to whoever was overtaken.
MOST_MEANWHILE = 20
#: What secret data have besides, so that nobody finds them by trying which ones have that digest.
SALT = "salt"


@dataclass(frozen=True)
class Step:
    """The game after one action: what it was, and where that left everything."""

    state: State
    clock: Clock
    countdown: Countdown
    #: None before the first action.
    action: Json | None = None
    at: datetime | None = None
    #: As the log has it: 'clock' for what the server did by itself.
    by: str = ""
    sequence: int = 0
    #: The same for the game of today: another than `action` only in logs of older versions.
    played: tuple[Json, ...] = ()


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

    @property
    def actions(self) -> tuple[Json, ...]:
        """All that was done, as the game of today takes it."""
        return tuple(action for step in self.steps for action in step.played)


class _Kept:
    """The games asked for last, in this process. The hash of a table's log names all of it, so
    that even what was rolled back can't be mistaken for what came in its place."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._records: OrderedDict[tuple[UUID, str], Record] = OrderedDict()
        self._lock = Lock()

    def get(self, table: Table) -> Record | None:
        with self._lock:
            key = table.pk, table.log_hash
            if key in self._records:
                self._records.move_to_end(key)
            return self._records.get(key)

    def put(self, table: Table, record: Record) -> None:
        with self._lock:
            self._records[table.pk, table.log_hash] = record
            if len(self._records) > self._most:
                self._records.popitem(last=False)


_kept = _Kept(most=500)


def record_of(table: Table) -> Record:
    """The game as far as `table` knows its log: from memory, else played again.

    Raises GameUnplayable for a log that the game of today refuses.
    """
    record = _kept.get(table)
    if record is None:
        # There may be more entries already by now.
        entries = table.log.filter(sequence__lte=table.log_length).order_by("sequence")
        try:
            record = replay(table.game, table.setup, entries)
        except EngineError as fault:
            raise GameUnplayable(table=str(table.pk)) from fault
        _kept.put(table, record)
    return record


def keep_step(
    table: Table, before: Record, after: State, action: Json, at: datetime, *, by: str
) -> None:
    """Spare the next reader to play it all again: `action` was just recorded, with this effect."""
    step = _step(before.steps[-1], after, action, at, by, table.log_length, (action,))
    _kept.put(table, Record((*before.steps, step)))


def state_of(table: Table) -> State:
    """Raises GameUnplayable, as `record_of` does."""
    return record_of(table).state


def is_playable(table: Table) -> bool:
    """Whether the game of today takes all that the log has."""
    try:
        record_of(table)
    except GameUnplayable:
        return False
    return True


def replay(game: str, setup: Json, entries: Iterable[TableEntry]) -> Record:
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


def _played_on(rules: AnyGame, last: Step, entry: TableEntry) -> Step:
    """The step that `entry`, an action, is after `last`. Raises EngineError for a refused one."""
    action = {key: value for key, value in entry.data.items() if key != SALT}
    try:
        after, played = play_stored(rules, last.state, action)
    except EngineError as fault:
        raise EngineError(f"entry {entry.sequence}: {fault}") from fault
    return _step(last, after, action, entry.at, entry.by, entry.sequence, played)


def _step(
    last: Step,
    after: State,
    action: Json,
    at: datetime,
    by: str,
    sequence: int,
    played: tuple[Json, ...],
) -> Step:
    clock, countdown = _clock_after(last, after, action, at), _countdown_after(last, after, at)
    return Step(after, clock, countdown, action, at, by, sequence, played)


def _clock_after(last: Step, after: State, action: Json, at: datetime) -> Clock:
    """Any action may tell how many `seconds` its turn took; `clock` tells what all have taken."""
    clock, player, seconds = last.clock.at(at), action.get("player"), action.get("seconds")
    if player is not None and seconds is not None:
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


# What who sees


def seat_of(table: Table, entry: Entry | None) -> int | None:
    """The number that a player has in the game at `table`, or None for who does not play there."""
    if entry is None:
        return None
    return table.seats.filter(entry=entry).values_list("number", flat=True).first()


def watchable_tables(tournament: Tournament, role: Role, entry: Entry | None) -> QuerySet[Table]:
    """The tables that `permissions.demand_watchable` lets pass."""
    found = tournament.tables.select_related("pairing__round__division")
    found = found.prefetch_related("seats__entry")
    if role.is_staff:
        return found
    watchable = Q(is_public=True) | Q(state=Table.State.OVER)
    if entry is not None:
        watchable |= Q(pk__in=Seat.objects.filter(entry=entry).values("table"))
    return found.filter(watchable)


def recorded_games(tournament: Tournament, role: Role, entry: Entry | None) -> QuerySet[Table]:
    """The same as a list to choose from: those still played, then the others, the newest first."""
    # The states are sorted by their names: 'running' comes after 'over'.
    return watchable_tables(tournament, role, entry).order_by("-state", "-created_at")


def table_json(table: Table) -> dict[str, Any]:
    """A table without its game."""
    pairing, seats = table.pairing, seats_of(table)
    return {
        "id": str(table.pk),
        "tournament": str(table.tournament_id),
        "division": pairing and pairing.round.division.number,
        "round": pairing and pairing.round.number,
        "pairing": table.pairing_id,
        "number": pairing and pairing.table,
        "entries": [number for seat in seats for number in seat],
        "seats": seats,
        "game": table.game,
        "setup": table.setup,
        "names": table.names,
        "state": table.state,
        "is_public": table.is_public,
        "counts": table.counts,
        "scores": table.scores,
        "places": table.places,
        "commitment": table.commitment,
        "seed": (table.seed or None) if table.state == Table.State.OVER else None,
        "created_at": time_text(table.created_at),
        "version": table.log_length,
    }


def seats_of(table: Table) -> list[list[int]]:
    """By player or team the numbers of those who sit there.

    Where the seats were fetched for many tables at once, they are taken; else no more is read than
    two numbers of each, for there may be hundreds.
    """
    seats: list[list[int]] = [[] for _ in table.names]
    found: Iterable[tuple[int, int]] = table.seats.values_list("number", "entry__number")
    if "seats" in getattr(table, "_prefetched_objects_cache", ()):
        found = [(seat.number, seat.entry.number) for seat in table.seats.all()]
    for number, entry in found:
        seats[number].append(entry)
    return seats


def shown_table(table: Table, *, sees_all: bool, seat: int | None) -> dict[str, Any]:
    """A table with its game, as `view_of` shows it to them."""
    return {
        **table_json(table),
        "view": view_of(table, sees_all=sees_all, seat=seat),
        "clock": clock_of(table),
        "timer": timer_of(table),
    }


def public_state(table: Table) -> dict[str, Any]:
    """What everybody may see of a game at a glance, ready for JSON.

    The view is null while a game is played that is not for everybody; who may see it asks for the
    table itself as soon as there is a new version. Nor is there one where the log can't be played
    again: the table itself tells why. Where each acts alone, hundreds are told of every action: so
    there are no names, and nothing of each in the view (`TableGame.glance`).
    """
    rules = games.game(table.game)
    is_secret = not table.is_public and table.state != Table.State.OVER
    is_hidden = is_secret or not is_playable(table)
    return {
        "table": str(table.pk),
        "tournament": str(table.tournament_id),
        "pairing": table.pairing_id,
        "game": table.game,
        "names": [] if rules.acts_alone else table.names,
        "state": table.state,
        "is_public": table.is_public,
        "version": table.log_length,
        "view": None if is_hidden else to_json(rules.glance(state_of(table))),
        "clock": None if is_hidden else clock_of(table),
        "timer": None if is_hidden else timer_of(table),
    }


def view_of(table: Table, *, sees_all: bool = False, seat: int | None = None) -> dict[str, Any]:
    """The game as `engine.table` shows it, without what is secret while it is played.

    What is secret of each, such as a rack, is shown to those in that `seat`, and all of it to
    whoever `sees_all`.
    """
    view = games.game(table.game).view(state_of(table), seat=seat, sees_all=sees_all)
    shown: dict[str, Any] = to_json(view)
    return shown


def clock_of(table: Table) -> dict[str, Any] | None:
    """The clock for JSON; None where the ruleset has none.

    Whoever is named has used what is said there and, while it runs, all that passed `since`.
    """
    record = record_of(table)
    limit, clock = record.state.time_limit, record.clock
    if limit is None:
        return None
    runs = clock.is_running and clock.player is not None
    return {
        "is_running": clock.is_running,
        "player": clock.player,
        "since": time_text(clock.since) if runs and clock.since else None,
        "used_milliseconds": list(clock.used),
        "limit_seconds": limit.seconds,
        "lost_after_seconds": limit.lost_after_seconds,
    }


def timer_of(table: Table) -> dict[str, Any] | None:
    """The timer for JSON; None where the game has none now.

    So much is used up to `since`, and all that passes from then on, until `due_at`.
    """
    record = record_of(table)
    timer, countdown, due_at = record.state.timer, record.countdown, record.due_at
    if timer is None or countdown.since is None or due_at is None:
        return None
    return {
        **to_json(timer),
        "used_ms": countdown.milliseconds_at(countdown.since),
        "since": time_text(countdown.since),
        "is_running": True,
        "due_at": time_text(due_at),
    }


def games_json() -> list[dict[str, Any]]:
    """Every game that can be played at a table."""
    return [
        {
            "name": game.name,
            "fewest_players": game.fewest_players,
            "most_players": game.most_players,
            "kinds": list(game.kinds),
            "settings": to_json(game.settings),
            "acts_alone": game.acts_alone,
        }
        for game in games.GAMES.values()
    ]


def log_of(table: Table, *, sees_all: bool = False) -> list[dict[str, Any]]:
    """The entries in order; while the game is played those that tell secrets have no data.

    Digests and hashes are always there, so that the chain can be checked without the data.
    """
    return _told(table, table.log.order_by("sequence"), sees_all=sees_all)


def entries_since(table: Table, version: int, *, sees_all: bool = False) -> list[dict[str, Any]]:
    """What has happened after `version`, the last of it, for somebody who has not seen it yet."""
    since = max(version, table.log_length - MOST_MEANWHILE)
    entries = table.log.filter(sequence__gt=since).order_by("sequence")
    return _told(table, entries, sees_all=sees_all)


def _told(table: Table, entries: Iterable[TableEntry], *, sees_all: bool) -> list[dict[str, Any]]:
    sees_all = sees_all or table.state == Table.State.OVER
    return [
        journals.entry_json(
            entry, is_shown=sees_all or not tells_secret(table, entry.kind, entry.data)
        )
        for entry in entries
    ]


def tells_secret(table: Table, kind: str, data: Json) -> bool:
    """Whether an entry of the log tells what nobody else may know while the game is played."""
    return kind == Kind.ACTED and games.game(table.game).tells_secret(table.setup, data)
