"""The phone shows what it hears of: it asks for its page once, and never again in a game."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Request, Route, expect

from duplicate.models import Game, Round
from duplicate.options import Options
from duplicate.services.judging import judge_round
from duplicate.services.rounds import finish_closing
from referee.services import issue_api_token
from tests.duplicate.factories import NOON, make_game
from tests.duplicate.sample_games import director_of
from tests.processes import Web, wait_until
from tests.running_sites import Visitor

pytestmark = pytest.mark.django_db(transaction=True)
SMALL_PHONE = {"width": 360, "height": 640}
#: What of a page is to be seen, whether it is shown or only read: texts, and what squares are.
#: The entry has buttons that know the time; it is looked at elsewhere.
LOOK = """
window.look = (page) => {
  const seen = [];
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) seen.push(node.textContent);
    if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.id === "entry") return;
    if (node.matches("[data-countdown], [data-news], [data-read]")) return;
    const { className, dataset: { mark = "" } } = node;
    if (node.matches(".board, .board *, .rack, .rack *"))
      seen.push(` [${className.trim()} ${node.getAttribute("aria-label") ?? ""} ${mark}] `);
    node.childNodes.forEach(visit);
  };
  for (const part of ["h1", "#live"]) visit(page.querySelector(part));
  const { phase, round, attempt, published } = page.querySelector("#live").dataset;
  const text = seen.join("").replace(/\\s+/g, " ").trim();
  return [phase, round, attempt, published, ...text.split(" [")];
};
"""


class Director:
    """Leads a game by the API, so that everybody hears at once."""

    def __init__(self, web: Web, game: Game) -> None:
        _, token = issue_api_token(director_of(game), "Test", NOON)
        self.game, self.visitor = game, Visitor(web.url, token)
        self.number = 0

    def draws(self, rack: str = "") -> None:
        self.number = self._post("rounds/", {"rack": rack} if rack else {})["number"]

    def does(self, step: str, body: object = None) -> None:
        """One step of the round that is played."""
        self._post(f"rounds/{self.number}/{step}/", body)

    def opens(self, rack: str = "AEGMNRS") -> None:
        self.draws(rack)
        self.does("open")

    def publishes(self) -> None:
        round = self.game.rounds.order_by("-pk")[0]
        wait_until(lambda: finish_closing(round, timezone.now()).state != Round.State.CLOSING)
        judge_round(round, timezone.now())
        self.does("publish")

    def tells(self, path: str, body: object = None) -> None:
        """Something about the game as a whole."""
        self._post(path, body)

    def ends(self) -> None:
        self._post("end/")

    def withdraws(self, number: int) -> None:
        self._post(f"participants/{number}/withdraw/")

    def _post(self, path: str, body: object = None) -> Any:
        return self.visitor.post(f"duplicate/games/{self.game.pk}/{path}", body)


class Phone:
    """A small phone, and what it asks the server for."""

    def __init__(self, browser: Browser, web: Web, game: Game, **context: object) -> None:
        chosen = {"locale": "de-DE", "viewport": SMALL_PHONE} | context
        self.page: Page = browser.new_context(**chosen).new_page()  # type: ignore[arg-type]
        self.page.add_init_script(LOOK)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.asked: list[str] = []
        self.game, self.url = game, f"{web.url}/games/{game.pk}/play/"
        self.join = f"{web.url}/j/{game.join_code}/"

    def joins(self, *, name: str = "Anna", link: str = "live") -> None:
        self.page.goto(self.join)
        self.page.locator("[name=name]").fill(name)
        self.page.locator("form[data-once] button").click()
        expect(self.page.locator(f"#link[data-link={link}]")).to_be_attached()
        self.page.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.asked.append(urlsplit(request.url).path.split("/")[-2])

    def shows(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#live")).to_contain_text(text, use_inner_text=True)

    def shows_what_a_reload_would(self) -> None:
        headers = {"Accept-Language": self.page.evaluate("navigator.language")}
        fresh = self.page.context.request.get(self.url, headers=headers).text()
        script = """(html) => {
            const page = new DOMParser().parseFromString(html, "text/html");
            return [look(document), look(page)];
        }"""
        drawn, reloaded = self.page.evaluate(script, fresh)
        assert drawn == reloaded

    def hands_in(self, coordinates: str, word: str) -> None:
        self.page.locator("[name=coordinates]").fill(coordinates)
        self.page.locator("[name=word]").fill(word)
        self.page.locator("#hand-in").click()


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    request.getfixturevalue("lexicon")
    return make_game()


@pytest.fixture
def director(web: Web, game: Game) -> Director:
    return Director(web, game)


@pytest.fixture
def phone(browser: Browser, web: Web, game: Game) -> Iterator[Phone]:
    phone = Phone(browser, web, game)
    yield phone
    phone.page.context.close()
    assert phone.faults == []


def test_a_phone_shows_a_whole_game_without_asking_for_a_page(
    phone: Phone, director: Director
) -> None:
    phone.joins()
    phone.shows_what_a_reload_would()
    director.draws("AEGMNRS")
    phone.shows("Die Steine für Runde 1 sind gezogen.")
    phone.shows_what_a_reload_would()
    director.does("open")
    expect(phone.page.locator("#rack button")).to_have_count(7)
    expect(phone.page.locator("#voice")).to_have_text("Runde 1 läuft. Bänkchen: AEGMNRS")
    phone.shows_what_a_reload_would()
    phone.hands_in("H4", "MAGEN")
    expect(phone.page.locator("#receipt")).to_contain_text("H4-H8 MAGEN, 22 Punkte")
    director.does("pause")
    expect(phone.page.locator("#hand-in")).to_have_text("Pause")
    expect(phone.page.locator("#hand-in")).not_to_have_class(re.compile("done"))
    director.does("resume")
    expect(phone.page.locator("#hand-in")).to_have_text("Abgegeben")
    director.does("extend", {"seconds": 3600})
    expect(phone.page.locator("[data-clock]")).to_have_text(re.compile("^1:0"))
    director.does("close")
    phone.shows("Für dich zählt: H4-H8 MAGEN")
    phone.shows("Die Zeit ist um")
    phone.shows_what_a_reload_would()
    director.publishes()
    phone.shows("MAGEN auf H4-H8 ist ein gültiger Zug.")
    phone.shows("22\nPunkte für dich")
    phone.shows("Zusammen 22 Punkte: Platz 1 von 1.")
    expect(phone.page.locator(".board .tile.new")).to_have_count(6)
    best = phone.page.locator("#best-moves")
    expect(best.locator("tbody tr:visible")).to_have_count(5)
    expect(best.get_by_role("row", name="MAGEN H4-H8 dein Zug 22 1 ×")).to_be_visible()
    phone.shows_what_a_reload_would()
    best.get_by_role("button", name="MAGEN H4-H8").click()
    expect(phone.page.locator(".board .tile.new")).to_have_count(5)
    expect(best.get_by_role("button", pressed=True)).to_have_text(re.compile("MAGEN\\s+H4-H8"))
    best.get_by_role("button", name="REGSAM 8G-8L").click()
    expect(phone.page.locator("#square-G8 .tile.new")).to_have_text("R")
    best.get_by_role("button", name="MAGENS H4-H9").click()
    phone.shows_what_a_reload_would()
    director.does("retract")
    phone.shows("Für dich zählt: H4-H8 MAGEN")
    expect(phone.page.locator(".board .tile")).to_have_count(0)
    phone.shows_what_a_reload_would()
    director.publishes()
    phone.shows("Platz 1 von 1.")
    director.draws()
    phone.shows("Gleich geht es los: Die Steine für Runde 2 sind gezogen.")
    phone.shows_what_a_reload_would()
    director.does("open")
    expect(phone.page.locator("#receipt")).to_have_text("Noch nichts abgegeben.")
    phone.shows_what_a_reload_would()
    director.does("cancel", {"text": "Ein Stein lag daneben."})
    phone.shows("Runde 2 zählt nicht, es wird neu gezogen. Die Steine waren falsch gezogen.")
    phone.shows_what_a_reload_would()
    director.ends()
    phone.shows("22 Punkte, das sind 91,67 % von allem, was möglich war.")
    phone.shows_what_a_reload_would()
    assert phone.asked == ["answer"]


def test_phone_and_hall_are_told_of_notices_breaks_and_what_went_back_without_a_page(
    phone: Phone, director: Director, page: Page, web: Web
) -> None:
    asked: list[str] = []
    page.add_init_script("Math.random = () => 0.999")  # of all the screens the one that asks last
    page.goto(f"{web.url}/games/{phone.game.pk}/hall/")
    page.on("request", lambda request: asked.append(urlsplit(request.url).path.split("/")[-2]))
    phone.joins()

    def both_show(text: str | re.Pattern[str]) -> None:
        phone.shows(text)
        expect(page.locator("#scene")).to_contain_text(text, use_inner_text=True)

    director.opens()
    phone.hands_in("H4", "MAGEN")
    expect(phone.page.locator("#receipt")).to_contain_text("H4-H8 MAGEN")
    expect(page.locator(".hall-rack .tile")).to_have_count(7)
    asked.clear()
    director.tells("notice/", {"text": "Kaffee & <Kuchen> sind fertig."})
    both_show("Kaffee & <Kuchen> sind fertig.")
    expect(phone.page.locator("[data-news]")).to_have_text(
        "Mitteilung: Kaffee & <Kuchen> sind fertig."
    )
    phone.page.get_by_role("button", name="Gelesen").click()
    expect(phone.page.get_by_text("Kaffee & <Kuchen>").first).to_be_hidden()
    director.tells("notice/", {"text": "Danach ist Pause."})
    both_show("Danach ist Pause.")
    assert asked == []
    director.does("cancel", {"text": "Ein Stein lag daneben."})
    both_show("Runde 1 zählt nicht, es wird neu gezogen.")
    both_show("Die Steine waren falsch gezogen. Ein Stein lag daneben.")
    phone.shows("Dein Zug H4-H8 MAGEN zählt nicht, es wird neu gezogen.")
    phone.shows_what_a_reload_would()
    director.tells("break/", {"seconds": 600})
    both_show(re.compile(r"Pause bis \d\d:\d\d\s+noch (10:00|9:5\d)"))
    director.draws("AEGMNRS")
    phone.shows("Dein Zug H4-H8 MAGEN zählt nicht, es wird neu gezogen.")
    director.does("open")
    expect(phone.page.locator("#rack button")).to_have_count(7)
    expect(phone.page.locator(".announced:visible")).to_have_count(1)  # the notice
    phone.shows_what_a_reload_would()
    assert phone.asked == ["answer"]


def test_everybody_counts_down_to_a_round_that_comes_by_itself_and_nobody_sees_it_before(
    browser: Browser, web: Web, page: Page, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("lexicon")
    options = Options(automatic=True, lead_seconds=2, limit_seconds=600)
    game = make_game(state=Game.State.SETUP, options=options)
    phone = Phone(browser, web, game)
    page.goto(f"{web.url}/games/{game.pk}/")
    phone.joins()
    director = Director(web, game)
    director.tells("start/")
    for shown in (phone.page, page):
        expect(shown.locator(".counting[data-near]")).to_contain_text(
            re.compile(r"Gleich geht es los\s+[12]")
        )
    director.tells("hold/")
    for shown in (phone.page, page):
        expect(shown.locator(".held")).to_be_visible()
        expect(shown.locator(".counting")).to_be_hidden()
    assert not game.rounds.exists()
    director.tells("release/")
    expect(phone.page.locator("#rack button")).to_have_count(7)
    expect(phone.page.locator(".counting")).to_be_hidden()
    assert (phone.asked, phone.faults) == ([], [])


def test_a_phone_without_a_stream_asks_for_nothing_but_state_and_own_message(
    phone: Phone, director: Director
) -> None:
    phone.page.route("**/events/", lambda route: route.abort())
    phone.joins(link="asking")
    director.opens()
    expect(phone.page.locator("#rack button")).to_have_count(7, timeout=4000)
    phone.hands_in("H4", "MAGEN")
    expect(phone.page.locator("#receipt")).to_contain_text("H4-H8 MAGEN")
    director.does("close")
    phone.shows("Für dich zählt: H4-H8 MAGEN")
    director.publishes()
    phone.shows("Platz 1 von 1.")
    phone.shows_what_a_reload_would()
    assert set(phone.asked) == {"state", "own", "events", "answer"}
    assert phone.asked.count("own") == 1


def test_where_its_own_message_is_late_the_phone_shows_the_round_and_not_an_old_result(
    phone: Phone, director: Director
) -> None:
    phone.page.add_init_script(
        "EventSource = class extends EventSource { addEventListener(name, ...rest) {"
        " if (name !== 'own') super.addEventListener(name, ...rest); } }"
    )
    phone.joins()
    director.opens()
    phone.hands_in("H4", "MAGEN")
    expect(phone.page.locator("#receipt")).to_contain_text("H4-H8 MAGEN")
    director.does("close")
    director.publishes()
    phone.shows("Gleich steht hier, was dir die Runde bringt.")
    phone.shows("Spitzenzug: H4-H9 MAGENS, 24 Punkte")
    expect(phone.page.locator(".credited")).to_be_hidden()
    phone.shows("Platz 1 von 1.")
    assert phone.asked == ["answer", "own"]


def test_a_move_whose_receipt_is_lost_at_the_end_is_told_as_soon_as_that_is_known(
    phone: Phone, director: Director
) -> None:
    phone.joins()
    director.opens()

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            director.does("close")
            route.abort()
        else:
            phone.shows("Ob dein Zug angekommen ist")
            route.continue_()

    phone.page.route("**/answer/", lose)
    phone.hands_in("H4", "MAGEN")
    phone.shows("Für dich zählt: H4-H8 MAGEN")
    expect(phone.page.get_by_text("Ob dein Zug angekommen ist")).to_be_hidden()
    assert phone.asked.count("answer") == 2


def test_who_is_withdrawn_after_a_round_reads_so_at_once(phone: Phone, director: Director) -> None:
    phone.joins()
    director.opens()
    director.does("close")
    director.publishes()
    phone.shows("In dieser Runde hast du nichts abgegeben.")
    director.withdraws(1)
    phone.shows("Du bist ausgeschieden.")
    phone.shows_what_a_reload_would()
    assert phone.asked == []


def test_whoever_reads_english_is_drawn_an_english_page(
    browser: Browser, web: Web, game: Game, director: Director
) -> None:
    phone = Phone(browser, web, game, locale="en-GB")
    phone.joins()
    director.opens("AEGM?RS")
    expect(phone.page.locator("#rack")).to_have_attribute("aria-label", "Rack: ?AEGMRS")
    phone.shows_what_a_reload_would()
    phone.hands_in("H4", "MAGER")
    expect(phone.page.locator("#receipt")).to_contain_text("H4-H8 MAGER, 22 points")
    director.does("close")
    phone.shows("Time is up")
    phone.shows_what_a_reload_would()
    director.publishes()
    phone.shows("Not in the word list: MAGER.")
    phone.shows_what_a_reload_would()
    assert (phone.asked, phone.faults) == (["answer"], [])


def test_a_browser_without_scripts_sees_each_phase_and_hands_in_by_the_form(
    browser: Browser, web: Web, game: Game, director: Director
) -> None:
    phone = Phone(browser, web, game, java_script_enabled=False)
    phone.page.goto(phone.join)
    phone.page.locator("[name=name]").fill("Anna")
    phone.page.locator("form[data-once] button").click()
    expect(phone.page.get_by_text("Du bist dabei")).to_be_visible()
    expect(phone.page.locator("#entry")).to_be_hidden()
    director.opens()
    phone.page.reload()
    phone.hands_in("H4", "MAGEN")
    expect(phone.page.locator("#receipt")).to_contain_text("H4 MAGEN")
    director.does("close")
    phone.page.reload()
    expect(phone.page.get_by_text("Für dich zählt: H4 MAGEN")).to_be_visible()
    expect(phone.page.locator("#entry")).to_be_hidden()
    director.publishes()
    phone.page.reload()
    expect(phone.page.get_by_text("Zusammen 22 Punkte: Platz 1 von 1.")).to_be_visible()
