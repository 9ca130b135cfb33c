"""The cheapest matching of a large graph, found by looking at a few of its edges."""

from __future__ import annotations

from random import Random

import pytest

from topboard.matching.perfect import EXPOSED, maximum_matching
from topboard.matching.sparse import find_cheapest_matching
from topboard.matching.weighted import find_minimum_cost_matching, is_optimal


def by_chance(random, n, share, highest):
    """A graph as bitsets, and what its edges cost."""
    graph, costs = [0] * n, {}
    for v in range(n):
        for w in range(v + 1, n):
            if random.random() < share:
                graph[v] |= 1 << w
                graph[w] |= 1 << v
                costs[v, w] = random.randrange(highest)
    return graph, costs


@pytest.mark.parametrize("highest", [2, 30, 10**40])
@pytest.mark.parametrize("share", [0.2, 0.6, 1.0])
def test_a_search_with_few_edges_finds_the_cheapest_matching(share, highest):
    random = Random(f"{share} {highest}")
    compared = blossoms = 0
    for _ in range(60):
        n = random.choice([8, 12, 20, 28])
        graph, costs = by_chance(random, n, share, highest)
        mate = maximum_matching(graph, (1 << n) - 1)
        if EXPOSED in mate:
            continue
        first = [(v, w) for v, w in enumerate(mate) if v < w]

        def row(v, costs=costs, n=n):
            return [costs.get((v, w), 0) for w in range(v + 1, n)]

        found = find_cheapest_matching(graph, row, first)
        edges = [(v, w, cost) for (v, w), cost in costs.items()]

        assert found.cost == find_minimum_cost_matching(n, edges).cost
        assert is_optimal(n, edges, found)
        compared += 1
        blossoms += bool(found.blossoms)
    assert compared > 5
    assert blossoms or share < 0.6 or highest == 2


def test_without_an_initial_matching_no_matching_is_found():
    assert find_cheapest_matching([2, 1, 0, 0], lambda v: [1] * (3 - v), [(0, 1)]) is None
