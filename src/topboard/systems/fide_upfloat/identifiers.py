"""The choice of a bracket's pairing: the best pairing with the first identifier.

The top member of a pair is the participant with the smaller TPN. The identifier of a pairing lists
its top members in ascending order, followed by their opponents in the same order. Identifiers are
compared number by number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import PackedCriteria
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.reasons.criteria import QualityCriterion
from topboard.systems.fide_common.legality import have_met_or_are_kept_apart_by_ruling
from topboard.systems.fide_dutch.brackets import Bracket
from topboard.systems.fide_dutch.equivalence_classes import (
    TightPairGraph,
    build_class_cost_matrix,
    build_classes_with_lower_bound,
    group_members_into_classes,
)
from topboard.systems.fide_dutch.generation_order import split_into_s1_and_s2
from topboard.systems.fide_upfloat.terms import has_floated_last_round

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.matching.weighted import Optimum
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.equivalence_classes import EquivalenceClasses
    from topboard.systems.fide_upfloat.terms import UpfloaterCriteriaAndArticles

    Opened = Sequence[tuple[QualityCriterion, int, int]]


def sort_members_by_tpn(field: FideField, places: Sequence[int]) -> list[int]:
    """Return the members of a bracket sorted by TPN."""
    return sorted(places, key=field.number_at_index)


class IdentifierGenerationOrder:
    """The order of pairing identifiers, expressed as the last digits of a pairing's cost.

    Members of the bracket are numbered from 0 in the order of their TPNs.
    """

    def __init__(self, count: int) -> None:
        self.digits = [
            (QualityCriterion.IDENTIFIER, count, 1),
            (QualityCriterion.IDENTIFIER, 1, count),
            (QualityCriterion.IDENTIFIER, count, count),
        ]
        self._worth: Sequence[Sequence[int]] = ()

    def set_digit_weights(self, worth: Sequence[Sequence[int]]) -> None:
        """Keep the weights of the identifier digits, which are the last entries of ``worth``."""
        self._worth = worth[-len(self.digits) :]

    def pair_cost(self, top: int, bottom: int) -> int:
        """Return the cost of a pair in the identifier digits of a pairing's cost.

        The pairing with the smallest top members costs least. Of two pairings with the same top
        members, the one whose top members have the smallest opponents costs less.
        """
        (one,), tops, bottoms = self._worth
        return one - tops[top] + bottoms[top] * bottom


class BracketCosts:
    """The costs of the pairs in a bracket under the colour and float criteria of a system."""

    def __init__(
        self,
        field: FideField,
        terms: UpfloaterCriteriaAndArticles,
        members: Sequence[int],
        upfloaters: Iterable[int],
        order: Opened = (),
    ) -> None:
        self.field, self.terms, self.members = field, terms, members
        self.upfloaters = frozenset(upfloaters)
        self.floats = bool(self.upfloaters) and terms.do_previous_floats_count(field)
        self.criteria = (*terms.colours, QualityCriterion.OPPONENT_FLOATED)
        most = len(members)
        self.ledger: PackedCriteria[QualityCriterion] = PackedCriteria(
            [*((name, most, 1) for name in self.criteria), *order]
        )
        self._units = [unit for (unit,) in self.ledger.worth[: len(self.criteria)]]

    def add_identifier_digits(self, order: IdentifierGenerationOrder) -> BracketCosts:
        """Return costs that compare pairings by the criteria and then by their identifiers."""
        ordered = BracketCosts(self.field, self.terms, self.members, self.upfloaters, order.digits)
        order.set_digit_weights(ordered.ledger.worth)
        return ordered

    def cost_equivalence_key_of_member(self, place: int) -> tuple[int, ...]:
        """Return a key that is equal for members with equal costs in every pair."""
        own = self.field.kinds[place]
        if not self.floats:
            return (own,)
        return own, place in self.upfloaters, has_floated_last_round(self.field.players[place])

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair under all criteria."""
        profiles = self.field.players
        faults = self.terms.faults(profiles[a], profiles[b])
        again = self.count_repeated_floaters(a, b)
        return sum(
            fault * unit for fault, unit in zip((*faults, again), self._units, strict=True) if fault
        )

    def count_repeated_floaters(self, a: int, b: int) -> int:
        """Return how many members of a pair meet an upfloater and also floated in the previous
        round.
        """
        if not self.floats:
            return 0
        profiles = self.field.players
        both = ((a, b), (b, a))
        return sum(
            one in self.upfloaters and has_floated_last_round(profiles[other])
            for one, other in both
        )

    def unpack_cost_by_criterion(self, cost: int) -> list[tuple[QualityCriterion, int]]:
        """Return every criterion with its value in the cost of a pairing."""
        values = self.ledger.unpack_digits(cost)
        return [(name, value) for name, (value,) in zip(self.criteria, values, strict=True)]


@dataclass(frozen=True, slots=True)
class FirstBestPairing:
    """The best pairing of a bracket. Of equally good pairings, it has the first identifier."""

    pairs: tuple[tuple[int, int], ...]
    """The pairs, sorted by TPN, each with its top member first."""
    cost: int
    """The cost of the pairing under the criteria, without the identifier digits."""
    charges: BracketCosts
    alike: EquivalenceClasses | None = None
    """The equivalence classes that prove this pairing best, or None if it was found by matching."""


def find_best_pairing(
    field: FideField,
    terms: UpfloaterCriteriaAndArticles,
    members: Sequence[int],
    upfloaters: Sequence[int],
) -> FirstBestPairing:
    """Return the best pairing of a bracket's members, who must have a complete pairing."""
    ordered = sort_members_by_tpn(field, members)
    charges = BracketCosts(field, terms, ordered, upfloaters)
    return pair_upper_half_with_lower_half(charges, ordered) or _match_all_members_by_weight(
        charges
    )


def pair_upper_half_with_lower_half(
    charges: BracketCosts, members: Sequence[int]
) -> FirstBestPairing | None:
    """Return the best pairing between the half with the smaller TPNs and the other half.

    Return None if a different division of the members may be better.
    """
    field = charges.field
    keys = [charges.cost_equivalence_key_of_member(place) for place in members]
    class_of, representatives, counts = group_members_into_classes(members, keys)
    beyond = charges.ledger.beyond
    costs = build_class_cost_matrix(representatives, counts, charges.pair_cost, beyond)
    alike = build_classes_with_lower_bound(
        members, class_of, representatives, counts, costs, beyond
    )
    assert alike is not None, "classes do not keep any members apart"
    bracket = Bracket(field.players[members[0]].points, (), tuple(members))
    upper, lower = split_into_s1_and_s2(range(len(members)), len(members) // 2)
    rows = TightPairGraph(field, bracket, alike).pair_halves_tightly(upper, lower)
    if rows is None:
        return None
    pairs = tuple((members[upper[r.row]], members[lower[r.column]]) for r in rows)
    return FirstBestPairing(pairs, alike.bound // 2, charges, alike)


def _match_all_members_by_weight(charges: BracketCosts) -> FirstBestPairing:
    found = match_members_by_weight(charges, charges.members)
    assert found is not None, "the members of the bracket can be paired"
    return found


def match_members_by_weight(
    charges: BracketCosts, members: Sequence[int]
) -> FirstBestPairing | None:
    """Return the best pairing of ``members``, found by weighted matching.

    The members must be sorted by TPN. Return None if they cannot all be paired.
    """
    order = IdentifierGenerationOrder(len(members))
    edges = list(_weighted_edges(charges.add_identifier_digits(order), members, order))
    found = find_minimum_cost_matching(len(members), edges)
    if found is None:
        return None
    pairs = tuple(_list_matched_pairs(members, found))
    cost = sum(charges.pair_cost(a, b) for a, b in pairs)
    return FirstBestPairing(pairs, cost, charges)


def _weighted_edges(
    charges: BracketCosts, members: Sequence[int], order: IdentifierGenerationOrder
) -> Iterator[tuple[int, int, int]]:
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    kinds = [charges.cost_equivalence_key_of_member(place) for place in members]
    for i, a in enumerate(members):
        for j in range(i + 1, len(members)):
            b = members[j]
            if have_met_or_are_kept_apart_by_ruling(charges.field, a, b):
                continue
            kind = kinds[i], kinds[j]
            if kind not in known:
                known[kind] = charges.pair_cost(a, b)
            yield i, j, known[kind] + order.pair_cost(i, j)


def _list_matched_pairs(members: Sequence[int], found: Optimum) -> Iterator[tuple[int, int]]:
    for at, mate in enumerate(found.mate):
        if at < mate:
            yield members[at], members[mate]
