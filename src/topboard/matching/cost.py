"""Ordered criteria packed into one integer, so that total costs can be compared as integers.

No other module packs costs. An algorithm lists its criteria in descending priority, each with its
maximum total. A criterion may have several digits, which are compared one after the other. Every
digit is wide enough that no total carries over into the next one. A total can therefore be
unpacked. The highest bit in which two totals differ belongs to the most important of the criteria
that differ.
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Name = TypeVar("Name")


class PackedCriteria(Generic[Name]):
    """Criteria in descending priority, each with a name, a maximum and a number of digits.

    Names can be of any type and may repeat. If ``signed`` is true, a digit can be as low as minus
    the maximum, so the difference between two totals can also be unpacked.
    """

    def __init__(self, criteria: Iterable[tuple[Name, int, int]], *, signed: bool = False) -> None:
        self._criteria = list(criteria)
        self._signed = signed
        self._ends: list[int] = []
        self.worth: list[list[int]] = []
        """For each criterion, the packed value of one unit in each of its digits."""
        end = 0
        for _, most, digits in reversed(self._criteria):
            self._ends.append(end)
            width = (most << signed).bit_length()
            self.worth.append([1 << end + width * place for place in range(digits - 1, -1, -1)])
            end += width * digits
        self._ends.reverse()
        self.worth.reverse()
        self.beyond = 1 << end
        """A value greater than any packed total."""
        owed = ([most] * digits for _, most, digits in self._criteria)
        self._debt = self._pack_criterion_values(owed) if signed else 0

    def _pack_criterion_values(self, values: Iterable[Sequence[int]]) -> int:
        rows = zip(values, self.worth, strict=True)
        return sum(sum(map(mul, digits, units)) for digits, units in rows)

    def unpack_digits(self, total: int) -> list[tuple[int, ...]]:
        """Return the digits of each criterion in a packed total."""
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

    def find_leading_difference(self, difference: int) -> tuple[Name, int] | None:
        """Return the first criterion with a nonzero difference, and the value of that difference.

        Return None if the difference is zero. For a criterion with several digits, the value is
        that of its first nonzero digit. If the difference is only a lower bound, it may exceed the
        range of a digit. The value is then one unit of the next more important digit.
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

    def extract_cost_of_first_criteria(self, total: int, criteria: int) -> int:
        """Return the part of a total cost that belongs to the first ``criteria`` criteria.

        Such parts can be added and compared like totals.
        """
        end = self._ends[criteria - 1]
        return total + (self._debt & (1 << end) - 1) >> end


def build_costs_preferring_few_items(count: int) -> list[int]:
    """Return a cost for each item, so that the cheapest set has as few items as possible.

    Among sets of equal size, the set with the earlier items is the cheapest. Each item costs one
    unit minus a bonus that is larger than the bonuses of all later items together.
    """
    (one,), parts = PackedCriteria([("taken", count, 1), ("first", 1, count)]).worth
    return [one - part for part in parts]
