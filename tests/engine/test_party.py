"""Party, rule by rule: words, dice, timer, bonus squares, challenges, endings."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.board import LETTER_FACTORS, WORD_FACTORS, Board, Square
from engine.errors import Unreadable
from engine.games import first_not_drawn, replay
from engine.party import PARTY
from engine.party.notation import party_square, read_party_square
from engine.party.setup import BONUS_SQUARES, FACES
from engine.party.values import Party
from engine.refusals import Contradiction, Refusal
from engine.shapes import to_json
from engine.tiles import STANDARD
from tests.games.party import (
    NOTE,
    STUCK,
    after,
    begun,
    bonus,
    challenge,
    choose,
    end,
    false_start,
    false_stop,
    offered,
    pass_turn,
    place,
    refused,
    roll,
    start,
    stop,
    timeout,
)
from tests.games.playing import Action, Outside

GOLDEN = Path(__file__).parents[1] / "data" / "golden" / "party_sample_game.json"
SAMPLE = json.loads(GOLDEN.read_text(encoding="utf-8"))

#: Timed by the server in zones of ten seconds, dice told by people.
TIMED = begun("typed", "server", zone_seconds=10)
SECOND = 1000


def shown(state: Party) -> dict[str, Any]:
    view: dict[str, Any] = to_json(PARTY.view(state))
    assert json.loads(json.dumps(view)) == view
    return view


def facts(state: Party) -> dict[str, Any]:
    return {fact["code"]: fact["value"] for fact in shown(state)["facts"]}


def ending(reason: str, winner: int) -> dict[str, Any]:
    return {"reason": reason, "finisher": None, "because": None, "winners": [winner]}


def run(team: int, letter: str, elapsed_ms: int) -> list[Action]:
    """A turn up to the word: letter, start and stop of the timer."""
    return [roll(team, letter), start(1 - team), stop(1 - team, elapsed_ms)]


def full_but(tiles: str) -> Board:
    """A board, whatever it spells, on which all tiles lie but `tiles`."""
    rest = STANDARD.all_tiles
    for tile in tiles:
        rest = rest.replace(tile, "", 1)
    return Board(rest.replace("?", "q").ljust(225, "."))


# The booklet's game


def test_the_sample_game_comes_out_as_printed() -> None:
    state = begun(begins=0)
    totals = [0, 0]
    for move in SAMPLE["moves"]:
        team = move["player"] - 1
        totals[team] += move["points"]
        state = after(state, place(team, move["coordinates"], move["word"], points=move["points"]))
        turn = shown(state)["turns"][-1]
        assert (turn["coordinates"], turn["points"]) == (move["coordinates"], move["points"])
        assert list(state.scores) == totals
    state = after(state, NOTE, STUCK)
    assert {"1": state.scores[0], "2": state.scores[1]} == SAMPLE["totals"]
    assert state.places == (2, 1)


def test_the_fifty_of_the_sample_game_are_set_up_and_can_be_left_out() -> None:
    laid = place(0, "D8-J8", "RINGELN")
    assert after(begun(), laid).turns[0].bonus == 50
    plain = after(begun(many_bonus=0), laid)
    assert plain.scores[0] == after(begun(), laid).scores[0] - 50


def test_more_than_seven_tiles_may_be_laid_and_have_the_bonus_too() -> None:
    state = after(begun(), place(0, "A8-I8", "ABDRUCKEN"))
    assert state.turns[0].bonus == 50
    assert len(state.tray) == 102 - 9


# Notation


def test_the_column_has_the_letter_and_the_row_the_number() -> None:
    state = after(begun(), place(0, "D8-I8", "RUCKEN"), place(1, "5E-11E", "RHEUMAS"))
    view = shown(state)
    assert view["notation"] == "columns"
    assert view["board"][7] == "...RUCKEN......"
    assert [row[4] for row in view["board"][4:11]] == list("RHEUMAS")
    assert [turn["coordinates"] for turn in view["turns"]] == ["D8-I8", "5E-11E"]


def test_a_square_is_read_in_either_order_but_must_be_on_the_board() -> None:
    assert read_party_square("h13") == read_party_square("13 H") == Square(12, 7)
    assert party_square(Square(12, 7)) == "H13"
    for wrong in ("H16", "P1", "H0", "H8-I8", "", "8"):
        with pytest.raises(Unreadable):
            read_party_square(wrong)


@pytest.mark.parametrize(
    ("coordinates", "word", "code", "detail"),
    [
        ("L8-Q8", "RUCKEN", "off_party_board", {"coordinates": "L8-Q8"}),
        ("D8-I9", "RUCKEN", "not_one_line", {"coordinates": "D8-I9"}),
        ("12C-17C", "RUCKEN", "off_party_board", {"coordinates": "12C-17C"}),
        ("D8-J8", "RUCKEN", "length_mismatch", {"coordinates": "D8-J8", "right": "D8-I8"}),
        ("D7-I7", "RUCKEN", "misses_centre", {"coordinates": "D7-I7"}),
    ],
)
def test_a_word_in_the_wrong_place_is_refused_in_the_booklets_notation(
    coordinates: str, word: str, code: str, detail: dict[str, str]
) -> None:
    refusal = refused(begun(), place(0, coordinates, word))
    assert refusal.code == code
    assert detail.items() <= refusal.detail.items()


def test_the_squares_of_a_refusal_are_in_the_booklets_notation_too() -> None:
    state = after(begun(), place(0, "D8-I8", "RUCKEN"))
    clash = refused(state, place(1, "5E-11E", "RHEIMAS"))
    assert (clash.code, clash.detail["square"]) == ("tile_mismatch", "E8")
    longer = refused(state, place(1, "A8-C8", "ABD"))
    assert (longer.code, longer.detail["right"]) == ("runs_on", "A8-I8")


# The tray


def test_all_tiles_lie_open_in_the_tray_and_leave_it_for_the_board() -> None:
    [tray] = shown(begun())["trays"]
    assert tray == {"code": "tray", "player": None, "tiles": STANDARD.all_tiles, "count": 102}
    [tray] = shown(after(begun(), place(0, "D8-I8", "RUcKEN")))["trays"]
    assert (tray["count"], tray["tiles"].count("?"), tray["tiles"].count("C")) == (96, 1, 2)


def test_a_tile_that_is_not_in_the_tray_can_not_be_laid() -> None:
    refusal = refused(begun(), place(0, "H8-J8", "JJA"))
    assert (refusal.code, refusal.detail) == ("tile_not_left", {"tiles": "J"})


def test_wrong_points_announced_are_refused_with_the_right_ones() -> None:
    refusal = refused(begun(), place(0, "D8-I8", "RUCKEN", points=27))
    assert refusal.detail == {"points": 27, "right": 26}


# Who begins


def test_the_team_that_rolls_nearer_to_a_begins() -> None:
    state = begun("typed", "none", begins=None)
    assert (state.phase.value, offered(state)) == ("beginning", {("roll", 0), ("end", None)})
    assert refused(state, roll(1, "A")).code == "not_on_turn"
    assert after(state, roll(0, "B"), roll(1, "Ä")).on_turn == 1
    assert after(state, roll(0, "ä"), roll(1, "B")).on_turn == 0


def test_after_equal_letters_both_roll_again() -> None:
    state = after(begun("typed", "none", begins=None), roll(0, "K"), roll(1, "K"))
    assert (state.phase.value, state.on_turn) == ("beginning", 0)
    assert facts(state) == {"begin_rolls": "K K"}
    assert after(state, roll(0, "Z"), roll(1, "D")).on_turn == 1


def test_without_dice_the_first_team_begins_unless_it_is_said() -> None:
    assert begun(begins=None).on_turn == 0
    assert begun(begins=1).on_turn == 1


# The letter die


def test_the_letter_rolled_must_be_laid_from_the_tray() -> None:
    state = after(begun("typed"), roll(0, "G"), place(0, "G8-H8", "AG"), roll(1, "A"))
    assert facts(state) == {"letter": "A"}
    # The A that lies there does not do.
    refusal = refused(state, place(1, "F8-H8", "TAG"))
    assert (refusal.code, refusal.detail) == ("letter_not_laid", {"letter": "A", "tiles": "T"})
    assert after(state, place(1, "7G-9G", "AAS")).turns[-1].word == "AAS"


def test_no_blank_stands_for_the_letter_rolled_even_beside_the_tile() -> None:
    state = after(begun("typed"), roll(0, "A"))
    for word in ("aAL", "Aal"):
        refusal = refused(state, place(0, "F8-H8", word))
        assert (refusal.code, refusal.detail) == ("letter_by_blank", {"letter": "A"})
    assert after(state, place(0, "F8-H8", "AAl")).turns[-1].word == "AAl"


def vain_state() -> Party:
    """The only J lies; team 1 is on turn."""
    return after(begun("typed"), roll(0, "J"), place(0, "G8-H8", "JA"))


def test_the_die_is_rolled_again_while_its_letter_has_run_out_three_times_at_most() -> None:
    state = after(vain_state(), roll(1, "J"))
    assert (state.phase.value, state.on_turn, facts(state)) == ("rolling", 1, {"in_vain": "J"})
    again = after(state, roll(1, "J"), roll(1, "S"))
    assert facts(again) == {"letter": "S", "in_vain": "J J"}
    assert refused(again, roll(1, "S")).code == "wrong_phase"
    lost = after(state, roll(1, "J"), roll(1, "J"))
    assert (lost.on_turn, lost.phase.value, lost.scores[1]) == (0, "rolling", 0)
    assert shown(lost)["turns"][-1]["rolled"] == ["J", "J", "J"]


def test_the_game_ends_when_both_teams_roll_in_vain_one_after_the_other() -> None:
    once = after(vain_state(), *[roll(1, "J")] * 3)
    twice = after(once, *[roll(0, "J")] * 3)
    assert shown(twice)["ending"] == ending("vain", 0)
    between = after(once, roll(0, "S"), place(0, "G8-I8", "JAS"), *[roll(1, "J")] * 3)
    assert not between.is_over


def test_the_server_rolls_so_that_everybody_can_check_it() -> None:
    setup = {"players": 2, "timer": "none", "begins": 0}
    state, table = PARTY.begin(setup), Outside(seed=b"s" * 32)
    with pytest.raises(Unreadable, match="is not told"):
        PARTY.complete(state, roll(0, "E"), table)
    action = PARTY.complete(state, {"kind": "roll", "player": 0}, table)
    assert not isinstance(action, Refusal)
    assert action["letter"] in FACES
    assert PARTY.complete(state, {"kind": "roll", "player": 0}, table) == action
    assert first_not_drawn(PARTY, setup, [action], table.seed) is None
    other = "A" if action["letter"] != "A" else "B"
    assert first_not_drawn(PARTY, setup, [{**action, "letter": other}], table.seed) == 1


def test_every_roll_of_the_server_has_a_label_of_its_own() -> None:
    state, table = begun("server", "none", begins=None), Outside()
    letters: list[str] = []
    while len(letters) < 12 and state.phase.value == "beginning":
        action = PARTY.complete(state, {"kind": "roll", "player": state.on_turn}, table)
        assert not isinstance(action, Refusal)
        letters.append(action["letter"])
        state = after(state, dict(action))
    drawn = [table.random(f"letter die {n}").below(20) for n in range(1, len(letters) + 1)]
    assert letters == [FACES[side] for side in drawn]


def test_the_server_has_only_its_own_sides_while_people_may_have_any_die() -> None:
    assert refused(begun("server"), roll(0, "Q")).code == "no_such_face"
    assert facts(after(begun("typed"), roll(0, "Q"))) == {"letter": "Q"}


# The timer


def test_the_other_team_starts_and_stops_the_timer() -> None:
    state = after(TIMED, roll(0, "R"))
    assert (state.phase.value, state.timer) == ("ready", None)
    assert refused(state, start(0)).code == "others_timer"
    state = after(state, start(1))
    assert {("stop", 1), ("pass", 0)} <= offered(state)
    assert ("timeout", 0) not in offered(state)
    assert refused(state, stop(0, 5)).code == "others_timer"
    assert refused(state, start(1)).code == "wrong_phase"
    assert refused(state, place(0, "D8-I8", "RUCKEN")).code == "wrong_phase"
    stopped = after(state, stop(1, 5))
    assert stopped.timer is None
    assert refused(stopped, stop(1, 5)).code == "wrong_phase"


def test_the_timer_passes_through_six_zones_and_then_the_time_is_up() -> None:
    timer = after(TIMED, roll(0, "R"), start(1)).timer
    assert timer is not None
    assert to_json(timer) == {
        "key": "1:1",
        "limit_ms": 60_000,
        "zones": [
            {"name": name, "until_ms": until * 10_000}
            for until, name in enumerate(("4x", "3x", "2x", "1x", "-1", "-5"), start=1)
        ],
    }
    assert timer.then == {"kind": "timeout", "player": 0}


@pytest.mark.parametrize(
    ("elapsed", "zone", "points"),
    [
        (0, "4x", 104),
        (9_999, "4x", 104),
        (10_000, "3x", 78),
        (29_999, "2x", 52),
        (30_000, "1x", 26),
        (40_000, "-1", 25),
        (59_999, "-5", 21),
    ],
)
def test_the_zone_multiplies_or_takes_away(elapsed: int, zone: str, points: int) -> None:
    state = after(TIMED, *run(0, "R", elapsed), place(0, "D8-I8", "RUCKEN", points=26))
    assert state.scores == (points, 0)
    assert (state.turns[-1].zone, shown(state)["turns"][-1]["notes"]) == (
        zone,
        [{"code": f"zone_{zone}"}],
    )


def test_a_word_may_bring_less_than_nothing() -> None:
    state = after(TIMED, *run(0, "A", 55_000), place(0, "G8-H8", "AN"))
    assert state.scores[0] == 4 - 5


def test_the_zone_does_not_multiply_the_fifty() -> None:
    state = after(TIMED, *run(0, "R", 0), place(0, "D8-J8", "RINGELN"))
    words = sum(points for _, points in state.turns[0].words)
    assert state.scores[0] == 4 * words + 50


def test_a_stop_after_the_time_is_too_late() -> None:
    state = after(TIMED, roll(0, "R"), start(1))
    assert refused(state, stop(1, 60_000)).code == "time_is_up"
    assert refused(state, pass_turn(0, 60_000)).code == "time_is_up"


def test_the_time_runs_out_at_five_points_and_the_others_are_on_turn() -> None:
    state = after(TIMED, roll(0, "R"), start(1), timeout(0))
    assert (state.scores, state.on_turn, state.phase.value) == ((-5, 0), 1, "rolling")
    assert refused(state, timeout(0)).code == "wrong_phase"


def test_nobody_says_the_time_is_up_while_the_server_has_some_left() -> None:
    state = after(TIMED, roll(0, "R"), start(1))
    refusal = PARTY.complete(state, timeout(0), Outside(elapsed_ms=59_000))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.detail) == ("time_left", {"milliseconds": 1000})
    assert PARTY.complete(state, timeout(0), Outside(elapsed_ms=60_000)) == timeout(0)
    with pytest.raises(Unreadable, match="'player' is missing"):
        PARTY.complete(state, {"kind": "timeout"}, Outside(elapsed_ms=59_000))


@pytest.mark.parametrize(("elapsed", "points"), [(0, 0), (39_999, 0), (40_000, -1), (50_000, -5)])
def test_a_pass_costs_only_what_the_last_zones_take(elapsed: int, points: int) -> None:
    running = after(TIMED, roll(0, "R"), start(1))
    assert after(running, pass_turn(0, elapsed)).scores == (points, 0)
    stopped = after(running, stop(1, elapsed))
    assert after(stopped, pass_turn(0, 0)).scores == (points, 0)
    assert refused(running, pass_turn(1, elapsed)).code == "not_on_turn"


def test_the_server_measures_and_nobody_else() -> None:
    state = after(TIMED, roll(0, "R"), start(1))
    for action in (stop(1, 5), pass_turn(0, 5)):
        with pytest.raises(Unreadable, match="is not told"):
            PARTY.complete(state, action, Outside())
        with pytest.raises(Unreadable, match="zone"):
            PARTY.act(state, {**action, "zone": "4x"})
    told = PARTY.complete(state, {"kind": "stop", "player": 1}, Outside(elapsed_ms=12_345))
    assert told == stop(1, 12_345)
    with pytest.raises(Unreadable, match="elapsed_ms"):
        PARTY.act(state, {"kind": "stop", "player": 1})


def test_with_a_timer_of_their_own_people_tell_the_zone() -> None:
    state = after(begun("typed", "typed"), roll(0, "R"))
    assert (state.phase.value, state.timer) == ("running", None)
    assert {("stop", 1), ("pass", 0), ("timeout", 0)} <= offered(state)
    assert after(state, stop(1, "3x"), place(0, "D8-I8", "RUCKEN")).scores == (78, 0)
    assert after(state, pass_turn(0, "-1")).scores == (-1, 0)
    assert after(state, timeout(0)).scores == (-5, 0)
    assert refused(state, pass_turn(0)).code == "zone_missing"
    stopped = after(state, stop(1, "-1"))
    assert after(stopped, pass_turn(0)).scores == after(stopped, pass_turn(0, "-1")).scores
    assert refused(stopped, pass_turn(0, "1x")).code == "zone_past"
    assert refused(state, {"kind": "stop", "player": 1}).code == "zone_missing"
    for wrong in ({"zone": "5x"}, {"elapsed_ms": 3}):
        with pytest.raises(Unreadable):
            PARTY.act(state, {"kind": "stop", "player": 1, **wrong})


def test_zones_may_differ_in_length() -> None:
    state = begun("typed", "server", zone_seconds=[5, 10, 20, 20, 5, 1])
    timer = after(state, roll(0, "R"), start(1)).timer
    assert timer is not None
    assert [zone.until_ms // SECOND for zone in timer.zones] == [5, 15, 35, 55, 60, 61]


def test_every_turn_has_a_timer_of_its_own() -> None:
    state = after(TIMED, *run(0, "R", 5), place(0, "D8-I8", "RUCKEN"), roll(1, "S"), start(0))
    assert state.timer is not None
    assert (state.timer.key, state.timer.limit_ms) == ("2:1", 60_000)


# False starts and stops


def test_a_false_start_costs_the_next_turn() -> None:
    state = after(TIMED, false_start(1))
    assert (state.on_turn, facts(state)) == (0, {"misses_turn": 1})
    state = after(state, *run(0, "R", 0), place(0, "D8-I8", "RUCKEN"), NOTE)
    assert (state.on_turn, facts(state)) == (0, {})
    assert [(turn.player, turn.kind.value) for turn in state.turns] == [(0, "place"), (1, "missed")]
    assert after(state, *run(0, "S", 0), pass_turn(0, 0)).on_turn == 1


def test_a_false_start_is_told_once_and_until_the_timer_stands() -> None:
    state = after(TIMED, false_start(1))
    assert refused(state, false_start(1)).detail == {"player": 1}
    assert refused(state, false_start(2)).code == "no_such_player"
    running = after(TIMED, roll(0, "R"), start(1))
    for seen in (after(TIMED, roll(0, "R")), running):
        assert facts(after(seen, false_start(1)))["misses_turn"] == 1
        assert refused(after(state, roll(0, "R")), false_start(1)).code == "fault_told"
    assert refused(after(running, stop(1, 0)), false_start(1)).code == "wrong_phase"
    assert refused(begun("typed"), false_start(1)).code == "no_timer"


def test_a_false_stop_costs_the_next_turn_and_the_time_goes_on() -> None:
    running = after(TIMED, roll(0, "R"), start(1))
    told = after(running, false_stop(1))
    assert told.timer == running.timer
    assert facts(told)["misses_turn"] == 1
    resumed = after(running, stop(1, 12_000), false_stop(1))
    timer = resumed.timer
    assert timer is not None
    assert (timer.key, timer.limit_ms, timer.zones[0].until_ms) == ("1:2", 48_000, 8_000)
    assert timer.zones[0].name == "3x"
    assert refused(resumed, false_stop(1)).code == "fault_told"
    again = after(resumed, stop(1, 0), false_stop(1)).timer
    assert again is not None
    assert (again.key, again.limit_ms) == ("1:3", 48_000)
    assert facts(after(resumed, stop(1, 7_999)))["zone"] == "3x"
    assert facts(after(resumed, stop(1, 8_000)))["zone"] == "2x"


def test_without_a_timer_the_bonus_die_says_nothing_of_one() -> None:
    state = begun("typed", "none", bonus_squares=["G8"])
    state = after(state, roll(0, "R"), place(0, "D8-I8", "RUCKEN"), bonus(0, "opponent_1x"), NOTE)
    assert "first_zone" not in facts(state)
    assert "begins_in_1x" not in facts(state)


def test_a_team_at_fault_with_its_own_timer_misses_its_next_turn_as_well() -> None:
    state = after(TIMED, roll(0, "R"), start(1), false_stop(0), pass_turn(0, 0))
    assert state.on_turn == 1
    assert after(state, roll(1, "R"), start(0), pass_turn(1, 0)).on_turn == 1


def test_when_both_must_miss_a_turn_both_do() -> None:
    state = after(TIMED, false_start(0), false_start(1), roll(0, "R"), start(1), timeout(0))
    assert [turn.kind.value for turn in state.turns] == ["timeout", "missed", "missed"]
    assert state.on_turn == 1


# The bonus die


def on_bonus(**more: Any) -> Party:
    """RUCKEN lies with the K on a bonus square; the die is to be rolled."""
    state = begun("typed", bonus_squares=["G8"], **more)
    return after(state, roll(0, "R"), place(0, "D8-I8", "RUCKEN"))


def test_a_word_on_a_bonus_square_has_the_bonus_die_rolled_once() -> None:
    state = on_bonus()
    assert (state.phase.value, state.on_turn) == ("checking", 0)
    assert offered(state) == {("bonus", 0), ("challenge", None), ("end", None)}
    for action in (NOTE, roll(1, "E"), STUCK):
        assert refused(state, action).code == "bonus_owed"
    assert refused(state, bonus(1, "again")).code == "not_on_turn"
    rolled = after(state, bonus(0, "again"))
    assert refused(rolled, bonus(0, "again")).code == "no_bonus_due"


def test_a_covered_bonus_square_has_no_effect_again_and_without_dice_none_at_all() -> None:
    state = after(on_bonus(), bonus(0, "free_letter"), roll(1, "S"), place(1, "D8-J8", "RUCKENS"))
    assert state.pending is not None
    assert state.pending.owed is None
    silent = after(begun(bonus_squares=["G8"]), place(0, "D8-I8", "RUCKEN"))
    assert ("note", None) in offered(silent)


@pytest.mark.parametrize(("face", "more"), [("triple", 8), ("double", 4)])
def test_triple_and_double_raise_the_value_of_one_tile_after_the_premiums(
    face: str, more: int
) -> None:
    state = after(on_bonus(), bonus(0, face))
    assert (state.scores[0], state.on_turn) == (26, 0)
    assert offered(state) == {("choose", 0), ("challenge", None), ("end", None)}
    assert shown(state)["marks"]["D8"] == "laid_now"
    assert refused(state, NOTE).code == "bonus_owed"
    assert refused(state, choose(1, "G8")).code == "not_on_turn"
    assert refused(state, choose(0, "G9")).detail == {"square": "G9"}
    chosen = after(state, choose(0, "G8"))
    assert (chosen.scores[0], chosen.on_turn) == (26 + more, 1)
    assert refused(chosen, choose(0, "G8")).code == "nothing_to_choose"


def test_the_timer_multiplies_what_the_bonus_die_added() -> None:
    state = begun("typed", "typed", bonus_squares=["G8"])
    state = after(state, roll(0, "R"), stop(1, "3x"), place(0, "D8-I8", "RUCKEN"))
    state = after(state, bonus(0, "triple"), choose(0, "G8"))
    assert state.scores[0] == 3 * (26 + 2 * 4)
    assert shown(state)["turns"][-1]["notes"] == [{"code": "triple"}, {"code": "zone_3x"}]


def test_a_blank_is_worth_nothing_three_times_too() -> None:
    state = begun("typed", bonus_squares=["G8"])
    state = after(state, roll(0, "R"), place(0, "D8-I8", "RUCkEN"), bonus(0, "triple"))
    assert after(state, choose(0, "G8")).scores == state.scores


def test_a_free_letter_spares_the_letter_die_in_the_next_turn() -> None:
    state = after(on_bonus(), bonus(0, "free_letter"), roll(1, "S"))
    assert facts(state) == {"letter": "S", "free_letter": 0}
    state = after(state, place(1, "D8-J8", "RUCKENS"))
    assert ("place", 0) in offered(state)
    assert refused(state, roll(0, "E")).code == "wrong_phase"
    state = after(state, place(0, "5E-8E", "BLAU"), NOTE, roll(1, "T"), pass_turn(1))
    assert state.phase.value == "rolling"


def test_again_lets_the_team_play_again() -> None:
    state = after(on_bonus(), bonus(0, "again"))
    assert state.on_turn == 0
    assert after(state, roll(0, "S"), place(0, "D8-J8", "RUCKENS")).on_turn == 1


@pytest.mark.parametrize(
    ("face", "zone", "factor"), [("opponent_1x", "1x", 1), ("opponent_2x", "2x", 2)]
)
def test_the_other_teams_timer_begins_in_a_lower_zone_once(
    face: str, zone: str, factor: int
) -> None:
    state = begun("typed", "server", zone_seconds=10, bonus_squares=["G8"])
    state = after(state, *run(0, "R", 0), place(0, "D8-I8", "RUCKEN"), bonus(0, face), NOTE)
    assert facts(state) == {"first_zone": zone}
    state = after(state, roll(1, "S"), start(0))
    assert state.timer is not None
    assert state.timer.zones[0].name == zone
    assert state.timer.limit_ms == (30_000 if zone == "1x" else 40_000)
    state = after(state, stop(0, 0), place(1, "D8-J8", "RUCKENS"))
    assert state.scores[1] == state.turns[-1].words[0].points * factor
    state = after(state, roll(0, "A"), start(1), pass_turn(0, 0), roll(1, "E"), start(0))
    assert state.timer is not None
    assert state.timer.limit_ms == 60_000


def test_with_a_timer_of_their_own_too_and_no_better_zone_is_believed() -> None:
    state = begun("typed", "typed", bonus_squares=["G8"])
    state = after(state, roll(0, "R"), stop(1, "4x"), place(0, "D8-I8", "RUCKEN"))
    state = after(state, bonus(0, "opponent_2x"), roll(1, "S"))
    assert refused(state, stop(0, "3x")).detail == {"zone": "3x", "first": "2x"}
    after(state, stop(0, "2x"))


def test_a_lower_zone_waits_for_the_team_that_misses_a_turn_and_the_lowest_counts() -> None:
    state = begun("typed", "typed", bonus_squares=["G8", "J8"])
    state = after(state, false_start(1), roll(0, "R"), stop(1, "4x"), place(0, "D8-I8", "RUCKEN"))
    state = after(state, bonus(0, "opponent_1x"), NOTE)
    assert (state.on_turn, facts(state)) == (0, {"begins_in_1x": 1})
    state = after(state, roll(0, "S"), stop(1, "4x"), place(0, "D8-J8", "RUCKENS"))
    state = after(state, bonus(0, "opponent_2x"), NOTE)
    assert (state.on_turn, facts(state)) == (1, {"first_zone": "1x"})


def test_the_server_rolls_the_bonus_die_as_well() -> None:
    setup = {"players": 2, "timer": "none", "begins": 0, "bonus_squares": ["H8"]}
    table = Outside(seed=b"b" * 32)
    state, actions = PARTY.begin(setup), []
    for action in ({"kind": "roll", "player": 0}, None, {"kind": "bonus", "player": 0}):
        if action is None:
            assert state.current is not None
            action = place(0, "G8-H8", f"{state.current.letter}T")
        complete = PARTY.complete(state, action, table)
        assert not isinstance(complete, Refusal)
        actions.append(complete)
        state = after(state, dict(complete))
    face = actions[-1]["face"]
    assert face == state.rules.bonus_faces[table.random("bonus die 1").below(6)]
    with pytest.raises(Unreadable, match="is not told"):
        PARTY.complete(state, bonus(0, "again"), table)
    assert first_not_drawn(PARTY, setup, actions, table.seed) is None
    other = "again" if face != "again" else "double"
    forged = [*actions[:-1], {**actions[-1], "face": other}]
    assert first_not_drawn(PARTY, setup, forged, table.seed) == 3


def test_a_die_may_have_other_bonus_faces_and_only_those() -> None:
    faces = ["double", "double", "double", "again", "again", "again"]
    state = on_bonus(bonus_faces=faces)
    [offer] = [offer for offer in PARTY.offers(state) if offer.kind == "bonus"]
    assert offer.asked[0].choices == ("double", "again")
    assert refused(state, bonus(0, "triple")).code == "no_such_face"
    with pytest.raises(Unreadable):
        PARTY.act(state, bonus(0, "quadruple"))


# Challenges


def test_a_rejected_challenge_costs_nothing_and_words_ruled_stay() -> None:
    state = after(begun(), place(0, "D8-I8", "RUCKEN"), place(1, "H7-I7", "ES"))
    assert shown(state)["challenge"] == {"player": 1, "words": ["ES", "EE", "SN"]}
    state = after(state, challenge(0, "ES"))
    assert state.turns[-1].challenges[0].deducted == 0
    assert shown(state)["challenge"] == {"player": 1, "words": ["EE", "SN"]}
    assert refused(state, challenge(0, "ES")).code == "already_ruled"
    assert refused(state, challenge(1, "EE")).code == "own_move"
    assert refused(state, challenge(0, "XX")).code == "not_formed"
    assert refused(state, challenge(0, "EE", inadmissible=("SN",))).code == "not_challenged"
    assert refused(state, challenge(2)).code == "no_such_player"
    noted = after(state, challenge(0))
    assert (noted.pending, noted.phase.value) == (None, "laying")
    assert refused(noted, challenge(0)).code == "window_shut"


def test_all_words_ruled_before_the_bonus_die_are_noted_when_it_is_rolled() -> None:
    state = after(on_bonus(), challenge(1))
    assert (state.phase.value, shown(state)["challenge"]) == ("checking", None)
    assert refused(state, challenge(1)).code == "window_shut"
    assert offered(state) == {("bonus", 0), ("end", None)}
    assert after(state, bonus(0, "again")).phase.value == "rolling"


def test_without_a_timer_an_upheld_challenge_takes_word_and_turn() -> None:
    state = after(begun(), place(0, "D8-I8", "RUCKEN"), challenge(1, inadmissible=("RUCKEN",)))
    assert (state.scores, state.on_turn, len(state.tray)) == ((0, 0), 1, 102)
    turn = shown(state)["turns"][-1]
    assert (turn["points"], turn["total"], turn["taken_back"]) == (26, 0, True)


def test_after_an_upheld_challenge_the_team_tries_again_in_the_time_left() -> None:
    state = after(TIMED, *run(0, "R", 12_000), place(0, "D8-I8", "RUCKEN"))
    state = after(state, challenge(1, inadmissible=("RUCKEN",)))
    assert (state.phase.value, state.on_turn, state.scores) == ("ready", 0, (0, 0))
    assert facts(state) == {"letter": "R"}
    state = after(state, start(1))
    assert state.timer is not None
    assert (state.timer.key, state.timer.limit_ms) == ("1:2", 48_000)
    assert refused(state, stop(1, 48_000)).code == "time_is_up"
    again = after(state, stop(1, 30_000), place(0, "H8-J8", "ROT"))
    assert (again.turns[-1].zone, again.on_turn) == ("-1", 1)
    assert again.scores[0] == sum(points for _, points in again.turns[-1].words) - 1
    assert after(state, pass_turn(0, 0)).scores == (0, 0)
    assert after(state, timeout(0)).scores == (-5, 0)


def test_with_a_timer_of_their_own_the_zone_is_told_anew_and_not_better() -> None:
    state = after(begun("typed", "typed"), roll(0, "R"), stop(1, "2x"), place(0, "H8-J8", "RTT"))
    state = after(state, challenge(1, inadmissible=("RTT",)))
    assert state.phase.value == "running"
    assert refused(state, stop(1, "3x")).code == "zone_past"
    assert after(state, stop(1, "2x"), place(0, "H8-J8", "ROT")).scores[0] == 16
    assert after(state, timeout(0)).scores == (-5, 0)


def test_what_the_bonus_die_gave_is_lost_with_the_word() -> None:
    state = after(on_bonus(), bonus(0, "again"), challenge(1, inadmissible=("RUCKEN",)))
    assert (state.on_turn, state.scores) == (1, (0, 0))
    tripled = after(on_bonus(), bonus(0, "triple"), challenge(1, inadmissible=("RUCKEN",)))
    assert (tripled.on_turn, tripled.scores) == (1, (0, 0))


def test_a_challenge_is_ruled_on_from_outside() -> None:
    state = after(begun(), place(0, "G8-H8", "QX"))
    ruled = PARTY.complete(state, {"kind": "challenge", "by": 1}, Outside())
    assert ruled == {"kind": "challenge", "by": 1, "words": ["QX"], "inadmissible": ["QX"]}
    late = PARTY.complete(after(state, NOTE), {"kind": "challenge", "by": 1}, Outside())
    assert isinstance(late, Refusal)


def test_the_next_roll_shuts_the_window() -> None:
    state = after(begun("typed"), roll(0, "R"), place(0, "D8-I8", "RUCKEN"), roll(1, "S"))
    assert refused(state, challenge(1)).code == "window_shut"
    assert refused(state, NOTE).code == "window_shut"


# Endings


def test_the_game_ends_when_the_tray_is_empty_and_the_points_are_noted() -> None:
    state = replace(begun(), board=full_but("EN"), points=(10, 300))
    word = "".join(row[0] for row in state.board.rows if row[0] != ".")
    state = after(state, place(0, f"1A-{len(word) + 2}A", f"{word}EN"))
    assert (state.on_turn, state.tray, state.is_over) == (None, "", False)
    assert ("place", 1) not in offered(state)
    over = after(state, NOTE)
    assert shown(over)["ending"] == ending("out", 1)
    assert over.places == (2, 1)
    assert PARTY.offers(over) == ()
    back = after(state, challenge(1, inadmissible=(f"{word}EN".upper(),)))
    assert (back.is_over, back.tray, back.on_turn) == (False, "EN", 1)


def test_the_teams_may_agree_that_there_is_no_room() -> None:
    state = after(begun(), place(0, "D8-I8", "RUCKEN"), STUCK)
    assert shown(state)["ending"] == ending("stuck", 0)
    assert refused(state, STUCK).code == "wrong_phase"
    assert refused(begun("typed", begins=None), STUCK).code == "wrong_phase"


def test_three_rounds_without_a_word_end_the_game() -> None:
    state = begun()
    for number in range(6):
        assert not state.is_over
        state = after(state, pass_turn(number % 2))
    assert shown(state)["ending"]["reason"] == "idle"
    assert state.places == (1, 1)
    sooner = after(begun(idle_rounds=1), pass_turn(0), pass_turn(1))
    assert sooner.is_over


def test_a_word_begins_the_count_of_idle_rounds_anew() -> None:
    state = after(begun(idle_rounds=1), pass_turn(0), place(1, "D8-I8", "RUCKEN"), pass_turn(0))
    assert not state.is_over


def test_the_director_may_end_a_game_at_any_time() -> None:
    for state in (begun("typed", begins=None), TIMED, on_bonus()):
        ended = after(state, end())
        assert (ended.is_over, ended.places, ended.timer) == (True, None, None)
    won = after(on_bonus(), end("resigned", winner=1))
    assert (won.scores, won.winners, won.places) == ((26, 0), (1,), (2, 1))
    assert refused(won, end()).code == "wrong_phase"
    assert refused(TIMED, end(winner=2)).code == "no_such_player"
    with pytest.raises(Unreadable, match="because"):
        PARTY.act(TIMED, end("whim"))


# The set-up


def test_the_defaults_are_sensible() -> None:
    rules = PARTY.begin({"players": 2}).rules
    assert (rules.dice, rules.timer, rules.many_bonus) == ("server", "server", 50)
    assert rules.zones_ms == (20_000,) * 6
    assert (len(FACES), len(set(BONUS_SQUARES))) == (20, 12)
    assert {tile for tile, count in STANDARD.counts.items() if count > 1} - {"?"} == set(FACES)
    squares = rules.bonus_squares
    assert squares == {Square(14 - row, column) for row, column in squares}
    assert squares == {Square(column, row) for row, column in squares}
    for square in squares:
        assert LETTER_FACTORS[square.cell] == WORD_FACTORS[square.cell] == 1
    assert shown(PARTY.begin({"players": 2}))["marks"]["H3"] == "bonus_die"


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 3},
        {"players": None},
        {"dice": "loaded"},
        {"timer": 5},
        {"begins": 2},
        {"faces": "ABC"},
        {"faces": "?" * 20},
        {"faces": 20},
        {"bonus_faces": ["again"]},
        {"bonus_faces": ["again"] * 5 + ["never"]},
        {"bonus_squares": ["H16"]},
        {"bonus_squares": "H8"},
        {"zone_seconds": 0},
        {"zone_seconds": True},
        {"zone_seconds": "20"},
        {"zone_seconds": [20] * 5},
        {"zone_seconds": [20] * 5 + [601]},
        {"many_bonus": 101},
        {"idle_rounds": 0},
        {"colour": "red"},
    ],
)
def test_a_set_up_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        PARTY.begin({"players": 2, **wrong})


def test_a_die_with_equal_faces_does_not_say_who_begins() -> None:
    with pytest.raises(Contradiction, match="equal_faces"):
        PARTY.begin({"players": 2, "faces": "E" * 20})


@pytest.mark.parametrize("said", [{"begins": 1}, {"dice": "typed"}, {"dice": "none"}])
def test_a_die_with_equal_faces_will_do_where_nobody_rolls_it_to_begin(said: Any) -> None:
    assert PARTY.begin({"players": 2, "faces": "E" * 20, **said}).rules.faces == "E" * 20


def test_the_record_is_replayed_from_json() -> None:
    setup = {"players": 2, "dice": "typed", "timer": "server", "bonus_squares": ["G8"]}
    actions = [
        *(roll(0, "K"), roll(1, "K"), roll(0, "E"), roll(1, "D")),
        *(false_start(0), *run(1, "R", 21_000), place(1, "D8-I8", "RUCKEN")),
        *(bonus(1, "double"), choose(1, "G8"), NOTE, *run(1, "S", 0)),
    ]
    state = replay(PARTY, setup, json.loads(json.dumps(actions)))
    assert (state.scores, state.on_turn) == ((0, 3 * 30), 1)
