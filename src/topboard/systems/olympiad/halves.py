"""The pairing of a scoregroup: incoming floaters first, then top half against bottom half."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import deficiency
from topboard.reasons.grounds import CandidateOrder, MedianSide
from topboard.systems.common.groups import generate_opponent_indices_from_halves
from topboard.systems.common.meeting import permitted_pairs_graph
from topboard.systems.olympiad.floaters import (
    choose_floaters,
    pair_downfloaters_with_highest,
    pair_upfloaters_with_lowest,
)
from topboard.systems.olympiad.scoregroup import (
    ScoregroupPairing,
    bitset_of_range,
    collect_results_of_steps,
    may_meet_team_of_next_group,
    remove_pairs_between,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Number
    from topboard.systems.common.field import Field
    from topboard.systems.common.groups import PairedScoregroup, ScoregroupTask
    from topboard.systems.olympiad.citations import OlympiadCitations
    from topboard.systems.olympiad.scoregroup import Step


def pair_outer_group(
    field: Field, task: ScoregroupTask, cite: OlympiadCitations
) -> PairedScoregroup:
    """Pair a group above or below the median with as few teams as possible floating out of it.

    A different floater is chosen before a colour limit is disregarded. A colour limit is
    disregarded before more teams float.
    """
    teams = (*task.incoming, *task.residents)
    floaters = bitset_of_range(0, len(task.incoming))
    free = remove_pairs_between(
        permitted_pairs_graph(field, teams, with_limits=False), floaters, floaters
    )
    limited = remove_pairs_between(
        permitted_pairs_graph(field, teams, with_limits=True), floaters, floaters
    )
    leaving = deficiency(free)
    everybody = bitset_of_range(0, len(teams))
    welcome = floaters
    for place, number in enumerate(task.residents, start=len(task.incoming)):
        welcome |= may_meet_team_of_next_group(field, task, number) << place
    for graph in (limited, free):
        for may_leave in (welcome, everybody):
            settlement = ScoregroupPairing(field, task, cite, teams, graph, leaving, may_leave)
            if settlement.can_be_completed:
                opened = settlement.build_summary(limits_kept=graph is limited)
                return collect_results_of_steps(opened, _generate_steps_of_outer_group(settlement))
    raise AssertionError("one exit for each team left over by a maximum matching is enough")


def _generate_steps_of_outer_group(settlement: ScoregroupPairing) -> Iterator[Step]:
    """Yield the steps that pair a group above or below the median.

    Outgoing floaters are chosen after the incoming floaters are paired. Below the median, they are
    chosen before.
    """
    task = settlement.task
    floaters = range(len(task.incoming))
    residents = range(len(task.incoming), len(settlement.teams))
    candidates = [*residents, *floaters]
    if task.side is MedianSide.ABOVE:
        yield from pair_downfloaters_with_highest(settlement, floaters, candidates)
        yield from choose_floaters(settlement, candidates[::-1])
    else:
        yield from choose_floaters(settlement, [*reversed(residents), *reversed(floaters)])
        yield from pair_upfloaters_with_lowest(settlement, floaters, candidates)
    yield from generate_pairs_by_halves(settlement, residents)


def generate_pairs_by_halves(
    settlement: ScoregroupPairing, residents: Sequence[int]
) -> Iterator[Step]:
    """Yield the steps that pair the top half of the residents with the bottom half.

    The highest-ranked team is paired first, or the lowest-ranked team in a group below the median.
    """
    left = settlement.select_unpaired_indices(residents)
    half = len(left) // 2
    if half > 1:
        yield settlement.build_step_showing_order(left[:half], left[half:])
    yield from settlement.generate_pairs_until_all_paired(
        generate_opponent_indices_from_halves, residents, _build_candidate_order
    )


def _build_candidate_order(left: Sequence[int], chosen: int) -> CandidateOrder:
    if len(left) == 2:
        return CandidateOrder.LAST_TWO
    return CandidateOrder.OTHER_HALF if chosen >= left[len(left) // 2] else CandidateOrder.OWN_HALF


def pair_median_group(
    field: Field, task: ScoregroupTask, cite: OlympiadCitations
) -> PairedScoregroup:
    """Pair the median group: floaters from above, floaters from below, then top half against
    bottom.

    Two floaters meet only if the group cannot be paired otherwise. Colour limits are disregarded
    only if that is not enough.
    """
    teams = (*task.incoming, *task.residents, *task.incoming_up)
    floaters = bitset_of_range(0, len(task.incoming)) | bitset_of_range(
        len(task.incoming) + len(task.residents), len(task.incoming_up)
    )
    for with_limits in (True, False):
        together = permitted_pairs_graph(field, teams, with_limits=with_limits)
        for graph in (remove_pairs_between(together, floaters, floaters), together):
            settlement = ScoregroupPairing(field, task, cite, teams, graph)
            if settlement.can_be_completed:
                opened = settlement.build_summary(limits_kept=with_limits)
                return collect_results_of_steps(opened, _generate_steps_of_median_group(settlement))
    raise AssertionError("the other groups give way until the median group can be paired")


def _generate_steps_of_median_group(settlement: ScoregroupPairing) -> Iterator[Step]:
    task = settlement.task
    first_up = len(task.incoming) + len(task.residents)
    down = range(len(task.incoming))
    residents = range(len(task.incoming), first_up)
    up = range(first_up, len(settlement.teams))
    yield from pair_downfloaters_with_highest(settlement, down, [*residents, *down, *reversed(up)])
    yield from pair_upfloaters_with_lowest(
        settlement, up, [*reversed(residents), *up, *reversed(down)]
    )
    yield from generate_pairs_by_halves(settlement, residents)


def pair_staying_teams(settlement: ScoregroupPairing) -> Iterator[Step]:
    """Yield the steps that pair the rest of a group after extra teams have floated.

    Incoming floaters are paired first.
    """
    task = settlement.task
    floaters = range(len(task.incoming))
    residents = range(len(task.incoming), len(settlement.teams))
    came_up = task.side is MedianSide.BELOW
    seat = pair_upfloaters_with_lowest if came_up else pair_downfloaters_with_highest
    yield from seat(settlement, floaters, [*residents, *floaters])
    yield from generate_pairs_by_halves(settlement, residents)


def order_floaters_first(task: ScoregroupTask) -> tuple[Number, ...]:
    """Return the teams of a group in pairing order, with the incoming floaters before the
    residents.
    """
    return (*task.incoming, *task.residents)
