"""From the last points noted to the final score."""

from collections.abc import Sequence
from dataclasses import replace

from engine.match.values import Ending, Match, Phase, Reason
from engine.refusals import Refusal
from engine.tiles import missing_tiles, sort_tiles, without


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
    return _settled(ended, _racks_left(ended, (None,) * state.players))


def stop(state: Match, ending: Ending) -> Match:
    """End the game at once, without settlement; the points stand as they are."""
    return replace(state, phase=Phase.OVER, on_turn=None, drawing=(), pending=None, ending=ending)


def tell_left(state: Match, told: Sequence[str | None]) -> Match | Refusal:
    """Settle by the tiles left as `told`; None where they are known or follow from the others'.

    A game settled already takes what is the same and refuses what differs.
    """
    for player, (rack, size) in enumerate(zip(told, state.rack_sizes, strict=True)):
        if rack is None:
            continue
        if state.left is not None and rack != state.left[player]:
            right = state.left[player]
            return Refusal("racks_differ", {"player": player, "rack": rack, "right": right})
        if refusal := check_rack_size(player, rack, size):
            return refusal
    if state.left is not None:
        return state
    if lacking := missing_tiles(unseen_tiles(state), "".join(rack or "" for rack in told)):
        return Refusal("tile_not_left", {"tiles": lacking})
    racks = _racks_left(state, told)
    if None in racks:
        return Refusal("rack_missing", {"player": racks.index(None)})
    return _settled(state, racks)


def check_rack_size(player: int, rack: str, size: int) -> Refusal | None:
    if len(rack) == size:
        return None
    detail: dict[str, str | int] = {"player": player, "rack": rack, "tiles": len(rack)}
    return Refusal("wrong_rack_size", {**detail, "size": size})


def unseen_tiles(state: Match) -> str:
    """All tiles that do not lie on the board."""
    return without(state.ruleset.tile_set.all_tiles, state.board.tiles)


def _settled(state: Match, racks: Sequence[str | None]) -> Match:
    left = tuple(rack for rack in racks if rack is not None)
    if len(left) < len(racks):
        return state
    return replace(state, phase=Phase.OVER, left=left)


def _racks_left(state: Match, told: Sequence[str | None]) -> list[str | None]:
    """Everybody's tiles left as far as they are told, known from before or follow.

    With an empty bag the last rack unknown is what is nowhere else. What was known from before
    counts only where it agrees with `told` and the board: people write racks down wrongly.
    """
    unseen = unseen_tiles(state)
    known = [
        before if rack is None else rack for rack, before in zip(told, state.known, strict=True)
    ]
    if missing_tiles(unseen, "".join(known)):
        known = [rack or "" for rack in told]
    racks: list[str | None] = [
        sort_tiles(tiles) if len(tiles) == size else None
        for tiles, size in zip(known, state.rack_sizes, strict=True)
    ]
    if state.bag == 0 and racks.count(None) == 1:
        others = "".join(rack or "" for rack in racks)
        racks[racks.index(None)] = without(unseen, others)
    return racks
