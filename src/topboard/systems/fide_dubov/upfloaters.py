"""The choice of a bracket's upfloaters: as few as possible, and the first of the best sets.

If the number of upfloaters is the minimum, no two of them meet, because both could stay in their
scoregroups instead. Every upfloater therefore meets a resident. The set is found as part of a
minimum-cost pairing of all remaining players, in which only pairs with a resident have a cost.
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
"""The number of players tried as the only upfloater before all sets are compared by cost."""


@dataclass(frozen=True, slots=True)
class UpfloaterSet:
    """A set of upfloaters from a minimum-cost pairing, with the cost of that pairing."""

    upfloaters: tuple[int, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class UpfloaterSetComparison:
    """The best set of upfloaters, and the best set with a required upfloater or a required pair.

    The second set is None if the requirement cannot be met.
    """

    charges: BracketCosts
    best: UpfloaterSet
    instead: UpfloaterSet | None


class UpfloaterChoice:
    """The choice of upfloaters for one bracket from all unpaired players with a lower score."""

    def __init__(self, field: DubovField, residents: Sequence[int], below: Sequence[int]) -> None:
        self.field = field
        self.residents = residents
        self.below = below
        white = sum(field.colour_due(resident) is Colour.WHITE for resident in residents)
        self.sought_less = Colour.WHITE if 2 * white < len(residents) else Colour.BLACK

    # --- expected upfloaters --------------------------------------------------------------------

    def expected_upfloaters(self) -> tuple[int, ...] | None:
        """Return the upfloaters that suffice in most brackets.

        An even number of residents needs none. An odd number needs the best player of the next
        scoregroup. Return None if that player is needed but no players are left below. This set is
        the best if no more colours are denied than the numbers of White and Black seekers require,
        and if the players below can still be paired.
        """
        if len(self.residents) % 2 == 0:
            return ()
        if not self.below:
            return None
        score = self.field.players[self.below[0]].points
        nearest = (place for place in self.below if self.field.players[place].points == score)
        return (min(nearest, key=lambda place: (*self.faults_as_only_upfloater(place), place)),)

    def faults_as_only_upfloater(self, place: int) -> tuple[int, int, int, int]:
        """Return four values that rate a player as the only upfloater. Lower values are better.

        The first is 1 if the player seeks the colour that most residents seek. The others are the
        values of the upfloat criteria C8, C9 and C10.
        """
        denied = self.field.colour_due(place) is not self.sought_less
        return (int(denied), *upfloat_criteria_values(self.field, place))

    def can_pair_rest_below(self, gone: Collection[int]) -> bool:
        """Return whether all lower players except those in ``gone`` can be paired with each
        other.
        """
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

    # --- general choice -------------------------------------------------------------------------

    def best_upfloaters(self) -> tuple[int, ...]:
        """Return the best set of upfloaters. If several sets are equally good, return the first in
        order.

        The nearest candidates are tried first. All lower players are considered only if the players
        left below could then not be paired.
        """
        near = self._nearest_candidates()
        found = self.find_cheapest_set(BracketCosts(self.field, self.residents, near), near)
        if found is not None and self.can_pair_rest_below(found.upfloaters):
            return found.upfloaters
        found = self.find_cheapest_set(
            BracketCosts(self.field, self.residents, self.below), self.below
        )
        assert found is not None, "all remaining players can be paired"
        return found.upfloaters

    def _nearest_candidates(self, beside: int = 0) -> list[int]:
        """Return the lower players who need to be considered as upfloaters.

        There are never more upfloaters than residents. For each resident and each due colour, it is
        enough to consider as many of the best permitted opponents as there are residents, plus
        ``beside``. The best set may be different only if the players left below cannot be paired.
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
        """Return the upfloaters of the cheapest pairing of the residents and ``lower``.

        Return None if there is no such pairing. If ``lower`` does not contain all lower players,
        its players may also meet each other freely or remain unpaired. Players in ``without`` are
        left out, and the player ``up`` must meet a resident.
        """
        residents = [place for place in self.residents if place not in without]
        others = [place for place in lower if place not in without]
        usual = None
        # For an even number of residents, the quick method takes no upfloater, not even ``up``.
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
        # Lower players may remain unpaired, so an odd number of players gets an extra vertex.
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
        """Return the cheapest set of no upfloaters, or of one upfloater for an odd number of
        residents.

        Return None if more players would be denied their due colour than the numbers of White and
        Black seekers require. A different set may then be cheaper.
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
        """Return whether the members can be paired so that no two seekers of the rarer colour
        meet.
        """
        due: dict[Colour, int] = dict.fromkeys(Colour, 0)
        for at, member in enumerate(members):
            due[self.field.colour_due(member)] |= 1 << at
        fewer = min(due.values(), key=int.bit_count)
        graph = permitted_pairs_graph(self.field, members)
        return PerfectMatching(
            [row & ~fewer if fewer >> at & 1 else row for at, row in enumerate(graph)]
        ).exists

    # --- comparison of sets ---------------------------------------------------------------------

    def compare_with_alternative(
        self, *, up: int | None = None, pair: tuple[int, ...] = ()
    ) -> UpfloaterSetComparison:
        """Return the best set of upfloaters, and the best set with a required upfloater or pair."""
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
        assert best is not None, "all remaining players can be paired"
        instead = self.find_cheapest_set(charges, lower, without=pair, up=up)
        if instead is not None and any(place in self.residents for place in pair):
            a, b = pair
            instead = UpfloaterSet(instead.upfloaters, instead.cost + charges.pair_cost(a, b))
        return UpfloaterSetComparison(charges, best, instead)
