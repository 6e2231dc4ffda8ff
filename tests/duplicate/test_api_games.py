"""Games through the API: from creation to the end, their staff, and what everybody sees."""

import pytest
from django.utils import timezone

from duplicate.models import Game, Round, Staff
from duplicate.services.judging import judge_round
from duplicate.services.rounds import finish_closing
from tests.api_client import Caller, as_user, path_of
from tests.duplicate.factories import make_game, make_participant, make_round, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def test_whoever_creates_a_game_directs_it_and_learns_the_code() -> None:
    director = as_user(make_user("anna"))
    made = director.post("/duplicate/games/", {"name": "Abend", "options": {"solo_bonus": 10}})
    assert made.status_code == 201
    game = made.json()
    assert game["options"]["solo_bonus"] == 10
    assert game["options"]["limit_seconds"] == 180
    assert game["seed"] is None
    assert len(game["join_code"]) == 6
    staff = director.get(f"/duplicate/games/{game['id']}/staff/").json()
    assert staff == [{"username": "anna", "role": "director"}]
    public = Caller().get(f"/duplicate/games/{game['id']}/").json()
    assert "join_code" not in public
    assert public["commitment"] == game["commitment"]


def test_a_round_is_played_through_the_api() -> None:
    director = as_user(make_user())
    made = director.post("/duplicate/games/", {"name": "Abend"}).json()
    game = f"/duplicate/games/{made['id']}/"
    joined = Caller().post("/duplicate/join/", {"code": made["join_code"], "name": "Berta"})
    assert joined.status_code == 201
    player = Caller(joined.json()["token"])
    assert director.post(f"{game}start/").json()["state"] == "running"
    assert director.post(f"{game}rounds/", {"rack": "AEGMNRS"}).status_code == 201
    assert director.post(f"{game}rounds/1/open/").json()["state"] == "open"
    move = {"coordinates": "H4-H10", "word": "MANGERS", "points": 3}
    receipt = player.post(f"{game}rounds/1/answer/", move)
    assert receipt.status_code == 201
    told = {"round", "received_at", "is_late", "coordinates", "word", "points"}
    assert receipt.json().keys() == told
    assert player.get(f"{game}rounds/1/answer/").json() == receipt.json()
    assert director.post(f"{game}rounds/1/close/").status_code == 200
    judge_round(finish_closing(Round.objects.get(), timezone.now()), timezone.now())
    assert director.post(f"{game}rounds/1/publish/").json()["state"] == "published"
    results = player.get(f"{game}rounds/1/results/").json()["results"]
    assert [(result["name"], result["word"]) for result in results] == [("Berta", "MANGERS")]
    rows = player.get(f"{game}standings/").json()["rows"]
    assert [(row["rank"], row["points"]) for row in rows] == [(1, results[0]["points"])]
    own = player.get(f"{game}me/").json()
    assert own["answers"] == [receipt.json()]
    assert own["results"] == results
    assert director.post(f"{game}end/").json()["state"] == "finished"
    assert len(Caller().get(game).json()["seed"]) == 64


def test_a_game_that_can_draw_nothing_more_is_told_as_over() -> None:
    user = make_user()
    game = make_game(director=user)
    last = make_round(game, state=Round.State.PUBLISHED)
    last.reference, last.bag = last.tops[0], ""
    last.rack = last.drawn = last.reference["word"].upper()
    last.save()
    answer = as_user(user).post(path_of(game, "rounds/"), {})
    assert answer.status_code == 200
    assert answer.json()["game"]["state"] == "finished"
    assert answer.json()["game"]["ending"] == "no_tiles"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"limit_seconds": 5}, "options.limit_seconds"),
        ({"color": "red"}, "options.color"),
        ({"joker": "yes"}, "options.joker"),
        ({"joker": True, "leave_returned": True}, "options.joker"),
        ({"variant": "seven_of_nine"}, "options.variant"),
    ],
)
def test_options_of_no_use_are_named(options: object, field: str) -> None:
    refused = as_user(make_user()).post("/duplicate/games/", {"name": "A", "options": options})
    assert refused.status_code == 400
    assert list(refused.json()["params"]["fields"]) == [field]
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("sent", "call"),
    [
        ({"limit_seconds": 90}, 20),
        ({"limit_seconds": 60}, 20),
        ({"limit_seconds": 120}, 30),
        ({"limit_seconds": 30}, 15),
        ({"limit_seconds": 90, "call_seconds": 5}, 5),
        ({"solo_bonus": 5}, 30),
    ],
)
def test_a_time_brings_the_call_of_its_preset_unless_one_is_sent(
    sent: dict[str, int], call: int
) -> None:
    director = as_user(make_user())
    made = director.post("/duplicate/games/", {"name": "A", "options": sent}).json()
    assert made["options"]["call_seconds"] == call
    later = director.post("/duplicate/games/", {"name": "B"}).json()
    changed = director.patch(f"/duplicate/games/{later['id']}/", {"options": sent}).json()
    assert changed["options"]["call_seconds"] == call


def test_the_same_time_sent_again_leaves_the_call_as_it_was_chosen() -> None:
    director = as_user(make_user())
    options = {"limit_seconds": 90, "call_seconds": 45}
    made = director.post("/duplicate/games/", {"name": "A", "options": options}).json()
    same = director.patch(f"/duplicate/games/{made['id']}/", {"options": {"limit_seconds": 90}})
    assert same.json()["options"]["call_seconds"] == 45


def test_a_change_of_options_keeps_the_others() -> None:
    user = make_user()
    game = make_game(director=user, state=Game.State.SETUP)
    director = as_user(user)
    director.patch(path_of(game), {"options": {"solo_bonus": 10}})
    changed = director.patch(path_of(game), {"options": {"y_is_either": True}}).json()
    assert changed["options"]["solo_bonus"] == 10
    assert changed["options"]["y_is_either"] is True
    assert changed["version"] == 2


def test_the_list_has_the_listed_games_in_bounded_pages() -> None:
    game = make_game()
    make_game(is_listed=False)
    make_game(state=Game.State.SETUP)
    listed = Caller().get("/duplicate/games/?state=running").json()
    assert [entry["id"] for entry in listed["results"]] == [str(game.pk)]
    page = Caller().get("/duplicate/games/?limit=1").json()
    assert (page["count"], len(page["results"])) == (2, 1)
    assert "offset=1" in page["next"]
    for query in ("limit=100000", "limit=-1", "offset=99999999999999999999999", "limit=x"):
        assert Caller().get(f"/duplicate/games/?{query}").status_code == 200
    for query in ("state=lost", "state=%00"):
        assert Caller().get(f"/duplicate/games/?{query}").status_code == 400


def test_directors_appoint_and_dismiss_but_never_the_last_one() -> None:
    anna, berta = make_user("anna"), make_user("berta")
    game = make_game(director=anna)
    director = as_user(anna)
    body = {"username": "berta", "role": "assistant"}
    assert director.post(path_of(game, "staff/"), body).json() == body
    assert game.staff.get(user=berta).role == Staff.Role.ASSISTANT
    assert director.delete(path_of(game, "staff/berta/")).status_code == 204
    unknown = director.post(path_of(game, "staff/"), body | {"username": "niemand"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "staff_missing")
    for name in ("niemand", "%00", "%F0%9F%98%80"):
        assert director.delete(path_of(game, f"staff/{name}/")).status_code == 404
    last = director.delete(path_of(game, "staff/anna/"))
    assert (last.status_code, last.json()["code"]) == (409, "last_director")


def test_the_public_is_told_by_etag_that_nothing_has_changed() -> None:
    user = make_user()
    game = make_game(director=user)
    make_participant(game)
    director = as_user(user)
    addresses = ("", "state/", "participants/", "rounds/", "standings/", "standings.csv", "log/")
    etags = {}
    for address in addresses:
        first = Caller().get(path_of(game, address))
        etags[address] = first.headers["ETag"]
        again = Caller().get(path_of(game, address), if_none_match=etags[address])
        assert (again.status_code, again.content) == (304, b"")
    director.patch(path_of(game), {"name": "Neu"})
    for address in addresses:
        changed = Caller().get(path_of(game, address), if_none_match=etags[address])
        assert changed.status_code == 200
        assert changed.headers["ETag"] != etags[address]


def test_the_staff_see_more_than_has_a_version_and_get_no_etag() -> None:
    user = make_user()
    game = make_game(director=user)
    etag = Caller().get(path_of(game)).headers["ETag"]
    seen = as_user(user).get(path_of(game), if_none_match=etag)
    assert seen.status_code == 200
    assert "ETag" not in seen.headers
    assert seen.json()["join_code"] == game.join_code


def test_the_state_tells_the_time_of_the_server_beside_what_has_a_version() -> None:
    state = Caller().get(path_of(make_game(), "state/"))
    assert int(state.headers["Server-Time"]) > 1_700_000_000_000
    assert "server_time" not in state.json()
