"""Writes with an Idempotency-Key: they act once, however often they are sent."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from duplicate.models import Game, Participant
from duplicate.services.participants import issue_token
from duplicate.services.seats import vacate_seat
from referee.idempotency import KEPT, forget_old_writes
from referee.models import ApiToken, RememberedWrite
from tests.api_client import Caller, as_user, path_of
from tests.duplicate.factories import NOON, make_game, make_participant, make_round, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
KEY = "3f1c0b52-9a7e-4a55-8f5e-000000000001"


def create(caller: Caller, key: str = KEY, name: str = "Abend") -> Any:
    return caller.post("/duplicate/games/", {"name": name}, idempotency_key=key)


def test_a_write_repeated_with_its_key_acts_once_and_is_answered_alike() -> None:
    director = as_user(make_user())
    first, second = create(director), create(director)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert Game.objects.count() == 1


def test_without_a_key_a_write_acts_every_time() -> None:
    director = as_user(make_user())
    director.post("/duplicate/games/", {"name": "Abend"})
    director.post("/duplicate/games/", {"name": "Abend"})
    assert Game.objects.count() == 2


def test_a_key_sent_with_another_request_is_refused() -> None:
    director = as_user(make_user())
    game = create(director).json()["id"]
    for other in (
        create(director, name="Morgen"),
        director.post(f"/duplicate/games/{game}/start/", idempotency_key=KEY),
    ):
        assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert Game.objects.get().state == Game.State.SETUP


def test_what_is_kept_of_a_request_can_be_recomputed_only_with_our_secret(
    settings: Settings,
) -> None:
    director = as_user(make_user())
    create(director)
    settings.SECRET_KEY = "another"
    assert create(director).json()["code"] == "key_reused"


def test_a_token_is_not_given_again_once_the_password_is_another() -> None:
    user = make_user()
    body = {"username": user.username, "password": "richtig-langes-wort", "name": "Laptop"}
    assert Caller().post("/tokens/", body, idempotency_key=KEY).status_code == 201
    kept = ApiToken.objects.get().digest
    user.set_password("ein-ganz-anderes-wort")
    user.save()
    again = Caller().post("/tokens/", body, idempotency_key=KEY)
    assert (again.status_code, again.json()["code"]) == (401, "wrong_password")
    assert ApiToken.objects.get().digest == kept


def test_two_people_may_use_the_same_key() -> None:
    assert create(as_user(make_user())).json() != create(as_user(make_user())).json()


def test_what_was_refused_may_be_sent_again() -> None:
    user = make_user()
    director, game = as_user(user), make_game(director=user, state=Game.State.SETUP)
    address = path_of(game, "end/")
    assert director.post(address, idempotency_key=KEY).status_code == 409
    assert director.post(path_of(game, "start/")).status_code == 200
    assert director.post(address, idempotency_key=KEY).status_code == 200


def test_a_step_is_answered_again_even_when_its_round_is_gone() -> None:
    user = make_user()
    game = make_game(director=user)
    make_round(game)
    director, address = as_user(user), path_of(game, "rounds/1/cancel/")
    first = director.post(address, {}, idempotency_key=KEY)
    second = director.post(address, {}, idempotency_key=KEY)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()


def test_joining_again_with_the_key_brings_a_fresh_token_for_the_same_participant() -> None:
    game = make_game()
    body = {"code": game.join_code, "name": "Berta"}
    first, second = (
        Caller().post("/duplicate/join/", body, idempotency_key=KEY).json() for _ in range(2)
    )
    assert Participant.objects.count() == 1
    assert {**first, "token": ""} == {**second, "token": ""}
    assert first["token"] not in str(RememberedWrite.objects.get().body)
    assert Caller(first["token"]).get(path_of(game, "me/")).status_code == 401
    assert Caller(second["token"]).get(path_of(game, "me/")).status_code == 200


def test_joining_again_takes_no_seat_back_that_was_handed_on() -> None:
    game = make_game()
    body = {"code": game.join_code, "name": "Berta"}
    for _time in range(3):  # however often the answer is lost
        lost = Caller().post("/duplicate/join/", body, idempotency_key=KEY).json()["token"]
    assert Caller(lost).get(path_of(game, "me/")).status_code == 200
    now = issue_token(game.participants.get(), NOON, by=make_user())
    again = Caller().post("/duplicate/join/", body, idempotency_key=KEY)
    assert (again.status_code, again.json()["code"]) == (401, "token_unknown")
    assert Caller(now).get(path_of(game, "me/")).status_code == 200
    vacate_seat(game.participants.get(), NOON, by=make_user())
    again = Caller().post("/duplicate/join/", body, idempotency_key=KEY)
    assert (again.status_code, again.json()["code"]) == (401, "token_unknown")


def test_a_token_asked_for_again_is_a_fresh_one_in_the_place_of_the_first() -> None:
    user = make_user("anna")
    game = make_game(director=user)
    make_participant(game)
    login = {"username": "anna", "password": "richtig-langes-wort", "name": "Laptop"}
    first, second = (
        Caller().post("/tokens/", login, idempotency_key=KEY).json()["token"] for _ in range(2)
    )
    assert ApiToken.objects.count() == 1
    assert Caller(first).get("/tokens/").status_code == 401
    director = Caller(second)
    address = path_of(game, "participants/1/token/")
    lost, kept = (director.post(address, idempotency_key=KEY).json()["token"] for _ in range(2))
    assert Caller(lost).get(path_of(game, "me/")).status_code == 401
    assert Caller(kept).get(path_of(game, "me/")).status_code == 200


@pytest.mark.parametrize("key", ["short", "x" * 101, "tab\tinside-the-long-key"])
def test_a_key_of_no_use_is_refused(key: str) -> None:
    response = Caller().post("/duplicate/join/", {}, idempotency_key=key)
    assert response.status_code == 400
    assert response.json()["params"]["fields"].keys() == {"Idempotency-Key"}


def test_a_key_makes_no_method_that_is_not_there() -> None:
    refused = as_user(make_user()).client.put("/api/v1/tokens/", headers={"Idempotency-Key": KEY})
    assert refused.status_code == 405


def test_what_is_older_than_two_days_is_forgotten() -> None:
    for number, age in enumerate((timedelta(0), KEPT, KEPT + timedelta(seconds=1))):
        RememberedWrite.objects.create(
            sender="user 1",
            key=str(number),
            request_digest="",
            status=200,
            body={},
            created_at=NOON - age,
        )
    assert forget_old_writes(NOON) == 1
    assert RememberedWrite.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_repetitions_at_the_same_moment_act_once() -> None:
    director = as_user(make_user())

    def send(_number: int) -> Any:
        try:
            response = create(director)
            return response.status_code, response.json()["id"]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(send, range(8)))
    assert Game.objects.count() == 1
    assert answers == {(201, str(Game.objects.get().pk))}
