"""The pairing of brackets under the 2017 rules, in which each bracket considers only the next one.

If the players below cannot be paired afterwards, the bracket is paired again so that they can. All
players below it then form one last bracket.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.perfect import deficiency
from topboard.systems.fide_common.legality import (
    CompletionCheck,
    may_have_bye,
    needs_bye,
    permitted_pairs_graph,
)
from topboard.systems.fide_dutch.brackets import (
    NextBracketStatus,
    build_bracket,
    pair_by_equivalence_classes,
    paired_bracket_from_matching,
    scoregroup_ranges,
)
from topboard.systems.fide_dutch.criteria import CriteriaCosts2017
from topboard.systems.fide_dutch.weighted_pairing import PairingScope, find_best_pairing_by_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import Bracket, PairedBracket
    from topboard.systems.fide_dutch.criteria import CriteriaCosts, Opened

MAX_DOWNFLOATERS_TRIED = 40
"""The number of unsuitable downfloaters to try before weighted matching is used instead."""


class BracketsOf2017:
    """The brackets of a round under the 2017 rules, paired from the highest score down."""

    def __init__(self, field: FideField) -> None:
        self.field = field
        self.completion = CompletionCheck(field, None)
        self.groups = scoregroup_ranges(field)
        self.bye: int | None = None

    def pair_all(self) -> list[PairedBracket]:
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
        paired = self.pair_bracket_alone(bracket) or self.pair_with_next_bracket(bracket)
        if self.completion.can_pair_rest(group.stop, paired.left):
            return paired
        self.groups[at + 1 :] = [range(group.stop, len(self.field.players))]
        return replace(self.pair_penultimate_bracket(bracket), given_up=paired)

    def pair_bracket_again(self, bracket: Bracket, was: PairedBracket) -> PairedBracket:
        """Return the pairing of a bracket from which players were removed.

        The bracket is paired in the same way as ``was``, the original one.
        """
        if was.completion is not None:
            return self.pair_penultimate_bracket(bracket)
        if was.bracket.following:
            return self.pair_bracket_alone(bracket) or self.pair_with_next_bracket(bracket)
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

    def pair_bracket_alone(self, bracket: Bracket) -> PairedBracket | None:
        """Return the best pairing of the bracket on its own, or None if it may not be best.

        If the number of members is odd, one resident floats down. The result is None unless it is
        certain that no other downfloater suits the next bracket better.
        """
        if len(bracket.moved_down) > len(bracket.residents):
            return None
        if len(bracket.members) % 2 == 0:
            return pair_by_equivalence_classes(
                self.field, bracket, self.build_criteria_costs(bracket), None
            )
        leavers = frozenset(bracket.residents)
        worse: tuple[int, ...] = ()
        for _ in range(MAX_DOWNFLOATERS_TRIED):
            paired = pair_by_equivalence_classes(
                self.field, bracket, self.build_criteria_costs(bracket), leavers
            )
            if paired is None:
                return None
            (leaver,) = paired.left
            outlook = self.effect_on_next_bracket(bracket, leaver)
            if outlook is NextBracketStatus.BEST:
                return replace(paired, worse_below=worse)
            if outlook is NextBracketStatus.UNKNOWN:
                return None
            worse = (*worse, leaver)
            leavers -= {leaver}
        return None

    def effect_on_next_bracket(self, bracket: Bracket, leaver: int) -> NextBracketStatus:
        """Return how well a downfloater suits the next bracket.

        The result is BEST if no other downfloater would leave fewer players unpaired there.
        """
        places = (leaver, *bracket.following)
        graph = permitted_pairs_graph(self.field, places)
        if not graph[0]:
            return NextBracketStatus.WORSE
        if bracket.below == len(self.field.players):
            completes = self._can_pair_last_bracket(places)
            return NextBracketStatus.BEST if completes else NextBracketStatus.UNKNOWN
        everybody = (1 << len(graph)) - 1
        alone = deficiency(graph, everybody & ~1)
        least = alone - 1 if alone else 1
        return (
            NextBracketStatus.BEST
            if deficiency(graph, everybody) == least
            else NextBracketStatus.WORSE
        )

    def _can_pair_last_bracket(self, places: Sequence[int]) -> bool:
        """Return whether these players can all be paired if the first of them does not get the
        bye.
        """
        graph = self.completion.graph_with_bye(places)
        if len(graph) > len(places):
            graph[0] &= ~(1 << len(places))
            graph[-1] &= ~1
        return deficiency(graph) == 0

    # --- weighted matching ------------------------------------------------------------------------

    def pair_with_next_bracket(self, bracket: Bracket) -> PairedBracket:
        """Return the best pairing, found by weighted matching with the next bracket.

        Any player may stay unpaired.
        """
        scope = PairingScope((*bracket.members, *bracket.following), may_leave=True)
        return self._pair_by_weight(bracket, scope)

    def pair_penultimate_bracket(self, bracket: Bracket) -> PairedBracket:
        """Return the best pairing of a bracket after which all players below it can be paired.

        The players below it form the last bracket.
        """
        rest = tuple(range(bracket.end_index, len(self.field.players)))
        penultimate = replace(bracket, following=rest, below=len(self.field.players))
        everybody = (*bracket.members, *rest)
        scope = PairingScope(everybody, self._players_eligible_for_bye(everybody))
        paired = self._pair_by_weight(penultimate, scope, looks_ahead=False)
        return replace(paired, completion=self.completion)

    def pair_last_bracket(self, bracket: Bracket) -> PairedBracket:
        """Return the best pairing of the last bracket, which may be a collapsed one.

        If the number of its members is odd, one of them gets the bye.
        """
        leavers = self._players_eligible_for_bye(bracket.members)
        if bracket.lowest is None and len(bracket.moved_down) <= len(bracket.residents):
            weights = self.build_criteria_costs(bracket, looks_ahead=False)
            residents = leavers and leavers & frozenset(bracket.residents)
            paired = pair_by_equivalence_classes(self.field, bracket, weights, residents)
            if paired is not None:
                return paired
        return self._pair_by_weight(
            bracket, PairingScope(bracket.members, leavers), looks_ahead=False
        )

    def _players_eligible_for_bye(self, places: Sequence[int]) -> frozenset[int] | None:
        """Return the players who may have the bye, or None if no bye is needed."""
        if len(places) % 2 == 0:
            return None
        return frozenset(p for p in places if may_have_bye(self.field.players[p], None))

    def _pair_by_weight(
        self, bracket: Bracket, scope: PairingScope, *, looks_ahead: bool = True
    ) -> PairedBracket:
        found = find_best_pairing_by_weight(
            self.field,
            bracket,
            scope,
            lambda order: self.build_criteria_costs(bracket, order, looks_ahead=looks_ahead),
        )
        assert found is not None, "the unpaired players have a complete pairing"
        return paired_bracket_from_matching(bracket, found)
