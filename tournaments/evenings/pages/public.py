"""What everybody may see of a club evening: the standings, the tables, a player's own sheet."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from referee.access import Role
from referee.page_requests import Context, page_of, theme_in
from tournaments.evenings.pages.shown import (
    LISTED,
    NEWS,
    Board,
    Boards,
    Shown,
    boards_of,
    invited,
    shown_boards,
    shown_standings,
    spread_over,
    tables_in,
)
from tournaments.evenings.selectors import evening_standings, own_tables
from tournaments.events.pages.kinds import live
from tournaments.events.pages.page_requests import Visit
from tournaments.events.pages.scenes import MOST_ROWS, NAMES, ROWS, Leaf, Scene, leaves_of
from tournaments.events.selectors.finding import find_division, find_entry
from tournaments.models import Division, LogEntry, Table, Tournament
from tournaments.tables.selectors.tables import watchable_tables

#: So many tables that are played, and that are over, stand beside the standings; on a page of all.
PLAYING, OVER, TABLES_LISTED = 12, 12, 48
#: So many tables are on the hall's screen at a time and in all, and that are over beside them.
TABLES, MOST_TABLES, NEWEST = 6, 24, 4
#: The points at the tables are looked at so often, or more rarely where many look.
LOOK_MS = 10_000


def show_overview(visit: Visit) -> HttpResponse:
    """The evening as it stands, with the first tables that the visitor may watch.

    ?page=n leads through the standings, ?tables=all to a list of all tables; ?part=running is
    those that are played, for whoever has the rest.
    """
    asked = visit.request.GET
    if asked.get("part") == "running":
        return _show_running(visit)
    if asked.get("tables") == "all":
        return _show_tables(visit)
    evening = visit.tournament
    shown = shown_standings(evening)
    page = page_of(visit.request, shown.rows, LISTED)
    context = {
        **_followed(evening),
        **boards_of(visit, PLAYING, OVER),
        "shown": shown,
        "lines": shown.lines_of(list(page)),
        "page": page,
        "players": evening.entries.filter(withdrawn_from=None).count(),
    }
    return visit.render("tournaments/evenings/overview.html", context)


def lead_to_overview(visit: Visit, division: int) -> HttpResponse:
    """An evening has its one table on its own page, and no rounds. Raises DivisionMissing."""
    find_division(visit.tournament, division)
    return redirect("tournament", visit.tournament.pk)


def _show_tables(visit: Visit) -> HttpResponse:
    """All tables that the visitor may watch, page by page: those still played come first."""
    tables = Paginator(tables_in(visit, *Table.State), TABLES_LISTED)
    page = tables.get_page(visit.request.GET.get("page"))
    context = {
        **_followed(visit.tournament),
        "page": page,
        "boards": shown_boards(visit, page),
    }
    return visit.render("tournaments/evenings/tables.html", context)


def _show_running(visit: Visit) -> HttpResponse:
    """The tables that are played, as the overview has them, with an ETag.

    They are all that changes there without a new version, so that who watches asks for nothing
    else.
    """
    playing = tables_in(visit, Table.State.RUNNING)
    tables, count = list(playing[:PLAYING]), playing.count()
    told = [(str(table.pk), table.log_length) for table in tables]
    named = f"{count} {get_language()} {told}"
    etag = f'W/"{sha256(named.encode()).hexdigest()[:20]}"'
    response = get_conditional_response(visit.request, etag=etag) or visit.render(
        "tournaments/evenings/running.html",
        {"running": shown_boards(visit, tables), "running_count": count},
    )
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _followed(evening: Tournament) -> Context:
    """What a page needs to follow the evening: who comes is news only until it begins."""
    is_begun = evening.state != Tournament.State.SETUP
    coming = () if is_begun else (LogEntry.Kind.ENTERED, LogEntry.Kind.IMPORTED)
    spread_ms = spread_over(evening)
    return {
        **live(evening),
        "news": " ".join((*NEWS, *coming)),
        "spread_ms": spread_ms,
        "look_ms": max(LOOK_MS, spread_ms),
    }


def show_player(visit: Visit, number: int) -> HttpResponse:
    """A player's tables, as far as the visitor may watch them, and what they brought.

    Raises EntryMissing.
    """
    entry = find_entry(visit.tournament, number)
    standings = evening_standings(visit.tournament)
    seen = watchable_tables(visit.tournament, visit.role, visit.player).values("pk")
    tables = own_tables(entry).filter(pk__in=seen)
    context = {
        **_followed(visit.tournament),
        "entry": entry,
        "row": standings.row_of(entry.pk),
        "boards": shown_boards(visit, tables),
    }
    return visit.render("tournaments/evenings/player.html", context)


def show_embedded(request: HttpRequest, division: Division, top: int) -> HttpResponse:
    """The first `top` rows for other sites."""
    evening = division.tournament
    shown = shown_standings(evening)
    context = {
        **_followed(evening),
        "tournament": evening,
        "shown": shown,
        "lines": shown.lines_of(shown.rows[:top]),
        "more": max(0, len(shown.rows) - top),
        "theme": theme_in(request),
    }
    return render(request, "tournaments/evenings/embed.html", context)


def show_scoreboard(visit: Visit) -> HttpResponse:
    """The hall's screen; for the staff it has the code by which people join."""
    evening = visit.tournament
    shown = shown_standings(evening)
    # Whoever has opened it: what is on the screen is for everybody.
    boards = boards_of(replace(visit, role=Role.PUBLIC, person=None), MOST_TABLES, NEWEST)
    scene = _scene(evening, boards["running"])
    here = evening.entries.filter(withdrawn_from=None)
    return visit.render(
        "tournaments/evenings/scoreboard.html",
        {
            **live(evening),
            **(_invitation(visit) if visit.role.is_staff else {}),
            "scene": scene,
            "theme": theme_in(visit.request),
            "shown": shown,
            "people": here.count(),
            "names": list(here.order_by("number").values_list("name", flat=True)[:NAMES]),
            "running": boards["running"],
            "running_count": boards["running_count"],
            "newest": boards["over"],
            "leaves": [] if scene is Scene.WELCOME else _leaves(scene, shown, boards),
        },
    )


def _invitation(visit: Visit) -> Context:
    if visit.tournament.state == Tournament.State.FINISHED:
        return {}
    return invited(visit.request, visit.tournament)


def _scene(evening: Tournament, running: Sequence[Board]) -> Scene:
    if evening.state == Tournament.State.SETUP:
        return Scene.WELCOME
    if evening.state == Tournament.State.FINISHED:
        return Scene.FINAL
    return Scene.PLAYING if running else Scene.PAUSE


def _leaves(scene: Scene, shown: Shown, boards: Boards) -> list[Leaf]:
    leaves = leaves_of("tables", boards["running"], TABLES) if scene is Scene.PLAYING else []
    if scene is Scene.FINAL:
        winners = shown.lines_of([row for row in shown.rows if row.rank and row.rank <= 3])
        leaves += leaves_of("winners", winners, ROWS)
    return leaves + leaves_of("standings", shown.lines_of(shown.rows[:MOST_ROWS]), ROWS)
