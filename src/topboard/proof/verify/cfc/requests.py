"""Requests not to meet, granted in order of rank by transpositions in the bottom half (619.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topboard.proof.verify.duals import parse_pairs
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.seeking import is_graph_unpairable
from topboard.proof.verify.witnesses import bitset


class GroupRequests:
    """A scoregroup in which some players have asked not to meet. A place is an index into the
    group.
    """

    def __init__(self, numbers: Sequence[int], graph: Sequence[int], apart: Sequence[int]) -> None:
        self.numbers, self.graph, self.apart = numbers, graph, apart
        self.half, self.top = len(numbers) // 2, (1 << len(numbers) // 2) - 1
        self.open = [row & ~self.top for row in graph[: self.half]]
        """For each player of the top half, the set of bottom-half players they may still meet."""

    def players_with_requests(self) -> list[int]:
        """Return the players of the top half, in order, whose request excludes a possible
        opponent.
        """
        return [v for v in range(self.half) if self.apart[v] & self.open[v]]

    def graph_across_halves(self, granted: int | None = None) -> list[int]:
        """Return the graph of allowed pairs across the halves.

        If ``granted`` is given, that player's request is granted as well.
        """
        rows = [r & ~self.apart[v] if v == granted else r for v, r in enumerate(self.open)]
        below = range(self.half, len(self.numbers))
        return [*rows, *(bitset(v for v, row in enumerate(rows) if row >> w & 1) for w in below)]

    def is_proved_unpairable(self, written: Any, granted: int | None = None) -> bool:
        """Return whether the bridge in a file shows that the halves could not be paired.

        If ``granted`` is given, that player's request is assumed to be granted.
        """
        return is_graph_unpairable(written, self.numbers, self.graph_across_halves(granted))

    def are_all_paired(self, written: Any) -> bool:
        """Return whether the pairs in a file match every player with the other half."""
        place = {n: at for at, n in enumerate(self.numbers)}
        return len(parse_pairs(written, place, self.graph_across_halves())) == self.half

    def graph_with_granted_requests(self) -> list[int]:
        """Return the graph without the pairs that granted requests exclude.

        Requests within a half are always granted.
        """
        own = [self.top] * self.half + [~self.top] * self.half
        rows = zip(self.graph, self.apart, own, self.graph_across_halves(), strict=True)
        return [row & inside & ~apart | far for row, apart, inside, far in rows]


def check_requests(steps: ProofReader, wishes: GroupRequests) -> list[int]:
    """Check the requests not to meet, and return the graph of allowed pairs after granting the
    possible ones.

    A request is granted if a transposition allows it. The file has a bridge against each refused
    request, and a pairing of the halves that shows that the other requests can be granted together.
    """
    step = steps.take_step("619.1", "wishes", wishes=wishes)
    refused, bridges = step["wishes"], step["bridges"]
    if refused is None and wishes.is_proved_unpairable(bridges):
        steps.record_step_holds("no wish can be granted")
        return [*wishes.graph]
    for v in wishes.players_with_requests():
        number, shown = wishes.numbers[v], zip(refused, bridges, strict=False)
        if number not in refused:
            wishes.open[v] &= ~wishes.apart[v]
        elif not any(n == number and wishes.is_proved_unpairable(bridge, v) for n, bridge in shown):
            raise steps.build_refusal(
                "the request made by {number} could be granted", number=number
            )
    if not wishes.are_all_paired(step["pairing"]):
        raise steps.build_refusal(
            "the proof does not show that the requests can be granted together"
        )
    steps.record_step_holds(f"{len(refused)} wishes refused")
    return wishes.graph_with_granted_requests()
