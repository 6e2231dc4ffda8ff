"""Who may do what: every address of the project, for every role."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from duplicate.models import Game, Participant, Round, Series, Staff
from duplicate.pages.desk_actions import ACTIONS
from duplicate.pages.printouts import PRINTOUTS
from duplicate.pages.visits import take_seat
from referee.health import note_sweep
from referee.models import User
from referee.services import issue_api_token
from tests.duplicate.factories import (
    NOON,
    make_answer,
    make_game,
    make_participant,
    make_round,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

#: Roles in the game that the address names.
PUBLIC, PARTICIPANT, STRANGER = "public", "participant", "participant of another game"
ASSISTANT, DIRECTOR, OTHER, ADMIN = "assistant", "director", "director of another game", "admin"
ROLES = (PUBLIC, PARTICIPANT, STRANGER, ASSISTANT, DIRECTOR, OTHER, ADMIN)

EVERYBODY = set(ROLES)
ACCOUNTS = {ASSISTANT, DIRECTOR, OTHER, ADMIN}
VISITORS = EVERYBODY - ACCOUNTS
PLAYING = {PARTICIPANT}
STAFF = {ASSISTANT, DIRECTOR, ADMIN}
DIRECTORS = {DIRECTOR, ADMIN}


@dataclass(frozen=True)
class Row:
    method: str
    address: str
    who: set[str]
    #: What those are answered: the status, or where they are redirected.
    answer: int | str
    body: Any = field(default=None, hash=False)
    #: Where a page leads all others. Without it, and accounts instead of to log in, they are told
    #: 401 or 403.
    led: str = ""
    #: Told 403 even without a token: it is a matter of time, not of who asks.
    later: bool = False

    def answer_to(self, role: str) -> int | str:
        if role in self.who:
            return self.answer
        if self.led and not (self.led == LOGIN and role in ACCOUNTS):
            return self.led
        return 401 if role == PUBLIC and not self.later else 403

    def __str__(self) -> str:
        return f"{self.method} {self.address}"


GAME = "api/v1/duplicate/games/<uuid:game>/"
PERSON = f"{GAME}participants/<int:participant>/"
ROUND = f"{GAME}rounds/<int:number>/"
SERIES = "api/v1/duplicate/series/<uuid:series>/"
HOME, LOGIN, JOIN = "/", "/login/", "/join/"
PAGE = "games/<uuid:game>/"
SEAT = "games/join/<str:code>/"
DESK, HALL, PLAY, SLIPS = (f"{PAGE}{name}/" for name in ("desk", "hall", "play", "slips"))
#: Round 1 is open, so that steps which need another state answer 409 to those who may take them.
TABLE = [
    Row("GET", "", EVERYBODY, 200),
    Row("GET", "login/", VISITORS, 200, led=HOME),
    Row("POST", "login/", VISITORS, 200, {}, led=HOME),
    Row("POST", "logout/", EVERYBODY, HOME, {}),
    Row("GET", "join/", EVERYBODY, 200),
    Row("GET", "j/<str:code>/", EVERYBODY, f"/{SEAT}"),
    Row("GET", SEAT, EVERYBODY - PLAYING, 200, led=f"/{PLAY}"),
    Row("POST", SEAT, EVERYBODY, f"/{PLAY}", {"name": "Eva"}),
    Row("GET", "games/new/", ACCOUNTS, 200, led=LOGIN),
    Row("POST", "games/new/", ACCOUNTS, 400, {"name": ""}, led=LOGIN),
    Row("GET", PAGE, EVERYBODY, 200),
    Row("GET", f"{PAGE}rounds/<int:number>/", EVERYBODY, 403, later=True),
    Row("GET", f"{PAGE}players/<int:number>/", EVERYBODY, 200),
    Row("GET", f"{PAGE}standings/", EVERYBODY, 200),
    Row("GET", f"{PAGE}proof/", EVERYBODY, 200),
    Row("GET", f"{PAGE}print/<str:what>/", EVERYBODY, 404),
    Row("GET", HALL, EVERYBODY, 200),
    Row("POST", f"{HALL}freeze/", DIRECTORS, f"/{HALL}", {}, led=LOGIN),
    Row("GET", f"{PAGE}seat/<str:token>/", EVERYBODY, f"/{PLAY}"),
    Row("GET", PLAY, PLAYING, 200, led=JOIN),
    Row("POST", PLAY, PLAYING, f"/{PLAY}", {"coordinates": "H8", "word": "AN"}, led=JOIN),
    Row("POST", f"{PLAY}leave/", PLAYING, HOME, {}, led=JOIN),
    Row("GET", DESK, STAFF, 200, led=LOGIN),
    Row("POST", f"{DESK}<str:action>/", STAFF, 404, {}, led=LOGIN),
    Row("GET", SLIPS, STAFF, 200, led=LOGIN),
    Row("POST", SLIPS, STAFF, f"/{SLIPS}", {"number": 1, "is_illegible": "on"}, led=LOGIN),
    Row("GET", "series/<uuid:series>/", EVERYBODY, 200),
    Row("GET", "position/", EVERYBODY, 200),
    Row("GET", "health/", EVERYBODY, 200),
    Row("GET", "ready/", EVERYBODY, 200),
    Row("GET", "metrics", EVERYBODY, 200),
    Row("POST", "language/", EVERYBODY, HOME, {}),
    Row("GET", "api/v1/schema/", EVERYBODY, 200),
    Row("GET", "api/v1/docs/", EVERYBODY, 200),
    Row("GET", "api/v1/tokens/", ACCOUNTS, 200),
    Row("POST", "api/v1/tokens/", EVERYBODY, 400, {}),
    Row("DELETE", "api/v1/tokens/<int:token>/", ACCOUNTS, 404),
    Row("POST", "api/v1/duplicate/join/", EVERYBODY, 404, {"code": "FALSCH", "name": "Eva"}),
    Row("GET", "api/v1/duplicate/games/", EVERYBODY, 200),
    Row("POST", "api/v1/duplicate/games/", ACCOUNTS, 201, {"name": "Abend"}),
    Row("POST", "api/v1/duplicate/games/import/", ACCOUNTS, 400, {}),
    Row("GET", GAME, EVERYBODY, 200),
    Row("PATCH", GAME, DIRECTORS, 200, {"name": "Abend"}),
    Row("POST", f"{GAME}start/", DIRECTORS, 409),
    Row("POST", f"{GAME}end/", DIRECTORS, 409),
    Row("GET", f"{GAME}state/", EVERYBODY, 200),
    Row("GET", f"{GAME}staff/", STAFF, 200),
    Row("POST", f"{GAME}staff/", DIRECTORS, 201, {"username": "other", "role": "assistant"}),
    Row("DELETE", f"{GAME}staff/<str:username>/", DIRECTORS, 204),
    Row("GET", f"{GAME}participants/", EVERYBODY, 200),
    Row("POST", f"{GAME}participants/", STAFF, 201, {"name": "Eva"}),
    Row("POST", f"{GAME}participants/import/", STAFF, 201, "name\nEva\n"),
    Row("GET", PERSON, EVERYBODY, 200),
    Row("PATCH", PERSON, STAFF, 200, {"club": "Köln"}),
    Row("POST", f"{PERSON}withdraw/", STAFF, 200),
    Row("POST", f"{PERSON}readmit/", STAFF, 409),
    Row("POST", f"{PERSON}token/", STAFF, 201),
    Row("GET", f"{GAME}me/", PLAYING, 200),
    Row("GET", f"{GAME}rounds/", EVERYBODY, 200),
    Row("POST", f"{GAME}rounds/", DIRECTORS, 409, {}),
    Row("GET", ROUND, EVERYBODY, 200),
    Row("POST", f"{ROUND}open/", DIRECTORS, 409, {}),
    Row("POST", f"{ROUND}pause/", DIRECTORS, 200),
    Row("POST", f"{ROUND}resume/", DIRECTORS, 409),
    Row("POST", f"{ROUND}extend/", DIRECTORS, 200, {"seconds": 30}),
    Row("POST", f"{ROUND}close/", DIRECTORS, 200),
    Row("POST", f"{ROUND}reopen/", DIRECTORS, 409, {"seconds": 30}),
    Row("POST", f"{ROUND}cancel/", DIRECTORS, 200, {}),
    Row("POST", f"{ROUND}reference/", DIRECTORS, 409, {"coordinates": "H8", "word": "AN"}),
    Row("POST", f"{ROUND}publish/", DIRECTORS, 409),
    Row("POST", f"{ROUND}retract/", DIRECTORS, 409),
    Row("POST", f"{ROUND}revise/", DIRECTORS, 409),
    Row("GET", f"{ROUND}answer/", PLAYING, 200),
    Row("POST", f"{ROUND}answer/", PLAYING, 201, {"coordinates": "H8-H9", "word": "AN"}),
    Row("GET", f"{ROUND}slips/", STAFF, 200),
    Row("POST", f"{ROUND}slips/", STAFF, 201, {"number": 1, "is_illegible": True}),
    Row("GET", f"{ROUND}plays/", STAFF, 409, later=True),
    Row("GET", f"{ROUND}results/", STAFF, 409, later=True),
    Row("GET", f"{ROUND}rulings/", STAFF, 200, later=True),
    Row("POST", f"{ROUND}rulings/", DIRECTORS, 400, {"kind": "warning", "reason": "unfair"}),
    Row("POST", f"{ROUND}rulings/<int:ruling>/revoke/", DIRECTORS, 404),
    Row("GET", f"{GAME}revisions/", STAFF, 200),
    Row("GET", f"{GAME}standings/", EVERYBODY, 200),
    Row("GET", f"{GAME}standings.csv", EVERYBODY, 200),
    Row("GET", f"{GAME}log/", EVERYBODY, 200),
    Row("GET", f"{GAME}log/verification/", EVERYBODY, 200),
    Row("GET", f"{GAME}proof/", EVERYBODY, 200),
    Row("GET", f"{GAME}export.json", DIRECTORS, 409, later=True),
    Row("GET", f"{GAME}export.xml", DIRECTORS, 200, later=True),
    Row("GET", f"{GAME}export.gcg", DIRECTORS, 200, later=True),
    Row("GET", "api/v1/duplicate/series/", EVERYBODY, 200),
    Row("POST", "api/v1/duplicate/series/", ACCOUNTS, 201, {"name": "Sommer"}),
    Row("GET", SERIES, EVERYBODY, 200),
    Row("PATCH", SERIES, DIRECTORS, 200, {"name": "Winter"}),
    Row("GET", f"{SERIES}standings/", EVERYBODY, 200),
    Row("GET", f"{SERIES}standings.csv", EVERYBODY, 200),
]
#: The desk's actions; what an action lacks to be done is told on the desk.
DIRECTORS_ACTIONS = (
    "change", "options", "start", "end", "appoint", "dismiss",
    "draw", "draw_by_hand", "open", "pause", "resume", "extend", "close", "reopen", "cancel",
    "reference", "publish", "retract",
    "rule", "points", "sanction", "revoke", "revise",
)  # fmt: skip
ASSISTANTS_ACTIONS = ("enter", "import", "correct", "withdraw", "readmit")
DONE = {"confirmed": "1", "person": "1", "name": "Eva"}
ACTION_TABLE = [
    *(Row("POST", f"{DESK}{name}/", DIRECTORS, f"/{DESK}", DONE, led=LOGIN)
      for name in DIRECTORS_ACTIONS),
    *(Row("POST", f"{DESK}{name}/", STAFF, f"/{DESK}", DONE, led=LOGIN)
      for name in ASSISTANTS_ACTIONS),
    Row("POST", f"{DESK}token/", STAFF, 200, DONE, led=LOGIN),
]  # fmt: skip
PRINT_TABLE = [
    Row("GET", f"{PAGE}print/standings/", EVERYBODY, 200),
    Row("GET", f"{PAGE}print/slips/", STAFF, 200, led=LOGIN),
    Row("GET", f"{PAGE}print/sheets/", STAFF, 200, led=LOGIN),
    Row("GET", f"{PAGE}print/code/", STAFF, 200, led=LOGIN),
    Row("GET", f"{PAGE}print/arbitration/", STAFF, 409, led=LOGIN),
]
#: What is secret before the round is published, or the game over, and what all are answered then.
LATER = {row.address: row for row in TABLE if row.later}


@dataclass(frozen=True)
class World:
    game: Game
    series: Series
    tokens: dict[str, str]
    users: dict[str, User]
    seats: dict[str, Participant]

    def ask(self, row: Row, role: str) -> Any:
        address = row.address
        round = self.game.rounds.get()
        for name, value in {
            "<uuid:game>": self.game.pk,
            "<uuid:series>": self.series.pk,
            "<int:participant>": 1,
            "<int:number>": 1,
            "<int:ruling>": 1,
            "<int:token>": 999_999,
            "<str:username>": "assistant",
            "<str:code>": self.game.join_code,
            "<str:token>": self.tokens[PARTICIPANT],
            "<str:action>": "nothing",
            "<str:what>": "nothing",
        }.items():
            address = address.replace(name, str(value))
        is_page = not address.startswith("api/")
        client = self.browser(role) if is_page else self.program(role)
        if row.method == "GET":
            return client.get(f"/{address}")
        if is_page and row.method == "POST":
            shown = round.number if row.address == PLAY else round.pk
            return client.post(f"/{address}", {"round": shown} | row.body)
        content_type = "text/csv" if isinstance(row.body, str) else "application/json"
        return client.generic(row.method, f"/{address}", encoded(row.body), content_type)

    def program(self, role: str) -> Client:
        token = self.tokens.get(role)
        return Client(headers={"Authorization": f"Bearer {token}"} if token else {})

    def browser(self, role: str) -> Client:
        """Pages know sessions and seats, not tokens."""
        client = Client()
        if role in self.users:
            client.force_login(self.users[role])
        if role in self.seats:
            response = HttpResponse()
            take_seat(response, self.seats[role], self.tokens[role])
            client.cookies.update(response.cookies)
        return client

    def answered(self, row: Row, role: str) -> int | str:
        """The status, or the address that a page leads to."""
        response = self.ask(row, role)
        if response.status_code != 302:
            return int(response.status_code)
        path: str = urlsplit(response.headers["Location"]).path
        path = path.replace(self.game.join_code, "<str:code>")
        return path.replace(str(self.game.pk), "<uuid:game>")


def encoded(body: Any) -> str:
    if body is None or isinstance(body, str):
        return body or ""
    return json.dumps(body)


@pytest.fixture
def world() -> World:
    note_sweep(timezone.now())  # or the server would not call itself ready
    users = {
        role: User.objects.create(username=role.split()[0], is_superuser=role == ADMIN)
        for role in (ASSISTANT, DIRECTOR, ADMIN)
    }
    users[OTHER] = User.objects.create(username="other")
    game = make_game(director=users[DIRECTOR])
    game.staff.create(user=users[ASSISTANT], role=Staff.Role.ASSISTANT)
    participant, token = make_participant(game)
    stranger, other_token = make_participant(make_game(director=users[OTHER]))
    now = timezone.now()
    make_answer(make_round(game, opened_at=now), participant, "H8-H9", "AN", received_at=now)
    series = Series.objects.create(name="Sommer", owner=users[DIRECTOR], created_at=NOON)
    tokens = {role: issue_api_token(user, "test", NOON)[1] for role, user in users.items()}
    return World(
        game,
        series,
        {PARTICIPANT: token, STRANGER: other_token, **tokens},
        users,
        {PARTICIPANT: participant, STRANGER: stranger},
    )


@pytest.mark.parametrize("row", TABLE + ACTION_TABLE + PRINT_TABLE, ids=str)
def test_those_may_who_should_and_nobody_else(world: World, row: Row) -> None:
    answered = {}
    for role in ROLES:
        before = transaction.savepoint()
        answered[role] = world.answered(row, role)
        transaction.savepoint_rollback(before)
    assert answered == {role: row.answer_to(role) for role in ROLES}


@pytest.mark.parametrize("row", LATER.values(), ids=str)
def test_what_was_secret_is_for_everybody_in_the_end(world: World, row: Row) -> None:
    best = world.game.rounds.get().tops[0]
    world.game.rounds.update(state=Round.State.PUBLISHED, published_at=NOON, reference=best)
    Game.objects.filter(pk=world.game.pk).update(state=Game.State.FINISHED, finished_at=NOON)
    assert {role: world.ask(row, role).status_code for role in ROLES} == dict.fromkeys(ROLES, 200)


def test_the_admin_is_for_administrators() -> None:
    director = User.objects.create(username="director")
    admin = User.objects.create(username="admin", is_staff=True, is_superuser=True)
    for user, status in ((None, 302), (director, 302), (admin, 200)):
        client = Client()
        if user:
            client.force_login(user)
        for table in ("user", "apitoken"):
            assert client.get(f"/admin/referee/{table}/").status_code == status


def test_the_table_has_every_address_and_method(world: World) -> None:
    found = {
        (method, address)
        for address, entry in addresses(get_resolver())
        for method in methods(world, address, entry)
    }
    assert {(row.method, row.address) for row in TABLE} == found


def test_the_tables_have_every_action_and_every_print_out() -> None:
    assert {row.address for row in ACTION_TABLE} == {f"{DESK}{name}/" for name in ACTIONS}
    assert {row.address for row in PRINT_TABLE} == {f"{PAGE}print/{name}/" for name in PRINTOUTS}


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address; the admin has a test of its own."""
    for entry in resolver.url_patterns:
        address = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            if entry.namespace != "admin":
                yield from addresses(entry, address)
        else:
            yield address, entry


def methods(world: World, address: str, entry: URLPattern) -> set[str]:
    """What may be asked: a page says so to whoever asks for something strange."""
    actions = getattr(entry.callback, "actions", None)
    if actions is not None:
        allowed = {method.upper() for method in actions}
    else:
        strange = Row("PROPFIND", address, EVERYBODY, 405)
        told = [world.ask(strange, role).headers.get("Allow", "") for role in (PUBLIC, ADMIN)]
        allowed = set((max(told) or "GET").split(", "))
    return allowed & {"GET", "POST", "PATCH", "DELETE"}
