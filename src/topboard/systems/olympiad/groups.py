"""The median group, and the order in which the scoregroups are paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.common.groups import order_scoregroups_toward_median

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.reasons.grounds import MedianSide
    from topboard.systems.common.groups import ScoreGroup


def rank_of_median_team(teams: int) -> int:
    """Return the rank of the median team.

    If the number of teams is even, it is the lower middle team.
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


def order_groups_for_pairing(groups: Sequence[ScoreGroup]) -> tuple[tuple[int, MedianSide], ...]:
    """Return the indices of the groups in pairing order, each with its side of the median.

    The groups above the median group come first, from the top down. The groups below it follow,
    from the bottom up. The median group comes last.
    """
    return (
        order_scoregroups_toward_median(len(groups), index_of_median_group(groups))
        if groups
        else ()
    )
