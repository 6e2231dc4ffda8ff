"""Results that somebody should look at twice before they count. Pure: values in, doubts out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

#: What is usual as long as too few results of the division are known.
USUAL_POINTS = 400
#: So many players' points are enough to know what is usual.
ENOUGH = 20


@dataclass(frozen=True)
class Doubt:
    """Something odd about a result; `code` is stable, `detail` says what about."""

    code: str
    detail: Mapping[str, int]

    def as_json(self) -> dict[str, str | int]:
        return {"code": self.code, **self.detail}


def usual_points(known: Sequence[int]) -> int:
    """The mean of the points `known`, rounded down; USUAL_POINTS unless they are ENOUGH."""
    return sum(known) // len(known) if len(known) >= ENOUGH else USUAL_POINTS


def doubts_about(
    first_points: int,
    second_points: int,
    *,
    usual: int,
    unusual: int,
    spread: int | None = None,
) -> tuple[Doubt, ...]:
    """What is odd about a result, the first player's points before the second's.

    Points are when they are more than `unusual` above what is `usual`, or less than half of that;
    with `unusual` 0 nobody asks about points. A `spread` is when it is not what the points make;
    without its sign it fits either player.
    """
    doubts = []
    for points in (first_points, second_points) if unusual else ():
        if points > usual + unusual:
            doubts.append(Doubt("points_high", {"points": points, "usual": usual}))
        elif 2 * points < usual:
            doubts.append(Doubt("points_low", {"points": points, "usual": usual}))
    difference = first_points - second_points
    if spread is not None and spread not in {difference, abs(difference)}:
        doubts.append(Doubt("spread_wrong", {"spread": spread, "difference": difference}))
    return tuple(doubts)
