"""What every transition of a round begins and ends with."""

import secrets
from datetime import datetime
from typing import Any

from duplicate.errors import NotYetDue, WrongGameState, WrongRoundState
from duplicate.models import Game, LogEntry, Round
from duplicate.services import journal
from duplicate.services.journal import Actor


def lock(round: Round, *states: Round.State) -> tuple[Game, Round]:
    """Game and round, locked. Raises WrongGameState and WrongRoundState.

    The game must be running, and the round in one of `states`.
    """
    game, round = journal.lock_round(round)
    round.game = game
    require_running(game)
    require(round, *states)
    return game, round


def require_running(game: Game) -> None:
    if game.state != Game.State.RUNNING:
        raise WrongGameState(state=game.state, needed=[Game.State.RUNNING])


def require(round: Round, *states: Round.State) -> None:
    if round.state not in states:
        raise WrongRoundState(number=round.number, state=round.state, needed=list(states))


def require_due(due: datetime | None, at: datetime) -> datetime:
    """The time at which the clock was to act, and so at which it does, however late it comes."""
    if due is None or at < due:
        raise NotYetDue(due=due)
    return due


def record(round: Round, kind: LogEntry.Kind, at: datetime, *, by: Actor, **data: Any) -> None:
    """Record what happened to the round, whose game is locked.

    The public sees the digest of the data before the data: without salt the few racks that a
    draw can bring could be tried out.
    """
    named = {"round": round.number, "attempt": round.attempt, "salt": secrets.token_hex(16)}
    journal.record(round.game, kind, at, by=by, round=round, data=named | data)


def put_back(
    round: Round, because: Round.Cancelled, at: datetime, *, by: Actor, text: str = ""
) -> None:
    """Cancel the locked round: all its tiles are in the bag again, the leave included."""
    round.state = Round.State.CANCELLED
    round.cancelled_because = because
    round.publish_at = None
    round.save(update_fields=["state", "cancelled_because", "publish_at"])
    record(round, LogEntry.Kind.CANCELLED, at, by=by, reason=because, text=text)
