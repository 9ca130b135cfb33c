"""What a bridge shows: that some cannot all be paired.

A graph is a list of integers: bit w of ``graph[v]`` is set when v and w may be paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


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
    at = {i: 1 << place for place, i in enumerate(places)}
    among, everybody = as_set(places), (1 << len(places)) - 1
    # Most may meet most: those who may not are fewer to go through.
    return [everybody & ~sum([at[j] for j in members(among & ~graph[i])]) for i in places]


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


def close(graph: list[int], within: int, barrier: int) -> None:
    """From now on nobody meets the barrier but the odd islands, if these need all of it.

    When there are as many of them as the barrier has members, each island gets one of these.
    """
    barrier &= within
    odd, islands = in_odd_islands(graph, within & ~barrier)
    if odd == barrier.bit_count():
        for v in members(within & ~islands):
            graph[v] &= islands if barrier >> v & 1 else ~barrier
