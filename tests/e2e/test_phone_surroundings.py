"""Around the move on a phone: signals, a screen that stays on, what was not handed in, two tabs."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from duplicate.options import Options
from tests.duplicate.factories import make_game
from tests.e2e.test_phone_draws import Director, Phone
from tests.processes import Web

pytestmark = pytest.mark.django_db(transaction=True)

#: As over plain http in a club's network, where browsers grant no lock.
NO_LOCK = "delete Navigator.prototype.wakeLock"
#: As where people forbid it, or where there is no room.
NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
#: The call comes a second after the beginning.
SOON_CALLED = Options(limit_seconds=180, call_seconds=179)


class Evening:
    """A game, its director, and phones of which no script may fail."""

    def __init__(self, browser: Browser, web: Web) -> None:
        self.browser, self.web = browser, web
        self.game = make_game(options=SOON_CALLED)
        self.director = Director(web, self.game)
        self.phones: list[Phone] = []

    def phone(self, script: str = "") -> Phone:
        """One that has joined."""
        phone = Phone(self.browser, self.web, self.game)
        self.phones.append(phone)
        phone.page.add_init_script(script)
        phone.joins(name=f"Anna {len(self.phones)}")
        return phone

    def end(self) -> None:
        for phone in self.phones:
            phone.page.context.close()
        assert [phone.faults for phone in self.phones] == [[]] * len(self.phones)


@pytest.fixture
def evening(request: pytest.FixtureRequest, browser: Browser, web: Web) -> Iterator[Evening]:
    request.getfixturevalue("lexicon")
    evening = Evening(browser, web)
    yield evening
    evening.end()


def last_signal(page: Page, name: str) -> None:
    expect(page.locator("#signals")).to_have_attribute("data-signal", name)


def test_a_phone_gives_signals_after_the_first_tap_unless_they_are_turned_off(
    evening: Evening,
) -> None:
    phone, director = evening.phone(), evening.director
    control = phone.page.locator("#signals")
    expect(control).to_have_attribute("data-sound", "waiting")
    director.opens()
    expect(phone.page.locator("#rack button")).to_have_count(7)
    assert control.get_attribute("data-signal") is None
    phone.hands_in("H4", "MAGEN")
    expect(control).to_have_attribute("data-sound", "running")
    last_signal(phone.page, "receipt")
    director.does("close")
    last_signal(phone.page, "end")
    director.publishes()
    director.opens("AEGMNRS")
    last_signal(phone.page, "start")
    control.uncheck()
    director.does("close")
    phone.shows("Die Zeit ist um")
    last_signal(phone.page, "start")
    phone.page.reload()
    expect(control).not_to_be_checked()


def test_the_screen_stays_on_while_a_round_is_open(
    evening: Evening,
) -> None:
    phone, director = evening.phone(NO_LOCK), evening.director
    awake = phone.page.locator("html")
    director.opens()
    expect(awake).to_have_attribute("data-awake", "video")
    box = phone.page.locator("video.awake").bounding_box()
    assert box == {"x": 359, "y": 639, "width": 1, "height": 1}
    director.does("close")
    expect(awake).to_have_attribute("data-awake", "")
    locked = evening.phone()
    locked.page.context.grant_permissions(["screen-wake-lock"])
    director.publishes()
    director.opens("AEGMNRS")
    expect(locked.page.locator("html")).to_have_attribute("data-awake", "lock")


def test_a_phone_that_keeps_nothing_hands_in_all_the_same(evening: Evening) -> None:
    phone = evening.phone(NO_STORAGE)
    evening.director.opens()
    phone.hands_in("H4", "MAGEN")
    last_signal(phone.page, "receipt")


def test_what_was_not_handed_in_is_said_at_the_call_and_after_the_end(
    evening: Evening,
) -> None:
    phone, director = evening.phone(), evening.director
    director.opens()
    page = phone.page
    page.locator("[name=coordinates]").fill("H4")
    page.locator("[name=word]").fill("MAGEN")
    page.keyboard.press("Tab")
    expect(page.locator("#unsent")).to_have_text("Du hast noch nicht abgegeben.")
    expect(page.locator("#voice")).to_have_text("Du hast noch nicht abgegeben.")
    director.does("close")
    phone.shows("Gelegt, aber nicht abgegeben: H4-H8 MAGEN. Das zählt nicht.")
    expect(page.locator(".board[data-unsent] .tile.new")).to_have_count(5)
    page.reload()
    expect(page.locator(".board[data-unsent] .tile.new")).to_have_count(5)
    director.publishes()
    phone.shows("Gelegt, aber nicht abgegeben: H4-H8 MAGEN. Das zählt nicht.")
    expect(page.locator(".board[data-unsent]")).to_have_count(0)
    expect(page.locator(".board .tile.new")).to_have_count(6)


def test_two_tabs_of_one_seat_show_the_same(
    evening: Evening,
) -> None:
    phone, director = evening.phone(), evening.director
    director.opens()
    other = phone.page.context.new_page()
    other.on("pageerror", lambda fault: phone.faults.append(str(fault)))
    other.goto(phone.url)
    expect(other.locator("#rack button")).to_have_count(7)
    phone.page.locator("[name=coordinates]").fill("H4")
    phone.page.locator("[name=word]").fill("MAGEN")
    expect(other.locator(".square[data-pending]")).to_have_count(5)
    phone.page.locator("#hand-in").click()
    for tab in (phone.page, other):
        expect(tab.locator("#receipt")).to_contain_text("H4-H8 MAGEN, 22 Punkte")
        expect(tab.locator("#hand-in")).to_have_text("Abgegeben")
    other.locator("[name=word]").fill("MAGENS")
    expect(phone.page.locator("#hand-in")).to_have_text("Änderung abgeben")
