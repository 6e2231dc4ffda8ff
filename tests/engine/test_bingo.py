"""Bingo, rule by rule."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pytest

from engine.bingo import BINGO, Bingo
from engine.errors import EngineError, Unreadable
from engine.games import first_not_drawn, replay
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.shapes import to_json
from engine.tiles import STANDARD
from tests.games.bingo import (
    HALL,
    NOTE,
    SEED,
    after,
    begun,
    call,
    called,
    calls,
    card,
    claim,
    refused,
)

ALL = STANDARD.all_tiles
FIRST = card(0, "BILDERN", "TRAUBEN")
SECOND = card(1, "BRIEFEN", "DANKTET")
#: What strikes all of FIRST and leaves F, K, E and T of SECOND.
FIRST_LETTERS = "BILDERNTRAUBEN"


def written(players: int = 3, caller: int | None = None) -> Bingo:
    """A game with cards enough to call."""
    return after(begun(players, caller), FIRST, SECOND)


def facts(state: Bingo, seat: int | None = None) -> Mapping[str, Any]:
    seen = to_json(BINGO.view(state, seat=seat, sees_all=False))
    return {fact["code"]: fact["value"] for fact in seen["facts"]}


# Set-up


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ({"players": 1}, "'players'.*2 to 500"),
        ({"players": 501}, "'players'.*2 to 500"),
        ({"players": 3, "caller": 3}, "'caller'.*0 to 2"),
        ({"players": "3"}, "'players'"),
        ({}, "'players' is missing"),
        ({"players": 2, "words": 2}, "no field 'words'"),
    ],
)
def test_what_is_no_set_up_is_not_begun(setup: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        BINGO.begin(setup)


# Cards


def test_a_card_is_written_in_the_letters_of_the_game() -> None:
    state = after(begun(), card(1, " bildern ", "trauben"))
    assert state.cards == ((), ("BILDERN", "TRAUBEN"), ())


def test_a_card_may_be_changed_until_the_first_call() -> None:
    state = after(written(), card(0, "TRAUBEN", "BRIEFEN"))
    assert state.cards[0] == ("TRAUBEN", "BRIEFEN")
    state = after(state, call(1))
    assert refused(state, FIRST).code == "wrong_phase"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (card(3, "BILDERN", "TRAUBEN"), "no_such_player"),
        (card(0, "BILDERN"), "wrong_number_of_words"),
        (card(0, "BILDERN", "TRAUBEN", "BRIEFEN"), "wrong_number_of_words"),
        (card(0, "BILDERN", "TRAUBE"), "wrong_word_length"),
        (card(0, "BILDERN", "bildern"), "same_word_twice"),
        (card(0, "TREPPEN", "BILDERN"), "tile_not_left"),
        (card(0, "BILDERN", "TRAUBNE"), "word_not_admissible"),
    ],
)
def test_a_card_has_two_admissible_words_of_seven_letters_within_the_set(
    action: dict[str, Any], code: str
) -> None:
    assert refused(begun(), action).code == code


def test_letters_of_both_words_count_together_as_in_the_booklet() -> None:
    # There are three G.
    action = {**card(0, "GIGGELN", "GIEREND"), "inadmissible": []}
    refusal = BINGO.act(begun(), action)
    assert refusal == Refusal("tile_not_left", {"tiles": "G"})
    action = {**card(0, "GIGELND", "GIEREND"), "inadmissible": []}
    assert isinstance(BINGO.act(begun(), action), Bingo)


def test_a_blank_is_no_letter_of_a_card() -> None:
    with pytest.raises(Unreadable):
        BINGO.complete(begun(), card(0, "BILDER?", "TRAUBEN"), HALL)


def test_all_words_that_are_not_admissible_are_named() -> None:
    refusal = refused(begun(), card(0, "TRAUBNE", "BILDRNE"))
    assert refusal.detail == {"words": "TRAUBNE, BILDRNE"}


def test_the_same_card_is_not_written_twice() -> None:
    state = after(begun(), FIRST)
    assert refused(state, FIRST).code == "same_card"
    assert refused(state, card(0, "TRAUBEN", "BILDERN")).code == "same_card"


# Calling


def test_tiles_are_drawn_from_the_seed_without_putting_any_back() -> None:
    state = after(begun(), FIRST, card(2, "DANKTET", "BRIEFEN"), *calls(5))
    bag, drawn = ALL, ""
    cards = sha256(b"BILDERN TRAUBEN\n\nBRIEFEN DANKTET").hexdigest()
    for number in range(1, 6):
        tile = RandomStream(SEED, f"call {number} {cards}").sample(bag, 1)
        bag, drawn = bag.replace(tile, "", 1), drawn + tile
    assert (state.called, state.bag) == (drawn, bag)


def test_calling_waits_for_two_cards_but_not_for_all() -> None:
    state = after(begun(), FIRST)
    refusal = refused(state, call(1))
    assert (refusal.code, refusal.detail) == ("no_cards", {"cards": 1, "needed": 2})
    assert "call" not in {offer.kind for offer in BINGO.offers(state)}
    assert after(written(), call(1)).phase == "calling"


def test_a_neutral_caller_is_none_of_the_players() -> None:
    state = written()
    assert refused(state, call(1, player=0)).code == "neutral_caller"
    assert state.on_turn is None


def test_a_player_who_calls_is_the_only_one_who_does_and_plays_along() -> None:
    state = written(caller=0)
    for action in (call(1), NOTE, call(1, player=1)):
        assert refused(state, action).code == "not_caller"
    assert refused(state, call(1, player=9)).code == "no_such_player"
    state = called(state, FIRST_LETTERS)
    assert state.on_turn == 0
    state = after(state, claim(0), {"kind": "note", "player": 0})
    assert state.winners == (0,)


def test_a_call_sent_again_is_not_taken_for_another() -> None:
    state = after(written(), call(1))
    again = refused(state, call(1))
    assert (again.code, again.detail) == ("called_already", {"number": 1, "calls": 1})
    assert refused(state, call(3)).code == "called_already"
    assert after(state, call(2)).called.startswith(state.called)


def test_a_call_is_offered_with_the_number_that_it_has_to_tell() -> None:
    state = after(written(), *calls(4))
    offered = next(offer for offer in BINGO.offers(state) if offer.kind == "call")
    (number,) = offered.asked
    assert (number.name, number.least, number.most, number.is_fixed) == ("number", 5, 5, True)
    with pytest.raises(Unreadable, match="'number' is missing"):
        BINGO.complete(state, {"kind": "call"}, HALL)


def test_a_tile_can_not_be_called_more_often_than_there_are_of_it() -> None:
    state = called(written(), "Q")
    again = BINGO.act(state, {"kind": "call", "number": 2, "tile": "Q"})
    assert again == Refusal("tile_not_left", {"tiles": "Q"})


def test_there_are_as_many_calls_as_tiles() -> None:
    state = called(written(), ALL)
    assert len(state.called) == 102
    assert refused(state, call(103)).code == "all_called"


def test_nobody_says_themselves_what_is_drawn() -> None:
    with pytest.raises(Unreadable, match="'tile' is not told"):
        BINGO.complete(written(), {**call(1), "tile": "E"}, HALL)


def test_nobody_says_themselves_what_is_admissible() -> None:
    with pytest.raises(Unreadable, match="not told"):
        BINGO.complete(begun(), {**FIRST, "inadmissible": []}, HALL)


def test_a_tile_is_one() -> None:
    with pytest.raises(Unreadable, match="one 'tile'"):
        BINGO.act(written(), {"kind": "call", "number": 1, "tile": "EN"})


def test_anybody_can_check_the_draws_with_the_seed() -> None:
    setup = {"players": 2}
    state, actions = BINGO.begin(setup), []
    for action in (FIRST, SECOND, *calls(8)):
        completed = BINGO.complete(state, action, HALL)
        assert not isinstance(completed, Refusal)
        actions.append(dict(completed))
        result = BINGO.act(state, completed)
        assert isinstance(result, Bingo)
        state = result
    assert first_not_drawn(BINGO, setup, actions, SEED) is None
    assert first_not_drawn(BINGO, setup, actions, bytes(32)) == 3
    other = next(tile for tile in state.bag if tile != actions[5]["tile"])
    actions[5]["tile"] = other
    assert first_not_drawn(BINGO, setup, actions, SEED) == 6


def test_undoing_a_call_and_calling_again_brings_the_same_tile() -> None:
    state = after(written(), *calls(2))
    assert after(state, call(3)) == after(state, call(3))


def test_other_cards_bring_other_calls() -> None:
    third = card(2, "TRAUBEN", "BRIEFEN")
    drawn = [after(written(), *cards, *calls(8)).called for cards in ([], [third])]
    assert drawn[0] != drawn[1]


def test_the_same_words_the_other_way_round_bring_the_same_calls() -> None:
    turned = {**SECOND, "words": SECOND["words"][::-1]}
    drawn = [after(begun(), FIRST, second, *calls(8)).called for second in (SECOND, turned)]
    assert drawn[0] == drawn[1]


# Striking


def test_each_call_strikes_one_letter_of_both_words_together() -> None:
    # BILDERN TRAUBEN has two B, two E, two N, two R.
    state = after(begun(3), FIRST, {**SECOND, "player": 2})
    struck = []
    for tile in "EEEBQ":
        state = called(state, tile)
        struck.append(state.scores[0])
    assert struck == [1, 2, 2, 3, 3]
    assert state.scores[1] == 0


def test_struck_letters_are_shown_as_dots() -> None:
    state = called(written(2), "EBE")
    trays = to_json(BINGO.view(state, seat=0, sees_all=False))["trays"]
    assert [tray.get("shown") for tray in trays] == [None, "·ILD·RN", "TRAUB·N"]
    assert facts(state, 0)["own_left"] == 11


def test_a_blank_strikes_nothing() -> None:
    state = called(written(2), "??")
    assert state.scores == (0, 0)
    assert facts(state)["last_called"] == "?"


# Claims


def test_whoever_has_struck_all_and_says_so_wins() -> None:
    state = called(written(), FIRST_LETTERS)
    state = after(state, claim(0))
    assert (state.phase, state.is_over) == ("claimed", False)
    state = after(state, NOTE)
    assert (state.scores, state.winners, state.places) == ((14, 10, 0), (0,), (1, 2, 3))
    ending = to_json(BINGO.view(state))["ending"]
    assert (ending["reason"], ending["because"], ending["winners"]) == ("bingo", None, [0])


def test_a_wrong_claim_is_refused_with_what_is_open_and_costs_nothing() -> None:
    state = called(written(), FIRST_LETTERS)
    refusal = refused(state, claim(1))
    assert (refusal.code, refusal.detail["left"]) == ("not_all_struck", 4)
    assert refused(state, claim(2)).detail["left"] == 14
    assert refused(state, claim(3)).code == "no_such_player"


def test_nobody_claims_before_the_first_call_or_twice() -> None:
    state = written()
    assert refused(state, claim(0)).code == "wrong_phase"
    state = after(called(state, FIRST_LETTERS), claim(0))
    assert refused(state, claim(0)).code == "already_claimed"


def test_all_who_claim_before_it_is_noted_share_the_first_place() -> None:
    state = after(begun(4), FIRST, card(1, "TRAUBEN", "BILDERN"), {**SECOND, "player": 2})
    state = called(state, FIRST_LETTERS)
    # Whoever is the quicker one: it makes no difference.
    state = after(state, claim(1), claim(0), NOTE)
    assert (state.winners, state.places) == ((0, 1), (1, 1, 3, 4))


def test_no_tile_is_called_while_a_claim_stands() -> None:
    state = after(called(written(), FIRST_LETTERS), claim(0))
    assert refused(state, call(15)).code == "bingo_first"
    assert "call" not in {offer.kind for offer in BINGO.offers(state)}


def test_whoever_does_not_notice_is_behind_those_who_did() -> None:
    state = after(begun(2), FIRST, card(1, "TRAUBEN", "BILDERN"))
    state = after(called(state, FIRST_LETTERS), claim(1), NOTE)
    assert (state.scores, state.places) == ((14, 14), (2, 1))


def test_a_full_card_can_be_claimed_after_later_calls_too() -> None:
    state = called(written(), FIRST_LETTERS + "EEE")
    assert after(state, claim(0), NOTE).winners == (0,)


def test_there_is_nothing_to_note_before_somebody_claims() -> None:
    state = called(written(), FIRST_LETTERS)
    assert refused(state, NOTE).code == "nobody_claimed"


def test_with_all_tiles_called_and_nobody_claiming_the_game_ends_all_the_same() -> None:
    state = after(called(written(), ALL), NOTE)
    assert (state.scores, state.winners, state.places) == ((14, 14, 0), (), (1, 1, 3))
    assert to_json(BINGO.view(state))["ending"]["reason"] == "tiles"


def test_nothing_happens_after_the_end() -> None:
    state = after(called(written(), FIRST_LETTERS), claim(0), NOTE)
    assert BINGO.offers(state) == ()
    for action in (call(15), NOTE, claim(0), FIRST, {"kind": "end", "because": "director"}):
        assert refused(state, action).code == "wrong_phase"


def test_the_director_breaks_a_game_off() -> None:
    state = called(written(), "BILD")
    undecided = after(state, {"kind": "end", "because": "director"})
    assert (undecided.winners, undecided.places) == ((), None)
    decided = after(state, {"kind": "end", "because": "time", "winner": 2})
    assert (decided.winners, decided.places) == ((2,), (2, 3, 1))
    assert refused(state, {"kind": "end", "because": "time", "winner": 3}).code == "no_such_player"
    with pytest.raises(Unreadable, match="'because'"):
        BINGO.act(state, {"kind": "end", "because": "rain"})


# What is seen


def test_nobody_sees_the_words_of_another_while_it_is_played() -> None:
    state = called(written(), "BILD")
    for seat in (1, 2, None):
        seen = json.dumps(to_json(BINGO.view(state, seat=seat, sees_all=False)), ensure_ascii=False)
        assert "TRAUBEN" not in seen
        assert "TRAU" not in seen
    assert "TRAUBEN" in json.dumps(to_json(BINGO.view(state, seat=0, sees_all=False)))
    everything = to_json(BINGO.view(state, sees_all=True))
    assert [tray["word"] for tray in everything["trays"][1:]] == [
        "BILDERN",
        "TRAUBEN",
        "BRIEFEN",
        "DANKTET",
    ]


def test_all_cards_are_seen_at_the_end() -> None:
    state = after(called(written(), FIRST_LETTERS), claim(0), NOTE)
    seen = to_json(BINGO.view(state, seat=2, sees_all=False))
    open_letters = {tray["word"]: tray["tiles"] for tray in seen["trays"] if tray["code"] == "card"}
    assert open_letters == {"BILDERN": "", "TRAUBEN": "", "BRIEFEN": "F", "DANKTET": "KET"}


def test_a_card_is_secret_and_a_call_is_not() -> None:
    assert BINGO.tells_secret({"players": 2}, FIRST)
    assert not BINGO.tells_secret({"players": 2}, call(1))


def test_each_phone_is_offered_only_what_its_player_can_do() -> None:
    state = written(500, caller=7)
    seen = to_json(BINGO.view(state, seat=3, sees_all=False))
    assert [(offer["kind"], offer["player"]) for offer in seen["offers"]] == [("card", 3)]
    offers = BINGO.view(state, seat=7, sees_all=False).offers
    assert {offer.kind for offer in offers} == {"card", "call"}
    assert to_json(BINGO.view(state, sees_all=False))["offers"] == []


def test_what_all_are_told_is_as_short_for_five_hundred_as_for_two() -> None:
    lengths = []
    for players in (2, 500):
        state = after(called(written(players), FIRST_LETTERS), claim(0))
        for one in (written(players), state, after(state, NOTE)):
            told = to_json(BINGO.glance(one))
            lengths.append(len(json.dumps(told)))
            assert not {"scores", "places", "offers", "has_card"} & told.keys()
            assert [tray["code"] for tray in told["trays"]] == ["called"]
    assert max(lengths) < 1_300
    assert max(abs(lengths[step] - lengths[step + 3]) for step in range(3)) <= 2


def test_the_pulse_beats_for_what_concerns_all_and_for_no_card_and_no_call() -> None:
    def pulses(*states: Bingo) -> list[str]:
        return [to_json(BINGO.glance(state))["pulse"] for state in states]

    state = written()
    writing = pulses(state, after(state, card(2, "TRAUBEN", "BRIEFEN")))
    assert writing[0] == writing[1]
    calling = pulses(called(state, "E"), full := called(state, FIRST_LETTERS))
    assert calling[0] == calling[1]
    claimed = after(full, claim(0))
    assert len({writing[0], calling[0], *pulses(claimed, after(claimed, NOTE))}) == 4


def test_what_strikes_a_card_and_what_is_left_of_it_is_told() -> None:
    seen = to_json(BINGO.view(called(written(), "BIL"), seat=0, sees_all=False))
    assert [tray.get("struck_by") for tray in seen["trays"]] == [None, "called", "called"]
    left = {fact["code"]: fact for fact in seen["facts"]}["own_left"]
    counts = [tray["count"] for tray in seen["trays"] if tray["code"] == left["left_of"]]
    assert left["value"] == sum(counts) == 11


def test_a_claim_is_offered_to_those_with_a_full_card() -> None:
    state = called(written(), FIRST_LETTERS)
    claims = [offer.player for offer in BINGO.offers(state) if offer.kind == "claim"]
    assert claims == [0]


def test_a_record_without_its_draw_is_not_replayed() -> None:
    cards = [{**one, "inadmissible": []} for one in (FIRST, SECOND)]
    with pytest.raises(EngineError, match="action 3"):
        replay(BINGO, {"players": 2}, [*cards, call(1)])


@pytest.mark.parametrize(
    "action", [{}, [], {"kind": "strike"}, {"kind": []}, {"kind": "claim"}, {"kind": "card"}]
)
def test_what_is_no_action_is_unreadable(action: Any) -> None:
    with pytest.raises(Unreadable):
        BINGO.act(begun(), action)
