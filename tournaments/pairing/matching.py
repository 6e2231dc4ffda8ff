"""The cheapest perfect matching of a graph whose edges cost on several levels."""

from collections.abc import Container, Sequence
from math import prod

import rustworkx

#: Two nodes and what it costs to match them, most important level first; no cost is negative.
Edge = tuple[int, int, tuple[int, ...]]

#: The matching computes in signed 128 bits. Its dual values stay below twice the number of nodes
#: times the largest weight: with 12 bits left for that, up to 2,048 nodes can't overflow.
MOST_BITS = 115


def cheapest_matching(
    nodes: int, edges: Sequence[Edge], once: Container[int] = ()
) -> list[tuple[int, int]] | None:
    """Match all nodes (0, 1, … `nodes` - 1) at the least cost, or None where that can't be.

    Costs are compared level by level: the sum of a lower level counts only between matchings that
    are equal on all levels above it. On the levels named `once` no more than one edge of any
    matching costs anything. The result depends on the graph only; pairs and their ends are in
    ascending order.
    """
    if nodes == 0:
        return []
    if not edges:
        return None
    factors = level_factors(nodes // 2, [cost for _, _, cost in edges], once)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(
        multigraph=False, node_count_hint=nodes, edge_count_hint=len(edges)
    )
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(
        [(one, other, -sum(map(int.__mul__, cost, factors))) for one, other, cost in edges]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < nodes:
        return None
    return sorted((min(pair), max(pair)) for pair in matched)


def level_factors(
    pairs: int, costs: Sequence[tuple[int, ...]], once: Container[int] = ()
) -> list[int]:
    """What a unit of each level weighs: more than all that the levels below can sum up to.

    The last levels weigh nothing where all together are more than MOST_BITS.
    """
    most = [
        max(level) * (1 if number in once else pairs)
        for number, level in enumerate(zip(*costs, strict=True))
    ]
    kept = len(most)
    while prod(sum_ + 1 for sum_ in most[:kept]).bit_length() > MOST_BITS:
        kept -= 1
    below = [prod(sum_ + 1 for sum_ in most[level + 1 : kept]) for level in range(kept)]
    return below + [0] * (len(most) - kept)


def total(edges: Sequence[Edge], matched: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """What a matching costs, level by level."""
    costs = {(min(one, other), max(one, other)): cost for one, other, cost in edges}
    return tuple(map(sum, zip(*(costs[pair] for pair in matched), strict=True)))
