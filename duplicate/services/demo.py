"""The demo's game: the only one whose code is no secret."""

from datetime import datetime

from django.db import transaction

from duplicate.models import Game
from duplicate.options import Options
from duplicate.services.games import create_game, new_code
from referee.models import User


@transaction.atomic
def create_demo(*, name: str, code: str, options: Options, at: datetime, by: User) -> Game:
    """A new game that everybody joins by `code`, which an earlier one of that name gives up.

    Of the earlier ones only the last stays to be looked at.
    """
    earlier = Game.objects.filter(staff__user=by, name=name)
    for over in earlier.order_by("-created_at")[1:]:
        over.delete()
    for over in earlier:
        over.join_code = new_code()
        over.save(update_fields=["join_code"])
    game = create_game(name=name, by=by, at=at, options=options)
    game.join_code = code
    game.save(update_fields=["join_code"])
    return game
