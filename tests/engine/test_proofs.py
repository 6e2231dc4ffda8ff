import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest

from engine.__main__ import main
from engine.board import Board
from engine.draws import DEFAULT_RULE, DrawRule
from engine.errors import EngineError, Unreadable
from engine.proofs import Fault, Origin, check_proof, read_proof, rules_json
from engine.randomness import commitment
from engine.tiles import without
from tests.proofs import (
    FORGED,
    SEED,
    forgeries,
    proof_of_a_game,
    proof_of_a_game_drawn_back,
    proof_with_hall,
    sealed,
)


def verified(proof: object) -> dict[str, Any]:
    answer = BytesIO()
    assert main(["verify"], BytesIO(json.dumps(proof, indent=1).encode()), answer) == 0
    found: dict[str, Any] = json.loads(answer.getvalue())
    return found


@pytest.mark.parametrize("rule", [DEFAULT_RULE, DrawRule(joker=True), DrawRule(rack_size=8)])
def test_the_proof_of_a_game_is_checked_on_the_command_line(rule: DrawRule) -> None:
    assert verified(proof_of_a_game(rule)) == {
        "verified": True,
        "draws": 9,
        "drawn": 9,
        "typed": 0,
        "typed_rounds": [],
        "commitment": commitment(SEED),
        "hall_part": None,
    }


def test_a_round_drawn_again_after_the_next_one_is_checked_too() -> None:
    assert verified(proof_of_a_game_drawn_back())["verified"]


def test_another_seed_is_found_out() -> None:
    found = verified(proof_of_a_game() | {"seed": "00" * 32})
    assert found == {"verified": False, "fault": "seed_differs"}


def test_a_changed_draw_is_named() -> None:
    proof = proof_of_a_game()
    wrong = proof["draws"][3]
    wrong["rack"], wrong["bag"] = wrong["bag"][:7], wrong["bag"][7:] + wrong["rack"]
    found = verified(proof)
    assert found == {
        "verified": False,
        "fault": "draw_differs",
        "round": 3,
        "label": "round 3 draw 2",
    }


def test_a_tile_that_came_from_nowhere_is_named() -> None:
    proof = proof_of_a_game()
    proof["draws"][4]["board"][14] = "Q.............."
    assert verified(proof)["fault"] == "tiles_not_conserved"
    assert verified(proof)["round"] == 4


def test_a_rack_drawn_by_hand_may_go_back_as_the_game_ends() -> None:
    proof = read_proof(proof_of_a_game())
    last = proof.draws[0]
    tiles_left = last.draw.tiles_left
    by_hand = replace(
        last.draw, label="", drawn="", rack="NNRRSTT", bag=without(tiles_left, "NNRRSTT")
    )
    went_back = replace(last, draw=by_hand, went_back=True)
    assert check_proof(replace(proof, draws=(went_back,))).fault is None
    played = replace(went_back, went_back=False)
    assert check_proof(replace(proof, draws=(played,))).fault is Fault.DRAW_DIFFERS


@pytest.mark.parametrize(
    "change",
    [
        {"seed": None},
        {"seed": 7},
        {"draws": {}},
        {"draws": [[]]},
        {"draws": [{}]},
        {"rules": {}},
        {"rules": rules_json("ß", DEFAULT_RULE)},
        {"rules": rules_json("A", DEFAULT_RULE) | {"rack_size": 1}},
        {"rules": rules_json("A", DEFAULT_RULE) | {"joker": 1}},
    ],
)
def test_what_is_no_proof_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        read_proof(proof_of_a_game() | change)


@pytest.mark.parametrize("key", ["round", "leave", "rejected", "rack", "board", "went_back"])
@pytest.mark.parametrize("value", [None, 1.5, "ß", ["x"], [1]])
def test_a_draw_that_cannot_be_read_is_refused(key: str, value: object) -> None:
    proof = proof_of_a_game()
    proof["draws"][0][key] = value
    with pytest.raises(Unreadable):
        read_proof(proof)


def test_the_command_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    proof = proof_of_a_game() | {"seed": None}
    assert main(["verify"], BytesIO(json.dumps(proof).encode()), BytesIO()) == 2
    assert "'seed' is missing" in capsys.readouterr().err


def test_an_empty_board_is_where_a_game_begins() -> None:
    assert read_proof(proof_of_a_game()).draws[0].board == Board()


# The second version: with the part of the hall


@pytest.mark.parametrize("part", ["482913", None])
def test_a_proof_tells_whether_the_hall_had_a_part_in_it(part: str | None) -> None:
    data = proof_with_hall(part)
    found = verified(data)
    assert (found["verified"], found["hall_part"]) == (True, part)
    proof = read_proof(data)
    origins = {proof.origin_of(each.draw) for each in proof.draws}
    assert origins == {Origin.SHARED if part else Origin.SERVER}


def test_a_rack_that_was_typed_is_told_from_those_drawn() -> None:
    data = proof_with_hall(rounds=1)
    first = data["draws"][0]
    first |= {"label": "", "rejected": [], "drawn": first["rack"]}
    data = sealed(data)
    found = verified(data)
    assert (found["drawn"], found["typed"], found["typed_rounds"]) == (0, 1, [1])
    assert read_proof(data).origin_of(read_proof(data).draws[0].draw) is Origin.TYPED


@pytest.mark.parametrize("part", ["482914", None])
def test_another_part_of_the_hall_brings_other_racks(part: str | None) -> None:
    """Neither the director nor who runs the server can say afterwards that something else was
    called out."""
    forged = proof_with_hall() | {"hall_part": part}
    assert verified(sealed(forged))["fault"] == "draw_differs"


def holds(proof: bytes) -> bool:
    try:
        return check_proof(read_proof(json.loads(proof))).fault is None
    except (ValueError, EngineError):
        return False


def test_each_changed_byte_of_a_proof_is_refused() -> None:
    """One bit of each byte turned, and its letter in the other case: no such proof holds."""
    proof = proof_with_hall(rounds=2)
    whole = json.dumps(proof, ensure_ascii=False, separators=(",", ":")).encode()
    assert holds(whole)
    for place, byte in enumerate(whole):
        for other in (byte ^ 1 << place % 8, byte ^ 0x20):
            changed = whole[:place] + bytes([other]) + whole[place + 1 :]
            assert not holds(changed), changed[place - 20 : place + 20]


@pytest.mark.parametrize("field", FORGED)
def test_a_forged_field_is_refused_though_the_digest_is_made_anew(field: str) -> None:
    """The digest shows a slip of the pen; whoever forges makes another, and is found out."""
    for forged in forgeries(field):
        assert not verified(forged)["verified"], forged


def test_a_drawn_rack_that_is_passed_off_as_typed_is_counted_as_typed() -> None:
    forged = proof_with_hall()
    forged["draws"][1]["label"] = ""
    assert verified(sealed(forged))["typed_rounds"] == [2]


@pytest.mark.parametrize(
    "change",
    [
        {"version": 1},
        {"version": 3},
        {"version": "2"},
        {"digest": None},
        {"hall_part": "4829-13"},
        {"hall_part": "abcdef"},
        {"hall_part": 482913},
    ],
)
def test_a_proof_that_is_neither_version_is_unreadable(change: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        read_proof(proof_with_hall() | change)


def test_a_proof_without_its_part_and_digest_does_not_pass_for_one_of_the_first_version() -> None:
    proof = proof_with_hall()
    stripped = {key: proof[key] for key in proof.keys() - {"version", "digest", "hall_part"}}
    assert verified(stripped)["fault"] == "draw_differs"
