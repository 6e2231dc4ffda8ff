"""A whole evening in real browsers: a director, an assistant, three phones, paper, and the hall."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.board import Board
from engine.notation import Move, name_square
from engine.rulesets import STANDARD
from engine.scoring import tiles_laid
from engine.solver import search_all
from tests.e2e.browsers import LAPTOP, LISTENER, PHONE, PROJECTOR, Screens, log_in
from tests.lexicons import lexicon_of
from tests.running_sites import PASSWORD, Site, Visitor, embedded_site

#: Judging comes from the server's threads, on a machine that may be busy.
PATIENCE_MS = 30_000
RACK = "AEGMNRS"
#: What everybody hands in at last in the first round; nobody has a top, of which there are two.
WORDS = {"Anna": "MAGEN", "Ben": "GARN", "Carla": "NAME", "Dora": "NERGS", "Emil": "SERNG"}
TOPS = ("MAGENS", "REGSAM")


class Room:
    """Everybody who is there, each with a screen."""

    def __init__(self, screens: Screens) -> None:
        expect.set_options(timeout=PATIENCE_MS)
        self.screens, self.url, self.game = screens, screens.url, ""
        self.director, self.assistant = screens.open(LAPTOP), screens.open(LAPTOP)
        self.hall = screens.open(PROJECTOR)
        touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        self.anna, self.ben = screens.open(PHONE, **touch), screens.open(PHONE, **touch)
        # By the keyboard alone: nothing on this screen is ever clicked or tapped.
        self.carla = screens.open(PHONE)
        self.phones = {"Anna": self.anna, "Ben": self.ben, "Carla": self.carla}
        for phone in self.phones.values():
            phone.add_init_script(LISTENER)

    @property
    def path(self) -> str:
        return f"/games/{self.game}/"

    # The desk

    def step(self, action: str) -> Locator:
        """The big button, once it does this."""
        return self.director.locator(f'form[action$="/desk/{action}/"] #primary')

    def do(self, action: str, then: str) -> None:
        """Press the big button, which does `action`; then it does another thing."""
        self.step(action).click()
        expect(self.step(then)).to_be_visible()

    def unfold(self, part: str) -> None:
        self.director.locator(f"#{part} > summary").click()

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

    # What is shown

    def phones_show(self, phase: str) -> None:
        for phone in self.phones.values():
            expect(phone.locator(f"#live[data-phase={phase}]")).to_be_visible()

    def hall_shows(self, scene: str) -> None:
        expect(self.hall.locator(f"[data-scene={scene}]")).to_be_visible()

    def known_to(self, name: str) -> str:
        """All that this phone has been told, and all that it could ask for."""
        phone = self.phones[name]
        token = phone.locator("#live").get_attribute("data-token")
        api = f"{self.url}/api/v1/duplicate{self.path}"
        asked = ("", "state/", "me/", "log/", "proof/", "standings/", "participants/")
        of_round = ("", "plays/", "results/", "rulings/", "answer/", "slips/")
        pages = ("", "hall/", "rounds/1/", "standings/", "proof/", "players/1/", "desk/")
        told = [phone.content(), *phone.evaluate("heard")]
        told += [self._ask(phone, api + rest, token) for rest in asked]
        told += [self._ask(phone, f"{api}rounds/1/{rest}", token) for rest in of_round]
        told += [self._ask(phone, self.url + self.path + rest, None) for rest in pages]
        return "\n".join(told)

    def _ask(self, phone: Page, address: str, token: str | None) -> str:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return phone.context.request.get(address, headers=headers).text()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with embedded_site(tmp_path) as site:
        yield site


def test_a_whole_evening(page: Page, site: Site) -> None:
    browser = page.context.browser
    assert browser
    screens = Screens(browser, site.url)
    room = Room(screens)
    create_game(room)
    everybody_joins(room)
    first_round(room)
    change_of_mind(room)
    second_round(room, Visitor(site.url))
    third_round(room, Visitor(site.url))
    the_end(room, Visitor(site.url))
    assert screens.faults == []


def create_game(room: Room) -> None:
    """In the browser, with an assistant and the code on the wall."""
    director = room.director
    log_in(director, room.url, "director", PASSWORD, "/games/new/")
    director.locator("[name=name]").fill("Vereinsabend")
    director.locator("[name=name]").press("Enter")
    director.wait_for_url("**/desk/")
    room.game = director.url.split("/")[-3]
    room.unfold("settings-all")
    director.locator("#username").fill("assistant")
    director.locator("#username").press("Enter")
    expect(director.locator(".desk-staff")).to_contain_text("assistant")
    log_in(room.hall, room.url, "director", PASSWORD, f"{room.path}hall/")
    room.hall_shows("welcome")


def everybody_joins(room: Room) -> None:
    code = room.director.locator(".desk-join").inner_text()
    expect(room.hall.locator(".steps .code")).to_have_text(code)
    for name, phone in (("Anna", room.anna), ("Ben", room.ben)):
        phone.goto(room.url)
        phone.locator("#code").fill(f" {code.lower()}")
        phone.locator(".enter-code button").tap()
        phone.locator("[name=name]").fill(name)
        phone.locator("form button.main").tap()
    room.carla.goto(f"{room.url}/j/{code}/")
    expect(room.carla.locator("[name=name]")).to_be_focused()
    room.carla.keyboard.type("Carla")
    room.carla.keyboard.press("Enter")
    room.phones_show("waiting")
    for name in ("Dora", "Emil"):
        room.director.locator("#new-name").fill(name)
        room.director.keyboard.press("Enter")
        expect(room.director.locator(".desk-people")).to_contain_text(name)
    for shown in (room.hall.locator(".count"), room.director.locator(".desk-count strong")):
        expect(shown).to_have_text("5")
    log_in(room.assistant, room.url, "assistant", PASSWORD, f"{room.path}slips/")
    room.step("start").click()
    room.confirm()
    expect(room.step("draw")).to_be_visible()


# The first round: drawn by hand, closed by the director


def first_round(room: Room) -> None:
    room.unfold("by-hand")
    room.director.locator("#rack").fill(RACK)
    room.director.keyboard.press("Enter")
    expect(room.step("open")).to_be_visible()
    room.phones_show("drawn")
    knows_nothing_of(room, [RACK, *TOPS])
    room.do("open", then="close")
    room.hall_shows("playing")
    expect(room.hall.locator("[data-clock]")).to_have_text(re.compile(r"[12]:\d\d"))
    expect(room.anna.locator("#rack button")).to_have_count(7)

    tap_word(room.anna, "H4", "SAGEN")
    hand_in(room.anna)
    loses_the_connection(room)
    plays_by_keyboard(room.carla)
    tap_word(room.anna, "H4", "MAGEN")
    expect(room.anna.locator("#unsent")).to_be_visible()
    hand_in(room.anna)
    expect(room.director.locator(".desk-big")).to_have_text("3")
    expect(room.hall.locator("[data-answered]")).to_have_text("3")
    room.type_slip("4", "h4", "nergs", "14")
    expect(room.director.locator(".desk-big")).to_have_text("4")
    knows_nothing_of(room, TOPS)

    room.step("close").click()
    room.phones_show("over")
    room.hall_shows("time_up")
    expect(room.step("publish")).to_be_visible()
    room.type_slip("5", "h4", "serng", "14")
    expect(room.director.locator("[data-doubtful]")).to_have_count(2)
    decide(room.director, "NERGS", key="a")
    decide(room.director, "SERNG", key="b")
    expect(room.director.locator("[data-doubtful]")).to_have_count(0)
    expect(room.step("publish")).to_be_visible()
    choice = room.director.locator("#move option", has_text="REGSAM").first.get_attribute("value")
    room.director.locator("#move").select_option(choice)
    room.director.locator("#choose").click()
    expect(room.director.locator(".desk-top")).to_contain_text("REGSAM")
    knows_nothing_of(room, TOPS)

    room.do("publish", then="draw_by_hand")
    room.hall_shows("result")
    expect(room.hall.locator(".top-move .word")).to_have_text("REGSAM")
    for name, points in (("Anna", "22"), ("Ben", "10"), ("Carla", "12")):
        expect(room.phones[name].locator(".credited strong")).to_have_text(points)
    expect(room.anna.locator(".board .tile.new")).to_have_count(len("REGSAM"))


def knows_nothing_of(room: Room, secrets: list[str] | tuple[str, ...]) -> None:
    """No phone learns a secret, nor what others handed in."""
    for name in room.phones:
        known = room.known_to(name)
        others = [word for other, word in WORDS.items() if other != name]
        assert [word for word in (*secrets, *others) if word in known] == [], name


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


def hand_in(phone: Page) -> None:
    word = phone.locator("[name=word]").input_value()
    phone.locator("#hand-in").tap()
    expect_receipt(phone, word)


def expect_receipt(phone: Page, word: str) -> None:
    expect(phone.locator("#receipt")).to_contain_text(word)
    expect(phone.locator("#hand-in.done")).to_be_visible()


def loses_the_connection(room: Room) -> None:
    """Ben answers in a dead spot; the answer arrives later, and a reload still shows it."""
    with room.screens.without_network(room.ben):
        expect(room.ben.locator("#link[data-link=lost]")).to_be_visible()
        tap_word(room.ben, "H5", "GARN")
        room.ben.locator("#hand-in").tap()
        expect(room.ben.locator("#problem")).to_be_visible()
    expect_receipt(room.ben, "GARN")
    expect(room.ben.locator("#problem")).to_be_hidden()
    room.ben.reload()
    expect_receipt(room.ben, "GARN")
    expect(room.ben.locator("[name=word]")).to_have_value("GARN")
    expect(room.ben.locator("#link[data-link=live]")).to_be_visible()


def plays_by_keyboard(phone: Page) -> None:
    tab_to(phone, "#square-H8")
    for _ in range(3):
        phone.keyboard.press("ArrowLeft")
    phone.keyboard.press("Enter")
    phone.keyboard.type("name")
    tab_to(phone, "#hand-in")
    phone.keyboard.press("Enter")
    expect_receipt(phone, "NAME")


def tab_to(phone: Page, selector: str) -> None:
    for _ in range(60):
        if phone.locator(f"{selector}:focus").count():
            return
        phone.keyboard.press("Tab")
    pytest.fail(f"{selector} is not within reach of the Tab key")


def decide(director: Page, word: str, *, key: str) -> None:
    """On a doubtful word, by key: Enter takes the reason that goes with it."""
    row = director.locator("[data-doubtful]", has_text=word)
    row.focus()
    director.keyboard.press(key)
    expect(row.locator("[name=reason]").first).to_be_focused()
    director.keyboard.press("Enter")
    expect(director.locator("#rulings")).to_contain_text(word)


def change_of_mind(room: Room) -> None:
    """The publication and a ruling are taken back, and the round is published once more."""
    room.unfold("undo")
    room.director.locator("#retract").click()
    expect(room.step("publish")).to_be_visible()
    room.phones_show("over")
    room.hall_shows("time_up")
    for screen in (*room.phones.values(), room.hall):
        expect(screen.get_by_text("REGSAM")).to_have_count(0)
    ruling = room.director.locator("#rulings li", has_text="SERNG")
    ruling.get_by_role("button").click()
    expect(ruling).to_have_count(0)
    expect(room.director.locator("[data-doubtful]")).to_have_count(1)
    room.step("publish").click()
    expect(room.director.locator("#ask")).to_contain_text("1 Zug ist noch zweifelhaft")
    room.confirm()
    expect(room.step("draw_by_hand")).to_be_visible()
    room.phones_show("published")
    room.hall_shows("result")


# The second round: drawn by the machine, closed by the clock


def best_moves(room: Room, visitor: Visitor) -> list[Move]:
    """What can be laid now, the best first, by the public board and rack."""
    state = visitor.get(f"duplicate{room.path}state/")
    board = Board.from_rows(state["board"])
    found = search_all(lexicon_of(), board, state["round"]["rack"], STANDARD)
    return [scored.move for scored in found.moves()]


def tap_move(room: Room, visitor: Visitor, phone: Page, move: Move) -> None:
    board = Board.from_rows(visitor.get(f"duplicate{room.path}state/")["board"])
    laid = tiles_laid(board, move)
    start = name_square(laid[0].square, move.direction)
    tap_word(phone, start, "".join(tile for _, tile in laid))
    expect(phone.locator("[name=coordinates]")).to_have_value(move.coordinates)
    expect(phone.locator("[name=word]")).to_have_value(move.word)


def second_round(room: Room, visitor: Visitor) -> None:
    room.director.get_by_role("button", name="Vom Server ziehen lassen").click()
    expect(room.step("open")).to_be_visible()
    room.unfold("own-time")
    room.director.locator("#limit").fill("0:30")
    room.director.keyboard.press("Enter")
    expect(room.step("close")).to_be_visible()
    room.phones_show("open")
    expect(room.hall.locator("[data-clock][data-call]")).to_be_visible()
    moves = best_moves(room, visitor)
    tap_move(room, visitor, room.anna, moves[0])
    hand_in(room.anna)
    write_move(room.ben, moves[len(moves) // 2])
    tab_to(room.carla, "[name=coordinates]")
    room.carla.keyboard.type(moves[-1].coordinates)
    tab_to(room.carla, "[name=word]")
    room.carla.keyboard.type(moves[-1].word)
    room.carla.keyboard.press("Enter")
    expect_receipt(room.carla, moves[-1].word)

    room.phones_show("over")  # nobody has pressed anything
    room.hall_shows("time_up")
    expect(room.assistant.locator("form.slip[data-top-word]")).to_be_visible()
    room.type_slip("4", "t")
    expect(room.director.locator(".desk-big")).to_have_text("4")
    expect(room.step("publish")).to_be_visible()
    room.do("publish", then="draw")
    room.phones_show("published")
    expect(room.anna.locator(".outcome .mark.good:not([hidden])")).to_be_visible()
    assert room.anna.locator(".credited strong").inner_text() != "0"


def write_move(phone: Page, move: Move) -> None:
    phone.locator("[name=coordinates]").fill(move.coordinates)
    phone.locator("[name=word]").fill(move.word)
    phone.locator("#hand-in").tap()
    expect_receipt(phone, move.word)


def third_round(room: Room, visitor: Visitor) -> None:
    """Held and set forward; only Ben has found something when the director closes it."""
    room.do("draw", then="open")
    room.do("open", then="close")
    room.phones_show("open")
    room.director.keyboard.press("p")
    expect(room.step("resume")).to_be_visible()
    room.phones_show("paused")
    room.do("resume", then="close")
    room.phones_show("open")
    write_move(room.ben, best_moves(room, visitor)[0])
    room.do("close", then="publish")
    room.do("publish", then="draw")
    room.phones_show("published")


def the_end(room: Room, visitor: Visitor) -> None:
    """The same standings everywhere, and a proof that anybody can check."""
    if not room.director.locator("#end").is_visible():
        room.unfold("undo")
    room.director.locator("#end").click()
    room.confirm()
    expect(room.director.locator("#primary")).to_have_count(0)
    room.phones_show("finished")
    room.hall_shows("final")
    rows = visitor.get(f"duplicate{room.path}standings/")["rows"]
    totals = {row["name"]: str(row["points"]) for row in rows}
    assert set(totals) == set(WORDS)
    for table in (room.hall.locator(".hall-table"), room.director.locator("#results table").last):
        for name, total in totals.items():
            expect(table.locator("tr", has_text=name)).to_contain_text(total)
    for row in rows:
        if phone := room.phones.get(row["name"]):
            expect(phone.locator(".final .rank-line strong")).to_contain_text(str(row["rank"]))
            expect(phone.locator(".final")).to_contain_text(str(row["points"]))
    room.carla.goto(f"{room.url}{room.path}proof/")
    tab_to(room.carla, "#check")
    room.carla.keyboard.press("Enter")
    # What her phone remembers, the seed, the racks drawn, the log; not proved: that nobody picked
    # the seed, and what was typed.
    expect(room.carla.locator("#findings li.right")).to_have_count(4)
    expect(room.carla.locator("#findings li.open")).to_have_count(2)
    expect(room.carla.locator("#findings li")).to_have_count(6)
