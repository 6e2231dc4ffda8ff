"""A game at its table, worked out from its log; and what of it who may see."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from engine import games
from engine.errors import EngineError
from engine.table import State
from engine.views import View
from referee import journals
from referee.access import Role
from referee.journals import EntryJson
from referee.shapes import id_text, moment
from tournaments.errors import GameUnplayable
from tournaments.models import Entry, Seat, Table, TableLogEntry, Tournament
from tournaments.tables import answers
from tournaments.tables.kept_records import KEPT
from tournaments.tables.replay import Record, replay, tells_secret

Kind = TableLogEntry.Kind
#: So many entries are told to whoever was overtaken.
MOST_MEANWHILE = 20


def record_of(table: Table) -> Record:
    """The game as far as `table` knows its log: from memory, else played again.

    Raises GameUnplayable for a log that the game of today refuses.
    """
    record = KEPT.get(table)
    if record is None:
        # There may be more entries already by now.
        entries = table.log.filter(sequence__lte=table.log_length).order_by("sequence")
        try:
            record = replay(table.game, table.setup, entries)
        except EngineError as fault:
            raise GameUnplayable(table=str(table.pk)) from fault
        KEPT.put(table, record)
    return record


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


def answered_table(table: Table) -> answers.Table:
    """A table without its game."""
    pairing, seats = table.pairing, seats_of(table)
    return answers.Table(
        id=id_text(table.pk),
        tournament=id_text(table.tournament_id),
        division=None if pairing is None else pairing.round.division.number,
        round=None if pairing is None else pairing.round.number,
        pairing=table.pairing_id,
        number=None if pairing is None else pairing.table,
        entries=[number for seat in seats for number in seat],
        seats=seats,
        game=table.game,
        setup=table.setup,
        names=table.names,
        state=Table.State(table.state),
        is_public=table.is_public,
        counts=table.counts,
        scores=table.scores,
        places=table.places,
        commitment=table.commitment,
        seed=(table.seed or None) if table.state == Table.State.OVER else None,
        created_at=moment(table.created_at),
        version=table.log_length,
    )


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


def shown_table(table: Table, *, sees_all: bool, seat: int | None) -> answers.ShownTable:
    """A table with its game, as `view_of` shows it to them."""
    return answers.ShownTable(
        **vars(answered_table(table)),
        view=view_of(table, sees_all=sees_all, seat=seat),
        clock=clock_of(table),
        timer=timer_of(table),
    )


def public_state(table: Table) -> answers.TableState:
    """What everybody may see of a game at a glance.

    The view is null while a game is played that is not for everybody; who may see it asks for the
    table itself as soon as there is a new version. Nor is there one where the log can't be played
    again: the table itself tells why. Where each acts alone, hundreds are told of every action: so
    there are no names, and nothing of each in the view (`TableGame.glance`).
    """
    rules = games.game(table.game)
    is_secret = not table.is_public and table.state != Table.State.OVER
    is_hidden = is_secret or not is_playable(table)
    return answers.TableState(
        table=id_text(table.pk),
        tournament=id_text(table.tournament_id),
        pairing=table.pairing_id,
        game=table.game,
        names=[] if rules.acts_alone else table.names,
        state=Table.State(table.state),
        is_public=table.is_public,
        version=table.log_length,
        view=None if is_hidden else rules.glance(state_of(table)),
        clock=None if is_hidden else clock_of(table),
        timer=None if is_hidden else timer_of(table),
    )


def view_of(table: Table, *, sees_all: bool = False, seat: int | None = None) -> View:
    """The game as its rules show it, without what is secret while it is played.

    What is secret of each, such as a rack, is shown to those in that `seat`, and all of it to
    whoever `sees_all`.
    """
    return games.game(table.game).view(state_of(table), seat=seat, sees_all=sees_all)


def clock_of(table: Table) -> answers.TableClock | None:
    """The clock; None where the ruleset has none.

    Whoever is named has used what is said there and, while it runs, all that passed `since`.
    """
    record = record_of(table)
    limit, clock = record.state.time_limit, record.clock
    if limit is None:
        return None
    runs = clock.is_running and clock.player is not None
    return answers.TableClock(
        is_running=clock.is_running,
        player=clock.player,
        since=moment(clock.since) if runs and clock.since else None,
        used_milliseconds=clock.used,
        limit_seconds=limit.seconds,
        lost_after_seconds=limit.lost_after_seconds,
    )


def timer_of(table: Table) -> answers.TableTimer | None:
    """The timer; None where the game has none now.

    So much is used up to `since`, and all that passes from then on, until `due_at`.
    """
    record = record_of(table)
    timer, countdown, due_at = record.state.timer, record.countdown, record.due_at
    if timer is None or countdown.since is None or due_at is None:
        return None
    return answers.TableTimer(
        key=timer.key,
        limit_ms=timer.limit_ms,
        used_ms=countdown.milliseconds_at(countdown.since),
        since=moment(countdown.since),
        is_running=True,
        due_at=moment(due_at),
        zones=timer.zones,
    )


def answered_games() -> list[answers.TableGame]:
    """Every game that can be played at a table."""
    return [
        answers.TableGame(
            name=game.name,
            fewest_players=game.fewest_players,
            most_players=game.most_players,
            kinds=game.kinds,
            settings=game.settings,
            acts_alone=game.acts_alone,
        )
        for game in games.GAMES.values()
    ]


def log_of(table: Table, *, sees_all: bool = False) -> list[EntryJson]:
    """The entries in order; while the game is played those that tell secrets have no data.

    Digests and hashes are always there, so that the chain can be checked without the data.
    """
    return _visible_entries(table, table.log.order_by("sequence"), sees_all=sees_all)


def entries_since(table: Table, version: int, *, sees_all: bool = False) -> list[EntryJson]:
    """What has happened after `version`, the last of it, for somebody who has not seen it yet."""
    since = max(version, table.log_length - MOST_MEANWHILE)
    entries = table.log.filter(sequence__gt=since).order_by("sequence")
    return _visible_entries(table, entries, sees_all=sees_all)


def _visible_entries(
    table: Table, entries: Iterable[TableLogEntry], *, sees_all: bool
) -> list[EntryJson]:
    sees_all = sees_all or table.state == Table.State.OVER
    return [
        journals.entry_json(
            entry, is_shown=sees_all or not tells_secret(table, entry.kind, entry.data)
        )
        for entry in entries
    ]
