"""Rummy rounds played at random with real cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from types import MappingProxyType

from hypothesis import strategies as st

from engine.cards.deck import DECK, LETTERS
from engine.rummy import RUMMY
from engine.rummy.tasks import TASK_CARDS
from engine.rummy.values import Rummy
from tests.drivers.driver import Driver, RandomGame, rulings, seeds
from tests.games.any_json import any_action, any_json
from tests.games.playing import Action

#: The ways to meet a task, by the lengths of its words; where there is none, seven cards.
WAYS: dict[str, list[list[int]]] = {
    "three_of_two": [[2, 2, 2]],
    "up_to_three_of_two": [[2], [2, 2], [2, 2, 2]],
    "two_of_three": [[3, 3]],
    "five": [[5], [5, 2]],
    "six": [[6]],
    "bingo": [[7]],
}
SEVEN = [[7], [5, 2], [4, 3], [3, 2, 2], [6], [4, 2], [3, 3], [2, 2, 2], [5], [3, 2], [2, 2]]


class RandomRummy(RandomGame[Rummy]):
    """Words are any letters: the ruling says what they are."""

    game = RUMMY
    untimely = frozenset(
        {
            *("wrong_phase", "not_on_turn", "draw_first", "already_drawn", "already_laid"),
            *("discard_first", "task_met", "window_shut", "own_move", "nothing_to_count"),
        }
    )

    instead = MappingProxyType({"points": "cards"})

    def begin(self, state: Rummy) -> None:
        self.pile = list(DECK if self.setup.get("with_premiums", True) else LETTERS)
        self.random.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(7)] for _ in range(state.players)]
        self.discards: list[str] = []
        self.tasks = self.random.sample(TASK_CARDS, len(TASK_CARDS))
        #: Before each player, in the order of laying.
        self.laid: dict[int, list[str]] = {}
        #: How often the discards became the pile.
        self.shuffles = 0

    def complete(self, _state: Rummy, action: Action) -> Action:
        """These players say all by themselves."""
        return action

    def choose(self, state: Rummy) -> Action:
        phase, by_chance = state.phase.value, self.random.random()
        if phase == "turning":
            return {"kind": "turn_up", "card": self.pile[-1]}
        if phase == "task":
            number = len(state.rounds)
            return {"kind": "task", "task": (self.tasks + self.tasks)[number]}
        if phase == "counting":
            return self._count(state)
        if phase == "tied":
            return {"kind": self.random.choice(["tiebreak", "share"])}
        if state.open_words is not None and (state.on_turn is None or by_chance < 0.4):
            return self._ruling(state)
        player = state.on_turn
        assert player is not None
        if state.step.value == "draw":
            if by_chance < 0.02 and state.first is None:
                return {"kind": "skip"}
            source = "discard" if by_chance < 0.4 else "pile"
            return {"kind": "draw", "player": player, "from": source}
        if state.step.value == "lay" and by_chance < 0.4 and (lay := self._lay(state, player)):
            return lay
        card = self.random.choice(self.hands[player])
        return {"kind": "discard", "player": player, "card": card}

    def _lay(self, state: Rummy, player: int) -> Action | None:
        """Any letters of the hand as words that have the right lengths, with any premium cards."""
        hand = self.random.sample(self.hands[player], len(self.hands[player]))
        letters = [card for card in hand if card not in "23"]
        premiums = [card for card in hand if card in "23"]
        task = state.task_code
        lengths = self.random.choice(WAYS.get(task, SEVEN))
        spare = min(7 - sum(lengths), len(premiums), len(lengths))
        used = 7 - sum(lengths) if task not in WAYS else self.random.randint(0, max(spare, 0))
        if sum(lengths) > len(letters) or used > spare:
            return None
        words = ["".join(self._shown(letters.pop()) for _ in range(length)) for length in lengths]
        lay: Action = {"kind": "lay", "player": player, "words": words}
        for word, card in zip(words, premiums[:used], strict=False):
            lay.setdefault("doubled" if card == "2" else "tripled", []).append(word.upper())
        if self.random.random() < 0.5 and task.endswith("by_four"):
            chosen = self.random.choice(words)
            chosen = chosen if task == "word_by_four" else self.random.choice(chosen)
            lay["quadrupled"] = chosen.upper()
        if self.random.random() < 0.5:
            lay["points"] = points_of(task, lay)
        return lay

    def _shown(self, card: str) -> str:
        return self.random.choice("aenqäx") if card == "?" else card

    def _ruling(self, state: Rummy) -> Action:
        if self.random.random() < 0.3:
            return {"kind": "note"}
        words = state.open_words or ()
        others = [player for player in range(state.players) if player != state.turns[-1].player]
        chosen = [word for word in words if self.random.random() < 0.6]
        wrong = [word for word in chosen or words if self.random.random() < 0.3]
        by = self.random.choice(others)
        return {"kind": "challenge", "by": by, "words": chosen, "inadmissible": wrong}

    def _count(self, state: Rummy) -> Action:
        waiting = [
            player for player in self.laid if state.left[player] is None and self.hands[player]
        ]
        player = self.random.choice(waiting)
        if self.random.random() < 0.5:
            return {"kind": "count", "player": player, "cards": "".join(self.hands[player])}
        worth = sum(map(value, self.hands[player]))
        return {"kind": "count", "player": player, "points": worth}

    def follow(self, before: Rummy, state: Rummy, action: Action) -> None:
        kind, player = action["kind"], action.get("player", 0)
        if kind == "turn_up":
            self.discards.append(self.pile.pop())
        elif kind == "task":
            for hand in self.hands:
                hand += [self._drawn() for _ in range(7 - len(hand))]
        elif kind == "draw":
            drawn = self._drawn() if action["from"] == "pile" else self.discards.pop()
            self.hands[player].append(drawn)
        elif kind == "discard":
            self.hands[player].remove(action["card"])
            self.discards.append(action["card"])
        elif kind == "lay":
            cards = played(action)
            for card in cards:
                self.hands[player].remove(card)
            self.laid[player] = cards
        elif kind == "challenge" and action["inadmissible"]:
            last, cards = self.laid.popitem()
            self.hands[last] += cards
        if len(state.rounds) > len(before.rounds):
            self.discards += [card for cards in self.laid.values() for card in cards]
            self.laid.clear()

    def _drawn(self) -> str:
        if not self.pile:
            *self.pile, top = self.discards
            self.random.shuffle(self.pile)
            self.discards = [top]
            self.shuffles += 1
        return self.pile.pop()

    def check(self, state: Rummy) -> None:
        everywhere = [self.pile, self.discards, *self.hands, *self.laid.values()]
        assert Counter(card for part in everywhere for card in part) == Counter(state.deck)
        assert state.pile == len(self.pile)
        assert state.discard == "".join(self.discards)
        assert state.sizes == tuple(map(len, self.hands))
        laid = Counter(card for cards in self.laid.values() for card in cards)
        assert Counter(state.laid_cards) == laid
        for known, hand in zip(state.known, self.hands, strict=True):
            assert not Counter(known) - Counter(hand)
        hidden = sum(state.sizes) - len("".join(state.known))
        assert len(state.unseen) == state.pile + hidden

    def attempts(self, state: Rummy, kind: str, player: int) -> Iterable[Action]:
        said: dict[str, Action] = {
            "turn_up": {"card": "E"},
            "task": {"task": state.tasks_left[0]},
            "draw": {"player": player, "from": "pile"},
            "lay": {"player": player, "words": ["QQQQQQQQ"]},
            "discard": {"player": player, "card": "E"},
            "challenge": {"by": player, "words": [], "inadmissible": []},
            "count": {"player": player, "points": 0},
            "end": {"because": "director"},
        }
        yield said.get(kind, {})

    def secrets(self, state: Rummy) -> Sequence[Sequence[str]]:
        return [[known] if len(known) > 5 else [] for known in state.known]

    def met(self, states: Sequence[Rummy]) -> Iterable[str]:
        last = states[-1]
        if self.shuffles:
            yield "reshuffled"
        yield from (action["kind"] for action in self.actions)
        yield from rulings(last.turns)
        for turn in last.turns:
            if turn.lay:
                yield turn.task
                yield from (word.premium for word in turn.lay.words)


# What was said, counted with nothing of the engine.

VALUES = {1: "ADEINRSTU", 2: "GHLO", 3: "BMWZ", 4: "CFKP", 6: "ÄJÜV", 8: "ÖX", 10: "QY"}


def value(card: str) -> int:
    """Blanks, shown as themselves or in lower case, and premium cards are worth nothing."""
    return next((worth for worth, letters in VALUES.items() if card in letters), 0)


def played(lay: Action) -> list[str]:
    """The cards of a lay, each word's premium below its letters."""
    cards = []
    for word, factor in factors(lay):
        cards += [str(factor)] if factor > 1 else []
        cards += ["?" if letter.islower() else letter for letter in word]
    return cards


def factors(lay: Action) -> list[tuple[str, int]]:
    """The words with their factors: of equal words the dearest are multiplied, and most."""
    waiting = {
        word: sorted(
            [2] * lay.get("doubled", []).count(word) + [3] * lay.get("tripled", []).count(word)
        )
        for word in map(str.upper, lay["words"])
    }
    found = [1] * len(lay["words"])
    dearest_first = sorted(range(len(found)), key=lambda at: -sum(map(value, lay["words"][at])))
    for at in dearest_first:
        if left := waiting[lay["words"][at].upper()]:
            found[at] = left.pop()
    return list(zip(lay["words"], found, strict=True))


def points_of(task: str, lay: Action) -> int:
    words, chosen = factors(lay), lay.get("quadrupled")
    points, extra = 0, [0]
    for word, factor in words:
        points += factor * sum(map(value, word))
        if task == "word_by_four" and chosen in (None, word.upper()):
            extra.append(3 * factor * sum(map(value, word)))
        if task == "letter_by_four":
            extra += [
                3 * factor * value(letter) for letter in word if chosen in (None, letter.upper())
            ]
    points += max(extra)
    if task == "up_to_three_of_two":
        points += {1: 0, 2: 3, 3: 9}[len(words)]
    if task == "five" and len(words) == 2:
        points += 5
    return points + 50 if task == "bingo" else points


# Whatever is thrown at it

texts = st.one_of(
    st.text(max_size=10),
    st.text("ABENRSTU?23nq. -ß\u0308", max_size=8),
    st.sampled_from(["E", "2", "EN", "ENe", "TAG", "WIESEN", "pile", "discard", *TASK_CARDS]),
)
values = any_json(texts)
players = st.one_of(st.integers(0, 1), values)
words = st.one_of(st.lists(st.sampled_from(["EN", "NE", "TAG", "WIESEN"]), max_size=3), values)
fields = {
    "player": players,
    "by": players,
    "winner": players,
    "card": st.one_of(st.sampled_from("E?2NQ"), values),
    "cards": st.one_of(texts, values),
    "task": st.one_of(st.sampled_from(TASK_CARDS), values),
    "from": st.one_of(st.sampled_from(["pile", "discard"]), values),
    "words": words,
    "doubled": words,
    "tripled": words,
    "inadmissible": words,
    "quadrupled": st.one_of(texts, values),
    "points": st.one_of(st.integers(0, 30), values),
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}

setups = st.fixed_dictionaries(
    {"players": st.integers(2, 4), "turn_limit": st.integers(1, 8), "tasks": st.just("typed")},
    optional={"with_premiums": st.booleans(), "begins": st.integers(0, 1)},
)


def state_after(game: RandomRummy, steps: int) -> Rummy:
    *_, state = islice(game, steps + 1)
    return state


RUMMY_DRIVER = Driver(
    RandomRummy,
    setups=setups,
    starts=st.builds(state_after, st.builds(RandomRummy, setups, seeds), st.integers(0, 60)),
    actions=st.one_of(values, any_action(RUMMY.actions, fields)),
    any_setup=st.one_of(
        values,
        st.fixed_dictionaries(
            {"players": players}, optional={asked.name: values for asked in RUMMY.settings}
        ),
    ),
    examples=15,
    throws=90,
    # A turn is drawn, laid, discarded, and its words, three at most, are ruled on one by one.
    most_actions=3 + 11 * (1 + 4) + 6 * 11 * (4 * 8 + 4 - 1),
    samples=12,
    sample=lambda seed: {"players": 2 + seed % 3, "tasks": "typed", "turn_limit": 8},
    meant=frozenset(
        {
            *{*RUMMY.kinds} - {"end", "tiebreak", "share"},
            *TASK_CARDS,
            *("upheld", "rejected", "reshuffled", "2", "3"),
        }
    ),
)
