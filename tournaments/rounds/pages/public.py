"""What everybody may see of a tournament. Nothing here is shown before its publication."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from referee.access import Role
from referee.charts import Chart, line_chart
from referee.columns import MEMBERS, on_page
from referee.page_requests import Context, number_in, page_of, theme_in
from tournaments.events.pages.kinds import live
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import (
    find_division,
    find_entry,
    find_round,
)
from tournaments.models import Division, Entry, Pairing, Round, Table, Tournament
from tournaments.permissions import demand_published
from tournaments.ratings import Change
from tournaments.rounds.columns import GROUP, SHORT, page_columns
from tournaments.rounds.selectors.brackets import brackets_of
from tournaments.rounds.selectors.crosstable import Cell, cross_row_of, crosstable_of
from tournaments.rounds.selectors.ratings import ratings_of
from tournaments.rounds.selectors.rounds import ShownPairing, rounds_of, shown_round
from tournaments.rounds.selectors.standings import (
    Standings,
    groups_of,
    published_rounds,
    standings_of,
    within_groups,
)
from tournaments.standings import GroupBy, Row
from tournaments.tables.selectors.tables import recorded_games

Outcome = Pairing.Outcome

#: So many of each division stand on the tournament's own page.
LEADERS = 10
#: So many recorded games are offered there; all others are found at their rounds.
MOST_TABLES = 20
GROUPS: tuple[GroupBy, ...] = get_args(GroupBy)


@dataclass(frozen=True)
class Line:
    """A row of the standings as it is read."""

    row: Row
    #: What the tournament does to the rating; None where it is not shown.
    change: Change | None
    #: Nobody can take this place any more.
    is_clinched: bool


@dataclass(frozen=True)
class Part:
    """A division on the page of its tournament."""

    division: Division
    players: int
    #: The published rounds, each with `games` and `open_games`.
    rounds: list[Round]
    standings: Standings
    leaders: tuple[Line, ...]
    #: Who plays, as long as there is no table.
    entries: list[Entry]

    @property
    def current(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None


@dataclass(frozen=True)
class Game:
    """A row of a round, and where it can be watched."""

    pairing: ShownPairing
    #: 'first', 'second', or '' for neither of them.
    winner: str
    record: UUID | None


def show_overview(visit: Visit) -> HttpResponse:
    """The tournament as it stands: each division with its leaders and its rounds."""
    found = visit.tournament
    parts = [part_of(division) for division in divisions_of(found)]
    return visit.render(
        "tournaments/rounds/public/overview.html",
        {
            **live(found),
            "parts": parts,
            "columns": SHORT,
            "players": sum(part.players for part in parts),
            "tables": recorded_games(found, visit.role, visit.player)[:MOST_TABLES],
        },
    )


def show_standings(visit: Visit, division: int) -> HttpResponse:
    """A division's table, ?after=n as after that round, ?by=category, club or team.

    Raises DivisionMissing, RoundMissing.
    """
    found = find_division(visit.tournament, division)
    context = standings_context(visit.request, found)
    page = page_of(visit.request, context["lines"])
    context |= {"lines": page, "page": page} if not context["by"] else {}
    if context["after"] is None and page.number == 1:  # it is told as it stands now, and once
        context["brackets"] = brackets_of(found)
    return visit.render(
        "tournaments/rounds/public/standings.html",
        {**live(visit.tournament), **_around(found), **context, "here": "standings"},
    )


def show_round(visit: Visit, division: int, round: int) -> HttpResponse:
    """A published round; what is reported but not confirmed is for the staff.

    Raises DivisionMissing, RoundMissing, NotPublished.
    """
    found = find_division(visit.tournament, division)
    shown = find_round(found, round)
    demand_published(shown, Role.PUBLIC)
    games = games_of(shown, to_staff=visit.role.is_staff)
    played = [game for game in games if game.pairing.second]
    return visit.render(
        "tournaments/rounds/public/round.html",
        {
            **live(visit.tournament),
            **_around(found),
            "round": shown,
            "games": played,
            "alone": [game.pairing for game in games if not game.pairing.second],
            "open_games": sum(game.pairing.standing != "confirmed" for game in played),
            "brackets": [one for one in brackets_of(found) if round in one.rounds],
            "here": round,
        },
    )


def show_wallchart(visit: Visit, division: int) -> HttpResponse:
    """Everybody's way through the rounds. Raises DivisionMissing."""
    found = find_division(visit.tournament, division)
    table = crosstable_of(found)
    page = page_of(visit.request, table.rows)
    return visit.render(
        "tournaments/rounds/public/wallchart.html",
        {
            **live(visit.tournament),
            **_around(found),
            "table": table,
            "rows": page,
            "page": page,
            "here": "wallchart",
        },
    )


def show_player(visit: Visit, number: int) -> HttpResponse:
    """A player's own sheet: every published round. Raises EntryMissing."""
    entry = find_entry(visit.tournament, number)
    entry.division.tournament = visit.tournament
    line = cross_row_of(entry.division, entry.pk)
    changes = {found.row.player.id: found.change for found in ratings_of(entry.division)}
    counted = [cell for cell in line.placed if cell.wins2 is not None] if line else []
    return visit.render(
        "tournaments/rounds/public/player.html",
        {
            **live(visit.tournament),
            **_around(entry.division),
            "entry": entry,
            "line": line,
            "counted": len(counted),
            "change": changes.get(entry.pk),
            "charts": [_course(counted)] if len(counted) > 1 else [],
        },
    )


def show_embedded(request: HttpRequest, division: Division, top: int) -> HttpResponse:
    """The first `top` rows for other sites."""
    table = standings_of(division)
    context = {
        **live(division.tournament),
        "tournament": division.tournament,
        "division": division,
        "standings": table,
        "columns": SHORT,
        "lines": lines_of(table, table.rows[:top], is_whole=False),
        "more": max(0, len(table.rows) - top),
        "theme": theme_in(request),
    }
    return render(request, "tournaments/rounds/public/embed.html", context)


def divisions_of(tournament: Tournament) -> list[Division]:
    """The divisions by number."""
    return list(tournament.divisions.order_by("number"))


def part_of(division: Division, most: int = LEADERS) -> Part:
    """The division with its first `most`."""
    standings = standings_of(division)
    rounds = list(rounds_of(division, to_staff=False))
    entries = division.entries.filter(withdrawn_from=None)
    return Part(
        division=division,
        players=entries.count(),
        rounds=rounds,
        standings=standings,
        leaders=lines_of(standings, standings.rows[:most], is_whole=False) if rounds else (),
        entries=[] if rounds else list(entries),
    )


def standings_context(request: HttpRequest, division: Division) -> dict[str, Any]:
    """The standings that the address asks for, whole. Raises RoundMissing."""
    by = next((group for group in GROUPS if group == request.GET.get("by")), None)
    after = number_in(request, "after")
    table = standings_of(division, after)
    changes = {} if after or not table.rounds else _changes(division)
    shown: dict[str, Any] = {
        "standings": table,
        "columns": page_columns(table.rows, table.metrics),
        "by": by or "",
        "after": after,
        "query": urlencode({"by": by or "", "after": after or ""}),
        "lines": lines_of(table, table.rows, changes),
    }
    if by == "category":
        tables = within_groups(table, by)
        shown["tables"] = [
            (name, lines_of(table, rows, changes, is_whole=False)) for name, rows in tables.items()
        ]
    elif by:
        shown |= {
            "groups": groups_of(division, by, table),
            "columns": on_page((*GROUP, MEMBERS)),
        }
        shown["best_of"] = division.tournament.options.team_best_of
    return shown


def lines_of(
    standings: Standings,
    rows: tuple[Row, ...],
    changes: Mapping[int, Change] | None = None,
    *,
    is_whole: bool = True,
) -> tuple[Line, ...]:
    """`rows` as they are read; places are sure only in the whole field."""
    return tuple(
        Line(
            row=row,
            change=(changes or {}).get(row.player.id),
            is_clinched=is_whole and standings.is_clinched(row),
        )
        for row in rows
    )


def games_of(round: Round, *, to_staff: bool) -> list[Game]:
    """The rows of `round`, by table, and those who play alone."""
    tables = Table.objects.filter(pairing__round=round)
    if not to_staff:
        tables = tables.filter(Q(is_public=True) | Q(state=Table.State.OVER))
    records = dict(tables.values_list("pairing", "pk"))
    return [
        Game(row, winner_of(row), records.get(row.id))
        for row in shown_round(round, to_staff=to_staff).pairings
    ]


def winner_of(row: ShownPairing) -> str:
    """'first' or 'second', as far as the result is known and one has won."""
    if row.outcome in {Outcome.LOST_ON_TIME_FIRST, Outcome.FORFEIT_FIRST}:
        return "second"
    if row.outcome in {Outcome.LOST_ON_TIME_SECOND, Outcome.FORFEIT_SECOND}:
        return "first"
    if row.first_points is None or row.second_points is None:
        return ""
    ahead = row.first_points - row.first_penalty - (row.second_points - row.second_penalty)
    return "first" if ahead > 0 else "second" if ahead else ""


def _around(division: Division) -> Context:
    """What leads from a page to the others of its division."""
    return {
        "division": division,
        "rounds": published_rounds(division),
        "divisions": divisions_of(division.tournament),
    }


def _changes(division: Division) -> Mapping[int, Change]:
    return {found.row.player.id: found.change for found in ratings_of(division)}


def _course(cells: list[Cell]) -> Chart:
    rounds = [cell.round for cell in cells]
    values = [cell.total_spread for cell in cells]
    return line_chart(_("Differenz, Runde für Runde"), rounds, [(_("Differenz"), values)])
