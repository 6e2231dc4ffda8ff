"""The desk of a tournament, as the tests of its pages use it."""

import re
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from referee.models import User
from tests.duplicate.factories import make_user
from tests.markup import tight
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.services import entries
from tournaments.entries.services.divisions import NewDivision
from tournaments.events.services import create_tournament
from tournaments.models import (
    Division,
    Entry,
    Pairing,
    Report,
    Round,
    Staff,
)
from tournaments.options import Options
from tournaments.rounds.presets import PRESETS
from tournaments.rounds.services import results, rounds

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")


class Desk:
    """A tournament of so many, with its staff at the desk."""

    def __init__(
        self, players: int = 4, preset: str = "swiss", options: Options | None = None
    ) -> None:
        self.director, self.assistant = make_user("leiterin"), make_user("helfer")
        self.at = timezone.now()
        self.tournament = create_tournament(
            name="Herbstturnier",
            by=self.director,
            at=self.at,
            options=options,
            divisions=[NewDivision("Hauptgruppe", PRESETS[preset].schedule())],
        )
        self.tournament.staff.create(user=self.assistant, role=Staff.Role.ASSISTANT)
        for place, name in enumerate(NAMES[:players]):
            entries.enter(
                self.division, NewEntry(name, rating=2000 - 100 * place), self.at, by=self.director
            )
        self.client = self.of(self.director)

    def of(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    @property
    def path(self) -> str:
        return f"/tournaments/{self.tournament.pk}/desk/"

    @property
    def division(self) -> Division:
        return self.tournament.divisions.get(number=1)

    @property
    def round(self) -> Round:
        return self.division.rounds.latest("number")

    def entry(self, name: str) -> Entry:
        return self.tournament.entries.get(name=name)

    def game(self, table: int = 1) -> Pairing:
        return self.round.pairings.get(table=table)

    def act(self, action: str, client: Client | None = None, query: str = "", **said: Any) -> Any:
        """The answer to a form, which mostly leads back; what is told there is not kept."""
        client = client or self.client
        response = client.post(f"{self.path}{action}/{query}", said)
        client.cookies.pop("messages", None)
        return response

    def html(self, query: str = "", client: Client | None = None) -> str:
        response = (client or self.client).get(self.path + query)
        assert response.status_code == 200
        return tight(response.content.decode())

    def draft(self) -> Round:
        return rounds.draft_round(self.division, self.at, by=self.director)

    def publish(self) -> Round:
        return rounds.publish_round(self.draft(), self.at, by=self.director)

    def enter_all(self, points: tuple[int, int] = (400, 350)) -> None:
        for game in self.round.pairings.filter(kind=Pairing.Kind.GAME):
            results.enter_result(
                game,
                self.at,
                by=self.director,
                source=Report.Source.DIRECTOR,
                first_points=points[0],
                second_points=points[1],
            )

    def pairs(self) -> list[tuple[str, str]]:
        """Who plays whom, by table; those alone last, with what they are."""
        rows = sorted(
            self.round.pairings.select_related("first", "second"), key=lambda row: row.table or 999
        )
        return [(row.first.name, row.second.name if row.second else row.kind) for row in rows]


def step_of(html: str) -> str:
    """What the big button says."""
    found = re.search(r'id="primary"[^>]*>([^<]+)<', html)
    return found[1] if found else ""


def told(response: Any) -> str:
    """What the messages say, or will where the answer leads."""
    if response.status_code == 302:
        return " ".join(map(str, get_messages(response.wsgi_request)))
    found = re.search(r'class="messages">(.*?)</div>', tight(response.content.decode()), re.S)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def question(response: Any) -> str:
    """What is asked before it is done."""
    found = re.search(r'id="question">([^<]+)<', tight(response.content.decode()))
    return found[1] if found else ""
