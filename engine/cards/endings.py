"""From the last points noted to the final score."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards.deck import sort_cards
from engine.cards.piles import check_hand, check_open, unseen_cards, with_seen
from engine.cards.values import CardGame, Phase, Reason
from engine.endings import Ending
from engine.refusals import Refusal
from engine.scoring import read_line
from engine.settlement import all_left, racks_left
from engine.tiles import from_shown


def note_points(state: CardGame) -> CardGame:
    """Shut the challenge window: cards that did not count leave the table.

    A word that emptied draw pile and hand now ends the game.
    """
    pending = state.pending
    if pending is None:
        return state
    removed = read_line(state.table, sorted(pending.leaving))
    noted = replace(
        state,
        pending=None,
        table=state.table.without(pending.leaving),
        discarded=sort_cards(state.discarded + from_shown(removed)),
        turns=(*state.turns[:-1], replace(state.turns[-1], removed=removed)),
    )
    if state.on_turn is not None:
        return noted
    return finish(noted, Ending(Reason.OUT, finisher=state.turns[-1].player))


def finish(state: CardGame, ending: Ending) -> CardGame:
    """End the play, and settle if everybody's cards left are known or follow from the others'."""
    ended = replace(state, phase=Phase.SETTLING, on_turn=None, ending=ending)
    left = all_left(_hands_left(ended, (None,) * state.players))
    return ended if isinstance(left, Refusal) else replace(ended, phase=Phase.OVER, left=left)


def stop(state: CardGame, ending: Ending) -> CardGame:
    """End the game at once, without settlement; the points stand as they are."""
    return replace(
        state,
        phase=Phase.OVER,
        on_turn=None,
        drawing=(),
        standing=(),
        pending=None,
        ending=ending,
    )


def tell_left(state: CardGame, told: Sequence[str | None]) -> CardGame | Refusal:
    """Settle by the cards left as `told`; None where they are known or follow from the others'."""
    for player, hand in enumerate(told):
        if hand is not None and (refusal := check_hand(state, player, hand)):
            return refusal
    all_told = "".join(hand or "" for hand in told)
    if refusal := check_open(state, all_told):
        return refusal
    state = with_seen(state, all_told)
    left = all_left(_hands_left(state, told))
    return left if isinstance(left, Refusal) else replace(state, phase=Phase.OVER, left=left)


def _hands_left(state: CardGame, told: Sequence[str | None]) -> list[str | None]:
    # Of cards given up by number alone nobody knows that they are not on a hand.
    unseen, is_all_drawn = unseen_cards(state), not state.pile and not state.unnamed
    return racks_left(told, state.known, state.hand_sizes, unseen, is_all_drawn=is_all_drawn)
