"""Evidence for Olympiad rounds: groups, failed attempts to pair them, and groups that must release
more teams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching
from topboard.matching.weighted import minimum_cost_matching
from topboard.proof.prove.writer import ProofWriter, bridge_against_graph, duals_to_json
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

    def step_builders(self) -> dict[str, Callable[..., Step]]:
        """Return the function that creates each kind of step, keyed by kind."""
        return {
            **super().step_builders(),
            "group": self.build_group_step,
            "instead": self.build_giving_way_step,
        }

    def build_group_step(self, group: PointGroup, teams: Sequence[int], ways: Ways) -> Step:
        """Return the first step of a group: the number of teams that leave it, and a bridge against
        each failed attempt to pair it.
        """
        self.leaving_now = self._left.get(group.points, frozenset()).intersection(teams)
        if group.points in self._gave_way:
            leaving, closed = _count_first_possible_floaters(len(teams), ways)
            step: Step = {"group": group.points, "gives_way": True, "leavers": leaving}
            return {**step, "passed": [bridge_against_graph(way.graph, teams) for way in closed]}
        leaving = len(self.leaving_now)
        step = {"group": group.points, **({"leavers": leaving} if leaving else {})}
        passed = []
        for way, _ in ways(leaving):
            if way.exits == leaving and self.is_attempt_published(way, teams):
                break
            passed.append(bridge_against_graph(way.graph, teams))
        return {**step, **({"passed": passed} if passed else {})}

    def build_giving_way_step(
        self, departures: FloaterCosts, left: Sequence[int], graph: Sequence[int]
    ) -> Step:
        """Return the step that shows why a group gives way and which teams it releases."""

        self.leaving_now = frozenset()
        count, size = len(departures.numbers), departures.size
        found = {}
        for name, limits in (("free", False), ("limited", True)):
            costs = departures.pair_costs(limits=limits)
            edges = [(a, b, cost) for (a, b), cost in costs.items()]
            found[name] = minimum_cost_matching(count, edges)
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
            "bridge": bridge_against_graph(graph, left),
            "limits": limits_kept,
            "pairing": [
                [departures.numbers[a], departures.numbers[b]] for a, b in enumerate(mate) if a < b
            ],
        }
        for name, optimum in found.items():
            if optimum is None:
                step[name] = {
                    "bridge": bridge_against_graph(departures.graph[True], departures.numbers)
                }
            else:
                step[name] = duals_to_json(optimum)
        return step


MAKER = OlympiadProofWriter


def _find_floaters_by_group(pairing: RoundPairing) -> tuple[set[int], dict[int, frozenset[int]]]:
    """Return the points of the groups that gave way, and the teams that left each group."""
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


def _count_first_possible_floaters(count: int, ways: Ways) -> tuple[int, list[Attempt]]:
    """Return the number of teams that leave a group considered by itself, and the failed attempts
    to pair it.
    """
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
