"""The brackets of the Dutch system, before and after pairing."""

from __future__ import annotations

from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_dutch.equivalence_classes import (
    build_equivalence_classes,
    find_first_best_pairing,
)
from topboard.systems.fide_dutch.weighted_pairing import opponents_of_moved_down

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from topboard.model import Tenths
    from topboard.systems.fide_common.legality import CompletionCheck
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.criteria import CriteriaCosts
    from topboard.systems.fide_dutch.equivalence_classes import FirstBestPairing
    from topboard.systems.fide_dutch.opponent_order import FirstPairingByNumbers
    from topboard.systems.fide_dutch.weighted_pairing import WeightedPairing


def scoregroup_ranges(field: FideField) -> list[range]:
    """Return the range of player indices of each scoregroup, highest score first."""
    found = []
    start = 0
    for _, group in groupby(field.players, key=lambda profile: profile.points):
        end = start + sum(1 for _ in group)
        found.append(range(start, end))
        start = end
    return found


@dataclass(frozen=True, slots=True)
class Bracket:
    """The players of a bracket: the MDPs and then the residents, each in ranking order."""

    points: Tenths
    """The score of the residents, or the highest of their scores in a collapsed bracket."""
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...] = ()
    """The indices of the residents of the next bracket."""
    below: int = 0
    """The index of the first player below the next bracket."""

    lowest: Tenths | None = None
    """The lowest score of the residents in a collapsed bracket, else None."""

    @property
    def end_index(self) -> int:
        """The index of the first player below this bracket."""
        return self.below - len(self.following)

    @property
    def members(self) -> tuple[int, ...]:
        """The indices of all players in the bracket: the MDPs and then the residents."""
        return self.moved_down + self.residents

    def is_homogeneous(self) -> bool:
        """Return whether the bracket is homogeneous, which means that it has no MDPs."""
        return not self.moved_down

    def remainder(self, taken: Collection[int]) -> list[int]:
        """Return the remainder: the residents except those in ``taken``, who meet MDPs."""
        return [resident for resident in self.residents if resident not in taken]


def build_bracket(
    field: FideField, groups: Sequence[range], at: int, moved_down: tuple[int, ...] = ()
) -> Bracket:
    """Return the bracket for the scoregroup at index ``at``, with the MDPs who floated into it."""
    group = groups[at]
    following = tuple(groups[at + 1]) if at + 1 < len(groups) else ()
    highest, lowest = field.players[group.start].points, field.players[group.stop - 1].points
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
    """A bracket with its pairs, its unpaired members, and the data needed to explain them."""

    bracket: Bracket
    moved_down: tuple[tuple[int, int], ...]
    """The pairs of an MDP and a resident, each with the MDP first."""
    remainder: tuple[tuple[int, int], ...]
    """The pairs of the remainder, each with the player from S1 first."""
    left: tuple[int, ...]
    """The unpaired members, who float down or, in at most one case, get the bye."""
    weights: CriteriaCosts
    by_classes: FirstBestPairing | FirstPairingByNumbers | None = None
    weighed: WeightedPairing | None = None
    worse_below: tuple[int, ...] = ()
    """Members who were tried as downfloaters before ``left`` but suit the next bracket less
    well.
    """
    completion: CompletionCheck | None = None
    """The check that the players below can be paired, or None if the bracket need not ensure it."""
    given_up: PairedBracket | None = None
    """An earlier pairing of this bracket, discarded because the players below could not be
    paired.
    """

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs of the bracket, each with the MDP or the player from S1 first."""
        return (*self.moved_down, *self.remainder)

    @property
    def cost(self) -> int:
        """The cost of the pairing under the criteria.

        It includes the effect on the next bracket only if the two brackets were paired together.
        """
        if self.by_classes is not None:
            return self.by_classes.alike.bound // 2
        assert self.weighed is not None, "a bracket is paired by classes or by weighted matching"
        return self.weighed.cost


class NextBracketStatus(Enum):
    """How well a downfloater suits the next bracket, compared with other possible downfloaters."""

    BEST = "nobody could do better there"
    WORSE = "whoever does as well as anybody could is better"
    UNKNOWN = "not decided without weighing everybody"


def pair_by_equivalence_classes(
    field: FideField, bracket: Bracket, weights: CriteriaCosts, leavers: frozenset[int] | None
) -> PairedBracket | None:
    """Return the best pairing of the bracket, found with equivalence classes.

    Return None if no pairing reaches the lower bound for the cost. One of ``leavers`` floats down.
    If ``leavers`` is None, all members are paired.
    """
    found = build_equivalence_classes(field, bracket, weights, leavers)
    best = None if found is None else find_first_best_pairing(field, bracket, found)
    if best is None:
        return None
    pairs = tuple(best.pairs())
    moved = len(bracket.moved_down)
    left = () if best.left is None else (best.left,)
    return PairedBracket(bracket, pairs[:moved], pairs[moved:], left, weights, by_classes=best)


def paired_bracket_from_matching(bracket: Bracket, found: WeightedPairing) -> PairedBracket:
    """Return the bracket with the pairs and unpaired members of a weighted matching."""
    residents = frozenset(bracket.residents)
    mates = found.mates
    moved_down = tuple(opponents_of_moved_down(bracket, mates).items())
    rest = bracket.remainder({r for _, r in moved_down})
    remainder = tuple((r, mates[r]) for r in rest if mates[r] in residents and r < mates[r])
    done = {place for pair in (*moved_down, *remainder) for place in pair}
    left = tuple(place for place in bracket.members if place not in done)
    return PairedBracket(bracket, moved_down, remainder, left, found.weights, weighed=found)
