"""The pairing of a scoregroup first against last, with its teams in tie-break order."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.reasons.grounds import CandidateOrder, MedianSide
from topboard.reasons.obstacles import PassedOver
from topboard.systems.common.meeting import find_pairing_obstacle, permitted_pairs_graph
from topboard.systems.olympiad.scoregroup import (
    ScoregroupPairing,
    collect_results_of_steps,
    may_meet_team_of_next_group,
    remove_pairs_between,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topboard.model import Number
    from topboard.systems.common.field import Field
    from topboard.systems.common.groups import PairedScoregroup, ScoregroupTask
    from topboard.systems.olympiad.citations import OlympiadCitations
    from topboard.systems.olympiad.scoregroup import Step


def generate_opponent_indices_from_last(teams: Sequence[object]) -> Iterator[int]:
    """Yield the indices of the first team's possible opponents, from the last team to the
    second.
    """
    yield from range(len(teams) - 1, 0, -1)


def sort_teams_by_tiebreak(
    task: ScoregroupTask, by_tiebreak: Mapping[Number, int]
) -> tuple[Number, ...]:
    """Return all teams of a group, with its floaters, in tie-break order.

    In a group below the median, the order is reversed.
    """
    everybody = (*task.incoming, *task.residents, *task.incoming_up)
    return tuple(
        sorted(everybody, key=by_tiebreak.__getitem__, reverse=task.side is MedianSide.BELOW)
    )


def pair_outer_group(
    field: Field, task: ScoregroupTask, cite: OlympiadCitations, by_tiebreak: Mapping[Number, int]
) -> PairedScoregroup:
    """Pair a group above or below the median first against last, and let the unpaired teams float.

    Incoming floaters that have met every team of the group float on. The others must be paired if
    that is possible with at most one team floating.
    """
    going_on = find_floaters_without_opponent(field, task)
    bound = tuple(n for n in task.incoming if n not in going_on)
    settlement, limits_kept = _prepare_group_with_fewest_floaters(
        field, replace(task, incoming=bound), cite, by_tiebreak
    )
    opened = settlement.build_summary(limits_kept=limits_kept)
    if going_on:
        leaving = opened.leaving + len(going_on)
        opened = replace(opened, article=cite.most_pairs, floaters=task.incoming, leaving=leaving)
    onward = cite.goes_on_up if task.side is MedianSide.BELOW else cite.goes_on_down
    departures = (
        settlement.build_floater_step(
            number, onward, _list_unavailable_opponents(field, task, number)
        )
        for number in going_on
    )
    return collect_results_of_steps(
        opened, chain(departures, generate_pairs_first_against_last(settlement))
    )


def find_floaters_without_opponent(field: Field, task: ScoregroupTask) -> tuple[Number, ...]:
    """Return the incoming floaters that may not meet any team of this group.

    Pairs that are required only by a why-not question are ignored.
    """
    group = {*task.residents, *task.incoming}
    return tuple(
        n for n in task.incoming if group <= {n, *field.met[n], *field.forbidden.get(n, ())}
    )


def _list_unavailable_opponents(
    field: Field, task: ScoregroupTask, number: Number
) -> tuple[PassedOver, ...]:
    group = (*task.residents, *task.incoming)
    others = ((n, find_pairing_obstacle(field, number, n)) for n in group if n != number)
    return tuple(PassedOver(n, why) for n, why in others if why is not None)


def _prepare_group_with_fewest_floaters(
    field: Field, task: ScoregroupTask, cite: OlympiadCitations, by_tiebreak: Mapping[Number, int]
) -> tuple[ScoregroupPairing, bool]:
    """Return the group ready to be paired, and whether the colour limits are kept.

    As few teams as possible float. Colour limits are disregarded before more teams float.
    """
    teams = sort_teams_by_tiebreak(task, by_tiebreak)
    free = permitted_pairs_graph(field, teams, with_limits=False)
    limited = permitted_pairs_graph(field, teams, with_limits=True)
    came_in = _bitset_of_teams(teams, task.incoming)
    welcome = _bitset_of_teams(
        teams, (n for n in teams if may_meet_team_of_next_group(field, task, n))
    )
    odd = len(teams) % 2
    for leaving in range(odd, len(teams) + 1, 2):
        bound = came_in if leaving == odd else 0
        for graph in (limited, free):
            for may_leave in (welcome & ~bound, ~bound & ((1 << len(teams)) - 1)):
                settlement = ScoregroupPairing(field, task, cite, teams, graph, leaving, may_leave)
                if settlement.can_be_completed:
                    return settlement, graph is limited
    raise AssertionError("in the worst case all teams leave the group")


def _bitset_of_teams(teams: Sequence[Number], numbers: Iterable[Number]) -> int:
    chosen = set(numbers)
    return sum(1 << place for place, n in enumerate(teams) if n in chosen)


def generate_pairs_first_against_last(settlement: ScoregroupPairing) -> Iterator[Step]:
    """Yield the steps that pair the first team of a group with the last possible one, repeatedly.

    A team floats only if it cannot be paired in the group.
    """
    teams = len(settlement.teams)

    def opponent_order(left: Sequence[int]) -> Iterator[int]:
        inside = len(left)
        while left[inside - 1] >= teams:
            inside -= 1
        yield from generate_opponent_indices_from_last(left[:inside])
        yield from range(inside, len(left))

    everything = [*range(teams), *settlement.list_unused_exits_of_group()]
    if teams > 2:
        yield settlement.build_step_showing_order(range(teams))
    yield from settlement.generate_pairs_until_all_paired(
        opponent_order, everything, _build_candidate_order
    )


def _build_candidate_order(left: Sequence[int], _chosen: int) -> CandidateOrder:
    return CandidateOrder.LAST_TWO if len(left) == 2 else CandidateOrder.LAST


def pair_median_group(
    field: Field, task: ScoregroupTask, cite: OlympiadCitations, by_tiebreak: Mapping[Number, int]
) -> PairedScoregroup:
    """Pair the median group, in which floaters from above do not meet floaters from below.

    The regulations allow no exception to this ban. It is lifted only if the round cannot be paired
    otherwise.
    """
    teams = sort_teams_by_tiebreak(task, by_tiebreak)
    down = _bitset_of_teams(teams, task.incoming)
    up = _bitset_of_teams(teams, task.incoming_up)
    limited = permitted_pairs_graph(field, teams, with_limits=True)
    free = permitted_pairs_graph(field, teams, with_limits=False)
    for graph, limits_kept in (
        (remove_pairs_between(limited, down, up), True),
        (remove_pairs_between(free, down, up), False),
        (limited, True),
        (free, False),
    ):
        settlement = ScoregroupPairing(field, task, cite, teams, graph)
        if settlement.can_be_completed:
            return collect_results_of_steps(
                settlement.build_summary(limits_kept=limits_kept),
                generate_pairs_first_against_last(settlement),
            )
    raise AssertionError("the other groups give way until the median group can be paired")
