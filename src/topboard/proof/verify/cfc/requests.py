"""Requests not to meet, granted in order of rank by transpositions in the bottom half (619.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topboard.proof.verify.duals import parse_pairs
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.seeking import is_graph_unpairable
from topboard.proof.verify.witnesses import bitset


class GroupRequests:
    """A scoregroup in which some players have asked not to meet."""

    def __init__(self, numbers: Sequence[int], graph: Sequence[int], apart: Sequence[int]) -> None:
        self.numbers, self.graph, self.apart = numbers, graph, apart
        self.half, self.top = len(numbers) // 2, (1 << len(numbers) // 2) - 1
        self.open = [row & ~self.top for row in graph[: self.half]]
        """For each player of the top half, the bitset of players of the bottom half they may still
        meet.
        """

    def list_players_with_requests(self) -> list[int]:
        """Return, in order, the top-half players whose request excludes a possible opponent."""
        return [v for v in range(self.half) if self.apart[v] & self.open[v]]

    def build_graph_across_halves(self, granted: int | None = None) -> list[int]:
        """Return the graph of allowed pairs across the halves.

        If ``granted`` is given, that player's request is granted as well.
        """
        rows = [r & ~self.apart[v] if v == granted else r for v, r in enumerate(self.open)]
        below = range(self.half, len(self.numbers))
        return [*rows, *(bitset(v for v, row in enumerate(rows) if row >> w & 1) for w in below)]

    def are_halves_unpairable(self, written: Any, granted: int | None = None) -> bool:
        """Return whether a bridge in the proof shows that the halves cannot be paired together.

        If ``granted`` is given, that player's request is assumed to be granted.
        """
        return is_graph_unpairable(written, self.numbers, self.build_graph_across_halves(granted))

    def is_every_player_paired(self, written: Any) -> bool:
        """Return whether the pairs in a file match every player with a player of the other half."""
        place = {n: at for at, n in enumerate(self.numbers)}
        return len(parse_pairs(written, place, self.build_graph_across_halves())) == self.half

    def build_graph_with_granted_requests(self) -> list[int]:
        """Return the graph without the pairs that granted requests exclude.

        Requests between players of the same half are always granted.
        """
        own = [self.top] * self.half + [~self.top] * self.half
        rows = zip(self.graph, self.apart, own, self.build_graph_across_halves(), strict=True)
        return [row & inside & ~apart | far for row, apart, inside, far in rows]


def check_granted_and_refused_requests(steps: ProofReader, wishes: GroupRequests) -> list[int]:
    """Check the granted and the refused requests not to meet, and return the graph of allowed
    pairs.

    For each refused request, a bridge (a Tutte-Berge barrier) in the file proves that it could not
    be granted. A pairing of the halves shows that all other requests can be granted together.
    """
    step = steps.take_step("619.1", "wishes", wishes=wishes)
    refused, bridges = step["wishes"], step["bridges"]
    if refused is None and wishes.are_halves_unpairable(bridges):
        steps.record_proved_step("no wish can be granted")
        return [*wishes.graph]
    for v in wishes.list_players_with_requests():
        number, shown = wishes.numbers[v], zip(refused, bridges, strict=False)
        if number not in refused:
            wishes.open[v] &= ~wishes.apart[v]
        elif not any(
            n == number and wishes.are_halves_unpairable(bridge, v) for n, bridge in shown
        ):
            raise steps.build_refusal_of_current_step(
                "the request made by {number} could be granted", number=number
            )
    if not wishes.is_every_player_paired(step["pairing"]):
        raise steps.build_refusal_of_current_step(
            "the proof does not show that the requests can be granted together"
        )
    steps.record_proved_step(f"{len(refused)} wishes refused")
    return wishes.build_graph_with_granted_requests()
