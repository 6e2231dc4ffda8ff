"""The table referee with other games than the board game, in a real browser."""

import re
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from engine.bingo import Bingo
from engine.games import GAMES
from tests.e2e.browsers import PHONE, Screens
from tests.e2e.looks import Looker
from tests.e2e.test_every_tournament_page import go
from tests.games.typed_words import TYPED
from tests.tournaments.factories import give_token, make_division, make_entry, make_tournament
from tournaments.models import Entry, Table, Tournament
from tournaments.options import Options
from tournaments.tables.selectors.tables import state_of
from tournaments.tables.services.tables import act, open_table, undo

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]

#: On the cards of Anna and Ben.
CARDS = (["AHORNEN", "BASALTE"], ["BASALTE", "ZIMMERN"])
BOARD = [*["." * 15] * 7, "...RUCKEN......", *["." * 15] * 7]
#: By game how far it is when it is looked at, and what it began with.
SCENES: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "match": (
        {"begins": 0, "two_bags": True, "turn_seconds": 180, "theme": "Tiere"},
        [{"kind": "fill", "player": player, "vowels": 3} for player in (0, 1)],
    ),
    "ungame": ({"board": BOARD}, []),
    "bingo": ({}, []),
    "party": (
        {"begins": 0, "dice": "server", "timer": "server"},
        [{"kind": "roll", "player": 0}, {"kind": "start", "player": 1}],
    ),
    "cards": (
        {"variant": "action", "begins": 0},
        [{"kind": "place", "player": 0, "coordinates": "M20", "word": "RUCKEN"}],
    ),
    "rummy": (
        {"tasks": "server", "with_premiums": True},
        [{"kind": "turn_up", "card": "E"}, {"kind": "task"}],
    ),
}


class Hall:
    """A club's evening, and a screen of its director at each table."""

    def __init__(self, screens: Screens) -> None:
        kind, options = Tournament.Kind.EVENING, Options(ruleset="standard")
        self.tournament = make_tournament(kind=kind, options=options)
        division = make_division(self.tournament)
        self.people = [make_entry(division, name) for name in ("Anna", "Ben")]
        self.seats = [[entry.number] for entry in self.people]
        self.by, self.screens = self.tournament.staff.get().user, screens
        client = Client()
        client.force_login(self.by)
        self.session = client.cookies["sessionid"].value

    def open(self, game: str, setup: dict[str, Any], *actions: dict[str, Any]) -> Table:
        at = timezone.now()
        table = open_table(
            self.tournament, at, by=self.by, game=game, seats=self.seats, setup=setup
        )
        for action in actions:
            table = act(table, action, timezone.now(), by=self.by)
        return table

    def open_many(self, players: int) -> Table:
        """A Bingo with Anna, Ben and guests; those two have written their words."""
        guests = players - len(self.people)
        names = ["", "", *[f"Gast {number}" for number in range(guests)]]
        seats = [*self.seats, *[[] for _ in range(guests)]]
        table = open_table(
            self.tournament, timezone.now(), by=self.by, game="bingo", names=names, seats=seats
        )
        for player, words in enumerate(CARDS):
            action = {"kind": "card", "player": player, "words": words}
            table = act(table, action, timezone.now(), by=self.by)
        return table

    def screen(self, **cookies: str) -> Page:
        screen = self.screens.open(PHONE, reduced_motion="reduce")
        for name, value in (cookies or {"sessionid": self.session}).items():
            cookie = {"name": name, "value": value, "url": self.screens.url}
            screen.context.add_cookies([cookie])  # type: ignore[list-item]
        return screen

    def phone_at(self, table: Table, entry: Entry) -> Page:
        """The phone of somebody who plays there."""
        cookie = f"entry_{self.tournament.pk.hex}"
        return self.at(table, self.screen(**{cookie: give_token(entry)}))

    def at(self, table: Table, screen: Page | None = None) -> Page:
        screen = screen or self.screen()
        screen.goto(f"{self.screens.url}/tournaments/tables/{table.pk}/")
        expect(screen.locator("html.scripted")).to_be_attached()
        return screen


@pytest.fixture
def hall(screens: Screens) -> Hall:
    return Hall(screens)


def test_every_game_is_open_to_everybody_light_and_narrow(hall: Hall) -> None:
    assert SCENES.keys() == GAMES.keys()
    looker, faults = Looker(hall.screen()), dict[tuple[str, str], object]()
    for game, (setup, actions) in SCENES.items():
        path = f"/tournaments/tables/{hall.open(game, setup, *actions).pk}/"
        found = looker.faults(partial(go, site=hall.screens.url, path=path))
        faults |= {(game, kind): fault for kind, fault in found.items() if fault}
    assert faults == {}


def test_tiles_are_picked_where_they_lie(hall: Hall) -> None:
    screen = hall.at(hall.open("ungame", {"board": BOARD}))
    field = screen.locator("[data-squares]")
    for square in ("H8", "H9", "H4", "H4"):
        screen.locator(f"#square-{square}").click()
    expect(field).to_have_value("H8 H9")
    expect(screen.locator("[data-picked]")).to_have_count(2)
    field.fill("H9")
    expect(screen.locator("#square-H9")).to_have_attribute("aria-pressed", "true")
    expect(screen.locator("[data-picked]")).to_have_count(1)


def test_a_word_begins_where_the_open_grid_is_touched(hall: Hall) -> None:
    setup, actions = SCENES["cards"]
    screen = hall.at(hall.open("cards", setup, *actions))
    coordinates = screen.locator("#place [name=coordinates]")
    screen.locator("#square-M25").click()
    expect(coordinates).to_have_value("M25")
    screen.locator("#square-M25").click()
    expect(coordinates).to_have_value("25M")
    expect(screen.locator("[data-cursor=down] #square-M25")).to_be_visible()
    screen.locator("#place [name=word]").fill("neu")
    screen.locator("#primary").click()
    expect(screen.locator(".sheet")).to_contain_text("25M-25O")
    expect(screen.locator(".table-grid .tile")).to_have_count(8)


@pytest.mark.parametrize(("game", "start"), [("match", "H8"), ("cards", "M20")])
def test_a_word_typed_is_the_same_move_with_scripts(hall: Hall, game: str, start: str) -> None:
    screen = hall.screen()
    for typed, meant in TYPED.items():
        hall.at(table := hall.open(game, {"begins": 0}), screen)
        screen.locator("#place [name=coordinates]").fill(start)
        screen.locator("#place [name=word]").fill(typed)
        screen.locator("#primary").click()
        expect(screen.locator(".sheet")).to_contain_text(meant)
        assert state_of(Table.objects.get(pk=table.pk)).turns[-1].word == meant  # type: ignore[attr-defined]


def test_both_blanks_may_be_one_word(hall: Hall) -> None:
    screen = hall.at(table := hall.open("match", {"begins": 0}))
    screen.locator("#place [name=coordinates]").fill("H8")
    screen.locator("#place [name=word]").fill("EH")
    for square in ("H8", "H9"):
        screen.locator(f"#square-{square}").click()
    expect(screen.locator("#place [name=word]")).to_have_value("(E)(H)")
    expect(screen.locator("#primary")).to_contain_text("0")
    screen.locator("#primary").click()
    expect(screen.locator(".sheet")).to_contain_text("eh")
    assert state_of(Table.objects.get(pk=table.pk)).turns[-1].tiles == "eh"  # type: ignore[attr-defined]


def test_enter_lays_what_is_typed_and_only_a_drag_moves_it(hall: Hall) -> None:
    screen = hall.at(table := hall.open("match", {"begins": 0}))
    coordinates, word = screen.locator("[name=coordinates]"), screen.locator("[name=word]")
    screen.locator("#square-H8").focus()
    screen.keyboard.type("EH")
    expect(word).to_have_value("EH")
    screen.locator("#square-L3").click()
    expect(screen.locator("#unfit")).to_have_text(re.compile("^Das Wort bleibt liegen."))
    expect(coordinates).to_have_value("H8")
    screen.locator("#square-H9").drag_to(screen.locator("#square-H8"))
    expect(coordinates).to_have_value("H7-H8")
    expect(screen.locator("#unfit")).to_be_hidden()
    screen.locator("#square-C3").focus()
    screen.keyboard.press("Enter")
    expect(screen.locator(".sheet")).to_contain_text("H7-H8")
    assert state_of(Table.objects.get(pk=table.pk)).turns[-1].tiles == "EH"  # type: ignore[attr-defined]


def test_party_is_laid_in_its_own_notation_while_the_timer_runs(hall: Hall) -> None:
    table = hall.open("party", {"begins": 0, "dice": "server", "timer": "server"})
    screen = hall.at(table)
    screen.get_by_role("button", name="Anna würfelt").click()
    screen.get_by_role("button", name="Ben startet").click()
    timer = screen.locator("[data-clock-left]")
    expect(timer).to_have_text(re.compile(r"1:5\d"))
    expect(screen.locator(".table-zones [aria-current]")).to_have_text("4×")
    screen.get_by_role("button", name="Ben stoppt").click()
    expect(timer).to_have_count(0)
    screen.locator("#square-H4").click()  # by rows; here it is column D in row 8
    expect(screen.locator("#place [name=coordinates]")).to_have_value("D8")
    screen.locator("#place [name=word]").fill("RUCKEN")
    expect(screen.locator(".square[data-pending]")).to_have_count(6)
    screen.locator("#square-H4").click()
    expect(screen.locator("#place [name=word]")).to_have_value("rUCKEN")
    expect(screen.locator("#place [name=coordinates]")).to_have_value("D8-I8")


def test_of_many_people_those_are_found_who_sit_down_together(hall: Hall) -> None:
    division = hall.tournament.divisions.get()
    for name in ("Carla", "Dora", "Emil", "Frieda", "Gustav", "Änne", "Änne Sommer"):
        make_entry(division, name)
    screen = hall.screen()
    screen.goto(f"{hall.screens.url}/tournaments/{hall.tournament.pk}/tables/new/?game=match")
    find, people = screen.get_by_label("Namen suchen"), screen.locator(".e-person:visible")
    find.fill("emi")
    expect(people).to_have_count(1)
    people.click()
    find.fill("äNNE")
    expect(people).to_have_text([re.compile("Emil"), re.compile("Änne"), re.compile("Änne Sommer")])
    people.last.click()
    screen.get_by_role("button", name="Tisch eröffnen").click()
    screen.wait_for_url("**/tournaments/tables/*/")
    assert Table.objects.get().names == ["Emil", "Änne Sommer"]


# Hundreds, each on a phone of their own


class Asked:
    """How often a screen asks for the page that it shows."""

    def __init__(self, screen: Page) -> None:
        self.pages = 0
        self.address = screen.url
        screen.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.pages += request.url == self.address


def struck_by(called: str, words: list[str]) -> list[str]:
    """The words with a dot for every letter struck, by paper and pencil."""
    tiles, found = list(called), []
    for word in words:
        left = ""
        for letter in word:
            left += "·" if letter in tiles else letter
            if letter in tiles:
                tiles.remove(letter)
        found.append(left)
    return found


def words_on(screen: Page) -> list[str]:
    """The words on a phone, with a dot for every letter struck."""
    return screen.evaluate(  # type: ignore[no-any-return]
        """() => [...document.querySelectorAll("[data-struck-by] .table-tiles")].map((word) =>
            [...word.children].map((one) => one.matches("s") ? "·" : one.textContent).join(""))"""
    )


def facts_on(screen: Page) -> list[str]:
    return screen.locator("[data-fact]").all_text_contents()


def test_a_call_strikes_letters_on_phones_that_ask_for_nothing(hall: Hall) -> None:
    table = hall.open_many(12)
    director, anna = hall.at(table), hall.phone_at(table, hall.people[0])
    asked, calls = Asked(anna), anna.locator("[data-fact=calls]")

    def call(number: int) -> str:
        director.locator("#call button").click()
        expect(director.locator("#call [name=number]")).to_have_value(str(number + 1))
        state = state_of(Table.objects.get(pk=table.pk))
        assert isinstance(state, Bingo)
        return state.called

    act(table, {"kind": "card", "player": 5, "words": CARDS[0]}, timezone.now(), by=hall.by)
    expect(anna.locator("[data-fact=cards]")).to_have_text("3 haben ihre Wörter aufgeschrieben")
    assert asked.pages == 0
    call(1)  # the words can't be changed any more: all have another page
    expect(calls).to_have_text("1 Stein gezogen")
    expect(anna.locator("#card")).to_have_count(0)
    expect(anna.locator(".match")).to_have_attribute("data-version", "5")
    assert asked.pages == 1
    for number in range(2, 23):  # more than are shown one by one
        called = call(number)
        expect(calls).to_have_text(f"{number} Steine gezogen")
        assert words_on(anna) == struck_by(called, CARDS[0])
    assert asked.pages == 1
    told, facts = anna.locator(".table-trays").inner_html(), facts_on(anna)
    anna.reload()  # the server says the same in the same words
    expect(anna.locator("html.scripted")).to_be_attached()
    assert (words_on(anna), facts_on(anna)) == (struck_by(called, CARDS[0]), facts)
    assert anna.locator(".table-trays").inner_html() == told


def test_a_phone_asks_for_its_page_when_nothing_is_left_to_strike(hall: Hall) -> None:
    table = hall.open_many(12)
    phones = [hall.phone_at(table, entry) for entry in hall.people]
    number = 1
    while 14 not in table.scores:
        action = {"kind": "call", "number": number}
        table, number = act(table, action, timezone.now(), by=hall.by), number + 1
    winner = table.scores.index(14)
    claim = phones[winner].locator("#claim button")
    expect(claim).to_be_visible()
    expect(phones[winner].locator("[data-left-of]")).to_have_text("Alles gestrichen: Ruf Bingo!")
    claim.click()
    expect(claim).to_have_count(0)
    expect(phones[1 - winner].locator(".sheet-list")).to_contain_text("Bingo!")
    act(table, {"kind": "note"}, timezone.now(), by=hall.by)
    for phone in phones:
        expect(phone.locator(".match-turn h2").first).to_contain_text("gewinnt.")


def test_an_undone_call_is_undone_on_all_phones(hall: Hall) -> None:
    table = hall.open_many(12)
    for number in (1, 2, 3):
        table = act(table, {"kind": "call", "number": number}, timezone.now(), by=hall.by)
    anna, watching = hall.phone_at(table, hall.people[0]), hall.at(table, hall.screens.open(PHONE))
    undo(table, timezone.now(), by=hall.by)
    state = state_of(Table.objects.get(pk=table.pk))
    assert isinstance(state, Bingo)
    for screen in (anna, watching):
        expect(screen.locator("[data-fact=calls]")).to_have_text("2 Steine gezogen")
        expect(screen.locator("[data-tray=called] .table-held")).to_have_count(2)
    assert words_on(anna) == struck_by(state.called, CARDS[0])
