"""What everybody may see of a game or a series. Nothing here is shown before its publication."""

from itertools import accumulate
from typing import Any
from uuid import UUID

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duplicate.columns import COLUMNS, tops_of
from duplicate.draw_claims import ORIGINS, claims_of, origin_of, verdict_of
from duplicate.errors import ParticipantMissing, SeriesMissing
from duplicate.labels import label
from duplicate.messages import tell_play
from duplicate.models import Game, Participant, Play, Result, Round, Series
from duplicate.pages.announcements import announcements_context
from duplicate.pages.page_requests import Visit, drawn_once, game_page
from duplicate.pages.shown import board_after, board_before, rack_tiles, tile_values
from duplicate.pages.standings import MOST_ROWS, find_rows
from duplicate.permissions import demand_published
from duplicate.selectors.log import proof_of
from duplicate.selectors.plays import plays_of
from duplicate.selectors.reports import (
    best_of,
    place_among,
    published_rounds,
    ranks_in,
    results_in_order,
    sheets_of,
)
from duplicate.selectors.rounds import current_round, living_round
from duplicate.selectors.standings import game_standings, results_version, series_standings
from duplicate.standings import Standings
from referee.access import Role
from referee.charts import Chart, bar_chart, line_chart
from referee.columns import on_page
from referee.journals import first_fault
from referee.page_requests import number_in, page_of, refused, text_in

#: So many stand on a game's own page.
LEADERS = 20
#: So many of the first are drawn in the chart.
DRAWN = 5
#: So many of the equal best moves are named.
MOST_TOPS = 12
#: The flag of the title while a round is on; of any other state it is over.
_TITLES = {
    Round.State.DRAWN: "drawn",
    Round.State.OPEN: "open",
    Round.State.PAUSED: "paused",
}


@require_safe
@game_page()
@drawn_once
def game_page_view(visit: Visit) -> HttpResponse:
    """The game as it stands, or with ?round=n as it stood after round n (0: at the beginning)."""
    game = visit.game
    rounds = list(published_rounds(game))
    for one in rounds:
        one.game = game
    standings = game_standings(game)
    return visit.render(
        "duplicate/game.html",
        {
            **_drawn(visit, rounds),
            "values": tile_values(game),
            "results": results_version(game),
            "rounds": rounds,
            "ending": label(game.ending),
            "leaders": standings.rows[:LEADERS],
            "standings": standings,
            "columns": on_page(COLUMNS, is_short=True),
            "tops": tops_of(standings),
            "charts": charts_of(standings) if rounds else [],
            "series": game.series.all(),
            "has_exports": game.state == Game.State.FINISHED or visit.role is Role.DIRECTOR,
        },
    )


@require_safe
@game_page()
def round_page(visit: Visit, number: int) -> HttpResponse:
    """A published round: the board before and after, all plays, everybody's result."""
    round = living_round(visit.game, number)
    round.game = visit.game
    demand_published(round, Role.PUBLIC)
    last = current_round(visit.game)
    other_tops = [top for top in round.tops if top != round.reference]
    return visit.render(
        "duplicate/round.html",
        {
            "round": round,
            "rack": rack_tiles(visit.game, round.rack),
            "before": board_before(visit.game, round),
            "after": board_after(round),
            "other_tops": other_tops[:MOST_TOPS],
            "more_tops": len(other_tops[MOST_TOPS:]),
            "best": best_of(round),
            **_tables(visit, round),
            "has_next": last is not None
            and (last.number > number + 1 or (last.number > number and _is_published(last))),
        },
    )


def _tables(visit: Visit, round: Round) -> dict[str, Any]:
    """A page of the plays, and one of the results: ?find= names or numbers, ?number= that one's."""
    plays: Page[Play] = page_of(visit.request, plays_of(round), MOST_ROWS, "plays")
    find = text_in(visit.request, "find")
    results = results_in_order(round, find)
    number = number_in(visit.request, "number", 6)
    at = None if number is None else place_among(results, number)
    page: Page[Result] = page_of(visit.request, results, MOST_ROWS, at=at)
    ranks = ranks_in(round)
    return {
        "find": find,
        "plays_page": plays,
        "plays": [(play, tell_play(play)) for play in plays],
        "page": page,
        "results": [(ranks[result.points], result) for result in page],
        "results_in_all": round.results.count(),
    }


@require_safe
@game_page()
def player_page(visit: Visit, number: int) -> HttpResponse:
    """A player's own sheet: every published round. Of two who are one there is one."""
    people = Participant.objects.filter(game=visit.game).select_related("merged_into")
    participant = people.filter(number=number).first()
    if participant is None:
        raise ParticipantMissing
    if participant.merged_into:
        return redirect("player", visit.game.pk, participant.merged_into.number)
    (sheet,) = sheets_of(visit.game, [participant])
    tops = [line.round.top_points for line in sheet.lines]
    points = [line.result.points if line.result else 0 for line in sheet.lines]
    numbers = [line.round.number for line in sheet.lines]
    charts = [bar_chart(_("Eigene Punkte und Spitzenzug, Runde für Runde"), numbers, tops, points)]
    return visit.render("duplicate/player.html", {"sheet": sheet, "charts": charts})


@require_safe
@game_page()
def proof_page(visit: Visit) -> HttpResponse:
    """What proves the draws and the log, and the button that checks it in the reader's browser."""
    proof = proof_of(visit.game)
    return visit.render(
        "duplicate/proof.html",
        {
            "proof": proof,
            "draws": [
                (
                    draw,
                    ORIGINS[origin_of(draw, proof["hall_part"])],
                    label(draw["because"] or "") or _("zurückgelegt"),
                )
                for draw in proof["draws"]
            ],
            "claims": claims_of(proof),
            "verdict": verdict_of(proof),
            "broken": first_fault(visit.game),
        },
    )


@require_safe
def series_page(request: HttpRequest, series: UUID) -> HttpResponse:
    """The games of a series and its standings."""
    found = Series.objects.filter(pk=series).first()
    if found is None:
        return refused(request, SeriesMissing())
    games = found.games.order_by("series_entries__place")
    find = text_in(request, "find")
    rows_found = find_rows(series_standings(found), find, lambda row: row.player)
    page = page_of(request, rows_found, MOST_ROWS)
    rows = [(row, list(zip(row.results, row.counted, strict=True))) for row in page]
    context = {"series": found, "games": games, "page": page, "rows": rows, "find": find}
    return render(request, "duplicate/series.html", context)


def charts_of(standings: Standings) -> list[Chart]:
    """What the tops brought, and how far the first few stayed behind their sum."""
    tops = list(accumulate(standings.tops))
    behind = [
        (
            row.player.name,
            [
                top - total
                for top, total in zip(tops, accumulate(p or 0 for p in row.points), strict=True)
            ],
        )
        for row in standings.rows[:DRAWN]
    ]
    return [
        bar_chart(_("Punkte des Spitzenzugs, Runde für Runde"), standings.rounds, standings.tops),
        line_chart(
            _("Rückstand der Ersten auf die Summe der Spitzenzüge"), standings.rounds, behind
        ),
    ]


def _drawn(visit: Visit, rounds: list[Round]) -> dict[str, Any]:
    """What the script draws as well (game.js): the state of the game, and the board asked for with
    the round that made it and where its buttons lead."""
    game, current = visit.game, current_round(visit.game)
    asked = number_in(visit.request, "round")
    last = len(rounds)
    place = last if asked is None else min(asked, last)
    is_past = asked is not None and asked <= last
    running = None if is_past or current is None or _is_published(current) else current
    shown = rounds[place - 1] if place and not running else None
    racked = running if running and running.state != Round.State.DRAWN else shown
    reference = shown.reference if shown and shown.reference else {}
    people = game.participants.filter(withdrawn_at=None).count()
    flags = {
        game.state: True,
        "hall-part": bool(game.hall_part),
        "one-person": people == 1,
        "many-people": people != 1,
        _TITLES.get(Round.State(running.state), "over") if running else "": True,
        "on": running is not None,
        "after": shown is not None,
        "empty": not shown and not running,
        "rack": racked is not None,
        "replayable": last > 0,
        "laid-one-point": reference.get("points") == 1,
        "laid-many-points": reference.get("points") != 1,
    }
    named = running or shown
    told = announcements_context(game, current)
    return {
        "announced": told["announced"],
        "flags": {flag for flag, is_up in flags.items() if is_up} | told["announcement_flags"],
        "facts": {
            **told["announcement_facts"],
            "people": people,
            "hall_part": game.hall_part or None,
            "number": named.number if named else None,
            "word": reference.get("word"),
            "coordinates": reference.get("coordinates"),
            "laid_points": reference.get("points"),
            "place": place,
            "last": last,
        },
        "board": board_after(shown) if shown else board_before(game, running),
        "rack": racked.rack if racked else "",
        "tiles": rack_tiles(game, racked.rack if racked else ""),
        "is_live": asked is None and game.state != Game.State.FINISHED,
        "previous": max(0, place if running else place - 1),
        "next": min(last, place + 1),
    }


def _is_published(round: Round) -> bool:
    return round.state == Round.State.PUBLISHED
