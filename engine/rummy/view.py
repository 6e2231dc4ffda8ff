"""A game as JSON: for the API, the live view and the page."""

from typing import Any

from engine.endings import ending_json
from engine.rummy.rounds import uncounted
from engine.rummy.values import ROUNDS, Rummy, Turn

#: What a premium card does to its word.
_MULTIPLIED = {"2": "doubled", "3": "tripled"}


def view(state: Rummy, *, seat: int | None, sees_all: bool) -> dict[str, Any]:
    """What only this game shows; what is known of a hand is for its holder alone."""
    seen = [sees_all or player == seat for player in range(state.players)]
    return {
        "phase": state.phase.value,
        "step": state.step.value if state.on_turn is not None else None,
        "task": None if state.task is None else state.task.code,
        "tasks_left": len(state.tasks_left),
        "rounds": [
            {"task": played.task, "points": list(played.points), "met": list(played.met)}
            for played in state.rounds
        ],
        "trays": _trays(state, seen),
        "facts": _facts(state),
        "turns": [_turn(turn, is_seen=seen[turn.player]) for turn in state.turns],
        "challenge": state.window and state.window.as_json(),
        "ending": ending_json(state),
    }


def _trays(state: Rummy, seen: list[bool]) -> list[dict[str, Any]]:
    trays = [
        _tray("pile", None, "", state.pile),
        _tray("open", None, state.discard[-1:]),
        # As on the table: of a pile the card on top is seen, the others are not.
        _tray("discard", None, "", max(len(state.discard) - 1, 0)),
    ]
    for player, (size, known) in enumerate(zip(state.sizes, state.known, strict=True)):
        trays.append(_tray("hand", player, known if seen[player] else "", size))
        if lay := state.laid[player]:
            trays += [_tray("laid", player, word.word + word.premium) for word in lay.words]
    return trays


def _tray(code: str, player: int | None, tiles: str, count: int | None = None) -> dict[str, Any]:
    count = len(tiles) if count is None else count
    return {"code": code, "player": player, "tiles": tiles, "count": count}


def _facts(state: Rummy) -> list[dict[str, Any]]:
    number = state.round_number
    facts: list[dict[str, Any]] = [
        {"code": "round" if number <= ROUNDS else "extra_round", "value": number}
    ]
    if state.task is not None:
        facts.append({"code": "task", "value": state.task.code})
    if state.on_turn is not None:
        facts.append({"code": "step", "value": state.step.value})
    facts += [
        {"code": "met", "value": player, "player": player}
        for player, lay in enumerate(state.laid)
        if lay is not None
    ]
    facts += [
        {"code": "to_count", "value": player, "player": player} for player in uncounted(state)
    ]
    if state.first is not None and state.on_turn is not None:
        left = state.players - (state.on_turn - state.first) % state.players
        facts.append({"code": "turns_left", "value": left})
    return facts


def _turn(turn: Turn, *, is_seen: bool) -> dict[str, Any]:
    words = turn.lay.words if turn.lay else ()
    return {
        "player": turn.player,
        "kind": turn.kind.value,
        "round": turn.round,
        "task": turn.task,
        "word": " ".join(word.word for word in words),
        "words": [
            {"word": word.word.upper(), "points": word.points, "premium": word.premium or None}
            for word in words
        ],
        "bonus": turn.lay.bonus if turn.lay else 0,
        "quadrupled": turn.lay.quadrupled or None if turn.lay else None,
        "tiles": turn.lay.cards if turn.lay else turn.cards if is_seen else "",
        "count": len(turn.lay.cards) if turn.lay else turn.count,
        "points": turn.points,
        "total": turn.total,
        "challenges": [challenge.as_json() for challenge in turn.challenges],
        "taken_back": turn.is_taken_back,
        "notes": _notes(turn),
    }


def _notes(turn: Turn) -> list[dict[str, Any]]:
    """What is remarked on words laid: the round, what multiplied them, what was added."""
    if turn.lay is None:
        return []
    notes: list[dict[str, Any]] = [{"code": "round", "round": turn.round}]
    notes += [
        {"code": _MULTIPLIED[word.premium], "word": word.word.upper()}
        for word in turn.lay.words
        if word.premium
    ]
    if turn.lay.quadrupled:
        notes.append({"code": "quadrupled", "laid": turn.lay.quadrupled.upper()})
    if turn.lay.bonus:
        notes.append({"code": "bonus", "points": turn.lay.bonus})
    return notes
