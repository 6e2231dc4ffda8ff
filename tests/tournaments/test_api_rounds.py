"""Rounds and results through the API: every step one request, and who sees what when."""

from typing import Any

import pytest

from referee.models import User
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON, make_user
from tests.tournaments.factories import (
    give_token,
    make_division,
    make_entries,
    make_round,
    make_tournament,
    set_result,
)
from tournaments.models import Division, Pairing, Round, Staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
PUBLIC_FIELDS = {"number", "state", "method", "notes", "published_at", "completed_at", "pairings"}


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def director(anna: User) -> Caller:
    return as_user(anna)


@pytest.fixture
def division(anna: User) -> Division:
    return make_division(make_tournament(director=anna))


@pytest.fixture
def assistant(division: Division) -> Caller:
    helper = make_user("hanna")
    division.tournament.staff.create(user=helper, role=Staff.Role.ASSISTANT)
    return as_user(helper)


def path_of(division: Division, rest: str = "") -> str:
    return f"/tournaments/{division.tournament_id}/divisions/{division.number}/rounds/{rest}"


def path_to(pairing: Pairing, rest: str = "") -> str:
    round = pairing.round
    return path_of(round.division, f"{round.number}/pairings/{pairing.pk}/{rest}")


def published_game(division: Division) -> Pairing:
    first, second, third, fourth = make_entries(division, 4)
    return make_round(division, (first, second), (third, fourth)).pairings.get(table=1)


def told(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_every_step_of_a_round_is_one_request(division: Division, director: Caller) -> None:
    make_entries(division, 5)

    def step(name: str) -> Any:
        response = director.post(path_of(division, f"1/{name}/"))
        assert response.status_code == 200, response.json()
        return response.json()

    drafted = director.post(path_of(division), {"seed": "Würfel", "method": {"method": "koth"}})
    assert (drafted.status_code, drafted.json()["state"]) == (201, "draft")
    assert drafted.json()["method"] == {"method": "koth"}
    assert drafted.json()["notes"] == [{"code": "seed", "seed": "Würfel"}]
    pairs = [{"first": 2, "second": 3}, {"first": 5, "second": 1}, {"first": 4}]
    by_hand = director.put(path_of(division, "1/"), {"pairs": pairs}).json()
    assert by_hand["method"] == {"method": "manual"}
    seats = [(row["table"], row["kind"], row["first"]["number"]) for row in by_hand["pairings"]]
    assert seats == [(1, "game", 2), (2, "game", 5), (None, "bye", 4)]
    seconds = [row["second"] and row["second"]["number"] for row in by_hand["pairings"]]
    assert seconds == [3, 1, None]
    swap = path_of(division, f"1/pairings/{by_hand['pairings'][0]['id']}/swap/")
    assert director.post(swap).json()["first"]["number"] == 3
    assert step("lock")["state"] == "locked"
    assert step("unlock")["state"] == "draft"
    assert step("publish")["state"] == "published"
    assert step("retract")["state"] == "locked"
    assert director.delete(path_of(division, "1/")).status_code == 204
    assert told(director.get(path_of(division, "1/"))) == (404, "round_missing")


def test_a_draft_is_the_staffs_only_with_what_speaks_against_it(
    division: Division, director: Caller, assistant: Caller
) -> None:
    first, second = make_entries(division, 2)
    set_result(make_round(division, (first, second)).pairings.get(), 400, 380)
    drafted = director.post(path_of(division)).json()
    assert {warning["code"] for warning in drafted["warnings"]} >= {"repeat"}
    assert assistant.get(path_of(division, "2/")).json() == drafted
    assert told(Caller().get(path_of(division, "2/"))) == (403, "not_published")
    player = Caller(give_token(first))
    assert told(player.get(path_of(division, "2/"))) == (403, "not_published")
    pairing = path_of(division, f"2/pairings/{drafted['pairings'][0]['id']}/")
    for what in ("", "penalties/"):
        assert told(Caller().get(pairing + what)) == (403, "not_published")
    listed = [round["number"] for round in Caller().get(path_of(division)).json()["results"]]
    assert listed == [1]
    assert director.get(path_of(division)).json()["count"] == 2
    director.post(path_of(division, "2/publish/"))
    shown = Caller().get(path_of(division, "2/")).json()
    assert set(shown) == PUBLIC_FIELDS


def test_the_list_says_how_many_games_are_open(division: Division, director: Caller) -> None:
    game = published_game(division)
    Pairing.objects.filter(pk=game.pk).update(standing=Pairing.ResultState.DISPUTED)
    (public,) = Caller().get(path_of(division)).json()["results"]
    assert (public["games"], public["open_games"]) == (2, 2)
    assert "disputed_games" not in public
    (staffs,) = director.get(path_of(division)).json()["results"]
    assert staffs["disputed_games"] == 1
    set_result(game, 400, 380)
    assert Caller().get(path_of(division)).json()["results"][0]["open_games"] == 1


def test_a_round_has_an_etag_until_something_happens(division: Division, director: Caller) -> None:
    game = published_game(division)
    etag = Caller().get(path_of(division, "1/"))["ETag"]
    assert Caller().get(path_of(division, "1/"), if_none_match=etag).status_code == 304
    director.put(path_to(game, "result/"), {"first_points": 400, "second_points": 380})
    assert Caller().get(path_of(division, "1/"), if_none_match=etag).status_code == 200


def test_a_draft_repeated_with_its_key_is_paired_once(division: Division, director: Caller) -> None:
    make_entries(division, 4)
    answers = [
        director.post(path_of(division), {}, idempotency_key="draft-1").json() for _ in range(2)
    ]
    assert answers[0] == answers[1]
    assert division.tournament.log.filter(kind="paired").count() == 1


@pytest.mark.parametrize(
    ("pairs", "status", "code"),
    [
        ([{"first": 1, "second": 9}], 404, "entry_missing"),
        ([{"first": 1, "second": 1}], 409, "player_twice"),
        ([{"first": 1}], 409, "players_unpaired"),
        ([{"second": 1}], 400, "invalid"),
        ("1-2", 400, "invalid"),
    ],
)
def test_a_pairing_by_hand_that_can_not_be_is_refused(
    division: Division, director: Caller, pairs: Any, status: int, code: str
) -> None:
    make_entries(division, 2)
    director.post(path_of(division), {})
    assert told(director.put(path_of(division, "1/"), {"pairs": pairs})) == (status, code)


def test_refusals_say_what_is_missing(division: Division, director: Caller) -> None:
    assert told(director.post(path_of(division), {})) == (409, "cant_be_paired")
    published_game(division)
    refused = director.post(path_of(division), {})
    assert told(refused) == (409, "results_missing")
    assert refused.json()["params"]["missing"][0] == {"round": 1, "table": 1}
    assert director.post(path_of(division), {"with_open_games": True}).status_code == 201


# Results


def test_the_staff_enter_correct_and_remove_results(
    division: Division, director: Caller, assistant: Caller
) -> None:
    game = published_game(division)
    typed = assistant.put(path_to(game, "result/"), {"first_points": 400, "second_points": 380})
    assert (typed.status_code, typed.json()["standing"]) == (200, "confirmed")
    assert game.reports.get().source == "slip"
    assistant.put(
        path_to(game, "result/"),
        {"first_points": 401, "second_points": 380, "source": "director"},
    )
    corrected = {"first_points": 402, "second_points": 380, "remark": "nachgerechnet", "spread": 22}
    director.put(path_to(game, "result/"), corrected)
    reports = assistant.get(path_to(game, "reports/")).json()
    assert [(one["sequence"], one["source"], one["by"]) for one in reports] == [
        (1, "slip", "hanna"),
        (2, "slip", "hanna"),
        (3, "director", "anna"),
    ]
    assert reports[2]["remark"] == "nachgerechnet"
    shown = Caller().get(path_to(game)).json()
    assert (shown["first_points"], shown["second_points"], shown["outcome"]) == (402, 380, "played")
    removed = director.delete(path_to(game, "result/")).json()
    assert (removed["standing"], removed["outcome"], removed["first_points"]) == ("open", "", None)
    assert told(director.delete(path_to(game, "result/"))) == (409, "result_missing")


def test_something_odd_is_told_and_can_be_confirmed(division: Division, director: Caller) -> None:
    game = published_game(division)
    odd = {"first_points": 700, "second_points": 380}
    refused = director.put(path_to(game, "result/"), odd)
    assert told(refused) == (409, "implausible")
    assert refused.json()["params"]["warnings"] == [
        {"code": "points_high", "points": 700, "usual": 400}
    ]
    taken = director.put(path_to(game, "result/"), odd | {"confirm_implausible": True})
    assert taken.json()["first_points"] == 700


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"first_points": 400},
        {"first_points": 400, "second_points": "viel"},
        {"first_points": 400, "second_points": 9999},
        {"outcome": "forfeit_first", "first_points": 400, "second_points": 380},
        {"outcome": "won"},
        {"first_points": 400, "second_points": 380, "source": "player"},
    ],
)
def test_a_result_that_can_not_be_is_refused(
    division: Division, director: Caller, body: dict[str, Any]
) -> None:
    game = published_game(division)
    assert told(director.put(path_to(game, "result/"), body)) == (400, "invalid")
    assert not game.reports.exists()


def test_both_players_report_and_see_what_the_other_says(division: Division) -> None:
    game = published_game(division)
    assert game.second
    first, second = Caller(give_token(game.first)), Caller(give_token(game.second))
    said = first.post(path_to(game, "report/"), {"first_points": 400, "second_points": 380})
    assert (said.status_code, said.json()["standing"]) == (200, "reported")
    assert Caller().get(path_to(game)).json()["standing"] == "open"
    assert Caller().get(path_to(game)).json()["first_points"] is None
    seen = second.get(path_to(game, "report/")).json()
    assert seen["first_report"]["second_points"] == 380
    assert seen["second_report"] is None
    differing = second.post(path_to(game, "report/"), {"first_points": 400, "second_points": 390})
    assert differing.json()["standing"] == "disputed"
    agreed = first.post(path_to(game, "report/"), {"first_points": 400, "second_points": 390})
    assert agreed.json()["standing"] == "confirmed"
    refused = second.post(path_to(game, "report/"), {"first_points": 400, "second_points": 391})
    assert told(refused) == (409, "already_confirmed")
    assert refused.json()["params"]["second_points"] == 390
    assert Caller().get(path_to(game)).json()["second_points"] == 390


def test_nobody_else_reports(division: Division, director: Caller) -> None:
    game = published_game(division)
    stranger = Caller(give_token(game.round.pairings.get(table=2).first))
    score = {"first_points": 400, "second_points": 380}
    for caller, status in ((stranger, 403), (director, 403), (Caller(), 401)):
        assert caller.post(path_to(game, "report/"), score).status_code == status
    assert told(stranger.get(path_to(game, "report/"))) == (403, "not_your_game")
    assert told(stranger.post(path_to(game, "report/"), score)) == (403, "not_your_game")
    Round.objects.update(state=Round.State.LOCKED)
    player = Caller(give_token(game.first))
    assert told(player.post(path_to(game, "report/"), score)) == (409, "round_not_published")


# Penalties


def test_penalties_are_given_shown_and_revoked(division: Division, director: Caller) -> None:
    game = published_game(division)
    director.put(path_to(game, "result/"), {"first_points": 400, "second_points": 380})
    given = director.post(
        path_to(game, "penalties/"), {"player": 2, "reason": "time", "seconds_over": 61}
    )
    assert given.status_code == 201
    assert (given.json()["points"], given.json()["by"]) == (20, "anna")
    assert Caller().get(path_to(game)).json()["second_penalty"] == 20
    assert Caller().get(path_to(game, "penalties/")).json() == [given.json()]
    lost = {"player": 1, "reason": "time", "seconds_over": 400}
    director.post(path_to(game, "penalties/"), lost)
    assert Caller().get(path_to(game)).json()["outcome"] == "lost_on_time_first"
    revoke = path_to(game, f"penalties/{given.json()['id']}/revoke/")
    assert director.post(revoke).json()["revoked_by"] == "anna"
    assert Caller().get(path_to(game)).json()["second_penalty"] == 0
    assert len(Caller().get(path_to(game, "penalties/")).json()) == 2


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"player": 9, "reason": "late", "points": 5}, 404, "entry_missing"),
        ({"player": 3, "reason": "late", "points": 5}, 409, "not_in_pairing"),
        ({"player": 1, "reason": "late"}, 400, "invalid"),
        ({"player": 1, "reason": "weather", "points": 5}, 400, "invalid"),
        ({"player": 1, "reason": "time", "points": 5}, 400, "invalid"),
    ],
)
def test_a_penalty_that_can_not_be_is_refused(
    division: Division, director: Caller, body: dict[str, Any], status: int, code: str
) -> None:
    game = published_game(division)
    assert told(director.post(path_to(game, "penalties/"), body)) == (status, code)
    other = game.round.pairings.get(table=2)
    penalty = other.penalties.create(entry=other.first, reason="late", points=5, at=NOON)
    elsewhere = path_to(game, f"penalties/{penalty.pk}/revoke/")
    assert told(director.post(elsewhere)) == (404, "penalty_missing")


def test_what_an_address_does_not_name_is_missing(division: Division, director: Caller) -> None:
    game = published_game(division)
    assert told(director.get(path_of(division, "9/"))) == (404, "round_missing")
    assert told(director.get(path_of(division, "1/pairings/999999/"))) == (404, "pairing_missing")
    other = make_division(division.tournament)
    assert told(director.get(path_of(other, f"1/pairings/{game.pk}/"))) == (404, "round_missing")
