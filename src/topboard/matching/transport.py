"""The minimum-cost flow from a few sources to a few sinks, with the duals that prove it.

Players whose pairs all have the same costs form a class. The numbers of pairs between the classes
are then the solution of a small transport problem, whatever the sizes of the classes.
"""

from __future__ import annotations

from itertools import pairwise
from operator import mul
from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCE = -1
"""The marker that ends a path at the row it started from."""


@dataclass(frozen=True, slots=True)
class Transport:
    """A minimum-cost flow, and the duals that prove that no flow is cheaper.

    The duals of a row and a column never add up to more than the cost between them. Wherever there
    is flow, they add up to exactly the cost.
    """

    flow: tuple[tuple[int, ...], ...]
    row_duals: tuple[int, ...]
    column_duals: tuple[int, ...]
    cost: int

    def is_edge_tight(self, row: int, column: int, cost: int) -> bool:
        """Return whether a unit can flow from row to column without raising the total cost."""
        return self.row_duals[row] + self.column_duals[column] == cost


def find_cheapest_flow(
    supply: Sequence[int], demand: Sequence[int], costs: Sequence[Sequence[int]]
) -> Transport:
    """Return the minimum-cost flow that sends the whole supply to the demand.

    Raise ``ValueError`` if the sums of supply and demand differ.
    """
    if sum(supply) != sum(demand):
        raise ValueError(f"supply {sum(supply)} and demand {sum(demand)} differ")
    network = _Network(list(supply), list(demand), costs)
    network.send_along_tight_edges()
    for row in range(len(supply)):
        while network.supply[row]:
            network.augment_flow_from_source(row)
    row_duals, column_duals = network.row_duals, network.column_duals
    return Transport(
        flow=tuple(tuple(row) for row in network.flow),
        row_duals=tuple(row_duals),
        column_duals=tuple(column_duals),
        # The duals add up to the cost wherever there is flow, so they give the total cost.
        cost=sum(map(mul, supply, row_duals)) + sum(map(mul, demand, column_duals)),
    )


class _Network:
    """The state of the flow and its duals between two augmentations.

    Wherever there is flow, the duals of the row and the column add up to exactly the cost.
    """

    def __init__(
        self, supply: list[int], demand: list[int], costs: Sequence[Sequence[int]]
    ) -> None:
        self.supply = supply
        self.demand = demand
        self.costs = costs
        self.flow = [[0] * len(demand) for _ in supply]
        self.row_duals = [min(row, default=0) for row in costs]
        self.column_duals = [0] * len(demand)

    def send_along_tight_edges(self) -> None:
        """Raise the column duals as far as possible, and send flow along tight edges.

        An edge is tight if its duals add up to its cost. A search for a path is then needed only
        for the few remaining units.
        """
        over = [
            [cost - dual for cost in row]
            for row, dual in zip(self.costs, self.row_duals, strict=True)
        ]
        for j, column in enumerate(zip(*over, strict=True)):
            least = self.column_duals[j] = min(column)
            for i, cost in enumerate(column):
                if cost == least and self.supply[i] and self.demand[j]:
                    self._send_along_path([(i, j)])

    def augment_flow_from_source(self, source: int) -> None:
        """Send as much flow as possible along a shortest path from a row that has supply left.

        The length of an edge is its slack. To go back along an edge with flow costs nothing. The
        search ends at the nearest column that has demand left.
        """
        column_duals, flow = self.column_duals, self.flow
        dual = self.row_duals[source]
        # ``reach`` is the cost of the path to a column before subtracting its dual. ``last_row`` is
        # the last row of that path.
        reach = [cost - dual for cost in self.costs[source]]
        distance = [far - dual for far, dual in zip(reach, column_duals, strict=True)]
        last_row = [source] * len(reach)
        back_from = {source: SOURCE}
        settled: list[int] = []
        waiting_rows = [i for i in range(len(flow)) if i != source]
        # At equal distance, columns with demand left come first because they end the search.
        waiting = sorted(range(len(reach)), key=[not left for left in self.demand].__getitem__)
        while not self.demand[nearest := min(waiting, key=distance.__getitem__)]:
            settled.append(nearest)
            waiting.remove(nearest)
            for i in [i for i in waiting_rows if flow[i][nearest]]:
                waiting_rows.remove(i)
                back_from[i] = nearest
                start, row = distance[nearest] - self.row_duals[i], self.costs[i]
                for j in waiting:
                    if (far := start + row[j]) < reach[j]:
                        reach[j], last_row[j] = far, i
                        distance[j] = far - column_duals[j]
        self._make_path_found_tight(settled, back_from, distance, distance[nearest])
        self._send_along_path(self._trace_path_edges(nearest, last_row, back_from))

    def _make_path_found_tight(
        self, settled: list[int], back_from: dict[int, int], distance: list[int], end: int
    ) -> None:
        """Change the duals so that the path found becomes tight and edges with flow stay tight.

        An edge is tight if its duals add up to its cost.
        """
        for j in settled:
            self.column_duals[j] -= end - distance[j]
        for i, j in back_from.items():
            self.row_duals[i] += end if j == SOURCE else end - distance[j]

    @staticmethod
    def _trace_path_edges(
        sink: int, last_row: list[int], back_from: dict[int, int]
    ) -> list[tuple[int, int]]:
        """Return the edges that gain flow as (row, column), from the sink to the source."""
        way = []
        j = sink
        while j != SOURCE:
            way.append((last_row[j], j))
            j = back_from[last_row[j]]
        return way

    def _send_along_path(self, way: list[tuple[int, int]]) -> None:
        """Send as much flow as possible along a path, reducing flow on backward edges."""
        flow, source, sink = self.flow, way[-1][0], way[0][1]
        back = [(i, j) for (i, _), (_, j) in pairwise(way)]
        amount = min(self.supply[source], self.demand[sink], *(flow[i][j] for i, j in back))
        for i, j in way:
            flow[i][j] += amount
        for i, j in back:
            flow[i][j] -= amount
        self.supply[source] -= amount
        self.demand[sink] -= amount
