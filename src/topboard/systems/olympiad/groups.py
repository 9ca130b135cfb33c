"""The median group, and the order in which the scoregroups are paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.common.groups import pairing_order_toward_middle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.reasons.grounds import MedianSide
    from topboard.systems.common.groups import ScoreGroup


def rank_of_median_team(teams: int) -> int:
    """Return the rank of the median team. If the number of teams is even, it is the lower middle
    team.
    """
    return teams // 2 + 1


def index_of_median_group(groups: Sequence[ScoreGroup]) -> int:
    """Return the index of the scoregroup that contains the median team."""
    place = rank_of_median_team(sum(len(group.members) for group in groups))
    for index, group in enumerate(groups):
        place -= len(group.members)
        if place <= 0:
            return index
    return len(groups) - 1


def group_pairing_order(groups: Sequence[ScoreGroup]) -> tuple[tuple[int, MedianSide], ...]:
    """Return the indices of the groups in pairing order, each with its side of the median.

    The groups above the median are paired from the top down, then the groups below it from the
    bottom up, and the median group last.
    """
    return pairing_order_toward_middle(len(groups), index_of_median_group(groups)) if groups else ()
