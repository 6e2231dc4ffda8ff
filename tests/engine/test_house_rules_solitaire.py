"""Solitaire: open tiles, chosen or drawn, one rack or two, and the best moves on demand."""

from dataclasses import replace

import pytest

from engine.board import Square
from engine.errors import Unreadable
from engine.games import first_not_drawn, replay
from engine.match import MATCH
from engine.match.values import Match, Phase, Reason
from engine.refusals import Refusal
from engine.shapes import to_json
from engine.tiles import sort_tiles, without
from tests.games.match import (
    STUCK,
    after,
    alone,
    asked,
    begun,
    exchange,
    fill,
    pass_turn,
    place,
    refused,
)
from tests.games.playing import Action, Outside
from tests.lexicons import lexicon_of

#: Everybody passes twice, with two racks.
TWO_ROUNDS = [pass_turn(rack) for rack in (0, 1)] * 2


def completed(state: Match, action: Action, seed: int = 0) -> Action:
    result = MATCH.complete(state, action, Outside(seed=bytes([seed]) * 32))
    assert isinstance(result, dict), result
    return result


def test_one_alone_chooses_the_tiles_and_plays_on_one_account() -> None:
    state = alone("HUNDEST")
    assert (state.phase, state.on_turn, state.known) == (Phase.PLAYING, 0, ("DEHNSTU",))
    state = after(state, place(0, "H6", "HUND", new_tiles="QXYJ"))
    assert (state.on_turn, state.known, state.pending) == (0, ("EJQSTXY",), None)
    assert state.turns[-1].rack == "DEHNSTU"
    assert to_json(MATCH.view(state))["trays"] == [
        {"code": "rack", "player": 0, "tiles": "EJQSTXY", "count": 7}
    ]


def test_nothing_is_secret_alone() -> None:
    state = alone("HUNDEST", "EEEEEEE")
    state = after(state, exchange(0, tiles="H", new_tiles="N"))
    assert to_json(MATCH.view(state, seat=1, sees_all=False)) == to_json(MATCH.view(state))
    setup = {"ruleset": "standard", "players": 2, "solitaire": "chosen"}
    assert not MATCH.tells_secret(setup, exchange(0, tiles="H", new_tiles="N"))
    assert not MATCH.tells_secret(setup, pass_turn(0, rack="HUNDEST"))


def test_two_racks_of_one_player_take_turns() -> None:
    state = after(alone("HUNDEST", "MAUSEEE"), place(0, "H6", "HUND", new_tiles="NNNN"))
    assert state.on_turn == 1
    state = after(state, place(1, "I7", "MAUS", new_tiles="RRRR"))
    assert (state.on_turn, state.known) == (0, ("ENNNNST", "EEERRRR"))


def test_only_tiles_on_the_rack_are_laid_and_only_those_in_the_bag_come() -> None:
    state = alone("HUNDEST")
    assert refused(state, place(0, "H6", "MAUS", new_tiles="NNNN")).code == "not_on_rack"
    assert refused(state, place(0, "H6", "HUND", new_tiles="QQNN")).code == "tile_not_left"
    assert refused(state, place(0, "H6", "HUND", new_tiles="NNN")).code == "wrong_draw"
    assert refused(state, place(0, "H6", "HUND")).code == "wrong_draw"
    assert refused(state, pass_turn(0, rack="EEEEEEE")).code == "racks_differ"
    assert refused(state, exchange(0, count=1, new_tiles="N")).code == "tiles_open"


def test_tiles_are_drawn_so_that_anybody_can_check() -> None:
    setup = {"ruleset": "standard", "players": 2, "solitaire": "drawn"}
    state, actions = MATCH.begin(setup), list[Action]()
    for number in range(2):
        actions.append(completed(state, fill(number), seed=7))
        state = after(state, actions[-1])
    given = state.known[0][:3]
    actions.append(completed(state, exchange(0, tiles=given), seed=7))
    state = after(state, actions[-1])
    assert [len(action["new_tiles"]) for action in actions] == [7, 7, 3]
    assert replay(MATCH, setup, actions) == state
    assert first_not_drawn(MATCH, setup, actions, bytes([7]) * 32) is None
    assert first_not_drawn(MATCH, setup, actions, bytes([8]) * 32) == 1
    other = next(tile for tile in "ENRST" if tile not in actions[2]["new_tiles"])
    actions[2]["new_tiles"] = actions[2]["new_tiles"][:2] + other
    assert first_not_drawn(MATCH, setup, actions, bytes([7]) * 32) == 3


def test_undoing_and_drawing_again_brings_the_same() -> None:
    state = begun(players=1, solitaire="drawn")
    assert completed(state, fill(0)) == completed(state, fill(0))
    assert completed(state, fill(0)) != completed(state, fill(0), seed=1)


def test_nobody_may_claim_to_have_drawn() -> None:
    state = begun(players=1, solitaire="drawn")
    with pytest.raises(Unreadable, match="drawn by the referee"):
        MATCH.complete(state, fill(0, new_tiles="ENRSTIA"), Outside())


def test_the_rules_come_before_the_draw() -> None:
    state = begun(players=1, solitaire="drawn")
    early = MATCH.complete(state, place(0, "H6", "HUND"), Outside())
    assert isinstance(early, Refusal)
    assert early.code == "wrong_phase"
    with pytest.raises(Unreadable):
        MATCH.complete(state, {"kind": "fill"}, Outside())


def test_one_alone_draws_from_two_bags() -> None:
    state = begun(players=1, solitaire="drawn", two_bags=True)
    action = completed(state, fill(0, vowels=3))
    assert sum(tile in "AEIOUÄÖÜ" for tile in action["new_tiles"]) == 3
    state = after(state, action)
    assert state.rack_vowels == (3,)
    swapped = fill(0, vowels=4, new_tiles=action["new_tiles"])
    assert refused(begun(players=1, solitaire="drawn", two_bags=True), swapped).code == "other_bags"


def test_another_split_of_the_bags_draws_no_other_tiles() -> None:
    state = begun(players=1, solitaire="drawn", two_bags=True)
    few, more = (completed(state, fill(0, vowels=vowels))["new_tiles"] for vowels in (2, 3))
    assert few[:2] == more[:2]
    assert few[2:6] == more[3:]


def test_words_are_looked_up_before_they_are_laid_alone() -> None:
    state = alone("HUNDEST")
    refusal = MATCH.complete(state, place(0, "H6", "NUHD", new_tiles="NNNN"), Outside())
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.detail) == ("word_not_admissible", {"words": "NUHD"})
    action = place(0, "H6", "HUND", new_tiles="NNNN")
    assert MATCH.complete(state, action, Outside()) == action
    assert state.is_dictionary_open
    noted = after(state, action)
    assert not to_json(MATCH.view(noted))["challenge"]
    ruled = MATCH.complete(noted, {"kind": "challenge", "by": 0, "words": []}, Outside())
    assert isinstance(ruled, Refusal)
    assert ruled.code == "window_shut"


@pytest.mark.parametrize("ruleset", ["standard", "kompakt", "reise"])
def test_two_passes_with_every_rack_end_it_and_the_tiles_count(ruleset: str) -> None:
    extra = "E" if ruleset == "reise" else ""
    state = after(alone("HUNDEST" + extra, ruleset=ruleset), pass_turn(0))
    assert not state.is_over
    state = after(state, pass_turn(0))
    assert (state.is_over, state.scores) == (True, (state.scores[0],))
    state = after(alone("HUNDEST" + extra, "EEEEEEE" + extra, ruleset=ruleset), *TWO_ROUNDS[:3])
    assert not state.is_over
    assert after(state, TWO_ROUNDS[3]).is_over


def test_tiles_left_are_subtracted_after_passes() -> None:
    assert after(alone("HUNDEST"), pass_turn(0), pass_turn(0)).scores == (-8,)
    assert after(alone("HUNDEST", "EEEEEEE"), *TWO_ROUNDS).scores == (-8, -7)


@pytest.mark.parametrize("racks", [["HUNDEST"], ["HUNDEST", "EEEEEEE"]])
def test_who_plays_alone_has_no_place_with_two_racks_either(racks: list[str]) -> None:
    state = after(alone(*racks), *[pass_turn(rack) for rack in range(len(racks))] * 2)
    assert (state.is_over, state.places) == (True, None)


def test_an_empty_rack_ends_it_without_a_word_of_anybody() -> None:
    state = alone("HUNDEST")
    tiles = without(state.ruleset.tile_set.all_tiles, "EN").replace("?", "e")
    # An E on H8, an N on the rack, everything else far away.
    far = [Square(row, column) for row in range(15) if abs(row - 7) > 1 for column in range(15)]
    board = state.board.lay([*zip(far, tiles, strict=False), (Square(7, 7), "E")])
    state = replace(state, board=board, rack_sizes=(1,), known=("N",))
    assert state.bag == 0
    assert "new_tiles" not in asked(state, "place")
    state = after(state, place(0, "H8", "EN"))
    assert state.is_over
    assert state.ending is not None
    assert state.ending.reason is Reason.OUT
    assert state.scores == (state.turns[-1].points,)


def test_the_best_moves_are_told_to_one_alone_only() -> None:
    lexicon = lexicon_of(["HUND", "HUNDE", "DEN", "ESEL"])
    state = alone("HUNDEXY")
    hints = MATCH.hints(state, lexicon)
    assert hints
    assert {hint.points for hint in hints} == {max(hint.points for hint in hints)}
    assert all(hint.word == "HUNDE" for hint in hints)
    for hint in hints:
        played = after(state, {**to_json(hint), "new_tiles": "NNNNN"})
        assert played.scores == (hint.points,)
    assert MATCH.hints(begun(), lexicon) is None
    assert MATCH.hints(begun(players=1, solitaire="drawn"), lexicon) == []
    assert MATCH.hints(alone("XYQJVWZ"), lexicon) == []


def test_the_best_moves_take_blanks_back() -> None:
    lexicon = lexicon_of(["ESEL", "ESELN"])
    state = alone("ESELXYZ", blanks_taken_back=True, theme="Tiere")
    state = after(state, place(0, "H5", "ESEL", new_tiles="BCDF"))
    blank = state.board.lay([(Square(7, 5), "s")])
    known = (sort_tiles("SBCDFXY"),)
    state = replace(state, board=blank, known=known)
    hints = MATCH.hints(state, lexicon)
    assert hints
    assert hints[0].word == "ESELn"
    assert hints[0].blanks == ("H6",)
    assert after(state, {**to_json(hints[0]), "new_tiles": "A"}).turns[-1].points == hints[0].points


def test_a_game_alone_may_be_stuck_and_be_ended_by_word() -> None:
    state = begun("kompakt", 1, solitaire="chosen")
    assert refused(state, STUCK).code == "wrong_phase"
    state = after(state, fill(0, new_tiles="HUNDEST"))
    assert after(state, STUCK).scores == (-8,)
    ended = after(state, {"kind": "end", "because": "resigned"})
    assert (ended.is_over, ended.scores) == (True, (0,))
