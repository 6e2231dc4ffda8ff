"""How a game ends, in every game alike: why, who has won, and the word that breaks it off."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from engine.actions import ActionKind, wrong_phase
from engine.fields import Fields
from engine.offers import Asked, Offer, What
from engine.players import check_player
from engine.refusals import Refusal
from engine.rulesets import Clock
from engine.table import State, places_by
from engine.views import EndingView, Timer

S = TypeVar("S", bound=State)


class Because(StrEnum):
    """Why a game was ended by word."""

    RESIGNED = "resigned"
    TIME = "time"
    DIRECTOR = "director"


@dataclass(frozen=True)
class Ending:
    #: Of the game's own reasons.
    reason: StrEnum
    #: Who emptied the hand and is credited what the others hold, where a game has that.
    finisher: int | None = None
    #: Of a game ended by word: who was said to win, and why.
    winner: int | None = None
    because: Because | None = None

    @property
    def is_by_word(self) -> bool:
        return self.because is not None


def end_by_word(reason: StrEnum, stop: Callable[[S, Ending], S]) -> ActionKind[S]:
    """The action `end`: it will `stop` a game as the players or the director tell."""

    def end(state: S, fields: Fields) -> S | Refusal:
        winner, because = fields.optional_number("winner"), fields.choice("because", Because)
        if winner is not None and (refusal := check_player(state, winner)):
            return refusal
        if state.is_over:
            return wrong_phase("end", "over")
        return stop(state, Ending(reason, winner=winner, because=because))

    return ActionKind("end", end, winner=int | None, because=Because)


#: That a game is broken off may be told at any time before its end.
END = Offer(
    "end",
    asked=(
        Asked("winner", What.PLAYER, is_needed=False),
        Asked("because", What.CHOICE, choices=tuple(because.value for because in Because)),
    ),
)


class Ended(State, Protocol):
    """A state that knows its ending."""

    @property
    def ending(self) -> Ending | None: ...

    @property
    def winners(self) -> tuple[int, ...]: ...


class EndingState:
    """What holds for a state with an ending unless its game says otherwise."""

    @property
    def is_played_out(self: Ended) -> bool:
        return self.is_over

    @property
    def is_alone(self: Ended) -> bool:
        return self.players == 1

    @property
    def timer(self) -> Timer | None:
        return None

    @property
    def time_limit(self) -> Clock | None:
        return None

    @property
    def is_dictionary_open(self) -> bool:
        return False

    @property
    def winners(self: Ended) -> tuple[int, ...]:
        """Who has won: several with equal points, nobody before the end or by word of nobody."""
        if not self.is_over or self.ending is None:
            return ()
        if self.ending.is_by_word:
            return () if self.ending.winner is None else (self.ending.winner,)
        return leaders(self.scores)

    @property
    def places(self: Ended) -> tuple[int, ...] | None:
        """By points behind the winners; None where nobody has won, as the director decides then,
        and for who plays alone."""
        if not self.winners or self.is_alone:
            return None
        return places_behind(self.winners, self.scores)


class _Total(Protocol):
    @property
    def total(self) -> int: ...


class _Settling(Ended, Protocol):
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def settlement(self) -> Sequence[_Total] | None: ...


class SettlingState(EndingState):
    """The same for a state after whose last turn hands are settled, once they are known."""

    @property
    def is_played_out(self: Ended) -> bool:
        return self.ending is not None

    @property
    def scores(self: _Settling) -> tuple[int, ...]:
        """The points of each player, final ones once the game is over."""
        settlement = self.settlement
        return self.points if settlement is None else tuple(one.total for one in settlement)


def leaders(points: Sequence[int]) -> tuple[int, ...]:
    """Those who have most."""
    best = max(points)
    return tuple(player for player, own in enumerate(points) if own == best)


def places_behind(winners: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """Places by points, but the winners before all others."""
    top = max(points) + 1
    return places_by([top if player in winners else own for player, own in enumerate(points)])


def ending_view(state: Ended) -> EndingView | None:
    if (ending := state.ending) is None:
        return None
    return EndingView(
        reason=ending.reason,
        finisher=ending.finisher,
        because=ending.because,
        winners=state.winners,
    )
