"""Laying a move on the page of somebody who plays: by keys, mouse and finger, on every screen."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from duplicate.models import Answer, Game, Round
from tests.duplicate.factories import make_game, make_round
from tests.e2e.browsers import LAPTOP, PHONE, Screens, drag_by_finger, middle_of
from tests.e2e.test_player_browser import with_word
from tests.processes import Web

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = ViewportSize(width=360, height=640)
ON_ITS_SIDE = ViewportSize(width=844, height=390)
TOUCH = {"has_touch": True, "is_mobile": True}
LATENCY_MS = 200
LONG_NAME = "Wilhelmine-Charlotte von Hohenstaufen-Lüdenscheid"
#: The least side of what is tapped now and then, and of what is tapped all the time.
TARGET, MAIN_TARGET = 24, 44
#: The smaller side of each, as far as it is shown.
SIDES = """selector => [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width }) => width)
    .map(({ width, height }) => Math.min(width, height))"""
PARTS = ("#board-frame", "#rack", "#tools", "#hand-in", "#receipt", "[data-clock]")
MAIN = "#rack button, #tools button, #hand-in"
OTHERS = ".board button, .says button, .entry-fields input"


class Seat:
    """The page of somebody who plays, on a screen of some size."""

    def __init__(self, page: Page, web: Web, game: Game) -> None:
        self.page, self.game = page, game
        page.goto(f"{web.url}/j/{game.join_code}/")
        expect(page.locator("form[data-once] :is(input, button):visible")).to_have_count(2)
        page.locator("[name=name]").fill(f"{LONG_NAME} {game.participants.count()}")
        page.locator("form[data-once] button").click()
        expect(page.locator("#link[data-link=live]")).to_be_attached()
        expect(page.locator("#guide")).to_be_visible()
        expect(page.locator(".board:not([aria-readonly])")).to_be_attached()

    def square(self, name: str) -> Locator:
        return self.page.locator(f"#square-{name}")

    def tile(self, letter: str) -> Locator:
        return self.page.locator(f'#rack button[data-tile="{letter}"]:enabled').first

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def says(self, text: str) -> None:
        expect(self.page.locator(".says")).to_contain_text(text, use_inner_text=True)

    def lies(self, coordinates: str, word: str) -> None:
        """What the fields say, and as many tiles on the board as on the rack's empty places."""
        expect(self.page.locator("[name=coordinates]")).to_have_value(coordinates)
        expect(self.page.locator("[name=word]")).to_have_value(word)

    def has_laid(self, count: int) -> None:
        expect(self.page.locator(".square[data-pending]")).to_have_count(count)
        expect(self.page.locator("#rack button:disabled")).to_have_count(count)

    @property
    def rack(self) -> str:
        script = "all => all.map((one) => one.dataset.tile).join('')"
        return str(self.page.locator("#rack button").evaluate_all(script))

    def sides(self, selector: str) -> float:
        return float(min(self.page.evaluate(SIDES, selector)))

    def fits(self, size: ViewportSize) -> None:
        """Nothing that is needed lies outside of the screen, and all of it is found by a finger."""
        for part in PARTS:
            box = self.page.locator(part).bounding_box()
            assert box, part
            assert min(box["x"], box["y"]) >= 0, (part, size)
            assert box["x"] + box["width"] <= size["width"], (part, size)
            assert box["y"] + box["height"] <= size["height"], (part, size)
        assert self.page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert self.sides(OTHERS) >= TARGET
        assert self.sides(MAIN) >= MAIN_TARGET

    def drag(self, thing: Locator, to: Locator) -> None:
        """With the mouse."""
        x, y = middle_of(thing)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(*middle_of(to), steps=4)
        self.page.mouse.up()

    def drag_by_finger(self, thing: Locator, to: Locator) -> None:
        drag_by_finger(self.page, thing, to)


@pytest.fixture
def screens(browser: Browser, web: Web) -> Iterator[Screens]:
    screens = Screens(browser, web.url)
    yield screens
    for context in browser.contexts:
        context.close()
    assert screens.faults == []


@pytest.fixture
def round(request: pytest.FixtureRequest) -> Round:
    request.getfixturevalue("lexicon")
    game = make_game()
    return make_round(
        game, rack="AEGMNRS", cells=with_word("H6", "TOR").cells, opened_at=timezone.now()
    )


def seat_on(screens: Screens, web: Web, round: Round, size: ViewportSize, **context: Any) -> Seat:
    return Seat(screens.open(size, **context), web, round.game)


def words(round: Round) -> list[tuple[str, str]]:
    rows = Answer.objects.filter(round=round).order_by("received_at")
    return [(answer.coordinates, answer.word) for answer in rows]


def test_enter_hands_in_what_lies_and_keys_move_nothing_of_it(
    screens: Screens, web: Web, round: Round
) -> None:
    seat = seat_on(screens, web, round, LAPTOP)
    seat.square("L3").focus()
    seat.press("Enter")
    seat.type("gen")
    seat.lies("L3-L5", "GEN")
    expect(seat.square("L6")).to_be_focused()
    seat.press("Enter")
    expect(seat.page.locator("#receipt")).to_contain_text("L3-L5 GEN")
    seat.press("Enter", "ArrowUp", "ArrowLeft", "Enter")
    seat.lies("L3-L5", "GEN")
    seat.type("a")  # it goes on where it lies, wherever the focus is
    seat.lies("L3-L6", "GENA")
    seat.press("Backspace")
    seat.lies("L3-L5", "GEN")
    seat.press("Escape")
    seat.lies("L3-L4", "GE")
    seat.press("Escape")  # at once again: all of it
    seat.lies("L3", "")
    seat.has_laid(0)

    seat.press("ArrowRight", "ArrowDown", "Space")  # the beginning goes along, and turns
    seat.lies("4M", "")
    seat.press("Escape")
    seat.lies("", "")
    seat.page.locator("#shuffle").click()
    seat.square("H9").click()
    seat.page.locator("h1").click()  # anywhere
    seat.type("Q")
    seat.says("Nicht auf dem Bänkchen: Q")
    seat.type("esx")
    seat.lies("H6-H10", "TORES")
    seat.page.locator("#sort").click()  # a button that was clicked takes no Enter
    seat.press("Enter")
    expect(seat.page.locator("#hand-in.done")).to_be_visible()
    assert words(round) == [("L3-L5", "GEN"), ("H6-H10", "TORES")]


def test_tiles_are_dragged_by_the_mouse_from_rack_and_board_to_either(
    screens: Screens, web: Web, round: Round
) -> None:
    seat = seat_on(screens, web, round, LAPTOP)
    seat.drag(seat.tile("E"), seat.square("H9"))
    seat.lies("H6-H9", "TORE")
    seat.drag(seat.tile("N"), seat.square("H10"))
    seat.lies("H6-H10", "TOREN")
    seat.drag(seat.square("H10"), seat.square("H12"))
    seat.says("Die Steine liegen nicht lückenlos in einer Reihe.")
    expect(seat.page.locator("#hand-in")).to_be_disabled()
    seat.has_laid(2)
    seat.page.reload()
    seat.says("Die Steine liegen nicht lückenlos in einer Reihe.")
    expect(seat.page.locator(".board:not([aria-readonly])")).to_be_attached()
    seat.has_laid(2)
    seat.drag(seat.square("H12"), seat.square("H7"))  # not free: it stays
    seat.drag(seat.square("H12"), seat.page.locator("h1"))
    seat.drag(seat.square("H12"), seat.square("H10"))
    seat.lies("H6-H10", "TOREN")
    seat.drag(seat.square("H10"), seat.page.locator("#rack button").first)
    seat.lies("H6-H9", "TORE")
    assert seat.rack == "NAEGMRS"
    seat.drag(seat.tile("S"), seat.tile("A"))
    assert seat.rack == "NSAEGMR"
    seat.page.locator("#sort").click()
    assert seat.rack == "AEGMNRS"
    seat.has_laid(1)
    seat.square("H9").click()
    seat.has_laid(0)

    seat.press("Escape")
    seat.tile("M").click()
    seat.says("Jetzt tippe auf das Feld für M.")
    seat.square("G8").click()
    seat.lies("8G-8H", "MR")
    seat.page.locator("#all-back").click()
    seat.has_laid(0)


def test_a_finger_finds_its_square_on_a_small_phone_with_a_slow_net(
    screens: Screens, web: Web, round: Round
) -> None:
    seat = seat_on(screens, web, round, SMALL, **TOUCH)
    page = seat.page
    net = page.context.new_cdp_session(page)
    slow = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    net.send("Network.emulateNetworkConditions", slow | {"latency": LATENCY_MS})
    x, y = middle_of(seat.square("H9"))
    page.touchscreen.tap(x, y)
    seat.lies("H9", "")
    assert seat.sides(".board button") > 1.6 * TARGET  # it grows under the finger,
    page.touchscreen.tap(x, y)
    seat.lies("9H", "")  # which finds the same square again
    page.touchscreen.tap(x, y)
    for letter in "ENS":
        seat.tile(letter).tap()
    seat.lies("H6-H11", "TORENS")
    expect(seat.square("H11")).to_be_in_viewport()
    seat.square("H11").tap()
    seat.lies("H6-H10", "TOREN")
    seat.drag_by_finger(seat.tile("G"), seat.square("H11"))
    seat.lies("H6-H11", "TORENG")
    seat.drag_by_finger(seat.square("H11"), page.locator("#rack"))
    seat.lies("H6-H10", "TOREN")
    seat.drag_by_finger(seat.tile("S"), seat.tile("A"))
    assert seat.rack[0] == "S"
    page.locator("#zoom").tap()
    assert seat.sides(".board button") == TARGET
    page.locator("#all-back").tap()
    seat.drag_by_finger(seat.tile("M"), seat.square("G8"))
    seat.lies("8G-8H", "MR")
    page.locator("#hand-in").tap()
    expect(page.locator("#receipt")).to_contain_text("8G-8H MR")
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert words(round) == [("8G-8H", "MR")]


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_board_rack_button_and_receipt_are_seen_without_scrolling_and_easily_hit(
    screens: Screens, web: Web, round: Round, locale: str
) -> None:
    for size in (SMALL, PHONE, ON_ITS_SIDE):
        seat = seat_on(screens, web, round, size, locale=locale, **TOUCH)
        page = seat.page
        seat.fits(size)
        seat.square("H9").tap()
        seat.fits(size)
        for letter in "ENS":
            seat.tile(letter).tap()
        page.locator("#hand-in").tap()
        expect(page.locator("#receipt")).to_contain_text("H6-H11 TORENS")
        seat.fits(size)
        seat.square("A1").tap()
        seat.tile("A").tap()
        expect(page.locator("#unsent")).to_be_visible()
        seat.fits(size)
        expect(page.locator("h1")).to_have_text(re.compile("^R(unde|ound) 1$"), use_inner_text=True)
