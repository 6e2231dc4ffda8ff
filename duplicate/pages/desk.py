"""The director's desk: creating a game, and everything of an evening on one page."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from duplicate.errors import TokenUnknown
from duplicate.forms import PRESETS, GameForm, OptionsForm, StartForm
from duplicate.labels import label
from duplicate.models import Game, Participant, Play, Round, Ruling
from duplicate.options import Options
from duplicate.pages.desk_actions import ACTIONS
from duplicate.pages.page_requests import SEATS, Visit, game_page
from duplicate.selectors import desk as selectors
from duplicate.selectors.finding import game_like
from duplicate.selectors.plays import PlayFilter, Verdict, plays_of, undecided_plays
from duplicate.selectors.revisions import pending_revisions, waiting_results
from duplicate.selectors.rounds import current_round, draws_by_hand, position_before
from duplicate.selectors.seats import claimed_seats, duplicates_in, seat_requests
from duplicate.selectors.shown import OVER
from duplicate.selectors.slips import differing_slips
from duplicate.selectors.standings import game_standings
from duplicate.services.games import create_game
from engine.board import Board
from engine.draws import hand_size
from referee.boards import COLUMNS, view_board, view_tile
from referee.events.desk import Desk, ShownOnce, answer_new, liked, people_context
from referee.events.selectors import find_people
from referee.events.staff_actions import staff_context
from referee.invitations import invitation
from referee.page_requests import page_of, text_in
from referee.receipt_time import received_at
from referee.tokens import digest

State = Round.State
#: So many of the first are shown after a round.
MOST_RANKED = 10
#: So many plays stand on a page of those to judge, and so many decisions.
MOST_PLAYS = 50
#: So many of those who have not handed in are named at once.
MOST_MISSING = 24
#: So many who ask for a seat, or took one, are named.
MOST_SEATS = 5
#: By what of the address they are looked for.
LOOKED_FOR = ("verdict", "word", "player")


@dataclass(frozen=True)
class Step:
    """The next sensible thing to do; without an action there is only to wait."""

    action: str
    label: str | Promise
    hint: str | Promise = ""
    #: What presses it, apart by spaces.
    keys: str = "n"


WAITING: dict[State, Step] = {
    State.DRAWN: Step(
        "open",
        gettext_lazy("Runde öffnen"),
        gettext_lazy("Noch sieht niemand die Steine außer der Spielleitung."),
    ),
    State.OPEN: Step("close", gettext_lazy("Jetzt schließen")),
    State.PAUSED: Step(
        "resume",
        gettext_lazy("Weiterspielen"),
        gettext_lazy("Die Uhr steht; was jetzt ankommt, zählt nicht."),
        keys="n p",
    ),
    State.CLOSING: Step("", gettext_lazy("Die letzten Züge werden aufgenommen …")),
    State.CLOSED: Step("", gettext_lazy("Es wird gewertet …")),
    State.JUDGED: Step("publish", gettext_lazy("Veröffentlichen")),
    State.PUBLISHED: Step("draw", gettext_lazy("Nächste Runde ziehen")),
}


def next_step(game: Game, round: Round | None) -> Step | None:
    """What the big button does; None where the game is over."""
    if game.state == Game.State.SETUP:
        return Step("start", _("Spiel starten"))
    if game.state == Game.State.FINISHED:
        return None
    if _may_draw(game, round) and draws_by_hand(game):
        return Step("draw_by_hand", _("So gezogen"))
    if round is None:
        return Step("draw", _("Steine ziehen"))
    return WAITING[State(round.state)]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def game_new(request: HttpRequest) -> HttpResponse:
    """Create a game; what is wrong is told at its field.

    With `show` nothing is created: the form comes back and says what preset and time come to.
    """
    day = date_format(timezone.localtime(received_at(request)), "MONTH_DAY_FORMAT")
    name = _("Simultan am {day}").format(day=day)
    initial = {"name": name, "preset": next(iter(PRESETS)), "is_listed": True}
    like = liked(request, game_like)
    if like is not None:
        initial["is_listed"] = like.is_listed
    is_shown = "show" in request.POST
    if is_shown:
        flags = {name: name in request.POST for name in ("is_listed", "is_test")}
        initial |= {**request.POST.dict(), **flags}
    data = None if is_shown else request.POST or None
    form = GameForm(data, like=like, initial=initial, base=Options(), unchanged=_("wie Vorlage"))
    if is_shown:
        return render(request, "duplicate/game_new.html", {"form": form})
    fields = ("name", "options", "is_listed", "is_test", "starts_at")
    return answer_new(request, form, create_game, fields, "duplicate/game_new.html", Visit.desk)


@require_safe
@game_page()
def seat(visit: Visit, token: str) -> HttpResponse:
    """Where the link leads that the staff gave somebody: to their seat, in this browser."""
    holder = visit.game.participants.filter(token_digest=digest(token)).first()
    if holder is None:
        raise TokenUnknown
    response = redirect("play", visit.game.pk)
    SEATS.take(response, visit.game.pk, token)
    return response


def show_desk(visit: Visit, shown_once: ShownOnce | None) -> HttpResponse:
    """The desk as things are now; `shown_once` is what nobody can look up later."""
    visit = visit.reloaded()
    game = visit.game
    round = current_round(game)
    if round:
        round.game = game
    context: dict[str, Any] = {
        **DESK.common(visit, shown_once),
        "round": round,
        "step": next_step(game, round),
        "reasons": [(reason, label(reason)) for reason in Ruling.Reason.values],
        "options": game.options,
        **staff_context(game, label, visit.at),
        "revisions": pending_revisions(game),
        "waiting": waiting_results(game),
        "differing_slips": differing_slips(round) if round else [],
        **_stage(game, round),
        **people_context(visit, game.participants.all(), "person"),
        **_seats(game, visit.at),
        "people_playing": game.participants.filter(withdrawn_at=None).count(),
    }
    if game.state == Game.State.SETUP:
        context |= invitation(visit.request, visit.game.join_code)
        context["options_form"] = OptionsForm(base=game.options)
        context["start_form"] = StartForm(initial={"starts_at": game.starts_at})
    if _may_draw(game, round):
        before = position_before(game)
        size = hand_size(before.tiles_left, game.options.draw_rule)
        context |= {"before": before, "to_draw": size - len(before.leave)}
        context["gone_back"] = selectors.gone_back(game, before.round_number)
    elif round:
        context["gone_back"] = selectors.gone_back(game, round.number)
    if round:
        context |= _round(visit, round)
    return visit.render("duplicate/desk.html", context)


def _seats(game: Game, at: datetime) -> dict[str, Any]:
    """Seats to see to: who asks for one, who took one on their word, who may be there twice."""
    claimed = claimed_seats(game, at)
    return {
        "seat_requests": seat_requests(game)[:MOST_SEATS],
        "claimed_seats": claimed[:MOST_SEATS],
        "duplicates": duplicates_in(game),
    }


def _may_draw(game: Game, round: Round | None) -> bool:
    return game.state == Game.State.RUNNING and (round is None or round.state == State.PUBLISHED)


def _stage(game: Game, round: Round | None) -> dict[str, Any]:
    tile_set = game.options.rules.tile_set
    board, laid = selectors.board_of(round) if round else (Board(), ())
    rack = selectors.rack_of(round) if round else []
    return {
        "columns": COLUMNS,
        "rows": view_board(board, tile_set, shown=laid),
        "rack": [(view_tile(entry.tile, tile_set), entry.is_laid) for entry in rack],
    }


def _round(visit: Visit, round: Round) -> dict[str, Any]:
    """What there is to see of the round in its state."""
    game = visit.game
    rulings: Page[Ruling] = page_of(
        visit.request, selectors.rulings_of(round), MOST_PLAYS, "rulings"
    )
    shown: dict[str, Any] = {"rulings": rulings, "is_over": round.state in OVER}
    if round.state in {State.OPEN, State.PAUSED, State.CLOSING, State.CLOSED, State.JUDGED}:
        missing: Page[Participant] = page_of(
            visit.request, selectors.missing_in(round), MOST_MISSING, "missing"
        )
        expected = game.participants.filter(withdrawn_at=None).count()
        answered = expected - missing.paginator.count
        shown |= {"arrival": selectors.Arrival(expected, answered, ()), "missing": missing}
    if round.state in {State.JUDGED, State.PUBLISHED}:
        doubtful = undecided_plays(round).count()
        is_named = round.state == State.PUBLISHED or not doubtful
        results = round.results.select_related("participant", "play", "answer")
        in_order = results.order_by("-points", "participant__number")
        shown |= {
            **_plays(visit, round, is_named=is_named),
            "choices": selectors.reference_choices(round),
            "doubtful": doubtful,
            "is_named": is_named,
            "results": in_order[:MOST_RANKED] if is_named else (),
            "results_in_all": results.count(),
            "found_top": results.filter(is_top=True).count(),
        }
    if game.rounds.filter(state=State.PUBLISHED).exists():
        shown["standings"] = game_standings(game).rows[:MOST_RANKED]
    return shown


def _plays(visit: Visit, round: Round, *, is_named: bool) -> dict[str, Any]:
    """A page of what there is to judge, of that which the address looks for.

    By who gave it nothing is found while plays are doubtful: nobody judges by the name.
    """
    asked = {name: text_in(visit.request, name) for name in LOOKED_FOR}
    asked["player"] = asked["player"] if is_named else ""
    verdict, player = asked["verdict"], asked["player"]
    only = PlayFilter(
        Verdict(verdict) if verdict in set(Verdict) else None,
        asked["word"],
        find_people(visit.game.participants.all(), player) if player else None,
    )
    plays = plays_of(round, only, doubtful_first=True)
    page: Page[Play] = page_of(visit.request, plays, MOST_PLAYS, "plays")
    return {
        "looked_for": asked,
        "plays_page": page,
        "plays": selectors.view_plays(round, page),
        "plays_in_all": round.plays.count(),
    }


#: Actions lead back to the person, the searches and the pages that were shown.
DESK = Desk(
    ACTIONS, ("person", "q", "people", *LOOKED_FOR, "plays", "rulings", "missing"), show_desk
)
desk, desk_action = DESK.pages(game_page, Visit.desk)
