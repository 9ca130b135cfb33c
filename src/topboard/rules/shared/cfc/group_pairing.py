"""The pairing of one group once its odd men are gone: top half against bottom half (622b).

The best pairing is the first by these criteria, in this order: wishes granted, players refused
the equalising colour, third colours running, interchanges between the halves, who is
interchanged, players refused the alternating colour, nearness to consecutive order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.kernels.matching import PerfectMatching, bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number
    from topboard.reasons import PassedOver, Placing
    from topboard.rules.shared.cfc.due_colours import Due
    from topboard.rules.shared.cfc.field import Field


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

    @property
    def transposes_for_alternation(self) -> bool:
        """Whether pairs may be changed for alternation alone."""
        return not self.field.book.variations.no_transposition_for_alternation


def task_of(field: Field, members: Sequence[int]) -> Task:
    """The members with the pairs open to them after the wishes that can be granted."""
    within = _Translation(members)
    graph = [within.of(field.graph[v]) for v in members]
    wishes = [within.of(field.wishes[v]) for v in members] if any(field.wishes) else []
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
    """Close the pairs against wishes, the highest ranked first, while all can be paired.

    A player's wishes against those ranked below him are granted together or not at all; how many
    are not is the answer.
    """
    closed = [row & ~apart for row, apart in zip(graph, wishes, strict=True)]
    if PerfectMatching(closed).exists:
        graph[:] = closed
        return 0
    refused = 0
    for place, apart in enumerate(wishes):
        below = apart & graph[place] & (-2 << place)
        if below and not _closes(graph, place, below):
            refused += 1
    return refused


def _closes(graph: list[int], place: int, below: int) -> bool:
    """Close a player's pairs with those below whom he asks not to meet, if all can be paired."""
    before = {v: graph[v] for v in (place, *bits(below))}
    graph[place] &= ~below
    for v in bits(below):
        graph[v] &= ~(1 << place)
    if PerfectMatching(graph).exists:
        return True
    for v, row in before.items():
        graph[v] = row
    return False
