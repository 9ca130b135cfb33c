"""Score groups paired from both ends towards one in the middle, and the halves of a group."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.model import Number, Tenths
    from topboard.reasons.decisions import Reason


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """The competitors with the same number of points, in the order of the ranking."""

    points: Tenths
    members: tuple[Number, ...]


def score_groups(
    ranking: Sequence[Number], points: Mapping[Number, Tenths]
) -> tuple[ScoreGroup, ...]:
    """A score group is formed by those with the same number of points."""
    return tuple(
        ScoreGroup(score, tuple(members)) for score, members in groupby(ranking, points.__getitem__)
    )


def from_both_ends(groups: int, middle: int) -> tuple[tuple[int, Side], ...]:
    """From the top down to the group in the middle, from the bottom up to it, that group last."""
    above = [(index, Side.ABOVE) for index in range(middle)]
    below = [(index, Side.BELOW) for index in range(groups - 1, middle, -1)]
    return (*above, *below, (middle, Side.MEDIAN))


@dataclass(frozen=True, slots=True)
class Task:
    """A score group to be paired, with those who floated into it.

    Residents and incoming floaters stand in the order in which they are settled: the highest
    ranked first, below the median group the lowest ranked first.
    """

    points: Tenths
    side: Side
    residents: tuple[Number, ...]
    incoming: tuple[Number, ...]
    """Floaters from above; in a group below the median, from below."""
    incoming_up: tuple[Number, ...] = ()
    """The median group's floaters from below, lowest ranked first."""
    next_points: Tenths = 0
    next_residents: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a score group."""

    pairs: tuple[tuple[Number, Number], ...]
    leavers: tuple[Number, ...]
    reasons: tuple[Reason, ...]


def top_half_against_bottom_half(members: Sequence[object]) -> Iterator[int]:
    """Of 2N the first tries N+1 … 2N, then N, N-1 … 2 (places are counted from 0 here)."""
    half = len(members) // 2
    yield from range(half, len(members))
    yield from range(half - 1, 0, -1)
