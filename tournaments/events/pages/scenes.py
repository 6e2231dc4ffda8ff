"""What the screen in the hall turns through, at a tournament and at a club evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.models import Division, Round

#: So many rows are shown at a time, and of the standings in all: nobody waits for the 20th page.
ROWS, MOST_ROWS = 12, 96
#: So many of those who have entered are named.
NAMES = 60


class Scene(StrEnum):
    """What is on the screen."""

    WELCOME = "welcome"
    #: Games are played: results are awaited.
    PLAYING = "playing"
    #: Nobody plays just now.
    PAUSE = "pause"
    FINAL = "final"


@dataclass(frozen=True)
class Leaf:
    """A page that the screen turns to: pairings or tables, standings or winners."""

    kind: str
    rows: Sequence[Any]
    #: Whose it is; at an evening there is only one.
    division: Division | None = None
    round: Round | None = None
    #: Its place among those of its kind.
    number: int = 1
    of: int = 1


def leaves_of(
    kind: str,
    rows: Sequence[Any],
    a_page: int,
    division: Division | None = None,
    round: Round | None = None,
) -> list[Leaf]:
    """All `rows`, so many on a page."""
    pages = [rows[start : start + a_page] for start in range(0, len(rows), a_page)]
    return [
        Leaf(kind, page, division, round, number, len(pages))
        for number, page in enumerate(pages, start=1)
    ]
