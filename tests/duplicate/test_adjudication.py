"""What answers are worth, without a database."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duplicate.adjudication import (
    Entry,
    HandedIn,
    JudgedPlay,
    PlayKey,
    RoundJudge,
    choose_reference,
    credit_round,
    equal_references,
    mean,
    results_digest,
)
from duplicate.options import Declared, Options, Reference, Variant
from engine.board import Board
from engine.rulesets import STANDARD
from tests.duplicate.factories import RACK
from tests.lexicons import WORDS

JUDGE = RoundJudge(Board(), RACK, WORDS, STANDARD)
WITH_BLANK = replace(JUDGE, rack="AEGM?RS")
WARNING = Options(declared=Declared.WARN, free_warnings=0, warning_deduction=5)


def play_of(points: int, *, code: str = "valid", is_ruled: bool = False) -> JudgedPlay:
    return JudgedPlay(PlayKey("H4-H9", "MAGENS"), code, points=points, is_ruled=is_ruled)


def handed_in(points: int, declared: int | None = None, **columns: bool) -> Entry:
    return Entry(HandedIn(play_of(points), declared, **columns))


# Plays.


@pytest.mark.parametrize(
    ("coordinates", "word"),
    [("H4-H9", "MAGENS"), ("H4", "MAGENS"), ("H4-H9", "magens"), ("H4-H9", "Magens")],
)
def test_all_writings_of_a_move_are_one_play(coordinates: str, word: str) -> None:
    play, unmarked = JUDGE.judge(coordinates, word)
    assert (play.key, play.code, play.points) == (("H4-H9", "MAGENS"), "valid", 24)
    assert not unmarked


@pytest.mark.parametrize(
    ("word", "is_unmarked"),
    [("REGSAMe", False), ("REGSAME", True), ("regsame", True), ("Regsame", True)],
)
def test_a_blank_is_settled_and_told_unless_it_was_marked(word: str, is_unmarked: bool) -> None:
    play, unmarked = WITH_BLANK.judge("H7", word)
    assert (play.key, play.points) == (("H7-H13", "REGSAMe"), 74)
    assert unmarked is is_unmarked


def test_a_blank_may_stand_for_a_letter_the_rack_has() -> None:
    play, unmarked = WITH_BLANK.judge("H7", "ReGSAME")
    assert (play.key.word, play.points, unmarked) == ("ReGSAME", 74, False)


def test_small_letters_that_need_no_blank_are_no_fault() -> None:
    assert WITH_BLANK.judge("H4", "mag").blank_is_unmarked is False


def test_a_doubtful_word_shows_what_it_would_bring() -> None:
    play, _ = JUDGE.judge("H4-H9", "GERMAS")
    assert (play.code, play.points, play.face_points) == ("word_not_admissible", 0, 22)
    assert play.inadmissible == ["GERMAS"]
    assert play.words == [["GERMAS", 22]]


def test_a_misread_place_is_a_play_of_its_own() -> None:
    play, _ = JUDGE.judge("H4-H8", "MAGENS")
    assert (play.key, play.code, play.move) == (("H4-H8", "MAGENS"), "length_mismatch", None)


def test_tiles_that_are_not_on_the_rack_earn_nothing() -> None:
    play, _ = JUDGE.judge("H4-H9", "WAGENS")
    assert (play.code, play.points) == ("not_on_rack", 0)


def test_an_illegible_slip_is_a_play_without_a_move() -> None:
    play, _ = JUDGE.judge("", "")
    assert (play.key, play.code, play.points) == (("", ""), "illegible", 0)


def test_seven_of_eight_lays_seven() -> None:
    rules = Options(variant=Variant.SEVEN_OF_EIGHT).rules
    judge = RoundJudge(Board(), "AEGMNRSE", WORDS | {"REGSAMEN"}, rules)
    assert judge.judge("H2", "REGSAMEN").play.code == "too_many_tiles"
    assert judge.judge("H2", "REGSAME").play.is_valid


# The move that is laid.


def reference_of(policy: Reference, *writings: tuple[str, str], chosen: str = "") -> str:
    plays = [JUDGE.judge(*writing).play for writing in writings]
    tops = [{"coordinates": "H7-H12", "word": "REGSAM", "points": 24}]
    wanted = {"coordinates": "H4-H8", "word": chosen, "points": 0} if chosen else None
    move = choose_reference(policy, tops, plays, Board(), wanted)
    return move["word"] if move else ""


def test_the_engine_s_top_is_laid_whatever_was_handed_in() -> None:
    assert reference_of(Reference.TOP, ("H4", "MAGENS")) == "REGSAM"


def test_the_best_move_handed_in_is_laid_where_the_game_says_so() -> None:
    writings = ("H4", "MAGEN"), ("H4", "GERMAS"), ("H8", "RE")
    assert reference_of(Reference.BEST_HANDED_IN, *writings) == "MAGEN"


def test_without_a_valid_move_handed_in_the_top_is_laid() -> None:
    assert reference_of(Reference.BEST_HANDED_IN, ("H4", "GERMAS")) == "REGSAM"


def test_equal_moves_handed_in_stand_in_the_order_of_the_rules() -> None:
    plays = [JUDGE.judge(where, "MAGENS").play for where in ("8D", "H4")]
    equals = equal_references(Reference.BEST_HANDED_IN, [], plays, Board())
    assert [move["coordinates"] for move in equals] == ["H4-H9", "8D-8I"]


def test_a_director_s_choice_stays_only_while_it_is_among_the_equals() -> None:
    best = Reference.BEST_HANDED_IN
    assert reference_of(best, ("H4", "MAGEN"), ("H3", "REGEN"), chosen="MAGEN") == "MAGEN"
    assert reference_of(best, ("H4", "MAGEN"), ("H4", "MAGENS"), chosen="MAGEN") == "MAGENS"


# Points.


@pytest.mark.parametrize(
    ("policy", "declared", "points", "warnings"),
    [
        (Declared.CORRECT, 30, 24, ()),
        (Declared.CORRECT, None, 24, ()),
        (Declared.WARN, 24, 24, ()),
        (Declared.WARN, 30, 24, ("wrong_points",)),
        (Declared.WARN, None, 24, ("wrong_points",)),
        (Declared.LOWER, 30, 24, ()),
        (Declared.LOWER, 20, 20, ()),
        (Declared.LOWER, None, 0, ()),
        (Declared.ZERO, 24, 24, ()),
        (Declared.ZERO, 30, 0, ()),
        (Declared.ZERO, None, 0, ()),
    ],
)
def test_declared_points_count_by_the_policy(
    policy: Declared, declared: int | None, points: int, warnings: tuple[str, ...]
) -> None:
    credit = credit_round({1: handed_in(24, declared)}, 24, Options(declared=policy))[1]
    assert (credit.points, credit.warnings) == (points, warnings)
    assert credit.is_top is (points == 24)


@pytest.mark.parametrize("policy", Declared)
def test_points_set_by_a_director_are_not_measured_by_those_declared(policy: Declared) -> None:
    entry = Entry(HandedIn(play_of(30, is_ruled=True), declared=24))
    credit = credit_round({1: entry}, 40, replace(WARNING, declared=policy))[1]
    assert (credit.points, credit.warnings) == (30, ())


def test_nobody_is_warned_for_the_points_of_a_move_that_is_none() -> None:
    entry = Entry(HandedIn(play_of(0, code="word_not_admissible"), declared=24))
    assert credit_round({1: entry}, 24, WARNING)[1].warnings == ()


def test_faults_of_form_are_warned_of_only_where_the_game_has_warnings() -> None:
    illegible = Entry(HandedIn(play_of(0, code="illegible"), None))
    entries = {1: illegible, 2: handed_in(24, 24, blank_is_unmarked=True)}
    assert [credit.warnings for credit in credit_round(entries, 24, WARNING).values()] == [
        ("illegible",),
        ("unmarked_blank",),
    ]
    assert {credit.warnings for credit in credit_round(entries, 24, Options()).values()} == {()}


def test_warnings_cost_once_the_free_ones_are_used_up() -> None:
    options = Options(free_warnings=3, warning_deduction=5)
    entry = Entry(warnings=("other", "unfair"))
    costs = [
        credit_round({1: replace(entry, warned_before=before)}, 0, options)[1].points
        for before in range(5)
    ]
    assert costs == [0, 0, -5, -10, -10]


def test_the_only_one_with_the_best_score_earns_the_bonus() -> None:
    options = Options(solo_bonus=10, solo_least_players=3)
    entries = {number: handed_in(points) for number, points in enumerate((24, 22, 22))}
    credited = credit_round(entries, 24, options)
    assert [credit.points for credit in credited.values()] == [34, 22, 22]
    assert [credit.is_solo for credit in credited.values()] == [True, False, False]
    two = {number: entries[number] for number in (0, 1)}
    assert not credit_round(two, 24, options)[0].is_solo


def test_a_solo_need_not_be_the_top_and_nothing_is_no_solo() -> None:
    options = Options(solo_bonus=10, solo_least_players=2)
    credit = credit_round({1: handed_in(20), 2: handed_in(10)}, 24, options)[1]
    assert (credit.is_solo, credit.is_top, credit.points) == (True, False, 30)
    assert not any(c.is_solo for c in credit_round({1: handed_in(0)}, 24, options).values())


def test_an_average_takes_no_part_in_the_contest() -> None:
    options = Options(solo_bonus=10, solo_least_players=2)
    entries = {1: Entry(average=24, penalty=4), 2: handed_in(22), 3: handed_in(10)}
    credited = credit_round(entries, 24, options)
    assert (credited[1].points, credited[1].is_top, credited[1].is_solo) == (20, False, False)
    assert credited[2].is_solo


def test_the_mean_rounds_halves_up() -> None:
    assert [mean([1, 2]), mean([1, 1, 2]), mean([-1, -2]), mean([])] == [2, 1, -1, 0]


def test_the_digest_of_results_goes_by_the_numbers() -> None:
    assert results_digest([(2, 10), (1, -5)]) == results_digest([(1, -5), (2, 10)])
    assert results_digest([(1, -5)]) != results_digest([(1, 5)])


ENTRIES = st.dictionaries(
    st.integers(1, 30),
    st.builds(
        Entry,
        handed_in=st.none()
        | st.builds(
            HandedIn,
            play=st.builds(play_of, st.integers(0, 4), code=st.just("valid")),
            declared=st.none() | st.integers(0, 4),
            blank_is_unmarked=st.booleans(),
        ),
        warnings=st.lists(st.just("other"), max_size=3).map(tuple),
        penalty=st.integers(0, 20),
        warned_before=st.integers(0, 5),
    ),
    max_size=8,
)
OPTIONS = st.builds(
    Options,
    declared=st.sampled_from(Declared),
    solo_bonus=st.sampled_from([0, 10]),
    solo_least_players=st.integers(2, 5),
    free_warnings=st.integers(0, 4),
    warning_deduction=st.sampled_from([0, 5]),
)


@given(ENTRIES, OPTIONS)
def test_credits_equal_a_plain_recomputation(entries: dict[int, Entry], options: Options) -> None:
    """Each participant by themselves, warnings counted one by one."""
    scores = {}
    for number, entry in entries.items():
        if entry.handed_in is None:
            continue
        true, declared = entry.handed_in.play.points, entry.handed_in.declared
        scores[number] = {
            "correct": true,
            "warn": true,
            "lower": 0 if declared is None else true if declared > true else declared,
            "zero": true if declared == true else 0,
        }[options.declared.value]
    credited = credit_round(entries, 4, options)
    assert credited.keys() == entries.keys()
    for number, entry in entries.items():
        score = scores.get(number, 0)
        others = [scores[other] for other in scores if other != number]
        solo = (
            score > 0
            and len(scores) >= options.solo_least_players
            and all(score > other for other in others)
        )
        given = list(entry.warnings)
        if entry.handed_in and (options.declared == "warn" or options.warning_deduction > 0):
            if entry.handed_in.blank_is_unmarked:
                given.append("unmarked_blank")
            wrong = entry.handed_in.declared != entry.handed_in.play.points
            if options.declared == "warn" and wrong:
                given.append("wrong_points")
        deduction = entry.penalty
        for place in range(entry.warned_before + 1, entry.warned_before + len(given) + 1):
            if place > options.free_warnings:
                deduction += options.warning_deduction
        credit = credited[number]
        assert sorted(credit.warnings) == sorted(given)
        assert credit.points == score + (options.solo_bonus if solo else 0) - deduction
        assert credit.is_solo is solo
        assert credit.is_top is (number in scores and score == 4)
