"""The reasons for every decision in a round of the Dutch system.

They cover the brackets, the pairs, the downfloaters and the pairing-allocated bye.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Colour
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.decisions import (
    BracketQuality,
    BracketSummary,
    ByeGiven,
    Exchange,
    Floated,
    NoByeAtScore,
    OpponentChoice,
    QualityMeasure,
)
from topboard.reasons.grounds import (
    ByeMethod,
    FloatMethod,
    HalvesPlacing,
    PairMethod,
    UnpairedGround,
)
from topboard.reasons.obstacles import (
    CriterionWorse,
    LeavesUnpairable,
    OtherPairsWorse,
    PairedElsewhere,
    PassedOver,
)
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.fide_common.explained_pairing import find_pairing_obstacle
from topboard.systems.fide_common.legality import (
    RestPairabilityCheck,
    may_meet,
    permitted_pairs_graph,
)
from topboard.systems.fide_dutch.equivalence_classes import FirstBestPairing
from topboard.systems.fide_dutch.next_brackets import LowerBrackets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.matching.by_class import MatchedRow
    from topboard.model import Tenths
    from topboard.reasons.decisions import Reason
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import PairedBracket
    from topboard.systems.fide_dutch.opponent_order import FirstPairingByNumbers

    Found = tuple[QualityCriterion, int] | None
    Worse = Callable[[int, int], Found]

MAX_PASSED_OVER_SHOWN = 5
"""The maximum number of passed-over players that one reason lists individually."""

ORDER_OF_GENERATION = frozenset(
    (
        QualityCriterion.MOVED_DOWN_SET,
        QualityCriterion.MOVED_DOWN_OPPONENTS,
        QualityCriterion.EXCHANGE,
        QualityCriterion.TRANSPOSITION,
        QualityCriterion.OPPONENT_NUMBERS,
    )
)

EXPLAINED_ELSEWHERE = ORDER_OF_GENERATION | {
    QualityCriterion.DOWNFLOATERS,
    QualityCriterion.DOWNFLOATER_SCORES,
}


def explain_brackets(
    field: FideField, made: Sequence[PairedBracket], bye: int | None, cite: BracketCitations
) -> list[Reason]:
    """Return the reasons for the pairing of all brackets, highest bracket first."""
    found: list[Reason] = []
    for at, paired in enumerate(made):
        found += BracketReasons(field, paired, bye, cite, made[at + 1 :]).explain_bracket()
    return found


class BracketReasons:
    """Builds the reasons for the pairing of one bracket."""

    def __init__(
        self,
        field: FideField,
        paired: PairedBracket,
        bye: int | None,
        cite: BracketCitations,
        below: Sequence[PairedBracket] = (),
    ) -> None:
        self.field = field
        self.paired = paired
        self.bracket = paired.bracket
        self.below = below
        self.under = LowerBrackets(field, paired, cite)
        self.bye = bye
        self.cite = cite

    def explain_bracket(self) -> Iterator[Reason]:
        """Yield the reasons for the bracket's members, quality, pairs and downfloaters."""
        yield self.explain_members()
        judged = self.explain_quality_criteria()
        if any(not measure.at for measure in judged.measures):
            yield judged
        yield from self.explain_pairs()
        for place in self.paired.left:
            if not self._does_member_get_bye_in_bracket(place):
                yield self._explain_choice_of_downfloater(place)

    def explain_pairs(self) -> Iterator[Reason]:
        """Yield the reason for each pair in the bracket, and for any exchange between S1 and S2."""
        best = self.paired.by_classes
        if isinstance(best, FirstBestPairing):
            yield from self._explain_pairs_by_classes(best)
        else:
            yield from self._explain_pairs_by_weight()

    def _does_member_get_bye_in_bracket(self, place: int) -> bool:
        return place == self.bye and not any(place in one.bracket.members for one in self.below)

    # --- the bracket ----------------------------------------------------------------------------

    def explain_members(self) -> BracketSummary:
        """Return the reason that lists the bracket's members and why some of them stay unpaired."""
        paired, bracket = self.paired, self.bracket
        ground, article, proof = self._explain_unpaired_members()
        return BracketSummary(
            article=self.cite.groups,
            points=bracket.points,
            residents=self.field.numbers_at(bracket.residents),
            mdps=self.field.numbers_at(bracket.moved_down),
            pairs=len(paired.moved_down) + len(paired.remainder),
            leaving=len(paired.left),
            ground=ground,
            ground_article=article,
            proof=proof,
            lowest_points=bracket.lowest,
            in_halves=True,
        )

    def _explain_unpaired_members(
        self,
    ) -> tuple[UnpairedGround | None, str, LeavesUnpairable | None]:
        left, members = len(self.paired.left), self.bracket.members
        if not left:
            return None, "", None
        fewest = self.cite.criteria[QualityCriterion.DOWNFLOATERS]
        if left == len(members) % 2:
            return UnpairedGround.ODD_NUMBER, fewest, None
        proof = self.under.prove_more_players_stay_unpaired(
            left - 2, self._build_graph_of_members(), members
        )
        if proof is not None:
            return UnpairedGround.CANNOT_BE_PAIRED, fewest, proof
        return (
            UnpairedGround.NEEDED_BELOW,
            self.cite.completion,
            self.under.prove_more_downfloaters_needed(left - 2),
        )

    def _build_graph_of_members(self) -> list[int]:
        """Return the graph of the bracket's permitted pairs. Pairs of two MDPs are excluded."""
        graph = permitted_pairs_graph(self.field, self.bracket.members)
        moved = len(self.bracket.moved_down)
        above = (1 << moved) - 1
        return [row & ~above if v < moved else row for v, row in enumerate(graph)]

    def explain_quality_criteria(self) -> BracketQuality:
        """Return the reason that gives the number of violations of each quality criterion.

        Criteria without violations and criteria explained by other reasons are left out.
        """
        paired, profiles = self.paired, self.field.players
        weights = paired.weights
        measures = tuple(
            QualityMeasure(
                self.cite.criteria[criterion],
                criterion,
                values,
                weights.list_scores_counted_separately(criterion),
            )
            for criterion, values in weights.unpack_cost_by_criterion(paired.cost)
            if any(values) and not self._is_criterion_in_other_reasons(criterion, sum(values))
        )
        wanted = [profiles[place].preference.colour for place in self.bracket.members]
        white, black = wanted.count(Colour.WHITE), wanted.count(Colour.BLACK)
        most = max(white, black) - len(paired.left)
        others = len(wanted) - max(white, black)
        return BracketQuality(
            self.cite.judged,
            self.bracket.points,
            measures,
            (white, black),
            # Players who prefer the more frequent colour meet all others first. Those who are left
            # meet each other, and each such pair denies one preference.
            max(most - others + 1, 0) // 2,
        )

    def _is_criterion_in_other_reasons(self, criterion: QualityCriterion, value: int) -> bool:
        if criterion is QualityCriterion.NEXT_BRACKET:
            if self.paired.completion is None and self.bracket.below == len(self.field.numbers):
                # Here a player barred from the bye counts three times, so the value is no number of
                # players.
                return True
            return value <= (len(self.paired.left) + len(self.bracket.following)) % 2
        return criterion in EXPLAINED_ELSEWHERE

    # --- why candidates were passed over --------------------------------------------------------

    def build_obstacle_of_worsened_criterion(
        self, least: Found, known: Found = None
    ) -> CriterionWorse | OtherPairsWorse:
        """Return the obstacle to a passed-over candidate: the criterion that would get worse.

        ``least`` holds for every pairing with the candidate. It has the criterion and a lower bound
        for the amount. ``known`` has the criterion and the exact amount for one of these pairings.
        """
        if least is None or least[0] in ORDER_OF_GENERATION:
            return OtherPairsWorse(self.cite.judged, or_later=True)
        criterion, by = least
        most = known[1] if known is not None and known[0] is criterion else 0
        return CriterionWorse(self.cite.criteria[criterion], None, criterion, by=by, most=most)

    def explain_passed_over_candidates(
        self, chooser: int, candidates: Sequence[int], worse: Worse, changed: Worse
    ) -> tuple[PassedOver, ...]:
        """Return the first few passed-over candidates, each with the obstacle to choosing them."""
        return tuple(
            PassedOver(
                self.field.numbers[place],
                self.find_obstacle_between(chooser, place, worse, changed),
            )
            for place in candidates[:MAX_PASSED_OVER_SHOWN]
        )

    def find_obstacle_between(
        self, chooser: int, place: int, worse: Worse, changed: Worse
    ) -> Obstacle:
        """Return the reason why two members of the bracket were not paired with each other."""
        found = find_pairing_obstacle(self.field, chooser, place)
        return found or self.build_obstacle_of_worsened_criterion(
            worse(chooser, place), changed(chooser, place)
        )

    # --- pairs found with equivalence classes -----------------------------------------------------

    def _explain_pairs_by_classes(self, best: FirstBestPairing) -> Iterator[Reason]:
        worse, changed = self.build_finders_of_worsened_criterion(best)
        for row in best.moved_down:
            yield OpponentChoice(
                article=self.cite.order,
                chooser=self.field.numbers[row.chooser],
                chosen=self.field.numbers[row.chosen],
                points=self.bracket.points,
                passed_over=self.explain_passed_over_candidates(
                    row.chooser, row.passed, worse, changed
                ),
                method=PairMethod.MDP,
            )
        yield from self._explain_exchange_between_halves(*best.exchanged)
        moved = {place for side in best.exchanged for place in side}
        for chosen in best.rows:
            if chosen.row < len(best.upper):
                upper, lower = best.upper[chosen.row], best.lower[chosen.column]
                placing = _classify_pair_by_halves(
                    exchanged=upper in moved or lower in moved,
                    transposed=chosen.row != chosen.column,
                )
                yield OpponentChoice(
                    article=self._find_article_of_placing(placing),
                    chooser=self.field.numbers[upper],
                    chosen=self.field.numbers[lower],
                    points=self.bracket.points,
                    passed_over=self._explain_opponents_passed_over_in_row(
                        best, chosen, worse, changed
                    ),
                    placing=placing,
                    method=PairMethod.HALVES,
                    in_remainder=bool(self.bracket.moved_down),
                )

    def build_finders_of_worsened_criterion(
        self, best: FirstBestPairing | FirstPairingByNumbers
    ) -> tuple[Worse, Worse]:
        """Return two functions that find the criterion made worse if two players meet.

        The first function returns a lower bound for all pairings with this pair. The second
        function assumes that the opponents of the two players also meet each other.
        """
        alike, leading = best.alike, self.paired.weights.ledger.find_leading_difference
        class_of = dict(zip(alike.members, alike.class_of, strict=True))
        mate = {a: b for pair in best.pairs() for a, b in (pair, pair[::-1])}

        @cache
        def find_lower_bound_for_worsened_criterion(one: int, other: int) -> Found:
            return leading((alike.doubled_pair_slack(one, other) + 1) // 2)

        @cache
        def find_criterion_worsened_by_class_swap(*of: int) -> Found:
            a, b, others, another = of
            costs = alike.costs
            return leading(
                costs[a][b] + costs[others][another] - costs[a][others] - costs[b][another]
            )

        def find_criterion_worsened_by_opponent_swap(a: int, b: int) -> Found:
            if a not in mate or b not in mate:
                return None
            others, another = mate[a], mate[b]
            if not may_meet(self.field, others, another) or self.are_both_mdps(others, another):
                return None
            return find_criterion_worsened_by_class_swap(
                class_of[a], class_of[b], class_of[others], class_of[another]
            )

        return lambda a, b: find_lower_bound_for_worsened_criterion(
            class_of[a], class_of[b]
        ), find_criterion_worsened_by_opponent_swap

    def are_both_mdps(self, a: int, b: int) -> bool:
        """Return whether both players are MDPs."""
        return {a, b} <= {*self.bracket.moved_down}

    def _explain_opponents_passed_over_in_row(
        self, best: FirstBestPairing, row: MatchedRow, worse: Worse, changed: Worse
    ) -> tuple[PassedOver, ...]:
        upper = best.upper[row.row]
        passed: list[tuple[tuple[int, ...], int]] = [
            ((best.lower[column],), 1) for column in row.closed[:MAX_PASSED_OVER_SHOWN]
        ]
        for skipped in (*row.not_allowed, *row.blocking):
            passed.append((tuple(best.lower[column] for column in skipped.shown), skipped.count))
        found = []
        for places, count in sorted(passed)[:MAX_PASSED_OVER_SHOWN]:
            first, *others = (
                self.find_obstacle_between(upper, place, worse, changed) for place in places
            )
            if count > 1 and isinstance(first, CriterionWorse):
                # The first player's upper bound holds for all only if every player is shown and has
                # the same obstacle.
                certain = count == len(places) and all(one == first for one in others)
                first = replace(first, most=first.most if certain else 0, more=count - 1)
            elif count > 1 and isinstance(first, OtherPairsWorse):
                first = replace(first, more=count - 1)
            found.append(PassedOver(self.field.numbers[places[0]], first))
        return tuple(found)

    def _find_article_of_placing(self, placing: HalvesPlacing) -> str:
        """Return the article on exchanges for an exchanged pair, or else the one on the order."""
        if placing is HalvesPlacing.AFTER_EXCHANGE:
            return self.cite.criteria[QualityCriterion.EXCHANGE]
        return self.cite.order

    def _explain_exchange_between_halves(
        self, leaving: Sequence[int], entering: Sequence[int]
    ) -> Iterator[Exchange]:
        if leaving:
            yield Exchange(
                self.cite.criteria[QualityCriterion.EXCHANGE],
                self.bracket.points,
                self.field.numbers_at(leaving),
                self.field.numbers_at(entering),
            )

    # --- pairs found by weighted matching ---------------------------------------------------------

    def _explain_pairs_by_weight(self) -> Iterator[Reason]:
        paired, weighed = self.paired, self.paired.weighed
        assert weighed is not None
        free = list(self.bracket.residents)
        for chooser, chosen in paired.moved_down:
            before = free[: free.index(chosen)]
            yield OpponentChoice(
                article=self.cite.order,
                chooser=self.field.numbers[chooser],
                chosen=self.field.numbers[chosen],
                points=self.bracket.points,
                passed_over=self.explain_passed_over_candidates(
                    chooser,
                    before,
                    weighed.find_criterion_worsened_by_pair,
                    weighed.find_criterion_worsened_by_swap,
                ),
                method=PairMethod.MDP,
            )
            free.remove(chosen)
        half = len(paired.remainder)
        uppers = {upper for upper, _ in paired.remainder}
        leaving = [place for place in free[:half] if place not in uppers]
        entering = [place for place in free[half:] if place in uppers]
        yield from self._explain_exchange_between_halves(leaving, entering)
        moved = {*leaving, *entering}
        lower = [place for place in free if place not in uppers]
        for chooser, chosen in paired.remainder:
            place = lower.index(chosen)
            placing = _classify_pair_by_halves(
                exchanged=bool({chooser, chosen} & moved), transposed=place > 0
            )
            yield OpponentChoice(
                article=self._find_article_of_placing(placing),
                chooser=self.field.numbers[chooser],
                chosen=self.field.numbers[chosen],
                points=self.bracket.points,
                passed_over=self.explain_passed_over_candidates(
                    chooser,
                    lower[:place],
                    weighed.find_criterion_worsened_by_pair,
                    weighed.find_criterion_worsened_by_swap,
                ),
                placing=placing,
                method=PairMethod.HALVES,
                in_remainder=bool(self.bracket.moved_down),
            )
            lower.remove(chosen)

    # --- downfloaters -----------------------------------------------------------------------------

    def _explain_choice_of_downfloater(self, place: int) -> Floated:
        profiles, following = self.field.players, self.bracket.following
        return Floated(
            article=self.cite.criteria[QualityCriterion.DOWNFLOATERS],
            number=self.field.numbers[place],
            from_points=profiles[place].points,
            to_points=profiles[following[0]].points if following else profiles[place].points,
            passed_over=self.explain_passed_over_downfloaters(place),
            method=FloatMethod.BRACKET,
        )

    def explain_passed_over_downfloaters(self, place: int) -> tuple[PassedOver, ...]:
        """Return the members who come before a downfloater but do not float, with the reasons why.

        The player at index ``place`` floats down or gets the bye.
        """
        left = {*self.paired.left}
        worse = [r for r in self.paired.worse_below if r not in left]
        others = [
            r
            for r in self.list_earlier_downfloat_candidates(place)
            if r not in left and r not in worse
        ]
        candidates = [*worse, *others][:MAX_PASSED_OVER_SHOWN]
        return tuple(
            PassedOver(self.field.numbers[r], self._find_obstacle_to_downfloater(place, r))
            for r in candidates
        )

    def list_earlier_downfloat_candidates(self, place: int) -> Sequence[int]:
        """Return the members who come before the player at index ``place`` as downfloaters.

        They are the lower-ranked members, lowest-ranked first.
        """
        return [r for r in self.bracket.members if r > place][::-1]

    def _find_obstacle_to_downfloater(self, place: int, instead: int) -> Obstacle:
        if (
            self._does_member_get_bye_in_bracket(place)
            and (bar := self.field.players[instead].barred) is not None
        ):
            return bar
        if (
            not self._does_member_get_bye_in_bracket(place)
            and (below := self.under.find_obstacle_to_downfloater(place, instead)) is not None
        ):
            return below
        found = self._find_criterion_worsened_by_downfloat(place, instead)
        if isinstance(found, OtherPairsWorse):
            pairs = (*self.paired.moved_down, *self.paired.remainder)
            met = next(b for pair in pairs for a, b in (pair, pair[::-1]) if a == instead)
            return PairedElsewhere(found.article, self.field.numbers[met])
        return found

    def _find_criterion_worsened_by_downfloat(
        self, place: int, instead: int
    ) -> CriterionWorse | OtherPairsWorse:
        best, weighed = self.paired.by_classes, self.paired.weighed
        if best is not None:
            own = best.alike.class_of[best.alike.members.index(instead)]
            slack = best.alike.doubled_pair_slack(own, len(best.alike.counts) - 1)
            least = self.paired.weights.ledger.find_leading_difference((slack + 1) // 2)
            return self.build_obstacle_of_worsened_criterion(
                least, self._find_criterion_worsened_by_swap(best, place, instead)
            )
        assert weighed is not None
        return self.build_obstacle_of_worsened_criterion(
            weighed.find_criterion_worsened_if_player_floats(instead),
            weighed.find_criterion_worsened_by_replacing_floater(instead, place),
        )

    def _find_criterion_worsened_by_swap(
        self, best: FirstBestPairing | FirstPairingByNumbers, place: int, instead: int
    ) -> Found:
        """Return the criterion that gets worse if ``instead`` stays unpaired and ``place`` is
        paired.

        Return None if the two players cannot change places or the effect on the next bracket is
        unknown.
        """
        other = next(b for pair in best.pairs() for a, b in (pair, pair[::-1]) if a == instead)
        if not may_meet(self.field, place, other) or not self._can_member_replace_downfloater(
            place, instead
        ):
            return None
        class_of = dict(zip(best.alike.members, best.alike.class_of, strict=True))
        costs, own, others = best.alike.costs, class_of[place], class_of[instead]
        return self.paired.weights.ledger.find_leading_difference(
            costs[own][class_of[other]]
            + costs[others][-1]
            - costs[others][class_of[other]]
            - costs[own][-1]
        )

    def _can_member_replace_downfloater(self, place: int, instead: int) -> bool:
        profiles = self.field.players
        if profiles[place].points != profiles[instead].points:
            return False
        if self._does_member_get_bye_in_bracket(place):
            return True
        if not self.below:
            return False
        following = self.below[0]
        # A collapsed bracket does not show how the next bracket alone would have been paired.
        if following.bracket.residents != self.bracket.following or (
            (following.completion is None) != (self.paired.completion is None)
        ):
            return False
        pairs = (*following.moved_down, *following.remainder)
        met = next((b for pair in pairs for a, b in (pair, pair[::-1]) if a == place), None)
        return met is not None and may_meet(self.field, instead, met)


def _classify_pair_by_halves(*, exchanged: bool, transposed: bool) -> HalvesPlacing:
    if exchanged:
        return HalvesPlacing.AFTER_EXCHANGE
    return HalvesPlacing.TRANSPOSED if transposed else HalvesPlacing.IN_ORDER


# --- the bye ------------------------------------------------------------------------------------


def explain_bye(
    field: FideField,
    made: Sequence[PairedBracket],
    place: int,
    cite: BracketCitations,
    *,
    lowest_score: bool,
) -> ByeGiven:
    """Return the reason why the player at index ``place`` gets the pairing-allocated bye.

    If ``lowest_score`` is true, the reason also says why no player with a lower score gets the bye.
    """
    profile = field.players[place]
    # The bye was decided in the last bracket in which the player stayed unpaired.
    paired = next(one for one in reversed(made) if place in one.left)
    return ByeGiven(
        article=cite.bye,
        number=profile.number,
        passed_over=BracketReasons(field, paired, place, cite).explain_passed_over_downfloaters(
            place
        ),
        points=profile.points,
        unplayed=profile.unplayed,
        by_lowest_score=lowest_score,
        without=tuple(_explain_lower_scores_without_bye(field, profile.points))
        if lowest_score
        else (),
        method=ByeMethod.SCORE,
    )


def _explain_lower_scores_without_bye(field: FideField, points: Tenths) -> Iterator[NoByeAtScore]:
    """Yield each score below ``points``, with the reason why no player with it gets the bye."""
    for score in sorted({p.points for p in field.players if p.points < points}):
        having = [p for p in field.players if p.points == score]
        bars = [p.barred for p in having]
        if None not in bars:
            first = bars[-1]
            assert first is not None
            yield NoByeAtScore(score, first, len(having), having[-1].number)
            continue
        everybody = range(len(field.players))
        certificate = RestPairabilityCheck(field, score).prove_unpairable(everybody)
        assert certificate is not None, "otherwise this lower score would have got the bye"
        proof = convert_certificate_to_numbers(certificate, [p.number for p in field.players])
        yield NoByeAtScore(score, proof, len(having))
