"""Timers at tables: what is due happens once, with the time at which it was due."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from engine.shapes import to_json
from tests.duplicate.factories import NOON, SECOND
from tests.tournaments.free_tables import director_of, make_free_table, play
from tests.tournaments.table_client import PASS, RUCKEN
from tournaments.errors import ActionRefused, ActionUnreadable, TableChanged
from tournaments.models import Entry, Table, TableLogEntry
from tournaments.tables.replay import replay
from tournaments.tables.selectors.tables import record_of, state_of, timer_of
from tournaments.tables.services.tables import act, expire, undo
from tournaments.tasks import IN_FLIGHT, ring

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

MILLISECOND = timedelta(milliseconds=1)
BENS_PASS = {**PASS, "player": 1}


def make_timed(**more: Any) -> Table:
    """Anna begins and has a minute for every turn."""
    return make_free_table(turn_seconds=60, begins=0, **more)


def acted(table: Table) -> list[tuple[str, int, str]]:
    """What happened, how many seconds after noon, and by whom."""
    return [
        (entry.data["kind"], (entry.at - NOON) // SECOND, entry.by)
        for entry in table.log.filter(kind=TableLogEntry.Kind.ACTED).order_by("sequence")
    ]


def player_of(table: Table, number: int) -> Entry:
    return table.seats.get(number=number).entry


# When it is over


def test_the_end_of_the_time_is_a_column_from_the_beginning() -> None:
    table = make_timed()
    assert table.due_at == NOON + 60 * SECOND
    assert Table.objects.get().due_at == table.due_at
    assert to_json(timer_of(table)) == {
        "key": "turn-0",
        "limit_ms": 60_000,
        "used_ms": 0,
        "since": "2026-11-16T12:00:00.000000Z",
        "is_running": True,
        "due_at": "2026-11-16T12:01:00.000000Z",
        "zones": [],
    }
    assert timer_of(make_free_table()) is None


def test_what_is_due_bears_the_time_it_was_due_whenever_it_is_noticed() -> None:
    table = expire(make_timed(), NOON + 75 * SECOND)
    assert acted(table) == [("overtime", 60, "clock")]
    assert state_of(table).on_turn == 1
    assert table.due_at == NOON + 120 * SECOND


def test_before_its_time_nothing_happens_and_after_it_once() -> None:
    table = expire(make_timed(), NOON + 60 * SECOND - MILLISECOND)
    assert acted(table) == []
    for _ in range(2):
        expire(table, NOON + 60 * SECOND)
    assert acted(table) == [("overtime", 60, "clock")]


def test_all_that_was_due_happens_in_order() -> None:
    table = expire(make_timed(), NOON + 185 * SECOND)
    assert acted(table) == [("overtime", second, "clock") for second in (60, 120, 180)]


def test_a_game_that_is_over_has_no_time() -> None:
    table = play(make_timed(), {"kind": "end", "because": "director", "winner": None})
    assert (table.due_at, timer_of(table)) == (None, None)


# Acting in time and too late


def test_what_is_received_in_time_counts_and_the_next_has_the_whole_time() -> None:
    at = NOON + 60 * SECOND - MILLISECOND
    table = act(make_timed(), RUCKEN, at, by=None)
    assert table.due_at == at + 60 * SECOND


def test_what_is_received_too_late_comes_after_what_was_due() -> None:
    table = make_timed()
    with pytest.raises(ActionRefused) as refused:
        act(table, RUCKEN, NOON + 60 * SECOND, by=player_of(table, 0))
    assert refused.value.detail["reason"] == "not_on_turn"
    # It stays, although the action was refused.
    assert acted(table) == [("overtime", 60, "clock")]
    table = act(table, BENS_PASS, NOON + 61 * SECOND, by=player_of(table, 1))
    assert acted(table)[1:] == [("pass", 61, "player 2")]


def test_whoever_is_too_late_is_told_what_has_happened() -> None:
    table = make_timed()
    with pytest.raises(TableChanged) as refused:
        act(table, RUCKEN, NOON + 70 * SECOND, by=player_of(table, 0), expected_version=1)
    told: Any = refused.value.detail["meanwhile"]
    assert [(entry["by"], entry["data"]["kind"]) for entry in told] == [("clock", "overtime")]


def test_what_was_due_stays_when_taking_back_is_refused() -> None:
    table = make_timed()
    due_at = table.due_at
    assert due_at
    with pytest.raises(TableChanged):
        undo(table, due_at + SECOND, by=director_of(table.tournament), expected_version=1)
    assert [kind for kind, _player, _at in acted(table)] == ["overtime"]


def test_nobody_says_that_the_time_is_over_before_it_is() -> None:
    overtime = {"kind": "overtime", "player": 0, "turn": 0}
    with pytest.raises(ActionRefused) as refused:
        act(make_timed(), overtime, NOON + 30 * SECOND, by=None)
    assert refused.value.detail["reason"] == "time_not_over"


# Received in time and dealt with too late


def undone(table: Table) -> list[tuple[int, str]]:
    """Which entries were taken back, and by whom."""
    return [
        (entry.data["sequence"], entry.by)
        for entry in table.log.filter(kind=TableLogEntry.Kind.UNDONE).order_by("sequence")
    ]


@pytest.mark.parametrize("version", [None, 1])
def test_what_was_received_in_time_counts_when_the_worker_was_faster(version: int | None) -> None:
    table = expire(make_timed(), NOON + 130 * SECOND)
    at = NOON + 60 * SECOND - MILLISECOND
    table = act(table, RUCKEN, at, by=player_of(table, 0), expected_version=version)
    assert undone(table) == [(3, "clock"), (2, "clock")]
    assert [step.by for step in record_of(table).steps[1:]] == ["player 1"]
    assert state_of(table).scores == (26, 0)
    assert table.due_at == at + 60 * SECOND
    assert replay(table.game, table.setup, table.log.order_by("sequence")) == record_of(table)


def test_what_is_taken_back_for_it_leaves_the_time_as_it_was() -> None:
    table = make_free_table("party", begins=0)
    table = play(table, {"kind": "roll", "player": 0}, at=NOON)
    table = play(table, {"kind": "start", "player": 1}, at=NOON)
    table = expire(table, NOON + 121 * SECOND)
    assert acted(table)[-1] == ("timeout", 120, "clock")
    table = play(table, {"kind": "stop", "player": 1}, at=NOON + 119 * SECOND)
    assert record_of(table).actions[-1]["elapsed_ms"] == 119_000


def test_a_refused_action_takes_nothing_back() -> None:
    table = expire(make_timed(), NOON + 65 * SECOND)
    with pytest.raises(ActionRefused) as refused:
        act(table, BENS_PASS, NOON + 59 * SECOND, by=player_of(table, 1))
    # By when it was received it was not Ben's turn yet.
    assert refused.value.detail["reason"] == "not_on_turn"
    assert undone(table) == []
    assert Table.objects.get().log_length == 2


def test_it_is_too_late_once_anybody_else_has_acted() -> None:
    table = expire(make_timed(), NOON + 65 * SECOND)
    table = act(table, BENS_PASS, NOON + 66 * SECOND, by=player_of(table, 1))
    with pytest.raises(TableChanged):
        act(table, RUCKEN, NOON + 59 * SECOND, by=player_of(table, 0), expected_version=1)
    assert undone(table) == []


def test_who_has_seen_that_the_time_was_over_takes_nothing_back() -> None:
    table = expire(make_timed(), NOON + 65 * SECOND)
    at = NOON + 59 * SECOND  # by another server's clock
    act(table, BENS_PASS, at, by=player_of(table, 1), expected_version=2)
    assert undone(table) == []


# ResultState, and taking back


def test_a_timer_that_stands_is_never_over_and_goes_on_where_it_was() -> None:
    table = play(make_timed(), {"kind": "pause"}, at=NOON + 20 * SECOND)
    assert (table.due_at, timer_of(table)) == (None, None)
    table = expire(table, NOON + 90 * SECOND)
    table = play(table, {"kind": "resume"}, at=NOON + 100 * SECOND)
    assert table.due_at == NOON + 140 * SECOND
    assert [kind for kind, _, _ in acted(table)] == ["pause", "resume"]


def test_a_mistake_taken_back_costs_no_time() -> None:
    table = play(make_timed(), PASS, at=NOON + 30 * SECOND)
    assert table.due_at == NOON + 90 * SECOND
    table = undo(table, NOON + 50 * SECOND, by=None)
    assert table.due_at == NOON + 80 * SECOND
    timer = timer_of(table)
    assert timer
    assert (timer.used_ms, timer.since) == (30_000, "2026-11-16T12:00:50.000000Z")


def test_time_over_that_is_taken_back_is_given_anew() -> None:
    table = expire(make_timed(), NOON + 61 * SECOND)
    table = undo(table, NOON + 90 * SECOND, by=director_of(table.tournament))
    assert state_of(table).on_turn == 0
    assert table.due_at == NOON + 150 * SECOND


def test_times_played_again_are_those_kept() -> None:
    table = play(make_timed(), RUCKEN, at=NOON + 10 * SECOND)
    table = expire(table, NOON + 71 * SECOND)
    table = undo(table, NOON + 80 * SECOND, by=None)
    table = play(table, {"kind": "pause"}, at=NOON + 85 * SECOND)
    table = play(table, {"kind": "resume"}, BENS_PASS, at=NOON + 95 * SECOND)
    again = replay(table.game, table.setup, table.log.order_by("sequence"))
    assert again == record_of(table)
    assert again.due_at == table.due_at == Table.objects.get().due_at


# What is measured


def test_the_server_measures_in_which_zone_the_timer_was_stopped() -> None:
    table = make_free_table("party", begins=0)
    table = play(table, {"kind": "roll", "player": 0}, at=NOON)
    table = play(table, {"kind": "start", "player": 1}, at=NOON + 5 * SECOND)
    assert table.due_at == NOON + 125 * SECOND
    timer = timer_of(table)
    assert timer
    assert [zone.until_ms for zone in timer.zones] == list(range(20_000, 140_000, 20_000))
    stop = {"kind": "stop", "player": 1}
    with pytest.raises(ActionUnreadable):
        act(table, {**stop, "elapsed_ms": 1}, NOON + 6 * SECOND, by=None)
    table = play(table, stop, at=NOON + 30 * SECOND + MILLISECOND)
    assert record_of(table).actions[-1]["elapsed_ms"] == 25_001
    assert table.due_at is None


# The worker


def test_the_worker_lets_happen_what_is_due_at_any_table() -> None:
    now = timezone.now()
    due, other = (make_timed(at=now - seconds * SECOND) for seconds in (65, 70))
    broken, running = make_timed(at=now - 90 * SECOND), make_timed(at=now - 10 * SECOND)
    Table.objects.filter(pk=broken.pk).update(game="unknown")
    for _ in range(2):
        ring()
    for table in (due, other):
        entry = table.log.get(kind=TableLogEntry.Kind.ACTED)
        assert (entry.at, entry.by) == (table.due_at, "clock")
    # What was received before its time was over may still be under way.
    just_over = make_timed(at=now - 60 * SECOND - IN_FLIGHT / 2)
    ring()
    for table in (broken, running, just_over):
        assert not table.log.filter(kind=TableLogEntry.Kind.ACTED).exists()


def test_timers_that_no_worker_serves_are_seen_from_outside(client: Client) -> None:
    cache.clear()
    now = timezone.now()
    for seconds in (30, 150):
        make_timed(at=now - seconds * SECOND)
    text = client.get("/metrics").content.decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    assert lines["spielleiter_table_timers"] == "2.0"
    assert 90 <= float(lines["spielleiter_table_timer_overdue_seconds"]) < 120
