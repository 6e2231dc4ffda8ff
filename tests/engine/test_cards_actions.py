"""The action variant: what each card fits, when it is played, and where it goes then."""

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import CARDS
from engine.cards.action_cards import (
    CONDITIONS,
    IN_GERMAN,
    USUAL,
    ActionCard,
    Effect,
    read_action_cards,
)
from engine.cards.values import Phase, Reason
from engine.errors import Unreadable
from engine.shapes import to_json
from tests.games.cards import (
    NOTE,
    after,
    begun,
    challenge,
    exchange,
    place,
    play_action,
    refused,
)

MAMBA = place(0, "M20-M24", "MAMBA")
FIVE = "five_or_double"


def test_each_of_the_usual_cards_is_as_a_set_up_would_tell_it() -> None:
    told = [
        {
            "name": card.name,
            "actions": [
                {
                    "condition": action.condition,
                    "parameter": (
                        int(action.parameter)
                        if action.parameter.isdigit()
                        else action.parameter or None
                    ),
                    "gain": action.gain,
                    "loss": action.loss,
                }
                for action in card.actions
            ],
        }
        for card in USUAL
    ]
    assert read_action_cards(told) == USUAL
    setup = {"variant": "action", "players": 2, "action_cards": told, "begins": 0}
    assert CARDS.begin(setup) == begun("action")
    assert {action.condition for card in USUAL for action in card.actions} == set(CONDITIONS)


@pytest.mark.parametrize(
    ("condition", "parameter", "fitting", "other"),
    [
        ("length", "5", "MAMBA", "MAMBAS"),
        ("at_least", "7", "MAIBAUM", "MAMBAS"),
        ("vowels", "3", "VIDEo", "MAMBA"),
        ("begins", "MA", "mAMBA", "AMT"),
        ("ends", "S", "MAMBAS", "MAMBA"),
        ("contains", "MB", "MaMBA", "MAIBAUM"),
        ("double_letter", "", "AHNEn" + "NE", "MAMBA"),
        ("double_letter", "", "ALlE", "ALE"),
        ("umlaut", "", "GRüNDE", "GRUNDE"),
        ("blank", "", "MaMBA", "MAMBA"),
        ("same_ends", "", "rOR", "MAMBA"),
        ("begins_vowel", "", "äHRE", "DATIV"),
        ("ends_vowel", "", "MAMBa", "DATIV"),
    ],
)
def test_each_condition_fits_its_words(
    condition: str, parameter: str, fitting: str, other: str
) -> None:
    action = Effect(condition, parameter, 1, 1)
    assert action.fits(fitting)
    assert not action.fits(other)


def test_the_higher_of_two_fitting_actions_counts_once() -> None:
    card = ActionCard("x", (Effect("contains", "M", 4, 3), Effect("length", "5", 9, 7)))
    assert card.points(["MAMBA", "DATIV"], own_word=True) == 9
    assert card.points(["MAMBA", "DATIV"], own_word=False) == -7
    assert card.points(["IM"], own_word=True) == 4
    assert card.points(["DATUM", "MAMBAS"], own_word=False) == -7
    assert card.points(["EI"], own_word=True) == 0


def test_several_players_may_act_on_one_word_but_each_once() -> None:
    state = after(begun("action", 3), MAMBA)
    state = after(state, play_action(0, FIVE), play_action(2, "six_or_m"))
    assert state.points == (22 + 9 - 4, 0, 0)
    turn = to_json(CARDS.view(state))["turns"][-1]
    assert (turn["points"], turn["total"]) == (27, 27)
    assert turn["actions"] == [
        {"player": 0, "card": FIVE, "points": 9},
        {"player": 2, "card": "six_or_m", "points": -4},
    ]
    assert refused(state, play_action(2, "vowel_last_or_z")).code == "action_played"
    assert refused(state, play_action(1, FIVE)).code == "action_elsewhere"
    assert after(state, play_action(1, "vowel_last_or_z"), NOTE).points == (23, 0, 0)


def test_an_action_card_needs_a_word_that_it_fits() -> None:
    state = begun("action")
    assert refused(state, play_action(0, FIVE)).code == "no_word_pending"
    state = after(state, MAMBA)
    assert refused(state, play_action(1, "e_last_or_g")).code == "action_not_fitting"
    assert refused(state, play_action(1, "joker")).code == "no_such_action_card"
    assert refused(state, play_action(2, FIVE)).code == "no_such_player"
    assert refused(after(state, NOTE), play_action(1, FIVE)).code == "no_word_pending"
    assert refused(after(begun(), MAMBA), play_action(1, FIVE)).code == "no_action_cards"


def test_an_action_card_played_comes_round_when_the_pile_has() -> None:
    state = after(begun("action"), MAMBA, play_action(0, FIVE))
    assert state.action_pile == (None,) * 11 + (FIVE,)
    for number in range(11):
        assert FIVE not in state.held
        state = replace(state, passes=0, phase=Phase.PLAYING)
        state = after(state, exchange((number + 1) % 2, count=1, with_action=True))
    assert state.action_pile == (FIVE, *(None,) * 11)
    state = after(state, place(0, "M20", "MAMBAS"), exchange(1, count=1, with_action=True))
    assert state.held == (None, FIVE)
    state = after(state, place(0, "25M", "SO"))
    assert refused(state, play_action(0, FIVE)).code == "action_elsewhere"
    assert refused(state, play_action(1, "two_or_umlaut")).code == "action_elsewhere"
    state = after(state, exchange(1, with_action=True))
    assert (state.held, state.action_pile[-1]) == ((None, None), FIVE)


def test_words_ruled_admissible_may_still_be_acted_on() -> None:
    state = after(begun("action"), MAMBA, challenge(1))
    assert to_json(CARDS.view(state))["challenge"] is None
    assert refused(state, challenge(1)).code == "window_shut"
    assert after(state, play_action(1, FIVE)).points == (15, 0)


def test_a_word_taken_back_loses_what_action_cards_brought() -> None:
    state = after(begun("action"), place(0, "M20", "MAMBX"), play_action(0, FIVE))
    assert state.points == (2 * 18 + 9, 0)
    state = after(state, challenge(1))
    assert (state.points, state.on_turn) == ((0, 0), 1)
    assert state.action_pile[-1] == FIVE


def test_exchanging_the_action_card_alone_is_no_nearer_to_a_word_than_passing() -> None:
    state = begun("action")
    for player in (0, 1, 0, 1):
        assert state.phase is Phase.PLAYING
        state = after(state, exchange(player, with_action=True))
    assert state.ending is not None
    assert state.ending.reason is Reason.PASSES


def test_the_cards_to_play_are_offered_to_those_who_may_hold_them() -> None:
    state = after(begun("action"), MAMBA, play_action(0, FIVE))
    [offer] = [offer for offer in CARDS.offers(state) if offer.kind == "action"]
    assert (offer.player, [asked.name for asked in offer.asked]) == (1, ["card"])
    assert offer.asked[0].choices == ("six_or_m", "vowel_last_or_z")


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"name": "two_or_umlaut"},
        {"actions": []},
        {"actions": None},
        {"actions": [1, 2]},
        {"actions": [{"condition": "length", "parameter": 5, "gain": 0, "loss": 7}] * 2},
        {"actions": [{"condition": "length", "parameter": "E", "gain": 9, "loss": 7}] * 2},
        {"actions": [{"condition": "length", "gain": 9, "loss": 7}] * 2},
        {"actions": [{"condition": "begins", "parameter": "", "gain": 9, "loss": 7}] * 2},
        {"actions": [{"condition": "begins", "parameter": "5", "gain": 9, "loss": 7}] * 2},
        {"actions": [{"condition": "blank", "parameter": "E", "gain": 9, "loss": 7}] * 2},
        {"actions": [{"condition": "red", "gain": 9, "loss": 7}] * 2},
        {"actions": [{"condition": "blank", "gain": 9, "loss": 100}] * 2},
    ],
)
def test_a_set_of_action_cards_that_is_none_is_not_read(change: dict[str, Any]) -> None:
    right = {"actions": [{"condition": "blank", "gain": 9, "loss": 7}] * 2}
    cards = [{"name": f"card {number}", **right} for number in range(14)]
    cards[0]["name"] = "two_or_umlaut"
    assert len(read_action_cards(cards)) == 14
    with pytest.raises(Unreadable):
        read_action_cards([*cards[:13], {**cards[13], **change}])
    with pytest.raises(Unreadable):
        read_action_cards(cards[:13])


LINES = [f"Karte {number} = blank+{number}-7 length:{number}+9-7" for number in range(1, 15)]


def test_a_set_of_action_cards_is_read_from_lines_of_text() -> None:
    third = read_action_cards(LINES)[2]
    assert third.name == "Karte 3"
    assert [(one.condition, one.parameter, one.gain, one.loss) for one in third.actions] == [
        ("blank", "", 3, 7),
        ("length", "3", 9, 7),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Karte",
        "= blank+9-7 umlaut+9-7",
        "Karte = blank+9-7",
        "Karte = blank+9-7 umlaut+9-7 blank+9-7",
        "Karte = blank9-7 umlaut+9-7",
        "Karte = blank+9-7 length:fünf+9-7",
        "Karte = blank+9-7 length+9-7",
        "Karte = blank+9-7 red+9-7",
        "Karte = blank:E+9-7 umlaut+9-7",
        "Karte = blank+0-7 umlaut+9-7",
    ],
)
def test_a_line_that_is_no_action_card_is_not_read(line: str) -> None:
    with pytest.raises(Unreadable, match="card 14: ") as refused:
        read_action_cards([*LINES[:13], line])
    assert refused.value.item == 14


def test_the_lines_of_action_cards_may_be_in_german() -> None:
    about = {"länge": "5", "mindestens": "5", "vokale": "2", "anfang": "S", "ende": "N"}
    about["enthält"] = "M"
    german = [
        f"{word} = {word.title()}{f':{about[word]}' if word in about else ''}+9-7 UMLAUT+7-5"
        for word in IN_GERMAN
    ]
    read = read_action_cards([*german, *LINES[len(german) :]])
    conditions = [card.actions[0].condition for card in read[: len(german)]]
    assert conditions == list(IN_GERMAN.values())
