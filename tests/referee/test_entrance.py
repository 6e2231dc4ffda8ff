"""The ways in: by a code, or by logging in, as a browser without scripts sees them."""

import pytest
from django.test import Client
from pytest_django import Settings

from tests.duplicate.factories import make_game, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
PASSWORD = "richtig-langes-wort"


def text_of(client: Client, path: str = "/") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_a_code_leads_to_where_one_joins(client: Client) -> None:
    game = make_game()
    response = client.get("/join/", {"code": f" {game.join_code.lower()} "})
    assert response.headers["Location"] == f"/games/join/{game.join_code}/"


def test_without_a_code_one_is_asked_for_it(client: Client) -> None:
    page = text_of(client, "/join/?code=%20")
    assert 'name="code"' in page
    assert "notice" not in page


def test_a_wrong_code_is_told_and_guessing_is_held_up(client: Client, settings: Settings) -> None:
    settings.WRONG_CODES_A_MINUTE = 3
    game = make_game()
    for _ in range(3):
        response = client.get("/join/", {"code": "FALSCH"}, REMOTE_ADDR="10.1.2.3")
        assert response.status_code == 404
        assert "Zu diesem Code gibt es kein Spiel." in response.content.decode()
        assert 'value="FALSCH"' in response.content.decode()
    response = client.get(f"/j/{game.join_code}/", REMOTE_ADDR="10.1.2.3")
    assert response.status_code == 429
    assert "zu viele Versuche" in response.content.decode()
    assert client.get(f"/j/{game.join_code}/", REMOTE_ADDR="10.1.2.4").status_code == 200


def test_logging_in_and_out(client: Client) -> None:
    make_user("anna")
    wrong = client.post("/login/", {"username": "anna", "password": "falsch"})
    assert "Name oder Passwort stimmt nicht." in wrong.content.decode()
    login = {"username": "anna", "password": PASSWORD, "next": "/games/new/"}
    assert client.post("/login/", login).headers["Location"] == "/games/new/"
    assert "Abmelden" in text_of(client)
    assert client.post("/logout/").headers["Location"] == "/"
    assert "Abmelden" not in text_of(client)


def test_guessing_passwords_is_held_up(client: Client, settings: Settings) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 2
    make_user("anna")
    for _ in range(2):
        client.post("/login/", {"username": "anna", "password": "x"}, REMOTE_ADDR="10.1.2.5")
    right = {"username": "anna", "password": PASSWORD}
    assert client.post("/login/", right, REMOTE_ADDR="10.1.2.5").status_code == 429
