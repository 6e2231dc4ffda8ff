"""What a Swiss pairing of a thousand players costs, as `make bench` prints it.

The same graph goes to networkx in the same run, and the complete graph is matched as well, to see
whether the pairing misses anything by looking at neighbours only.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeVar

import networkx

from tests.tournaments.pairing.simulated import Simulated
from tournaments.pairing import pair
from tournaments.pairing.lots import Lots
from tournaments.pairing.matching import Edge, cheapest_matching, level_factors, total
from tournaments.pairing.methods import Swiss
from tournaments.pairing.swiss import ONCE, WIDTH, Field

MOST_SECONDS = 2.0
METHOD, SEED = Swiss(), "bench"

T = TypeVar("T")


@dataclass(frozen=True, order=True)
class Seconds:
    """By the clock on the wall, and of this process, which others on the machine don't lengthen."""

    wall: float
    own: float

    def __str__(self) -> str:
        return f"{self.wall:.2f} s (processor {self.own:.2f} s)"


def timed(call: Callable[[], T]) -> tuple[Seconds, T]:
    wall, own = time.perf_counter(), time.process_time()
    result = call()
    return Seconds(time.perf_counter() - wall, time.process_time() - own), result


def with_networkx(nodes: int, edges: list[Edge]) -> list[tuple[int, int]]:
    """The same matching from the same weights."""
    factors = level_factors(nodes // 2, [cost for _, _, cost in edges], ONCE)
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, -sum(map(int.__mul__, cost, factors))) for one, other, cost in edges
    )
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(found), max(found)) for found in matched)


def report(players: int, rounds: int, passes: int) -> Iterator[str]:
    tournament = Simulated(players, Random(1))
    slowest = Seconds(0, 0)
    pairings = tournament.rounds(METHOD, rounds, SEED)
    for _ in range(rounds):
        took, _ = timed(lambda: next(pairings))
        slowest = max(slowest, took)
    list(pairings)
    yield f"{players:,} players, {rounds} rounds   at most {slowest} a round"

    there = tournament.field()
    number = rounds + 1
    times = [
        timed(lambda: pair(METHOD, there, round_number=number, seed=SEED)) for _ in range(passes)
    ]
    best, pairing = min(times, key=lambda one: one[0])
    yield f"round {number}                 {best}; at most {MOST_SECONDS:.0f} s"
    yield f"  repeats {len(pairing.repeats)}, remarks {list(pairing.notes)}"

    field = Field(METHOD, there, number, Lots(SEED, number))
    edges = field.edges(field.hopeful(WIDTH))
    ours, found = timed(lambda: cheapest_matching(field.nodes, edges, ONCE))
    theirs, same = timed(lambda: with_networkx(field.nodes, edges))
    yield f"the matching alone       {ours}, {len(edges):,} edges"
    yield f"  with networkx          {theirs}, {theirs.own / ours.own:.0f} times as long"
    assert found is not None
    assert total(edges, found) == total(edges, same)

    every = field.edges(combinations(range(field.nodes), 2))
    took, complete = timed(lambda: cheapest_matching(field.nodes, every, ONCE))
    assert complete is not None
    place = {player.id: at for at, player in enumerate(there)}
    made = [
        (places[0], places[1] if len(places) > 1 else field.bye)
        for pair_ in pairing.pairs
        for places in [sorted(place[player] for player in pair_.ids)]
    ]
    yield f"all {len(every):,} pairs        {took}"
    yield f"  costs by level         {total(every, complete)}"
    yield f"  those of our pairing   {total(every, made)}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pairing", description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--passes", type=int, default=3)
    options = parser.parse_args()
    for line in report(options.players, options.rounds, options.passes):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
