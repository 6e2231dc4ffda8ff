"""Codes and names as somebody sends them who wants to see what happens: a NUL is in none."""

import pytest
from django.test import Client

from referee.tokens import read_code
from tests.tournaments.free_tables import director_of, make_evening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


@pytest.mark.parametrize(
    "address",
    [
        "/tournaments/join/%00ABCDEF/",
        "/tournaments/join/%F0%9F%8E%B2ABCDEF/",
        "/join/?code=%00AB",
        "/join/?code=%00",
        "/j/%00ABCDEF/",
    ],
)
def test_a_code_that_nobody_can_have_typed_leads_nowhere(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert "Zu diesem Code gibt es kein Spiel" in response.content.decode()


def test_a_code_is_read_whatever_stands_between_its_signs(client: Client) -> None:
    make_evening(1, join_code="ABCDEFG")
    assert read_code(" ab-cd\0e f\u00adg.") == "ABCDEFG"
    assert client.get("/join/?code=%00abc-defg").status_code == 302


@pytest.mark.parametrize("text", ["%00", "An%00na", "%1B"])
def test_nobody_is_found_by_signs_that_no_name_has(client: Client, text: str) -> None:
    evening, _ = make_evening(2, join_code="ABCDEFG")
    client.force_login(director_of(evening))
    response = client.get(f"/tournaments/{evening.pk}/desk/?q={text}")
    assert response.status_code == 200
    assert not response.context["people"]
