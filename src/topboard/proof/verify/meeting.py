"""The graph of participants who may meet in a round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import repeat

from topboard.model.history import opponents_met
from topboard.proof.verify.colours import BLACK, EITHER, WHITE
from topboard.proof.verify.round import ProposedRound
from topboard.proof.verify.witnesses import bitset


def find_opponents_played(round_: ProposedRound) -> Mapping[int, Collection[int]]:
    """Return the opponents that each participant has played. Unplayed meetings do not count."""
    return round_.met or {n: {o for _, o in opponents_met(r)} for n, r in round_.rows.items()}


class MeetingRestrictions:
    """The participants of a round, and which of them may not meet.

    ``allowed`` has the colours that the colour limits still allow each participant.
    """

    def __init__(
        self, round_: ProposedRound, met: Mapping[int, Collection[int]], allowed: Mapping[int, int]
    ) -> None:
        tournament, self.numbers = round_.tournament, sorted(round_.opponents)
        upcoming, self.allowed = tournament.round_to_pair, allowed
        self.closed = {n: met[n] for n in self.numbers}
        """For each participant, the opponents they have met or may not meet because of a ruling."""
        both_ways = (*tournament.required, *((b, a) for a, b in tournament.required))
        self.required = {int(a): int(b) for a, b in both_ways}
        for pair in tournament.forbidden:
            if not pair.wish and pair.first <= upcoming <= pair.last:
                for one, other in ((pair.a, pair.b), (pair.b, pair.a)):
                    if one in self.closed:
                        self.closed[one] = {*self.closed[one], other}

    def may_meet_at_least_one(self, n: int, others: Collection[int]) -> bool:
        """Return whether the participant may meet at least one of these others.

        Colour limits are ignored.
        """
        if bound := self.required:
            others = [o for o in others if bound.get(n, o) == o and bound.get(o, n) == n]
        return any(o not in self.closed[n] for o in others)

    def build_allowed_pairs_graph(self, numbers: Sequence[int], *, limits: bool) -> list[int]:
        """Return, for each of ``numbers``, the bitset of indices of the participants they may meet.

        If ``limits`` is true, the colour limits apply.
        """
        place = {n: 1 << i for i, n in enumerate(numbers)}
        everybody, bound = (1 << len(numbers)) - 1, sum(place.get(n, 0) for n in self.required)
        graph = []
        for n, own in place.items():
            shut = own | (~place.get(self.required[n], 0) if n in self.required else bound)
            graph.append(everybody & ~(shut | sum(map(place.get, self.closed[n], repeat(0)))))
        return (
            remove_pairs_over_limits(graph, [self.allowed[n] for n in numbers]) if limits else graph
        )


def remove_pairs_over_limits(graph: Sequence[int], allowed: Sequence[int]) -> list[int]:
    """Return the graph without pairs whose colours would exceed the colour limits."""
    # Most participants may have either colour, so only the exceptions are looked up.
    white, black = (
        ~bitset([i for i, bits in enumerate(allowed) if not bits & colour])
        for colour in (WHITE, BLACK)
    )
    fitting = {0: 0, WHITE: black, BLACK: white, EITHER: white | black}
    return [row & fitting[bits] for row, bits in zip(graph, allowed, strict=True)]


def bitset_of_participants(numbers: Sequence[int], some: Iterable[int]) -> int:
    """Return the indices of some participants in ``numbers``, as a bitset."""
    chosen = set(some)
    return bitset(place for place, n in enumerate(numbers) if n in chosen) if chosen else 0
