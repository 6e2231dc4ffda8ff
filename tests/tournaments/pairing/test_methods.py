"""Methods as data."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import (
    METHODS,
    CantPair,
    Method,
    Player,
    block_start,
    method_json,
    pair,
    read_method,
    read_seating,
)
from tournaments.pairing.methods import (
    KingOfTheHill,
    Knockout,
    Manual,
    QuartileFours,
    RoundRobin,
    Swiss,
)


@pytest.mark.parametrize(
    ("data", "method"),
    [
        ({"method": "round_robin", "double": True, "groups": 2}, RoundRobin(True, 2)),
        ({"method": "quartile_fours", "seating": [[1, 2, 3, None]]}, QuartileFours()),
        ({"method": "swiss", "by": "wins", "avoid_clubs": 2}, Swiss(avoid_clubs=2)),
        ({"method": "swiss", "starts": "strict"}, Swiss(starts="strict")),
        ({"method": "knockout", "best_of": 3, "places": 4}, Knockout(best_of=3, places=4)),
        (
            {"method": "knockout", "players": 4, "others": {"method": "koth"}},
            Knockout(players=4, others=KingOfTheHill()),
        ),
        ({"method": "manual"}, Manual()),
    ],
)
def test_a_method_is_read_from_json_and_written_again(data: Any, method: object) -> None:
    read = read_method(data)
    assert read == method
    assert read_method(json.loads(json.dumps(method_json(read)))) == read


def test_every_method_is_read_by_its_name_alone() -> None:
    for name, kind in METHODS.items():
        assert read_method({"method": name}) == kind()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "unknown_method"),
        ([], "unknown_method"),
        ({}, "unknown_method"),
        ({"method": "lottery"}, "unknown_method"),
        ({"method": ["swiss"]}, "unknown_method"),
        ({"method": "koth", "groups": 2}, "unknown_option"),
        ({"method": "round_robin", "groups": 0}, "bad_option"),
        ({"method": "round_robin", "groups": True}, "bad_option"),
        ({"method": "round_robin", "double": 1}, "bad_option"),
        ({"method": "swiss", "by": "luck"}, "bad_option"),
        ({"method": "swiss", "avoid_clubs": "2"}, "bad_option"),
        ({"method": "knockout", "best_of": 2}, "bad_option"),
        ({"method": "knockout", "best_of": True}, "bad_option"),
        ({"method": "knockout", "others": {"method": "knockout"}}, "bad_option"),
        ({"method": "knockout", "others": 7}, "unknown_method"),
    ],
)
def test_what_is_no_method_is_refused(data: Any, code: str) -> None:
    with pytest.raises(CantPair) as refused:
        read_method(data)
    assert refused.value.code == code
    assert str(refused.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {"method": st.sampled_from([*METHODS, "?"])},
        optional=dict.fromkeys(
            ("double", "groups", "by", "starts", "best_of", "places", "others", "x"), json_values
        ),
    )
)
def test_any_json_is_a_method_or_is_refused(data: dict[str, Any]) -> None:
    try:
        method = read_method(data)
    except CantPair:
        return
    assert method.name == data["method"]


@given(json_values)
def test_any_json_is_a_seating_or_is_refused(data: Any) -> None:
    try:
        seating = read_seating(data)
    except CantPair:
        return
    assert [list(row) for row in seating] == [list(row) for row in data or []]


def test_a_round_paired_by_hand_is_not_paired() -> None:
    with pytest.raises(CantPair) as refused:
        pair(Manual(), [Player(1, 1), Player(2, 2)], round_number=1, seed="")
    assert refused.value.code == "by_hand"


def test_rounds_of_one_method_are_a_block_where_it_spans_several() -> None:
    schedule: list[Method] = [
        *[QuartileFours()] * 6,
        *[Swiss()] * 2,
        *[RoundRobin()] * 2,
        *[RoundRobin(double=True)] * 2,
        *[Knockout()] * 2,
    ]
    starts = [block_start(schedule, number) for number in range(1, len(schedule) + 1)]
    assert starts == [1, 1, 1, 4, 4, 4, 7, 8, 9, 9, 11, 11, 13, 13]
