"""Rummy rounds: piles, tasks and their points, challenges, rounds, the tie at the end."""

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import EngineError, Unreadable
from engine.games import first_not_drawn, replay
from engine.refusals import Refusal
from engine.rummy import RUMMY
from engine.rummy.tasks import TASK_CARDS, TASKS, Lay, Wanted, judge_lay
from engine.rummy.values import Phase, Rummy, Step
from engine.shapes import to_json
from tests.games.playing import Action, Outside
from tests.games.rummy import (
    NOTE,
    SKIP,
    after,
    begun,
    challenge,
    count,
    discard,
    draw,
    idle,
    lay,
    refused,
    task,
    turn_up,
)
from tests.refusals import told_with

SEED = bytes(range(32))
ONE_WORD = Outside(frozenset({"WIESEN"}), seed=SEED)


def points(code: str, *words: str, **told: Any) -> int:
    found = judge_lay(TASKS[code], Wanted(words, **told))
    assert isinstance(found, Lay), found
    return found.points


def not_met(code: str, *words: str, **told: Any) -> str:
    found = judge_lay(TASKS[code], Wanted(words, **told))
    assert isinstance(found, Refusal)
    assert told_with()[found.code] <= found.detail.keys()
    return found.code


# The tasks


def test_nine_tasks_are_on_ten_cards() -> None:
    assert (len(TASKS), len(TASK_CARDS)) == (9, 10)
    assert TASK_CARDS.count("letter_by_four") == 2


@pytest.mark.parametrize(
    ("code", "words", "earned"),
    [
        ("three_of_two", ["EI", "AB", "JA"], 2 + 4 + 7),
        ("up_to_three_of_two", ["EI"], 2),
        ("up_to_three_of_two", ["EI", "AB"], 2 + 4 + 3),
        ("up_to_three_of_two", ["EI", "AB", "JA"], 2 + 4 + 7 + 3 + 6),
        ("two_of_three", ["TAG", "MUS"], 4 + 5),
        ("five", ["MAMBA"], 11),
        ("five", ["MAMBA", "EI"], 11 + 2 + 5),
        ("six", ["WIESEN"], 8),
        ("all_seven", ["MAMBA", "EI"], 11 + 2),
        ("all_seven", ["MAIBAUM"], 13),
        ("bingo", ["MAIBAUM"], 13 + 50),
        ("letter_by_four", ["MAIBAUM"], 13 + 3 * 3),
        ("letter_by_four", ["QI", "MAMBA"], 11 + 11 + 3 * 10),
        ("word_by_four", ["MAIBAUM"], 13 * 4),
        ("word_by_four", ["QI", "MUSEN"], 11 * 4 + 7),
    ],
)
def test_a_task_met_brings_the_words_and_its_bonus(
    code: str, words: list[str], earned: int
) -> None:
    assert points(code, *words) == earned


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("three_of_two", ["EI", "AB"]),
        ("three_of_two", ["EI", "AB", "JAS"]),
        ("up_to_three_of_two", ["TAG"]),
        ("two_of_three", ["TAG"]),
        ("two_of_three", ["TAG", "MUSE"]),
        ("five", ["EI"]),
        ("five", ["EI", "EI"]),
        ("five", ["WIESEN"]),
        ("six", ["MAMBA"]),
        ("six", ["TAG", "MUS"]),
        ("bingo", ["WIESEN"]),
    ],
)
def test_other_numbers_and_lengths_of_words_do_not_meet_a_task(code: str, words: list[str]) -> None:
    assert not_met(code, *words) == "task_not_met"


@pytest.mark.parametrize("code", ["all_seven", "letter_by_four", "word_by_four"])
def test_seven_cards_are_seven_premium_cards_among_them(code: str) -> None:
    assert not_met(code, "WIESEN") == "seven_cards"
    assert points(code, "WIESEN", doubled=("WIESEN",)) >= 16
    assert points(code, "TAG", "EI", doubled=("EI",), tripled=("TAG",)) >= 16
    assert not_met(code, "MAIBAUM", doubled=("MAIBAUM",)) == "card_to_discard"


def test_one_of_the_eight_cards_is_for_the_discard_pile() -> None:
    assert not_met("bingo", "MAIBAUM", doubled=("MAIBAUM",)) == "card_to_discard"
    assert not_met("five", "MAMBA", "EI", doubled=("EI",)) == "card_to_discard"
    two = {"doubled": ("TAG",), "tripled": ("MUS",)}
    assert not_met("two_of_three", "TAG", "MUS", **two) == "card_to_discard"


def test_a_premium_card_multiplies_its_word_alone_and_no_bonus() -> None:
    assert points("three_of_two", "EI", "AB", "JA", tripled=("JA",)) == 2 + 4 + 3 * 7
    assert points("five", "MAMBA", doubled=("MAMBA",)) == 22
    told: dict[str, Any] = {"doubled": ("EI",), "tripled": ("AB",)}
    assert points("up_to_three_of_two", "EI", "AB", **told) == 2 * 2 + 3 * 4 + 3


def test_a_word_takes_one_premium_card_and_only_a_word_laid_does() -> None:
    twice = {"doubled": ("EI",), "tripled": ("EI",)}
    assert not_met("up_to_three_of_two", "EI", **twice) == "one_premium_a_word"
    assert points("up_to_three_of_two", "EI", "EI", **twice) == 2 * 2 + 3 * 2 + 3
    assert not_met("up_to_three_of_two", "EI", doubled=("AB",)) == "not_laid"


def test_of_equal_words_the_dearest_takes_the_premium() -> None:
    assert points("up_to_three_of_two", "jA", "JA", doubled=("JA",)) == 1 + 2 * 7 + 3
    told = {"doubled": ("JA",), "tripled": ("JA",)}
    assert points("up_to_three_of_two", "jA", "JA", **told) == 2 * 1 + 3 * 7 + 3


def test_a_chosen_letter_counts_four_times_and_the_premium_on_top() -> None:
    assert points("letter_by_four", "MAIBAUM", quadrupled="A") == 13 + 3
    told: dict[str, Any] = {"doubled": ("TAG",), "tripled": ("EI",)}
    # The E of EI brings 3 × 3 more, the G of TAG 2 × 3 × 2.
    assert points("letter_by_four", "TAG", "EI", **told) == 2 * 4 + 3 * 2 + 2 * 3 * 2
    assert points("letter_by_four", "TAG", "EI", quadrupled="E", **told) == 8 + 6 + 3 * 3
    # A G three times is more than an M once.
    assert points("letter_by_four", "GIER", "AM", tripled=("GIER",)) == 3 * 5 + 4 + 2 * 3 * 3
    assert not_met("letter_by_four", "MAIBAUM", quadrupled="Q") == "not_laid"


def test_a_chosen_word_counts_four_times_and_the_premium_on_top() -> None:
    assert points("word_by_four", "MAMBA", "EI", quadrupled="EI") == 11 + 8
    assert points("word_by_four", "WIESEN", doubled=("WIESEN",)) == 8 * 2 * 4
    assert not_met("word_by_four", "MAIBAUM", quadrupled="EI") == "not_laid"
    assert not_met("six", "WIESEN", quadrupled="WIESEN") == "nothing_quadrupled"


def test_a_blank_is_worth_nothing_however_often_it_counts() -> None:
    assert points("letter_by_four", "mAIBAUM", quadrupled="M") == 10 + 3 * 3
    assert points("letter_by_four", "qI", "MAMBA", quadrupled="Q") == 1 + 11
    assert not_met("six", "WIES?N") == "blank_unnamed"
    assert not_met("all_seven", "WIESEN", "E") == "word_too_short"


@pytest.mark.parametrize(
    ("code", "words", "premiums"),
    [
        ("three_of_two", 3, 1),
        ("up_to_three_of_two", 3, 2),
        ("two_of_three", 2, 1),
        ("five", 2, 1),
        ("six", 1, 1),
        ("all_seven", 3, 2),
        ("bingo", 1, 0),
        ("word_by_four", 3, 2),
    ],
)
def test_so_many_words_and_premium_cards_are_asked_for_as_a_task_can_take(
    code: str, words: int, premiums: int
) -> None:
    state = after(begun(code), draw(0))
    (offer,) = (offer for offer in RUMMY.offers(state) if offer.kind == "lay")
    asked = {field.name: field.most for field in offer.asked}
    assert asked["words"] == words
    assert asked.get("doubled", 0) == asked.get("tripled", 0) == premiums
    assert ("quadrupled" in asked) is (code == "word_by_four")


# Turns


def test_a_turn_is_drawing_laying_and_discarding() -> None:
    state = begun()
    assert (state.on_turn, state.step, state.pile) == (0, Step.DRAW, 112 - 14 - 1)
    assert refused(state, lay(0, "WIESEN")).code == "draw_first"
    assert refused(state, discard(0, "E")).code == "draw_first"
    assert refused(state, draw(1)).code == "not_on_turn"
    state = after(state, draw(0))
    assert state.sizes == (8, 7)
    assert refused(state, draw(0)).code == "already_drawn"
    state = after(state, lay(0, "WIESEN"))
    assert state.sizes == (2, 7)
    assert refused(state, lay(0, "WIESEN")).code == "already_laid"
    state = after(state, discard(0, "Q"))
    assert (state.sizes, state.on_turn, state.discard) == ((1, 7), 1, "EQ")


def test_the_open_card_may_be_taken_and_is_known_then() -> None:
    state = after(begun(), draw(0, "discard"))
    assert (state.discard, state.known, state.pile) == ("", ("E", ""), 97)
    state = after(state, discard(0, "Q"), draw(1, "discard"))
    assert state.known == ("E", "Q")


def test_what_is_seen_elsewhere_is_on_no_hand() -> None:
    state = after(begun(), draw(0), discard(0, "Q"), draw(1))
    assert refused(state, discard(1, "Q")).code == "tile_not_left"
    state = after(state, discard(1, "N"), draw(0))
    assert refused(state, lay(0, "QUALLE")).code == "tile_not_left"
    state = after(begun(), draw(0), discard(0, "Q"), draw(1, "discard"), discard(1, "N"), draw(0))
    assert refused(state, discard(0, "Q")).code == "tile_not_left"


def test_a_hand_that_is_known_holds_nothing_else() -> None:
    state = after(begun(), draw(0))
    state = replace(state, known=("AEINRST", ""))
    assert refused(state, lay(0, "WIESEN")).code == "not_on_hand"
    state = after(state, lay(0, "RASTEN"))
    assert state.known[0] == "I"
    assert after(state, discard(0, "X")).known[0] == "I"


def test_without_premium_cards_there_are_none() -> None:
    state = after(begun(with_premiums=False), draw(0))
    assert len(state.deck) == 102
    assert refused(state, lay(0, "WIESEN", doubled=["WIESEN"])).code == "tile_not_left"
    assert refused(state, discard(0, "2")).code == "tile_not_left"


def test_wrong_points_are_refused_with_the_right_ones() -> None:
    state = after(begun(), draw(0))
    result = RUMMY.act(state, lay(0, "WIESEN", points=9))
    assert isinstance(result, Refusal)
    assert (result.code, result.detail["right"]) == ("wrong_points", 8)
    assert after(state, lay(0, "WIESEN", points=8)).scores == (8, 0)


def test_a_used_up_pile_is_made_of_the_discards_but_the_open_one() -> None:
    state = begun(players=2, turn_limit=99)
    cards = "".join(dict.fromkeys(state.deck))
    player, taken = 0, 0
    while state.pile:
        state = after(state, draw(player))
        card = next(card for card in cards if card in state.unseen)
        state, player, taken = after(state, discard(player, card)), 1 - player, taken + 1
    assert (taken, len(state.discard)) == (97, 98)
    top = state.discard[-1]
    state = after(state, draw(player))
    assert (state.discard, state.pile) == (top, 97 - 1)


# The end of a round


def test_when_one_has_met_the_task_each_other_has_one_turn_more() -> None:
    state = after(begun(players=3), *idle(0), draw(1), lay(1, "WIESEN"), discard(1, "N"))
    state = after(state, *idle(2), *idle(0))
    assert (state.phase, state.on_turn) == (Phase.COUNTING, None)
    state = after(state, count(1, cards="S"))
    assert state.scores == (0, 8 - 1, 0)
    assert [turn.kind.value for turn in state.turns] == ["lay", "count", "missed", "missed"]
    assert state.rounds[0].met == (1,)


def test_who_has_met_the_task_later_scores_too() -> None:
    state = after(begun(), draw(0), lay(0, "WIESEN"), discard(0, "N"))
    state = after(state, draw(1), lay(1, "QUALLE"), discard(1, "N"))
    assert (state.phase, state.on_turn) == (Phase.PLAYING, None)
    assert refused(state, draw(0)).code == "wrong_phase"
    assert refused(state, count(0, points=3)).code == "wrong_phase"
    state = after(state, NOTE, count(1, points=4))
    assert state.phase is Phase.COUNTING
    state = after(state, count(0, points=10))
    assert state.scores == (8 - 10, 17 - 4)
    assert state.rounds[0].points == (-2, 13)
    assert state.rounds[0].met == (0, 1)


def test_the_example_of_the_rules_page_comes_out_as_told() -> None:
    state = after(begun("six", players=3), draw(0), lay(0, "WIESEN", doubled=["WIESEN"]))
    state = after(state, discard(0, "A"), draw(1), lay(1, "QUALLE"), discard(1, "N"), *idle(2))
    assert after(state, count(1, cards="M")).scores == (16, 14, 0)


def test_a_hand_that_is_empty_or_known_needs_no_count() -> None:
    state = after(begun("bingo"), draw(0), lay(0, "MAIBAUM"), discard(0, "N"), *idle(1))
    assert (state.phase, state.scores) == (Phase.TASK, (63, 0))
    state = after(begun(), draw(0, "discard"), lay(0, "WISsEN"), discard(0, "X"), *idle(1, "N"))
    assert state.phase is Phase.COUNTING  # the open E may be the one in the word
    state = after(begun(), draw(0, "discard"), lay(0, "STUNDe"), discard(0, "X"), *idle(1, "N"))
    assert (state.phase, state.scores) == (Phase.TASK, (5 - 1, 0))


def test_premium_cards_left_are_worth_nothing() -> None:
    state = after(begun("up_to_three_of_two"), draw(0), lay(0, "EI"), discard(0, "N"), *idle(1))
    assert after(state, count(0, cards="22?JA")).scores == (2 - 7, 0)


def test_a_count_must_be_possible() -> None:
    state = after(begun("five"), draw(0), lay(0, "MAMBA"), discard(0, "Q"), *idle(1))
    assert refused(state, count(1, points=3)).code == "nothing_to_count"
    assert refused(state, count(0, cards="E")).code == "wrong_hand_size"
    assert refused(state, count(0, cards="Q2")).code == "tile_not_left"
    assert refused(state, count(0, points=10 + 8 + 1)).code == "wrong_hand_value"
    assert refused(state, count(2, points=1)).code == "no_such_player"
    state = after(state, count(0, points=10 + 8))
    assert refused(state, count(0, points=10 + 8)).code == "wrong_phase"
    with pytest.raises(Unreadable):
        RUMMY.act(state, count(0))


def test_cards_and_points_told_together_must_agree() -> None:
    state = after(begun("five"), draw(0), lay(0, "MAMBA"), discard(0, "Q"), *idle(1))
    assert refused(state, count(0, cards="EN", points=3)).code == "wrong_points"
    assert after(state, count(0, cards="EN", points=2)).scores == (11 - 2, 0)


def test_what_must_be_on_a_hand_is_counted() -> None:
    state = after(begun("five"), draw(0), discard(0, "Q"), draw(1, "discard"), lay(1, "MAMBA"))
    state = after(state, discard(1, "N"), *idle(0))
    assert refused(state, count(1, cards="EE")).code == "hand_differs"
    assert refused(state, count(1, points=9)).code == "wrong_hand_value"
    assert after(state, count(1, cards="QE")).scores == (0, 11 - 11)


def test_the_cards_played_go_to_the_discards_and_hands_are_filled_up() -> None:
    state = after(begun("five"), draw(0), lay(0, "MAMBA", doubled=["MAMBA"]), discard(0, "Q"))
    state = after(state, draw(1), lay(1, "TaGEN"), discard(1, "N"), NOTE)
    state = after(state, count(0, points=3), count(1, points=4))
    assert state.discard == "EQN" + "2MAMBA" + "T?GEN"
    assert state.pile == 97 - 2
    state = after(state, task("six"))
    assert (state.sizes, state.on_turn) == ((7, 7), 0)
    assert state.pile + 14 + len(state.discard) == 112


def test_the_next_round_goes_on_where_the_last_one_stopped() -> None:
    state = after(begun(players=3), *idle(0), draw(1), lay(1, "WIESEN"), discard(1, "N"))
    state = after(state, *idle(2), *idle(0), count(1, points=1), task("bingo"))
    assert state.on_turn == 1
    state = after(state, *idle(1), SKIP, task("five"))
    assert state.on_turn == 2


def test_filling_up_the_hands_may_use_up_the_pile() -> None:
    state = after(begun("bingo"), draw(0), lay(0, "MAIBAUM"), discard(0, "N"), *idle(1))
    spare = state.unseen[: state.pile - 3]
    state = replace(state, discard=spare + state.discard)
    assert state.pile == 3
    state = after(state, task("six"))
    assert (state.discard, state.pile) == ("M", 112 - 14 - 1)


def test_all_may_agree_that_nobody_will_meet_the_task() -> None:
    state = begun()
    assert refused(after(state, draw(0)), SKIP).code == "discard_first"
    met = after(state, draw(0), lay(0, "WIESEN"), discard(0, "N"))
    assert refused(met, SKIP).code == "task_met"
    state = after(state, SKIP)
    assert (state.phase, state.scores) == (Phase.TASK, (0, 0))
    assert [turn.kind.value for turn in state.turns] == ["missed", "missed"]
    assert refused(state, SKIP).code == "wrong_phase"


def test_a_round_that_nobody_meets_is_over_at_the_turn_limit() -> None:
    state = after(begun(turn_limit=2), *idle(0), *idle(1), *idle(0), *idle(1))
    assert (state.phase, state.begins) == (Phase.TASK, 0)


def test_the_last_turn_before_the_limit_still_gives_the_others_theirs() -> None:
    state = after(begun(turn_limit=1), *idle(0), draw(1), lay(1, "WIESEN"), discard(1, "N"))
    assert state.on_turn == 0
    upheld = after(state, challenge(0, inadmissible=("WIESEN",)))
    assert (upheld.phase, upheld.scores) == (Phase.TASK, (0, 0))
    assert upheld.sizes == (7, 7)
    assert after(state, *idle(0)).phase is Phase.COUNTING


# Challenges


def test_an_upheld_challenge_puts_the_cards_back_and_the_task_is_not_met() -> None:
    state = after(begun(players=3), draw(0), lay(0, "WIESeN", tripled=["WIESEN"]))
    assert state.scores == (21, 0, 0)
    state = after(state, challenge(2, inadmissible=("WIESEN",)))
    assert (state.scores, state.first, state.sizes[0]) == ((0, 0, 0), None, 8)
    assert state.known[0] == "?EINSW3"
    assert (state.on_turn, state.step) == (0, Step.DISCARD)
    assert refused(state, lay(0, "RASTEN")).code == "already_laid"
    assert refused(state, challenge(2, inadmissible=("WIESEN",))).code == "window_shut"
    assert state.turns[-1].is_taken_back
    assert after(state, discard(0, "3")).on_turn == 1


def test_a_challenge_is_still_in_time_after_the_discard() -> None:
    state = after(begun(players=3), draw(0), lay(0, "WIESEN"), discard(0, "N"))
    upheld = after(state, challenge(1, "WIESEN", inadmissible=("WIESEN",)))
    assert (upheld.on_turn, upheld.sizes, upheld.first) == (1, (7, 7, 7), None)
    assert refused(after(state, draw(1)), challenge(2)).code == "window_shut"
    assert refused(after(state, NOTE), challenge(2)).code == "window_shut"
    assert refused(after(state, NOTE), NOTE).code == "window_shut"


def test_a_rejected_challenge_costs_nothing_and_settles_its_words() -> None:
    state = after(begun("two_of_three"), draw(0), lay(0, "TAG", "MUS"))
    assert refused(state, challenge(0, "TAG")).code == "own_move"
    assert refused(state, challenge(1, "EI")).code == "not_formed"
    assert refused(state, challenge(5, "TAG")).code == "no_such_player"
    assert refused(state, challenge(1, "TAG", inadmissible=("MUS",))).code == "not_challenged"
    state = after(state, challenge(1, "TAG"))
    assert state.scores == (9, 0)
    assert refused(state, challenge(1, "TAG")).code == "already_ruled"
    assert to_json(RUMMY.view(state))["challenge"] == {"player": 0, "words": ["MUS"]}
    assert refused(after(state, challenge(1)), challenge(1)).code == "window_shut"


def test_the_last_words_of_a_round_can_be_challenged_before_it_is_counted() -> None:
    state = after(begun(), draw(0), lay(0, "WIESEN"), discard(0, "N"))
    state = after(state, draw(1), lay(1, "QUALLE"), discard(1, "N"))
    upheld = after(state, challenge(0, inadmissible=("QUALLE",)))
    assert upheld.phase is Phase.COUNTING
    assert refused(upheld, count(1, points=4)).code == "nothing_to_count"
    assert after(upheld, count(0, points=1)).scores == (7, 0)
    assert after(state, challenge(0)).phase is Phase.COUNTING


# The end of the game


def played(players: int = 2, rounds: int = 9, **setup: Any) -> Rummy:
    """So many rounds given up."""
    state = after(RUMMY.begin({"players": players, "tasks": "typed", **setup}), turn_up())
    for code in TASK_CARDS[:rounds]:
        state = after(state, task(code), SKIP)
    return state


def test_after_ten_rounds_the_most_points_win() -> None:
    state = after(played(), task("word_by_four"), draw(0), lay(0, "MAIBAUM"), discard(0, "N"))
    state = after(state, *idle(1))
    assert state.is_over
    assert (state.scores, state.winners, state.places) == ((52, 0), (0,), (1, 2))
    assert RUMMY.offers(state) == ()
    assert to_json(RUMMY.view(state))["ending"]["reason"] == "rounds"


def test_each_task_card_comes_once() -> None:
    state = played(rounds=1)
    assert refused(state, task("three_of_two")).code == "task_played"
    state = after(state, task("letter_by_four"), SKIP, task("letter_by_four"), SKIP)
    assert refused(state, task("letter_by_four")).code == "task_played"
    with pytest.raises(Unreadable):
        RUMMY.act(state, task("nine"))


def test_a_tie_may_be_broken_by_one_round_more_or_shared() -> None:
    state = played(rounds=10)
    assert (state.phase, state.places) == (Phase.TIED, None)
    shared = after(state, {"kind": "share"})
    assert (shared.winners, shared.places) == ((0, 1), (1, 1))
    state = after(state, {"kind": "tiebreak"})
    assert set(state.tasks_left) == set(TASKS)
    state = after(state, task("bingo"))
    assert {"code": "extra_round", "value": 11} in to_json(RUMMY.view(state))["facts"]
    decided = after(state, draw(0), lay(0, "MAIBAUM"), discard(0, "N"), *idle(1))
    assert (decided.is_over, decided.winners) == (True, (0,))
    level = after(state, SKIP)
    assert (level.is_over, level.winners) == (True, (0, 1))
    assert refused(level, {"kind": "tiebreak"}).code == "wrong_phase"
    assert refused(level, {"kind": "share"}).code == "wrong_phase"


def test_a_game_can_be_broken_off() -> None:
    state = after(begun(), draw(0), lay(0, "WIESEN"), {"kind": "end", "because": "director"})
    assert (state.is_over, state.scores, state.places) == (True, (8, 0), None)
    state = after(begun(), {"kind": "end", "because": "resigned", "winner": 1})
    assert (state.winners, state.places) == ((1,), (2, 1))
    assert refused(state, {"kind": "end", "because": "time"}).code == "wrong_phase"
    with pytest.raises(Unreadable):
        RUMMY.act(begun(), {"kind": "end", "because": "rain"})


# What is seen


def test_cards_told_of_a_hand_are_for_its_holder_alone() -> None:
    state = after(begun("five"), draw(0), lay(0, "MAMBA"), discard(0, "Q"), *idle(1))
    told = count(0, cards="EN")
    assert RUMMY.tells_secret({"players": 2}, told)
    assert not RUMMY.tells_secret({"players": 2}, count(0, points=2))
    state = after(state, told)
    for seat, tiles in ((0, "EN"), (1, ""), (None, "")):
        seen = to_json(RUMMY.view(state, seat=seat, sees_all=False))
        line = next(turn for turn in seen["turns"] if turn["kind"] == "count")
        assert (line["tiles"], line["count"], line["points"]) == (tiles, 2, -2)


def test_no_refusal_tells_of_cards_that_were_told_in_secret() -> None:
    state = after(begun("five"), draw(0), lay(0, "MAMBA"), discard(0, "N"), *idle(1))
    by_cards, by_points = (
        after(state, count(0, **told), task("six"), draw(0), discard(0, "E"), draw(1))
        for told in ({"cards": "QX"}, {"points": 18})
    )
    assert replace(by_cards, turns=()) == replace(by_points, turns=())
    assert after(by_cards, discard(1, "Q")).discard[-1] == "Q"


def test_what_multiplies_and_adds_is_remarked() -> None:
    def notes(code: str, *words: str, **told: Any) -> list[Action]:
        state = after(begun(code), draw(0), lay(0, *words, **told))
        return [to_json(note) for note in RUMMY.view(state).turns[-1].notes if note.code != "round"]

    assert notes("bingo", "MAIBAUM") == [{"code": "bonus", "points": 50}]
    assert notes("letter_by_four", "WIESEN", tripled=["WIESEN"]) == [
        {"code": "tripled", "word": "WIESEN"},
        {"code": "quadrupled", "laid": "W"},
    ]


def test_of_the_discards_only_the_open_card_is_seen() -> None:
    state = after(begun(), *idle(0, "Q"), *idle(1, "J"))
    trays = {tray.code: (tray.tiles, tray.count) for tray in RUMMY.view(state).trays}
    assert (trays["open"], trays["discard"], trays["pile"]) == (("J", 1), ("", 2), ("", 95))


def test_the_words_laid_lie_open_before_their_players() -> None:
    state = after(begun("two_of_three"), draw(0), lay(0, "TAG", "MuS", doubled=["MUS"]))
    seen = to_json(RUMMY.view(state))
    laid = [tray["tiles"] for tray in seen["trays"] if tray["code"] == "laid"]
    assert laid == ["TAG", "MuS2"]
    assert seen["turns"][-1]["word"] == "TAG MuS"
    assert seen["turns"][-1]["notes"] == [
        {"code": "round", "round": 1},
        {"code": "doubled", "word": "MUS"},
    ]
    assert {fact["code"]: fact["value"] for fact in seen["facts"]} == {
        "round": 1,
        "task": "two_of_three",
        "step": "discard",
        "met": 0,
        "turns_left": 2,
    }
    assert to_json(RUMMY.view(after(state, discard(0, "N"))))["facts"][-1]["value"] == 1


# Set-ups and chance


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"players": 1},
        {"players": 5},
        {"players": 2, "begins": 2},
        {"players": 2, "tasks": "shouted"},
        {"players": 2, "with_premiums": "yes"},
        {"players": 2, "turn_limit": 0},
        {"players": 2, "turn_limit": 100},
        {"players": 2, "ruleset": "standard"},
    ],
)
def test_a_set_up_that_is_none_is_not_begun(setup: Action) -> None:
    with pytest.raises(EngineError):
        RUMMY.begin(setup)


def test_who_begins_is_said() -> None:
    assert begun(begins=1).on_turn == 1


def completed(state: Rummy, action: Action, outside: Outside = ONE_WORD) -> Action:
    found = RUMMY.complete(state, action, outside)
    assert not isinstance(found, Refusal), found
    return dict(found)


def test_the_ten_tasks_drawn_are_the_ten_cards_and_can_be_checked() -> None:
    setup = {"players": 2, "tasks": "server"}
    state, actions = RUMMY.begin(setup), [turn_up()]
    state = after(state, turn_up())
    while state.phase is Phase.TASK:
        actions += [completed(state, {"kind": "task"}), SKIP]
        state = after(state, *actions[-2:])
    drawn = [action["task"] for action in actions if action["kind"] == "task"]
    assert sorted(drawn) == sorted(TASK_CARDS)
    assert first_not_drawn(RUMMY, setup, actions, SEED) is None
    assert first_not_drawn(RUMMY, setup, actions, bytes(32)) is not None
    actions[1], actions[3] = actions[3], actions[1]
    assert first_not_drawn(RUMMY, setup, actions, SEED) == 2
    assert replay(RUMMY, setup, actions).phase is Phase.TIED


def test_drawing_a_task_again_after_an_undo_brings_the_same() -> None:
    state = after(RUMMY.begin({"players": 2}), turn_up())
    assert completed(state, {"kind": "task"}) == completed(state, {"kind": "task"})


def test_a_task_is_said_by_the_server_or_by_the_players_not_by_both() -> None:
    state = after(RUMMY.begin({"players": 2}), turn_up())
    with pytest.raises(Unreadable):
        RUMMY.complete(state, task("six"), ONE_WORD)
    refusal = RUMMY.complete(begun(tasks="server"), {"kind": "task"}, ONE_WORD)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "wrong_phase"
    state = after(RUMMY.begin({"players": 2, "tasks": "typed"}), turn_up())
    assert completed(state, task("six")) == task("six")
    (offer,) = (offer for offer in RUMMY.offers(state) if offer.kind == "task")
    assert len(offer.asked[0].choices) == len(TASKS)


def test_a_challenge_is_ruled_on_by_the_word_judge() -> None:
    state = after(begun("two_of_three"), draw(0), lay(0, "TAG", "MUS"))
    ruled = completed(state, {"kind": "challenge", "by": 1, "words": ["MUS"]})
    assert ruled["inadmissible"] == ["MUS"]
    state = after(begun(), draw(0), lay(0, "WIESEN"))
    assert completed(state, {"kind": "challenge", "by": 1})["inadmissible"] == []
