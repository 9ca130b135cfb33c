"""The pairing of one group once its odd men are gone: top half against bottom half (622b).

The best pairing is the first by these criteria, in this order: wishes granted, players refused
the equalising colour, third colours running, interchanges between the halves, who is
interchanged, players refused the alternating colour, nearness to consecutive order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.matching import bits
from topboard.records import dataclass
from topboard.rules.cfc.due_colours import alternation_moves_pairs
from topboard.rules.cfc.reasons import Placing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number
    from topboard.reasons import PassedOver
    from topboard.rules.cfc.due_colours import Due
    from topboard.rules.cfc.field import Field


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pair of a group: the higher ranked, the lower ranked, and how it came about."""

    higher: int
    lower: int
    placing: Placing
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """The members to be paired with each other, in order, and who may meet whom among them."""

    field: Field
    members: tuple[int, ...]
    graph: tuple[int, ...]
    """For each place in ``members`` the set of places whom he may meet, wishes granted."""
    against_wish: int
    """How many wishes cannot be granted."""

    @property
    def half(self) -> int:
        """How many are in the top half."""
        return len(self.members) // 2

    def due(self, place: int) -> Due:
        """What the member at a place is due."""
        return self.field.cards[self.members[place]].due

    def number(self, place: int) -> Number:
        """The pairing number of the member at a place."""
        return self.field.cards[self.members[place]].number

    def placing(self, higher: int, lower: int) -> Placing:
        """How a pair stands to the consecutive order of the halves."""
        if not higher < self.half <= lower:
            return Placing.INTERCHANGED
        return Placing.CONSECUTIVE if lower - higher == self.half else Placing.TRANSPOSED

    @property
    def transposes_for_alternation(self) -> bool:
        """Whether pairs may be changed for alternation alone."""
        return alternation_moves_pairs(self.field.book.variations)


def task_of(field: Field, members: Sequence[int], *, heed: bool = True) -> Task:
    """The members with the pairs open to them after the wishes that can be granted.

    Without ``heed`` no wish is heard, to see what would be paired then.
    """
    within = _Translation(members)
    graph = [within.of(field.graph[v]) for v in members]
    wished = heed and any(field.wishes)
    wishes = [within.of(field.wishes[v]) for v in members] if wished else []
    refused = grant_wishes(graph, wishes) if any(wishes) else 0
    return Task(field, tuple(members), tuple(graph), refused)


class _Translation:
    """From sets of places in the field to sets of places among a group's members.

    A group is a run of places with a few gaps, where odd men or their opponents were.
    """

    def __init__(self, members: Sequence[int]) -> None:
        self.first = members[0] if members else 0
        end = members[-1] + 1 if members else 0
        present = set(members)
        gaps = [v - self.first for v in range(self.first, end) if v not in present]
        self.gaps = [(gap, (1 << gap) - 1) for gap in reversed(gaps)]
        self.everybody = (1 << len(members)) - 1

    def of(self, mask: int) -> int:
        """The set of members among some places."""
        mask >>= self.first
        for gap, below in self.gaps:
            mask = mask >> gap + 1 << gap | mask & below
        return mask & self.everybody


def grant_wishes(graph: list[int], wishes: Sequence[int]) -> int:
    """Close the pairs against wishes that a transposition in the bottom half can avoid.

    The wishes of the top half are heard in order of rank, each granted if with those before it
    the halves can still be paired with each other. How many are not is the answer; where the
    halves cannot be paired at all no wish is granted.
    """
    half = len(graph) // 2
    top = (1 << half) - 1
    halves = _Halves([row & ~top for row in graph[:half]], half)
    if not halves.are_paired:
        return 0
    refused = [
        u
        for u in range(half)
        if (against := wishes[u] & halves.open_[u]) and not halves.close(u, against)
    ]
    for u, apart in enumerate(wishes):
        across = ~top if u < half else top
        graph[u] &= ~(apart & ~across)
        if u < half:
            graph[u] = graph[u] & top | halves.open_[u]
            for v in bits(apart & across & ~halves.open_[u]):
                graph[v] &= ~(1 << u)
    return len(refused)


class _Halves:
    """A pairing of the top half with the bottom half that is rearranged as pairs are closed."""

    def __init__(self, open_: list[int], half: int) -> None:
        self.open_ = open_
        self.mate = [-1] * (2 * half)
        self.are_paired = all(self._finds(u) for u in range(half))

    def close(self, u: int, some: int) -> bool:
        """Close some opponents to u if the halves can still be paired."""
        former, mate = self.open_[u], self.mate[u]
        self.open_[u] &= ~some
        if not some >> mate & 1:
            return True
        self.mate[u] = self.mate[mate] = -1
        if self._finds(u):
            return True
        self.open_[u] = former
        self.mate[u], self.mate[mate] = mate, u
        return False

    def _finds(self, start: int) -> bool:
        """Pair ``start`` too, the others taking new opponents where that is needed."""
        came: dict[int, int] = {}
        unseen = -1
        queue = [start]
        for u in queue:
            for v in bits(self.open_[u] & unseen):
                came[v] = u
                unseen &= ~(1 << v)
                if self.mate[v] == -1:
                    self._turn(came, v)
                    return True
                queue.append(self.mate[v])
        return False

    def _turn(self, came: dict[int, int], v: int) -> None:
        while v != -1:
            u = came[v]
            following = self.mate[u]
            self.mate[u], self.mate[v] = v, u
            v = following
