"""Swiss: one cheapest perfect matching over the whole field, the bye a node of its own.

docs/pairing.md tells the levels of the weights to users.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing.lots import Lots
from tournaments.pairing.matching import Edge, cheapest_matching, total
from tournaments.pairing.methods import Swiss
from tournaments.pairing.starts import EVEN, UTMOST, strain
from tournaments.pairing.values import CantPair, Coded, Player

#: Up to so many players every pair is an edge of the graph. In larger fields only those are that
#: can be hoped for, and the graph is widened as long as that makes the pairing better.
COMPLETE = 250
#: How far from their best place the opponents are whom a large field's first graph holds.
WIDTH = 12
#: The level of the bye, which only one player has.
ONCE = frozenset({2})
#: The last levels, distance and lot, which make no graph wider.
MINOR = 2
#: Lots only decide between what is equal on all levels above them.
LOTS = 1 << 8


@dataclass(frozen=True)
class Matched:
    """Pairs from the best to the last, the better player first; and why. The bye is apart."""

    pairs: tuple[tuple[Player, Player, Coded], ...]
    bye: Player | None


def bye_order(players: Sequence[Player]) -> list[Player]:
    """Who should have the bye, first: fewest byes, then fewest wins, then last in rank."""
    return sorted(players, key=lambda player: (player.byes, player.wins2, -player.rank, -player.id))


def match(method: Swiss, players: Sequence[Player], round_number: int, lots: Lots) -> Matched:
    """Match `players`, who are in order of rank. Raises CantPair for less than two."""
    if len(players) < 2:
        raise CantPair("too_few_players", players=len(players), needed=2)
    field = Field(method, players, round_number, lots)
    pairs = [
        (players[one], players[other], field.reason(one, other))
        for one, other in cheapest_pairs(field)
        if other != field.bye
    ]
    left = {player.id for player in players} - {
        player.id for one, other, _ in pairs for player in (one, other)
    }
    bye = next((player for player in players if player.id in left), None)
    return Matched(tuple(pairs), bye)


def cheapest_pairs(field: "Field") -> list[tuple[int, int]]:
    """The cheapest matching, by places in the field."""
    width = WIDTH
    cost: tuple[int, ...] = ()
    edges: list[Edge] = []
    while len(field.players) > COMPLETE and width < len(field.players):
        seen = {(one, other) for one, other, _ in edges}
        edges += field.edges(pair for pair in field.hopeful(width) if pair not in seen)
        pairs = cheapest_matching(field.nodes, edges, ONCE)
        if pairs is not None:
            new = total(field.edges(pairs), pairs)
            if not field.repeats(new) and new[:-MINOR] == cost[:-MINOR]:
                return pairs
            cost = new
        width += width // 2
    edges = field.edges(combinations(range(field.nodes), 2))
    matched = cheapest_matching(field.nodes, edges, ONCE)
    if matched is None:
        raise AssertionError("a complete graph of even order has a perfect matching")
    return matched


class Field:
    """The players by their places (0 is the best), and what it costs to match two of them.

    The last place is that of the bye if the field is odd.
    """

    def __init__(
        self, method: Swiss, players: Sequence[Player], round_number: int, lots: Lots
    ) -> None:
        self.players = players
        self.nodes = len(players) + len(players) % 2
        #: The place of the bye; in an even field nobody's.
        self.bye = len(players) if len(players) % 2 else -1
        self._strict = method.starts == "strict"
        self._apart = round_number <= method.avoid_clubs
        place_of = {player.id: place for place, player in enumerate(players)}
        self._met = [
            Counter(place_of[other] for other in player.opponents if other in place_of)
            for player in players
        ]
        order = {player.id: turn for turn, player in enumerate(bye_order(players))}
        self._bye_turn = [order[player.id] for player in players]
        #: The places of each score group, best first.
        self.groups: dict[int, list[int]] = {}
        for place, player in enumerate(players):
            self.groups.setdefault(player.wins2, []).append(place)
        self._in_group = [0] * len(players)
        for places in self.groups.values():
            for turn, place in enumerate(places):
                self._in_group[place] = turn
        self._balances = [player.balance for player in players]
        self._lots = [lots.draw("pair", player.id) for player in players]

    def cost(self, one: int, other: int) -> tuple[int, ...]:
        """What it costs that two places, the better one first, are matched."""
        if other == self.bye:
            return (0, 0, self._bye_turn[one], 0, 0, 0, 0, 0, 0)
        upper, lower = self.players[one], self.players[other]
        met = self._met[one][other]
        gap = abs(upper.wins2 - lower.wins2)
        balances = self._balances[one], self._balances[other]
        strained = strain(*balances, EVEN)
        return (
            1 if met else 0,
            max(0, met - 1),
            0,
            1 if self._apart and upper.club and upper.club == lower.club else 0,
            strain(*balances, UTMOST),
            # The same level, before the score groups or after them.
            *((strained, gap * gap) if self._strict else (gap * gap, strained)),
            self._distance(one, other) ** 2,
            # The middle of the product: its ends follow from the ends of the two.
            (self._lots[one] * self._lots[other] >> 60) % LOTS,
        )

    def _distance(self, one: int, other: int) -> int:
        """How far the better one's opponent is from the best place for it.

        In a score group that is half the group further down: the first of the upper half meets
        the first of the lower half. Between groups the nearest are best.
        """
        group = self.groups[self.players[one].wins2]
        if self.players[other].wins2 != self.players[one].wins2:
            return other - one
        return self._in_group[other] - self._in_group[one] - len(group) // 2

    @staticmethod
    def repeats(cost: tuple[int, ...]) -> int:
        return cost[0]

    def edges(self, pairs: Iterable[tuple[int, int]]) -> list[Edge]:
        return [(one, other, self.cost(one, other)) for one, other in pairs]

    def hopeful(self, width: int) -> Iterator[tuple[int, int]]:
        """The pairs less than `width` from their best place, and as many candidates for the bye."""
        pairs: set[tuple[int, int]] = set()
        for one in range(len(self.players)):
            pairs.update((one, other) for other in range(one + 1, one + width + 1))
            group = self.groups[self.players[one].wins2]
            best = self._in_group[one] + len(group) // 2
            near = group[max(self._in_group[one] + 1, best - width) : best + width + 1]
            pairs.update((one, other) for other in near)
        for one, other in sorted(pairs):
            if other < len(self.players):
                yield one, other
        if self.bye >= 0:
            for one, turn in enumerate(self._bye_turn):
                if turn <= width:
                    yield one, self.bye

    def reason(self, one: int, other: int) -> Coded:
        """Why these two meet, as far as the levels tell it."""
        if other == self.bye:
            return {}
        upper, lower = self.players[one], self.players[other]
        if self._met[one][other]:
            return {"code": "repeat", "times": self._met[one][other] + 1}
        if upper.wins2 == lower.wins2:
            return {
                "code": "score_group",
                "wins2": upper.wins2,
                "size": len(self.groups[upper.wins2]),
                "upper": self._in_group[one] + 1,
                "lower": self._in_group[other] + 1,
            }
        return {"code": "neighbours", "upper_wins2": upper.wins2, "lower_wins2": lower.wins2}
