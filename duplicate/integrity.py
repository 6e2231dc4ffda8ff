"""Whether what is stored of the games is still what was recorded: asked after a restore."""

from collections.abc import Iterator

from duplicate.models import Game
from duplicate.selectors.log import verify_log


def find_faults() -> Iterator[str]:
    """A sentence for each game whose log was tampered with."""
    for game in Game.objects.iterator():
        if (number := verify_log(game)) is not None:
            yield f"the log of game {game.pk} is broken at entry {number}"
