"""Proofs of short games, made by the engine alone."""

from typing import Any

from engine.board import Square
from engine.draws import DEFAULT_RULE, Draw, DrawRule
from engine.notation import Direction, Move
from engine.proofs import ProvenDraw, draw_json, proof_digest, rules_json
from engine.randomness import commitment, draw_key
from engine.scoring import ScoredMove
from engine.simultan import Position, draw_rack, lay_reference, start, with_leave_in_bag
from engine.tiles import STANDARD

SEED = bytes(range(32))
HALL_PART = "482913"


def lay_whole_rack(rack: str, row: int) -> ScoredMove:
    return ScoredMove(Move(Square(row, 0), Direction.ACROSS, rack.replace("?", "e")), 7)


def drawn_from(position: Position, key: bytes, attempt: int, rule: DrawRule) -> Draw:
    drawn = draw_rack(position, key, attempt, rule)
    assert isinstance(drawn, Draw)
    return drawn


def proof_of_a_game(
    rule: DrawRule = DEFAULT_RULE, key: bytes = SEED, rounds: int = 8
) -> dict[str, Any]:
    """Of the first version. Each round lays the whole rack in a row; the third is drawn twice."""
    position, draws = start(STANDARD), []
    for row in range(rounds):
        if row == 2:
            drawn = drawn_from(position, key, 1, rule)
            draws.append(ProvenDraw(drawn, position.board, went_back=True))
            position = with_leave_in_bag(position)
        drawn = drawn_from(position, key, 1 + (row == 2), rule)
        draws.append(ProvenDraw(drawn, position.board))
        position = lay_reference(position, drawn, lay_whole_rack(drawn.rack, row), rule)
    return _first_version(draws, rule)


def proof_of_a_game_drawn_back(key: bytes = SEED) -> dict[str, Any]:
    """The publication of round 1 is taken back when round 2 is drawn, and both are drawn again."""
    rule, first, draws = DEFAULT_RULE, start(STANDARD), []
    for attempt in (1, 2):
        drawn = drawn_from(first, key, attempt, rule)
        after = lay_reference(first, drawn, lay_whole_rack(drawn.rack, 0), rule)
        second = drawn_from(after, key, attempt, rule)
        went_back = attempt == 1
        draws += [
            ProvenDraw(drawn, first.board, went_back),
            ProvenDraw(second, after.board, went_back),
        ]
    return _first_version(draws, rule)


def proof_with_hall(part: str | None = HALL_PART, rounds: int = 3) -> dict[str, Any]:
    """A game in the second version, with what the hall called out."""
    proof = proof_of_a_game(key=draw_key(SEED, part or ""), rounds=rounds)
    return sealed(proof | {"format": "spielleiter-proof", "version": 2, "hall_part": part})


def sealed(proof: dict[str, Any]) -> dict[str, Any]:
    """The proof with the digest that it must have."""
    return proof | {"digest": proof_digest(proof)}


def _first_version(draws: list[ProvenDraw], rule: DrawRule) -> dict[str, Any]:
    return {
        "commitment": commitment(SEED),
        "seed": SEED.hex(),
        "rules": rules_json(STANDARD.all_tiles, rule),
        "draws": list(map(draw_json, draws)),
        "game": "of no concern",
    }


#: For each field that draws depend on what a forger might write there.
FORGED: dict[str, list[Any]] = {
    "commitment": ["00" * 32],
    "seed": ["00" * 32],
    "hall_part": ["482914", None],
    "rules.joker": [True],
    "rules.rack_size": [6, 8],
    "rules.tiles": [STANDARD.all_tiles + "A"],
    "draws.round": [0, 1, 2, 3, 4],
    "draws.label": ["round 1 draw 1", "round 3 draw 2", "round 9 draw 1"],
    "draws.leave": ["E"],
    "draws.rejected": [["AGRSTVZ"]],
    "draws.drawn": ["ERNSTLA"],
    "draws.rack": ["AELNRST"],
    "draws.bag": [STANDARD.all_tiles],
    "draws.board": [[*["." * 15] * 14, "Q" + "." * 14]],
}


def forgeries(field: str) -> list[dict[str, Any]]:
    """The same game with that field forged, in each draw if draws have it, the digest made anew."""
    group, _, key = field.rpartition(".")
    whole = proof_with_hall()
    places = range(len(whole["draws"]) if group == "draws" else 1)
    forged = []
    for place in places:
        for value in FORGED[field]:
            proof = proof_with_hall()
            target: Any = proof[group] if group else proof
            target = target[place] if group == "draws" else target
            if target[key] != value:
                target[key] = value
                forged.append(sealed(proof))
    return forged
