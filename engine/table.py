"""What every game played at a table is: a set-up, actions one after the other, and what is seen.

Set-ups and actions are JSON objects, stored as they came; states are values worked out from them
(see `engine.games.replay`). Undoing the last action is replaying without it. What a game can't
know by itself, chance, time and words, is written into the action before it is made
(`complete`), so that a replay needs nothing but the actions.
"""

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from engine.actions import Actions
from engine.fields import Json
from engine.offers import Asked, Offer
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.rulesets import Clock
from engine.views import Glance, Hint, Timer, View

__all__ = ["Json", "Refusal"]


class State(Protocol):
    """What every game's state can say; all else is the game's own."""

    @property
    def players(self) -> int:
        """How many players or teams there are."""

    @property
    def on_turn(self) -> int | None:
        """Whose turn it is, by number from 0; None when it is nobody's."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each, final ones once the game is over."""

    @property
    def is_over(self) -> bool: ...

    @property
    def is_played_out(self) -> bool:
        """Whether nobody will move any more, even if the points are not settled yet."""

    @property
    def is_alone(self) -> bool:
        """Whether one person plays, against nobody else."""

    @property
    def places(self) -> tuple[int, ...] | None:
        """The place of each, equals sharing the better one; None before the end or without any.

        Who plays alone has none: there is nobody to be better than.
        """

    @property
    def timer(self) -> Timer | None:
        """The time that runs now."""

    @property
    def time_limit(self) -> Clock | None:
        """How long each may think in the whole game, where there is a clock."""

    @property
    def is_dictionary_open(self) -> bool:
        """Whether words may be looked up before they are laid."""


def places_by(points: Sequence[int]) -> tuple[int, ...]:
    """Places by points, the most first; equals share the better place."""
    places: dict[int, int] = {}
    for place, own in enumerate(sorted(points, reverse=True), start=1):
        places.setdefault(own, place)
    return tuple(places[own] for own in points)


class Outside(Protocol):
    """What comes to a game from outside."""

    @property
    def lexicon(self) -> Container[str]:
        """The admissible words."""

    def judge(self, words: Sequence[str]) -> bool:
        """Rule on words that were challenged: whether all of them are admissible."""

    def random(self, label: str, /) -> RandomStream:
        """Chance, the same whenever the label is; anybody can check it after the game."""

    @property
    def elapsed_ms(self) -> int:
        """How long the timer has been running up to this moment; 0 where none runs."""


class Chance(Protocol):
    def __call__(self, label: str, /) -> RandomStream: ...


S = TypeVar("S", bound=State)

V_co = TypeVar("V_co", bound=View, covariant=True)


class TableGame(Generic[S, V_co]):
    """The rules of one game."""

    name: str
    fewest_players: int
    most_players: int
    actions: Actions[S]
    #: What a set-up may say, as a dataclass.
    setup_type: type
    #: What its view is, and what all who follow are told where that is another.
    view_type: type[V_co]
    glance_type: type[Glance] | None = None
    #: What may be said at the beginning, `players` apart.
    settings: tuple[Asked, ...] = ()
    #: Whether its players are teams, of any number of people each.
    has_teams = False
    #: Whether each plays on a phone of their own and acts for nobody else.
    acts_alone = False
    #: The setting that names the player who runs such a game, where nobody of the staff does.
    host_setting = ""
    #: Whether it is gone through turn by turn afterwards, beside the best moves, and kept as GCG.
    is_analysed = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of all its actions."""
        return self.actions.kinds

    def begin(self, setup: Json) -> S:
        """The state before the first action. Raises EngineError for a set-up that is none."""
        raise NotImplementedError

    def complete(self, _state: S, action: Json, _outside: Outside) -> Json | Refusal:
        """`action` with what comes from outside, or why the rules refuse it before that is asked.

        Raises Unreadable for an action that can't be read, or says itself what comes from outside.
        """
        return action

    def act(self, state: S, action: Json) -> S | Refusal:
        """The state after `action`, a complete one, or why the rules refuse it.

        Raises Unreadable, and nothing else, for an action that can't be read.
        """
        return self.actions.act(state, action)

    def view(self, state: S, *, seat: int | None = None, sees_all: bool = True) -> V_co:
        """What is to be seen.

        While a game is played, those who do not see all see of what is secret the part of the one
        in `seat`; and of the offers, where each acts alone, those that this one can take.
        """
        is_one = self.acts_alone and not sees_all
        return replace(
            self.shown(state, seat=seat, sees_all=sees_all or state.is_over),
            players=state.players,
            on_turn=state.on_turn,
            timer=state.timer,
            scores=state.scores,
            places=state.places,
            offers=tuple(
                offer
                for offer in self.offers(state)
                if not is_one or (offer.player is not None and offer.player == seat)
            ),
        )

    def glance(self, state: S) -> View | Glance:
        """What is told to all who follow a game, after every action: the view for everybody.

        Where each acts alone they may be hundreds. Then there is nothing of each player in it, and
        besides a `pulse`: so phones know when to ask for the view of their own.
        """
        return self.view(state, sees_all=False)

    def shown(self, state: S, *, seat: int | None, sees_all: bool) -> V_co:
        """The view as far as it is the game's own: with what only its state knows."""
        raise NotImplementedError

    def offers(self, state: S) -> tuple[Offer, ...]:
        """The actions that may be taken now."""
        raise NotImplementedError

    def tells_secret(self, _setup: Json, _action: Json) -> bool:
        """Whether an action in a game of this set-up tells what nobody else may know yet."""
        return False

    def gives_hints(self, _state: S) -> bool:
        """Whether there are `hints` now, be they none."""
        return False

    def hints(self, _state: S, _lexicon: Container[str]) -> list[Hint] | None:
        """Good actions, the best first; None where none are given."""
        return None

    def is_drawn_by(self, _state: S, _action: Json, _random: Chance) -> bool:
        """Whether the chance in `action`, which the rules grant, is what these labels bring."""
        return True


#: A game of which no more is known than that it is one.
AnyGame: TypeAlias = TableGame[Any, View]
