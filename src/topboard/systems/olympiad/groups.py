"""The median group, and the order in which the groups are paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.common.groups import pairing_order_toward_middle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.reasons.grounds import MedianSide
    from topboard.systems.common.groups import ScoreGroup


def rank_of_median_team(teams: int) -> int:
    """Return the rank of the median team, counted from 1. Of two middle teams it is the lower."""
    return teams // 2 + 1


def index_of_median_group(groups: Sequence[ScoreGroup]) -> int:
    """Return the zero-based index of the group that contains the median team."""
    place = rank_of_median_team(sum(len(group.members) for group in groups))
    for index, group in enumerate(groups):
        place -= len(group.members)
        if place <= 0:
            return index
    return len(groups) - 1


def group_pairing_order(groups: Sequence[ScoreGroup]) -> tuple[tuple[int, MedianSide], ...]:
    """Return the order of pairing: from the top and then from the bottom toward the median group.

    The median group comes last.
    """
    return pairing_order_toward_middle(len(groups), index_of_median_group(groups)) if groups else ()
