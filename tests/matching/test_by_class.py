"""Rows and columns in classes: the lexicographically first perfect matching."""

from __future__ import annotations

from random import Random

import pytest

from topboard.matching.by_class import find_first_matching_of_rows
from topboard.matching.transport import find_cheapest_flow


class Problem:
    """Rows and columns in classes with costs, and some columns closed to single rows."""

    def __init__(self, random: Random, rows: int, classes: int, closed: float) -> None:
        self.rows = [random.randrange(classes) for _ in range(rows)]
        self.columns = [random.randrange(classes) for _ in range(rows)]
        costs = [[random.randint(0, 2) for _ in range(classes)] for _ in range(classes)]
        supply = [self.rows.count(i) for i in range(classes)]
        demand = [self.columns.count(i) for i in range(classes)]
        transport = find_cheapest_flow(supply, demand, costs)
        self.flow = transport.flow
        self.allowed = [
            sum(1 << j for j in range(classes) if transport.is_edge_tight(i, j, costs[i][j]))
            for i in range(classes)
        ]
        self.closed = [
            frozenset(c for c in range(rows) if random.random() < closed) for _ in range(rows)
        ]

    def open_(self, row: int, column: int) -> bool:
        allowed = self.allowed[self.rows[row]] >> self.columns[column] & 1
        return bool(allowed) and column not in self.closed[row]

    def by_hand(self) -> list[int] | None:
        """The first matching by trying the columns of each row in their order."""

        def rest(row: int, used: frozenset[int]) -> list[int] | None:
            if row == len(self.rows):
                return []
            for column in range(len(self.rows)):
                if column not in used and self.open_(row, column):
                    found = rest(row + 1, used | {column})
                    if found is not None:
                        return [column, *found]
            return None

        return rest(0, frozenset())


@pytest.mark.thorough
@pytest.mark.parametrize("closed", [0.0, 0.15, 0.35, 0.6])
def test_small_problems_agree_with_brute_force(closed: float) -> None:
    random = Random(round(100 * closed))
    solved = 0
    for _ in range(1500):
        problem = Problem(random, random.randint(1, 6), random.randint(1, 4), closed)
        found = find_first_matching_of_rows(
            problem.rows, problem.columns, problem.allowed, problem.flow, problem.closed
        )
        columns = None if found is None else [row.column for row in found]

        assert columns == problem.by_hand()
        solved += found is not None

    assert solved > 100


def test_all_passed_over_pairs_are_listed() -> None:
    random = Random(7)
    for _ in range(300):
        problem = Problem(random, 6, 3, 0.2)
        found = find_first_matching_of_rows(
            problem.rows, problem.columns, problem.allowed, problem.flow, problem.closed
        )
        used: set[int] = set()
        for row in found or ():
            before = {c for c in range(row.column) if c not in used}
            told = set(row.closed)
            for skipped in (*row.not_allowed, *row.blocking):
                told |= set(skipped.shown)
                assert len(skipped.shown) == min(skipped.count, 3)
            count = len(row.closed) + sum(s.count for s in (*row.not_allowed, *row.blocking))
            assert told <= before
            assert count == len(before)
            assert all(c in problem.closed[row.row] for c in row.closed)
            used.add(row.column)


def test_thousands_of_rows_are_matched_completely() -> None:
    random = Random(3)
    problem = Problem(random, 3000, 6, 0.002)

    found = find_first_matching_of_rows(
        problem.rows, problem.columns, problem.allowed, problem.flow, problem.closed
    )

    assert found is not None
    assert sorted(row.column for row in found) == list(range(3000))
    assert all(problem.open_(row.row, row.column) for row in found)
