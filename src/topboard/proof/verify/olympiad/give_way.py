"""A group that gives way: it releases more teams than it needs to, so that the rest of the round
can be paired.

It sends as few additional teams as possible towards the median group, and chooses the lowest-ranked
teams of the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topboard.proof.verify.duals import parse_lower_bound, parse_pairs
from topboard.proof.verify.olympiad.groups import (
    FirstAgainstLastMethod,
    HalvesMethod,
    PointGroup,
    RoundContext,
)
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.seeking import Attempt, OpponentSearch, is_graph_unpairable
from topboard.proof.verify.witnesses import bit_indices


class FloaterCosts:
    """The teams that may leave a group, and the cost of every pair of the teams still to be paired.

    A pair within the group or within the rest costs nothing. Fewer departures always cost less. If
    the numbers of departures are equal, it costs less to release teams that are later in the group.
    """

    def __init__(self, going: RoundContext, group: PointGroup, rest: Sequence[int]) -> None:
        inside = [*group.incoming, *group.residents]
        self.numbers, self.size = [*inside, *rest], len(inside)
        self.one = 1 << self.size
        self.graph: dict[bool, list[int]] = {}
        for limits in (False, True):
            # The colour limits apply only inside the group.
            graph = going.encounters.build_allowed_pairs_graph(self.numbers, limits=False)
            for place, row in enumerate(
                going.encounters.build_allowed_pairs_graph(inside, limits=limits)
            ):
                graph[place] = graph[place] & ~(self.one - 1) | row
            self.graph[limits] = graph

    def list_costs_of_allowed_pairs(self, *, limits: bool) -> dict[tuple[int, int], int]:
        """Return the cost of every allowed pair."""
        return {
            (a, b): self.one - (1 << a) if a < self.size <= b else 0
            for a, row in enumerate(self.graph[limits])
            for b in bit_indices(row)
            if a < b
        }

    def parse_doubled_cost_bound(self, written: Any, *, limits: bool) -> int:
        """Return twice the minimum cost of pairing everyone, as proved in a file.

        The cost is prohibitive if not everyone can be paired.
        """
        count = len(self.numbers)
        if "bridge" in written and is_graph_unpairable(
            written["bridge"], self.numbers, self.graph[limits]
        ):
            return 2 * self.one * (count + 1)
        return parse_lower_bound(written, count, self.list_costs_of_allowed_pairs(limits=limits))


def check_group_with_extra_floaters(
    going: RoundContext,
    group: PointGroup,
    rest: Sequence[int],
    natural: Sequence[int],
    method: HalvesMethod | FirstAgainstLastMethod,
) -> list[int]:
    """Check that a group must release more teams, and return the teams that leave it.

    ``natural`` lists the teams that would leave it otherwise. The pairing of the remaining teams is
    checked as well.
    """
    steps, departures = going.steps, FloaterCosts(going, group, rest)
    left = [*natural, *rest]
    graph = going.encounters.build_allowed_pairs_graph(left, limits=False)
    about = {"departures": departures, "left": left, "graph": graph}
    step = steps.take_step(going.cite["most pairs"], "instead", **about)
    if step["instead"] != departures.numbers[: departures.size]:
        raise steps.build_refusal_of_current_step(
            "the proof names the wrong group of participants who could leave instead"
        )
    if not is_graph_unpairable(step["bridge"], left, graph):
        raise steps.build_refusal_of_current_step(
            "the proof does not show that other participants have to leave the group instead"
        )
    limits = step.get("limits") is True
    leaving = _check_fewest_teams_leave(departures, step, steps, limits=limits)
    steps.record_proved_step(f"{len(leaving)} leave so that the rest can be paired")
    staying = group._replace(
        residents=[n for n in group.residents if n not in leaving],
        incoming=[n for n in group.incoming if n not in leaving],
    )
    teams = method.arrange_teams(staying)
    attempt = Attempt(going.encounters.build_allowed_pairs_graph(teams, limits=limits), 0)
    method.check_staying_teams(
        going, staying, OpponentSearch(steps, teams, attempt, going.published)
    )
    return leaving


def _check_fewest_teams_leave(
    departures: FloaterCosts, step: Any, steps: ProofReader, *, limits: bool
) -> list[int]:
    """Check that a step's pairing is the cheapest, and return the teams that leave the group."""
    costs = departures.list_costs_of_allowed_pairs(limits=limits)
    place = {n: at for at, n in enumerate(departures.numbers)}
    pairs = parse_pairs(step["pairing"], place, departures.graph[limits])
    if 2 * len(pairs) < len(departures.numbers):
        raise steps.build_refusal_of_current_step(
            "the pairing in which these participants leave the group is not valid"
        )
    total = 2 * sum(costs[a, b] for a, b in pairs)
    leaving = [departures.numbers[a] for a, b in pairs if a < departures.size <= b]
    free = departures.parse_doubled_cost_bound(step["free"], limits=False)
    limited = departures.parse_doubled_cost_bound(step["limited"], limits=True)
    # If the limits apply, no more teams leave than without them. If they are lifted, fewer teams
    # leave than with them.
    best, other, fewer = (
        (limited, free, len(leaving) - 1) if limits else (free, limited, len(leaving))
    )
    if best != total or other <= 2 * departures.one * fewer:
        raise steps.build_refusal_of_current_step(
            "the dual values do not show that fewer participants cannot leave"
        )
    return leaving
