"""Moves as the database and the API write them: coordinates, word, points."""

from collections.abc import Mapping
from typing import Any

from engine.notation import read_move
from engine.scoring import ScoredMove


def move_json(scored: ScoredMove) -> dict[str, Any]:
    return {
        "coordinates": scored.move.coordinates,
        "word": scored.move.word,
        "points": scored.points,
    }


def read_move_json(data: Mapping[str, Any]) -> ScoredMove:
    """The move that `move_json` wrote."""
    return ScoredMove(read_move(data["coordinates"], data["word"]).move, data["points"])
