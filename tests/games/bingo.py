"""Bingos for the tests: actions in short, and whole games played at random."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.bingo import BINGO, Bingo
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.table import Json
from tests.lexicons import WORDS

SEED = bytes(range(32))
#: How many there are of each letter.
_SET = "AAAAABBCCDDDDEEEEEEEEEEEEEEEFFGGGHHHHIIIIIIJKKLLLMMMMNNNNNNNNNOOOPQRRRRRRSSSSSSSTTTTTT"
COUNTS = Counter(_SET + "UUUUUUVWXYZÄÖÜ")
SEVEN = sorted(word for word in WORDS if len(word) == 7 and Counter(word) <= COUNTS)


@dataclass
class Hall:
    """What comes from outside: a lexicon and a seed."""

    lexicon: Container[str] = WORDS | {"TRAUBEN"}
    seed: bytes = SEED
    elapsed_ms: int = 0

    def judge(self, words: Sequence[str]) -> bool:
        raise AssertionError(f"nothing is challenged: {words}")

    def random(self, label: str, /) -> RandomStream:
        return RandomStream(self.seed, label)


def begun(players: int = 3, caller: int | None = None) -> Bingo:
    return BINGO.begin({"players": players, "caller": caller})


def card(player: int, *words: str) -> dict[str, Any]:
    return {"kind": "card", "player": player, "words": [*words]}


def claim(player: int) -> dict[str, Any]:
    return {"kind": "claim", "player": player}


def call(number: int, player: int | None = None) -> dict[str, Any]:
    """The call of this number; by a player, where one calls."""
    by = {} if player is None else {"player": player}
    return {"kind": "call", **by, "number": number}


def calls(number: int) -> list[dict[str, Any]]:
    """So many calls from the first on."""
    return [call(one) for one in range(1, number + 1)]


NOTE: Json = {"kind": "note"}


def answer(state: Bingo, action: Json) -> Bingo | Refusal:
    """What comes of an action as somebody sends it."""
    completed = BINGO.complete(state, action, Hall())
    if isinstance(completed, Refusal):
        return completed
    return BINGO.act(state, completed)


def after(state: Bingo, *actions: Json) -> Bingo:
    for action in actions:
        result = answer(state, action)
        assert isinstance(result, Bingo), f"{action}: {result.message}"
        state = result
    return state


def refused(state: Bingo, action: Json) -> Refusal:
    result = answer(state, action)
    assert isinstance(result, Refusal), action
    assert "{" not in result.message
    return result


def called(state: Bingo, tiles: str) -> Bingo:
    """The state after these tiles were called, by whatever chance."""
    for tile in tiles:
        number = len(state.called) + 1
        action: dict[str, Any] = {"kind": "call", "number": number, "tile": tile}
        if state.caller is not None:
            action["player"] = state.caller
        result = BINGO.act(state, action)
        assert isinstance(result, Bingo), f"{tile}: {result.message}"
        state = result
    return state


@dataclass
class RandomBingo:
    """A hall full of players, not all of whom write a card or watch; `actions` is the record.

    Iterating gives the state after every action.
    """

    players: int
    has_caller: bool
    random: Random
    actions: list[Json] = field(default_factory=list)
    setup: dict[str, Any] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Bingo]:
        caller = self.random.randrange(self.players) if self.has_caller else None
        self.hall = Hall(seed=self.random.randbytes(32))
        self.setup = {"players": self.players, "caller": caller}
        #: How likely somebody with a full card is to notice before the next call.
        self.notices = self.random.choice((0.0, 0.4, 1.0))
        by = {} if caller is None else {"player": caller}
        state = BINGO.begin(self.setup)
        yield state
        for action in self._cards():
            yield (state := self._after(state, action))
        while not state.is_over:
            full = [offer.player for offer in BINGO.offers(state) if offer.kind == "claim"]
            for player in full:
                if player is not None and self.random.random() < self.notices:
                    yield (state := self._after(state, claim(player)))
            is_noted = state.claims or not state.bag
            step = {**NOTE, **by} if is_noted else call(len(state.called) + 1, caller)
            yield (state := self._after(state, step))

    def _cards(self) -> Sequence[Json]:
        cards = [
            card(player, *self._two_words())
            for player in range(self.players)
            for _ in range(self.random.choice((0, 1, 1, 2)))
        ]
        if len({one["player"] for one in cards}) < 2:
            cards += [card(player, *self._two_words()) for player in (0, 1)]
        return cards

    def _two_words(self) -> list[str]:
        while True:
            words = self.random.sample(SEVEN, 2)
            if Counter("".join(words)) <= COUNTS:
                return words

    def _after(self, state: Bingo, action: Json) -> Bingo:
        completed = BINGO.complete(state, action, self.hall)
        assert not isinstance(completed, Refusal), (action, completed)
        result = BINGO.act(state, completed)
        assert isinstance(result, Bingo), (action, result)
        self.actions.append(completed)
        return result
