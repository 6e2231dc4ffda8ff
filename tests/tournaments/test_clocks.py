"""The clock of a table, without a table."""

from hypothesis import given
from hypothesis import strategies as st

from tests.duplicate.factories import NOON, SECOND
from tournaments.clocks import Clock

ANNA, BEN = 0, 1
FRESH = Clock(used=(0, 0), player=ANNA)


def test_time_counts_only_between_start_and_stop() -> None:
    clock = FRESH.at(NOON + 5 * SECOND).started(NOON + 10 * SECOND)
    clock = clock.stopped(NOON + 40 * SECOND).at(NOON + 90 * SECOND)
    assert clock.used == (30_000, 0)


def test_time_counts_for_whoever_is_on_turn_and_for_nobody_if_nobody_is() -> None:
    clock = FRESH.started(NOON)
    clock = clock.at(NOON + 10 * SECOND).passed_on(BEN)
    clock = clock.at(NOON + 30 * SECOND).passed_on(None)
    clock = clock.at(NOON + 60 * SECOND).passed_on(ANNA)
    assert clock.at(NOON + 61 * SECOND).used == (11_000, 20_000)


def test_what_was_told_of_a_turn_counts_instead_of_what_was_measured() -> None:
    clock = FRESH.started(NOON).at(NOON + 10 * SECOND).passed_on(BEN)
    clock = clock.at(NOON + 20 * SECOND).passed_on(ANNA)
    clock = clock.at(NOON + 50 * SECOND).turn_told(ANNA, 7)
    assert clock.used == (17_000, 10_000)


def test_a_told_turn_counts_where_no_clock_runs() -> None:
    assert FRESH.at(NOON).turn_told(ANNA, 7).used == (7_000, 0)


def test_what_was_told_of_the_whole_game_counts_from_then_on() -> None:
    clock = FRESH.started(NOON).at(NOON + 10 * SECOND).set_to(ANNA, 100).set_to(BEN, 50)
    assert clock.used == (100_000, 50_000)
    # What was thought before is part of it, and not of the turn any more.
    clock = clock.at(NOON + 15 * SECOND).turn_told(ANNA, 3)
    assert clock.used == (103_000, 50_000)


@given(st.lists(st.tuples(st.integers(-5, 100), st.sampled_from([ANNA, BEN, None])), max_size=20))
def test_all_that_passes_is_counted_once_and_nothing_runs_backwards(
    steps: list[tuple[int, int | None]],
) -> None:
    clock, now, expected = FRESH.started(NOON), NOON, [0, 0]
    for seconds, player in steps:
        now += seconds * SECOND
        if clock.player is not None:
            expected[clock.player] += max(0, seconds) * 1000
        clock = clock.at(now).passed_on(player)
    assert clock.used == tuple(expected)
