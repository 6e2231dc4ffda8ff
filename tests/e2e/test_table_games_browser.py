"""The table referee with other games than the board game, in a real browser."""

import re
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.e2e.browsers import PHONE, Screens
from tests.e2e.looks import Looker
from tests.e2e.test_every_tournament_page import go
from tests.tournaments.factories import make_division, make_entry, make_tournament
from tournaments.models import Table, Tournament
from tournaments.options import Options
from tournaments.services.tables import act, open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]

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
        self.seats = [[make_entry(division, name).number] for name in ("Anna", "Ben")]
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

    def screen(self) -> Page:
        screen = self.screens.open(PHONE, reduced_motion="reduce")
        cookie = {"name": "sessionid", "value": self.session, "url": self.screens.url}
        screen.context.add_cookies([cookie])  # type: ignore[list-item]
        return screen

    def at(self, table: Table) -> Page:
        screen = self.screen()
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
