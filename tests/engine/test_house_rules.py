"""House rules on the board game, one by one and together."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine import match as match_source
from engine.analysis import analyse
from engine.board import Square
from engine.errors import EngineError, Unreadable
from engine.games import replay
from engine.gcg import read_gcg, write_gcg
from engine.match import MATCH
from engine.match.values import Match, Phase
from engine.refusals import Contradiction
from engine.rulesets import RULESETS
from engine.shapes import to_json
from engine.tiles import sort_tiles
from tests.games.match import (
    HOUSE_CODES,
    NOTE,
    PAUSE,
    RESUME,
    STUCK,
    after,
    alone,
    asked,
    begun,
    challenge,
    exchange,
    facts,
    fill,
    in_two_bags,
    pass_turn,
    place,
    refused,
    timed,
)
from tests.games.playing import Action
from tests.lexicons import lexicon_of

# What goes together

EVERYTHING: Action = {
    "blanks_taken_back": True,
    "open_dictionary": True,
    "theme": "Weihnachten",
    "theme_bonus": 7,
    "jacks_to_open": True,
    "two_bags": True,
    "turn_seconds": 180,
    "overtime_turn_lost": False,
    "overtime_points": 10,
}


def test_all_house_rules_of_several_players_go_together() -> None:
    state = begun("kompakt", players=4, **EVERYTHING)
    assert state.ruleset.blanks_taken_back
    assert (state.ruleset.theme_bonus, state.house.theme) == (7, "Weihnachten")
    assert state.house.jacks_to_open
    assert state.house.two_bags
    assert (state.house.turn_seconds, state.house.overtime_turn_lost) == (180, False)
    assert facts(state) == {
        "opening_letters": 5,
        "theme": "Weihnachten",
        "theme_bonus": 7,
        "blanks": "taken_back",
        "dictionary": "open",
        "vowel_bag": 38,
        "consonant_bag": 64,
        "turn_seconds": 180,
        "overtime_turn": "kept",
        "overtime_points": 10,
    }


@pytest.mark.parametrize("players", [1, 2])
def test_solitaire_goes_with_blanks_theme_and_dictionary(players: int) -> None:
    state = begun(
        players=players,
        solitaire="chosen",
        blanks_taken_back=True,
        theme="Sport",
        open_dictionary=True,
    )
    assert (state.phase, state.on_turn) == (Phase.DEALING, 0)


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"ruleset": "tournament", "turn_seconds": 180}, "timed_turns_and_clock"),
        ({"ruleset": "tournament", "solitaire": "drawn"}, "alone_and_clock"),
        ({"turn_seconds": 60, "solitaire": "drawn"}, "alone_and_timed_turns"),
        ({"players": 1, "solitaire": "drawn", "jacks_to_open": True}, "alone_and_jacks_to_open"),
        ({"solitaire": "chosen", "two_bags": True}, "chosen_and_two_bags"),
        ({"players": 3, "solitaire": "chosen"}, "alone_and_players"),
        ({"players": 1}, "nobody_else"),
    ],
)
def test_rules_that_contradict_each_other_are_refused_by_name(setup: Action, code: str) -> None:
    with pytest.raises(Contradiction, match=f"do not go together: {code}") as refused:
        MATCH.begin({"ruleset": "standard", "players": 2, **setup})
    assert refused.value.refusal.code == code


@pytest.mark.parametrize(
    "setup",
    [
        {"players": 0, "solitaire": "drawn"},
        {"solitaire": "alone"},
        {"solitaire": True},
        {"two_bags": 1},
        {"jacks_to_open": "yes"},
        {"theme": 5},
        {"theme": "x" * 61},
        {"theme": "Sport", "theme_bonus": 0},
        {"theme_bonus": 101},
        {"theme_bonus": "5"},
        {"turn_seconds": 9},
        {"turn_seconds": 3601},
        {"turn_seconds": -180},
        {"turn_seconds": 180, "overtime_points": 101},
        {"overtime_turn_lost": 0},
    ],
    ids=str,
)
def test_what_is_no_house_rule_is_not_begun(setup: Action) -> None:
    with pytest.raises(EngineError):
        MATCH.begin({"ruleset": "standard", "players": 2, **setup})


@pytest.mark.parametrize("name", RULESETS)
def test_what_the_form_fills_in_by_itself_changes_nothing(name: str) -> None:
    usual = {field.name: field.usual for field in MATCH.settings} | {"ruleset": name}
    state = MATCH.begin({**usual, "players": 2})
    assert state == MATCH.begin({"ruleset": name, "players": 2})
    assert state.ruleset == RULESETS[name]
    assert MATCH.begin({**usual, "players": 2, "theme": "  ", "turn_seconds": 0}) == state


def test_every_setting_of_a_house_rule_can_be_asked_for_in_a_form() -> None:
    names = {field.name for field in MATCH.settings}
    assert names == {"ruleset", "begins", "solitaire", *EVERYTHING}


# Blanks taken back

BLANKS = after(
    begun(blanks_taken_back=True, players=2),
    place(0, "H5", "HAUs", rack="HAU?XYZ"),
    pass_turn(1),
)
BLANK_SQUARE = Square(7, 7)


def test_a_blank_is_swapped_for_its_letter_and_used_at_once() -> None:
    before = replace(BLANKS, on_turn=1)
    state = after(before, place(1, "8H", "Se", rack="SABDEGI", blanks=["H8"]))
    turn = state.turns[-1]
    assert state.board.at(BLANK_SQUARE) == "S"
    assert state.board.at(Square(8, 7)) == "e"
    assert (turn.blanks, turn.swapped, turn.tiles, turn.from_rack) == (("H8",), "S", "e", "S")
    # The S is real now, so it counts; the blank used again does not.
    assert turn.points == 1
    assert sort_tiles(state.board.tiles) == "?AHSU"
    assert state.known[1] == sort_tiles("ABDEGI")
    assert (state.rack_sizes, state.bag) == ((7, 7), BLANKS.bag - 1)


def test_a_blank_taken_back_may_stay_on_the_rack() -> None:
    state = after(BLANKS, place(0, "H4", "RHAUS", blanks=["H8"]))
    assert state.board.rows[7] == "...RHAUS......."
    assert state.known[0] == sort_tiles("?XYZ")
    assert state.rack_sizes == (7, 7)
    note = {"code": "blanks", "squares": "H8", "letters": "S"}
    assert note in to_json(MATCH.view(state))["turns"][-1]["notes"]


def test_a_challenge_upheld_puts_the_blank_back_on_the_board() -> None:
    state = after(BLANKS, place(0, "H4", "QHAUSe", blanks=["H8"]))
    assert state.board.rows[7] == "...QHAUSe......"
    state = after(state, challenge(1, inadmissible=("QHAUSE",)))
    assert state.board == BLANKS.board
    assert state.rack_sizes == BLANKS.rack_sizes
    # Seen were Q and S; the blank is on the board, not on the rack.
    assert state.known[0] == sort_tiles("QSXYZ")


def test_the_letter_must_be_on_a_rack_that_is_told() -> None:
    move = place(0, "H4", "RHAUS", rack="RABDEGI", blanks=["H8"])
    assert refused(BLANKS, move).code == "not_on_rack"
    move = place(0, "H4", "RHAUSe", rack="RSBDEGI", blanks=["H8"])
    assert after(BLANKS, move).turns[-1].tiles == "Re"


def test_a_letter_swapped_cannot_be_laid_besides() -> None:
    one_s = place(0, "H4", "SHAUS", rack="SABDEGI", blanks=["H8"])
    assert refused(BLANKS, one_s).detail["missing"] == "S"
    assert after(BLANKS, place(0, "H4", "SHAUS", rack="SSBDEGI", blanks=["H8"])).turns


def test_the_letter_counts_among_the_tiles_there_are() -> None:
    state = begun(blanks_taken_back=True)
    state = after(state, place(0, "H7", "Xq"), pass_turn(1))
    state = after(state, place(0, "H6", "QXq"), pass_turn(1))
    refusal = refused(state, place(0, "H6", "QXQe", blanks=["H8"]))
    assert (refusal.code, refusal.detail["tiles"]) == ("tile_not_left", "Q")


def test_a_rack_cannot_give_more_than_it_has_even_with_blanks() -> None:
    state = replace(BLANKS, rack_sizes=(1, 7))
    refusal = refused(state, place(0, "H4", "RHAUSe", blanks=["H8"]))
    assert refusal.code == "more_than_rack"
    assert after(state, place(0, "H5", "HAUSe", blanks=["H8"])).turns[-1].swapped == "S"


def test_blanks_are_offered_where_they_lie() -> None:
    assert asked(BLANKS, "place")["blanks"]["choices"] == ["H8"]
    assert "blanks" not in asked(begun(blanks_taken_back=True), "place")


# Open dictionary


def test_an_open_dictionary_may_be_looked_up_and_changes_nothing_else() -> None:
    state = begun(open_dictionary=True)
    assert state.is_dictionary_open
    assert not begun().is_dictionary_open
    actions = [place(0, "H6", "HUND"), challenge(1, inadmissible=("HUND",))]
    played, usual = after(state, *actions), after(begun(), *actions)
    assert replace(played, house=usual.house) == usual


# Theme


@pytest.mark.parametrize(("bonus", "worth"), [(None, 5), (8, 8)])
def test_every_word_of_the_theme_earns_its_bonus(bonus: int | None, worth: int) -> None:
    state = begun(theme="Haustiere", theme_bonus=bonus)
    plain = after(begun(), place(0, "H6", "HUND")).scores[0]
    themed = after(state, place(0, "H6", "HUND", theme_words=["Hund"], points=plain + worth))
    assert themed.scores[0] == plain + worth
    assert after(state, place(0, "H6", "HUND")).scores[0] == plain
    more = after(themed, NOTE, place(1, "I7", "MAUS", theme_words=["MAUS", "DU"]))
    usual = after(state, place(0, "H6", "HUND"), place(1, "I7", "MAUS"))
    assert more.scores[1] == usual.scores[1] + 2 * worth
    turn = to_json(MATCH.view(more))["turns"][-1]
    assert (turn["theme_words"], turn["theme_bonus"]) == (["MAUS", "DU"], 2 * worth)
    assert {"code": "theme", "words": "MAUS, DU", "points": 2 * worth} in turn["notes"]


def test_the_bonus_of_the_theme_is_lost_with_its_move() -> None:
    state = after(begun(theme="Tiere"), place(0, "H6", "HUND", theme_words=["HUND"]))
    assert after(state, challenge(1, inadmissible=("HUND",))).scores == (0, 0)


def test_words_of_the_theme_are_asked_for_where_there_is_one() -> None:
    assert asked(begun(theme="Tiere"), "place")["theme_words"]["is_many"]
    assert "theme_words" not in asked(begun(), "place")


# Jacks to open


def test_the_first_word_needs_five_letters() -> None:
    state = begun(jacks_to_open=True)
    refusal = refused(state, place(0, "H6", "HUND"))
    assert (refusal.code, refusal.detail["least"]) == ("first_word_too_short", 5)
    state = after(state, place(0, "H4", "HUNDE"))
    assert state.opening_letters is None
    assert after(state, place(1, "9H", "DU")).turns


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_cannot_open_passes_on_and_after_all_of_them_four_are_enough(players: int) -> None:
    state = begun(players=players, begins=1, jacks_to_open=True)
    for number in range(players):
        player = (1 + number) % players
        assert (state.on_turn, facts(state)["opening_letters"]) == (player, 5)
        assert refused(state, place(player, "H6", "HUND")).code == "first_word_too_short"
        state = after(state, pass_turn(player))
    assert (state.on_turn, state.passes, state.opening_letters) == (1, 0, 4)
    assert refused(state, place(1, "H7", "DU")).detail["least"] == 4
    assert after(state, place(1, "H6", "HUND")).turns[-1].word == "HUND"


def test_after_two_rounds_the_opening_is_free_and_passes_count() -> None:
    state = begun(jacks_to_open=True)
    for number in range(4):
        state = after(state, pass_turn(number % 2))
    assert (state.opening_letters, state.passes) == (None, 0)
    assert after(state, place(0, "H7", "DU")).turns[-1].word == "DU"
    for number in range(4):
        assert state.phase is Phase.PLAYING
        state = after(state, pass_turn(number % 2))
    assert state.phase is Phase.SETTLING


def test_exchanges_and_words_taken_back_do_not_open_either() -> None:
    state = after(begun(jacks_to_open=True), exchange(0, count=3))
    state = after(state, place(1, "H4", "QXYZJ"), challenge(0, inadmissible=("QXYZJ",)))
    assert (state.on_turn, state.opening_letters) == (0, 4)


# What is refused

PLAYED_ALONE = alone("HUNDEST")
REFUSALS: list[tuple[str, Match, Action]] = [
    ("blanks_stay", begun(), place(0, "H6", "HUND", blanks=["H8"])),
    ("no_blank_there", BLANKS, place(0, "H4", "RHAUS", blanks=["H7"])),
    ("no_blank_there", BLANKS, place(0, "H4", "RHAUS", blanks=["A1"])),
    ("no_blank_there", BLANKS, place(0, "H4", "RHAUS", blanks=["H8", "H8"])),
    ("no_theme", begun(), place(0, "H6", "HUND", theme_words=["HUND"])),
    ("not_formed", begun(theme="Tiere"), place(0, "H6", "HUND", theme_words=["KATZE"])),
    ("wrong_points", begun(theme="T"), place(0, "H6", "HUND", theme_words=["HUND"], points=10)),
    ("first_word_too_short", begun(jacks_to_open=True), place(0, "H6", "HUND")),
    ("opening_first", begun("kompakt", jacks_to_open=True), STUCK),
    ("one_bag", begun(), place(0, "H6", "HUND", vowels=2)),
    ("one_bag", begun(), exchange(0, count=1, vowels_given=0)),
    ("wrong_phase", begun(), fill(0)),
    ("wrong_phase", begun(two_bags=True), pass_turn(0)),
    ("wrong_phase", begun(two_bags=True, turn_seconds=60), PAUSE),
    ("not_on_turn", begun(two_bags=True), fill(1, vowels=3)),
    ("no_such_player", begun(two_bags=True), fill(2, vowels=3)),
    ("bags_not_said", begun(two_bags=True), fill(0)),
    ("bag_cannot_give", begun(two_bags=True), fill(0, vowels=8)),
    ("other_bags", in_two_bags(1, 6), place(0, "H6", "RAUB", vowels=2)),
    ("vowels_given_not_said", in_two_bags(3, 3), exchange(0, count=4, vowels=2)),
    ("wrong_vowels", in_two_bags(3, 3), exchange(0, count=1, vowels_given=2, vowels=1)),
    ("turns_not_timed", begun(), PAUSE),
    ("turns_not_timed", begun(), RESUME),
    ("turns_not_timed", begun(), {"kind": "overtime", "player": 0, "turn": 0}),
    ("not_on_turn", timed(), {"kind": "overtime", "player": 1, "turn": 0}),
    ("turn_over", timed(), {"kind": "overtime", "player": 0, "turn": 1}),
    ("time_stands", after(timed(), PAUSE), {"kind": "overtime", "player": 0, "turn": 0}),
    ("time_stands", after(timed(), PAUSE), pass_turn(0)),
    ("time_runs", timed(), RESUME),
    ("wrong_draw", PLAYED_ALONE, place(0, "H6", "HUND")),
    ("tiles_drawn_unseen", begun(), place(0, "H6", "HUND", new_tiles="EEEE")),
    ("tiles_open", PLAYED_ALONE, exchange(0, count=1, new_tiles="N")),
    ("racks_differ", PLAYED_ALONE, pass_turn(0, rack="EEEEEEE")),
    ("window_shut", after(PLAYED_ALONE, place(0, "H6", "HUND", new_tiles="EEEE")), NOTE),
]


@pytest.mark.parametrize(("code", "state", "action"), REFUSALS, ids=[row[0] for row in REFUSALS])
def test_against_a_house_rule_is_refused_with_its_code(
    code: str, state: Match, action: Action
) -> None:
    assert refused(state, action).code == code


def test_every_code_of_the_house_rules_is_met() -> None:
    asked_outside = {"time_not_over"}  # of what comes from outside, met above
    assert HOUSE_CODES - asked_outside <= {code for code, _, _ in REFUSALS}
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(match_source.__file__).parent.glob("*.py")
    )
    assert set(re.findall(r'Refusal\(\s*"(\w+)"', source)) >= HOUSE_CODES


@pytest.mark.parametrize(
    "action",
    [
        place(0, "H6", "HUND", blanks="H8"),
        place(0, "H6", "HUND", blanks=["H8-H9"]),
        place(0, "H6", "HUND", blanks=["Z99"]),
        place(0, "H6", "HUND", blanks=[8]),
        place(0, "H6", "HUND", theme_words="HUND"),
        place(0, "H6", "HUND", theme_words=["H-ND"]),
        place(0, "H6", "HUND", vowels=-1),
        place(0, "H6", "HUND", new_tiles=7),
        exchange(0, count=1, vowels_given="1"),
        {"kind": "fill"},
        {"kind": "overtime", "player": 0},
        {"kind": "overtime", "turn": 0},
        {"kind": "pause", "player": 0},
    ],
    ids=str,
)
def test_what_is_no_action_of_a_house_rule_is_unreadable(action: Action) -> None:
    with pytest.raises(Unreadable):
        MATCH.act(begun(**{**EVERYTHING, "two_bags": False}), action)


def test_the_view_with_every_house_rule_is_json() -> None:
    seen = to_json(MATCH.view(begun("kompakt", players=4, **EVERYTHING)))
    assert json.loads(json.dumps(seen)) == seen


# As a record


def test_a_record_notes_what_gcg_has_no_place_for() -> None:
    setup = {"ruleset": "standard", "players": 2, "begins": 0, "theme": "Bau", "turn_seconds": 60}
    setup |= {"blanks_taken_back": True, "overtime_points": 5}
    actions = [
        place(0, "H5", "HAUs", theme_words=["HAUS"]),
        {"kind": "overtime", "player": 1, "turn": 1},
        place(0, "H5", "HAUSe", blanks=["H8"]),
        {"kind": "overtime", "player": 1, "turn": 3},
    ]
    state = replay(MATCH, setup, actions)
    record = read_gcg(write_gcg(setup, actions, ["Anna", "Bert"]).encode())
    assert [event.kind for event in record.events] == [
        "place",
        "pass",
        "time",
        "place",
        "pass",
        "time",
    ]
    assert record.events[0].note == "Theme +5: HAUS"
    assert record.events[3].note == "Blank taken back: S on H8"
    totals = {event.player: event.total for event in record.events}
    assert (totals[0], totals[1]) == state.scores == (state.scores[0], -10)


def test_an_analysis_sees_the_board_with_the_blanks_swapped() -> None:
    setup = {"ruleset": "standard", "players": 2, "begins": 0, "blanks_taken_back": True}
    actions = [
        place(0, "H5", "HAUs"),
        pass_turn(1),
        place(0, "H5", "HAUSe", blanks=["H8"]),
        place(1, "H5", "HAUSeN", rack="NXYZQVJ"),
    ]
    *_, last = analyse(setup, actions, lexicon_of(["HAUS", "HAUSE", "HAUSEN"]))
    # H2 A1 U1 S1 N1: the S counts, the blank after it does not.
    assert (last.points, last.best, last.is_top) == (6, 6, True)


def test_an_analysis_knows_how_long_the_first_word_must_be() -> None:
    setup = {"ruleset": "standard", "players": 2, "begins": 0, "jacks_to_open": True}
    actions = [pass_turn(player, rack="HAUSQXY") for player in (0, 1, 0)]
    fives, _, fours = analyse(setup, actions, lexicon_of(["HAUS", "AUS"]))
    assert (fives.best, fives.tops) == (0, ())
    assert [top.move.word for top in fours.tops][:1] == ["HAUS"]


def test_what_is_over_tells_neither_of_the_opening_nor_of_the_time() -> None:
    state = begun(jacks_to_open=True, turn_seconds=60)
    over = after(state, PAUSE, {"kind": "end", "because": "director"})
    assert {"opening_letters", "turn_time"}.isdisjoint(facts(over))
