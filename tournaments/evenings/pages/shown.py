"""A club evening as its pages show it: the standings, a column for each game, and the tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypedDict

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from referee.columns import Column, on_page
from referee.invitations import invitation
from referee.page_requests import Context
from referee.qr import qr_code
from tournaments.evenings.columns import COLUMNS, game_columns
from tournaments.evenings.selectors import EveningStandings, evening_standings
from tournaments.events.pages.page_requests import Visit
from tournaments.models import Entry, LogEntry, Table, Tournament
from tournaments.standings.evening import EveningRow, points_for
from tournaments.tables.pages.timer import tell_time
from tournaments.tables.selectors.tables import recorded_games
from tournaments.tables.titles import game_name

#: Of more players at a table only the first are named.
MOST_NAMED = 8
#: So many rows of the standings stand on a page.
LISTED = 100
#: On a phone these: the first, and so many on either side of the own one.
FIRST, AROUND = 10, 2
#: Who looks at an evening asks for a new page once in so many milliseconds for every player: the
#: phones of all of them for 25 a second at the most, however many they are.
SPREAD_MS = 40
#: What changes more than who is here.
NEWS = (
    LogEntry.Kind.CHANGED,
    LogEntry.Kind.ENTRY_CHANGED,
    LogEntry.Kind.WITHDRAWN,
    LogEntry.Kind.READMITTED,
    LogEntry.Kind.STARTED,
    LogEntry.Kind.FINISHED,
    LogEntry.Kind.REOPENED,
    LogEntry.Kind.TABLE_OPENED,
    LogEntry.Kind.TABLE_FINISHED,
)


@dataclass(frozen=True)
class Line:
    """A row of the standings as it is read."""

    row: EveningRow
    #: Whether others were left out before it.
    is_apart: bool = False


@dataclass(frozen=True)
class Shown:
    """The standings of an evening."""

    standings: EveningStandings

    @property
    def columns(self) -> list[Column]:
        return on_page((*COLUMNS, *game_columns(self.standings.games)))

    @property
    def short_columns(self) -> list[Column]:
        return on_page(COLUMNS, is_short=True)

    @property
    def rows(self) -> tuple[EveningRow, ...]:
        return self.standings.rows

    @property
    def place_points(self) -> tuple[int, ...]:
        return self.standings.place_points

    @property
    def counted(self) -> int:
        """So many games count so far."""
        return sum(bool(table.shares) for table in self.standings.ended)

    @property
    def is_begun(self) -> bool:
        return any(table.shares for table in self.standings.ended)

    @property
    def lines(self) -> list[Line]:
        """All of them: pages that many look at show fewer."""
        return self.lines_of(self.rows)

    @property
    def leading(self) -> list[Line]:
        return self.lines_of(self.rows[:FIRST])

    def lines_of(self, rows: Sequence[EveningRow]) -> list[Line]:
        return [Line(row) for row in rows]

    def lines_for(self, player: Entry) -> list[Line]:
        """The first ones, and the player's own with those next to it."""
        own = self.standings.place_of(player.pk)
        if own is None or own < FIRST:
            return self.leading
        start = max(FIRST, own - AROUND)
        near, *others = self.rows[start : own + AROUND + 1]
        apart = Line(near, is_apart=start > FIRST)
        return [*self.leading, apart, *self.lines_of(others)]

    def page_of(self, player: Entry) -> int:
        """On which page of the standings the player stands."""
        return (self.standings.place_of(player.pk) or 0) // LISTED + 1


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
    return Shown(evening_standings(tournament))


def spread_over(tournament: Tournament) -> int:
    """Once in so many milliseconds those who look may ask for a new page."""
    return SPREAD_MS * tournament.entries.count()


class Boards(TypedDict):
    """Tables to watch, as far as there is room for them, and how many there are."""

    running: list[Board]
    running_count: int
    over: list[Board]
    over_count: int


def boards_of(visit: Visit, running: int, over: int) -> Boards:
    """The first tables of those that the visitor may watch, and how many there are of each kind:
    those still played, and those over, the newest first."""
    playing, ended = tables_in(visit, Table.State.RUNNING), tables_in(visit, Table.State.OVER)
    return Boards(
        running=shown_boards(visit, playing[:running]),
        running_count=playing.count(),
        over=shown_boards(visit, ended[:over]),
        over_count=ended.count(),
    )


def tables_in(visit: Visit, *states: Table.State) -> QuerySet[Table]:
    """The tables that the visitor may watch, the newest first; who sits there is in their names."""
    found = recorded_games(visit.tournament, visit.role, visit.player).filter(state__in=states)
    return found.select_related(None).prefetch_related(None)


def shown_boards(visit: Visit, tables: Iterable[Table]) -> list[Board]:
    standings = evening_standings(visit.tournament)
    return [board_of(table, standings, visit.at) for table in tables]


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
    ended = standings.ended_at(table.pk)
    brings = ended is not None and bool(ended.shares)
    seats = [
        Seated(
            name,
            scores[number],
            place=place,
            points=points_for(place, standings.place_points) if brings and place else None,
        )
        for number, (name, place) in enumerate(
            zip(table.names, table.places or [None] * len(table.names), strict=True)
        )
    ]
    ranked = sorted(seats, key=lambda seat: seat.place or 0)
    return _shortened(Board(table, name, tuple(ranked), 0), ranked)


def _shortened(board: Board, ranked: Sequence[Seated]) -> Board:
    more = len(board.seats) - MOST_NAMED
    return board if more <= 0 else replace(board, seats=tuple(ranked[:MOST_NAMED]), more=more)


def _left(due_at: datetime, at: datetime) -> str:
    return tell_time(max(0, int((due_at - at).total_seconds() * 1000)))


def invited(request: HttpRequest, evening: Tournament) -> Context:
    """What a template needs to invite people; only pages of the staff have it."""
    code = evening.join_code or ""
    address = request.build_absolute_uri(reverse("evening_join", args=[code]))
    return invitation(request, code) | {"join_address": address, "qr_code": qr_code(address)}


def present(evening: Tournament) -> list[Entry]:
    """Those who are here, by number."""
    return list(evening.entries.filter(withdrawn_from=None).order_by("number"))
