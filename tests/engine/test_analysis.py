"""Games beside what the engine would have played."""

from typing import Any

import pytest

from engine.analysis import MOST_TOPS, Analysed, analyse, performances
from engine.board import Board
from engine.errors import EngineError
from engine.notation import read_move
from engine.tiles import STANDARD
from engine.verdicts import lay
from tests.engine.test_golden import SAMPLE_GAME
from tests.games.match import NOTE, challenge, exchange, pass_turn, place
from tests.lexicons import WORDS, lexicon_of
from tests.slow import slow_moves

SETUP = {"ruleset": "standard", "players": 2, "begins": 0}
MOVES: list[dict[str, Any]] = SAMPLE_GAME["moves"]


def sample(*, known: bool = True) -> tuple[Analysed, ...]:
    actions = [
        place(move["player"] - 1, move["coordinates"], move["word"])
        | ({"rack": move["rack"]} if known else {})
        for move in MOVES
    ]
    return analyse(SETUP, [*actions, NOTE], lexicon_of())


def test_the_sample_game_is_measured_by_its_best_moves() -> None:
    turns = sample()
    assert [turn.points for turn in turns] == [move["points"] for move in MOVES]
    first, eighth = turns[0], turns[7]
    assert first.best is not None
    assert first.best > 26
    assert first.lost == first.best - 26
    assert "BUNKER" in {top.move.word for top in first.tops}
    assert (eighth.best, eighth.lost, eighth.is_top) == (128, 83, False)
    assert [str(top.move) for top in eighth.tops] == ["8H-8O EINZÖGET"]
    assert all(len(turn.tops) <= MOST_TOPS for turn in turns)


def test_the_best_of_every_turn_is_that_of_the_slow_search() -> None:
    board = Board()
    for turn, move in zip(sample(), MOVES, strict=True):
        if turn.number % 6 == 1:  # the slow one is slow
            moves = slow_moves(WORDS, board.rows, move["rack"], STANDARD.values)
            assert turn.best == max(moves.values())
            assert turn.is_top == (move["points"] == turn.best)
        board, _ = lay(board, read_move(move["coordinates"], move["word"]).move)


def test_each_players_turns_are_summed_up() -> None:
    turns = sample()
    anna, ben = performances(turns, 2)
    assert (anna.turns, anna.points, anna.average) == (12, 390, 32.5)
    assert (ben.turns, ben.points, ben.bingos) == (12, 430, 2)
    assert anna.bingos == 1  # SKANDALE
    for player, summed in enumerate((anna, ben)):
        own = [turn for turn in turns if turn.player == player]
        assert summed.analysed == 12
        assert summed.lost == sum((turn.best or 0) - turn.points for turn in own)
        assert summed.average_lost == summed.lost / 12
        assert summed.tops == sum(turn.best == turn.points for turn in own)


def test_without_racks_only_points_are_counted() -> None:
    turns = sample(known=False)
    assert {(turn.best, turn.lost, turn.is_top, turn.tops) for turn in turns} == {
        (None, None, None, ())
    }
    anna, _ben = performances(turns, 2)
    assert (anna.analysed, anna.tops, anna.lost, anna.average_lost) == (0, 0, 0, 0.0)
    assert anna.points == 390


def test_turns_that_bring_nothing_lose_all_that_was_there() -> None:
    actions = [
        place(0, "H4-H9", "BUNKER", rack="ERCBNUK"),
        challenge(1, inadmissible=("BUNKER",)),
        exchange(1, tiles="RC", rack="ERCBNUK"),
        pass_turn(0, rack="ERCBNUK"),
        pass_turn(1, rack="BCDFGHJ"),
    ]
    taken_back, exchanged, passed, stuck = analyse(SETUP, actions, lexicon_of())
    assert taken_back.best == exchanged.best == passed.best == taken_back.lost == passed.lost
    assert (taken_back.points, taken_back.is_top, taken_back.is_bingo) == (0, False, False)
    assert (stuck.best, stuck.lost, stuck.is_top, stuck.tops) == (0, 0, True, ())


def test_an_inadmissible_move_that_stands_is_no_top_and_loses_nothing() -> None:
    actions = [place(0, "H4-H10", "KUNREBC", rack="ERCBNUK"), NOTE]
    [turn] = analyse(SETUP, actions, lexicon_of())
    assert turn.inadmissible == ("KUNREBC",)
    assert (turn.is_top, turn.lost, turn.is_bingo) == (False, 0, True)


def test_the_next_turn_is_searched_on_the_board_as_it_is_then() -> None:
    actions = [
        place(0, "H4-H9", "BUNKER", rack="ERCBNUK"),
        challenge(1, inadmissible=("BUNKER",)),
        pass_turn(1, rack="SSSSSSE"),
    ]
    taken_back = analyse(SETUP, actions, lexicon_of(["BUNKER", "BUNKERS"]))[1]
    left = analyse(SETUP, [actions[0], actions[2]], lexicon_of(["BUNKER", "BUNKERS"]))[1]
    assert taken_back.best == 0
    assert [top.move.word for top in left.tops] == ["BUNKERS"]


def test_a_game_against_the_rules_is_no_game() -> None:
    with pytest.raises(EngineError, match="action 1"):
        analyse(SETUP, [pass_turn(1)], lexicon_of())
    assert analyse(SETUP, [], lexicon_of()) == ()
    assert performances((), 2)[1].average == 0.0
