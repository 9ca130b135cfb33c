"""The median group, and the order in which the groups are paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.common.groups import from_both_ends

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.reasons.decisions import Side
    from topboard.systems.common.groups import ScoreGroup


def median_place(teams: int) -> int:
    """The place, counted from 1, of the median team: the lower of the two in the middle."""
    return teams // 2 + 1


def median_group(groups: Sequence[ScoreGroup]) -> int:
    """Which group, counted from 0, the median team is in."""
    place = median_place(sum(len(group.members) for group in groups))
    for index, group in enumerate(groups):
        place -= len(group.members)
        if place <= 0:
            return index
    return len(groups) - 1


def pairing_order(groups: Sequence[ScoreGroup]) -> tuple[tuple[int, Side], ...]:
    """From the top down to the median group, from the bottom up to it, the median group last."""
    return from_both_ends(len(groups), median_group(groups)) if groups else ()
