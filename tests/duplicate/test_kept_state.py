"""The public state kept while people join: never another than the one read anew."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from duplicate.models import Game, Participant, Round
from duplicate.selectors.kept_state import kept_state
from duplicate.selectors.state import public_state
from duplicate.services.notices import write_notice
from duplicate.services.participants import (
    join_game,
    readmit_participant,
    withdraw_participant,
)
from duplicate.services.rounds import draw_round, open_round
from tests.duplicate.factories import NOON, make_game, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]


def now(game: Game) -> Game:
    """The game as it is now."""
    return Game.objects.get(pk=game.pk)


def join(game: Game, name: str) -> Participant:
    return join_game(game.join_code, name=name, at=NOON)[0]


def test_whatever_happens_the_kept_state_is_the_one_read_anew() -> None:
    director = make_user()
    game = make_game(director=director)
    anna = join(game, "Anna")
    steps: list[Callable[[], object]] = [
        lambda: join(game, "Berta"),
        lambda: withdraw_participant(anna, NOON, by=director),
        lambda: join(game, "Cäsar"),
        lambda: readmit_participant(anna, NOON, by=director),
        lambda: write_notice(now(game), "Wir warten noch.", NOON, by=director),
        lambda: join(game, "Dora"),
        lambda: draw_round(now(game), NOON, by=director),
        lambda: join(game, "Emil"),
        lambda: open_round(Round.objects.get(), NOON + timedelta(minutes=1), by=director),
        lambda: join(game, "Frieda"),
    ]
    assert kept_state(now(game)) == public_state(now(game))
    for step in steps:
        step()
        assert kept_state(now(game)) == public_state(now(game))


def test_many_who_join_have_nothing_read_but_that_they_did() -> None:
    game = make_game()
    join(game, "Anna")
    kept_state(now(game))
    for name in ("Berta", "Cäsar", "Dora"):
        join(game, name)
    found = now(game)
    with CaptureQueriesContext(connection) as queries:
        assert kept_state(found)["participants"] == 4
    assert len(queries) == 2


def test_what_was_rolled_back_is_not_kept() -> None:
    game = make_game(director=make_user())
    join(game, "Anna")
    kept_state(now(game))
    with transaction.atomic():
        write_notice(now(game), "Nie gesagt", NOON, by=make_user())
        assert kept_state(now(game))["notice"] is not None
        transaction.set_rollback(True)
    join(game, "Berta")
    assert kept_state(now(game))["notice"] is None


def test_the_pages_of_joining_cost_few_queries(client: Client) -> None:
    game = make_game()
    for name in ("Anna", "Berta"):  # the first one has read what is the same for all
        client.cookies.clear()
        with CaptureQueriesContext(connection) as form:
            assert client.get(f"/j/{game.join_code}/").status_code == 200
        asked_for_form = len(form)
        client.post(f"/games/join/{game.join_code}/", {"name": name})
        with CaptureQueriesContext(connection) as page:
            assert client.get(f"/games/{game.pk}/play/").status_code == 200
    assert (asked_for_form, len(page)) == (1, 3)
