import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest

from engine.__main__ import main
from engine.board import Board, Square
from engine.draws import DEFAULT_RULE, Draw, DrawRule
from engine.errors import Unreadable
from engine.notation import Direction, Move
from engine.proofs import Fault, ProvenDraw, check_proof, draw_json, read_proof, rules_json
from engine.randomness import commitment
from engine.scoring import ScoredMove
from engine.simultan import draw_rack, lay_reference, start, with_leave_in_bag
from engine.tiles import STANDARD, without

SEED = bytes(range(32))


def lay_whole_rack(rack: str, row: int) -> ScoredMove:
    return ScoredMove(Move(Square(row, 0), Direction.ACROSS, rack.replace("?", "e")), 7)


def proof_of_a_game(rule: DrawRule = DEFAULT_RULE) -> dict[str, Any]:
    """Eight rounds, each laying the whole rack in a row of its own; the third is drawn twice."""
    position, draws = start(STANDARD), []
    for row in range(8):
        if row == 2:
            drawn = draw_rack(position, SEED, rule=rule)
            assert isinstance(drawn, Draw)
            draws.append(ProvenDraw(drawn, position.board, went_back=True))
            position = with_leave_in_bag(position)
        drawn = draw_rack(position, SEED, 1 + (row == 2), rule)
        assert isinstance(drawn, Draw)
        draws.append(ProvenDraw(drawn, position.board))
        position = lay_reference(position, drawn, lay_whole_rack(drawn.rack, row), rule)
    return {
        "commitment": commitment(SEED),
        "seed": SEED.hex(),
        "rules": rules_json(STANDARD.all_tiles, rule),
        "draws": list(map(draw_json, draws)),
        "game": "of no concern",
    }


def verified(proof: object) -> dict[str, Any]:
    answer = BytesIO()
    assert main(["verify"], BytesIO(json.dumps(proof, indent=1).encode()), answer) == 0
    found: dict[str, Any] = json.loads(answer.getvalue())
    return found


@pytest.mark.parametrize("rule", [DEFAULT_RULE, DrawRule(joker=True), DrawRule(rack_size=8)])
def test_the_proof_of_a_game_is_checked_on_the_command_line(rule: DrawRule) -> None:
    assert verified(proof_of_a_game(rule)) == {"verified": True, "draws": 9}


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
