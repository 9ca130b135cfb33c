"""The reasons for the bye, the upfloaters, the pairs and the colours in systems with upfloaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import deficiency
from topboard.model import Colour
from topboard.reasons.criteria import MatchColourGround, QualityCriterion
from topboard.reasons.decisions import (
    BracketQuality,
    BracketSummary,
    ColourDecision,
    Exchange,
    Floated,
    OpponentChoice,
    QualityMeasure,
)
from topboard.reasons.grounds import FloatMethod, PairMethod, UnpairedGround
from topboard.reasons.obstacles import (
    CriterionWorse,
    LeavesOthersUnpairable,
    OtherPairsWorse,
    PassedOver,
)
from topboard.systems.common.colours import find_rounds_when_colours_last_differed
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.fide_common.bye_reasons import explain_bye
from topboard.systems.fide_common.explained_pairing import find_pairing_obstacle
from topboard.systems.fide_common.legality import permitted_pairs_graph
from topboard.systems.fide_upfloat.brackets import sort_bye_candidates
from topboard.systems.fide_upfloat.identifiers import match_members_by_weight
from topboard.systems.fide_upfloat.terms import has_floated_last_round
from topboard.systems.fide_upfloat.upfloater_sets import (
    does_upfloater_keep_next_group_minimal,
    find_best_upfloater_set,
    find_possible_single_upfloaters,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.reasons.decisions import Reason
    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound
    from topboard.systems.fide_upfloat.brackets import BracketWithUpfloaters
    from topboard.systems.fide_upfloat.publication import MatchColours
    from topboard.systems.fide_upfloat.terms import UpfloaterCitations, UpfloaterCriteriaAndArticles
    from topboard.systems.fide_upfloat.upfloater_sets import BestUpfloaterSet, UnpairedParticipants

SHOWN = 5
"""The maximum number of passed-over participants that a reason lists individually."""


def explain_brackets(
    decided: PairsAndByeOfRound[BracketWithUpfloaters], terms: UpfloaterCriteriaAndArticles
) -> list[Reason]:
    """Return the reasons concerning the bye and all brackets, in the order of the decisions."""
    found: list[Reason] = []
    if decided.bye is not None:
        field = decided.field
        order = sort_bye_candidates(field)
        found.append(explain_bye(field, order, decided.bye, terms.cite.bye_steps))
    for bracket in decided.made:
        found += _BracketReasons(bracket, terms).explain_bracket()
    return found


class _BracketReasons:
    def __init__(self, bracket: BracketWithUpfloaters, terms: UpfloaterCriteriaAndArticles) -> None:
        self.bracket, self.terms, self.cite = bracket, terms, terms.cite
        self.stage, self.field = bracket.stage, bracket.stage.field
        self.upfloaters, self.paired = bracket.upfloaters, bracket.paired
        alike = bracket.paired.alike
        self.class_of = dict(zip(alike.members, alike.class_of, strict=True)) if alike else {}

    def explain_bracket(self) -> Iterator[Reason]:
        yield self.build_bracket_summary()
        for at, place in enumerate(self.upfloaters):
            yield Floated(
                article=self.cite.sets,
                number=self.field.number_at_index(place),
                from_points=self.field.players[place].points,
                to_points=self.stage.points,
                passed_over=self.explain_passed_over_upfloaters(at),
                method=FloatMethod.UPFLOATER_SET,
            )
        judged = self.explain_quality_criteria_of_bracket()
        if judged.measures:
            yield judged
        yield from self.explain_exchange_of_top_members()
        yield from self.explain_pairs()

    # --- upfloaters -----------------------------------------------------------------------------

    def build_bracket_summary(self) -> BracketSummary:
        ground, article, proof = self._find_ground_for_upfloater_count()
        return BracketSummary(
            article=self.cite.groups,
            points=self.stage.points,
            residents=self.field.numbers_at(self.stage.top),
            upfloaters=self.field.numbers_at(self.upfloaters),
            ground=ground,
            ground_article=article,
            proof=proof,
            measures=tuple(self._list_criteria_not_met_by_upfloaters()),
        )

    def _find_ground_for_upfloater_count(
        self,
    ) -> tuple[UnpairedGround | None, str, LeavesUnpairable | None]:
        stage, count = self.stage, len(self.upfloaters)
        if not count:
            return None, "", None
        fewest = self.cite.criteria[QualityCriterion.UPFLOATERS]
        if count == len(stage.top) % 2:
            return UnpairedGround.ODD_NUMBER, fewest, None
        if deficiency(permitted_pairs_graph(self.field, stage.top)) == count:
            proof = prove_participants_unpairable(stage, stage.top, count - 2)
            return UnpairedGround.CANNOT_BE_PAIRED, fewest, proof
        proof = prove_participants_unpairable(stage, stage.lower, count - 2)
        return UnpairedGround.NEEDED_BELOW, self.cite.completion, proof

    def _list_criteria_not_met_by_upfloaters(self) -> Iterator[QualityMeasure]:
        if not self.upfloaters:
            return
        needs = self._count_upfloaters_needed_by_following()
        if needs:
            criterion = QualityCriterion.FOLLOWING_GROUP
            yield QualityMeasure(self.cite.criteria[criterion], criterion, (needs,))
        again = sum(has_floated_last_round(self.field.players[place]) for place in self.upfloaters)
        if again and self.terms.do_previous_floats_count(self.field):
            criterion = QualityCriterion.UPFLOATER_FLOATED
            yield QualityMeasure(self.cite.criteria[criterion], criterion, (again,))

    def _count_upfloaters_needed_by_following(self) -> int:
        """Return how many upfloaters the following scoregroup will need.

        Return 0 if it needs no more than its size requires.
        """
        following = {*self.stage.following} - {*self.upfloaters}
        if not following:
            return 0
        if len(self.upfloaters) == 1 and does_upfloater_keep_next_group_minimal(
            self.stage, self.upfloaters[0]
        ):
            return 0
        best = find_best_upfloater_set(self.stage, self.terms)
        return best.following_needs if best is not None and best.fails_following else 0

    def explain_passed_over_upfloaters(self, at: int) -> tuple[PassedOver, ...]:
        """Return the candidates with the same score who come before an upfloater, each with the
        obstacle.

        ``at`` is the upfloater's position in the set.
        """
        profiles, place = self.field.players, self.upfloaters[at]
        before = [
            other
            for other in self.stage.lower
            if other < place
            and profiles[other].points == profiles[place].points
            and other not in self.upfloaters
        ]
        return tuple(
            PassedOver(
                self.field.number_at_index(other), self._find_obstacle_to_upfloater(at, other)
            )
            for other in before[:SHOWN]
        )

    def _find_obstacle_to_upfloater(self, at: int, other: int) -> Obstacle:
        """Return why ``other`` was not chosen instead of the upfloater at position ``at``."""
        if self._is_single_upfloater_with_next_score():
            return self._find_obstacle_to_single_upfloater(other)
        among = (*self.upfloaters[:at], other)
        found = find_best_upfloater_set(self.stage, self.terms, among=among)
        if found is None:
            return self._find_obstacle_to_upfloater_set(among)
        now = find_best_upfloater_set(self.stage, self.terms)
        assert now is not None
        worse = find_first_worse_criterion(now, found)
        if worse is None:
            return OtherPairsWorse(self.cite.sets, or_later=True)
        return self._build_obstacle_of_worse_criterion(*worse)

    def _is_single_upfloater_with_next_score(self) -> bool:
        profiles, lower = self.field.players, self.stage.lower
        if len(self.upfloaters) != 1 or len(self.stage.top) % 2 == 0:
            return False
        return profiles[self.upfloaters[0]].points == profiles[lower[0]].points

    def _find_obstacle_to_single_upfloater(self, other: int) -> Obstacle:
        """Return why a candidate was not chosen as the only upfloater.

        The candidate has the same score as the chosen upfloater.
        """
        if other not in find_possible_single_upfloaters(self.stage):
            return self._find_obstacle_to_upfloater_set((other,))
        if self.stage.following and not does_upfloater_keep_next_group_minimal(self.stage, other):
            return self._build_obstacle_of_worse_criterion(QualityCriterion.FOLLOWING_GROUP, 1)
        return self._build_obstacle_of_worse_criterion(QualityCriterion.UPFLOATER_FLOATED, 1)

    def _find_obstacle_to_upfloater_set(self, others: Sequence[int]) -> Obstacle:
        """Return why these upfloaters are impossible or require additional upfloaters."""
        stage = self.stage
        if len(stage.top) == 1 and (
            found := find_pairing_obstacle(self.field, others[-1], stage.top[0])
        ):
            return found
        certificate = stage.prove_upfloaters_impossible(others)
        if certificate is None:
            return self._build_obstacle_of_worse_criterion(QualityCriterion.UPFLOATERS, 2)
        everybody = self.field.numbers_at((*stage.top, *stage.lower))
        return LeavesOthersUnpairable(
            self.cite.completion, None, convert_certificate_to_numbers(certificate, everybody)
        )

    def _build_obstacle_of_worse_criterion(
        self, criterion: QualityCriterion, by: int
    ) -> CriterionWorse:
        return CriterionWorse(self.cite.criteria[criterion], None, criterion, by=by, most=by)

    # --- pairs ----------------------------------------------------------------------------------

    def explain_quality_criteria_of_bracket(self) -> BracketQuality:
        measures = tuple(
            QualityMeasure(self.cite.criteria[criterion], criterion, (value,))
            for criterion, value in self.paired.charges.unpack_cost_by_criterion(self.paired.cost)
            if value
        )
        wanted = [self.field.players[place].preference.colour for place in self.bracket.members]
        want = wanted.count(Colour.WHITE), wanted.count(Colour.BLACK)
        return BracketQuality(
            self.cite.judged, self.stage.points, measures, want, counts_pairs=True
        )

    def explain_exchange_of_top_members(self) -> Iterator[Exchange]:
        members = self.paired.charges.members
        first = members[: len(members) // 2]
        tops = [top for top, _ in self.paired.pairs]
        if first != tops:
            yield Exchange(
                self.cite.order,
                self.stage.points,
                self.field.numbers_at(place for place in first if place not in tops),
                self.field.numbers_at(place for place in tops if place not in first),
                of_top_members=True,
            )

    def explain_pairs(self) -> Iterator[OpponentChoice]:
        bottoms = sorted(
            (bottom for _, bottom in self.paired.pairs), key=self.field.number_at_index
        )
        for at, (top, bottom) in enumerate(self.paired.pairs):
            possible = [
                place
                for place in bottoms
                if self.field.number_at_index(place) > self.field.number_at_index(top)
            ]
            before = possible[: possible.index(bottom)]
            yield OpponentChoice(
                article=self.cite.order,
                chooser=self.field.number_at_index(top),
                chosen=self.field.number_at_index(bottom),
                points=self.stage.points,
                passed_over=tuple(
                    PassedOver(
                        self.field.number_at_index(place),
                        self._find_obstacle_to_opponent(at, place),
                    )
                    for place in before[:SHOWN]
                ),
                method=PairMethod.IDENTIFIER,
            )
            bottoms.remove(bottom)

    def _find_obstacle_to_opponent(self, at: int, place: int) -> Obstacle:
        """Return why a top member does not meet a participant with a smaller TPN than its
        opponent.
        """
        top = self.paired.pairs[at][0]
        found = find_pairing_obstacle(self.field, top, place)
        if found is not None:
            return found
        alike = self.paired.alike
        if alike is None:
            return self._find_criterion_worsened_by_pair(at, place)
        slack = alike.doubled_pair_slack(self.class_of[top], self.class_of[place])
        least = self.paired.charges.ledger.find_leading_difference((slack + 1) // 2)
        if least is None:
            return OtherPairsWorse(self.cite.judged, or_later=True)
        criterion, by = least
        return CriterionWorse(self.cite.criteria[criterion], None, criterion, by=by)

    def _find_criterion_worsened_by_pair(self, at: int, place: int) -> Obstacle:
        """Return the criterion that gets worse if a top member meets a different opponent.

        The pairs of top members with smaller TPNs stay unchanged.
        """
        charges = self.paired.charges
        top = self.paired.pairs[at][0]
        settled = [*self.paired.pairs[:at], (top, place)]
        gone = {member for pair in settled for member in pair}
        rest = [member for member in charges.members if member not in gone]
        found = match_members_by_weight(charges, rest)
        if found is None:
            return prove_participants_unpairable(self.stage, rest, 0) or OtherPairsWorse(
                self.cite.judged, or_later=True
            )
        cost = found.cost + sum(charges.pair_cost(a, b) for a, b in settled)
        then, now = (
            charges.unpack_cost_by_criterion(cost),
            charges.unpack_cost_by_criterion(self.paired.cost),
        )
        for (criterion, more), (_, value) in zip(then, now, strict=True):
            if more != value:
                return self._build_obstacle_of_worse_criterion(criterion, more - value)
        return OtherPairsWorse(self.cite.judged, or_later=True)


def find_first_worse_criterion(
    now: BestUpfloaterSet, then: BestUpfloaterSet
) -> tuple[QualityCriterion, int] | None:
    """Return the first criterion in which set ``then`` is worse than set ``now``, and by how much.

    For the scores of the upfloaters, the amount is always 1. Return None if no criterion is worse.
    """
    for (criterion, value), (_, more) in zip(
        now.list_criterion_values(), then.list_criterion_values(), strict=True
    ):
        if criterion is QualityCriterion.FOLLOWING_GROUP and now.fails_following:
            continue
        if criterion is QualityCriterion.UPFLOATER_SCORES:
            if list_upfloater_scores(now) != list_upfloater_scores(then):
                return criterion, 1
        elif value != more:
            return criterion, more[0] - value[0]
    return None


def list_upfloater_scores(found: BestUpfloaterSet) -> list[int]:
    """Return the scores of the upfloaters in ascending order."""
    ((_, counts),) = [
        x for x in found.list_criterion_values() if x[0] is QualityCriterion.UPFLOATER_SCORES
    ]
    each = zip(found.scores, counts, strict=True)
    return [score for score, count in each for _ in range(count)]


def prove_participants_unpairable(
    stage: UnpairedParticipants, places: Sequence[int], exits: int
) -> LeavesUnpairable | None:
    """Return a proof that these participants cannot all be paired, even if ``exits`` of them leave.

    Return None if they can be paired.
    """
    certificate = stage.prove_unpairable(places, exits)
    if certificate is None:
        return None
    return convert_certificate_to_numbers(certificate, stage.field.numbers_at(places))


# --- colours ------------------------------------------------------------------------------------


def colour_reason(
    field: FideField, given: MatchColours, cite: UpfloaterCitations
) -> ColourDecision:
    """Return the reason for the colours of a match, with the article that decides them."""
    white, black = given.white_and_black
    differed = None
    if given.ground is MatchColourGround.LAST_DIFFERENCE:
        differed = find_rounds_when_colours_last_differed(
            field.rows[white.number], field.rows[black.number]
        )
    return ColourDecision(
        article=cite.colours[given.ground],
        white=white.number,
        black=black.number,
        ground=None,
        white_history=white.colours,
        black_history=black.colours,
        higher=given.first.number,
        differed=differed,
        by=given.ground,
        strengths=(white.preference.strength, black.preference.strength),
        wanted=(white.preference.colour, black.preference.colour),
        parity_number=given.first.parity,
    )
