"""What the start page shows of tournaments, and where a player's code leads."""

import pytest
from django.test import Client

from tests.duplicate.factories import NOON, make_user
from tests.tournaments.factories import make_division, make_entries, make_tournament
from tournaments.entries.services.entries import issue_code
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def test_the_start_page_lists_tournaments_that_run_or_are_over_with_their_players(
    client: Client,
) -> None:
    running = make_tournament(place="Köln")
    make_entries(make_division(running), 3)
    make_tournament(state=Tournament.State.FINISHED, finished_at=NOON)
    hidden = make_tournament(is_listed=False)
    page = client.get("/").content.decode()
    assert f'href="/tournaments/{running.pk}/"' in page
    assert "Köln" in page
    assert "3 Spieler" in page
    assert "Beendete Turniere" in page
    assert str(hidden.pk) not in page


def test_directors_find_the_desks_of_their_own_tournaments(client: Client) -> None:
    director = make_user()
    own, other = make_tournament(director=director, is_listed=False), make_tournament()
    client.force_login(director)
    page = client.get("/").content.decode()
    assert f"/tournaments/{own.pk}/desk/" in page
    assert f"/tournaments/{other.pk}/desk/" not in page


def test_a_players_code_leads_to_signing_in_and_then_to_the_own_table(client: Client) -> None:
    director = make_user()
    tournament = make_tournament(director=director)
    [entry] = make_entries(make_division(tournament), 1)
    code = issue_code(entry, NOON, by=director)
    found = client.get("/join/", {"code": f"{code[:4].lower()} {code[4:]}"}, follow=True)
    assert found.redirect_chain[-1][0] == f"/tournaments/{tournament.pk}/me/"
    assert f"/tournaments/{tournament.pk}/me/" in client.get("/").content.decode()
