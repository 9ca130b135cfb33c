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
from topboard.systems.fide_dutch.weighted_pairing import find_opponents_of_mdps

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from topboard.model import Tenths
    from topboard.systems.fide_common.legality import RestPairabilityCheck
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.criteria import CriteriaCosts
    from topboard.systems.fide_dutch.equivalence_classes import FirstBestPairing
    from topboard.systems.fide_dutch.opponent_order import FirstPairingByNumbers
    from topboard.systems.fide_dutch.weighted_pairing import WeightedPairing


def find_scoregroup_index_ranges(field: FideField) -> list[range]:
    """Return the player indices of each scoregroup as a range, highest score first."""
    found = []
    start = 0
    for _, group in groupby(field.players, key=lambda profile: profile.points):
        end = start + sum(1 for _ in group)
        found.append(range(start, end))
        start = end
    return found


@dataclass(frozen=True, slots=True)
class Bracket:
    """The players of a bracket: the MDPs in ranking order and the residents in ranking order."""

    points: Tenths
    """The residents' score. In a collapsed bracket, it is their highest score."""
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...] = ()
    """The player indices of the next bracket's residents."""
    below: int = 0
    """The index of the first player below the next bracket."""

    lowest: Tenths | None = None
    """The lowest score of the residents if the bracket is collapsed, or None."""

    @property
    def end_index(self) -> int:
        """The index of the first player below this bracket."""
        return self.below - len(self.following)

    @property
    def members(self) -> tuple[int, ...]:
        """The player indices of all members, MDPs first."""
        return self.moved_down + self.residents

    def is_homogeneous(self) -> bool:
        """Return whether the bracket is homogeneous, that is, has no MDPs."""
        return not self.moved_down

    def remainder(self, taken: Collection[int]) -> list[int]:
        """Return the remainder: all residents except those in ``taken``, who meet MDPs."""
        return [resident for resident in self.residents if resident not in taken]


def build_bracket(
    field: FideField, groups: Sequence[range], at: int, moved_down: tuple[int, ...] = ()
) -> Bracket:
    """Return the bracket for the scoregroup at index ``at``, including the MDPs."""
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
    """The indices of the unpaired members, who float down. At most one of them gets the bye
    instead.
    """
    weights: CriteriaCosts
    by_classes: FirstBestPairing | FirstPairingByNumbers | None = None
    weighed: WeightedPairing | None = None
    worse_below: tuple[int, ...] = ()
    """The members who come before the actual downfloater but suit the next bracket less well."""
    completion: RestPairabilityCheck | None = None
    """The check that all players below can be paired, or None if the bracket need not ensure
    this.
    """
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
        """The cost of the pairing under the quality criteria.

        It includes the effect on the next bracket only if both brackets were matched together.
        """
        if self.by_classes is not None:
            return self.by_classes.alike.bound // 2
        assert self.weighed is not None, "a bracket is paired by classes or by weighted matching"
        return self.weighed.cost


class DownfloaterEffectOnNextBracket(Enum):
    """The effect of a downfloater on the next bracket, compared with other possible
    downfloaters.
    """

    BEST = "nobody could do better there"
    WORSE = "whoever does as well as anybody could is better"
    UNKNOWN = "not decided without weighing everybody"


def pair_bracket_by_classes(
    field: FideField, bracket: Bracket, weights: CriteriaCosts, leavers: frozenset[int] | None
) -> PairedBracket | None:
    """Return the best pairing of a bracket, found with equivalence classes.

    One of ``leavers`` floats down. If ``leavers`` is None, all members are paired. Return None if
    no pairing reaches the lower bound for the cost.
    """
    found = build_equivalence_classes(field, bracket, weights, leavers)
    best = None if found is None else find_first_best_pairing(field, bracket, found)
    if best is None:
        return None
    pairs = tuple(best.pairs())
    moved = len(bracket.moved_down)
    left = () if best.left is None else (best.left,)
    return PairedBracket(bracket, pairs[:moved], pairs[moved:], left, weights, by_classes=best)


def build_paired_bracket(bracket: Bracket, found: WeightedPairing) -> PairedBracket:
    """Return the bracket with the pairs and unpaired members found by weighted matching."""
    residents = frozenset(bracket.residents)
    mates = found.mates
    moved_down = tuple(find_opponents_of_mdps(bracket, mates).items())
    rest = bracket.remainder({r for _, r in moved_down})
    remainder = tuple((r, mates[r]) for r in rest if mates[r] in residents and r < mates[r])
    done = {place for pair in (*moved_down, *remainder) for place in pair}
    left = tuple(place for place in bracket.members if place not in done)
    return PairedBracket(bracket, moved_down, remainder, left, found.weights, weighed=found)
