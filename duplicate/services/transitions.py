"""What every transition of a round begins and ends with."""

from datetime import datetime
from typing import Any

from duplicate.errors import NotYetDue, WrongRoundState
from duplicate.models import Game, LogEntry, Round
from duplicate.selectors.rounds import PATIENCE
from referee.events.locking import lock_event, require_state
from referee.events.log import Actor, record
from referee.journals import salted


def lock_round(round: Round) -> Round:
    """The round with its game, as they are now: both locked, the game first."""
    game = lock_event(round.game)
    round = Round.objects.select_for_update().get(pk=round.pk)
    round.game = game
    return round


def lock_running_round(round: Round, *states: Round.State) -> Round:
    """The same; the game must be running, and the round in one of `states`.

    Raises WrongGameState and WrongRoundState.
    """
    round = lock_round(round)
    require_state(round.game, Game.State.RUNNING)
    require_round_state(round, *states)
    return round


def require_round_state(round: Round, *states: Round.State) -> None:
    if round.state not in states:
        raise WrongRoundState(number=round.number, state=round.state, needed=list(states))


def require_due(due: datetime | None, at: datetime) -> datetime:
    """The time at which the clock was to act, and so at which it does.

    Who comes so late that nobody can have been there then acts now. Raises NotYetDue.
    """
    if due is None or at < due:
        raise NotYetDue(due=due)
    return due if at - due <= PATIENCE else at


def record_round(
    round: Round, kind: LogEntry.Kind, at: datetime, *, by: Actor, **data: Any
) -> None:
    """Record what happened to the round, whose game is locked.

    The public sees the data only once the round is published.
    """
    named = {"round": round.number, "attempt": round.attempt}
    record(round.game, kind, at, by=by, round=round, data=salted(named | data))


def put_back(
    round: Round, because: Round.Cancelled, at: datetime, *, by: Actor, text: str = ""
) -> None:
    """Cancel the locked round: all its tiles are in the bag again, the leave included."""
    round.state = Round.State.CANCELLED
    round.cancelled_because = because
    round.publish_at = None
    round.save(update_fields=["state", "cancelled_because", "publish_at"])
    record_round(round, LogEntry.Kind.CANCELLED, at, by=by, reason=because, text=text)
