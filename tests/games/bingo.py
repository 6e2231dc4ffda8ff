"""Bingo in the tests: actions in short."""

from collections import Counter

from engine.bingo import BINGO, Bingo
from tests.games.playing import Action, Outside, Play
from tests.lexicons import WORDS

SEED = bytes(range(32))
#: How many there are of each letter.
_SET = "AAAAABBCCDDDDEEEEEEEEEEEEEEEFFGGGHHHHIIIIIIJKKLLLMMMMNNNNNNNNNOOOPQRRRRRRSSSSSSSTTTTTT"
COUNTS = Counter(_SET + "UUUUUUVWXYZÄÖÜ")
HALL = Outside(WORDS | {"TRAUBEN"}, seed=SEED, has_judge=False)
after, refused = Play(BINGO, HALL).after, Play(BINGO, HALL).refused


def begun(players: int = 3, caller: int | None = None) -> Bingo:
    return BINGO.begin({"players": players, "caller": caller})


def card(player: int, *words: str) -> Action:
    return {"kind": "card", "player": player, "words": [*words]}


def claim(player: int) -> Action:
    return {"kind": "claim", "player": player}


def call(number: int, player: int | None = None) -> Action:
    """The call of this number; by a player, where one calls."""
    by = {} if player is None else {"player": player}
    return {"kind": "call", **by, "number": number}


def calls(number: int) -> list[Action]:
    """So many calls from the first on."""
    return [call(one) for one in range(1, number + 1)]


NOTE: Action = {"kind": "note"}


def called(state: Bingo, tiles: str) -> Bingo:
    """The state after these tiles were called, by whatever chance."""
    for tile in tiles:
        number = len(state.called) + 1
        action: Action = {"kind": "call", "number": number, "tile": tile}
        if state.caller is not None:
            action["player"] = state.caller
        result = BINGO.act(state, action)
        assert isinstance(result, Bingo), f"{tile}: {result}"
        state = result
    return state
