"""Who may meet whom in a round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from topboard.history import opponents_met, participants
from topboard.model import Tournament
from topboard.proof.colours import BLACK, WHITE


def played(row: Any) -> dict[int, int]:
    """The opponents met at the board, and when: a meeting that was not played does not count."""
    return {int(opponent): when for when, opponent in opponents_met(row)}


class Encounters:
    """The competitors of a round, and what keeps two of them apart.

    ``allowed`` has for everybody the colours that the limits leave; both where there are none.
    """

    def __init__(
        self,
        tournament: Tournament,
        rows: Mapping[int, Any],
        allowed: Mapping[int, int],
        met: Callable[[Any], Mapping[int, int]] = played,
    ) -> None:
        upcoming = tournament.round_to_pair
        self.numbers = tuple(int(n) for n in participants(tournament))
        self.allowed = allowed
        self.met = {n: met(rows[n]) for n in self.numbers}
        self.required = {
            int(x): int(y) for a, b in tournament.required for x, y in ((a, b), (b, a))
        }
        self.forbidden: dict[int, set[int]] = {}
        for pair in tournament.forbidden:
            if not pair.wish and pair.first <= upcoming <= pair.last:
                self.forbidden.setdefault(pair.a, set()).add(pair.b)
                self.forbidden.setdefault(pair.b, set()).add(pair.a)

    def closed(self, number: int) -> Iterable[int]:
        """Those whom somebody has met or is kept from by decision."""
        return (*self.met[number], *self.forbidden.get(number, ()))

    def may_meet(self, a: int, b: int) -> bool:
        """The two have not met, nobody forbids it, and neither is bound to meet another."""
        return (
            a != b
            and b not in self.met[a]
            and b not in self.forbidden.get(a, ())
            and self.required.get(a, b) == b
            and self.required.get(b, a) == a
        )

    def graph(self, numbers: Sequence[int], *, limits: bool) -> list[int]:
        """For each of some the places of those it may meet, if asked within the colour limits."""
        place = {n: 1 << i for i, n in enumerate(numbers)}
        everybody = (1 << len(numbers)) - 1
        fitting = self._fitting(numbers) if limits else dict.fromkeys(range(4), everybody)
        bound = _together(place, self.required)
        graph = []
        for n in numbers:
            shut = place[n] | _together(place, self.closed(n))
            shut |= ~place.get(self.required[n], 0) if n in self.required else bound
            graph.append(fitting[self.allowed[n]] & ~shut)
        return graph

    def _fitting(self, numbers: Sequence[int]) -> dict[int, int]:
        """For each set of allowed colours the places of those who may have an opposite one."""
        white, black = (
            places_of(numbers, (n for n in numbers if self.allowed[n] & colour))
            for colour in (WHITE, BLACK)
        )
        return {0: 0, WHITE: black, BLACK: white, WHITE | BLACK: white | black}


def _together(place: Mapping[int, int], numbers: Iterable[int]) -> int:
    found = 0
    for n in numbers:
        found |= place.get(n, 0)
    return found


def places_of(numbers: Sequence[int], some: Iterable[int]) -> int:
    """The places at which some of the competitors stand, as a set."""
    chosen = set(some)
    return sum(1 << place for place, n in enumerate(numbers) if n in chosen)
