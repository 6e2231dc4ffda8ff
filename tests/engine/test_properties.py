"""What holds for every position, tried on positions that hypothesis thinks of."""

from collections import Counter
from itertools import count

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.board import Board
from engine.draws import Draw, DrawRule, first_wrong_draw
from engine.notation import read_move
from engine.rulesets import REISE, STANDARD, Ruleset
from engine.scoring import ScoredMove, score_move, tiles_laid
from engine.simultan import Ending, Round, play
from engine.solver import find_tops, search_all
from engine.tiles import sort_tiles
from engine.verdicts import judge
from tests.lexicons import lexicon_of

LEXICON = lexicon_of()

rulesets = st.sampled_from([STANDARD, REISE])
seeds = st.binary(min_size=32, max_size=32)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Ruleset, Board, str]:
    """A board after some moves out of all legal ones, and a rack with two blanks at most."""
    rules = draw(rulesets)
    tiles = rules.tile_set.all_tiles

    def rack() -> str:
        shuffled = draw(st.permutations(tiles))
        return "".join(shuffled[: draw(st.integers(1, rules.rack_size))])

    board = Board()
    for _ in range(draw(st.integers(0, 12))):
        moves = search_all(LEXICON, board, rack(), rules).moves()
        if moves:
            chosen = draw(st.integers(0, min(len(moves), 50) - 1))
            board = board.lay(tiles_laid(board, moves[chosen].move))
    return rules, board, rack()


@settings(max_examples=60)
@given(positions())
def test_every_move_found_is_legal_and_scores_the_same_when_judged(
    position: tuple[Ruleset, Board, str],
) -> None:
    rules, board, rack = position
    for move, points in search_all(LEXICON, board, rack, rules).moves():
        verdict = judge(board, move, rack=rack, lexicon=LEXICON, ruleset=rules)
        assert verdict.is_valid, verdict.message
        assert verdict.points == points == score_move(board, move, rules).points
        assert verdict.move == move


@settings(max_examples=60)
@given(positions())
def test_every_move_found_is_read_again_as_it_was_written(
    position: tuple[Ruleset, Board, str],
) -> None:
    rules, board, rack = position
    for move, _ in search_all(LEXICON, board, rack, rules).moves():
        written = read_move(move.coordinates, move.word)
        assert written.move == move
        assert written.place == move.place
        assert read_move(move.coordinates.lower().replace("-", " – "), move.word) == written
        start, _, _ = move.coordinates.partition("-")
        assert read_move(start, move.word).move == move
        in_parentheses = "".join(f"({x.upper()})" if x.islower() else x for x in move.word)
        assert read_move(move.coordinates, in_parentheses).move == move


@settings(max_examples=60)
@given(positions())
def test_the_tops_are_the_first_of_all_moves_and_rank_first(
    position: tuple[Ruleset, Board, str],
) -> None:
    rules, board, rack = position
    found, tops = search_all(LEXICON, board, rack, rules), find_tops(LEXICON, board, rack, rules)
    moves = found.moves()
    assert tops == [scored for scored in moves if scored.points == moves[0].points]
    scores = Counter(scored.points for scored in moves)
    for points in list(scores)[:5]:
        better = sum(many for score, many in scores.items() if score > points)
        assert found.better_than(points) == better
    assert found.points == (moves[0].points if moves else None)


@settings(max_examples=40)
@given(rulesets, seeds)
def test_a_whole_game_keeps_the_count_of_the_tiles_and_its_draws_can_be_checked(
    rules: Ruleset, seed: bytes
) -> None:
    searches = count(1)

    def search(board: Board, rack: str) -> list[ScoredMove]:
        # With so few words a board may be blocked early, and to show that no rack at all can be
        # played takes a search for each: some games in a hundred would take minutes.
        assume(next(searches) < 1000)
        return find_tops(LEXICON, board, rack, rules)

    everything = rules.tile_set.all_tiles
    rule = DrawRule(rack_size=rules.rack_size)
    board, total = Board(), 0
    draws: list[Draw] = []
    game = list(play(rules.tile_set, seed, search, rule))
    for played in game:
        draws += played.draws
        if isinstance(played, Round):
            legal = judge(
                board, played.reference.move, rack=played.rack, lexicon=LEXICON, ruleset=rules
            )
            assert legal.points == played.points
            board = board.lay(tiles_laid(board, played.reference.move))
            total += played.points
            assert sort_tiles(board.tiles + played.leave + played.draws[-1].bag) == everything
    ending = game[-1]
    assert isinstance(ending, Ending)
    assert (ending.position.board, ending.total) == (board, total)
    assert sort_tiles(board.tiles + ending.position.tiles_left) == everything
    assert first_wrong_draw(seed, everything, draws, rule) is None
