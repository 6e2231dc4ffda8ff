"""A whole evening in real browsers: twenty play, on phones, through the API and on paper.

A director, an assistant, three phones of three sizes and the hall each have a screen.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from duplicate.pages.desk import MOST_RANKED
from tests.e2e.browsers import Screens, drag_by_finger, log_in
from tests.e2e.evening_room import (
    GUESTS,
    SMALL,
    Room,
    expect_receipt,
    hand_in,
    tab_to,
    tap_move,
    tap_word,
    write_move,
)
from tests.running_sites import PASSWORD, Site, Visitor, embedded_site

RACK = "AEGMNRS"
#: What everybody hands in at last in the first round; nobody has a top, of which there are two.
WORDS = {"Anna": "MAGEN", "Ben": "GARN", "Carla": "NAME", "Dora": "NERGS", "Emil": "SERNG"}
#: NERGS is allowed, SERNG in the end neither allowed nor barred.
POINTS = {"Anna": 22, "Ben": 10, "Carla": 12, "Dora": 14}
TOPS = ("MAGENS", "REGSAM")
NOTICE = "Kaffee gibt es nebenan."


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
    a_seat_is_lost(room)
    second_round(room)
    one_was_entered_twice(room)
    a_round_goes_back(room)
    third_round(room)
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
    room.code = code = room.director.locator(".desk-join").inner_text()
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
    for name in GUESTS:
        room.join(name)
    for shown in (room.hall.locator(".count"), room.director.locator(".desk-count strong")):
        expect(shown).to_have_text("20")
    for name in (*WORDS, *GUESTS):
        expect(room.hall.locator(".names").get_by_text(name, exact=True)).to_be_in_viewport(ratio=1)
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

    for phone in room.phones.values():
        for part in ("#board-frame", "#rack", "#hand-in", "#receipt"):
            expect(phone.locator(part)).to_be_in_viewport(ratio=1)

    tap_word(room.anna, "H4", "SAGEN")
    hand_in(room.anna)
    loses_the_connection(room)
    plays_by_keyboard(room.carla)
    tap_word(room.anna, "H4", "MAGE")
    last = room.anna.locator('#rack button[data-tile="N"]:enabled')
    drag_by_finger(room.anna, last, room.anna.locator("#square-H8"))
    expect(room.anna.locator("#unsent")).to_be_visible()
    hand_in(room.anna)
    room.guests_hand_in(1, next(one for one in room.best_moves() if one.move.word == "SANG"))
    room.earned.update(POINTS)
    expect(room.director.locator(".desk-big")).to_have_text("18")
    expect(room.hall.locator("[data-answered]")).to_have_text("18")
    room.type_slip("4", "h4", "nergs", "14")
    expect(room.director.locator(".desk-big")).to_have_text("19")
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
    for name, phone in room.phones.items():
        expect(phone.locator(".credited strong")).to_have_text(str(POINTS[name]))
    expect(room.anna.locator(".board .tile.new")).to_have_count(len("REGSAM"))


def knows_nothing_of(room: Room, secrets: list[str] | tuple[str, ...]) -> None:
    """No phone learns a secret, nor what others handed in."""
    for name in room.phones:
        known = room.known_to(name)
        others = [word for other, word in WORDS.items() if other != name]
        assert [word for word in (*secrets, *others) if word in known] == [], name


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
    phone.keyboard.press("Enter")
    expect_receipt(phone, "NAME")


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


def a_seat_is_lost(room: Room) -> None:
    """Ben's phone is gone; the director gives his seat to another one by a short code."""
    lost, desk = room.ben, room.director
    room.unfold("people-all")
    desk.locator(".desk-people").get_by_role("link", name="Ben", exact=True).click()
    desk.locator("#p-seat-code").click()
    for shown in (".qr svg", "#seat-code"):
        expect(desk.locator("#ask").locator(shown)).to_be_in_viewport(ratio=1)
    code = desk.locator("#seat-code").inner_text()
    desk.keyboard.press("Enter")
    room.ben = room.open_phone(SMALL)
    room.ben.goto(room.url)
    room.ben.locator("#code").fill(code.lower())
    room.ben.locator(".enter-code button").tap()
    room.ben.get_by_role("button", name="Ja, ich bin Ben, Nr. 2").tap()
    expect(room.ben.locator(".credited strong")).to_have_text(str(POINTS["Ben"]))
    lost.reload()
    expect(lost.locator("#lost")).to_be_visible()
    lost.context.close()


# The second round: drawn by the machine, closed by the clock


def second_round(room: Room) -> None:
    """Dora has a phone now and joins once more, as somebody new."""
    room.join("Dora", is_new=True)
    room.director.get_by_role("button", name="Vom Server ziehen lassen").click()
    expect(room.step("open")).to_be_visible()
    room.unfold("own-time")
    room.director.locator("#limit").fill("0:30")
    room.director.keyboard.press("Enter")
    expect(room.step("close")).to_be_visible()
    room.phones_show("open")
    expect(room.hall.locator("[data-clock][data-call]")).to_be_visible()
    moves = room.best_moves()
    top, middle, last = moves[0], moves[len(moves) // 2], moves[-1]
    tap_move(room, room.anna, top)
    hand_in(room.anna)
    write_move(room.ben, middle)
    tab_to(room.carla, "[name=coordinates]")
    room.carla.keyboard.type(last.move.coordinates)
    tab_to(room.carla, "[name=word]")
    room.carla.keyboard.type(last.move.word)
    room.carla.keyboard.press("Enter")
    expect_receipt(room.carla, last.move.word)
    room.guests_hand_in(2, middle)
    earned = {"Anna": top, "Ben": middle, "Carla": last, "Emil": top}
    room.earned.update({name: scored.points for name, scored in earned.items()})

    room.phones_show("over")  # nobody has pressed anything
    room.hall_shows("time_up")
    expect(room.assistant.locator("form.slip[data-top-word]")).to_be_visible()
    room.type_slip("5", "t")
    expect(room.director.locator(".desk-big")).to_have_text("20")
    expect(room.step("publish")).to_be_visible()
    room.do("publish", then="draw")
    room.phones_show("published")
    expect(room.anna.locator(".outcome .mark.good:not([hidden])")).to_be_visible()
    assert room.anna.locator(".credited strong").inner_text() == str(top.points)
    heard_in_order(
        room.carla,
        [
            f"Runde 1 läuft. Bänkchen: {RACK}",
            "Die Zeit ist um.",
            "Runde 1 ist ausgewertet.",
            "Runde 2 läuft.",
            "Die Zeit ist um.",
            "Runde 2 ist ausgewertet.",
        ],
    )
    heard_in_order(room.carla, ["Noch 30 Sekunden."])


def heard_in_order(phone: Page, texts: list[str]) -> None:
    """Among all that somebody hears who does not see the page."""
    spoken = iter(phone.evaluate("spoken"))
    for text in texts:
        assert any(said.startswith(text) for said in spoken), text


def one_was_entered_twice(room: Room) -> None:
    """Dora on paper and Dora's phone become one, with what both have achieved."""
    people = room.director.locator(".desk-people")
    expect(people).to_contain_text("doppelt? Nr. 4")
    room.director.locator("#merge-21").click()
    room.director.locator("#ask").get_by_role("button", name="Ja").click()
    expect(people).to_contain_text("zusammengelegt")
    expect(people).not_to_contain_text("doppelt?")


def a_round_goes_back(room: Room) -> None:
    """The tiles were drawn wrongly, which is seen when Anna has handed in already."""
    room.do("draw", then="open")
    room.do("open", then="close")
    room.phones_show("open")
    tap_move(room, room.anna, room.best_moves()[0])
    hand_in(room.anna)
    room.unfold("undo")
    room.director.locator("#cancel").click()
    room.confirm()
    room.everybody_sees("Runde 3 zählt nicht, es wird neu gezogen.")
    expect(room.anna.locator("[data-when=void]")).to_contain_text("zählt nicht")


def third_round(room: Room) -> None:
    """Held and set forward; only Ben has found something when the director closes it."""
    room.do("draw", then="open")
    room.do("open", then="close")
    room.phones_show("open")
    room.director.keyboard.press("p")
    expect(room.step("resume")).to_be_visible()
    room.phones_show("paused")
    room.unfold("announce details")
    room.director.locator("#notice").fill(NOTICE)
    room.director.keyboard.press("Enter")
    room.everybody_sees(NOTICE)
    room.anna.get_by_role("button", name="Gelesen").tap()
    expect(room.anna.locator(".told")).to_be_hidden()
    room.do("resume", then="close")
    room.phones_show("open")
    best = room.best_moves()[0]
    write_move(room.ben, best)
    room.earned["Ben"] += best.points
    room.do("close", then="publish")
    room.do("publish", then="draw")
    room.phones_show("published")
    heard_in_order(
        room.carla,
        [
            "Runde 3 läuft.",
            "Runde 3 zählt nicht",
            "Runde 3 läuft.",
            "Pause",
            f"Mitteilung: {NOTICE}",
            "Runde 3 läuft.",
        ],
    )


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
    assert {row["name"]: row["points"] for row in rows} == {"Emil": 0} | room.earned
    assert all(one["points"] >= other["points"] for one, other in pairwise(rows))
    totals = {row["name"]: str(row["points"]) for row in rows if row["name"] in WORDS}
    assert (len(rows), set(totals)) == (20, set(WORDS))
    for name, total in totals.items():
        expect(room.hall.locator(".hall-table tr", has_text=name)).to_contain_text(total)
    leaders = room.director.locator("#results table").last.locator("tbody tr")
    expect(leaders).to_have_count(MOST_RANKED)
    for row, shown in zip(rows, leaders.all(), strict=False):
        expect(shown).to_contain_text(row["name"])
        expect(shown).to_contain_text(str(row["points"]))
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
    for region in ("#voice", "[data-clock-voice]", "[data-news]"):
        expect(room.anna.locator(region)).to_have_text("")  # nothing that is stale
