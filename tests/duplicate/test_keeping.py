"""One's own games on one page: found, put away, made again, and deleted where nobody loses."""

from typing import Any

import pytest
from django.test import Client

from duplicate.errors import WrongGameState
from duplicate.models import Game, LogEntry, Round
from duplicate.options import Options
from duplicate.services.deletion import delete_game
from duplicate.services.games import change_game, end_game
from referee.events.keeping import NameDiffers, ResultsKept
from referee.models import DeletedEvent, PreparedFile, RememberedWrite, User
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON, make_game, make_user
from tests.duplicate.sample_games import begun_game, director_of, play_rounds, played_game
from tests.markup import seen, tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Game.State
GAMES = "/duplicate/games/"


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def own(user: User, query: str = "") -> str:
    response = browser(user).get(f"/own/{query}")
    assert response.status_code == 200
    return seen(response.content.decode())


def test_one_s_own_games_are_found_by_name_and_state_whether_listed_or_not() -> None:
    anna = make_user("anna")
    for name, state in (("Montag", State.SETUP), ("Dienstag", State.FINISHED)):
        game = make_game(director=anna, state=state, is_listed=False)
        Game.objects.filter(pk=game.pk).update(name=name)
    Game.objects.filter(pk=make_game().pk).update(name="Fremdes")
    page = own(anna)
    assert "Montag" in page
    assert "Dienstag" in page
    assert "Fremdes" not in page
    assert "Montag" not in own(anna, "?q=dienst")
    assert "Dienstag" not in own(anna, "?state=setup")


def test_a_game_that_is_put_away_is_in_no_list_but_there_and_comes_back() -> None:
    game = played_game()
    director = browser(director_of(game))
    name = game.name

    def lists() -> list[bool]:
        public = seen(Client().get("/").content.decode())
        listed = [one["id"] for one in Caller().get(GAMES).json()["results"]]
        return [name in public, str(game.pk) in listed, name in own(director_of(game))]

    assert lists() == [True, True, True]
    form = {"archived": "on", "own": "games"}
    response = director.post(f"/games/{game.pk}/desk/archive/", form)
    assert response["Location"] == "/own/?what=games"
    assert lists() == [False, False, False]
    assert Client().get(f"/games/{game.pk}/").status_code == 200
    assert name in own(director_of(game), "?archived=1")
    director.post(f"/games/{game.pk}/desk/archive/", {"archived": "off"})
    assert lists() == [True, True, True]
    kinds = list(game.log.values_list("kind", flat=True))[-2:]
    assert kinds == [LogEntry.Kind.CHANGED] * 2


def test_the_api_lists_one_s_own_and_what_is_put_away() -> None:
    anna = make_user("anna")
    hidden = make_game(director=anna, is_listed=False)
    gone = make_game(director=anna, is_archived=True)
    make_game()
    client = as_user(anna)

    def ids(query: str) -> list[str]:
        return [one["id"] for one in client.get(f"{GAMES}{query}").json()["results"]]

    assert ids("?own=true") == [str(hidden.pk)]
    assert ids("?own=true&archived=true") == [str(gone.pk)]
    assert client.get(f"{GAMES}?own=maybe").json()["code"] == "invalid"


def test_a_new_game_is_made_like_an_old_one() -> None:
    options = Options(limit_seconds=135, solo_bonus=7)
    game = begun_game(options=options)
    client = browser(director_of(game))
    page = tight(client.get(f"/games/new/?like={game.pk}").content.decode())
    assert 'value="like" checked' in page
    form = {"name": "Nächste Woche", "preset": "like"}
    client.post(f"/games/new/?like={game.pk}", form)
    assert Game.objects.get(name="Nächste Woche").options == options
    stranger = browser(make_user())
    assert 'value="like"' not in stranger.get(f"/games/new/?like={game.pk}").content.decode()
    api = as_user(director_of(game))
    body = {"name": "Über die API", "like": str(game.pk), "options": {"solo_bonus": 8}}
    made = api.post(GAMES, body).json()
    assert (made["options"]["limit_seconds"], made["options"]["solo_bonus"]) == (135, 8)
    refused = as_user(make_user()).post(GAMES, body)
    assert refused.json()["code"] == "game_missing"


def test_a_test_is_deleted_with_all_that_was_made_of_it_and_the_deletion_is_on_record() -> None:
    game = begun_game()
    director = director_of(game)
    change_game(game, NOON, by=director, is_test=True)
    assert "Test" in seen(Client().get(f"/games/{game.pk}/").content.decode())
    play_rounds(game, 1)
    round = game.rounds.get(state=Round.State.PUBLISHED)
    end_game(game, NOON, by=director)
    game.refresh_from_db()
    RememberedWrite.objects.create(
        sender="user 1", key="k" * 16, status=201, body={"id": str(game.pk)}, created_at=NOON
    )
    client = browser(director)
    page = client.get(f"/games/{game.pk}/delete/").content.decode()
    assert "export.json" in page
    assert client.post(f"/games/{game.pk}/delete/", {"typed_name": "x"}).status_code == 400
    assert Game.objects.filter(pk=game.pk).exists()
    response = client.post(f"/games/{game.pk}/delete/", {"typed_name": game.name})
    assert response["Location"] == "/own/"
    assert not Game.objects.filter(pk=game.pk).exists()
    assert not Round.objects.filter(pk=round.pk).exists()
    assert not RememberedWrite.objects.exists()
    assert not PreparedFile.objects.filter(about=game.pk).exists()
    kept = DeletedEvent.objects.get()
    assert (kept.name, kept.by, kept.people) == (game.name, director, 2)
    assert kept.log_hash == game.log_hash
    assert game.name in own(director)


def test_what_people_played_for_is_not_deleted_nor_called_a_test_afterwards() -> None:
    game = played_game()
    director = director_of(game)
    with pytest.raises(ResultsKept):
        delete_game(game, game.name, NOON, by=director)
    with pytest.raises(WrongGameState):
        change_game(game, NOON, by=director, is_test=True)
    with pytest.raises(NameDiffers):
        delete_game(game, "Anders", NOON, by=director)
    assert Game.objects.filter(pk=game.pk).exists()


def test_a_game_is_not_deleted_while_it_is_running() -> None:
    game = begun_game()
    with pytest.raises(WrongGameState):
        delete_game(game, game.name, NOON, by=director_of(game))


def test_a_draft_without_results_is_deleted_by_the_api_too() -> None:
    game = make_game(state=State.SETUP)
    client = as_user(director_of(game))
    answer: Any = client.post(f"{GAMES}{game.pk}/delete/", {"name": game.name})
    assert answer.status_code == 204
    assert not Game.objects.filter(pk=game.pk).exists()
