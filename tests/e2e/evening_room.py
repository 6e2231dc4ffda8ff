"""Everybody who is there on an evening in real browsers, each with a screen."""

from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from engine.board import Board
from engine.notation import name_square
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove, tiles_laid
from engine.solver import search_all
from tests.e2e.browsers import LAPTOP, LISTENER, PHONE, PROJECTOR, Screens
from tests.lexicons import lexicon_of
from tests.running_sites import Visitor

#: Judging comes from the server's threads, on a machine that may be busy.
PATIENCE_MS = 30_000
SMALL, ON_ITS_SIDE = ViewportSize(width=360, height=640), ViewportSize(width=844, height=390)
TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
#: Who comes with the API only; with three phones and two on paper they are twenty.
GUESTS = [f"Gast {number}" for number in range(1, 16)]
#: Keeps all that is said to those who do not see the page.
HEARER = """
window.spoken = [];
addEventListener("DOMContentLoaded", () => {
  const hear = (changes) => spoken.push(...new Set(changes
    .map(({ target }) => target.textContent.replace(/\\s+/g, " ").trim()).filter(Boolean)));
  for (const region of document.querySelectorAll("[aria-live]"))
    new MutationObserver(hear).observe(region, { childList: true, characterData: true });
});
"""


class Room:
    def __init__(self, screens: Screens) -> None:
        expect.set_options(timeout=PATIENCE_MS)
        self.screens, self.url = screens, screens.url
        self.game = self.code = ""
        self.director, self.assistant = screens.open(LAPTOP), screens.open(LAPTOP)
        self.hall = screens.open(PROJECTOR)
        self.anna, self.ben = self.open_phone(PHONE), self.open_phone(SMALL)
        # By the keyboard alone: nothing on this screen is ever clicked or tapped.
        self.carla = self.open_phone(ON_ITS_SIDE, has_touch=False)
        self.guests: dict[str, Visitor] = {}
        #: What all have earned, as the engine counts what they handed in.
        self.earned: Counter[str] = Counter()

    def open_phone(self, size: ViewportSize, **context: bool) -> Page:
        phone = self.screens.open(size, **TOUCH | context)
        phone.add_init_script(LISTENER + HEARER)
        return phone

    @property
    def phones(self) -> dict[str, Page]:
        return {"Anna": self.anna, "Ben": self.ben, "Carla": self.carla}

    @property
    def path(self) -> str:
        return f"/games/{self.game}/"

    @property
    def api(self) -> str:
        return f"duplicate{self.path}"

    # The desk

    def step(self, action: str) -> Locator:
        """The big button, once it does this."""
        return self.director.locator(f'form[action*="/desk/{action}/"] #primary')

    def do(self, action: str, then: str) -> None:
        """Press the big button, which does `action`; then it does another thing."""
        self.step(action).click()
        expect(self.step(then)).to_be_visible()

    def unfold(self, part: str) -> None:
        """Once is enough: it stays so over everything that the page brings anew."""
        details = self.director.locator(f"#{part}")
        if details.get_attribute("open") is None:
            details.locator("> summary").click()

    def confirm(self) -> None:
        expect(self.director.locator("#ask button.main")).to_be_focused()
        self.director.keyboard.press("Enter")

    # The assistant

    def type_slip(self, *fields: str) -> None:
        number = self.assistant.locator("#number")
        expect(number).to_be_focused()
        for text in fields:
            self.assistant.keyboard.type(text)
            self.assistant.keyboard.press("Enter")
        expect(number).to_have_value("")

    # Those who come with the API only

    def join(self, name: str, **said: bool) -> None:
        body = {"code": self.code, "name": name} | said
        self.guests[name] = Visitor(
            self.url, Visitor(self.url).post("duplicate/join/", body)["token"]
        )

    def guests_hand_in(self, round: int, scored: ScoredMove) -> None:
        move = {"coordinates": scored.move.coordinates, "word": scored.move.word}
        for name, guest in self.guests.items():
            guest.post(f"{self.api}rounds/{round}/answer/", move)
            self.earned[name] += scored.points

    def best_moves(self) -> list[ScoredMove]:
        """What can be laid now, the best first, by the public board and rack."""
        state = Visitor(self.url).get(f"{self.api}state/")
        board = Board.from_rows(state["board"])
        return list(search_all(lexicon_of(), board, state["round"]["rack"], STANDARD).moves())

    # What is shown

    def phones_show(self, phase: str) -> None:
        for phone in self.phones.values():
            expect(phone.locator(f"#live[data-phase={phase}]")).to_be_visible()

    def everybody_sees(self, text: str) -> None:
        for screen in (*self.phones.values(), self.hall):
            expect(screen.locator(".announced:visible", has_text=text)).to_be_in_viewport()

    def hall_shows(self, scene: str) -> None:
        expect(self.hall.locator(f"[data-scene={scene}]")).to_be_visible()

    def known_to(self, name: str) -> str:
        """All that this phone has been told, and all that it could ask for."""
        phone = self.phones[name]
        token = phone.locator("#live").get_attribute("data-token")
        api = f"{self.url}/api/v1/{self.api}"
        asked = ("", "state/", "me/", "log/", "proof/", "standings/", "participants/")
        of_round = ("", "plays/", "results/", "rulings/", "answer/", "slips/")
        pages = ("", "hall/", "rounds/1/", "standings/", "proof/", "players/1/", "desk/")
        told = [phone.content(), *phone.evaluate("heard")]
        told += [_ask(phone, api + rest, token) for rest in asked]
        told += [_ask(phone, f"{api}rounds/1/{rest}", token) for rest in of_round]
        told += [_ask(phone, self.url + self.path + rest, None) for rest in pages]
        return "\n".join(told)


def _ask(phone: Page, address: str, token: str | None) -> str:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return phone.context.request.get(address, headers=headers).text()


def tap_word(phone: Page, start: str, tiles: str) -> None:
    """Begin at H4 (across) or 4H (down), without what lay there; small letters are blanks."""
    phone.locator("#all-back").tap()
    square = phone.locator(f"#square-{''.join(sorted(start, key=str.isdigit))}")
    square.tap()
    if phone.locator("[name=coordinates]").input_value() != start:
        square.tap()  # it turns
    expect(phone.locator("[name=coordinates]")).to_have_value(start)
    for tile in tiles:
        wanted = "?" if tile.islower() else tile
        phone.locator(f'#rack button[data-tile="{wanted}"]:enabled').first.tap()
        if tile.islower():
            phone.locator(f'#blank button[value="{tile.upper()}"]').tap()
            expect(phone.locator("#blank")).to_be_hidden()


def tap_move(room: Room, phone: Page, scored: ScoredMove) -> None:
    board = Board.from_rows(Visitor(room.url).get(f"{room.api}state/")["board"])
    laid = tiles_laid(board, scored.move)
    start = name_square(laid[0].square, scored.move.direction)
    tap_word(phone, start, "".join(tile for _, tile in laid))
    expect(phone.locator("[name=coordinates]")).to_have_value(scored.move.coordinates)
    expect(phone.locator("[name=word]")).to_have_value(scored.move.word)


def write_move(phone: Page, scored: ScoredMove) -> None:
    phone.locator("[name=coordinates]").fill(scored.move.coordinates)
    phone.locator("[name=word]").fill(scored.move.word)
    phone.locator("#hand-in").tap()
    expect_receipt(phone, scored.move.word)


def hand_in(phone: Page) -> None:
    word = phone.locator("[name=word]").input_value()
    phone.locator("#hand-in").tap()
    expect_receipt(phone, word)


def expect_receipt(phone: Page, word: str) -> None:
    expect(phone.locator("#receipt")).to_contain_text(word)
    expect(phone.locator("#hand-in.done")).to_be_visible()


def tab_to(phone: Page, selector: str) -> None:
    for _ in range(60):
        if phone.locator(f"{selector}:focus").count():
            return
        phone.keyboard.press("Tab")
    pytest.fail(f"{selector} is not within reach of the Tab key")
