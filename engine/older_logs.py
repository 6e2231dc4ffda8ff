"""Logs that older versions wrote, read as they were meant: what was granted then stays granted."""

from typing import Any

from engine.errors import EngineError
from engine.fields import Json
from engine.match.values import Match
from engine.refusals import Refusal
from engine.table import AnyGame, State
from engine.tiles import read_tiles, sort_tiles

_NOTE: Json = {"kind": "note"}


def play_stored(rules: AnyGame, state: State, action: Json) -> tuple[State, tuple[Json, ...]]:
    """The state after an action of a stored log, and the actions that it is today.

    Raises EngineError for one that is refused, or can't be read.
    """
    after = rules.act(state, action)
    if not isinstance(after, Refusal):
        return after, (action,)
    if isinstance(state, Match) and action["kind"] == "left":
        meant = _tiles_left(rules, state, action)
        if meant is not None:
            return meant
    raise EngineError(f"it is refused: {after}")


def _tiles_left(
    rules: AnyGame, state: Match, action: Json
) -> tuple[State, tuple[Json, ...]] | None:
    """Tiles left told while the last move was still to be noted, or once more when all was settled.

    A match took both until it refused every action that comes twice.
    """
    noted: Any = rules.act(state, _NOTE) if state.pending else state
    before = (_NOTE,) if state.pending else ()
    if noted.left is not None:
        told = zip(action["racks"], noted.left, strict=True)
        is_same = all(rack is None or sort_tiles(read_tiles(rack)) == left for rack, left in told)
        return (noted, before) if is_same else None
    after = rules.act(noted, action)
    return None if isinstance(after, Refusal) else (after, (*before, action))
