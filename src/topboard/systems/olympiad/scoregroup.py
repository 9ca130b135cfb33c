"""The state of a scoregroup while its teams are being paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.perfect import (
    PerfectMatching,
    add_exit_vertices,
    choose_partner,
    find_first_perfect_matching,
)
from topboard.reasons.decisions import Floated, OpponentChoice, ScoregroupSummary
from topboard.reasons.family_decisions import PairingOrder
from topboard.reasons.grounds import CandidateOrder, MedianSide
from topboard.reasons.obstacles import (
    FloatersDoNotMeet,
    MayNotFloatAgain,
    NoOpponentInNextGroup,
    PassedOver,
)
from topboard.systems.common.groups import PairedScoregroup
from topboard.systems.common.meeting import (
    convert_certificate_to_numbers,
    find_pairing_obstacle,
    may_be_paired,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.matching.perfect import PartnerChoice
    from topboard.model import Number
    from topboard.reasons.decisions import Reason
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.common.field import Field
    from topboard.systems.common.groups import ScoregroupTask
    from topboard.systems.olympiad.citations import OlympiadCitations


@dataclass(frozen=True, slots=True)
class Step:
    """One decision in the pairing of a group, with its reason.

    It makes a pair, chooses a floater, or shows the order of the teams.
    """

    reason: Reason
    pair: tuple[Number, Number] | None = None
    leaver: Number | None = None


def collect_results_of_steps(opened: ScoregroupSummary, steps: Iterable[Step]) -> PairedScoregroup:
    """Return the pairs, floaters and reasons of all steps of pairing a group."""
    taken = tuple(steps)
    return PairedScoregroup(
        pairs=tuple(step.pair for step in taken if step.pair is not None),
        leavers=tuple(step.leaver for step in taken if step.leaver is not None),
        reasons=(opened, *(step.reason for step in taken)),
    )


def build_summary_of_group(
    field: Field,
    task: ScoregroupTask,
    cite: OlympiadCitations,
    leavers: int,
    article: str,
    *,
    limits_kept: bool,
    gave_way: bool = False,
) -> ScoregroupSummary:
    """Return the reason that introduces a group, with its members and its number of floaters."""
    everybody = (*task.residents, *task.incoming, *task.incoming_up)
    imaginary = tuple(n for n in everybody if n in field.imaginary)
    return ScoregroupSummary(
        article=article,
        points=task.points,
        side=task.side,
        residents=task.residents,
        floaters=(*task.incoming, *task.incoming_up),
        leaving=leavers,
        without_colour_limits=not limits_kept,
        limits_article="" if limits_kept else cite.limits_disregarded,
        gave_way=gave_way,
        imaginary=imaginary,
        imaginary_article=cite.imaginary_points if imaginary else "",
        of_teams=True,
    )


def may_meet_team_of_next_group(field: Field, task: ScoregroupTask, number: Number) -> bool:
    """Return whether a team may meet at least one team of the group to which it would float."""
    return any(may_be_paired(field, number, other) for other in task.next_residents)


def bitset_of_range(first: int, count: int) -> int:
    """Return a bitset of ``count`` consecutive indices that starts at ``first``."""
    return ((1 << count) - 1) << first


def remove_pairs_between(graph: Sequence[int], camp: int, other: int) -> list[int]:
    """Return the graph without the edges between two sets of indices."""
    return [
        row & ~(other * (camp >> v & 1)) & ~(camp * (other >> v & 1)) for v, row in enumerate(graph)
    ]


class ScoregroupPairing:
    """A scoregroup while its teams are paired one by one.

    In the matching graph, the vertices after the teams are exits. A team that is matched with an
    exit floats to the next group.
    """

    __slots__ = ("_exits", "_graph", "_matching", "cite", "field", "task", "teams")

    def __init__(
        self,
        field: Field,
        task: ScoregroupTask,
        cite: OlympiadCitations,
        teams: Sequence[Number],
        graph: Sequence[int],
        exits: int = 0,
        may_leave: int = 0,
    ) -> None:
        self.field = field
        self.task = task
        self.cite = cite
        self.teams = teams
        self._exits = exits
        self._graph = add_exit_vertices(graph, may_leave, exits)
        self._matching = PerfectMatching(self._graph)

    @property
    def can_be_completed(self) -> bool:
        """Return whether all teams can be paired if one team floats for every exit.

        An exit is a vertex of the matching graph that stands for floating.
        """
        return self._matching.exists

    def build_summary(self, *, limits_kept: bool) -> ScoregroupSummary:
        """Return the reason that introduces the group, with its members and its number of
        floaters.
        """
        return build_summary_of_group(
            self.field,
            self.task,
            self.cite,
            self._exits,
            self._find_article_for_floater_count(),
            limits_kept=limits_kept,
        )

    def _find_article_for_floater_count(self) -> str:
        """Return the article on the number of teams that float.

        There are articles for no floater, for one floater from an odd group, and for more floaters.
        """
        if not self._exits:
            return self.cite.order_of_groups
        if self._exits > len(self.teams) % 2:
            return self.cite.most_pairs
        return self.cite.floats_up if self.task.side is MedianSide.BELOW else self.cite.floats_down

    def select_unpaired_indices(self, among: Iterable[int]) -> list[int]:
        """Return the given indices without those of teams already paired."""
        return [place for place in among if self._matching.remaining_vertices >> place & 1]

    def list_unused_exits_of_group(self) -> list[int]:
        """Return the indices of the exits that no team has used yet.

        An exit is a vertex of the matching graph that stands for floating.
        """
        first = len(self.teams)
        return self.select_unpaired_indices(range(first, first + self._exits))

    def is_exit(self, place: int) -> bool:
        """Return whether an index is an exit, which stands for floating, and not a team."""
        return place >= len(self.teams)

    def pair_team_with_first_possible(
        self,
        place: int,
        candidates: Iterable[int],
        article: str,
        onward: str,
        order: CandidateOrder,
    ) -> Step:
        """Pair a team with the first candidate with which all others can still be paired.

        If that candidate is an exit, the team floats to the next group.
        """
        row = choose_partner(
            self._matching, self._graph, place, self.select_unpaired_indices(candidates)
        )
        if not self.is_exit(row.chosen) and self.teams[row.chosen] not in self.task.residents:
            order = CandidateOrder.FLOATERS
        return self._build_pair_step(row, article, onward, order)

    def choose_floater(self, exit_: int, candidates: Iterable[int]) -> Step:
        """Choose as floater the first candidate without which the other teams can be paired."""
        row = choose_partner(
            self._matching, self._graph, exit_, self.select_unpaired_indices(candidates)
        )
        passed = self._candidates_passed_over(row)
        number = self.teams[row.chosen]
        order = None
        # The order is given only if it is true, because other teams may have left or met a floater.
        if passed or number == self.task.residents[-1]:
            order = (
                CandidateOrder.HIGHEST
                if self.task.side is MedianSide.BELOW
                else CandidateOrder.LOWEST
            )
        return self.build_floater_step(
            number, self._find_article_for_floater(number, passed), passed, order
        )

    def _find_article_for_floater(self, number: Number, passed: tuple[PassedOver, ...]) -> str:
        """Return the article under which a team floats.

        It depends on the teams that were passed over.
        """
        cite, up = self.cite, self.task.side is MedianSide.BELOW
        if number in self.task.incoming:
            return cite.goes_on_up if up else cite.goes_on_down
        if not passed:
            return cite.floats_up if up else cite.floats_down
        if any(isinstance(p.obstacle, NoOpponentInNextGroup) for p in passed):
            return cite.moved_back_up if up else cite.moved_back_down
        return cite.floats_up_instead if up else cite.floats_down_instead

    def generate_pairs_until_all_paired(
        self,
        order: Callable[[Sequence[int]], Iterable[int]],
        among: Iterable[int],
        how: Callable[[Sequence[int], int], CandidateOrder],
    ) -> Iterator[Step]:
        """Yield the steps that pair the first unpaired team repeatedly until all teams are paired.

        ``order`` returns the opponents in the order in which they are tried. ``how`` returns the
        name of the order for the reason, given the unpaired indices and the chosen index.
        """
        up = self.task.side is MedianSide.BELOW
        article = self.cite.pair_from_bottom if up else self.cite.pair_from_top
        onward = self._find_article_for_floater_count()
        left = self.select_unpaired_indices(among)
        for row in find_first_perfect_matching(self._matching, self._graph, tuple(left), order):
            yield self._build_pair_step(row, article, onward, how(left, row.chosen))
            for place in (row.chooser, row.chosen):
                left.remove(place)

    def build_step_showing_order(self, first: Iterable[int], second: Iterable[int] = ()) -> Step:
        """Return the step that shows the order of the teams before opponents are sought."""
        return Step(
            PairingOrder(
                self.cite.arranged,
                self.task.points,
                self.task.side,
                tuple(self.teams[place] for place in first),
                tuple(self.teams[place] for place in second),
            )
        )

    def _build_pair_step(
        self, row: PartnerChoice, article: str, onward: str, order: CandidateOrder
    ) -> Step:
        passed = self._candidates_passed_over(row)
        if self.is_exit(row.chosen):
            return self.build_floater_step(self.teams[row.chooser], onward, passed)
        pair = self.teams[row.chooser], self.teams[row.chosen]
        chosen = OpponentChoice(article, *pair, self.task.points, passed, order)
        return Step(chosen, pair=pair)

    def build_floater_step(
        self,
        number: Number,
        article: str,
        passed: tuple[PassedOver, ...] = (),
        order: CandidateOrder | None = None,
    ) -> Step:
        """Return the step in which a team floats to the next group toward the median."""
        came_from = self.field.points[number]
        imaginary = self.field.imaginary.get(number, 0)
        onward = self.task.next_points
        if came_from != self.task.points:
            order = CandidateOrder.FLOATERS
        reason = Floated(
            article,
            number,
            came_from,
            onward,
            passed_over=passed,
            imaginary_points=imaginary,
            order=order,
        )
        return Step(reason, leaver=number)

    def _candidates_passed_over(self, row: PartnerChoice) -> tuple[PassedOver, ...]:
        return tuple(
            PassedOver(
                self.teams[place],
                self._obstacle_to_candidate(row.chooser, place)
                if certificate is None
                else convert_certificate_to_numbers(certificate, self.teams),
            )
            for place, certificate in row.passed
            if not self.is_exit(place)
        )

    def _obstacle_to_candidate(self, chooser: int, place: int) -> Obstacle:
        number = self.teams[place]
        if self.is_exit(chooser):
            if number in self.task.incoming:
                return MayNotFloatAgain()
            return NoOpponentInNextGroup(self.task.next_points)
        return find_pairing_obstacle(self.field, self.teams[chooser], number) or FloatersDoNotMeet()
