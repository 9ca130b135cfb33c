"""Proof that no complete pairing is cheaper, using dual values with blossoms (Edmonds).

The cost of a pair is one number whose digits are the criteria, in order of priority.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import index, or_
from typing import Any

from topboard.proof.verify.witnesses import bit_indices, bitset

Cost = Callable[[int, int, int], int]
Blossoms = Sequence[tuple[Sequence[int], int]]


class Duals:
    """Doubled dual values of participants and of blossoms, which are odd sets of participants.

    A complete pairing contains every participant once, and at most n pairs within a blossom of 2n +
    1 participants. So if every pair costs at least as much as its dual values require, a complete
    pairing costs at least ``bound``.
    """

    def __init__(self, values: Sequence[int], blossoms: Blossoms) -> None:
        self.values = values
        self.bound = sum(values) - sum(dual * (len(inside) // 2) for inside, dual in blossoms)
        self._blossoms = [dual for _, dual in blossoms]
        self.around = [0] * len(values)
        for name, (inside, _) in enumerate(blossoms):
            for v in inside:
                self.around[v] |= 1 << name

    def doubled_minimum_pair_cost(self, v: int, w: int) -> int:
        """Return twice the minimum cost of a pair.

        It is the sum of both dual values, minus those of the blossoms that contain both
        participants.
        """
        both = self.around[v] & self.around[w]
        alone = self.values[v] + self.values[w]
        return alone - sum(self._blossoms[name] for name in bit_indices(both)) if both else alone

    def build_tight_pairs_graph(
        self, graph: Sequence[int], kinds: Mapping[int, object], cost: Cost
    ) -> list[int]:
        """Return the graph of the pairs that cost exactly as much as their dual values require.

        Raise ``ValueError`` if a pair costs less. ``kinds`` has a key for each participant, in the
        order of the dual values. Participants with the same key cost the same in every pair. The
        third argument of ``cost`` is 0 if the pair is not allowed.
        """
        at, classes = {v: i for i, v in enumerate(kinds)}, dict[object, list[int]]()
        for v, i in at.items():
            classes.setdefault((kinds[v], self.values[i], self.around[i]), []).append(v)
        sets, tight = [bitset(alike) for alike in classes.values()], [*graph]
        near = [0] * len(sets)
        for i, own in enumerate(classes.values()):
            legal = reduce(or_, [graph[v] for v in own])
            for j in range(i + (len(own) == 1), len(sets)):
                # The first member of a class comes before all others in its own and in the
                # following classes.
                a, b = own[0], sets[j].bit_length() - 1
                slack = 2 * cost(a, b, legal & sets[j]) - self.doubled_minimum_pair_cost(
                    at[a], at[b]
                )
                if slack < 0:
                    raise ValueError((a, b))
                if slack == 0:
                    near[i], near[j] = near[i] | sets[j], near[j] | sets[i]
            for v in own:
                tight[v] &= near[i]
        return tight


def parse_integer(written: Any) -> int:
    """Return an integer as read from a file, in which large integers are hexadecimal strings."""
    return int(written, 16) if isinstance(written, str) else index(written)


def parse_duals(written: Any, count: int) -> Duals:
    """Return the dual values in a file for ``count`` participants.

    Raise ``ValueError`` if they are not well formed.
    """
    values = [parse_integer(value) for value in written["duals"]]
    blossoms = [
        ([parse_integer(v) for v in odd], parse_integer(dual)) for odd, dual in written["blossoms"]
    ]
    once = all(len({*odd}.intersection(range(count))) == len(odd) for odd, _ in blossoms)
    if len(values) != count or not once or any(z < 0 or not len(o) % 2 for o, z in blossoms):
        raise ValueError(written)
    return Duals(values, blossoms)


def parse_lower_bound(written: Any, count: int, costs: Mapping[tuple[int, int], int]) -> int:
    """Return twice the minimum cost of a complete pairing, as proved by the dual values in a file.

    Raise ``ValueError`` if the dual values are not valid.
    """
    duals = parse_duals(written, count)
    if any(2 * cost < duals.doubled_minimum_pair_cost(v, w) for (v, w), cost in costs.items()):
        raise ValueError(written)
    return duals.bound


def parse_pairs(
    written: Any, place: Mapping[int, int], graph: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the pairs in a file as indices, with the lower index first.

    Raise ``ValueError`` if a pair is not in the graph or a participant is in two pairs.
    """
    pairs = [(min(place[a], place[b]), max(place[a], place[b])) for a, b in written]
    once = len({at for pair in pairs for at in pair}) == 2 * len(pairs)
    if not once or not all(graph[a] >> b & 1 for a, b in pairs):
        raise ValueError(written)
    return pairs


def compute_criterion_digit_units(criteria: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the value of one unit in each digit of each criterion.

    A criterion is given as the maximum of a digit and the number of digits. A digit can be as low
    as minus the maximum, so that differences do not carry over either.
    """
    units, end = [], 0
    for most, digits in reversed(criteria):
        width = (2 * most).bit_length()
        # Nearly all criteria have one digit, and this is computed again for every group and
        # bracket.
        places = range(digits - 1, -1, -1)
        units.append([1 << end + width * p for p in places] if digits != 1 else [1 << end])
        end += width * digits
    return units[::-1]
