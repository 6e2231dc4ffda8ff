"""The card game: the booklet's examples, the open table, turns, challenges, endings."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.board import Square
from engine.cards import CARDS
from engine.cards.action_cards import USUAL
from engine.cards.deck import (
    DECK,
    LETTERS,
    PREMIUMS,
    letter_cards,
    missing_cards,
    read_cards,
    sort_cards,
    value_of,
    without_cards,
)
from engine.cards.grid import Table, name_column, name_row, name_square, nearest, read_place
from engine.cards.scoring import Premium, Score, leaving, score_cards
from engine.cards.values import CardGame, Phase, Reason
from engine.errors import EngineError, TilesMissing, Unreadable
from engine.notation import Direction, Move
from engine.refusals import Contradiction
from engine.scoring import read_line
from engine.shapes import to_json
from engine.tiles import STANDARD
from tests.games.cards import (
    DESK,
    NOTE,
    after,
    begun,
    challenge,
    exchange,
    left,
    pass_turn,
    place,
    play_action,
    refused,
)
from tests.games.playing import Action
from tests.lexicons import WORDS, lexicon_of

DATA = Path(__file__).parents[1] / "data"
GOLDEN = json.loads((DATA / "golden" / "kartenspiel_examples.json").read_text(encoding="utf-8"))
MAMBA = place(0, "M20-M24", "MAMBA")
#: DATIV through the last A of MAMBA, one row up.
DATIV = place(1, "24L-24P", "DATIV")
FIVE = "five_or_double"


def lay(*words: tuple[str, int, int, str], premium: Premium | None = None) -> tuple[Score, str]:
    """Lay one word after the other, the premium with the last; what it scored and removed."""
    table, removed = Table(), ""
    for number, (direction, row, column, word) in enumerate(words, start=1):
        move = Move(Square(row, column), Direction(direction), word)
        score = score_cards(table, move, premium if number == len(words) else None)
        gone = leaving(score.table, score.counted, WORDS)
        removed, table = read_line(score.table, sorted(gone)), score.table.without(gone)
    return score, removed


def near_the_end(variant: str, *hands: str, pile: int = 0) -> CardGame:
    """A game in its last moves: MAMBA on M20, these hands, so much on the draw pile."""
    state = after(begun(variant, len(hands)), MAMBA, NOTE)
    rest = without_cards(DECK, "MAMBA" + "".join(hands))
    sizes = tuple(map(len, hands))
    state = replace(state, hand_sizes=sizes, discarded=rest[: len(rest) - pile], on_turn=0)
    assert state.pile == pile
    return state


# The booklet


@pytest.mark.parametrize("example", GOLDEN["examples"], ids=lambda case: case["lay"][-1][-1])
def test_the_booklets_card_examples_come_out_as_printed(example: dict[str, Any]) -> None:
    score, removed = lay(*example["lay"])
    assert score.points == example["points"]
    assert dict(score.words) == example["words"]
    assert removed == example.get("removed", "")


@pytest.mark.parametrize("example", GOLDEN["examples"], ids=lambda case: case["lay"][-1][-1])
def test_the_booklets_card_examples_come_out_at_the_table(example: dict[str, Any]) -> None:
    state = begun()
    for player, (direction, row, column, word) in enumerate(example["lay"]):
        square = name_square(Square(12 + row, 19 + column), Direction(direction))
        state = after(state, place(player, square, word))
    turn = to_json(CARDS.view(state))["turns"][-1]
    assert turn["points"] == example["points"]
    assert {word["word"]: word["points"] for word in turn["words"]} == example["words"]
    assert after(state, NOTE).turns[-1].removed == example.get("removed", "")


@pytest.mark.parametrize(("player", "key"), [(0, "own_card"), (1, "opponents_card")])
def test_the_booklets_action_card_gives_nine_points_or_takes_seven(player: int, key: str) -> None:
    example = GOLDEN["action"]
    assert STANDARD.value_of(example["lay"]) == example["base"]
    state = after(begun("action"), MAMBA, play_action(player, FIVE))
    # The booklet leaves out that this is a first word.
    assert state.scores == (2 * example["base"] + example[key], 0)


# The cards


def test_there_are_102_letters_and_10_premium_cards() -> None:
    assert (len(LETTERS), len(PREMIUMS), len(DECK)) == (102, 10, 112)
    assert (PREMIUMS.count("2"), PREMIUMS.count("3")) == (8, 2)
    # With 14 action cards and 10 rummy tasks these are the 136 of the box.
    assert len(DECK) + len(USUAL) + 10 == 136


def test_cards_are_read_as_people_write_them() -> None:
    assert read_cards(" a2 ?\u00e4 3u\u0308") == "A2?Ä3Ü"
    assert read_cards("*2 ×3 E") == "23E"
    assert sort_cards("3A?2Z") == "?AZ23"
    assert letter_cards("A2?3") == "A?"
    assert value_of("Q2?3A") == 11
    assert missing_cards("AAB2", "AB22") == "2"
    assert without_cards("A2B2", "2A") == "B2"


@pytest.mark.parametrize("text", ["ß", "4", "A-B", "A!"])
def test_what_is_no_card_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        read_cards(text)
    with pytest.raises(Unreadable):
        sort_cards(text)


def test_cards_that_are_not_there_are_not_taken() -> None:
    with pytest.raises(TilesMissing, match="22 can't be taken: only A2"):
        without_cards("2A", "222")


# The open table


@pytest.mark.parametrize(
    ("row", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (52, "BA"), (701, "ZZ"), (-1, "ZZ")]
)
def test_rows_are_named_like_those_of_a_spreadsheet_and_go_round(row: int, name: str) -> None:
    assert name_row(row) == name
    assert nearest(read_place(f"{name}1").start, Square(row, 0)) == Square(row, 0)


@pytest.mark.parametrize(("column", "name"), [(0, "1"), (998, "999"), (-1, "999"), (999, "1")])
def test_columns_are_numbered_and_go_round(column: int, name: str) -> None:
    assert name_column(column) == name
    assert nearest(read_place(f"A{name}").start, Square(0, column)) == Square(0, column)


@pytest.mark.parametrize(
    ("coordinates", "long"),
    [
        ("M20", "M20-M24"),
        ("20M", "20M-20Q"),
        (" m20 – m24 ", "M20-M24"),
        ("zz998-zz3", "ZZ998-ZZ3"),
        ("1zz", "1ZZ-1D"),
        ("ma500", "MA500-MA504"),
    ],
)
def test_a_first_word_lies_wherever_it_was_said_to(coordinates: str, long: str) -> None:
    state = after(begun(), place(0, coordinates, "MAMBA"))
    assert state.turns[0].coordinates == long
    grid = to_json(CARDS.view(state))["grid"]
    first = grid["row_names"][7] + grid["column_names"][7]
    assert first in {long.split("-")[0], "M20", "ZZ1"}
    assert [row.strip(".") for row in grid["rows"] if row.strip(".")] in (["MAMBA"], [*"MAMBA"])


def test_the_grid_names_its_rows_and_columns_with_room_for_any_word() -> None:
    empty = to_json(CARDS.view(begun()))["grid"]
    assert (empty["row"], empty["column"]) == (5, 12)
    assert (empty["row_names"][0], empty["row_names"][-1]) == ("F", "T")
    assert (empty["column_names"][0], empty["column_names"][-1]) == ("13", "27")
    assert empty["rows"] == ["." * 15] * 15
    grid = to_json(CARDS.view(after(begun(), place(0, "C3", "MAMBA"))))["grid"]
    assert grid["row_names"][:8] == ["ZV", "ZW", "ZX", "ZY", "ZZ", "A", "B", "C"]
    assert grid["column_names"][:8] == ["995", "996", "997", "998", "999", "1", "2", "3"]
    assert grid["rows"][7] == ".......MAMBA......."
    assert len(grid["rows"]) == 15


def test_play_goes_on_beyond_the_first_row_and_column() -> None:
    state = after(begun(), place(0, "A1", "MAMBA"), place(1, "1ZZ-1A", "IM"))
    assert state.turns[-1].words == (("IM", 4),)
    state = after(state, place(0, "ZZ999-ZZ1", "EI"))
    assert state.turns[-1].points == 2
    assert state.table.cards == {
        Square(0, 0): "M",
        Square(-1, 0): "I",
        Square(-1, -1): "E",
    }


@pytest.mark.parametrize("text", ["", "20", "M", "M0", "AAA1", "M1000", "M20-20M", "-M1", "M20-"])
def test_coordinates_that_name_no_squares_are_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        CARDS.complete(begun(), place(0, text, "MAMBA"), DESK)


@pytest.mark.parametrize(
    ("coordinates", "word", "code"),
    [
        ("M20-N24", "MAMBAS", "not_one_line"),
        ("M20-M24", "MAMBAS", "length_mismatch"),
        ("M20", "MUMBAS", "tile_mismatch"),
        ("24L", "DA?IV", "blank_without_letter"),
        ("M25", "SO", "runs_on"),
        ("M20", "M", "runs_on"),
        ("X1", "A", "single_letter"),
        ("M20", "MAMBA", "nothing_laid"),
        ("P20", "DATIV", "not_connected"),
        ("N25", "DATIV", "not_connected"),
        ("M20", "MAMBASSADORS", "more_than_rack"),
        ("24L", "DAXX", "tile_not_left"),
    ],
)
def test_a_word_that_does_not_fit_the_table_is_refused(
    coordinates: str, word: str, code: str
) -> None:
    state = after(begun(), MAMBA)
    if code == "more_than_rack":
        state = replace(after(state, NOTE), hand_sizes=(7, 6))
    assert refused(state, place(1, coordinates, word)).code == code


def test_a_blank_card_is_worth_nothing_and_keeps_its_letter() -> None:
    state = after(begun(), place(0, "M20", "mAMBA"), place(1, "M20", "MAMBAS"))
    assert state.points == (16, 9)
    assert state.turns[-1].word == "mAMBAS"


# Clearing the table


def test_cards_that_did_not_count_leave_the_table_when_the_next_begins() -> None:
    state = after(begun(), MAMBA, DATIV)
    assert len(state.table.cards) == 9
    assert to_json(CARDS.view(state))["marks"] == dict.fromkeys(
        ["M20", "M21", "M22", "M23"], "leaving"
    )
    noted = after(state, NOTE)
    assert "".join(noted.table.cards.values()) == "ADTIV"
    assert (noted.discarded, noted.turns[-1].removed) == ("ABMM", "MAMB")
    assert to_json(CARDS.view(noted))["marks"] == {}
    assert after(state, pass_turn(0)).table == noted.table
    assert noted.pile == state.pile


def test_cards_may_leave_when_a_complete_word_remains() -> None:
    # Of MAIBAUM only MAI counts, in cross words; MAI is a word, so BAUM leaves.
    state = after(begun(), place(0, "M20", "MAIBAUM"))
    vide = place(1, "L19", "VIDE")
    turn = after(state, vide, NOTE, lexicon=WORDS | {"MAI"}).turns[-1]
    assert [word for word, _ in turn.words] == ["VIDE", "IM", "DA", "EI"]
    assert turn.removed == "BAUM"
    assert after(state, vide, NOTE, lexicon=WORDS - {"MAI"}).turns[-1].removed == ""


def test_only_cards_that_did_not_count_can_be_removed() -> None:
    state = after(begun(), MAMBA)
    for squares in (["M24"], ["A1"], ["24L"]):
        if squares == ["24L"]:
            with pytest.raises(Unreadable):
                CARDS.act(state, {**DATIV, "removed": squares})
            continue
        result = CARDS.act(state, {**DATIV, "removed": squares})
        assert not isinstance(result, CardGame)
        assert result.code == "must_stay"
    with pytest.raises(Unreadable, match="is not told by who sends it"):
        CARDS.complete(state, {**DATIV, "removed": []}, DESK)
    with pytest.raises(Unreadable, match="'removed' is missing"):
        CARDS.act(state, DATIV)


class Unasked:
    """A lexicon that nobody may ask."""

    def __contains__(self, word: object) -> bool:
        raise AssertionError(f"asked for {word}")


def test_no_lexicon_is_asked_where_no_card_could_leave() -> None:
    state = after(begun(), MAMBA, place(1, "25K", "DESTO"), lexicon=Unasked())
    assert len(state.table.cards) == 10


def test_a_line_longer_than_any_word_of_a_lexicon_is_none() -> None:
    line = [Square(12, column) for column in range(18)]
    table = Table(dict.fromkeys(line, "E"))
    assert leaving(table, frozenset(line[:16]), lexicon_of()) == frozenset()
    assert leaving(table, frozenset(line[:16]), {"E" * 16}) == frozenset(line[16:])


# Premium cards


def test_a_premium_counts_in_every_word_that_holds_its_card() -> None:
    desto = place(1, "25K", "DESTO")
    state = after(begun(), MAMBA)
    tripled = after(state, {**desto, "premium_letter": 3, "premium_factor": 3})
    assert tripled.points[1] == 54
    assert to_json(CARDS.view(tripled))["marks"] == {"M25": "premium_3"}
    assert (tripled.discarded, tripled.hand_sizes, tripled.pile) == ("3", (7, 7), 112 - 25)
    doubled = after(state, {**desto, "premium_letter": 1, "premium_factor": 2})
    assert doubled.points[1] == 24


def test_a_premium_is_one_of_the_seven_cards_of_the_bonus() -> None:
    state = after(begun(), place(0, "M20", "AN"))
    anrufens = place(1, "M20", "ANRUFENS")
    assert after(state, anrufens).turns[-1].bonus == 0
    turn = after(state, {**anrufens, "premium_letter": 3, "premium_factor": 2}).turns[-1]
    assert (turn.bonus, turn.count) == (50, 7)
    assert turn.points == 2 * STANDARD.value_of("ANRUFENS") + 50


def test_the_first_word_takes_no_premium_card() -> None:
    action = {**MAMBA, "premium_letter": 1, "premium_factor": 2}
    assert refused(begun(), action).code == "premium_on_first_word"


@pytest.mark.parametrize("letter", [0, 1, 5, 7])
def test_a_premium_goes_with_a_card_laid_in_the_same_turn(letter: int) -> None:
    action = place(1, "M20", "MAMBAS", premium_letter=letter, premium_factor=2)
    assert refused(after(begun(), MAMBA), action).code == "premium_not_on_laid"


def test_premium_cards_run_out() -> None:
    state = replace(after(begun(), MAMBA, NOTE), discarded="33")
    action = place(1, "M20", "MAMBAS", premium_letter=6)
    assert refused(state, {**action, "premium_factor": 3}).detail == {"tiles": "3"}
    [offer] = [offer for offer in CARDS.offers(state) if offer.kind == "place"]
    assert [asked.choices for asked in offer.asked if asked.name == "premium_factor"] == [(2,)]


def test_a_premium_is_told_by_its_factor_and_its_letter() -> None:
    state = after(begun(), MAMBA)
    for told in ({"premium_letter": 1}, {"premium_factor": 2}):
        assert refused(state, {**DATIV, **told}).code == "premium_incomplete"
    with pytest.raises(Unreadable, match="one of 2, 3"):
        CARDS.complete(state, {**DATIV, "premium_letter": 1, "premium_factor": 4}, DESK)


def test_scoring_alone_refuses_a_premium_where_none_may_be() -> None:
    with pytest.raises(EngineError):
        lay(("across", 0, 0, "MAMBA"), premium=Premium(Square(0, 0), 2))
    with pytest.raises(EngineError):
        lay(("across", 0, 0, "MAMBA"), ("across", 0, 0, "MAMBAS"), premium=Premium(Square(0, 0), 2))


# Who begins


def drawn(*cards: str) -> dict[str, Any]:
    return {"kind": "draw", "cards": [*cards]}


def test_whoever_draws_the_first_letter_begins() -> None:
    state = after(begun(players=3, begins=None), drawn("B", "?", "A"))
    assert (state.phase, state.on_turn, state.hand_sizes) == (Phase.PLAYING, 1, (7, 7, 7))
    assert state.pile == 112 - 21


def test_equals_draw_again_among_themselves() -> None:
    state = after(begun(players=3, begins=None), drawn("B", "C", "B"))
    assert state.drawing == (0, 2)
    assert after(state, drawn("Z", "Ä")).on_turn == 2


def test_a_premium_card_is_drawn_again_while_the_letters_stand() -> None:
    state = after(begun(players=3, begins=None), drawn("2", "C", "3"))
    assert state.drawing == (0, 2)
    assert after(state, drawn("D", "E")).on_turn == 1
    state = after(state, drawn("2", "C"))
    assert state.drawing == (0,)
    state = after(state, drawn("D"))
    assert state.drawing == (1, 2)
    assert after(state, drawn("B", "A")).on_turn == 2


def test_no_more_cards_are_drawn_than_there_are() -> None:
    state = begun(begins=None)
    assert refused(state, drawn("Q", "Q")).detail == {"tiles": "Q"}
    assert refused(after(state, drawn("Q", "2")), drawn("Q")).code == "tile_not_left"
    assert refused(state, drawn("Q")).code == "each_draws_one"
    assert refused(begun(), drawn("Q", "E")).code == "wrong_phase"
    with pytest.raises(Unreadable):
        CARDS.act(state, drawn("QE", "A"))


# Turns


def test_cards_are_drawn_back_to_seven() -> None:
    state = after(begun(), MAMBA)
    assert (state.hand_sizes, state.pile, state.on_turn) == ((7, 7), 112 - 14 - 5, 1)


def test_only_the_player_on_turn_takes_one() -> None:
    state = after(begun(players=3), MAMBA)
    for action in (place(2, "24L", "DATIV"), exchange(2, count=1), pass_turn(2)):
        assert refused(state, action).detail == {"player": 2, "on_turn": 1}
    assert refused(state, MAMBA).code == "not_on_turn"
    assert refused(state, pass_turn(3)).code == "no_such_player"
    assert refused(begun(begins=None), pass_turn(0)).code == "wrong_phase"


def test_wrong_points_are_refused_with_the_right_ones() -> None:
    assert refused(begun(), {**MAMBA, "points": 11}).detail == {"points": 11, "right": 22}
    assert after(begun(), {**MAMBA, "points": 22}).points == (22, 0)


def test_a_hand_told_must_hold_what_is_laid() -> None:
    assert after(begun(), {**MAMBA, "hand": "AAIUBMM"}).known == ("IU", "")
    assert refused(begun(), {**MAMBA, "hand": "AAIUBM"}).code == "wrong_rack_size"
    assert refused(begun(), {**MAMBA, "hand": "AAIUBMN"}).code == "not_on_rack"
    assert refused(begun(), {**MAMBA, "hand": "AAYYBMM"}).code == "tile_not_left"
    premium = place(1, "M20", "MAMBAS", premium_letter=6, premium_factor=2)
    state = after(begun(), MAMBA)
    assert refused(state, {**premium, "hand": "SEEEEE3"}).detail["missing"] == "2"
    assert after(state, {**premium, "hand": "SEEEEE2"}).known == ("", "EEEEE")


def test_a_hand_that_lacks_what_was_told_before_is_remarked() -> None:
    state = after(begun(), {**MAMBA, "hand": "AAIUBMM"}, pass_turn(1), pass_turn(0, hand="EEEEEEI"))
    assert state.turns[-1].hand_lacks == "U"
    turn = to_json(CARDS.view(state))["turns"][-1]
    assert turn["notes"] == [{"code": "hand_lacks", "cards": "U"}]
    assert to_json(CARDS.view(state, seat=1, sees_all=False))["turns"][-1]["notes"] == []


def test_cards_exchanged_go_face_down_to_the_discard_pile() -> None:
    named = after(begun(), exchange(0, cards="2E?"))
    assert (named.given_up, named.unnamed, named.pile, named.hand_sizes) == ("?E2", 0, 95, (7, 7))
    counted = after(begun(), exchange(0, count=3))
    assert (counted.given_up, counted.unnamed, counted.pile) == ("", 3, 95)
    assert counted.on_turn == 1


def test_what_was_exchanged_is_known_to_those_who_see_all() -> None:
    state = after(begun(), MAMBA, DATIV, exchange(0, cards="2E"))
    piles = {
        sees_all: [
            (tray["tiles"], tray["count"])
            for tray in to_json(CARDS.view(state, seat=1, sees_all=sees_all))["trays"]
            if tray["code"] == "discarded"
        ]
        for sees_all in (True, False)
    }
    assert piles == {True: [("ABMME2", 6)], False: [("ABMM", 6)]}
    assert to_json(CARDS.view(state, seat=1, sees_all=False))["turns"][-1]["tiles"] == ""
    assert to_json(CARDS.view(state, seat=0, sees_all=False))["turns"][-1]["tiles"] == "E2"


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({}, "nothing_exchanged"),
        ({"count": 0}, "nothing_exchanged"),
        ({"count": 8}, "more_than_rack"),
        ({"cards": "YY"}, "tile_not_left"),
        ({"cards": "E", "hand": "AAAAANN"}, "not_on_rack"),
        ({"with_action": True}, "no_action_cards"),
    ],
)
def test_an_exchange_gives_up_cards_that_are_there(told: dict[str, Any], code: str) -> None:
    assert refused(begun(), exchange(0, **told)).code == code


def test_no_more_is_exchanged_than_can_be_drawn() -> None:
    state = near_the_end("classic", "EEN", "NNN", pile=2)
    assert refused(state, exchange(0, count=3)).detail == {"count": 3, "bag": 2}
    assert after(state, exchange(0, count=2)).pile == 0
    with pytest.raises(Unreadable):
        CARDS.act(state, exchange(0, count=1, cards="E"))
    empty = near_the_end("classic", "EEN", "NNN")
    assert "exchange" not in [offer.kind for offer in CARDS.offers(empty)]
    assert refused(empty, exchange(0, count=1)).code == "bag_too_small"


# Challenges


def test_an_upheld_challenge_gives_cards_back_and_takes_the_turn() -> None:
    state = after(begun(), MAMBA)
    laid = after(
        state, place(1, "M20", "MAMBAXY", premium_letter=6, premium_factor=2), challenge(0)
    )
    assert laid.table == state.table
    assert (laid.points, laid.on_turn, laid.pending) == ((22, 0), 0, None)
    assert (laid.hand_sizes, laid.known, laid.discarded) == ((7, 7), ("", "XY2"), "")
    turn = to_json(CARDS.view(laid))["turns"][-1]
    assert (turn["taken_back"], turn["total"]) == (True, 0)
    assert turn["challenges"][0]["inadmissible"] == ["MAMBAXY"]
    assert refused(laid, NOTE).code == "window_shut"


def test_after_an_upheld_challenge_nothing_has_left_the_table() -> None:
    state = after(begun(), MAMBA, place(1, "24L", "DAX"), challenge(0, "DAX"))
    assert "".join(state.table.cards.values()) == "MAMBA"


def test_the_word_after_a_first_one_taken_back_is_the_first() -> None:
    state = after(begun(), place(0, "M20", "MAMBAX"), challenge(1), place(1, "M20", "DATIV"))
    assert state.points == (0, 20)


def test_a_rejected_challenge_costs_nothing_and_shuts_the_window() -> None:
    state = after(begun(), MAMBA, challenge(1))
    assert (state.points, state.pending, state.on_turn) == ((22, 0), None, 1)
    assert refused(state, challenge(1)).code == "window_shut"


def test_words_are_challenged_one_by_one() -> None:
    state = after(begun(), MAMBA, place(1, "25K", "DESTO"))
    assert to_json(CARDS.view(state))["challenge"] == {"player": 1, "words": ["DESTO", "MAMBAS"]}
    state = after(state, challenge(0, "DESTO"))
    assert to_json(CARDS.view(state))["challenge"] == {"player": 1, "words": ["MAMBAS"]}
    assert refused(state, challenge(0, "DESTO")).code == "already_ruled"
    assert refused(state, challenge(0, "MAMBA")).code == "not_formed"
    assert refused(state, challenge(1)).code == "own_move"
    assert refused(state, challenge(5)).code == "no_such_player"
    ruled = {**challenge(0, "MAMBAS"), "inadmissible": ["DESTO"]}
    with pytest.raises(Unreadable):
        CARDS.complete(state, ruled, DESK)
    result = CARDS.act(state, ruled)
    assert not isinstance(result, CardGame)
    assert result.code == "not_challenged"


def test_the_next_turn_shuts_the_window() -> None:
    state = after(begun(), place(0, "M20", "MAMBAX"), pass_turn(1))
    assert refused(state, challenge(1)).code == "window_shut"
    assert "MAMBAX" in "".join(state.table.cards.values())


# Endings


def test_whoever_empties_the_hand_is_credited_the_others_cards() -> None:
    state = near_the_end("classic", "S", "QE2", "N")
    state = after(state, place(0, "M20", "MAMBAS"))
    assert (state.on_turn, state.phase) == (None, Phase.PLAYING)
    state = after(state, NOTE)
    assert state.phase is Phase.SETTLING
    state = after(state, left("", "2EQ", None))
    assert state.scores == (22 + 12 + 12, -11, -1)
    assert (state.places, state.winners) == ((1, 3, 2), (0,))
    assert refused(state, left("", "2EQ", "N")).code == "wrong_phase"
    assert to_json(CARDS.view(state))["settlement"][1] == {
        "left": "EQ2",
        "deducted": 11,
        "credited": 0,
        "total": -11,
    }


def test_a_game_of_two_settles_by_itself_when_every_other_card_is_known() -> None:
    state = after(near_the_end("classic", "S", "QE2"), place(0, "M20", "MAMBAS"), NOTE)
    assert (state.phase, state.scores) == (Phase.OVER, (22 + 12 + 11, -11))
    hidden = near_the_end("classic", "S", "QE2")
    hidden = replace(hidden, discarded=hidden.discarded[1:], unnamed=1)
    hidden = after(hidden, place(0, "M20", "MAMBAS"), NOTE)
    assert hidden.phase is Phase.SETTLING
    assert refused(hidden, left(None, None)).code == "rack_missing"
    assert refused(hidden, left(None, "QQE")).code == "tile_not_left"
    assert refused(hidden, left(None, "QE")).code == "wrong_rack_size"
    assert after(hidden, left(None, "QE2")).scores == (45, -11)


def test_a_last_word_may_be_challenged_before_the_game_is_over() -> None:
    state = after(near_the_end("classic", "X", "QE2"), place(0, "M20", "MAMBAX"), challenge(1))
    assert (state.phase, state.on_turn, state.hand_sizes) == (Phase.PLAYING, 1, (1, 3))


def test_a_last_word_may_be_acted_on_before_the_game_is_over() -> None:
    state = after(near_the_end("action", "S", "QE2"), place(0, "M20", "MAMBAS"))
    state = after(state, challenge(1), play_action(1, "six_or_m"), NOTE)
    assert state.scores == (22 + 12 - 8 + 11, -11)


def test_all_passing_in_two_rounds_ends_the_game_and_nobody_is_credited() -> None:
    state = after(begun(), MAMBA, *(pass_turn(player) for player in (1, 0, 1)))
    assert state.phase is Phase.PLAYING
    state = after(state, pass_turn(0))
    assert state.ending is not None
    assert (state.phase, state.ending.reason) == (Phase.SETTLING, Reason.PASSES)
    state = after(state, left("EEEEEEE", "2NNNNNQ"))
    assert state.scores == (22 - 7, -15)


def test_a_game_in_which_all_hands_were_told_settles_after_the_last_pass() -> None:
    told = {0: "EEEEEEE", 1: "NNNNNN2"}
    state = after(begun(), *(pass_turn(player, hand=told[player]) for player in (0, 1, 0, 1)))
    assert (state.phase, state.scores, state.winners) == (Phase.OVER, (-7, -6), (1,))


def test_hands_left_need_not_be_named_at_all() -> None:
    state = after(begun(), *(pass_turn(player) for player in (0, 1, 0, 1)))
    assert refused(state, {"kind": "left"}) == refused(state, left(None, None))


def test_equals_share_the_victory() -> None:
    state = after(begun(), *(pass_turn(player) for player in (0, 1, 0, 1)))
    state = after(state, left("EEEEEEE", "NNNNNNN"))
    assert (state.winners, state.places) == ((0, 1), (1, 1))


def test_other_turns_break_the_row_of_passes() -> None:
    state = after(begun(), *(pass_turn(player) for player in (0, 1, 0)), exchange(1, count=1))
    assert (state.passes, state.phase) == (0, Phase.PLAYING)


def test_a_game_ends_by_word_with_the_points_as_they_are() -> None:
    state = after(begun(), MAMBA, {"kind": "end", "because": "resigned", "winner": 1})
    assert (state.is_over, state.scores, state.winners) == (True, (22, 0), (1,))
    assert state.places == (2, 1)
    assert to_json(CARDS.view(state))["ending"]["because"] == "resigned"
    assert refused(state, {"kind": "end", "because": "director"}).code == "wrong_phase"
    stopped = after(begun(begins=None), {"kind": "end", "because": "director"})
    assert (stopped.places, stopped.winners) == (None, ())
    with pytest.raises(Unreadable):
        CARDS.act(begun(), {"kind": "end", "because": "rain"})


# The set-up, and what is secret


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"players": 2},
        {"variant": "rummy", "players": 2},
        {"variant": "classic", "players": 1},
        {"variant": "classic", "players": 5},
        {"variant": "classic", "players": 2, "begins": 2},
        {"variant": "action", "players": 2, "action_cards": []},
        {"variant": "action", "players": 2, "action_cards": "five"},
    ],
)
def test_a_set_up_that_is_none_is_not_begun(setup: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        CARDS.begin(setup)


def test_action_cards_do_not_go_with_the_classic_variant() -> None:
    with pytest.raises(Contradiction, match="action_cards_in_classic"):
        CARDS.begin({"variant": "classic", "players": 2, "action_cards": []})


def test_hands_are_seen_by_their_owner_while_the_game_is_played() -> None:
    state = after(begun(), {**MAMBA, "hand": "AAIUBMM"})
    for seat, seen in ((0, "IU"), (1, ""), (None, "")):
        view = to_json(CARDS.view(state, seat=seat, sees_all=False))
        assert view["trays"][0] == {"code": "hand", "player": 0, "tiles": seen, "count": 7}
        assert view["turns"][0]["hand"] == ("AABIMMU" if seat == 0 else None)
    setup = {"variant": "classic", "players": 2}
    assert CARDS.tells_secret(setup, {**MAMBA, "hand": "AAIUBMM"})
    assert CARDS.tells_secret(setup, exchange(0, cards="E"))
    assert not CARDS.tells_secret(setup, exchange(0, count=1))


def test_a_turn_is_remarked_on() -> None:
    premium = {"premium_letter": 1, "premium_factor": 2}
    state = after(begun("action"), MAMBA, play_action(0, FIVE), {**DATIV, **premium})
    state = after(state, exchange(0, with_action=True))
    notes = [turn["notes"] for turn in to_json(CARDS.view(state))["turns"]]
    assert notes == [
        [{"code": "first_word"}, {"code": "action_gained", "by": 0, "points": 9}],
        [{"code": "premium", "factor": 2}, {"code": "cards_removed", "cards": "MAMB"}],
        [{"code": "action_swapped"}],
    ]
    assert {fact["code"]: fact["value"] for fact in to_json(CARDS.view(state))["facts"]} == {
        "variant": "action",
        "draw_pile": 112 - 14 - 10,
        "action_pile": 12,
        "passes": 1,
    }


def test_of_cards_given_up_face_down_the_offers_say_nothing() -> None:
    state = after(begun(), exchange(0, cards="33"), place(1, "M20", "MAMBA"), NOTE)
    place_offer = next(offer for offer in CARDS.offers(state) if offer.kind == "place")
    factors = next(asked for asked in place_offer.asked if asked.name == "premium_factor")
    assert factors.choices == (2, 3)


@pytest.mark.parametrize(
    "action",
    [
        pass_turn(1, hand="QABCDEF"),
        exchange(1, count=1, hand="QABCDEF"),
        exchange(1, cards="Q"),
        place(1, "M20", "QUA"),
    ],
    ids=lambda action: action["kind"],
)
def test_a_card_misnamed_when_given_up_is_no_hindrance_to_who_has_it(action: Action) -> None:
    state = after(begun(), exchange(0, cards="QE"))
    later = after(state, action)
    assert Counter(later.given_up)["Q"] == (1 if action.get("cards") else 0)
    assert Counter(later.given_up)["E"] == 1
    assert later.unnamed == 1 + action.get("count", 0)
    # Nobody learns by trying what was named.
    other = after(begun(), exchange(0, cards="XE"), action)
    seen = [to_json(CARDS.view(one, seat=1, sees_all=False)) for one in (later, other)]
    assert seen[0] == seen[1]


def test_a_card_misnamed_when_given_up_is_told_as_left_all_the_same() -> None:
    state = after(begun(), exchange(0, cards="Q"), *[pass_turn(1), pass_turn(0)] * 2)
    assert state.phase is Phase.SETTLING
    settled = after(state, left("ENIRSTA", "QABCDEF"))
    assert (settled.is_over, settled.left) == (True, ("AEINRST", "ABCDEFQ"))


@pytest.mark.parametrize("action", [[], None, "place", 5, {"kind": "fold"}, {}])
def test_what_is_no_action_is_not_read(action: Any) -> None:
    with pytest.raises(Unreadable):
        CARDS.act(begun(), action)
    if not isinstance(action, dict):
        with pytest.raises(Unreadable):
            CARDS.complete(begun(), action, DESK)
