"""An un-game as JSON: for the API, the live view and the page."""

from typing import Any

from engine.endings import ending_json
from engine.notation import name_square
from engine.ungame.values import Turn, Ungame


def view(state: Ungame) -> dict[str, Any]:
    """What only this game shows; nothing is secret."""
    left = state.board.tiles
    facts = [("tiles_left", len(left)), ("points_left", state.ruleset.tile_set.value_of(left))]
    if state.removals is not None and not state.is_over:
        facts.append(("removals", state.removals))
    return {
        "phase": "over" if state.is_over else "playing",
        "ruleset": state.ruleset.name,
        "board": list(state.board.rows),
        "facts": [{"code": code, "value": value} for code, value in facts],
        "trays": [
            {"code": "taken", "player": player, "tiles": tiles, "count": len(tiles)}
            for player, tiles in enumerate(state.taken)
        ],
        "turns": [_turn(turn) for turn in state.turns],
        "ending": ending_json(state),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "player": turn.player,
        "kind": "take",
        "squares": [name_square(square) for square in turn.squares],
        "tiles": turn.tiles,
        "count": len(turn.tiles),
        # Not as `word` and `coordinates`, which say what was laid.
        "taken_from": turn.word,
        "taken_at": turn.coordinates,
        "points": turn.points,
        "total": turn.total,
    }
