"""Who begins, what lateness costs, and the final score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.rulesets import TOURNAMENT
from engine.settlement import settle, time_deduction, who_begins
from engine.tiles import STANDARD


@pytest.mark.parametrize(
    ("drawn", "first"),
    [
        (["B", "A"], (1,)),
        (["A", "?"], (1,)),
        (["Ä", "B", "A"], (2,)),
        (["B", "Ä", "Z"], (1,)),
        (["P", "Ö"], (1,)),
        (["Ö", "O"], (1,)),
        (["V", "Ü", "Z", "Ü"], (1, 3)),
        (["?", "?", "A"], (0, 1)),
        (["E"], (0,)),
    ],
)
def test_the_tile_nearest_to_the_blank_begins_and_equals_draw_again(
    drawn: list[str], first: tuple[int, ...]
) -> None:
    assert who_begins(drawn) == first


@pytest.mark.parametrize("drawn", [[], ["A", ""], ["AB"], ["a"], ["1", "A"]])
def test_nobody_begins_without_a_tile_drawn(drawn: list[str]) -> None:
    with pytest.raises(EngineError):
        who_begins(drawn)


def test_the_finisher_gains_what_all_others_have_left() -> None:
    assert settle([200, 150, 100], ["", "XA", "Q?"], STANDARD, finisher=0) == (219, 141, 90)


def test_after_passes_everybody_loses_and_nobody_gains() -> None:
    assert settle([200, 150], ["E", "XA"], STANDARD) == (199, 141)
    assert settle([200, 150], ["", "XA"], STANDARD) == (200, 141)


@pytest.mark.parametrize(
    ("racks", "finisher"), [(["A"], None), (["A", "B"], 0), (["", "B"], 2), (["", "B"], -1)]
)
def test_a_settlement_that_cannot_be_is_refused(racks: list[str], finisher: int | None) -> None:
    with pytest.raises(EngineError):
        settle([10, 20], racks, STANDARD, finisher)


@given(st.lists(st.text("AEX?", max_size=7), min_size=2, max_size=4))
def test_what_the_others_lose_the_finisher_gains(racks: list[str]) -> None:
    racks[0] = ""
    final = settle([0] * len(racks), racks, STANDARD, finisher=0)
    assert sum(final) == 0


@pytest.mark.parametrize(
    ("seconds", "points"),
    [(0, 0), (1800, 0), (1801, 10), (1860, 10), (1861, 20), (2100, 50), (2101, None)],
)
def test_every_minute_begun_costs_ten_points_and_the_sixth_the_game(
    seconds: int, points: int | None
) -> None:
    assert TOURNAMENT.clock
    assert time_deduction(seconds, TOURNAMENT.clock) == points
