"""What a player's phone shows: where to play, against whom, what to report, how one stands."""

import re
from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee.access import Need
from referee.errors import Invalid, Refused
from referee.page_requests import Context, refused
from referee.throttles import Purpose, entering
from tournaments.entries.services.entries import use_code
from tournaments.errors import Implausible, PairingMissing, TableExists
from tournaments.events.pages.page_requests import (
    SEATS,
    SPREAD_MS,
    Visit,
    tournament_page,
)
from tournaments.events.selectors.finding import find_pairing_of
from tournaments.models import Entry, LogEntry, Pairing, Table
from tournaments.rounds.reasons import tell_wins
from tournaments.rounds.selectors.own import OwnGame, current_game, own_games
from tournaments.rounds.selectors.standings import standings_of
from tournaments.rounds.services.results import report_result
from tournaments.tables.services.tables import open_table

Outcome, ResultState = Pairing.Outcome, Pairing.ResultState
#: What a player says about time, by who began: for whoever began, and for whoever did not.
_LOST_ON_TIME = {
    "own": (Outcome.LOST_ON_TIME_FIRST, Outcome.LOST_ON_TIME_SECOND),
    "opponent": (Outcome.LOST_ON_TIME_SECOND, Outcome.LOST_ON_TIME_FIRST),
}


@dataclass(frozen=True)
class Line:
    """A round of one's own as the list of them shows it."""

    game: OwnGame
    #: 'won', 'lost' or 'drawn'; '' before there is a confirmed result, and for what is no game.
    came_out: str


@never_cache
@require_safe
def tournament_code(request: HttpRequest, code: str) -> HttpResponse:
    """Let the browser be the player who was given this code, and show their page.

    A code can be used as often as one likes, so that following its link twice does no harm. What
    is wrong is told in the form for codes, and guessing is held up as in the API.
    """
    try:
        with entering(request, Purpose.SIGN_IN, code):
            entry, token = use_code(code)
    except Refused as refusal:
        return refused(request, refusal, "referee/join.html", code=code)
    response = redirect("tournament_me", entry.tournament_id)
    SEATS.take(response, entry.tournament_id, token)
    return response


def show_own(visit: Visit) -> HttpResponse:
    """The page as things are. A POST reports a result; what is odd about it is asked first."""
    player = _player(visit)
    if visit.request.method == "POST":
        return _report(visit, player)
    return visit.render("tournaments/rounds/me.html", _context(visit, player))


@require_POST
@tournament_page(Need.PARTICIPANT, back="tournament_me")
def tournament_me_table(visit: Visit) -> HttpResponse:
    """Begin to record one's game, or go to where the other already does."""
    pairing = _pairing(visit)
    try:
        table = open_table(visit.tournament, visit.at, by=_player(visit), pairing=pairing)
    except TableExists as exists:
        return redirect("table", exists.detail["table"])
    return redirect("table", table.pk)


@require_POST
@tournament_page(Need.PARTICIPANT, back="tournament_me")
def tournament_me_leave(visit: Visit) -> HttpResponse:
    """Let the browser forget who it was; the code on the scorecard brings it back."""
    return SEATS.leave(visit.tournament.pk)


def _player(visit: Visit) -> Entry:
    """Who holds the seat, on pages that only those see who do."""
    return cast(Entry, visit.player)


# Reporting


def _report(visit: Visit, player: Entry) -> HttpResponse:
    """Raises what the address of the API for reports would refuse."""
    request = visit.request
    pairing = _pairing(visit)
    points = [_number(request, "own_points"), _number(request, "opponent_points")]
    begins = pairing.first_id == player.pk
    first_points, second_points = points if begins else reversed(points)
    lost = _LOST_ON_TIME.get(request.POST.get("lost_on_time", ""))
    try:
        pairing = report_result(
            pairing,
            player,
            visit.at,
            first_points=first_points,
            second_points=second_points,
            outcome=lost[0 if begins else 1] if lost else Outcome.PLAYED,
            confirm_implausible="confirmed" in request.POST,
        )
    except Implausible as doubt:
        back = reverse("tournament_me", args=[visit.tournament.pk])
        return visit.ask(str(doubt), back=back)
    if pairing.standing == ResultState.DISPUTED:
        messages.error(request, _("Ihr habt Verschiedenes gemeldet."))
    else:
        messages.success(request, _("Gemeldet."))
    return redirect("tournament_me", visit.tournament.pk)


def _pairing(visit: Visit) -> Pairing:
    """The game that the form is about. Raises PairingMissing."""
    text = visit.request.POST.get("pairing", "")
    if not re.fullmatch("[0-9]{1,18}", text):
        raise PairingMissing
    return find_pairing_of(visit.tournament, int(text))


def _number(request: HttpRequest, field: str) -> int:
    """A whole number of the form, with any kind of minus sign. Raises Invalid."""
    text = re.sub(r"\s", "", request.POST.get(field, "")).replace("−", "-").replace("–", "-")
    if not re.fullmatch("-?[0-9]{1,5}", text):
        raise Invalid(field="points", problem=_("Richtig ist eine ganze Zahl."))
    return int(text)


# Showing


def _context(visit: Visit, player: Entry) -> Context:
    games = own_games(player)
    current = current_game(player, games)
    table = Table.objects.filter(pairing=current.pairing).first() if current else None
    standings = standings_of(player.division)
    row = standings.row_of(player.pk)
    return {
        "current": current,
        "is_reporter": current is not None and _is_reporter(current),
        "agreed_time": _lost_on_time(current) if current else "",
        "may_report": visit.tournament.options.players_report and _is_open(current),
        "table": table,
        "lines": [Line(game, _came_out(game)) for game in reversed(games)],
        "row": row,
        "wins": "" if row is None else tell_wins(row.wins2),
        "places": len(standings.rows),
        "is_ranked": any(
            game.standing == ResultState.CONFIRMED or game.opponent is None for game in games
        ),
        "events": " ".join(LogEntry.Kind.values),
        "spread_ms": SPREAD_MS * visit.tournament.entries.count(),
    }


def _is_open(game: OwnGame | None) -> bool:
    """Whether there is something for the player to report."""
    return game is not None and game.opponent is not None and game.standing != ResultState.CONFIRMED


def _is_reporter(game: OwnGame) -> bool:
    """Whether what is reported so far was reported by this player, not by the opponent."""
    report = game.own_report
    if report is None or game.standing != ResultState.REPORTED:
        return False
    return (report.outcome, report.own_points, report.opponent_points) == (
        game.outcome,
        game.own_points,
        game.opponent_points,
    )


def _lost_on_time(game: OwnGame) -> str:
    """What the form says of who has lost on time: 'own', 'opponent', or '' for nobody."""
    place = 0 if game.begins else 1
    return next((who for who, lost in _LOST_ON_TIME.items() if lost[place] == game.outcome), "")


def _came_out(game: OwnGame) -> str:
    if game.opponent is None or game.standing != ResultState.CONFIRMED:
        return ""
    match game.outcome:
        case Outcome.LOST_ON_TIME_FIRST | Outcome.FORFEIT_FIRST:
            return "lost" if game.begins else "won"
        case Outcome.LOST_ON_TIME_SECOND | Outcome.FORFEIT_SECOND:
            return "won" if game.begins else "lost"
        case Outcome.DOUBLE_FORFEIT:
            return "lost"
        case Outcome.PLAYED:
            own = (game.own_points or 0) - game.own_penalty
            ahead = own - (game.opponent_points or 0) + game.opponent_penalty
            return "won" if ahead > 0 else "lost" if ahead < 0 else "drawn"
    return ""
