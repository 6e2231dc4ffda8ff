"""Matches in the tests: actions in short, and games with house rules begun."""

from typing import Any

from engine.match import MATCH
from engine.match.values import Match
from engine.shapes import to_json
from tests.games.playing import Action, Play

after, refused = Play(MATCH).after, Play(MATCH).refused


def place(player: int, coordinates: str, word: str, **told: Any) -> Action:
    return {"kind": "place", "player": player, "coordinates": coordinates, "word": word, **told}


def exchange(player: int, **told: Any) -> Action:
    return {"kind": "exchange", "player": player, **told}


def pass_turn(player: int, **told: Any) -> Action:
    return {"kind": "pass", "player": player, **told}


def challenge(by: int, *words: str, inadmissible: tuple[str, ...] = ()) -> Action:
    return {"kind": "challenge", "by": by, "words": [*words], "inadmissible": [*inadmissible]}


def clock(player: int, seconds: int) -> Action:
    return {"kind": "clock", "player": player, "seconds": seconds}


def left(*racks: str | None) -> Action:
    return {"kind": "left", "racks": [*racks]}


#: Codes that only house rules bring: test_house_rules.py meets them.
HOUSE_CODES = {
    "opening_first",
    "no_theme",
    "one_bag",
    "bags_not_said",
    "bag_cannot_give",
    "other_bags",
    "vowels_given_not_said",
    "wrong_vowels",
    "turns_not_timed",
    "turn_over",
    "time_not_over",
    "time_stands",
    "time_runs",
    "wrong_draw",
    "tiles_drawn_unseen",
    "tiles_open",
    "racks_differ",
}

NOTE: Action = {"kind": "note"}
STUCK: Action = {"kind": "stuck"}
PAUSE: Action = {"kind": "pause"}
RESUME: Action = {"kind": "resume"}


def fill(player: int, **told: Any) -> Action:
    return {"kind": "fill", "player": player, **told}


def begun(
    name: str = "standard", players: int = 2, begins: int | None = 0, **house_rules: Any
) -> Match:
    setup = {"ruleset": name, "players": players, "begins": begins}
    return MATCH.begin({**setup, **house_rules})


def may(state: Match) -> dict[str, list[str]]:
    """The kinds of action offered, by player as a text; under 'table' those of nobody's own."""
    kinds: dict[str, list[str]] = {"table": [], **{str(n): [] for n in range(state.players)}}
    for offer in to_json(MATCH.view(state))["offers"]:
        by = [asked["choices"] for asked in offer["asked"] if asked["name"] == "by"]
        for player in by[0] if by else [offer["player"]]:
            kinds["table" if player is None else str(player)].append(offer["kind"])
    return kinds


def facts(state: Match) -> dict[str, Any]:
    """What the view tells beside board and score sheet, by code."""
    return {fact["code"]: fact["value"] for fact in to_json(MATCH.view(state))["facts"]}


def asked(state: Match, kind: str) -> dict[str, dict[str, Any]]:
    """The fields of an action that is offered, by name."""
    (offer,) = [offer for offer in to_json(MATCH.view(state))["offers"] if offer["kind"] == kind]
    return {field["name"]: field for field in offer["asked"]}


def in_two_bags(*vowels: int, **setup: Any) -> Match:
    """A game with two bags whose racks were filled with so many vowels each."""
    state = begun(players=len(vowels), two_bags=True, **setup)
    return after(state, *[fill(player, vowels=number) for player, number in enumerate(vowels)])


def timed(**setup: Any) -> Match:
    """A game with three minutes for each turn."""
    return begun(turn_seconds=180, **setup)


def alone(*racks: str, **setup: Any) -> Match:
    """Somebody playing solitaire with these racks, chosen."""
    state = begun(players=len(racks), solitaire="chosen", **setup)
    return after(state, *[fill(player, new_tiles=rack) for player, rack in enumerate(racks)])
