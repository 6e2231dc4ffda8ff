"""What everybody may see of a club evening: the standings, the tables, a player's own sheet."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from referee.access import Role
from referee.visits import theme_in
from tournaments.models import Entry, Tournament
from tournaments.pages.evening_shown import (
    Board,
    board_of,
    boards_of,
    invited,
    present,
    shown_standings,
)
from tournaments.pages.scenes import MOST_ROWS, NAMES, ROWS, Leaf, Scene, leaves_of
from tournaments.pages.visits import Visit
from tournaments.selectors.evenings import evening_standings, own_tables
from tournaments.selectors.tables import watchable_tables

#: So many tables are on the hall's screen at a time, and so many that are over beside them.
TABLES, NEWEST = 6, 4


def show_overview(visit: Visit, live: dict[str, Any]) -> HttpResponse:
    """The evening as it stands, with the tables that the visitor may watch."""
    evening = visit.tournament
    context = {
        **live,
        **boards_of(visit),
        "shown": shown_standings(evening),
        "players": evening.entries.filter(withdrawn_from=None).count(),
    }
    return visit.render("tournaments/evening_overview.html", context)


def show_player(visit: Visit, entry: Entry, live: dict[str, Any]) -> HttpResponse:
    """A player's tables, as far as the visitor may watch them, and what they brought."""
    standings = evening_standings(visit.tournament)
    seen = watchable_tables(visit.tournament, visit.role, visit.player).values("pk")
    tables = own_tables(entry).filter(pk__in=seen)
    context = {
        **live,
        "entry": entry,
        "row": standings.row_of(entry.pk),
        "boards": [board_of(table, standings, visit.at) for table in tables],
    }
    return visit.render("tournaments/evening_player.html", context)


def show_embedded(
    request: HttpRequest, evening: Tournament, top: int, live: dict[str, Any]
) -> HttpResponse:
    """The first `top` rows for other sites."""
    shown = shown_standings(evening)
    context = {
        **live,
        "tournament": evening,
        "shown": shown,
        "lines": shown.lines[:top],
        "more": max(0, len(shown.lines) - top),
        "theme": theme_in(request),
    }
    return render(request, "tournaments/evening_embed.html", context)


def show_scoreboard(visit: Visit, live: dict[str, Any]) -> HttpResponse:
    """The hall's screen; for the staff it has the code by which people join."""
    evening = visit.tournament
    shown = shown_standings(evening)
    # Whoever has opened it: what is on the screen is for everybody.
    boards = boards_of(replace(visit, role=Role.PUBLIC, player=None))
    scene = _scene(evening, boards["running"])
    people = present(evening)
    return visit.render(
        "tournaments/evening_scoreboard.html",
        {
            **live,
            **(_invitation(visit) if visit.role.is_staff else {}),
            "scene": scene,
            "theme": theme_in(visit.request),
            "shown": shown,
            "people": len(people),
            "names": [entry.name for entry in people[:NAMES]],
            "running": boards["running"],
            "newest": boards["over"][:NEWEST],
            "leaves": [] if scene is Scene.WELCOME else _leaves(scene, shown.lines, boards),
        },
    )


def _invitation(visit: Visit) -> dict[str, Any]:
    if visit.tournament.state == Tournament.State.FINISHED:
        return {}
    return invited(visit.request, visit.tournament)


def _scene(evening: Tournament, running: Sequence[Board]) -> Scene:
    if evening.state == Tournament.State.SETUP:
        return Scene.WELCOME
    if evening.state == Tournament.State.FINISHED:
        return Scene.FINAL
    return Scene.PLAYING if running else Scene.PAUSE


def _leaves(scene: Scene, lines: Sequence[Any], boards: dict[str, Any]) -> list[Leaf]:
    leaves = leaves_of("tables", boards["running"], TABLES) if scene is Scene.PLAYING else []
    if scene is Scene.FINAL:
        winners = [line for line in lines if line.row.rank is not None and line.row.rank <= 3]
        leaves += leaves_of("winners", winners, ROWS)
    return leaves + leaves_of("standings", lines[:MOST_ROWS], ROWS)
