"""The one page of somebody who plays: board, rack, clock, entry, and what came of it."""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
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
from duplicate.messages import tell_play
from duplicate.models import Answer, Game, Participant, Result, Round
from duplicate.moves import read_move_json
from duplicate.pages.page_requests import SEATS, Visit, game_page
from duplicate.selectors.answers import answers_in_force
from duplicate.selectors.rounds import current_round
from duplicate.selectors.shown import shown_round
from duplicate.selectors.standings import game_standings
from duplicate.services.answers import IncomingAnswer, record_answer
from duplicate.standings import Row
from duplicate.written_answer import read_answer
from engine.alphabet import LETTERS
from engine.board import LETTER_FACTORS, WORD_FACTORS, Board
from engine.rulesets import RULESETS
from engine.scoring import LaidTile, tiles_laid
from referee.access import Need
from referee.boards import COLUMNS, view_board, view_tile
from referee.tokens import digest

State = Round.State


class Phase(StrEnum):
    """What somebody who plays can do now; the script knows them by the same names."""

    WAITING = "waiting"
    DRAWN = "drawn"
    OPEN = "open"
    PAUSED = "paused"
    #: Time is up, but answers received in time may still be on their way into the database.
    CLOSING = "closing"
    OVER = "over"
    PUBLISHED = "published"
    FINISHED = "finished"


_PHASES = {
    State.DRAWN: Phase.DRAWN,
    State.OPEN: Phase.OPEN,
    State.PAUSED: Phase.PAUSED,
    State.CLOSING: Phase.CLOSING,
    State.CLOSED: Phase.OVER,
    State.JUDGED: Phase.OVER,
    State.PUBLISHED: Phase.PUBLISHED,
}


@dataclass(frozen=True)
class Outcome:
    """What the last published round brought somebody."""

    round: Round
    result: Result | None
    verdict: str
    #: Where they stand since; None if they have no place yet.
    row: Row | None
    players: int


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
    rules = game.options.rules
    round = current_round(game)
    phase = _phase(game, round)
    is_played = phase in (Phase.OPEN, Phase.PAUSED, Phase.CLOSING, Phase.OVER)
    last = None if is_played else _last_published(game, round)
    counting = answers_in_force(round).filter(participant=seat) if round else Answer.objects.none()
    late = seat.answers.filter(round=round, is_late=True)
    return {
        "phase": phase,
        "round": round,
        "shown": shown_round(round, to_staff=False) if round else None,
        "board": _board(game, round if is_played else last, phase),
        "rack": [(tile, view_tile(tile, rules.tile_set)) for tile in round.rack]
        if round and is_played
        else [],
        "answer": counting.last() if is_played else None,
        "late": late.last() if is_played else None,
        "outcome": _outcome(game, last, seat) if last else None,
        "is_redrawn": phase is Phase.WAITING and game.rounds.exists(),
        "participants": game.participants.filter(withdrawn_at=None).count,  # asked if shown
        "letters": LETTERS,
        "geometry": {
            "cells": round.cells if round and is_played else Board().cells,
            "letter_factors": "".join(map(str, LETTER_FACTORS)),
            "word_factors": "".join(map(str, WORD_FACTORS)),
            "values": json.dumps(dict(rules.tile_set.values)),
            "bonuses": json.dumps(dict(rules.bonuses)),
        },
    }


def _last_published(game: Game, current: Round | None) -> Round | None:
    if current and current.state == State.PUBLISHED:
        return current
    return game.rounds.filter(state=State.PUBLISHED).order_by("number").last()


def _phase(game: Game, round: Round | None) -> Phase:
    if game.state == Game.State.FINISHED:
        return Phase.FINISHED
    return _PHASES[State(round.state)] if round else Phase.WAITING


def _board(game: Game, round: Round | None, phase: Phase) -> SafeString:
    """The board of a round; once that is published, with the move that everybody goes on with."""
    board = round.board if round else Board()
    laid: tuple[LaidTile, ...] = ()
    if round and round.state == State.PUBLISHED and round.reference:
        laid = tiles_laid(board, read_move_json(round.reference).move)
    is_pickable = phase in (Phase.OPEN, Phase.PAUSED)
    return _drawn_board(board, laid, game.options.ruleset, is_pickable, get_language())


@lru_cache(maxsize=64)  # most of a page's work, the same for all, and all ask at once
def _drawn_board(
    board: Board, laid: tuple[LaidTile, ...], ruleset: str, is_pickable: bool, _language: str
) -> SafeString:
    rows = view_board(board, RULESETS[ruleset].tile_set, shown=laid)
    context = {"rows": rows, "columns": COLUMNS, "pickable": is_pickable}
    return render_to_string("referee/board.html", context)


def _outcome(game: Game, round: Round, seat: Participant) -> Outcome:
    result = round.results.filter(participant=seat).select_related("play", "answer").first()
    rows = game_standings(game).by_number
    return Outcome(
        round=round,
        result=result,
        verdict=tell_play(result.play) if result and result.play else "",
        row=rows.get(seat.number),
        players=len(rows),
    )
