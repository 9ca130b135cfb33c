"""The decisions of a pairing with their witnesses, written down while the checker walks.

For everybody whom a decision passes over, and for every way to pair a group that was not gone,
the kernels give a bridge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.kernels.matching import EXPOSED, PerfectMatching, bits
from topboard.proof.seeking import EXIT
from topboard.proof.steps import Steps
from topboard.reasons import Floated, GroupOpened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.proof.olympiad.give_way import Departures
    from topboard.proof.olympiad.groups import PointGroup, Ways
    from topboard.proof.seeking import Attempt, Seeking
    from topboard.reasons import RoundPairing

    Opponents = Mapping[int, int | None]
    Step = dict[str, Any]


class Maker(Steps):
    """Steps that are decided and written down when the walk asks for them."""

    def __init__(self, pairing: RoundPairing, opponents: Opponents) -> None:
        super().__init__(())
        self.written: list[Step] = []
        self._opponents = opponents
        self._gave_way, self._left = _groups(pairing)
        self._leaving: frozenset[int] = frozenset(() if pairing.bye is None else (pairing.bye,))
        """Who goes out through an exit of the group that is settled now."""
        self._own: tuple[Seeking, PerfectMatching] | None = None
        """A group that gives way, with what is possible in it: its own pairing nobody published."""

    def take(self, article: str, *kinds: str, **about: Any) -> Step:
        """Decide what the walk asks for."""
        self.under(article)
        self.taken += 1
        step = _DECIDING[kinds[0]](self, **about)
        self.written.append(step)
        return step

    def finish(self) -> None:
        """Nothing was handed in that could be left over."""

    # --- opponents, those who leave, the bye ------------------------------------------------

    def choice(self, seeking: Seeking, place: int, of: Sequence[int]) -> Step:
        """Whom somebody meets, or that it leaves, and the bridge against those who come before."""
        numbers, published = seeking.numbers, seeking.published
        of = [p for p in of if seeking.alive >> p & 1]
        if published is None:
            matching = self._possibilities(seeking)
            chosen = next(p for p in of if matching.can_pair(place, p))
        else:
            chosen = self._as_published(seeking, published, place, of)
        if seeking.is_exit(place) or seeking.is_exit(chosen):
            step: Step = {seeking.leaving: numbers[min(place, chosen)]}
        else:
            step = {"pair": [numbers[place], numbers[chosen]]}
        passed = [p for p in of[: of.index(chosen)] if seeking.graph[place] >> p & 1]
        if passed:
            if published is not None:
                mate = self._mates(seeking, published)
                matching = PerfectMatching(seeking.graph, seeking.alive, mate)
            step["bridge"] = _bridge(matching, seeking, place, passed)
        if published is None:
            matching.fix(place, chosen)
        return step

    def _as_published(
        self, seeking: Seeking, published: Opponents, place: int, of: Sequence[int]
    ) -> int:
        """What the round gives to a place: who leaves, an opponent of the group, or an exit."""
        numbers = seeking.numbers
        if seeking.is_exit(place):
            return next((p for p in of if numbers[p] in self._leaving), of[0])
        if numbers[place] in self._leaving:
            return next((p for p in of if seeking.is_exit(p)), of[0])
        opponent = published[numbers[place]]
        meets = (p for p in of if not seeking.is_exit(p) and numbers[p] == opponent)
        return next(meets, of[0])

    def _mates(self, seeking: Seeking, published: Opponents) -> list[int]:
        """The round as a perfect matching of a group, those who leave with its exits."""
        at = {n: place for place, n in enumerate(seeking.numbers)}
        mate = [EXPOSED] * len(seeking.graph)
        exits = iter(seeking.exits())
        for place in seeking.free(range(len(seeking.numbers))):
            number = seeking.numbers[place]
            leaves = number in self._leaving
            other = next(exits, EXPOSED) if leaves else at.get(published[number] or 0, EXPOSED)
            if other != EXPOSED:
                mate[place], mate[other] = other, place
        return mate

    def _is_gone(self, way: Attempt, teams: Sequence[int]) -> bool:
        """Whether the round pairs the group in this way."""
        at = {n: place for place, n in enumerate(teams)}
        exits = (1 << way.exits) - 1 << len(teams)
        for place, n in enumerate(teams):
            other = at.get(self._opponents[n] or 0, place)
            meets = exits if n in self._leaving else 1 << other
            if not way.graph[place] & meets:
                return False
        return True

    def _possibilities(self, seeking: Seeking) -> PerfectMatching:
        if self._own is None or self._own[0] is not seeking:
            self._own = seeking, PerfectMatching(seeking.graph)
        return self._own[1]

    # --- groups -----------------------------------------------------------------------------

    def opening(self, group: PointGroup, teams: Sequence[int], ways: Ways) -> Step:
        """How many leave a group, and the bridges against the ways that were not gone."""
        self._leaving = self._left.get(group.points, frozenset()).intersection(teams)
        if group.points in self._gave_way:
            leaving, closed = _first_possible(len(teams), ways)
            step: Step = {"group": group.points, "gives_way": True, "leavers": leaving}
            return {**step, "passed": [_bridge_of(way.graph, teams) for way in closed]}
        leaving = len(self._leaving)
        step = {"group": group.points, **({"leavers": leaving} if leaving else {})}
        passed = []
        for way, _ in ways(leaving):
            if way.exits == leaving and self._is_gone(way, teams):
                break
            passed.append(_bridge_of(way.graph, teams))
        return {**step, **({"passed": passed} if passed else {})}

    def giving_way(self, departures: Departures, left: Sequence[int], graph: Sequence[int]) -> Step:
        """Why a group gives way, and the dual values that show who leaves."""
        # Hardly any round comes here.
        from topboard.kernels.weighted import minimum_cost_matching

        self._leaving = frozenset()
        count, size = len(departures.numbers), departures.size
        found = {}
        for name, limits in (("free", False), ("limited", True)):
            costs = departures.costs(limits=limits)
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
            "bridge": _bridge_of(graph, left),
            "limits": limits_kept,
            "pairing": [
                [departures.numbers[a], departures.numbers[b]] for a, b in enumerate(mate) if a < b
            ],
        }
        for name, optimum in found.items():
            if optimum is None:
                step[name] = {"bridge": _bridge_of(departures.graph[True], departures.numbers)}
            else:
                blossoms = [[[*odd.members], odd.dual] for odd in optimum.blossoms]
                step[name] = {"duals": [*optimum.duals], "blossoms": blossoms}
        return step


_DECIDING: dict[str, Callable[..., Step]] = {
    "pair": Maker.choice,
    "leaves": Maker.choice,
    "bye": Maker.choice,
    "group": Maker.opening,
    "instead": Maker.giving_way,
}


def _groups(pairing: RoundPairing) -> tuple[set[int], dict[int, frozenset[int]]]:
    """The groups that gave way, and for every group who left it, by the points of the group."""
    gave_way: set[int] = set()
    left: dict[int, set[int]] = {}
    points = 0
    for reason in pairing.reasons:
        if isinstance(reason, GroupOpened):
            points = reason.points
            if reason.gave_way:
                gave_way.add(points)
        elif isinstance(reason, Floated):
            left.setdefault(points, set()).add(reason.number)
    return gave_way, {points: frozenset(numbers) for points, numbers in left.items()}


def _bridge(
    matching: PerfectMatching, seeking: Seeking, place: int, passed: Sequence[int]
) -> list[int]:
    """One bridge for all who were passed over: each of them is taken out of it in turn."""
    bridge = 0
    for candidate in passed:
        if not matching.can_pair(place, candidate):
            bridge |= matching.refusal(place, candidate).bridge
    return _places(bridge, seeking.numbers)


def _first_possible(count: int, ways: Ways) -> tuple[int, list[Attempt]]:
    """How many leave a group by itself, and the ways before the first that can be gone."""
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


def _bridge_of(graph: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """The bridge that closes a graph, as a file writes it; empty, which proves nothing, if none."""
    certificate = PerfectMatching(graph).certificate
    return [] if certificate is None else _places(certificate.bridge, numbers)


def _places(bridge: int, numbers: Sequence[int]) -> list[int]:
    return [numbers[v] if v < len(numbers) else EXIT for v in bits(bridge)]
