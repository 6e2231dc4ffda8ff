"""The booklets' own games and examples, replayed."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.alphabet import alphabetical, normalise
from engine.board import Board
from engine.notation import CoordinateStyle, read_move
from engine.rulesets import STANDARD, ruleset
from engine.settlement import settle
from engine.tiles import REISE, missing_tiles
from engine.verdicts import judge, lay

DATA = Path(__file__).parents[1] / "data"
WORDS = (DATA / "words.txt").read_text(encoding="utf-8").split()
LEXICON = frozenset(WORDS)


def golden(name: str) -> dict[str, Any]:
    data = json.loads((DATA / "golden" / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


SAMPLE_GAME = golden("standard_sample_game")
PARTY_GAME = golden("party_sample_game")
REISE_MOVES = golden("reise_examples")
EXAMPLES = golden("standard_examples")


def board_after(moves: list[dict[str, Any]]) -> Board:
    board = Board()
    for move in moves:
        board, _ = lay(board, read_move(move["coordinates"], move["word"]).move)
    return board


def named(case: dict[str, Any]) -> str:
    move = case.get("move", case)
    return f"{move['coordinates']} {move['word']}"


@pytest.mark.parametrize("number", range(len(SAMPLE_GAME["moves"])), ids=lambda n: f"move {n + 1}")
def test_the_sample_game_is_refereed_as_printed(number: int) -> None:
    move = SAMPLE_GAME["moves"][number]
    verdict = judge(
        board_after(SAMPLE_GAME["moves"][:number]),
        read_move(move["coordinates"], move["word"]),
        rack=move["rack"],
        lexicon=LEXICON,
    )
    assert verdict.is_valid, verdict.message
    assert [word for word, _ in verdict.words] == move["words"]
    assert verdict.points == move["points"]
    assert verdict.move is not None
    assert verdict.move.coordinates == move["coordinates"]


def test_the_sample_games_racks_hold_what_was_not_laid_before() -> None:
    board = Board()
    leaves = {1: "", 2: ""}
    for number, move in enumerate(SAMPLE_GAME["moves"], start=1):
        player, rack = move["player"], move["rack"]
        # A slip of the booklet: rack 15 shows a fourth O, which is gone again on rack 17.
        assert missing_tiles(rack, leaves[player]) == ("O" if number == 17 else "")
        board, tiles = lay(board, read_move(move["coordinates"], move["word"]).move)
        taken = Counter("?" if tile.islower() else tile for tile in tiles)
        leaves[player] = "".join((Counter(rack) - taken).elements())
    left = SAMPLE_GAME["left_on_rack"]
    assert missing_tiles(left["1"], leaves[1]) == ""
    assert left["2"] == leaves[2] == ""
    assert sorted(board.tiles + left["1"]) == sorted(STANDARD.tile_set.all_tiles)


def test_the_sample_game_ends_380_to_440() -> None:
    totals = [
        sum(move["points"] for move in SAMPLE_GAME["moves"] if move["player"] == player)
        for player in (1, 2)
    ]
    assert totals == list(SAMPLE_GAME["totals_before_adjustment"].values()) == [390, 430]
    racks = list(SAMPLE_GAME["left_on_rack"].values())
    final = settle(totals, racks, STANDARD.tile_set, finisher=1)
    assert final == tuple(SAMPLE_GAME["final"].values()) == (380, 440)


def test_before_move_1_bunker_scores_more_than_rucken() -> None:
    rack = SAMPLE_GAME["moves"][0]["rack"]
    bunker = judge(Board(), read_move("H4-H9", "BUNKER"), rack=rack, lexicon=LEXICON)
    rucken = judge(Board(), read_move("H4-H9", "RUCKEN"), rack=rack, lexicon=LEXICON)
    assert bunker.points > rucken.points == 26


def test_before_move_8_einzöget_scores_128() -> None:
    board, rack = board_after(SAMPLE_GAME["moves"][:7]), SAMPLE_GAME["moves"][7]["rack"]
    verdict = judge(board, read_move("8H-8O", "EINZÖGET"), rack=rack, lexicon=LEXICON)
    assert verdict.points == 128, verdict.message
    assert verdict.score is not None
    assert verdict.score.bonus == 50


@pytest.mark.parametrize("number", range(len(PARTY_GAME["moves"])), ids=lambda n: f"move {n + 1}")
def test_the_party_sample_game_is_scored_as_printed(number: int) -> None:
    style = CoordinateStyle.COLUMN_LETTER
    board = Board()
    for move in PARTY_GAME["moves"][:number]:
        board, _ = lay(board, read_move(move["coordinates"], move["word"], style).move)
    move = PARTY_GAME["moves"][number]
    verdict = judge(board, read_move(move["coordinates"], move["word"], style), lexicon=LEXICON)
    assert verdict.points == move["points"], verdict.message
    assert verdict.move is not None
    assert verdict.move.place.written(style) == move["coordinates"]


def test_the_party_sample_game_ends_353_to_357() -> None:
    totals: Counter[str] = Counter()
    for move in PARTY_GAME["moves"]:
        totals[str(move["player"])] += move["points"]
    assert totals == PARTY_GAME["totals"] == {"1": 353, "2": 357}


@pytest.mark.parametrize("number", range(9), ids=[named(move) for move in REISE_MOVES["moves"]])
def test_the_travel_games_examples_score_as_printed(number: int) -> None:
    moves = REISE_MOVES["moves"]
    verdict = judge(
        board_after(moves[:number]),
        read_move(moves[number]["coordinates"], moves[number]["word"]),
        ruleset=ruleset("reise"),
        lexicon=LEXICON,
    )
    assert verdict.points == moves[number]["points"], verdict.message
    assert [word for word, _ in verdict.words] == moves[number]["words"]


def test_the_travel_games_tiles_are_those_worked_out() -> None:
    tiles = REISE_MOVES["tiles"]
    assert {tile: [REISE.counts[tile], REISE.values[tile]] for tile in REISE.counts} == tiles


@pytest.mark.parametrize("example", EXAMPLES["examples"], ids=named)
def test_the_booklets_scoring_examples_come_out_as_printed(example: dict[str, Any]) -> None:
    written = read_move(example["move"]["coordinates"], example["move"]["word"])
    verdict = judge(board_after(example["before"]), written, lexicon=LEXICON)
    assert verdict.points == example["points"], verdict.message
    assert dict(verdict.words) == example["words"]


def test_the_booklets_last_tiles_move_nine_points() -> None:
    end = EXAMPLES["end_of_game"]
    finisher, loser = settle([0, 0], ["", end["left"]["loser"]], STANDARD.tile_set, finisher=0)
    assert (finisher, loser) == (end["finisher_adjustment"], end["loser_adjustment"]) == (9, -9)


def test_our_word_list_is_sorted_and_spelled_as_the_tiles_are() -> None:
    assert sorted(LEXICON, key=alphabetical) == WORDS
    assert [normalise(word) for word in WORDS] == WORDS
