"""The choice of a bracket's pairing, which is the best one whose identifier comes first.

The top member of a pair is the participant with the smaller TPN. The identifier of a pairing lists
its top members in ascending order, followed by their opponents in the same order. Identifiers are
compared number by number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import PackedCriteria
from topboard.matching.weighted import minimum_cost_matching
from topboard.reasons.criteria import QualityCriterion
from topboard.systems.fide_common.legality import have_met_or_are_forbidden
from topboard.systems.fide_dutch.brackets import Bracket
from topboard.systems.fide_dutch.equivalence_classes import (
    TightPairGraph,
    build_classes_with_lower_bound,
    costs_between_classes,
    sort_into_classes,
)
from topboard.systems.fide_dutch.generation_order import split_into_halves
from topboard.systems.fide_upfloat.terms import has_floated_last_round

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.matching.weighted import Optimum
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.equivalence_classes import EquivalenceClasses
    from topboard.systems.fide_upfloat.terms import UpfloaterTerms

    Opened = Sequence[tuple[QualityCriterion, int, int]]


def sort_by_number(field: FideField, places: Sequence[int]) -> list[int]:
    """Return the members of a bracket sorted by TPN."""
    return sorted(places, key=field.number_at_index)


class IdentifierOrder:
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
        """Store the weights of the identifier digits, which are the last weights in ``worth``."""
        self._worth = worth[-len(self.digits) :]

    def pair_cost(self, top: int, bottom: int) -> int:
        """Return what a pair adds to the identifier digits of a pairing's cost.

        The cost is lowest for the pairing with the smallest top members, and then for the one whose
        top members have the smallest opponents.
        """
        (one,), tops, bottoms = self._worth
        return one - tops[top] + bottoms[top] * bottom


class BracketCosts:
    """The costs of the pairs in a bracket under the colour and float criteria of a system."""

    def __init__(
        self,
        field: FideField,
        terms: UpfloaterTerms,
        members: Sequence[int],
        upfloaters: Iterable[int],
        order: Opened = (),
    ) -> None:
        self.field, self.terms, self.members = field, terms, members
        self.upfloaters = frozenset(upfloaters)
        self.floats = bool(self.upfloaters) and terms.counts_previous_floats(field)
        self.criteria = (*terms.colours, QualityCriterion.OPPONENT_FLOATED)
        most = len(members)
        self.ledger: PackedCriteria[QualityCriterion] = PackedCriteria(
            [*((name, most, 1) for name in self.criteria), *order]
        )
        self._units = [unit for (unit,) in self.ledger.worth[: len(self.criteria)]]

    def add_identifier_digits(self, order: IdentifierOrder) -> BracketCosts:
        """Return costs that compare pairings by the criteria first and by their identifiers
        second.
        """
        ordered = BracketCosts(self.field, self.terms, self.members, self.upfloaters, order.digits)
        order.set_digit_weights(ordered.ledger.worth)
        return ordered

    def cost_class_of_member(self, place: int) -> tuple[int, ...]:
        """Return the facts about a member that determine the cost of any pair with that member."""
        own = self.field.kinds[place]
        if not self.floats:
            return (own,)
        return own, place in self.upfloaters, has_floated_last_round(self.field.players[place])

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair under all criteria."""
        profiles = self.field.players
        faults = self.terms.faults(profiles[a], profiles[b])
        again = self.count_floated_opponents(a, b)
        return sum(
            fault * unit for fault, unit in zip((*faults, again), self._units, strict=True) if fault
        )

    def count_floated_opponents(self, a: int, b: int) -> int:
        """Return the number of members of a pair who meet an upfloater and floated in the previous
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

    def unpack_criteria(self, cost: int) -> list[tuple[QualityCriterion, int]]:
        """Return the value of each criterion that is packed in the cost of a pairing."""
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
    """The equivalence classes that prove the pairing best, or None if all pairs were compared by
    cost.
    """


def first_best_pairing(
    field: FideField, terms: UpfloaterTerms, members: Sequence[int], upfloaters: Sequence[int]
) -> FirstBestPairing:
    """Return the best pairing of a bracket. A complete pairing of its members must exist."""
    ordered = sort_by_number(field, members)
    charges = BracketCosts(field, terms, ordered, upfloaters)
    return pair_half_against_half(charges, ordered) or _pair_by_weighing_all(charges)


def pair_half_against_half(
    charges: BracketCosts, members: Sequence[int]
) -> FirstBestPairing | None:
    """Return the best pairing of the first half of the members with the second half.

    Return None if a pairing of other halves may be better. No pairing of other halves can have an
    earlier identifier.
    """
    field = charges.field
    keys = [charges.cost_class_of_member(place) for place in members]
    class_of, representatives, counts = sort_into_classes(members, keys)
    beyond = charges.ledger.beyond
    costs = costs_between_classes(representatives, counts, charges.pair_cost, beyond)
    alike = build_classes_with_lower_bound(
        members, class_of, representatives, counts, costs, beyond
    )
    assert alike is not None, "classes do not keep any members apart"
    bracket = Bracket(field.players[members[0]].points, (), tuple(members))
    upper, lower = split_into_halves(range(len(members)), len(members) // 2)
    rows = TightPairGraph(field, bracket, alike).match_halves(upper, lower)
    if rows is None:
        return None
    pairs = tuple((members[upper[r.row]], members[lower[r.column]]) for r in rows)
    return FirstBestPairing(pairs, alike.bound // 2, charges, alike)


def _pair_by_weighing_all(charges: BracketCosts) -> FirstBestPairing:
    """Return the best pairing of a bracket, found by minimum-cost matching over all permitted
    pairs.
    """
    found = first_best_pairing_by_weight(charges, charges.members)
    assert found is not None, "the members of the bracket can be paired"
    return found


def first_best_pairing_by_weight(
    charges: BracketCosts, members: Sequence[int]
) -> FirstBestPairing | None:
    """Return the best pairing of the given members, or None if they cannot all be paired.

    The members must be sorted by TPN.
    """
    order = IdentifierOrder(len(members))
    edges = list(_weighted_edges(charges.add_identifier_digits(order), members, order))
    found = minimum_cost_matching(len(members), edges)
    if found is None:
        return None
    pairs = tuple(_matched_pairs(members, found))
    cost = sum(charges.pair_cost(a, b) for a, b in pairs)
    return FirstBestPairing(pairs, cost, charges)


def _weighted_edges(
    charges: BracketCosts, members: Sequence[int], order: IdentifierOrder
) -> Iterator[tuple[int, int, int]]:
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    kinds = [charges.cost_class_of_member(place) for place in members]
    for i, a in enumerate(members):
        for j in range(i + 1, len(members)):
            b = members[j]
            if have_met_or_are_forbidden(charges.field, a, b):
                continue
            kind = kinds[i], kinds[j]
            if kind not in known:
                known[kind] = charges.pair_cost(a, b)
            yield i, j, known[kind] + order.pair_cost(i, j)


def _matched_pairs(members: Sequence[int], found: Optimum) -> Iterator[tuple[int, int]]:
    for at, mate in enumerate(found.mate):
        if at < mate:
            yield members[at], members[mate]
