"""Card games for the tests: actions in short, and whole games played at random with real cards."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from engine.board import Square
from engine.cards import CARDS
from engine.cards.deck import DECK
from engine.cards.grid import name_move
from engine.cards.values import CardGame
from engine.notation import Direction, Move
from engine.randomness import RandomStream
from engine.refusals import Refusal
from tests.lexicons import WORDS

Action = dict[str, Any]
NEEDS = [(word, frozenset(word)) for word in sorted(WORDS)]


@dataclass
class Desk:
    """What comes from outside: a lexicon, and a judge who looks words up in it."""

    lexicon: Container[str] = WORDS
    elapsed_ms: int = 0

    def judge(self, words: Sequence[str]) -> bool:
        return all(word in self.lexicon for word in words)

    def random(self, label: str, /) -> RandomStream:
        raise AssertionError(f"the card game draws nothing, but asks for {label}")


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


def completed(state: CardGame, action: Action, lexicon: Container[str] = WORDS) -> Action:
    """The action as it is stored; it may not be refused."""
    full = CARDS.complete(state, action, Desk(lexicon))
    assert not isinstance(full, Refusal), f"{action}: {full.message}"
    return dict(full)


def after(state: CardGame, *actions: Action, lexicon: Container[str] = WORDS) -> CardGame:
    """The state after actions none of which may be refused."""
    for action in actions:
        result = CARDS.act(state, completed(state, action, lexicon))
        assert isinstance(result, CardGame), f"{action}: {result.message}"
        state = result
    return state


def refused(state: CardGame, action: Action) -> Refusal:
    """The refusal that an action must meet, its message made."""
    result = CARDS.complete(state, action, Desk())
    if not isinstance(result, Refusal):
        tried = CARDS.act(state, result)
        assert isinstance(tried, Refusal), action
        result = tried
    assert "{" not in result.message
    return result


@dataclass
class RandomGame:
    """Somebody playing all sides with real cards, now and then badly; `actions` is the record.

    Iterating gives the state after every action. Hands and piles are the cards as they really are
    then, kept apart from what the state believes.
    """

    setup: Action
    random: Random
    actions: list[Action] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    action_hands: list[str] = field(default_factory=list)
    action_pile: list[str] = field(default_factory=list)
    #: Turns that bring the game no nearer to its end are rationed.
    idle: int = 6

    def __iter__(self) -> Iterator[CardGame]:
        state = CARDS.begin(self.setup)
        self.pile = self.random.sample(DECK, len(DECK))
        if state.on_turn is not None:
            self._deal(state)
        yield state
        while not state.is_over:
            action = completed(state, self._action(state))
            before, state = state, after_complete(state, action)
            self.actions.append(action)
            self._move_cards(before, state, action)
            yield state

    def _deal(self, state: CardGame) -> None:
        self.hands = [[self.pile.pop() for _ in range(7)] for _ in range(state.players)]
        names = [card.name for card in state.action_cards]
        self.random.shuffle(names)
        if names:
            self.action_hands = [names.pop() for _ in range(state.players)]
        self.action_pile = names

    def _action(self, state: CardGame) -> Action:
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
        settled = after_complete(state, NOTE) if state.pending else state
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

    def _move_cards(self, before: CardGame, state: CardGame, action: Action) -> None:
        """Move the real cards as the players would, by what was done."""
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


def after_complete(state: CardGame, action: Action) -> CardGame:
    result = CARDS.act(state, action)
    assert isinstance(result, CardGame), f"{action}: {result.message}"
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
