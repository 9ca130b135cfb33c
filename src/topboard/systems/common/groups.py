"""Scoregroups paired from both ends toward the middle one, and the halves of a group."""

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
    """The participants with the same number of points, in order of rank."""

    points: Tenths
    members: tuple[Number, ...]


def score_groups(
    ranking: Sequence[Number], points: Mapping[Number, Tenths]
) -> tuple[ScoreGroup, ...]:
    """Return the scoregroups, each with the participants who have the same number of points."""
    return tuple(
        ScoreGroup(score, tuple(members)) for score, members in groupby(ranking, points.__getitem__)
    )


def pairing_order_toward_middle(groups: int, middle: int) -> tuple[tuple[int, MedianSide], ...]:
    """Return the order in which groups are paired, as (index, side of the middle group).

    It runs from the top to the middle, then from the bottom up. The middle group comes last.
    """
    above = [(index, MedianSide.ABOVE) for index in range(middle)]
    below = [(index, MedianSide.BELOW) for index in range(groups - 1, middle, -1)]
    return (*above, *below, (middle, MedianSide.MEDIAN))


@dataclass(frozen=True, slots=True)
class ScoregroupTask:
    """A scoregroup to be paired, with the participants who floated into it.

    Residents and incoming floaters are in the order in which they are paired. The highest ranked
    comes first, except below the median group, where the lowest ranked does.
    """

    points: Tenths
    side: MedianSide
    residents: tuple[Number, ...]
    incoming: tuple[Number, ...]
    """Floaters from the groups above or, in a group below the median, from the groups below."""
    incoming_up: tuple[Number, ...] = ()
    """Floaters into the median group from below, lowest ranked first."""
    next_points: Tenths = 0
    next_residents: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedScoregroup:
    """The pairing of a scoregroup, with the floaters who leave it."""

    pairs: tuple[tuple[Number, Number], ...]
    leavers: tuple[Number, ...]
    reasons: tuple[Reason, ...]


def opponent_indices_to_try(members: Sequence[object]) -> Iterator[int]:
    """Yield the indices of the opponents to try for the first member.

    Of 2N members, the first tries N+1 to 2N, then N down to 2. The indices yielded count from 0.
    """
    half = len(members) // 2
    yield from range(half, len(members))
    yield from range(half - 1, 0, -1)
