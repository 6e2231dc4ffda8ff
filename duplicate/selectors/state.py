"""What everybody may see of a game at a glance; the stream and the poll send it as it is."""

from datetime import datetime
from math import ceil
from typing import Any

from duplicate.models import Game, LogEntry, Round
from duplicate.selectors.plays import best_found
from duplicate.selectors.rounds import (
    current_round,
    last_gone_back,
    last_published,
    position_after,
    public_state_of,
    reference_of,
    remaining_seconds,
)
from duplicate.selectors.standings import results_version
from engine.board import Board
from engine.notation import name_square
from engine.scoring import tiles_laid
from referee.chain import time_text

State = Round.State
#: So many may ask in a second, all together, where they can't listen.
MOST_POLLS = 3_400
SHORTEST_POLL_SECONDS = 2
#: So much is told of why a draw went back.
MOST_TEXT = 200


def public_state(game: Game) -> dict[str, Any]:
    """The public state of `game`, ready for JSON. Whatever changes it has a new version."""
    round = current_round(game)
    results = results_version(game)
    participants = game.participants.filter(withdrawn_at=None).count()
    published = last_published(game, round)
    return {
        "game": str(game.pk),
        "name": game.name,
        "version": game.log_length,
        "results": results,
        "poll_seconds": poll_seconds(participants),
        "state": game.state,
        "participants": participants,
        "hall_part": game.hall_part or None,
        **announced(game, round),
        "hall_frozen": game.hall_frozen,
        "round": round and _round(game, round),
        "published": published and _published(game, published, results),
        "board": list((_board(round) if round else Board()).rows),
    }


def announced(game: Game, round: Round | None) -> dict[str, Any]:
    """What everybody is told besides the round that is on; the game's current round is known."""
    gone_back = last_gone_back(game, round)
    notice = {"text": game.notice, "at": _time_or_none(game.notice_at)}
    return {
        "next_round_at": _time_or_none(game.next_round_at),
        "is_held": game.is_held,
        "lead_seconds": game.options.lead_seconds,
        "break_until": _time_or_none(game.break_until),
        "notice": notice if game.notice else None,
        "gone_back": gone_back and _gone_back(gone_back),
    }


def poll_seconds(participants: int) -> int:
    """How often each of so many should ask for the state, at most: in a club every 2 seconds."""
    return max(SHORTEST_POLL_SECONDS, ceil(participants / MOST_POLLS))


def _round(game: Game, round: Round) -> dict[str, Any]:
    """The rack is secret before the round opens, its best moves before it is published."""
    is_shown = round.state != State.DRAWN
    is_published = round.state == State.PUBLISHED
    return {
        "number": round.number,
        "attempt": round.attempt,
        "state": public_state_of(round),
        "rack": round.rack if is_shown else None,
        "leave": round.leave if is_shown else None,
        "opened_at": _time_or_none(round.opened_at),
        # While the clock stands there is no deadline, only time that remains.
        "closes_at": None if round.state == State.PAUSED else _time_or_none(round.closes_at),
        "remaining_seconds": remaining_seconds(round),
        "call_seconds": game.options.call_seconds,
        "shut_out_seconds": round.shut_out_seconds,
        "reference": round.reference if is_published else None,
        "top_points": round.top_points if is_published else None,
    }


def _published(game: Game, round: Round, results: int) -> dict[str, Any]:
    """What the last published round brought, to be shown until the next one opens."""
    laid = tiles_laid(round.board, reference_of(round).move)
    return {
        "number": round.number,
        "reference": round.reference,
        "top_points": round.top_points,
        "laid": [name_square(square) for square, _tile in laid],
        "tops": len(round.tops),
        "best": [move._asdict() for move in best_found(game.pk, round.pk, results)],
    }


def _gone_back(round: Round) -> dict[str, Any]:
    """The draw whose tiles went back into the bag, to be told until the next round opens."""
    cancelled = round.log.filter(kind=LogEntry.Kind.CANCELLED).last()
    return {
        "number": round.number,
        "attempt": round.attempt,
        "was_opened": round.opened_at is not None,
        "reason": round.cancelled_because,
        "text": cancelled.data["text"][:MOST_TEXT] if cancelled else "",
    }


def _board(round: Round) -> Board:
    """The board as it lies: with the reference on it once that is published."""
    return position_after(round).board if round.state == State.PUBLISHED else round.board


def _time_or_none(moment: datetime | None) -> str | None:
    return time_text(moment) if moment else None
