"""Two phones at one table, on PostgreSQL: of two actions at once one happens, the other is told.

The control is the same story without the lock.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection

from referee.errors import Refused
from referee.journals import first_fault
from tests.duplicate.factories import NOON, SECOND
from tests.tournaments.free_tables import make_free_table
from tests.tournaments.table_client import PASS, RUCKEN, make_pairing, sample_actions, tournament_of
from tournaments.models import Entry, LogEntry, Pairing, Table, TableLogEntry
from tournaments.tables.selectors.tables import state_of
from tournaments.tables.services.tables import act, expire, open_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lexicon"),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="SQLite lets one writer at a time in anyway"
    ),
]
PHONES = 2


@pytest.fixture
def pairing() -> Pairing:
    return make_pairing("standard")


def players_of(pairing: Pairing) -> list[Entry]:
    return [entry for entry in (pairing.first, pairing.second) if entry is not None]


def at_once(actions: list[Callable[[Barrier], object]]) -> list[str]:
    """What comes of each, in a thread and with a connection of its own: a refusal's code, or ''."""
    barrier = Barrier(len(actions), timeout=30)

    def run(action: Callable[[Barrier], object]) -> str:
        try:
            action(barrier)
        except Refused as refused:
            return refused.code
        except IntegrityError:
            return "broken"
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


def unlocked(barrier: Barrier) -> Callable[[Table], Table]:
    """The control: the table is read as it is, and nobody is kept from changing it."""

    def look(table: Table) -> Table:
        seen = Table.objects.get(pk=table.pk)
        barrier.wait()
        return seen

    return look


@pytest.mark.parametrize(
    ("is_locked", "told"),
    [(True, "version_conflict"), (False, "broken")],
    ids=["locked", "control"],
)
def test_of_two_phones_at_once_one_acts_and_the_other_is_told(
    pairing: Pairing, is_locked: bool, told: str
) -> None:
    table = open_table(tournament_of(pairing), NOON, by=None, pairing=pairing)

    def send(barrier: Barrier, player: Entry, action: dict[str, object]) -> None:
        if is_locked:
            barrier.wait()
            act(table, action, NOON, by=player, expected_version=1)
        else:
            act(table, action, NOON, by=player, expected_version=1, lock=unlocked(barrier))

    anna, ben = players_of(pairing)
    outcomes = at_once(
        [
            lambda barrier: send(barrier, anna, RUCKEN),
            lambda barrier: send(barrier, ben, PASS),
        ]
    )
    assert sorted(outcomes) == ["", told]
    assert table.log.filter(kind=TableLogEntry.Kind.ACTED).count() == 1
    now = Table.objects.get()
    assert first_fault(now) is None
    assert len(state_of(now).scores) == 2


def test_the_last_word_of_two_phones_is_one_end_and_one_report(pairing: Pairing) -> None:
    tournament = tournament_of(pairing)
    table = open_table(tournament, NOON, by=None, pairing=pairing)
    *moves, note = sample_actions()
    for move in moves:
        table = act(table, move, NOON, by=None)

    def end(player: Entry) -> Callable[[Barrier], object]:
        def run(barrier: Barrier) -> object:
            barrier.wait()
            return act(table, note, NOON, by=player)

        return run

    outcomes = at_once([end(player) for player in players_of(pairing)])
    assert sorted(outcomes) == ["", "action_refused"]
    assert tournament.log.filter(kind=LogEntry.Kind.TABLE_FINISHED).count() == 1
    pairing.refresh_from_db()
    assert pairing.standing == Pairing.ResultState.REPORTED
    assert (pairing.reports.get().first_points, pairing.first_points) == (380, 380)


def test_a_pairing_has_one_table_however_many_open_it(pairing: Pairing) -> None:
    tournament = tournament_of(pairing)

    def sit_down(player: Entry) -> Callable[[Barrier], object]:
        def run(barrier: Barrier) -> object:
            barrier.wait()
            return open_table(tournament, NOON, by=player, pairing=pairing)

        return run

    outcomes = at_once([sit_down(player) for player in players_of(pairing)])
    assert sorted(outcomes) == ["", "table_exists"]
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("is_locked", "told"), [(True, ""), (False, "broken")], ids=["locked", "control"]
)
def test_of_two_workers_at_once_one_lets_happen_what_is_due(is_locked: bool, told: str) -> None:
    table = make_free_table(turn_seconds=60, begins=0)
    late = NOON + 61 * SECOND

    def ring(barrier: Barrier) -> None:
        if is_locked:
            barrier.wait()
            expire(table, late)
        else:
            expire(table, late, lock=unlocked(barrier))

    assert sorted(at_once([ring, ring])) == sorted(["", told])
    entry = table.log.get(kind=TableLogEntry.Kind.ACTED)
    assert (entry.at, entry.data["kind"]) == (NOON + 60 * SECOND, "overtime")
    assert first_fault(Table.objects.get()) is None


def test_a_phone_too_late_and_the_worker_let_happen_once_what_is_due() -> None:
    table = make_free_table(turn_seconds=60, begins=0)
    late = NOON + 61 * SECOND

    def ring(barrier: Barrier) -> None:
        barrier.wait()
        expire(table, late)

    def send(barrier: Barrier) -> None:
        barrier.wait()
        act(table, RUCKEN, late, by=table.seats.get(number=0).entry)

    assert at_once([ring, send]) == ["", "action_refused"]
    entry = table.log.get(kind=TableLogEntry.Kind.ACTED)
    assert (entry.at, entry.by) == (NOON + 60 * SECOND, "clock")


def test_where_each_plays_alone_nobody_is_kept_by_what_another_does() -> None:
    table = make_free_table("bingo")

    def write(player: Entry, seat: int) -> Callable[[Barrier], object]:
        def run(barrier: Barrier) -> object:
            barrier.wait()
            card = {"kind": "card", "player": seat, "words": ["AHORNEN", "BASALTE"]}
            return act(table, card, NOON, by=player)

        return run

    seats = list(table.seats.select_related("entry"))
    assert at_once([write(seat.entry, seat.number) for seat in seats]) == ["", ""]
    assert table.log.filter(kind=TableLogEntry.Kind.ACTED).count() == 2
