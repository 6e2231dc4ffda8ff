"""Card games in the tests: actions in short."""

from typing import Any

from engine.cards import CARDS
from engine.cards.values import CardGame
from tests.games.playing import Action, Outside, Play

DESK = Outside(has_chance=False)
after, refused = Play(CARDS, DESK).after, Play(CARDS, DESK).refused


def place(player: int, coordinates: str, word: str, **told: Any) -> Action:
    return {"kind": "place", "player": player, "coordinates": coordinates, "word": word, **told}


def exchange(player: int, **told: Any) -> Action:
    return {"kind": "exchange", "player": player, **told}


def pass_turn(player: int, **told: Any) -> Action:
    return {"kind": "pass", "player": player, **told}


def challenge(by: int, *words: str) -> Action:
    return {"kind": "challenge", "by": by, "words": [*words]}


def play_action(player: int, card: str) -> Action:
    return {"kind": "action", "player": player, "card": card}


def left(*hands: str | None) -> Action:
    return {"kind": "left", "hands": [*hands]}


NOTE: Action = {"kind": "note"}


def begun(variant: str = "classic", players: int = 2, begins: int | None = 0) -> CardGame:
    return CARDS.begin({"variant": variant, "players": players, "begins": begins})
