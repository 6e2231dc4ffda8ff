"""A game as JSON: for the API, the live view and the page."""

from typing import Any

from engine.match.actions import may_be_stuck, may_exchange, may_set_clock
from engine.match.values import Challenge, Match, Phase, Settled, Turn


def view(state: Match) -> dict[str, Any]:
    """All there is to be seen of a game."""
    return {
        "ruleset": state.ruleset.name,
        "players": state.players,
        "phase": state.phase.value,
        "on_turn": state.on_turn,
        "drawing": list(state.drawing),
        "drawn": [{"player": player, "tile": tile} for player, tile in state.drawn],
        "scores": list(state.scores),
        "bag": state.bag,
        "rack_sizes": list(state.rack_sizes),
        "known": list(state.known),
        "clocks": list(state.clocks),
        "board": list(state.board.rows),
        "turns": [_turn(turn) for turn in state.turns],
        "can": _can(state),
        "challenge": _window(state),
        "ending": _ending(state),
        "settlement": _settlement(state.settlement),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "player": turn.player,
        "kind": turn.kind.value,
        "coordinates": turn.coordinates,
        "word": turn.word,
        "tiles": turn.tiles,
        "count": turn.count,
        "points": turn.points,
        "total": turn.total,
        "words": [{"word": word, "points": points} for word, points in turn.words],
        "bonus": turn.bonus,
        "rack": turn.rack,
        "rack_lacks": turn.rack_lacks,
        "seconds": turn.seconds,
        "challenges": [_challenge(challenge) for challenge in turn.challenges],
        "taken_back": turn.is_taken_back,
    }


def _challenge(challenge: Challenge) -> dict[str, Any]:
    return {
        "by": challenge.by,
        "words": list(challenge.words),
        "inadmissible": list(challenge.inadmissible),
        "upheld": challenge.is_upheld,
        "deducted": challenge.deducted,
    }


def _can(state: Match) -> dict[str, list[str]]:
    """The kinds of action each player may take now; under 'table' those that are nobody's own.

    Whether one is granted still depends on what it says.
    """
    table = {
        "draw": state.phase is Phase.DRAWING,
        "note": state.pending is not None,
        "clock": may_set_clock(state),
        "stuck": state.on_turn is not None and may_be_stuck(state),
        "left": state.phase is Phase.SETTLING,
        "end": not state.is_over,
    }
    can = {"table": [kind for kind, may in table.items() if may]}
    for player in range(state.players):
        is_on_turn = player == state.on_turn
        own = {
            "place": is_on_turn,
            "exchange": is_on_turn and may_exchange(state),
            "pass": is_on_turn,
            "challenge": state.pending is not None and state.turns[-1].player != player,
        }
        can[str(player)] = [kind for kind, may in own.items() if may]
    return can


def _window(state: Match) -> dict[str, Any] | None:
    """The move that can be challenged and the words of it that still can be; None when shut."""
    if state.pending is None:
        return None
    return {"player": state.turns[-1].player, "words": list(state.pending.open_words)}


def _ending(state: Match) -> dict[str, Any] | None:
    if state.ending is None:
        return None
    because = state.ending.because
    return {
        "reason": state.ending.reason.value,
        "finisher": state.ending.finisher,
        "because": None if because is None else because.value,
        "winners": list(state.winners),
        "lost_on_time": list(state.lost_on_time),
    }


def _settlement(settlement: tuple[Settled, ...] | None) -> list[dict[str, Any]] | None:
    if settlement is None:
        return None
    return [
        {
            "left": settled.tiles_left,
            "deducted": settled.deducted,
            "credited": settled.credited,
            "time_deduction": settled.time_deduction,
            "total": settled.total,
        }
        for settled in settlement
    ]
