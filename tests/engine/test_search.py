"""The search against the slow generator, which shares no thought with it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from engine import COMPILED
from engine.alphabet import LETTERS
from engine.board import Board
from engine.errors import EngineError, Unreadable
from engine.lexicon import Lexicon
from engine.notation import read_move
from engine.rulesets import REISE, STANDARD, Ruleset
from engine.scoring import ScoredMove, preference, tiles_laid
from engine.simultan import Ending, play
from engine.solver import find_tops, search_all, search_tops
from engine.tiles import TileSet
from tests.lexicons import WORDS, lexicon_of
from tests.positions import (
    FROM_GAMES,
    SCATTERED,
    Known,
    digest_of,
    found_anew,
    known_positions,
    lay,
    random_game,
    scattered_position,
)
from tests.slow import Key, slow_moves, tops

ENGINE = Path(__file__).parents[2] / "engine"
SAMPLE_GAME = json.loads(
    (Path(__file__).parents[1] / "data" / "golden" / "standard_sample_game.json").read_text("utf-8")
)
BLANKS_GALORE = " ".join(f"{letter}9×1" for letter in LETTERS) + " ?4×0"
EMPTY: tuple[str, ...] = ("." * 15,) * 15

KNOWN = known_positions()
CHUNKS = 10
#: In every so-manieth the full lists of moves are compared too.
EVERY = 5

SEVEN_OF_EIGHT = replace(STANDARD, name="seven of eight", rack_size=8, most_tiles=7)
SEVEN_AND_EIGHT = replace(
    STANDARD, name="seven and eight", rack_size=8, most_tiles=8, bonuses={7: 50, 8: 75}
)
FIVE_TO_OPEN = replace(STANDARD, name="five to open", first_word_letters=5)


def many_blanks(rules: Ruleset) -> Ruleset:
    counts = {**rules.tile_set.counts, "?": 8}
    return replace(rules, tile_set=replace(rules.tile_set, counts=counts))


def keyed(moves: list[ScoredMove]) -> dict[Key, int]:
    found = {(scored.move.coordinates, scored.move.word): scored.points for scored in moves}
    assert len(found) == len(moves), "a move was found twice"
    return found


def slow(words: frozenset[str], rows: tuple[str, ...], rack: str, rules: Ruleset) -> dict[Key, int]:
    return slow_moves(
        words,
        rows,
        rack,
        rules.tile_set.values,
        rules.bonuses,
        rules.most_tiles,
        rules.first_word_letters,
    )


def check(
    words: frozenset[str],
    rows: tuple[str, ...],
    rack: str,
    expected: Mapping[Key, int],
    rules: Ruleset = STANDARD,
    *,
    full: bool = True,
) -> None:
    """Compare top score, ties and perhaps the full list with what the slow generator found."""
    where = "\n".join(["", *rows, f"rack {rack}, {rules.name}"])
    lexicon, board = lexicon_of(words), Board.from_rows(rows)
    best, ties = tops(expected)
    found = find_tops(lexicon, board, rack, rules)
    assert keyed(found) == dict.fromkeys(ties, best), where
    if full:
        moves = search_all(lexicon, board, rack, rules).moves()
        assert keyed(moves) == expected, where
        assert moves == sorted(moves, key=lambda scored: preference(board, scored)), where
        assert moves[: len(found)] == found, where


# Fast against slow


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_in_every_position_the_moves_are_those_of_the_slow_generator(chunk: int) -> None:
    for number, known in enumerate(KNOWN[chunk::CHUNKS]):
        board = Board.from_rows(known.rows)
        found = find_tops(lexicon_of(), board, known.rack)
        legal = search_all(lexicon_of(), board, known.rack).count
        if (legal, digest_of(keyed(found))) != (known.legal, known.tops_digest):
            show_difference(known)
        if number % EVERY == 0:
            moves = search_all(lexicon_of(), board, known.rack).moves()
            if digest_of(keyed(moves)) != known.all_digest:
                show_difference(known)
            assert moves == sorted(moves, key=lambda scored: preference(board, scored))
            assert moves[: known.ties] == found


def show_difference(known: Known) -> None:
    """Fail with what the fast and the slow generator find in a position, or what was kept of it."""
    check(WORDS, known.rows, known.rack, slow(WORDS, known.rows, known.rack, STANDARD))
    pytest.fail(f"data/positions.txt is wrong: {known.to_line()}")


def test_what_is_kept_of_the_slow_generator_is_what_it_finds() -> None:
    some = list(islice(found_anew(), 60))
    assert some == KNOWN[:60]
    strewn = [Known.of(*scattered_position(WORDS, seed)) for seed in range(10)]
    assert strewn == KNOWN[FROM_GAMES : FROM_GAMES + 10]
    assert len(KNOWN) == FROM_GAMES + SCATTERED


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize(
    "rules", [STANDARD, REISE, SEVEN_OF_EIGHT, SEVEN_AND_EIGHT, FIVE_TO_OPEN], ids=lambda r: r.name
)
def test_racks_of_every_size_under_every_ruleset(rules: Ruleset, seed: int) -> None:
    random = Random(f"{rules.name} {seed}")
    size = min(1 + seed % 8, rules.rack_size)
    tiles = random.sample(rules.tile_set.all_tiles.replace("?", ""), size)
    rack = "".join(tiles[min(seed % 3, size) :]).ljust(size, "?")
    for rows in (EMPTY, scattered_position(WORDS, 1000 + seed).rows):
        check(WORDS, rows, rack, slow(WORDS, rows, rack, rules), rules)


TINY = frozenset(
    ["AN", "NA", "AB", "EN", "BEN", "NABE", "NABEN", "BANANE", "ANNA", "QUARZ", "ZÖLIBAT", "ÜBUNG"]
)


@pytest.mark.parametrize("rack", ["???", "A???", "AB???", "????", "N????", "BANE???", "Q????Z"])
def test_three_blanks_and_more(rack: str) -> None:
    rules = many_blanks(STANDARD)
    for rows in (EMPTY, lay(EMPTY, ("H6-H9", "NABE")), lay(EMPTY, ("8F-8I", "nAbE"))):
        check(TINY, rows, rack, slow(TINY, rows, rack, rules), rules)


@pytest.mark.parametrize(
    ("rows", "rack"),
    [
        (EMPTY, "XXYYQQV"),
        (EMPTY, "A"),
        (EMPTY, "?"),
        (EMPTY, ""),
        (("A" * 15,) * 15, "AENRST?"),
        (("a" * 15,) * 15, "??"),
        ((*(("Q" * 15,) * 14), "." + "Q" * 14), "AENRST?"),
    ],
)
def test_where_no_move_is_legal_none_is_found(rows: tuple[str, ...], rack: str) -> None:
    assert slow(WORDS, rows, rack, STANDARD) == {}
    check(WORDS, rows, rack, {})
    found = search_tops(lexicon_of(), Board.from_rows(rows), rack)
    assert (found.points, found.count, found.moves()) == (None, 0, [])
    assert found.better_than(-1) == 0


def test_a_single_tile_that_makes_two_words_is_told_once_under_the_longer() -> None:
    words = frozenset({"AN", "TAN", "NA", "ANT"})
    rows = lay(lay(EMPTY, ("H7-H8", "TA")), ("9F-9G", "TA"))
    check(words, rows, "N", slow(words, rows, "N", STANDARD))
    assert ("H7-H9", "TAN") in keyed(
        search_all(lexicon_of(words), Board.from_rows(rows), "N").moves()
    )


# Many and dear moves


def test_thousands_of_equal_moves_are_all_told() -> None:
    words = frozenset("".join(pair) for pair in product(LETTERS, repeat=2))
    board, lexicon = Board(), lexicon_of(words)
    found = search_tops(lexicon, board, "??")
    assert (found.count, found.points) == (4 * 29 * 29, 0)
    check(words, EMPTY, "??", slow(words, EMPTY, "??", STANDARD))
    assert found.moves(3) == found.moves()[:3]
    check(words, EMPTY, "E??", slow(words, EMPTY, "E??", STANDARD))


@pytest.mark.parametrize("rack", ["??", "E??", "EN??"])
def test_more_than_a_thousand_moves_on_a_board_are_all_told(rack: str) -> None:
    rows = EMPTY
    for move in (("H4-H9", "GRÜNDE"), ("9H-9M", "EIGENE"), ("M7-M11", "TREUE")):
        rows = lay(rows, move)
    expected = slow(WORDS, rows, rack, STANDARD)
    check(WORDS, rows, rack, expected)
    assert search_all(lexicon_of(), Board.from_rows(rows), rack).count == len(expected)


def test_a_limit_cuts_the_list_but_not_the_count() -> None:
    found = search_all(lexicon_of(), Board(), "AENRST?")
    everything = found.moves()
    assert found.count == len(everything) > 100
    for limit in (0, 1, 2, 50, found.count - 1, found.count, found.count + 1):
        assert found.moves(limit) == everything[:limit]
    for points in (-1, 0, 20, everything[0].points):
        assert found.better_than(points) == sum(scored.points > points for scored in everything)


def test_scores_of_thousands_are_found_and_ranked() -> None:
    """Nine- and twenty-seven-fold words of nothing but Q and Y, some with crossing words."""
    words = frozenset(letter * size for letter in "QY" for size in range(2, 16))
    lying = ".QQ.QQQ.QQQ.QQ."
    rows = (lying, *["." * 15] * 14)
    boards = [rows, (lying, lying, *["." * 15] * 13), tuple(zip(*rows, strict=True))]
    for rules, rack in ((STANDARD, "QQQQQ"), (STANDARD, "QQQQQ??"), (SEVEN_AND_EIGHT, "QQQQQQQQ")):
        for cells in boards:
            shape = tuple("".join(row) for row in cells)
            expected = slow(words, shape, rack, rules)
            assert max(expected.values()) > 1023
            check(words, shape, rack, expected, rules)
            check_ranks(words, shape, rack, expected, rules)


# Ranks


def check_ranks(
    words: frozenset[str],
    rows: tuple[str, ...],
    rack: str,
    expected: Mapping[Key, int],
    rules: Ruleset = STANDARD,
) -> None:
    found = search_all(lexicon_of(words), Board.from_rows(rows), rack, rules)
    scores = sorted(expected.values(), reverse=True)
    best = max(scores, default=-1)
    assert found.points == max(scores, default=None)
    for points in {*scores[:3], *scores[:: max(1, len(scores) // 10)], -3, best - 1, best + 1}:
        better = sum(score > points for score in scores)
        assert found.better_than(points) == better, (rows, rack, points)


@pytest.mark.parametrize("seed", range(3))
def test_a_rank_counts_the_better_moves_of_the_slow_list(seed: int) -> None:
    for position in islice(random_game(WORDS, 500 + seed), 20):
        check_ranks(WORDS, *position)


@pytest.mark.parametrize("points", [2**31 - 1, 2**31, 2**63, 10**30, -(2**31), -(10**30)])
def test_ranks_of_points_beyond_all_measure(points: int) -> None:
    found = search_all(lexicon_of(), Board(), "AENRST?")
    assert found.better_than(points) == (0 if points > 0 else found.count)


# What is refused


@pytest.mark.parametrize(
    ("rules", "rack"),
    [(STANDARD, "AENRSTUU"), (REISE, "AENRSTUUU"), (STANDARD, "???"), (STANDARD, "A" * 1000)],
)
def test_more_tiles_or_blanks_than_a_rack_can_hold_are_refused(rules: Ruleset, rack: str) -> None:
    with pytest.raises(EngineError, match="rack"):
        find_tops(lexicon_of(), Board(), rack, rules)


@pytest.mark.parametrize(
    "cells", ["", "." * 224, "." * 226, "ß" + "." * 224, "?" * 225, "日" * 225]
)
def test_a_board_that_is_none_is_refused(cells: str) -> None:
    with pytest.raises(Unreadable):
        find_tops(lexicon_of(), Board(cells), "AENRST?")


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (replace(STANDARD, theme_bonus=5), "theme"),
        (replace(STANDARD, blanks_taken_back=True), "blanks back"),
        (replace(STANDARD, tile_set=TileSet.parse("dear", "E5×21 ?2×0")), "20 points"),
    ],
)
def test_rules_that_the_search_does_not_know_are_refused(rules: Ruleset, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        find_tops(lexicon_of(), Board(), "EE", rules)


# The printed remarks on the sample game


def before_move(number: int) -> tuple[Board, str]:
    board = Board()
    for move in SAMPLE_GAME["moves"][: number - 1]:
        board = board.lay(tiles_laid(board, read_move(move["coordinates"], move["word"]).move))
    return board, SAMPLE_GAME["moves"][number - 1]["rack"]


def test_before_move_8_einzöget_is_found_for_128() -> None:
    board, rack = before_move(8)
    assert sorted(rack) == sorted("ZEIGTÖN")
    assert keyed(search_all(lexicon_of(), board, rack).moves())["8H-8O", "EINZÖGET"] == 128


def test_before_move_1_bunker_is_found_above_rucken() -> None:
    board, rack = before_move(1)
    words = [scored.move.word for scored in search_all(lexicon_of(), board, rack).moves()]
    assert words.index("BUNKER") < words.index("RUCKEN")


@pytest.mark.parametrize("number", range(1, len(SAMPLE_GAME["moves"]) + 1))
def test_every_move_of_the_sample_game_is_found(number: int) -> None:
    board, rack = before_move(number)
    move = SAMPLE_GAME["moves"][number - 1]
    moves = keyed(search_all(lexicon_of(), board, rack).moves())
    assert moves[move["coordinates"], move["word"]] == move["points"]


# One lexicon, many threads; one source, compiled or not


def positions_of_whole_games(lexicon: Lexicon, games: int) -> Iterator[tuple[Board, str]]:
    """Every turn of games that the engine plays, and the same with one tile or two made blanks."""
    for game in range(games):
        board = Board()
        for played in play(
            STANDARD.tile_set, bytes([game] * 32), lambda b, r: find_tops(lexicon, b, r)
        ):
            if isinstance(played, Ending):
                break
            rack = played.rack
            yield board, rack
            if len(rack) > 2 and "?" not in rack:
                yield board, "?" * (1 + played.number % 2) + rack[1 + played.number % 2 :]
            board = board.lay(tiles_laid(board, played.reference.move))


@pytest.mark.skipif(not COMPILED, reason="plain Python shares the interpreter by turns anyway")
@pytest.mark.parametrize("searches", [True, pytest.param(False, id="control")])
def test_other_threads_run_while_one_searches(searches: bool) -> None:
    lexicon, began, seen = lexicon_of(), Event(), Event()
    four_blanks = replace(STANDARD, tile_set=TileSet.parse("blanks", BLANKS_GALORE))
    was_let_in = []

    def work() -> None:
        find_tops(lexicon, Board(), "E", four_blanks)  # makes this thread's searcher
        began.set()
        for _ in range(200):
            if searches:
                find_tops(lexicon, Board(), "????AEN", four_blanks)
            else:
                sum(range(50_000))
            if seen.is_set():
                was_let_in.append(True)
                return

    thread, interval = Thread(target=work), sys.getswitchinterval()
    # From now on nobody is made to let others in: who does not do it by itself keeps them out.
    sys.setswitchinterval(60)
    try:
        thread.start()
        began.wait()
        seen.set()
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert bool(was_let_in) is searches


def test_many_threads_find_what_one_finds() -> None:
    lexicon = lexicon_of()
    positions = list(positions_of_whole_games(lexicon, 2))
    alone = [search_all(lexicon, *position).moves() for position in positions]
    ruled = lexicon.ruled(barred=["EN", "ER"], added=["QX"])
    alone_ruled = [find_tops(ruled, *position) for position in positions]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(2):
            together = [pool.submit(search_all, lexicon, *position) for position in positions]
            beside = [pool.submit(find_tops, ruled, *position) for position in positions]
            assert [future.result().moves() for future in together] == alone
            assert [future.result() for future in beside] == alone_ruled


UNCOMPILED = """
import json, sys
from pathlib import Path
from engine import COMPILED
from engine.board import Board
from engine.lexicon import Lexicon
from engine.solver import search_all, search_tops
lexicon = Lexicon(Path(sys.argv[1]))
answers = []
for number, (cells, rack) in enumerate(json.load(sys.stdin)):
    search = search_all if number % 10 == 0 else search_tops
    found = search(lexicon, Board(cells), rack)
    answers.append([[str(x.move), x.points] for x in found.moves()])
print(json.dumps([COMPILED, answers]))
"""


def test_the_uncompiled_source_finds_the_same(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    for source in ENGINE.glob("*.py"):
        shutil.copy(source, tmp_path / "engine")
    lexicon = lexicon_of()
    positions = list(positions_of_whole_games(lexicon, 6))
    assert len(positions) > 200
    done = subprocess.run(
        [sys.executable, "-c", UNCOMPILED, lexicon.path],
        input=json.dumps([(board.cells, rack) for board, rack in positions]),
        capture_output=True,
        cwd=tmp_path,
        text=True,
        check=True,
    )
    compiled, answers = json.loads(done.stdout)
    assert not compiled
    for number, (position, answer) in enumerate(zip(positions, answers, strict=True)):
        search = search_all if number % 10 == 0 else search_tops
        found = search(lexicon, *position).moves()
        assert answer == [[str(scored.move), scored.points] for scored in found], position
