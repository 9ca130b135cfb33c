"""The reasons for the pairing of the brackets in a Dubov round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching, add_exit_vertices, bitset
from topboard.model import Colour
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.decisions import (
    BracketQuality,
    BracketSummary,
    Floated,
    OpponentChoice,
    QualityMeasure,
)
from topboard.reasons.family_decisions import (
    ColourSubgroups,
    SubgroupMember,
    SubgroupShift,
    UpfloatersNeeded,
)
from topboard.reasons.grounds import FloatMethod, PairMethod, UnpairedGround
from topboard.reasons.obstacles import (
    CriterionWorse,
    LeavesOthersUnpairable,
    OtherPairsWorse,
    PassedOver,
    SubgroupsUnpairable,
)
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.fide_common.explained_pairing import find_pairing_obstacle
from topboard.systems.fide_common.legality import permitted_pairs_graph
from topboard.systems.fide_dubov.costs import (
    count_denied_colours,
    count_upfloat_criteria_violations,
)
from topboard.systems.fide_dubov.subgroups import SubgroupComposer
from topboard.systems.fide_dubov.upfloaters import UpfloaterChoice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.matching.perfect import Certificate
    from topboard.reasons.decisions import Reason
    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.fide_dubov.citations import DubovCitations
    from topboard.systems.fide_dubov.players import DubovField
    from topboard.systems.fide_dubov.rounds import DubovBracket

SHOWN = 5
"""The maximum number of passed-over players that a reason lists individually."""

MEASURED = (
    QualityCriterion.PREFERENCE,
    QualityCriterion.MAXIMUM_UPFLOATERS,
    QualityCriterion.UPFLOATS_OF_MAXIMUM,
    QualityCriterion.UPFLOAT_LAST,
)
"""The quality criteria whose values are reported for a bracket, in order of priority."""

SEEN_AT_ONCE = 100
"""The largest number of lower players for which pairability is checked before costs.

Up to this number, the check is cheaper than comparing sets of upfloaters by cost.
"""

WEIGHED_AGAIN = 40
"""The largest number of residents for which alternative sets of upfloaters are compared by cost."""


# --- brackets -----------------------------------------------------------------------------------


def explain_brackets(
    field: DubovField, made: Iterable[DubovBracket], cite: DubovCitations
) -> Iterator[Reason]:
    """Yield the reasons for the pairing of all brackets, highest bracket first."""
    for bracket in made:
        yield from _DubovBracketReasons(field, bracket, cite).explain_bracket()


class _DubovBracketReasons:
    def __init__(self, field: DubovField, made: DubovBracket, cite: DubovCitations) -> None:
        self.field = field
        self.made = made
        self.cite = cite
        self.choice = UpfloaterChoice(field, made.residents, made.below)

    def explain_bracket(self) -> Iterator[Reason]:
        made, cite = self.made, self.cite
        residents = self.field.numbers_at(made.residents)
        yield BracketSummary(cite.groups, made.points, residents, pairs=len(made.rows), leaving=0)
        if made.upfloaters:
            yield self.explain_upfloater_count()
            yield from self.explain_choice_of_upfloaters()
        judged = self.explain_quality_criteria()
        if judged.measures:
            yield judged
        yield self.explain_division_into_subgroups()
        yield from self.explain_shifts_between_subgroups()
        yield from self.explain_pairs()

    # --- upfloaters -----------------------------------------------------------------------------

    def explain_upfloater_count(self) -> UpfloatersNeeded:
        made = self.made
        count, ground, proof = len(made.upfloaters), UnpairedGround.ODD_NUMBER, None
        if count > len(made.residents) % 2:
            proof = self._prove_fewer_upfloaters_impossible(count)
            ground = UnpairedGround.CANNOT_BE_PAIRED if proof else UnpairedGround.NEEDED_BELOW
        return UpfloatersNeeded(self.cite.fewest, made.points, count, ground, proof)

    def _prove_fewer_upfloaters_impossible(self, count: int) -> LeavesUnpairable | None:
        """Return a proof that the residents cannot be paired with fewer than ``count`` upfloaters.

        Return None if they can be paired.
        """
        residents = self.made.residents
        graph = permitted_pairs_graph(self.field, residents)
        exits = add_exit_vertices(graph, bitset(range(len(residents))), count - 2)
        certificate = PerfectMatching(exits).certificate
        return (
            None
            if certificate is None
            else convert_certificate_to_numbers(certificate, self.field.numbers_at(residents))
        )

    def explain_choice_of_upfloaters(self) -> Iterator[Floated]:
        made = self.made
        before = -1
        for place in made.upfloaters:
            passed = [p for p in made.below if before < p < place]
            before = place
            yield Floated(
                article=self.cite.judged,
                number=self.field.number_at_index(place),
                from_points=self.field.players[place].points,
                to_points=made.points,
                passed_over=tuple(
                    PassedOver(
                        self.field.number_at_index(other),
                        self.find_obstacle_to_upfloater(other, place),
                    )
                    for other in passed[:SHOWN]
                ),
                method=FloatMethod.UPFLOATER,
            )

    def find_obstacle_to_upfloater(self, place: int, instead: int) -> Obstacle:
        if len(self.made.residents) <= WEIGHED_AGAIN:
            return self._find_obstacle_by_comparing_upfloater_sets(place)
        return self._find_obstacle_by_criteria_of_upfloater(place, instead)

    def _find_obstacle_by_comparing_upfloater_sets(self, place: int) -> Obstacle:
        """Compare the best set of upfloaters with the best set that includes a certain player.

        Return why that player was not chosen.
        """
        small = len(self.made.below) <= SEEN_AT_ONCE
        if small and (proof := self._prove_upfloater_leaves_others_unpairable(place)) is not None:
            return LeavesOthersUnpairable(self.cite.completion, None, proof)
        found = self.choice.compare_best_upfloater_sets(up=place)
        if found.instead is None:
            proof = self._prove_upfloater_leaves_others_unpairable(place)
            assert proof is not None, "this upfloater cannot meet a resident"
            return LeavesOthersUnpairable(self.cite.completion, None, proof)
        worse = found.charges.find_first_worse_criterion(found.best.cost, found.instead.cost)
        if worse is None or worse[0] is QualityCriterion.UPFLOATER_SET:
            return OtherPairsWorse(self.cite.sets, or_later=True)
        criterion, by = worse
        return CriterionWorse(self.cite.criteria[criterion], None, criterion, by=by, most=by)

    def _prove_upfloater_leaves_others_unpairable(self, place: int) -> LeavesUnpairable | None:
        """Return a proof that some players could not be paired if this upfloater met a resident.

        Return None if all players could be paired.
        """
        places = (*self.made.residents, *self.made.below)
        graph = permitted_pairs_graph(self.field, places)
        at = places.index(place)
        for other in range(len(self.made.residents), len(places)):
            graph[at] &= ~(1 << other)
            graph[other] &= ~(1 << at)
        certificate = PerfectMatching(graph).certificate
        return (
            None
            if certificate is None
            else convert_certificate_to_numbers(certificate, self.field.numbers_at(places))
        )

    def _find_obstacle_by_criteria_of_upfloater(self, place: int, instead: int) -> Obstacle:
        """Return the first criterion in which a candidate is worse than the chosen upfloater.

        This comparison is used in large brackets because it does not pair the bracket.
        """
        faults = (self.choice.rate_player_as_only_upfloater(one) for one in (place, instead))
        for criterion, own, others in zip(MEASURED, *faults, strict=True):
            if own > others:
                article = self.cite.criteria[criterion]
                return CriterionWorse(article, None, criterion, by=own - others)
        return OtherPairsWorse(self.cite.sets, or_later=True)

    # --- quality criteria -----------------------------------------------------------------------

    def explain_quality_criteria(self) -> BracketQuality:
        """Return the reason that lists the quality criteria not fully met by the bracket.

        Denied colours do not count if no member of the bracket has played a game.
        """
        made, before = self.made, self.made.composed.before
        lost = (
            0
            if before.halves
            else sum(count_denied_colours(self.field, a, b) for a, b in made.pairs)
        )
        again = (count_upfloat_criteria_violations(self.field, place) for place in made.upfloaters)
        values = (lost, *map(sum, zip((0, 0, 0), *again, strict=True)))
        return BracketQuality(
            article=self.cite.judged,
            points=made.points,
            measures=tuple(
                QualityMeasure(self.cite.criteria[criterion], criterion, (value,))
                for criterion, value in zip(MEASURED, values, strict=True)
                if value
            ),
            want=(len(before.white), len(before.black)),
            denied_at_least=abs(len(before.white) - len(before.black)) // 2,
        )

    # --- subgroups ------------------------------------------------------------------------------

    def explain_division_into_subgroups(self) -> ColourSubgroups:
        before = self.made.composed.before
        by = self.field.number_at_index if before.halves else self.field.sort_key_by_aro
        return ColourSubgroups(
            article=self.cite.subgroups,
            points=self.made.points,
            white=self._list_subgroup_members_with_aro(sorted(before.white, key=by)),
            black=self._list_subgroup_members_with_aro(before.black),
            halves=before.halves,
        )

    def _list_subgroup_members_with_aro(self, places: Iterable[int]) -> tuple[SubgroupMember, ...]:
        return tuple(
            SubgroupMember(self.field.number_at_index(p), self.field.aros[p]) for p in places
        )

    def explain_shifts_between_subgroups(self) -> Iterator[SubgroupShift]:
        composed = self.made.composed
        before = composed.before
        steps = (
            (self.cite.from_smaller, before.smaller, composed.from_smaller, True),
            (self.cite.from_larger, before.larger, composed.from_larger, False),
        )
        for article, subgroup, shifters, inside in steps:
            if shifters:
                yield SubgroupShift(
                    article=article,
                    points=self.made.points,
                    shifters=self.field.numbers_at(shifters),
                    seek=Colour.WHITE if subgroup == before.white else Colour.BLACK,
                    inside=inside,
                    halves=before.halves,
                    passed_over=tuple(self._explain_passed_over_shifters(subgroup, shifters)),
                )

    def _explain_passed_over_shifters(
        self, subgroup: tuple[int, ...], shifters: tuple[int, ...]
    ) -> Iterator[PassedOver]:
        """Yield the players who were passed over as shifters.

        They precede the last shifter in shifting order but were not shifted.
        """
        composed = self.made.composed
        composition = SubgroupComposer(self.field, self.made.members)
        order = composition.sort_in_shifting_order(subgroup)
        last = max(map(order.index, shifters))
        passed = [place for place in order[:last] if place not in shifters]
        for place in passed[:SHOWN]:
            certificate = composition.prove_player_cannot_be_shifted(composed, place)
            proof = None
            if certificate is not None:
                proof = convert_certificate_to_numbers(
                    certificate, self.field.numbers_at(self.made.members)
                )
            yield PassedOver(self.field.number_at_index(place), SubgroupsUnpairable(proof))

    # --- pairs ----------------------------------------------------------------------------------

    def explain_pairs(self) -> Iterator[OpponentChoice]:
        members = self.made.members
        for row in self.made.rows:
            chooser = members[row.chooser]
            yield OpponentChoice(
                article=self.cite.across,
                chooser=self.field.number_at_index(chooser),
                chosen=self.field.number_at_index(members[row.chosen]),
                points=self.made.points,
                passed_over=tuple(
                    PassedOver(
                        self.field.number_at_index(members[at]),
                        self._find_obstacle_to_pair(chooser, members[at], proof),
                    )
                    for at, proof in row.passed
                ),
                aro=self.field.aros[chooser],
                method=PairMethod.SUBGROUPS,
            )

    def _find_obstacle_to_pair(self, a: int, b: int, proof: Certificate | None) -> Obstacle:
        if proof is not None:
            return SubgroupsUnpairable(
                convert_certificate_to_numbers(proof, self.field.numbers_at(self.made.members))
            )
        found = find_pairing_obstacle(self.field, a, b)
        assert found is not None, "a candidate is passed over only because of an obstacle"
        return found
