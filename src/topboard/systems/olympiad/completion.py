"""Groups that must give way because pairing them would leave the rest of the round unpairable.

The regulations do not cover this case. The group *gives way*: it sends further teams toward the
median, as few as are needed to let all teams be paired. Of the possible teams it chooses those that
would leave first anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.cost import fewest_first
from topboard.matching.perfect import bits
from topboard.matching.weighted import minimum_cost_matching
from topboard.systems.common.meeting import open_graph
from topboard.systems.olympiad.scoregroup import Settlement, collect_steps, opening_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.model import Number
    from topboard.systems.common.field import Field
    from topboard.systems.common.groups import Settled, Task
    from topboard.systems.olympiad.citations import OlympiadCitations
    from topboard.systems.olympiad.scoregroup import Step


def settle_giving_way(
    field: Field,
    task: Task,
    cite: OlympiadCitations,
    rest: Sequence[Number],
    arrange: Callable[[Task], tuple[Number, ...]],
    steps: Callable[[Settlement], Iterator[Step]],
) -> Settled:
    """Pair a group so that its leavers and the ``rest`` of the round can be paired.

    ``arrange`` puts the staying teams in the order of the method, and ``steps`` pairs them.
    """
    leaving, limits_kept = fewest_leavers(field, task, rest)
    staying = replace(
        task,
        residents=tuple(n for n in task.residents if n not in leaving),
        incoming=tuple(n for n in task.incoming if n not in leaving),
    )
    teams = arrange(staying)
    graph = open_graph(field, teams, with_limits=limits_kept)
    settlement = Settlement(field, staying, cite, teams, graph)
    opening = opening_reason(
        field, task, cite, len(leaving), cite.most_pairs, limits_kept=limits_kept, gave_way=True
    )
    departures = (settlement.departure(number, cite.most_pairs) for number in leaving)
    return collect_steps(opening, [*departures, *steps(settlement)])


def fewest_leavers(
    field: Field, task: Task, rest: Sequence[Number]
) -> tuple[tuple[Number, ...], bool]:
    """Return the leaving teams, the last first, and whether the colour limits are kept."""
    free = _leavers(field, task, rest, with_limits=False)
    assert free is not None, "the round has a complete pairing"
    limited = _leavers(field, task, rest, with_limits=True)
    if limited is not None and len(limited) == len(free):
        return limited, True
    return free, False


def _leavers(
    field: Field, task: Task, rest: Sequence[Number], *, with_limits: bool
) -> tuple[Number, ...] | None:
    """Return the leavers of the cheapest complete pairing of the group and the rest, or None.

    A pair across the border costs more than all differences of rank together, so the number of
    leavers is minimized first. After that, teams later in the group are cheaper to send away.
    """

    group = (*task.incoming, *task.residents)
    size = len(group)
    everybody = (*group, *rest)
    inside = open_graph(field, group, with_limits=with_limits)
    anywhere = open_graph(field, everybody, with_limits=False)
    cost = fewest_first(size)[::-1]
    edges = []
    for a, row in enumerate(anywhere):
        for b in bits(row >> a << a):
            if b < size:
                if inside[a] >> b & 1:
                    edges.append((a, b, 0))
            else:
                edges.append((a, b, cost[a] if a < size else 0))
    found = minimum_cost_matching(len(everybody), edges)
    if found is None:
        return None
    return tuple(group[a] for a in reversed(range(size)) if found.mate[a] >= size)
