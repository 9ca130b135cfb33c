"""The pairing of a group that must let more teams float so that the rest of the round can be
paired.

The regulations do not cover this case. The group *gives way* by sending as few additional teams as
possible toward the median. They are the teams that would float first under the regulations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.cost import build_costs_preferring_few_items
from topboard.matching.perfect import bit_indices
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.systems.common.meeting import permitted_pairs_graph
from topboard.systems.olympiad.scoregroup import (
    ScoregroupPairing,
    build_summary_of_group,
    collect_results_of_steps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.model import Number
    from topboard.systems.common.field import Field
    from topboard.systems.common.groups import PairedScoregroup, ScoregroupTask
    from topboard.systems.olympiad.citations import OlympiadCitations
    from topboard.systems.olympiad.scoregroup import Step


def pair_group_with_fewest_extra_floaters(
    field: Field,
    task: ScoregroupTask,
    cite: OlympiadCitations,
    rest: Sequence[Number],
    arrange: Callable[[ScoregroupTask], tuple[Number, ...]],
    steps: Callable[[ScoregroupPairing], Iterator[Step]],
) -> PairedScoregroup:
    """Pair a group so that its floaters and the ``rest`` of the round can also be paired.

    ``arrange`` returns the teams that stay, in pairing order, and ``steps`` pairs them.
    """
    leaving, limits_kept = choose_fewest_floaters(field, task, rest)
    staying = replace(
        task,
        residents=tuple(n for n in task.residents if n not in leaving),
        incoming=tuple(n for n in task.incoming if n not in leaving),
    )
    teams = arrange(staying)
    graph = permitted_pairs_graph(field, teams, with_limits=limits_kept)
    settlement = ScoregroupPairing(field, staying, cite, teams, graph)
    opening = build_summary_of_group(
        field, task, cite, len(leaving), cite.most_pairs, limits_kept=limits_kept, gave_way=True
    )
    departures = (settlement.build_floater_step(number, cite.most_pairs) for number in leaving)
    return collect_results_of_steps(opening, [*departures, *steps(settlement)])


def choose_fewest_floaters(
    field: Field, task: ScoregroupTask, rest: Sequence[Number]
) -> tuple[tuple[Number, ...], bool]:
    """Return the teams that must leave a group so that the whole round can be paired.

    They are listed from the end of the group. The second value is False if the colour limits must
    be disregarded.
    """
    free = _find_floaters_of_cheapest_pairing(field, task, rest, with_limits=False)
    assert free is not None, "the round has a complete pairing"
    limited = _find_floaters_of_cheapest_pairing(field, task, rest, with_limits=True)
    if limited is not None and len(limited) == len(free):
        return limited, True
    return free, False


def _find_floaters_of_cheapest_pairing(
    field: Field, task: ScoregroupTask, rest: Sequence[Number], *, with_limits: bool
) -> tuple[Number, ...] | None:
    """Return the fewest floaters with which the group and the rest of the round can be paired.

    Teams later in the group float before earlier ones. Return None if there is no complete pairing.
    """

    group = (*task.incoming, *task.residents)
    size = len(group)
    everybody = (*group, *rest)
    inside = permitted_pairs_graph(field, group, with_limits=with_limits)
    anywhere = permitted_pairs_graph(field, everybody, with_limits=False)
    cost = build_costs_preferring_few_items(size)[::-1]
    edges = []
    for a, row in enumerate(anywhere):
        for b in bit_indices(row >> a << a):
            if b < size:
                if inside[a] >> b & 1:
                    edges.append((a, b, 0))
            else:
                edges.append((a, b, cost[a] if a < size else 0))
    found = find_minimum_cost_matching(len(everybody), edges)
    if found is None:
        return None
    return tuple(group[a] for a in reversed(range(size)) if found.mate[a] >= size)
