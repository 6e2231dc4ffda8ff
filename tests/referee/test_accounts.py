"""One's own account: the password changed, on the page and by a program."""

import pytest
from django.test import Client

from referee.models import User
from referee.services import issue_api_token
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON, make_user
from tests.markup import seen

pytestmark = pytest.mark.django_db

OLD, NEW = "richtig-langes-wort", "ein-noch-laengeres-wort"
FORM = {"password": OLD, "new_password": NEW, "repeated": NEW}
PASSWORD = "/account/password/"


def browser(name: str, password: str) -> Client:
    client = Client()
    assert client.login(username=name, password=password)
    return client


def test_a_new_password_ends_all_sessions_but_this_one_and_every_token() -> None:
    user = make_user("anna")
    here, elsewhere = browser("anna", OLD), browser("anna", OLD)
    program = as_user(user)
    assert here.post("/account/", FORM)["Location"] == "/account/"
    assert "Das neue Passwort gilt." in seen(here.get("/account/").content.decode())
    assert elsewhere.get("/account/").status_code == 302
    assert program.get("/tokens/").status_code == 401
    assert not Client().login(username="anna", password=OLD)
    browser("anna", NEW)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"password": "falsch"}, 401),
        ({"repeated": "etwas-anderes-als-das"}, 400),
        ({"new_password": "kurz", "repeated": "kurz"}, 400),
        ({"new_password": "password1", "repeated": "password1"}, 400),
    ],
)
def test_what_is_wrong_is_told_and_the_old_password_stays(
    wrong: dict[str, str], status: int
) -> None:
    make_user("anna")
    response = browser("anna", OLD).post("/account/", FORM | wrong)
    assert response.status_code == status
    assert 'id="refusal"' in response.content.decode()
    browser("anna", OLD)


def test_who_guesses_the_old_password_is_held_up() -> None:
    make_user("anna")
    client = browser("anna", OLD)
    answers = [
        client.post("/account/", FORM | {"password": f"falsch {n}"}).status_code for n in range(30)
    ]
    assert answers[0] == 401
    assert answers[-1] == 429
    assert client.post("/account/", FORM).status_code == 429


def test_a_program_keeps_its_token_while_the_others_are_revoked() -> None:
    user = make_user("anna")
    _kept, token = issue_api_token(user, "bleibt", NOON)
    other = as_user(user)
    client = Caller(token)
    refused = client.post(PASSWORD, {"password": "falsch", "new_password": NEW})
    assert (refused.status_code, refused.json()["code"]) == (401, "wrong_password")
    assert client.post(PASSWORD, {"password": OLD, "new_password": NEW}).status_code == 204
    assert [one["name"] for one in client.get("/tokens/").json()] == ["bleibt"]
    assert other.get("/tokens/").status_code == 401
    assert User.objects.get().check_password(NEW)


def test_a_token_is_revoked_on_the_page() -> None:
    user = make_user("anna")
    token, _secret = issue_api_token(user, "Skript", NOON)
    foreign, _secret = issue_api_token(make_user("ben"), "Bens", NOON)
    client = browser("anna", OLD)
    assert "Skript" in client.get("/account/").content.decode()
    assert client.post("/account/", {"token": str(foreign.pk)}).status_code == 404
    client.post("/account/", {"token": str(token.pk)})
    assert [one.name for one in User.objects.get(username="anna").api_tokens.all()] == []
    assert User.objects.get(username="ben").api_tokens.count() == 1
