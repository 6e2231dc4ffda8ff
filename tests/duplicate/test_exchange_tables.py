"""Participants from spreadsheets, and standings for them."""

import contextlib
import csv
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duplicate.exchange.people import read_participants
from duplicate.exchange.tables import series_csv, standings_csv, teams_csv
from duplicate.standings import (
    Player,
    RoundScores,
    Standings,
    TeamRow,
    series_of,
    standings_of,
)
from referee.errors import TableUnreadable
from referee.events.people import NewPerson
from referee.spreadsheets import MOST_BYTES

ENTRIES = [
    NewPerson("Änne Öhm", "SC Nord", "A", "17", 3),
    NewPerson("Ben Bär", "", "B", "", None),
]
GERMAN = "Nummer;Name;Verein;Kategorie;Mitgliedsnummer\n3;Änne Öhm;SC Nord;A;17\n;Ben Bär;;B;\n"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(GERMAN.encode(), id="UTF-8"),
        pytest.param(GERMAN.encode("utf-8-sig"), id="UTF-8 with a mark"),
        pytest.param(GERMAN.encode("latin-1"), id="Latin-1"),
        pytest.param(GERMAN.replace("\n", "\r\n").encode(), id="as Windows ends lines"),
        pytest.param(GERMAN.replace(";", "\t").encode(), id="tabs"),
        pytest.param(GERMAN.replace(";", ",").encode(), id="commas"),
        pytest.param(
            b"member,CATEGORY,e-mail,club, Player ,No.\n"
            b'17,A,x@y.z,SC Nord," \xc3\x84nne  \xc3\x96hm",3\n'
            b"\n,,,,,\n,B,,,Ben B\xc3\xa4r\n",
            id="in English, quoted, with empty lines and more columns",
        ),
        pytest.param(
            "Vorname;Nachname;Nr;Klub;Klasse;Mitglied\n"
            "Änne;Öhm;3;SC Nord;A;17\nBen;Bär;;;B;\n".encode(),
            id="first and last name",
        ),
    ],
)
def test_a_table_of_people_is_read(data: bytes) -> None:
    assert read_participants(data) == ENTRIES


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, ""),
        ("Name\n", 1, ""),
        ("Anna;SC Nord\n", 1, ""),
        ("Name;Player\nA;B\n", 1, "Player"),
        ("Nr;Name\n1;Anna\nx;Ben\n", 3, "Nr"),
        ("Nr;Name\n0;Anna\n", 2, "Nr"),
        ("Nr;Name\n100000;Anna\n", 2, "Nr"),
        ("Nr;Name\n²;Anna\n", 2, "Nr"),
        ("Nr;Name\n4;Anna\n4;Ben\n", 3, "Nr"),
        ("Nr;Name;Verein\n1;;SC\n", 2, "Name"),
        ("Vorname;Nachname;Verein\n;;SC\n", 2, "Nachname"),
        ("Name;Verein\nAnna;" + "x" * 101 + "\n", 2, "Verein"),
        ("Name;Kategorie\n\nAnna;" + "x" * 51 + "\n", 3, "Kategorie"),
        ("Name\nAn\x07na\n", 2, "Name"),
        ('Name;Verein\n"Anna;SC\n', 2, ""),
        ("Name\n" + "Anna\n" * 10_001, 10_002, ""),
    ],
)
def test_a_mistake_is_told_with_line_and_column(text: str, line: int, column: str) -> None:
    with pytest.raises(TableUnreadable) as refusal:
        read_participants(text.encode())
    assert (refusal.value.detail["line"], refusal.value.detail["column"]) == (line, column)
    assert f"Zeile {line}" in str(refusal.value)


def test_a_file_too_large_is_refused() -> None:
    with pytest.raises(TableUnreadable, match="zu groß"):
        read_participants(b"Name\n" + b"x" * MOST_BYTES)


@given(st.binary(max_size=200))
def test_no_file_breaks_the_reader(data: bytes) -> None:
    with contextlib.suppress(TableUnreadable):
        read_participants(b"Name;Nummer\n" + data)


# Standings

PLAYERS = (
    Player(1, "=1+1", club="-SC Nord", category="A"),
    Player(2, "Änne; Öhm", club="SC „Süd“", category="B"),
)
ROUNDS = (
    RoundScores(1, 40, {1: 40, 2: 13}, tops={1}, solos={1}),
    RoundScores(2, 20, {2: -5}),
)


def standings() -> Standings:
    return standings_of(PLAYERS, ROUNDS)


def cells(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(StringIO(text[1:], newline=""), delimiter=";"))


def test_standings_as_a_table() -> None:
    head, *rows = cells("".join(standings_csv(standings())))
    assert head[:7] == ["Platz", "Nummer", "Name", "Verein", "Kategorie", "Punkte", "Prozent"]
    assert head[7:] == ["Abstand", "Tops", "Solos", "Runde 1", "Runde 2"]
    assert rows == [
        ["1", "1", "'=1+1", "'-SC Nord", "A", "40", "66,67", "20", "1", "1", "40", ""],
        ["2", "2", "Änne; Öhm", "SC „Süd“", "B", "8", "13,33", "52", "0", "0", "13", "-5"],
    ]


def test_only_some_of_the_standings_as_a_table() -> None:
    whole = standings()
    rows = whole.categories["B"]
    assert [row[:3] for row in cells("".join(standings_csv(whole, rows)))[1:]] == [
        ["1", "2", "Änne; Öhm"]
    ]


@pytest.mark.parametrize("name", ["=1", "+1", "-1", "@x", "\tx"])
def test_no_name_becomes_a_formula(name: str) -> None:
    table = "".join(standings_csv(standings_of([Player(1, name)], ())))
    assert cells(table)[1][2] == f"'{name}"


def test_teams_as_a_table() -> None:
    team = TeamRow(1, "@Nord", 48, Decimal("40.00"), 1, standings().rows)
    assert cells("".join(teams_csv([team])))[1] == [
        "1",
        "'@Nord",
        "48",
        "40,00",
        "1",
        "'=1+1, Änne; Öhm",
    ]


def test_a_series_as_a_table() -> None:
    rows = series_of([standings(), standings_of(PLAYERS[1:], ROUNDS)], by_percent=True)
    assert cells(series_csv(rows, ["Mai", "=Juni"])) == [
        ["Platz", "Name", "Verein", "Kategorie", "Gesamt", "Tops", "Mai", "'=Juni"],
        ["1", "'=1+1", "'-SC Nord", "A", "66,67", "1", "66,67", ""],
        ["2", "Änne; Öhm", "SC „Süd“", "B", "26,66", "0", "13,33", "13,33"],
    ]
