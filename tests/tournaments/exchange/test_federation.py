"""The result for the federation."""

import csv
from io import StringIO

import pytest

from tournaments.rounds.exchange.federation import FederationRow, federation_csv


def cells(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(StringIO(text[1:], newline=""), delimiter=";"))


def test_the_result_is_a_table_with_ratings_before_and_after() -> None:
    anna = FederationRow(1, 7, "Änne; Öhm", "SC Nord", "A", 7, 5, 123, 1500, 1620, 12, 1512)
    ben = FederationRow(2, 3, "Ben", "", "", 4, 8, -123)
    head, *rows = cells(federation_csv([anna, ben]))
    assert head[:6] == ["Platz", "Nummer", "Name", "Verein", "Kategorie", "Wertung vorher"]
    assert head[6:9] == ["Siege", "Niederlagen", "Differenz"]
    assert head[9:] == ["Leistung", "Änderung", "Wertung nachher"]
    assert [row[:6] for row in rows] == [
        ["1", "7", "Änne; Öhm", "SC Nord", "A", "1500"],
        ["2", "3", "Ben", "", "", ""],
    ]
    assert [row[6:] for row in rows] == [
        ["3,5", "2,5", "123", "1620", "12", "1512"],
        ["2", "4", "-123", "", "", ""],
    ]


@pytest.mark.parametrize("name", ["=1", "+1", "-1", "@x"])
def test_no_text_becomes_a_formula(name: str) -> None:
    row = FederationRow(1, 1, name, name, name, 0, 0, 0)
    assert cells(federation_csv([row]))[1][2:5] == [f"'{name}"] * 3
