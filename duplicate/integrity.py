"""Whether what is stored of the games is still what was recorded: asked after a restore."""

from collections.abc import Iterator

from duplicate.models import Game
from referee.journals import first_fault


def find_faults() -> Iterator[str]:
    """A sentence for each game whose log was tampered with."""
    for game in Game.objects.iterator():
        if (number := first_fault(game)) is not None:
            yield f"the log of game {game.pk} is broken at entry {number}"
