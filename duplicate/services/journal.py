"""The log of a game: each change is recorded in the transaction that makes it, then announced."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from duplicate.chain import digest_of, hash_of
from duplicate.errors import GameMissing
from duplicate.models import Game, LogEntry, Participant, Round
from referee import live
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
    data = data or {}
    game.log_length += 1
    actor = name_of(by)
    data_digest = digest_of(data)
    game.log_hash = hash_of(game.log_hash, game.log_length, at, kind, actor, data_digest)
    game.save(update_fields=["log_length", "log_hash"])
    transaction.on_commit(
        partial(live.announce, topic_of(game), version=game.log_length, event=kind.value)
    )
    return LogEntry.objects.create(
        game=game,
        sequence=game.log_length,
        at=at,
        kind=kind,
        by=actor,
        round=round,
        data=data,
        data_digest=data_digest,
        hash=game.log_hash,
    )


def name_of(actor: Actor) -> str:
    """How the log names who acted."""
    match actor:
        case None:
            return "clock"
        case Participant():
            return f"participant {actor.number}"
        case _:
            return actor.get_username()


def topic_of(game: Game) -> str:
    """Where the events of a game are announced."""
    return f"duplicate.{game.pk}"
