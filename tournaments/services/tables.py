"""Games at their tables: opened, played action by action, taken back.

A table is locked before its tournament, and the tournament only where something concerns it: a
challenge, and the end of the game (see docs/tables.md).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine import table as tables
from engine.errors import EngineError, Unreadable
from engine.match.values import Because
from engine.refusals import Refusal
from engine.settlement import time_deduction
from engine.table import Json, State
from referee.errors import Invalid
from referee.models import User
from referee.texts import read_text
from tournaments.errors import (
    ActionRefused,
    ActionUnreadable,
    ClockStands,
    NothingToUndo,
    NotYourGame,
    StaffDecides,
    TableChanged,
    TableExists,
)
from tournaments.models import (
    Entry,
    LogEntry,
    Pairing,
    Table,
    TableEntry,
    Tournament,
)
from tournaments.permissions import demand_player
from tournaments.selectors.tables import (
    STARTED,
    STOPPED,
    entries_since,
    is_automatic,
    is_played_out,
    keep_step,
    record_of,
    seat_of,
    state_of,
    time_limit,
    wants_clock,
)
from tournaments.services import journal, words
from tournaments.services.endings import follow, result_at, set_state
from tournaments.services.journal import Actor
from tournaments.services.results import demand_unconfirmed
from tournaments.services.states import lock_unfinished
from tournaments.services.transitions import demand_game

Kind = TableEntry.Kind

NAME_LENGTH = 100
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
    game: str = "match",
    setup: Mapping[str, Any] | None = None,
    is_public: bool = True,
) -> Table:
    """Begin to record the game of `pairing`, by the tournament's ruleset; its first player begins.

    Without a pairing it is a free table for those named, and `setup` adds to what is usual or
    changes it. Raises WrongTournamentState once the tournament is finished, RoundNotPublished,
    NoGame, PairingMissing if the round was paired anew, TableExists, Invalid for a game, set-up or
    names of no use, NotYourGame for a player who opens another table than the own one.
    """
    tournament = lock_unfinished(tournament)
    usual: dict[str, Any] = {"ruleset": tournament.options.ruleset}
    if pairing is not None:
        if names is not None or setup is not None:
            problem = _("Bei einer Paarung stehen Namen und Regeln schon fest.")
            raise Invalid(field="names" if setup is None else "setup", problem=problem)
        pairing = playable(tournament, pairing, by)
        names, usual = names_of(pairing), {**usual, "players": 2, "begins": 0}
    else:
        if isinstance(by, Entry):
            raise NotYourGame
        names = [read_text("names", name, NAME_LENGTH, least=1) for name in names or ()]
        usual = {**usual, "players": len(names), **(setup or {})}
    return prepare_table(tournament, at, by, pairing, names, game, usual, is_public=is_public)


@transaction.atomic
def change_table(table: Table, at: datetime, *, by: User, is_public: bool) -> Table:
    """Say whether everybody may watch while the game is played. What is so already stays so."""
    table = journal.lock_table(table)
    if table.is_public != is_public:
        table.is_public = is_public
        table.save(update_fields=["is_public"])
        data = {"is_public": is_public}
        journal.record_at_table(table, Kind.CHANGED, at, by=by, data=data)
    return table


@transaction.atomic
def act(
    table: Table,
    action: Json,
    at: datetime,
    *,
    by: Actor,
    expected_version: int | None = None,
    lock: Callable[[Table], Table] = journal.lock_table,
) -> Table:
    """Let something happen at `table`, as its game reads it, unless the rules refuse it.

    A challenge is ruled here: all words challenged are admissible, or none of them is taken for
    it. Where the clock runs, what it measured is told the game when that matters: at the end, or
    when somebody has lost by it. The end of a pairing's game is its result.

    Raises ActionUnreadable, ActionRefused, TableChanged if `expected_version` is past, NotYourGame
    for a player of another game, StaffDecides for a player who ends a game other than by giving
    up, and what `results` refuses.
    """
    table = lock(table)
    _demand_actor(table, by)
    _demand_version(table, expected_version, by)
    _demand_own_end(table, action, by)
    _check_seconds(action)
    before = result_at(table)
    record_action(table, _ruled(table, action, at, by), at, by)
    _tell_clocks(table, at)
    follow(table, before, at, by)
    return table


@transaction.atomic
def undo(table: Table, at: datetime, *, by: Actor, expected_version: int | None = None) -> Table:
    """Take back the last action, and with it what the server had told the clock after it.

    A result reported from the end of the game stays until the game ends again. Raises
    NothingToUndo, TableChanged and NotYourGame; AlreadyConfirmed for a player once the result of a
    game that is over is confirmed.
    """
    table = journal.lock_table(table)
    _demand_actor(table, by)
    _demand_version(table, expected_version, by)
    if table.state == Table.State.OVER and isinstance(by, Entry) and table.pairing:
        demand_unconfirmed(table.pairing)
    steps = list(record_of(table).steps)
    if len(steps) == 1:
        raise NothingToUndo
    taken_back = [steps.pop()]
    while is_automatic(taken_back[-1]) and len(steps) > 1:
        taken_back.append(steps.pop())
    for step in taken_back:
        data = {"sequence": step.sequence}
        journal.record_at_table(table, Kind.UNDONE, at, by=by, data=data)
    set_state(table, state_of(table))
    return table


@transaction.atomic
def set_clock_running(table: Table, is_running: bool, at: datetime, *, by: Actor) -> Table:
    """Start or stop the clock; while it runs, the time counts for whoever is on turn.

    What is so already stays so. Raises ClockStands where a clock has no meaning, NotYourGame.
    """
    table = journal.lock_table(table)
    _demand_actor(table, by)
    record = record_of(table)
    if record.clock.is_running == is_running:
        return table
    if is_running and (time_limit(record.state) is None or is_played_out(record.state)):
        raise ClockStands
    data = {"clock": STARTED if is_running else STOPPED}
    journal.record_at_table(table, Kind.CHANGED, at, by=by, data=data)
    return table


# Opening


def prepare_table(
    tournament: Tournament,
    at: datetime,
    by: Actor,
    pairing: Pairing | None,
    names: list[str],
    game: str,
    setup: dict[str, Any],
    *,
    is_public: bool,
) -> Table:
    """The table in a tournament that the caller has locked."""
    try:
        rules = tables.game(game)
    except EngineError as fault:
        raise Invalid(field="game", problem=str(fault)) from None
    try:
        state = rules.begin(setup)
    except EngineError as fault:
        raise Invalid(field="setup", problem=str(fault)) from None
    if state.players != len(names):
        problem = _("Für {players} Spieler sind {names} Namen da.")
        problem = problem.format(players=state.players, names=len(names))
        raise Invalid(field="names", problem=problem)
    table = tournament.tables.create(
        pairing=pairing,
        game=game,
        setup=setup,
        names=names,
        is_public=is_public,
        created_at=at,
    )
    data = {"game": game, "setup": setup, "names": names, "is_public": is_public}
    journal.record_at_table(table, Kind.OPENED, at, by=by, data=data)
    told = {"table": str(table.pk), "pairing": table.pairing_id, "game": game, "names": names}
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


def names_of(pairing: Pairing) -> list[str]:
    return [entry.name for entry in (pairing.first, pairing.second) if entry is not None]


# Acting


def _demand_actor(table: Table, by: Actor) -> None:
    """Of the players only the two pass who play there; that others are staff the caller knows."""
    if isinstance(by, Entry):
        demand_player(table.pairing, by)


def _demand_version(table: Table, expected: int | None, by: Actor) -> None:
    if expected is not None and expected != table.log_length:
        meanwhile = entries_since(table, expected, sees_all=not isinstance(by, Entry))
        raise TableChanged(version=table.log_length, meanwhile=meanwhile)


def _demand_own_end(table: Table, action: Json, by: Actor) -> None:
    """A player may give up, which lets the other win, and end a game in no other way."""
    if not isinstance(by, Entry) or action.get("kind") != "end":
        return
    winner, seat = action.get("winner"), seat_of(table, by)
    gives_up = action.get("because") == Because.RESIGNED and winner is not None and winner != seat
    if not gives_up:
        raise StaffDecides


def _check_seconds(action: Json) -> None:
    seconds = action.get("seconds")
    if isinstance(seconds, int) and seconds > MOST_SECONDS:
        problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.").format(
            least=0, most=MOST_SECONDS
        )
        raise Invalid(field="seconds", problem=problem)


def _ruled(table: Table, action: Json, at: datetime, by: Actor) -> Json:
    """A challenge with its ruling, which is on record then; any other action as it is."""
    if action.get("kind") != "challenge":
        return action
    if "inadmissible" in action:
        problem = _("Was zulässig ist, entscheidet die Wortprüfung.")
        raise Invalid(field="inadmissible", problem=problem)
    asked = {**action, "words": action.get("words") or [], "inadmissible": []}
    # The rules come first: what can't be challenged is not ruled on.
    _tried(table, asked)
    view = tables.game(table.game).view(state_of(table))
    challenged = asked["words"] or view["challenge"]["words"]
    challenge = words.judge(table.tournament, challenged, at, by=by, table=table)
    inadmissible = [] if challenge.is_admissible else challenge.words
    return {**asked, "words": challenge.words, "inadmissible": inadmissible}


def record_action(table: Table, action: Json, at: datetime, by: Actor) -> None:
    record, after = record_of(table), _tried(table, action)
    journal.record_at_table(table, Kind.ACTED, at, by=by, data=dict(action))
    keep_step(table, record, after, action, at, by=journal.name_of(by))


def _tried(table: Table, action: Json) -> State:
    """The state after `action`. Raises ActionRefused and ActionUnreadable."""
    try:
        after = tables.game(table.game).act(state_of(table), action)
    except Unreadable as fault:
        raise ActionUnreadable(action, str(fault)) from None
    if isinstance(after, Refusal):
        raise ActionRefused(after, table.names)
    state: State = after
    return state


def _tell_clocks(table: Table, at: datetime) -> None:
    """Tell the game what the clock has measured, as soon as it matters (see docs/tables.md)."""
    record = record_of(table)
    limit = time_limit(record.state)
    if limit is None or not any(record.clock.used):
        return
    for player, milliseconds in enumerate(record.clock.used):
        seconds, state = milliseconds // 1000, state_of(table)
        is_lost = time_deduction(seconds, limit) is None
        if (is_lost or is_played_out(state)) and wants_clock(state, player, seconds):
            action = {"kind": "clock", "player": player, "seconds": seconds}
            record_action(table, action, at, None)
