"""Party games in the tests: actions in short."""

from typing import Any

from engine.party import PARTY
from engine.party.values import Party
from tests.games.playing import Action, Play

after, refused = Play(PARTY).after, Play(PARTY).refused

NOTE: Action = {"kind": "note"}
STUCK: Action = {"kind": "stuck"}


def roll(player: int, letter: str) -> Action:
    return {"kind": "roll", "player": player, "letter": letter}


def start(player: int) -> Action:
    return {"kind": "start", "player": player}


def stop(player: int, told: str | int) -> Action:
    name = "zone" if isinstance(told, str) else "elapsed_ms"
    return {"kind": "stop", "player": player, name: told}


def place(player: int, coordinates: str, word: str, **told: Any) -> Action:
    return {"kind": "place", "player": player, "coordinates": coordinates, "word": word, **told}


def pass_turn(player: int, told: str | int | None = None) -> Action:
    action: Action = {"kind": "pass", "player": player}
    if told is not None:
        action["zone" if isinstance(told, str) else "elapsed_ms"] = told
    return action


def timeout(player: int) -> Action:
    return {"kind": "timeout", "player": player}


def bonus(player: int, face: str) -> Action:
    return {"kind": "bonus", "player": player, "face": face}


def choose(player: int, square: str) -> Action:
    return {"kind": "choose", "player": player, "squares": [square]}


def false_start(player: int) -> Action:
    return {"kind": "false_start", "player": player}


def false_stop(player: int) -> Action:
    return {"kind": "false_stop", "player": player}


def challenge(by: int, *words: str, inadmissible: tuple[str, ...] = ()) -> Action:
    return {"kind": "challenge", "by": by, "words": [*words], "inadmissible": [*inadmissible]}


def end(because: str = "director", winner: int | None = None) -> Action:
    return {"kind": "end", "because": because, "winner": winner}


def begun(dice: str = "none", timer: str = "none", begins: int | None = 0, **more: Any) -> Party:
    return PARTY.begin({"players": 2, "dice": dice, "timer": timer, "begins": begins, **more})


def offered(state: Party) -> set[tuple[str, int | None]]:
    return {(offer.kind, offer.player) for offer in PARTY.offers(state)}
