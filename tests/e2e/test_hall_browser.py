"""The screen in the hall in a real browser, with a real server behind it."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from duplicate.models import Game, Participant, Round
from duplicate.services.games import create_game, end_game, start_game
from duplicate.services.judging import judge_round
from duplicate.services.participants import change_participant, join_game
from duplicate.services.rounds import (
    begin_closing,
    cancel_round,
    draw_by_hand,
    finish_closing,
    open_round,
    pause_round,
    publish_round,
    resume_round,
)
from tests.duplicate.factories import SECOND, make_answer, make_user
from tests.duplicate.sample_games import director_of
from tests.processes import Web, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
#: Without Redis a process notices within five seconds what another one has changed.
PATIENCE_MS = 15_000
PROJECTOR = ViewportSize(width=1920, height=1080)
LAPTOP = ViewportSize(width=1280, height=800)
#: What is to be seen but for the time: the texts, and what is said of racks and squares.
LOOK = """() => {
  const seen = [];
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) seen.push(node.textContent);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const { className, dataset: { mark = "", clock, page, countdown, news } } = node;
    if ([clock, countdown, news].some((value) => value !== undefined)) return;
    if (node.hidden && page === undefined) return;  // pages turn
    seen.push(` [${className.trim()} ${node.getAttribute("aria-label") ?? ""} ${mark}] `);
    node.childNodes.forEach(visit);
  };
  const scene = document.querySelector("#scene");
  visit(scene);
  return [scene.dataset.round, ...seen.join("").replace(/\\s+/g, " ").split(" [")];
}"""

#: What stands in the welcome where its box has ended, above or below.
CUT_OFF = """() => [...document.querySelectorAll(".welcome-text > *")].filter((part) => {
  const [box, room] = [part, part.parentElement].map((each) => each.getBoundingClientRect());
  return box.height && (box.top < room.top - 1 || box.bottom > room.bottom + 1);
}).map((part) => part.textContent.trim())"""


@pytest.fixture
def game() -> Game:
    return create_game(name="Donnerstagsrunde", by=make_user("director"), at=timezone.now())


@pytest.fixture
def screen(page: Page, web: Web, game: Game) -> Page:
    """The director's browser on the projector."""
    client = Client()
    client.force_login(director_of(game))
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": web.url}])
    page.set_viewport_size(PROJECTOR)
    page.goto(f"{web.url}/games/{game.pk}/hall/")
    return page


def begin(game: Game, limit_seconds: int | None = None) -> Round:
    by, at = director_of(game), timezone.now()
    game = start_game(game, at, by=by)
    return open_round(
        draw_by_hand(game, "AEGMNRS", at, by=by), at, by=by, limit_seconds=limit_seconds
    )


def close(round: Round) -> None:
    at = timezone.now()
    begin_closing(round, at, by=director_of(round.game))
    finish_closing(round, at + 10 * SECOND)
    judge_round(round, at)


def hand_in_top(round: Round) -> None:
    top = round.tops[0]
    for player in round.game.participants.all():
        make_answer(round, player, top["coordinates"], top["word"], received_at=timezone.now())


def shows(screen: Page, scene: str) -> None:
    expect(screen.locator(f'[data-scene="{scene}"]')).to_be_visible()


def fits(screen: Page) -> None:
    """Nothing is cut off at either size, but for names that end in an ellipsis."""
    for size in (LAPTOP, PROJECTOR):
        screen.set_viewport_size(size)
        reach = screen.evaluate(
            """() => [...document.querySelectorAll('#scene *')].reduce((most, element) => {
                const box = element.getBoundingClientRect();
                const { textOverflow } = getComputedStyle(element.parentElement);
                if (element.closest('.unseen, .people li') || !box.width) return most;
                if (textOverflow === 'ellipsis') return most;
                return [Math.max(most[0], box.right), Math.max(most[1], box.bottom)];
            }, [0, 0])"""
        )
        assert reach[0] <= size["width"] + 1
        assert reach[1] <= size["height"] + 1
        assert screen.evaluate(CUT_OFF) == []


def colour_of(part: Locator) -> str:
    return str(part.evaluate("(part) => getComputedStyle(part).color"))


def test_the_screen_follows_the_evening_by_itself(screen: Page, game: Game) -> None:
    shows(screen, "welcome")
    expect(screen.get_by_text(game.join_code, exact=True)).to_be_visible()
    expect(screen.get_by_role("img", name="QR-Code")).to_be_visible()
    join_game(game.join_code, name="Anna", at=timezone.now())
    expect(screen.get_by_text("Anna")).to_be_visible()
    for number in range(2, 31):
        join_game(game.join_code, name=f"Spielerin {number}", at=timezone.now())
    expect(screen.locator(".count")).to_have_text("30")
    fits(screen)

    round = begin(game)
    shows(screen, "playing")
    expect(screen.get_by_role("img", name=f"Bänkchen: {round.rack}")).to_be_visible()
    expect(screen.get_by_role("timer")).to_contain_text("2:")
    expect(screen.locator("[data-answered]")).to_have_text("0")
    hand_in_top(round)
    expect(screen.locator("[data-answered]")).to_have_text("30")
    fits(screen)
    tile = screen.locator(".hall-rack .tile").first.bounding_box()
    assert tile is not None
    assert tile["width"] >= 100

    pause_round(round, timezone.now(), by=director_of(game))
    expect(screen.get_by_text("Pause", exact=True)).to_be_visible()
    fits(screen)
    resume_round(round, timezone.now(), by=director_of(game))
    expect(screen.get_by_text("Pause", exact=True)).to_be_hidden()

    close(round)
    shows(screen, "time_up")
    expect(screen.get_by_text("Zeit ist um")).to_be_visible()
    expect(screen.get_by_text(round.tops[0]["word"])).to_have_count(0)
    fits(screen)

    round = publish_round(round, timezone.now(), by=director_of(game))
    shows(screen, "result")
    assert round.reference is not None
    expect(screen.get_by_text(round.reference["word"], exact=True)).to_be_visible()
    expect(screen.get_by_text("Den Spitzenzug hatten 30")).to_be_visible()
    expect(screen.get_by_text("und 18 weitere")).to_be_visible()
    fits(screen)
    expect(screen.get_by_text("Wertung 1/4")).to_be_visible()  # the page turns by itself
    fits(screen)
    expect(screen.get_by_text("Wertung 2/4")).to_be_visible()

    end_game(Game.objects.get(pk=game.pk), timezone.now(), by=director_of(game))
    shows(screen, "final")
    expect(screen.get_by_text("Gewonnen haben")).to_be_visible()


def joined(game: Game, names: list[str]) -> None:
    for number, name in enumerate(names, 1):
        Participant.objects.create(
            game=game, number=number, name=name, is_online=True, entered_at=timezone.now()
        )


def seen_names(screen: Page) -> list[str]:
    """Those of the welcome that are wholly in view."""
    found = screen.locator(".people .names").evaluate(
        """(list) => {
            const { top, bottom } = list.getBoundingClientRect();
            const isSeen = (name) => {
                const box = name.getBoundingClientRect();
                return box.top >= top - 1 && box.bottom <= bottom + 1;
            };
            return [...list.children].filter(isSeen).map((name) => name.textContent);
        }"""
    )
    return [str(name) for name in found]


def test_a_table_of_twenty_is_seen_whole_and_two_hundred_flow_by(screen: Page, game: Game) -> None:
    names = [f"Wilhelmine Müller {number}" for number in range(1, 20)]
    joined(game, ["Donaudampfschifffahrtsgesellschaftskapitänswitwe", *names])
    screen.reload()
    assert len(seen_names(screen)) == 20
    fits(screen)
    Participant.objects.all().delete()
    joined(game, [f"Wilhelmine Müller {number}" for number in range(1, 201)])
    screen.reload()
    expect(screen.locator(".count")).to_have_text("200")
    assert seen_names(screen)[0] == "Wilhelmine Müller 200"
    expect(screen.locator(".people .names")).to_have_js_property("scrollTop", 0)
    expect(screen.locator(".people .names")).not_to_have_js_property("scrollTop", 0)
    assert seen_names(screen)[0] != "Wilhelmine Müller 200"
    fits(screen)


def test_a_button_and_a_key_fill_the_whole_screen(screen: Page) -> None:
    def is_filled() -> bool:
        return bool(screen.evaluate("document.fullscreenElement !== null"))

    screen.get_by_role("button", name="Ganzer Bildschirm").click()
    wait_until(is_filled)
    screen.keyboard.press("v")
    wait_until(lambda: not is_filled())


def test_many_winners_leave_room_for_the_standings(screen: Page, game: Game) -> None:
    joined(game, [f"{'Donaudampfschifffahrt' * 4} {number}" for number in range(1, 201)])
    round = begin(game)
    hand_in_top(round)
    close(round)
    publish_round(round, timezone.now(), by=director_of(game))
    end_game(Game.objects.get(pk=game.pk), timezone.now(), by=director_of(game))
    shows(screen, "final")
    expect(screen.get_by_text("und 197 weitere")).to_be_visible()
    expect(screen.get_by_text("Wertung 1/11")).to_be_visible()
    rows = screen.locator(".hall-table tr:visible")
    expect(rows.last).to_be_in_viewport(ratio=0.9)
    fits(screen)


def test_rounds_are_drawn_without_asking_for_the_page(
    screen: Page, browser: Browser, game: Game
) -> None:
    """What is drawn is what a screen shows that is opened just then."""
    join_game(game.join_code, name="Anna", at=timezone.now())
    expect(screen.get_by_text("Anna")).to_be_visible()
    screen.route("**/hall/", lambda route: route.abort())
    by = director_of(game)

    def is_as_if_opened_now(scene: str) -> None:
        shows(screen, scene)
        other = browser.new_page(locale="de-DE", storage_state=screen.context.storage_state())
        other.goto(screen.url)
        shows(other, scene)
        assert screen.evaluate(LOOK) == other.evaluate(LOOK)
        other.close()

    round = begin(game, limit_seconds=900)
    expect(screen.get_by_role("img", name=f"Bänkchen: {round.rack}")).to_be_visible()
    expect(screen.locator(".hall-clock.long")).to_have_text(re.compile("1[45]:"))
    is_as_if_opened_now("playing")
    hand_in_top(round)
    expect(screen.locator("[data-answered]")).to_have_text("1")
    pause_round(round, timezone.now(), by=by)
    expect(screen.get_by_text("Pause", exact=True)).to_be_visible()
    is_as_if_opened_now("playing")
    resume_round(round, timezone.now(), by=by)
    expect(screen.get_by_text("Pause", exact=True)).to_be_hidden()
    close(round)
    is_as_if_opened_now("time_up")

    publish_round(round, timezone.now(), by=by)
    shows(screen, "result")
    expect(screen.locator(".hall-board .tile.new")).not_to_have_count(0)
    points = screen.locator(".where strong:visible")
    expect(points.locator("[data-slot]")).to_have_css("color", colour_of(points))
    expect(screen.get_by_text("Wertung")).to_have_count(0)  # the tables are not in the state
    screen.unroute("**/hall/")
    expect(screen.get_by_text("Den Spitzenzug hatte")).to_be_visible()
    is_as_if_opened_now("result")

    drawn = draw_by_hand(Game.objects.get(pk=game.pk), "AEINRST", timezone.now(), by=by)
    is_as_if_opened_now("waiting")
    expect(screen.get_by_text("Wertung")).to_be_visible()
    change_participant(game.participants.get(), timezone.now(), by=by, name="Anna Berg")
    expect(screen.get_by_role("rowheader", name="Anna Berg")).to_be_visible()
    screen.route("**/hall/", lambda route: route.abort())
    open_round(drawn, timezone.now(), by=by)
    expect(screen.get_by_role("img", name="Bänkchen: AEINRST")).to_be_visible()
    is_as_if_opened_now("playing")
    expect(screen.locator("[data-answered]")).to_have_text("0")
    cancel_round(drawn, timezone.now(), by=by)
    screen.unroute("**/hall/")
    is_as_if_opened_now("result")


def test_the_call_is_marked_when_its_seconds_are_reached(screen: Page, game: Game) -> None:
    begin(game, limit_seconds=32)
    expect(screen.locator(".hall-clock[data-call]")).to_be_visible()
    expect(screen.locator("[data-clock-voice]")).to_have_text("Noch 30 Sekunden")


def test_what_is_shown_stays_while_the_screen_is_frozen(screen: Page, game: Game) -> None:
    round = begin(game)
    shows(screen, "playing")
    screen.keyboard.press("f")
    expect(screen.get_by_text("Anzeige angehalten")).to_be_visible()
    assert Game.objects.get(pk=game.pk).hall_frozen
    close(round)
    publish_round(round, timezone.now(), by=director_of(game))
    version = Game.objects.get(pk=game.pk).log_length
    screen.evaluate(
        """async (version) => {
        const { followGame } = await import("/static/duplicate/following.js");
        const { game } = document.querySelector(".hall-top").dataset;
        await new Promise((heard) => {
            followGame(game, (state) => state.version >= version && heard());
        });
    }""",
        version,
    )
    shows(screen, "playing")
    screen.get_by_role("button", name="Weiter").click()
    shows(screen, "result")
    expect(screen.get_by_text("Anzeige angehalten")).to_be_hidden()


def test_dark_and_light_change_by_a_key_and_stay_after_reloading(screen: Page) -> None:
    def background() -> str:
        return str(screen.evaluate("getComputedStyle(document.body).backgroundColor"))

    light = background()
    screen.keyboard.press("d")
    dark = background()
    assert dark != light
    screen.reload()
    expect(screen.locator(".hall-top[data-theme=dark]")).to_be_visible()
    assert background() == dark
    screen.keyboard.press("d")
    assert background() == light


def test_others_see_the_screen_without_the_code_and_the_count(
    page: Page, web: Web, game: Game
) -> None:
    page.goto(f"{web.url}/games/{game.pk}/hall/")
    shows(page, "welcome")
    expect(page.get_by_text(game.join_code)).to_have_count(0)
    expect(page.get_by_role("button", name="Anhalten")).to_have_count(0)
    begin(game)
    shows(page, "playing")
    expect(page.locator("[data-answered]")).to_have_count(0)
