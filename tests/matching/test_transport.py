"""The transport between classes: feasible, and proved cheapest by its duals."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from topboard.matching.transport import Transport, find_cheapest_flow


def is_optimal(
    transport: Transport, supply: list[int], demand: list[int], costs: list[list[int]]
) -> bool:
    """Whether the flow is feasible and no place with slack carries anything."""
    rows = [sum(row) for row in transport.flow]
    columns = [sum(column) for column in zip(*transport.flow, strict=True)]
    slack = [
        (cost - transport.row_duals[i] - transport.column_duals[j], transport.flow[i][j])
        for i, row in enumerate(costs)
        for j, cost in enumerate(row)
    ]
    return (
        rows == supply
        and columns == demand
        and all(over >= 0 and (over == 0 or flow == 0) for over, flow in slack)
    )


def chance(random: Random, most: int) -> tuple[list[int], list[int], list[list[int]]]:
    supply = [random.randint(0, most) for _ in range(random.randint(1, 5))]
    demand = [0] * random.randint(1, 5)
    for _ in range(sum(supply)):
        demand[random.randrange(len(demand))] += 1
    return supply, demand, [[random.randint(0, 6) for _ in demand] for _ in supply]


@pytest.mark.parametrize("most", [1, 3, 400])
def test_the_duals_prove_the_flow_cheapest(most: int) -> None:
    random = Random(most)
    for _ in range(400):
        supply, demand, costs = chance(random, most)
        transport = find_cheapest_flow(supply, demand, costs)

        assert is_optimal(transport, supply, demand, costs)
        assert transport.cost == sum(
            flow * cost
            for row, line in zip(transport.flow, costs, strict=True)
            for flow, cost in zip(row, line, strict=True)
        )


def test_twenty_classes_with_costs_of_many_digits_and_frequent_ties() -> None:
    random = Random(20)
    for _ in range(30):
        supply = [random.randint(0, 9) for _ in range(20)]
        demand = random.sample(supply, 20)
        costs = [
            [random.randint(-1, 2) << 300 | random.randint(0, 2) for _ in demand] for _ in supply
        ]

        assert is_optimal(find_cheapest_flow(supply, demand, costs), supply, demand, costs)


@pytest.mark.thorough
def test_every_two_by_two_problem_with_small_numbers_agrees_with_brute_force() -> None:
    for a, b, c, d in product(range(3), repeat=4):
        for one, other in product(range(4), repeat=2):
            for first in range(one + other + 1):
                cheapest = min(
                    x * a + (one - x) * b + (first - x) * c + (other - first + x) * d
                    for x in range(one + 1)
                    if 0 <= first - x <= other
                )
                transport = find_cheapest_flow(
                    [one, other], [first, one + other - first], [[a, b], [c, d]]
                )

                assert transport.cost == cheapest


def test_an_empty_supply_gives_an_empty_flow() -> None:
    assert find_cheapest_flow([0], [0, 0], [[3, 4]]).flow == ((0, 0),)


def test_supply_and_demand_must_agree() -> None:
    with pytest.raises(ValueError, match="supply 2 and demand 1 differ"):
        find_cheapest_flow([2], [1], [[0]])
