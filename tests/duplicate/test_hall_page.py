"""The screen in the hall: what it shows when, to whom, and how it is held still."""

import re
from typing import Any

import pytest
from django.test import Client

from duplicate.models import Game, LogEntry, Round
from duplicate.selectors.state import public_state
from duplicate.services.hall import freeze_hall, release_hall
from referee.models import User
from tests.duplicate.factories import NOON, SECOND, make_answer, make_game, make_participant
from tests.duplicate.round_states import round_in
from tests.duplicate.sample_games import (
    begun_game,
    director_of,
    hand_in,
    opened,
    played_game,
    published,
)
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State


def hall(game: Game, user: User | None = None, query: str = "") -> str:
    client = Client()
    if user:
        client.force_login(user)
    response = client.get(f"/games/{game.pk}/hall/{query}")
    assert response.status_code == 200
    return tight(response.content.decode())


def scene(page: str) -> str:
    found = re.search(r'data-scene="(\w+)"', page)
    assert found
    return found[1]


def test_before_the_start_the_director_s_screen_shows_how_to_join() -> None:
    game = make_game(state=Game.State.SETUP)
    make_participant(game, "Anna")
    page = hall(game, director_of(game))
    assert scene(page) == "welcome"
    assert game.join_code in page
    assert "<svg" in page
    assert "testserver/join/" in page
    assert "Anna" in page


def test_nobody_but_the_staff_sees_the_code() -> None:
    game = make_game(state=Game.State.SETUP)
    for page in (hall(game), hall(game, director_of(make_game()))):
        assert scene(page) == "welcome"
        assert game.join_code not in page
        assert "<svg" not in page


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (State.DRAWN, "welcome"),
        (State.OPEN, "playing"),
        (State.PAUSED, "playing"),
        (State.CLOSING, "time_up"),
        (State.CLOSED, "time_up"),
        (State.JUDGED, "time_up"),
        (State.PUBLISHED, "result"),
    ],
)
def test_every_state_of_a_round_has_its_scene(state: Round.State, expected: str) -> None:
    assert scene(hall(round_in(state).game)) == expected


@pytest.mark.parametrize("state", [state for state in State if state != State.PUBLISHED])
def test_no_best_move_is_shown_before_publication(state: Round.State) -> None:
    round = round_in(state)
    page = hall(round.game, director_of(round.game))
    assert round.tops[0]["word"] not in page
    assert f"{round.top_points} Punkte" not in page


def test_a_rack_that_is_drawn_but_not_opened_stays_secret() -> None:
    round = round_in(State.DRAWN)
    assert round.rack not in hall(round.game, director_of(round.game))


def test_the_number_of_answers_is_for_the_staff() -> None:
    round = round_in(State.OPEN)
    player, _ = make_participant(round.game)
    make_answer(round, player, "H8", "AN")
    assert "data-answered>1<" in hall(round.game, director_of(round.game))
    assert "data-answered" not in hall(round.game)


def test_a_published_round_shows_its_move_and_who_had_it_and_the_standings() -> None:
    game = begun_game()
    round = opened(game, NOON)
    hand_in(round)
    round = published(round)
    page = hall(Game.objects.get(pk=game.pk))
    assert round.reference is not None
    assert round.reference["word"] in page
    assert page.index("Den Spitzenzug hatte") < page.index("Anna &lt;3") < page.index("Wertung")
    assert page.count("data-page>") + page.count('data-page="result"') == 2


def test_the_tables_say_by_which_results_they_were_made_and_are_missing_while_a_round_is_on() -> (
    None
):
    game = begun_game()
    round = opened(game, NOON)
    hand_in(round)
    assert 'data-results="-1"' in hall(Game.objects.get(pk=game.pk))
    published(round)
    game = Game.objects.get(pk=game.pk)
    results = public_state(game)["results"]
    assert results > 0
    assert f'data-results="{results}"' in hall(game)


def test_where_nobody_has_the_top_the_best_is_named() -> None:
    game = begun_game()
    round = opened(game, NOON)
    anna = game.participants.get(number=1)
    shortest = round.rack[:2]
    make_answer(round, anna, "H8", shortest, received_at=NOON + SECOND)
    published(round)
    page = hall(Game.objects.get(pk=game.pk))
    assert "Den Spitzenzug hatte niemand." in page or "Niemand hatte einen gültigen Zug." in page


def test_a_finished_game_shows_the_winner() -> None:
    page = hall(played_game())
    assert scene(page) == "final"
    assert "Gewonnen hat" in page
    assert "Anna &lt;3" in page


def test_the_theme_is_taken_from_the_address() -> None:
    game = make_game()
    assert 'data-theme="dark"' in hall(game, query="?theme=dark")
    assert 'data-theme=""' in hall(game, query="?theme=%22%3E")


def freeze(game: Game, user: User | None, frozen: str = "1", **more: str) -> Any:
    client = Client()
    if user:
        client.force_login(user)
    return client.post(f"/games/{game.pk}/hall/freeze/", {"frozen": frozen, **more})


def test_a_director_freezes_and_releases_the_screen() -> None:
    round = round_in(State.OPEN)
    game, director = round.game, director_of(round.game)
    assert freeze(game, director).url == f"/games/{game.pk}/hall/"
    page = hall(game)
    assert scene(page) == "frozen"
    assert round.rack not in page
    assert public_state(Game.objects.get(pk=game.pk))["hall_frozen"] is True
    assert freeze(game, director, "0", back="desk").url == f"/games/{game.pk}/desk/"
    assert scene(hall(game)) == "playing"
    kinds = game.log.values_list("kind", flat=True)
    assert list(kinds) == [LogEntry.Kind.HALL_FROZEN, LogEntry.Kind.HALL_RELEASED]


def test_nobody_else_may_freeze_it() -> None:
    game = make_game()
    assert freeze(game, None).url.startswith("/login/")
    assert freeze(game, director_of(make_game())).status_code == 403
    assert not Game.objects.get(pk=game.pk).hall_frozen


def test_freezing_twice_records_one_entry() -> None:
    game = make_game()
    by = director_of(game)
    freeze_hall(game, NOON, by=by)
    freeze_hall(game, NOON + SECOND, by=by)
    release_hall(game, NOON, by=by)
    release_hall(game, NOON, by=by)
    assert game.log.count() == 2


def test_the_screen_is_drawn_once_for_all_who_say_nothing_of_themselves(
    django_assert_max_num_queries: Any,
) -> None:
    game = round_in(State.OPEN).game
    page = hall(game)
    with django_assert_max_num_queries(1):
        assert hall(game) == page
    assert "data-answered" in hall(game, director_of(game))
    assert "data-answered" not in hall(game)
    freeze_hall(game, NOON, by=director_of(game))
    assert scene(hall(game)) == "frozen"
