"""Bracket pairing under the 2017 Dutch rules, in which a bracket looks ahead only to the next one.

If the players below cannot be paired afterwards, the bracket is paired again so that they can be.
All players below it then form one collapsed last bracket.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.perfect import deficiency
from topboard.systems.fide_common.legality import (
    RestPairabilityCheck,
    may_have_bye,
    needs_bye,
    permitted_pairs_graph,
)
from topboard.systems.fide_dutch.brackets import (
    DownfloaterEffectOnNextBracket,
    build_bracket,
    build_paired_bracket,
    find_scoregroup_index_ranges,
    pair_bracket_by_classes,
)
from topboard.systems.fide_dutch.criteria import CriteriaCosts2017
from topboard.systems.fide_dutch.weighted_pairing import (
    PlayersMatchedTogether,
    find_best_pairing_by_weight,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import Bracket, PairedBracket
    from topboard.systems.fide_dutch.criteria import CriteriaCosts, Opened

MAX_DOWNFLOATERS_TRIED = 40
"""The number of unsuitable downfloaters tried before weighted matching is used instead."""


class BracketsOf2017:
    """The brackets of a round under the 2017 rules, paired from the highest score down."""

    def __init__(self, field: FideField) -> None:
        self.field = field
        self.completion = RestPairabilityCheck(field, None)
        self.groups = find_scoregroup_index_ranges(field)
        self.bye: int | None = None

    def pair_all_brackets(self) -> list[PairedBracket]:
        """Return all paired brackets, and set ``bye`` to the index of the player with the bye."""
        moved_down: tuple[int, ...] = ()
        made: list[PairedBracket] = []
        while len(made) < len(self.groups):
            paired = self._pair_scoregroup(len(made), moved_down)
            made.append(paired)
            moved_down = paired.left
        if needs_bye(self.field):
            (self.bye,) = moved_down
        return made

    def _pair_scoregroup(self, at: int, moved_down: tuple[int, ...]) -> PairedBracket:
        group = self.groups[at]
        bracket = build_bracket(self.field, self.groups, at, moved_down)
        if not bracket.following:
            return self.pair_last_bracket(bracket)
        paired = self.pair_bracket_without_looking_below(
            bracket
        ) or self.pair_bracket_with_next_bracket(bracket)
        if self.completion.can_pair_rest_of_field(group.stop, paired.left):
            return paired
        self.groups[at + 1 :] = [range(group.stop, len(self.field.players))]
        return replace(self.pair_penultimate_bracket(bracket), given_up=paired)

    def pair_bracket_again(self, bracket: Bracket, was: PairedBracket) -> PairedBracket:
        """Return the pairing of a bracket without some of its players.

        The method is the same as for ``was``, the pairing of the bracket with all its players.
        """
        if was.completion is not None:
            return self.pair_penultimate_bracket(bracket)
        if was.bracket.following:
            return self.pair_bracket_without_looking_below(
                bracket
            ) or self.pair_bracket_with_next_bracket(bracket)
        return self.pair_last_bracket(bracket)

    def build_criteria_costs(
        self, bracket: Bracket, order: Opened = (), *, looks_ahead: bool = True
    ) -> CriteriaCosts:
        """Return the costs of pairs and unpaired players in a bracket under the 2017 criteria."""
        last = bracket.below == len(self.field.players)
        return CriteriaCosts2017(
            self.field, bracket, order, looks_ahead=looks_ahead, bye_below=last
        )

    # --- a bracket on its own ---------------------------------------------------------------------

    def pair_bracket_without_looking_below(self, bracket: Bracket) -> PairedBracket | None:
        """Return the best pairing of a bracket without looking at lower brackets, or None.

        If the number of members is odd, one resident floats down. The result is None if a different
        downfloater might be better for the next bracket.
        """
        if len(bracket.moved_down) > len(bracket.residents):
            return None
        if len(bracket.members) % 2 == 0:
            return pair_bracket_by_classes(
                self.field, bracket, self.build_criteria_costs(bracket), None
            )
        leavers = frozenset(bracket.residents)
        worse: tuple[int, ...] = ()
        for _ in range(MAX_DOWNFLOATERS_TRIED):
            paired = pair_bracket_by_classes(
                self.field, bracket, self.build_criteria_costs(bracket), leavers
            )
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

    def find_effect_on_next_bracket(
        self, bracket: Bracket, leaver: int
    ) -> DownfloaterEffectOnNextBracket:
        """Return how well a downfloater suits the next bracket.

        The result is BEST if no other downfloater leaves fewer players unpaired in that bracket.
        """
        places = (leaver, *bracket.following)
        graph = permitted_pairs_graph(self.field, places)
        if not graph[0]:
            return DownfloaterEffectOnNextBracket.WORSE
        if bracket.below == len(self.field.players):
            completes = self._can_pair_last_bracket_if_first_player_plays(places)
            return (
                DownfloaterEffectOnNextBracket.BEST
                if completes
                else DownfloaterEffectOnNextBracket.UNKNOWN
            )
        everybody = (1 << len(graph)) - 1
        alone = deficiency(graph, everybody & ~1)
        least = alone - 1 if alone else 1
        return (
            DownfloaterEffectOnNextBracket.BEST
            if deficiency(graph, everybody) == least
            else DownfloaterEffectOnNextBracket.WORSE
        )

    def _can_pair_last_bracket_if_first_player_plays(self, places: Sequence[int]) -> bool:
        """Return whether all these players can be paired without giving the bye to the first
        one.
        """
        graph = self.completion.build_graph_with_bye(places)
        if len(graph) > len(places):
            graph[0] &= ~(1 << len(places))
            graph[-1] &= ~1
        return deficiency(graph) == 0

    # --- weighted matching ------------------------------------------------------------------------

    def pair_bracket_with_next_bracket(self, bracket: Bracket) -> PairedBracket:
        """Return the best pairing of a bracket, found by weighted matching with the next bracket.

        Any player may stay unpaired in this matching.
        """
        scope = PlayersMatchedTogether((*bracket.members, *bracket.following), may_leave=True)
        return self._pair_bracket_by_weighted_matching(bracket, scope)

    def pair_penultimate_bracket(self, bracket: Bracket) -> PairedBracket:
        """Return the best pairing of a bracket that lets all players below it be paired.

        The players below form the last bracket.
        """
        rest = tuple(range(bracket.end_index, len(self.field.players)))
        penultimate = replace(bracket, following=rest, below=len(self.field.players))
        everybody = (*bracket.members, *rest)
        scope = PlayersMatchedTogether(everybody, self._find_players_eligible_for_bye(everybody))
        paired = self._pair_bracket_by_weighted_matching(penultimate, scope, looks_ahead=False)
        return replace(paired, completion=self.completion)

    def pair_last_bracket(self, bracket: Bracket) -> PairedBracket:
        """Return the best pairing of the last bracket, which may be a collapsed one.

        If it has an odd number of members, one of them gets the bye.
        """
        leavers = self._find_players_eligible_for_bye(bracket.members)
        if bracket.lowest is None and len(bracket.moved_down) <= len(bracket.residents):
            weights = self.build_criteria_costs(bracket, looks_ahead=False)
            residents = leavers and leavers & frozenset(bracket.residents)
            paired = pair_bracket_by_classes(self.field, bracket, weights, residents)
            if paired is not None:
                return paired
        return self._pair_bracket_by_weighted_matching(
            bracket, PlayersMatchedTogether(bracket.members, leavers), looks_ahead=False
        )

    def _find_players_eligible_for_bye(self, places: Sequence[int]) -> frozenset[int] | None:
        """Return the players who may have the bye, or None if no bye is needed."""
        if len(places) % 2 == 0:
            return None
        return frozenset(p for p in places if may_have_bye(self.field.players[p], None))

    def _pair_bracket_by_weighted_matching(
        self, bracket: Bracket, scope: PlayersMatchedTogether, *, looks_ahead: bool = True
    ) -> PairedBracket:
        found = find_best_pairing_by_weight(
            self.field,
            bracket,
            scope,
            lambda order: self.build_criteria_costs(bracket, order, looks_ahead=looks_ahead),
        )
        assert found is not None, "the unpaired players have a complete pairing"
        return build_paired_bracket(bracket, found)
