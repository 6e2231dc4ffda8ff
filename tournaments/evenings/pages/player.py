"""What a player's phone shows at a club evening: the own tables, opening one, how one stands."""

from typing import cast

from django.http import HttpResponse

from referee.page_requests import Context
from tournaments.errors import PairingMissing
from tournaments.evenings.pages.shown import NEWS, shown_boards, shown_standings, spread_over
from tournaments.evenings.selectors import own_tables
from tournaments.events.pages.page_requests import Visit
from tournaments.models import Entry, LogEntry, Table
from tournaments.tables.titles import games_to_choose


def show_own(visit: Visit) -> HttpResponse:
    """The page of who holds the seat, as things are.

    There are no pairings whose result a POST could report: raises PairingMissing.
    """
    if visit.request.method == "POST":
        raise PairingMissing
    return visit.render("tournaments/evenings/me.html", _context(visit, cast(Entry, visit.player)))


def _context(visit: Visit, player: Entry) -> Context:
    evening = visit.tournament
    shown = shown_standings(evening)
    boards = shown_boards(visit, own_tables(player))
    return {
        "playing": [board for board in boards if board.table.state == Table.State.RUNNING],
        "played": [board for board in boards if board.table.state == Table.State.OVER],
        "row": shown.standings.row_of(player.pk),
        "ranked": shown.standings.ranked,
        "shown": shown,
        "lines": shown.lines_for(player),
        "page": shown.page_of(player),
        "games": games_to_choose(),
        "may_open": evening.state != evening.State.FINISHED and player.withdrawn_from is None,
        "events": " ".join(LogEntry.Kind.values),
        "news": " ".join(NEWS),
        "spread_ms": spread_over(evening),
    }
