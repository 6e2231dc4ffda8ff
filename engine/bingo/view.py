"""What is to be seen of a bingo: what was called, and of the cards one's own."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.bingo.values import FULL, MOST_PLAYERS, Bingo, Phase
from engine.endings import ending_view
from engine.views import Fact, Glance, Shown, Tray, TurnView, View, pulse_of

#: How a letter that is struck is shown.
_STRUCK = "·"
#: The codes of the trays.
_CALLED, _CARD = "called", "card"


@dataclass(frozen=True, kw_only=True)
class _Called(Shown):
    phase: Phase
    #: The player who calls; null: somebody who does not play.
    caller: int | None
    #: The tiles called, in order.
    called: str
    #: Those who have claimed since the last call.
    claims: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class BingoView(_Called, View):
    #: Whether each has written a card.
    has_card: tuple[bool, ...]


@dataclass(frozen=True, kw_only=True)
class BingoGlance(_Called, Glance):
    """What all are told, who may be hundreds."""


def view(state: Bingo, seat: int | None, *, sees_all: bool) -> BingoView:
    """With the cards that may be seen: all, or the one in `seat`."""
    seen = {
        player: card
        for player, card in enumerate(state.cards)
        if card and (sees_all or player == seat)
    }
    return BingoView(
        phase=state.phase,
        caller=state.caller,
        called=state.called,
        has_card=tuple(map(bool, state.cards)),
        claims=state.claims,
        facts=tuple(_facts(state, seat if seat in seen else None)),
        trays=tuple(_trays(state, seen)),
        turns=_turns(state),
        ending=ending_view(state),
    )


def glance(state: Bingo) -> BingoGlance:
    shown = BingoGlance(
        players=state.players,
        on_turn=state.on_turn,
        phase=state.phase,
        caller=state.caller,
        called=state.called,
        claims=state.claims,
        facts=tuple(_facts(state, None)),
        trays=tuple(_trays(state, {})),
        turns=_turns(state),
        ending=ending_view(state),
    )
    return replace(shown, pulse=pulse_of(shown))


def _facts(state: Bingo, own: int | None) -> Iterator[Fact]:
    """How much is open on one's own card, and how far the game is."""
    if own is not None:
        yield Fact("own_left", FULL - state.scores[own], left_of=_CARD)
    if state.called:
        yield Fact("last_called", state.called[-1])
    yield Fact("cards", state.written)
    yield Fact("calls", len(state.called))
    yield Fact("tiles_left", len(state.bag))


def _turns(state: Bingo) -> tuple[TurnView, ...]:
    return tuple(
        TurnView(player=player, kind="claim", points=FULL, total=FULL) for player in state.claims
    )


def _trays(state: Bingo, seen: Mapping[int, tuple[str, ...]]) -> Iterator[Tray]:
    """The tiles called, and of the cards seen the letters still open."""
    yield Tray(_CALLED, None, state.called, len(state.called))
    for player, card in seen.items():
        for word, rest in zip(card, _with_struck(card, state.called), strict=True):
            left = rest.replace(_STRUCK, "")
            yield Tray(_CARD, player, left, len(left), word, rest, _CALLED)


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
