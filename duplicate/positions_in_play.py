"""The positions of rounds that are not published yet, which nobody who plays is to be told of."""

from collections.abc import Iterator

from django.contrib.auth.models import AnonymousUser

from duplicate.models import Game, Round
from referee.models import User
from referee.position.in_play import InPlay


def positions_in_play(user: User | AnonymousUser) -> Iterator[InPlay]:
    """Those of running games that `user` is no staff of.

    Before a round is opened its rack is a secret, which no refusal may let anybody guess at.
    """
    if user.is_superuser:
        return
    rounds = Round.objects.filter(state__in=Round.UNFINISHED, game__state=Game.State.RUNNING)
    if user.is_authenticated:
        rounds = rounds.exclude(game__staff__user=user)
    for round in rounds.only("state", "cells", "rack"):
        yield InPlay(round.board, "" if round.state == Round.State.DRAWN else round.rack)
