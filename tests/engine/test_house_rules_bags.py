"""Two bags: vowels and consonants apart, and the player says how many from which."""

from dataclasses import replace

from engine.board import Square
from engine.match.values import Phase
from engine.tiles import without
from tests.games.match import (
    after,
    asked,
    begun,
    challenge,
    exchange,
    fill,
    in_two_bags,
    may,
    pass_turn,
    place,
    refused,
)

VOWELS_IN_ALL = 5 + 15 + 6 + 3 + 6 + 3


def test_racks_are_filled_in_turn_from_both_bags() -> None:
    state = begun(players=3, begins=2, two_bags=True)
    for player, vowels in [(2, 3), (0, 7), (1, 0)]:
        assert (state.phase, state.on_turn) == (Phase.DEALING, player)
        assert may(state) == {
            "table": ["end"],
            **{str(n): ["fill"] if n == player else [] for n in range(3)},
        }
        state = after(state, fill(player, vowels=vowels))
    assert (state.phase, state.on_turn) == (Phase.PLAYING, 2)
    assert state.rack_vowels == (7, 0, 3)
    assert (state.vowel_bag, state.bag) == (VOWELS_IN_ALL - 10, 102 - 21)


def test_who_begins_is_drawn_before_the_racks() -> None:
    state = begun(begins=None, two_bags=True)
    state = after(state, {"kind": "draw", "tiles": ["B", "A"]})
    assert (state.phase, state.on_turn) == (Phase.DEALING, 1)


def test_after_a_move_the_player_says_how_many_from_which_bag() -> None:
    state = in_two_bags(3, 3)
    assert asked(state, "place")["vowels"]["is_needed"]
    assert refused(state, place(0, "H6", "HUND")).code == "bags_not_said"
    assert refused(state, place(0, "H6", "HUND", vowels=5)).code == "bag_cannot_give"
    state = after(state, place(0, "H6", "HUND", vowels=1))
    assert (state.rack_vowels, state.vowel_bag) == ((3, 3), VOWELS_IN_ALL - 6 - 1)
    assert state.turns[-1].vowels == 1
    state = after(state, challenge(1, inadmissible=("HUND",)))
    assert (state.rack_vowels, state.vowel_bag) == ((3, 3), VOWELS_IN_ALL - 6)


def test_tiles_that_a_rack_cannot_have_are_refused() -> None:
    state = in_two_bags(1, 6)
    assert refused(state, place(0, "H6", "RAUB", vowels=2)).code == "other_bags"
    assert refused(state, pass_turn(0, rack="RAUBSTN")).code == "other_bags"
    assert after(state, pass_turn(0, rack="RABSTN?")).known[0] == "?ABNRST"
    state = after(state, pass_turn(0))
    assert refused(state, place(1, "H6", "RAUB", vowels=2)).code == "other_bags"


def test_a_blank_is_in_the_bag_of_consonants() -> None:
    state = in_two_bags(0, 7)
    state = after(state, place(0, "H6", "HuND", vowels=0))
    assert (state.rack_vowels, state.vowel_bag) == ((0, 7), VOWELS_IN_ALL - 7)


def test_an_exchange_says_what_goes_back_where() -> None:
    state = in_two_bags(3, 3)
    assert refused(state, exchange(0, count=4, vowels=2)).code == "vowels_given_not_said"
    refusal = refused(state, exchange(0, count=4, vowels_given=4, vowels=2))
    assert refusal.detail == {"said": 4, "vowels": 3, "consonants": 4}
    state = after(state, exchange(0, count=4, vowels_given=3, vowels=1))
    assert (state.rack_vowels, state.vowel_bag) == ((1, 3), VOWELS_IN_ALL - 4)
    state = after(state, exchange(1, tiles="AEN", vowels=0))
    assert (state.rack_vowels, state.vowel_bag) == ((1, 1), VOWELS_IN_ALL - 2)
    wrong = exchange(0, tiles="AN", vowels=0, vowels_given=2)
    assert refused(state, wrong).code == "wrong_vowels"


def test_a_bag_gives_what_it_has_and_where_one_is_empty_nobody_has_to_say_it() -> None:
    state = in_two_bags(7, 7, 7, 7)
    state = after(state, place(0, "H8", "AEEUIO", vowels=6))
    assert state.vowel_bag == VOWELS_IN_ALL - 28 - 6 == 4
    refusal = refused(state, place(1, "8G", "EAEIEI", vowels=5))
    assert refusal.code == "bag_cannot_give"
    bags = {"vowel_bag": 4, "consonant_bag": 64}
    assert refusal.detail == {"count": 5, "vowels": 5, **bags}
    state = after(state, place(1, "8G", "EAEIEI", vowels=4))
    assert (state.vowel_bag, state.rack_vowels) == (0, (7, 6, 7, 7))
    assert not asked(state, "place")["vowels"]["is_needed"]
    state = after(state, place(2, "9G", "EE"))
    assert (state.rack_vowels[2], state.turns[-1].vowels) == (6, 0)


def test_blanks_are_swapped_across_the_bags() -> None:
    state = in_two_bags(3, 3, blanks_taken_back=True)
    state = after(state, place(0, "H6", "HuND", vowels=1), pass_turn(1))
    assert state.rack_vowels == (4, 3)
    state = after(state, place(0, "H6", "HUNDe", blanks=["H7"], vowels=0))
    assert (state.rack_vowels, state.board.tiles) == ((3, 3), "HUND?")
    assert state.vowel_bag == VOWELS_IN_ALL - 7
    state = after(state, challenge(1, inadmissible=("HUNDE",)))
    assert (state.rack_vowels, state.vowel_bag) == ((4, 3), VOWELS_IN_ALL - 7)


def test_tiles_left_must_be_of_the_right_bags_too() -> None:
    state = in_two_bags(3, 3)
    state = after(state, *[pass_turn(number % 2) for number in range(4)])
    racks = {"kind": "left", "racks": ["AEINRST", "NNNNNEE"]}
    assert refused(state, racks).code == "other_bags"
    assert after(state, {"kind": "left", "racks": ["AEINRST", "EEENNNN"]}).is_over


def test_what_one_bag_lacks_comes_from_the_other() -> None:
    state = in_two_bags(3, 3)
    consonants = "".join(
        tile for tile in state.ruleset.tile_set.all_tiles if tile not in "AEIOUÄÖÜ"
    )
    # An N on H8 and all others but nine far away: eight on the racks, one in the bag.
    spare = without(consonants, "NBCDFGHKL?").replace("?", "q")
    far = [Square(row, column) for row in (0, 1, 2, 12, 13, 14) for column in range(15)]
    state = replace(
        state, board=state.board.lay([*zip(far, spare, strict=False), (Square(7, 7), "N")])
    )
    assert (state.vowel_bag, state.bag - state.vowel_bag) == (VOWELS_IN_ALL - 6, 1)
    assert refused(state, place(0, "8F", "ABNEC", vowels=2)).code == "bag_cannot_give"
    assert refused(state, place(0, "8F", "ABNEC")).code == "bags_not_said"
    assert after(state, place(0, "8F", "ABNEC", vowels=3)).rack_vowels == (4, 3)
    assert after(state, place(0, "8F", "ABNEC", vowels=4)).rack_vowels == (5, 3)
