"""Scoregroups that are paired from the top and the bottom toward the median group."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.grounds import MedianSide

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.model import Number, Tenths
    from topboard.reasons.decisions import Reason


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """The participants with the same number of points, in ranking order."""

    points: Tenths
    members: tuple[Number, ...]


def score_groups(
    ranking: Sequence[Number], points: Mapping[Number, Tenths]
) -> tuple[ScoreGroup, ...]:
    """Return the scoregroups of ranked participants, in the order of the ranking."""
    return tuple(
        ScoreGroup(score, tuple(members)) for score, members in groupby(ranking, points.__getitem__)
    )


def order_scoregroups_toward_median(groups: int, middle: int) -> tuple[tuple[int, MedianSide], ...]:
    """Return the order in which the scoregroups are paired, as (index, side of the median group).

    The groups above the median group come first, from the top down. The groups below it follow,
    from the bottom up. The median group comes last.
    """
    above = [(index, MedianSide.ABOVE) for index in range(middle)]
    below = [(index, MedianSide.BELOW) for index in range(groups - 1, middle, -1)]
    return (*above, *below, (middle, MedianSide.MEDIAN))


@dataclass(frozen=True, slots=True)
class ScoregroupTask:
    """A scoregroup to be paired, with the participants who floated into it.

    Participants are in pairing order: highest-ranked first or, in a group below the median,
    lowest-ranked first.
    """

    points: Tenths
    side: MedianSide
    residents: tuple[Number, ...]
    incoming: tuple[Number, ...]
    """The floaters from the groups above or, in a group below the median, from the groups below."""
    incoming_up: tuple[Number, ...] = ()
    """The floaters into the median group from below, lowest-ranked participant first."""
    next_points: Tenths = 0
    next_residents: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedScoregroup:
    """The pairs of a scoregroup, with the floaters who leave it and the reasons."""

    pairs: tuple[tuple[Number, Number], ...]
    leavers: tuple[Number, ...]
    reasons: tuple[Reason, ...]


def generate_opponent_indices_from_halves(members: Sequence[object]) -> Iterator[int]:
    """Yield the indices of the opponents to try for the first member of a group, counted from 0.

    Of 2N members numbered from 1, the first tries N+1 up to 2N and then N down to 2.
    """
    half = len(members) // 2
    yield from range(half, len(members))
    yield from range(half - 1, 0, -1)
