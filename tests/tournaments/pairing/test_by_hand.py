"""Pairing by hand: what is wrong with it, and tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import (
    CantPair,
    Paired,
    Player,
    assign_tables,
    check_by_hand,
    pair_by_hand,
    table_conflicts,
)

FOUR = [Player(number, number) for number in range(1, 5)]


def codes(pairs: list[Paired], players: list[Player]) -> list[str]:
    return [finding.code for finding in check_by_hand(pairs, players)]


def test_a_sound_pairing_has_no_findings() -> None:
    assert check_by_hand([Paired(1, 2), Paired(3, 4)], FOUR) == ()
    assert check_by_hand([Paired(1, 2), Paired(3, None)], FOUR[:3]) == ()


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([Paired(1, 2), Paired(1, 3), Paired(4, None)], [("twice", True)]),
        ([Paired(1, 1), Paired(2, 3), Paired(4, None)], [("twice", True)]),
        ([Paired(1, 2), Paired(3, 9)], [("not_in_field", True), ("missing", False)]),
        ([Paired(1, 2)], [("missing", False), ("missing", False)]),
        ([Paired(1, 2), Paired(3, None), Paired(4, None)], [("several_byes", False)]),
    ],
)
def test_who_is_there_twice_or_not_at_all_is_found(
    pairs: list[Paired], expected: list[tuple[str, bool]]
) -> None:
    findings = check_by_hand(pairs, FOUR)
    assert [(finding.code, finding.is_error) for finding in findings] == expected


def test_what_the_director_may_want_all_the_same_is_a_warning() -> None:
    one = Player(1, 1, wins2=6, club="A", opponents=(2, 2), began=(True, True), firsts=2)
    other = Player(2, 2, wins2=2, club="A", opponents=(1, 1), began=(False, False), seconds=2)
    third = Player(3, 3, byes=2)
    findings = check_by_hand([Paired(1, 2), Paired(3, None)], [one, other, third])
    assert [finding.as_json() for finding in findings] == [
        {"code": "bye_again", "is_error": False, "player": 3, "byes": 2},
        {"code": "repeat", "is_error": False, "first": 1, "second": 2, "times": 3},
        {"code": "same_club", "is_error": False, "first": 1, "second": 2, "club": "A"},
        {"code": "far_apart", "is_error": False, "first": 1, "second": 2, "wins2": 4},
        {"code": "starts_uneven", "is_error": False, "player": 1, "balance": 3},
        {"code": "starts_uneven", "is_error": False, "player": 2, "balance": -3},
    ]
    # The other way round the starts are mended.
    assert "starts_uneven" not in codes([Paired(2, 1), Paired(3, None)], [one, other, third])


def test_a_pairing_by_hand_has_the_tables_in_the_order_given_and_byes_last() -> None:
    pairing = pair_by_hand([(4, 3), (2, None), (5, 1)], FIVE)
    assert [(made.first, made.second) for made in pairing.pairs] == [(4, 3), (5, 1), (2, None)]
    assert {made.reason["code"] for made in pairing.pairs} == {"manual"}
    with pytest.raises(CantPair) as refused:
        pair_by_hand([(1, 9)], FIVE)
    assert (refused.value.code, refused.value.detail) == ("not_in_field", {"player": 9})


FIVE = [*FOUR, Player(5, 5)]


def test_who_is_named_first_begins_whosever_turn_it_is() -> None:
    players = [Player(1, 1, firsts=1), Player(2, 2, seconds=1)]
    assert pair_by_hand([(1, 2)], players).pairs[0].first == 1


def test_tables_are_counted_from_the_best_pair_round_those_that_are_fixed() -> None:
    pairs = [Paired(1, 2), Paired(3, 4), Paired(5, 6), Paired(7, None)]
    assert assign_tables(pairs, {}) == (1, 2, 3, None)
    assert assign_tables(pairs, {5: 1}) == (2, 3, 1, None)
    assert assign_tables(pairs, {4: 12}) == (1, 12, 2, None)
    # The table of somebody who has a bye stays free.
    assert assign_tables(pairs, {7: 2}) == (1, 3, 4, None)


def test_of_two_with_fixed_tables_the_beginner_stays_and_the_other_is_told() -> None:
    pairs = [Paired(1, 2), Paired(3, 4)]
    assert assign_tables(pairs, {1: 5, 2: 7}) == (5, 1)
    assert table_conflicts(pairs, {1: 5, 2: 7}) == (
        {"code": "fixed_table", "player": 2, "wanted": 7, "table": 5},
    )
    assert assign_tables(pairs, {1: 5, 3: 5}) == (5, 1)
    assert table_conflicts(pairs, {1: 5, 3: 5}) == (
        {"code": "fixed_table", "player": 3, "wanted": 5, "table": 1},
    )
    assert table_conflicts(pairs, {1: 5, 2: 5}) == ()


@given(st.integers(1, 10), st.dictionaries(st.integers(1, 20), st.integers(1, 12), max_size=8))
def test_no_table_is_given_twice(count: int, fixed: dict[int, int]) -> None:
    pairs = [Paired(2 * number + 1, 2 * number + 2) for number in range(count)]
    tables = assign_tables(pairs, fixed)
    assert len(set(tables)) == count
    for made, table in zip(pairs, tables, strict=True):
        wanted = {fixed[player] for player in made.ids if player in fixed}
        if wanted and table not in wanted:
            assert wanted <= set(tables)
