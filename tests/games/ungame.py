"""Un-games for the tests: actions in short, and whole games played at random."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.alphabet import BLANK
from engine.board import Board
from engine.notation import read_move
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.rulesets import STANDARD
from engine.solver import all_moves
from engine.table import Json
from engine.tiles import missing_tiles
from engine.ungame import UNGAME, Ungame
from tests.lexicons import WORDS, lexicon_of

#: Words that can't be taken in one turn, nor but for a single tile.
LONG = sorted(
    word
    for word in WORDS
    if 8 <= len(word) <= 12 and not missing_tiles(STANDARD.tile_set.all_tiles, word)
)
LEXICON = frozenset(["HAUS", "AUS", "AU", "HA", "SO", "AM", "US"])


@dataclass
class Words:
    """What comes from outside: here only a lexicon."""

    lexicon: Container[str] = LEXICON
    elapsed_ms: int = 0

    def judge(self, words: Sequence[str]) -> bool:
        raise AssertionError(f"nothing is challenged: {words}")

    def random(self, label: str, /) -> RandomStream:
        raise AssertionError(f"nothing is drawn: {label}")


def rows(*moves: str) -> list[str]:
    """A board on which these words were laid, such as 'H4 HAUS'."""
    board = Board()
    for written in moves:
        place, word = written.split()
        move = read_move(place, word).move
        board = board.lay(zip(move.squares, move.word, strict=True))
    return list(board.rows)


def begun(*moves: str, players: int = 2, **more: Any) -> Ungame:
    return UNGAME.begin({"players": players, "board": rows(*moves), **more})


def take(player: int, squares: str, **more: Any) -> dict[str, Any]:
    return {"kind": "take", "player": player, "squares": squares.split(), **more}


def answer(state: Ungame, action: Json, lexicon: Container[str] = LEXICON) -> Ungame | Refusal:
    """What comes of an action as somebody sends it."""
    completed = UNGAME.complete(state, action, Words(lexicon))
    if isinstance(completed, Refusal):
        return completed
    return UNGAME.act(state, completed)


def after(state: Ungame, *actions: Json, lexicon: Container[str] = LEXICON) -> Ungame:
    for action in actions:
        result = answer(state, action, lexicon)
        assert isinstance(result, Ungame), f"{action}: {result.message}"
        state = result
    return state


def refused(state: Ungame, action: Json, lexicon: Container[str] = LEXICON) -> Refusal:
    result = answer(state, action, lexicon)
    assert isinstance(result, Refusal), action
    assert "{" not in result.message
    return result


def finished_board(random: Random, turns: int) -> list[str]:
    """A board after so many moves, any of those there are, with tiles of one set.

    Half of them begin with a long word, which is hard to take off again.
    """
    bag, board = list(STANDARD.tile_set.all_tiles), Board()
    random.shuffle(bag)
    rack: list[str] = []
    if random.random() < 0.5:
        move = read_move("H4", random.choice(LONG)).move
        board = board.lay(zip(move.squares, move.word, strict=True))
        for tile in move.word:
            bag.remove(tile)
    for _ in range(turns):
        while bag and len(rack) < STANDARD.rack_size:
            rack.append(bag.pop())
        moves = all_moves(lexicon_of(), board, "".join(rack), STANDARD)
        if not moves:
            bag, rack = [*rack, *bag], []
            random.shuffle(bag)
            continue
        move, _points = random.choice(moves)
        fresh = [
            (square, tile)
            for square, tile in zip(move.squares, move.word, strict=True)
            if not board.at(square)
        ]
        for _square, tile in fresh:
            rack.remove(BLANK if tile.islower() else tile)
        board = board.lay(fresh)
    return finished_board(random, turns) if board.is_empty else list(board.rows)


@dataclass
class RandomUngame:
    """Somebody taking tiles for all players, any that can be taken; `actions` is the record.

    Iterating gives the state after every action.
    """

    players: int
    turns: int
    random: Random
    actions: list[Json] = field(default_factory=list)
    setup: dict[str, Any] = field(default_factory=dict)
    lexicon: frozenset[str] = WORDS

    def __iter__(self) -> Iterator[Ungame]:
        if self.random.random() < 0.5:
            # With few words the players get stuck.
            self.lexicon = frozenset(self.random.sample(sorted(WORDS), len(WORDS) // 8))
        board = finished_board(self.random, self.turns)
        self.setup = {"players": self.players, "board": board}
        state = UNGAME.begin(self.setup)
        yield state
        while not state.is_over:
            action = self._action(state)
            completed = UNGAME.complete(state, action, Words(self.lexicon))
            assert not isinstance(completed, Refusal), (action, completed)
            result = UNGAME.act(state, completed)
            assert isinstance(result, Ungame), (action, result)
            state = result
            self.actions.append(completed)
            yield state

    def _action(self, state: Ungame) -> Json:
        hints = UNGAME.hints(state, self.lexicon)
        return self.random.choice(hints) if hints else {"kind": "stuck"}
