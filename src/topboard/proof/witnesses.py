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


def as_set(places: Iterable[int]) -> int:
    """Some places as a set."""
    found = 0
    for place in places:
        found |= 1 << place
    return found


def restricted(graph: Sequence[int], places: Sequence[int]) -> list[int]:
    """The graph of some places, in their order."""
    at = {i: place for place, i in enumerate(places)}
    among, everybody = as_set(places), (1 << len(places)) - 1
    # Most may meet most: those who may not are fewer to go through.
    return [everybody & ~as_set(at[j] for j in members(among & ~graph[i])) for i in places]


def in_odd_islands(graph: Sequence[int], within: int) -> tuple[int, int]:
    """The parts into which the graph falls: how many are odd in number, and all who are in them."""
    odd = found = 0
    while within:
        island = reached = within & -within
        while reached:
            near = 0
            for v in members(reached):
                near |= graph[v]
            reached = near & within & ~island
            island |= reached
        within &= ~island
        if island.bit_count() & 1:
            odd, found = odd + 1, found | island
    return odd, found


def left_over(graph: Sequence[int], within: int, bridge: int) -> int:
    """How many of those within stay without a partner at least, by this bridge (Tutte, Berge).

    Every odd island left when the bridge is taken out needs a partner of its own in the bridge.
    """
    bridge &= within
    return in_odd_islands(graph, within & ~bridge)[0] - bridge.bit_count()


def blocks(graph: Sequence[int], within: int, bridge: int) -> bool:
    """Whether the bridge shows that those within cannot all be paired."""
    return left_over(graph, within, bridge) > 0


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


def paired_at(written: Any, numbers: Sequence[int], costs: Costs) -> list[tuple[int, int]]:
    """The places of a complete pairing that a file writes; empty if it is none of these pairs."""
    place = {n: i for i, n in enumerate(numbers)}
    try:
        pairs = [(min(place[a], place[b]), max(place[a], place[b])) for a, b in written]
    except (KeyError, TypeError, ValueError):
        return []
    once = sorted(at for pair in pairs for at in pair) == list(range(len(numbers)))
    return pairs if once and all(pair in costs for pair in pairs) else []
