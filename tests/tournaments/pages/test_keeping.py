"""One's own tournaments and evenings: put away, made again, deleted where nobody loses."""

import pytest
from django.test import Client

from referee.events.keeping import ResultsKept
from referee.models import DeletedEvent
from tests.duplicate.factories import NOON
from tests.markup import seen
from tests.tournaments.factories import make_evening
from tests.tournaments.pages.desks import Desk
from tournaments.events.services import change_tournament, delete_tournament
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def own(client: Client, query: str = "") -> str:
    return seen(client.get(f"/own/?what=tournaments{query}").content.decode())


def test_a_tournament_is_put_away_from_the_list_and_comes_back() -> None:
    desk = Desk()
    assert "Herbstturnier" in own(desk.client)
    desk.act("archive", archived="on", own="tournaments")
    assert "Herbstturnier" not in own(desk.client)
    assert "Herbstturnier" not in seen(Client().get("/").content.decode())
    assert "Herbstturnier" in own(desk.client, "&archived=1")
    desk.act("archive", archived="off")
    assert "Herbstturnier" in seen(Client().get("/").content.decode())


def test_a_new_one_is_made_with_the_same_groups_rounds_and_options() -> None:
    desk = Desk(preset="finals")
    desk.division.name = "Gruppe Nord"
    desk.division.save()
    address = f"/tournaments/new/?like={desk.tournament.pk}"
    desk.client.post(address, {"name": "Frühjahrsturnier", "preset": "like"})
    made = Tournament.objects.get(name="Frühjahrsturnier")
    assert made.options == desk.tournament.options
    assert made.divisions.get().schedule == desk.division.schedule
    body = {"name": "Über die API", "like": str(desk.tournament.pk)}
    api = desk.client.post("/api/v1/tournaments/", body, content_type="application/json")
    assert api.json()["divisions"][0]["schedule"] == desk.division.schedule


def test_a_tournament_with_results_is_deleted_only_as_a_test() -> None:
    desk = Desk()
    desk.publish()
    desk.enter_all()
    tournament = desk.tournament
    with pytest.raises(ResultsKept):
        delete_tournament(tournament, tournament.name, NOON, by=desk.director)
    change_tournament(tournament, NOON, by=desk.director, is_test=True)
    page = f"/tournaments/{tournament.pk}/delete/"
    assert "standings.csv" in desk.client.get(page).content.decode()
    assert desk.client.post(page, {"typed_name": tournament.name}).status_code == 302
    assert not Tournament.objects.filter(pk=tournament.pk).exists()
    assert DeletedEvent.objects.get().people == 4


def test_an_evening_nobody_played_at_is_deleted() -> None:
    evening = make_evening()
    director = evening.staff.get().user
    delete_tournament(evening, evening.name, NOON, by=director)
    assert not Tournament.objects.exists()
