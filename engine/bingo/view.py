"""A bingo as JSON: for the API, the live view and the page."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.bingo.values import FULL, MOST_PLAYERS, Bingo
from engine.endings import ending_json

#: How a letter that is struck is shown.
_STRUCK = "·"
#: The codes of the trays.
_CALLED, _CARD = "called", "card"


def view(state: Bingo, seat: int | None, *, sees_all: bool) -> dict[str, Any]:
    """What was called, and the cards that may be seen: all, or the one in `seat`."""
    seen = {
        player: card
        for player, card in enumerate(state.cards)
        if card and (sees_all or player == seat)
    }
    return {
        "phase": state.phase.value,
        "caller": state.caller,
        "called": state.called,
        "has_card": [bool(card) for card in state.cards],
        "claims": list(state.claims),
        "facts": _facts(state, seat if seat in seen else None),
        "trays": list(_trays(state, seen)),
        "turns": [
            {"player": player, "kind": "claim", "points": FULL, "total": FULL}
            for player in state.claims
        ],
        "ending": ending_json(state),
    }


def _facts(state: Bingo, own: int | None) -> list[dict[str, Any]]:
    """How much is open on one's own card, and how far the game is."""
    facts: list[dict[str, Any]] = []
    if own is not None:
        left = FULL - state.scores[own]
        facts.append({"code": "own_left", "value": left, "left_of": _CARD})
    if state.called:
        facts.append({"code": "last_called", "value": state.called[-1]})
    counts = (
        ("cards", state.written),
        ("calls", len(state.called)),
        ("tiles_left", len(state.bag)),
    )
    return facts + [{"code": code, "value": value} for code, value in counts]


def _trays(state: Bingo, seen: Mapping[int, tuple[str, ...]]) -> Iterable[dict[str, Any]]:
    """The tiles called, and of the cards seen the letters still open."""
    yield {
        "code": _CALLED,
        "player": None,
        "tiles": state.called,
        "count": len(state.called),
    }
    for player, card in seen.items():
        for word, rest in zip(card, _with_struck(card, state.called), strict=True):
            left = rest.replace(_STRUCK, "")
            yield {
                "code": _CARD,
                "player": player,
                "tiles": left,
                "count": len(left),
                "word": word,
                "shown": rest,
                "struck_by": _CALLED,
            }


@lru_cache(maxsize=2 * MOST_PLAYERS)
def _with_struck(card: tuple[str, ...], called: str) -> tuple[str, ...]:
    """The words with a dot for every letter struck; one letter each time it was called.

    Kept, as at the end hundreds look at all cards.
    """
    open_calls = Counter(called)
    words = []
    for word in card:
        letters = []
        for letter in word:
            open_calls[letter] -= 1
            letters.append(_STRUCK if open_calls[letter] >= 0 else letter)
        words.append("".join(letters))
    return tuple(words)
