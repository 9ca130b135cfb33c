"""From the highest score group to the lowest, bracket by bracket."""

from __future__ import annotations

from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING

from topboard.kernels.matching import EXPOSED, bits, deficiency, maximum_matching
from topboard.records import dataclass
from topboard.rules.fide.classes import alike, first_of_best
from topboard.rules.fide.criteria import Bracket, ChargesOf2017, ChargesOf2026
from topboard.rules.fide.legality import (
    Completion,
    lowest_bye_score,
    may_have_bye,
    may_meet,
    open_graph,
)
from topboard.rules.fide.weighing import LEFT, Scope, weigh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Tenths
    from topboard.rules.fide.classes import FirstOfBest
    from topboard.rules.fide.criteria import Opened, Weights
    from topboard.rules.fide.profiles import Roll
    from topboard.rules.fide.weighing import Weighed

LEAVERS_TRIED = 40
"""After so many downfloaters who proved to be worse below, everybody is weighed."""

WEIGHED_WITH_ALL = 60
"""Up to so many players a bracket is weighed with everybody below it at once."""


def score_groups(roll: Roll) -> list[range]:
    """The places of those with the same score, the highest score first."""
    found = []
    start = 0
    for _, group in groupby(roll.profiles, key=lambda profile: profile.points):
        end = start + sum(1 for _ in group)
        found.append(range(start, end))
        start = end
    return found


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket as it was paired."""

    bracket: Bracket
    moved_down: tuple[tuple[int, int], ...]
    """Those moved down with their opponents."""
    remainder: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    """Those left over: they float down, or the last of all has the bye."""
    weights: Weights
    by_classes: FirstOfBest | None = None
    weighed: Weighed | None = None


class Verdict(Enum):
    """What becomes of a downfloater in the next bracket."""

    ATTAINS = "as well as anybody could do there"
    WORSE = "proved to be worse than whoever does as well as anybody could"
    UNKNOWN = "not decided without weighing everybody"


def paired_by_classes(bracket: Bracket, weights: Weights, found: FirstOfBest) -> Paired:
    """The pairs of a bracket from its classes."""
    pairs = tuple(found.pairs())
    moved = len(bracket.moved_down)
    left = () if found.left is None else (found.left,)
    return Paired(bracket, pairs[:moved], pairs[moved:], left, weights, by_classes=found)


def paired_by_weight(bracket: Bracket, found: Weighed) -> Paired:
    """The pairs of a bracket from the mates of its members."""
    residents = frozenset(bracket.residents)
    mates = found.mates
    moved_down = tuple((m, mates[m]) for m in bracket.moved_down if mates[m] in residents)
    taken = {r for _, r in moved_down}
    rest = [r for r in bracket.residents if r not in taken]
    remainder = tuple((r, mates[r]) for r in rest if mates[r] in residents and r < mates[r])
    done = {place for pair in (*moved_down, *remainder) for place in pair}
    left = tuple(place for place in bracket.members if place not in done)
    return Paired(bracket, moved_down, remainder, left, found.weights, weighed=found)


# --- 2026 ---------------------------------------------------------------------------------------


class WalkOf2026:
    """Every bracket leaves those still unpaired a complete pairing, with the bye at its score."""

    def __init__(self, roll: Roll, score: Tenths | None) -> None:
        self.roll = roll
        self.score = score
        """The score of whoever has the bye, until it is given."""
        self.completion = Completion(roll, score)
        self.bye: int | None = None

    def brackets(self) -> list[Paired]:
        """Everybody paired, the highest bracket first."""
        groups = score_groups(self.roll)
        moved_down: tuple[int, ...] = ()
        made = []
        for at, group in enumerate(groups):
            following = tuple(groups[at + 1]) if at + 1 < len(groups) else ()
            bracket = Bracket(
                self.roll.profiles[group.start].points,
                moved_down,
                tuple(group),
                following,
                group.stop + len(following),
            )
            paired = self.pair(bracket)
            made.append(paired)
            moved_down = paired.left
            if self.gives_bye(bracket) and len(moved_down) == 1:
                (self.bye,) = moved_down
                self.score = None
                self.completion = Completion(self.roll, None)
                moved_down = ()
        assert not moved_down, "all are paired but the one who has the bye"
        return made

    def gives_bye(self, bracket: Bracket) -> bool:
        """Whether the bye falls to a member of the bracket."""
        return self.score is not None and self.score >= bracket.points

    def pair(self, bracket: Bracket) -> Paired:
        """The best pairing of a bracket, by classes where that is proved to find it."""
        return self.pair_alike(bracket) or self.pair_weighed(bracket)

    # --- by classes -----------------------------------------------------------------------------

    def pair_alike(self, bracket: Bracket) -> Paired | None:
        """All are paired but one of an odd number, a resident, who does well in the next bracket."""
        odd = len(bracket.members) % 2 == 1
        gives_bye = self.gives_bye(bracket)
        if len(bracket.moved_down) > len(bracket.residents) or (gives_bye and not odd):
            return None
        if gives_bye and self.score != bracket.points:
            return None
        if not odd or gives_bye:
            first = bracket.residents[-1] + 1
            if not self.completion_below.of_rest(first):
                return None
        if not odd:
            return self._without_leaver(bracket)
        leavers = frozenset(bracket.residents)
        if gives_bye:
            leavers = frozenset(
                p for p in leavers if may_have_bye(self.roll.profiles[p], self.score)
            )
        for _ in range(LEAVERS_TRIED):
            paired = self._with_leaver(bracket, leavers, bye=gives_bye)
            if paired is None or gives_bye:
                return paired
            (leaver,) = paired.left
            verdict = self.verdict(bracket, leaver)
            if verdict is Verdict.ATTAINS:
                return paired
            if verdict is Verdict.UNKNOWN:
                return None
            leavers -= {leaver}
        return None

    @property
    def completion_below(self) -> Completion:
        """Whether those below the bracket can be paired, once the bye is given."""
        return self.completion

    def _without_leaver(self, bracket: Bracket) -> Paired | None:
        weights = self.charges(bracket, ())
        found = alike(self.roll, bracket, weights, None)
        best = found and first_of_best(self.roll, bracket, found)
        if best:
            return paired_by_classes(bracket, weights, best)
        return self._weighed_alone(bracket, None, bye=False)

    def _with_leaver(
        self, bracket: Bracket, leavers: frozenset[int], *, bye: bool
    ) -> Paired | None:
        weights = self.charges(bracket, (), bye=bye)
        found = alike(self.roll, bracket, weights, leavers)
        best = found and first_of_best(self.roll, bracket, found)
        if best:
            return paired_by_classes(bracket, weights, best)
        return self._weighed_alone(bracket, leavers, bye=bye)

    def _weighed_alone(
        self, bracket: Bracket, leavers: frozenset[int] | None, *, bye: bool
    ) -> Paired | None:
        """The bracket weighed by itself; None if more than one would be left over."""
        scope = Scope(bracket.members, leavers)
        found = weigh(
            self.roll, bracket, scope, lambda order: self.charges(bracket, order, bye=bye)
        )
        if found is None:
            return None
        paired = paired_by_weight(bracket, found)
        fits = len(paired.left) == len(bracket.members) % 2
        return paired if fits else None

    def charges(self, bracket: Bracket, order: Opened, *, bye: bool = False) -> Weights:
        """What the criteria charge."""
        return ChargesOf2026(self.roll, bracket, order, bye_unplayed=bye)

    # --- the next bracket -----------------------------------------------------------------------

    def verdict(self, bracket: Bracket, leaver: int) -> Verdict:
        """Whether nobody could do better in the next bracket than this downfloater.

        As few as possible may be left over there, he himself not among them, and all who are must
        be able to be paired further down.
        """
        following = bracket.following
        graph = open_graph(self.roll, (leaver, *following))
        if not graph[0]:
            return Verdict.WORSE
        count = len(following) + 1
        rest = Completion.of_rest
        below = bracket.below
        everybody = (1 << count) - 1
        last = below == len(self.roll.profiles)
        bye_there = self.score is not None and self.score == self.roll.profiles[following[0]].points
        if bye_there and not last:
            return self._verdict_with_bye(bracket, leaver, graph)
        if last:
            fits = self.completion.of_places((leaver, *following))
            return Verdict.ATTAINS if fits else Verdict.WORSE
        base = deficiency(graph, everybody & ~1)
        least = base - 1 if base else 1
        if deficiency(graph, everybody) != least:
            return Verdict.WORSE
        mate = self._matching_with_leaver(graph)
        left = [v for v in range(count) if mate[v] == EXPOSED]
        assert 0 not in left
        if rest(self.completion, below, [following[v - 1] for v in left]):
            return Verdict.ATTAINS
        if not left:
            return Verdict.WORSE
        return self._other_left_over(bracket, graph) if len(left) == 1 else Verdict.UNKNOWN

    def _matching_with_leaver(self, graph: Sequence[int]) -> list[int]:
        """A largest matching of the next bracket in which the downfloater, vertex 0, is paired."""
        mate = maximum_matching(graph, (1 << len(graph)) - 1)
        if mate[0] == EXPOSED:
            # Whoever he may meet can change to him without a pair less.
            v = next(bits(graph[0]))
            other = mate[v]
            mate[0], mate[v] = v, 0
            if other != EXPOSED:
                mate[other] = EXPOSED
        return mate

    def _other_left_over(self, bracket: Bracket, graph: Sequence[int]) -> Verdict:
        """Whether somebody else may be left over in the next bracket, who can be paired below."""
        everybody = (1 << len(graph)) - 1
        for v in range(1, len(graph)):
            if deficiency(graph, everybody & ~(1 << v)) == 0 and self.completion.of_rest(
                bracket.below, [bracket.following[v - 1]]
            ):
                return Verdict.ATTAINS
        return Verdict.UNKNOWN

    def _verdict_with_bye(self, bracket: Bracket, leaver: int, graph: list[int]) -> Verdict:
        """The bye falls to one of the next bracket, and more are below."""
        following, profiles = bracket.following, self.roll.profiles
        if len(graph) % 2 == 0:
            return Verdict.UNKNOWN
        if not Completion(self.roll, None).of_rest(bracket.below):
            return Verdict.UNKNOWN
        bye = 1 << len(graph)
        with_bye = [*graph, 0]
        for v, place in enumerate(following, start=1):
            if may_have_bye(profiles[place], self.score):
                with_bye[v] |= bye
                with_bye[-1] |= 1 << v
        return Verdict.ATTAINS if deficiency(with_bye) == 0 else Verdict.UNKNOWN

    # --- by weighing everybody ------------------------------------------------------------------

    def pair_weighed(self, bracket: Bracket) -> Paired:
        """The best pairing with everybody below in view."""
        everybody = (*bracket.members, *range(bracket.residents[-1] + 1, len(self.roll.profiles)))
        near = len(bracket.members) + len(bracket.following)
        bye_here = self.score is not None and (
            not bracket.following
            or self.score >= self.roll.profiles[bracket.following[0]].points
        )
        if len(everybody) > WEIGHED_WITH_ALL and near < len(everybody) and not bye_here:
            paired = self._weighed(bracket, (*bracket.members, *bracket.following), None, near=True)
            if paired is not None:
                return paired
        leavers = None
        if self.score is not None:
            leavers = frozenset(
                p for p in everybody if may_have_bye(self.roll.profiles[p], self.score)
            )
        paired = self._weighed(bracket, everybody, leavers)
        assert paired is not None, "everybody still unpaired has a complete pairing"
        return paired

    def _weighed(
        self,
        bracket: Bracket,
        places: tuple[int, ...],
        leavers: frozenset[int] | None,
        *,
        near: bool = False,
    ) -> Paired | None:
        scope = Scope(places, leavers, may_leave=near)
        found = weigh(self.roll, bracket, scope, lambda order: self.charges(bracket, order))
        if found is None:
            return None
        if near:
            single = [p for p in places if found.mates[p] < 0]
            if not self.completion.of_rest(bracket.below, single):
                return None
        paired = paired_by_weight(bracket, found)
        if self.gives_bye(bracket) and len(paired.left) == 1 and found.mates[paired.left[0]] == LEFT:
            found = weigh(
                self.roll, bracket, scope, lambda order: self.charges(bracket, order, bye=True)
            )
            assert found is not None
            paired = paired_by_weight(bracket, found)
        return paired


# --- 2017 ---------------------------------------------------------------------------------------


class WalkOf2017:
    """Brackets are paired with an eye on the next one only, until the rest could not be paired."""

    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self.completion = Completion(roll, None)
        self.bye: int | None = None
        self.groups = score_groups(roll)

    def brackets(self) -> list[Paired]:
        """Everybody paired, the highest bracket first."""
        moved_down: tuple[int, ...] = ()
        made: list[Paired] = []
        while len(made) < len(self.groups):
            group = self.groups[len(made)]
            paired = self.pair(moved_down, group, len(made))
            made.append(paired)
            moved_down = paired.left
        if moved_down:
            (self.bye,) = moved_down
        return made

    def pair(self, moved_down: tuple[int, ...], group: range, at: int) -> Paired:
        points = self.roll.profiles[group.start].points
        count = len(self.roll.profiles)
        if group.stop == count:
            return self.pair_last(Bracket(points, moved_down, tuple(group), (), count))
        following = tuple(self.groups[at + 1])
        bracket = Bracket(
            points, moved_down, tuple(group), following, group.stop + len(following)
        )
        paired = self.pair_alike(bracket) or self._weighed(
            bracket, Scope((*bracket.members, *following), may_leave=True)
        )
        if self.completion.of_rest(group.stop, paired.left):
            return paired
        return self.pair_penultimate(bracket)

    def pair_alike(self, bracket: Bracket) -> Paired | None:
        if len(bracket.moved_down) > len(bracket.residents):
            return None
        odd = len(bracket.members) % 2 == 1
        leavers = frozenset(bracket.residents) if odd else None
        for _ in range(LEAVERS_TRIED):
            weights = self.charges(bracket, ())
            found = alike(self.roll, bracket, weights, leavers)
            best = found and first_of_best(self.roll, bracket, found)
            if not best:
                return None
            paired = paired_by_classes(bracket, weights, best)
            if leavers is None:
                return paired
            (leaver,) = paired.left
            verdict = self.verdict(bracket, leaver)
            if verdict is Verdict.ATTAINS:
                return paired
            if verdict is Verdict.UNKNOWN:
                return None
            leavers -= {leaver}
        return None

    def verdict(self, bracket: Bracket, leaver: int) -> Verdict:
        graph = open_graph(self.roll, (leaver, *bracket.following))
        if not graph[0]:
            return Verdict.WORSE
        everybody = (1 << len(graph)) - 1
        if bracket.below == len(self.roll.profiles):
            graph = self.completion.graph((leaver, *bracket.following))
            if len(graph) > 1 + len(bracket.following):
                # Somebody else has the bye.
                graph[0] &= ~(1 << len(graph) - 1)
                graph[-1] &= ~1
            return Verdict.ATTAINS if deficiency(graph) == 0 else Verdict.UNKNOWN
        base = deficiency(graph, everybody & ~1)
        least = base - 1 if base else 1
        return Verdict.ATTAINS if deficiency(graph, everybody) == least else Verdict.WORSE

    def charges(self, bracket: Bracket, order: Opened, *, looks_ahead: bool = True) -> Weights:
        last_below = bracket.below == len(self.roll.profiles)
        return ChargesOf2017(
            self.roll, bracket, order, looks_ahead=looks_ahead, bye_below=last_below
        )

    def _weighed(self, bracket: Bracket, scope: Scope, *, looks_ahead: bool = True) -> Paired:
        found = weigh(
            self.roll,
            bracket,
            scope,
            lambda order: self.charges(bracket, order, looks_ahead=looks_ahead),
        )
        assert found is not None
        return paired_by_weight(bracket, found)

    def pair_penultimate(self, bracket: Bracket) -> Paired:
        """The bracket whose downfloaters must let all below be paired; these then are one bracket."""
        count = len(self.roll.profiles)
        rest = range(bracket.residents[-1] + 1, count)
        at = next(i for i, group in enumerate(self.groups) if group.stop == rest.start)
        self.groups[at + 1 :] = [rest]
        everybody = (*bracket.members, *rest)
        penultimate = Bracket(
            bracket.points, bracket.moved_down, bracket.residents, tuple(rest), count
        )
        return self._weighed(
            penultimate, Scope(everybody, self._bye_of(everybody)), looks_ahead=False
        )

    def _bye_of(self, places: Sequence[int]) -> frozenset[int] | None:
        if len(places) % 2 == 0:
            return None
        return frozenset(p for p in places if may_have_bye(self.roll.profiles[p], None))

    def pair_last(self, bracket: Bracket) -> Paired:
        """The last bracket: one of an odd number has the bye."""
        leavers = self._bye_of(bracket.members)
        one_score = self.roll.profiles[bracket.residents[-1]].points == bracket.points
        if one_score and len(bracket.moved_down) <= len(bracket.residents):
            weights = self.charges(bracket, (), looks_ahead=False)
            some = leavers and leavers & frozenset(bracket.residents)
            if leavers is None or some:
                found = alike(self.roll, bracket, weights, some)
                best = found and first_of_best(self.roll, bracket, found)
                if best:
                    return paired_by_classes(bracket, weights, best)
        return self._weighed(bracket, Scope(bracket.members, leavers), looks_ahead=False)


def walk_2026(roll: Roll):
    odd = len(roll.profiles) % 2
    score = lowest_bye_score(roll) if odd else None
    if (odd and score is None) or (not odd and not Completion(roll, None).of_rest(0)):
        raise ValueError("no legal pairing")
    w = WalkOf2026(roll, score)
    made = w.brackets()
    return flat(made, w.bye)


def walk_2017(roll: Roll):
    if not Completion(roll, None).of_rest(0):
        raise ValueError("no legal pairing")
    w = WalkOf2017(roll)
    made = w.brackets()
    return flat(made, w.bye)


def flat(made, bye):
    out = [pair for paired in made for pair in (*paired.moved_down, *paired.remainder)]
    if bye is not None:
        out.append((bye, LEFT))
    return out
