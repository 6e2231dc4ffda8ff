"""All against all, also with people who leave and people who come."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.simulated import Simulated
from tournaments.pairing import CantPair, Pairing, Player, Seating, pair
from tournaments.pairing.methods import QuartileFours, RoundRobin
from tournaments.pairing.robin import berger, rounds_of

#: As printed in the handbooks of chess for six players; who begins is ours.
SIX = [
    {(1, 6), (2, 5), (3, 4)},
    {(4, 6), (3, 5), (1, 2)},
    {(2, 6), (1, 3), (4, 5)},
    {(5, 6), (1, 4), (2, 3)},
    {(3, 6), (2, 4), (1, 5)},
]


def play(
    tournament: Simulated, method: RoundRobin | QuartileFours, seed: str = ""
) -> list[Pairing]:
    """The whole block."""
    seating: Seating = ()
    pairings: list[Pairing] = []
    while not pairings or len(pairings) < rounds_of(method, seating):
        number = len(pairings) + 1
        pairing = pair(
            method,
            tournament.field(),
            round_number=number,
            seed=seed,
            block_round=number,
            seating=seating,
        )
        seating = pairing.seating
        pairings.append(pairing)
        tournament.play(pairing)
    return pairings


def meetings(pairings: list[Pairing]) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(made.ids)) for pairing in pairings for made in pairing.pairs)


def test_the_table_for_six_is_bergers() -> None:
    for number, pairs in enumerate(SIX):
        found = {(min(pair) + 1, max(pair) + 1) for pair in berger(6, number)}
        assert found == pairs


@given(st.integers(2, 21), st.integers(0, 1000))
def test_each_meets_each_once_and_starts_are_within_one_after_every_round(
    count: int, seed: int
) -> None:
    tournament = Simulated(count, Random(seed))
    method = RoundRobin()
    seating: Seating = ()
    pairings = []
    for number in range(1, count + count % 2):
        pairing = pair(
            method,
            tournament.field(),
            round_number=number,
            seed="",
            block_round=number,
            seating=seating,
        )
        seating = pairing.seating
        pairings.append(pairing)
        tournament.play(pairing)
        assert all(abs(player.balance) <= 1 for player in tournament.players.values())
        assert "repeats" not in {note["code"] for note in pairing.notes}
    met = meetings(pairings)
    byes = {(player,): 1 for player in tournament.players} if count % 2 else {}
    assert met == dict.fromkeys(combinations(range(1, count + 1), 2), 1) | byes
    with pytest.raises(CantPair) as refused:
        pair(
            method,
            tournament.field(),
            round_number=99,
            seed="",
            block_round=len(pairings) + 1,
            seating=seating,
        )
    assert refused.value.code == "schedule_over"


@pytest.mark.parametrize("count", range(2, 15))
def test_in_a_double_one_each_begins_once_against_each(count: int) -> None:
    tournament = Simulated(count, Random(count))
    pairings = play(tournament, RoundRobin(double=True))
    games = [
        (made.first, made.second)
        for pairing in pairings
        for made in pairing.pairs
        if made.second is not None
    ]
    assert sorted(games) == [
        (one, other) for one in range(1, count + 1) for other in range(1, count + 1) if one != other
    ]
    assert all(player.balance == 0 for player in tournament.players.values())


def test_groups_are_made_to_and_fro_and_play_among_themselves() -> None:
    tournament = Simulated(11, Random(3))
    pairings = play(tournament, RoundRobin(groups=3))
    assert pairings[0].seating == ((1, 6, 7, None), (2, 5, 8, 11), (3, 4, 9, 10))
    games = {pair for pair in meetings(pairings) if len(pair) == 2}
    groups = [{1, 6, 7}, {2, 5, 8, 11}, {3, 4, 9, 10}]
    assert games == {pair for group in groups for pair in combinations(sorted(group), 2)}
    assert pairings[0].pairs[0].reason["group"] in (1, 2, 3)


@pytest.mark.parametrize(("players", "groups"), [(9, 2), (3, 2), (10, 4)])
def test_groups_that_would_not_end_together_are_refused(players: int, groups: int) -> None:
    there = Simulated(players, Random(1)).field()
    with pytest.raises(CantPair) as refused:
        pair(RoundRobin(groups=groups), there, round_number=1, seed="")
    assert refused.value.code == "groups_do_not_divide"
    assert refused.value.detail == {"players": players, "groups": groups}


def test_one_player_is_no_round_robin() -> None:
    with pytest.raises(CantPair) as refused:
        pair(RoundRobin(), [Player(1, 1)], round_number=1, seed="")
    assert refused.value.code == "too_few_players"


def test_a_later_round_needs_the_seating_of_the_first() -> None:
    there = Simulated(4, Random(1)).field()
    with pytest.raises(CantPair) as refused:
        pair(RoundRobin(), there, round_number=2, seed="", block_round=2)
    assert refused.value.code == "no_seating"


def test_whoever_should_meet_somebody_who_has_left_has_a_bye() -> None:
    there = [Player(number, number) for number in (1, 2, 3)]
    pairing = pair(
        RoundRobin(),
        there,
        round_number=2,
        seed="",
        block_round=2,
        seating=((1, 2, 3, 4),),
    )
    assert [sorted(made.ids) for made in pairing.pairs] == [[1, 2], [3]]
    assert pairing.pairs[1].reason == {
        "code": "missing",
        "group": 1,
        "round": 2,
        "player": 4,
    }
    assert pairing.seating == ((1, 2, 3, 4),)


def test_who_comes_late_takes_the_free_seat() -> None:
    there = [Player(number, number) for number in (1, 2, 3, 9)]
    pairing = pair(
        RoundRobin(),
        there,
        round_number=2,
        seed="",
        block_round=2,
        seating=((1, 2, 3, None),),
    )
    assert pairing.seating == ((1, 2, 3, 9),)
    assert {frozenset(made.ids) for made in pairing.pairs} == {
        frozenset({1, 2}),
        frozenset({3, 9}),
    }
    assert {"code": "late_seated", "player": 9} in pairing.notes


def test_who_comes_late_to_full_groups_meets_those_who_would_wait() -> None:
    there = [Player(number, number) for number in (1, 2, 3, 8, 9)]
    there[3] = Player(8, 8, opponents=(3,))  # so that 3, who waits, is left to the other
    pairing = pair(
        RoundRobin(),
        there,
        round_number=2,
        seed="",
        block_round=2,
        seating=((1, 2, 3, 4),),
    )
    assert [sorted(made.ids) for made in pairing.pairs] == [[1, 2], [8, 9], [3]]
    assert [note for note in pairing.notes if note["code"] == "late_without_seat"]


@settings(max_examples=200)
@given(st.integers(2, 12), st.booleans(), st.integers(0, 10_000))
def test_nobody_is_forgotten_or_paired_twice_while_people_come_and_go(
    count: int, double: bool, seed: int
) -> None:
    random = Random(seed)
    tournament = Simulated(count, random)
    method = RoundRobin(double=double)
    seating: Seating = ()
    gone: set[int] = set()
    for number in range(1, count):
        there = tournament.field(absent=gone)
        if len(there) < 2:
            break
        pairing = pair(
            method, there, round_number=number, seed="", block_round=number, seating=seating
        )
        seating = pairing.seating
        named = [player for made in pairing.pairs for player in made.ids]
        assert sorted(named) == sorted(player.id for player in there)
        tournament.play(pairing)
        if random.random() < 0.3:
            gone.add(random.choice(there).id)
        if random.random() < 0.3:
            tournament.enter(100 + number)


def test_fours_have_one_of_each_quarter_and_play_all_against_all() -> None:
    tournament = Simulated(16, Random(1))
    pairings = play(tournament, QuartileFours(), "seed")
    assert len(pairings) == 3
    for group in pairings[0].seating:
        assert [(number - 1) // 4 for number in group if number is not None] == [0, 1, 2, 3]
    games = {pair for pair in meetings(pairings) if len(pair) == 2}
    assert len(games) == 24
    assert games == {
        pair
        for group in pairings[0].seating
        for pair in combinations(sorted(number for number in group if number is not None), 2)
    }
    assert all(abs(player.balance) == 1 for player in tournament.players.values())


def test_fours_are_drawn_by_lot() -> None:
    there = Simulated(16, Random(1)).field()
    seatings = {
        pair(QuartileFours(), there, round_number=1, seed=seed).seating for seed in "abcdefgh"
    }
    assert len(seatings) > 1


def test_one_of_the_fours_may_have_three_who_each_have_a_bye() -> None:
    tournament = Simulated(11, Random(1))
    pairings = play(tournament, QuartileFours())
    assert Counter(player.byes for player in tournament.players.values()) == {0: 8, 1: 3}
    assert all(sum(made.second is None for made in pairing.pairs) == 1 for pairing in pairings)


@pytest.mark.parametrize("count", [2, 5, 6, 9, 10, 74])
def test_fours_that_would_need_more_byes_are_refused(count: int) -> None:
    with pytest.raises(CantPair) as refused:
        pair(QuartileFours(), Simulated(count, Random(1)).field(), round_number=1, seed="")
    assert refused.value.code == "fours_do_not_divide"
