"""Benchmarks of the matching algorithms alone, at growing sizes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from benchmarks.timing import Figure, best_of, milliseconds, series
from topboard.matching.perfect import PerfectMatching, find_first_perfect_matching
from topboard.matching.transport import find_cheapest_flow
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.systems.olympiad.halves import generate_opponent_indices_from_halves

if TYPE_CHECKING:
    from collections.abc import Iterator

COST_BITS = 300
"""The typical size of a cost, in bits, when all criteria are packed into one integer."""


def kernels() -> Iterator[Figure]:
    """Yield the results of every algorithm at growing sizes."""
    yield from series(
        (100, 1000, 10_000), halves, lambda n: f"one group of {n} in halves order", {10_000: 100}
    )
    yield from series(
        (20, 60, 100), cheapest_pairing, lambda n: f"cheapest pairing of {n}, all pairs open"
    )
    yield from series((5, 10, 20), transport, lambda n: f"cheapest transport between {n} classes")
    yield Figure("a group of 40 refused with its certificate", milliseconds(refusal()))


def near_complete_graph(size: int, met: int) -> list[int]:
    """Return each player's possible opponents as a bit set, after ``met`` rounds of random
    pairs.
    """
    chance = random.Random(7)
    graph = [((1 << size) - 1) & ~(1 << v) for v in range(size)]
    for _ in range(met):
        order = list(range(size))
        chance.shuffle(order)
        for a, b in zip(order[::2], order[1::2], strict=True):
            graph[a] &= ~(1 << b)
            graph[b] &= ~(1 << a)
    return graph


def halves(size: int) -> float:
    """Return the seconds to pair a group in which each player has met ten of the others."""
    graph = near_complete_graph(size, 10)

    def solve() -> None:
        order = generate_opponent_indices_from_halves
        list(find_first_perfect_matching(PerfectMatching(graph), graph, range(size), order))

    return best_of(3, solve)


def cheapest_pairing(size: int) -> float:
    """Return the seconds to find the cheapest pairing if all pairs are allowed."""
    chance = random.Random(7)
    edges = [(v, w, chance.getrandbits(COST_BITS)) for w in range(size) for v in range(w)]
    return best_of(5, lambda: find_minimum_cost_matching(size, edges))


def transport(classes: int) -> float:
    """Return the seconds to solve a transport problem between classes of at most thirty players."""
    chance = random.Random(7)
    supply = [chance.randint(0, 30) for _ in range(classes)]
    demand = chance.sample(supply, classes)
    costs = [[chance.getrandbits(COST_BITS) for _ in demand] for _ in supply]
    return best_of(5, lambda: find_cheapest_flow(supply, demand, costs))


def refusal() -> float:
    """Return the seconds to prove that no pairing exists if three players share one opponent."""
    trap = near_complete_graph(40, 2)
    for v in (37, 38, 39):
        for w in range(40):
            if w != 4:
                trap[v] &= ~(1 << w)
                trap[w] &= ~(1 << v)
    return best_of(3, lambda: PerfectMatching(trap).certificate)
