"""Every page in every state of a game: open to everybody, light, narrow enough, without errors."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from playwright.sync_api import Page, expect

from duplicate.models import Game, Round
from duplicate.page_urls import urlpatterns
from duplicate.selectors.seats import card_code
from duplicate.services.games import create_game
from duplicate.services.hall import freeze_hall
from duplicate.services.judging import judge_round
from duplicate.services.participants import enter_participant, join_game
from duplicate.services.rounds import (
    begin_closing,
    draw_round,
    finish_closing,
    pause_round,
    publish_round,
)
from duplicate.services.rulings import rule_on_word
from duplicate.services.seats import request_seat
from duplicate.services.series import create_series, put_games
from referee.events.people import NewPerson
from referee.position.examples import EXAMPLES
from referee.tokens import PARTICIPANT, digest, new_token
from tests.duplicate.factories import SECOND, make_user
from tests.duplicate.sample_games import (
    begun_game,
    director_of,
    hand_in,
    opened,
    play_rounds,
    played_game,
)
from tests.e2e.browsers import LAPTOP, Screens
from tests.e2e.looks import Looker, too_wide

Who = Literal["public", "player", "asker", "director"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
#: Addresses that show nothing: they act, and lead on to a page.
LEADING_ON = {"join_code", "logout", "play_leave", "hall_freeze", "seat"}
#: The pages that belong to no app.
OF_THE_PROJECT = {"home", "login", "logout", "join", "join_code", "position"}
OF_THE_PROJECT |= {"own_events", "account", "staff_invitation"}


# The states of a game


def in_setup() -> Game:
    game = create_game(name="Donnerstagsrunde", by=make_user(), at=timezone.now())
    join_game(game.join_code, name="Anna", at=timezone.now(), club="SC Nord", category="A")
    enter_participant(game, NewPerson("Ben"), timezone.now(), by=director_of(game))
    return game


def first_drawn() -> Game:
    game = begun_game()
    draw_round(game, timezone.now(), by=director_of(game))
    return game


def is_open() -> Game:
    game = begun_game()
    play_rounds(game, 1)
    hand_in(opened(game, timezone.now()))
    return game


def the_round(game: Game) -> Round:
    return game.rounds.latest("pk")


def is_paused() -> Game:
    game = is_open()
    pause_round(the_round(game), timezone.now(), by=director_of(game))
    return game


def is_judged() -> Game:
    game = is_open()
    round, by, at = the_round(game), director_of(game), timezone.now()
    begin_closing(round, at, by=by)
    finish_closing(round, at + 10 * SECOND)
    judge_round(round, at)
    rule_on_word(round, "XY", at, by=by, is_admissible=False, reason="not_in_dictionary")
    return game


def is_published() -> Game:
    game = is_judged()
    publish_round(the_round(game), timezone.now(), by=director_of(game))
    return game


def second_drawn() -> Game:
    game = is_published()
    draw_round(game, timezone.now(), by=director_of(game))
    return game


def is_frozen() -> Game:
    game = is_open()
    freeze_hall(game, timezone.now(), by=director_of(game))
    return game


def is_finished() -> Game:
    game = played_game()
    by, at = director_of(game), timezone.now()
    put_games(create_series(name="Winter", by=by, at=at), [game], at, by=by)
    return game


GAME = "/games/{game}/"
#: By the state of the game: who looks at which pages.
PAGES: dict[Callable[[], Game], dict[Who, tuple[str, ...]]] = {
    in_setup: {
        "public": (
            *("/", "/login/", "/join/", "/join/?code=FALSCH", "/nowhere/", "/games/join/{code}/"),
            *("/position/", "/position/" + EXAMPLES[1].address, "/position/?at=H&rack=1"),
            *(GAME, GAME + "standings/", GAME + "proof/", GAME + "hall/"),
            *(GAME + "rounds/1/", "/games/00000000-0000-4000-8000-000000000000/"),
            *("/games/seat/{card}/", "/join/?lost=1"),
        ),
        "asker": (GAME + "seat/",),
        "player": ("/", GAME + "play/", GAME + "desk/"),
        "director": (
            *("/", "/games/new/", GAME + "desk/", GAME + "desk/?person=1", GAME + "slips/"),
            *("/own/", "/account/", "/games/new/?like={game}", GAME + "delete/", "/series/new/"),
            *(GAME + "hall/", GAME + "print/slips/?for=all", GAME + "print/code/"),
            *(GAME + "desk/start/", GAME + "print/cards/"),
        ),
    },
    first_drawn: {"player": (GAME + "play/",), "director": (GAME + "desk/", GAME + "hall/")},
    is_open: {
        "public": (GAME, GAME + "hall/", GAME + "proof/"),
        "player": (GAME + "play/",),
        "director": (GAME + "desk/", GAME + "slips/", GAME + "slips/?double=1", GAME + "hall/"),
    },
    is_paused: {"player": (GAME + "play/",), "director": (GAME + "desk/", GAME + "hall/")},
    is_judged: {
        "public": (GAME,),
        "player": (GAME + "play/",),
        "director": (
            *(GAME + "desk/", GAME + "slips/", GAME + "hall/", GAME + "print/arbitration/"),
        ),
    },
    is_published: {
        "public": (GAME, GAME + "rounds/2/", GAME + "standings/"),
        "player": (GAME + "play/",),
        "director": (GAME + "desk/", GAME + "slips/", GAME + "hall/", GAME + "desk/?person=2"),
    },
    second_drawn: {"player": (GAME + "play/",), "director": (GAME + "hall/",)},
    is_frozen: {"director": (GAME + "hall/", GAME + "desk/")},
    is_finished: {
        "public": (
            *("/", GAME, GAME + "?round=2", GAME + "rounds/4/", GAME + "players/2/"),
            *(GAME + "standings/", GAME + "standings/?by=category", GAME + "standings/?by=club"),
            *(GAME + "proof/", GAME + "hall/", GAME + "print/standings/", "/series/{series}/"),
        ),
        "player": (GAME + "play/",),
        "director": (
            *(GAME + "desk/", GAME + "print/sheets/", GAME + "log/", "/own/?what=series"),
            *("/series/{series}/edit/", "/staff/{code}/"),
        ),
    },
}
IN_ENGLISH = (in_setup, is_judged, is_finished)
EACH = pytest.mark.parametrize("state", PAGES, ids=lambda state: state.__name__)


def addresses(game: Game, paths: tuple[str, ...]) -> list[str]:
    series = game.series.first()
    named = {"series": series.pk if series else "", "card": card_code(game.participants.all()[0])}
    return [path.format(game=game.pk, code=game.join_code, **named) for path in paths]


def screen_of(screens: Screens, game: Game, who: Who, locale: str = "de-DE") -> Page:
    """A screen of somebody who is known to the site by a cookie."""
    screen = screens.open(LAPTOP, locale=locale, reduced_motion="reduce")
    cookies: dict[str, str] = {}
    if who == "player":
        token = new_token(PARTICIPANT)
        game.participants.filter(number=1).update(token_digest=digest(token))
        cookies[f"seat_{game.pk.hex}"] = token
    if who == "asker":
        _anna, token = request_seat(game.join_code, 1, "Anna", timezone.now())
        cookies[f"seat_{game.pk.hex}"] = token
    if who != "public":
        client = Client()
        client.force_login(director_of(game) if who == "director" else make_user())
        cookies["sessionid"] = client.cookies["sessionid"].value
    screen.context.add_cookies(
        [{"name": name, "value": value, "url": screens.url} for name, value in cookies.items()]
    )
    return screen


def go(screen: Page, *, site: str, path: str) -> None:
    """Come to the page. An action's address shows its question, as it does without scripts."""
    desk, found, action = path.partition("desk/")
    if found and action.strip("/").isalpha():
        screen.goto(site + desk + found)
        form = screen.locator(f'form[action="{path}"]')
        with screen.expect_navigation():
            form.evaluate("form => form.submit()")
    else:
        screen.goto(site + path)
    if path.endswith("/play/"):
        expect(screen.locator("#link[data-link=live]")).to_be_visible()


@EACH
def test_every_page_is_open_to_everybody_light_and_narrow(
    screens: Screens, state: Callable[[], Game]
) -> None:
    game = state()
    faults: dict[tuple[str, str], object] = {}
    for who, paths in PAGES[state].items():
        screen = screen_of(screens, game, who)
        looker = Looker(screen)
        for path in addresses(game, paths):
            found = looker.faults(partial(go, site=screens.url, path=path))
            faults |= {(path, kind): fault for kind, fault in found.items()}
        screen.context.close()
    assert {where: what for where, what in faults.items() if what} == {}


@pytest.mark.parametrize("state", IN_ENGLISH, ids=lambda state: state.__name__)
def test_the_pages_speak_english_too(screens: Screens, state: Callable[[], Game]) -> None:
    game = state()
    faults: dict[str, object] = {}
    for who, paths in PAGES[state].items():
        screen = screen_of(screens, game, who, "en-GB")
        for path in addresses(game, paths):
            go(screen, site=screens.url, path=path)
            expect(screen.locator("html")).to_have_attribute("lang", "en")
            faults[path] = too_wide(screen)
    assert {path: widths for path, widths in faults.items() if widths} == {}


def test_no_page_is_left_out() -> None:
    paths = [path for looks in PAGES.values() for shown in looks.values() for path in shown]
    uuid = "00000000-0000-4000-8000-000000000000"
    found = {
        resolve(
            path.partition("?")[0].format(game=uuid, code="CODE", card="CODE", series=uuid)
        ).url_name
        for path in paths
        if path != "/nowhere/"
    }
    names = {pattern.name for pattern in urlpatterns}
    assert names | OF_THE_PROJECT == found | LEADING_ON
