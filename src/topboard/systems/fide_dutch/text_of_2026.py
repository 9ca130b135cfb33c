"""Bracket pairing under the 2026 Dutch rules. All players below a bracket must remain pairable.

It is a separate module because other systems use it for some of their rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.perfect import (
    EXPOSED,
    add_exit_vertices,
    bit_indices,
    deficiency,
    maximum_matching,
)
from topboard.reasons.criteria import PreferenceGround, QualityCriterion
from topboard.systems.fide_common import legality, players, round_pairing
from topboard.systems.fide_common.citations import BracketCitations
from topboard.systems.fide_common.legality import (
    RestPairabilityCheck,
    may_have_bye,
    permitted_pairs_graph,
)
from topboard.systems.fide_dutch import why_not
from topboard.systems.fide_dutch.brackets import (
    DownfloaterEffectOnNextBracket,
    build_bracket,
    build_paired_bracket,
    find_scoregroup_index_ranges,
    pair_bracket_by_classes,
)
from topboard.systems.fide_dutch.criteria import CriteriaCosts2026
from topboard.systems.fide_dutch.weighted_pairing import (
    PlayersMatchedTogether,
    find_best_pairing_by_weight,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Number, Tenths, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import Bracket, PairedBracket
    from topboard.systems.fide_dutch.criteria import CriteriaCosts, Opened

CITE = BracketCitations(
    groups="1.3.2",
    no_rematch="2.1.1 C1",
    same_absolute="2.1.3 C3",
    completion="2.2.1 C4",
    bye="2.3.1 C5",
    order="4.2.1",
    judged="3.8.1",
    criteria={
        QualityCriterion.DOWNFLOATERS: "2.4.1 C6",
        QualityCriterion.DOWNFLOATER_SCORES: "2.4.2 C7",
        QualityCriterion.NEXT_BRACKET: "2.4.3 C8",
        QualityCriterion.NEXT_BRACKET_SCORES: "2.4.3 C8",
        QualityCriterion.BYE_UNPLAYED: "2.4.4 C9",
        QualityCriterion.WIDE_DIFFERENCE: "2.4.5 C10",
        QualityCriterion.THIRD_COLOUR: "2.4.6 C11",
        QualityCriterion.PREFERENCE: "2.4.7 C12",
        QualityCriterion.STRONG_PREFERENCE: "2.4.8 C13",
        QualityCriterion.DOWNFLOAT_LAST: "2.4.9 C14",
        QualityCriterion.UPFLOAT_LAST: "2.4.10 C15",
        QualityCriterion.DOWNFLOAT_BEFORE: "2.4.11 C16",
        QualityCriterion.UPFLOAT_BEFORE: "2.4.12 C17",
        QualityCriterion.DIFFERENCE_DOWN_LAST: "2.4.13 C18",
        QualityCriterion.DIFFERENCE_UP_LAST: "2.4.14 C19",
        QualityCriterion.DIFFERENCE_DOWN_BEFORE: "2.4.15 C20",
        QualityCriterion.DIFFERENCE_UP_BEFORE: "2.4.16 C21",
        QualityCriterion.EXCHANGE: "4.3.2",
    },
    colours={
        PreferenceGround.BOTH_GRANTED: "5.2.1",
        PreferenceGround.STRONGER: "5.2.2",
        PreferenceGround.ALTERNATE: "5.2.3",
        PreferenceGround.HIGHER_RANKED: "5.2.4",
        PreferenceGround.INITIAL_COLOUR: "5.2.5",
    },
    boards="C.04.2 3.6",
    rounds="C.04.1 1",
    lot="5.1",
)


MAX_DOWNFLOATERS_TRIED = 40
"""The number of unsuitable downfloaters tried before weighted matching is used instead."""

MAX_MATCHED_TOGETHER = 60
"""The largest number of players for which a bracket is matched together with all players below it.

Matching them together gives better reasons for the candidates passed over.
"""

MAX_MATCHED_WITHOUT_REASONS = 20
"""The value used instead of ``MAX_MATCHED_TOGETHER`` if no reasons are needed."""


def build_field(tournament: Tournament) -> FideField:
    """Return the players to be paired in the next round, with the data that the 2026 rules use."""
    return players.build_field(
        tournament, legality.BARS_OF_2026, players.is_unplayed_downfloat_if_scored
    )


def decide_pairs_and_bye(
    field: FideField, *, brief: bool = False, cite: BracketCitations = CITE
) -> round_pairing.PairsAndByeOfRound[PairedBracket]:
    """Return the pairs and the bye of the next round, before colours and boards are assigned.

    ``brief`` is true if no reasons will be needed, which allows a faster search.
    """
    score = required_bye_score(field)
    round_pairing.refuse_unpairable_round(field, cite, score)
    round_ = BracketsOf2026(field, score, brief=brief)
    made = round_.pair_all_brackets()
    return round_pairing.PairsAndByeOfRound(field, made, round_.bye, field.points)


def required_bye_score(field: FideField) -> Tenths | None:
    """Return the score of the player who must get the bye, or None if no bye is needed."""
    return legality.find_lowest_bye_score(field) if legality.needs_bye(field) else None


def find_objections(
    made: RoundPairing, a: Number, b: Number, cite: BracketCitations = CITE
) -> Objections:
    """Return why two players cannot meet in a round, or the criterion that would get worse if they
    did.
    """
    return why_not.find_objections(
        round_pairing.get_pairs_and_bye_of_pairing(made),
        cite,
        (a, b),
        BracketsOf2026,
        required_bye_score,
    )


class BracketsOf2026:
    """The brackets of a round under the 2026 rules, paired from the highest score down.

    ``score`` is the score of the player who must get the bye. It is None if no bye is needed or the
    bye has been given. ``brief`` is true if no reasons will be needed.
    """

    def __init__(self, field: FideField, score: Tenths | None, *, brief: bool = False) -> None:
        self.field = field
        self.weighed_with_all = MAX_MATCHED_WITHOUT_REASONS if brief else MAX_MATCHED_TOGETHER
        self.score = score
        self.completion = RestPairabilityCheck(field, score)
        self.bye: int | None = None

    def pair_all_brackets(self) -> list[PairedBracket]:
        """Return all paired brackets, and set ``bye`` to the index of the player with the bye."""
        groups = find_scoregroup_index_ranges(self.field)
        moved_down: tuple[int, ...] = ()
        made = []
        for at in range(len(groups)):
            bracket = build_bracket(self.field, groups, at, moved_down)
            paired = self.pair_bracket(bracket)
            made.append(paired)
            moved_down = paired.left
            if self.must_bracket_give_bye(bracket) and len(moved_down) == 1:
                self._record_receiver_of_bye(*moved_down)
                moved_down = ()
        assert not moved_down, "only the player with the bye may stay unpaired"
        return made

    def must_bracket_give_bye(self, bracket: Bracket) -> bool:
        """Return whether a member of this bracket must get the bye."""
        return self.score is not None and self.score >= bracket.points

    def _record_receiver_of_bye(self, place: int) -> None:
        self.bye = place
        self.score = None
        self.completion = RestPairabilityCheck(self.field, None)

    def build_criteria_costs(
        self, bracket: Bracket, order: Opened = (), *, bye: bool = False
    ) -> CriteriaCosts:
        """Return the costs of pairs and unpaired players in a bracket under the 2026 criteria.

        ``bye`` is true if the bracket's downfloater will certainly get the bye.
        """
        return CriteriaCosts2026(self.field, bracket, order, bye_unplayed=bye)

    def pair_bracket(self, bracket: Bracket) -> PairedBracket:
        """Return the best pairing of a bracket.

        The players below are matched together with the bracket only if they may affect its pairing.
        """
        paired = self.pair_bracket_without_looking_below(
            bracket
        ) or self.pair_bracket_with_all_below(bracket)
        return replace(paired, completion=self.completion)

    def pair_bracket_again(self, bracket: Bracket, was: PairedBracket) -> PairedBracket:
        """Return the pairing of a bracket without a forced pair.

        If the two players meet in a lower bracket, the bracket lacks only the one who must float
        down.
        """
        if len(was.bracket.members) - len(bracket.members) == 2:
            return self.pair_bracket(bracket)
        if not self.must_bracket_give_bye(bracket):
            paired = self.pair_bracket(bracket)
            if paired.left or self._is_pairing_surely_best_for_next_bracket(bracket, paired):
                return paired
        rest = range(bracket.end_index, len(self.field.players))
        everybody = (*bracket.members, *rest)
        leavers = None if self.score is None else self._find_players_eligible_for_bye(everybody)
        paired = self._pair_bracket_by_weighted_matching(
            bracket, PlayersMatchedTogether(everybody, leavers)
        )
        return replace(paired, completion=self.completion)

    def _is_pairing_surely_best_for_next_bracket(
        self, bracket: Bracket, paired: PairedBracket
    ) -> bool:
        """Return whether the next bracket can certainly make as many pairs as possible."""
        if paired.weighed is not None and paired.weighed.looks_below:
            return True
        following = bracket.following
        mate = maximum_matching(
            permitted_pairs_graph(self.field, following), (1 << len(following)) - 1
        )
        lost = [place for place, m in zip(following, mate, strict=True) if m == EXPOSED]
        return self.completion.can_pair_rest_of_field(bracket.below, lost)

    # --- a bracket on its own ---------------------------------------------------------------------

    def pair_bracket_without_looking_below(self, bracket: Bracket) -> PairedBracket | None:
        """Return the best pairing of a bracket without looking at lower brackets, or None.

        If the number of members is odd, one resident floats down. The result is None if a different
        pairing might be better for the next bracket.
        """
        odd = len(bracket.members) % 2 == 1
        gives_bye = self.must_bracket_give_bye(bracket)
        if len(bracket.moved_down) > len(bracket.residents):
            return None
        if gives_bye and (not odd or self.score != bracket.points):
            return None
        if not odd or gives_bye:
            if not self._can_pair_all_players_below_bracket(bracket, gives_bye=gives_bye):
                return None
            leavers = self._find_players_eligible_for_bye(bracket.residents) if odd else None
            return self._pair_bracket_by_classes_or_weight(bracket, leavers, bye=gives_bye)
        return self._pair_bracket_with_one_downfloater(bracket)

    def _can_pair_all_players_below_bracket(self, bracket: Bracket, *, gives_bye: bool) -> bool:
        completion = RestPairabilityCheck(self.field, None) if gives_bye else self.completion
        return completion.can_pair_rest_of_field(bracket.end_index)

    def _find_players_eligible_for_bye(self, places: Iterable[int]) -> frozenset[int]:
        return frozenset(p for p in places if may_have_bye(self.field.players[p], self.score))

    def _pair_bracket_with_one_downfloater(self, bracket: Bracket) -> PairedBracket | None:
        """Return the best pairing with one downfloater, or None if it may not be the best overall.

        The downfloater is the first one under the criteria who suits the next bracket.
        """
        leavers = frozenset(bracket.residents)
        worse: tuple[int, ...] = ()
        for _ in range(MAX_DOWNFLOATERS_TRIED):
            paired = self._pair_bracket_by_classes_or_weight(bracket, leavers)
            if paired is None:
                return None
            (leaver,) = paired.left
            outlook = self.find_effect_on_next_bracket(bracket, leaver)
            if outlook is DownfloaterEffectOnNextBracket.BEST:
                return replace(paired, worse_below=worse)
            if outlook is DownfloaterEffectOnNextBracket.UNKNOWN:
                return None
            worse = (*worse, leaver)
            leavers -= {leaver}
        return None

    def _pair_bracket_by_classes_or_weight(
        self, bracket: Bracket, leavers: frozenset[int] | None, *, bye: bool = False
    ) -> PairedBracket | None:
        """Return the best pairing of the bracket alone, or None if too many members stay unpaired.

        Weighted matching is used only if equivalence classes give no pairing.
        """
        paired = self.find_pairing_by_equivalence_classes(
            bracket, self.build_criteria_costs(bracket, bye=bye), leavers
        )
        if paired is not None:
            return paired
        paired = self.find_pairing_by_weight(
            bracket, PlayersMatchedTogether(bracket.members, leavers), bye=bye
        )
        if paired is None or len(paired.left) != len(bracket.members) % 2:
            return None
        return paired

    def find_pairing_by_equivalence_classes(
        self, bracket: Bracket, weights: CriteriaCosts, leavers: frozenset[int] | None
    ) -> PairedBracket | None:
        """Return the first of the best pairings, found with equivalence classes.

        Return None if no pairing reaches the lower bound for the cost.
        """
        return pair_bracket_by_classes(self.field, bracket, weights, leavers)

    def find_pairing_by_weight(
        self, bracket: Bracket, scope: PlayersMatchedTogether, *, bye: bool = False
    ) -> PairedBracket | None:
        """Return the first of the best pairings, found by weighted matching.

        Return None if the players in ``scope`` cannot all be paired.
        """
        found = find_best_pairing_by_weight(
            self.field,
            bracket,
            scope,
            lambda order: self.build_criteria_costs(bracket, order, bye=bye),
        )
        return None if found is None else build_paired_bracket(bracket, found)

    # --- the next bracket -----------------------------------------------------------------------

    def find_effect_on_next_bracket(
        self, bracket: Bracket, leaver: int
    ) -> DownfloaterEffectOnNextBracket:
        """Return how well a downfloater suits the next bracket.

        The result is BEST if the downfloater is paired in that bracket, as few of its players as
        possible stay unpaired, and these can be paired in lower brackets.
        """
        following = bracket.following
        graph = permitted_pairs_graph(self.field, (leaver, *following))
        if not graph[0]:
            return DownfloaterEffectOnNextBracket.WORSE
        if bracket.below == len(self.field.players):
            completes = self.completion.can_pair_all_of_players((leaver, *following))
            return (
                DownfloaterEffectOnNextBracket.BEST
                if completes
                else DownfloaterEffectOnNextBracket.WORSE
            )
        if self.score is not None and self.score == self.field.players[following[0]].points:
            return self._find_effect_if_next_bracket_gives_bye(bracket, graph)
        everybody = (1 << len(graph)) - 1
        alone = deficiency(graph, everybody & ~1)
        least = alone - 1 if alone else 1
        if deficiency(graph, everybody) != least:
            return DownfloaterEffectOnNextBracket.WORSE
        left = _find_unmatched_vertices_with_downfloater(graph)
        if self.completion.can_pair_rest_of_field(bracket.below, [following[v - 1] for v in left]):
            return DownfloaterEffectOnNextBracket.BEST
        if not left:
            return DownfloaterEffectOnNextBracket.WORSE
        return (
            self._find_effect_if_resident_floats(bracket, graph)
            if len(left) == 1
            else DownfloaterEffectOnNextBracket.UNKNOWN
        )

    def _find_effect_if_resident_floats(
        self, bracket: Bracket, graph: Sequence[int]
    ) -> DownfloaterEffectOnNextBracket:
        """Return BEST if a resident of the next bracket can float down from it, else UNKNOWN."""
        everybody = (1 << len(graph)) - 1
        for v, place in enumerate(bracket.following, start=1):
            if deficiency(
                graph, everybody & ~(1 << v)
            ) == 0 and self.completion.can_pair_rest_of_field(bracket.below, [place]):
                return DownfloaterEffectOnNextBracket.BEST
        return DownfloaterEffectOnNextBracket.UNKNOWN

    def _find_effect_if_next_bracket_gives_bye(
        self, bracket: Bracket, graph: Sequence[int]
    ) -> DownfloaterEffectOnNextBracket:
        """Return how well a downfloater suits the next bracket if the bye must be given in it.

        The next bracket must not be the last one.
        """
        if len(graph) % 2 == 0 or not RestPairabilityCheck(self.field, None).can_pair_rest_of_field(
            bracket.below
        ):
            return DownfloaterEffectOnNextBracket.UNKNOWN
        may = self._find_players_eligible_for_bye(bracket.following)
        places = sum(1 << v for v, p in enumerate(bracket.following, start=1) if p in may)
        return (
            DownfloaterEffectOnNextBracket.UNKNOWN
            if deficiency(add_exit_vertices(graph, places, 1))
            else DownfloaterEffectOnNextBracket.BEST
        )

    # --- weighted matching with lower brackets ----------------------------------------------------

    def pair_bracket_with_all_below(self, bracket: Bracket) -> PairedBracket:
        """Return the best pairing of a bracket, found by weighted matching with all players below.

        In a large field, matching with the next bracket is tried first. It is enough if the players
        unpaired in it can be paired in lower brackets.
        """
        rest = range(bracket.end_index, len(self.field.players))
        everybody = (*bracket.members, *rest)
        if len(everybody) > self.weighed_with_all and not self._must_this_or_next_bracket_give_bye(
            bracket
        ):
            paired = self._pair_bracket_with_next_bracket(bracket)
            if paired is not None:
                return paired
        leavers = None if self.score is None else self._find_players_eligible_for_bye(everybody)
        scope = PlayersMatchedTogether(everybody, leavers)
        paired = self._pair_bracket_by_weighted_matching(bracket, scope)
        if self.must_bracket_give_bye(bracket) and len(paired.left) == 1:
            paired = self._pair_bracket_by_weighted_matching(bracket, scope, bye=True)
        return paired

    def _must_this_or_next_bracket_give_bye(self, bracket: Bracket) -> bool:
        if self.score is None:
            return False
        following = bracket.following
        return not following or self.score >= self.field.players[following[0]].points

    def _pair_bracket_with_next_bracket(self, bracket: Bracket) -> PairedBracket | None:
        near = (*bracket.members, *bracket.following)
        paired = self.find_pairing_by_weight(bracket, PlayersMatchedTogether(near, may_leave=True))
        assert paired is not None, "a pairing exists because any player may stay unpaired"
        assert paired.weighed is not None
        single = [place for place in near if paired.weighed.mates[place] < 0]
        return paired if self.completion.can_pair_rest_of_field(bracket.below, single) else None

    def _pair_bracket_by_weighted_matching(
        self, bracket: Bracket, scope: PlayersMatchedTogether, *, bye: bool = False
    ) -> PairedBracket:
        paired = self.find_pairing_by_weight(bracket, scope, bye=bye)
        assert paired is not None, "the unpaired players have a complete pairing"
        return paired


def _find_unmatched_vertices_with_downfloater(graph: Sequence[int]) -> list[int]:
    """Return the vertices that a maximum matching leaves out if it includes the downfloater.

    ``graph`` contains the permitted pairs in the next bracket. Vertex 0 is the downfloater.
    """
    mate = maximum_matching(graph, (1 << len(graph)) - 1)
    if mate[0] == EXPOSED:
        # Any possible opponent can be paired with the downfloater instead, and no fewer are paired.
        v = next(bit_indices(graph[0]))
        if mate[v] != EXPOSED:
            mate[mate[v]] = EXPOSED
        mate[0], mate[v] = v, 0
    return [v for v, m in enumerate(mate) if m == EXPOSED]
