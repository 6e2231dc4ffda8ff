"""Free tables of any game, as the tests open them: without the API, at any time they like."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from referee.models import User
from tests.duplicate.factories import NOON
from tests.tournaments.factories import make_division, make_entries, make_tournament
from tournaments.models import Entry, Table, Tournament
from tournaments.options import Options
from tournaments.tables.services.tables import act, open_table


def make_evening(players: int = 2, **columns: Any) -> tuple[Tournament, list[Entry]]:
    """An evening and those who came, numbered from 1."""
    evening = make_tournament(
        options=Options(ruleset="standard"), kind=Tournament.Kind.EVENING, **columns
    )
    return evening, make_entries(make_division(evening, name="Alle"), players)


def director_of(tournament: Tournament) -> User:
    return tournament.staff.get(role="director").user


def make_free_table(
    game: str = "match",
    *,
    at: datetime = NOON,
    players: int = 2,
    seats: Sequence[Sequence[int]] | None = None,
    names: Sequence[str] | None = None,
    **setup: Any,
) -> Table:
    """A table at an evening of its own, its players numbered from 1 unless the seats are said."""
    evening, _ = make_evening(players)
    seats = seats or [[number] for number in range(1, players + 1)]
    by, said = director_of(evening), setup or None
    return open_table(evening, at, by=by, seats=seats, names=names, game=game, setup=said)


def play(table: Table, *actions: dict[str, Any], at: datetime = NOON) -> Table:
    """All of the actions, by the director."""
    for action in actions:
        table = act(table, action, at, by=director_of(table.tournament))
    return table
