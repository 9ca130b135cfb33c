"""A long run of small groups, cut where nobody needs to be paired below.

The first groups of the run are looked at as if everybody in them could also be paired below, with
whomever he likes. No pairing of the field can do better in how many leave each of these groups. If
then nobody leaves one of them downwards, and those below it can be paired by themselves, the run
can be cut there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.lexicographic import places
from topboard.kernels.matching import PerfectMatching
from topboard.kernels.weighted import minimum_cost_matching

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.rules.cfc.field import Field

LONGEST = 160
"""How many players of small groups are looked at as a whole."""

WINDOW = 96
"""How many are looked at to find a cut."""

FIRST_TRY = 8
"""For how many who leave the window there is room at first."""


def groups_before_cut(field: Field, groups: Sequence[Sequence[int]], below: int) -> int:
    """After how many of the groups the run can be cut; 0 if nowhere.

    ``below`` is the set of all who are in these groups or below them.
    """
    size = WINDOW
    while True:
        count = _groups_within(groups, size)
        crossing = least_crossings(field, groups[:count])
        for cut in range(count, 0, -1):
            if not crossing[cut - 1] and _can_be_paired_below(field, groups[cut - 1][-1], below):
                return cut
        if count == len(groups):
            return 0
        size *= 2


def _groups_within(groups: Sequence[Sequence[int]], size: int) -> int:
    total = 0
    for count, group in enumerate(groups, start=1):
        total += len(group)
        if total >= size:
            return count
    return len(groups)


def _can_be_paired_below(field: Field, last: int, below: int) -> bool:
    return PerfectMatching(field.graph, below & (-2 << last)).exists


def least_crossings(field: Field, groups: Sequence[Sequence[int]]) -> list[int]:
    """How many must at least be paired below each of the groups, from the top down."""
    vertices = [v for group in groups for v in group]
    room = FIRST_TRY + len(vertices) % 2
    while True:
        crossing = _crossings(field, groups, vertices, room)
        if crossing is not None and (crossing[-1] + 2 <= room or room >= len(vertices)):
            return crossing
        room *= 2 if room % 2 == 0 else 3


def _crossings(
    field: Field, groups: Sequence[Sequence[int]], vertices: Sequence[int], room: int
) -> list[int] | None:
    """The same if at most ``room`` of them are paired below the last group."""
    count, depth = len(vertices), len(groups)
    level = [g for g, group in enumerate(groups) for _ in group] + [depth] * room
    worth = places([count + 1] * depth)
    above = [sum(worth[:g]) for g in range(depth + 1)]
    edges = [
        (i, j, above[level[j]] - above[level[i]])
        for i, v in enumerate(vertices)
        for j in range(i + 1, count + room)
        if j >= count or field.graph[v] >> vertices[j] & 1
    ]
    edges += [(i, j, 0) for i in range(count, count + room) for j in range(i + 1, count + room)]
    optimum = minimum_cost_matching(count + room, edges)
    if optimum is None:
        return None
    ends = [(level[i], level[j]) for i, j in enumerate(optimum.mate) if i < j]
    return [sum(upper <= g < lower for upper, lower in ends) for g in range(depth)]
