"""Every game that can be played at a table, found by its name, played again, and checked."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from engine.bingo import BINGO
from engine.cards import CARDS
from engine.errors import EngineError
from engine.fields import Json
from engine.match import MATCH
from engine.party import PARTY
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.rummy import RUMMY
from engine.table import AnyGame, State, TableGame
from engine.ungame import UNGAME

#: Every game by its name.
GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {
        game.name: game
        for game in (
            MATCH,
            UNGAME,
            BINGO,
            PARTY,
            CARDS,
            RUMMY,
        )
    }
)

S = TypeVar("S", bound=State)


def game(name: str) -> AnyGame:
    """The game of that name. Raises EngineError, naming those there are."""
    try:
        return GAMES[name]
    except KeyError:
        known = ", ".join(GAMES)
        raise EngineError(f"there is no game {name!r}; the games are {known}") from None


def replay(game: TableGame[S, Any], setup: Json, actions: Iterable[Json]) -> S:
    """The state after all of `actions`.

    Raises EngineError, saying which action it is, for one that is refused or can't be read.
    """
    state = game.begin(setup)
    for number, action in enumerate(actions, start=1):
        state = _played(game, state, action, number)
    return state


def first_not_drawn(
    game: TableGame[S, Any], setup: Json, actions: Iterable[Json], seed: bytes
) -> int | None:
    """The first action, counted from 1, whose chance `seed` does not bring; None if all is right.

    Raises EngineError as `replay` does.
    """
    state = game.begin(setup)
    for number, action in enumerate(actions, start=1):
        after = _played(game, state, action, number)
        if not game.is_drawn_by(state, action, lambda label: RandomStream(seed, label)):
            return number
        state = after
    return None


def _played(game: TableGame[S, Any], state: S, action: Json, number: int) -> S:
    try:
        after = game.act(state, action)
    except EngineError as fault:
        raise EngineError(f"action {number}: {fault}") from None
    if isinstance(after, Refusal):
        raise EngineError(f"action {number} is refused: {after}")
    return after
