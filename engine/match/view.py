"""A game as JSON: for the API, the live view and the page."""

from typing import Any

from engine.endings import ending_json
from engine.match.values import Match, Settled, Turn


def view(state: Match) -> dict[str, Any]:
    """What only this game shows."""
    return {
        "ruleset": state.ruleset.name,
        "phase": state.phase.value,
        "drawing": list(state.drawing),
        "drawn": [{"player": player, "tile": tile} for player, tile in state.drawn],
        "bag": state.bag,
        "rack_sizes": list(state.rack_sizes),
        "known": list(state.known),
        "clocks": list(state.clocks),
        "board": list(state.board.rows),
        "trays": _trays(state),
        "facts": _facts(state),
        "turns": [_turn(turn) for turn in state.turns],
        "challenge": state.window and state.window.as_json(),
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
        "theme_words": list(turn.theme_words),
        "theme_bonus": turn.theme_bonus,
        "blanks": list(turn.blanks),
        "vowels": turn.vowels,
        "drawn": turn.drawn,
        "notes": _notes(turn),
        "challenges": [challenge.as_json() for challenge in turn.challenges],
        "taken_back": turn.is_taken_back,
    }


def _notes(turn: Turn) -> list[dict[str, Any]]:
    """What house rules did to the turn: a code with what fills its text."""
    notes: list[dict[str, Any]] = []
    if turn.blanks:
        squares = ", ".join(turn.blanks)
        notes.append({"code": "blanks", "squares": squares, "letters": ", ".join(turn.swapped)})
    if turn.theme_words:
        words = ", ".join(turn.theme_words)
        notes.append({"code": "theme", "words": words, "points": turn.theme_bonus})
    if turn.vowels is not None:
        notes.append({"code": "vowels", "vowels": turn.vowels})
    if turn.drawn:
        notes.append({"code": "drawn", "tiles": turn.drawn})
    return notes


def _trays(state: Match) -> list[dict[str, Any]]:
    """The racks of who plays alone, which lie open."""
    if state.house.solitaire is None:
        return []
    return [
        {"code": "rack", "player": player, "tiles": tiles, "count": len(tiles)}
        for player, tiles in enumerate(state.known)
    ]


def _facts(state: Match) -> list[dict[str, Any]]:
    """The house rules agreed on, and where they stand."""
    house, rules = state.house, state.ruleset
    facts: dict[str, str | int | None] = {
        "solitaire": house.solitaire and house.solitaire.value,
        "opening_letters": None if state.is_over else state.opening_letters,
        "theme": house.theme,
        "theme_bonus": rules.theme_bonus if house.theme else None,
        "blanks": "taken_back" if rules.blanks_taken_back else None,
        "dictionary": "open" if state.is_dictionary_open else None,
        "vowel_bag": state.vowel_bag if house.two_bags else None,
        "consonant_bag": state.bag - state.vowel_bag if house.two_bags else None,
        "turn_seconds": house.turn_seconds,
        "overtime_turn": _overtime_turn(state),
        "overtime_points": house.overtime_points if house.turn_seconds else None,
        "turn_time": "stands" if state.is_paused and not state.is_over else None,
    }
    return [
        {"code": code, "value": value} for code, value in facts.items() if value not in (None, "")
    ]


def _overtime_turn(state: Match) -> str | None:
    if state.house.turn_seconds is None:
        return None
    return "lost" if state.house.overtime_turn_lost else "kept"


def hide_racks(shown: dict[str, Any], seat: int | None, *, hides_exchanges: bool) -> None:
    """Take out of a view the racks of all but the one in `seat`."""
    known = enumerate(shown["known"])
    shown["known"] = [tiles if player == seat else "" for player, tiles in known]
    for turn in shown["turns"]:
        if turn["player"] == seat:
            continue
        turn["rack"], turn["rack_lacks"] = None, ""
        if turn["kind"] == "exchange" and hides_exchanges:
            turn["tiles"] = ""


def _ending(state: Match) -> dict[str, Any] | None:
    ending = ending_json(state)
    return ending and {**ending, "lost_on_time": list(state.lost_on_time)}


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
