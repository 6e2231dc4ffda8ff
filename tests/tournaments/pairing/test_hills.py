"""Down the ranking: King and Queen of the Hill, and the Australian draw."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.simulated import Simulated
from tournaments.pairing import CantPair, Paired, Pairing, Player, pair
from tournaments.pairing.methods import (
    Australian,
    KingOfTheHill,
    Method,
    QueenOfTheHill,
    Swiss,
)
from tournaments.pairing.swiss import COMPLETE


def paired(method: Method, players: Sequence[Player]) -> list[list[int]]:
    made = pair(method, players, round_number=9, seed="").pairs
    return [sorted(pair.ids) for pair in made]


def ranked(count: int, **met: tuple[int, ...]) -> list[Player]:
    """Players 1, 2, …; `p1=(2, 3)` says whom player 1 has met."""
    return [
        Player(number, number, wins2=2 * (count - number), opponents=met.get(f"p{number}", ()))
        for number in range(1, count + 1)
    ]


def test_the_king_meets_the_second_and_so_on_down_even_again() -> None:
    field = ranked(6, p1=(2,), p2=(1,))
    assert paired(KingOfTheHill(), field) == [[1, 2], [3, 4], [5, 6]]
    pairing = pair(KingOfTheHill(), field, round_number=9, seed="")
    assert pairing.repeats == ((1, 2),)
    assert pairing.notes == ({"code": "repeats", "count": 1},)
    assert pairing.pairs[0].reason == {"code": "koth", "upper": 1, "lower": 2}


@pytest.mark.parametrize(
    ("count", "pairs"),
    [
        (4, [[1, 3], [2, 4]]),
        (8, [[1, 3], [2, 4], [5, 7], [6, 8]]),
        (6, [[1, 3], [2, 4], [5, 6]]),
        (2, [[1, 2]]),
    ],
)
def test_the_queen_meets_the_third(count: int, pairs: list[list[int]]) -> None:
    assert paired(QueenOfTheHill(), ranked(count)) == pairs


@pytest.mark.parametrize("method", [KingOfTheHill(), QueenOfTheHill(), Australian(), Swiss()])
def test_an_odd_field_gives_its_last_a_bye_unless_they_had_one(method: Method) -> None:
    field = ranked(5)
    assert paired(method, field)[-1] == [5]
    field[4] = Player(5, 5, byes=1)
    assert paired(method, field)[-1] == [4]
    with pytest.raises(CantPair) as refused:
        paired(method, ranked(1))
    assert refused.value.code == "too_few_players"


def test_in_the_australian_draw_the_first_meets_the_best_not_met() -> None:
    field = ranked(6, p1=(2, 3), p2=(1,), p3=(1,))
    assert paired(Australian(), field) == [[1, 4], [2, 3], [5, 6]]


def test_the_australian_draw_looks_ahead_so_that_the_last_need_not_meet_again() -> None:
    field = ranked(4, p3=(4,), p4=(3,))
    assert paired(Australian(), field) == [[1, 3], [2, 4]]


def test_the_australian_draw_tells_repeats_that_cannot_be_avoided() -> None:
    field = ranked(4, p1=(2, 3, 4), p2=(1, 3, 4), p3=(1, 2), p4=(1, 2))
    pairing = pair(Australian(), field, round_number=4, seed="")
    assert [sorted(made.ids) for made in pairing.pairs] == [[1, 2], [3, 4]]
    assert pairing.notes == ({"code": "repeats_unavoidable", "count": 1},)


def test_the_australian_bye_moves_up_when_the_others_would_have_to_meet_again() -> None:
    # Without 5, 1 and 2 have met everybody who is left: 3 and 4, and each other.
    field = ranked(5, p1=(2, 3, 4), p2=(1, 3, 4), p3=(1, 2), p4=(1, 2))
    pairing = pair(Australian(), field, round_number=4, seed="")
    assert pairing.repeats == ()
    assert pairing.pairs[-1] == Paired(2, None, {"code": "bye", "byes": 0, "wins2": 6})


def orders(players: Sequence[Player]) -> Iterator[list[tuple[Player, Player]]]:
    """All pairings of an even field, those with the best opponents of the first to come first."""
    if not players:
        yield []
        return
    one, *others = players
    for other in sorted(others, key=lambda player: one.opponents.count(player.id)):
        for rest in orders([player for player in others if player is not other]):
            yield [(one, other), *rest]


@settings(max_examples=150)
@given(st.integers(1, 4), st.integers(0, 7), st.integers(0, 10_000))
def test_the_australian_draw_is_the_first_of_all_with_the_fewest_repeats(
    half: int, rounds: int, seed: int
) -> None:
    random = Random(seed)
    tournament = Simulated(2 * half, random)
    for _ in range(rounds):
        ids = random.sample(range(1, 2 * half + 1), 2 * half)
        tournament.play(
            Pairing(tuple(Paired(ids[at], ids[at + 1]) for at in range(0, len(ids), 2)))
        )
    field = tournament.field()

    def repeats(pairs: list[tuple[Player, Player]]) -> tuple[int, int]:
        met = [one.opponents.count(other.id) for one, other in pairs]
        return (sum(times > 0 for times in met), sum(max(0, times - 1) for times in met))

    every = list(orders(field))
    fewest = min(map(repeats, every))
    expected = next(pairs for pairs in every if repeats(pairs) == fewest)
    assert paired(Australian(), field) == [sorted((one.id, other.id)) for one, other in expected]


def test_a_large_field_is_drawn_without_repeats_too() -> None:
    tournament = Simulated(COMPLETE + 50, Random(1))
    for pairing in tournament.rounds(Australian(), 4):
        assert pairing.repeats == ()
    # The last two have met all of the last thirty: somebody far above must be given up for them.
    field = tournament.field()
    last = [player.id for player in field[-30:]]
    met = {
        player.id: tuple(one for one in last if one != player.id)
        if player in field[-2:]
        else tuple(one.id for one in field[-2:])
        for player in field[-30:]
    }
    field = [
        Player(player.id, player.rank, opponents=met.get(player.id, player.opponents))
        for player in field
    ]
    assert pair(Australian(), field, round_number=5, seed="").repeats == ()
