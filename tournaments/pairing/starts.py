"""Who begins. Begun and not begun games of a player shall differ by one at most."""

from collections.abc import Iterable, Mapping
from functools import cache

from tournaments.pairing.lots import Lots
from tournaments.pairing.values import Paired, Player

#: Further apart than this nobody's starts should be, and in no case than that.
EVEN, UTMOST = 1, 2


def in_turn(
    one: Player,
    other: Player,
    lots: Lots,
    *,
    prefer: Player | None = None,
    alternate: bool = False,
) -> tuple[int, int]:
    """The ids of the two, who begins first.

    It is the one who has begun less (games begun less those not begun); then whoever did not
    begin when the two last met; then `prefer`, the one a timetable names; then whoever did not
    begin the last time that one of them did and the other did not; then the lot decides. Where
    the two `alternate`, their last meeting comes before everything else.
    """
    first = _beginner(one, other, lots, prefer, alternate)
    return (one.id, other.id) if first is one else (other.id, one.id)


def _beginner(
    one: Player, other: Player, lots: Lots, prefer: Player | None, alternate: bool
) -> Player:
    began = _began_last(one, other)
    if one.balance != other.balance and (began is None or not alternate):
        return min(one, other, key=lambda player: player.balance)
    if began is not None:
        return other if began else one
    if prefer is not None:
        return prefer
    for one_began, other_began in zip(reversed(one.began), reversed(other.began), strict=False):
        if one_began != other_began:
            return other if one_began else one
    low, high = sorted((one, other), key=lambda player: player.id)
    return (low, high)[lots.draw("begins", low.id, high.id) % 2]


def _began_last(one: Player, other: Player) -> bool | None:
    """Whether `one` began when the two last met; None if they have not, or if it is not known."""
    for opponent, began in zip(reversed(one.opponents), reversed(one.began), strict=False):
        if opponent == other.id:
            return began
    return None


@cache
def strain(one: int, other: int, most: int) -> int:
    """By how much the starts of two, given their balances, will be more than `most` apart.

    The one who has begun less begins, which is the best that can be done.
    """
    low, high = (one, other) if one < other else (other, one)
    return max(0, abs(low + 1) - most) + max(0, abs(high - 1) - most)


def uneven(pairs: Iterable[Paired], players: Mapping[int, Player]) -> dict[int, int]:
    """Those of the pairs whose starts will be more than EVEN apart, with their balance then."""
    after: dict[int, int] = {}
    for pair in pairs:
        if pair.second is not None:
            after[pair.first] = players[pair.first].balance + 1
            after[pair.second] = players[pair.second].balance - 1
    return {player: balance for player, balance in after.items() if abs(balance) > EVEN}
