"""Series made and changed on pages, without a script."""

from typing import Any

import pytest
from django.test import Client

from duplicate.models import Game, Series
from duplicate.services.series import change_games, create_series
from referee.models import User
from tests.duplicate.factories import NOON, make_game, make_user
from tests.markup import seen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def named(name: str, **columns: Any) -> Game:
    game = make_game(**columns)
    Game.objects.filter(pk=game.pk).update(name=name)
    return game


def test_a_series_is_made_filled_put_in_order_and_put_away() -> None:
    anna = make_user("anna")
    first, second = named("Erstes", director=anna), named("Zweites", director=anna)
    client = browser(anna)
    form = {"name": "Winter", "counted_by": "percent", "dropped": "1"}
    address = client.post("/series/new/", form)["Location"]
    series = Series.objects.get()
    assert address == f"/series/{series.pk}/edit/"
    for game in (first, second):
        client.post(address, {"do": "add", "game": str(game.pk)})
    assert series.game_ids == [first.pk, second.pk]
    client.post(address, {"do": "earlier", "game": str(second.pk)})
    assert Series.objects.get().game_ids == [second.pk, first.pk]
    client.post(address, {"do": "remove", "game": str(second.pk)})
    assert Series.objects.get().game_ids == [first.pk]
    client.post(address, {"do": "change", "name": "Sommer", "counted_by": "points"})
    changed = Series.objects.get()
    assert (changed.name, changed.counted_by, changed.dropped) == ("Sommer", "points", 0)
    assert "Sommer" in seen(client.get("/own/?what=series").content.decode())
    assert "Sommer" in seen(Client().get("/").content.decode())
    client.post(address, {"do": "archive", "archived": "on", "own": "series"})
    assert "Sommer" not in seen(Client().get("/").content.decode())
    assert "Sommer" not in seen(client.get("/own/?what=series").content.decode())
    assert "Sommer" in seen(client.get("/own/?what=series&archived=1").content.decode())
    assert Client().get(f"/series/{series.pk}/").status_code == 200


def test_what_is_wrong_is_told_and_changes_nothing() -> None:
    client = browser(make_user())
    response = client.post("/series/new/", {"name": "", "counted_by": "points"})
    assert response.status_code == 400
    assert "Name" in seen(response.content.decode())
    assert not Series.objects.exists()
    client.post("/series/new/", {"name": "Winter", "counted_by": "points"})
    address = f"/series/{Series.objects.get().pk}/edit/"
    for wrong in ("x", "00000000-0000-4000-8000-000000000000"):
        client.post(address, {"do": "add", "game": wrong})
        assert 'role="alert"' in client.get(address).content.decode()
    assert Series.objects.get().game_ids == []


def test_games_of_others_are_found_by_name_if_they_are_listed() -> None:
    client = browser(make_user())
    client.post("/series/new/", {"name": "Winter", "counted_by": "points"})
    address = f"/series/{Series.objects.get().pk}/edit/"
    named("Nordliga")
    named("Nordgeheim", is_listed=False)
    assert "Nordliga" not in client.get(address).content.decode()
    found = client.get(f"{address}?find=nord").content.decode()
    assert "Nordliga" in found
    assert "Nordgeheim" not in found


def test_two_who_add_a_game_each_lose_none() -> None:
    anna = make_user("anna")
    first, second = named("Erstes", director=anna), named("Zweites", director=anna)
    series = create_series(name="Winter", by=anna, at=NOON)
    one_tab, other_tab = Series.objects.get(), Series.objects.get()
    change_games(one_tab, lambda games: [*games, first], NOON, by=anna)
    change_games(other_tab, lambda games: [*games, second], NOON, by=anna)
    assert Series.objects.get(pk=series.pk).game_ids == [first.pk, second.pk]
