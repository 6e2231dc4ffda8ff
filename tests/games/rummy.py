"""Rummy rounds in the tests: actions in short."""

from typing import Any

from engine.rummy import RUMMY
from engine.rummy.values import Rummy
from tests.games.playing import Action, Play

after, refused = Play(RUMMY).after, Play(RUMMY).refused

NOTE: Action = {"kind": "note"}
SKIP: Action = {"kind": "skip"}


def turn_up(card: str = "E") -> Action:
    return {"kind": "turn_up", "card": card}


def task(code: str) -> Action:
    return {"kind": "task", "task": code}


def draw(player: int, source: str = "pile") -> Action:
    return {"kind": "draw", "player": player, "from": source}


def lay(player: int, *words: str, **told: Any) -> Action:
    return {"kind": "lay", "player": player, "words": [*words], **told}


def discard(player: int, card: str) -> Action:
    return {"kind": "discard", "player": player, "card": card}


def challenge(by: int, *words: str, inadmissible: tuple[str, ...] = ()) -> Action:
    return {"kind": "challenge", "by": by, "words": [*words], "inadmissible": [*inadmissible]}


def count(player: int, **told: Any) -> Action:
    return {"kind": "count", "player": player, **told}


def begun(code: str = "six", players: int = 2, **setup: Any) -> Rummy:
    """The first round with this task, an E turned up, player 0 to draw."""
    state = RUMMY.begin({"players": players, "tasks": "typed", **setup})
    return after(state, turn_up(), task(code))


def idle(player: int, card: str = "E") -> tuple[Action, Action]:
    """A turn without words."""
    return draw(player), discard(player, card)
