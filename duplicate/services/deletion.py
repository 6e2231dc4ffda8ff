"""Deleting a game: a test, or one in which nothing was published."""

from datetime import datetime

from django.db import transaction

from duplicate.models import Game, Round
from referee.events.keeping import demand_deletable, note_deletion
from referee.events.locking import lock_event, require_state
from referee.models import User


@transaction.atomic
def delete_game(game: Game, name: str, at: datetime, *, by: User) -> None:
    """Delete for good what is a test, or has no published round; `name` is typed to be sure.

    Raises NameDiffers, WrongGameState while it is running, ResultsKept.
    """
    game = lock_event(game)
    has_results = game.rounds.filter(state=Round.State.PUBLISHED).exists()
    demand_deletable(game, name, has_results=has_results)
    require_state(game, Game.State.SETUP, Game.State.FINISHED)
    note_deletion(game, game.participants.count(), at, by=by)
    remove_game(game)


def remove_game(game: Game) -> None:
    """Remove the rows of a game, a round at a time: of a large one there are millions."""
    for round in game.rounds.all():
        for rows in (round.rulings, round.results, round.plays, round.answers):
            rows.all().delete()
    game.log.all().delete()
    game.delete()
