"""The clock and the timer of a table, without a table."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.duplicate.factories import NOON, SECOND
from tournaments.tables.clocks import Clock, Countdown

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


# The timer


def test_a_timer_that_stood_goes_on_where_it_was() -> None:
    timer = Countdown().passed_on("turn-1", NOON)
    timer = timer.passed_on(None, NOON + 20 * SECOND)
    assert timer.due_at(60_000) is None
    assert timer.milliseconds_at(NOON + 90 * SECOND) == 20_000
    timer = timer.passed_on("turn-1", NOON + 100 * SECOND)
    assert timer.due_at(60_000) == NOON + 140 * SECOND


def test_what_happens_while_a_timer_runs_does_not_shift_its_end() -> None:
    odd = timedelta(microseconds=333)
    timer = Countdown().passed_on("turn-1", NOON + odd)
    for second in range(1, 50):
        timer = timer.passed_on("turn-1", NOON + second * (SECOND + odd))
    assert timer.due_at(60_000) == NOON + odd + 60 * SECOND


def test_another_timer_begins_anew() -> None:
    timer = Countdown().passed_on("turn-1", NOON).passed_on("turn-2", NOON + 50 * SECOND)
    assert timer.due_at(60_000) == NOON + 110 * SECOND
    assert timer.milliseconds_at(NOON + 51 * SECOND) == 1_000


def test_what_passes_between_a_mistake_and_its_undoing_is_given_back() -> None:
    timer = Countdown().passed_on("turn-1", NOON)
    timer = timer.resumed(NOON + 30 * SECOND, NOON + 50 * SECOND)
    assert timer.due_at(60_000) == NOON + 80 * SECOND
    standing = timer.passed_on(None, NOON + 60 * SECOND)
    assert standing.resumed(NOON + 61 * SECOND, NOON + 90 * SECOND) == standing


@given(st.lists(st.tuples(st.integers(-5, 100), st.sampled_from(["a", "b", None])), max_size=20))
def test_the_end_of_a_timer_is_when_all_of_it_is_used(steps: list[tuple[int, str | None]]) -> None:
    timer, now, used = Countdown(), NOON, 0
    key: str | None = None
    last = ""
    since = NOON
    for seconds, then in steps:
        now += seconds * SECOND
        if key is not None and then != key:
            used += max(0, (now - since) // SECOND)
        if then is not None and then != key:
            used = used if then == last else 0
            since, last = now, then
        key = then
        timer = timer.passed_on(key, now)
    due_at = timer.due_at(1_000_000)
    assert due_at == (None if key is None else since + (1000 - used) * SECOND)
    if due_at is not None:
        assert timer.milliseconds_at(due_at) == 1_000_000
