"""Swiss: what holds in every tournament, and that no pairing is better than the one given."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing import plain
from tests.tournaments.pairing.simulated import Simulated
from tournaments.pairing import CantPair, Paired, Pairing, Player, pair
from tournaments.pairing.lots import Lots
from tournaments.pairing.matching import MOST_BITS, cheapest_matching, level_factors, total
from tournaments.pairing.methods import Swiss
from tournaments.pairing.swiss import COMPLETE, MINOR, ONCE, Field, bye_order, cheapest_pairs

seeds = st.integers(0, 2**32)
styles = st.sampled_from([Swiss(), Swiss(starts="strict"), Swiss(avoid_clubs=3)])


def as_pairs(pairing: Pairing, players: list[Player]) -> plain.Pairs:
    by_id = {player.id: player for player in players}
    return [
        (by_id[made.first], None if made.second is None else by_id[made.second])
        for made in pairing.pairs
    ]


@settings(max_examples=600)
@given(st.integers(2, 8), st.integers(1, 9), styles, seeds)
def test_no_other_pairing_of_a_small_field_is_better(
    count: int, rounds: int, method: Swiss, seed: int
) -> None:
    random = Random(seed)
    tournament = Simulated(count, random, clubs=3)
    for number in range(1, rounds + 1):
        there = tournament.field(
            absent=[one for one in tournament.players if random.random() < 0.1]
        )
        if len(there) < 2:
            continue
        pairing = pair(method, there, round_number=number, seed=str(seed))
        options = {"avoid_clubs": number <= method.avoid_clubs, "strict": method.starts == "strict"}
        best = min(plain.merits(pairs, there, **options) for pairs in plain.all_pairings(there))
        assert plain.merits(as_pairs(pairing, there), there, **options) == best
        assert len(pairing.repeats) == best[0]
        tournament.play(pairing)


@settings(max_examples=60)
@given(st.integers(0, 6), seeds)
def test_no_other_pairing_of_eight_is_better_whatever_has_been_before(
    rounds: int, seed: int
) -> None:
    random = Random(seed)
    tournament = Simulated(8, random)
    for _ in range(rounds):  # by lot, so that the matching meets what it would never have made
        ids = random.sample(range(1, 9), 8)
        pairs = [(ids[place], ids[place + 1]) for place in range(0, 8, 2)]
        tournament.play(Pairing(tuple(map(made, pairs))))
    there = tournament.field()
    pairing = pair(Swiss(), there, round_number=rounds + 1, seed="x")
    options = {"avoid_clubs": False, "strict": False}
    best = min(plain.merits(pairs, there, **options) for pairs in plain.all_pairings(there))
    assert plain.merits(as_pairs(pairing, there), there, **options) == best


def made(pair: tuple[int, int]) -> Paired:
    return Paired(*pair)


@settings(max_examples=200)
@given(st.integers(2, 24), st.integers(1, 10), styles, seeds)
def test_everybody_is_paired_once_and_one_of_an_odd_field_has_a_bye(
    count: int, rounds: int, method: Swiss, seed: int
) -> None:
    for pairing in Simulated(count, Random(seed)).rounds(method, rounds):
        named = [player for made in pairing.pairs for player in made.ids]
        assert sorted(named) == list(range(1, count + 1))
        byes = [made.second is None for made in pairing.pairs]
        assert sum(byes) == count % 2
        assert byes == sorted(byes)
        assert pairing.idle == ()


@settings(max_examples=200)
@given(st.integers(2, 9), styles, seeds)
def test_nobody_meets_again_in_the_rounds_in_which_that_can_always_be(
    half: int, method: Swiss, seed: int
) -> None:
    # Who has met less than half of the others leaves a graph that Dirac's theorem finds a ring in.
    tournament = Simulated(2 * half, Random(seed))
    for pairing in tournament.rounds(method, half):
        assert pairing.repeats == ()
        assert not [note for note in pairing.notes if note["code"] == "repeats_unavoidable"]


@settings(max_examples=200)
@given(st.integers(2, 9), styles, seeds)
def test_the_bye_goes_to_whom_it_is_due_as_long_as_nobody_need_meet_again(
    half: int, method: Swiss, seed: int
) -> None:
    tournament = Simulated(2 * half + 1, Random(seed))
    for pairing in tournament.rounds(method, half):
        there = tournament.field()
        fewest = min(player.byes for player in there)
        due = [player for player in there if player.byes == fewest]
        least = min(player.wins2 for player in due)
        last = [player for player in due if player.wins2 == least][-1]
        assert pairing.pairs[-1].first == last.id
        assert pairing.pairs[-1].reason == {"code": "bye", "byes": fewest, "wins2": least}
        assert max(player.byes for player in there) <= 1


@settings(max_examples=200)
@given(st.integers(4, 28), seeds)
def test_strict_starts_are_within_one_while_nobody_need_meet_again(count: int, seed: int) -> None:
    # As long as each has met at most a quarter of the field, those who have begun more can be
    # matched with those who have begun less.
    tournament = Simulated(count, Random(seed))
    for _ in tournament.rounds(Swiss(starts="strict"), count // 4 + 1):
        assert all(abs(player.balance) <= 1 for player in tournament.players.values())
    assert all(abs(player.balance) <= 1 for player in tournament.players.values())


@settings(max_examples=200)
@given(st.integers(4, 28), seeds)
def test_nobody_begins_more_than_one_game_above_or_below_half_of_theirs(
    count: int, seed: int
) -> None:
    tournament = Simulated(count, Random(seed))
    for pairing in tournament.rounds(Swiss(), count // 4 + 1):
        assert all(abs(player.balance) <= 2 for player in tournament.players.values())
        for made in pairing.pairs:
            if made.second is not None:
                first, second = (tournament.players[player] for player in made.ids)
                assert first.balance <= second.balance
    assert all(abs(player.balance) <= 2 for player in tournament.players.values())


def test_starts_of_a_championship_are_nearly_all_within_one() -> None:
    within = beyond = 0
    for seed in range(3):
        tournament = Simulated(76, Random(seed))
        for pairing in tournament.rounds(Swiss(), 20):
            balances = [abs(player.balance) for player in tournament.players.values()]
            within += sum(balance <= 1 for balance in balances)
            beyond += sum(balance > 1 for balance in balances)
            assert max(balances) <= 2
            assert pairing.repeats == ()
    assert within / (within + beyond) > 0.9


@settings(max_examples=100)
@given(st.integers(2, 20), st.integers(1, 6), seeds)
def test_the_pairing_depends_on_the_values_alone(count: int, rounds: int, seed: int) -> None:
    random = Random(seed)
    tournament = Simulated(count, random)
    for _ in tournament.rounds(Swiss(), rounds, "a seed"):
        pass
    there = tournament.field()
    pairing = pair(Swiss(), there, round_number=rounds + 1, seed="a seed")
    random.shuffle(there)
    assert pair(Swiss(), there, round_number=rounds + 1, seed="a seed") == pairing


def test_the_lot_decides_who_begins_and_nothing_that_ranks_above_it() -> None:
    there = Simulated(20, Random(1)).field()
    pairings = [pair(Swiss(), there, round_number=1, seed=str(seed)) for seed in range(20)]
    assert {frozenset(frozenset(made.ids) for made in one.pairs) for one in pairings} == {
        frozenset(frozenset({number, number + 10}) for number in range(1, 11))
    }
    assert len({tuple(made.first for made in one.pairs) for one in pairings}) > 1


def test_the_upper_half_of_a_score_group_meets_the_lower_half() -> None:
    there = [Player(number, number, wins2=2) for number in range(1, 7)]
    there += [Player(number, number, wins2=0) for number in range(7, 11)]
    pairing = pair(Swiss(), there, round_number=2, seed="")
    assert [sorted(made.ids) for made in pairing.pairs] == [[1, 4], [2, 5], [3, 6], [7, 9], [8, 10]]
    assert pairing.pairs[0].reason == {
        "code": "score_group",
        "wins2": 2,
        "size": 6,
        "upper": 1,
        "lower": 4,
    }


def test_an_odd_score_group_gives_its_last_to_the_first_of_the_next() -> None:
    there = [Player(number, number, wins2=2) for number in range(1, 6)]
    there += [Player(number, number, wins2=0) for number in range(6, 11)]
    pairing = pair(Swiss(), there, round_number=2, seed="")
    assert [sorted(made.ids) for made in pairing.pairs] == [[1, 3], [2, 4], [5, 6], [7, 9], [8, 10]]
    assert pairing.pairs[2].reason == {"code": "neighbours", "upper_wins2": 2, "lower_wins2": 0}


def test_repeats_that_cannot_be_avoided_are_told_and_are_the_fewest() -> None:
    # Each of four has met each, 1 and 2 even twice.
    met = {1: (2, 3, 4, 2), 2: (1, 4, 3, 1), 3: (4, 1, 2), 4: (3, 2, 1)}
    there = [Player(number, number, opponents=met[number]) for number in met]
    pairing = pair(Swiss(), there, round_number=4, seed="")
    assert pairing.repeats == ((1, 3), (2, 4))
    assert pairing.notes == ({"code": "repeats_unavoidable", "count": 2},)
    assert [made.reason for made in pairing.pairs] == [{"code": "repeat", "times": 2}] * 2


def test_players_of_one_club_meet_only_after_the_first_rounds() -> None:
    there = [Player(number, number, club="ABAB"[number - 1]) for number in range(1, 5)]
    early, late = (
        [sorted(made.ids) for made in pair(method, there, round_number=number, seed="").pairs]
        for method, number in ((Swiss(avoid_clubs=2), 2), (Swiss(avoid_clubs=2), 3))
    )
    assert late == [[1, 3], [2, 4]]
    assert early in ([[1, 2], [3, 4]], [[1, 4], [2, 3]])


def test_one_player_alone_is_refused_and_so_is_one_who_is_there_twice() -> None:
    with pytest.raises(CantPair, match="too_few_players") as refused:
        pair(Swiss(), [Player(1, 1)], round_number=1, seed="")
    assert (refused.value.code, refused.value.detail) == (
        "too_few_players",
        {"players": 1, "needed": 2},
    )
    with pytest.raises(CantPair) as refused:
        pair(Swiss(), [Player(1, 1), Player(1, 2)], round_number=1, seed="")
    assert refused.value.code == "same_player_twice"


@pytest.mark.parametrize("count", [COMPLETE + 20, COMPLETE + 21])
def test_a_large_field_is_paired_as_well_as_with_every_pair_looked_at(count: int) -> None:
    tournament = Simulated(count, Random(5))
    for _ in tournament.rounds(Swiss(), 4):
        pass
    field = Field(Swiss(), tournament.field(), 5, Lots("seed", 5))
    every = field.edges(combinations(range(field.nodes), 2))
    best = cheapest_matching(field.nodes, every, ONCE)
    assert best
    found = cheapest_pairs(field)
    assert total(every, found)[:-MINOR] == total(every, best)[:-MINOR]


def test_a_large_field_whose_neighbours_have_all_met_is_looked_at_further() -> None:
    count = COMPLETE + 2
    near = 40
    there = [
        Player(
            number,
            number,
            wins2=count - number,
            opponents=tuple(
                other
                for other in range(max(1, number - near), min(count, number + near) + 1)
                if other != number
            ),
        )
        for number in range(1, count + 1)
    ]
    assert pair(Swiss(), there, round_number=9, seed="").repeats == ()


def test_levels_that_do_not_fit_into_the_numbers_are_left_out_from_the_last() -> None:
    fitting = [(1, 999, 40**2, 998**2, 255)]
    assert all(level_factors(500, fitting, {1}))
    assert sum(level_factors(500, fitting, {1})).bit_length() <= MOST_BITS
    wide = [(1, 2**50, 2**40, 2**30)]
    kept = level_factors(500, wide)
    assert kept[1:] == [1, 0, 0]
    assert kept[0] > 500 * 2**50


def test_a_graph_without_a_perfect_matching_has_none() -> None:
    star = [(0, other, (1,)) for other in (1, 2, 3)]
    assert cheapest_matching(4, star) is None
    assert cheapest_matching(2, []) is None
    assert cheapest_matching(0, []) == []


def test_a_cost_above_outweighs_all_costs_below() -> None:
    dear = [(0, 1, (1, 0)), (2, 3, (0, 0)), (0, 2, (0, 1000)), (1, 3, (0, 1000))]
    assert cheapest_matching(4, dear) == [(0, 2), (1, 3)]


def test_who_should_have_the_bye_has_had_the_fewest_then_won_the_least() -> None:
    players = [
        Player(1, 1, wins2=8),
        Player(2, 2, wins2=4, byes=1),
        Player(3, 3, wins2=2),
        Player(4, 4, wins2=2),
        Player(5, 5, wins2=0, byes=1),
    ]
    assert [player.id for player in bye_order(players)] == [4, 3, 1, 5, 2]
