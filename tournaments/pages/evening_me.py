"""What a player's phone shows at a club evening: the own tables, opening one, how one stands."""

from typing import Any

from django.http import HttpResponse

from tournaments.models import Entry, LogEntry, Table
from tournaments.pages.evening_opening import games_to_choose
from tournaments.pages.evening_shown import board_of, shown_standings
from tournaments.pages.visits import SPREAD_MS, Visit
from tournaments.selectors.evenings import evening_standings, own_tables


def show_own_evening(visit: Visit, player: Entry) -> HttpResponse:
    """The page of `player` as things are."""
    return visit.render("tournaments/evening_me.html", _context(visit, player))


def _context(visit: Visit, player: Entry) -> dict[str, Any]:
    evening = visit.tournament
    standings = evening_standings(evening)
    boards = [board_of(table, standings, visit.at) for table in own_tables(player)]
    return {
        "playing": [board for board in boards if board.table.state == Table.State.RUNNING],
        "played": [board for board in boards if board.table.state == Table.State.OVER],
        "row": standings.row_of(player.pk),
        "ranked": sum(row.rank is not None for row in standings.rows),
        "shown": shown_standings(evening),
        "games": games_to_choose(),
        "may_open": evening.state != evening.State.FINISHED and player.withdrawn_from is None,
        "events": " ".join(LogEntry.Kind.values),
        "spread_ms": SPREAD_MS * evening.entries.count(),
    }
