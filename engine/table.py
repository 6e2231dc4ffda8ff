"""What every game played at a table is: a set-up, actions one after the other, and what is seen.

Set-ups and actions are JSON objects, stored as they came; states are values worked out from them
(see `engine.games.replay`). Undoing the last action is replaying without it. What a game can't
know by itself, chance, time and words, is written into the action before it is made
(`complete`), so that a replay needs nothing but the actions.
"""

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

from engine.actions import Actions
from engine.fields import Json
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.rulesets import Clock

__all__ = ["Json", "Refusal"]


class What(StrEnum):
    """How a field of a set-up or an action is filled in."""

    TEXT = "text"
    NUMBER = "number"
    #: Minutes and seconds; the field itself holds seconds.
    SECONDS = "seconds"
    FLAG = "flag"
    #: One of `choices`, or several of them where it says `is_many`.
    CHOICE = "choice"
    #: A player's number; of `choices` where there are any. Several where it says `is_many`.
    PLAYER = "player"
    #: Tiles or cards as a text, '?' for a blank; one text of each player where `is_many`.
    TILES = "tiles"
    #: A word, a blank in lower case; several where `is_many`.
    WORD = "word"
    #: Where a word lies.
    COORDINATES = "coordinates"
    #: Names of squares, picked one after the other on what lies there.
    SQUARES = "squares"


@dataclass(frozen=True)
class Asked:
    """A field that has to be filled in, or may be."""

    name: str
    what: What
    is_needed: bool = True
    is_many: bool = False
    #: Of a number its bounds, of texts and lists their length. A number that has to be told and
    #: can be but one is not asked for: it says what its sender has seen, such as the number of the
    #: call that is next, so that an action sent twice is not taken for another.
    least: int | None = None
    most: int | None = None
    choices: tuple[str | int, ...] = ()
    #: What is filled in already.
    usual: Any = None

    @property
    def is_fixed(self) -> bool:
        """Whether it is a number that can be but one."""
        is_one = self.least is not None and self.least == self.most
        return is_one and self.is_needed and self.what is What.NUMBER

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "what": self.what.value,
            "is_needed": self.is_needed,
            "is_many": self.is_many,
            "least": self.least,
            "most": self.most,
            "choices": list(self.choices),
            "usual": self.usual,
        }


@dataclass(frozen=True)
class Offer:
    """An action that may be taken now; whether it is granted still depends on what it says."""

    kind: str
    #: Whose action it is, told as its field `player`; None where it is nobody's own.
    player: int | None = None
    asked: tuple[Asked, ...] = ()

    def as_json(self) -> dict[str, Any]:
        asked = [field.as_json() for field in self.asked]
        return {"kind": self.kind, "player": self.player, "asked": asked}


@dataclass(frozen=True)
class Zone:
    """A part of a timer: it lasts until so much has passed."""

    name: str
    until_ms: int


@dataclass(frozen=True)
class Timer:
    """Time that runs. Where it stands for a while and has the same key again, it goes on."""

    key: str
    limit_ms: int
    #: The action that is due when the time is over.
    then: Json
    zones: tuple[Zone, ...] = ()

    def as_json(self) -> dict[str, Any]:
        zones = [{"name": zone.name, "until_ms": zone.until_ms} for zone in self.zones]
        return {"key": self.key, "limit_ms": self.limit_ms, "zones": zones}


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

#: What a view shows unless the game says otherwise.
_SHOWN: Mapping[str, Any] = {
    "phase": "playing",
    "board": None,
    "notation": "rows",
    "grid": None,
    "marks": {},
    "trays": [],
    "facts": [],
    "turns": [],
    "challenge": None,
    "ending": None,
    "settlement": None,
}
#: Another pulse is told whenever any of these has changed.
_PULSE = ("phase", "on_turn", "turns", "challenge", "ending", "settlement")


class TableGame(Generic[S]):
    """The rules of one game."""

    name: str
    fewest_players: int
    most_players: int
    actions: Actions[S]
    #: What may be said at the beginning, `players` apart.
    settings: tuple[Asked, ...] = ()
    #: Whether its players are teams, of any number of people each.
    has_teams = False
    #: Whether each plays on a phone of their own and acts for nobody else.
    acts_alone = False
    #: The setting that names the player who runs such a game, where nobody of the staff does.
    host_setting = ""
    #: The keys of its view that have something for each player.
    of_each: tuple[str, ...] = ("scores", "places", "offers")
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

    def view(self, state: S, *, seat: int | None = None, sees_all: bool = True) -> dict[str, Any]:
        """What is to be seen, as JSON, with the keys that all games have (docs/games.md).

        While a game is played, those who do not see all see of what is secret the part of the one
        in `seat`; and of the offers, where each acts alone, those that this one can take.
        """
        places, is_one = state.places, self.acts_alone and not sees_all
        of_each = {
            "scores": list(state.scores),
            "places": None if places is None else list(places),
            "offers": [
                offer.as_json()
                for offer in self.offers(state)
                if not is_one or (offer.player is not None and offer.player == seat)
            ],
        }
        shown = self.shown(state, seat=seat, sees_all=sees_all or state.is_over)
        return _common(state) | of_each | shown

    def glance(self, state: S) -> dict[str, Any]:
        """What is told to all who follow a game, after every action: the view for everybody.

        Where each acts alone they may be hundreds. Then there is nothing of each player in it, and
        besides a `pulse`, which is another one if more has changed than what lies open and the
        facts: so phones know when to ask for the view of their own.
        """
        if not self.acts_alone:
            return self.view(state, sees_all=False)
        shown = _common(state) | self.shown(state, seat=None, sees_all=False)
        shown = {key: value for key, value in shown.items() if key not in self.of_each}
        beats = json.dumps([shown[key] for key in _PULSE])
        return shown | {"pulse": sha256(beats.encode()).hexdigest()[:16]}

    def shown(self, state: S, *, seat: int | None, sees_all: bool) -> dict[str, Any]:
        """The game's own part of the view."""
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

    def hints(self, _state: S, _lexicon: Container[str]) -> list[dict[str, Any]] | None:
        """Good actions, the best first, each with its `points`; None where none are given."""
        return None

    def is_drawn_by(self, _state: S, _action: Json, _random: Chance) -> bool:
        """Whether the chance in `action`, which the rules grant, is what these labels bring."""
        return True


def _common(state: State) -> dict[str, Any]:
    """What a view has of any game."""
    timer = state.timer
    return {
        "players": state.players,
        "on_turn": state.on_turn,
        "timer": None if timer is None else timer.as_json(),
        **_SHOWN,
    }
