"""Which results are asked about before they count."""

import pytest

from tournaments.rounds.plausibility import ENOUGH, USUAL_POINTS, Doubt, doubts_about, usual_points


@pytest.mark.parametrize(
    ("first", "second", "codes"),
    [
        (400, 380, []),
        (500, 200, []),
        (501, 380, ["points_high"]),
        (380, 501, ["points_high"]),
        (600, 199, ["points_high", "points_low"]),
        (-5, 400, ["points_low"]),
    ],
)
def test_points_are_odd_a_hundred_above_the_usual_or_below_its_half(
    first: int, second: int, codes: list[str]
) -> None:
    doubts = doubts_about(first, second, usual=400, unusual=100)
    assert [doubt.code for doubt in doubts] == codes


def test_a_doubt_names_the_points_and_what_is_usual() -> None:
    assert doubts_about(640, 380, usual=400, unusual=100) == (
        Doubt("points_high", {"points": 640, "usual": 400}),
    )


def test_nobody_asks_about_points_when_that_is_switched_off() -> None:
    assert doubts_about(1200, 3, usual=400, unusual=0) == ()


@pytest.mark.parametrize(
    ("spread", "is_odd"), [(None, False), (-20, False), (20, False), (30, True), (-30, True)]
)
def test_a_spread_must_be_what_the_points_make(spread: int | None, is_odd: bool) -> None:
    doubts = doubts_about(380, 400, usual=400, unusual=100, spread=spread)
    assert [doubt.code for doubt in doubts] == ["spread_wrong"] * is_odd


def test_a_spread_against_the_winner_is_odd() -> None:
    (doubt,) = doubts_about(400, 380, usual=400, unusual=100, spread=-20)
    assert doubt.as_json() == {"code": "spread_wrong", "spread": -20, "difference": 20}


def test_what_is_usual_is_the_mean_once_enough_is_known() -> None:
    assert usual_points([300] * (ENOUGH - 1)) == USUAL_POINTS
    assert usual_points([300] * (ENOUGH - 1) + [311]) == 300
