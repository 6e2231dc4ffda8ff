"""Before and after a game: who begins, what time overrun costs, and the final score."""

from collections import Counter
from collections.abc import Sequence

from engine.errors import EngineError
from engine.refusals import Refusal
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


def racks_left(
    told: Sequence[str | None],
    known: Sequence[str],
    sizes: Sequence[int],
    unseen: str,
    *,
    is_all_drawn: bool,
) -> list[str | None]:
    """Everybody's tiles or cards left as far as they are told, known from before or follow.

    Where all that is `unseen` has been drawn, the last rack unknown is what is nowhere else. What
    was known from before counts only where it agrees with `told` and what lies there: people write
    racks down wrongly. All are sorted alike; nothing is told that can't be.
    """
    racks = [before if rack is None else rack for rack, before in zip(told, known, strict=True)]
    if Counter("".join(racks)) - Counter(unseen):
        racks = [rack or "" for rack in told]
    left = [rack if len(rack) == size else None for rack, size in zip(racks, sizes, strict=True)]
    if is_all_drawn and left.count(None) == 1:
        rest = list(unseen)
        for tile in "".join(rack or "" for rack in left):
            rest.remove(tile)
        left[left.index(None)] = "".join(rest)
    return left


def time_deduction(seconds_used: int, clock: Clock) -> int | None:
    """Points lost for the time used, by the minutes begun beyond it; None: the game is lost."""
    over = max(0, seconds_used - clock.seconds)
    if over > clock.lost_after_seconds:
        return None
    return -(-over // 60) * clock.minute_deduction


def all_left(racks: Sequence[str | None]) -> tuple[str, ...] | Refusal:
    """Everybody's tiles or cards left, or the refusal that somebody's are needed."""
    left = tuple(rack for rack in racks if rack is not None)
    if len(left) < len(racks):
        return Refusal("rack_missing", {"player": list(racks).index(None)})
    return left
