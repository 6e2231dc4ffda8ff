"""What every game played at a table is: a set-up, actions one after the other, and what is seen.

Set-ups and actions are JSON objects, stored as they came; states are values worked out from them
by `replay`. Undoing the last action is replaying without it.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from engine.errors import EngineError
from engine.fields import Json
from engine.match import MATCH
from engine.refusals import Refusal

__all__ = ["GAMES", "Json", "Refusal", "State", "TableGame", "game", "replay"]


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


S = TypeVar("S", bound=State)


class TableGame(Protocol[S]):
    @property
    def name(self) -> str: ...

    def begin(self, setup: Json) -> S:
        """The state before the first action. Raises EngineError for a set-up that is none."""

    def act(self, state: S, action: Json) -> S | Refusal:
        """The state after `action`, or why the rules refuse it.

        Raises Unreadable, and nothing else, for an action that can't be read.
        """

    def view(self, state: S) -> dict[str, Any]:
        """All there is to be seen, as JSON."""


#: Every game by its name.
GAMES: Mapping[str, TableGame[Any]] = MappingProxyType({MATCH.name: MATCH})


def game(name: str) -> TableGame[Any]:
    """The game of that name. Raises EngineError, naming those there are."""
    try:
        return GAMES[name]
    except KeyError:
        known = ", ".join(GAMES)
        raise EngineError(f"there is no game {name!r}; the games are {known}") from None


def replay(game: TableGame[S], setup: Json, actions: Iterable[Json]) -> S:
    """The state after all of `actions`.

    Raises EngineError, saying which action it is, for one that is refused or can't be read.
    """
    state = game.begin(setup)
    for number, action in enumerate(actions, start=1):
        try:
            after = game.act(state, action)
        except EngineError as fault:
            raise EngineError(f"action {number}: {fault}") from None
        if isinstance(after, Refusal):
            raise EngineError(f"action {number} is refused ({after.code}): {after.message}")
        state = after
    return state
