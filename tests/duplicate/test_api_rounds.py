"""Rounds through the API: who sees what when, and every step a director takes."""

from typing import Any

import pytest
from django.utils import timezone

from duplicate.models import Game, Round
from duplicate.services.judging import judge_round
from referee.models import User
from tests.api_client import Caller, as_user, path_of
from tests.duplicate.factories import (
    RACK,
    make_answer,
    make_game,
    make_participant,
    make_round,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State
SECRETS = ("rack", "rejected", "bag", "leave")
BEST = ("tops", "top_points", "reference", "reference_chosen")


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def director(anna: User) -> Caller:
    return as_user(anna)


@pytest.fixture
def game(anna: User) -> Game:
    return make_game(director=anna)


def judged(game: Game, *words: tuple[str, str]) -> Round:
    """A judged round with these answers, each of another participant."""
    now = timezone.now()
    round = make_round(game, state=State.CLOSED, opened_at=now)
    for coordinates, word in words:
        make_answer(round, make_participant(game)[0], coordinates, word, received_at=now)
    return judge_round(round, now)


@pytest.mark.parametrize("state", sorted(set(State) - {State.CANCELLED}))
def test_racks_and_best_moves_are_seen_by_those_who_may_when_they_may(
    game: Game, director: Caller, state: State
) -> None:
    make_round(game, state=state, opened_at=timezone.now())
    public = Caller().get(path_of(game, "rounds/1/")).json()
    staff = director.get(path_of(game, "rounds/1/")).json()
    assert [public[name] is not None for name in SECRETS] == [state != State.DRAWN] * 4
    assert staff["rack"] == RACK
    over = state in (State.CLOSED, State.JUDGED, State.PUBLISHED)
    assert (staff["tops"] is not None) == over
    assert [public[name] is not None for name in BEST[:2]] == [state == State.PUBLISHED] * 2
    listed = Caller().get(path_of(game, "rounds/")).json()["results"]
    assert listed == [public]


def test_the_staff_are_told_how_many_have_answered_and_nothing_else(
    game: Game, director: Caller
) -> None:
    now = timezone.now()
    round = make_round(game, opened_at=now)
    participant, _ = make_participant(game)
    for _version in range(2):
        make_answer(round, participant, "H8-H9", "AN", received_at=now)
    seen = director.get(path_of(game, "rounds/1/")).json()
    assert seen["answered"] == 1
    assert "AN" not in str({**seen, "rack": "", "bag": ""})
    assert "answered" not in Caller().get(path_of(game, "rounds/1/")).json()
    assert director.get(path_of(game, "rounds/1/plays/")).json()["code"] == "wrong_round_state"
    assert director.get(path_of(game, "export.json")).json()["code"] == "wrong_round_state"


def test_every_step_of_a_round_is_one_request(game: Game, director: Caller) -> None:
    def step(name: str, body: Any = None) -> Any:
        response = director.post(path_of(game, f"rounds/1/{name}/"), body)
        assert response.status_code == 200, response.json()
        return response.json()

    director.post(path_of(game, "rounds/"), {"rack": RACK})
    assert step("cancel", {"text": "falsch gezogen"})["cancelled_because"] == "misdraw"
    assert director.post(path_of(game, "rounds/"), {"rack": RACK}).json()["attempt"] == 2
    opened = step("open", {"limit_seconds": 60})
    paused = step("pause")
    assert paused["closes_at"] is None
    assert 0 < paused["remaining_seconds"] <= 60
    assert step("resume")["state"] == "open"
    assert step("extend", {"seconds": 30})["closes_at"] > opened["closes_at"]
    assert step("close")["state"] in ("closing", "closed")
    round = game.rounds.get(state__in=(State.CLOSING, State.CLOSED))
    Round.objects.filter(pk=round.pk).update(state=State.CLOSED)
    assert step("reopen", {"seconds": 30})["state"] == "open"
    step("close")
    Round.objects.filter(pk=round.pk).update(state=State.CLOSED)
    judge_round(Round.objects.get(pk=round.pk), timezone.now())
    tops = director.get(path_of(game, "rounds/1/")).json()["tops"]
    chosen = {name: tops[-1][name] for name in ("coordinates", "word")}
    assert step("reference", chosen)["reference"] == tops[-1]
    assert step("publish")["state"] == "published"
    assert step("revise")["state"] == "published"
    assert step("retract")["state"] == "judged"
    states = [entry["state"] for entry in director.get(path_of(game, "rounds/")).json()["results"]]
    assert states == ["cancelled", "judged"]


@pytest.mark.parametrize("rack", ["AEGMNR", "AEGMNRSS", "QQQQQQQ", "A1GMNRS", "", "?" * 7])
def test_a_rack_that_no_hand_can_have_drawn_is_refused(
    game: Game, director: Caller, rack: str
) -> None:
    refused = director.post(path_of(game, "rounds/"), {"rack": rack})
    assert refused.status_code in (400, 409)
    assert refused.json()["code"]
    assert not game.rounds.exists()


@pytest.mark.parametrize("seconds", [0, -5, 10**30, "x", None, 1.5])
def test_a_time_of_no_use_is_refused(game: Game, director: Caller, seconds: Any) -> None:
    make_round(game, opened_at=timezone.now())
    refused = director.post(path_of(game, "rounds/1/extend/"), {"seconds": seconds})
    assert refused.status_code == 400
    assert list(refused.json()["params"]["fields"]) == ["seconds"]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"coordinates": "??", "word": "AN"}, "coordinates_unreadable"),
        ({"coordinates": "H8-H9", "word": "語"}, "word_unreadable"),
        ({"coordinates": "H8-H12", "word": "AN"}, "misplaced"),
        ({"coordinates": "H8"}, "invalid"),
        ({"coordinates": "H8", "word": "AN", "points": -1}, "invalid"),
        ([], "invalid"),
    ],
)
def test_an_answer_that_can_not_be_read_is_refused_at_once(
    game: Game, move: Any, code: str
) -> None:
    round = make_round(game, opened_at=timezone.now())
    player = Caller(make_participant(game)[1])
    refused = player.post(path_of(game, "rounds/1/answer/"), move)
    assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert not round.answers.exists()
    nothing = player.get(path_of(game, "rounds/1/answer/"))
    assert (nothing.status_code, nothing.json()["code"]) == (404, "answer_missing")


def test_an_answer_repeated_with_its_key_brings_the_first_receipt(game: Game) -> None:
    round = make_round(game, opened_at=timezone.now())
    player = Caller(make_participant(game)[1])
    move = {"coordinates": "H8-H9", "word": "AN"}
    first, second = (
        player.post(path_of(game, "rounds/1/answer/"), move, idempotency_key="key-1").json()
        for _ in range(2)
    )
    assert first == second
    assert round.answers.count() == 1
    too_long = player.post(path_of(game, "rounds/1/answer/"), move, idempotency_key="k" * 101)
    assert (too_long.status_code, too_long.json()["code"]) == (400, "invalid")


def test_slips_are_typed_and_listed_by_the_staff(game: Game, director: Caller) -> None:
    make_round(game, opened_at=timezone.now())
    make_participant(game)
    address = path_of(game, "rounds/1/slips/")
    slip = {"number": 1, "coordinates": "H8-H9", "word": "AN", "points": 4}
    typed = director.post(address, slip)
    assert typed.status_code == 201
    assert typed.json()["entered_by"] == "anna"
    assert director.get(address).json()["results"] == [typed.json()]
    unknown = director.post(address, slip | {"number": 2})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "participant_missing")


def test_a_ruling_on_a_word_judges_the_round_anew(game: Game, director: Caller) -> None:
    judged(game, ("H8-H10", "GEN"), ("H8-H9", "AN"))
    plays = director.get(path_of(game, "rounds/1/plays/")).json()["results"]
    word = next(play for play in plays if play["word"] == "AN")
    barred = {"kind": "word_barred", "word": "AN", "reason": "not_in_dictionary"}
    rulings = path_of(game, "rounds/1/rulings/")
    ruling = director.post(rulings, barred)
    assert ruling.status_code == 201
    again = director.get(path_of(game, "rounds/1/plays/")).json()["results"]
    after = next(play for play in again if play["word"] == "AN")
    assert (word["points"] > 0, after["points"]) == (True, 0)
    revoked = director.post(f"{rulings}{ruling.json()['id']}/revoke/").json()
    assert revoked["revoked_by"] == "anna"
    assert len(director.get(rulings).json()) == 1


def test_every_kind_of_ruling_can_be_given(game: Game, director: Caller) -> None:
    judged(game, ("H8-H9", "AN"))
    play = director.get(path_of(game, "rounds/1/plays/")).json()["results"][0]
    for body in (
        {"kind": "word_allowed", "word": "GNA", "reason": "in_dictionary"},
        {"kind": "play_points", "play": play["id"], "points": 7, "reason": "misread"},
        {"kind": "warning", "participant": 1, "reason": "disturbance", "text": "laut"},
        {"kind": "penalty", "participant": 1, "points": 5, "reason": "unfair"},
        {"kind": "average", "participant": 1, "points": 20, "reason": "technical"},
    ):
        response = director.post(path_of(game, "rounds/1/rulings/"), body)
        assert response.status_code == 201, response.json()
        assert response.json()["kind"] == body["kind"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"kind": "word_barred", "reason": "other"}, 400, "invalid"),
        (
            {"kind": "play_points", "play": 999_999, "points": 1, "reason": "other"},
            404,
            "play_missing",
        ),
        ({"kind": "penalty", "participant": 1, "reason": "other"}, 400, "invalid"),
        ({"kind": "warning", "participant": 99, "reason": "other"}, 404, "participant_missing"),
        ({"kind": "execution", "reason": "other"}, 400, "invalid"),
        ({"kind": "warning", "participant": 1, "reason": "none"}, 400, "invalid"),
    ],
)
def test_a_ruling_on_nothing_is_refused(
    game: Game, director: Caller, body: Any, status: int, code: str
) -> None:
    judged(game, ("H8-H9", "AN"))
    refused = director.post(path_of(game, "rounds/1/rulings/"), body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_what_a_ruling_would_change_afterwards_is_shown_and_done_on_demand(
    game: Game, director: Caller
) -> None:
    judged(game, ("H8-H9", "AN"))
    director.post(path_of(game, "rounds/1/publish/"))
    assert director.get(path_of(game, "revisions/")).json() == []
    body = {"kind": "word_barred", "word": "AN", "reason": "lexicon_error"}
    director.post(path_of(game, "rounds/1/rulings/"), body)
    (revision,) = director.get(path_of(game, "revisions/")).json()
    assert revision["round"] == 1
    assert [change["after"] for change in revision["results"]] == [0]
    assert Caller().get(path_of(game, "standings/")).json()["rows"][0]["points"] > 0
    director.post(path_of(game, "rounds/1/revise/"))
    assert director.get(path_of(game, "revisions/")).json() == []
    assert Caller().get(path_of(game, "standings/")).json()["rows"][0]["points"] == 0
