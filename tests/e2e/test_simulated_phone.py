"""The phones of the simulator ask what the page asks in a browser: the same, in the same order."""

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from duplicate.models import Game, Round
from duplicate.services.judging import judge_round
from duplicate.services.rounds import (
    begin_closing,
    draw_by_hand,
    finish_closing,
    open_round,
    publish_round,
)
from duplicate.simulator.connections import Address
from duplicate.simulator.crowd import Member, play_round
from duplicate.simulator.files import Files
from duplicate.simulator.phone import Phone
from duplicate.simulator.planning import Attempt, Intent, Player
from duplicate.simulator.wire import Clock
from tests.duplicate.factories import make_game
from tests.duplicate.sample_games import director_of
from tests.lexicons import lexicon_of
from tests.processes import Processes, Web, wait_until

pytestmark = pytest.mark.django_db(transaction=True)
#: For what another process has changed, where there is no Redis to tell of it.
PATIENCE_MS = 15_000
#: What no stream gets through looks like from inside the browser.
STREAM = "**/events/"

Asked = list[tuple[str, str]]


@pytest.fixture(scope="module")
def web(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    request.getfixturevalue("django_db_setup")
    with Processes(tmp_path_factory.mktemp("web")) as processes:
        processes.environment["SPIELLEITER_LEXICON"] = str(lexicon_of().path)
        web = processes.web()
        yield web
        web.end()


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    request.getfixturevalue("lexicon")
    return make_game()


def opened(game: Game) -> Round:
    by, at = director_of(game), timezone.now()
    return open_round(draw_by_hand(game, "AEGMNRS", at, by=by), at, by=by)


def published(round: Round) -> None:
    by = director_of(round.game)
    begin_closing(round, timezone.now(), by=by)
    wait_until(lambda: finish_closing(round, timezone.now()).state != Round.State.CLOSING)
    judge_round(Round.objects.get(pk=round.pk), timezone.now())
    publish_round(round, timezone.now(), by=by)


def asked_by_page(page: Page, web: Web, game: Game, *, is_streaming: bool = True) -> Asked:
    """What the page asks for, from joining to the result of a round in which it answers once."""
    asked: Asked = []

    def note(request: Request) -> None:
        asked.append((request.method, urlsplit(request.url).path))

    page.on("request", note)
    if not is_streaming:
        page.route(STREAM, lambda route: route.abort())
    page.goto(f"{web.url}/j/{game.join_code}/")
    page.get_by_label("Name").fill("Anna")
    page.get_by_role("button", name="Mitspielen").click()
    expect(page.locator("#link")).to_have_text("verbunden")
    round = opened(game)
    expect(page.locator("#rack button").first).to_be_visible(timeout=PATIENCE_MS)
    page.locator("[name=coordinates]").fill("H4-H8")
    page.locator("[name=word]").fill("MAGEN")
    page.locator("#hand-in").click()
    expect(page.locator("#receipt")).to_contain_text("MAGEN")
    published(round)
    expect(page.get_by_text("Punkte für dich").first).to_be_visible(timeout=PATIENCE_MS)
    page.remove_listener("request", note)
    return asked


def asked_by_simulated(web: Web, game: Game, *, is_streaming: bool = True) -> Asked:
    """What a phone of the simulator asks for in such a game."""

    async def take_part() -> Asked:
        phone = Phone(
            Address(web.url),
            Player("Anna", 1),
            Files(),
            Clock(),
            Random(1),
            is_streaming=is_streaming,
        )
        await phone.join(game.join_code)
        await phone.follow()
        round = await asyncio.to_thread(direct, opened, game)
        await shown(lambda: ("rack", 1) in phone.seen)
        await play_round(
            [phone],
            f"duplicate/games/{game.pk}/rounds/1/",
            [Member(phone.player, phone.number, phone.token)],
            [[Attempt(0, "H4-H8", "MAGEN", None, Intent.MOVE)]],
            timezone.now(),
        )
        await asyncio.to_thread(direct, published, round)
        await shown(lambda: ("own", 1) in phone.seen)
        phone.leave()
        return phone.asked

    # Playwright keeps an event loop in the test's thread.
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, take_part()).result()


def direct(step: Callable[[Any], Any], what: Any) -> Any:
    """A step of the director in a thread of its own, whose connection ends with it."""
    try:
        return step(what)
    finally:
        connection.close()


async def shown(is_shown: Callable[[], bool]) -> None:
    """Come back once that is so. Fails the test after a while."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while not is_shown():
            await asyncio.sleep(0.02)


def in_any_game(asked: Asked, game: Game) -> Asked:
    """The requests without what differs from game to game."""
    return [
        (method, path.replace(str(game.pk), "<id>").replace(game.join_code, "<code>"))
        for method, path in asked
    ]


def told(asked: Asked, game: Game) -> tuple[Asked, list[set[str]]]:
    """The requests in their order, but styles and scripts: those between two of them as a set.

    A browser fetches these several at a time, and again those that may have changed.
    """
    requests: Asked = []
    files: list[set[str]] = [set()]
    for method, path in in_any_game(asked, game):
        if path.startswith("/static/"):
            files[-1].add(path)
        else:
            requests.append((method, path))
            files.append(set())
    return requests, files


def once(requests: Asked) -> Asked:
    """How often it was polled depends on when something happened."""
    return [one for one, before in zip(requests, [None, *requests], strict=False) if one != before]


def test_a_simulated_phone_asks_for_what_the_page_asks_for(
    page: Page, web: Web, game: Game
) -> None:
    of_page, files_of_page = told(asked_by_page(page, web, game), game)
    other = make_game()
    of_phone, files_of_phone = told(asked_by_simulated(web, other), other)
    assert of_phone == of_page
    assert of_phone[-3:] == [
        ("GET", "/api/v1/duplicate/games/<id>/state/"),
        ("GET", "/api/v1/duplicate/games/<id>/events/"),
        ("POST", "/api/v1/duplicate/games/<id>/rounds/1/answer/"),
    ]
    first = [set().union(*files[:3]) for files in (files_of_phone, files_of_page)]
    assert first[0] == first[1]
    assert set().union(*files_of_phone) == set().union(*files_of_page)


def test_a_simulated_phone_without_a_stream_asks_as_the_page_does(
    page: Page, web: Web, game: Game
) -> None:
    def without_stream(asked: Asked, game: Game) -> Asked:
        return once([one for one in told(asked, game)[0] if not re.search("/events/$", one[1])])

    of_page = without_stream(asked_by_page(page, web, game, is_streaming=False), game)
    other = make_game()
    of_phone = without_stream(asked_by_simulated(web, other, is_streaming=False), other)
    assert of_phone == of_page
    assert of_phone[-1] == ("GET", "/api/v1/duplicate/games/<id>/own/")
