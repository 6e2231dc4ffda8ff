"""Tournaments, divisions, players and what is one's own, through the API."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.api_client import API, Caller, as_user
from tests.duplicate.factories import NOON, make_user
from tests.tournaments.factories import (
    give_token,
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
    set_result,
)
from tournaments.models import Division, Penalty, Report, Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

LIST = "/tournaments/"
SIGN_IN = "/tournaments/sign-in/"
KEY = "0123456789abcdef"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(state=Tournament.State.SETUP, director=make_user("irma")))


@pytest.fixture
def director(division: Division) -> Caller:
    return as_user(division.tournament.staff.get().user)


def path_of(tournament: Tournament, rest: str = "") -> str:
    return f"/tournaments/{tournament.pk}/{rest}"


def test_whoever_has_an_account_creates_a_tournament_and_directs_it() -> None:
    caller = as_user(make_user())
    body = {
        "name": "Herbst",
        "place": "Köln",
        "starts_on": "2026-11-21",
        "ends_on": "2026-11-22",
        "options": {"metrics": ["wins", "buchholz"], "bye_spread": 30},
        "divisions": [
            {"name": "A", "schedule": [{"method": "round_robin"}] * 3},
            {"name": "B"},
        ],
    }
    made = caller.post(LIST, body)
    assert made.status_code == 201, made.json()
    told = made.json()
    assert (told["state"], told["place"], told["starts_on"]) == ("setup", "Köln", "2026-11-21")
    assert told["options"]["metrics"] == ["wins", "buchholz"]
    assert [len(division["schedule"]) for division in told["divisions"]] == [3, 7]
    address = f"/tournaments/{told['id']}/"
    assert told.pop("join_code") is None
    assert Caller().get(address).json() == told
    changed = caller.patch(address, {"ends_on": None, "options": {"bye_spread": 40}}).json()
    assert (changed["ends_on"], changed["options"]["bye_spread"]) == (None, 40)
    assert changed["options"]["metrics"] == ["wins", "buchholz"]
    assert changed["version"] == told["version"] + 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": "T", "options": {"bye_spread": 5000}}, "options.bye_spread"),
        ({"name": "T", "options": {"metrics": ["luck"]}}, "options.metrics"),
        ({"name": "T", "starts_on": "bald"}, "starts_on"),
        ({"name": "T", "divisions": [{"name": "A", "schedule": [{"method": "x"}]}]}, "schedule"),
    ],
    ids=["name", "bounds", "metric", "day", "schedule"],
)
def test_what_is_wrong_with_a_tournament_is_named(body: dict[str, object], field: str) -> None:
    refused = as_user(make_user()).post(LIST, body)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert list(refused.json()["params"]["fields"]) == [field]


def test_the_list_shows_the_listed_ones_in_few_queries() -> None:
    for state in (Tournament.State.RUNNING, Tournament.State.SETUP, Tournament.State.SETUP):
        make_division(make_tournament(state=state))
    make_tournament(is_listed=False)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert Caller().get(LIST).json()["count"] == 3
    assert len(queries) == 3
    assert Caller().get(f"{LIST}?state=running").json()["count"] == 1
    assert Caller().get(f"{LIST}?state=lost").status_code == 400


def test_who_has_the_version_is_not_sent_it_again(division: Division) -> None:
    addresses = ["", "divisions/", "divisions/1/", "entries/"]
    for address in addresses:
        path = path_of(division.tournament, address)
        etag = Caller().get(path).headers["ETag"]
        assert Caller().get(path, if_none_match=etag).status_code == 304
    missing = Caller().get(path_of(division.tournament, "divisions/2/"))
    assert (missing.status_code, missing.json()["code"]) == (404, "division_missing")
    gone = Caller().get("/tournaments/00000000-0000-4000-8000-000000000000/")
    assert (gone.status_code, gone.json()["code"]) == (404, "tournament_missing")


def test_divisions_are_made_planned_and_removed(division: Division, director: Caller) -> None:
    divisions = path_of(division.tournament, "divisions/")
    assert director.post(divisions, {"name": "B"}).json()["number"] == 2
    planned = director.patch(f"{divisions}2/", {"schedule": [{"method": "qoth"}]}).json()
    assert planned == {"number": 2, "name": "B", "schedule": [{"method": "qoth"}]}
    wrong = director.patch(f"{divisions}2/", {"schedule": ["qoth"]})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid")
    assert director.delete(f"{divisions}2/").status_code == 204
    make_entry(division)
    full = director.delete(f"{divisions}1/")
    assert (full.status_code, full.json()["code"]) == (409, "division_not_empty")
    assert [row["number"] for row in Caller().get(divisions).json()] == [1]


def test_it_is_finished_and_reopened(division: Division, director: Caller) -> None:
    finish = path_of(division.tournament, "finish/")
    early = director.post(finish)
    assert (early.status_code, early.json()["code"]) == (409, "wrong_tournament_state")
    Tournament.objects.update(state=Tournament.State.RUNNING)
    anna, ben = make_entries(division, 2)
    round = make_round(division, (anna, ben))
    open_games = director.post(finish).json()
    assert open_games["code"] == "results_missing"
    assert open_games["params"]["missing"] == [{"division": 1, "round": 1, "table": 1}]
    set_result(round.pairings.get(), 400, 390)
    assert director.post(finish).json()["state"] == "finished"
    assert director.post(path_of(division.tournament, "reopen/")).json()["state"] == "running"


def test_the_staff_are_appointed_and_taken_off(division: Division, director: Caller) -> None:
    make_user("hans")
    staff = path_of(division.tournament, "staff/")
    made = director.post(staff, {"username": "hans", "role": "assistant"})
    assert (made.status_code, made.json()) == (201, {"username": "hans", "role": "assistant"})
    assert [row["username"] for row in director.get(staff).json()] == ["hans", "irma"]
    assert director.delete(f"{staff}hans/").status_code == 204
    last = director.delete(f"{staff}irma/")
    assert (last.status_code, last.json()["code"]) == (409, "last_director")
    nobody = director.post(staff, {"username": "niemand", "role": "assistant"})
    assert (nobody.status_code, nobody.json()["code"]) == (404, "staff_missing")


def test_a_director_removes_who_was_never_paired(division: Division, director: Caller) -> None:
    anna, ben, _carla = make_entries(division, 3)
    make_round(division, (anna, ben))
    people = path_of(division.tournament, "entries/")
    assert director.delete(f"{people}3/").status_code == 204
    assert director.get(f"{people}3/").status_code == 404
    refused = director.delete(f"{people}1/")
    assert (refused.status_code, refused.json()["code"]) == (409, "already_paired")


def test_the_staff_enter_change_withdraw_and_readmit(division: Division, director: Caller) -> None:
    other = make_division(division.tournament)
    people = path_of(division.tournament, "entries/")
    body = {"name": "Berta", "member_id": "77", "number": 5, "rating": 1600, "fixed_table": 2}
    entered = director.post(people, body)
    assert entered.status_code == 201
    told = entered.json()
    assert (told["number"], told["member_id"], told["division"]) == (5, "77", 1)
    assert (told["has_code"], told["is_signed_in"]) == (False, False)
    changed = director.patch(f"{people}5/", {"club": "Köln", "rating": None, "division": 2}).json()
    assert (changed["club"], changed["rating"], changed["division"]) == ("Köln", None, 2)
    assert director.post(f"{people}5/withdraw/").json()["withdrawn_from"] == 1
    again = director.post(f"{people}5/withdraw/")
    assert (again.status_code, again.json()["code"]) == (409, "already_withdrawn")
    assert director.post(f"{people}5/readmit/").json()["withdrawn_from"] is None
    later = director.post(f"{people}5/withdraw/", {"from_round": 3}).json()
    assert later["withdrawn_from"] == 3
    public = Caller().get(f"{people}5/").json()
    assert public["club"] == "Köln"
    assert not {"member_id", "fixed_table", "has_code"} & public.keys()
    taken = director.post(people, {"name": "Carla", "number": 5})
    assert (taken.status_code, taken.json()["code"]) == (409, "number_taken")
    director.post(people, {"name": "Carla", "division": 1})
    assert [row["name"] for row in Caller().get(people).json()["results"]] == ["Berta", "Carla"]
    of_second = Caller().get(f"{people}?division={other.number}").json()["results"]
    assert [row["name"] for row in of_second] == ["Berta"]
    for query, status in (("division=x", 400), ("division=9", 404)):
        assert Caller().get(f"{people}?{query}").status_code == status


def test_a_round_is_sat_out_and_played_after_all(division: Division, director: Caller) -> None:
    make_entry(division)
    absences = path_of(division.tournament, "entries/1/absences/")
    made = director.post(absences, {"round": 2, "kind": "bye"})
    assert (made.status_code, made.json()) == (201, {"round": 2, "kind": "bye"})
    assert Caller().get(absences).json() == [{"round": 2, "kind": "bye"}]
    assert director.post(absences, {"round": 2, "kind": "ill"}).status_code == 400
    assert director.post(absences, {"round": 9, "kind": "bye"}).status_code == 400
    assert director.delete(f"{absences}2/").status_code == 204
    missing = director.delete(f"{absences}2/")
    assert (missing.status_code, missing.json()["code"]) == (404, "absence_missing")


def test_files_are_taken_in_by_their_kind(division: Division, director: Caller) -> None:
    address = API + path_of(division.tournament, "entries/import/")
    table = "Name;Elo\nBerta Müller;1500\n".encode("latin-1")
    taken = director.client.post(address, table, content_type="text/csv")
    assert taken.status_code == 201, taken.json()
    assert [entry["name"] for entry in taken.json()["entries"]] == ["Berta Müller"]
    wrong = director.client.post(address, b"Name;Elo\nDora;viel\n", content_type="text/csv")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "table_unreadable")
    assert wrong.json()["params"]["line"] == 2
    text = b"Abel, Anna 1500 2; 400\nBeck, Ben 1400 1; 380\n"
    full = director.client.post(address, text, content_type="text/plain")
    assert (full.status_code, full.json()["code"]) == (409, "division_not_empty")
    only_people = director.client.post(f"{address}?rounds=false", text, content_type="text/plain")
    assert (len(only_people.json()["entries"]), only_people.json()["rounds"]) == (2, 0)
    make_division(division.tournament)
    into = f"{address}?division=2&format=tsh"
    with_rounds = director.client.post(into, text, content_type="text/csv").json()
    assert (with_rounds["rounds"], with_rounds["notes"]) == (1, [])
    assert {entry["division"] for entry in with_rounds["entries"]} == {2}
    for query, status in (("format=xls", 400), ("rounds=0", 400), ("division=7", 404)):
        refused = director.client.post(f"{address}?{query}", text, content_type="text/plain")
        assert refused.status_code == status
    unread = director.client.post(address, b"\xff", content_type="text/plain")
    assert (unread.status_code, unread.json()["code"]) == (400, "tsh_unreadable")
    assert Caller().client.post(address, text, content_type="text/plain").status_code == 401


def test_a_code_from_the_staff_signs_a_phone_in(division: Division, director: Caller) -> None:
    make_entry(division, "Anna")
    issued = director.post(path_of(division.tournament, "entries/1/code/"))
    assert (issued.status_code, issued.json()["entry"]["has_code"]) == (201, True)
    code = issued.json()["code"]
    signed_in = Caller().post(SIGN_IN, {"code": code.lower()})
    assert signed_in.status_code == 201
    told = signed_in.json()
    assert (told["entry"]["name"], told["tournament"]["id"]) == (
        "Anna",
        str(division.tournament_id),
    )
    phone = Caller(told["token"])
    me = path_of(division.tournament, "me/")
    assert phone.get(me).json()["entry"]["name"] == "Anna"
    stranger = phone.get(path_of(make_tournament(), "me/"))
    assert stranger.status_code == 403
    director.post(path_of(division.tournament, "entries/1/code/"))
    revoked = phone.get(me)
    assert (revoked.status_code, revoked.json()["code"]) == (401, "token_unknown")


def test_repeated_with_its_key_a_code_is_a_fresh_one_and_a_token_the_same(
    division: Division, director: Caller
) -> None:
    make_entry(division)
    address = path_of(division.tournament, "entries/1/code/")
    first = director.post(address, idempotency_key=KEY).json()["code"]
    second = director.post(address, idempotency_key=KEY).json()["code"]
    assert first != second
    assert Caller().post(SIGN_IN, {"code": first}).status_code == 404
    tokens = [
        Caller().post(SIGN_IN, {"code": second}, idempotency_key=KEY).json()["token"]
        for _ in range(2)
    ]
    assert tokens[0] == tokens[1]
    assert Caller(tokens[0]).get(path_of(division.tournament, "me/")).status_code == 200


def test_guessing_codes_is_held_up(settings: Settings) -> None:
    settings.WRONG_CODES_A_MINUTE = 3
    tries = [Caller().post(SIGN_IN, {"code": "FALSCH"}).json()["code"] for _ in range(4)]
    assert tries == ["join_code_wrong"] * 3 + ["throttled"]


def test_a_player_sees_the_game_to_be_played_and_those_before(division: Division) -> None:
    anna, ben, cleo = make_entries(division, 3)
    first = make_round(division, (ben, anna), (cleo, None))
    set_result(first.pairings.get(table=1), 380, 400)
    second = make_round(division, (anna, cleo), (ben, None))
    game = second.pairings.get(table=1)
    Report.objects.create(
        pairing=game,
        sequence=1,
        source=Report.Source.PLAYER,
        by="player 3",
        entry=cleo,
        outcome="played",
        first_points=410,
        second_points=390,
        received_at=NOON,
    )
    Penalty.objects.create(
        pairing=game, entry=anna, reason=Penalty.Reason.TIME, points=10, by="irma", at=NOON
    )
    make_round(division, (anna, ben), state=Round.State.DRAFT)
    me = path_of(division.tournament, "me/")
    own = Caller(give_token(anna)).get(me).json()
    assert [row["round"] for row in own["games"]] == [1, 2]
    assert own["current"] == own["games"][1]
    past, current = own["games"]
    assert (past["begins"], past["own_points"], past["opponent_points"]) == (False, 400, 380)
    assert (past["opponent"]["name"], past["standing"]) == (ben.name, "confirmed")
    assert (current["begins"], current["table"], current["pairing"]) == (True, 1, game.pk)
    assert (current["own_penalty"], current["opponent_penalty"]) == (10, 0)
    assert (current["outcome"], current["own_report"]) == (None, None)
    report = Caller(give_token(cleo)).get(me).json()["current"]["own_report"]
    assert (report["own_points"], report["opponent_points"]) == (390, 410)
    alone = Caller(give_token(ben)).get(me).json()["current"]
    assert (alone["kind"], alone["opponent"], alone["begins"]) == ("bye", None, False)


def test_before_the_first_round_there_is_nothing_to_play(division: Division) -> None:
    own = Caller(give_token(make_entry(division))).get(path_of(division.tournament, "me/")).json()
    assert (own["current"], own["games"]) == (None, [])
