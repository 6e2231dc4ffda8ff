"""The yardstick itself, measured by hand."""

from collections import Counter

from engine.tiles import STANDARD
from tests.positions import lay, random_game, scattered_position
from tests.slow import Key, slow_moves, tops

EMPTY: tuple[str, ...] = ("." * 15,) * 15
VALUES = STANDARD.values
WORD_LIST = """
AB AN AS DA DE DU EI EIN EINE EINER EIS ENDE ER ERDE ES IN IST NASE NEIN NIE NUN OB ON ORT RAD RADE
RAND REDE REIN REISE RIND ROT SAND SEI SEIN SEINE SIE STEIN TAN TANNE TE TEE TINTE TOR TORE UND UNS
"""
SOME_WORDS = frozenset(WORD_LIST.split())


def board(*moves: Key) -> tuple[str, ...]:
    rows = EMPTY
    for move in moves:
        rows = lay(rows, move)
    return rows


def test_a_first_word_counts_twice_on_the_centre() -> None:
    moves = slow_moves(frozenset({"GRÜNDE"}), EMPTY, "DEGNRÜX", VALUES)
    assert moves["H4-H9", "GRÜNDE"] == 28
    # H8 may be any of the six letters, in either direction.
    assert len(moves) == 12


def test_a_word_laid_at_a_right_angle_scores_both_words() -> None:
    words = frozenset({"TOR", "TORE", "HEXE"})
    rows = board(("H6-H8", "TOR"))
    moves = slow_moves(words, rows, "HEXE", VALUES)
    assert moves["9E-9H", "HEXE"] == 25
    assert set(moves) == {("9E-9H", "HEXE"), ("9G-9J", "HEXE"), ("H6-H9", "TORE")}
    # Two squares further down the H counts twice as well.
    assert tops(slow_moves(words, rows, "HEXE", VALUES)) == (27, {("9G-9J", "HEXE")})


def test_a_blank_stands_for_any_letter_and_is_tried_beside_the_letter() -> None:
    two = frozenset({"AB"})
    places = ("H7-H8", "H8-H9", "8G-8H", "8H-8I")
    assert slow_moves(two, EMPTY, "A?", VALUES) == {(place, "Ab"): 2 for place in places}
    assert slow_moves(two, EMPTY, "AB?", VALUES) == {
        (place, shown): points
        for place in places
        for shown, points in (("AB", 8), ("Ab", 2), ("aB", 6))
    }


def test_identical_tiles_make_one_move() -> None:
    assert len(slow_moves(frozenset({"EE"}), EMPTY, "EEE??", VALUES)) == 4 * 4


def test_a_single_tile_stands_under_its_longer_word() -> None:
    rows = board(("H7-H8", "ON"), ("G9-G9", "D"))
    words = frozenset({"ON", "ONE", "DE"})
    assert slow_moves(words, rows, "E", VALUES) == {("H7-H9", "ONE"): 6, ("G9-G10", "DE"): 2}


def test_a_single_tile_with_equally_long_words_stands_across() -> None:
    rows = board(("H8-H8", "D"), ("G9-G9", "D"))
    assert slow_moves(frozenset({"DE"}), rows, "E", VALUES) == {
        ("H8-H9", "DE"): 4,
        ("G9-G10", "DE"): 2,
        ("8H-8I", "DE"): 2,
    }


def test_a_lying_blank_stays_lower_case_and_worthless() -> None:
    moves = slow_moves(frozenset({"TOR", "TORE"}), board(("8F-8H", "ToR")), "E", VALUES)
    assert moves == {("8F-8I", "ToRE"): 3}


def test_seven_tiles_earn_the_bonus_after_multiplication() -> None:
    seven = frozenset({"A" * 7})
    moves = slow_moves(seven, EMPTY, "AAAAAAA", VALUES)
    assert (moves["H2-H8", "AAAAAAA"], moves["H5-H11", "AAAAAAA"]) == (66, 64)
    assert slow_moves(seven, EMPTY, "AAAAAAA", VALUES, bonuses={})["H2-H8", "AAAAAAA"] == 16
    assert not slow_moves(seven, EMPTY, "AAAAAAAA", VALUES, most_tiles=6)


def test_word_premiums_multiply() -> None:
    moves = slow_moves(frozenset({"A" * 8, "A"}), board(("A4-A4", "A")), "AAAAAAA", VALUES)
    # A1 and A8 triple the word; A4 is taken.
    assert moves["A1-A8", "AAAAAAAA"] == 8 * 9 + 50


def test_a_first_word_may_have_to_be_longer() -> None:
    words = frozenset({"TOR", "ERDE"})
    found = slow_moves(words, EMPTY, "TORERDE", VALUES, first_word_letters=4)
    assert {word for _, word in found} == {"ERDE"}
    later = slow_moves(words, board(("H8-H8", "T")), "OR", VALUES, first_word_letters=4)
    assert set(later) == {("H8-H10", "TOR"), ("8H-8J", "TOR")}


def test_crossing_words_must_be_words() -> None:
    assert slow_moves(frozenset({"TOR", "DU"}), board(("H7-H9", "TOR")), "DU", VALUES) == {}


def test_a_full_board_and_an_empty_rack_leave_no_move() -> None:
    assert tops(slow_moves(SOME_WORDS, ("E" * 15,) * 15, "EIN????", VALUES)) == (0, set())
    assert tops(slow_moves(SOME_WORDS, EMPTY, "", VALUES)) == (0, set())


def test_positions_repeat_from_their_seed_and_mix_blanks() -> None:
    for seed in (2, 3):
        game = list(random_game(SOME_WORDS, seed))
        assert game == list(random_game(SOME_WORDS, seed))
        assert game[0].rows == EMPTY
        assert game[-1].rows != EMPTY
        blanks = Counter(position.rack.count("?") for position in game)
        assert set(blanks) == {0, 1, 2}
    assert scattered_position(SOME_WORDS, 8) == scattered_position(SOME_WORDS, 8)
