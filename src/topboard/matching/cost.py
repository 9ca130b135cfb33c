"""Criteria in their order as one integer: sums of it compare as the sums by criterion do.

This is the only place where costs are packed. A method opens a ledger with its criteria, the
weightiest first, and with what a sum can hold in each; a criterion may have several digits, which
count one after the other. Every digit is so many bits wide that no sum carries over into the next.
So a total can be read back, and the highest bit in which two totals differ lies in the first
criterion by which one is worse than the other.
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Name = TypeVar("Name")


class Ledger(Generic[Name]):
    """The criteria of a method: a name of any kind, what a digit can hold, and how many digits.

    In a signed ledger a digit may also be owed: it holds as much below 0 as above, and what two
    totals differ by can be read as well. Names may recur.
    """

    def __init__(self, criteria: Iterable[tuple[Name, int, int]], *, signed: bool = False) -> None:
        self._criteria = list(criteria)
        self._signed = signed
        self._ends: list[int] = []
        self.worth: list[list[int]] = []
        """For each criterion what a unit of each of its digits is worth."""
        end = 0
        for _, most, digits in reversed(self._criteria):
            self._ends.append(end)
            width = (most << signed).bit_length()
            self.worth.append([1 << end + width * place for place in range(digits - 1, -1, -1)])
            end += width * digits
        self._ends.reverse()
        self.worth.reverse()
        self.beyond = 1 << end
        """More than any sum."""
        owed = ([most] * digits for _, most, digits in self._criteria)
        self._debt = self._placed(owed) if signed else 0

    def _placed(self, values: Iterable[Sequence[int]]) -> int:
        rows = zip(values, self.worth, strict=True)
        return sum(sum(map(mul, digits, units)) for digits, units in rows)

    def unpack(self, total: int) -> list[tuple[int, ...]]:
        """For each criterion the digits that a sum of packed values holds."""
        left = total + self._debt
        found = []
        for _, most, digits in reversed(self._criteria):
            width = (most << self._signed).bit_length()
            mask, owed = (1 << width) - 1, most * self._signed
            places = range(digits - 1, -1, -1)
            found.append(tuple((left >> width * place & mask) - owed for place in places))
            left >>= width * digits
        return found[::-1]

    def first_difference(self, one: int, other: int = 0) -> Name | None:
        """The weightiest criterion in which two totals differ; None if they are the same."""
        differing = one + self._debt ^ other + self._debt
        criteria = zip(self._criteria, self._ends, strict=True)
        return next((name for (name, _, _), end in criteria if differing >> end), None)

    def leading(self, difference: int) -> tuple[Name, int] | None:
        """The weightiest criterion of what two totals differ by, and by how much in it.

        Of a criterion with several digits it is the first that differs; None if nothing does. A
        bound may fall between totals, more than a digit can hold: one of the digit before it is
        the least that reaches it.
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

    def head(self, total: int, criteria: int) -> int:
        """What the first so many criteria hold of a total; it adds up as totals do."""
        end = self._ends[criteria - 1]
        return total + (self._debt & (1 << end) - 1) >> end


def fewest_first(count: int) -> list[int]:
    """What each of some, in order, costs if few shall be taken and of as many the first.

    Each costs one, less a part that is larger than the parts of all behind him together.
    """
    (one,), parts = Ledger([("taken", count, 1), ("first", 1, count)]).worth
    return [one - part for part in parts]
