"""The pairing of one scoregroup under the Lim rules.

The outgoing floaters are chosen first, and then the incoming floaters are paired. For the remaining
players, the top half meets the bottom half, with exchanges if necessary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.perfect import PerfectMatching, add_exit_vertices, bit_indices, deficiency
from topboard.reasons.decisions import Floated, OpponentChoice, ScoregroupSummary
from topboard.reasons.family_decisions import PairingOrder
from topboard.reasons.grounds import CandidateOrder, ColourNeed, MedianSide
from topboard.reasons.obstacles import OthersFloatFirst, PassedOver, SameColourDue
from topboard.systems.common.groups import PairedScoregroup, generate_opponent_indices_from_halves
from topboard.systems.common.meeting import (
    convert_certificate_to_numbers,
    find_pairing_obstacle,
    permitted_pairs_graph,
)
from topboard.systems.fide_lim import floaters
from topboard.systems.fide_lim.field import (
    are_ratings_close_enough_for_colours,
    can_both_have_due_colour,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import Reason
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.common.groups import ScoregroupTask
    from topboard.systems.fide_lim.citations import LimCitations
    from topboard.systems.fide_lim.field import LimField
    from topboard.systems.fide_lim.floaters import NextFloater


def pair_scoregroup(
    field: LimField, task: ScoregroupTask, cite: LimCitations, *, brief: bool
) -> PairedScoregroup:
    """Pair a scoregroup and return its pairs, its floaters and the reasons.

    Players who cannot be paired in the group float out of it, except in the median group. No
    reasons are recorded if ``brief`` is true.
    """
    scrutiny = ScoregroupPairing(field, task, cite, brief=brief)
    scrutiny.choose_floaters()
    return scrutiny.pair_remaining_players()


class ScoregroupPairing:
    """Pairs one scoregroup.

    Its players are sorted by ascending TPN when pairing downward and by descending TPN when pairing
    upward. In the matching graph, the vertices after the players are exits, one for each player who
    must float.
    """

    def __init__(
        self, field: LimField, task: ScoregroupTask, cite: LimCitations, *, brief: bool
    ) -> None:
        self.field = field
        self.task = task
        self.cite = cite
        self.brief = brief
        everybody = (*task.residents, *task.incoming, *task.incoming_up)
        self.numbers = sorted(everybody, reverse=task.side is MedianSide.BELOW)
        graph = permitted_pairs_graph(field, self.numbers, with_limits=True)
        self.alone = {n for n, open_ in zip(self.numbers, graph, strict=True) if not open_}
        """The players who cannot meet anyone else in the group."""
        self.leaving = 0 if task.side is MedianSide.MEDIAN else deficiency(graph)
        self.graph = add_exit_vertices(graph, (1 << len(graph)) - 1, self.leaving)
        self.matching = PerfectMatching(self.graph)
        self.pairs: list[tuple[Number, Number]] = []
        self.leavers: list[Number] = []
        self.reasons: list[Reason] = []
        if not brief:
            self.reasons.append(self._explain_members())

    def _explain_members(self) -> ScoregroupSummary:
        task = self.task
        up = task.side is MedianSide.BELOW
        return ScoregroupSummary(
            article=self.cite.groups,
            points=task.points,
            side=task.side,
            residents=task.residents,
            from_above=() if up else task.incoming,
            from_below=task.incoming if up else task.incoming_up,
            leaving=self.leaving,
        )

    def list_unpaired_indices(self) -> list[int]:
        """Return the indices of the players who have not been paired and have not floated."""
        return list(bit_indices(self.matching.remaining_vertices & ((1 << len(self.numbers)) - 1)))

    def pair_remaining_players(self) -> PairedScoregroup:
        """Pair the players who stay in the group, incoming floaters first, and return the
        pairing.
        """
        self.pair_incoming_floaters()
        self.pair_halves_with_exchanges()
        return PairedScoregroup(tuple(self.pairs), tuple(self.leavers), tuple(self.reasons))

    # --- outgoing floaters --------------------------------------------------------------------

    def choose_floaters(self) -> None:
        """Choose the outgoing floaters so that the group makes as many pairs as possible.

        Players who cannot meet anyone in the group float first. Each further floater is the first
        in the order of the rules who can leave without costing the group a pair.
        """
        first_exit = len(self.numbers)
        for exit_ in range(first_exit, first_exit + self.leaving):
            staying, possible = self._find_players_who_may_float(exit_)
            alone = [n for n in possible if n in self.alone]
            choice = floaters.choose_floater(
                self.field, self.task, self.cite, staying, alone or possible, self.leavers
            )
            if not self.brief:
                later = dict.fromkeys(possible if alone else (), OthersFloatFirst())
                self.reasons.append(self._build_floater_reason(choice, staying, exit_, later))
            self._remove_floater(exit_, choice.number)

    def replace_floater_of_paired_group(
        self,
        settled: PairedScoregroup,
        floater: Number,
        blocked: Callable[[Number], Obstacle | None],
    ) -> bool:
        """Replace one floater of a group that is already paired. Return whether it succeeded.

        The new floater is the first in the order of the rules for whom ``blocked`` returns no
        obstacle.
        """
        kept = [n for n in settled.leavers if n != floater]
        for exit_, n in enumerate(kept, start=len(self.numbers)):
            self._remove_floater(exit_, n)
        exit_ = len(self.graph) - 1
        staying, able = self._find_players_who_may_float(exit_)
        obstacles = {n: blocked(n) for n in able}
        possible = [n for n, obstacle in obstacles.items() if obstacle is None]
        if not possible:
            return False
        choice = floaters.choose_floater(self.field, self.task, self.cite, staying, possible, kept)
        if not self.brief:
            said = (r for r in settled.reasons if isinstance(r, Floated))
            self.reasons.extend(r for r in said if r.number != floater)
            choice = replace(choice, instead_of=floater)
            self.reasons.append(self._build_floater_reason(choice, staying, exit_, obstacles))
        self._remove_floater(exit_, choice.number)
        return True

    def _find_players_who_may_float(self, exit_: int) -> tuple[list[Number], list[Number]]:
        """Return all unpaired players in floating order, and those of them who may float.

        A player may float if this does not cost the group a pair.
        """
        able = self.matching.find_possible_partners(exit_)
        outwards = self.list_unpaired_indices()[::-1]
        possible = [self.numbers[place] for place in outwards if able >> place & 1]
        return [self.numbers[place] for place in outwards], possible

    def _remove_floater(self, exit_: int, number: Number) -> None:
        self.matching.fix_pair(exit_, self.numbers.index(number))
        self.leavers.append(number)

    def _build_floater_reason(
        self,
        choice: NextFloater,
        staying: Sequence[Number],
        exit_: int,
        obstacles: Mapping[Number, Obstacle | None],
    ) -> Floated:
        """Return the reason for choosing a floater.

        ``obstacles`` has the known reasons why other candidates were not chosen.
        """

        def find_obstacle_to_floating(number: Number) -> Obstacle:
            return obstacles.get(number) or self._prove_player_cannot_float(exit_, number)

        exits = len(self.graph) - exit_
        group = self.numbers
        if choice.number not in self.alone:
            group = [n for n in self.numbers if n not in self.alone]
        cause = floaters.find_float_cause(self.field, choice.number, group, exits)
        return floaters.build_floater_reason(
            self.field, self.task, self.cite, choice, staying, cause, find_obstacle_to_floating
        )

    def _prove_player_cannot_float(self, exit_: int, number: Number) -> Obstacle:
        proof = self.matching.prove_pair_impossible(exit_, self.numbers.index(number))
        return convert_certificate_to_numbers(proof, self.numbers)

    # --- pairs ----------------------------------------------------------------------------------

    def pair_incoming_floaters(self) -> None:
        """Pair the incoming floaters. In the median group, floaters from above are paired first."""
        upward = self.task.side is MedianSide.BELOW
        for numbers, from_below in ((self.task.incoming, upward), (self.task.incoming_up, True)):
            for n in numbers:
                self._pair_incoming_floater(
                    n, seeks_last=from_below is not upward, from_below=from_below
                )

    def _pair_incoming_floater(self, number: Number, *, seeks_last: bool, from_below: bool) -> None:
        """Pair a floater with the first available player of the group.

        Candidates are tried from the highest-ranked down, or from the lowest-ranked up for a
        floater from below.
        """
        place = self.numbers.index(number)
        left = self.list_unpaired_indices()
        if place not in left:
            return
        left.remove(place)
        candidates = left[::-1] if seeks_last else left
        order = CandidateOrder.LOWEST_NUMBERED if from_below else CandidateOrder.HIGHEST_NUMBERED
        self._pair_with_first_available(place, candidates, order, self.cite.floater_meets)

    def pair_halves_with_exchanges(self) -> None:
        """Pair the top half of the remaining players with the bottom half, with exchanges if
        necessary.
        """
        left = self.list_unpaired_indices()
        if not self.brief and len(left) > 2:
            self.reasons.append(self._build_reason_for_proposed_pairing(left))
        first = True
        while left:
            candidates = [left[place] for place in generate_opponent_indices_from_halves(left)]
            article = self.cite.exchange_of_first if first else self.cite.exchange_of_others
            chosen = self._pair_with_first_available(
                left[0], candidates, self._find_order_of_candidates(left), article
            )
            left.remove(chosen)
            del left[0]
            first = False

    def _find_order_of_candidates(self, left: Sequence[int]) -> CandidateOrder:
        return CandidateOrder.LAST_TWO if len(left) == 2 else CandidateOrder.OTHER_HALF

    def _build_reason_for_proposed_pairing(self, left: Sequence[int]) -> PairingOrder:
        half = len(left) // 2
        return PairingOrder(
            self.cite.proposed,
            self.task.points,
            self.task.side,
            tuple(self.numbers[place] for place in left[:half]),
            tuple(self.numbers[place] for place in left[half:]),
        )

    def _pair_with_first_available(
        self, place: int, candidates: Sequence[int], order: CandidateOrder, article: str
    ) -> int:
        """Pair a player with the first available candidate and return the candidate's index.

        A candidate with whom both players get their due colours is preferred. A candidate is
        available if the two players are compatible and all others can still be paired.
        """
        first, chosen = self.find_first_available_candidates(place, candidates)
        if not self.brief:
            self.reasons.append(
                self._build_choice_reason(place, candidates, first, chosen, order, article)
            )
        self.matching.fix_pair(place, chosen)
        self.pairs.append((self.numbers[place], self.numbers[chosen]))
        return chosen

    def find_first_available_candidates(
        self, place: int, candidates: Iterable[int]
    ) -> tuple[int, int]:
        """Return the first available candidate, and the first one who suits both players' due
        colours.

        If no candidate of the second kind is within the rating limit, both values are the first
        candidate.
        """
        first = None
        for other in candidates:
            if not self.matching.can_pair(place, other):
                continue
            if first is None:
                first = other
            if self._do_both_get_due_colours(
                place, other
            ) and self._are_ratings_close_enough_for_colours(other, first):
                return first, other
        assert first is not None, "all players who stay can be paired"
        return first, first

    def _do_both_get_due_colours(self, place: int, other: int) -> bool:
        due = self.field.due
        return can_both_have_due_colour(due[self.numbers[place]], due[self.numbers[other]])

    def _are_ratings_close_enough_for_colours(self, other: int, first: int) -> bool:
        return are_ratings_close_enough_for_colours(
            self.field, self.numbers[other], self.numbers[first]
        )

    # --- reasons --------------------------------------------------------------------------------

    def _build_choice_reason(
        self,
        place: int,
        candidates: Sequence[int],
        first: int,
        chosen: int,
        order: CandidateOrder,
        article: str,
    ) -> OpponentChoice:
        passed = candidates[: candidates.index(chosen)]
        halves = order is CandidateOrder.OTHER_HALF
        if halves and len(passed) >= (len(candidates) + 1) // 2:
            order = CandidateOrder.OWN_HALF
        if article != self.cite.floater_meets:
            article = self._find_article_of_choice(place, candidates, first, chosen, article)
        return OpponentChoice(
            article,
            self.numbers[place],
            self.numbers[chosen],
            self.task.points,
            tuple(
                PassedOver(self.numbers[n], self._find_obstacle_to_opponent(place, n))
                for n in passed
            ),
            order,
        )

    def _find_article_of_choice(
        self, place: int, candidates: Sequence[int], first: int, chosen: int, article: str
    ) -> str:
        """Return the article under which an opponent was chosen.

        It concerns the proposed pairing, an exchange, or an exchange for colour.
        """
        if chosen != first:
            return self.cite.exchange_for_colour
        if self._is_exchange_barred_by_ratings(place, candidates, chosen):
            return self.cite.no_exchange_for_colour
        return self.cite.proposed if chosen == candidates[0] else article

    def _is_exchange_barred_by_ratings(
        self, place: int, candidates: Sequence[int], chosen: int
    ) -> bool:
        """Return whether only the rating difference prevented an exchange for colour."""
        if not self.field.maxi or self._do_both_get_due_colours(place, chosen):
            return False
        return any(
            self._do_both_get_due_colours(place, n) and self.matching.can_pair(place, n)
            for n in candidates
        )

    def _find_obstacle_to_opponent(self, place: int, other: int) -> Obstacle:
        number, candidate = self.numbers[place], self.numbers[other]
        if not self.graph[place] >> other & 1:
            found = find_pairing_obstacle(self.field, number, candidate)
            assert found is not None, "a pair that is not permitted has an obstacle"
            return found
        if not self.matching.can_pair(place, other):
            return convert_certificate_to_numbers(
                self.matching.prove_pair_impossible(place, other), self.numbers
            )
        due = self.field.due[number]
        assert due is not None, "an available candidate is passed over only for a due colour"
        return SameColourDue(ColourNeed.DUE, due)
