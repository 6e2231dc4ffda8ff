"""The screen in the hall: one page that follows the game, to be read from the last row."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from duplicate.labels import label
from duplicate.models import Game, Round
from duplicate.pages.page_requests import Visit, drawn_once, game_page
from duplicate.pages.shown import board_after, board_before, rack_tiles
from duplicate.selectors.reports import best_of
from duplicate.selectors.rounds import current_round
from duplicate.selectors.shown import shown_round
from duplicate.selectors.standings import game_standings
from duplicate.services.hall import freeze_hall, release_hall
from duplicate.standings import Row
from referee.access import Need, Role
from referee.invitations import invitation
from referee.page_requests import theme_in

State = Round.State
#: So many of the standings are shown at a time, and in all: nobody waits for the 200th page.
ROWS, MOST_ROWS = 9, 99
#: So many of those who joined are named.
NAMES = 48


class Scene(StrEnum):
    """What is on the screen."""

    WELCOME = "welcome"
    WAITING = "waiting"
    PLAYING = "playing"
    TIME_UP = "time_up"
    RESULT = "result"
    FINAL = "final"
    FROZEN = "frozen"


@require_safe
@game_page()
@drawn_once
def hall_page(visit: Visit) -> HttpResponse:
    """The screen as it is now; its script asks for it anew whenever the game has changed.

    Whoever opens it while it is frozen sees nothing of the game. Only the staff's has the code.
    """
    round = current_round(visit.game)
    if round:
        round.game = visit.game
    scene = scene_of(visit.game, round)
    may_freeze = visit.role is Role.DIRECTOR
    context = {
        "scene": scene,
        "theme": theme_in(visit.request),
        "freeze_address": reverse("hall_freeze", args=[visit.game.pk]) if may_freeze else "",
        **_scene_context(visit, scene, round),
    }
    return visit.render("duplicate/hall.html", context)


@require_POST
@game_page(Need.DIRECTOR, back="hall")
def hall_freeze(visit: Visit) -> HttpResponse:
    """Freeze the screens (frozen=1) or release them; then back to the hall or (back=desk) desk."""
    change = freeze_hall if visit.request.POST.get("frozen") == "1" else release_hall
    change(visit.game, visit.at, by=visit.by)
    return redirect("desk" if visit.request.POST.get("back") == "desk" else "hall", visit.game.pk)


def scene_of(game: Game, round: Round | None) -> Scene:
    """Until the first round opens people are still welcome."""
    if game.hall_frozen:
        return Scene.FROZEN
    if game.state == Game.State.FINISHED:
        return Scene.FINAL
    if round is None:
        return Scene.WELCOME
    match round.state:
        case State.DRAWN:
            return Scene.WELCOME if round.number == 1 else Scene.WAITING
        case State.OPEN | State.PAUSED:
            return Scene.PLAYING
        case State.PUBLISHED:
            return Scene.RESULT
        case _:
            return Scene.TIME_UP


def _scene_context(visit: Visit, scene: Scene, round: Round | None) -> dict[str, Any]:
    game = visit.game
    match scene:
        case Scene.WELCOME:
            return _welcome(visit)
        case Scene.PLAYING | Scene.TIME_UP if round:
            to_staff = visit.role.is_staff
            return {
                "round": round,
                "board": board_before(game, round),
                "rack": rack_tiles(game, round.rack),
                "clock_size": _clock_size(round, visit.at),
                "answered": shown_round(round, to_staff=True)["answered"] if to_staff else None,
                "playing": game.participants.filter(withdrawn_at=None).count(),
            }
        case Scene.RESULT if round:
            return {
                "round": round,
                "board": board_after(round),
                "best": best_of(round),
                "pages": _pages(game),
            }
        case Scene.WAITING:
            return {"round": round, "board": board_before(game, round), "pages": _pages(game)}
        case Scene.FINAL:
            standings = game_standings(game)
            return {
                "board": board_after(round) if round else board_before(game, None),
                "winners": [row for row in standings.rows if row.rank == 1 and standings.rounds],
                "ending": label(game.ending),
                "top_total": standings.top_total,
                "pages": _pages(game),
            }
    return {}


def _clock_size(round: Round, at: datetime) -> str:
    """'long' where minutes have two digits, 'longer' from an hour on."""
    left = round.closes_at - at if round.closes_at else timedelta()
    if left >= timedelta(hours=1):
        return "longer"
    return "long" if left >= timedelta(minutes=10) else ""


def _welcome(visit: Visit) -> dict[str, Any]:
    playing = visit.game.participants.filter(withdrawn_at=None)
    shown: dict[str, Any] = {
        "people": playing.count(),
        "names": playing.order_by("-number").values_list("name", flat=True)[:NAMES],
    }
    return shown | invitation(visit.request, visit.game.join_code) if visit.role.is_staff else shown


def _pages(game: Game) -> list[tuple[Row, ...]]:
    """The standings page by page; none before there are any."""
    standings = game_standings(game)
    rows = standings.rows[:MOST_ROWS] if standings.rounds else ()
    return [rows[start : start + ROWS] for start in range(0, len(rows), ROWS)]
