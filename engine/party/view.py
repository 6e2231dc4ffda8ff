"""A Party game as JSON: for the API, the live view and the page."""

from typing import Any

from engine.endings import ending_json
from engine.party.notation import party_square
from engine.party.values import TEAMS, ZONE_NAMES, Owed, Party, Phase, Turn


def view(state: Party) -> dict[str, Any]:
    """What only this game shows; nothing is secret."""
    tray = state.tray
    return {
        "phase": state.phase.value,
        "dice": state.rules.dice.value,
        "timed_by": state.rules.timer.value,
        "board": list(state.board.rows),
        "notation": "columns",
        "marks": _marks(state),
        "trays": [{"code": "tray", "player": None, "tiles": tray, "count": len(tray)}],
        "facts": _facts(state),
        "begin_rolls": list(state.begin_rolls),
        "turns": [_turn(turn) for turn in state.turns],
        "challenge": state.window and state.window.as_json(),
        "ending": ending_json(state),
    }


def _marks(state: Party) -> dict[str, str]:
    """The squares of the bonus die; while a tile is to be chosen, those laid."""
    marks = {party_square(square): "bonus_die" for square in sorted(state.rules.bonus_squares)}
    if state.pending is not None and state.pending.owed is Owed.CHOICE:
        marks |= {party_square(square): "laid_now" for square in state.turns[-1].squares}
    return marks


def _facts(state: Party) -> list[dict[str, Any]]:
    facts: list[dict[str, Any]] = []
    now = state.current
    if state.phase is Phase.BEGINNING and state.begin_rolls:
        facts.append({"code": "begin_rolls", "value": " ".join(state.begin_rolls)})
    if now is not None and state.phase in (
        Phase.ROLLING,
        Phase.READY,
        Phase.RUNNING,
        Phase.LAYING,
    ):
        if now.letter:
            facts.append({"code": "letter", "value": now.letter})
        if vain := now.rolled[:-1] if now.letter else now.rolled:
            facts.append({"code": "in_vain", "value": " ".join(vain)})
        if now.zone is not None:
            facts.append({"code": "zone", "value": now.zone})
        elif now.first_zone:
            facts.append({"code": "first_zone", "value": ZONE_NAMES[now.first_zone]})
    if state.is_over:
        return facts
    for team in range(TEAMS):
        if state.misses[team]:
            facts.append({"code": "misses_turn", "value": team, "player": team})
        if state.is_free[team]:
            facts.append({"code": "free_letter", "value": team, "player": team})
        if zone := state.first_zones[team]:
            code = f"begins_in_{ZONE_NAMES[zone]}"
            facts.append({"code": code, "value": team, "player": team})
    return facts


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "player": turn.player,
        "kind": turn.kind.value,
        "coordinates": turn.coordinates,
        "word": turn.word,
        "tiles": turn.tiles,
        "count": len(turn.tiles),
        "points": turn.points,
        "total": turn.total,
        "words": [{"word": word, "points": points} for word, points in turn.words],
        "bonus": turn.bonus,
        "rolled": list(turn.rolled),
        "zone": turn.zone,
        "face": None if turn.face is None else turn.face.value,
        "chosen": None if turn.chosen is None else party_square(turn.chosen),
        "challenges": [challenge.as_json() for challenge in turn.challenges],
        "taken_back": turn.is_taken_back,
        "notes": _notes(turn),
    }


def _notes(turn: Turn) -> list[dict[str, Any]]:
    """What made the points of the words those of the turn."""
    codes = [] if turn.face is None else [turn.face.value]
    if turn.zone is not None:
        codes.append(f"zone_{turn.zone}")
    if turn.bonus:
        codes.append("many_tiles")
    return [{"code": code} for code in codes]
