"""The White seekers and Black seekers of a bracket, and the players shifted between these
subgroups.

Two members of the smaller subgroup are paired with each other only if it cannot be avoided. Each
such pair requires an additional pair within the larger subgroup. One player of each of these pairs
is shifted to the other subgroup. After the shifts, every pair has one player from each subgroup,
and as few players as possible are denied their due colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import build_costs_preferring_few_items
from topboard.matching.perfect import (
    MaintainedMatching,
    PerfectMatching,
    bit_indices,
    bitset,
    choose_partner,
)
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.model import Colour
from topboard.systems.fide_common.legality import permitted_pairs_graph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.matching.perfect import Certificate, PartnerChoice
    from topboard.systems.fide_dubov.players import DubovField


def sort_players_from_middle_outwards(listed: Sequence[int]) -> list[int]:
    """Return the players of a sorted list in shifting order, from the middle outwards.

    Of two players at the same distance from the middle, the one nearer the top comes first.
    """
    last = len(listed) - 1
    places = sorted(range(len(listed)), key=lambda at: (abs(2 * at - last), at))
    return [listed[at] for at in places]


@dataclass(frozen=True, slots=True)
class Subgroups:
    """The two subgroups of a bracket before players are shifted."""

    white: tuple[int, ...]
    """G1: the White seekers, or the upper half if no member of the bracket has played."""
    black: tuple[int, ...]
    """G2: all members of the bracket who are not in G1."""
    halves: bool
    """Whether the subgroups are halves because no member of the bracket has played."""

    @property
    def smaller(self) -> tuple[int, ...]:
        """The subgroup with fewer players, or G1 if both have the same size."""
        return self.white if len(self.white) <= len(self.black) else self.black

    @property
    def larger(self) -> tuple[int, ...]:
        """The subgroup with more players, or G2 if both have the same size."""
        return self.black if len(self.white) <= len(self.black) else self.white


def divide_into_subgroups(field: DubovField, members: Sequence[int]) -> Subgroups:
    """Divide the members of a bracket into White seekers and Black seekers.

    If none of them has played, the subgroups are the upper and lower halves by TPN.
    """
    if not any(field.players[place].colours for place in members):
        half = len(members) // 2
        return Subgroups(tuple(members[:half]), tuple(members[half:]), halves=True)
    white = tuple(place for place in members if field.due_colour_of_player(place) is Colour.WHITE)
    black = tuple(place for place in members if field.due_colour_of_player(place) is Colour.BLACK)
    return Subgroups(white, black, halves=False)


@dataclass(frozen=True, slots=True)
class ShiftedSubgroups:
    """The two subgroups of a bracket after shifting, and the shifters."""

    before: Subgroups
    from_smaller: tuple[int, ...]
    from_larger: tuple[int, ...]
    first: tuple[int, ...]
    """S1: the members of G1 in the order in which they are paired."""
    second: tuple[int, ...]
    """The members of G2, sorted by TPN."""


class SubgroupComposer:
    """Finds the shifters that make it possible to pair the two subgroups of a bracket."""

    def __init__(self, field: DubovField, members: Sequence[int]) -> None:
        self.field = field
        self.members = sorted(members, key=field.number_at_index)
        self.before = divide_into_subgroups(field, self.members)
        self.graph = permitted_pairs_graph(field, self.members)
        self.at = {place: at for at, place in enumerate(self.members)}

    def sort_in_shifting_order(self, listed: Sequence[int]) -> list[int]:
        """Return the members of a subgroup in shifting order, from the middle outwards.

        White seekers are listed by ARO. Black seekers are listed by TPN. In a bracket in which no
        member has played, both subgroups are listed by TPN.
        """
        seek_white = not self.before.halves and listed == self.before.white
        by = self.field.sort_key_by_aro if seek_white else self.field.number_at_index
        return sort_players_from_middle_outwards(sorted(listed, key=by))

    def _bitset_of_subgroup_members(self, places: Iterable[int]) -> int:
        return bitset(self.at[place] for place in places)

    # --- composition with the first shifters ------------------------------------------------

    def compose_subgroups_with_first_shifters(self) -> ShiftedSubgroups | None:
        """Return the subgroups after the first players in shifting order have equalised their
        sizes.

        Return None if the subgroups cannot be paired with each other.
        """
        larger = self.before.larger
        count = (len(larger) - len(self.before.smaller)) // 2
        composed = self.shift_players((), tuple(self.sort_in_shifting_order(larger)[:count]))
        return (
            composed
            if PerfectMatching(self.build_graph_across_subgroups(composed)).exists
            else None
        )

    def shift_players(
        self, from_smaller: Sequence[int], from_larger: Sequence[int]
    ) -> ShiftedSubgroups:
        """Return the subgroups after these players have been shifted.

        S1 is sorted by ARO, and G2 is sorted by TPN.
        """
        first = {*self.before.white} ^ {*from_smaller, *from_larger}
        return ShiftedSubgroups(
            before=self.before,
            from_smaller=tuple(from_smaller),
            from_larger=tuple(from_larger),
            first=tuple(sorted(first, key=self.field.sort_key_by_aro)),
            second=tuple(place for place in self.members if place not in first),
        )

    def build_graph_across_subgroups(self, composed: ShiftedSubgroups) -> list[int]:
        """Return the graph of the permitted pairs with one player from each subgroup."""
        first, second = (
            self._bitset_of_subgroup_members(composed.first),
            self._bitset_of_subgroup_members(composed.second),
        )
        return [
            open_ & (second if first >> at & 1 else first) for at, open_ in enumerate(self.graph)
        ]

    # --- general composition --------------------------------------------------------------------

    def compose_without_pairs_in_smaller_subgroup(self) -> ShiftedSubgroups | None:
        """Return the best composition in which no two members of the smaller subgroup meet.

        Return None if no such composition can be paired.
        """
        matching = MaintainedMatching(self._build_graph_restricting_smaller_subgroup(()))
        if not matching.exists:
            return None
        return self.shift_players((), self._choose_shifters_from_larger_subgroup(matching, 0))

    def find_best_composition(self) -> ShiftedSubgroups:
        """Return the subgroups after the first shifters that make a complete pairing possible.

        The members must have a complete pairing.
        """
        composed = self.compose_without_pairs_in_smaller_subgroup()
        if composed is not None:
            return composed
        from_smaller = self._choose_shifters_from_smaller_subgroup()
        matching = MaintainedMatching(self._build_graph_restricting_smaller_subgroup(from_smaller))
        from_larger = self._choose_shifters_from_larger_subgroup(matching, len(from_smaller))
        return self.shift_players(from_smaller, from_larger)

    def _build_graph_restricting_smaller_subgroup(self, shifted: Sequence[int]) -> list[int]:
        """Return the graph of permitted pairs without unnecessary pairs in the smaller subgroup.

        Its members in ``shifted`` may meet only unshifted members, and unshifted members may not
        meet each other.
        """
        smaller, larger = (
            self._bitset_of_subgroup_members(self.before.smaller),
            self._bitset_of_subgroup_members(self.before.larger),
        )
        moved = self._bitset_of_subgroup_members(shifted)
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

    def _choose_shifters_from_smaller_subgroup(self) -> list[int]:
        """Return one player of each unavoidable pair within the smaller subgroup.

        There are as few of these pairs as possible. The players are the first possible ones in
        shifting order.
        """
        order = self.sort_in_shifting_order(self.before.smaller)
        turn = {self.at[place]: turn for turn, place in enumerate(order)}
        cost = build_costs_preferring_few_items(len(order))
        edges = []
        for i, open_ in enumerate(self.graph):
            for j in bit_indices(open_ >> i + 1 << i + 1):
                inside = i in turn and j in turn
                edges.append((i, j, cost[min(turn[i], turn[j])] if inside else 0))
        optimum = find_minimum_cost_matching(len(self.members), edges)
        assert optimum is not None, "the members of the bracket can be paired"
        mate = optimum.mate
        turns = (min(at, turn[mate[i]]) for i, at in turn.items() if mate[i] in turn)
        return [order[at] for at in sorted(set(turns))]

    def _choose_shifters_from_larger_subgroup(
        self, matching: MaintainedMatching, inside: int
    ) -> list[int]:
        """Return the first possible shifters from the larger subgroup, in shifting order.

        Each shifter must be able to meet a player who stays in the larger subgroup.
        """
        larger = self.before.larger
        count = (len(larger) - len(self.before.smaller)) // 2 + inside
        stay = self._bitset_of_subgroup_members(larger)
        found: list[int] = []
        for place in self.sort_in_shifting_order(larger):
            if len(found) == count:
                break
            others = stay & ~(1 << self.at[place])
            if matching.restrict_partners(self.at[place], others):
                found.append(place)
                stay = others
        assert len(found) == count, "one player of each pair within the larger subgroup is shifted"
        return found

    def prove_player_cannot_be_shifted(
        self, composed: ShiftedSubgroups, place: int
    ) -> Certificate | None:
        """Return a proof that a player could not be shifted, given that the player was passed over.

        Return None for a member of the smaller subgroup, because as few of them as possible are
        shifted.
        """
        larger = self.before.larger
        if place not in larger:
            return None
        order = self.sort_in_shifting_order(larger)
        turn = order.index(place)
        kept = MaintainedMatching(
            self._build_graph_restricting_smaller_subgroup(composed.from_smaller)
        )
        stay = self._bitset_of_subgroup_members(larger)
        for earlier in (*(p for p in order[:turn] if p in composed.from_larger), place):
            stay &= ~(1 << self.at[earlier])
            if not kept.restrict_partners(self.at[earlier], stay):
                return kept.prove_restriction_impossible(self.at[earlier], stay)
        raise AssertionError("every player who could be shifted was shifted")

    # --- pairs ----------------------------------------------------------------------------------

    def generate_pairs_of_first_transposition(
        self, composed: ShiftedSubgroups
    ) -> Iterator[PartnerChoice]:
        """Yield the pairs of S1 with the first transposition of G2 that contains only permitted
        pairs.
        """
        graph = self.build_graph_across_subgroups(composed)
        matching = PerfectMatching(graph)
        free = self._bitset_of_subgroup_members(composed.second)
        for place in composed.first:
            row = choose_partner(matching, graph, self.at[place], bit_indices(free))
            free &= ~(1 << row.chosen)
            yield row
