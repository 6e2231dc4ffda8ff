"""Pairings down the ranking: King of the Hill, Queen of the Hill and the Australian draw."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tournaments.pairing.matching import Edge, cheapest_matching, total
from tournaments.pairing.swiss import COMPLETE, Matched, bye_order
from tournaments.pairing.values import CantPair, Coded, Player

#: How far apart those are who are tried first in a large field.
NEAR = 24
#: How often they must repeat: pairs who have met, then how often those had met before that.
Repeats = tuple[int, int]


def king(players: Sequence[Player]) -> Matched:
    """1 – 2, 3 – 4 and so on, of `players` in order of rank."""
    field, bye = _without_bye(players)
    return Matched(_with_reasons("koth", zip(field[::2], field[1::2], strict=True)), bye)


def queen(players: Sequence[Player]) -> Matched:
    """1 – 3, 2 – 4, 5 – 7 and so on; when two are left at the end, they meet each other."""
    field, bye = _without_bye(players)
    pairs: list[tuple[Player, Player]] = []
    for first in range(0, len(field), 4):
        four = field[first : first + 4]
        half = len(four) // 2
        pairs += zip(four[:half], four[half:], strict=True)
    return Matched(_with_reasons("qoth", pairs), bye)


def australian(players: Sequence[Player]) -> Matched:
    """From the top down each meets the best whom they have not met.

    Of all pairings with the fewest repeats this is the one in which the first has the best
    opponent, then the next who is left, and so on. The bye goes as always, but to nobody whose
    game the others then need.
    """
    field, bye = _without_bye(players)
    pairs = _greedy(field)
    if any(one.times_met(other) for one, other in pairs):
        fewest = _fewest_repeats(players)
        if bye is not None:
            bye = next(
                player
                for player in bye_order(players)
                if _fewest_repeats(_others(players, player)) == fewest
            )
        pairs = _top_down([player for player in players if player is not bye], fewest)
    return Matched(_with_reasons("australian", pairs), bye)


def _top_down(field: list[Player], budget: Repeats) -> list[tuple[Player, Player]]:
    """Pairs from the top down with no more repeats than `budget`, which must be enough.

    Without looking ahead the choice is quick, and right as long as what is left can be paired.
    Where it can't, the last choice that still could is found, and the one after it is mended.
    """
    pairs: list[tuple[Player, Player]] = []
    while field:
        greedy = _greedy(field)
        good = _good_start(greedy, field, budget)
        for one, other in greedy[:good]:
            field = _others(field, one, other)
            budget = _less(budget, one, other)
            pairs.append((one, other))
        if field:
            one, other = _pair_within_budget(field, budget)
            field = _others(field, one, other)
            budget = _less(budget, one, other)
            pairs.append((one, other))
    return pairs


def _greedy(field: Sequence[Player]) -> list[tuple[Player, Player]]:
    left, pairs = list(field), []
    while left:
        one = left.pop(0)
        other = min(left, key=lambda player: one.times_met(player))  # the first of the fewest
        left.remove(other)
        pairs.append((one, other))
    return pairs


def _good_start(
    greedy: Sequence[tuple[Player, Player]], field: Sequence[Player], budget: Repeats
) -> int:
    """How many of the first greedy pairs can be kept: what can be, can be with one less."""

    def can_be(kept: int) -> bool:
        gone = {player.id for pair in greedy[:kept] for player in pair}
        left = budget
        for pair in greedy[:kept]:
            left = _less(left, *pair)
        return _fewest_repeats([player for player in field if player.id not in gone]) <= left

    # From the end, where little is left to be looked at, in steps that double.
    fails, step = len(greedy) + 1, 1
    keeps = len(greedy)
    while not can_be(keeps):
        fails, keeps, step = keeps, max(0, keeps - step), step * 2
    while fails - keeps > 1:
        middle = (keeps + fails) // 2
        if can_be(middle):
            keeps = middle
        else:
            fails = middle
    return keeps


def _pair_within_budget(field: Sequence[Player], budget: Repeats) -> tuple[Player, Player]:
    """The first of the field, and the best opponent who lets the others keep to the budget."""
    one, *others = field
    for other in sorted(others, key=lambda player: one.times_met(player)):
        if _fewest_repeats(_others(others, other)) <= _less(budget, one, other):
            return one, other
    raise AssertionError("the budget is what a matching of this field needs")


def _less(budget: Repeats, one: Player, other: Player) -> Repeats:
    met = one.times_met(other)
    return (budget[0] - bool(met), budget[1] - max(0, met - 1))


def _fewest_repeats(players: Sequence[Player]) -> Repeats:
    """What the best matching of these needs; one of an odd number is left over for nothing."""
    met = _times_met(players)
    nodes = len(players) + len(players) % 2
    # In a large field there mostly is a pairing of near neighbours who have not met.
    near = ((one, other) for one in range(nodes) for other in range(one + 1, one + NEAR))
    graphs = [near] if nodes > COMPLETE else []
    for graph in (*graphs, combinations(range(nodes), 2)):
        edges: list[Edge] = []
        for pair in graph:
            if pair[1] < nodes:
                times = met.get(pair, 0)
                edges.append((*pair, (1 if times else 0, max(0, times - 1))))
        matched = cheapest_matching(nodes, edges)
        if matched is not None:
            count, more = total(edges, matched) or (0, 0)
            if count == 0 or len(edges) == nodes * (nodes - 1) // 2:
                return (count, more)
    raise AssertionError("a complete graph of even order has a perfect matching")


def _times_met(players: Sequence[Player]) -> Counter[tuple[int, int]]:
    """How often two have met, by their places among these."""
    places = {player.id: place for place, player in enumerate(players)}
    return Counter(
        (place, other)
        for place, player in enumerate(players)
        for opponent in player.opponents
        if (other := places.get(opponent, -1)) > place
    )


def _others(players: Sequence[Player], *gone: Player) -> list[Player]:
    ids = {player.id for player in gone}
    return [player for player in players if player.id not in ids]


def _without_bye(players: Sequence[Player]) -> tuple[list[Player], Player | None]:
    if len(players) < 2:
        raise CantPair("too_few_players", players=len(players), needed=2)
    bye = bye_order(players)[0] if len(players) % 2 else None
    return [player for player in players if player is not bye], bye


def _with_reasons(
    code: str, pairs: Iterable[tuple[Player, Player]]
) -> tuple[tuple[Player, Player, Coded], ...]:
    return tuple(
        (one, other, {"code": code, "upper": one.rank, "lower": other.rank}) for one, other in pairs
    )
