"""The page on which one joins a club evening."""

import pytest
from django.test import Client
from pytest_django import Settings

from tests.tournaments.factories import make_evening
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


@pytest.fixture
def evening() -> Tournament:
    return make_evening()


def address_of(evening: Tournament) -> str:
    return f"/tournaments/join/{evening.join_code}/"


def test_a_name_is_enough_and_the_browser_remembers_it(client: Client, evening: Tournament) -> None:
    me = f"/tournaments/{evening.pk}/me/"
    assert "Der Abend läuft schon" in client.get(address_of(evening)).content.decode()
    joined = client.post(address_of(evening), {"name": "Anna", "club": "Köln"})
    assert (joined.status_code, joined.headers["Location"]) == (302, me)
    assert "Anna" in client.get(me).content.decode()
    for again in (client.get(address_of(evening)), client.post(address_of(evening), {"name": "X"})):
        assert again.headers["Location"] == me
    assert Entry.objects.get().club == "Köln"


def test_what_is_wrong_stands_in_the_form_with_what_was_typed(
    client: Client, evening: Tournament
) -> None:
    wrong = client.post(address_of(evening), {"name": " ", "club": "Köln"})
    page = wrong.content.decode()
    assert wrong.status_code == 400
    assert 'aria-describedby="fault-name"' in page
    assert 'value="Köln"' in page
    Tournament.objects.update(state=Tournament.State.FINISHED)
    late = client.post(address_of(evening), {"name": "Anna"})
    assert late.status_code == 409
    assert 'id="refusal"' in late.content.decode()
    assert not Entry.objects.exists()


def test_wrong_codes_lead_nowhere_and_guessing_is_held_up(
    client: Client, settings: Settings
) -> None:
    settings.WRONG_CODES_A_MINUTE = 2
    tries = [client.get("/tournaments/join/FALSCH2/").status_code for _ in range(3)]
    assert tries == [404, 404, 429]
