"""The log of a game: each change is recorded in the transaction that makes it, then announced."""

from datetime import datetime
from typing import Any

from duplicate.errors import GameMissing
from duplicate.models import Game, LogEntry, Participant, Round
from referee.journals import append
from referee.models import User

#: Who acted; None stands for the clock.
Actor = User | Participant | None


def lock_game(game: Game) -> Game:
    """The game as it is now, locked to the end of the transaction."""
    try:
        return Game.objects.select_for_update().get(pk=game.pk)
    except Game.DoesNotExist:
        raise GameMissing from None


def lock_round(round: Round) -> tuple[Game, Round]:
    """Game and round as they are now, both locked, in that order."""
    game = lock_game(round.game)
    return game, Round.objects.select_for_update().get(pk=round.pk)


def record(
    game: Game,
    kind: LogEntry.Kind,
    at: datetime,
    *,
    by: Actor,
    round: Round | None = None,
    data: dict[str, Any] | None = None,
) -> LogEntry:
    """Append to the log of `game`, which the caller has locked, and announce it on commit.

    `data` must be JSON as it is: text, whole numbers, booleans, null, lists, objects.
    """
    entry: LogEntry = append(game, kind, at, by=name_of(by), data=data, round=round)
    return entry


def name_of(actor: Actor) -> str:
    """How the log names who acted."""
    match actor:
        case None:
            return "clock"
        case Participant():
            return f"participant {actor.number}"
        case _:
            return actor.get_username()
