"""That no complete pairing is cheaper: dual values with blossoms (Edmonds), and criteria as costs.

What a pair costs is one number, in which the criteria are digits in their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from topboard.proof.witnesses import members

Costs = Mapping[tuple[int, int], int]
Blossoms = Sequence[tuple[Sequence[int], int]]


class Duals:
    """Twice the dual values of places, and of blossoms, which are odd sets of places.

    A complete pairing has everybody once, and in a blossom of 2n + 1 at most n pairs. So where
    every pair costs at least what its duals leave, a complete pairing costs at least the bound.
    """

    def __init__(self, values: Sequence[int], blossoms: Blossoms) -> None:
        self.values = values
        self.bound = sum(values) - sum(dual * (len(inside) // 2) for inside, dual in blossoms)
        self._blossoms = [dual for _, dual in blossoms]
        self.around = [0] * len(values)
        for name, (inside, _) in enumerate(blossoms):
            for v in inside:
                self.around[v] |= 1 << name

    def least(self, v: int, w: int) -> int:
        """Twice what a pair has to cost: the duals of both, less those of blossoms around both."""
        both = self.around[v] & self.around[w]
        alone = self.values[v] + self.values[w]
        return alone - sum(self._blossoms[name] for name in members(both)) if both else alone


def whole(written: Any) -> int:
    """A whole number as a file writes it: a large one as text, in base 16."""
    if type(written) is str:
        return int(written, 16)
    if type(written) is not int:
        raise ValueError(written)
    return written


def duals_of(written: Any, count: int) -> Duals | None:
    """The dual values that a file has for so many places; None if they are none."""
    try:
        values = [whole(value) for value in written["duals"]]
        blossoms = [([whole(v) for v in odd], whole(dual)) for odd, dual in written["blossoms"]]
    except (TypeError, ValueError, KeyError):
        return None
    for odd, dual in blossoms:
        once = set(odd).intersection(range(count))
        if dual < 0 or len(odd) % 2 == 0 or len(once) < len(odd):
            return None
    return Duals(values, blossoms) if len(values) == count else None


def bound_of(written: Any, count: int, costs: Costs) -> int | None:
    """Twice what a complete pairing costs at least, by the duals of a file; None if they fail."""
    duals = duals_of(written, count)
    if duals is None or any(2 * cost < duals.least(v, w) for (v, w), cost in costs.items()):
        return None
    return duals.bound


def paired_at(written: Any, numbers: Sequence[int], costs: Costs) -> list[tuple[int, int]]:
    """The places of a complete pairing that a file writes; empty if it is none of these pairs."""
    place = {n: i for i, n in enumerate(numbers)}
    try:
        pairs = [(min(place[a], place[b]), max(place[a], place[b])) for a, b in written]
    except (KeyError, TypeError, ValueError):
        return []
    once = sorted(at for pair in pairs for at in pair) == list(range(len(numbers)))
    return pairs if once and all(pair in costs for pair in pairs) else []


def units_of(criteria: Sequence[tuple[int, int]]) -> list[list[int]]:
    """What a unit of each digit is worth, by what a criterion can hold and how many digits it has.

    A digit can also hold as much below 0, so differences do not carry over either.
    """
    units, end = [], 0
    for most, digits in reversed(criteria):
        width = (2 * most).bit_length()
        units.append([1 << end + width * place for place in range(digits - 1, -1, -1)])
        end += width * digits
    return units[::-1]
