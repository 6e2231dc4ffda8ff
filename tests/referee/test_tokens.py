"""Tokens of accounts: got for a password, used by programs, revoked; and the throttle on both."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from pytest_django import Settings

from referee import throttles
from referee.models import ApiToken, User
from referee.throttles import client_address
from tests.api_client import API, Caller, as_user
from tests.duplicate.factories import make_user

pytestmark = pytest.mark.django_db
LOGIN = {"username": "anna", "password": "richtig-langes-wort", "name": "Laptop"}


def test_a_token_is_got_for_a_password_and_only_its_digest_is_kept() -> None:
    make_user("anna")
    made = Caller().post("/tokens/", LOGIN)
    assert made.status_code == 201
    token = made.json()["token"]
    assert token.startswith("slu_")
    assert token not in ApiToken.objects.get().digest
    listed = Caller(token).get("/tokens/").json()
    assert [entry["name"] for entry in listed] == ["Laptop"]
    assert "token" not in listed[0]


def test_a_wrong_password_and_an_unknown_name_are_told_alike() -> None:
    make_user("anna")
    for wrong in ({"password": "falsch"}, {"username": "berta"}):
        response = Caller().post("/tokens/", LOGIN | wrong)
        assert (response.status_code, response.json()["code"]) == (401, "wrong_password")
    assert not ApiToken.objects.exists()


def test_a_revoked_token_and_one_of_a_closed_account_open_nothing() -> None:
    anna = make_user("anna")
    first, second = as_user(anna), as_user(anna)
    pk = ApiToken.objects.filter(user=anna).order_by("id").first()
    assert pk is not None
    assert first.delete(f"/tokens/{pk.pk}/").status_code == 204
    assert first.get("/tokens/").status_code == 401
    assert second.get("/tokens/").status_code == 200
    User.objects.update(is_active=False)
    assert second.get("/tokens/").status_code == 401


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_whoever_has_a_whole_network_counts_as_one(address: str, counted: str) -> None:
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=address)) == counted


def test_guessing_passwords_at_the_admins_door_is_held_up_too(
    client: Client, settings: Settings
) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 3
    anna = make_user("anna", is_admin=True)
    right = {"username": anna.username, "password": LOGIN["password"]}
    for _ in range(3):
        assert client.post("/admin/login/", right | {"password": "falsch"}).status_code == 200
    held_up = client.post("/admin/login/", right)
    assert "zu viele Versuche" in held_up.content.decode()
    assert "_auth_user_id" not in client.session
    throttles.TRIES.clear()
    assert client.post("/admin/login/?next=/admin/", right).status_code == 302


def test_nobody_revokes_the_token_of_another() -> None:
    as_user(make_user())
    token = ApiToken.objects.get()
    response = as_user(make_user()).delete(f"/tokens/{token.pk}/")
    assert (response.status_code, response.json()["code"]) == (404, "token_missing")
    assert ApiToken.objects.filter(pk=token.pk).exists()


def test_guessing_the_password_of_a_name_is_held_up(settings: Settings) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 2
    make_user("anna")
    for _ in range(2):
        assert Caller().post("/tokens/", LOGIN | {"password": "falsch"}).status_code == 401
    held_up = Caller().post("/tokens/", LOGIN)
    assert (held_up.status_code, held_up.json()["code"]) == (429, "throttled")
    assert 0 < int(held_up.headers["Retry-After"]) <= 60


def test_whoever_does_it_right_is_not_held_up_by_the_count_of_wrong_ones(
    settings: Settings,
) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 2
    make_user("anna")
    assert {Caller().post("/tokens/", LOGIN).status_code for _ in range(4)} == {201}


def test_even_right_ones_have_a_limit(settings: Settings) -> None:
    settings.ENTRIES_A_MINUTE = 2
    make_user("anna")
    tries = [Caller().post("/tokens/", LOGIN).status_code for _ in range(3)]
    assert tries == [201, 201, 429]


def test_an_address_that_the_client_makes_up_does_not_get_round_the_throttle(
    settings: Settings,
) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 2
    wrong = LOGIN | {"password": "falsch"}
    tries = [
        Caller().post("/tokens/", wrong, x_forwarded_for=f"10.0.0.{number}").status_code
        for number in range(3)
    ]
    assert tries == [401, 401, 429]


def test_behind_our_own_proxy_the_address_that_it_saw_counts(settings: Settings) -> None:
    settings.WRONG_PASSWORDS_A_MINUTE = 1
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    wrong = LOGIN | {"password": "falsch"}
    seen = ("made up, 10.0.0.1", "10.0.0.1", "10.0.0.2")
    tries = [
        Caller().post("/tokens/", wrong, x_forwarded_for=address).status_code for address in seen
    ]
    assert tries == [401, 429, 401]


def test_reading_is_never_held_up(settings: Settings) -> None:
    settings.ENTRIES_A_MINUTE = 0
    assert as_user(make_user()).get("/tokens/").status_code == 200


def test_a_session_may_act_but_only_with_its_csrf_token() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(make_user("anna"))
    assert browser.get(f"{API}/tokens/").status_code == 200
    refused = browser.post(
        f"{API}/duplicate/games/", {"name": "Abend"}, content_type="application/json"
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


def test_the_command_creates_an_account_and_prints_a_token() -> None:
    written = StringIO()
    said = StringIO()
    call_command("create_director", "anna", "--token-only", stdout=written, stderr=said)
    assert said.getvalue().startswith("anna is there.")
    assert Caller(written.getvalue().strip()).get("/tokens/").status_code == 200
    assert not User.objects.get(username="anna").has_usable_password()
    call_command("create_director", "anna", stdout=StringIO(), stderr=said)
    assert "keeps the password" in said.getvalue()
    assert ApiToken.objects.count() == 2
    with pytest.raises(CommandError):
        call_command("create_director", "an na", "--token-only", stdout=written)
