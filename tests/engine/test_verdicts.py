"""Every verdict, and the order in which they are given."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.alphabet import LETTERS
from engine.board import Board, Square
from engine.errors import Unreadable
from engine.notation import Direction, Move, WrittenMove, read_move
from engine.rulesets import REISE, STANDARD, Ruleset
from engine.verdicts import (
    MESSAGES,
    Code,
    Verdict,
    judge,
    lay,
    move_from_tiles,
    take_back_blank,
)

WORDS = frozenset({"HEXE", "HUND", "MAUS", "TOR", "TORE", "DU", "NA", "UM"})


def written(move: str) -> WrittenMove:
    coordinates, word = move.split()
    return read_move(coordinates, word)


def board_with(*moves: str) -> Board:
    board = Board()
    for move in moves:
        board, _ = lay(board, written(move).move)
    return board


TOR = board_with("H6-H8 TOR")
RUCKEN = board_with("H4-H9 RuCKEN")


@pytest.mark.parametrize(
    ("board", "move", "code", "said"),
    [
        (Board(), "H4-H9 GRÜNDE", Code.VALID, "28 points"),
        (TOR, "9E HEXE", Code.VALID, "9E-9H HEXE is legal: 25 points"),
        # 1. The place.
        (Board(), "H16 AB", Code.OFF_BOARD, "H16 AB leaves the board"),
        (Board(), "H0-H2 ABC", Code.OFF_BOARD, "rows A to O and columns 1 to 15"),
        (Board(), "Z99 AB", Code.OFF_BOARD, "Z99"),
        (Board(), "P1-P2 AB", Code.OFF_BOARD, "P1-P2"),
        (Board(), "H4-H20 GRÜNDE", Code.OFF_BOARD, "H4-H20"),
        (Board(), "H14 GRÜNDE", Code.OFF_BOARD, "H14 GRÜNDE"),
        (Board(), "14N GRÜNDE", Code.OFF_BOARD, "14N GRÜNDE"),
        (Board(), "H4-J9 RUCKEN", Code.NOT_ONE_LINE, "H4-J9"),
        (Board(), "4H-9H RUCKEN", Code.NOT_ONE_LINE, "a word down in its column"),
        (Board(), "H4-H8 RUCKEN", Code.LENGTH_MISMATCH, "lies on H4-H9, not on H4-H8"),
        (Board(), "H4-H10 RUCKEN", Code.LENGTH_MISMATCH, "has 6 letters"),
        (Board(), "H9-H5 RUCKEN", Code.LENGTH_MISMATCH, "has 6 letters"),
        # 2. The word against the board.
        (TOR, "7G-7J AHOI", Code.TILE_MISMATCH, "needs H on H7, where O lies"),
        (TOR, "7G-7J A?ST", Code.TILE_MISMATCH, "needs ? on H7"),
        (Board(), "H7-H9 A?T", Code.BLANK_WITHOUT_LETTER, "the blank on H8"),
        (TOR, "H9-H10 EN", Code.RUNS_ON, "it reads TOREN on H6-H10"),
        (TOR, "H4-H5 AM", Code.RUNS_ON, "it reads AMTOR on H4-H8"),
        (TOR, "H7-H9 ORE", Code.RUNS_ON, "it reads TORE on H6-H9"),
        (TOR, "H9 E", Code.RUNS_ON, "it reads TORE on H6-H9"),
        (TOR, "H6-H7 TO", Code.RUNS_ON, "it reads TOR on H6-H8"),
        (Board(), "H8 A", Code.SINGLE_LETTER, "A on H8-H8"),
        (TOR, "9H-9H E", Code.SINGLE_LETTER, "at least two"),
        (TOR, "H6-H8 TOR", Code.NOTHING_LAID, "at least one"),
        # 3. Contact.
        (Board(), "H9-H11 TOR", Code.MISSES_CENTRE, "covers H8"),
        (Board(), "8I-8K TOR", Code.MISSES_CENTRE, "8I-8K TOR"),
        (TOR, "A1-A3 TOR", Code.NOT_CONNECTED, "A1-A3 TOR touches no lying tile"),
        (TOR, "I9-I11 TOR", Code.NOT_CONNECTED, "touches no lying tile"),
        # 4. The tiles.
        (Board(), "H8-H15 SKANDALE", Code.TOO_MANY_TILES, "lays 8 tiles: a move lays at most 7"),
    ],
)
def test_geometry_alone_is_judged_without_rack_and_lexicon(
    board: Board, move: str, code: Code, said: str
) -> None:
    verdict = judge(board, written(move))
    assert verdict.code is code
    assert said in verdict.message
    assert verdict.is_valid == (code is Code.VALID) == (verdict.points > 0)


@pytest.mark.parametrize(
    ("rack", "code", "missing"),
    [
        ("HEXEABC", Code.VALID, ""),
        ("h e x e", Code.VALID, ""),
        ("HEX?ABC", Code.NOT_ON_RACK, "E"),
        ("ABCDFG?", Code.NOT_ON_RACK, "EEHX"),
        ("", Code.NOT_ON_RACK, "EEHX"),
    ],
)
def test_the_tiles_laid_must_be_on_the_rack(rack: str, code: Code, missing: str) -> None:
    verdict = judge(TOR, read_move("9E", "HEXE"), rack=rack)
    assert verdict.code is code
    assert verdict.detail.get("missing", "") == missing
    assert missing in verdict.message


def test_lying_tiles_need_not_be_on_the_rack_but_blanks_do() -> None:
    assert judge(TOR, read_move("H6", "TORE"), rack="E").is_valid
    assert judge(TOR, read_move("H6", "TORe"), rack="?").is_valid
    assert judge(TOR, read_move("H6", "TORe"), rack="E").detail["missing"] == "?"


def test_a_rack_that_is_none_is_unreadable_even_for_a_move_off_the_board() -> None:
    with pytest.raises(Unreadable):
        judge(TOR, read_move("H16", "TORE"), rack="12")


def test_a_lying_blank_may_be_written_either_way_and_is_kept_as_it_lies() -> None:
    for word in ("RUCKENS", "RuCKENS", "ruckenS"):
        verdict = judge(RUCKEN, read_move("H4", word), rack="S")
        assert verdict.move == Move(Square(7, 3), Direction.ACROSS, "RuCKENS")
        assert verdict.tiles == "S"
        assert verdict.words == (("RUCKENS", 12),)


def test_every_word_formed_must_be_admissible_and_all_that_are_not_are_named() -> None:
    board = board_with("H6-H9 HUND")
    assert judge(board, read_move("I7", "MAUS"), lexicon=WORDS).is_valid
    verdict = judge(board, read_move("I7", "MAUS"), lexicon=WORDS - {"MAUS", "NA"})
    assert verdict.code is Code.WORD_NOT_ADMISSIBLE
    assert verdict.inadmissible == ("MAUS", "NA")
    assert verdict.message == "not admissible: MAUS, NA"
    assert verdict.points == 0
    assert [word for word, _ in verdict.words] == ["MAUS", "UM", "NA", "DU"]


def test_a_word_formed_twice_is_named_once() -> None:
    verdict = judge(board_with("1E-1F AN"), read_move("2E", "NY"), lexicon=frozenset[str]())
    assert [word for word, _ in verdict.words] == ["NY", "AN", "NY"]
    assert verdict.inadmissible == ("NY", "AN")


def test_the_rack_is_judged_before_the_lexicon() -> None:
    verdict = judge(TOR, read_move("9E", "HEXE"), rack="ABC", lexicon=frozenset[str]())
    assert verdict.code is Code.NOT_ON_RACK


def test_a_move_by_the_engine_is_judged_like_a_written_one() -> None:
    hexe = written("9E-9H HEXE")
    assert judge(TOR, hexe.move) == judge(TOR, hexe)


def test_a_board_need_not_be_connected_nor_cover_the_centre() -> None:
    board = board_with("A1-A2 NA", "O14-O15 UM")
    assert judge(board, read_move("A1", "NAH")).points == 4


@pytest.mark.parametrize(
    ("rules", "move", "code"),
    [
        (replace(STANDARD, first_word_letters=5), "H5-H8 LAST", Code.FIRST_WORD_TOO_SHORT),
        (replace(STANDARD, first_word_letters=5), "H4-H8 LASTE", Code.VALID),
        (replace(STANDARD, rack_size=8), "H8-H15 SKANDALE", Code.TOO_MANY_TILES),
        (replace(STANDARD, rack_size=8, most_tiles=8), "H8-H15 SKANDALE", Code.VALID),
        (REISE, "H8-H15 SKANDALE", Code.VALID),
    ],
)
def test_the_ruleset_decides_on_the_first_word_and_on_how_many_tiles(
    rules: Ruleset, move: str, code: Code
) -> None:
    assert judge(Board(), written(move), ruleset=rules).code is code


def test_the_first_word_rule_leaves_later_words_alone() -> None:
    rules = replace(STANDARD, first_word_letters=5)
    assert judge(TOR, read_move("9E", "HEXE"), ruleset=rules).is_valid


def test_the_theme_bonus_is_part_of_the_points() -> None:
    rules = replace(STANDARD, theme_bonus=5)
    verdict = judge(TOR, read_move("9E", "HEXE"), ruleset=rules, theme={"HEXE"})
    assert verdict.points == 30
    assert verdict.score is not None
    assert verdict.score.theme_bonus == 5


def test_laying_a_move_gives_the_new_board_and_the_tiles_it_took() -> None:
    board, tiles = lay(TOR, read_move("9E", "HExE").move)
    assert tiles == "HExE"
    assert board.at(Square(6, 8)) == "x"
    assert lay(board, read_move("H6", "TOREN").move)[1] == "N"


def test_every_code_has_a_message() -> None:
    assert set(MESSAGES) == set(Code)


# Tiles put on squares


def tiles(text: str) -> list[tuple[Square, str]]:
    """Read 'H9E I9X' as tiles on squares."""
    return [
        (Square("ABCDEFGHIJKLMNOPQ".index(item[0]), int(item[1:-1]) - 1), item[-1])
        for item in text.split()
    ]


@pytest.mark.parametrize(
    ("laid", "move"),
    [
        ("E9H F9E G9X H9E", "9E-9H HEXE"),
        ("H9E G9X F9E E9H", "9E-9H HEXE"),
        ("H5M H9e H10N", "H5-H10 MTOReN"),
        ("H9E", "H6-H9 TORE"),
        ("G7S", "7G-7H SO"),
        ("A1X", "A1-A1 X"),
    ],
)
def test_tiles_on_squares_become_the_whole_main_word(laid: str, move: str) -> None:
    assert str(move_from_tiles(TOR, tiles(laid))) == move


def test_a_single_tile_belongs_to_the_longer_word_and_to_the_one_across_on_equality() -> None:
    board = board_with("H8-H9 NA", "10F-10G DU")
    assert str(move_from_tiles(board, tiles("H10H"))) == "H8-H10 NAH"
    longer_down = board_with("H8-H9 NA", "10E-10G HEX")
    assert str(move_from_tiles(longer_down, tiles("H10H"))) == "10E-10H HEXH"


@pytest.mark.parametrize(
    ("laid", "code", "said"),
    [
        ("", Code.NOTHING_LAID, "no tile"),
        ("H9E Q3A", Code.OFF_BOARD, "Q3 A"),
        ("H8E", Code.SQUARE_TAKEN, "H8 holds R"),
        ("H9E H9E", Code.SQUARE_TAKEN, "H9 holds E"),
        ("H9?", Code.BLANK_WITHOUT_LETTER, "H9"),
        ("H9E I10A", Code.NOT_ONE_LINE, "H9, I10"),
        ("H9E H12N", Code.GAP, "H10 is left empty"),
        ("F9E H9N", Code.GAP, "G9"),
    ],
)
def test_tiles_on_squares_that_make_no_word_are_refused(laid: str, code: Code, said: str) -> None:
    verdict = move_from_tiles(TOR, tiles(laid))
    assert isinstance(verdict, Verdict)
    assert (verdict.code, verdict.points) == (code, 0)
    assert said in verdict.message


@pytest.mark.parametrize("tile", ["", "AB", "1", "ß"])
def test_text_that_is_no_tile_is_unreadable(tile: str) -> None:
    with pytest.raises(Unreadable):
        move_from_tiles(TOR, [(Square(7, 8), tile)])


# Blanks taken back

TAKING_BACK = replace(STANDARD, blanks_taken_back=True)
THE_BLANK = Square(7, 4)


def test_a_blank_is_swapped_for_its_letter_and_can_be_used_at_once() -> None:
    taken = take_back_blank(RUCKEN, "UDES", THE_BLANK, TAKING_BACK)
    assert not isinstance(taken, Verdict)
    board, rack = taken
    assert board == board_with("H4-H9 RUCKEN")
    assert rack == "?DES"
    assert judge(board, read_move("H4", "RUCKENs"), rack=rack).is_valid


@pytest.mark.parametrize(
    ("rack", "square", "rules", "code"),
    [
        ("U", THE_BLANK, STANDARD, Code.BLANKS_STAY),
        ("U", Square(7, 3), TAKING_BACK, Code.NO_BLANK_THERE),
        ("U", Square(0, 0), TAKING_BACK, Code.NO_BLANK_THERE),
        ("U", Square(40, -3), TAKING_BACK, Code.NO_BLANK_THERE),
        ("Ü?", THE_BLANK, TAKING_BACK, Code.NOT_ON_RACK),
        ("", THE_BLANK, TAKING_BACK, Code.NOT_ON_RACK),
    ],
)
def test_a_blank_stays_without_the_rule_the_blank_or_the_letter(
    rack: str, square: Square, rules: Ruleset, code: Code
) -> None:
    verdict = take_back_blank(RUCKEN, rack, square, rules)
    assert isinstance(verdict, Verdict)
    assert verdict.code is code
    assert verdict.message


# Anything at all

on_board = st.text("." * 30 + LETTERS + LETTERS.lower(), min_size=225, max_size=225).map(Board)
coordinates = st.from_regex(
    r"\A([A-Q][0-9]{1,2}(-[A-Q][0-9]{1,2})?|[0-9]{1,2}[A-Q](-[0-9]{1,2}[A-Q])?)\Z"
)
written_words = st.text(LETTERS + "aeß?é", min_size=1, max_size=16)


@given(on_board, coordinates | st.text(), written_words | st.text(), st.text("ABC?é ") | st.none())
def test_whatever_is_written_is_judged_or_unreadable(
    board: Board, place: str, word: str, rack: str | None
) -> None:
    try:
        verdict = judge(board, read_move(place, word), rack=rack, lexicon=WORDS)
    except Unreadable:
        return
    assert verdict.message
    assert verdict.points == 0 or verdict.is_valid


letters = st.sampled_from([*LETTERS, *LETTERS.lower()])
laid_tiles = st.lists(
    st.tuples(st.builds(Square, st.integers(-1, 15), st.integers(5, 9)), letters), max_size=4
)


@given(laid_tiles)
def test_a_move_made_of_tiles_takes_exactly_those_tiles(laid: list[tuple[Square, str]]) -> None:
    move = move_from_tiles(TOR, laid)
    if isinstance(move, Verdict):
        assert not move.is_valid
    else:
        assert lay(TOR, move)[0] == TOR.lay(laid)
        assert judge(TOR, move).code is not Code.RUNS_ON
