"""Card games played at random with real cards."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice

from hypothesis import strategies as st

from engine.board import Square
from engine.cards import CARDS
from engine.cards.action_cards import USUAL
from engine.cards.deck import DECK
from engine.cards.grid import name_move
from engine.cards.values import CardGame
from engine.notation import Direction, Move
from engine.refusals import Refusal
from tests.drivers.driver import Driver, RandomGame, rulings, tiles_on
from tests.games.any_json import any_action, any_json
from tests.games.cards import DESK, NOTE, challenge, exchange, left, pass_turn, place, play_action
from tests.games.playing import Action
from tests.lexicons import WORDS

NEEDS = [(word, frozenset(word)) for word in sorted(WORDS)]


class RandomCardGame(RandomGame[CardGame]):
    game = CARDS
    untimely = frozenset(
        {
            *("wrong_phase", "not_on_turn", "window_shut", "own_move", "no_word_pending"),
            *("no_action_cards", "action_played", "action_elsewhere", "action_not_fitting"),
            *("bag_too_small", "more_than_rack"),
        }
    )
    unasked = frozenset({"removed", "inadmissible"})
    #: Turns that bring the game no nearer to its end are rationed.
    idle = 6

    def begin(self, state: CardGame) -> None:
        self.outside = DESK
        self.pile = self.random.sample(DECK, len(DECK))
        self.hands: list[list[str]] = []
        self.discarded: list[str] = []
        self.action_hands: list[str] = []
        self.action_pile: list[str] = []
        if state.on_turn is not None:
            self._deal(state)

    def _deal(self, state: CardGame) -> None:
        self.hands = [[self.pile.pop() for _ in range(7)] for _ in range(state.players)]
        names = [card.name for card in state.action_cards]
        self.random.shuffle(names)
        if names:
            self.action_hands = [names.pop() for _ in range(state.players)]
        self.action_pile = names

    def choose(self, state: CardGame) -> Action:
        if state.phase.value == "drawing":
            cards = list(self.pile)
            for _, card in state.standing:
                cards.remove(card)
            return {"kind": "draw", "cards": self.random.sample(cards, len(state.drawing))}
        if state.phase.value == "settling":
            return left(*map("".join, self.hands))
        if state.pending:
            fitting = [
                play_action(offer.player or 0, self.action_hands[offer.player or 0])
                for offer in CARDS.offers(state)
                if offer.kind == "action"
                and self.action_hands[offer.player or 0] in offer.asked[0].choices
            ]
            if fitting and self.random.random() < 0.7:
                return self.random.choice(fitting)
            doubtful = any(word not in WORDS for word in state.pending.open_words)
            if state.on_turn is None or self.random.random() < (0.7 if doubtful else 0.3):
                return self._ruling(state)
        return self._turn(state)

    def _ruling(self, state: CardGame) -> Action:
        assert state.pending
        if not state.pending.open_words or self.random.random() < 0.3:
            return NOTE
        others = [player for player in range(state.players) if player != state.turns[-1].player]
        challenged = [word for word in state.pending.open_words if self.random.random() < 0.6]
        return challenge(self.random.choice(others), *challenged)

    def _turn(self, state: CardGame) -> Action:
        player, chance = state.on_turn, self.random.random()
        assert player is not None
        told = {"hand": "".join(self.hands[player])} if self.random.random() < 0.3 else {}
        if chance < 0.15 and self.idle:
            self.idle -= 1
            return self._exchange(player, told)
        if chance < 0.2 and self.idle:
            self.idle -= 1
            return pass_turn(player, **told)
        for action in islice(self._words(state, player), 60):
            if isinstance(found := CARDS.act(state, {**action, "removed": []}), Refusal):
                continue
            if chance > 0.9 or all(word in WORDS for word, _ in found.turns[-1].words):
                return {**action, **told, "points": found.turns[-1].points}
        return self._exchange(player, told) if self.pile else pass_turn(player, **told)

    def _exchange(self, player: int, told: Action) -> Action:
        most = min(len(self.hands[player]), len(self.pile))
        cards = self.random.sample(self.hands[player], self.random.randint(0, most))
        swap = {"with_action": True} if self.action_pile and self.random.random() < 0.5 else {}
        if not cards:
            return exchange(player, **told, **swap) if swap else pass_turn(player, **told)
        if self.random.random() < 0.4:
            return exchange(player, count=len(cards), **told, **swap)
        return exchange(player, cards="".join(cards), **told, **swap)

    def _words(self, state: CardGame, player: int) -> Iterator[Action]:
        """Words to try, all of cards that are there; whether they fit is for the rules to say."""
        settled = noted(state) if state.pending else state
        lying, hand = settled.table.cards, self.hands[player]
        letters = Counter(card for card in hand if card not in "23")
        spare = letters["?"] + bool(lying)
        words = [word for word, need in NEEDS if len(need - letters.keys()) <= spare]
        for word in self.random.sample(words, len(words)):
            if not lying:
                if written := spelled(word, "", hand):
                    yield place(player, self.random.choice(["M20", "20M", "A1", "ZY500"]), written)
                continue
            square, card = self.random.choice(list(lying.items()))
            direction = self.random.choice(list(Direction))
            at = word.find(card.upper())
            if at < 0:  # beside it, so that cross words come about
                square, at = direction.other.step(square), self.random.randrange(len(word))
            start = direction.step(square, -at)
            squares = Move(start, direction, word).squares
            there = "".join(lying.get(square, ".") for square in squares)
            if written := spelled(word, there, hand):
                told = self._premium(hand, squares, lying)
                yield place(player, name_move(Move(start, direction, written)), written, **told)
        # When no word of the lexicon fits, a card is put somewhere: it will be challenged or not.
        if lying and letters and self.random.random() < 0.3:
            yield place(player, *self._stretched(settled, self.random.choice(list(letters))))

    def _stretched(self, state: CardGame, letter: str) -> tuple[str, str]:
        square = max(state.table.cards)
        word = state.table.cards[square] + (letter if letter != "?" else "e")
        move = Move(square, Direction.DOWN, word)
        while above := state.table.at(Square(move.start.row - 1, move.start.column)):
            move = Move(
                Square(move.start.row - 1, square.column), Direction.DOWN, above + move.word
            )
        return name_move(move), move.word

    def _premium(
        self, hand: list[str], squares: Sequence[Square], lying: Container[Square]
    ) -> Action:
        fresh = [at for at, square in enumerate(squares, start=1) if square not in lying]
        factors = [int(card) for card in hand if card in "23"]
        if not fresh or not factors or self.random.random() < 0.2:
            return {}
        return {
            "premium_letter": self.random.choice(fresh),
            "premium_factor": self.random.choice(factors),
        }

    def follow(self, before: CardGame, state: CardGame, action: Action) -> None:
        kind = action["kind"]
        if before.phase.value == "drawing":
            if state.phase.value == "playing":
                self._deal(state)
            return
        is_open_still = state.pending is not None and kind in {"challenge", "action"}
        if before.pending and not is_open_still:
            self._resolve(before, state)
        if kind == "place":
            self._used = [
                *("?" if card.islower() else card for card in state.turns[-1].cards),
                *([str(action["premium_factor"])] if "premium_factor" in action else []),
            ]
            hand = self.hands[action["player"]]
            for card in self._used:
                hand.remove(card)
            self._drawn = self._draw(len(self._used))
            hand.extend(self._drawn)
        elif kind == "exchange":
            self._give_up(action)
        elif kind == "action":
            self._next_action_card(action["player"])

    def _resolve(self, before: CardGame, state: CardGame) -> None:
        """The last word stays, or goes back to the hand it came from."""
        turn = state.turns[len(before.turns) - 1]
        if not turn.is_taken_back:
            self.discarded += [card for card in self._used if card in "23"]
            self.discarded += ["?" if card.islower() else card for card in turn.removed]
            return
        hand = self.hands[turn.player]
        for card in reversed(self._drawn):
            hand.remove(card)
            self.pile.append(card)
        hand.extend(self._used)

    def _give_up(self, action: Action) -> None:
        hand = self.hands[action["player"]]
        cards = [*action["cards"]] if "cards" in action else hand[: action.get("count", 0)]
        for card in cards:
            hand.remove(card)
        hand.extend(self._draw(len(cards)))
        self.discarded += cards
        if action.get("with_action"):
            self._next_action_card(action["player"])

    def _next_action_card(self, player: int) -> None:
        self.action_pile.insert(0, self.action_hands[player])
        self.action_hands[player] = self.action_pile.pop()

    def _draw(self, count: int) -> list[str]:
        return [self.pile.pop() for _ in range(min(count, len(self.pile)))]

    def check(self, state: CardGame) -> None:
        if state.phase.value == "drawing":
            return
        played_premium = state.pending and state.turns[-1].premium
        aside = [str(played_premium.factor)] if played_premium else []
        cards = Counter([*aside, *self.pile, *self.discarded])
        cards.update(card for hand in self.hands for card in hand)
        assert cards + tiles_on(state.table.cards.values()) == Counter(DECK)
        assert state.pile == len(self.pile)
        assert state.discards == len(self.discarded) + len(aside)
        assert state.hand_sizes == tuple(map(len, self.hands))
        assert not Counter(state.discarded) - Counter([*self.discarded, *aside])
        for known, hand in zip(state.known, self.hands, strict=True):
            assert not Counter(known) - Counter(hand)
        self._check_action_cards(state)
        if state.is_over:
            assert all(not turn.hand_lacks for turn in state.turns)
            assert state.left is not None
            assert [*map(Counter, state.left)] == [*map(Counter, self.hands)]

    def _check_action_cards(self, state: CardGame) -> None:
        """What is known of the action cards is so, and no card is in two places."""
        believed = [*state.held, *state.action_pile]
        real = [*self.action_hands, *reversed(self.action_pile)]
        if state.variant.value == "action":
            assert sorted(real) == sorted(card.name for card in USUAL)
            assert len(believed) == len(real)
            assert all(name in (None, card) for name, card in zip(believed, real, strict=True))
        else:
            assert not [name for name in believed if name]

    def attempts(self, state: CardGame, kind: str, player: int) -> Iterable[Action]:
        match kind:
            case "draw":
                yield {"cards": ["A"] * state.players}
            case "note":
                yield {}
            case "left":
                yield {"hands": [None] * state.players}
            case "end":
                yield {"because": "director"}
            case "pass":
                yield {"player": player}
            case "exchange":
                is_full = state.pile or not state.action_pile
                yield {"player": player, **({"count": 1} if is_full else {"with_action": True})}
            case "place":
                yield {"player": player, "coordinates": "A1", "word": "EN", "removed": []}
            case "challenge":
                yield {"by": player, "words": [], "inadmissible": []}
            case "action":
                yield from ({"player": player, "card": card.name} for card in USUAL)

    def may_repeat(self, state: CardGame, action: Action, again: CardGame) -> bool:
        """Only a draw among equals may bring the same cards again, and is one more draw."""
        return action["kind"] == "draw" and len(again.drawn) > len(state.drawn)

    def secrets(self, state: CardGame) -> Sequence[Sequence[str]]:
        return [[known] if len(known) > 5 else [] for known in state.known]

    def met(self, states: Sequence[CardGame]) -> Iterable[str]:
        last = states[-1]
        assert last.ending is not None
        yield last.ending.reason
        yield from rulings(last.turns)
        for turn in last.turns:
            yield turn.kind
            for name, is_met in (
                ("premium", turn.premium),
                ("removed", turn.removed),
                ("cross words", len(turn.words) > 1),
                ("action cards", turn.actions),
            ):
                if is_met:
                    yield name


def noted(state: CardGame) -> CardGame:
    result = CARDS.act(state, NOTE)
    assert not isinstance(result, Refusal)
    return result


def spelled(word: str, there: str, hand: Sequence[str]) -> str:
    """`word` laid from `hand` where `there` shows the cards lying on its way, or ''."""
    have, written = Counter(hand), ""
    for letter, lying in zip(word, there or "." * len(word), strict=True):
        if lying != ".":
            if lying.upper() != letter:
                return ""
            written += lying
        elif have[letter]:
            have[letter] -= 1
            written += letter
        elif have["?"]:
            have["?"] -= 1
            written += letter.lower()
        else:
            return ""
    return written if "." in (there or ".") else ""


# Whatever is thrown at it

texts = st.one_of(
    st.text(max_size=12),
    st.text("ABENRSTU?nq. -–ß23\u0308", max_size=9),
    st.sampled_from(["M20", "M20-M21", "20M", "ZZ999", "EN", "ENe", "NE", "AN", "EEEEEEE", "2"]),
)
values = any_json(texts)
players = st.one_of(st.integers(0, 1), values)
numbers = st.one_of(st.none(), st.integers(0, 8), values)
words = st.one_of(st.lists(st.sampled_from(["EN", "NE", "AN", "ENE"]), max_size=2), values)
fields = {
    "player": players,
    "by": players,
    "winner": players,
    "coordinates": st.one_of(texts, values),
    "word": st.one_of(texts, values),
    "premium_factor": numbers,
    "premium_letter": numbers,
    "removed": st.one_of(st.just([]), st.lists(texts, max_size=2), values),
    "hand": st.one_of(st.none(), texts, values),
    "cards": st.one_of(st.lists(st.sampled_from("A?ENQ2"), max_size=3), texts, values),
    "count": numbers,
    "with_action": st.one_of(st.booleans(), values),
    "card": st.one_of(st.sampled_from([card.name for card in USUAL]), values),
    "points": st.one_of(st.none(), values),
    "words": words,
    "inadmissible": words,
    "hands": st.one_of(st.lists(st.one_of(st.none(), texts), min_size=2, max_size=2), values),
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}
VARIANTS = ("classic", "action")


def setup_of(number: int) -> Action:
    setup = {"variant": VARIANTS[number % 2], "players": 2 + number % 3}
    return setup if number % 4 == 0 else {**setup, "begins": number % 2}


CARDS_DRIVER = Driver(
    RandomCardGame,
    setups=st.integers(0, 2**32).map(setup_of),
    starts=st.fixed_dictionaries(
        {"variant": st.sampled_from(VARIANTS), "players": st.just(2)},
        optional={"begins": st.integers(0, 1)},
    ).map(CARDS.begin),
    actions=st.one_of(values, any_action(CARDS.actions, fields)),
    any_setup=st.one_of(
        values,
        st.fixed_dictionaries(
            {},
            optional={
                "variant": st.one_of(st.sampled_from(VARIANTS), values),
                "players": players,
                "begins": players,
                "action_cards": values,
            },
        ),
    ),
    examples=6,
    throws=70,
    # 112 cards, and turns that change nothing are rationed.
    most_actions=400,
    samples=6,
    sample=setup_of,
    meant=frozenset(
        {
            *("place", "exchange", "pass", "upheld", "rejected", "premium", "removed"),
            *("cross words", "action cards", "out", "passes"),
        }
    ),
    outside=DESK,
)
