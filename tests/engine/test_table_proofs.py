"""Proofs of games at tables: what can't be read or played is told, and nothing else holds."""

import json
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest

from engine.__main__ import main
from engine.bingo import BINGO
from engine.errors import EngineError, Unreadable
from engine.games import replay
from engine.randomness import RandomStream, commitment
from engine.table_proofs import (
    Fault,
    Finding,
    TableProof,
    check_table_proof,
    read_table_proof,
    table_proof_json,
)

SEED = bytes(range(32))
CARDS: list[dict[str, Any]] = [
    {"kind": "card", "player": player, "words": ["AHORNEN", "BASALTE"], "inadmissible": []}
    for player in (0, 1)
]


def drawn(calls: int) -> list[dict[str, Any]]:
    """A Bingo in which so many tiles were called as the seed brings them."""
    setup, actions = {"players": 2}, [*CARDS]
    cards = sha256(b"AHORNEN BASALTE\nAHORNEN BASALTE").hexdigest()
    for number in range(1, calls + 1):
        bag = replay(BINGO, setup, actions).bag
        tile = RandomStream(SEED, f"call {number} {cards}").sample(bag, 1)
        actions.append({"kind": "call", "number": number, "tile": tile})
    return actions


def proof_of(actions: list[dict[str, Any]], seed: bytes = SEED) -> TableProof:
    return TableProof(commitment(SEED), seed, "bingo", {"players": 2}, tuple(actions))


def test_a_proof_survives_being_written_and_read() -> None:
    proof = proof_of(drawn(5))
    assert read_table_proof(json.loads(json.dumps(table_proof_json(proof)))) == proof
    assert check_table_proof(proof) == Finding()


def test_the_first_call_that_chance_did_not_bring_is_named() -> None:
    actions = drawn(5)
    bag = replay(BINGO, {"players": 2}, actions[:4]).bag
    other = next(tile for tile in bag if tile != actions[4]["tile"])
    actions[4] = {**actions[4], "tile": other}
    assert check_table_proof(proof_of(actions)) == Finding(Fault.CHANCE_DIFFERS, 5)


def test_another_seed_than_the_promised_one_does_not_hold() -> None:
    assert check_table_proof(proof_of(drawn(1), bytes(32))) == Finding(Fault.SEED_DIFFERS)


def test_what_can_not_have_been_played_is_no_proof() -> None:
    with pytest.raises(EngineError, match="action 2 is refused"):
        check_table_proof(proof_of(drawn(2)[1:]))


@pytest.mark.parametrize(
    "change",
    [
        {"game": None},
        {"game": 1},
        {"setup": []},
        {"actions": {}},
        {"actions": [1]},
        {"seed": "00"},
        {"commitment": 7},
    ],
)
def test_what_is_no_proof_is_unreadable(change: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        read_table_proof(table_proof_json(proof_of([])) | change)


def test_the_command_line_tells_what_it_can_not_check(capsys: pytest.CaptureFixture[str]) -> None:
    proof = table_proof_json(proof_of([])) | {"game": "chess"}
    assert main(["verify"], BytesIO(json.dumps(proof).encode()), BytesIO()) == 2
    assert "chess" in capsys.readouterr().err
