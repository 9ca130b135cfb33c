"""A score group paired top half against bottom half, after its floaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import deficiency
from topboard.reasons.grounds import Order, Side
from topboard.systems.common.groups import top_half_against_bottom_half
from topboard.systems.common.meeting import open_graph
from topboard.systems.olympiad.floaters import (
    down_floater_meets_highest,
    leavers,
    up_floater_meets_lowest,
)
from topboard.systems.olympiad.scoregroup import (
    Settlement,
    collect_steps,
    has_opponent_in_next_group,
    places,
    separate_camps,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Number
    from topboard.systems.common.field import Field
    from topboard.systems.common.groups import Settled, Task
    from topboard.systems.olympiad.citations import OlympiadCitations
    from topboard.systems.olympiad.scoregroup import Step


def settle_outer_group(field: Field, task: Task, cite: OlympiadCitations) -> Settled:
    """Pair a group above or below the median, from which as few teams as possible leave.

    They leave toward the median. A different floater is chosen before a colour limit is broken, and
    a limit is broken before more teams leave.
    """
    teams = (*task.incoming, *task.residents)
    floaters = places(0, len(task.incoming))
    free = separate_camps(open_graph(field, teams, with_limits=False), floaters, floaters)
    limited = separate_camps(open_graph(field, teams, with_limits=True), floaters, floaters)
    leaving = deficiency(free)
    everybody = places(0, len(teams))
    welcome = floaters
    for place, number in enumerate(task.residents, start=len(task.incoming)):
        welcome |= has_opponent_in_next_group(field, task, number) << place
    for graph in (limited, free):
        for may_leave in (welcome, everybody):
            settlement = Settlement(field, task, cite, teams, graph, leaving, may_leave)
            if settlement.is_possible:
                opened = settlement.opening_reason(limits_kept=graph is limited)
                return collect_steps(opened, _outer_steps(settlement))
    raise AssertionError("as many exits as a largest matching leaves over always suffice")


def _outer_steps(settlement: Settlement) -> Iterator[Step]:
    """Yield the steps of pairing a group outside the median.

    Above the median the floaters are paired before the leavers are chosen, below it after that.
    """
    task = settlement.task
    floaters = range(len(task.incoming))
    residents = range(len(task.incoming), len(settlement.teams))
    candidates = [*residents, *floaters]
    if task.side is Side.ABOVE:
        yield from down_floater_meets_highest(settlement, floaters, candidates)
        yield from leavers(settlement, candidates[::-1])
    else:
        yield from leavers(settlement, [*reversed(residents), *reversed(floaters)])
        yield from up_floater_meets_lowest(settlement, floaters, candidates)
    yield from by_halves(settlement, residents)


def by_halves(settlement: Settlement, residents: Sequence[int]) -> Iterator[Step]:
    """Pair the top half in sequence with the bottom half, starting with the first team.

    Below the median group the list is reversed, so the lowest-ranked team is paired first.
    """
    left = settlement.free(residents)
    half = len(left) // 2
    if half > 1:
        yield settlement.arrangement_step(left[:half], left[half:])
    yield from settlement.rest(top_half_against_bottom_half, residents, _half_of_chosen)


def _half_of_chosen(left: Sequence[int], chosen: int) -> Order:
    """Return the order that applied: whether the first team met the other half or its own."""
    if len(left) == 2:
        return Order.LAST_TWO
    return Order.OTHER_HALF if chosen >= left[len(left) // 2] else Order.OWN_HALF


def settle_median_group(field: Field, task: Task, cite: OlympiadCitations) -> Settled:
    """Pair the median group last: floaters from above, floaters from below, then the halves.

    Floaters meet floaters only if nothing else completes the group. Colour limits are lifted only
    after that.
    """
    teams = (*task.incoming, *task.residents, *task.incoming_up)
    floaters = places(0, len(task.incoming)) | places(
        len(task.incoming) + len(task.residents), len(task.incoming_up)
    )
    for with_limits in (True, False):
        together = open_graph(field, teams, with_limits=with_limits)
        for graph in (separate_camps(together, floaters, floaters), together):
            settlement = Settlement(field, task, cite, teams, graph)
            if settlement.is_possible:
                opened = settlement.opening_reason(limits_kept=with_limits)
                return collect_steps(opened, _median_steps(settlement))
    raise AssertionError("the groups before the median give way until the median can be paired")


def _median_steps(settlement: Settlement) -> Iterator[Step]:
    task = settlement.task
    first_up = len(task.incoming) + len(task.residents)
    down = range(len(task.incoming))
    residents = range(len(task.incoming), first_up)
    up = range(first_up, len(settlement.teams))
    yield from down_floater_meets_highest(settlement, down, [*residents, *down, *reversed(up)])
    yield from up_floater_meets_lowest(settlement, up, [*reversed(residents), *up, *reversed(down)])
    yield from by_halves(settlement, residents)


def staying_steps(settlement: Settlement) -> Iterator[Step]:
    """Pair the teams that stay when a group gives way: floaters first, and then the halves."""
    task = settlement.task
    floaters = range(len(task.incoming))
    residents = range(len(task.incoming), len(settlement.teams))
    came_up = task.side is Side.BELOW
    seat = up_floater_meets_lowest if came_up else down_floater_meets_highest
    yield from seat(settlement, floaters, [*residents, *floaters])
    yield from by_halves(settlement, residents)


def in_order(task: Task) -> tuple[Number, ...]:
    """Return the floaters followed by the residents, in the order in which they are paired."""
    return (*task.incoming, *task.residents)
