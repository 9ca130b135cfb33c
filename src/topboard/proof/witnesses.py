"""What a witness shows: that some cannot all be paired, or that no pairing is cheaper.

A graph is a list of integers: bit w of ``graph[v]`` is set when v and w may be paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Costs = Mapping[tuple[int, int], int]


def members(places: int) -> Iterator[int]:
    """The places of a set, the first first."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def odd_islands(graph: Sequence[int], within: int) -> int:
    """How many of the parts into which the graph falls have an odd number of places."""
    odd = 0
    while within:
        island = reached = within & -within
        while reached:
            near = 0
            for v in members(reached):
                near |= graph[v]
            reached = near & within & ~island
            island |= reached
        within &= ~island
        odd += island.bit_count() & 1
    return odd


def blocks(graph: Sequence[int], within: int, bridge: int) -> bool:
    """Whether the bridge shows that those within cannot all be paired (Tutte, Berge).

    Every odd island left when the bridge is taken out needs a partner of its own in the bridge.
    """
    bridge &= within
    return odd_islands(graph, within & ~bridge) > bridge.bit_count()


def least_cost(
    count: int,
    costs: Costs,
    duals: Sequence[int],
    blossoms: Iterable[tuple[Sequence[int], int]],
) -> int | None:
    """Twice what every complete pairing costs at least, by these dual values (Edmonds).

    For each pair that may be made, twice its cost must be at least the duals of the two less the
    duals of the blossoms, odd sets, that hold both; None if it is not so. A complete pairing has
    everybody once, and in a blossom of 2n + 1 at most n pairs: so it costs what is left.
    """
    bound = sum(duals)
    around: list[dict[int, int]] = [{} for _ in range(count)]
    for name, (inside, dual) in enumerate(blossoms):
        if dual < 0 or len(set(inside)) != len(inside) or len(inside) % 2 == 0:
            return None
        if not all(0 <= v < count for v in inside):
            return None
        bound -= dual * (len(inside) // 2)
        for v in inside:
            around[v][name] = dual
    for (v, w), cost in costs.items():
        both = sum(around[v][name] for name in around[v].keys() & around[w].keys())
        if 2 * cost < duals[v] + duals[w] - both:
            return None
    return bound


def bound_of(written: Any, count: int, costs: Costs) -> int | None:
    """The least cost by the dual values that a file writes; None if they are none of this graph."""
    try:
        duals = [int(dual) for dual in written["duals"]]
        blossoms = [([int(v) for v in inside], int(dual)) for inside, dual in written["blossoms"]]
    except (TypeError, ValueError, KeyError):
        return None
    return least_cost(count, costs, duals, blossoms) if len(duals) == count else None
