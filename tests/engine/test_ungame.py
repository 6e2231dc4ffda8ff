"""Un-game, rule by rule."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.board import Board
from engine.errors import EngineError, Unreadable
from engine.games import replay
from engine.match import MATCH
from engine.shapes import to_json
from engine.ungame import UNGAME, removals
from tests.engine.independent_ungame import grid_of, slow_removals, words
from tests.games.ungame import FEW_WORDS, LEXICON, after, begun, refused, rows, take
from tests.lexicons import WORDS

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
HOUSE = ("H4 HAUS", "7H SO", "5H AM")


# The board at the beginning


def test_the_first_player_begins_unless_another_is_named() -> None:
    assert begun(*HOUSE).on_turn == 0
    assert begun(*HOUSE, players=3, begins=2).on_turn == 2


def test_a_board_may_be_typed_as_lines_without_the_empty_ends() -> None:
    typed = "\n".join(row.rstrip(".") for row in rows(*HOUSE)).rstrip("\n")
    state = UNGAME.begin({"players": 2, "board": typed})
    assert state == begun(*HOUSE)


def test_a_board_typed_with_separate_accents_is_the_same() -> None:
    state = UNGAME.begin({"players": 1, "board": ["O\u0308L"]})
    assert state.board.rows[0] == "ÖL............."


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ({"board": rows()}, "nothing_to_take"),
        ({"board": rows("H8 A")}, "nothing_to_take"),
        ({"board": rows("H4 HAUS", "A1 SO")}, "board_in_pieces"),
        ({"board": rows("H4 QUQU")}, "standard, tiles Q"),
        ({"board": rows("H4 uhu")}, r"standard, tiles \?"),
        ({"board": ["HAUS1"]}, "square A5"),
        ({"board": ["HAUS" * 4]}, "row A"),
        ({"board": ["HAUS", " SO"]}, "square B1"),
        ({"board": ["HAUS"] * 16}, "15 rows"),
        ({"board": 5}, "'board'"),
        ({}, "'board' is missing"),
        ({"board": rows(*HOUSE), "players": 0}, "'players'.*1 to 4"),
        ({"board": rows(*HOUSE), "players": 5}, "'players'.*1 to 4"),
        ({"board": rows(*HOUSE), "begins": 2}, "'begins'.*0 to 1"),
        ({"board": rows(*HOUSE), "ruleset": "cards"}, "no ruleset 'cards'"),
        ({"board": rows(*HOUSE), "tile_set": "reise"}, "no field 'tile_set'"),
    ],
)
def test_what_is_no_set_up_is_not_begun(setup: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineError, match=said):
        UNGAME.begin({"players": 2, **setup})


# Taking tiles


def test_taken_tiles_bring_their_points_and_the_next_player_is_on_turn() -> None:
    state = after(begun(*HOUSE), take(0, "H4"))
    assert (state.scores, state.on_turn) == ((2, 0), 1)
    assert state.board.rows == tuple(rows("H5 AUS", "7H SO", "5H AM"))
    state = after(state, take(1, "I7"))
    assert (state.scores, state.on_turn) == ((2, 2), 0)


def test_a_blank_brings_nothing() -> None:
    assert after(begun("H4 hAUS"), take(0, "H4")).taken == ("?", "")
    assert after(begun("H4 hAUS"), take(0, "H4")).scores == (0, 0)


def test_the_tiles_have_the_values_of_their_set() -> None:
    state = begun("H4 HAT", ruleset="reise")
    assert after(state, take(0, "H6"), lexicon={"HA"}).scores == (2, 0)
    state = begun("H4 HAT")
    assert after(state, take(0, "H6"), lexicon={"HA"}).scores == (1, 0)


def test_tiles_of_one_word_need_not_lie_side_by_side() -> None:
    state = begun("H4 HAUS", "5G HA")
    state = after(state, take(0, "H4 H6 H7"))
    assert state.board.rows == tuple(rows("5G HA"))
    assert state.turns[-1].tiles == "HUS"


def test_squares_are_read_in_either_notation_and_any_order() -> None:
    state = after(begun(*HOUSE), take(0, "7I"))
    assert state == after(begun(*HOUSE), take(0, "i7"))
    one_way = after(begun("H4 HAUS"), take(0, "H6 H7"))
    assert one_way == after(begun("H4 HAUS"), take(0, "H7 H6"))


def test_the_score_sheet_tells_the_word_that_the_tiles_were_of() -> None:
    state = after(begun(*HOUSE), take(0, "H4"), take(1, "I7"))
    told = [(turn["taken_at"], turn["taken_from"]) for turn in to_json(UNGAME.view(state))["turns"]]
    assert told == [("H4-H7", "HAUS"), ("7H-7I", "SO")]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (take(1, "H4"), "not_on_turn"),
        (take(2, "H4"), "no_such_player"),
        (take(0, ""), "wrong_number_taken"),
        (take(0, "A1 A2 A3 A4 A5 A6 A7"), "wrong_number_taken"),
        (take(0, "H4 H3"), "no_tile_there"),
        (take(0, "H4 I7"), "not_one_word"),
        (take(0, "I5 I7"), "not_one_word"),
        (take(0, "H4 H6"), "falls_apart"),
        (take(0, "H4 H5 H6 H7"), "falls_apart"),
        (take(0, "H7 I7"), "word_not_admissible"),
        (take(0, "H4", points=3), "wrong_points"),
    ],
)
def test_what_can_not_be_taken_is_refused(action: dict[str, Any], code: str) -> None:
    assert refused(begun(*HOUSE), action).code == code


def test_announced_points_that_are_right_are_fine() -> None:
    assert after(begun(*HOUSE), take(0, "H4", points=2)).scores == (2, 0)


def test_six_tiles_can_be_taken_and_seven_can_not() -> None:
    state = begun("H4 RINGELN")
    assert refused(state, take(0, "H4 H5 H6 H7 H8 H9 H10")).code == "wrong_number_taken"
    assert after(state, take(0, "H4 H5 H6 H7 H8 H9")).scores == (8, 0)


def test_every_word_left_that_is_not_admissible_is_named() -> None:
    refusal = refused(begun("H4 HAUS", "4H HOMS", "5H AM"), take(0, "H4"), ())
    assert refusal.detail == {"words": "AUS, OMS"}


def test_words_of_the_finished_board_stay_admissible_whatever_the_lexicon_says() -> None:
    state = begun("H4 XQYZ", "7H ZO")
    assert after(state, take(0, "I7"), lexicon=()).board.rows == tuple(rows("H4 XQYZ"))
    assert refused(state, take(0, "H4"), ()).detail == {"words": "QYZ"}


@pytest.mark.parametrize(
    "action",
    [
        take(0, "H99"),
        take(0, "H4-H5"),
        take(0, "Ü"),
        take(0, "H4 4H"),
        {"kind": "take", "player": 0, "squares": "H4"},
        {"kind": "take", "player": 0},
        take(0, "H4", word="HAUS"),
        {"kind": "place"},
        {"kind": ["take"]},
        {},
        [],
    ],
)
def test_what_is_no_action_is_unreadable(action: Any) -> None:
    with pytest.raises(Unreadable):
        UNGAME.complete(begun(*HOUSE), action, FEW_WORDS)
    with pytest.raises(Unreadable):
        UNGAME.act(begun(*HOUSE), action)


@pytest.mark.parametrize("told", [{"inadmissible": []}, {"removals": 3}])
def test_nobody_says_themselves_what_the_lexicon_has(told: dict[str, Any]) -> None:
    with pytest.raises(Unreadable, match="is not told by who sends it"):
        UNGAME.complete(begun(*HOUSE), take(0, "H4", **told), FEW_WORDS)


# The end


def test_the_last_tile_alone_is_taken_as_the_rest_of_a_word() -> None:
    state = after(begun("H4 SO"), take(0, "H4"))
    assert not state.is_over
    assert state.removals == 1
    state = after(state, take(1, "H5"))
    assert state.board.is_empty
    assert (state.scores, state.places) == ((1, 2), (2, 1))
    ending = to_json(UNGAME.view(state))["ending"]
    assert (ending["reason"], ending["because"], ending["winners"]) == ("cleared", None, [1])


def test_a_whole_word_can_be_taken_and_empties_the_board() -> None:
    state = after(begun("H4 HAUS", players=1), take(0, "H4 H5 H6 H7"))
    assert (state.is_over, state.scores, state.places) == (True, (5,), None)


def test_equal_points_share_the_place() -> None:
    state = after(begun("H4 AS"), take(0, "H4"), take(1, "H5"))
    assert (state.winners, state.places) == ((0, 1), (1, 1))


def test_the_game_ends_by_itself_when_nothing_more_can_be_taken() -> None:
    # Whatever is taken of eight tiles leaves two or more, and there are no words.
    state = after(begun("H4 RINGELNS", "10H NA"), take(0, "I10"), lexicon=())
    assert (state.is_over, state.on_turn, state.winners) == (True, None, (0,))
    assert to_json(UNGAME.view(state))["ending"]["reason"] == "stuck"
    assert refused(state, take(1, "H4")).code == "wrong_phase"


def test_a_board_from_which_nothing_can_be_taken_is_found_stuck() -> None:
    state = after(begun("H4 RINGELNS"), {"kind": "stuck"}, lexicon=())
    assert (state.is_over, state.scores, state.places) == (True, (0, 0), (1, 1))


def test_nobody_is_stuck_while_tiles_can_be_taken() -> None:
    refusal = refused(begun(*HOUSE), {"kind": "stuck"})
    assert refusal.code == "moves_left"
    assert refusal.detail == {"count": len(UNGAME.hints(begun(*HOUSE), LEXICON))}


def test_the_director_breaks_a_game_off() -> None:
    state = after(begun(*HOUSE), take(0, "H4"), {"kind": "end", "because": "director"})
    assert (state.is_over, state.winners, state.places) == (True, (), None)
    assert UNGAME.offers(state) == ()
    for kind in ("stuck", "end"):
        action = {"kind": kind, **({"because": "director"} if kind == "end" else {})}
        assert refused(state, action).code == "wrong_phase"


def test_whoever_is_said_to_win_is_first_whatever_the_points() -> None:
    action = {"kind": "end", "winner": 1, "because": "resigned"}
    state = after(begun(*HOUSE, players=3), take(0, "H4"), action)
    assert (state.winners, state.places) == ((1,), (2, 1, 3))


def test_an_end_needs_a_reason_and_a_winner_who_plays() -> None:
    with pytest.raises(Unreadable, match="'because'"):
        UNGAME.act(begun(*HOUSE), {"kind": "end", "because": "rain"})
    action = {"kind": "end", "winner": 2, "because": "resigned"}
    assert refused(begun(*HOUSE), action).code == "no_such_player"


# All that can be taken


def test_all_removals_are_listed_the_best_first() -> None:
    listed = [
        (" ".join(hint.squares), hint.points) for hint in UNGAME.hints(begun(*HOUSE), LEXICON)
    ]
    assert listed == [("I5", 3), ("H4", 2), ("I7", 2)]


def test_a_hint_is_an_action_that_can_be_sent() -> None:
    state = begun(*HOUSE, begins=1)
    for hint in UNGAME.hints(state, LEXICON):
        assert after(state, to_json(hint)).scores == (0, hint.points)


def test_a_finished_game_has_no_hints() -> None:
    state = after(begun("H4 SO"), take(0, "H4 H5"))
    assert UNGAME.hints(state, LEXICON) == []


def test_an_inadmissible_word_must_lose_a_tile() -> None:
    board = Board.from_rows(rows("H4 XAUS"))
    found = {removal.tiles for removal in removals(board, LEXICON)}
    assert found == {"X", "AUS", "XUS", "XAS", "XAU", "XA", "XS", "XAUS"}
    assert removals(Board.from_rows(rows("H4 XAUS", "4H XQ", "7H SY")), LEXICON) == []


def test_no_board_has_nothing_to_take_and_a_single_tile_has_itself() -> None:
    assert removals(Board(), WORDS) == []
    assert [removal.tiles for removal in removals(Board.from_rows(rows("H8 Q")), WORDS)] == ["Q"]


def sample_game() -> list[str]:
    """The finished board of the sample game in the booklet of 2007."""
    game = json.loads((GOLDEN / "standard_sample_game.json").read_text(encoding="utf-8"))
    moves = [
        {
            "kind": "place",
            "player": move["player"] - 1,
            "coordinates": move["coordinates"],
            "word": move["word"],
        }
        for move in game["moves"]
    ]
    setup = {"ruleset": "standard", "players": 2, "begins": 0}
    return list(replay(MATCH, setup, moves).board.rows)


def test_the_removals_of_a_whole_finished_board_are_those_of_trying_all() -> None:
    finished = sample_game()
    found = UNGAME.hints(UNGAME.begin({"players": 2, "board": finished}), WORDS)
    slow = slow_removals(finished, WORDS | set(words(grid_of(finished))))
    assert {frozenset(hint.squares): hint.points for hint in found} == slow
    assert len(found) == len(slow)
    assert found[0].points == max(slow.values())


# What is seen


def test_board_counts_and_what_each_took_are_shown() -> None:
    seen = to_json(UNGAME.view(after(begun(*HOUSE), take(0, "H4")), seat=1, sees_all=False))
    assert seen["board"] == rows("H5 AUS", "7H SO", "5H AM")
    facts = {fact["code"]: fact["value"] for fact in seen["facts"]}
    assert facts == {"tiles_left": 5, "points_left": 8, "removals": 4}
    assert [tray["tiles"] for tray in seen["trays"]] == ["H", ""]
    assert [offer["kind"] for offer in seen["offers"]] == ["take", "stuck", "end"]


def test_that_nothing_can_be_taken_may_be_told_before_anybody_has_looked() -> None:
    assert [offer.kind for offer in UNGAME.offers(begun(*HOUSE))] == ["take", "stuck", "end"]
