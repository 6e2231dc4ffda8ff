"""A club evening in real browsers: a director, six phones, a spectator and the hall, four tables
with another game each, and the standings that count them all."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.browsers import LAPTOP, PHONE, PROJECTOR, Screens, grave_faults, log_in
from tests.e2e.test_tournament import is_done, lay
from tests.running_sites import PASSWORD, Site, Visitor, embedded_site

#: The phones ask one after the other, on a machine that may be busy.
PATIENCE_MS = 30_000
#: With phones, and without.
WITH, WITHOUT = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz"), ("Gerda", "Hans")
PLACE_POINTS = (5, 3, 2, 1)
#: On the cards of Bingo.
CARDS = (("ARBEITE", "BASALTE"), ("DANKTEN", "DREHTEN"))


class Room:
    """Everybody who is there, each with a screen."""

    def __init__(self, screens: Screens) -> None:
        expect.set_options(timeout=PATIENCE_MS)
        self.screens, self.url, self.evening = screens, screens.url, ""
        #: Where Bingo is played, with everybody.
        self.bingo = ""
        self.director, self.spectator = screens.open(LAPTOP), screens.open(LAPTOP)
        self.hall = screens.open(PROJECTOR)
        touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        self.phones = {name: screens.open(PHONE, **touch) for name in WITH}
        #: How often the phone that came first has asked for its page.
        self.asked = 0
        #: By name what all tables so far have brought.
        self.points: dict[str, int] = {}
        #: What axe found, by where and when.
        self.grave: dict[str, object] = {}

    @property
    def path(self) -> str:
        return f"/tournaments/{self.evening}/"

    def count_page(self, request: Request) -> None:
        self.asked += request.url.endswith(f"{self.path}me/")

    def look(self, page: Page, what: str) -> None:
        """Have axe look at the page as it is now."""
        if found := grave_faults(page):
            self.grave[what] = found

    def open_table(self, phone: Page, game: str) -> None:
        """Choose a game on the own page of whoever opens a table."""
        phone.goto(f"{self.url}{self.path}me/")
        opening = phone.locator("#open-table")
        if opening.get_attribute("open") is None:
            opening.locator("summary").tap()
        opening.locator(f'a[href$="?game={game}"]').tap()
        phone.wait_for_url(f"**?game={game}")

    def sit(self, phone: Page, *names: str) -> None:
        """Tick who plays, in this order."""
        for name in names:
            phone.locator(".e-person").filter(has_text=name).locator("input").check()

    def begin(self, phone: Page) -> None:
        phone.locator("#open").tap()
        phone.wait_for_url("**/tournaments/tables/**")

    def count(self, places: Mapping[str, int]) -> None:
        """The desk and the public page follow by themselves what a table has brought."""
        for name, place in places.items():
            self.points[name] = self.points.get(name, 0) + brings(place)
        if "/desk/" not in self.director.url:
            self.director.goto(f"{self.url}{self.path}desk/")
        for screen in (self.director, self.spectator):
            for name, points in self.points.items():
                row = screen.locator(".standings tbody tr").filter(has_text=name)
                expect(row.locator("strong")).to_have_text(str(points))


def brings(place: int) -> int:
    """What a place brings unless the director says otherwise."""
    return PLACE_POINTS[place - 1] if place <= len(PLACE_POINTS) else 0


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with embedded_site(tmp_path) as site:
        yield site


def test_an_evening_with_four_tables_of_four_games_and_one_table_of_standings(
    page: Page, site: Site
) -> None:
    browser = page.context.browser
    assert browser
    screens = Screens(browser, site.url)
    room = Room(screens)
    create_evening(room)
    everybody_joins(room)
    open_the_tables(room)
    play_the_board_game(room)
    play_party(room)
    play_cards(room)
    play_bingo(room)
    take_the_board_apart(room)
    the_end(room)
    assert room.grave == {}
    assert screens.faults == []


# Before the first table


def create_evening(room: Room) -> None:
    director = room.director
    log_in(director, room.url, "director", PASSWORD, "/tournaments/new/")
    director.get_by_role("link", name="Vereinsabend").click()
    director.wait_for_url("**/tournaments/new/?kind=evening")
    director.locator("[name=name]").fill("Spieleabend")
    director.locator("[name=name]").press("Enter")
    director.wait_for_url("**/desk/")
    room.evening = director.url.split("/")[-3]
    room.hall.goto(f"{room.url}{room.path}scoreboard/")
    expect(room.hall.locator("[data-scene=welcome]")).to_be_visible()
    room.spectator.goto(f"{room.url}{room.path}")


def everybody_joins(room: Room) -> None:
    """Six by the code on the wall, which anybody may type in small letters; two are written in."""
    code = room.director.locator(".desk-join").inner_text()
    for name, phone in room.phones.items():
        phone.goto(room.url)
        phone.locator("#code").fill(f" {code.lower()}")
        phone.locator(".enter-code button").tap()
        phone.wait_for_url(f"**/join/{code}/")
        phone.locator("[name=name]").fill(name)
        phone.locator("main form button").tap()
        phone.wait_for_url(f"**{room.path}me/")
        expect(phone.locator(".me-now")).to_contain_text("Du bist dabei")
        if name == WITH[0]:
            phone.on("request", room.count_page)
    # Those who come later are no news to who is there; the spectator has heard of all of them.
    for name in WITH:
        expect(room.spectator.locator("main")).to_contain_text(name)
    assert room.asked == 0
    room.look(room.phones["Anna"], "me before the first table")
    room.director.keyboard.press("s")
    expect(room.director.locator("#new-name")).to_be_focused()
    room.director.locator("#new-name").fill("\n".join(WITHOUT))
    room.director.locator("#enter").click()
    people = room.director.locator(".desk-people tr")
    expect(people).to_have_count(len(WITH) + len(WITHOUT))
    room.look(room.director, "desk before the first table")


def open_the_tables(room: Room) -> None:
    """Three by those who play there, each from the own phone; the fourth, for all, at the desk."""
    anna, carla, emil = (room.phones[name] for name in ("Anna", "Carla", "Emil"))
    room.open_table(anna, "match")
    room.sit(anna, "Ben")
    anna.get_by_text("Mehr Regeln").tap()
    anna.locator("[name=begins]").select_option(label="Anna")
    anna.locator("[name=open_dictionary]").check()
    anna.locator("[name=turn_seconds]").fill("20:00")
    room.look(anna, "opening a board game")
    room.begin(anna)

    room.open_table(carla, "party")
    for name, team in (("Carla", 1), ("Gerda", 1), ("Dora", 2), ("Hans", 2)):
        row = carla.locator(".e-sides tbody tr").filter(has_text=name)
        row.locator("input").nth(team - 1).check()
    carla.get_by_text("Mehr Regeln").tap()
    carla.locator("[name=begins]").select_option(label="Team 1")
    carla.locator("[name=zone_seconds]").fill("600")
    room.begin(carla)

    room.open_table(emil, "cards")
    room.sit(emil, "Fritz")
    emil.get_by_text("Mehr Regeln").tap()
    emil.locator("[name=begins]").select_option(label="Emil")
    room.begin(emil)

    room.director.locator("#open-bingo").click()
    room.director.locator("#open-for-all").click()
    room.director.wait_for_url("**/tournaments/tables/**")
    room.bingo = room.director.url

    for screen in (room.spectator, room.hall):
        for game in ("Brettspiel", "Party", "Kartenspiel", "Buchstaben-Bingo"):
            expect(screen.locator("main")).to_contain_text(game)
    expect(room.spectator.locator(".e-board.is-running")).to_have_count(4)
    expect(room.hall.locator("[data-scene=playing]")).to_be_visible()
    room.look(room.hall, "hall with four tables")
    for name in ("Ben", "Dora", "Fritz"):
        games = {"Ben": "Brettspiel", "Dora": "Party", "Fritz": "Kartenspiel"}
        phone = room.phones[name]
        phone.locator(".e-to-table").filter(has_text=games[name]).tap()
        phone.wait_for_url("**/tournaments/tables/**")


# Four tables


def press(phone: Page, form: str) -> None:
    """The one button of a form of the table, once it is there."""
    phone.locator(f"#{form} button").tap()
    is_done(phone)


def says(phone: Page, text: str | re.Pattern[str]) -> None:
    expect(phone.locator("#messages")).to_contain_text(text)


def play_the_board_game(room: Room) -> None:
    """Open dictionary, timed turns, a settlement; of two presses at once only one counts."""
    anna, ben = room.phones["Anna"], room.phones["Ben"]
    expect(anna.locator("[data-clock-left]")).to_have_text(re.compile(r"1\d:\d\d|20:00"))
    anna.locator("#look-up summary").tap()
    anna.locator("#looked-up").fill("rucken")
    anna.locator("#look-up button").tap()
    says(anna, "RUCKEN: zulässig.")
    lay(anna, "H4", down=False, word="RUCKEN")
    expect(ben.locator(".sheet")).to_contain_text("RUCKEN")
    press(ben, "challenge")
    says(ben, "Ben verliert 5 Punkte")
    expect(anna.locator(".match-score").nth(1)).to_contain_text("−5")
    room.look(anna, "board game")
    # Points have no event of the evening: who watches looks at the tables, and at nothing else.
    watched = room.spectator.locator(".e-board.is-running").filter(has_text="Brettspiel")
    with room.spectator.expect_response("**/?part=running"):
        pass
    expect(watched).to_contain_text("−5")

    # Both press the same button; what Anna sends is a moment longer on its way.
    on_the_way: list[Route] = []
    anna.route("**/pass/", lambda route: on_the_way.append(route))
    with anna.expect_request("**/pass/"):
        anna.locator("#pass button").tap()
    press(ben, "pass")
    on_the_way[0].continue_()
    says(anna, "Ben passt.")
    anna.unroute("**/pass/")
    expect(anna.locator(".sheet")).to_have_text(re.compile("passt"))
    for player, phone in (("Anna", anna), ("Ben", ben), ("Anna", anna)):
        expect(phone.locator("#pass button")).to_have_text(f"{player} passt")
        press(phone, "pass")
    racks = anna.locator("#left [name=racks]")
    racks.nth(0).fill("EEEEEEE")
    racks.nth(1).fill("NNNNNNN")
    anna.locator("#left button").tap()
    for screen in (anna, ben):
        expect(screen.locator(".match-turn h2").first).to_contain_text("Anna gewinnt.")
    room.count({"Anna": 1, "Ben": 2})


def play_party(room: Room) -> None:
    """Rolled and timed by the server; a word is taken back and tried again in the time left."""
    carla, dora = room.phones["Carla"], room.phones["Dora"]
    press(carla, "roll")
    fact = carla.locator(".match-bag strong").first
    expect(fact).to_have_text(re.compile(r"^[A-ZÄÖÜ]$"))
    letter = fact.inner_text()
    for word, is_word in ((f"{letter}QX", False), (f"{letter}E", True)):
        press(dora, "start")
        for screen in (carla, dora):
            expect(screen.locator(".table-zones [aria-current]")).to_have_text("4×")
        press(dora, "stop")
        carla.locator("#place [name=coordinates]").fill("H8")
        carla.locator("#place [name=word]").fill(word)
        carla.locator("#primary").tap()
        expect(dora.locator(".match-window")).to_contain_text(word)
        if not is_word:
            room.look(dora, "party with a word to be challenged")
            press(dora, "challenge")
            says(dora, "nicht zulässig")
            expect(carla.locator("#start")).to_be_visible()
    press(carla, "note")
    expect(carla.locator(".sheet")).to_contain_text("4×")
    press(dora, "stuck")
    expect(carla.locator(".match-turn h2").first).to_contain_text("Carla & Gerda gewinnen.")
    room.count({"Carla": 1, "Gerda": 1, "Dora": 2, "Hans": 2})


def play_cards(room: Room) -> None:
    """Emil leads by the booklet's first words; what did not count leaves the table."""
    emil, fritz = room.phones["Emil"], room.phones["Fritz"]
    for phone, place, word, points in (
        (emil, "M20", "MAMBA", 22),
        (fritz, "24L", "DATIV", 10),
    ):
        expect(phone.locator("#place")).to_be_visible()
        phone.locator("#place [name=coordinates]").fill(place)
        phone.locator("#place [name=word]").fill(word)
        phone.locator("#primary").tap()
        for screen in (emil, fritz):
            expect(screen.locator(".match-window")).to_contain_text(f"{word}, {points} Punkte")
    press(emil, "note")
    expect(fritz.locator(".sheet")).to_contain_text("vom Tisch: MAMB")
    expect(fritz.locator(".table-grid .tile")).to_have_count(5)
    room.look(fritz, "card game")
    fritz.locator("#end summary").tap()
    fritz.locator("#end button").tap()
    fritz.locator("#ask button.main").tap()
    expect(emil.locator(".match-turn h2").first).to_contain_text("Emil gewinnt.")
    room.count({"Emil": 1, "Fritz": 2})


def tiles_of(word: str) -> re.Pattern[str]:
    """A word as it is read letter by letter, each on its tile."""
    return re.compile(r"\s*".join(word))


def play_bingo(room: Room) -> None:
    """The director calls until somebody has a full card, which that phone claims."""
    director = room.director
    director.goto(room.bingo)
    names = [head.inner_text() for head in director.locator(".match-head h2").all()]
    for name, words in zip(("Anna", "Ben"), CARDS, strict=True):
        phone = room.phones[name]
        phone.goto(room.bingo)
        fields = phone.locator("#card [name=words]")
        for field, word in zip(fields.all(), words, strict=True):
            field.fill(word)
        press(phone, "card")
        expect(phone.locator(".table-trays")).to_contain_text(tiles_of(words[0]))
        expect(phone.locator(".table-trays")).not_to_contain_text(tiles_of("JAGDHUND"))
    room.look(room.phones["Anna"], "bingo")
    claim = director.locator('form[action$="/claim/"]').first
    while not claim.is_visible():
        director.locator("#call button").click()
        is_done(director)
    # The last tile may have been both of theirs: then there is a button for each.
    winner = names[int(claim.locator("[name=player]").first.get_attribute("value") or "")]
    phone = room.phones[winner]
    press(phone, "claim")
    director.locator("#note button").click()
    expect(director.locator(".match-turn h2").first).to_contain_text("gewinnt.")
    board = Visitor(room.url).get(f"tournaments/tables/{room.bingo.split('/')[-2]}/")
    room.count(dict(zip(board["names"], board["places"], strict=True)))
    assert board["places"][board["names"].index(winner)] == 1


def take_the_board_apart(room: Room) -> None:
    """Anna and Ben go on with the board they left: all six tiles at once."""
    anna = room.phones["Anna"]
    anna.goto(f"{room.url}{room.path}me/")
    anna.locator(".e-board").filter(has_text="Brettspiel").get_by_role("link").tap()
    anna.get_by_role("button", name="Abräumen spielen").tap()
    expect(anna.locator("#take")).to_be_visible()  # the page before has squares to tap too
    anna.wait_for_load_state()
    for column in range(4, 10):
        anna.locator(f"#square-H{column}").tap()
    expect(anna.locator("[data-squares]")).to_have_value("H4 H5 H6 H7 H8 H9")
    anna.locator("#take button.main").tap()
    expect(anna.locator(".match-turn h2").first).to_contain_text("Anna gewinnt.")
    room.count({"Anna": 1, "Ben": 2})


def the_end(room: Room) -> None:
    director = room.director
    director.locator("#finish").click()
    expect(director.locator("#step")).to_contain_text("Der Abend ist beendet.")
    expect(room.hall.locator("[data-scene=final]")).to_be_visible()
    best = max(room.points, key=lambda name: room.points[name])
    expect(room.hall.locator("main")).to_contain_text(best)
    room.look(room.hall, "hall at the end")
    room.look(room.spectator, "final standings")
    director.get_by_role("link", name="Urkunden").click()
    expect(director.locator("article").first).to_contain_text(best)
