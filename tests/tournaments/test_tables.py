"""Games at tables: what the services do besides what the API shows."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from engine.gcg import replaying
from engine.refusals import Refusal
from engine.verdicts import Code
from tests.duplicate.factories import NOON, SECOND
from tests.refusals import refused, told_with
from tests.tournaments.table_client import PASS, RUCKEN, make_pairing, sample_actions, tournament_of
from tournaments.errors import ClockStands, PairingMissing
from tournaments.models import Pairing, Table, TableLogEntry
from tournaments.tables.messages import DIFFERENCES, REFUSALS, tell_refusal
from tournaments.tables.replay import replay
from tournaments.tables.selectors.tables import clock_of, record_of, state_of
from tournaments.tables.services.tables import act, open_table, set_clock_running, undo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

MINUTE = 60 * SECOND
BENS_PASS = {**PASS, "player": 1}


def make_table(ruleset: str = "tournament") -> Table:
    pairing = make_pairing(ruleset)
    return open_table(tournament_of(pairing), NOON, by=pairing.first, pairing=pairing)


def play(table: Table, *actions: dict[str, Any], at: Any = NOON) -> Table:
    """All of the actions, by the director."""
    director = table.tournament.staff.get().user
    for action in actions:
        table = act(table, action, at, by=director)
    return table


def used(table: Table) -> list[int]:
    clock = clock_of(table)
    assert clock
    assert all(milliseconds % 1000 == 0 for milliseconds in clock.used_milliseconds)
    return [milliseconds // 1000 for milliseconds in clock.used_milliseconds]


# Opening


def test_a_pairing_that_was_discarded_meanwhile_gets_no_table() -> None:
    pairing = make_pairing()
    Pairing.objects.filter(pk=pairing.pk).delete()
    with pytest.raises(PairingMissing):
        open_table(tournament_of(pairing), NOON, by=pairing.first, pairing=pairing)


# Replaying


def test_the_state_from_memory_is_that_of_the_log() -> None:
    table = play(make_table("standard"), *sample_actions())
    again = replay(table.game, table.setup, table.log.order_by("sequence"))
    assert again == record_of(table)
    assert state_of(Table.objects.get()).scores == (380, 440)


def test_what_was_rolled_back_is_forgotten() -> None:
    table = make_table()
    with transaction.atomic():
        inside = play(table, RUCKEN)
        assert state_of(inside).scores == (26, 0)
        transaction.set_rollback(True)
    table = Table.objects.get()
    assert state_of(table).scores == (0, 0)
    assert state_of(play(table, PASS)).scores == (0, 0)


def test_whoever_read_the_table_before_sees_it_as_it_was() -> None:
    before = make_table()
    play(before, RUCKEN)
    seen = Table.objects.get()
    play(seen, {**RUCKEN, "player": 1, "coordinates": "10H", "word": "SO"})
    assert state_of(seen).scores == (26, 0)
    assert state_of(before).scores == (0, 0)


# Clock


def test_the_clock_counts_for_whoever_is_on_turn_from_when_it_is_started() -> None:
    table = make_table()
    anna = table.pairing.first if table.pairing else None
    play(table, RUCKEN, at=NOON + 30 * SECOND)
    table = set_clock_running(table, True, NOON + MINUTE, by=anna)
    table = play(table, BENS_PASS, at=NOON + 3 * MINUTE)
    assert used(table) == [0, 120]
    table = set_clock_running(table, True, NOON + 4 * MINUTE, by=anna)
    table = set_clock_running(table, False, NOON + 5 * MINUTE, by=anna)
    table = play(table, PASS, at=NOON + 60 * MINUTE)
    assert used(table) == [120, 120]
    clock = clock_of(table)
    assert clock
    assert (clock.is_running, clock.player, clock.since) == (False, 1, None)
    kinds = list(table.log.filter(kind=TableLogEntry.Kind.CHANGED).values_list("data", flat=True))
    assert kinds == [{"clock": "started"}, {"clock": "stopped"}]


def test_a_running_clock_says_since_when() -> None:
    table = set_clock_running(make_table(), True, NOON + SECOND, by=None)
    clock = clock_of(table)
    assert clock
    assert (clock.player, clock.since) == (0, "2026-11-16T12:00:01.000000Z")
    assert (clock.limit_seconds, clock.lost_after_seconds) == (1800, 300)


def test_seconds_that_are_told_count_instead_of_those_measured() -> None:
    table = set_clock_running(make_table(), True, NOON, by=None)
    table = play(table, {**RUCKEN, "seconds": 45}, at=NOON + 10 * MINUTE)
    table = play(table, {"kind": "clock", "player": 1, "seconds": 100}, at=NOON + 11 * MINUTE)
    table = play(table, BENS_PASS, at=NOON + 12 * MINUTE)
    assert used(table) == [45, 160]


def test_time_over_the_limit_is_deducted_at_the_end() -> None:
    table = set_clock_running(make_table(), True, NOON, by=None)
    table = play(table, RUCKEN, at=NOON + 31 * MINUTE)
    table = play(table, BENS_PASS, at=NOON + 32 * MINUTE)
    for minute, player in ((32, 0), (33, 1), (33, 0)):
        table = play(table, {**PASS, "player": player}, at=NOON + minute * MINUTE)
    table = play(table, {"kind": "left", "racks": ["AEINRST", "AEINRSD"]}, at=NOON + 40 * MINUTE)
    assert table.state == Table.State.OVER
    assert used(table) == [31 * 60, 2 * 60]
    pairing = Pairing.objects.get()
    assert (pairing.outcome, pairing.first_points, pairing.second_points) == ("played", 9, -7)
    by_the_clock = table.log.filter(by="clock", kind=TableLogEntry.Kind.ACTED).values_list(
        "data", flat=True
    )
    assert [action["seconds"] for action in by_the_clock] == [31 * 60, 2 * 60]


def test_who_is_over_by_more_than_five_minutes_has_lost_at_once() -> None:
    table = set_clock_running(make_table(), True, NOON, by=None)
    table = play(table, RUCKEN, at=NOON + 35 * MINUTE)
    assert table.state == Table.State.RUNNING
    table = play(table, BENS_PASS, at=NOON + 36 * MINUTE)
    table = play(table, PASS, at=NOON + 36 * MINUTE + SECOND)
    assert table.state == Table.State.OVER
    pairing = Pairing.objects.get()
    assert (pairing.outcome, pairing.first_points) == ("lost_on_time_first", 26)

    # One undo takes back the move and what the server told of the clock.
    table = undo(table, NOON + 50 * MINUTE, by=table.tournament.staff.get().user)
    assert table.state == Table.State.RUNNING
    assert len(record_of(table).actions) == 2
    clock = clock_of(table)
    assert clock
    assert (clock.is_running, clock.player) == (False, 0)
    assert used(table) == [35 * 60 + 1, 60]


def test_between_a_mistake_and_its_undoing_no_time_counts() -> None:
    table = set_clock_running(make_table(), True, NOON, by=None)
    table = play(table, PASS, at=NOON + MINUTE)
    table = undo(table, NOON + 2 * MINUTE, by=None)
    table = play(table, RUCKEN, at=NOON + 2 * MINUTE + 10 * SECOND)
    assert used(table) == [70, 0]
    assert used(play(table, BENS_PASS, at=NOON + 3 * MINUTE)) == [70, 50]


def test_a_clock_needs_a_ruleset_that_has_one_and_a_game_that_is_played() -> None:
    free = make_table("standard")
    with pytest.raises(ClockStands):
        set_clock_running(free, True, NOON, by=None)
    assert clock_of(free) is None
    over = play(make_table(), {"kind": "end", "because": "director", "winner": None})
    with pytest.raises(ClockStands):
        set_clock_running(over, True, NOON, by=None)


# Messages


def test_every_refusal_of_the_engine_has_its_words() -> None:
    assert REFUSALS.keys() == refused().keys() - {code.value for code in Code}
    source = Path(replaying.__file__).read_text(encoding="utf-8")
    assert DIFFERENCES.keys() == set(re.findall(r'_differ\(\w+, "(\w+)"', source))


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_told_with_what_the_engine_tells(code: str) -> None:
    fields = {
        name: (1 if name in {"player", "on_turn"} else "tournament") for name in told_with()[code]
    }
    told = tell_refusal(Refusal(code, fields), ["Anna", "Ben"])
    assert told
    assert "{" not in told
    if "{player}" in str(REFUSALS[code]):
        assert "Ben" in told
