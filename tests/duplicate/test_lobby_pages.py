"""The start page and joining a game, as a browser without scripts sees them."""

import pytest
from django.test import Client
from pytest_django import Settings

from duplicate.models import Game, Participant, Round
from tests.duplicate.factories import make_game, make_participant, make_round, make_user
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def text_of(client: Client, path: str = "/") -> str:
    response = client.get(path, follow=True)
    assert response.status_code == 200
    return tight(response.content.decode())


def path_of(game: Game) -> str:
    return f"/games/join/{game.join_code}/"


def join(client: Client, game: Game, **person: str) -> Participant:
    response = client.post(path_of(game), person)
    assert response.status_code == 302, response.content.decode()
    assert response.headers["Location"] == f"/games/{game.pk}/play/"
    return game.participants.latest("number")


def test_the_start_page_lists_what_is_on_and_what_was(client: Client) -> None:
    running = make_game()
    make_participant(running)
    make_round(running)
    games = {
        "Läuft gerade": running,
        "Fängt noch an": make_game(state=Game.State.SETUP),
        "War einmal": make_game(state=Game.State.FINISHED, finished_at=running.created_at),
        "Geheim": make_game(is_listed=False),
    }
    for name, game in games.items():
        Game.objects.filter(pk=game.pk).update(name=name)
    page = text_of(client)
    assert 'Läuft gerade</a><span class="hint">1 Teilnehmer</span>' in page
    assert "Runde 1" in page
    assert "Anmeldung offen" in page
    assert page.index("Fängt noch an") < page.index("War einmal")
    assert "Geheim" not in page
    assert 'href="/position/"' in page
    assert "Neues Spiel" not in page
    for game in games.values():
        assert game.join_code not in page


def test_a_drawn_round_is_not_told_on_the_start_page(client: Client) -> None:
    make_round(make_game(), state=Round.State.DRAWN)
    page = text_of(client)
    assert "Runde 1" not in page
    assert "beginnt gerade" in page


def test_accounts_find_their_own_games(client: Client) -> None:
    user = make_user()
    own, other = make_game(director=user, is_listed=False), make_game(is_listed=False)
    client.force_login(user)
    page = text_of(client)
    assert f"/games/{own.pk}/desk/" in page
    assert f"{other.pk}" not in page
    assert "/games/new/" in page


@pytest.mark.parametrize("spelling", ["{}", " {} ", "lower"])
def test_a_code_in_any_spelling_leads_to_its_game(client: Client, spelling: str) -> None:
    game = make_game(state=Game.State.SETUP)
    code = game.join_code.lower() if spelling == "lower" else spelling.format(game.join_code)
    page = text_of(client, f"/join/?code={code[:3]}%20{code[3:]}")
    assert "Donnerstagsrunde" in page
    assert 'name="name"' in page


def test_the_address_of_the_qr_code_asks_for_the_name(client: Client) -> None:
    game = make_game()
    page = client.get(f"/j/{game.join_code}/").content.decode()
    assert 'name="name"' in page
    assert f'action="{path_of(game)}"' in page


def test_joining_takes_a_seat_that_only_the_browser_knows(client: Client) -> None:
    game = make_game()
    participant = join(client, game, name=" Anna  B. ", club="SC Nord", category="A")
    assert (participant.name, participant.club, participant.category) == ("Anna B.", "SC Nord", "A")
    cookie = client.cookies[f"seat_{game.pk.hex}"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert "Weiterspielen" in text_of(client)
    assert "Weiterspielen" not in text_of(Client())


def test_who_has_a_seat_goes_straight_to_it(client: Client) -> None:
    game = make_game()
    join(client, game, name="Anna")
    for path in (f"/j/{game.join_code}/", path_of(game)):
        assert client.get(path).headers["Location"] == f"/games/{game.pk}/play/"
    assert game.participants.count() == 1


@pytest.mark.parametrize("path", ["/j/{}/", "/games/join/{}/", "/join/?code={}"])
def test_the_code_of_a_finished_game_leads_to_its_result(client: Client, path: str) -> None:
    game = make_game(state=Game.State.FINISHED)
    response = client.get(path.format(game.join_code), follow=True)
    assert response.redirect_chain[-1][0] == f"/games/{game.pk}/"
    assert "Donnerstagsrunde" in response.content.decode()


def test_who_took_part_is_led_from_the_code_to_their_own_result(client: Client) -> None:
    game = make_game()
    join(client, game, name="Anna")
    Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED, finished_at=game.created_at)
    assert "Das Spiel ist zu Ende" in text_of(client, f"/j/{game.join_code}/")


def test_guessing_where_one_joins_is_held_up_too(client: Client, settings: Settings) -> None:
    settings.WRONG_CODES_A_MINUTE = 3
    game = make_game()
    for _ in range(3):
        response = client.get("/games/join/FALSCH/", REMOTE_ADDR="10.1.2.6")
        assert response.status_code == 404
        assert "Zu diesem Code gibt es kein Spiel." in response.content.decode()
    assert client.get(path_of(game), REMOTE_ADDR="10.1.2.6").status_code == 429


def test_what_is_wrong_with_a_name_is_told_beside_it(client: Client) -> None:
    game = make_game()
    response = client.post(path_of(game), {"name": " ", "club": "SC Nord"})
    page = response.content.decode()
    assert response.status_code == 400
    assert "Richtig sind 1 bis 100 Zeichen." in page
    assert 'value="SC Nord"' in page
    assert not game.participants.exists()


def test_a_finished_game_takes_nobody_in(client: Client) -> None:
    game = make_game(state=Game.State.FINISHED)
    response = client.post(path_of(game), {"name": "Anna"})
    assert response.status_code == 409
    assert not game.participants.exists()


def test_a_form_from_elsewhere_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    game = make_game()
    assert strict.post(path_of(game), {"name": "A"}).status_code == 403
