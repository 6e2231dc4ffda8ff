"""What holds for every un-game beside the contract of all games, tried on games at random."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Board
from engine.shapes import to_json
from engine.ungame import UNGAME, Ungame, removals
from tests.drivers.driver import tiles_on
from tests.drivers.ungame import UNGAME_DRIVER, RandomUngame
from tests.engine.independent_ungame import (
    grid_of,
    hangs_together,
    place,
    slow_removals,
    words,
    worth,
)
from tests.games.ungame import finished_board
from tests.lexicons import WORDS

some = settings(max_examples=12)


@some
@given(UNGAME_DRIVER.games)
def test_every_game_that_keeps_playing_ends_with_nothing_left_to_take(game: RandomUngame) -> None:
    *_, last = game
    assert len(game.actions) <= tiles_on("".join(game.setup["board"])).total() + 1
    accepted = game.lexicon | set(words(grid_of(game.setup["board"])))
    assert last.board.is_empty or not slow_removals(last.board.rows, accepted)


@settings(max_examples=6)
@given(UNGAME_DRIVER.games)
def test_who_can_take_nothing_is_stuck_and_nobody_else(game: RandomUngame) -> None:
    for state in game:
        result = game.attempt(state, {"kind": "stuck"})
        is_stuck = not state.is_over and not UNGAME.hints(state, game.lexicon)
        assert isinstance(result, Ungame) is is_stuck


@some
@given(UNGAME_DRIVER.games)
def test_scores_and_what_remains_are_those_of_a_plain_recount(game: RandomUngame) -> None:
    *_, last = game
    grid = grid_of(game.setup["board"])
    accepted = game.lexicon | set(words(grid))
    scores = [0] * last.players
    for turn, action in enumerate(game.actions):
        if action["kind"] == "take":
            taken = [place(name) for name in action["squares"]]
            scores[turn % last.players] += worth("".join(grid.pop(square) for square in taken))
        assert hangs_together(grid)
        assert all(word in accepted for word in words(grid))
    seen = json.loads(json.dumps(to_json(UNGAME.view(last))))
    assert seen["scores"] == scores
    assert grid_of(seen["board"]) == grid
    places = [1 + sum(other > own for other in scores) for own in scores]
    assert seen["places"] == (places if last.players > 1 else None)


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(1, 6), st.sampled_from([1, 2, 5]))
def test_the_removals_are_those_of_trying_all(seed: int, turns: int, share: int) -> None:
    random = Random(seed)
    rows = finished_board(random, turns)
    # With words missing, some lie on the board that are not admissible.
    lexicon = frozenset(word for word in sorted(WORDS) if random.randrange(share * 4) or share == 1)
    found = removals(Board.from_rows(rows), lexicon)
    squares = [frozenset(f"{chr(65 + s.row)}{s.column + 1}" for s in each[0]) for each in found]
    slow = slow_removals(rows, lexicon)
    assert dict(zip(squares, (each.points for each in found), strict=True)) == slow
    assert len(found) == len(slow)
    assert [each.points for each in found] == sorted(slow.values(), reverse=True)
