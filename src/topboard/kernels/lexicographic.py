"""Vectors of costs as single integers whose sums compare as the vectors of sums do.

This is the only place where costs are packed. A packed cost is a number written in a mixed radix,
the first cost of the vector its highest digit; the radices follow from the costs themselves, each
too large for its column of a sum ever to carry over into the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def pack(costs: Sequence[Sequence[int]], summands: int | None = None) -> list[int]:
    """Each vector as one integer; sums of up to ``summands`` of them compare as the vectors' do.

    The costs are not negative and all vectors are equally long. The same vector may be a summand
    more than once. Without ``summands`` the sums may have as many as there are vectors.
    """
    bases = radices(costs, summands)
    return [_packed(vector, bases) for vector in costs]


def radices(costs: Sequence[Sequence[int]], summands: int | None = None) -> list[int]:
    """The radix of each place: one more than the place of a sum can hold."""
    most = len(costs) if summands is None else summands
    return [1 + most * max(column) for column in zip(*costs, strict=True)]


def places(bases: Sequence[int]) -> list[int]:
    """What one unit in each place is worth, for vectors of which only a few places are not 0."""
    worth = [1]
    for base in reversed(bases[1:]):
        worth.append(worth[-1] * base)
    return worth[::-1] if bases else []


def unpack(total: int, bases: Iterable[int]) -> tuple[int, ...]:
    """The vector of sums that a sum of packed vectors stands for."""
    places = []
    for base in reversed(tuple(bases)):
        total, place = divmod(total, base)
        places.append(place)
    return tuple(reversed(places))


def _packed(vector: Sequence[int], bases: Iterable[int]) -> int:
    total = 0
    for cost, base in zip(vector, bases, strict=True):
        if cost < 0:
            raise ValueError(f"a cost to be packed is negative: {cost} in {tuple(vector)}")
        total = total * base + cost
    return total
