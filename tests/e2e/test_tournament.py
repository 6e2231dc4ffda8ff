"""A whole tournament in real browsers, from the entries to the certificates: a director, an
assistant, six phones, a spectator and the hall."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.browsers import LAPTOP, PHONE, PROJECTOR, Screens, grave_faults, log_in
from tests.running_sites import PASSWORD, Site, embedded_site

#: The phones ask one after the other, on a machine that may be busy.
PATIENCE_MS = 30_000
CSV = """Name;Verein;Wertungszahl;Kategorie
Anna;SC Nord;1600;A
Ben;SC Nord;1550;A
Carla;SC Süd;1500;A
Dora;SC Süd;1450;B
Emil;;1400;B
"""
CATEGORIES = (("Anna", "Ben", "Carla"), ("Dora", "Emil"))
PEOPLE = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")


@dataclass(frozen=True)
class Game:
    """A game as the desk lists it; `first` begins."""

    table: int
    first: str
    second: str


class Room:
    """Everybody who is there, each with a screen."""

    def __init__(self, screens: Screens) -> None:
        expect.set_options(timeout=PATIENCE_MS)
        self.screens, self.url, self.tournament = screens, screens.url, ""
        self.director, self.assistant = screens.open(LAPTOP), screens.open(LAPTOP)
        self.hall, self.spectator = screens.open(PROJECTOR), screens.open(LAPTOP)
        touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        self.phones = {name: screens.open(PHONE, **touch) for name in PEOPLE}
        #: What axe found, by where and when.
        self.grave: dict[str, object] = {}
        #: Points counted so far, by who plays: wins twice, as a draw is half a one, and spread.
        self.results: dict[tuple[int, int], tuple[str, int, str, int]] = {}

    @property
    def path(self) -> str:
        return f"/tournaments/{self.tournament}/"

    def look(self, page: Page, what: str) -> None:
        """Have axe look at the page as it is now."""
        if found := grave_faults(page):
            self.grave[what] = found

    # The desk

    def step(self, action: str) -> Locator:
        """The big button, once it does this."""
        return self.director.locator(f'form[action*="/desk/{action}/"] #primary')

    def unfold(self, part: str) -> None:
        self.director.locator(f"#{part} > summary").click()

    def confirm(self, page: Page) -> None:
        expect(page.locator("#ask button.main")).to_be_focused()
        page.keyboard.press("Enter")

    def games(self, round: int) -> list[Game]:
        """The games of the round by their tables, once the desk shows it."""
        title = self.director.locator("#games h2").first
        expect(title).to_have_text(f"Ergebnisse der Runde {round}")
        rows = self.director.locator("#games tr[data-table]").all()
        games = [
            Game(
                int(row.get_attribute("data-table") or ""),
                row.get_attribute("data-first") or "",
                row.get_attribute("data-second") or "",
            )
            for row in rows
        ]
        return sorted(games, key=lambda game: game.table)

    def row(self, table: int) -> Locator:
        return self.director.locator(f'#games tr[data-table="{table}"]')

    def open_game(self, table: int) -> Locator:
        """The director's close look at a game; what belongs to it, by the end of its id."""
        self.row(table).get_by_role("link").click()
        look = self.director.locator("#game")
        expect(look.locator("h2")).to_contain_text(f"Tisch {table}")
        return look

    # The assistant

    def type_slip(self, table: int, first: int, second: int) -> None:
        """By the keyboard alone."""
        expect(self.assistant.locator("#table")).to_be_focused()
        for number in (table, first, second):
            self.assistant.keyboard.type(str(number))
            self.assistant.keyboard.press("Enter")

    # What came out

    def count(self, round: int, game: Game, first: int, second: int) -> None:
        self.results[round, game.table] = (game.first, first, game.second, second)

    def standings(self) -> Mapping[str, tuple[int, int]]:
        """Wins and spread by the rules, from what was played."""
        sums: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for one, points, other, against in self.results.values():
            for name, ahead in ((one, points - against), (other, against - points)):
                wins, spread = sums[name]
                sums[name] = wins + (ahead > 0), spread + ahead
        return sums

    def ranked(self) -> list[str]:
        sums = self.standings()
        assert len(set(sums.values())) == len(sums), "nothing would say who is first"
        return sorted(sums, key=lambda name: sums[name], reverse=True)

    def everybody_reads(self, round: int) -> None:
        """The public table follows by itself, and is right to the last figure."""
        expect(self.spectator.locator(".t-head .hint")).to_have_text(f"nach Runde {round} von 3")
        rows = self.spectator.locator(".standings tbody tr")
        sums = self.standings()
        for row, name in zip(rows.all(), self.ranked(), strict=True):
            wins, spread = sums[name]
            expect(row.locator("th a")).to_have_text(name)
            expect(row.locator("strong")).to_have_text(str(wins))
            told = f"+{spread}" if spread > 0 else str(spread).replace("-", "−")
            expect(row).to_contain_text(told)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with embedded_site(tmp_path) as site:
        yield site


def test_a_whole_tournament(page: Page, site: Site) -> None:
    browser = page.context.browser
    assert browser
    screens = Screens(browser, site.url)
    room = Room(screens)
    create_tournament(room)
    everybody_enters(room)
    sign_in(room, print_codes(room))
    pair_by_hand(room)
    first_results(room)
    ask_the_judge(room)
    change_of_mind(room)
    record_a_game(room)
    penalty_and_correction(room)
    last_round(room)
    the_end(room)
    assert room.grave == {}
    assert screens.faults == []


def create_tournament(room: Room) -> None:
    director = room.director
    log_in(director, room.url, "director", PASSWORD, "/tournaments/new/")
    room.look(director, "new")
    director.locator("[name=name]").fill("Vereinsabend")
    director.locator("[name=preset][value=swiss]").check()
    director.locator("[name=rounds]").fill("3")
    director.locator("[name=rounds]").press("Enter")
    director.wait_for_url("**/desk/")
    room.tournament = director.url.split("/")[-3]
    room.unfold("settings-all")
    director.locator("#username").fill("assistant")
    director.locator("#username").press("Enter")
    expect(director.locator(".desk-staff")).to_contain_text("assistant")
    room.hall.goto(f"{room.url}{room.path}scoreboard/")
    expect(room.hall.locator("[data-scene=welcome]")).to_be_visible()


def everybody_enters(room: Room) -> None:
    """Five come from a file, the sixth by keyboard; a file with a fault brings nobody."""
    director = room.director
    room.unfold("import")
    for text in (CSV.replace("1450", "gut"), CSV):
        file = FilePayload(name="liste.csv", mimeType="text/csv", buffer=text.encode())
        director.locator("#file").set_input_files(file)
        director.locator("#import-file").click()
        if text != CSV:
            expect(director.locator("#messages .bad")).to_contain_text("Zeile 5")
            expect(director.locator(".desk-people")).to_have_count(0)
    expect(director.locator(".desk-people tr")).to_have_count(5)
    expect(room.step("draft")).to_be_visible()
    director.keyboard.press("Escape")
    director.keyboard.press("s")
    expect(director.locator("#new-name")).to_be_focused()
    director.keyboard.type("Fritz")
    director.keyboard.press("Enter")
    expect(director.locator(".desk-people")).to_contain_text("Fritz")
    expect(director.locator("#new-name")).to_be_focused()
    expect(room.hall.locator(".count")).to_have_text("6")
    room.look(director, "desk in setup")


def print_codes(room: Room) -> dict[str, str]:
    """Everybody's card bears a code that is shown this once."""
    director = room.director
    director.get_by_role("link", name="Spielerkarten und Codes").click()
    director.locator("button.issue").click()
    expect(director.locator(".score-card .card-qr svg")).to_have_count(6)
    codes = {
        re.sub(r"\s*\d+$", "", card.locator("h1").inner_text()): card.locator(".code").inner_text()
        for card in director.locator(".score-card").all()
    }
    assert set(codes) == set(PEOPLE)
    room.look(director, "scorecards")
    director.goto(f"{room.url}{room.path}print/scorecards/")
    expect(director.locator(".score-card .code")).to_have_count(0)
    director.goto(f"{room.url}{room.path}desk/")
    return codes


def sign_in(room: Room, codes: Mapping[str, str]) -> None:
    """Anna types her code on the start page, all others scan theirs."""
    for name, phone in room.phones.items():
        if name == "Anna":
            phone.goto(room.url)
            phone.locator("#code").fill(f" {codes[name].lower()}")
            phone.locator(".enter-code button").tap()
        else:
            phone.goto(f"{room.url}/t/{codes[name]}/")
        phone.wait_for_url(f"**{room.path}me/")
        expect(phone.locator(".me-now")).to_contain_text("Du bist dabei")
        expect(phone.locator(".me-who")).to_contain_text(name)
    room.look(room.phones["Anna"], "me in setup")
    log_in(room.assistant, room.url, "assistant", PASSWORD, f"{room.path}desk/")


# The first round: paired, changed by hand, locked, published


def pair_by_hand(room: Room) -> None:
    director = room.director
    room.step("draft").click()
    rows = director.locator("#draft .t-pairs li")
    expect(rows).to_have_count(3)
    for row in rows.all():
        expect(row.locator(".t-why")).to_have_text(re.compile(r"\w{3}"))
    room.look(director, "desk with a draft")
    room.unfold("by-hand")
    before = [name.inner_text() for name in rows.locator(".t-two strong").all()]
    for field, name in (("#one", before[0]), ("#other", before[2])):
        option = director.locator(f"{field} option", has_text=name)
        director.locator(field).select_option(option.get_attribute("value"))
    director.locator("#swap-players").click()
    for one, other in ((before[2], before[1]), (before[0], before[3])):
        expect(rows.filter(has_text=one).filter(has_text=other)).to_have_count(1)
    last = rows.nth(2).locator(".t-two strong")
    second = last.last.inner_text()
    rows.nth(2).locator(".t-swap").click()
    expect(last.first).to_have_text(second)
    director.locator("#lock").click()
    expect(director.locator("#unlock")).to_be_visible()
    for phone in room.phones.values():
        expect(phone.locator(".me-now")).to_contain_text("Du bist dabei")
    room.step("publish").click()
    room.confirm(director)
    expect(director.locator("#result")).to_be_visible()
    assert room.games(1)[2].first == second
    everybody_knows_where_to_play(room, 1)
    room.look(director, "desk with results to come")
    room.look(room.phones["Anna"], "me with a game")
    expect(room.hall.locator("[data-scene=playing]")).to_be_visible()
    room.look(room.hall, "scoreboard")


def everybody_knows_where_to_play(room: Room, round: int) -> None:
    """Each phone, by itself, says table, opponent and who begins."""
    for game in room.games(round):
        for name, opponent in ((game.first, game.second), (game.second, game.first)):
            phone = room.phones[name]
            expect(phone.locator(".me-now h2")).to_have_text(f"Runde {round}")
            expect(phone.locator(".me-table strong")).to_have_text(str(game.table))
            expect(phone.locator(".me-now .lead")).to_contain_text(opponent)
            begins = "Du fängst an." if name == game.first else f"{opponent} fängt an."
            expect(phone.locator(".me-begins")).to_have_text(begins)


def report(phone: Page, own: int, opponent: int) -> None:
    form = phone.locator(".me-report form.form")
    if not form.is_visible():
        phone.locator(".me-report > details > summary").tap()
    form.locator("[name=own_points]").fill(str(own))
    form.locator("[name=opponent_points]").fill(str(opponent))
    form.locator("button").tap()


def first_results(room: Room) -> None:
    """Two agree, two disagree, and a slip is typed."""
    agreed, disputed, typed = room.games(1)
    room.spectator.goto(f"{room.url}{room.path}1/")

    report(room.phones[agreed.first], 431, 388)
    expect(room.phones[agreed.first].locator(".me-report .notice")).to_contain_text("431 : 388")
    other = room.phones[agreed.second]
    expect(other.locator(".me-report .notice")).to_contain_text(f"{agreed.first} hat gemeldet")
    other.locator("#primary").tap()
    for name in (agreed.first, agreed.second):
        expect(room.phones[name].locator(".me-result.good")).to_be_visible()
    expect(room.row(agreed.table)).to_contain_text("431 : 388")
    room.count(1, agreed, 431, 388)

    report(room.phones[disputed.first], 400, 390)
    expect(room.phones[disputed.second].locator(".me-report .notice")).to_be_visible()
    report(room.phones[disputed.second], 395, 400)
    for name in (disputed.first, disputed.second):
        expect(room.phones[name].locator(".me-report .notice.bad")).to_contain_text("Strittig")
    dispute = room.director.locator(".t-dispute")
    expect(dispute).to_contain_text(f"{disputed.second} sagt 400 : 395")
    room.look(room.director, "desk with a dispute")
    room.look(room.phones[disputed.first], "me with a dispute")
    dispute.get_by_role("button", name=f"{disputed.first} sagt 400 : 390").click()
    expect(dispute).to_have_count(0)
    expect(room.row(disputed.table)).to_contain_text("400 : 390")
    expect(room.phones[disputed.second].locator(".me-result.good")).to_be_visible()
    room.count(1, disputed, 400, 390)

    # A slip of the finger: the desk asks, and it is typed again.
    room.assistant.keyboard.press("e")
    room.type_slip(typed.table, 901, 370)
    expect(room.assistant.locator("#ask")).to_contain_text("901")
    room.assistant.locator("#ask [data-dismiss]").click()
    room.assistant.keyboard.press("e")
    expect(room.assistant.locator("#who")).to_contain_text(f"{typed.first} – {typed.second}")
    room.type_slip(typed.table, 391, 370)
    expect(room.row(typed.table)).to_contain_text("391 : 370")
    room.count(1, typed, 391, 370)
    room.everybody_reads(1)
    expect(room.step("draft")).to_be_visible()


def ask_the_judge(room: Room) -> None:
    """By the keyboard alone: what may be laid, and what not all of may."""
    judge = room.assistant
    judge.goto(f"{room.url}{room.path}judge/")
    room.look(judge, "judge")
    for words, said, key in (
        ("rucken", "ZULÄSSIG", "Enter"),
        ("rucken quoxi", "NICHT ZULÄSSIG", "Escape"),
    ):
        expect(judge.locator("#words")).to_be_focused()
        judge.keyboard.type(words)
        judge.keyboard.press("Enter")
        expect(judge.locator("h1")).to_have_text(said)
        expect(judge.locator(".ruling-words")).to_have_text(words.upper())
        room.look(judge, said)
        judge.wait_for_load_state("load")  # Esc is a matter of the script
        judge.keyboard.press(key)
    expect(judge.locator("#words")).to_be_focused()
    judge.goto(f"{room.url}{room.path}desk/")


# The second round: published twice, one game kept at the table


def change_of_mind(room: Room) -> None:
    """The publication is taken back while nobody has reported, and made again."""
    room.step("draft").click()
    room.step("publish").click()
    everybody_knows_where_to_play(room, 2)
    room.unfold("undo")
    room.director.locator("#retract").click()
    expect(room.step("publish")).to_be_visible()
    for phone in room.phones.values():
        expect(phone.locator(".me-now h2")).to_have_text("Runde 1")
    room.step("publish").click()
    everybody_knows_where_to_play(room, 2)


def lay(phone: Page, square: str, *, down: bool, word: str) -> None:
    """Tap where it begins, a second time for a word that goes down, and type it."""
    wanted = square[1:] + square[0] if down else square
    coordinates = phone.locator("#place [name=coordinates]")
    phone.locator(f"#square-{square}").tap()
    if coordinates.input_value() != wanted:
        phone.locator(f"#square-{square}").tap()
    expect(coordinates).to_have_value(wanted)
    phone.locator("#place [name=word]").fill(word)
    expect(phone.locator("#primary")).to_have_text(re.compile(r"Legen: \d+ Punkte"))
    phone.locator("#place [name=word]").press("Enter")


def is_done(page: Page) -> None:
    """What was sent was answered: the next thing can be done."""
    expect(page.locator("[data-actions][aria-busy]")).to_have_count(0)


def record_a_game(room: Room) -> None:
    """One of the players keeps the game, anybody watches, and its end is its result."""
    game = room.games(2)[0]
    phone, watching = room.phones[game.first], room.spectator
    phone.get_by_role("button", name="Partie mitschreiben").tap()
    phone.wait_for_url("**/tournaments/tables/**")
    watching.goto(phone.url)
    scores = watching.locator(".match-score")
    tiles = watching.locator(".board .tile")

    def shows(text: str) -> None:
        for screen in (phone, watching):
            expect(screen.locator(".sheet")).to_contain_text(text)
        is_done(phone)

    lay(phone, "H4", down=False, word="RUCKEN")
    shows("RUCKEN")
    expect(tiles).to_have_text([re.compile(letter) for letter in "RUCKEN"])
    points = scores.first.inner_text().split()[0]
    phone.get_by_role("button", name=f"{game.second} zweifelt an").tap()
    expect(phone.locator("#messages")).to_contain_text("RUCKEN: zulässig")
    shows(f"{game.second} −10")

    phone.locator("#exchange > summary").tap()
    phone.locator("#exchange [name=tiles]").fill("3")
    phone.locator("#exchange button").tap()
    shows("tauscht 3 Steine")
    phone.locator("#undo").tap()
    for screen in (phone, watching):
        expect(screen.locator(".sheet")).not_to_contain_text("tauscht")
    is_done(phone)
    phone.locator("#exchange [name=tiles]").fill("4")
    phone.locator("#exchange button").tap()
    shows("tauscht 4 Steine")

    lay(phone, "H9", down=True, word="NXQ")
    shows("NXQ")
    expect(tiles).to_have_count(8)
    room.look(phone, "table kept by a player")
    room.look(watching, "table watched")
    phone.get_by_role("button", name=f"{game.second} zweifelt an").tap()
    expect(phone.locator("#messages .bad")).to_contain_text("nicht zulässig")
    expect(tiles).to_have_count(6)
    expect(scores.first).to_contain_text(points)

    # Nobody goes on: after two rounds of passes the tiles left are counted.
    for name in (game.second, game.first, game.second, game.first):
        is_done(phone)
        phone.get_by_role("button", name=f"{name} passt").tap()
        expect(phone.get_by_role("button", name=f"{name} passt")).to_have_count(0)
    for field, left in zip(
        phone.locator("#left [name=racks]").all(), ("AEIRNST", "DEHLMNO"), strict=True
    ):
        field.fill(left)
    is_done(phone)
    phone.get_by_role("button", name="Abrechnen").tap()
    expect(watching.locator(".match-head .mark.good")).to_have_text("gewonnen")
    first, second = (int(score.inner_text().split()[0].replace("−", "-")) for score in scores.all())
    phone.get_by_role("link", name="Meine Seite").first.tap()
    expect(room.row(game.table)).to_contain_text("gemeldet")
    other = room.phones[game.second]
    other.get_by_role("button", name="Das stimmt").tap()
    expect(other.locator(".me-result.good")).to_be_visible()
    expect(room.row(game.table)).not_to_contain_text("gemeldet")
    room.count(2, game, first, second)
    watching.reload()
    expect(watching.locator(".sheet")).to_contain_text("Endstand")
    room.look(watching, "table after the end")


def penalty_and_correction(room: Room) -> None:
    """Time costs points, what was odd is confirmed, and an old result is put right."""
    _, late, odd = room.games(2)
    look = room.open_game(late.table)
    look.locator("summary", has_text="Strafe").click()
    look.locator("[name=reason]").select_option("time")
    look.locator("[name=over]").fill("2:30")
    look.get_by_role("button", name="Verhängen").click()
    expect(look.locator(".desk-list")).to_contain_text(f"{late.first} −30")
    room.look(room.director, "desk with a game")

    room.spectator.goto(f"{room.url}{room.path}1/")
    room.assistant.keyboard.press("e")
    room.type_slip(late.table, 410, 400)
    expect(room.assistant.locator("#messages")).to_contain_text("410 : 400")
    room.count(2, late, 380, 400)
    room.type_slip(odd.table, 612, 290)
    room.confirm(room.assistant)
    expect(room.assistant.locator("#messages .good")).to_contain_text("612 : 290")
    room.count(2, odd, 612, 290)
    room.everybody_reads(2)

    room.director.locator(".t-rounds").get_by_role("link", name="1").click()
    first = room.games(1)[0]
    look = room.open_game(first.table)
    look.locator("[name=second_points]").first.fill("488")
    look.locator("[name=remark]").fill("Verschrieben")
    look.get_by_role("button", name="Berichtigen").click()
    expect(room.row(first.table)).to_contain_text("431 : 488")
    room.count(1, first, 431, 488)
    room.everybody_reads(2)
    expect(room.phones[first.second].locator(".me-rounds")).to_contain_text("488 : 431")


def last_round(room: Room) -> None:
    room.director.goto(f"{room.url}{room.path}desk/")
    room.step("draft").click()
    room.step("publish").click()
    everybody_knows_where_to_play(room, 3)
    # However they were paired, with these nobody ends level with anybody.
    for game, points in zip(room.games(3), ((380, 410), (381, 424), (382, 437)), strict=True):
        room.type_slip(game.table, *points)
        expect(room.row(game.table)).to_contain_text("{} : {}".format(*points))
        room.count(3, game, *points)
    room.everybody_reads(3)


def the_end(room: Room) -> None:
    """The same standings everywhere, and a certificate for everybody who has earned one."""
    director, url = room.director, f"{room.url}{room.path}"
    room.step("finish").click()
    expect(director.locator("#step")).to_contain_text("Das Turnier ist beendet.")
    ranked, sums = room.ranked(), room.standings()
    expect(room.hall.locator("[data-scene=final]")).to_be_visible()
    expect(room.hall.locator(".board-winners li").first).to_contain_text(ranked[0])
    for place, name in enumerate(ranked, start=1):
        phone = room.phones[name]
        expect(phone.locator(".me-now")).to_contain_text("Das Turnier ist zu Ende")
        expect(phone.locator(".figures dd").first).to_have_text(f"{place} / 6")
    room.look(room.phones[ranked[0]], "me after the end")

    room.spectator.goto(f"{url}1/wallchart/")
    for row, name in zip(room.spectator.locator(".t-wall tbody tr").all(), ranked, strict=True):
        expect(row.locator("th a")).to_have_text(name)
        expect(row.locator(".t-cell")).to_have_count(3)
        expect(row.locator("strong").last).to_have_text(str(sums[name][0]))
    room.look(room.spectator, "wall chart")

    director.get_by_role("link", name="Preisliste").click()
    best = [next(name for name in ranked if name in group) for group in CATEGORIES]
    honoured = [*ranked[:3], *best]
    expect(director.locator(".prizes tbody th")).to_have_text(honoured)
    director.goto(f"{url}print/certificates/")
    expect(director.locator(".certificate h1")).to_have_text(honoured)
    for place in (1, 2, 3):
        certificate = director.locator(".certificate").nth(place - 1)
        expect(certificate).to_contain_text(f"{place}. Platz")
        expect(certificate).to_contain_text("Vereinsabend")
    room.look(director, "certificates")
    assert director.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == len(honoured)
