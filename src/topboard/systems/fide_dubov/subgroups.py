"""The two subgroups of a bracket, White seekers and Black seekers, and the players shifted between
them.

A pair within the smaller subgroup is made only if it cannot be avoided. Each such pair requires an
additional pair within the larger subgroup. One player of each of these pairs is shifted to the
other subgroup. After the shifts, every pair joins a player from each subgroup, and as few players
as possible are denied their due colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import costs_preferring_fewest
from topboard.matching.perfect import (
    MaintainedMatching,
    PerfectMatching,
    bit_indices,
    bitset,
    choose_partner,
)
from topboard.matching.weighted import minimum_cost_matching
from topboard.model import Colour
from topboard.systems.fide_common.legality import permitted_pairs_graph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.matching.perfect import Certificate, PartnerFound
    from topboard.systems.fide_dubov.players import DubovField


def order_from_middle_outwards(listed: Sequence[int]) -> list[int]:
    """Return the players of a sorted list in shifting order, from the middle of the list outwards.

    Of two players at the same distance from the middle, the one nearer the top comes first.
    """
    last = len(listed) - 1
    places = sorted(range(len(listed)), key=lambda at: (abs(2 * at - last), at))
    return [listed[at] for at in places]


@dataclass(frozen=True, slots=True)
class Subgroups:
    """The two subgroups of a bracket before any player is shifted."""

    white: tuple[int, ...]
    """G1: the White seekers, or the first half of the bracket if nobody in it has played."""
    black: tuple[int, ...]
    """G2: all members of the bracket who are not in G1."""
    halves: bool
    """Whether the bracket was divided into halves because nobody in it has played."""

    @property
    def smaller(self) -> tuple[int, ...]:
        """The smaller subgroup, in which pairs are avoided. It is G1 if both have the same size."""
        return self.white if len(self.white) <= len(self.black) else self.black

    @property
    def larger(self) -> tuple[int, ...]:
        """The larger subgroup. It is G2 if both have the same size."""
        return self.black if len(self.white) <= len(self.black) else self.white


def divide_into_subgroups(field: DubovField, members: Sequence[int]) -> Subgroups:
    """Divide the members of a bracket into White seekers and Black seekers.

    If none of them has played, the subgroups are the two halves of ``members``, sorted by TPN.
    """
    if not any(field.players[place].colours for place in members):
        half = len(members) // 2
        return Subgroups(tuple(members[:half]), tuple(members[half:]), halves=True)
    white = tuple(place for place in members if field.colour_due(place) is Colour.WHITE)
    black = tuple(place for place in members if field.colour_due(place) is Colour.BLACK)
    return Subgroups(white, black, halves=False)


@dataclass(frozen=True, slots=True)
class ShiftedSubgroups:
    """The two subgroups of a bracket after shifting, ready to be paired, and the shifters."""

    before: Subgroups
    from_smaller: tuple[int, ...]
    from_larger: tuple[int, ...]
    first: tuple[int, ...]
    """S1: the members of G1 in the order in which they are paired."""
    second: tuple[int, ...]
    """The members of G2, sorted by TPN."""


class SubgroupComposition:
    """The search for shifters with which the two subgroups of a bracket can be paired with each
    other.
    """

    def __init__(self, field: DubovField, members: Sequence[int]) -> None:
        self.field = field
        self.members = sorted(members, key=field.number_at_index)
        self.before = divide_into_subgroups(field, self.members)
        self.graph = permitted_pairs_graph(field, self.members)
        self.at = {place: at for at, place in enumerate(self.members)}

    def order_of_shifters(self, listed: Sequence[int]) -> list[int]:
        """Return the members of a subgroup in shifting order, from the middle of the list outwards.

        White seekers are listed by ARO. Black seekers are listed by TPN, and so are the halves of a
        bracket in which nobody has played.
        """
        seek_white = not self.before.halves and listed == self.before.white
        by = self.field.aro_sort_key if seek_white else self.field.number_at_index
        return order_from_middle_outwards(sorted(listed, key=by))

    def _bitset_of_members(self, places: Iterable[int]) -> int:
        return bitset(self.at[place] for place in places)

    # --- composition with the first shifters ------------------------------------------------

    def composition_with_first_shifters(self) -> ShiftedSubgroups | None:
        """Return the subgroups after equalising their sizes with the first players in shifting
        order.

        Return None if the subgroups cannot be paired with each other.
        """
        larger = self.before.larger
        count = (len(larger) - len(self.before.smaller)) // 2
        composed = self.shift_players((), tuple(self.order_of_shifters(larger)[:count]))
        return composed if PerfectMatching(self.graph_across_subgroups(composed)).exists else None

    def shift_players(
        self, from_smaller: Sequence[int], from_larger: Sequence[int]
    ) -> ShiftedSubgroups:
        """Return the subgroups after the given players are shifted, with S1 sorted by ARO and G2 by
        TPN.
        """
        first = {*self.before.white} ^ {*from_smaller, *from_larger}
        return ShiftedSubgroups(
            before=self.before,
            from_smaller=tuple(from_smaller),
            from_larger=tuple(from_larger),
            first=tuple(sorted(first, key=self.field.aro_sort_key)),
            second=tuple(place for place in self.members if place not in first),
        )

    def graph_across_subgroups(self, composed: ShiftedSubgroups) -> list[int]:
        """Return the graph of the permitted pairs that join a player of each subgroup."""
        first, second = (
            self._bitset_of_members(composed.first),
            self._bitset_of_members(composed.second),
        )
        return [
            open_ & (second if first >> at & 1 else first) for at, open_ in enumerate(self.graph)
        ]

    # --- general composition --------------------------------------------------------------------

    def composition_without_pairs_in_smaller(self) -> ShiftedSubgroups | None:
        """Return the best composition in which no two members of the smaller subgroup meet.

        Return None if the bracket cannot be paired in this way.
        """
        matching = MaintainedMatching(self._graph_without_pairs_in_smaller(()))
        if not matching.exists:
            return None
        return self.shift_players((), self._choose_shifters_from_larger(matching, 0))

    def best_composition(self) -> ShiftedSubgroups:
        """Return the subgroups with the first shifters that allow a complete pairing between them.

        There must be a complete pairing of the members.
        """
        composed = self.composition_without_pairs_in_smaller()
        if composed is not None:
            return composed
        from_smaller = self._choose_shifters_from_smaller()
        matching = MaintainedMatching(self._graph_without_pairs_in_smaller(from_smaller))
        from_larger = self._choose_shifters_from_larger(matching, len(from_smaller))
        return self.shift_players(from_smaller, from_larger)

    def _graph_without_pairs_in_smaller(self, shifted: Sequence[int]) -> list[int]:
        """Return the graph of permitted pairs, without pairs of two unshifted members of the
        smaller subgroup.

        The ``shifted`` members of the smaller subgroup may meet only its other members.
        """
        smaller, larger = (
            self._bitset_of_members(self.before.smaller),
            self._bitset_of_members(self.before.larger),
        )
        moved = self._bitset_of_members(shifted)
        stay = smaller & ~moved
        graph = []
        for at, open_ in enumerate(self.graph):
            if moved >> at & 1:
                graph.append(open_ & stay)
            elif stay >> at & 1:
                graph.append(open_ & (moved | larger))
            else:
                graph.append(open_ & (stay | larger))
        return graph

    def _choose_shifters_from_smaller(self) -> list[int]:
        """Return one player of each unavoidable pair within the smaller subgroup.

        The number of such pairs is the minimum, and the players are the first possible in shifting
        order.
        """
        order = self.order_of_shifters(self.before.smaller)
        turn = {self.at[place]: turn for turn, place in enumerate(order)}
        cost = costs_preferring_fewest(len(order))
        edges = []
        for i, open_ in enumerate(self.graph):
            for j in bit_indices(open_ >> i + 1 << i + 1):
                inside = i in turn and j in turn
                edges.append((i, j, cost[min(turn[i], turn[j])] if inside else 0))
        optimum = minimum_cost_matching(len(self.members), edges)
        assert optimum is not None, "the members of the bracket can be paired"
        mate = optimum.mate
        turns = (min(at, turn[mate[i]]) for i, at in turn.items() if mate[i] in turn)
        return [order[at] for at in sorted(set(turns))]

    def _choose_shifters_from_larger(self, matching: MaintainedMatching, inside: int) -> list[int]:
        """Return the first possible shifters from the larger subgroup, in shifting order.

        Each shifter must be able to meet a player who stays in the larger subgroup.
        """
        larger = self.before.larger
        count = (len(larger) - len(self.before.smaller)) // 2 + inside
        stay = self._bitset_of_members(larger)
        found: list[int] = []
        for place in self.order_of_shifters(larger):
            if len(found) == count:
                break
            others = stay & ~(1 << self.at[place])
            if matching.restrict_partners(self.at[place], others):
                found.append(place)
                stay = others
        assert len(found) == count, "one player of each pair within the larger subgroup is shifted"
        return found

    def prove_cannot_shift(self, composed: ShiftedSubgroups, place: int) -> Certificate | None:
        """Return a proof that a player who was passed over as a shifter could not be shifted.

        Return None for a member of the smaller subgroup, who is passed over to keep the number of
        pairs within it as low as possible.
        """
        larger = self.before.larger
        if place not in larger:
            return None
        order = self.order_of_shifters(larger)
        turn = order.index(place)
        kept = MaintainedMatching(self._graph_without_pairs_in_smaller(composed.from_smaller))
        stay = self._bitset_of_members(larger)
        for earlier in (*(p for p in order[:turn] if p in composed.from_larger), place):
            stay &= ~(1 << self.at[earlier])
            if not kept.restrict_partners(self.at[earlier], stay):
                return kept.prove_restriction_impossible(self.at[earlier], stay)
        raise AssertionError("every player who could be shifted was shifted")

    # --- pairs ----------------------------------------------------------------------------------

    def match_first_transposition(self, composed: ShiftedSubgroups) -> Iterator[PartnerFound]:
        """Yield the pairs of S1 with the first transposition of G2 that gives only permitted
        pairs.
        """
        graph = self.graph_across_subgroups(composed)
        matching = PerfectMatching(graph)
        free = self._bitset_of_members(composed.second)
        for place in composed.first:
            row = choose_partner(matching, graph, self.at[place], bit_indices(free))
            free &= ~(1 << row.chosen)
            yield row
