"""What the contract asks of each game's driver: whole games at random, and whatever is thrown."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from hypothesis import strategies as st

from engine.refusals import Refusal
from engine.table import State, TableGame
from tests.games.any_json import Strategy
from tests.games.playing import Action, Outside

S = TypeVar("S", bound=State)


class RandomGame(Generic[S]):
    """Somebody playing all sides at random, now and then badly; `actions` is the record.

    Iterating gives the state after every action. Tiles and cards that players hold are kept as they
    really are, apart from what the state believes; `check` compares.
    """

    game: ClassVar[TableGame[Any, Any]]
    #: Codes of what is refused for its moment alone, whatever it says.
    untimely: ClassVar[frozenset[str]]
    #: Kinds whose attempts say nothing that could be wrong: they are granted when they are offered.
    always_right: ClassVar[frozenset[str]] = frozenset({"end"})
    #: Kinds that may still be told when the game is over.
    afterwards: ClassVar[frozenset[str]] = frozenset()
    #: Fields that are not asked for: they come from outside, or may be told all the same.
    unasked: ClassVar[frozenset[str]] = frozenset({"inadmissible"})
    #: Fields that are needed unless another is told instead.
    instead: ClassVar[Mapping[str, str]] = {}

    def __init__(self, setup: Action, seed: int) -> None:
        self.setup, self.seed, self.random = setup, seed, Random(seed)
        self.actions: list[Action] = []
        self.outside = Outside()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.setup}, {self.seed})"

    def __iter__(self) -> Iterator[S]:
        state: S = self.game.begin(self.setup)
        self.begin(state)
        yield state
        while not state.is_over:
            action = self.complete(state, self.choose(state))
            result = self.game.act(state, action)
            assert not isinstance(result, Refusal), f"{action}: {result}"
            before, state = state, result
            self.actions.append(action)
            self.follow(before, state, action)
            yield state

    def begin(self, _state: S) -> None:
        """Deal, and whatever else comes before the first action."""

    def choose(self, state: S) -> Action:
        """An action that is granted now."""
        raise NotImplementedError

    def complete(self, state: S, action: Action) -> Action:
        """The action with what comes from outside."""
        completed = self.game.complete(state, action, self.outside)
        assert not isinstance(completed, Refusal), f"{action}: {completed}"
        return dict(completed)

    def follow(self, _before: S, _state: S, _action: Action) -> None:
        """Move the real tiles or cards as the players would."""

    def check(self, state: S) -> None:
        """Nothing is lost, and the machine's count is that of the table."""
        raise NotImplementedError

    def attempts(self, _state: S, kind: str, player: int) -> Iterable[Action]:
        """Actions of which their moment is asked: what they say may be wrong."""
        raise NotImplementedError

    def attempt(self, state: S, action: Action) -> S | Refusal:
        """What comes of one of the attempts."""
        result: S | Refusal = self.game.act(state, action)
        return result

    def may_repeat(self, _state: S, _action: Action, _again: S) -> bool:
        """Whether the last action, granted once more, was an action of its own then."""
        return False

    def secrets(self, state: S) -> Sequence[Sequence[str]]:
        """Of each player the texts that no other may see before the end."""
        return [()] * state.players

    def met(self, states: Sequence[S]) -> Iterable[str]:
        """What this game, played to its end, met."""
        raise NotImplementedError


@dataclass(frozen=True)
class Driver:
    """How one game is played, and what is thrown at it."""

    plays: type[RandomGame[Any]]
    #: Set-ups that are one.
    setups: Strategy
    #: States to throw actions at, the actions, and whatever may be thrown as a set-up.
    starts: Strategy
    actions: Strategy
    any_setup: Strategy
    #: How many games are played for a test, and how often something is thrown.
    examples: int
    throws: int
    #: No game takes more actions.
    most_actions: int
    #: So many games, their set-ups by the seed they are played with, meet all of this together.
    samples: int
    sample: Callable[[int], Action]
    meant: frozenset[str]
    #: What is special about it, where a game has several.
    name: str = ""
    outside: Outside = field(default_factory=Outside)

    def __str__(self) -> str:
        return self.name or self.game.name

    @property
    def game(self) -> TableGame[Any, Any]:
        return self.plays.game

    @property
    def few(self) -> int:
        """How many games are played where every step is asked a lot."""
        return max(self.examples // 3, 4)

    @property
    def games(self) -> Strategy:
        return st.builds(self.plays, self.setups, seeds)


seeds = st.integers(0, 2**32)


def rulings(turns: Iterable[Any]) -> Iterator[str]:
    """How the challenges of these turns were ruled."""
    for turn in turns:
        for ruled in turn.challenges:
            yield "upheld" if ruled.is_upheld else "rejected"


def tiles_on(cells: Iterable[str]) -> Counter[str]:
    """The tiles that lie on these squares, blanks as themselves."""
    return Counter("?" if cell.islower() else cell for cell in cells if cell not in " .")
