"""Guessing is held up, and nobody who has the right code or password along with it."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from tests.api_client import Caller
from tests.duplicate.factories import make_game, make_user
from tests.processes import Processes
from tests.running_sites import Visitor
from tests.tournaments.factories import make_evening

JOIN = "/duplicate/join/"
TOKENS = "/tokens/"
PASSWORD = "richtig-langes-wort"
#: Nobody listens there.
NOWHERE = "redis://127.0.0.1:1/0"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def join(code: str) -> int:
    body = {"code": code, "name": "Anna", "is_new": True}
    return int(Caller().post(JOIN, body).status_code)


def get_token(name: str, password: str) -> int:
    login = {"username": name, "password": password, "name": "tests"}
    return int(Caller().post(TOKENS, login).status_code)


def log_in(client: Client, name: str, password: str) -> int:
    """302 where it led in, 200 where the form says that it is wrong, 429 where it is held up."""
    return client.post("/login/", {"username": name, "password": password}).status_code


# Codes


def test_beyond_its_bound_an_address_is_not_told_whether_a_code_is_right(
    settings: Settings,
) -> None:
    settings.WRONG_CODES_A_MINUTE = 5
    game = make_game()
    tries = [join("FALSCH") for _ in range(7)]
    assert tries == [404] * 5 + [429] * 2
    assert join(game.join_code) == 429
    assert not game.participants.exists()


def test_a_code_that_was_right_there_before_still_is(settings: Settings, client: Client) -> None:
    settings.WRONG_CODES_A_MINUTE = 5
    game, other = make_game(), make_game()
    assert join(game.join_code) == 201
    assert 429 in [join("FALSCH") for _ in range(7)]
    assert join(f" {game.join_code.lower()} ") == 201
    assert client.get(f"/j/{game.join_code}/").status_code == 200
    assert client.get(f"/games/join/{game.join_code}/").status_code == 200
    assert join(other.join_code) == 429


def test_pages_and_api_count_the_same_wrong_codes(settings: Settings, client: Client) -> None:
    settings.WRONG_CODES_A_MINUTE = 5
    wrong = ("/j/FALSCH/", "/join/?code=FALSCH", "/games/join/FALSCH/", "/tournaments/join/FALSCH/")
    assert [client.get(path).status_code for path in wrong] == [404] * 4
    assert [join("FALSCH"), join("FALSCH")] == [404, 429]
    held_up = [client.get(path) for path in wrong]
    assert [page.status_code for page in held_up] == [429] * 4
    evening = make_evening()
    body = {"code": evening.join_code, "name": "Anna"}
    assert Caller().post("/tournaments/join/", body).status_code == 429


def test_codes_of_games_players_and_passwords_are_counted_apart(
    settings: Settings, client: Client
) -> None:
    settings.WRONG_CODES_A_MINUTE = 2
    settings.WRONG_PASSWORDS_A_MINUTE = 2
    make_user("irma")
    assert [join("FALSCH") for _ in range(3)] == [404, 404, 429]
    assert [client.get("/t/FALSCH23/").status_code for _ in range(3)] == [404, 404, 429]
    assert Caller().post("/tournaments/sign-in/", {"code": "FALSCH23"}).status_code == 429
    assert log_in(client, "irma", PASSWORD) == 302


# Passwords


def test_guessing_at_one_name_holds_up_no_other(settings: Settings) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 3
    make_user("irma")
    make_user("otto")
    assert [get_token("irma", "falsch") for _ in range(4)] == [401, 401, 401, 429]
    assert get_token("IRMA", "falsch") == 429
    assert get_token("irma", PASSWORD) == 429
    assert get_token("otto", PASSWORD) == 201


def test_a_browser_that_has_logged_in_is_not_held_up_by_those_who_guess_at_its_name(
    settings: Settings, client: Client
) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 3
    make_user("irma")
    assert log_in(client, "irma", PASSWORD) == 302
    client.post("/logout/")
    stranger = Client()
    assert [log_in(stranger, "irma", "falsch") for _ in range(4)] == [200, 200, 200, 429]
    assert log_in(Client(), "irma", PASSWORD) == 429
    assert log_in(client, "irma", "falsch") == 200
    assert log_in(client, "irma", PASSWORD) == 302


def test_a_known_browser_may_not_guess_either(settings: Settings, client: Client) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 3
    make_user("irma")
    make_user("otto")
    assert log_in(client, "irma", PASSWORD) == 302
    client.post("/logout/")
    assert [log_in(client, "irma", "falsch") for _ in range(4)] == [200, 200, 200, 429]
    assert [log_in(client, "otto", "falsch") for _ in range(4)] == [200, 200, 200, 429]


def test_a_device_that_a_browser_makes_up_is_not_known(settings: Settings, client: Client) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 3
    make_user("irma")
    for number in range(3):
        client.cookies["device"] = f"{number} irma:made:up"
        log_in(client, "irma", "falsch")
    assert log_in(client, "irma", PASSWORD) == 429


def test_one_password_is_not_tried_on_everybody(settings: Settings) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 2
    tries = [get_token(f"director{number}", "Sommer2026") for number in range(21)]
    assert tries == [401] * 20 + [429]


def test_who_is_held_up_is_told_for_how_long(settings: Settings, client: Client) -> None:
    settings.WRONG_CODES_A_MINUTE = 1
    settings.WRONG_PASSWORDS_A_MINUTE = 1
    assert join("FALSCH") == 404
    pages = [
        client.get("/games/join/FALSCH/"),
        client.get("/j/FALSCH/"),
        client.get("/t/FALSCH23/"),
        client.get("/t/FALSCH23/"),
        client.post("/login/", {"username": "irma", "password": "falsch"}),
        client.post("/login/", {"username": "irma", "password": "falsch"}),
    ]
    assert [page.status_code for page in pages] == [429, 429, 404, 429, 200, 429]
    held_up = [page for page in pages if page.status_code == 429]
    assert all(50 < int(page.headers["Retry-After"]) <= 60 for page in held_up)


# Without Redis


@pytest.mark.django_db(transaction=True)
def test_guessing_is_held_up_while_redis_is_away(tmp_path: Path) -> None:
    game = make_game()
    make_user("irma")
    bounds = {
        "SPIELLEITER_WRONG_CODES_A_MINUTE": "20",
        "SPIELLEITER_WRONG_PASSWORDS_A_MINUTE": "5",
    }
    with Processes(tmp_path, REDIS_URL=NOWHERE, **bounds) as processes:
        visitor = Visitor(processes.web().url)

        def answer(path: str, body: Mapping[str, object]) -> int:
            return visitor.ask("POST", path, body).status

        person = {"name": "Anna", "is_new": True}
        assert answer("duplicate/join/", person | {"code": game.join_code}) == 201
        codes = [answer("duplicate/join/", person | {"code": "FALSCH"}) for _ in range(30)]
        assert codes[:20] == [404] * 20
        assert codes.count(429) >= 5
        assert answer("duplicate/join/", person | {"code": game.join_code}) == 201
        login = {"username": "irma", "name": "tests"}
        passwords = [answer("tokens/", login | {"password": "falsch"}) for _ in range(8)]
        assert passwords[:5] == [401] * 5
        assert passwords[-1] == 429
