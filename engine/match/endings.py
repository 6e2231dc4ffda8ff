"""From the last points noted to the final score."""

from collections.abc import Sequence
from dataclasses import replace

from engine.endings import Ending
from engine.match.racks import check_rack, unseen_tiles
from engine.match.values import Match, Phase, Reason
from engine.refusals import Refusal
from engine.settlement import all_left, racks_left
from engine.tiles import missing_tiles


def note_points(state: Match) -> Match:
    """Shut the challenge window; a move that emptied bag and rack now ends the game."""
    if state.pending is None:
        return state
    noted = replace(state, pending=None)
    if state.on_turn is not None:
        return noted
    return finish(noted, Ending(Reason.OUT, finisher=state.turns[-1].player))


def finish(state: Match, ending: Ending) -> Match:
    """End the play, and settle if everybody's tiles left are known or follow from the others'."""
    ended = replace(state, phase=Phase.SETTLING, on_turn=None, ending=ending)
    left = all_left(_racks_left(ended, (None,) * state.players))
    return ended if isinstance(left, Refusal) else replace(ended, phase=Phase.OVER, left=left)


def stop(state: Match, ending: Ending) -> Match:
    """End the game at once, without settlement; the points stand as they are."""
    return replace(state, phase=Phase.OVER, on_turn=None, drawing=(), pending=None, ending=ending)


def tell_left(state: Match, told: Sequence[str | None]) -> Match | Refusal:
    """Settle by the tiles left as `told`; None where they are known or follow from the others'."""
    for player, rack in enumerate(told):
        if rack is not None and (refusal := check_rack(state, player, rack)):
            return refusal
    if lacking := missing_tiles(unseen_tiles(state), "".join(rack or "" for rack in told)):
        return Refusal("tile_not_left", {"tiles": lacking})
    left = all_left(_racks_left(state, told))
    return left if isinstance(left, Refusal) else replace(state, phase=Phase.OVER, left=left)


def _racks_left(state: Match, told: Sequence[str | None]) -> list[str | None]:
    unseen, is_all_drawn = unseen_tiles(state), not state.bag
    return racks_left(told, state.known, state.rack_sizes, unseen, is_all_drawn=is_all_drawn)
