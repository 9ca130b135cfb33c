"""The cheapest flow from a few sources to a few sinks, with the duals that prove it cheapest.

Players who are alike for every cost form a class, and how many of one class meet how many of
another is a transport problem of a handful of rows and columns, however large the classes are.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from topboard.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Transport:
    """A cheapest flow and its duals.

    The duals of a row and a column never add up to more than the cost between them, and to
    exactly the cost wherever something flows.
    """

    flow: tuple[tuple[int, ...], ...]
    row_duals: tuple[int, ...]
    column_duals: tuple[int, ...]
    cost: int

    def is_tight(self, row: int, column: int, cost: int) -> bool:
        """Whether a unit may flow here without making the whole dearer."""
        return self.row_duals[row] + self.column_duals[column] == cost


def cheapest_transport(
    supply: Sequence[int], demand: Sequence[int], costs: Sequence[Sequence[int]]
) -> Transport:
    """Send all of the supply to the demand, which must add up to the same, at the least cost."""
    if sum(supply) != sum(demand):
        raise ValueError(f"supply {sum(supply)} and demand {sum(demand)} differ")
    network = _Network(list(supply), list(demand), costs)
    while any(network.supply):
        network.augment()
    return Transport(
        flow=tuple(tuple(row) for row in network.flow),
        row_duals=tuple(network.row_duals),
        column_duals=tuple(network.column_duals),
        cost=sum(
            amount * cost
            for amounts, row in zip(network.flow, costs, strict=True)
            for amount, cost in zip(amounts, row, strict=True)
        ),
    )


class _Network:
    """The flow between two augmentations; its duals are feasible and tight where it flows."""

    def __init__(
        self, supply: list[int], demand: list[int], costs: Sequence[Sequence[int]]
    ) -> None:
        self.supply = supply
        self.demand = demand
        self.costs = costs
        self.flow = [[0] * len(demand) for _ in supply]
        self.row_duals = [min(row, default=0) for row in costs]
        self.column_duals = [0] * len(demand)
        # How far each row is from one with supply left, and the column it is reached from.
        self.row_distance: dict[int, int] = {}
        self.row_from: dict[int, int] = {}

    def augment(self) -> None:
        """Send as much as possible along a shortest way from a row with supply left."""
        distance, came_from = self._search()
        sink = min((j for j, wanted in enumerate(self.demand) if wanted), key=lambda j: distance[j])
        self._raise_duals(distance, came_from, distance[sink])
        self._send(sink, came_from)

    def _search(self) -> tuple[list[int], list[int]]:
        """Distances of the columns by slack, and the row from which each is reached.

        Rows are reached at the distance of a column that sends them something back.
        """
        columns = range(len(self.demand))
        rows_at = {i: 0 for i, left in enumerate(self.supply) if left}
        self.row_from = dict.fromkeys(rows_at, NOBODY)
        distance: list[int] = [NOBODY] * len(self.demand)
        came_from = [NOBODY] * len(self.demand)
        scanned_rows: set[int] = set()
        done: set[int] = set()
        while len(done) < len(self.demand):
            for i in rows_at.keys() - scanned_rows:
                scanned_rows.add(i)
                for j in columns:
                    reach = rows_at[i] + self._slack(i, j)
                    if j not in done and (came_from[j] == NOBODY or reach < distance[j]):
                        distance[j], came_from[j] = reach, i
            nearest = min((j for j in columns if j not in done), key=lambda j: distance[j])
            done.add(nearest)
            for i in range(len(self.supply)):
                if i not in rows_at and self.flow[i][nearest]:
                    rows_at[i] = distance[nearest]
                    self.row_from[i] = nearest
        self.row_distance = rows_at
        return distance, came_from

    def _slack(self, i: int, j: int) -> int:
        return self.costs[i][j] - self.row_duals[i] - self.column_duals[j]

    def _raise_duals(self, distance: list[int], came_from: list[int], far: int) -> None:
        for i, at in self.row_distance.items():
            if at < far:
                self.row_duals[i] += far - at
        for j, at in enumerate(distance):
            if came_from[j] != NOBODY and at < far:
                self.column_duals[j] -= far - at

    def _send(self, sink: int, came_from: list[int]) -> None:
        way = []
        j = sink
        while j != NOBODY:
            i = came_from[j]
            way.append((i, j))
            j = self.row_from[i]
        source = way[-1][0]
        back = [(i, j) for (i, _), (_, j) in pairwise(way)]
        amount = min(self.supply[source], self.demand[sink], *(self.flow[i][j] for i, j in back))
        for i, j in way:
            self.flow[i][j] += amount
        for i, j in back:
            self.flow[i][j] -= amount
        self.supply[source] -= amount
        self.demand[sink] -= amount
