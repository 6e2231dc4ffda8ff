"""The one page of somebody who plays: board, rack, clock, entry, and what came of it."""

import json
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from duplicate.answer_pace import demand_pace
from duplicate.errors import RoundMissing
from duplicate.models import Game, Participant, Round
from duplicate.pages.announcements import Told
from duplicate.pages.page_requests import SEATS, Visit, game_page
from duplicate.pages.seat_view import Phase, SeatView
from duplicate.pages.shown import rules_for_scripts
from duplicate.selectors.answers import answers_in_force, receipt_of
from duplicate.selectors.kept_state import kept_state
from duplicate.selectors.own import own_message
from duplicate.selectors.rounds import current_round, last_gone_back
from duplicate.services.answers import IncomingAnswer, record_answer
from duplicate.written_answer import read_answer
from engine.alphabet import LETTERS
from engine.board import Board
from engine.notation import read_square
from engine.rulesets import RULESETS
from engine.scoring import LaidTile
from referee.access import Need
from referee.boards import COLUMNS, board_texts, view_board, view_tile
from referee.tokens import digest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@game_page(Need.PARTICIPANT, back="play")
def play(visit: Visit) -> HttpResponse:
    """The page as things are. A POST hands a move in, for browsers without scripts."""
    if visit.request.method == "POST":
        _hand_in(visit)
        return redirect("play", visit.game.pk)
    return visit.render("duplicate/play.html", _context(visit.game, visit) | {"token": visit.token})


@require_POST
@game_page(Need.PARTICIPANT, back="play")
def leave(visit: Visit) -> HttpResponse:
    """Let the browser forget who it was; whoever plays keeps what they have achieved."""
    return SEATS.leave(visit.game.pk)


def _hand_in(visit: Visit) -> None:
    """Raises what the answer's address of the API would refuse."""
    form = visit.request.POST
    points = form.get("points", "").strip()
    number = form.get("round", "")
    if not re.fullmatch("[0-9]{1,4}", number):
        raise RoundMissing
    token = digest(visit.token)
    demand_pace(token, visit.game.pk, int(number))
    written = read_answer(
        {
            "coordinates": form.get("coordinates", ""),
            "word": form.get("word", ""),
            "points": int(points) if re.fullmatch("[0-9]{1,4}", points) else points or None,
        }
    )
    incoming = IncomingAnswer(
        token_digest=token,
        game_id=visit.game.pk,
        round_number=int(number),
        received_at=visit.at,
        written=written,
    )
    record_answer(incoming)


def _context(game: Game, visit: Visit) -> dict[str, Any]:
    seat = cast(Participant, visit.seat)
    seat.game = game
    rules = game.options.rules
    state = kept_state(game)
    view = SeatView(state, own_message(seat, state["results"]))
    if view.is_played:
        counts, late = _receipts(game, seat)
        view = replace(view, counts=counts, late=late)
    elif state["gone_back"]:
        view = replace(view, void=_void(game, seat))
    rack = state["round"]["rack"] if view.is_played else ""
    return {
        "view": view,
        "phase": view.phase,
        "flags": view.flags,
        "facts": view.facts,
        "own": json.dumps(view.own, ensure_ascii=False),
        "receipts": json.dumps(
            {"counts": view.counts, "late": view.late, "void": view.void}, ensure_ascii=False
        ),
        "announced": state,
        "board": _board(game, view),
        "rack": [(tile, view_tile(tile, rules.tile_set)) for tile in rack],
        "letters": LETTERS,
        "geometry": rules_for_scripts(game, "".join(state["board"])),
    }


def _receipts(game: Game, seat: Participant) -> tuple[Told | None, Told | None]:
    """What of somebody counts in the round that is played, and the last that was too late."""
    round = cast(Round, current_round(game))
    counts = answers_in_force(round).filter(participant=seat).last()
    late = seat.answers.filter(round=round, is_late=True).last()
    return receipt_of(counts) if counts else None, receipt_of(late) if late else None


def _void(game: Game, seat: Participant) -> Told | None:
    """What of somebody would have counted in the round that went back last."""
    gone_back = last_gone_back(game, current_round(game))
    counted = gone_back and answers_in_force(gone_back).filter(participant=seat).last()
    return receipt_of(counted) if counted else None


def _board(game: Game, view: SeatView) -> SafeString:
    """The board as it lies; until the next round opens, with the published move marked as new."""
    published = None if view.is_played else view.state["published"]
    laid = tuple(published["laid"]) if published else ()
    is_readonly = view.phase not in (Phase.OPEN, Phase.PAUSED)
    cells = "".join(view.state["board"])
    return _drawn_board(cells, laid, game.options.ruleset, is_readonly, get_language())


@lru_cache(maxsize=64)  # most of a page's work, the same for all
def _drawn_board(
    cells: str, laid: tuple[str, ...], ruleset: str, is_readonly: bool, _language: str
) -> SafeString:
    board = Board(cells)
    squares = [read_square(name) for name in laid]
    shown = [LaidTile(square, board.at(square)) for square in squares]
    context = {
        "rows": view_board(board, RULESETS[ruleset].tile_set, shown=shown),
        "columns": COLUMNS,
        "pickable": True,
        "readonly": is_readonly,
        "texts": board_texts(),
    }
    drawn = render_to_string("referee/board.html", context)
    return SafeString(" ".join(drawn.split()))  # half as long
