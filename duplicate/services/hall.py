"""The screen in the hall: held still while the director wants it so."""

from datetime import datetime

from django.db import transaction

from duplicate.models import Game, LogEntry
from referee.events.locking import lock_event
from referee.events.log import record
from referee.models import User


def freeze_hall(game: Game, at: datetime, *, by: User) -> Game:
    """Let the screens in the hall keep what they show. Freezing twice changes nothing."""
    return _hold(game, True, LogEntry.Kind.HALL_FROZEN, at, by)


def release_hall(game: Game, at: datetime, *, by: User) -> Game:
    """Let the screens in the hall follow the game again. Releasing twice changes nothing."""
    return _hold(game, False, LogEntry.Kind.HALL_RELEASED, at, by)


@transaction.atomic
def _hold(game: Game, frozen: bool, kind: LogEntry.Kind, at: datetime, by: User) -> Game:
    game = lock_event(game)
    if game.hall_frozen != frozen:
        game.hall_frozen = frozen
        game.save(update_fields=["hall_frozen"])
        record(game, kind, at, by=by)
    return game
