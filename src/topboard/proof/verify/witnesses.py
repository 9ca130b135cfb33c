"""Bridges, as proofs that a set of participants cannot all be paired.

A bridge is a Tutte-Berge barrier: a set of participants whose removal leaves more components of odd
size than it has members. A graph is a list of integers in which bit ``w`` of ``graph[v]`` is set if
``v`` and ``w`` may be paired.
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
    """Return a bitset of the given indices."""
    found = 0
    for place in places:
        found |= 1 << place
    return found


def build_subgraph(graph: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return the subgraph of some vertices, renumbered in the given order."""
    at = {i: 1 << place for place, i in enumerate(places)}
    among, everybody = bitset(places), (1 << len(places)) - 1
    # Most participants may meet most others, so iterating over the exceptions is faster.
    return [everybody & ~sum([at[j] for j in bit_indices(among & ~graph[i])]) for i in places]


def find_odd_components(graph: Sequence[int], within: int) -> tuple[int, int]:
    """Return the number of connected components of odd size, and the bitset of their members."""
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


def count_minimum_unpaired(graph: Sequence[int], within: int, bridge: int) -> int:
    """Return how many members of ``within`` must remain unpaired according to a bridge.

    By the Tutte-Berge formula, every odd component that is left when the bridge is removed needs
    its own partner in the bridge.
    """
    bridge &= within
    return find_odd_components(graph, within & ~bridge)[0] - bridge.bit_count()


def is_blocked_by_bridge(graph: Sequence[int], within: int, bridge: int) -> bool:
    """Return whether the bridge shows that the members of ``within`` cannot all be paired."""
    return count_minimum_unpaired(graph, within, bridge) > 0


def pair_barrier_only_with_odd_components(graph: list[int], within: int, barrier: int) -> None:
    """Let members of the barrier meet only odd components if every member is needed there.

    If there are as many odd components as members of the barrier, each component gets one member.
    """
    barrier &= within
    odd, islands = find_odd_components(graph, within & ~barrier)
    if odd == barrier.bit_count():
        for v in bit_indices(within & ~islands):
            graph[v] &= islands if barrier >> v & 1 else ~barrier
