"""Swiss as plainly as can be: every possible pairing is tried. Shares no code with the real one."""

from collections.abc import Iterator, Sequence

from tournaments.pairing import Player

Pairs = list[tuple[Player, Player | None]]


def all_pairings(players: Sequence[Player]) -> Iterator[Pairs]:
    """Every way to pair these, one of an odd field having a bye."""
    if not players:
        yield []
        return
    one, *others = players
    for place, other in enumerate(others):
        for rest in all_pairings(others[:place] + others[place + 1 :]):
            yield [(one, other), *rest]
    if len(players) % 2:
        for rest in all_pairings(others):
            yield [(one, None), *rest]


def repeats(pairs: Pairs) -> int:
    return sum(other is not None and other.id in one.opponents for one, other in pairs)


def apart(one: Player, other: Player, most: int) -> int:
    """By how much more than `most` the two's starts will be apart, if the better one begins."""

    def excess(first: Player, second: Player) -> int:
        begun = abs(first.firsts + 1 - first.seconds)
        not_begun = abs(second.firsts - second.seconds - 1)
        return max(0, begun - most) + max(0, not_begun - most)

    return min(excess(one, other), excess(other, one))


def merits(
    pairs: Pairs, players: Sequence[Player], *, avoid_clubs: bool, strict: bool
) -> tuple[object, ...]:
    """What a pairing is judged by, first things first; less is better."""
    games = [(one, other) for one, other in pairs if other is not None]
    byes = [one for one, other in pairs if other is None]
    gaps = sum((one.wins2 - other.wins2) ** 2 for one, other in games)
    starts = sum(apart(one, other, 1) for one, other in games)
    return (
        repeats(pairs),
        sum(max(0, one.opponents.count(other.id) - 1) for one, other in games),
        [(player.byes, player.wins2, -player.rank) for player in byes],
        sum(bool(one.club) and one.club == other.club for one, other in games) * avoid_clubs,
        sum(apart(one, other, 2) for one, other in games),
        *((starts, gaps) if strict else (gaps, starts)),
        sum(distance(one, other, players) ** 2 for one, other in games),
    )


def distance(one: Player, other: Player, players: Sequence[Player]) -> int:
    """How far they are from meeting as half against half, or as neighbours between groups."""
    ranks = sorted(player.rank for player in players)
    upper, lower = sorted((one.rank, other.rank))
    if one.wins2 != other.wins2:
        return ranks.index(lower) - ranks.index(upper)
    group = sorted(player.rank for player in players if player.wins2 == one.wins2)
    return group.index(lower) - group.index(upper) - len(group) // 2
