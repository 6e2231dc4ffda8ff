"""Every page of a tournament or a club evening in each state, looked at as those of a game are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, resolve
from django.utils import timezone
from playwright.sync_api import Page, expect

from engine.games import GAMES
from referee.models import User
from tests.duplicate.factories import make_user
from tests.e2e.browsers import LAPTOP, Screens
from tests.e2e.looks import Looker, too_wide
from tests.tournaments.factories import give_token
from tests.tournaments.table_client import RUCKEN
from tournaments.demo.tournament import play_tournament
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.services.divisions import SWISS, NewDivision
from tournaments.entries.services.entries import enter_all, set_absence, withdraw
from tournaments.evenings.pages.printouts import EVENING_PRINTOUTS
from tournaments.events.services import create_tournament, finish_tournament
from tournaments.models import Absence, Division, Pairing, Report, Round, Table, Tournament
from tournaments.page_urls import urlpatterns
from tournaments.rounds.pages.printouts import PRINTOUTS
from tournaments.rounds.services.penalties import penalise
from tournaments.rounds.services.results import enter_result, report_result
from tournaments.rounds.services.rounds import draft_round, publish_round
from tournaments.tables.services.tables import act, open_table
from tournaments.webhooks.services import make_webhook
from tournaments.words.services import judge, rule_word

Who = Literal["public", "player", "director"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
PEOPLE = (
    "Anna",
    "Ben",
    "Carla",
    "Dora",
    "Emil",
    "Fatma",
    "Gert",
    "Hanna",
    "Ida-Maria Überlängsberg",
)
#: Addresses that show nothing: they act, and lead on to a page.
LEADING_ON = {"tournament_me_table", "tournament_me_leave", "table_action", "table_gcg"}


@dataclass
class World:
    """A tournament, and what of it the addresses name."""

    tournament: Tournament

    @property
    def division(self) -> Division:
        return self.tournament.divisions.all()[0]

    @property
    def round(self) -> Round:
        return self.division.rounds.latest("number")

    @property
    def games(self) -> list[Pairing]:
        """Those of the last round, by their tables."""
        found = self.round.pairings.filter(kind=Pairing.Kind.GAME).order_by("table")
        return list(found.select_related("first", "second"))

    def address(self, path: str) -> str:
        """The path with what it names, as far as that is there."""
        table = Table.objects.filter(tournament=self.tournament).first()
        ruling = self.tournament.challenges.first()
        pairing = Pairing.objects.filter(round__division=self.division, table=1).last()
        return path.format(
            tournament=self.tournament.pk,
            code=self.tournament.join_code,
            table=table.pk if table else "",
            ruling=ruling.pk if ruling else "",
            game=pairing.pk if pairing else "",
        )


# The states of a tournament


def in_setup() -> World:
    by, at = make_user(), timezone.now()
    divisions = [NewDivision("Hauptgruppe", [SWISS] * 3), NewDivision("Neulinge", [SWISS])]
    tournament = create_tournament(
        name="Herbstturnier", by=by, at=at, place="Kiel", starts_on=at.date(), divisions=divisions
    )
    people = [NewEntry(name, "SC Nord", "AB"[len(name) % 2], rating=1500) for name in PEOPLE]
    entries = enter_all(tournament.divisions.all()[0], people, at, by=by)
    set_absence(entries[6], 1, Absence.Kind.BYE, at, by=by)
    withdraw(entries[7], at, by=by)
    # Nobody is told anything: there is no such machine.
    make_webhook(tournament, at, by=by, url="https://nobody.example/", events=["standings"])
    rule_word(tournament, "QUOX", at, by=by, is_allowed=True, reason="in_dictionary")
    return World(tournament)


def is_drafted() -> World:
    world = in_setup()
    draft_round(world.division, timezone.now(), by=director_of(world))
    return world


def is_published() -> World:
    """The first game is recorded at its table and waits for a challenge."""
    world, at = is_drafted(), timezone.now()
    by = director_of(world)
    publish_round(world.round, at, by=by)
    table = open_table(world.tournament, at, by=by, pairing=world.games[0])
    act(table, RUCKEN, at, by=by)
    judge(world.tournament, ["QXZ"], at, by=by, pairing=world.games[0])
    return world


def is_disputed() -> World:
    """The players of the first game disagree, one has reported of the second, all else is there."""
    world, at = is_drafted(), timezone.now()
    by = director_of(world)
    publish_round(world.round, at, by=by)
    first, second, *others = world.games
    for entry, points in ((first.first, 400), (first.second, 410)):
        assert entry
        report_result(first, entry, at, first_points=points, second_points=350)
    report_result(second, second.first, at, first_points=390, second_points=380)
    for game in others:
        enter_result(
            game, at, by=by, source=Report.Source.SLIP, first_points=420, second_points=333
        )
        penalise(game, game.first, "time", at, by=by, seconds_over=70)
    return world


def is_finished() -> World:
    """The tournament of the demo, with its recorded game, to its end."""
    world, at = World(play_tournament(timezone.now())), timezone.now()
    by = director_of(world)
    for game in world.games:
        enter_result(
            game, at, by=by, source=Report.Source.SLIP, first_points=380, second_points=421
        )
    finish_tournament(world.tournament, at, by=by)
    return world


def evening_in_setup() -> World:
    """Everybody is there, nobody plays."""
    by, at = make_user(), timezone.now()
    evening = create_tournament(
        name="Vereinsabend", by=by, at=at, place="Kiel", kind=Tournament.Kind.EVENING
    )
    world = World(evening)
    enter_all(world.division, [NewEntry(name, "SC Nord") for name in PEOPLE], at, by=by)
    return world


def evening_running() -> World:
    """A game is over, two others are played, the time of one of them runs."""
    world, at = evening_in_setup(), timezone.now()
    by = director_of(world)
    act(_table(world, "match", [[1], [2]], begins=0), GIVEN_UP, at, by=by)
    _table(world, "match", [[3], [4]], begins=0, turn_seconds=600)
    _table(world, "bingo", [[number] for number in range(1, 10)])
    return world


def evening_over() -> World:
    world, at = evening_in_setup(), timezone.now()
    by = director_of(world)
    for game, seats in (("match", [[1], [2]]), ("party", [[3, 4], [5, 6]]), ("rummy", [[7], [8]])):
        act(_table(world, game, seats, begins=0), GIVEN_UP, at, by=by)
    finish_tournament(world.tournament, at, by=by)
    return world


GIVEN_UP = {"kind": "end", "because": "resigned", "winner": 1}


def _table(world: World, game: str, seats: Sequence[Sequence[int]], **setup: object) -> Table:
    by, at = director_of(world), timezone.now()
    return open_table(world.tournament, at, by=by, game=game, seats=seats, setup=setup)


T, TABLE = "/tournaments/{tournament}/", "/tournaments/tables/{table}/"
#: By the state of the tournament: who looks at which pages.
PAGES: dict[Callable[[], World], dict[Who, tuple[str, ...]]] = {
    in_setup: {
        "public": (
            *("/", T, T + "1/", T + "1/wallchart/", T + "players/1/", T + "scoreboard/"),
            *("/t/FALSCH/", "/tournaments/00000000-0000-4000-8000-000000000000/"),
            *("/regeln/", *(f"/regeln/{game}/" for game in GAMES)),
        ),
        "player": ("/", T + "me/"),
        "director": (
            *("/tournaments/new/", T + "desk/", T + "desk/?player=1", T + "judge/"),
            *(T + "print/scorecards/", T + "print/slips/?for=blank"),
        ),
    },
    is_drafted: {
        "public": (T + "1/rounds/1/",),
        "director": (T + "desk/", T + "1/rounds/1/", T + "desk/discard/"),
    },
    is_published: {
        "public": (T, T + "1/rounds/1/", T + "scoreboard/", TABLE),
        "player": (T + "me/", TABLE),
        "director": (
            *(T + "desk/?game={game}", TABLE, T + "judge/?ruling={ruling}"),
            *(T + "print/slips/", T + "print/pairings-by-name/", T + "print/pairings-by-table/"),
        ),
    },
    is_disputed: {
        "public": (T + "1/",),
        "player": (T + "me/",),
        "director": (T + "desk/", T + "desk/?game={game}", T + "1/rounds/1/"),
    },
    is_finished: {
        "public": (
            *("/", T, T + "1/", T + "1/?by=category", T + "1/rounds/2/"),
            *(T + "1/wallchart/", T + "1/embed/", T + "players/1/", T + "scoreboard/"),
            *(T + "print/standings/", T + "print/wallchart/", TABLE),
        ),
        "player": (T + "me/",),
        "director": (
            *(T + "desk/", T + "print/prizes/", T + "print/certificates/"),
            *(T + "log/", T + "delete/"),
        ),
    },
    evening_in_setup: {
        "public": ("/tournaments/join/{code}/", T, T + "scoreboard/"),
        "player": (
            *(T + "me/", T + "tables/new/"),
            *(f"{T}tables/new/?game={game}" for game in GAMES),
        ),
        "director": (
            *("/tournaments/new/?kind=evening", T + "desk/", T + "desk/?player=1"),
            *(T + "scoreboard/", T + "print/code/"),
        ),
    },
    evening_running: {
        "public": (T, T + "players/1/", T + "scoreboard/", T + "1/embed/"),
        "player": (T + "me/",),
        "director": (T + "desk/",),
    },
    evening_over: {
        "public": (T, T + "players/1/", T + "scoreboard/", T + "print/standings/", TABLE),
        "player": (T + "me/",),
        "director": (T + "desk/", T + "print/certificates/"),
    },
}
IN_ENGLISH = (in_setup, is_disputed, is_finished, evening_in_setup, evening_over)
EACH = pytest.mark.parametrize("state", PAGES, ids=lambda state: state.__name__)


def director_of(world: World) -> User:
    return world.tournament.staff.get().user


def screen_of(screens: Screens, world: World, who: Who, locale: str = "de-DE") -> Page:
    """A screen of somebody who is known to the site by a cookie."""
    screen = screens.open(LAPTOP, locale=locale, reduced_motion="reduce")
    cookies: dict[str, str] = {}
    if who == "player":
        games = world.games if world.division.rounds.exists() else []
        entry = games[0].first if games else world.division.entries.all()[0]
        cookies[f"entry_{world.tournament.pk.hex}"] = give_token(entry)
    if who == "director":
        client = Client()
        client.force_login(director_of(world))
        cookies["sessionid"] = client.cookies["sessionid"].value
    screen.context.add_cookies(
        [{"name": name, "value": value, "url": screens.url} for name, value in cookies.items()]
    )
    return screen


def go(screen: Page, *, site: str, path: str) -> None:
    """Come to the page. An action's address shows its question, as it does without scripts."""
    desk, found, action = path.partition("desk/")
    if found and action.strip("/").isalpha():
        screen.goto(site + desk + found)
        form = screen.locator(f'form[action="{path}"]')
        with screen.expect_navigation():
            form.evaluate("form => form.submit()")
    else:
        screen.goto(site + path)
    screen.evaluate(
        "document.querySelectorAll('details').forEach((details) => (details.open = true))"
    )


@EACH
def test_every_page_is_open_to_everybody_light_and_narrow(
    screens: Screens, state: Callable[[], World]
) -> None:
    world = state()
    faults: dict[tuple[str, str, str], object] = {}
    for who, paths in PAGES[state].items():
        screen = screen_of(screens, world, who)
        looker = Looker(screen)
        for path in map(world.address, paths):
            found = looker.faults(partial(go, site=screens.url, path=path))
            faults |= {(who, path, kind): fault for kind, fault in found.items()}
        screen.context.close()
    assert {where: what for where, what in faults.items() if what} == {}


@pytest.mark.parametrize("state", IN_ENGLISH, ids=lambda state: state.__name__)
def test_the_pages_speak_english_too(screens: Screens, state: Callable[[], World]) -> None:
    world = state()
    faults: dict[tuple[str, str], object] = {}
    for who, paths in PAGES[state].items():
        screen = screen_of(screens, world, who, "en-GB")
        for path in map(world.address, paths):
            go(screen, site=screens.url, path=path)
            expect(screen.locator("html")).to_have_attribute("lang", "en")
            faults[who, path] = too_wide(screen)
        screen.context.close()
    assert {where: widths for where, widths in faults.items() if widths} == {}


def names(patterns: Sequence[URLPattern | URLResolver]) -> set[str | None]:
    found: set[str | None] = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= names(pattern.url_patterns)
        else:
            found.add(pattern.name)
    return found


def test_no_page_and_no_printout_is_left_out() -> None:
    paths = [path for looks in PAGES.values() for shown in looks.values() for path in shown]
    uuid = "00000000-0000-4000-8000-000000000000"
    matches = [
        resolve(path.partition("?")[0].format(tournament=uuid, table=uuid, code="ABCDEFG"))
        for path in paths
    ]
    assert names(urlpatterns) == {match.url_name for match in matches} - {"home"} | LEADING_ON
    printed = {match.kwargs["what"] for match in matches if match.url_name == "tournament_print"}
    assert printed == PRINTOUTS.keys() | EVENING_PRINTOUTS.keys()
