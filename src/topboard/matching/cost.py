"""Ordered criteria packed into one integer, so that sums can be compared as integers.

This is the only module that packs costs. A method creates a ledger with its criteria in descending
priority and the maximum of a sum in each. A criterion may have several digits, which count one
after the other. Every digit is wide enough that no sum carries over into the next. A total can
therefore be read back, and the highest bit in which two totals differ belongs to the first
criterion in which one is worse than the other.
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Name = TypeVar("Name")


class PackedCriteria(Generic[Name]):
    """The criteria of a method, each with a name of any type, a maximum and a number of digits.

    In a signed ledger a digit can be negative to the same extent, and the difference of two totals
    can be read as well. Names may repeat.
    """

    def __init__(self, criteria: Iterable[tuple[Name, int, int]], *, signed: bool = False) -> None:
        self._criteria = list(criteria)
        self._signed = signed
        self._ends: list[int] = []
        self.worth: list[list[int]] = []
        """For each criterion, the packed value of one unit of each of its digits."""
        end = 0
        for _, most, digits in reversed(self._criteria):
            self._ends.append(end)
            width = (most << signed).bit_length()
            self.worth.append([1 << end + width * place for place in range(digits - 1, -1, -1)])
            end += width * digits
        self._ends.reverse()
        self.worth.reverse()
        self.beyond = 1 << end
        """A value greater than any sum."""
        owed = ([most] * digits for _, most, digits in self._criteria)
        self._debt = self._pack_values(owed) if signed else 0

    def _pack_values(self, values: Iterable[Sequence[int]]) -> int:
        rows = zip(values, self.worth, strict=True)
        return sum(sum(map(mul, digits, units)) for digits, units in rows)

    def unpack_digits(self, total: int) -> list[tuple[int, ...]]:
        """Return the digits of each criterion in a packed sum."""
        left = total + self._debt
        found = []
        for _, most, digits in reversed(self._criteria):
            width = (most << self._signed).bit_length()
            mask, owed = (1 << width) - 1, most * self._signed
            places = range(digits - 1, -1, -1)
            found.append(tuple((left >> width * place & mask) - owed for place in places))
            left >>= width * digits
        return found[::-1]

    def first_differing_criterion(self, one: int, other: int = 0) -> Name | None:
        """Return the first criterion in which two totals differ, or None if they are equal."""
        differing = one + self._debt ^ other + self._debt
        criteria = zip(self._criteria, self._ends, strict=True)
        return next((name for (name, _, _), end in criteria if differing >> end), None)

    def leading_difference(self, difference: int) -> tuple[Name, int] | None:
        """Return the first criterion with a difference between two totals, and that difference.

        For a criterion with several digits, it is the first digit that differs. Return None if
        there is no difference. A bound may fall between totals, at more than a digit can hold. One
        unit of the digit before it is then the least that reaches it.
        """
        differing = difference + self._debt ^ self._debt
        before: Name | None = None
        for (name, most, digits), end in zip(self._criteria, self._ends, strict=True):
            if differing >> end:
                width = (most << self._signed).bit_length()
                left = difference + self._debt >> end
                owed, mask = most * self._signed, (1 << width) - 1
                values = [(left >> width * place & mask) - owed for place in range(digits)][::-1]
                at, value = next((at, value) for at, value in enumerate(values) if value)
                if value <= most:
                    return name, value
                return (name, 1) if at or before is None else (before, 1)
            before = name
        return None

    def part_of_first_criteria(self, total: int, criteria: int) -> int:
        """Return the part of a total that belongs to the first ``criteria`` criteria.

        Such parts can be added like totals.
        """
        end = self._ends[criteria - 1]
        return total + (self._debt & (1 << end) - 1) >> end


def costs_preferring_fewest(count: int) -> list[int]:
    """Return costs that prefer choosing few items and, among equally many, the first ones.

    Each item costs one, minus a part that is larger than the parts of all later items together.
    """
    (one,), parts = PackedCriteria([("taken", count, 1), ("first", 1, count)]).worth
    return [one - part for part in parts]
