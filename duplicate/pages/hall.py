"""The screen in the hall: one page that follows the game, to be read from the last row."""

from enum import StrEnum
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from duplicate.labels import label
from duplicate.models import Game, Round
from duplicate.pages.announcements import announcements_context
from duplicate.pages.page_requests import Visit, drawn_once, game_page
from duplicate.pages.shown import board_after, board_before, rack_tiles, tile_values
from duplicate.selectors.reports import best_of
from duplicate.selectors.rounds import current_round, last_published
from duplicate.selectors.shown import shown_round
from duplicate.selectors.standings import game_standings, results_version
from duplicate.services.hall import freeze_hall, release_hall
from duplicate.standings import Row, Standings
from referee.access import Need, Role
from referee.invitations import invitation
from referee.page_requests import theme_in

State = Round.State
#: So many of the standings are shown at a time, and in all: nobody waits for the 200th page.
ROWS, MOST_ROWS = 9, 99
#: So many of those who joined are named.
NAMES = 240
#: So many of those who share the first place are named, so that the standings have room below.
WINNERS = 3


class Scene(StrEnum):
    """What is on the screen."""

    WELCOME = "welcome"
    WAITING = "waiting"
    PLAYING = "playing"
    TIME_UP = "time_up"
    RESULT = "result"
    FINAL = "final"
    FROZEN = "frozen"


#: The scenes with tables.
TABLED = (Scene.RESULT, Scene.WAITING, Scene.FINAL)
#: Older than any tables.
NOTHING_FETCHED = {"results": -1, "answered": 0}


@require_safe
@game_page()
@drawn_once
def hall_page(visit: Visit) -> HttpResponse:
    """The screen as it is now; its script draws what changes, and asks for it anew for the rest.

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
        **_drawn(visit, scene, round),
        **NOTHING_FETCHED,
        **_fetched(visit, scene, round),
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


def _drawn(visit: Visit, scene: Scene, round: Round | None) -> dict[str, Any]:
    """What the script draws as well (hall.js); no rack or move but those shown now."""
    game = visit.game
    is_played = scene in (Scene.PLAYING, Scene.TIME_UP)
    shown = None if scene in (Scene.WELCOME, Scene.FROZEN) else round
    reference = (shown and scene is Scene.RESULT and shown.reference) or {}
    points = reference.get("points")
    top_points = shown.top_points if shown and reference else None
    rack = shown.rack if shown and is_played else ""
    flags = {
        scene.value: True,
        "paused": shown is not None and shown.state == State.PAUSED,
        "laid-one-point": points == 1,
        "laid-many-points": points != 1,
        "more-possible": points != top_points,
        "tables": scene in TABLED,
    }
    told = announcements_context(game, round)
    if scene is Scene.FROZEN:
        told = {"announced": {}, "announcement_flags": set(), "announcement_facts": {}}
    return {
        "announced": told["announced"],
        "flags": {flag for flag, is_up in flags.items() if is_up} | told["announcement_flags"],
        "facts": {
            **told["announcement_facts"],
            "people": game.participants.filter(withdrawn_at=None).count(),
            "number": shown.number if shown else None,
            "word": reference.get("word"),
            "coordinates": reference.get("coordinates"),
            "laid_points": points,
            "top_points": top_points,
        },
        "round": shown,
        "board": (
            board_after(shown)
            if shown and scene in (Scene.RESULT, Scene.FINAL)
            else board_before(game, shown)
        ),
        "rack": rack,
        "tiles": rack_tiles(game, rack),
        "values": tile_values(game),
    }


def _fetched(visit: Visit, scene: Scene, round: Round | None) -> dict[str, Any]:
    """What no public state holds, so that the script asks for it; `results` is what tables show."""
    game = visit.game
    if scene is Scene.WELCOME:
        return _welcome(visit)
    if scene in TABLED:
        standings = game_standings(game)
        published = last_published(game, round)
        winners = [row for row in standings.rows if row.rank == 1 and standings.rounds]
        return {
            "results": results_version(game),
            "best": published and best_of(published),
            "pages": _pages(standings),
            "winners": winners[:WINNERS],
            "more_winners": len(winners[WINNERS:]),
            "ending": label(game.ending),
            "top_total": standings.top_total,
        }
    if visit.role.is_staff and round and scene is not Scene.FROZEN:
        return {"answered": shown_round(round, to_staff=True)["answered"]}
    return {}


def _welcome(visit: Visit) -> dict[str, Any]:
    playing = visit.game.participants.filter(withdrawn_at=None)
    shown: dict[str, Any] = {
        "promise": _promise(visit.game),
        "people": playing.count(),
        "names": playing.order_by("-number").values_list("name", flat=True)[:NAMES],
    }
    return shown | invitation(visit.request, visit.game.join_code) if visit.role.is_staff else shown


def _promise(game: Game) -> str:
    """What everybody may compare later, before anybody knows a rack."""
    if game.hall_part:
        return _("Teil des Saals: {part}").format(part=game.hall_part)
    return _("Fingerabdruck der Ziehungen: {fingerprint}").format(fingerprint=game.fingerprint)


def _pages(standings: Standings) -> list[tuple[Row, ...]]:
    """The standings page by page; none before there are any."""
    rows = standings.rows[:MOST_ROWS] if standings.rounds else ()
    return [rows[start : start + ROWS] for start in range(0, len(rows), ROWS)]
