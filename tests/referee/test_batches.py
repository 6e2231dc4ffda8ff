"""Calls that come at once are carried out together."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.batches import Batches

TIMEOUT = 20.0


class Work:
    """Doubles numbers, one go at a time; a go with 13 in it fails."""

    def __init__(self) -> None:
        self.goes: list[tuple[str, list[int]]] = []
        self.begun = threading.Event()
        #: Cleared, whoever works waits.
        self.may_end = threading.Event()
        self.may_end.set()

    def __call__(self, key: str, numbers: Sequence[int]) -> list[int]:
        self.goes.append((key, sorted(numbers)))
        self.begun.set()
        assert self.may_end.wait(TIMEOUT)
        if 13 in numbers:
            raise ValueError("13")
        return [2 * number for number in numbers]


def wait_for(batches: Batches[str, int, int], key: str, waiting: int) -> None:
    """Until so many wait for the next go."""
    done = threading.Event()
    while len(batches._waiting.get(key, ())) < waiting:
        assert not done.wait(0.005)


def at_once(numbers: Sequence[int]) -> tuple[Work, list[int | str]]:
    """What is answered when all of them come while the first is at it."""
    work = Work()
    batches = Batches(work)

    def call(number: int) -> int | str:
        try:
            return batches("a", number)
        except ValueError as fault:
            return str(fault)

    with ThreadPoolExecutor(len(numbers) + 1) as pool:
        work.may_end.clear()
        first = pool.submit(call, 0)
        assert work.begun.wait(TIMEOUT)
        others = [pool.submit(call, number) for number in numbers]
        wait_for(batches, "a", len(numbers))
        work.may_end.set()
        assert first.result(TIMEOUT) == 0
        return work, [other.result(TIMEOUT) for other in others]


def test_one_alone_goes_alone() -> None:
    work = Work()
    batches = Batches(work)
    assert [batches("a", 1), batches("a", 2), batches("b", 3)] == [2, 4, 6]
    assert work.goes == [("a", [1]), ("a", [2]), ("b", [3])]


def test_those_who_come_meanwhile_share_the_next_go_and_each_gets_their_own() -> None:
    work, results = at_once([5, 1, 4, 2])
    assert results == [10, 2, 8, 4]
    assert work.goes == [("a", [0]), ("a", [1, 2, 4, 5])]


def test_nobody_pays_for_anothers_fault() -> None:
    work, results = at_once([5, 13, 4])
    assert results == [10, "13", 8]
    assert work.goes[1] == ("a", [4, 5, 13])


def test_a_fault_keeps_nobody_out_afterwards() -> None:
    batches = Batches(Work())
    with pytest.raises(ValueError, match="13"):
        batches("a", 13)
    assert batches("a", 1) == 2
