"""Dealing, which cards can be on a hand, and the pile of action cards as far as it is known.

Nobody sees which action card another draws. But one that was played goes under the pile, and from
then on its place is known: it is nowhere else until it has come round to the top.
"""

from dataclasses import replace

from engine.cards.action_cards import ActionCard
from engine.cards.deck import DECK, HAND_SIZE, missing_cards, without_cards
from engine.cards.values import CardGame, Phase
from engine.players import put
from engine.refusals import Refusal
from engine.tiles import from_shown


def start(state: CardGame, player: int) -> CardGame:
    """Deal seven cards to each, an action card where they are played with; `player` begins."""
    is_dealt = bool(state.action_cards)
    return replace(
        state,
        phase=Phase.PLAYING,
        on_turn=player,
        drawing=(),
        standing=(),
        hand_sizes=(HAND_SIZE,) * state.players,
        held=(None,) * state.players,
        action_pile=(None,) * (len(state.action_cards) - state.players) if is_dealt else (),
    )


def covered_cards(state: CardGame) -> str:
    """All cards that do not lie open on the table or the discard pile."""
    lying = from_shown("".join(state.table.cards.values()))
    return without_cards(DECK, lying + state.discarded)


def unseen_cards(state: CardGame) -> str:
    """All cards that can be on a hand or the draw pile."""
    return without_cards(covered_cards(state), state.given_up)


def check_hand(state: CardGame, player: int, hand: str) -> Refusal | None:
    """Refuse cards that can't be all there is on the hand, by what lies open."""
    size = state.hand_sizes[player]
    if len(hand) != size:
        detail: dict[str, str | int] = {"player": player, "rack": hand, "tiles": len(hand)}
        return Refusal("wrong_rack_size", {**detail, "size": size})
    return check_open(state, hand)


def check_open(state: CardGame, cards: str) -> Refusal | None:
    """Refuse cards that lie open elsewhere."""
    if lacking := missing_cards(covered_cards(state), cards):
        return Refusal("tile_not_left", {"tiles": lacking})
    return None


def with_seen(state: CardGame, cards: str) -> CardGame:
    """The state in which `cards` are on hands, though some may have been told as given up.

    Who gives cards up face down can name wrong ones. Nobody else may suffer by that, nor learn by
    a refusal what was named: so it is forgotten which card it was that lies there.
    """
    misnamed = missing_cards(unseen_cards(state), cards)
    return replace(
        state,
        given_up=without_cards(state.given_up, misnamed),
        unnamed=state.unnamed + len(misnamed),
    )


def action_card(state: CardGame, name: str) -> ActionCard | None:
    return next((card for card in state.action_cards if card.name == name), None)


def may_hold(state: CardGame, player: int, name: str) -> bool:
    """Whether the player's action card can be the one of that name, by all that is known."""
    if state.held[player] is not None:
        return state.held[player] == name
    return name not in state.held and name not in state.action_pile


def next_action_card(state: CardGame, player: int, gone: str | None) -> CardGame:
    """Put the player's action card, `gone`, under the pile, and let the top one be drawn."""
    top, *rest = (*state.action_pile, gone)
    return replace(state, held=put(state.held, player, top), action_pile=tuple(rest))
