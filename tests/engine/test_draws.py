import contextlib
import io
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.draws import (
    DEFAULT_RULE,
    Draw,
    DrawRule,
    GameOver,
    HandDrawCode,
    Kind,
    admissible_racks,
    check_hand_draw,
    draw,
    draw_label,
    first_wrong_draw,
    lacking,
    minimum_for,
)
from engine.errors import EngineError, Unreadable
from engine.randomness import RandomStream, commitment, draw_key, read_hall_part
from engine.tiles import STANDARD, sort_tiles, without

SEED = bytes(range(32))
FULL_BAG = STANDARD.all_tiles
Y_IS_EITHER = DrawRule(y_is_either=True)
JOKER = DrawRule(joker=True)

seeds = st.binary(min_size=32, max_size=32)
rounds = st.sampled_from([1, 2, 15, 16, 30])
rules = st.sampled_from(
    [
        DEFAULT_RULE,
        Y_IS_EITHER,
        DrawRule(rack_size=8),
        DrawRule(rack_size=4),
        DrawRule(strict_minimum=3, later_minimum=0),
        JOKER,
        DrawRule(rack_size=4, joker=True),
    ]
)
#: Few tiles, few kinds: here the rule bites.
scanty = st.text(alphabet="AEY?BT", max_size=9)
some_tiles = st.lists(st.sampled_from(range(102)), max_size=102, unique=True).map(
    lambda places: sort_tiles("".join(FULL_BAG[place] for place in places))
)


def new_stream(seed: bytes = SEED, round_number: int = 1, attempt: int = 1) -> RandomStream:
    return RandomStream(seed, draw_label(round_number, attempt))


def count_generously(rack: str, rule: DrawRule, minimum: int) -> bool:
    """Try every way to call the blanks (and Y, if it is either) vowels or consonants."""
    wild = [tile for tile in rack if tile == "?" or (tile == "Y" and rule.y_is_either)]
    vowels = sum(tile in "AEIOUÄÖÜ" for tile in rack)
    consonants = len(rack) - vowels - len(wild)
    return any(
        vowels + as_vowels >= minimum and consonants + len(wild) - as_vowels >= minimum
        for as_vowels in range(len(wild) + 1)
    )


def admissible_by_brute_force(tiles: str, rule: DrawRule, minimum: int) -> set[str]:
    size = full_rack(tiles, rule)
    racks = {sort_tiles("".join(rack)) for rack in combinations(tiles, size)}
    if rule.joker:
        racks = {rack for rack in racks if rack.count("?") == ("?" in tiles)}
    return {rack for rack in racks if rack and count_generously(rack, rule, minimum)}


def full_rack(tiles: str, rule: DrawRule) -> int:
    """How many of these tiles a full rack has: in a joker game one of the blanks at most."""
    useless = max(0, tiles.count("?") - 1) if rule.joker else 0
    return min(rule.rack_size, len(tiles) - useless)


def some_leave(tiles_left: str, rule: DrawRule, data: st.DataObject) -> str:
    """A leave such as a game can bring: in a joker game with one blank, if there are any."""
    if rule.joker and "?" in tiles_left:
        others = tiles_left.replace("?", "")
        return "?" + others[: data.draw(st.integers(0, rule.rack_size - 1))]
    return tiles_left[: data.draw(st.integers(0, rule.rack_size))]


# The rule


@pytest.mark.parametrize(
    ("rack", "minimum", "expected"),
    [
        ("AEBCDFG", 2, None),
        ("AYBCDFG", 2, Kind.VOWELS),
        ("AEIOUÄB", 2, Kind.CONSONANTS),
        ("AEIOUÄY", 1, None),
        ("A?BCDFG", 2, None),
        ("??BCDFG", 2, None),
        ("?XBCDFG", 2, Kind.VOWELS),
        ("??AEIOU", 2, None),
        ("ÖÜBCDFG", 2, None),
        ("?", 1, Kind.VOWELS),
        ("??", 1, None),
        ("?A", 1, None),
        ("", 1, Kind.VOWELS),
        ("", 0, None),
    ],
)
def test_what_a_rack_lacks(rack: str, minimum: int, expected: Kind | None) -> None:
    assert lacking(rack, minimum) is expected


def test_y_counts_as_either_only_if_the_rule_says_so() -> None:
    assert lacking("AYBCDFG", 2) is Kind.VOWELS
    assert lacking("AYBCDFG", 2, Y_IS_EITHER) is None
    assert lacking("AEIOUÄY", 1, Y_IS_EITHER) is None
    assert lacking("Y", 1, Y_IS_EITHER) is Kind.VOWELS


@given(scanty, st.integers(0, 4), rules)
def test_enough_means_that_the_blanks_can_be_called_so(
    tiles: str, minimum: int, rule: DrawRule
) -> None:
    assert (lacking(tiles, minimum, rule) is None) == count_generously(tiles, rule, minimum)


def test_two_and_two_hold_for_fifteen_rounds() -> None:
    assert [minimum_for(FULL_BAG, number) for number in (1, 15, 16, 99)] == [2, 2, 1, 1]


@pytest.mark.parametrize(
    ("tiles_left", "expected"),
    [
        ("AEBC", 2),
        ("??BC", 2),
        ("AEB", 1),
        ("ABCDFGHJK", 1),
        ("AEIOUÄÖB", 1),
        ("?B", 1),
        ("?BCD", 1),
        ("??", 1),
        ("BCDFGHJKY", GameOver.NO_VOWELS),
        ("AEIOUÄÖÜA", GameOver.NO_CONSONANTS),
        ("B", GameOver.NO_VOWELS),
        ("A", GameOver.NO_CONSONANTS),
        ("?", GameOver.NO_VOWELS),
        ("", GameOver.NO_TILES),
    ],
)
def test_what_an_early_round_needs_of_scanty_tiles(
    tiles_left: str, expected: int | GameOver
) -> None:
    assert minimum_for(tiles_left, 3) == expected


@given(scanty, rounds, rules)
def test_a_minimum_applies_exactly_when_some_rack_meets_it(
    tiles_left: str, round_number: int, rule: DrawRule
) -> None:
    strict = round_number <= rule.strict_rounds
    if strict and admissible_by_brute_force(tiles_left, rule, rule.strict_minimum):
        assert minimum_for(tiles_left, round_number, rule) == rule.strict_minimum
    elif admissible_by_brute_force(tiles_left, rule, rule.later_minimum):
        assert minimum_for(tiles_left, round_number, rule) == rule.later_minimum
    else:
        assert isinstance(minimum_for(tiles_left, round_number, rule), GameOver)


@pytest.mark.parametrize(
    "minima",
    [
        {"strict_minimum": 4},
        {"strict_minimum": 1, "later_minimum": 2},
        {"later_minimum": -1},
        {"rack_size": 3},
    ],
)
def test_minima_that_no_rack_could_meet_are_refused(minima: Mapping[str, int]) -> None:
    with pytest.raises(EngineError, match="must fit on a rack"):
        DrawRule(**minima)  # type: ignore[arg-type]


# Drawing


@given(some_tiles, seeds, rounds, rules, st.data())
def test_a_draw_keeps_every_tile_and_the_rule(
    tiles_left: str, seed: bytes, round_number: int, rule: DrawRule, data: st.DataObject
) -> None:
    leave = some_leave(tiles_left, rule, data)
    minimum = minimum_for(tiles_left, round_number, rule)
    drawn = draw(without(tiles_left, leave), leave, round_number, new_stream(seed), rule)
    if isinstance(drawn, GameOver):
        assert drawn == minimum
        return
    assert isinstance(minimum, int)
    size = full_rack(tiles_left, rule)
    assert drawn.tiles_left == tiles_left
    assert drawn.leave == leave
    for rack in (*drawn.rejected, drawn.rack):
        assert len(rack) == size
        assert not Counter(rack) - Counter(tiles_left)
        assert not rule.joker or rack.count("?") == ("?" in tiles_left)
        assert count_generously(rack, rule, minimum) == (rack is drawn.rack)
    first, *later = (*drawn.rejected, drawn.rack)
    assert not Counter(leave) - Counter(first)
    assert sort_tiles(drawn.drawn) == (drawn.rack if later else without(drawn.rack, leave))


@given(scanty, seeds, rounds, rules)
def test_scanty_tiles_are_drawn_or_end_the_game(
    tiles_left: str, seed: bytes, round_number: int, rule: DrawRule
) -> None:
    drawn = draw(tiles_left, "", round_number, new_stream(seed), rule)
    racks = list(admissible_racks(tiles_left, round_number, rule))
    if isinstance(drawn, GameOver):
        assert drawn is minimum_for(tiles_left, round_number, rule)
        assert racks == []
    else:
        assert drawn.rack in racks
        assert not set(drawn.rejected) & set(racks)


@given(scanty, rounds, rules)
def test_admissible_racks_are_those_of_brute_force_each_once(
    tiles_left: str, round_number: int, rule: DrawRule
) -> None:
    minimum = minimum_for(tiles_left, round_number, rule)
    assume(isinstance(minimum, int))
    racks = list(admissible_racks(tiles_left, round_number, rule))
    assert len(racks) == len(set(racks))
    assert set(racks) == admissible_by_brute_force(tiles_left, rule, int(minimum))


def test_the_leave_is_kept_and_filled_up() -> None:
    drawn = draw(without(FULL_BAG, "AERST"), "TSREA", 2, new_stream(round_number=2))
    assert isinstance(drawn, Draw)
    assert drawn.rejected == ()
    assert drawn.leave == "AERST"
    assert without(drawn.rack, "AERST") == sort_tiles(drawn.drawn)
    assert len(drawn.drawn) == 2


def test_a_leave_that_spoils_the_rack_goes_back_with_it() -> None:
    drawn = draw("AEIOUBBB", "CDFGHJK", 1, new_stream())
    assert isinstance(drawn, Draw)
    assert drawn.rejected[0] == "CDFGHJK"
    assert drawn.tiles_left == "ABBBCDEFGHIJKOU"


def test_the_last_tiles_are_all_taken() -> None:
    drawn = draw("BÄ", "E", 9, new_stream())
    assert isinstance(drawn, Draw)
    assert (drawn.rack, drawn.bag, drawn.leave) == ("ÄBE", "", "E")


def test_a_redraw_goes_on_in_the_same_stream() -> None:
    stream = new_stream()
    drawn = draw("AEBCDFGHJKLMNP", "", 1, new_stream())
    assert isinstance(drawn, Draw)
    assert drawn.rejected
    for rack in drawn.rejected:
        assert sort_tiles(stream.sample("ABCDEFGHJKLMNP", 7)) == rack
    assert stream.sample("ABCDEFGHJKLMNP", 7) == drawn.drawn


def test_the_order_in_which_the_tiles_are_written_does_not_matter() -> None:
    bags = {"".join(bag) for bag in permutations("AE?ÄB")}
    rule = DrawRule(rack_size=4)
    assert len({draw(bag, "CX", 1, new_stream(), rule) for bag in bags}) == 1


def test_a_leave_larger_than_the_rack_is_refused() -> None:
    with pytest.raises(EngineError, match="more tiles than the 7"):
        draw(FULL_BAG, "AAAABBBB", 1, new_stream())


# The joker


def test_the_joker_is_put_on_the_rack_before_anything_is_drawn() -> None:
    others = FULL_BAG.replace("?", "")
    drawn = draw(FULL_BAG, "", 1, new_stream(), JOKER)
    assert isinstance(drawn, Draw)
    assert drawn.drawn == "?" + new_stream().sample(others, 6)
    assert drawn.bag.count("?") == 1


def test_a_joker_of_the_leave_is_kept_and_the_other_blank_stays_in_the_bag() -> None:
    drawn = draw(without(FULL_BAG, "?ER"), "ER?", 2, new_stream(round_number=2), JOKER)
    assert isinstance(drawn, Draw)
    assert (drawn.leave, drawn.rack.count("?"), drawn.bag.count("?")) == ("?ER", 1, 1)
    assert "?" not in drawn.drawn


def test_a_joker_that_stays_on_the_board_is_followed_by_the_next() -> None:
    drawn = draw("?AEIBCD", "ER", 4, new_stream(round_number=4), JOKER)
    assert isinstance(drawn, Draw)
    assert drawn.drawn[0] == "?"
    assert drawn.rack.count("?") == 1


def test_without_blanks_a_joker_game_goes_on_like_any_other() -> None:
    assert draw("AEIBCDS", "ER", 4, new_stream(), JOKER) == draw("AEIBCDS", "ER", 4, new_stream())


def test_a_second_blank_helps_no_rack_of_a_joker_game() -> None:
    assert minimum_for("??", 1) == 1
    assert minimum_for("??", 1, JOKER) is GameOver.NO_VOWELS
    assert list(admissible_racks("??A", 1, JOKER)) == ["?A"]


def test_a_leave_without_room_for_the_joker_is_refused() -> None:
    with pytest.raises(EngineError, match="more tiles than the 7"):
        draw("?", "AAABBBC", 1, new_stream(), JOKER)


def test_the_leave_of_a_joker_game_cannot_go_back() -> None:
    with pytest.raises(EngineError, match="can't go back"):
        DrawRule(joker=True, leave_returned=True)


@pytest.mark.parametrize(
    ("rack", "code"),
    [
        ("?AEBCDF", HandDrawCode.VALID),
        ("AEIBCDF", HandDrawCode.WRONG_BLANKS),
        ("??EBCDF", HandDrawCode.WRONG_BLANKS),
        ("?BCDFGH", HandDrawCode.TOO_FEW_VOWELS),
    ],
)
def test_a_hand_must_put_one_blank_on_the_rack_of_a_joker_game(
    rack: str, code: HandDrawCode
) -> None:
    assert check_hand_draw("??AEIBCDFGH", "", 1, rack, JOKER).code is code


def drawn_with_joker(bag: str, leave: str, round_number: int) -> Draw:
    drawn = draw(bag, leave, round_number, new_stream(round_number=round_number), JOKER)
    assert isinstance(drawn, Draw)
    return drawn


JOKER_FIRST = drawn_with_joker(FULL_BAG, "", 1)


@pytest.mark.parametrize("letter", "EN")
def test_a_tile_of_the_bag_may_have_set_the_joker_free(letter: str) -> None:
    bag, leave = without(JOKER_FIRST.bag, letter), JOKER_FIRST.rack[:4]
    second = drawn_with_joker(bag, leave, 2)
    assert first_wrong_draw(SEED, FULL_BAG, [JOKER_FIRST, second], JOKER) is None
    assert first_wrong_draw(SEED, FULL_BAG, [JOKER_FIRST, second]) == JOKER_FIRST


@pytest.mark.parametrize(
    ("gone", "leave"),
    [
        pytest.param("EN", JOKER_FIRST.rack[:4], id="two tiles for one blank"),
        pytest.param("?", JOKER_FIRST.rack[:4], id="a blank for a blank"),
        pytest.param("E", JOKER_FIRST.rack[1:4], id="a tile for no blank"),
    ],
)
def test_no_other_tile_of_the_bag_may_vanish_in_a_joker_game(gone: str, leave: str) -> None:
    second = drawn_with_joker(without(JOKER_FIRST.bag, gone), leave, 2)
    assert first_wrong_draw(SEED, FULL_BAG, [JOKER_FIRST, second], JOKER) == second


# Checking a game


def recorded_game(seed: bytes = SEED) -> list[Draw]:
    """Three rounds in which the first tiles of the rack were laid; the second was drawn twice."""
    draws = []
    bag, leave = FULL_BAG, ""
    for number, attempt, laid in ((1, 1, 3), (2, 1, 0), (2, 2, 7), (3, 1, 1)):
        drawn = draw(bag, leave, number, new_stream(seed, number, attempt))
        assert isinstance(drawn, Draw)
        draws.append(drawn)
        bag, leave = (drawn.bag, drawn.rack[laid:]) if laid else (drawn.tiles_left, "")
    return draws


@given(seeds)
def test_a_game_drawn_from_the_seed_is_confirmed(seed: bytes) -> None:
    assert first_wrong_draw(seed, FULL_BAG, recorded_game(seed)) is None


def test_a_leave_is_put_back_into_the_bag_only_where_the_rule_says_so() -> None:
    first = draw(FULL_BAG, "", 1, new_stream())
    assert isinstance(first, Draw)
    second = draw(first.bag + first.rack[3:], "", 2, new_stream(round_number=2))
    assert isinstance(second, Draw)
    returned = DrawRule(leave_returned=True)
    assert first_wrong_draw(SEED, FULL_BAG, [first, second], returned) is None
    assert first_wrong_draw(SEED, FULL_BAG, [first, second]) == second


@pytest.mark.parametrize("kept", range(4))
def test_keeping_only_some_of_the_leave_is_found_out(kept: int) -> None:
    first = draw(FULL_BAG, "", 1, new_stream())
    assert isinstance(first, Draw)
    leave = first.rack[3:]
    second = draw(first.bag + leave[kept:], leave[:kept], 2, new_stream(round_number=2))
    assert isinstance(second, Draw)
    assert first_wrong_draw(SEED, FULL_BAG, [first, second]) == second


def test_another_seed_is_found_out_at_the_first_draw() -> None:
    game = recorded_game()
    assert first_wrong_draw(bytes(32), FULL_BAG, game) == game[0]


@pytest.mark.parametrize("place", range(4))
def test_a_changed_draw_is_named(place: int) -> None:
    game = recorded_game()
    honest = game[place]
    for change in (
        {"rack": honest.bag[:7], "bag": sort_tiles(honest.rack + honest.bag[7:])},
        {"rejected": (*honest.rejected, honest.rack)},
        {"bag": honest.bag[1:]},
        {"bag": honest.bag + "Z"},
        {"label": draw_label(honest.round_number, 7)},
        {"round_number": 0},
        {"round_number": honest.round_number + 7},
        {"leave": "QXY"},
        {"drawn": honest.drawn[::-1]},
    ):
        game[place] = replace(honest, **change)
        assert first_wrong_draw(SEED, FULL_BAG, game) == game[place]


@pytest.mark.parametrize(("left_out", "named"), [(0, 1), (1, 2), (2, 3)])
def test_a_draw_left_out_is_noticed_at_the_next(left_out: int, named: int) -> None:
    game = recorded_game()
    without_it = game[:left_out] + game[left_out + 1 :]
    assert first_wrong_draw(SEED, FULL_BAG, without_it) == game[named]


def made(bag: str, leave: str, round_number: int, attempt: int = 1) -> Draw:
    drawn = draw(bag, leave, round_number, new_stream(SEED, round_number, attempt))
    assert isinstance(drawn, Draw)
    return drawn


FIRST = made(FULL_BAG, "", 1)


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(made(without(FIRST.bag, "Q"), FIRST.rack[3:], 2), id="a tile vanished"),
        pytest.param(made(FIRST.bag + "Q", FIRST.rack[3:], 2), id="a tile came from elsewhere"),
        pytest.param(made(FIRST.bag[5:], FIRST.bag[:5], 2), id="a leave picked from the bag"),
        pytest.param(made(FIRST.bag + FIRST.rack[3:], "", 1, 2), id="drawn anew with fewer"),
        pytest.param(made(FIRST.bag, FIRST.rack, 1, 2), id="drawn anew with the leave kept"),
        pytest.param(made(FIRST.tiles_left, "", 1, 3), id="an attempt left out"),
        pytest.param(made(FIRST.bag, FIRST.rack[3:], 3), id="a round left out"),
        pytest.param(
            replace(made(FIRST.bag, FIRST.rack[3:], 2), leave=FIRST.rack * 2),
            id="a leave that isn't there",
        ),
    ],
)
def test_a_draw_from_other_tiles_or_out_of_turn_is_noticed(forged: Draw) -> None:
    assert first_wrong_draw(SEED, FULL_BAG, [FIRST, forged]) == forged


def test_a_round_drawn_again_takes_those_drawn_after_it_back() -> None:
    second, anew = made(FIRST.bag, FIRST.rack[3:], 2), made(FULL_BAG, "", 1, 2)
    assert first_wrong_draw(SEED, FULL_BAG, [FIRST, second, anew]) is None
    from_old = made(FIRST.bag + FIRST.rack[3:], "", 2, 2)
    assert first_wrong_draw(SEED, FULL_BAG, [FIRST, second, anew, from_old]) == from_old
    from_new = made(anew.bag + anew.rack[3:], "", 2, 2)
    assert first_wrong_draw(SEED, FULL_BAG, [FIRST, second, anew, from_new]) is None
    skipping = made(second.bag, second.rack[3:], 3)
    assert first_wrong_draw(SEED, FULL_BAG, [FIRST, second, anew, skipping]) == skipping


def test_after_a_publication_taken_back_other_tiles_may_be_left() -> None:
    second, anew = made(FIRST.bag, FIRST.rack[3:], 2), made(FIRST.bag + FIRST.rack[1:5], "", 2, 2)
    assert first_wrong_draw(SEED, FULL_BAG, [FIRST, second, anew]) is None
    fewer = made(FIRST.bag[1:] + FIRST.rack[1:5], "", 2, 2)
    assert first_wrong_draw(SEED, FULL_BAG, [FIRST, second, fewer]) == fewer


def test_a_leave_that_was_laid_cannot_have_been_kept() -> None:
    first = made("ABCDEFG", "", 1)
    forged = replace(made("", "BCDEFG", 2), leave="A")
    assert first_wrong_draw(SEED, "ABCDEFG", [first, forged]) == forged


def test_there_is_no_round_before_the_first() -> None:
    forged = made(FULL_BAG, "", 0)
    assert first_wrong_draw(SEED, FULL_BAG, [forged]) == forged


# Drawn by hand


def by_hand(bag: str, leave: str, round_number: int, rack: str) -> Draw:
    drawn = sort_tiles("".join((Counter(rack) - Counter(leave)).elements()))
    return Draw("", round_number, leave, (), drawn, rack, without(bag + leave, rack))


HAND = by_hand(FULL_BAG, "", 1, "AEINRST")
WITHOUT_VOWELS = by_hand(FULL_BAG, "", 1, "NNRRSTT")


def test_draws_by_hand_are_checked_among_those_of_the_seed() -> None:
    second = made(HAND.bag, "AEI", 2)
    third = by_hand(second.bag, second.rack[2:], 3, sort_tiles(second.rack[2:] + "AN"))
    assert first_wrong_draw(SEED, FULL_BAG, [HAND, second, third]) is None


def test_a_draw_by_hand_counts_as_an_attempt() -> None:
    assert first_wrong_draw(SEED, FULL_BAG, [HAND, made(FULL_BAG, "", 1, 2)]) is None
    first = made(FULL_BAG, "", 1)
    assert first_wrong_draw(SEED, FULL_BAG, [HAND, first]) == first


def test_a_rack_with_too_few_vowels_must_have_gone_back() -> None:
    assert first_wrong_draw(SEED, FULL_BAG, [WITHOUT_VOWELS, made(FULL_BAG, "", 1, 2)]) is None
    played = made(WITHOUT_VOWELS.bag, "NN", 2)
    assert first_wrong_draw(SEED, FULL_BAG, [WITHOUT_VOWELS, played]) == WITHOUT_VOWELS
    assert first_wrong_draw(SEED, FULL_BAG, [WITHOUT_VOWELS]) == WITHOUT_VOWELS


@pytest.mark.parametrize(
    "wrong",
    [
        by_hand(FULL_BAG, "", 1, "AEINRS"),
        by_hand(FULL_BAG, "", 1, "TSRNIEA"),
        replace(HAND, bag=HAND.bag[1:]),
        replace(HAND, rejected=("NNRRSTT",)),
        replace(HAND, leave="A"),
        replace(HAND, round_number=2),
    ],
)
def test_a_draw_by_hand_against_the_rules_is_named(wrong: Draw) -> None:
    assert first_wrong_draw(SEED, FULL_BAG, [wrong, made(FULL_BAG, "", 1, 2)]) == wrong


@pytest.mark.parametrize(
    ("rack", "code"),
    [
        ("ÄEBCDFG", HandDrawCode.VALID),
        ("gfd cbeä", HandDrawCode.VALID),
        ("EÄBCDF", HandDrawCode.WRONG_NUMBER),
        ("ÄEBCDFGH", HandDrawCode.WRONG_NUMBER),
        ("", HandDrawCode.WRONG_NUMBER),
        ("ÄABCDFG", HandDrawCode.LEAVE_NOT_KEPT),
        ("EBBCDFG", HandDrawCode.NOT_IN_BAG),
        ("EBCDFGZ", HandDrawCode.NOT_IN_BAG),
        ("EBCDFGH", HandDrawCode.TOO_FEW_VOWELS),
        ("EIOUÄAB", HandDrawCode.TOO_FEW_CONSONANTS),
    ],
)
def test_a_rack_drawn_by_hand_is_checked(rack: str, code: HandDrawCode) -> None:
    checked = check_hand_draw("AIOUÄCDFGH", "EB", 1, rack)
    assert checked.code is code
    assert checked.goes_back == (code in ("too_few_vowels", "too_few_consonants"))


def test_the_refusal_says_what_is_wrong() -> None:
    bag, leave = "AIOUÄCDFGH", "EB"
    assert "all of BCDEFGH must go back" in check_hand_draw(bag, leave, 1, "EBCDFGH").message
    assert check_hand_draw(bag, leave, 1, "EBCDFGZ").message == "Z can't come from the bag"
    assert check_hand_draw(bag, leave, 1, "EBC").message == "BCE has 3 tiles, it must be 7"
    assert "B of the leave EB" in check_hand_draw(bag, leave, 1, "AIOUCDE").message


def test_after_round_15_one_vowel_drawn_by_hand_is_enough() -> None:
    assert check_hand_draw("AIOUÄCDFGH", "EB", 16, "EBCDFGH").code is HandDrawCode.VALID


def test_nothing_can_be_drawn_by_hand_when_the_game_is_over() -> None:
    checked = check_hand_draw("BCD", "F", 4, "BCDF")
    assert (checked.code, checked.message) == ("game_over", "the game is over: no_vowels")


def test_a_rack_with_foreign_characters_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="is on no tile"):
        check_hand_draw(FULL_BAG, "", 1, "ABCD3FG")


@given(some_tiles, seeds, rounds, rules, st.data())
def test_a_rack_drawn_by_the_machine_would_pass_by_hand(
    tiles_left: str, seed: bytes, round_number: int, rule: DrawRule, data: st.DataObject
) -> None:
    leave = some_leave(tiles_left, rule, data)
    bag = without(tiles_left, leave)
    drawn = draw(bag, leave, round_number, new_stream(seed), rule)
    if isinstance(drawn, GameOver):
        assert check_hand_draw(bag, leave, round_number, "", rule).code is HandDrawCode.GAME_OVER
        return
    if drawn.rejected:
        refused = check_hand_draw(bag, leave, round_number, drawn.rejected[0], rule)
        assert refused.goes_back
        bag, leave = tiles_left, ""
    assert check_hand_draw(bag, leave, round_number, drawn.rack, rule).code is HandDrawCode.VALID


# The worked example in the documentation

CHAPTER = (Path(__file__).parents[2] / "docs" / "draws.md").read_text(encoding="utf-8")


def block(language: str, heading: str) -> str:
    """The first code block of that language after `heading` in the chapter."""
    found = re.search(f"```{language}\n(.*?)```", CHAPTER.split(heading, 1)[1], re.DOTALL)
    assert found
    return found[1]


def run_script(script: str) -> list[str]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(script, {})  # noqa: S102
    return printed.getvalue().splitlines()


def test_the_example_in_the_documentation_is_what_the_engine_draws() -> None:
    lines = block("text", "## An example").splitlines()
    example = dict(re.split(r"  +", line) for line in lines)
    seed = bytes.fromhex(example["seed"])
    assert commitment(seed) == example["commitment"]
    assert draw_label(1) == example["label"]
    key = draw_key(seed, read_hall_part(example["part"]))
    assert key.hex() == example["key"]
    raw = new_stream(key)
    assert bytes(raw.below(256) for _ in range(32)).hex() == example["bytes"]
    drawn = draw(FULL_BAG, "", 1, new_stream(key))
    assert isinstance(drawn, Draw)
    assert (drawn.rejected, drawn.rack) == ((example["rejected"],), example["rack"])


def test_the_script_in_the_documentation_prints_what_is_printed_there() -> None:
    script = block("python", "## Check it yourself")
    assert set(re.findall(r"^(?:import|from) (.*)$", script, re.MULTILINE)) == {"hashlib, hmac"}
    output = run_script(script)
    assert output == block("text", "It prints:").splitlines()
    assert output[-1].endswith("ILMNQSU")


@pytest.mark.parametrize("number", range(1, 23))
def test_the_script_in_the_documentation_agrees_on_other_draws(number: int) -> None:
    seed, shuffled = bytes([number] * 32), RandomStream(SEED, "shuffle").sample(FULL_BAG, 102)
    leave, bag = shuffled[:3], shuffled[3 + 4 * number :]
    minimum = minimum_for(bag + leave, number)
    part = "" if number % 2 else f"SAAL{number:02}"
    drawn = draw(bag, leave, number, new_stream(draw_key(seed, part), number))
    assert isinstance(drawn, Draw)
    script = block("python", "## Check it yourself")
    given_there, steps = script.split("def stream", 1)
    inputs = {
        "seed": seed,
        "part": part,
        "label": drawn.label,
        "minimum": minimum,
        "leave": leave,
        "bag": bag,
    }
    assert all(name in given_there for name in inputs)
    setting = "".join(f"{name} = {value!r}\n" for name, value in inputs.items())
    output = run_script(f"import hashlib, hmac\n{setting}def stream{steps}")
    assert output[0] == f"commitment {commitment(seed)}"
    rejected = [line.split(": ")[1] for line in output if line.startswith("too few")]
    assert (tuple(rejected), output[-1]) == (drawn.rejected, f"rack: {drawn.rack}")
