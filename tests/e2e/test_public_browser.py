"""The public pages of a game in a real browser: replay, following, and the check of the proof."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from duplicate.models import Game, Round
from duplicate.options import Options
from engine.randomness import commitment
from tests.duplicate.factories import NOON, make_user
from tests.duplicate.large_games import large_game
from tests.duplicate.sample_games import (
    begun_game,
    hand_in,
    opened,
    play_rounds,
    played_game,
    published,
)
from tests.e2e.browsers import grave_faults_in_any_light
from tests.processes import Web

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
PATIENCE_MS = 15_000
PAGES = (
    "",
    "rounds/4/",
    "players/2/",
    "standings/",
    "standings/?by=club",
    "proof/",
    "print/standings/",
    "hall/",
)
SIZES = [(1920, 1080), (1280, 800), (390, 844)]


def address(web: Web, game: Game, rest: str = "") -> str:
    return f"{web.url}/games/{game.pk}/{rest}"


def shows(page: Page, title: str) -> None:
    """All titles are in the page: what is to be seen counts."""
    expect(page.locator("#replay-title")).to_contain_text(title, use_inner_text=True)


def test_a_game_is_replayed_by_buttons_and_keys(page: Page, web: Web) -> None:
    game = played_game()
    page.goto(address(web, game))
    shows(page, "Nach Runde 4")
    page.get_by_role("link", name="Zum Anfang").click()
    shows(page, "Das leere Brett")
    expect(page.locator("#replay .tile")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    shows(page, "Nach Runde 1")
    page.get_by_role("link", name="Eine Runde weiter").click()
    shows(page, "Nach Runde 2")
    expect(page.get_by_role("link", name="Eine Runde weiter")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    shows(page, "Nach Runde 1")
    page.reload()
    shows(page, "Nach Runde 1")
    page.keyboard.press("End")
    shows(page, "Nach Runde 4")


def test_the_page_follows_a_running_game(page: Page, web: Web) -> None:
    game = begun_game()
    play_rounds(game, 1)
    page.goto(address(web, game))
    shows(page, "Nach Runde 1")
    round = opened(game, timezone.now())
    shows(page, "Runde 2 läuft")
    expect(page.locator("#replay [data-clock]")).to_contain_text(":")
    expect(page.get_by_role("img", name=f"Bänkchen: {round.rack}")).to_be_visible()
    expect(page.get_by_text(round.tops[0]["word"], exact=True)).to_have_count(0)
    hand_in(round)
    published(round)
    shows(page, "Nach Runde 2")
    expect(page.get_by_role("heading", name="Wertung nach Runde 2")).to_be_visible()


def test_who_watches_asks_for_a_page_only_when_the_standings_have_changed(
    page: Page, web: Web
) -> None:
    game = begun_game()
    play_rounds(game, 1)
    page.goto(address(web, game))
    expect(page.get_by_role("heading", name="Wertung nach Runde 1")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    round = opened(game, timezone.now())
    shows(page, "Runde 2 läuft")
    hand_in(round)
    published(round)
    expect(page.get_by_role("heading", name="Wertung nach Runde 2")).to_be_visible()
    assert round.reference is None
    round.refresh_from_db()
    assert round.reference is not None
    expect(page.locator(".laid strong").first).to_have_text(round.reference["word"])
    expect(page.locator("#replay .tile.new")).not_to_have_count(0)
    assert [url for url in asked if "/api/" not in url] == [address(web, game)]


def test_who_looks_at_an_earlier_round_is_not_disturbed(page: Page, web: Web) -> None:
    game = begun_game()
    play_rounds(game, 1)
    page.goto(address(web, game, "?round=1"))
    shows(page, "Nach Runde 1")
    round = opened(game, timezone.now())
    hand_in(round)
    published(round)
    expect(page.get_by_role("heading", name="Wertung nach Runde 2")).to_be_visible()
    shows(page, "Nach Runde 1")
    page.get_by_role("link", name="Zum letzten Stand").click()
    shows(page, "Nach Runde 2")


def test_who_loses_the_network_keeps_the_page_and_catches_up(page: Page, web: Web) -> None:
    game = begun_game()
    play_rounds(game, 1)
    page.goto(address(web, game))
    expect(page.get_by_role("heading", name="Wertung nach Runde 1")).to_be_visible()
    page.route(address(web, game), lambda route: route.abort())
    with page.expect_event("requestfailed"):
        round = opened(game, timezone.now())
        hand_in(round)
        published(round)
    shows(page, "Nach Runde 2")
    expect(page.get_by_role("heading", name="Wertung nach Runde 1")).to_be_visible()
    page.unroute(address(web, game))
    expect(page.get_by_role("heading", name="Wertung nach Runde 2")).to_be_visible()


def test_no_page_is_wider_than_the_screen_or_closed_to_anybody(page: Page, web: Web) -> None:
    game = played_game()
    page.emulate_media(reduced_motion="reduce")
    faults = {}
    for rest in PAGES:
        page.goto(address(web, game, rest))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, rest
        faults[rest] = grave_faults_in_any_light(page)
    assert {page: found for page, found in faults.items() if found} == {}


def test_on_a_phone_names_stay_whole_and_in_view_while_rounds_scroll(page: Page, web: Web) -> None:
    game = large_game(4, 12, make_user("leitung"))
    game.participants.filter(number=1).update(name="Wilhelmine Müller-Lüdenscheidt")
    game.participants.filter(number=2).update(name="Rindfleischetikettierungsgesetz")
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(address(web, game, "standings/"))
    table = page.locator(".scroll").first
    table.scroll_into_view_if_needed()
    last_round = page.get_by_role("columnheader", name="12", exact=True)
    expect(last_round).not_to_be_in_viewport()
    table.evaluate("(table) => { table.scrollLeft = table.scrollWidth; }")
    expect(last_round).to_be_in_viewport(ratio=0.95)  # what scrolls stands on whole pixels
    for name in page.locator(".standings th[scope=row] a").all():
        expect(name).to_be_in_viewport()
        lines = name.evaluate(
            "(name) => name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)"
        )
        assert round(lines) <= len(re.split("[ -]", name.inner_text()))


# The proof


def check(page: Page, web: Web, game: Game) -> list[str]:
    """What the browser finds, by the kinds of its findings."""
    page.goto(address(web, game, "proof/"))
    page.get_by_role("button", name="Selbst prüfen").click()
    expect(page.get_by_role("button", name="Selbst prüfen")).to_be_enabled()
    return [str(item.get_attribute("class")) for item in page.locator("#findings li").all()]


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(joker=True),
        Options(leave_returned=True, y_is_either=True),
        Options(variant="seven_and_eight"),  # type: ignore[arg-type]
    ],
    ids=["normal", "joker", "leave returned", "eight tiles"],
)
def test_the_browser_finds_an_honest_game_right(page: Page, web: Web, options: Options) -> None:
    game = played_game(options=options)
    # The seed, the racks, that it is the server's alone, the one that was typed, the log.
    assert check(page, web, game) == ["right", "right", "open", "open", "right"]
    found = page.locator("[data-finding]").all_inner_texts()
    assert len(found) == game.rounds.count()
    assert found.count("– möglich") == 1
    assert found.count("✓ stimmt") == len(found) - 1


def first(game: Game) -> Round:
    return game.rounds.get(number=1, state=Round.State.PUBLISHED)


def another_rack(game: Game) -> None:
    round = first(game)
    bag = sorted(round.bag.replace("S", "", 1) + round.rack[0], key=ORDER.index)
    rack = sorted(round.rack[1:] + "S", key=ORDER.index)
    Round.objects.filter(pk=round.pk).update(rack="".join(rack), bag="".join(bag))


def a_tile_too_many(game: Game) -> None:
    Round.objects.filter(pk=first(game).pk).update(bag=first(game).bag + "Z")


def another_seed(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(seed="ab" * 32)


def another_seed_and_promise(game: Game) -> None:
    seed = "ab" * 32
    promise = commitment(bytes.fromhex(seed))
    Game.objects.filter(pk=game.pk).update(seed=seed, commitment=promise)


def a_changed_log(game: Game) -> None:
    entry = game.log.get(sequence=2)
    game.log.filter(sequence=2).update(data={**entry.data, "name": "Eva"})


def a_log_with_a_gap(game: Game) -> None:
    game.log.get(sequence=5).delete()


ORDER = "?AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ"


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (another_rack, ["right", "wrong", "wrong"]),
        (a_tile_too_many, ["right", "wrong", "wrong"]),
        (another_seed, ["wrong", "right"]),
        (another_seed_and_promise, ["right", "wrong", "wrong"]),
        (a_changed_log, ["right", "right", "open", "open", "wrong"]),
        (a_log_with_a_gap, ["right", "right", "open", "open", "wrong"]),
    ],
    ids=lambda case: getattr(case, "__name__", ""),
)
def test_the_browser_finds_what_was_tampered_with(
    page: Page, web: Web, tamper: Callable[[Game], None], found: list[str]
) -> None:
    game = played_game()
    tamper(game)
    assert check(page, web, game) == found


def test_before_the_end_only_the_log_can_be_checked(page: Page, web: Web) -> None:
    game = begun_game()
    play_rounds(game, 1)
    opened(game, NOON)
    assert check(page, web, game) == ["open", "right"]
    assert game.seed not in page.content()
