"""Who begins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import Player
from tournaments.pairing.lots import Lots
from tournaments.pairing.starts import in_turn, strain

LOTS = Lots("seed", 1)


def test_whoever_has_begun_less_begins() -> None:
    one = Player(1, 1, firsts=3, seconds=2)
    other = Player(2, 2, firsts=1, seconds=1)
    assert in_turn(one, other, LOTS) == in_turn(other, one, LOTS) == (2, 1)


def test_of_equals_the_one_begins_who_did_not_when_they_last_met() -> None:
    one = Player(1, 1, firsts=1, seconds=1, opponents=(2, 3), began=(True, False))
    other = Player(2, 2, firsts=1, seconds=1, opponents=(1, 4), began=(False, True))
    assert in_turn(one, other, LOTS) == (2, 1)
    assert in_turn(one, other, LOTS, prefer=one) == (2, 1)


def test_of_equals_who_have_not_met_the_one_begins_whom_the_timetable_names() -> None:
    one = Player(1, 1, firsts=1, seconds=1, opponents=(3, 4), began=(True, False))
    other = Player(2, 2, firsts=1, seconds=1, opponents=(4, 3), began=(False, True))
    assert in_turn(one, other, LOTS, prefer=one) == (1, 2)
    assert in_turn(one, other, LOTS, prefer=other) == (2, 1)


def test_of_equals_who_have_not_met_the_one_begins_who_did_not_the_last_time() -> None:
    one = Player(1, 1, firsts=2, seconds=1, opponents=(3, 4, 5), began=(False, True, True))
    other = Player(2, 2, firsts=2, seconds=1, opponents=(4, 3, 6), began=(True, False, True))
    assert in_turn(one, other, LOTS) == in_turn(other, one, LOTS) == (2, 1)


def test_who_alternate_do_so_whatever_else_they_have_begun() -> None:
    one = Player(1, 1, firsts=1, seconds=4, opponents=(2,), began=(True,))
    other = Player(2, 2, firsts=4, seconds=1, opponents=(1,), began=(False,))
    assert in_turn(one, other, LOTS) == (1, 2)
    assert in_turn(one, other, LOTS, alternate=True) == (2, 1)


def test_the_lot_decides_between_newcomers_and_does_not_favour_anybody() -> None:
    begins = [
        in_turn(Player(1, 1), Player(2, 2), Lots(seed, round))[0]
        for seed in ("a", "b")
        for round in range(50)
    ]
    assert 30 < begins.count(1) < 70


@given(st.integers(-5, 5), st.integers(-5, 5), st.integers(1, 2))
def test_no_other_turn_strains_two_less(one: int, other: int, most: int) -> None:
    turns = [(one + 1, other - 1), (one - 1, other + 1)]
    excess = [sum(max(0, abs(balance) - most) for balance in turn) for turn in turns]
    assert strain(one, other, most) == strain(other, one, most) == min(excess)


def test_starts_that_do_not_go_with_the_opponents_are_no_player() -> None:
    with pytest.raises(ValueError, match="1 starts of 2 games"):
        Player(1, 1, opponents=(2, 3), began=(True,))
