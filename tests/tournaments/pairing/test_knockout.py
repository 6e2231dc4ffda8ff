"""Knock-out: brackets, byes, matches of several games, places, and who is not there."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.simulated import Simulated
from tournaments.pairing import (
    CantPair,
    Pairing,
    Played,
    Player,
    Seating,
    bracket,
    pair,
    places,
)
from tournaments.pairing.knockout import seed_bracket
from tournaments.pairing.methods import KingOfTheHill, Knockout


def win(winner: int, loser: int) -> Played:
    return Played(winner, loser, 2, 0, 50)


def draw(one: int, other: int, spread: int = 0) -> Played:
    return Played(one, other, 1, 1, spread)


def ranked(count: int) -> list[Player]:
    return [Player(number, number) for number in range(1, count + 1)]


def next_round(
    method: Knockout, count: int, games: list[Played], block_round: int = 2, **more: Seating
) -> Pairing:
    field = ranked(count)
    seating = more.get("seating") or seed_bracket(method, field)
    return pair(
        method,
        field,
        round_number=block_round,
        seed="",
        block_round=block_round,
        seating=seating,
        games=games,
    )


def ids(pairing: Pairing) -> list[list[int]]:
    return [sorted(made.ids) for made in pairing.pairs]


def test_the_first_two_can_meet_only_in_the_final() -> None:
    pairing = pair(Knockout(), ranked(8), round_number=1, seed="")
    assert pairing.seating == ((1, 8, 4, 5, 2, 7, 3, 6), ())
    assert ids(pairing) == [[1, 8], [2, 7], [3, 6], [4, 5]]


def test_byes_up_to_the_next_power_of_two_go_to_the_best() -> None:
    pairing = pair(Knockout(best_of=3), ranked(6), round_number=1, seed="")
    assert ids(pairing) == [[3, 6], [4, 5], [1], [2]]
    assert pairing.pairs[2].reason == {"code": "seed_bye", "size": 8}
    again = next_round(Knockout(best_of=3), 6, [win(3, 6), win(5, 4)])
    assert ids(again) == [[3, 6], [4, 5]]
    assert again.idle == (1, 2)


def test_a_decided_match_plays_no_further_and_the_next_stage_waits_for_all() -> None:
    method = Knockout(best_of=3)
    games = [win(1, 4), win(2, 3), win(1, 4), win(3, 2)]
    pairing = next_round(method, 4, games, 3)
    assert ids(pairing) == [[2, 3]]
    assert pairing.idle == (1, 4)
    assert pairing.pairs[0].reason == {
        "code": "knockout",
        "place": 1,
        "size": 4,
        "match": 1,
        "game": 3,
    }
    final = next_round(method, 4, [*games, win(3, 2)], 4)
    assert ids(final) == [[1, 3]]
    assert final.pairs[0].reason["size"] == 2


def test_the_third_place_is_played_beside_the_final() -> None:
    games = [win(1, 4), win(3, 2)]
    pairing = next_round(Knockout(places=4), 4, games)
    assert ids(pairing) == [[1, 3], [2, 4]]
    assert [made.reason["place"] for made in pairing.pairs] == [1, 3]
    assert pairing.idle == ()
    matches = bracket(Knockout(places=4), pairing.seating, [*games, win(3, 1), win(4, 2)])
    assert places(matches) == {1: 3, 2: 1, 3: 4, 4: 2}
    assert ids(next_round(Knockout(), 4, games)) == [[1, 3]]


def test_all_places_of_eight_are_played_out_when_asked_for() -> None:
    field, method = ranked(8), Knockout(places=8)
    seating: Seating = ()
    games: list[Played] = []
    for number in range(1, 4):
        pairing = pair(
            method,
            field,
            round_number=number,
            seed="",
            block_round=number,
            seating=seating,
            games=games,
        )
        seating = pairing.seating
        assert len(pairing.pairs) == 4
        games += [win(*sorted(made.ids)) for made in pairing.pairs]
    assert places(bracket(method, seating, games)) == {
        1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8
    }  # fmt: skip


def test_after_the_final_there_is_nothing_left_to_pair() -> None:
    with pytest.raises(CantPair) as refused:
        next_round(Knockout(), 2, [win(2, 1)])
    assert (refused.value.code, refused.value.detail) == ("knockout_over", {"winner": 2})


def test_equal_wins_are_decided_by_spread_and_equal_spread_by_one_more_game() -> None:
    method = Knockout(best_of=3)
    level = [win(1, 2), win(2, 1), draw(1, 2)]
    assert bracket(method, ((1, 2), ()), level)[0].winner is None
    assert next_round(method, 2, level, 4).pairs[0].reason["game"] == 4
    ahead = [win(1, 2), Played(2, 1, 2, 0, 20), draw(1, 2)]
    assert bracket(method, ((1, 2), ()), ahead)[0].winner == 1
    assert bracket(Knockout(), ((1, 2), ()), [draw(1, 2), win(2, 1)])[0].winner == 2


def test_a_win_and_two_draws_are_enough_in_three_games_but_not_in_two() -> None:
    games = [win(1, 2), draw(1, 2), draw(2, 1)]
    assert not bracket(Knockout(best_of=3), ((1, 2), ()), games[:2])[0].is_decided
    assert bracket(Knockout(best_of=3), ((1, 2), ()), games)[0].winner == 1


def test_who_is_missing_when_due_to_play_is_out_for_good() -> None:
    method = Knockout()
    seating = seed_bracket(method, ranked(4))
    there = [player for player in ranked(4) if player.id != 4]
    first = pair(method, there, round_number=1, seed="", seating=seating)
    assert ids(first) == [[2, 3]]
    assert first.seating == ((1, 4, 2, 3), (4,))
    assert first.notes == ({"code": "walkover", "player": 4},)
    second = next_round(method, 4, [win(2, 3)], seating=first.seating)
    assert ids(second) == [[1, 2]]


def test_when_both_are_missing_the_next_opponent_is_through() -> None:
    method = Knockout()
    there = [player for player in ranked(4) if player.id in (2, 3)]
    seating = seed_bracket(method, ranked(4))
    first = pair(method, there, round_number=1, seed="", seating=seating)
    assert ids(first) == [[2, 3]]
    with pytest.raises(CantPair) as refused:
        next_round(method, 4, [win(3, 2)], seating=first.seating)
    assert refused.value.detail == {"winner": 3}


def test_a_final_decided_by_absence_is_kept_before_the_knockout_is_over() -> None:
    only = pair(Knockout(), ranked(1), round_number=2, seed="", block_round=2, seating=((1, 2), ()))
    assert (only.pairs, only.idle, only.seating) == ((), (1,), ((1, 2), (2,)))
    assert places(bracket(Knockout(), only.seating, [])) == {1: 1, 2: 2}
    with pytest.raises(CantPair) as refused:
        next_round(Knockout(), 1, [], seating=only.seating)
    assert refused.value.code == "knockout_over"


def test_the_second_game_of_a_match_is_begun_by_the_other() -> None:
    method = Knockout(best_of=5)
    # Player 1 has begun far more than 2, but in a match they take turns.
    one = Player(1, 1, firsts=6, seconds=2, opponents=(2,), began=(False,))
    other = Player(2, 2, firsts=2, seconds=6, opponents=(1,), began=(True,))
    pairing = pair(
        method,
        [one, other],
        round_number=2,
        seed="",
        block_round=2,
        seating=((1, 2), ()),
        games=[win(2, 1)],
    )
    assert (pairing.pairs[0].first, pairing.pairs[0].second) == (1, 2)


def test_the_others_play_on_by_their_own_method() -> None:
    method = Knockout(best_of=3, players=4, others=KingOfTheHill())
    first = pair(method, ranked(9), round_number=1, seed="")
    assert ids(first) == [[1, 4], [2, 3], [5, 6], [7, 8], [9]]
    games = [win(1, 4), win(2, 3), win(1, 4), win(2, 3)]
    final = next_round(method, 9, games, 3, seating=first.seating)
    assert ids(final) == [[1, 2], [3, 4], [5, 6], [7, 8], [9]]
    assert final.pairs[0].reason["code"] == "knockout"
    assert final.pairs[1].reason["code"] == "koth"
    over = next_round(method, 9, [*games, win(1, 2), win(1, 2)], 5, seating=first.seating)
    assert ids(over) == [[3, 4], [5, 6], [7, 8], [9]]
    assert over.idle == (1, 2)


def test_the_loser_of_a_semi_final_rests_while_a_match_for_the_third_place_is_to_come() -> None:
    method = Knockout(best_of=3, players=4, places=4, others=KingOfTheHill())
    games = [win(1, 4), win(2, 3), win(1, 4), win(3, 2)]
    pairing = next_round(method, 6, games, 3)
    assert ids(pairing) == [[2, 3], [5, 6]]
    assert pairing.idle == (1, 4)


@pytest.mark.parametrize("seating", [((1, 2, 3), ()), ((1, 2),), ((1, 2), (None,)), ((1,), ())])
def test_a_seating_of_another_method_is_refused(seating: Seating) -> None:
    with pytest.raises(CantPair) as refused:
        next_round(Knockout(), 4, [], seating=seating)
    assert refused.value.code == "bad_seating"


def test_a_bracket_needs_two_players_and_later_rounds_their_seating() -> None:
    with pytest.raises(CantPair) as refused:
        pair(Knockout(), ranked(1), round_number=1, seed="")
    assert refused.value.code == "too_few_players"
    with pytest.raises(CantPair) as refused:
        pair(Knockout(), ranked(4), round_number=2, seed="", block_round=2)
    assert refused.value.code == "no_seating"


@settings(max_examples=150)
@given(
    st.integers(2, 20),
    st.sampled_from([1, 3, 5]),
    st.integers(2, 8),
    st.integers(0, 10_000),
    st.booleans(),
)
def test_every_knockout_ends_with_each_place_given_once(
    count: int, best_of: int, wanted: int, seed: int, leave: bool
) -> None:
    random = Random(seed)
    method = Knockout(best_of=best_of, places=wanted)  # type: ignore[arg-type]
    tournament = Simulated(count, random)
    seating: Seating = ()
    games: list[Played] = []
    gone: set[int] = set()
    for number in range(1, 100):
        try:
            pairing = pair(
                method,
                tournament.field(absent=gone),
                round_number=number,
                seed="",
                block_round=number,
                seating=seating,
                games=games,
            )
        except CantPair:
            break
        seating = pairing.seating
        named = [player for made in pairing.pairs for player in made.ids]
        assert len(named) == len(set(named))
        assert set(named) | set(pairing.idle) == set(tournament.players) - gone
        for made in pairing.pairs:
            if made.second is not None:
                wins2 = random.choice([0, 1, 2])
                games.append(Played(made.first, made.second, wins2, 2 - wins2, wins2 - 1))
        tournament.play(pairing)
        if leave and random.random() < 0.1 and len(gone) < count - 2:
            gone.add(random.randint(1, count))
    matches = bracket(method, seating, games)
    decided = places(matches)
    assert {1, 2} <= set(decided)
    assert len(set(decided.values())) == len(decided)
    top = [match for match in matches if match.place == 1]
    assert len({match.stage for match in top}) == (count - 1).bit_length()
