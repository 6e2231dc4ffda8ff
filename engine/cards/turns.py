"""What all turns have in common: whose it is, what is told with it, and what follows."""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from engine.actions import wrong_phase
from engine.cards.deck import missing_cards, read_cards, sort_cards
from engine.cards.endings import note_points
from engine.cards.piles import check_hand, check_open
from engine.cards.values import CardGame, Kind, Phase, Turn
from engine.fields import Fields
from engine.players import check_on_turn, next_player, put
from engine.refusals import Refusal


class TurnFields(NamedTuple):
    """What may be told with any turn."""

    player: int
    hand: str | None


def read_told(fields: Fields) -> TurnFields:
    hand = fields.optional_text("hand")
    return TurnFields(
        fields.number("player"), None if hand is None else sort_cards(read_cards(hand))
    )


def begin_turn(state: CardGame, kind: Kind, told: TurnFields) -> CardGame | Refusal:
    """The state with the points of the last word noted, if the player may now take a turn."""
    noted = note_points(state)
    if noted.phase is not Phase.PLAYING or noted.on_turn is None:
        return wrong_phase(kind.value, noted.phase)
    if refusal := check_on_turn(noted, told.player):
        return refusal
    if told.hand is not None and (refusal := check_hand(noted, told.player, told.hand)):
        return refusal
    return noted


def check_cards(state: CardGame, told: TurnFields, cards: str) -> Refusal | None:
    """Refuse more cards than the hand has, cards that lie open, and those not in a hand told."""
    size = state.hand_sizes[told.player]
    if len(cards) > size:
        return Refusal("more_than_rack", {"count": len(cards), "size": size})
    if refusal := check_open(state, cards):
        return refusal
    if told.hand is not None and (lacking := missing_cards(told.hand, cards)):
        return Refusal("not_on_rack", {"rack": told.hand, "missing": lacking})
    return None


def with_turn(state: CardGame, turn: Turn, told: TurnFields, used: str) -> CardGame:
    """The turn on the score sheet, its points counted, and the next player on turn."""
    player = turn.player
    known = known_with(state, told)
    lacks = "" if told.hand is None else missing_cards(told.hand, state.known[player])
    turn = replace(turn, hand=told.hand, hand_lacks=lacks)
    leave = sort_cards("".join((Counter(known[player]) - Counter(used)).elements()))
    return replace(
        state,
        known=put(known, player, leave),
        points=put(state.points, player, turn.total),
        turns=(*state.turns, turn),
        passes=0,
        on_turn=next_player(state, player),
    )


def known_with(state: CardGame, told: TurnFields) -> tuple[str, ...]:
    """The cards known of every hand, with the one just told."""
    return state.known if told.hand is None else put(state.known, told.player, told.hand)
