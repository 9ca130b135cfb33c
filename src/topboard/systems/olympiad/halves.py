"""A scoregroup paired top half against bottom half, after its floaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import deficiency
from topboard.reasons.grounds import CandidateOrder, MedianSide
from topboard.systems.common.groups import opponent_indices_to_try
from topboard.systems.common.meeting import permitted_pairs_graph
from topboard.systems.olympiad.floaters import (
    choose_floaters,
    pair_downfloaters_with_highest,
    pair_upfloaters_with_lowest,
)
from topboard.systems.olympiad.scoregroup import (
    ScoregroupPairing,
    bitset_of_range,
    collect_steps,
    has_opponent_in_next_group,
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
    """Pair a group above or below the median, from which as few teams as possible leave.

    They leave toward the median. A different floater is chosen before a colour limit is broken, and
    a limit is broken before more teams leave.
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
        welcome |= has_opponent_in_next_group(field, task, number) << place
    for graph in (limited, free):
        for may_leave in (welcome, everybody):
            settlement = ScoregroupPairing(field, task, cite, teams, graph, leaving, may_leave)
            if settlement.can_be_completed:
                opened = settlement.explain_opening(limits_kept=graph is limited)
                return collect_steps(opened, _steps_of_outer_group(settlement))
    raise AssertionError("as many exits as a largest matching leaves over always suffice")


def _steps_of_outer_group(settlement: ScoregroupPairing) -> Iterator[Step]:
    """Yield the steps of pairing a group outside the median.

    Above the median the floaters are paired before the leavers are chosen, below it after that.
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
    yield from pair_by_halves(settlement, residents)


def pair_by_halves(settlement: ScoregroupPairing, residents: Sequence[int]) -> Iterator[Step]:
    """Pair the top half in sequence with the bottom half, starting with the first team.

    Below the median group the list is reversed, so the lowest-ranked team is paired first.
    """
    left = settlement.unpaired_indices(residents)
    half = len(left) // 2
    if half > 1:
        yield settlement.arrangement_step(left[:half], left[half:])
    yield from settlement.pair_remaining(
        opponent_indices_to_try, residents, _describe_opponent_order
    )


def _describe_opponent_order(left: Sequence[int], chosen: int) -> CandidateOrder:
    """Return the order that applied: whether the first team met the other half or its own."""
    if len(left) == 2:
        return CandidateOrder.LAST_TWO
    return CandidateOrder.OTHER_HALF if chosen >= left[len(left) // 2] else CandidateOrder.OWN_HALF


def pair_median_group(
    field: Field, task: ScoregroupTask, cite: OlympiadCitations
) -> PairedScoregroup:
    """Pair the median group last: floaters from above, floaters from below, then the halves.

    Floaters meet floaters only if nothing else completes the group. Colour limits are lifted only
    after that.
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
                opened = settlement.explain_opening(limits_kept=with_limits)
                return collect_steps(opened, _steps_of_median_group(settlement))
    raise AssertionError("the groups before the median give way until the median can be paired")


def _steps_of_median_group(settlement: ScoregroupPairing) -> Iterator[Step]:
    task = settlement.task
    first_up = len(task.incoming) + len(task.residents)
    down = range(len(task.incoming))
    residents = range(len(task.incoming), first_up)
    up = range(first_up, len(settlement.teams))
    yield from pair_downfloaters_with_highest(settlement, down, [*residents, *down, *reversed(up)])
    yield from pair_upfloaters_with_lowest(
        settlement, up, [*reversed(residents), *up, *reversed(down)]
    )
    yield from pair_by_halves(settlement, residents)


def pair_staying_teams(settlement: ScoregroupPairing) -> Iterator[Step]:
    """Pair the teams that stay when a group gives way: floaters first, and then the halves."""
    task = settlement.task
    floaters = range(len(task.incoming))
    residents = range(len(task.incoming), len(settlement.teams))
    came_up = task.side is MedianSide.BELOW
    seat = pair_upfloaters_with_lowest if came_up else pair_downfloaters_with_highest
    yield from seat(settlement, floaters, [*residents, *floaters])
    yield from pair_by_halves(settlement, residents)


def order_floaters_first(task: ScoregroupTask) -> tuple[Number, ...]:
    """Return the floaters followed by the residents, in the order in which they are paired."""
    return (*task.incoming, *task.residents)
