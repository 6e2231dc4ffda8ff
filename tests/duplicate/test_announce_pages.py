"""What the director tells everybody from the desk, and where it stands without scripts."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from duplicate.models import Game, Round
from duplicate.options import Options
from duplicate.services.notices import begin_break, write_notice
from duplicate.services.pace import hold_game
from duplicate.services.rounds import begin_closing
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_game,
    make_receiver,
    make_round,
)
from tests.duplicate.sample_games import director_of
from tests.markup import seen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


@pytest.fixture
def game() -> Game:
    return make_game(options=Options(automatic=True))


def act(client: Client, game: Game, action: str, **form: str) -> str:
    client.force_login(director_of(game))
    page = client.post(f"/games/{game.pk}/desk/{action}/", form, follow=True)
    game.refresh_from_db()
    return seen(page.content.decode())


def shown(client: Client, game: Game, page: str = "") -> str:
    return seen(client.get(f"/games/{game.pk}/{page}").content.decode())


def test_a_notice_stands_on_public_page_and_hall_until_it_is_taken_back(
    client: Client, game: Game
) -> None:
    act(client, game, "tell", text="Kaffee & <Kuchen>")
    for page in ("", "hall/"):
        assert "Mitteilung: Kaffee & <Kuchen>" in shown(Client(), game, page)
    act(client, game, "take_back")
    assert "Kuchen" not in shown(Client(), game)
    assert "Richtig sind 1 bis 200 Zeichen." in act(client, game, "tell", text="x" * 201)


def test_a_break_is_given_by_minutes_or_by_the_time_of_its_end(client: Client, game: Game) -> None:
    now = timezone.now()
    act(client, game, "break", long="10:00")
    assert game.break_until is not None
    assert timedelta(minutes=10) <= game.break_until - now < timedelta(minutes=11)
    end = (now + timedelta(hours=2)).astimezone(ZoneInfo("Europe/Berlin"))
    page = act(client, game, "break", until=f"{end:%H:%M}")
    assert game.break_until == end.replace(second=0, microsecond=0).astimezone(UTC)
    assert f"Pause bis {end:%H:%M}" in page
    assert f"Pause bis {end:%H:%M}" in shown(Client(), game)
    act(client, game, "end_break")
    assert game.break_until is None


@pytest.mark.parametrize("form", [{"until": "25:00"}, {"until": "bald"}, {"long": "x"}, {}])
def test_a_break_that_cannot_be_read_is_told_and_nothing_changes(
    client: Client, game: Game, form: dict[str, Any]
) -> None:
    assert "Richtig" in act(client, game, "break", **form)
    assert (game.break_until, game.log_length) == (None, 0)


def test_an_automatic_game_is_held_and_let_go_on(client: Client, game: Game) -> None:
    page = act(client, game, "hold")
    assert game.is_held
    assert "Angehalten: Die nächste Runde kommt erst, wenn du weitermachst." in page
    assert "Die Spielleitung hat angehalten." in shown(Client(), game)
    page = act(client, game, "release")
    assert game.next_round_at is not None
    assert "Die nächste Runde kommt von selbst:" in page
    assert "Nächste Runde um" in shown(Client(), game)


def test_who_opens_a_frozen_screen_in_the_hall_is_told_nothing(game: Game) -> None:
    by = director_of(game)
    write_notice(game, "Kaffee ist fertig.", NOON, by=by)
    begin_break(game, NOON, by=by, seconds=600)
    Game.objects.filter(pk=game.pk).update(hall_frozen=True)
    page = shown(Client(), game, "hall/")
    assert "Kaffee" not in page
    assert "Pause bis" not in page


def test_time_given_back_is_told(client: Client, game: Game) -> None:
    hold_game(game, NOON, by=director_of(game))
    now = datetime.now(UTC)
    round = make_round(game, opened_at=now - 600 * SECOND)
    make_receiver("killed", now - 500 * SECOND)
    make_receiver("next", now, since=now)
    assert begin_closing(round, now).state == Round.State.OPEN
    assert "Ihr habt die 1:20 zurück, die gefehlt haben." in shown(client, game)
