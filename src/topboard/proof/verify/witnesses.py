"""Bridges, which show that a set of participants cannot all be paired.

A graph is a list of integers in which bit w of ``graph[v]`` is set when v and w may be paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def bit_indices(places: int) -> Iterator[int]:
    """Yield the members of a bitset in ascending order."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def bitset(places: Iterable[int]) -> int:
    """Return the places as a bitset."""
    found = 0
    for place in places:
        found |= 1 << place
    return found


def subgraph(graph: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return the subgraph of some places, renumbered in the given order."""
    at = {i: 1 << place for place, i in enumerate(places)}
    among, everybody = bitset(places), (1 << len(places)) - 1
    # Most participants may meet most others, so iterating over the exceptions is faster.
    return [everybody & ~sum([at[j] for j in bit_indices(among & ~graph[i])]) for i in places]


def find_odd_components(graph: Sequence[int], within: int) -> tuple[int, int]:
    """Return the number of connected components with an odd size, and the set of their members."""
    odd = found = 0
    while within:
        island = reached = within & -within
        while reached:
            near = 0
            for v in bit_indices(reached):
                near |= graph[v]
            reached = near & within & ~island
            island |= reached
        within &= ~island
        if island.bit_count() & 1:
            odd, found = odd + 1, found | island
    return odd, found


def minimum_unpaired(graph: Sequence[int], within: int, bridge: int) -> int:
    """Return how many members of ``within`` must remain unpaired, given a bridge (Tutte-Berge).

    Every odd island that is left when the bridge is removed needs its own partner in the bridge.
    """
    bridge &= within
    return find_odd_components(graph, within & ~bridge)[0] - bridge.bit_count()


def is_blocked_by_bridge(graph: Sequence[int], within: int, bridge: int) -> bool:
    """Return whether the bridge shows that the members of ``within`` cannot all be paired."""
    return minimum_unpaired(graph, within, bridge) > 0


def restrict_to_odd_components(graph: list[int], within: int, barrier: int) -> None:
    """Restrict the partners of the barrier to the odd islands if these need all of it.

    If there are as many odd islands as members of the barrier, each island gets one of them.
    """
    barrier &= within
    odd, islands = find_odd_components(graph, within & ~barrier)
    if odd == barrier.bit_count():
        for v in bit_indices(within & ~islands):
            graph[v] &= islands if barrier >> v & 1 else ~barrier
