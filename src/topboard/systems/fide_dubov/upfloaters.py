"""The upfloaters of a bracket: the fewest possible, and of these the first of the best sets.

With as few upfloaters as possible, two of them never meet, because they could stay below instead.
Every upfloater therefore meets a resident. A bracket with its upfloaters is part of a pairing of
all remaining players in which each pair with a resident has a cost. The cheapest such pairing
determines the set.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.perfect import PerfectMatching, bit_indices, deficiency
from topboard.matching.weighted import minimum_cost_matching
from topboard.model import Colour
from topboard.systems.fide_common.legality import is_certainly_pairable, permitted_pairs_graph
from topboard.systems.fide_dubov.costs import BracketCosts, upfloat_criteria_values

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from topboard.systems.fide_dubov.players import DubovField

    Edge = tuple[int, int, int]

CANDIDATES = 8
"""The number of single upfloaters tried before all sets are compared by cost."""


@dataclass(frozen=True, slots=True)
class UpfloaterSet:
    """The upfloaters of a cheapest pairing, with its cost."""

    upfloaters: tuple[int, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class UpfloaterSetComparison:
    """The best set of upfloaters, and the best set that meets a condition, if there is one."""

    charges: BracketCosts
    best: UpfloaterSet
    instead: UpfloaterSet | None


class UpfloaterChoice:
    """The choice of upfloaters for one bracket.

    It is based on the residents and the lower players, in order of rank.
    """

    def __init__(self, field: DubovField, residents: Sequence[int], below: Sequence[int]) -> None:
        self.field = field
        self.residents = residents
        self.below = below
        white = sum(field.colour_due(resident) is Colour.WHITE for resident in residents)
        self.sought_less = Colour.WHITE if 2 * white < len(residents) else Colour.BLACK

    # --- the usual case -------------------------------------------------------------------------

    def expected_upfloaters(self) -> tuple[int, ...] | None:
        """Return no upfloater for an even number of residents, or else the best of the next group.

        Return None if no players are left below. No other set is as good on two conditions: colours
        are denied only as far as the numbers of players due White and Black require, and the
        players below can be paired.
        """
        if len(self.residents) % 2 == 0:
            return ()
        if not self.below:
            return None
        score = self.field.players[self.below[0]].points
        nearest = (place for place in self.below if self.field.players[place].points == score)
        return (min(nearest, key=lambda place: (*self.faults_as_only_upfloater(place), place)),)

    def faults_as_only_upfloater(self, place: int) -> tuple[int, int, int, int]:
        """Return the faults of a player as the only upfloater, the fewer the better.

        They are whether the player seeks the colour that more residents seek, and the values of the
        upfloat criteria.
        """
        denied = self.field.colour_due(place) is not self.sought_less
        return (int(denied), *upfloat_criteria_values(self.field, place))

    def can_pair_rest_below(self, gone: Collection[int]) -> bool:
        """Return whether the players below can be paired without those in ``gone``."""
        rest = [place for place in self.below if place not in gone]
        profiles, closed = self.field.players, self.field.closed
        must_have = [profiles[place].absolute_colour for place in rest]
        if len(rest) % 2 == 0 and is_certainly_pairable(
            len(rest),
            max((len(closed[place]) for place in rest), default=0),
            must_have.count(Colour.WHITE),
            must_have.count(Colour.BLACK),
        ):
            return True
        return deficiency(permitted_pairs_graph(self.field, rest)) == 0

    # --- any case -------------------------------------------------------------------------------

    def best_upfloaters(self) -> tuple[int, ...]:
        """Return the best set of upfloaters, and of several equally good sets the first in order.

        All players below are considered only if the best set among the nearest leaves them without
        a complete pairing.
        """
        near = self._nearest_candidates()
        found = self.find_cheapest_set(BracketCosts(self.field, self.residents, near), near)
        if found is not None and self.can_pair_rest_below(found.upfloaters):
            return found.upfloaters
        found = self.find_cheapest_set(
            BracketCosts(self.field, self.residents, self.below), self.below
        )
        assert found is not None, "those left can be paired"
        return found.upfloaters

    def _nearest_candidates(self, beside: int = 0) -> list[int]:
        """Return lower players among whom the best set is found if the others can be paired.

        There are no more upfloaters than residents. A resident who meets an upfloater therefore
        meets one of the best permitted players due either colour. As many of them are included as
        there are residents, plus ``beside``.
        """
        most = len(self.residents) + beside
        ordered = sorted(
            self.below,
            key=lambda place: (
                -self.field.players[place].points,
                *upfloat_criteria_values(self.field, place),
                place,
            ),
        )
        near: set[int] = set()
        for colour in Colour:
            due = [place for place in ordered if self.field.colour_due(place) is colour]
            graph = permitted_pairs_graph(self.field, [*due, *self.residents])
            everybody_due = (1 << len(due)) - 1
            for row in graph[len(due) :]:
                near.update(due[at] for at in islice(bit_indices(row & everybody_due), most))
        return sorted(near)

    def find_cheapest_set(
        self,
        charges: BracketCosts,
        lower: Sequence[int],
        *,
        without: Collection[int] = (),
        up: int | None = None,
    ) -> UpfloaterSet | None:
        """Return the cheapest pairing of the residents and the players in ``lower``, or None.

        If these are not all of the players below, they may also meet each other or remain unpaired.
        Players in ``without`` are left out, and ``up`` must meet a resident.
        """
        residents = [place for place in self.residents if place not in without]
        others = [place for place in lower if place not in without]
        usual = None
        # By numbers, an even number of residents takes no upfloater, so ``up`` would be left out.
        if up is None or len(residents) % 2 == 1:
            candidates = others if up is None else [up]
            usual = self._cheapest_set_by_colour_counts(charges, residents, candidates)
        if usual is not None and (
            len(lower) < len(self.below) or self.can_pair_rest_below({*usual.upfloaters, *without})
        ):
            return usual
        places = [*residents, *others]
        graph = permitted_pairs_graph(self.field, places)
        edges: list[Edge] = [
            (i, j, charges.pair_cost(places[i], places[j]))
            for i in range(len(residents))
            for j in range(i + 1, len(places))
            if graph[i] >> j & 1
        ]
        whole = len(lower) == len(self.below)
        # Some players may remain unpaired, so an odd number gets one more vertex that any player
        # may meet.
        count = len(places) + (0 if whole else len(places) % 2)
        stay = [i for i in range(len(residents), count) if i == len(places) or places[i] != up]
        edges += (
            (i, j, 0)
            for at, i in enumerate(stay)
            for j in stay[at + 1 :]
            if not whole or graph[i] >> j & 1
        )
        optimum = minimum_cost_matching(count, edges)
        if optimum is None:
            return None
        mates = (optimum.mate[i] for i in range(len(residents)))
        taken = sorted(places[mate] for mate in mates if mate >= len(residents))
        return UpfloaterSet(tuple(taken), optimum.cost)

    def _cheapest_set_by_colour_counts(
        self, charges: BracketCosts, residents: Sequence[int], others: Sequence[int]
    ) -> UpfloaterSet | None:
        """Return the cheapest pairing without upfloaters, or with one if the number is odd.

        Return None if a player is denied their colour although the numbers due White and Black do
        not require it. In that case a different set may be cheaper.
        """
        white = sum(self.field.colour_due(resident) is Colour.WHITE for resident in residents)
        if len(residents) % 2 == 0:
            if not self._can_pair_by_due_colours(residents):
                return None
            return UpfloaterSet((), charges.denied * abs(len(residents) - 2 * white) // 2)

        def cost_of_upfloater(place: int) -> int:
            due_white = white + (self.field.colour_due(place) is Colour.WHITE)
            denied = abs(len(residents) + 1 - 2 * due_white) // 2
            return charges.upfloaters[place] + charges.denied * denied

        for place in (ordered := sorted(others, key=cost_of_upfloater)[:CANDIDATES]):
            if cost_of_upfloater(place) >= cost_of_upfloater(ordered[0]) + charges.denied:
                break
            if self._can_pair_by_due_colours([*residents, place]):
                return UpfloaterSet((place,), cost_of_upfloater(place))
        return None

    def _can_pair_by_due_colours(self, members: Sequence[int]) -> bool:
        """Return whether each player due the rarer colour can meet one due the other colour."""
        due: dict[Colour, int] = dict.fromkeys(Colour, 0)
        for at, member in enumerate(members):
            due[self.field.colour_due(member)] |= 1 << at
        fewer = min(due.values(), key=int.bit_count)
        graph = permitted_pairs_graph(self.field, members)
        return PerfectMatching(
            [row & ~fewer if fewer >> at & 1 else row for at, row in enumerate(graph)]
        ).exists

    # --- a different set ------------------------------------------------------------------------

    def compare_with_alternative(
        self, *, up: int | None = None, pair: tuple[int, ...] = ()
    ) -> UpfloaterSetComparison:
        """Return the best set and the best set with a given upfloater or a given pair."""
        near = self._nearest_candidates(beside=2)
        extra = {place for place in (up, *pair) if place is not None and place in self.below}
        lower = sorted({*near, *extra})
        found = self._compare_sets_among(lower, up, pair)
        left = [made for made in (found.best, found.instead) if made is not None]
        if found.instead is not None and all(
            self.can_pair_rest_below({*made.upfloaters, *(pair if made is found.instead else ())})
            for made in left
        ):
            return found
        return self._compare_sets_among(list(self.below), up, pair)

    def _compare_sets_among(
        self, lower: Sequence[int], up: int | None, pair: tuple[int, ...]
    ) -> UpfloaterSetComparison:
        charges = BracketCosts(self.field, self.residents, lower)
        best = self.find_cheapest_set(charges, lower)
        assert best is not None, "those left can be paired"
        instead = self.find_cheapest_set(charges, lower, without=pair, up=up)
        if instead is not None and any(place in self.residents for place in pair):
            a, b = pair
            instead = UpfloaterSet(instead.upfloaters, instead.cost + charges.pair_cost(a, b))
        return UpfloaterSetComparison(charges, best, instead)
