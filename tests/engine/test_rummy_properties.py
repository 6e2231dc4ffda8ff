"""What holds for every game in rummy rounds, tried on games played at random with real cards."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.deck import DECK, LETTERS
from engine.errors import EngineError
from engine.games import replay
from engine.refusals import Refusal
from engine.rummy import RUMMY
from engine.rummy.actions import ACTIONS
from engine.rummy.tasks import TASK_CARDS
from engine.rummy.values import Rummy
from engine.shapes import to_json
from tests.games.any_json import any_action, any_json, throw

Action = dict[str, Any]

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


@dataclass
class RandomGame:
    """Somebody playing all sides with real cards; `actions` is the record.

    Iterating gives the state after every action. Hands and piles are the cards as they really are,
    kept apart from what the state believes. Words are any letters: the ruling says what they are.
    """

    setup: Action
    random: Random
    actions: list[Action] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    #: Before each player, in the order of laying.
    laid: dict[int, list[str]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Rummy]:
        state = RUMMY.begin(self.setup)
        self.pile = list(DECK if self.setup.get("with_premiums", True) else LETTERS)
        self.random.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(7)] for _ in range(state.players)]
        self.tasks = self.random.sample(TASK_CARDS, len(TASK_CARDS))
        yield state
        while not state.is_over:
            action = self._action(state)
            result = RUMMY.act(state, action)
            assert isinstance(result, Rummy), f"{action}: {result.message}"
            self.actions.append(action)
            self._move_cards(action)
            if len(result.rounds) > len(state.rounds):
                self.discards += [card for cards in self.laid.values() for card in cards]
                self.laid.clear()
            state = result
            yield state

    def _action(self, state: Rummy) -> Action:
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

    def _move_cards(self, action: Action) -> None:
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

    def _drawn(self) -> str:
        if not self.pile:
            *self.pile, top = self.discards
            self.random.shuffle(self.pile)
            self.discards = [top]
        return self.pile.pop()


setups = st.fixed_dictionaries(
    {"players": st.integers(2, 4), "turn_limit": st.integers(1, 8), "tasks": st.just("typed")},
    optional={"with_premiums": st.booleans(), "begins": st.integers(0, 1)},
)
games = st.builds(RandomGame, setups, st.builds(Random, st.integers(0, 2**32)))

some = settings(max_examples=15)


@some
@given(games)
def test_no_card_is_lost_and_the_count_of_the_machine_is_that_of_the_table(
    game: RandomGame,
) -> None:
    for state in game:
        everywhere = [game.pile, game.discards, *game.hands, *game.laid.values()]
        cards = Counter(card for part in everywhere for card in part)
        assert cards == Counter(state.deck)
        assert state.pile == len(game.pile)
        assert state.discard == "".join(game.discards)
        assert state.sizes == tuple(map(len, game.hands))
        assert Counter(state.laid_cards) == Counter(
            card for laid in game.laid.values() for card in laid
        )
        for known, hand in zip(state.known, game.hands, strict=True):
            assert not Counter(known) - Counter(hand)
        hidden = sum(state.sizes) - len("".join(state.known))
        assert len(state.unseen) == state.pile + hidden


@some
@given(games)
def test_every_game_that_keeps_playing_ends(game: RandomGame) -> None:
    players, limit = game.setup["players"], game.setup["turn_limit"]
    # A turn is drawn, laid, discarded, and its words, three at most, are ruled on one by one.
    turns = 11 * (players * limit + players - 1)
    *_, last = islice(game, 3 + 11 * (1 + players) + turns * 6)
    assert last.is_over


@some
@given(games)
def test_nothing_is_accepted_twice(game: RandomGame) -> None:
    for state in game:
        if game.actions:
            assert isinstance(RUMMY.act(state, game.actions[-1]), Refusal), game.actions[-1]


@some
@given(games, st.floats(0, 1, exclude_max=True))
def test_replaying_gives_the_live_state_and_undoing_the_one_before(
    game: RandomGame, share: float
) -> None:
    live = list(game)
    stored = json.loads(json.dumps(game.actions))
    assert replay(RUMMY, game.setup, stored) == live[-1]
    number = int(share * len(game.actions))
    assert replay(RUMMY, game.setup, stored[:number]) == live[number]


@some
@given(games)
def test_the_scores_are_those_of_a_plain_recount(game: RandomGame) -> None:
    scores = [0] * game.setup["players"]
    rounds = last = earned = 0
    for state in game:
        action: Action = game.actions[-1] if game.actions else {"kind": "none"}
        if action["kind"] == "lay":
            last, earned = action["player"], points_of(state.task_code, action)
            scores[last] += earned
        elif action["kind"] == "challenge" and action["inadmissible"]:
            scores[last] -= earned
        if len(state.rounds) > rounds:
            # The hands are as they were when the round was over: nobody draws before the next.
            rounds = len(state.rounds)
            for player in state.rounds[-1].met:
                scores[player] -= sum(map(value, game.hands[player]))
        if state.phase.value != "counting":
            assert list(state.scores) == scores
    assert state.places == tuple(1 + sum(other > own for other in scores) for own in scores)
    seen = json.loads(json.dumps(to_json(RUMMY.view(state))))
    assert seen["scores"] == scores
    by_round = [played["points"] for played in seen["rounds"]]
    assert [sum(points) for points in zip(*by_round, strict=True)] == scores


@settings(max_examples=6)
@given(games)
def test_the_offers_are_just_what_is_not_out_of_turn(game: RandomGame) -> None:
    untimely = {
        "wrong_phase",
        "not_on_turn",
        "draw_first",
        "already_drawn",
        "already_laid",
        "discard_first",
        "task_met",
        "window_shut",
        "own_move",
        "nothing_to_count",
    }
    for state in game:
        seen = json.loads(json.dumps(to_json(RUMMY.view(state))))
        offered = set()
        for offer in seen["offers"]:
            by = [field for field in offer["asked"] if field["name"] == "by"]
            players = by[0]["choices"] if by else [offer["player"]]
            offered |= {(offer["kind"], player) for player in players}
        for kind in RUMMY.kinds:
            for player in range(state.players):
                result = RUMMY.act(state, attempt(state, kind, player))
                is_untimely = isinstance(result, Refusal) and result.code in untimely
                is_offered = not {(kind, player), (kind, None)}.isdisjoint(offered)
                assert is_untimely is not is_offered, (kind, player, result)


def attempt(state: Rummy, kind: str, player: int) -> Action:
    """An action of which only its moment is asked: what it says may be wrong."""
    fields: dict[str, Action] = {
        "turn_up": {"card": "E"},
        "task": {"task": state.tasks_left[0]},
        "draw": {"player": player, "from": "pile"},
        "lay": {"player": player, "words": ["QQQQQQQQ"]},
        "discard": {"player": player, "card": "E"},
        "challenge": {"by": player, "words": [], "inadmissible": []},
        "count": {"player": player, "points": 0},
        "end": {"because": "director"},
    }
    return {"kind": kind, **fields.get(kind, {})}


# The recount: from what was said alone, with nothing of the engine.

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


actions = st.one_of(values, any_action(ACTIONS, fields))


@settings(max_examples=120)
@given(games, st.integers(0, 60), st.lists(actions, max_size=12))
def test_any_json_gives_a_state_a_refusal_or_is_unreadable(
    game: RandomGame, number: int, thrown: list[Any]
) -> None:
    *_, state = islice(game, number + 1)
    throw(RUMMY, state, thrown)


@settings(max_examples=100)
@given(
    st.one_of(
        values,
        st.fixed_dictionaries(
            {"players": players},
            optional={name.name: values for name in RUMMY.settings},
        ),
    )
)
def test_any_json_is_a_set_up_or_is_not_begun(setup: Any) -> None:
    with suppress(EngineError):
        assert isinstance(RUMMY.begin(setup), Rummy)


def test_the_random_games_meet_what_they_are_meant_to_meet() -> None:
    met: Counter[str] = Counter()
    for seed in range(12):
        setup = {"players": 2 + seed % 3, "tasks": "typed", "turn_limit": 8}
        game = RandomGame(setup, Random(seed))
        before = 0
        for state in game:
            met["reshuffled"] += len(state.discard) == 1 and before > 2
            before = len(state.discard)
        met.update(action["kind"] for action in game.actions)
        for turn in state.turns:
            met.update("upheld" if ruled.is_upheld else "rejected" for ruled in turn.challenges)
            if turn.lay:
                met[turn.task] += 1
                met.update(word.premium for word in turn.lay.words)
    for what in (
        *{*RUMMY.kinds} - {"end", "tiebreak", "share"},
        *TASK_CARDS,
        *("upheld", "rejected", "reshuffled", "2", "3"),
    ):
        assert met[what], (what, met)
