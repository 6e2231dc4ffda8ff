"""Players at the desk of a tournament."""

import re
from typing import Any

import pytest
from django.contrib.messages import constants, get_messages
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.pages.desks import Desk, question, told
from tournaments.entries.services import entries
from tournaments.models import (
    Absence,
    Pairing,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
ResultState = Pairing.ResultState


def test_players_are_entered_corrected_withdrawn_and_readmitted() -> None:
    desk = Desk()
    response = desk.act("enter", division=1, name="Gerd", club="Ulm", rating="1500", category="S")
    assert told(response) == "Gerd hat die Nummer 5."
    desk.act(
        "correct",
        player=5,
        name="Gerda",
        club="Ulm",
        rating="",
        fixed_table="7",
        team="",
        category="S",
        member_id="",
        new_number="50",
    )
    gerda = desk.entry("Gerda")
    assert (gerda.number, gerda.rating, gerda.fixed_table) == (50, None, 7)
    assert told(desk.act("withdraw", player=50)) == "Gerda spielt ab Runde 1 nicht mehr mit."
    assert "Wieder aufnehmen" in desk.html("?player=50")
    desk.act("readmit", player=50)
    assert desk.entry("Gerda").withdrawn_from is None


def test_who_comes_late_plays_from_the_next_round_on() -> None:
    desk = Desk()
    desk.publish()
    assert "spielt ab Runde 2" in told(desk.act("enter", division=1, name="Gerd"))
    assert "ab Runde 2" in desk.html()


def test_somebody_can_sit_out_a_round_and_play_after_all() -> None:
    desk = Desk()
    desk.act("absent", player=1, round_number=2, kind="absent")
    assert "Runde 2: abwesend" in desk.html("?player=1")
    desk.act("present", player=1, round_number=2)
    assert not Absence.objects.exists()
    assert "Richtig ist" in told(desk.act("absent", player=1, round_number=2, kind="ill"))


def test_who_was_entered_by_mistake_is_removed_when_that_is_meant() -> None:
    desk = Desk()
    assert f'id="p{desk.entry("Dora").pk}-remove"' in desk.html("?player=4")
    assert "Dora aus der Liste entfernen?" in question(desk.act("remove_entry", player=4))
    assert told(desk.act("remove_entry", player=4, confirmed=1)) == "Dora ist entfernt."
    assert not desk.tournament.entries.filter(name="Dora").exists()
    desk.draft()
    assert f'id="p{desk.entry("Anna").pk}-remove"' not in desk.html("?player=1")
    assert "schon gepaart" in told(desk.act("remove_entry", player=1, confirmed=1))


def test_a_players_division_can_be_changed_before_they_are_paired() -> None:
    desk = Desk()
    desk.act("make_division", name="B", preset="swiss", rounds="5")
    assert 'name="new_division"' in desk.html("?player=1")
    desk.act("correct", player=1, name="Anna", new_division=2, new_number=1, new_first_round=1)
    assert desk.entry("Anna").division.name == "B"
    assert "Anna" in desk.html("?division=2&player=1")


def test_a_code_is_shown_once_and_asked_about_before_it_is_replaced() -> None:
    desk = Desk()
    response = desk.act("code", player=1)
    shown = told(response)
    code = re.search(r"/t/(\w+)/", shown)
    assert code
    assert entries.use_code(code[1])[0] == desk.entry("Anna")
    assert code[1] not in desk.html("?player=1")
    assert "Der alte gilt dann nicht" in question(desk.act("code", player=1))
    desk.act("code", player=1, confirmed=1)
    assert desk.entry("Anna").token_digest is None


def test_a_list_is_read_or_refused_as_a_whole() -> None:
    desk = Desk(players=0)

    def import_file(name: str, text: str) -> Any:
        return desk.act("import", division=1, file=SimpleUploadedFile(name, text.encode()))

    assert "2 Spieler eingetragen" in told(
        import_file("a.csv", "Name;Wertungszahl\nAnna;1800\nBen;1700")
    )
    assert "Zeile 3" in told(import_file("a.csv", "Name;Wertungszahl\nCarla;1800\nDora;viel"))
    assert "Wähle eine Datei aus" in told(desk.act("import", division=1))
    assert desk.tournament.entries.count() == 2


def test_a_file_of_tsh_brings_its_rounds_along() -> None:
    desk = Desk(players=0)
    text = "Huber, Anna 1800 2; 401; p12 1\nMeier, Ben 1700 1; 388; p12 2\n"
    file = SimpleUploadedFile("a.t", text.encode())
    response = desk.act("import", division=1, file=file, with_rounds="on")
    assert "2 Spieler eingetragen, gespielte Runden: 1" in told(response)
    assert desk.game(1).standing == ResultState.CONFIRMED


def test_what_counts_otherwise_than_in_a_file_of_tsh_is_told_by_name() -> None:
    desk = Desk(players=0)
    text = (
        "Huber, Anna 1800 2 0; 401 30; p12 1 0\n"
        "Meier, Ben 1700 1 3; 388 400; p12 2 1\n"
        "Otto, Cem 1600 0 2; 50 380; p12 0 2\n"
    )
    file = SimpleUploadedFile("a.t", text.encode())
    response = desk.act("import", division=1, file=file, with_rounds="on")
    _done, note = get_messages(response.wsgi_request)
    assert note.level == constants.WARNING
    assert str(note) == (
        "Anna Huber, Runde 2 ohne Gegner: In der Datei ist die Differenz +30, hier +50."
    )


def test_players_are_found_by_number_name_and_club() -> None:
    desk = Desk()
    desk.act("enter", division=1, name="Gerd", club="Ulm")
    for query, name in (("5", "Gerd"), ("ulm", "Gerd"), ("ann", "Anna")):
        people = desk.html(f"?q={query}").partition('class="desk-people"')[2]
        people = people.partition("</table>")[0]
        assert name in people
        assert people.count("<tr") == 1
    assert "Niemand gefunden" in desk.html("?q=xyz")
