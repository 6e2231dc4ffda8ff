"""Results and recorded games at the desk of a tournament."""

import re
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile

from referee.events.posted import MOST_TOLD
from tests.tournaments.pages.desks import Desk, question, told
from tournaments.models import (
    Pairing,
    Report,
)
from tournaments.rounds.services import results

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
ResultState, Outcome = Pairing.ResultState, Pairing.Outcome

# Results


def test_a_result_is_entered_by_its_table_and_told() -> None:
    desk = Desk()
    desk.publish()
    game, (first, second) = desk.game(1), desk.pairs()[0]
    response = desk.act("result", round=desk.round.pk, table=1, first_points=401, second_points=388)
    assert told(response) == f"Tisch 1: {first} – {second} 401 : 388"
    assert (desk.game(1).standing, desk.game(1).first_points) == (ResultState.CONFIRMED, 401)
    assert game.reports.get().source == Report.Source.DIRECTOR


def test_a_result_of_an_assistant_counts_as_a_slip() -> None:
    desk = Desk()
    desk.publish()
    desk.act(
        "result",
        desk.of(desk.assistant),
        round=desk.round.pk,
        table=1,
        first_points=401,
        second_points=388,
    )
    assert desk.game(1).reports.get().source == Report.Source.SLIP


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"table": 9}, "Tisch: In Runde 1 gibt es keinen Tisch 9."),
        ({"table": ""}, "Tisch: Richtig ist eine ganze Zahl."),
        ({"first_points": "viele"}, "Punkte, fing an: Richtig ist eine ganze Zahl."),
        ({"outcome": "won"}, "outcome: Richtig ist"),
        ({"round": 0}, "Diese Runde gibt es in der Gruppe nicht."),
    ],
)
def test_a_result_of_no_use_is_told(said: dict[str, Any], fault: str) -> None:
    desk = Desk()
    desk.publish()
    usual: dict[str, Any] = {
        "round": desk.round.pk,
        "table": 1,
        "first_points": 401,
        "second_points": 388,
    }
    assert fault in told(desk.act("result", **usual | said))
    assert desk.game(1).standing == ResultState.OPEN


def test_an_odd_result_is_asked_about_once() -> None:
    desk = Desk()
    desk.publish()
    said: dict[str, Any] = {
        "round": desk.round.pk,
        "table": 1,
        "first_points": 1401,
        "second_points": 388,
    }
    assert "1401 Punkte sind ungewöhnlich viel" in question(desk.act("result", **said))
    assert desk.game(1).standing == ResultState.OPEN
    desk.act("result", confirmed=1, **said)
    assert desk.game(1).first_points == 1401


def test_the_quick_form_asks_before_it_replaces_a_result() -> None:
    desk = Desk()
    desk.publish()
    said: dict[str, Any] = {
        "round": desk.round.pk,
        "table": 1,
        "first_points": 401,
        "second_points": 388,
    }
    desk.act("result", **said)
    assert not question(desk.act("result", **said))
    said["first_points"] = 411
    assert "Es steht 401 : 388. Durch 411 : 388 ersetzen?" in question(desk.act("result", **said))
    desk.act("result", confirmed=1, **said)
    assert desk.game(1).first_points == 411


def test_a_correction_keeps_what_was_said_and_can_be_taken_back() -> None:
    desk = Desk()
    desk.publish()
    desk.enter_all()
    game = desk.game(1)
    desk.act(
        "result",
        pairing=game.pk,
        correction=1,
        first_points=350,
        second_points=400,
        outcome="played",
        remark="vertauscht",
    )
    html = desk.html(f"?game={game.pk}")
    assert "2 Meldungen" in html
    assert "vertauscht" in html
    assert html.count("Das gilt") == 2
    desk.act("result", pairing=game.pk, correction=1, first_points=400, second_points=350)
    assert desk.game(1).first_points == 400
    desk.act("remove_result", pairing=game.pk)
    assert desk.game(1).standing == ResultState.OPEN


def test_a_forfeit_needs_no_points() -> None:
    desk = Desk()
    desk.publish()
    desk.act("result", round=desk.round.pk, table=1, outcome="forfeit_second")
    assert desk.game(1).outcome == Outcome.FORFEIT_SECOND
    assert "kampflos" in desk.html()


def test_a_dispute_shows_what_both_say_and_one_click_decides() -> None:
    desk = Desk()
    desk.publish()
    game = desk.game(1)
    assert game.second is not None
    results.report_result(game, game.first, desk.at, first_points=401, second_points=388)
    html = desk.html()
    assert "gemeldet" in html
    assert "Bestätigen" in html
    results.report_result(game, game.second, desk.at, first_points=401, second_points=398)
    html = desk.html()
    assert f"{game.first.name} sagt 401 : 388 – das gilt" in html
    assert f"{game.second.name} sagt 401 : 398 – das gilt" in html
    assert "1 ist strittig" in html
    desk.act(
        "result",
        pairing=game.pk,
        correction=1,
        outcome="played",
        first_points=401,
        second_points=398,
    )
    assert (desk.game(1).standing, desk.game(1).second_points) == (ResultState.CONFIRMED, 398)


def test_time_over_costs_points_and_other_things_what_the_director_says() -> None:
    desk = Desk()
    desk.publish()
    game = desk.game(1)
    said: dict[str, Any] = {"pairing": game.pk, "player": game.first.number}
    desk.act("penalise", reason="time", over="2:30", **said)
    desk.act("penalise", reason="conduct", points=20, text="Lärm", **said)
    assert [penalty.points for penalty in game.penalties.all()] == [30, 20]
    html = desk.html(f"?game={game.pk}")
    assert "Lärm" in html
    assert "−50" in html
    desk.act("revoke_penalty", penalty=game.penalties.get(reason="conduct").pk)
    assert "aufgehoben" in desk.html(f"?game={game.pk}")
    assert "Minuten und Sekunden" in told(desk.act("penalise", reason="time", over="bald", **said))


def test_a_game_can_be_recorded_at_its_table() -> None:
    desk = Desk()
    desk.publish()
    game = desk.game(1)
    response = desk.client.post(f"{desk.path}record/", {"pairing": game.pk})
    table = desk.tournament.tables.get(pairing=game)
    assert response.headers["Location"] == f"/tournaments/tables/{table.pk}/"
    assert "Mitschrift" in desk.html(f"?game={game.pk}")


# Recorded games


GCG = "#player1 A Anna\n#player2 B Ben\n>A: RUCKENS 8D RUCKEN +27 27\n>B: ? - +0 0\n"


def tables_on(html: str) -> str:
    """The panel of recorded games as plain text."""
    panel = html.partition('id="tables"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", panel).split())


def test_a_free_table_is_opened_for_two_to_four() -> None:
    desk = Desk(players=0)
    said: dict[str, Any] = {"ruleset": "kompakt", "names": ["Gerd", "", "Hans", " Ina "]}
    response = desk.act("open_table", **said)
    table = desk.tournament.tables.get()
    assert response.headers["Location"] == f"/tournaments/tables/{table.pk}/"
    assert (table.names, table.is_public) == (["Gerd", "Hans", "Ina"], False)
    assert table.setup == {"ruleset": "kompakt", "players": 3}
    shown = tables_on(desk.html())
    assert "1 läuft" in shown
    assert "Gerd – Hans – Ina läuft nicht öffentlich" in shown
    desk.act("open_table", is_public="on", **said)
    assert desk.tournament.tables.filter(is_public=True).count() == 1
    for names in (["Gerd"], ["A", "B", "C", "D", "E"]):
        assert "2 bis 4 Namen" in told(desk.act("open_table", ruleset="kompakt", names=names))
    assert "Richtig ist" in told(desk.act("open_table", ruleset="x", names=["A", "B"]))


def test_a_file_becomes_a_free_game_and_what_is_wrong_in_it_is_told_by_line() -> None:
    desk = Desk(players=0)
    file = SimpleUploadedFile("a.gcg", GCG.encode())
    response = desk.act("import_game", file=file, is_public="on")
    table = desk.tournament.tables.get()
    assert (table.names, table.pairing, table.is_public) == (["Anna", "Ben"], None, True)
    assert told(response).startswith("Anna – Ben: Die Partie ist da. In der Datei stimmt nicht")
    assert "Zeile 3: +27 Punkte, richtig sind +26." in told(response)
    assert f"/tournaments/tables/{table.pk}/game.gcg" in desk.html()


def test_a_file_becomes_the_game_of_the_table_that_is_named() -> None:
    desk = Desk()
    desk.publish()
    first, second = desk.pairs()[1]
    file = SimpleUploadedFile("a.gcg", GCG.encode())
    desk.act("import_game", file=file, round=desk.round.pk, table="2")
    table = desk.tournament.tables.get()
    assert (table.pairing, table.names) == (desk.game(2), [first, second])
    assert f"{first} – {second} läuft nicht öffentlich Hauptgruppe, Runde 1, Tisch 2" in tables_on(
        desk.html()
    )
    file = SimpleUploadedFile("a.gcg", GCG.encode())
    assert "schon mitgeschrieben" in told(
        desk.act("import_game", file=file, pairing=desk.game(2).pk)
    )
    file = SimpleUploadedFile("a.gcg", GCG.encode())
    desk.act("import_game", file=file, pairing=desk.game(1).pk)
    assert desk.tournament.tables.filter(pairing=desk.game(1)).exists()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("kein Spiel", "keine GCG-Datei"),
        (GCG.replace("8D", "1A"), "Zeile 3"),
        (">A: AB 8H AB +8 8\n" * 40_000, "keine GCG-Datei"),
    ],
)
def test_a_file_that_is_no_game_brings_none(text: str, fault: str) -> None:
    desk = Desk(players=0)
    file = SimpleUploadedFile("a.gcg", text.encode())
    assert fault in told(desk.act("import_game", file=file))
    assert "Wähle eine Datei aus" in told(desk.act("import_game"))
    assert not desk.tournament.tables.exists()


def test_of_many_remarks_on_a_file_the_first_are_told_and_the_others_counted() -> None:
    desk = Desk(players=0)
    moves = "".join(f">{'AB'[turn % 2]}: -E +0 {turn + 1}\n" for turn in range(12))
    text = "#player1 A Anna\n#player2 B Ben\n" + moves
    response = desk.act("import_game", file=SimpleUploadedFile("a.gcg", text.encode()))
    *remarks, last = list(get_messages(response.wsgi_request))[1:]
    assert len(remarks) == MOST_TOLD
    assert re.fullmatch(r"Und weitere: \d+\.", str(last))


# Sent again, because nobody heard that it had arrived


def send_with_key(desk: Desk, key: str, **said: Any) -> Any:
    fields = {"round": desk.round.pk, "table": 1} | said
    headers = {"Idempotency-Key": key}
    return desk.client.post(f"{desk.path}result/", fields, headers=headers)


def test_a_form_sent_again_with_its_key_is_not_taken_again() -> None:
    desk = Desk()
    desk.publish()
    for _time in range(2):
        response = send_with_key(desk, "once", first_points=401, second_points=388)
        assert response.status_code == 302
    assert desk.game(1).reports.count() == 1
    told_of = send_with_key(desk, "once", first_points=402, second_points=388)
    assert "gehört zu einer anderen Anfrage" in told(told_of)
    assert desk.game(1).first_points == 401


def test_what_was_refused_or_asked_may_be_sent_again_with_its_key() -> None:
    desk = Desk()
    desk.publish()
    for _time in range(2):
        assert "keinen Tisch 9" in told(send_with_key(desk, "refused", table=9, first_points=1))
        asked = send_with_key(desk, "asked", first_points=901, second_points=388)
        assert "901" in question(asked)
    assert not desk.game(1).reports.exists()
