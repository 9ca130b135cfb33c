"""A bracket: who is in it, and how it was paired."""

from __future__ import annotations

from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_dutch.equivalence_classes import alike, first_of_best
from topboard.systems.fide_dutch.weighted_pairing import opponents_of_moved_down

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from topboard.model import Tenths
    from topboard.systems.fide_common.legality import Completion
    from topboard.systems.fide_common.players import Roll
    from topboard.systems.fide_dutch.criteria import Weights
    from topboard.systems.fide_dutch.equivalence_classes import FirstOfBest
    from topboard.systems.fide_dutch.opponent_order import FirstByNumbers
    from topboard.systems.fide_dutch.weighted_pairing import Weighed


def score_groups(roll: Roll) -> list[range]:
    """The places of those with the same score, the highest score first."""
    found = []
    start = 0
    for _, group in groupby(roll.profiles, key=lambda profile: profile.points):
        end = start + sum(1 for _ in group)
        found.append(range(start, end))
        start = end
    return found


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players to be paired together: those moved down, then the residents, each by rank."""

    points: Tenths
    """The score of the residents; of a collapsed bracket the highest of them."""
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...] = ()
    """The residents of the next bracket."""
    below: int = 0
    """The place of the first player under the next bracket."""

    lowest: Tenths | None = None
    """The lowest score of its residents, where several score groups were collapsed into one."""

    @property
    def end(self) -> int:
        """The place of the first player under this bracket."""
        return self.below - len(self.following)

    @property
    def members(self) -> tuple[int, ...]:
        """Everybody in it, by rank."""
        return self.moved_down + self.residents

    def is_homogeneous(self) -> bool:
        """Whether all have the same score: those moved down always have another."""
        return not self.moved_down

    def remainder(self, taken: Collection[int]) -> list[int]:
        """The residents who are left when those moved down have met theirs."""
        return [resident for resident in self.residents if resident not in taken]


def bracket_of(
    roll: Roll, groups: Sequence[range], at: int, moved_down: tuple[int, ...] = ()
) -> Bracket:
    """The residents of a score group with those who were left over above."""
    group = groups[at]
    following = tuple(groups[at + 1]) if at + 1 < len(groups) else ()
    highest, lowest = roll.profiles[group.start].points, roll.profiles[group.stop - 1].points
    return Bracket(
        points=highest,
        moved_down=moved_down,
        residents=tuple(group),
        following=following,
        below=group.stop + len(following),
        lowest=None if lowest == highest else lowest,
    )


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """A bracket as it was paired."""

    bracket: Bracket
    moved_down: tuple[tuple[int, int], ...]
    """Those moved down with their opponents."""
    remainder: tuple[tuple[int, int], ...]
    """The other pairs, the one of the upper half first."""
    left: tuple[int, ...]
    """Those left over: they float down, or the last of all has the bye."""
    weights: Weights
    by_classes: FirstOfBest | FirstByNumbers | None = None
    weighed: Weighed | None = None
    worse_below: tuple[int, ...] = ()
    """Who would have been left over before, but would do worse in the next bracket."""
    completion: Completion | None = None
    """How everybody below is to be paired, where the bracket must leave them such a pairing."""
    given_up: PairedBracket | None = None
    """How it was paired before, by itself, so that those below could not be paired."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs, the one of the upper half first."""
        return (*self.moved_down, *self.remainder)

    @property
    def cost(self) -> int:
        """What it costs by the criteria, the next bracket only where that was looked at."""
        if self.by_classes is not None:
            return self.by_classes.alike.bound // 2
        assert self.weighed is not None, "a bracket is paired by classes or weighed"
        return self.weighed.cost


class NextBracketStatus(Enum):
    """What becomes of a downfloater in the next bracket."""

    BEST = "nobody could do better there"
    WORSE = "whoever does as well as anybody could is better"
    UNKNOWN = "not decided without weighing everybody"


def pair_by_classes(
    roll: Roll, bracket: Bracket, weights: Weights, leavers: frozenset[int] | None
) -> PairedBracket | None:
    """The best pairing by classes, with one of the leavers left over if there are any.

    None if the bound of the classes is not attained, or they rule out such a pairing.
    """
    found = alike(roll, bracket, weights, leavers)
    best = None if found is None else first_of_best(roll, bracket, found)
    if best is None:
        return None
    pairs = tuple(best.pairs())
    moved = len(bracket.moved_down)
    left = () if best.left is None else (best.left,)
    return PairedBracket(bracket, pairs[:moved], pairs[moved:], left, weights, by_classes=best)


def bracket_from_mates(bracket: Bracket, found: Weighed) -> PairedBracket:
    """The pairs of a bracket from the mates of its members."""
    residents = frozenset(bracket.residents)
    mates = found.mates
    moved_down = tuple(opponents_of_moved_down(bracket, mates).items())
    rest = bracket.remainder({r for _, r in moved_down})
    remainder = tuple((r, mates[r]) for r in rest if mates[r] in residents and r < mates[r])
    done = {place for pair in (*moved_down, *remainder) for place in pair}
    left = tuple(place for place in bracket.members if place not in done)
    return PairedBracket(bracket, moved_down, remainder, left, found.weights, weighed=found)
