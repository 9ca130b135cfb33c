"""The best pairing of a bracket found by weighing every legal pair.

A matching of least cost over everybody still to be paired is the best pairing by the criteria, and
of the best ones the first in the order in which the procedure generates them: the order is digits of
the cost too. First the moved-down players get their opponents, then the remainder is paired.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.weighted import minimum_cost_matching
from topboard.reasons.brackets import Criterion
from topboard.records import dataclass
from topboard.rules.fide.legality import may_have_bye, open_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from topboard.kernels.weighted import Optimum
    from topboard.model import Tenths
    from topboard.rules.fide.criteria import Bracket, Weights
    from topboard.rules.fide.profiles import Roll

    Order = Sequence[tuple[Criterion, int, int]]
    Open = Callable[[Order], Weights]
    Edge = tuple[int, int, int]

BYE = -1
"""In place of an opponent: the bye."""
NOBODY = -2
"""In place of an opponent: left over, in a scope that ends with the next bracket."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Over whom a bracket is weighed."""

    places: tuple[int, ...]
    bye: bool = False
    """Whether the bye is to be given to one of them."""
    bye_score: Tenths | None = None
    may_leave: bool = False
    """Whether anybody may be left over, to be paired with those outside the scope."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The best pairing of a bracket, as the mates of its members."""

    mates: Mapping[int, int]
    """For every place of the scope its opponent's, BYE or NOBODY."""
    weights: Weights
    cost: int


def weigh(roll: Roll, bracket: Bracket, scope: Scope, open_weights: Open) -> Weighed | None:
    """The best pairing, or None if the scope has no complete one."""
    first = _First(roll, bracket, scope, open_weights)
    mates = first.solve()
    if mates is None:
        return None
    settled = {m: mates[m] for m in bracket.moved_down if mates[m] in first.residents}
    second = _Second(roll, bracket, scope, open_weights, settled, mates)
    return second.solve_all()


class _Graph:
    """The legal pairs of a scope with what each costs."""

    def __init__(self, roll: Roll, bracket: Bracket, scope: Scope) -> None:
        self.roll = roll
        self.bracket = bracket
        self.scope = scope
        self.moved_down = frozenset(bracket.moved_down)
        self.residents = frozenset(bracket.residents)
        self.following = frozenset(bracket.following)
        self.weights: Weights

    def mates(self, places: Sequence[int], bye: bool) -> tuple[dict[int, int], int] | None:
        """For each place its opponent's in the cheapest complete pairing, and its cost."""
        vertices = [*places, *([BYE] if bye else ())]
        if len(vertices) % 2 and self.scope.may_leave:
            vertices.append(NOBODY)
        legal = open_graph(self.roll, places)
        edges, apart = self._edges(places, vertices, legal)
        found = minimum_cost_matching(len(vertices), edges)
        if found is None:
            return None
        mates = {}
        for v, w in enumerate(found.mate):
            alone = (min(v, w), max(v, w)) in apart
            if vertices[v] >= 0:
                mates[vertices[v]] = NOBODY if alone else vertices[w]
        return mates, found.cost

    def _edges(
        self, places: Sequence[int], vertices: Sequence[int], legal: Sequence[int]
    ) -> tuple[list[Edge], set[tuple[int, int]]]:
        """The pairs with their costs, and which of them stand for two who are left over."""
        edges: list[Edge] = []
        apart: set[tuple[int, int]] = set()
        leave = self.scope.may_leave
        alone = [self.alone(p) for p in places]
        inside = self.moved_down | self.residents
        for i, a in enumerate(places):
            row = legal[i]
            for j in range(i + 1, len(places)):
                b = places[j]
                together = alone[i] + alone[j]
                if row >> j & 1:
                    cost = self.pair(a, b, together, inside)
                    if cost is not None and (not leave or cost <= together):
                        edges.append((i, j, cost))
                        continue
                if leave:
                    edges.append((i, j, together))
                    apart.add((i, j))
        for v in range(len(places), len(vertices)):
            for i, a in enumerate(places):
                if vertices[v] == NOBODY:
                    edges.append((i, v, alone[i]))
                    apart.add((i, v))
                elif may_have_bye(self.roll.profiles[a], self.scope.bye_score):
                    edges.append((i, v, alone[i] + self.bye(a)))
        return edges, apart

    def alone(self, place: int) -> int:
        """What it costs that somebody is paired outside this bracket and the next."""
        if place in self.moved_down or place in self.residents:
            return self.weights.down(place) + self.weights.lost(place) + self.left(place)
        if place in self.following:
            return self.weights.lost(place)
        return 0

    def pair(self, a: int, b: int, together: int, inside: frozenset[int]) -> int | None:
        """What a legal pair costs, the higher ranked first; None if it may not be made."""
        if a in inside:
            if b in self.residents:
                return self.weights.inside(a, b) + self.order(a, b)
            if b in self.following:
                return self.weights.down(a) + self.left(a)
            return together
        if (a in self.following) == (b in self.following):
            return 0
        return together

    def order(self, _a: int, _b: int) -> int:
        """What a pair of the bracket costs by the order of generation."""
        return 0

    def left(self, _place: int) -> int:
        """What a downfloater costs by the order of generation."""
        return 0

    def bye(self, place: int) -> int:
        """What the receiver of the bye costs."""
        return self.weights.bye(place)


class _First(_Graph):
    """Who of the moved-down players are paired, and with whom."""

    def __init__(self, roll: Roll, bracket: Bracket, scope: Scope, open_weights: Open) -> None:
        super().__init__(roll, bracket, scope)
        count, size = len(bracket.moved_down), len(bracket.residents)
        scores = sorted({roll.profiles[m].points for m in bracket.moved_down}, reverse=True)
        self.weights = open_weights(
            [
                (Criterion.MOVED_DOWN_SET, count, len(scores)),
                (Criterion.MOVED_DOWN_SET, 1, count),
                (Criterion.MOVED_DOWN_OPPONENTS, size, count),
            ]
        )
        self._by_score, self._single, self._opponents = self.weights.ledger.worth[-3:]
        self._scores = scores
        self._at = {m: i for i, m in enumerate(bracket.moved_down)}
        self._number = {r: i for i, r in enumerate(bracket.residents)}

    def solve(self) -> dict[int, int] | None:
        """The mates; none if the scope cannot be paired completely."""
        found = self.mates(self.scope.places, self.scope.bye)
        return None if found is None else found[0]

    def order(self, a: int, b: int) -> int:
        """The resident whom a moved-down player meets, by rank."""
        if a not in self._at:
            return 0
        return self._opponents[self._at[a]] * self._number[b]

    def left(self, place: int) -> int:
        """A moved-down player who is not paired: of equal numbers by score the lowest ranked."""
        if place not in self._at:
            return 0
        score = self._scores.index(self.roll.profiles[place].points)
        return self._by_score[score] + self._single[self._at[place]]


class _Second(_Graph):
    """The remainder: the residents whom no moved-down player has met."""

    def __init__(
        self,
        roll: Roll,
        bracket: Bracket,
        scope: Scope,
        open_weights: Open,
        settled: Mapping[int, int],
        mates: Mapping[int, int],
    ) -> None:
        super().__init__(roll, bracket, scope)
        taken = frozenset(settled.values())
        self.settled = settled
        self.rest = tuple(r for r in bracket.residents if r not in taken)
        inside = frozenset(self.rest)
        self.pairs = sum(mates[r] in inside for r in self.rest) // 2
        count, half = len(self.rest), self.pairs
        self.weights = open_weights(
            [
                (Criterion.EXCHANGE, half, 1),
                (Criterion.EXCHANGE, count * half, 1),
                (Criterion.EXCHANGE, 1, half),
                (Criterion.EXCHANGE, 1, count - half),
                (Criterion.TRANSPOSITION, count, count),
            ]
        )
        worth = self.weights.ledger.worth[-5:]
        (self._moved,), (self._sum,), leaving, entering, self._partner = worth
        self._stays = leaving[::-1]
        self._stays_below = entering
        self._number = {r: i for i, r in enumerate(self.rest)}
        self._limbo = frozenset(m for m in bracket.moved_down if m not in settled)

    def solve_all(self) -> Weighed | None:
        """The mates of everybody in the scope."""
        gone = {*self.settled, *self.settled.values()}
        places = [p for p in self.scope.places if p not in gone]
        found = self.mates(places, self.scope.bye)
        if found is None:
            return None
        mates, cost = found
        for m, r in self.settled.items():
            mates[m], mates[r] = r, m
            cost += self.weights.inside(m, r)
        return Weighed(mates, self.weights, cost)

    def pair(self, a: int, b: int, together: int, inside: frozenset[int]) -> int | None:
        """Who is in the limbo is not paired in the bracket."""
        if a in self._limbo and b in self.residents:
            return None
        return super().pair(a, b, together, inside)

    def order(self, a: int, b: int) -> int:
        """A pair with its higher ranked member in the upper half, by exchange and transposition."""
        upper, lower = self._number[a], self._number[b]
        half = self.pairs
        cost = self._sum * upper + self._partner[upper] * lower
        if upper >= half:
            cost += self._moved
        else:
            cost += self._stays[upper]
        if lower >= half:
            cost += self._stays_below[lower - half]
        return cost

    def left(self, place: int) -> int:
        """A resident of the lower half who is left over does not enter the upper one."""
        at = self._number.get(place, -1)
        return self._stays_below[at - self.pairs] if at >= self.pairs else 0
