"""The choice of the upfloaters that join the top-scoregroup.

As few upfloaters as possible are chosen. Two upfloaters therefore never meet, because the bracket
would not need them. A set is legal if all participants can be paired so that every upfloater meets
a resident. The best set is found by minimum-cost matching, in which the digits of the cost
represent the criteria and then the order of the sets.

In most brackets, no upfloater or one with the next lower score is enough, and a faster check
confirms this.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.matching.cost import PackedCriteria
from topboard.matching.perfect import (
    PerfectMatching,
    add_exit_vertices,
    bit_indices,
    bitset,
    deficiency,
)
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.reasons.criteria import QualityCriterion
from topboard.systems.fide_common.legality import permitted_pairs_graph
from topboard.systems.fide_upfloat.terms import has_floated_last_round

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.matching.perfect import Certificate
    from topboard.model import Tenths
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_upfloat.terms import UpfloaterCriteriaAndArticles

    Edge = tuple[int, int, int]


class UnpairedParticipants:
    """The unpaired participants when a bracket is formed, as indices in order of rank."""

    def __init__(self, field: FideField, left: Sequence[int], following_score: int | None) -> None:
        points = [profile.points for profile in field.players]
        self.field = field
        self.points = points[left[0]]
        self.top = [place for place in left if points[place] == self.points]
        self.lower = left[len(self.top) :]
        """All unpaired participants with a lower score than the top-scoregroup."""
        self.following = [place for place in self.lower if points[place] == following_score]
        """The unpaired participants with the next lower score in the tournament."""

    @cached_property
    def list_participants_below_next_group(self) -> Sequence[int]:
        """The unpaired participants with a lower score than the following scoregroup."""
        return self.lower[len(self.following) :]

    @cached_property
    def count_most_forbidden_opponents(self) -> int:
        """The largest number of forbidden opponents of any unpaired participant."""
        closed = self.field.closed
        return max(len(closed[place]) for place in (*self.top, *self.lower))

    def can_pair_participants(self, places: Sequence[int]) -> bool:
        """Return whether these participants can all be paired with each other."""
        if len(places) % 2:
            return False
        return (
            self.does_dirac_prove_any_count_pairable(len(places))
            or deficiency(permitted_pairs_graph(self.field, places)) == 0
        )

    def does_dirac_prove_any_count_pairable(self, count: int) -> bool:
        """Return whether Dirac's theorem proves that any ``count`` participants can be paired.

        The theorem applies if each of them may meet at least ``count`` / 2 of the others.
        """
        return count == 0 or 2 * (count - 1 - self.count_most_forbidden_opponents) >= count

    def prove_unpairable(self, places: Sequence[int], exits: int = 0) -> Certificate | None:
        """Return a proof that these participants cannot all be paired, even if ``exits`` of them
        leave.

        Return None if they can be paired.
        """
        graph = permitted_pairs_graph(self.field, places)
        return PerfectMatching(add_exit_vertices(graph, (1 << len(places)) - 1, exits)).certificate

    def prove_upfloaters_impossible(self, upfloaters: Sequence[int]) -> Certificate | None:
        """Return a proof that these upfloaters leave a participant without an opponent.

        Return None if all participants can be paired with these upfloaters.
        """
        places = [*self.top, *self.lower]
        graph = permitted_pairs_graph(self.field, places)
        residents = (1 << len(self.top)) - 1
        chosen = bitset(places.index(place) for place in upfloaters)
        for at in range(len(self.top), len(places)):
            graph[at] &= residents if chosen >> at & 1 else ~chosen
        return PerfectMatching(graph).certificate

    def find_dispensable_members(self, places: Sequence[int]) -> set[int]:
        """Return the members of an odd-sized group without whom the other members can be paired."""
        if self.does_dirac_prove_any_count_pairable(len(places) - 1):
            return set(places)
        graph = permitted_pairs_graph(self.field, places)
        matching = PerfectMatching(add_exit_vertices(graph, (1 << len(places)) - 1, 1))
        if not matching.exists:
            return set()
        return {places[at] for at in bit_indices(matching.find_possible_partners(len(places)))}

    def may_meet_at_least_one(self, place: int, others: Iterable[int]) -> bool:
        """Return whether a participant may meet at least one of ``others``."""
        closed = self.field.closed[place]
        return any(other not in closed for other in others)


def choose_upfloaters(
    stage: UnpairedParticipants, terms: UpfloaterCriteriaAndArticles
) -> tuple[int, ...]:
    """Return the upfloaters that join the top-scoregroup, sorted by score and then by TPN.

    The participants must have a complete pairing.
    """
    if len(stage.top) % 2 == 0:
        if stage.can_pair_participants(stage.top) and stage.can_pair_participants(stage.lower):
            return ()
    elif (one := choose_single_upfloater(stage, terms)) is not None:
        return (one,)
    found = find_best_upfloater_set(stage, terms)
    assert found is not None, "all remaining participants can be paired"
    return found.upfloaters


# --- a single upfloater -------------------------------------------------------------------------


def choose_single_upfloater(
    stage: UnpairedParticipants, terms: UpfloaterCriteriaAndArticles
) -> int | None:
    """Return the best upfloater with the next lower score, or None if one may not be enough."""
    legal = find_possible_single_upfloaters(stage)
    if not legal:
        return None
    # The sort is stable, so ties keep their order.
    if terms.do_previous_floats_count(stage.field):
        legal.sort(key=lambda place: has_floated_last_round(stage.field.players[place]))
    if not stage.following:
        return legal[0]
    good = (place for place in legal if does_upfloater_keep_next_group_minimal(stage, place))
    found = next(good, None)
    return legal[0] if found is None and not terms.graded else found


def find_possible_single_upfloaters(stage: UnpairedParticipants) -> list[int]:
    """Return the participants with the next lower score who are possible as the only upfloater.

    With any of them, the bracket and the remaining participants can be paired.
    """
    profiles = stage.field.players
    near = [p for p in stage.lower if profiles[p].points == profiles[stage.lower[0]].points]
    seeking, sparing = (
        stage.find_dispensable_members(stage.top),
        stage.find_dispensable_members(stage.lower),
    )
    return [
        place for place in near if place in sparing and stage.may_meet_at_least_one(place, seeking)
    ]


def does_upfloater_keep_next_group_minimal(stage: UnpairedParticipants, upfloater: int) -> bool:
    """Return whether the following scoregroup needs no extra upfloaters if this upfloater leaves
    it.

    The minimum is one upfloater if its remaining size is odd, and none if it is even.
    """
    group = [place for place in stage.following if place != upfloater]
    if len(group) % 2 == 0:
        return stage.can_pair_participants(group) and stage.can_pair_participants(
            stage.list_participants_below_next_group
        )
    seeking, sparing = (
        stage.find_dispensable_members(group),
        stage.find_dispensable_members(stage.list_participants_below_next_group),
    )
    return any(stage.may_meet_at_least_one(place, seeking) for place in sparing)


# --- sets of upfloaters -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BestUpfloaterSet:
    """The best set of upfloaters, with its cost and its effect on the following scoregroup."""

    upfloaters: tuple[int, ...]
    cost: int
    ledger: PackedCriteria[QualityCriterion]
    scores: tuple[Tenths, ...]
    """The distinct scores of the possible upfloaters in ascending order, one for each cost
    digit.
    """
    following_needs: int
    """The number of upfloaters that the following scoregroup would need."""
    fails_following: bool
    """Whether the following scoregroup needs more upfloaters than its size requires."""

    def list_criterion_values(self) -> list[tuple[QualityCriterion, tuple[int, ...]]]:
        """Return the values of the criteria for this set, in order of priority."""
        many, scores, _, floated, *_ = self.ledger.unpack_digits(self.cost)
        return [
            (QualityCriterion.UPFLOATERS, many),
            (QualityCriterion.UPFLOATER_SCORES, scores),
            (QualityCriterion.FOLLOWING_GROUP, (self.following_needs,)),
            (QualityCriterion.UPFLOATER_FLOATED, floated),
        ]


def find_best_upfloater_set(
    stage: UnpairedParticipants,
    terms: UpfloaterCriteriaAndArticles,
    pair: tuple[int, int] | None = None,
    among: Sequence[int] = (),
) -> BestUpfloaterSet | None:
    """Return the best set of upfloaters, or None if no set meets the conditions.

    The set must contain all participants in ``among``. If ``pair`` is not None, its two
    participants must be able to meet. Of equally good sets, the first in order is returned.
    """
    asked = (*(pair or ()), *among)
    fewest = _find_minimum_upfloater_count(stage, pair)
    below = sorted(place for place in asked if place not in stage.top)
    for scope in _generate_growing_candidate_pools(stage, below):
        found = UpfloaterSetGraph(stage, terms, scope, pair, among).find_best_set()
        if len(scope) == len(stage.lower):
            return found
        if found is not None and len(found.upfloaters) == fewest:
            return found
    raise AssertionError("the last scope includes all lower participants")


def _find_minimum_upfloater_count(stage: UnpairedParticipants, pair: tuple[int, int] | None) -> int:
    """Return a lower bound for the number of upfloaters if the participants of ``pair`` must
    meet.
    """
    top = [place for place in stage.top if pair is None or place not in pair]
    joins = pair is not None and (pair[0] in stage.top) != (pair[1] in stage.top)
    return deficiency(permitted_pairs_graph(stage.field, top)) + joins


def _generate_growing_candidate_pools(
    stage: UnpairedParticipants, asked: Sequence[int]
) -> Iterator[Sequence[int]]:
    """Yield larger and larger sets of lower participants to search for upfloaters.

    Each set consists of whole scoregroups and the participants in ``asked``. Outside all sets but
    the last, enough participants remain to pair everyone in the set who does not float up.
    """
    profiles, lower = stage.field.players, stage.lower
    needed = (
        2 * (stage.count_most_forbidden_opponents + 1)
        + len(stage.top)
        + len(stage.following)
        + len(asked)
    )
    wanted = len(stage.following)
    while True:
        wanted = max(2 * wanted, len(stage.top) + 4)
        end = min(wanted, len(lower))
        while end < len(lower) and profiles[lower[end]].points == profiles[lower[end - 1]].points:
            end += 1
        if len(lower) - end < needed:
            yield lower
            return
        yield [*lower[:end], *(place for place in asked if place not in lower[:end])]


class UpfloaterSetGraph:
    """A graph of the residents and some lower participants, with a cost for every pair.

    A minimum-cost matching in this graph gives the best set of upfloaters.
    """

    def __init__(
        self,
        stage: UnpairedParticipants,
        terms: UpfloaterCriteriaAndArticles,
        scope: Sequence[int],
        pair: tuple[int, int] | None = None,
        among: Sequence[int] = (),
    ) -> None:
        self.stage, self.terms, self.scope = stage, terms, scope
        self.pair, self.among = pair, frozenset(among)
        self.following = frozenset(stage.following)
        self.places = [*stage.top, *scope]
        self.top = len(stage.top)
        self.open_below = len(scope) < len(stage.lower)
        """Whether lower participants in this graph can also meet participants outside it."""
        profiles = stage.field.players
        self.scores = sorted({profiles[place].points for place in scope})
        most = len(self.places)
        self.ledger: PackedCriteria[QualityCriterion] = PackedCriteria(
            [
                (QualityCriterion.UPFLOATERS, most, 1),
                (QualityCriterion.UPFLOATER_SCORES, most, len(self.scores)),
                (QualityCriterion.FOLLOWING_GROUP, most, 1),
                (QualityCriterion.UPFLOATER_FLOATED, most, 1),
                (QualityCriterion.UPFLOATER_SET, most, 1),
                (QualityCriterion.UPFLOATER_SET, 1, len(scope)),
            ]
        )

    def find_best_set(self) -> BestUpfloaterSet | None:
        """Return the best set of upfloaters, or None if there is none.

        If the following scoregroup needs extra upfloaters after every set, this criterion is
        ignored unless it is graded.
        """
        found = self._find_cheapest_upfloater_set(follows=True)
        if found is None or self.terms.graded or not found.fails_following:
            return found
        again = self._find_cheapest_upfloater_set(follows=False)
        assert again is not None
        return replace(again, following_needs=found.following_needs, fails_following=True)

    def _find_cheapest_upfloater_set(self, *, follows: bool) -> BestUpfloaterSet | None:
        count = len(self.places)
        edges = list(self._weighted_edges(follows=follows))
        if self.open_below and count % 2:
            edges += [
                (
                    self.top + at,
                    count,
                    self._cost_of_pairing_next_group_outside(place, follows=follows),
                )
                for at, place in enumerate(self.scope)
            ]
            count += 1
        found = find_minimum_cost_matching(count, edges)
        if found is None:
            return None
        taken = sorted(mate for mate in found.mate[: self.top] if mate >= self.top)
        upfloaters = tuple(self.places[at] for at in taken)
        (needed,) = self.ledger.unpack_digits(found.cost)[2]
        asked_for = len(self.following.difference(upfloaters)) % 2
        return BestUpfloaterSet(
            upfloaters, found.cost, self.ledger, tuple(self.scores), needed, needed > asked_for
        )

    def _weighted_edges(self, *, follows: bool) -> Iterator[Edge]:
        places, top = self.places, self.top
        legal = permitted_pairs_graph(self.stage.field, places)
        following = self.following if follows else frozenset()
        (unit,) = self.ledger.worth[2]
        charges = [self.upfloater_cost(at, place) for at, place in enumerate(self.scope)]
        outside = [
            self._cost_of_pairing_next_group_outside(place, follows=follows) for place in self.scope
        ]
        for i, one in enumerate(places):
            for j in range(i + 1, len(places)):
                if self._contradicts_required_pair_or_upfloaters(
                    one, places[j], both_below=i >= top
                ):
                    continue
                cost = None
                if legal[i] >> j & 1:
                    if i >= top:
                        cost = unit if (one in following) != (places[j] in following) else 0
                    else:
                        cost = 0 if j < top else charges[j - top]
                if self.open_below and i >= top:
                    apart = outside[i - top] + outside[j - top]
                    cost = apart if cost is None else min(cost, apart)
                if cost is not None:
                    yield i, j, cost

    def _contradicts_required_pair_or_upfloaters(
        self, one: int, other: int, *, both_below: bool
    ) -> bool:
        """Return whether a pair contradicts the required pair or the required upfloaters."""
        if both_below and (one in self.among or other in self.among):
            return True
        return self.pair is not None and ((one in self.pair) != (other in self.pair))

    def upfloater_cost(self, at: int, place: int) -> int:
        """Return the cost of one upfloater under all criteria, including the order of sets."""
        (many,), scores, _, (again,), (one,), parts = self.ledger.worth
        profile = self.stage.field.players[place]
        cost = many + scores[self.scores.index(profile.points)] + one - parts[at]
        if self.terms.do_previous_floats_count(self.stage.field) and has_floated_last_round(
            profile
        ):
            cost += again
        return cost

    def _cost_of_pairing_next_group_outside(self, place: int, *, follows: bool) -> int:
        return self.ledger.worth[2][0] if follows and place in self.following else 0
