"""Who may meet whom in a round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from topboard.history import AT_THE_BOARD, participants
from topboard.model import Tournament
from topboard.proof.colours import BLACK, WHITE
from topboard.proof.witnesses import as_set


def faced(row: Any) -> list[int]:
    """The opponents met at the board: a meeting that was not played does not count."""
    return [outcome.opponent for outcome in row if isinstance(outcome, AT_THE_BOARD)]


class Encounters:
    """The competitors of a round, and what keeps two of them apart.

    ``allowed`` has for everybody the colours that the limits leave; both where there are none.
    """

    def __init__(
        self,
        tournament: Tournament,
        rows: Mapping[int, Any],
        allowed: Mapping[int, int],
        met: Callable[[Any], Collection[int]] = faced,
    ) -> None:
        upcoming = tournament.round_to_pair
        self.numbers = tuple(int(n) for n in participants(tournament))
        self.allowed = allowed
        self.closed = {n: {*met(rows[n])} for n in self.numbers}
        """Those whom somebody has met or is kept from by decision."""
        both_ways = (*tournament.required, *((b, a) for a, b in tournament.required))
        self.required = {int(a): int(b) for a, b in both_ways}
        for pair in tournament.forbidden:
            if not pair.wish and pair.first <= upcoming <= pair.last:
                for one, other in ((pair.a, pair.b), (pair.b, pair.a)):
                    if one in self.closed:
                        self.closed[one].add(other)

    def may_meet(self, a: int, b: int) -> bool:
        """The two have not met, nobody forbids it, and neither is bound to meet another."""
        bound = self.required.get(a, b) != b or self.required.get(b, a) != a
        return a != b and b not in self.closed[a] and not bound

    def graph(self, numbers: Sequence[int], *, limits: bool) -> list[int]:
        """For each of some the places of those it may meet, if asked within the colour limits."""
        place = {n: 1 << i for i, n in enumerate(numbers)}
        everybody = (1 << len(numbers)) - 1
        bound = _together(place, self.required)
        graph = []
        for n in numbers:
            shut = place[n] | _together(place, self.closed[n])
            shut |= ~place.get(self.required[n], 0) if n in self.required else bound
            graph.append(everybody & ~shut)
        return within_limits(graph, [self.allowed[n] for n in numbers]) if limits else graph


def within_limits(graph: Sequence[int], allowed: Sequence[int]) -> list[int]:
    """The graph in which only those meet who may have opposite colours."""
    white, black = (
        as_set(i for i, bits in enumerate(allowed) if bits & colour) for colour in (WHITE, BLACK)
    )
    fitting = {0: 0, WHITE: black, BLACK: white, WHITE | BLACK: white | black}
    return [row & fitting[bits] for row, bits in zip(graph, allowed, strict=True)]


def _together(place: Mapping[int, int], numbers: Iterable[int]) -> int:
    found = 0
    for n in numbers:
        if n in place:
            found |= place[n]
    return found


def places_of(numbers: Sequence[int], some: Iterable[int]) -> int:
    """The places at which some of the competitors stand, as a set."""
    chosen = set(some)
    return as_set(place for place, n in enumerate(numbers) if n in chosen)
