"""Where a bingo stands, as values."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from engine.endings import Ending, EndingState, places_behind
from engine.tiles import STANDARD, without

FEWEST_PLAYERS, MOST_PLAYERS = 2, 500
WORDS, LETTERS = 2, 7
#: Letters on a whole card.
FULL = WORDS * LETTERS


class Phase(StrEnum):
    #: Everybody writes a card.
    WRITING = "writing"
    CALLING = "calling"
    #: Somebody has a full card; others who have one too may still say so.
    CLAIMED = "claimed"
    OVER = "over"


class Reason(StrEnum):
    """Why a game ended."""

    BINGO = "bingo"
    #: All tiles were called, and nobody claimed.
    TILES = "tiles"
    #: By word of the players or the director.
    ENDED = "ended"


@dataclass(frozen=True)
class Bingo(EndingState):
    """Where a game stands."""

    players: int
    #: The player who calls; None: somebody who does not play.
    caller: int | None
    #: The words of each, none before they are written.
    cards: tuple[tuple[str, ...], ...]
    #: The tiles called, in order.
    called: str = ""
    #: Those who have claimed since the last call, all rightly.
    claims: tuple[int, ...] = ()
    ending: Ending | None = None

    @property
    def phase(self) -> Phase:
        if self.ending is not None:
            return Phase.OVER
        if self.claims:
            return Phase.CLAIMED
        return Phase.CALLING if self.called else Phase.WRITING

    @property
    def on_turn(self) -> int | None:
        """The caller's, where one of the players calls."""
        return self.caller if self.phase in (Phase.CALLING, Phase.CLAIMED) else None

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @cached_property
    def written(self) -> int:
        """How many cards are written."""
        return sum(map(bool, self.cards))

    @cached_property
    def bag(self) -> str:
        """The tiles not yet called."""
        return without(STANDARD.all_tiles, self.called)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """How many letters of each are struck; worked out once, for hundreds look at it."""
        called = Counter(self.called)
        return tuple(
            sum(min(count, called[letter]) for letter, count in Counter("".join(card)).items())
            for card in self.cards
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: all who claimed before it was noted; nobody where nobody did."""
        if self.ending is None or self.ending.is_by_word:
            return super().winners
        return tuple(sorted(self.claims))

    @cached_property
    def places(self) -> tuple[int, ...] | None:
        """The winners, then by letters struck; None where the director broke it off undecided."""
        if self.ending is None or (self.ending.is_by_word and not self.winners):
            return None
        return places_behind(self.winners, self.scores)
