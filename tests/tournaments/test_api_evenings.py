"""Club evenings through the API: made, joined, played, counted."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from referee.models import User
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON, SECOND, make_user
from tests.tournaments.factories import (
    make_division,
    make_entry,
    make_evening,
    make_table,
    make_tournament,
)
from tests.tournaments.table_client import At, path_of
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

LIST = "/tournaments/"
JOIN = "/tournaments/join/"
KEY = "0123456789abcdef"


@pytest.fixture
def director() -> User:
    return make_user("irma")


@pytest.fixture
def evening(director: User) -> Tournament:
    return make_evening(director=director)


def test_an_evening_is_made_and_only_its_staff_see_the_code(director: User) -> None:
    caller = as_user(director)
    body = {"name": "Abend", "kind": "evening", "options": {"place_points": [3, 1]}}
    made = caller.post(LIST, body)
    assert made.status_code == 201, made.json()
    told = made.json()
    assert (told["kind"], told["state"], told["divisions"][0]["schedule"]) == (
        "evening",
        "setup",
        [],
    )
    assert (told["options"]["place_points"], told["options"]["ruleset"]) == ([3, 1], "standard")
    code = told.pop("join_code")
    address = f"{LIST}{told['id']}/"
    assert caller.get(address).json()["join_code"] == code
    assert Caller().get(address).json() == told
    assert code not in Caller().get(f"{address}log/").content.decode()
    assert code not in Caller().get(LIST).content.decode()


def test_the_list_tells_evenings_from_tournaments(evening: Tournament) -> None:
    make_division(make_tournament())
    listed = Caller().get(f"{LIST}?kind=evening").json()["results"]
    assert [row["id"] for row in listed] == [str(evening.pk)]
    assert Caller().get(f"{LIST}?kind=morning").status_code == 400


def test_whoever_has_the_code_joins_opens_a_table_and_plays(
    evening: Tournament, director: User
) -> None:
    joined = Caller().post(JOIN, {"code": evening.join_code, "name": "Anna", "club": "Köln"})
    assert joined.status_code == 201, joined.json()
    told = joined.json()
    assert (told["entry"]["number"], told["tournament"]["id"]) == (1, str(evening.pk))
    assert "join_code" not in told["tournament"]
    anna = Caller(told["token"])
    assert anna.get(path_of(evening, "me/")).json()["entry"]["name"] == "Anna"
    ben = Caller().post(JOIN, {"code": evening.join_code, "name": "Ben"}).json()
    opened = anna.post(path_of(evening, "tables/"), {"seats": [[1], [2]], "game": "match"})
    assert opened.status_code == 201, opened.json()
    table = At(Caller(ben["token"]), opened.json()["id"])
    table.play({"kind": "end", "because": "resigned", "winner": 0})

    shown = Caller().get(path_of(evening, "evening/"))
    assert shown.headers["Access-Control-Allow-Origin"] == "*"
    standings = shown.json()
    assert (standings["games"], standings["running"]) == (["match"], 0)
    first, second = standings["rows"]
    assert (first["rank"], first["name"], first["club"], first["points"]) == (1, "Anna", "Köln", 5)
    assert first["by_game"] == [{"game": "match", "points": 5, "games": 1, "firsts": 1}]
    assert second["tables"] == [{"table": table.pk, "game": "match", "place": 2, "points": 3}]
    [ended] = standings["tables"]
    assert (ended["table"], ended["names"], ended["places"]) == (table.pk, ["Anna", "Ben"], [1, 2])
    [moment] = Caller().get(path_of(evening, "evening/history/")).json()["results"]
    assert moment["table"] == table.pk
    assert [row["points"] for row in moment["rows"]] == [5, 3]
    assert as_user(director).post(path_of(evening, "finish/")).json()["state"] == "finished"


def test_who_has_the_version_is_not_sent_it_again(evening: Tournament) -> None:
    for address in ("evening/", "evening/history/", "evening.csv"):
        path = path_of(evening, address)
        etag = Caller().get(path).headers["ETag"]
        assert Caller().get(path, if_none_match=etag).status_code == 304


def test_the_history_is_paged_by_table_and_has_those_who_sat_there(evening: Tournament) -> None:
    division = evening.divisions.get()
    anna, ben, cem, dora = (make_entry(division, name) for name in ("Anna", "Ben", "Cem", "Dora"))
    for number in range(3):
        make_table(evening, [anna], [ben], places=[1, 2], created_at=NOON + number * SECOND)
    last = make_table(evening, [cem], [dora], places=[1, 1], created_at=NOON + 3 * SECOND)
    page = Caller().get(path_of(evening, "evening/history/?limit=1&offset=3")).json()
    assert (page["count"], page["next"]) == (4, None)
    assert page["results"] == [
        {
            "table": str(last.pk),
            "rows": [
                {"rank": 3, "number": 3, "name": "Cem", "points": 5, "games": 1, "firsts": 1},
                {"rank": 3, "number": 4, "name": "Dora", "points": 5, "games": 1, "firsts": 1},
            ],
        }
    ]


def test_the_standings_are_written_once_for_all_who_ask(evening: Tournament) -> None:
    anna, ben = (make_entry(evening.divisions.get(), name) for name in ("Anna", "Ben"))
    make_table(evening, [anna], [ben], places=[1, 2])
    path = path_of(evening, "evening/")
    first = Caller().get(path)
    assert [row["name"] for row in first.json()["rows"]] == ["Anna", "Ben"]
    with CaptureQueriesContext(connection) as asked:
        again = Caller().get(path)
    assert again.content == first.content
    assert len(asked) == 1


def test_the_standings_are_there_for_a_spreadsheet(evening: Tournament) -> None:
    anna, ben = (make_entry(evening.divisions.get(), name) for name in ("Anna", "Ben"))
    make_table(evening, [anna], [ben], places=[1, 2])
    found = Caller().get(path_of(evening, "evening.csv"))
    assert found.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert found.content.decode("utf-8-sig").splitlines()[1].startswith("1;1;Anna;;5;1;1;5")


@pytest.mark.parametrize("address", ["evening/", "evening/history/", "evening.csv"])
def test_a_tournament_with_rounds_is_no_evening(address: str) -> None:
    refused = Caller().get(path_of(make_tournament(), address))
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_tournament_kind")


def test_an_evening_has_no_rounds_to_pair(evening: Tournament, director: User) -> None:
    refused = as_user(director).post(path_of(evening, "divisions/1/rounds/"), {})
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_tournament_kind")
    assert refused.json()["params"] == {"kind": "evening", "needed": "rounds"}


def test_tables_still_played_are_named_when_an_evening_is_to_end(
    evening: Tournament, director: User
) -> None:
    anna, ben = (make_entry(evening.divisions.get(), name) for name in ("Anna", "Ben"))
    table = make_table(evening, [anna], [ben], places=None, state="running")
    refused = as_user(director).post(path_of(evening, "finish/"))
    assert (refused.status_code, refused.json()["code"]) == (409, "tables_running")
    assert refused.json()["params"]["tables"] == [{"table": str(table.pk), "title": "Anna – Ben"}]


def test_joining_again_with_its_key_is_joining_once_with_a_fresh_token(
    evening: Tournament,
) -> None:
    body = {"code": evening.join_code, "name": "Anna"}
    first = Caller().post(JOIN, body, idempotency_key=KEY).json()
    again = Caller().post(JOIN, body, idempotency_key=KEY).json()
    assert Entry.objects.count() == 1
    assert again["token"] != first["token"]
    assert {**again, "token": ""} == {**first, "token": ""}
    me = path_of(evening, "me/")
    assert Caller(first["token"]).get(me).status_code == 401
    assert Caller(again["token"]).get(me).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"code": "FALSCH2", "name": "Anna"}, 404, "join_code_wrong"),
        ({"name": "Anna"}, 400, "invalid"),
        ({"code": "", "name": ""}, 400, "invalid"),
    ],
    ids=["wrong", "no code", "blank"],
)
def test_what_is_wrong_with_joining_is_told(body: dict[str, str], status: int, code: str) -> None:
    refused = Caller().post(JOIN, body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_joining_again_with_its_key_takes_nobody_else_s_place(
    evening: Tournament, director: User
) -> None:
    body = {"code": evening.join_code, "name": "Anna"}
    Caller().post(JOIN, body, Idempotency_Key=KEY)
    as_user(director).delete(path_of(evening, "entries/1/"))
    boris = Caller().post(JOIN, {**body, "name": "Boris"}).json()
    assert boris["entry"]["number"] == 1
    again = Caller().post(JOIN, body, Idempotency_Key=KEY)
    assert (again.status_code, again.json()["code"]) == (401, "token_unknown")
    assert Caller(boris["token"]).get(path_of(evening, "me/")).status_code == 200


def test_guessing_codes_is_held_up(settings: Settings) -> None:
    settings.WRONG_CODES_A_MINUTE = 2
    tries = [Caller().post(JOIN, {"code": "FALSCH2", "name": "Anna"}) for _ in range(3)]
    assert [answer.status_code for answer in tries] == [404, 404, 429]


def test_nobody_joins_when_it_is_over(evening: Tournament) -> None:
    Tournament.objects.update(state=Tournament.State.FINISHED, finished_at=NOON)
    refused = Caller().post(JOIN, {"code": evening.join_code, "name": "Anna"})
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_tournament_state")


def test_an_evenings_code_leads_to_where_one_joins(evening: Tournament) -> None:
    found = Caller().client.get("/join/", {"code": f" {evening.join_code}".lower()})
    assert found.status_code == 302
    assert found.headers["Location"] == f"/tournaments/join/{evening.join_code}/"
