"""Pages of standings: a hundred places at a time, and ways to one's own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.core.paginator import Page
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from duplicate.columns import COLUMNS, TEAM, round_columns, tops_of
from duplicate.pages.page_requests import Visit, game_page
from duplicate.selectors.revisions import waiting_results
from duplicate.selectors.standings import game_standings
from duplicate.standings import Player, Row, Standings, by_club
from referee.columns import MEMBERS, on_page
from referee.events.selectors import is_number
from referee.page_requests import number_in, page_of, text_in

GROUPS = ("category", "club")
#: So many rows stand on a page, and on a part of a print-out.
MOST_ROWS, MOST_PRINTED = 100, 500
#: So many categories stand on a page, and so many of the first of each.
MOST_CATEGORIES, FIRST = 20, 10

T = TypeVar("T")


@dataclass(frozen=True)
class Group:
    """Rows under one heading."""

    category: str
    rows: Sequence[Row]
    #: How many there are in the whole category.
    in_all: int


@require_safe
@game_page()
def standings_page(visit: Visit) -> HttpResponse:
    """The standings, ?by=category or club, ?round=n as after that round. Raises RoundMissing.

    Of categories the first few are shown, of ?category=… all. ?find= looks for a name, a club or a
    number; ?rank= and ?number= lead to the page where that place or that player is.
    """
    shown = _asked_for(visit)
    standings: Standings = shown["standings"]
    asked = visit.request.GET
    if shown["by"] == "club":
        teams = by_club(standings)
        shown["page"] = shown["teams"] = page_of(visit.request, teams, MOST_ROWS)
    elif shown["by"] == "category" and "category" not in asked:
        categories = list(standings.categories.items())
        shown["page"] = page_of(visit.request, categories, MOST_CATEGORIES)
        shown["groups"] = [Group(name, rows[:FIRST], len(rows)) for name, rows in shown["page"]]
    else:
        category = asked.get("category", "") if shown["by"] else None
        rows = standings.rows if category is None else standings.categories.get(category, ())
        page = _page_of_rows(visit, rows)
        shown |= {"page": page, "is_of_people": True, "category": category}
        shown["groups"] = [Group(category or "", list(page), len(page))]
        if visit.person and any(row.player.number == visit.person.number for row in rows):
            shown["own_number"] = visit.person.number
    return visit.render("duplicate/standings.html", shown)


def printed_standings(visit: Visit) -> dict[str, Any]:
    """A part of the standings asked for, ready to be printed; all of them where they are few."""
    shown = _asked_for(visit)
    standings: Standings = shown["standings"]
    if shown["by"] == "club":
        shown["teams"] = shown["parts"] = page_of(visit.request, by_club(standings), MOST_PRINTED)
        return shown
    groups = standings.categories if shown["by"] else {"": standings.rows}
    lines = [(category, row) for category, rows in groups.items() for row in rows]
    part: Page[tuple[str, Row]] = page_of(visit.request, lines, MOST_PRINTED)
    shown["parts"] = part
    shown["groups"] = [
        Group(category, rows := [row for _category, row in found], len(rows))
        for category, found in groupby(part, key=lambda line: line[0])
    ]
    return shown


def find_rows(rows: Sequence[T], text: str, player_of: Callable[[T], Player]) -> Sequence[T]:
    """Those whose number it is, or whose name or club has every part of it; without a text all."""
    if not text:
        return rows
    if is_number(text):
        return [row for row in rows if player_of(row).number == int(text)]
    parts = text.casefold().split()

    def is_meant(player: Player) -> bool:
        called = f"{player.name} {player.club}".casefold()
        return all(part in called for part in parts)

    return [row for row in rows if is_meant(player_of(row))]


def _asked_for(visit: Visit) -> dict[str, Any]:
    """What every page of standings begins with. Raises RoundMissing."""
    by = visit.request.GET.get("by", "")
    by = by if by in GROUPS else ""
    after = number_in(visit.request, "round")
    standings = game_standings(visit.game, after_round=after)
    columns = (*TEAM, MEMBERS) if by == "club" else (*COLUMNS, *round_columns(standings))
    return {
        "standings": standings,
        "by": by,
        "after": after,
        "query": urlencode({"by": by, "round": after or ""}),
        "columns": on_page(columns),
        "tops": tops_of(standings),
        "find": text_in(visit.request, "find"),
        "waiting": waiting_results(visit.game) if visit.role.is_staff else (),
    }


def _page_of_rows(visit: Visit, rows: Sequence[Row]) -> Page[Row]:
    """The page asked for by its number, by a rank or by a player's number, of those looked for."""
    found = find_rows(rows, text_in(visit.request, "find"), lambda row: row.player)
    rank, number = number_in(visit.request, "rank", 6), number_in(visit.request, "number", 6)
    at = next(
        (
            place
            for place, row in enumerate(found)
            if (rank is not None and row.rank >= rank) or row.player.number == number
        ),
        None if rank is None else len(found),
    )
    return page_of(visit.request, found, MOST_ROWS, at=at)
