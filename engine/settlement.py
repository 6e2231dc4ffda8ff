"""Before and after a game: who begins, what time overrun costs, and the final score."""

from collections.abc import Sequence

from engine.errors import EngineError
from engine.rulesets import Clock
from engine.tiles import TILE_ORDER, TileSet, read_tiles


def who_begins(drawn: Sequence[str]) -> tuple[int, ...]:
    """The player who begins, by number from 0, from the tile each has drawn.

    The blank comes before A, an umlaut after its base letter. Several players in the answer have
    drawn the same first tile and draw again among themselves. Raises EngineError when nobody
    drew, or for text that is no tile.
    """
    if not drawn or any(len(tile) != 1 or tile not in TILE_ORDER for tile in drawn):
        raise EngineError(f"to see who begins, each player draws one tile, not {list(drawn)}")
    first = min(drawn, key=TILE_ORDER.index)
    return tuple(player for player, tile in enumerate(drawn) if tile == first)


def settle(
    scores: Sequence[int], racks: Sequence[str], tile_set: TileSet, finisher: int | None = None
) -> tuple[int, ...]:
    """The final scores: everybody loses the tiles left, and the finisher gains the others'.

    `finisher` is the player who emptied the rack, by number from 0, or None after passes.
    Raises EngineError unless each score has its rack and the finisher's is empty, Unreadable for
    a rack that is none.
    """
    if len(scores) != len(racks):
        raise EngineError(f"{len(scores)} scores can't be settled with {len(racks)} racks")
    if finisher is not None and not 0 <= finisher < len(racks):
        raise EngineError(f"there is no player {finisher} among {len(racks)} (counted from 0)")
    if finisher is not None and racks[finisher]:
        raise EngineError(f"the finisher's rack is empty, but {racks[finisher]} is left on it")
    left = [tile_set.value_of(read_tiles(rack)) for rack in racks]
    final = [score - value for score, value in zip(scores, left, strict=True)]
    if finisher is not None:
        final[finisher] += sum(left)
    return tuple(final)


def time_deduction(seconds_used: int, clock: Clock) -> int | None:
    """Points lost for the time used, by the minutes begun beyond it; None: the game is lost."""
    over = max(0, seconds_used - clock.seconds)
    if over > clock.lost_after_seconds:
        return None
    return -(-over // 60) * clock.minute_deduction
