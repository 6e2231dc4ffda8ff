"""Charts: values that a template draws as SVG."""

import pytest

from referee.charts import bar_chart, line_chart


def test_a_bar_is_as_high_as_its_value() -> None:
    chart = bar_chart("Punkte", [1, 2], [50, 100], [25, 100])
    low, high = chart.bars
    assert high.height == pytest.approx(2 * low.height)
    assert low.reached_height == pytest.approx(low.height / 2)
    assert [tick.text for tick in chart.scale] == ["0", "20", "40", "60", "80", "100"]


def test_a_line_goes_on_from_nothing_and_many_rounds_are_not_all_named() -> None:
    chart = line_chart("Abstand", range(1, 31), [("Anna", range(30)), ("Ben", [0] * 30)])
    assert len(chart.lines) == 2
    assert len(chart.lines[0].points.split()) == 31
    assert len(chart.rounds) <= 12
    assert line_chart("Abstand", [], []).lines == ()


def test_who_is_ahead_of_the_tops_by_a_bonus_stays_in_the_picture() -> None:
    chart = line_chart("Abstand", [1, 2], [("Anna", [-10, 30])])
    assert [tick.text for tick in chart.scale] == ["-10", "0", "10", "20", "30"]
    heights = [float(corner.split(",")[1]) for corner in chart.lines[0].points.split()]
    assert all(0 <= height <= chart.base for height in heights)
