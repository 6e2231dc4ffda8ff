"""Participants, standings, series, log and files through the API."""

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from duplicate.models import Game, Participant, Round
from duplicate.services.judging import judge_round
from duplicate.services.rounds import publish_round
from tests.api_client import API, Caller, as_user, path_of
from tests.duplicate.factories import (
    make_answer,
    make_game,
    make_participant,
    make_round,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def published(game: Game) -> Round:
    """A published round in which the first participant found a top and the second little."""
    now = timezone.now()
    round = make_round(game, state=Round.State.CLOSED, opened_at=now)
    top = round.tops[0]
    for columns, move in (
        ({"club": "Köln", "category": "A"}, (top["coordinates"], top["word"])),
        ({"club": "Bonn", "category": "B"}, ("H8-H9", "AN")),
    ):
        make_answer(round, make_participant(game, **columns)[0], *move, received_at=now)
    return publish_round(judge_round(round, now), now, by=game.staff.get().user)


def test_a_wrong_code_is_refused_and_guessing_held_up(settings: Settings) -> None:
    settings.WRONG_CODES_A_MINUTE = 3
    game = make_game()
    body = {"code": "FALSCH", "name": "Berta"}
    tries = [Caller().post("/duplicate/join/", body).json()["code"] for _ in range(4)]
    assert tries == ["join_code_wrong"] * 3 + ["throttled"]
    right = Caller().post("/duplicate/join/", body | {"code": game.join_code})
    assert right.status_code == 429
    assert not Participant.objects.exists()


def test_a_whole_hall_joins_from_one_address(settings: Settings) -> None:
    settings.WRONG_CODES_A_MINUTE = 3
    game = make_game()
    for number in range(1, 11):
        body = {"code": game.join_code.lower(), "name": f"Spieler {number}"}
        assert Caller().post("/duplicate/join/", body).json()["participant"]["number"] == number


def test_the_staff_enter_change_withdraw_and_readmit() -> None:
    user = make_user()
    game = make_game(director=user)
    director = as_user(user)
    people = path_of(game, "participants/")
    entered = director.post(people, {"name": "Berta", "member_id": "77", "number": 5}).json()
    assert (entered["number"], entered["member_id"]) == (5, "77")
    assert director.patch(f"{people}5/", {"club": "Köln"}).json()["club"] == "Köln"
    assert director.post(f"{people}5/withdraw/").json()["withdrawn_at"] is not None
    assert director.post(f"{people}5/readmit/").json()["withdrawn_at"] is None
    public = Caller().get(f"{people}5/").json()
    assert public["club"] == "Köln"
    assert "member_id" not in public
    taken = director.post(people, {"name": "Carla", "number": 5})
    assert (taken.status_code, taken.json()["code"]) == (409, "number_taken")


def test_a_table_of_participants_is_entered_whole_or_not_at_all() -> None:
    user = make_user()
    game = make_game(director=user)
    client: Client = as_user(user).client
    address = API + path_of(game, "participants/import/")
    table = "Name;Verein\nBerta Müller;Köln\nCarla;\n"
    for encoding in ("utf-8-sig", "latin-1"):
        response = client.post(address, table.encode(encoding), content_type="text/csv")
        assert [person["name"] for person in response.json()] == ["Berta Müller", "Carla"]
    wrong = client.post(address, b"Name;Nr\nDora;1\n", content_type="text/csv")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "table_unreadable")
    assert wrong.json()["params"]["line"] == 2
    empty = client.post(address, b"", content_type="text/csv")
    assert empty.status_code == 400
    assert game.participants.count() == 4


def test_standings_come_as_json_and_csv_and_by_category_and_club() -> None:
    game = make_game()
    published(game)
    everybody = Caller()
    told = everybody.get(path_of(game, "standings/")).json()
    assert told["rounds"] == [1]
    assert [row["rank"] for row in told["rows"]] == [1, 2]
    assert told["rows"][0]["percent"] == 100
    assert told["rows"][0]["round_points"] == told["round_tops"]
    categories = everybody.get(path_of(game, "standings/?by=category")).json()["categories"]
    assert [group["category"] for group in categories] == ["A", "B"]
    clubs = everybody.get(path_of(game, "standings/?by=club")).json()["clubs"]
    assert [team["club"] for team in clubs] == ["Köln", "Bonn"]
    assert everybody.get(path_of(game, "standings/?round=1")).json()["rounds"] == [1]
    for query in ("", "?by=category", "?by=club"):
        table = everybody.get(path_of(game, f"standings.csv{query}"))
        assert table.headers["Content-Type"].startswith("text/csv")
        assert "Köln" in table.content.decode()
    for query in ("by=age", "round=x", "round=-1"):
        assert everybody.get(path_of(game, f"standings/?{query}")).status_code == 400


def test_a_series_counts_its_games_together() -> None:
    user = make_user()
    game = make_game(director=user)
    published(game)
    owner = as_user(user)
    made = owner.post("/duplicate/series/", {"name": "Sommer", "games": [str(game.pk)]}).json()
    series = f"/duplicate/series/{made['id']}/"
    first = Caller().get(f"{series}standings/")
    assert [row["rank"] for row in first.json()["rows"]] == [1, 2]
    etag = first.headers["ETag"]
    assert Caller().get(f"{series}standings/", if_none_match=etag).status_code == 304
    changed = owner.patch(series, {"counted_by": "percent"}).json()
    assert (changed["counted_by"], changed["games"]) == ("percent", [str(game.pk)])
    again = Caller().get(f"{series}standings/", if_none_match=etag)
    assert again.json()["rows"][0]["total"] == 100
    assert game.name in Caller().get(f"{series}standings.csv").content.decode()
    assert owner.patch(series, {"games": []}).json()["games"] == []
    missing = owner.patch(series, {"games": [made["id"]]})
    assert (missing.status_code, missing.json()["code"]) == (404, "game_missing")
    gone = Caller().get(f"/duplicate/series/{game.pk}/")
    assert (gone.status_code, gone.json()["code"]) == (404, "series_missing")


def test_log_and_proof_let_anyone_check_the_game() -> None:
    director = as_user(make_user())
    made = director.post("/duplicate/games/", {"name": "Abend"}).json()
    game = f"/duplicate/games/{made['id']}/"
    director.post(f"{game}start/")
    director.post(f"{game}rounds/", {"rack": "AEGMNRS"})
    entries = Caller().get(f"{game}log/").json()
    assert [entry["kind"] for entry in entries["results"]] == ["created", "started", "drawn"]
    assert entries["results"][-1]["data"] is None
    assert director.get(f"{game}log/").json()["results"][-1]["data"]["rack"] == "AEGMNRS"
    assert Caller().get(f"{game}log/?limit=1&offset=1").json()["count"] == 3
    verification = Caller().get(f"{game}log/verification/").json()
    assert verification["is_intact"]
    assert verification["length"] == 3
    proof = Caller().get(f"{game}proof/").json()
    assert proof["commitment"] == made["commitment"]
    assert (proof["seed"], proof["draws"]) == (None, [])


def test_a_finished_game_goes_out_and_comes_in_again() -> None:
    director = as_user(make_user())
    made = director.post("/duplicate/games/", {"name": "Abend"}).json()
    game = f"/duplicate/games/{made['id']}/"
    director.post(f"{game}participants/", {"name": "Berta", "member_id": "77"})
    director.post(f"{game}start/")
    director.post(f"{game}end/")
    assert director.get(f"{game}export.json").json()["participants"][0]["member_id"] == "77"
    exported = Caller().get(f"{game}export.json").json()
    assert "member_id" not in exported["participants"][0]
    Game.objects.all().delete()
    taken_up = director.post("/duplicate/games/import/", exported)
    assert taken_up.status_code == 201, taken_up.json()
    assert taken_up.json()["state"] == "finished"
    for broken in ({}, {**exported, "log": []}, {**exported, "format": "?"}):
        assert director.post("/duplicate/games/import/", broken).status_code == 400


def test_the_master_line_goes_out_for_other_programs() -> None:
    user = make_user()
    game = make_game(director=user)
    published(game)
    director = as_user(user)
    assert director.get(path_of(game, "export.xml")).content.startswith(b"<?xml")
    assert director.get(path_of(game, "export.gcg")).content.startswith(b"#")
