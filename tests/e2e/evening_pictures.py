"""The pictures of a club evening: the desk, a player's way to a table, and every other game."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from django.utils import timezone

from referee.models import User
from tests.e2e.tournament_pictures import Take
from tests.tournaments.factories import give_token
from tournaments.demo.evening import play_evening
from tournaments.models import Staff, Table, Tournament
from tournaments.tables.services.tables import act, open_table

#: By game whom it is played with, what it began with, and how far it is.
TABLES: dict[str, tuple[list[list[int]], dict[str, Any], list[dict[str, Any]]]] = {
    "bingo": (
        [[number] for number in range(1, 9)],
        {},
        [
            {"kind": "card", "player": 0, "words": ["LATERNE", "GEDANKE"]},
            {"kind": "card", "player": 1, "words": ["GEDANKE", "LATERNE"]},
            *[{"kind": "call", "number": number} for number in range(1, 13)],
        ],
    ),
    "rummy": (
        [[3], [4], [5]],
        {"begins": 0},
        [
            {"kind": "turn_up", "card": "E"},
            {"kind": "task"},
            {"kind": "draw", "player": 0, "from": "discard"},
        ],
    ),
    "party": (
        [[1, 3], [2, 4]],
        {"begins": 0},
        [{"kind": "roll", "player": 0}, {"kind": "start", "player": 1}],
    ),
}


def picture_club_evening(take: Take, by: User, session: Mapping[str, str]) -> None:
    """The evening of the demo with more tables, which `by` directs too, who has `session`."""
    director = partial(take, cookies=session)
    evening = play_evening(timezone.now())
    evening.staff.create(user=by, role=Staff.Role.DIRECTOR)
    evening.name = "Donnerstags am Brett"
    evening.save(update_fields=["name"])
    path = f"/tournaments/{evening.pk}/"
    seat = _seat(evening, 1)
    take("evening-join", f"/tournaments/join/{evening.join_code}/", "Joining an evening")
    director("evening-new", "/tournaments/new/?kind=evening", "Creating an evening")
    take("evening-open", f"{path}tables/new/?game=party", "Opening a table of Party", cookies=seat)
    take("evening-me", f"{path}me/", "A player's page on an evening", cookies=seat)
    director("evening-desk", f"{path}desk/", "The desk of an evening")
    take("evening-standings", path, "An evening as everybody sees it")
    take("evening-hall", f"{path}scoreboard/", "An evening in the hall")
    for game in ("cards", "ungame"):
        _take_table(take, evening.tables.filter(game=game).latest("created_at"))
    for game in TABLES:
        _take_table(take, _open(evening, game, by))
    take("rules", "/regeln/party/", "The rules of a game")


def _open(evening: Tournament, game: str, by: User) -> Table:
    """A table of this game, as far as it is pictured; its time has run for a while."""
    seats, setup, actions = TABLES[game]
    at = timezone.now() - timedelta(seconds=25)
    table = open_table(evening, at, by=by, game=game, seats=seats, setup=setup)
    for action in actions:
        table = act(table, action, at, by=by)
    return table


def _take_table(take: Take, table: Table) -> None:
    seat = table.seats.select_related("entry")[0].entry.number
    name = f"{table.game}-running" if table.state == Table.State.RUNNING else f"{table.game}-over"
    cookies = _seat(table.tournament, seat)
    take(name, f"/tournaments/tables/{table.pk}/", f"A table: {table.game}", cookies=cookies)


def _seat(evening: Tournament, number: int) -> dict[str, str]:
    return {f"entry_{evening.pk.hex}": give_token(evening.entries.get(number=number))}
