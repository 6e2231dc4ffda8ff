"""Rounds in any state of their lives, and what tests ask of them."""

from datetime import datetime, timedelta
from typing import Any

from duplicate.models import Period, Round
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_game,
    make_round,
)

State = Round.State
DEADLINE = NOON + 180 * SECOND
INSTANT = timedelta(microseconds=1)
LATE = DEADLINE + SECOND
EARLY = NOON + SECOND


def round_in(state: Round.State, **columns: Any) -> Round:
    """A round in a running game: open at NOON for 180 s, paused after 60 s, judged by its top."""
    game = columns.pop("game", None) or make_game(options=columns.pop("options", None))
    round = make_round(game, state=state, **columns)
    if state in (State.JUDGED, State.PUBLISHED):
        round.reference = round.tops[0]
        round.save()
    if state == State.PAUSED:
        round.periods.update(ends_at=NOON + 60 * SECOND)
    return round


def periods_of(round: Round) -> list[tuple[datetime, datetime]]:
    return [(period.starts_at, period.ends_at) for period in Period.objects.filter(round=round)]


def top_of(round: Round) -> tuple[str, str]:
    top = round.tops[0]
    return top["coordinates"], top["word"]
