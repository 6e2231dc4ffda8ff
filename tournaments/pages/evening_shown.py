"""A club evening as its pages show it: the standings, a column for each game, and the tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from referee.invitations import invitation
from referee.qr import qr_code
from tournaments.models import Entry, Table, Tournament
from tournaments.pages.table_timer import tell_time
from tournaments.pages.visits import Visit
from tournaments.selectors.evenings import EveningStandings, evening_standings, game_name
from tournaments.selectors.tables import recorded_games
from tournaments.standings.evening import EveningRow

#: Of more players at a table only the first are named.
MOST_NAMED = 8
#: So many tables that are over are listed.
MOST_OVER = 50


@dataclass(frozen=True)
class Line:
    """A row of the standings as it is read."""

    row: EveningRow
    #: What each game with a column has brought, None for one that was not played.
    cells: tuple[int | None, ...]


@dataclass(frozen=True)
class Shown:
    """The standings of an evening, with the names of the games that have columns."""

    lines: tuple[Line, ...]
    games: tuple[str, ...]
    place_points: tuple[int, ...]
    #: So many games count so far.
    counted: int

    @property
    def is_begun(self) -> bool:
        return self.counted > 0


@dataclass(frozen=True)
class Seated:
    """A player or team at a table."""

    name: str
    score: int
    is_on_turn: bool = False
    #: Once the game is over and had winners.
    place: int | None = None
    #: What the place brings; None where the table brings nothing.
    points: int | None = None


@dataclass(frozen=True)
class Board:
    """A table in a list: who sits there, and how it stands."""

    table: Table
    game: str
    seats: tuple[Seated, ...]
    #: So many more sit there.
    more: int
    #: When the time that runs is over, and what is left of it; None and '' where none runs.
    due_at: datetime | None = None
    left: str = ""

    @property
    def is_running(self) -> bool:
        return self.table.state == Table.State.RUNNING

    @property
    def brings(self) -> bool:
        """Whether anybody has points of it."""
        return any(seat.points is not None for seat in self.seats)


def shown_standings(tournament: Tournament) -> Shown:
    return _shown(evening_standings(tournament))


def _shown(standings: EveningStandings) -> Shown:
    return Shown(
        lines=tuple(_line(row, standings.games) for row in standings.rows),
        games=tuple(map(game_name, standings.games)),
        place_points=standings.place_points,
        counted=sum(bool(table.shares) for table in standings.ended),
    )


def _line(row: EveningRow, games: Sequence[str]) -> Line:
    points = {one.game: one.points for one in row.by_game}
    return Line(row, tuple(points.get(game) for game in games))


def boards_of(visit: Visit) -> dict[str, Any]:
    """The tables that the visitor may watch: those still played, and those over, newest first."""
    found = recorded_games(visit.tournament, visit.role, visit.player)
    running = list(found.filter(state=Table.State.RUNNING))
    over = list(found.filter(state=Table.State.OVER)[: MOST_OVER + 1])
    standings = evening_standings(visit.tournament)
    return {
        "running": [board_of(table, standings, visit.at) for table in running],
        "over": [board_of(table, standings, visit.at) for table in over[:MOST_OVER]],
        "has_older": len(over) > MOST_OVER,
    }


def board_of(table: Table, standings: EveningStandings, at: datetime) -> Board:
    name, scores = game_name(table.game), table.scores
    if table.state == Table.State.RUNNING:
        seats = [
            Seated(name, scores[number], number == table.on_turn)
            for number, name in enumerate(table.names)
        ]
        # Of many those on turn and the leaders.
        leading = sorted(seats, key=lambda seat: (not seat.is_on_turn, -seat.score))
        left = "" if table.due_at is None else _left(table.due_at, at)
        return _shortened(Board(table, name, tuple(seats), 0, table.due_at, left), leading)
    points = _points_at(table, standings)
    places = table.places or [None] * len(table.names)
    seats = [
        Seated(name, scores[number], place=places[number], points=points.get(number))
        for number, name in enumerate(table.names)
    ]
    ranked = sorted(seats, key=lambda seat: seat.place or 0)
    return _shortened(Board(table, name, tuple(ranked), 0), ranked)


def _shortened(board: Board, ranked: Sequence[Seated]) -> Board:
    if len(board.seats) <= MOST_NAMED:
        return board
    more = len(board.seats) - MOST_NAMED
    return Board(
        board.table, board.game, tuple(ranked[:MOST_NAMED]), more, board.due_at, board.left
    )


def _points_at(table: Table, standings: EveningStandings) -> dict[int, int]:
    """What each place at the table brings, by the numbers of the game; {} where nothing."""
    ended = next((one for one in standings.ended if one.id == table.pk), None)
    if ended is None or not ended.shares or ended.places is None:
        return {}
    worth = standings.place_points
    return {
        number: worth[place - 1] if place <= len(worth) else 0
        for number, place in enumerate(ended.places)
    }


def _left(due_at: datetime, at: datetime) -> str:
    return tell_time(max(0, int((due_at - at).total_seconds() * 1000)))


def invited(request: HttpRequest, evening: Tournament) -> dict[str, Any]:
    """What a template needs to invite people; only pages of the staff have it."""
    code = evening.join_code or ""
    address = request.build_absolute_uri(reverse("evening_join", args=[code]))
    return invitation(request, code) | {"join_address": address, "qr_code": qr_code(address)}


def present(evening: Tournament) -> list[Entry]:
    """Those who are here, by number."""
    return list(evening.entries.filter(withdrawn_from=None).order_by("number"))
