"""Score groups, the median group and the order in which the groups are paired."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.reasons import Side
from topboard.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Number, Tenths


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """The teams with the same number of points, in the order of the ranking."""

    points: Tenths
    teams: tuple[Number, ...]


def score_groups(
    ranking: Sequence[Number], points: Mapping[Number, Tenths]
) -> tuple[ScoreGroup, ...]:
    """A score group is formed by the teams with the same number of match points."""
    return tuple(
        ScoreGroup(score, tuple(members)) for score, members in groupby(ranking, points.__getitem__)
    )


def median_place(teams: int) -> int:
    """The place, counted from 1, of the median team: the lower of the two in the middle."""
    return teams // 2 + 1


def median_group(groups: Sequence[ScoreGroup]) -> int:
    """Which group, counted from 0, the median team is in."""
    place = median_place(sum(len(group.teams) for group in groups))
    for index, group in enumerate(groups):
        place -= len(group.teams)
        if place <= 0:
            return index
    return len(groups) - 1


def pairing_order(groups: Sequence[ScoreGroup]) -> tuple[tuple[int, Side], ...]:
    """From the top down to the median group, from the bottom up to it, the median group last."""
    if not groups:
        return ()
    middle = median_group(groups)
    above = [(index, Side.ABOVE) for index in range(middle)]
    below = [(index, Side.BELOW) for index in range(len(groups) - 1, middle, -1)]
    return (*above, *below, (middle, Side.MEDIAN))
