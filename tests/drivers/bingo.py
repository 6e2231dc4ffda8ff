"""Bingo played at random: a hall full of players, not all of whom write a card or watch."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from engine.bingo import BINGO, Bingo
from engine.games import replay
from engine.refusals import Refusal
from tests.drivers.driver import Driver, RandomGame
from tests.games.any_json import Strategy, any_json
from tests.games.bingo import COUNTS, HALL, NOTE, call, card, claim
from tests.games.playing import Action
from tests.lexicons import WORDS

FULL_SET = COUNTS + Counter("??")
SEVEN = sorted(word for word in WORDS if len(word) == 7 and Counter(word) <= COUNTS)


class RandomBingo(RandomGame[Bingo]):
    game = BINGO
    always_right = frozenset(BINGO.kinds)
    unasked = frozenset({"inadmissible", "tile"})

    def begin(self, state: Bingo) -> None:
        self.outside = replace(HALL, seed=self.random.randbytes(32))
        #: How likely somebody with a full card is to notice before the next call.
        self.notices = self.random.choice((0.0, 0.4, 1.0))
        #: Actions to come before the next call.
        self.coming = self._cards(state.players)
        self.by = {} if state.caller is None else {"player": state.caller}

    def choose(self, state: Bingo) -> Action:
        if self.coming:
            return self.coming.pop(0)
        if state.claims or not state.bag:
            return {**NOTE, **self.by}
        return call(len(state.called) + 1, state.caller)

    def follow(self, _before: Bingo, state: Bingo, action: Action) -> None:
        if action["kind"] == "call":
            full = [offer.player for offer in BINGO.offers(state) if offer.kind == "claim"]
            noticed = [player for player in full if self.random.random() < self.notices]
            self.coming = [claim(player) for player in noticed if player is not None]

    def _cards(self, players: int) -> list[Action]:
        cards = [
            card(player, *self._two_words())
            for player in range(players)
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

    def check(self, state: Bingo) -> None:
        assert Counter(state.called) + Counter(state.bag) == FULL_SET

    def attempts(self, state: Bingo, kind: str, player: int) -> Iterable[Action]:
        others = ["ANDEREN", "BILDERN"]
        if sorted(state.cards[player]) == others:
            others = ["ANDEREN", "BASALTE"]
        match kind:
            case "call":
                yield {"number": len(state.called) + 1, "player": player}
                yield {"number": len(state.called) + 1}
            case "note":
                yield from ({"player": player}, {})
            case "claim":
                yield {"player": player}
            case "card":
                yield {"player": player, "words": others}
            case "end":
                yield {"because": "director"}

    def attempt(self, state: Bingo, action: Action) -> Bingo | Refusal:
        completed = BINGO.complete(state, action, self.outside)
        return completed if isinstance(completed, Refusal) else BINGO.act(state, completed)

    def secrets(self, state: Bingo) -> Sequence[Sequence[str]]:
        return state.cards

    def met(self, states: Sequence[Bingo]) -> Iterable[str]:
        last = states[-1]
        assert last.ending is not None
        yield last.ending.reason
        if len(last.winners) > 1:
            yield "several"
        if () in last.cards:
            yield "without a card"


# Whatever is thrown at it

values = any_json(
    st.one_of(
        st.text(max_size=8),
        st.sampled_from(["BILDERN", "ANDEREN", "E", "?", "e", "EE"]),
    )
)
words = st.lists(st.sampled_from(["BILDERN", "ANDEREN", "bildern", "TREPPEN", "AAL"]), max_size=3)
fields: dict[str, Strategy] = {
    "player": st.one_of(st.integers(0, 2), values),
    "words": st.one_of(words, values),
    "inadmissible": st.one_of(st.just([]), words, values),
    "number": st.one_of(st.integers(1, 3), values),
    "tile": st.one_of(st.sampled_from("E?AX"), values),
    "winner": st.one_of(st.integers(0, 2), values),
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}
calls = st.fixed_dictionaries(
    {"kind": st.just("call"), "number": st.integers(1, 3), "tile": st.sampled_from("E?X")}
)
TWO_CARDS = [{**card(player, "BILDERN", "ANDEREN"), "inadmissible": []} for player in (0, 1)]

BINGO_DRIVER = Driver(
    RandomBingo,
    setups=st.integers(2, 12).flatmap(
        lambda players: st.fixed_dictionaries(
            {
                "players": st.just(players),
                "caller": st.one_of(st.none(), st.integers(0, players - 1)),
            }
        )
    ),
    starts=st.just(replay(BINGO, {"players": 2}, TWO_CARDS)),
    actions=st.one_of(
        values,
        calls,
        st.fixed_dictionaries({"kind": st.sampled_from(BINGO.kinds)}, optional=fields),
    ),
    any_setup=st.one_of(
        values,
        st.fixed_dictionaries(
            {}, optional={"players": st.one_of(st.integers(0, 600), values), "caller": values}
        ),
    ),
    examples=6,
    throws=90,
    most_actions=24 + 102 + 12 + 1,
    samples=20,
    sample=lambda seed: {"players": 2 + seed, "caller": None if seed % 2 else seed // 2},
    meant=frozenset({"bingo", "tiles", "several", "without a card"}),
    outside=HALL,
)
