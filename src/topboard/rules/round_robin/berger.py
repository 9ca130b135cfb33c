"""The International table of rounds (Berger order), for any number of competitors.

In round 1 the first meets the last, the second the last but one, and so on; from one round to
the next every number but the last moves on by half the table. The sum of two numbers that meet
is therefore the same throughout a round, and one more in the next.
"""

from __future__ import annotations

from topboard.records import dataclass


@dataclass(frozen=True, slots=True)
class BergerRound:
    """One round of the table: the games, first number White, and who is free."""

    games: tuple[tuple[int, int], ...]
    free: int | None = None


def table_size(competitors: int) -> int:
    """The even number for which the table is made; an odd field uses the next larger one."""
    return competitors + competitors % 2


def rounds_of_table(competitors: int) -> int:
    """How many rounds it takes until everybody has met everybody else."""
    return max(table_size(competitors) - 1, 0)


def row(competitors: int, number: int) -> BergerRound:
    """A round of the table for so many competitors."""
    size = table_size(competitors)
    step = (number - 1) * (size // 2)
    first = _moved(1, step, size)
    with_last = (first, size) if number % 2 else (size, first)
    others = (
        (_moved(i, step, size), _moved(size + 1 - i, step, size)) for i in range(2, size // 2 + 1)
    )
    if size == competitors:
        return BergerRound((with_last, *others))
    return BergerRound(tuple(others), free=first)


def _moved(number: int, step: int, size: int) -> int:
    """The number after ``step`` places on the ring of all numbers but the last."""
    return (number - 1 + step) % (size - 1) + 1


def table(competitors: int) -> tuple[BergerRound, ...]:
    """All rounds of the table."""
    return tuple(row(competitors, r) for r in range(1, rounds_of_table(competitors) + 1))
