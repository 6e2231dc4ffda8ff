"""Points of words and moves."""

from dataclasses import replace

import pytest

from engine.board import Board, Square
from engine.notation import Direction, name_square, read_move
from engine.rulesets import REISE, STANDARD, Ruleset
from engine.scoring import Cell, ScoredWord, line_through, score_move, score_word


def lay(*moves: str) -> Board:
    board = Board()
    for move in moves:
        coordinates, word = move.split()
        played = read_move(coordinates, word).move
        board = board.lay(zip(played.squares, played.word, strict=True))
    return board


def points(board: Board, move: str, rules: Ruleset = STANDARD) -> int:
    coordinates, word = move.split()
    return score_move(board, read_move(coordinates, word).move, rules).points


def test_letter_premiums_count_before_word_premiums_which_multiply() -> None:
    assert score_word([Cell(1), Cell(4, letter_factor=3), Cell(2)]) == 15
    assert score_word([Cell(1, word_factor=2), Cell(4, letter_factor=3), Cell(2)]) == 30
    assert score_word([Cell(1, word_factor=3), Cell(4), Cell(2, word_factor=3)]) == 63
    assert score_word([Cell(1, word_factor=3)] * 3) == 81


def test_three_triple_word_squares_in_one_row_count_27_times() -> None:
    board = lay("A2-A7 UNGEHE", "A9-A14 ERLICH")
    assert points(board, "A1-A15 XUNGEHEAERLICHE") == 27 * (10 + 8 + 11)


def test_a_blank_is_worth_nothing_but_still_triggers_the_word_premium() -> None:
    assert points(Board(), "H8-H9 NA") == 4
    assert points(Board(), "H8-H9 nA") == 2
    assert points(Board(), "H8-H9 na") == 0


def test_premiums_under_lying_tiles_are_spent() -> None:
    assert points(lay("H8-H9 NA"), "H8-H10 NAH") == 1 + 1 + 2


def test_a_letter_at_a_crossing_has_its_premium_in_both_words() -> None:
    board = lay("H6-H9 HUND")
    words = score_move(board, read_move("I7", "MAUS").move).words
    assert words == (
        ScoredWord("MAUS", 10),
        ScoredWord("UM", 7),
        ScoredWord("NA", 2),
        ScoredWord("DU", 3),
    )


def test_cross_words_follow_the_main_word_in_order_whatever_its_direction() -> None:
    board = lay("E4-E8 BITTE", "H4-H8 GRÜNE")
    score = score_move(board, read_move("9D-9I", "ANDERE").move)
    assert score.words == (("ANDERE", 8), ("BITTEN", 8), ("GRÜNER", 12))
    assert (score.points, score.tiles, score.bonus) == (28, "ANDERE", 0)


@pytest.mark.parametrize(
    ("rules", "word", "bonus"),
    [
        (STANDARD, "GRÜNDE", 0),
        (STANDARD, "RINGELN", 50),
        (REISE, "RINGELN", 0),
        (REISE, "SKANDALE", 50),
        (replace(STANDARD, most_tiles=8, bonuses={7: 50, 8: 75}), "SKANDALE", 75),
    ],
)
def test_the_bonus_depends_on_the_number_of_tiles_laid(
    rules: Ruleset, word: str, bonus: int
) -> None:
    score = score_move(Board(), read_move("H8", word).move, rules)
    assert score.bonus == bonus
    assert score.points == sum(points for _, points in score.words) + bonus


def test_every_word_formed_that_fits_the_theme_earns_its_bonus() -> None:
    board = lay("H6-H8 TOR")
    rules = replace(STANDARD, theme_bonus=5)
    move = read_move("9E-9H", "HEXE").move
    totals = [
        score_move(board, move, rules, theme).points
        for theme in (set[str](), {"HEXE"}, {"HEXE", "TORE", "BESEN"})
    ]
    assert totals == [25, 30, 35]
    assert score_move(board, move, STANDARD, {"HEXE"}).points == 25


def test_a_line_includes_the_square_asked_for_even_when_it_is_empty() -> None:
    board = lay("H6-H8 TOR", "H10-H11 AB")
    line = line_through(board, Square(7, 8), Direction.ACROSS)
    assert [name_square(square) for square in line] == ["H6", "H7", "H8", "H9", "H10", "H11"]
    assert line_through(board, Square(0, 0), Direction.DOWN) == [Square(0, 0)]
