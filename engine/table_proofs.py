"""The proof of a game at its table: its actions, and the seed that brings all chance in them.

docs/tables.md describes the format; `python -m engine verify` checks it without any server.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.errors import Unreadable
from engine.fields import Json
from engine.games import first_not_drawn, game
from engine.proofs import read_value
from engine.randomness import matches, read_seed


@dataclass(frozen=True)
class TableProof:
    commitment: str
    seed: bytes
    game: str
    setup: Json
    actions: tuple[Json, ...]


class Fault(StrEnum):
    SEED_DIFFERS = "seed_differs"
    CHANCE_DIFFERS = "chance_differs"


@dataclass(frozen=True)
class Finding:
    """What is wrong with a proof, and in which action, counted from 1; no fault if it holds."""

    fault: Fault | None = None
    action: int | None = None


def check_table_proof(proof: TableProof) -> Finding:
    """Whether the seed is the promised one, and brings all that came by chance.

    Raises EngineError for a game that nobody knows or that can't have been played so.
    """
    if not matches(proof.seed, proof.commitment):
        return Finding(Fault.SEED_DIFFERS)
    wrong = first_not_drawn(game(proof.game), proof.setup, proof.actions, proof.seed)
    return Finding() if wrong is None else Finding(Fault.CHANCE_DIFFERS, wrong)


def table_proof_json(proof: TableProof) -> dict[str, Any]:
    return {
        "commitment": proof.commitment,
        "seed": proof.seed.hex(),
        "game": proof.game,
        "setup": dict(proof.setup),
        "actions": [dict(action) for action in proof.actions],
    }


def read_table_proof(data: Mapping[str, Any]) -> TableProof:
    """Read a proof; keys of no concern are passed over. Raises Unreadable."""
    actions = read_value(data, "actions", list)
    if not all(isinstance(action, dict) for action in actions):
        raise Unreadable("key 'actions' of a proof must list objects")
    return TableProof(
        commitment=read_value(data, "commitment", str),
        seed=read_seed(read_value(data, "seed", str)),
        game=read_value(data, "game", str),
        setup=read_value(data, "setup", dict),
        actions=tuple(actions),
    )
