"""What it takes to play any game in a test: what comes from outside, and actions one by one."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.table import State, TableGame
from tests.lexicons import WORDS
from tests.refusals import told_with

Action = dict[str, Any]
S = TypeVar("S", bound=State)


@dataclass
class Outside:
    """What comes from outside: words and a judge who looks them up, chance by a seed, any time."""

    lexicon: Container[str] = WORDS
    elapsed_ms: int = 0
    seed: bytes = bytes(32)
    #: Whether the game may ask for a ruling, and for chance.
    has_judge: bool = True
    has_chance: bool = True

    def judge(self, words: Sequence[str]) -> bool:
        assert self.has_judge, f"nothing is challenged: {words}"
        return all(word in self.lexicon for word in words)

    def random(self, label: str, /) -> RandomStream:
        assert self.has_chance, f"nothing is drawn: {label}"
        return RandomStream(self.seed, label)


@dataclass(frozen=True)
class Play(Generic[S]):
    """A game to which actions are sent as people send them; without an outside, as stored."""

    game: TableGame[S, Any]
    outside: Outside | None = None

    def answer(
        self, state: S, action: Action, lexicon: Container[str] | None = None
    ) -> S | Refusal:
        """What comes of an action."""
        if self.outside is None:
            return self.game.act(state, action)
        outside = self.outside if lexicon is None else replace(self.outside, lexicon=lexicon)
        completed = self.game.complete(state, action, outside)
        if isinstance(completed, Refusal):
            return completed
        return self.game.act(state, completed)

    def after(self, state: S, *actions: Action, lexicon: Container[str] | None = None) -> S:
        """The state after actions none of which may be refused."""
        for action in actions:
            result = self.answer(state, action, lexicon)
            assert not isinstance(result, Refusal), f"{action}: {result}"
            state = result
        return state

    def refused(self, state: S, action: Action, lexicon: Container[str] | None = None) -> Refusal:
        """The refusal that an action must meet, its message made."""
        result = self.answer(state, action, lexicon)
        assert isinstance(result, Refusal), action
        assert told_with()[result.code] <= result.detail.keys()
        return result
