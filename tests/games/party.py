"""Party games for the tests: actions in short, and whole games played at random."""

import hashlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.alphabet import BLANK, LETTERS
from engine.board import Board
from engine.notation import Move
from engine.offers import Offer
from engine.party import PARTY
from engine.party.notation import party_coordinates, party_square
from engine.party.values import Party, Phase
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.solver import all_moves
from engine.tiles import without
from engine.verdicts import judge
from tests.lexicons import WORDS, lexicon_of

Action = dict[str, Any]

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


def after(state: Party, *actions: Action) -> Party:
    """The state after actions none of which may be refused."""
    for action in actions:
        result = PARTY.act(state, action)
        assert isinstance(result, Party), f"{action}: {result.message}"
        state = result
    return state


def refused(state: Party, action: Action) -> Refusal:
    """The refusal that an action must meet, its message made."""
    result = PARTY.act(state, action)
    assert isinstance(result, Refusal), action
    assert "{" not in result.message
    return result


def offered(state: Party) -> set[tuple[str, int | None]]:
    return {(offer.kind, offer.player) for offer in PARTY.offers(state)}


@dataclass
class Table:
    """What comes to a game from outside: a seed, a clock that is set, a list of words."""

    seed: bytes = bytes(32)
    elapsed_ms: int = 0
    lexicon: Container[str] = WORDS

    def judge(self, words: Sequence[str]) -> bool:
        return all(word in self.lexicon for word in words)

    def random(self, label: str) -> RandomStream:
        return RandomStream(self.seed, label)


@dataclass
class RandomParty:
    """A game from its set-up to its end, each action one of those offered, filled in at random.

    Iterating gives the states; `actions` are the complete ones that led there.
    """

    setup: dict[str, Any]
    random: Random
    actions: list[Action] = field(default_factory=list)
    #: Words that will not do are rationed.
    phonies: int = 6

    def __iter__(self) -> Iterator[Party]:
        self.table = Table(hashlib.sha256(self.random.randbytes(8)).digest())
        state = PARTY.begin(self.setup)
        yield state
        while not state.is_over:
            action = self._complete(state, self._action(state))
            state = after(state, action)
            self.actions.append(action)
            yield state

    def _complete(self, state: Party, action: Action) -> Action:
        timer = state.timer
        self.table.elapsed_ms = 0
        if timer is not None:
            due = action["kind"] == "timeout"
            latest = timer.limit_ms - 1
            self.table.elapsed_ms = timer.limit_ms if due else self.random.randint(0, latest)
        complete = PARTY.complete(state, action, self.table)
        assert not isinstance(complete, Refusal), (action, complete)
        return dict(complete)

    def _action(self, state: Party) -> Action:
        offers = {offer.kind: offer for offer in PARTY.offers(state)}
        likely = {"false_start": 0.1, "false_stop": 0.1, "pass": 0.05, "timeout": 0.04}
        likely |= {"stuck": 0.0005, "end": 0.0005, "note": 0.3, "challenge": 0.5}
        if state.timer is not None and self.random.random() < 0.05:
            return dict(state.timer.then)
        weights = [likely.get(kind, 1) for kind in offers]
        [kind] = self.random.choices(list(offers), weights)
        action = self._filled(state, offers[kind])
        if action is None:  # no word is to be found
            return {"kind": "pass", "player": state.on_turn}
        return action

    def _filled(self, state: Party, offer: Offer) -> Action | None:
        action: Action = {"kind": offer.kind}
        if offer.player is not None:
            action["player"] = offer.player
        if offer.kind == "place":
            return self._word(state, action)
        if offer.kind == "choose":
            squares = [party_square(square) for square in state.turns[-1].squares]
            return {**action, "squares": [self.random.choice(squares)]}
        for asked in offer.asked:
            if asked.name == "letter":
                action["letter"] = self.random.choice(LETTERS)
            elif asked.is_many:
                action[asked.name] = [c for c in asked.choices if self.random.random() < 0.7]
            elif asked.is_needed or self.random.random() < 0.5:
                action[asked.name] = self.random.choice(asked.choices or (0, 1))
        return action

    def _word(self, state: Party, action: Action) -> Action | None:
        if state.phase is Phase.CHECKING:
            state = after(state, NOTE)
        assert state.current is not None
        tray, letter = state.tray, state.current.letter
        rest = without(tray, letter)
        size = min(len(rest), 7 - len(letter))
        taken = letter + "".join(self.random.sample(rest, size))
        moves = [
            move
            for move in all_moves(lexicon_of(), state.board, taken, state.rules.board_rules)
            if _lays(state, move.move, letter)
        ]
        if not moves:
            return None
        move, points = moves[min(int(self.random.expovariate(0.1)), len(moves) - 1)]
        if self.phonies and self.random.random() < 0.2:
            phony = self._scrambled(state.board, move, taken)
            verdict = judge(state.board, phony, ruleset=state.rules.board_rules)
            if verdict.is_valid and _lays(state, phony, letter):
                self.phonies -= 1
                move, points = phony, verdict.points
        action |= {"coordinates": party_coordinates(move), "word": move.word}
        return {**action, "points": points} if self.random.random() < 0.5 else action

    def _scrambled(self, board: Board, move: Move, taken: str) -> Move:
        tiles = iter(self.random.sample(taken, len(taken)))
        letters = [
            board.at(square) or next(tiles).replace(BLANK, self.random.choice(LETTERS).lower())
            for square in move.squares
        ]
        return Move(move.start, move.direction, "".join(letters))


def _lays(state: Party, move: Move, letter: str) -> bool:
    letters = zip(move.squares, move.word, strict=True)
    laid = [tile for square, tile in letters if not state.board.at(square)]
    return not letter or (letter in laid and letter.lower() not in laid)
