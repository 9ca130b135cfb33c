"""Who is moved up to a bracket: the fewest, then the first of the best sets.

With as few upfloaters as possible two of them never meet: they could stay below. So every upfloater
meets a resident, and a bracket with its upfloaters is part of a pairing of everybody left in which
each pair with a resident has its cost: the cheapest such pairing shows the set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.matching import deficiency
from topboard.kernels.weighted import minimum_cost_matching
from topboard.model import Colour
from topboard.rules.fide.dubov.charges import Charges, upfloats_again
from topboard.rules.fide.legality import easily_paired, may_meet, open_graph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.rules.fide.dubov.players import DubovRoll


class Upfloaters:
    """The choice for one bracket: its residents, and everybody below, the highest ranked first."""

    def __init__(self, players: DubovRoll, residents: Sequence[int], below: Sequence[int]) -> None:
        self.players = players
        self.residents = residents
        self.below = below

    # --- the usual case -------------------------------------------------------------------------

    def expected(self) -> tuple[int, ...] | None:
        """Nobody for an even number of residents, for an odd one the best of the next score group.

        No other set is as good, if with this one the bracket can be paired so that nobody is
        denied his colour for another reason than these numbers, and those below can be paired.
        """
        if len(self.residents) % 2 == 0:
            return ()
        if not self.below:
            return None
        score = self.players.profile(self.below[0]).points
        wanted = self._sought_less()
        return (
            min(
                (place for place in self.below if self.players.profile(place).points == score),
                key=lambda place: (
                    self.players.seeks(place) is not wanted,
                    *upfloats_again(self.players, place),
                    place,
                ),
            ),
        )

    def _sought_less(self) -> Colour:
        white = sum(self.players.seeks(place) is Colour.WHITE for place in self.residents)
        return Colour.WHITE if 2 * white < len(self.residents) else Colour.BLACK

    def leaves_a_pairing(self, upfloaters: Sequence[int]) -> bool:
        """Whether those below can be paired without these."""
        gone = set(upfloaters)
        rest = [place for place in self.below if place not in gone]
        profiles, closed = self.players.roll.profiles, self.players.roll.closed
        must_have = [profiles[place].absolute for place in rest]
        if len(rest) % 2 == 0 and easily_paired(
            len(rest),
            max((len(closed[place]) for place in rest), default=0),
            must_have.count(Colour.WHITE),
            must_have.count(Colour.BLACK),
        ):
            return True
        return deficiency(open_graph(self.players.roll, rest)) == 0

    # --- any case -------------------------------------------------------------------------------

    def best(self) -> tuple[int, ...]:
        """The first set in order of those that are best by the criteria, found by weighing.

        Those below are looked at as a whole only where the best without it leaves them no pairing.
        """
        found = self.weighed(self._near(), whole=False)
        if found is not None and self.leaves_a_pairing(found):
            return found
        found = self.weighed(self.below, whole=True)
        assert found is not None, "those left can be paired"
        return found

    def _near(self) -> list[int]:
        """Lower players of whom the best set is part, if those below can be paired without it.

        There are not more upfloaters than residents. So a resident who meets one meets one of as
        many as there are residents: the best whom he may meet, of those due either colour.
        """
        most = len(self.residents)
        ordered = sorted(
            self.below,
            key=lambda place: (
                -self.players.profile(place).points,
                *upfloats_again(self.players, place),
                place,
            ),
        )
        by_colour = [
            [place for place in ordered if self.players.seeks(place) is colour] for colour in Colour
        ]
        near: set[int] = set()
        for resident in self.residents:
            for candidates in by_colour:
                met = 0
                for place in candidates:
                    if met == most:
                        break
                    if may_meet(self.players.roll, resident, place):
                        near.add(place)
                        met += 1
        return sorted(near)

    def weighed(self, lower: Sequence[int], *, whole: bool) -> tuple[int, ...] | None:
        """The upfloaters in the cheapest pairing of the residents and these; None if there is none.

        Where these are not the whole of those below, they are free to meet each other or nobody.
        """
        charges = Charges(self.players, self.residents, lower)
        residents = len(self.residents)
        places = [*self.residents, *lower]
        graph = open_graph(self.players.roll, places)
        edges = []
        for i in range(residents):
            for j in range(i + 1, len(places)):
                if graph[i] >> j & 1:
                    edges.append((i, j, charges.pair(places[i], places[j])))
        count = len(places)
        if not whole:
            # One more who may meet anybody of an odd number.
            count += count % 2
        for i in range(residents, count):
            for j in range(i + 1, count):
                if not whole or graph[i] >> j & 1:
                    edges.append((i, j, 0))
        optimum = minimum_cost_matching(count, edges)
        if optimum is None:
            return None
        mates = (optimum.mate[i] for i in range(residents))
        return tuple(sorted(places[mate] for mate in mates if mate >= residents))
