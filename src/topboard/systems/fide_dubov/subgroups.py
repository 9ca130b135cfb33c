"""The two subgroups of a bracket: players who seek White, players who seek Black, and shifters.

Pairs within the smaller subgroup are made only if they cannot be avoided, and each of them requires
an additional pair within the larger one. Each shifter is one player of such a pair. After the
shifts all pairs go across the subgroups, and as few players as possible are denied their colour.
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
    """Return the list in the order of shifting, from its middle outwards.

    Of two players at the same distance from the middle, the upper one comes first.
    """
    last = len(listed) - 1
    places = sorted(range(len(listed)), key=lambda at: (abs(2 * at - last), at))
    return [listed[at] for at in places]


@dataclass(frozen=True, slots=True)
class Subgroups:
    """A bracket divided into two subgroups, before any player is shifted."""

    white: tuple[int, ...]
    """G1: the players who seek White, or the first half if no player has played."""
    black: tuple[int, ...]
    """G2: the players who are not in G1."""
    halves: bool
    """Whether the subgroups are halves because no player in the bracket has played."""

    @property
    def smaller(self) -> tuple[int, ...]:
        """The subgroup in which pairs are avoided. It is G1 if both have the same size."""
        return self.white if len(self.white) <= len(self.black) else self.black

    @property
    def larger(self) -> tuple[int, ...]:
        """The other subgroup. It is G2 if both have the same size."""
        return self.black if len(self.white) <= len(self.black) else self.white


def divide_into_subgroups(field: DubovField, members: Sequence[int]) -> Subgroups:
    """Return the subgroups of some members, who are sorted by number."""
    if not any(field.players[place].colours for place in members):
        half = len(members) // 2
        return Subgroups(tuple(members[:half]), tuple(members[half:]), halves=True)
    white = tuple(place for place in members if field.colour_due(place) is Colour.WHITE)
    black = tuple(place for place in members if field.colour_due(place) is Colour.BLACK)
    return Subgroups(white, black, halves=False)


@dataclass(frozen=True, slots=True)
class ShiftedSubgroups:
    """The subgroups after shifting, as they are paired, with the shifters in order."""

    before: Subgroups
    from_smaller: tuple[int, ...]
    from_larger: tuple[int, ...]
    first: tuple[int, ...]
    """S1: the members of G1 in the order in which they choose their opponents."""
    second: tuple[int, ...]
    """The members of G2, sorted by TPN."""


class SubgroupComposition:
    """The members of a bracket, divided into subgroups that can be paired with each other."""

    def __init__(self, field: DubovField, members: Sequence[int]) -> None:
        self.field = field
        self.members = sorted(members, key=field.number_at_index)
        self.before = divide_into_subgroups(field, self.members)
        self.graph = permitted_pairs_graph(field, self.members)
        self.at = {place: at for at, place in enumerate(self.members)}

    def order_of_shifters(self, listed: Sequence[int]) -> list[int]:
        """Return the members of a subgroup in the order of shifting, from the middle outwards.

        The list is sorted by ARO if they seek White, and by number if they seek Black.
        """
        seek_white = not self.before.halves and listed == self.before.white
        by = self.field.aro_sort_key if seek_white else self.field.number_at_index
        return order_from_middle_outwards(sorted(listed, key=by))

    def _bitset_of_members(self, places: Iterable[int]) -> int:
        return bitset(self.at[place] for place in places)

    # --- the usual case -------------------------------------------------------------------------

    def usual_composition(self) -> ShiftedSubgroups | None:
        """Return the composition that shifts only the first players of the larger subgroup.

        Return None if it cannot be paired.
        """
        larger = self.before.larger
        count = (len(larger) - len(self.before.smaller)) // 2
        composed = self.shift_players((), tuple(self.order_of_shifters(larger)[:count]))
        return composed if PerfectMatching(self.graph_across_subgroups(composed)).exists else None

    def shift_players(
        self, from_smaller: Sequence[int], from_larger: Sequence[int]
    ) -> ShiftedSubgroups:
        """Return the subgroups after these shifts, with S1 sorted by ARO and G2 by number."""
        first = {*self.before.white} ^ {*from_smaller, *from_larger}
        return ShiftedSubgroups(
            before=self.before,
            from_smaller=tuple(from_smaller),
            from_larger=tuple(from_larger),
            first=tuple(sorted(first, key=self.field.aro_sort_key)),
            second=tuple(place for place in self.members if place not in first),
        )

    def graph_across_subgroups(self, composed: ShiftedSubgroups) -> list[int]:
        """Return the graph of the permitted pairs between the subgroups."""
        first, second = (
            self._bitset_of_members(composed.first),
            self._bitset_of_members(composed.second),
        )
        return [
            open_ & (second if first >> at & 1 else first) for at, open_ in enumerate(self.graph)
        ]

    # --- any case -------------------------------------------------------------------------------

    def composition_without_inner_pairs(self) -> ShiftedSubgroups | None:
        """Return the best composition without pairs in the smaller subgroup, or None."""
        matching = MaintainedMatching(self._graph_without_smaller_pairs(()))
        if not matching.exists:
            return None
        return self.shift_players((), self._choose_shifters_from_larger(matching, 0))

    def best_composition(self) -> ShiftedSubgroups:
        """Return the composition with the first shifters that let all members be paired across.

        The members must have a complete pairing.
        """
        composed = self.composition_without_inner_pairs()
        if composed is not None:
            return composed
        from_smaller = self._choose_shifters_from_smaller()
        matching = MaintainedMatching(self._graph_without_smaller_pairs(from_smaller))
        from_larger = self._choose_shifters_from_larger(matching, len(from_smaller))
        return self.shift_players(from_smaller, from_larger)

    def _graph_without_smaller_pairs(self, shifted: Sequence[int]) -> list[int]:
        """Return the graph without pairs between two unshifted members of the smaller subgroup.

        Its members may meet those of the larger subgroup and the ``shifted`` members.
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
        """Return one player of each pair made within the smaller subgroup.

        There are as few such pairs as possible, and the players are the first in the order of
        shifting.
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
        assert optimum is not None, "a bracket can be paired"
        mate = optimum.mate
        turns = (min(at, turn[mate[i]]) for i, at in turn.items() if mate[i] in turn)
        return [order[at] for at in sorted(set(turns))]

    def _choose_shifters_from_larger(self, matching: MaintainedMatching, inside: int) -> list[int]:
        """Choose, one at a time, members of the larger subgroup to be shifted.

        Each can meet a member who stays in it.
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
        assert len(found) == count, "one of each pair inside the larger subgroup is shifted"
        return found

    def prove_cannot_shift(self, composed: ShiftedSubgroups, place: int) -> Certificate | None:
        """Return the proof that a player earlier in the order could not be shifted.

        Return None if the reason is the minimum number of pairs within the smaller subgroup.
        """
        larger = self.before.larger
        if place not in larger:
            return None
        order = self.order_of_shifters(larger)
        turn = order.index(place)
        kept = MaintainedMatching(self._graph_without_smaller_pairs(composed.from_smaller))
        stay = self._bitset_of_members(larger)
        for earlier in (*(p for p in order[:turn] if p in composed.from_larger), place):
            stay &= ~(1 << self.at[earlier])
            if not kept.restrict_partners(self.at[earlier], stay):
                return kept.prove_restriction_impossible(self.at[earlier], stay)
        raise AssertionError("whoever could be shifted was")

    # --- who meets whom -------------------------------------------------------------------------

    def match_first_transposition(self, composed: ShiftedSubgroups) -> Iterator[PartnerFound]:
        """Yield the pairs of the first transposition of G2 that S1 can be paired with."""
        graph = self.graph_across_subgroups(composed)
        matching = PerfectMatching(graph)
        free = self._bitset_of_members(composed.second)
        for place in composed.first:
            row = choose_partner(matching, graph, self.at[place], bit_indices(free))
            free &= ~(1 << row.chosen)
            yield row
