"""Why two meet, and what speaks against it, in words."""

import re
from pathlib import Path
from typing import Any

import pytest

from tournaments import pairing
from tournaments.rounds.reasons import (
    NOTES,
    REASONS,
    WARNINGS,
    tell_note,
    tell_reason,
    tell_spread,
    tell_warning,
    tell_wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def test_every_code_of_the_pairing_has_its_words() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(pairing.__file__).parent.glob("*.py")
    )
    coded = set(re.findall(r'"code": "(\w+)"', source)) | set(
        re.findall(r'Finding\(\s*"(\w+)"', source)
    )
    assert {"score_group", "twice", "fixed_table"} <= coded
    assert coded <= REASONS.keys() | NOTES.keys() | WARNINGS.keys()


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ({}, ""),
        ({"code": "neighbours", "upper_wins2": 3, "lower_wins2": 1}, "Siege: 1½ gegen ½"),
        ({"code": "knockout", "place": 1, "size": 2, "match": 1, "game": 2}, "Finale, 2. Partie"),
        ({"code": "knockout", "place": 3, "size": 2, "match": 2, "game": 1}, "Spiel um Platz 3"),
        ({"code": "knockout", "place": 1, "size": 32, "match": 2, "game": 1}, "der letzten 32"),
        ({"code": "bye", "byes": 0, "wins2": 0}, "am wenigsten Freilose (0)"),
        ({"code": "bye", "group": 1, "round": 1}, "niemand ist übrig"),
        ({"code": "missing", "player": 7, "group": 1, "round": 1}, "Gerda ist nicht da"),
        ({"code": "missing", "player": 8}, "8 ist nicht da"),
        ({"code": "qoth", "upper": 1, "lower": 3}, "Platz 1 gegen Platz 3"),
    ],
)
def test_reasons_are_told_in_words(reason: dict[str, Any], text: str) -> None:
    assert text in tell_reason(reason, {7: "Gerda"})
    assert bool(text) is bool(tell_reason(reason, {7: "Gerda"}))


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ({"code": "repeats_unavoidable", "count": 2}, "Ohne Wiederholung geht es nicht mehr"),
        ({"code": "late_seated", "player": 7}, "Gerda hat einen freien Platz"),
        ({"code": "fixed_table", "player": 7, "wanted": 3, "table": 1}, "an Tisch 1 statt am"),
        ({"code": "seed", "seed": "abc"}, "abc"),
    ],
)
def test_notes_are_told_in_words(note: dict[str, Any], text: str) -> None:
    assert text in tell_note(note, {7: "Gerda"})


@pytest.mark.parametrize(
    ("warning", "text"),
    [
        ({"code": "bye_again", "player": 7, "byes": 1}, "Gerda war schon spielfrei (1×)"),
        ({"code": "far_apart", "first": 1, "second": 2, "wins2": 5}, "2½ Siege auseinander"),
        ({"code": "same_club", "first": 1, "second": 2, "club": "Ulm"}, "Beide sind von Ulm"),
        ({"code": "starts_uneven", "player": 7, "balance": -2}, "öfter nachgezogen als"),
    ],
)
def test_warnings_are_told_in_words(warning: dict[str, Any], text: str) -> None:
    assert text in tell_warning(warning, {7: "Gerda"})


def test_wins_and_spread_are_written_as_people_do() -> None:
    assert [tell_wins(wins2) for wins2 in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]
    assert [tell_spread(spread) for spread in (-20, 0, 134)] == ["−20", "0", "+134"]
