"""So many at once, then a steady pace, counted without any other server."""

import pytest

from referee.rates import Counts, Rate


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def counts(clock: Clock) -> Counts:
    return Counts(clock)


def test_a_burst_is_taken_at_once_and_then_one_an_interval(counts: Counts, clock: Clock) -> None:
    rate = Rate(burst=3, a_minute=6)
    assert [counts.take("Anna", rate) for _ in range(4)] == [0, 0, 0, 10]
    clock.now += 9
    assert counts.take("Anna", rate) == pytest.approx(1)
    clock.now += 1
    assert counts.take("Anna", rate) == 0
    assert counts.take("Anna", rate) == 10


def test_what_is_not_taken_does_not_count(counts: Counts, clock: Clock) -> None:
    rate = Rate(burst=1, a_minute=6)
    waits = {counts.take("Anna", rate) for _ in range(100)}
    assert waits == {0, 10}
    clock.now += 10
    assert counts.take("Anna", rate) == 0


def test_keys_do_not_hinder_each_other(counts: Counts) -> None:
    rate = Rate(burst=1, a_minute=6)
    assert [counts.take(name, rate) for name in ("Anna", "Ben", "Anna")] == [0, 0, 10]


def test_however_much_was_added_the_wait_is_one_interval(counts: Counts) -> None:
    rate = Rate(burst=5, a_minute=60)
    for _ in range(1000):
        counts.add("Anna", rate)
    assert counts.wait_seconds("Anna", rate) == pytest.approx(1)


def test_looking_counts_nothing(counts: Counts) -> None:
    rate = Rate(burst=1, a_minute=6)
    assert [counts.wait_seconds("Anna", rate) for _ in range(3)] == [0, 0, 0]
    assert len(counts) == 0


def test_what_nobody_waits_for_any_more_takes_no_room(counts: Counts, clock: Clock) -> None:
    rate = Rate(burst=10, a_minute=60)
    for number in range(50_000):
        counts.take(number, rate)
        clock.now += 0.01
    assert len(counts) <= 2 * counts.FEW
