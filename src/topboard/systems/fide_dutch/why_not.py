"""The reasons why two players do not meet in a Dutch round, or the consequences if they did."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from topboard._frozen import replace
from topboard.matching.perfect import add_exit_vertices, bitset, deficiency
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.objections import PairingAsGoodButLater
from topboard.reasons.obstacles import CriterionWorse, LeavesOthersUnpairable
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.fide_common.legality import RestPairabilityCheck, permitted_pairs_graph
from topboard.systems.fide_common.why_not import (
    find_objections_or_compare_forced_pair,
    require_no_bye_score,
)
from topboard.systems.fide_dutch.bracket_reasons import ORDER_OF_GENERATION

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tenths
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound
    from topboard.systems.fide_common.why_not import Judged, ScoreOfBye
    from topboard.systems.fide_dutch.brackets import Bracket, PairedBracket

    Costs = dict[QualityCriterion, Counter[Tenths]]
    Open = Callable[[FideField, Tenths | None], "Brackets"]


class Brackets(Protocol):
    """The interface through which the brackets of any edition are paired again."""

    def pair_bracket_again(self, bracket: Bracket, was: PairedBracket) -> PairedBracket:
        """Return the pairing of a bracket without some of its players."""


def find_objections(
    decided: PairsAndByeOfRound[PairedBracket],
    cite: BracketCitations,
    two: tuple[Number, Number],
    open_brackets: Open,
    required_bye_score: ScoreOfBye = require_no_bye_score,
) -> Objections:
    """Return the reasons why two players do not meet, found by forcing them to meet.

    The rest of the bracket is paired again, and the result is compared with the actual pairing.
    ``required_bye_score`` returns the score of the player who must get the bye in a field.
    """

    def explain_forced_pair(higher: int, lower: int) -> Judged:
        return _ForcedPairComparison(decided.field, cite, higher, lower, open_brackets).verdict(
            decided.made
        )

    return find_objections_or_compare_forced_pair(
        decided, cite, two, explain_forced_pair, required_bye_score
    )


class _ForcedPairComparison:
    """Two players who are forced to meet, while the brackets above theirs stay unchanged."""

    def __init__(
        self, field: FideField, cite: BracketCitations, higher: int, lower: int, open_brackets: Open
    ) -> None:
        self.field = field
        self.cite = cite
        self.open_brackets = open_brackets
        self.higher, self.lower = higher, lower
        self.rest = field.without_players(higher, lower)

    def verdict(self, made: Sequence[PairedBracket]) -> Judged:
        """Return the consequence of forcing the two players to meet.

        Either some other players cannot be paired, or a criterion gets worse, or the pairing is as
        good but comes later in the order of the rules.
        """
        was = self._find_bracket_to_pair_again(made)
        bracket = self._build_bracket_without_pair(was.bracket)
        if (stranded := self._build_verdict_if_others_unpairable_here(was, bracket)) is not None:
            return stranded
        paired = self.open_brackets(self.rest, _find_score_of_bye_if_known(was)).pair_bracket_again(
            bracket, was
        )
        if (worse := self._find_first_criterion_worsened_by_forced_pair(was, paired)) is not None:
            return worse
        if (
            was.completion is None
            and (after := self._build_verdict_if_unpairable_below(was, paired)) is not None
        ):
            return after
        return PairingAsGoodButLater(
            self.cite.order, was.bracket.points, self._find_required_downfloater(was)
        )

    def _find_bracket_to_pair_again(self, made: Sequence[PairedBracket]) -> PairedBracket:
        """Return the first bracket that contains both players or pairs the higher-ranked one."""
        return next(
            paired
            for paired in made
            if self.higher in paired.bracket.members
            and (self.lower in paired.bracket.members or self.higher not in paired.left)
        )

    def _find_required_downfloater(self, was: PairedBracket) -> Number | None:
        if self.lower in was.bracket.members:
            return None
        return self.field.players[self.higher].number

    def _build_bracket_without_pair(self, bracket: Bracket) -> Bracket:
        """Return the bracket without the two players.

        Its indices refer to the field without them.
        """
        two = self.higher, self.lower

        def find_indices_without_forced_pair(places: Sequence[int]) -> tuple[int, ...]:
            return tuple(
                self._find_index_without_forced_pair(place) for place in places if place not in two
            )

        return replace(
            bracket,
            moved_down=find_indices_without_forced_pair(bracket.moved_down),
            residents=find_indices_without_forced_pair(bracket.residents),
            following=find_indices_without_forced_pair(bracket.following),
            below=self._find_index_without_forced_pair(bracket.below),
        )

    def _find_index_without_forced_pair(self, place: int) -> int:
        return place - (place > self.higher) - (place > self.lower)

    # --- whether the others can be paired -------------------------------------------------------

    def _build_verdict_if_others_unpairable_here(
        self, was: PairedBracket, bracket: Bracket
    ) -> LeavesOthersUnpairable | None:
        everybody = [*bracket.members, *range(bracket.end_index, len(self.rest.players))]
        score = _find_score_of_bye_if_known(was)
        if RestPairabilityCheck(self.rest, score).can_pair_all_of_players(everybody):
            return None
        if score is not None and RestPairabilityCheck(self.rest, None).can_pair_all_of_players(
            everybody
        ):
            return self._prove_others_unpairable(was, everybody, score, self.cite.bye, score)
        return self._prove_others_unpairable(was, everybody, score, self.cite.completion)

    def _build_verdict_if_unpairable_below(
        self, was: PairedBracket, paired: PairedBracket
    ) -> LeavesOthersUnpairable | None:
        """Return the verdict that some players below cannot be paired, or None if all of them can
        be.

        It is used if the bracket was paired by looking only at the next one.
        """
        rest = [*paired.left, *range(paired.bracket.end_index, len(self.rest.players))]
        if RestPairabilityCheck(self.rest, None).can_pair_all_of_players(rest):
            return None
        return self._prove_others_unpairable(was, rest, None, self.cite.completion)

    def _prove_others_unpairable(
        self,
        was: PairedBracket,
        places: Sequence[int],
        score: Tenths | None,
        article: str,
        bye_points: Tenths | None = None,
    ) -> LeavesOthersUnpairable:
        certificate = RestPairabilityCheck(self.rest, score).prove_unpairable(places)
        assert certificate is not None, "these players cannot all be paired"
        proof = convert_certificate_to_numbers(certificate, self.rest.numbers_at(places))
        return LeavesOthersUnpairable(article, was.bracket.points, proof, bye_points)

    # --- what the bracket costs -----------------------------------------------------------------

    def _find_first_criterion_worsened_by_forced_pair(
        self, was: PairedBracket, paired: PairedBracket
    ) -> CriterionWorse | None:
        following = bool(was.bracket.following)
        now = _split_bracket_cost_by_criterion(self.field, was, following=following)
        then = _split_bracket_cost_by_criterion(self.rest, paired, following=following)
        for criterion, own in _split_cost_by_criterion(was, self._cost_of_forced_pair(was)).items():
            then[criterion].update(own)
        if self._is_next_bracket_unaffected_by_forced_pair(was, paired):
            for costs in (now, then):
                costs[QualityCriterion.NEXT_BRACKET].clear()
                costs[QualityCriterion.NEXT_BRACKET_SCORES].clear()
        for criterion, values in now.items():
            keys = sorted({*values, *then[criterion]}, reverse=True)
            before, after = ([costs[key] for key in keys] for costs in (values, then[criterion]))
            if after < before and self._counts_player_barred_from_bye(
                was, QualityCriterion.NEXT_BRACKET
            ):
                # The cost is lower only because a player barred from the bye was counted once. That
                # player is stranded, which is reported instead.
                return None
            if before != after:
                assert before < after, f"{criterion} is better than in the best pairing"
                counted = not self._counts_player_barred_from_bye(was, criterion)
                return CriterionWorse(
                    self.cite.criteria[criterion],
                    was.bracket.points,
                    criterion,
                    tuple(before) if counted else (),
                    tuple(after) if counted else (),
                    tuple(keys) if was.weights.list_scores_counted_separately(criterion) else (),
                    self._find_required_downfloater(was),
                )
        return None

    def _counts_player_barred_from_bye(
        self, was: PairedBracket, criterion: QualityCriterion
    ) -> bool:
        return (
            criterion is QualityCriterion.NEXT_BRACKET
            and was.completion is None
            and was.bracket.below == len(self.field.players)
        )

    def _cost_of_forced_pair(self, was: PairedBracket) -> int:
        """Return the cost of the forced pair in this bracket.

        If the two players meet in a lower bracket, it is the cost of the downfloat.
        """
        weights = was.weights
        if self.lower in was.bracket.members:
            return weights.pair_cost(self.higher, self.lower)
        lost = (
            0
            if self.lower in was.bracket.following
            else weights.unpaired_in_next_bracket_cost(self.higher)
        )
        return weights.downfloater_cost(self.higher) + lost

    def _is_next_bracket_unaffected_by_forced_pair(
        self, was: PairedBracket, paired: PairedBracket
    ) -> bool:
        """Return whether the forced pair has no effect on the next bracket.

        There is no effect if the same players float down, or if the only unpaired player gets the
        bye.
        """
        if self.lower not in was.bracket.members:
            return False
        score = _find_score_of_bye_if_known(was)
        if score is not None and score >= was.bracket.points and len(was.left) == 1:
            return True
        left = set(self.field.numbers_at(was.left))
        return left == set(self.rest.numbers_at(paired.left))


def _find_score_of_bye_if_known(was: PairedBracket) -> Tenths | None:
    return None if was.completion is None else was.completion.score


def _split_cost_by_criterion(paired: PairedBracket, total: int) -> Costs:
    """Return how much each criterion contributes to a total cost.

    A criterion with several digits is broken down by score or score difference.
    """
    weights = paired.weights
    return {
        criterion: Counter(
            dict(
                zip(weights.list_scores_counted_separately(criterion) or (0,), values, strict=False)
            )
        )
        for criterion, values in weights.unpack_cost_by_criterion(total)
        if criterion not in ORDER_OF_GENERATION
    }


def _split_bracket_cost_by_criterion(
    field: FideField, paired: PairedBracket, *, following: bool
) -> Costs:
    """Return how much each criterion contributes to the cost of a paired bracket.

    ``following`` is true if there is a next bracket, even if only the forced pair is in it.
    """
    costs = _split_cost_by_criterion(paired, paired.cost)
    if following and (paired.weighed is None or not paired.weighed.looks_below):
        # A bracket paired on its own is proved to be best for the next one, but its cost does not
        # include the next bracket.
        left_over = _find_scores_left_unpaired(field, [*paired.left, *paired.bracket.following])
        costs[QualityCriterion.NEXT_BRACKET] = Counter({0: len(left_over)})
        if scores := paired.weights.list_scores_counted_separately(
            QualityCriterion.NEXT_BRACKET_SCORES
        ):
            counted = Counter(score for score in left_over if score in scores)
            costs[QualityCriterion.NEXT_BRACKET_SCORES] = counted
    return costs


def _find_scores_left_unpaired(field: FideField, places: Sequence[int]) -> list[Tenths]:
    """Return the scores of the players who stay unpaired when as many as possible are paired.

    If there is a choice, players with lower scores stay unpaired.
    """
    graph = permitted_pairs_graph(field, places)
    lost = deficiency(graph)
    by_score: dict[Tenths, list[int]] = {}
    for i, place in enumerate(places):
        by_score.setdefault(field.players[place].points, []).append(i)
    may_leave = (1 << len(places)) - 1 if lost else 0
    *higher, lowest = sorted(by_score, reverse=True) or [0]
    left_over: list[Tenths] = []
    for score in higher:
        # Usually all players with this score can be paired. Otherwise each is tried in turn.
        for some in (by_score[score], *([i] for i in by_score[score])):
            fewer = may_leave & ~bitset(some)
            if fewer != may_leave and deficiency(add_exit_vertices(graph, fewer, lost)) == 0:
                may_leave = fewer
        left_over += [score] * (may_leave & bitset(by_score[score])).bit_count()
    return [*left_over, *[lowest] * (lost - len(left_over))]
