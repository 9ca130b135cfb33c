"""The two subgroups of a bracket: who seeks White, who seeks Black, and who is shifted.

Pairs inside the smaller subgroup are made only where they cannot be avoided, and then as many more
are made inside the larger one. So whoever is shifted is one of such a pair, the pairs go across
afterwards, and as few as possible are denied their colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import fewest_first
from topboard.matching.perfect import KeptMatching, PerfectMatching, bits, bitset, choose_partner
from topboard.matching.weighted import minimum_cost_matching
from topboard.model import Colour
from topboard.systems.fide_common.legality import open_graph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.matching.perfect import Certificate, PartnerFound
    from topboard.systems.fide_dubov.players import DubovRoll


def from_the_middle(listed: Sequence[int]) -> list[int]:
    """Shifters in their order: the middle of the list first, of two the upper, then outwards."""
    last = len(listed) - 1
    places = sorted(range(len(listed)), key=lambda at: (abs(2 * at - last), at))
    return [listed[at] for at in places]


@dataclass(frozen=True, slots=True)
class Subgroups:
    """A bracket parted in two, before anybody is shifted."""

    white: tuple[int, ...]
    """G1: who seeks White, or the first half where nobody has played."""
    black: tuple[int, ...]
    """G2: the others."""
    halves: bool
    """Whether nobody of the bracket has played."""

    @property
    def smaller(self) -> tuple[int, ...]:
        """The one in which pairs are avoided: of two alike those who seek White."""
        return self.white if len(self.white) <= len(self.black) else self.black

    @property
    def larger(self) -> tuple[int, ...]:
        """The other."""
        return self.black if len(self.white) <= len(self.black) else self.white


def subgroups(players: DubovRoll, members: Sequence[int]) -> Subgroups:
    """The subgroups of some members, given by their numbers."""
    if not any(players.profile(place).colours for place in members):
        half = len(members) // 2
        return Subgroups(tuple(members[:half]), tuple(members[half:]), halves=True)
    white = tuple(place for place in members if players.seeks(place) is Colour.WHITE)
    black = tuple(place for place in members if players.seeks(place) is Colour.BLACK)
    return Subgroups(white, black, halves=False)


@dataclass(frozen=True, slots=True)
class Composed:
    """The subgroups as they are paired, with those who were shifted in their order."""

    before: Subgroups
    from_smaller: tuple[int, ...]
    from_larger: tuple[int, ...]
    first: tuple[int, ...]
    """S1: G1 as its members seek their opponents."""
    second: tuple[int, ...]
    """G2 in the order of the pairing numbers."""


class Composition:
    """The members of a bracket, put into subgroups that can be paired with each other."""

    def __init__(self, players: DubovRoll, members: Sequence[int]) -> None:
        self.players = players
        self.members = sorted(members, key=players.by_number)
        self.before = subgroups(players, self.members)
        self.graph = open_graph(players.roll, self.members)
        self.at = {place: at for at, place in enumerate(self.members)}

    def order_of_shifters(self, listed: Sequence[int]) -> list[int]:
        """White seekers by ARO, Black seekers by number, from the middle outwards."""
        seek_white = not self.before.halves and listed == self.before.white
        by = self.players.by_aro if seek_white else self.players.by_number
        return from_the_middle(sorted(listed, key=by))

    def _mask(self, places: Iterable[int]) -> int:
        return bitset(self.at[place] for place in places)

    # --- the usual case -------------------------------------------------------------------------

    def usual(self) -> Composed | None:
        """Only the first of the larger subgroup are shifted, where that can be paired."""
        larger = self.before.larger
        count = (len(larger) - len(self.before.smaller)) // 2
        composed = self.shifted((), tuple(self.order_of_shifters(larger)[:count]))
        return composed if PerfectMatching(self.across(composed)).exists else None

    def shifted(self, from_smaller: Sequence[int], from_larger: Sequence[int]) -> Composed:
        """The subgroups after these were shifted: S1 by ARO, G2 by number."""
        first = {*self.before.white} ^ {*from_smaller, *from_larger}
        return Composed(
            before=self.before,
            from_smaller=tuple(from_smaller),
            from_larger=tuple(from_larger),
            first=tuple(sorted(first, key=self.players.by_aro)),
            second=tuple(place for place in self.members if place not in first),
        )

    def across(self, composed: Composed) -> list[int]:
        """Who may meet whom between the subgroups."""
        first, second = self._mask(composed.first), self._mask(composed.second)
        return [
            open_ & (second if first >> at & 1 else first) for at, open_ in enumerate(self.graph)
        ]

    # --- any case -------------------------------------------------------------------------------

    def without_pairs_inside(self) -> Composed | None:
        """Those of the smaller subgroup all meet others, if that can be."""
        matching = KeptMatching(self._outside_smaller(()))
        if not matching.exists:
            return None
        return self.shifted((), self._first_from_larger(matching, 0))

    def best(self) -> Composed:
        """The first shifters with whom all can be paired across; the members can be paired."""
        composed = self.without_pairs_inside()
        if composed is not None:
            return composed
        from_smaller = self._weighed_from_smaller()
        matching = KeptMatching(self._outside_smaller(from_smaller))
        from_larger = self._first_from_larger(matching, len(from_smaller))
        return self.shifted(from_smaller, from_larger)

    def _outside_smaller(self, shifted: Sequence[int]) -> list[int]:
        """Who may meet whom if those of the smaller subgroup meet none of it but the shifted."""
        smaller, larger = self._mask(self.before.smaller), self._mask(self.before.larger)
        moved = self._mask(shifted)
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

    def _weighed_from_smaller(self) -> list[int]:
        """One of each pair that is made inside the smaller subgroup: the fewest, and the first."""
        order = self.order_of_shifters(self.before.smaller)
        turn = {self.at[place]: turn for turn, place in enumerate(order)}
        cost = fewest_first(len(order))
        edges = []
        for i, open_ in enumerate(self.graph):
            for j in bits(open_ >> i + 1 << i + 1):
                inside = i in turn and j in turn
                edges.append((i, j, cost[min(turn[i], turn[j])] if inside else 0))
        optimum = minimum_cost_matching(len(self.members), edges)
        assert optimum is not None, "a bracket can be paired"
        mate = optimum.mate
        turns = (min(at, turn[mate[i]]) for i, at in turn.items() if mate[i] in turn)
        return [order[at] for at in sorted(set(turns))]

    def _first_from_larger(self, matching: KeptMatching, inside: int) -> list[int]:
        """Those of the larger subgroup, one by one, who can meet another of it who stays."""
        larger = self.before.larger
        count = (len(larger) - len(self.before.smaller)) // 2 + inside
        stay = self._mask(larger)
        found: list[int] = []
        for place in self.order_of_shifters(larger):
            if len(found) == count:
                break
            others = stay & ~(1 << self.at[place])
            if matching.narrow(self.at[place], others):
                found.append(place)
                stay = others
        assert len(found) == count, "one of each pair inside the larger subgroup is shifted"
        return found

    def refusal(self, composed: Composed, place: int) -> Certificate | None:
        """The proof that one who comes before others in the order could not be shifted.

        None where that rests on the fewest pairs inside the smaller subgroup.
        """
        larger = self.before.larger
        if place not in larger:
            return None
        order = self.order_of_shifters(larger)
        turn = order.index(place)
        kept = KeptMatching(self._outside_smaller(composed.from_smaller))
        stay = self._mask(larger)
        for earlier in (*(p for p in order[:turn] if p in composed.from_larger), place):
            stay &= ~(1 << self.at[earlier])
            if not kept.narrow(self.at[earlier], stay):
                return kept.refusal(self.at[earlier], stay)
        raise AssertionError("whoever could be shifted was")

    # --- who meets whom -------------------------------------------------------------------------

    def transposition(self, composed: Composed) -> Iterator[PartnerFound]:
        """The first transposition of G2 with which all of S1 have an opponent they may meet."""
        graph = self.across(composed)
        matching = PerfectMatching(graph)
        free = self._mask(composed.second)
        for place in composed.first:
            row = choose_partner(matching, graph, self.at[place], bits(free))
            free &= ~(1 << row.chosen)
            yield row
