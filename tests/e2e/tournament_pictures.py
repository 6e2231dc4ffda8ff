"""The pictures of a tournament: from the entries to the certificates."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from random import Random
from typing import Protocol

from django.utils import timezone
from playwright.sync_api import Page, expect

from referee.models import User
from tests.tournaments.factories import give_token
from tournaments.demo.tournament import ENTRIES, play_tournament, record_game
from tournaments.entries.services.divisions import SWISS, NewDivision
from tournaments.entries.services.entries import enter_all
from tournaments.events.services import create_tournament, finish_tournament
from tournaments.models import Report, Staff
from tournaments.rounds.services.results import enter_result, report_result
from tournaments.rounds.services.rounds import draft_round, publish_round
from tournaments.tables.services.tables import open_table

#: The pictured game at its table has so many turns.
TURNS = 9


class Take(Protocol):
    def __call__(
        self,
        name: str,
        path: str,
        title: str,
        *,
        cookies: Mapping[str, str] | None = None,
        then: Callable[[Page], object] | None = None,
    ) -> None: ...


def picture_tournament(take: Take, by: User, session: Mapping[str, str]) -> None:
    """A tournament that `by` directs, whose browser has `session`, as staff and others see it."""
    director = partial(take, cookies=session)
    at = timezone.now() - timedelta(minutes=30)
    tournament = create_tournament(
        name="Herbstturnier",
        by=by,
        at=at,
        place="Kiel",
        starts_on=at.date(),
        divisions=[NewDivision("Hauptgruppe", [SWISS] * 5)],
    )
    division, path = tournament.divisions.get(), f"/tournaments/{tournament.pk}/"
    enter_all(division, ENTRIES, at, by=by)
    director("tournament-setup", f"{path}desk/", "The desk of a tournament before its first round")
    round = draft_round(division, at, by=by)
    director("tournament-preview", f"{path}desk/", "Pairings before they are published")
    publish_round(round, at, by=by)
    own, recorded, disputed, reported, *others = round.pairings.select_related("first", "second")
    table = open_table(tournament, at, by=by, pairing=recorded)
    record_game(table, at, Random(5), by=by, most_turns=TURNS)
    for who, points in ((disputed.first, 402), (disputed.second, 412)):
        assert who
        report_result(disputed, who, at, first_points=points, second_points=377)
    report_result(reported, reported.first, at, first_points=391, second_points=430)
    for game, points in zip(others, (446, 371), strict=True):
        source = Report.Source.SLIP
        enter_result(game, at, by=by, source=source, first_points=points, second_points=389)
    director("tournament-results", f"{path}desk/", "Results at the desk, one of them disputed")
    seat = {f"entry_{tournament.pk.hex}": give_token(own.first)}
    take("tournament-me", f"{path}me/", "A player's page", cookies=seat)
    seat = {f"entry_{tournament.pk.hex}": give_token(recorded.first)}
    take("table", f"/tournaments/tables/{table.pk}/", "The table referee", cookies=seat)
    director("judge", f"{path}judge/", "The word judge", then=ask_judge)
    take("scoreboard", f"{path}scoreboard/", "The scoreboard in the hall")

    example = play_tournament(timezone.now())
    last = example.divisions.get().rounds.last()
    assert last
    for number, game in enumerate(last.pairings.all()):
        enter_result(
            game,
            at,
            by=by,
            source=Report.Source.SLIP,
            first_points=418 - 9 * number,
            second_points=361 + 13 * number,
        )
    finish_tournament(example, at, by=by)
    example.staff.create(user=by, role=Staff.Role.DIRECTOR)
    path = f"/tournaments/{example.pk}/"
    take("tournament-standings", f"{path}1/", "Standings of a tournament")
    take("wallchart", f"{path}1/wallchart/", "The wall chart")
    director("certificate", f"{path}print/certificates/", "Certificates")


def ask_judge(page: Page) -> None:
    page.locator("#words").fill("HECKE ROTWILD")
    page.locator("#words").press("Enter")
    expect(page.locator(".ruling-said")).to_be_visible()
