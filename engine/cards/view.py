"""A game as JSON: for the API, the live view and the page."""

from typing import Any

from engine.cards.grid import name_square, shown
from engine.cards.values import CardGame, Phase, Settled, Turn, Variant
from engine.endings import ending_json


def view(state: CardGame, *, seat: int | None, sees_all: bool) -> dict[str, Any]:
    """What only this game shows. Hands are secret, but to the one in `seat` the own."""
    turns = [_turn(turn, is_open=sees_all or turn.player == seat) for turn in state.turns]
    return {
        "variant": state.variant.value,
        "phase": state.phase.value,
        "drawing": list(state.drawing),
        "drawn": [{"player": player, "tile": card} for player, card in state.drawn],
        "grid": shown(state.table),
        "marks": _marks(state),
        "trays": _trays(state, seat=seat, sees_all=sees_all),
        "facts": _facts(state),
        "turns": turns,
        "action_cards": [
            {
                "name": card.name,
                "actions": [
                    {
                        "condition": action.condition,
                        "parameter": action.parameter,
                        "gain": action.gain,
                        "loss": action.loss,
                    }
                    for action in card.actions
                ],
            }
            for card in state.action_cards
        ],
        "challenge": state.window and state.window.as_json(),
        "ending": ending_json(state),
        "settlement": _settlement(state.settlement),
    }


def _marks(state: CardGame) -> dict[str, str]:
    """The cards that will leave the table, and the one that a premium card goes with."""
    if state.pending is None:
        return {}
    marks = {name_square(square): "leaving" for square in sorted(state.pending.leaving)}
    if premium := state.turns[-1].premium:
        marks[name_square(premium.square)] = f"premium_{premium.factor}"
    return marks


def _trays(state: CardGame, *, seat: int | None, sees_all: bool) -> list[dict[str, Any]]:
    trays = [
        {
            "code": "hand",
            "player": player,
            "tiles": known if sees_all or player == seat else "",
            "count": size,
        }
        for player, (known, size) in enumerate(zip(state.known, state.hand_sizes, strict=True))
    ]
    hidden = state.given_up if sees_all else ""
    discarded = state.discarded + hidden
    return [*trays, _pile("discarded", discarded, state.discards)]


def _pile(code: str, tiles: str, count: int) -> dict[str, Any]:
    return {"code": code, "player": None, "tiles": tiles, "count": count}


def _facts(state: CardGame) -> list[dict[str, Any]]:
    facts: list[dict[str, Any]] = [{"code": "variant", "value": state.variant.value}]
    if state.phase is Phase.DRAWING:
        return facts
    facts.append({"code": "draw_pile", "value": state.pile})
    if state.variant is Variant.ACTION:
        facts.append({"code": "action_pile", "value": len(state.action_pile)})
    if state.passes:
        facts.append({"code": "passes", "value": state.passes})
    return facts


def _turn(turn: Turn, *, is_open: bool) -> dict[str, Any]:
    is_word = turn.kind.value == "place"
    premium = turn.premium
    return {
        "player": turn.player,
        "kind": turn.kind.value,
        "coordinates": turn.coordinates,
        "word": turn.word,
        "tiles": turn.cards if is_word or is_open else "",
        "count": turn.count,
        "points": turn.earned,
        "total": turn.total,
        "words": [{"word": word, "points": points} for word, points in turn.words],
        "bonus": turn.bonus,
        "premium": premium and {"square": name_square(premium.square), "factor": premium.factor},
        "removed": turn.removed,
        "actions": [
            {"player": played.by, "card": played.card, "points": played.points}
            for played in turn.actions
        ],
        "swapped_action": turn.swapped_action,
        "hand": turn.hand if is_open else None,
        "hand_lacks": turn.hand_lacks if is_open else "",
        "challenges": [challenge.as_json() for challenge in turn.challenges],
        "taken_back": turn.is_taken_back,
        "notes": _notes(turn, is_open=is_open),
    }


def _notes(turn: Turn, *, is_open: bool) -> list[dict[str, Any]]:
    """What is remarked on a turn: a code each, with what goes with it."""
    notes: list[dict[str, Any]] = []
    if turn.is_first_word:
        notes.append({"code": "first_word"})
    if turn.premium:
        notes.append({"code": "premium", "factor": turn.premium.factor})
    if turn.bonus:
        notes.append({"code": "all_cards", "points": turn.bonus})
    for played in turn.actions:
        code = "action_gained" if played.points > 0 else "action_lost"
        notes.append({"code": code, "by": played.by, "points": abs(played.points)})
    if turn.swapped_action:
        notes.append({"code": "action_swapped"})
    if turn.removed:
        notes.append({"code": "cards_removed", "cards": turn.removed.upper()})
    if is_open and turn.hand_lacks:
        notes.append({"code": "hand_lacks", "cards": turn.hand_lacks})
    return notes


def _settlement(settlement: tuple[Settled, ...] | None) -> list[dict[str, Any]] | None:
    if settlement is None:
        return None
    return [
        {
            "left": settled.left,
            "deducted": settled.deducted,
            "credited": settled.credited,
            "total": settled.total,
        }
        for settled in settlement
    ]
