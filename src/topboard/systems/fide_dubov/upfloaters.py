"""The choice of a bracket's upfloaters: the first of the best sets with as few players as possible.

In such a set, two upfloaters never meet, because they could both have stayed in their scoregroups.
Every upfloater therefore meets a resident. The set is found by a minimum-cost pairing of all
unpaired players, in which only pairs with a resident have a cost.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.perfect import PerfectMatching, bit_indices, deficiency
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.model import Colour
from topboard.systems.fide_common.legality import does_dirac_prove_pairable, permitted_pairs_graph
from topboard.systems.fide_dubov.costs import BracketCosts, count_upfloat_criteria_violations

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from topboard.systems.fide_dubov.players import DubovField

    Edge = tuple[int, int, int]

CANDIDATES = 8
"""The number of players tried as the only upfloater before sets are compared by matching."""


@dataclass(frozen=True, slots=True)
class UpfloaterSet:
    """The upfloaters in a minimum-cost pairing, and the cost of the pairing."""

    upfloaters: tuple[int, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class UpfloaterSetComparison:
    """The best set of upfloaters and the best set that meets a requirement.

    The requirement is an upfloater or a pair. The second set is None if it cannot be met.
    """

    charges: BracketCosts
    best: UpfloaterSet
    instead: UpfloaterSet | None


class UpfloaterChoice:
    """Chooses the upfloaters of one bracket from all unpaired players with a lower score."""

    def __init__(self, field: DubovField, residents: Sequence[int], below: Sequence[int]) -> None:
        self.field = field
        self.residents = residents
        self.below = below
        white = sum(field.due_colour_of_player(resident) is Colour.WHITE for resident in residents)
        self.sought_less = Colour.WHITE if 2 * white < len(residents) else Colour.BLACK

    # --- expected upfloaters --------------------------------------------------------------------

    def find_expected_upfloaters(self) -> tuple[int, ...] | None:
        """Return the set of upfloaters that is the best in most brackets.

        It is empty for an even number of residents. For an odd number, it is the best player of the
        next scoregroup, or None if there is none. The set is certainly the best under two
        conditions. No more colours are denied than the numbers of White and Black seekers require,
        and the players below can still be paired.
        """
        if len(self.residents) % 2 == 0:
            return ()
        if not self.below:
            return None
        score = self.field.players[self.below[0]].points
        nearest = (place for place in self.below if self.field.players[place].points == score)
        return (
            min(nearest, key=lambda place: (*self.rate_player_as_only_upfloater(place), place)),
        )

    def rate_player_as_only_upfloater(self, place: int) -> tuple[int, int, int, int]:
        """Return four values that rate a player as the only upfloater. Lower values are better.

        The first value is 1 if the player seeks the colour that most residents seek. The others are
        the values for the upfloat criteria C8, C9 and C10.
        """
        denied = self.field.due_colour_of_player(place) is not self.sought_less
        return (int(denied), *count_upfloat_criteria_violations(self.field, place))

    def can_pair_players_left_below(self, gone: Collection[int]) -> bool:
        """Return whether all lower players except those in ``gone`` can be paired."""
        rest = [place for place in self.below if place not in gone]
        profiles, closed = self.field.players, self.field.closed
        must_have = [profiles[place].absolute_colour for place in rest]
        if len(rest) % 2 == 0 and does_dirac_prove_pairable(
            len(rest),
            max((len(closed[place]) for place in rest), default=0),
            must_have.count(Colour.WHITE),
            must_have.count(Colour.BLACK),
        ):
            return True
        return deficiency(permitted_pairs_graph(self.field, rest)) == 0

    # --- general choice -------------------------------------------------------------------------

    def find_best_upfloaters(self) -> tuple[int, ...]:
        """Return the best set of upfloaters or, if several are equally good, the first in order.

        All lower players are searched only if the best set among the nearest candidates leaves
        lower players who cannot be paired.
        """
        near = self._find_nearest_upfloater_candidates()
        found = self.find_cheapest_upfloater_set(
            BracketCosts(self.field, self.residents, near), near
        )
        if found is not None and self.can_pair_players_left_below(found.upfloaters):
            return found.upfloaters
        found = self.find_cheapest_upfloater_set(
            BracketCosts(self.field, self.residents, self.below), self.below
        )
        assert found is not None, "all remaining players can be paired"
        return found.upfloaters

    def _find_nearest_upfloater_candidates(self, beside: int = 0) -> list[int]:
        """Return the lower players among whom the best upfloaters are usually found.

        For each resident and each due colour, these are the best permitted opponents. Their number
        is the number of residents plus ``beside``. Other players are needed only if the players
        left below cannot be paired.
        """
        most = len(self.residents) + beside
        ordered = sorted(
            self.below,
            key=lambda place: (
                -self.field.players[place].points,
                *count_upfloat_criteria_violations(self.field, place),
                place,
            ),
        )
        near: set[int] = set()
        for colour in Colour:
            due = [place for place in ordered if self.field.due_colour_of_player(place) is colour]
            graph = permitted_pairs_graph(self.field, [*due, *self.residents])
            everybody_due = (1 << len(due)) - 1
            for row in graph[len(due) :]:
                near.update(due[at] for at in islice(bit_indices(row & everybody_due), most))
        return sorted(near)

    def find_cheapest_upfloater_set(
        self,
        charges: BracketCosts,
        lower: Sequence[int],
        *,
        without: Collection[int] = (),
        up: int | None = None,
    ) -> UpfloaterSet | None:
        """Return the upfloaters of the cheapest pairing of the residents and the players in
        ``lower``.

        If ``lower`` does not contain all lower players, any of its players may also meet each other
        or stay unpaired. Players in ``without`` are left out, and the player ``up`` must meet a
        resident. Return None if there is no pairing.
        """
        residents = [place for place in self.residents if place not in without]
        others = [place for place in lower if place not in without]
        usual = None
        # For an even number of residents, the quick method takes no upfloater, not even ``up``.
        if up is None or len(residents) % 2 == 1:
            candidates = others if up is None else [up]
            usual = self._find_cheapest_upfloaters_by_due_colours(charges, residents, candidates)
        if usual is not None and (
            len(lower) < len(self.below)
            or self.can_pair_players_left_below({*usual.upfloaters, *without})
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
        optimum = find_minimum_cost_matching(count, edges)
        if optimum is None:
            return None
        mates = (optimum.mate[i] for i in range(len(residents)))
        taken = sorted(places[mate] for mate in mates if mate >= len(residents))
        return UpfloaterSet(tuple(taken), optimum.cost)

    def _find_cheapest_upfloaters_by_due_colours(
        self, charges: BracketCosts, residents: Sequence[int], others: Sequence[int]
    ) -> UpfloaterSet | None:
        """Return the cheapest set of at most one upfloater, found by counting due colours.

        Return None if it would deny more players their due colour than the numbers of White and
        Black seekers require. In that case a different set may be cheaper.
        """
        white = sum(
            self.field.due_colour_of_player(resident) is Colour.WHITE for resident in residents
        )
        if len(residents) % 2 == 0:
            if not self._can_pair_members_by_due_colours(residents):
                return None
            return UpfloaterSet((), charges.denied * abs(len(residents) - 2 * white) // 2)

        def cost_of_upfloater(place: int) -> int:
            due_white = white + (self.field.due_colour_of_player(place) is Colour.WHITE)
            denied = abs(len(residents) + 1 - 2 * due_white) // 2
            return charges.upfloaters[place] + charges.denied * denied

        for place in (ordered := sorted(others, key=cost_of_upfloater)[:CANDIDATES]):
            if cost_of_upfloater(place) >= cost_of_upfloater(ordered[0]) + charges.denied:
                break
            if self._can_pair_members_by_due_colours([*residents, place]):
                return UpfloaterSet((place,), cost_of_upfloater(place))
        return None

    def _can_pair_members_by_due_colours(self, members: Sequence[int]) -> bool:
        """Return whether the members can be paired so that no two players due the rarer colour
        meet.
        """
        due: dict[Colour, int] = dict.fromkeys(Colour, 0)
        for at, member in enumerate(members):
            due[self.field.due_colour_of_player(member)] |= 1 << at
        fewer = min(due.values(), key=int.bit_count)
        graph = permitted_pairs_graph(self.field, members)
        return PerfectMatching(
            [row & ~fewer if fewer >> at & 1 else row for at, row in enumerate(graph)]
        ).exists

    # --- comparison of sets ---------------------------------------------------------------------

    def compare_best_upfloater_sets(
        self, *, up: int | None = None, pair: tuple[int, ...] = ()
    ) -> UpfloaterSetComparison:
        """Return the best set of upfloaters, and the best set with a required upfloater or pair."""
        near = self._find_nearest_upfloater_candidates(beside=2)
        extra = {place for place in (up, *pair) if place is not None and place in self.below}
        lower = sorted({*near, *extra})
        found = self._compare_upfloater_sets_among(lower, up, pair)
        left = [made for made in (found.best, found.instead) if made is not None]
        if found.instead is not None and all(
            self.can_pair_players_left_below(
                {*made.upfloaters, *(pair if made is found.instead else ())}
            )
            for made in left
        ):
            return found
        return self._compare_upfloater_sets_among(list(self.below), up, pair)

    def _compare_upfloater_sets_among(
        self, lower: Sequence[int], up: int | None, pair: tuple[int, ...]
    ) -> UpfloaterSetComparison:
        charges = BracketCosts(self.field, self.residents, lower)
        best = self.find_cheapest_upfloater_set(charges, lower)
        assert best is not None, "all remaining players can be paired"
        instead = self.find_cheapest_upfloater_set(charges, lower, without=pair, up=up)
        if instead is not None and any(place in self.residents for place in pair):
            a, b = pair
            instead = UpfloaterSet(instead.upfloaters, instead.cost + charges.pair_cost(a, b))
        return UpfloaterSetComparison(charges, best, instead)
