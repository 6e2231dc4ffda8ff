"""Un-games in the tests: actions in short, and boards to take tiles from."""

from random import Random
from typing import Any

from engine.alphabet import BLANK
from engine.board import Board
from engine.notation import read_move
from engine.rulesets import STANDARD
from engine.solver import search_all
from engine.tiles import missing_tiles
from engine.ungame import UNGAME, Ungame
from tests.games.playing import Action, Outside, Play
from tests.lexicons import WORDS, lexicon_of

#: Words that can't be taken in one turn, nor but for a single tile.
LONG = sorted(
    word
    for word in WORDS
    if 8 <= len(word) <= 12 and not missing_tiles(STANDARD.tile_set.all_tiles, word)
)
LEXICON = frozenset(["HAUS", "AUS", "AU", "HA", "SO", "AM", "US"])
FEW_WORDS = Outside(LEXICON, has_judge=False, has_chance=False)
after, refused = Play(UNGAME, FEW_WORDS).after, Play(UNGAME, FEW_WORDS).refused


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


def take(player: int, squares: str, **more: Any) -> Action:
    return {"kind": "take", "player": player, "squares": squares.split(), **more}


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
        moves = search_all(lexicon_of(), board, "".join(rack), STANDARD).moves()
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
