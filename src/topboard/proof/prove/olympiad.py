"""Evidence for Olympiad rounds: the pairing of groups, failed attempts, and groups that must
release more teams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.proof.prove.writer import (
    ProofWriter,
    duals_to_json,
    find_bridge_against_pairing_graph,
)
from topboard.reasons.decisions import Floated, ScoregroupSummary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.proof.prove.writer import Opponents, Step
    from topboard.proof.verify.olympiad.give_way import FloaterCosts
    from topboard.proof.verify.olympiad.groups import PointGroup, Ways
    from topboard.proof.verify.seeking import Attempt
    from topboard.reasons.decisions import RoundPairing


class OlympiadProofWriter(ProofWriter):
    """Writer of the proof steps for an Olympiad round."""

    def __init__(self, pairing: RoundPairing, opponents: Opponents) -> None:
        super().__init__(pairing, opponents)
        self._gave_way, self._left = _find_floaters_by_group(pairing)

    def get_step_builders(self) -> dict[str, Callable[..., Step]]:
        """Return the functions that build steps, keyed by kind of step."""
        return {
            **super().get_step_builders(),
            "group": self.build_first_step_of_group,
            "instead": self.build_extra_floaters_step,
        }

    def build_first_step_of_group(
        self, group: PointGroup, teams: Sequence[int], ways: Ways
    ) -> Step:
        """Return the first step of a group.

        It states how many teams leave the group. For each failed attempt to pair the group, it has
        a bridge (a Tutte-Berge barrier) that proves the failure.
        """
        self.leaving_now = self._left.get(group.points, frozenset()).intersection(teams)
        if group.points in self._gave_way:
            leaving, closed = _find_fewest_floaters(len(teams), ways)
            step: Step = {"group": group.points, "gives_way": True, "leavers": leaving}
            return {
                **step,
                "passed": [find_bridge_against_pairing_graph(way.graph, teams) for way in closed],
            }
        leaving = len(self.leaving_now)
        step = {"group": group.points, **({"leavers": leaving} if leaving else {})}
        passed = []
        for way, _ in ways(leaving):
            if way.exits == leaving and self.is_group_published_as_attempted(way, teams):
                break
            passed.append(find_bridge_against_pairing_graph(way.graph, teams))
        return {**step, **({"passed": passed} if passed else {})}

    def build_extra_floaters_step(
        self, departures: FloaterCosts, left: Sequence[int], graph: Sequence[int]
    ) -> Step:
        """Return the step that shows why a group must release more teams, and names these teams."""

        self.leaving_now = frozenset()
        count, size = len(departures.numbers), departures.size
        found = {}
        for name, limits in (("free", False), ("limited", True)):
            costs = departures.list_costs_of_allowed_pairs(limits=limits)
            edges = [(a, b, cost) for (a, b), cost in costs.items()]
            found[name] = find_minimum_cost_matching(count, edges)
        free, limited = found["free"], found["limited"]
        assert free is not None, "the round has a complete pairing"
        leaving = {
            name: sum(optimum.mate[a] >= size for a in range(size))
            for name, optimum in found.items()
            if optimum is not None
        }
        limits_kept = leaving.get("limited") == leaving["free"]
        mate = (limited if limits_kept and limited else free).mate
        step: Step = {
            "instead": departures.numbers[:size],
            "bridge": find_bridge_against_pairing_graph(graph, left),
            "limits": limits_kept,
            "pairing": [
                [departures.numbers[a], departures.numbers[b]] for a, b in enumerate(mate) if a < b
            ],
        }
        for name, optimum in found.items():
            if optimum is None:
                step[name] = {
                    "bridge": find_bridge_against_pairing_graph(
                        departures.graph[True], departures.numbers
                    )
                }
            else:
                step[name] = duals_to_json(optimum)
        return step


MAKER = OlympiadProofWriter


def _find_floaters_by_group(pairing: RoundPairing) -> tuple[set[int], dict[int, frozenset[int]]]:
    """Return the points of the groups that released more teams than necessary.

    The second value maps the points of each group to the teams that left it.
    """
    gave_way: set[int] = set()
    left: dict[int, set[int]] = {}
    points = 0
    for reason in pairing.reasons:
        if isinstance(reason, ScoregroupSummary):
            points = reason.points
            if reason.gave_way:
                gave_way.add(points)
        elif isinstance(reason, Floated):
            left.setdefault(points, set()).add(reason.number)
    return gave_way, {points: frozenset(numbers) for points, numbers in left.items()}


def _find_fewest_floaters(count: int, ways: Ways) -> tuple[int, list[Attempt]]:
    """Return how many teams must leave a group paired by itself, and the failed attempts."""
    for leaving in range(count % 2, count + 1, 2):
        passed: list[Attempt] = []
        for way, _ in ways(leaving):
            if PerfectMatching(way.graph).exists:
                break
            passed.append(way)
        else:
            continue
        if way.exits == leaving:
            return leaving, passed
    raise AssertionError("at the worst everybody leaves")
