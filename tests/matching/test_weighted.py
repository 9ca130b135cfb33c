from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import networkx as nx
import pytest

from tests.matching.brute_force import every_graph, every_pair, least_cost, perfect_matchings
from tests.sampling import sample
from topboard.matching.cost import build_costs_preferring_few_items
from topboard.matching.weighted import OddSet, Optimum, find_minimum_cost_matching, is_optimal

Edges = list[tuple[int, int, int]]
Costs = dict[tuple[int, int], int]

HUGE = 2**300


def edges_of(costs: Costs) -> Edges:
    return [(v, w, cost) for (v, w), cost in costs.items()]


def random_costs(rng: random.Random, n: int, density: float, largest: int) -> Costs:
    return {p: rng.randint(-largest, largest) for p in every_pair(n) if rng.random() < density}


def cost_by_networkx(n: int, costs: Costs) -> int | None:
    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from((v, w, -cost) for (v, w), cost in costs.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < n:
        return None
    return sum(costs[min(pair), max(pair)] for pair in matching)


def assert_optimum_costs(n: int, costs: Costs, expected: int | None) -> Optimum | None:
    edges = edges_of(costs)
    optimum = find_minimum_cost_matching(n, edges)
    if expected is None:
        assert optimum is None, costs
    else:
        assert optimum is not None, costs
        assert optimum.cost == expected, costs
        assert is_optimal(n, edges, optimum), costs
    return optimum


def two_triangles() -> tuple[int, Edges]:
    """Two cheap triangles, one dear edge between them: the triangles must become blossoms."""
    return 6, [(0, 1, 1), (1, 2, 1), (0, 2, 1), (2, 3, 50), (3, 4, 1), (4, 5, 1), (3, 5, 1)]


# --- against everything tried --------------------------------------------------------------


@pytest.mark.thorough
def test_every_graph_on_four_vertices_with_costs_up_to_two() -> None:
    pairs = every_pair(4)
    matchings = list(perfect_matchings(range(4)))

    for drawn in product((None, 0, 1, 2), repeat=len(pairs)):
        costs = {p: cost for p, cost in zip(pairs, drawn, strict=True) if cost is not None}
        assert_optimum_costs(4, costs, least_cost(matchings, costs))


@pytest.mark.thorough
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_every_graph_with_up_to_six_vertices_and_random_costs(n: int) -> None:
    rng = random.Random(n)
    matchings = list(perfect_matchings(range(n)))

    for graph in sample(every_graph(n)) if n > 5 else every_graph(n):
        largest = rng.choice((1, 4, 20))
        costs = {p: rng.randint(-largest, largest) for p in sorted(graph)}
        assert_optimum_costs(n, costs, least_cost(matchings, costs))


@pytest.mark.parametrize("seed", range(40))
def test_complete_graphs_on_eight_vertices(seed: int) -> None:
    rng = random.Random(seed)
    matchings = list(perfect_matchings(range(8)))

    for largest in (1, 3, 10, HUGE):
        costs = random_costs(rng, 8, 1.0, largest)
        assert_optimum_costs(8, costs, least_cost(matchings, costs))


# --- against an independent program --------------------------------------------------------


@pytest.mark.parametrize(
    "largest", [1, 3, 10, 1000, HUGE], ids=lambda size: f"{size.bit_length()}bit"
)
@pytest.mark.parametrize("density", [0.25, 0.5, 0.8, 1.0])
def test_random_graphs_with_up_to_fourteen_vertices(largest: int, density: float) -> None:
    rng = random.Random(f"{largest} {density}")
    solved = blossoms = 0

    for _ in range(300):
        n = rng.randint(2, 14)
        costs = random_costs(rng, n, density, largest)
        optimum = assert_optimum_costs(n, costs, cost_by_networkx(n, costs))
        if optimum is not None:
            solved += 1
            blossoms += len(optimum.blossoms)

    assert solved >= 20
    if largest > 1:
        assert blossoms >= 10


@pytest.mark.parametrize("largest", [2, 40, HUGE], ids=lambda size: f"{size.bit_length()}bit")
@pytest.mark.parametrize("n", range(20, 62, 4))
def test_random_graphs_with_up_to_sixty_vertices(n: int, largest: int) -> None:
    rng = random.Random(n * largest)

    for density in (4 / n, 0.3, 1.0):
        costs = random_costs(rng, n, density, largest)
        assert_optimum_costs(n, costs, cost_by_networkx(n, costs))


@pytest.mark.parametrize(
    "cost",
    [
        lambda v, w: (v + 1) * (w + 1),
        lambda v, w: -((v - w) ** 2),
        lambda v, w: min(v, w),
        lambda v, w: 0 if v // 3 == w // 3 else 100 + v * w % 7,
        lambda v, w: (v % 5) ** (w % 7),
        lambda v, w: abs(w - v - 13) << 8 * (26 - v),
    ],
    ids=["products", "far apart", "smaller end", "triangles", "powers", "lexicographic"],
)
def test_costs_that_nest_many_blossoms_or_tie_often(cost) -> None:
    for n in (8, 14, 26):
        costs = {(v, w): cost(v, w) for v, w in every_pair(n)}
        assert_optimum_costs(n, costs, cost_by_networkx(n, costs))


@pytest.mark.parametrize("outsiders", [2, 10, 30])
def test_outsiders_get_the_cheapest_partners_from_a_group_that_pairs_free_of_cost(
    outsiders: int,
) -> None:
    group = range(30)
    price = build_costs_preferring_few_items(len(group))
    costs: Costs = {pair: 0 for pair in every_pair(len(group))}
    costs |= {(v, len(group) + w): price[v] for v in group for w in range(outsiders)}

    optimum = assert_optimum_costs(30 + outsiders, costs, sum(price[:outsiders]))

    assert optimum is not None
    assert {v for v in group if optimum.mate[v] >= len(group)} == {*range(outsiders)}


def test_blossoms_nest_and_open_again_in_larger_graphs() -> None:
    rng = random.Random(7)
    nested = 0

    for _ in range(6):
        places = [(rng.randrange(1000), rng.randrange(1000)) for _ in range(100)]
        edges = [
            (v, w, sum((a - b) ** 2 for a, b in zip(places[v], places[w], strict=True)))
            for v, w in every_pair(100)
        ]
        optimum = find_minimum_cost_matching(100, edges)
        assert optimum is not None
        assert is_optimal(100, edges, optimum)
        sets = [set(blossom.members) for blossom in optimum.blossoms]
        nested += sum(one < other for one in sets for other in sets)

    assert nested > 20


@pytest.mark.parametrize("largest", [5, 10**6, HUGE], ids=["ties", "20bit", "301bit"])
def test_a_matching_of_a_complete_graph_of_200_vertices_is_proved_optimal(largest: int) -> None:
    edges = edges_of(random_costs(random.Random(200), 200, 1.0, largest))

    optimum = find_minimum_cost_matching(200, edges)

    assert len(edges) == 19_900
    assert optimum is not None
    assert is_optimal(200, edges, optimum)


# --- no perfect matching -------------------------------------------------------------------


def test_an_empty_graph_has_an_empty_matching() -> None:
    assert find_minimum_cost_matching(0, []) == Optimum((), 0, (), ())


@pytest.mark.parametrize(
    ("n", "edges"),
    [
        (1, []),
        (2, []),
        (3, [(0, 1, 0), (1, 2, 0), (0, 2, 0)]),
        (4, [(0, 1, 5), (0, 2, -5), (0, 3, 5)]),
        (4, [(0, 1, 1), (1, 2, 1), (0, 2, 1)]),
        (6, [(0, 1, 1), (1, 2, 2), (0, 2, 3), (3, 4, 1), (4, 5, 2), (3, 5, 3)]),
        (8, [(v, w, -HUGE) for v in range(3) for w in range(v + 1, 8)]),
    ],
    ids=["one", "no edge", "triangle", "star", "isolated", "two triangles", "three for five"],
)
def test_a_graph_without_a_perfect_matching_has_no_solution(n: int, edges: Edges) -> None:
    assert find_minimum_cost_matching(n, edges) is None


@pytest.mark.parametrize("n", [9, 15, 41])
def test_an_odd_number_of_vertices_has_no_perfect_matching(n: int) -> None:
    assert find_minimum_cost_matching(n, [(v, w, v * w) for v, w in every_pair(n)]) is None


def test_two_odd_halves_have_no_perfect_matching_until_joined() -> None:
    edges = [(v, w, v ^ w) for v, w in every_pair(22) if (v < 11) == (w < 11)]

    assert find_minimum_cost_matching(22, edges) is None
    joined = find_minimum_cost_matching(22, [*edges, (4, 17, 10**9)])
    assert joined is not None
    assert joined.mate[4] == 17


# --- what an edge may look like ------------------------------------------------------------


def test_the_cheapest_of_several_parallel_edges_counts() -> None:
    edges = [(0, 1, 5), (1, 0, 3), (0, 1, 4)]

    optimum = find_minimum_cost_matching(2, edges)

    assert optimum is not None
    assert optimum.cost == 3
    assert is_optimal(2, edges, optimum)


@pytest.mark.parametrize("edge", [(1, 1, 0), (-1, 0, 0), (0, 2, 0)])
def test_an_edge_that_does_not_join_two_of_the_vertices_is_refused(
    edge: tuple[int, int, int],
) -> None:
    with pytest.raises(ValueError, match="vertices 0 to 1"):
        find_minimum_cost_matching(2, [(0, 1, 1), edge])


def test_the_order_and_direction_of_edges_do_not_change_the_cost() -> None:
    rng = random.Random(3)
    costs = random_costs(rng, 20, 0.6, 50)
    expected = find_minimum_cost_matching(20, edges_of(costs))
    assert expected is not None

    for _ in range(20):
        shuffled = [(w, v, c) if rng.random() < 0.5 else (v, w, c) for v, w, c in edges_of(costs)]
        rng.shuffle(shuffled)
        optimum = find_minimum_cost_matching(20, shuffled)
        assert optimum is not None
        assert optimum.cost == expected.cost


def test_the_same_edges_give_the_same_optimum() -> None:
    edges = edges_of(random_costs(random.Random(4), 30, 0.7, 2))

    assert find_minimum_cost_matching(30, edges) == find_minimum_cost_matching(30, edges)


# --- the proof -----------------------------------------------------------------------------


def test_the_proof_for_two_triangles_gives_each_a_dual_value() -> None:
    n, edges = two_triangles()

    optimum = find_minimum_cost_matching(n, edges)

    assert optimum is not None
    assert optimum.cost == 52
    assert {blossom.members for blossom in optimum.blossoms} <= {(0, 1, 2), (3, 4, 5)}
    assert sum(blossom.dual for blossom in optimum.blossoms) > 0


def alter_optimum(optimum: Optimum) -> list[Optimum]:
    """The optimum of the two triangles, with one thing changed in each."""
    duals, (blossom, *others) = optimum.duals, optimum.blossoms
    return [
        replace(optimum, cost=optimum.cost - 1),
        replace(optimum, mate=optimum.mate[:-1]),
        replace(optimum, mate=(1, 2, 0, 4, 5, 3)),
        replace(optimum, mate=(0, 1, 2, 3, 4, 5)),
        replace(optimum, mate=(-1, -1, 3, 2, -1, -1)),
        replace(optimum, mate=(6, 6, 3, 2, 5, 4)),
        replace(optimum, mate=(3, 2, 1, 0, 5, 4)),
        replace(optimum, duals=duals[:-1]),
        *(
            replace(optimum, duals=(*duals[:v], duals[v] + change, *duals[v + 1 :]))
            for v in range(6)
            for change in (-1, 1)
        ),
        replace(optimum, blossoms=tuple(others)),
        *(
            replace(optimum, blossoms=(changed, *others))
            for changed in (
                OddSet(blossom.members, blossom.dual - 1),
                OddSet(blossom.members, blossom.dual + 1),
                OddSet(blossom.members, -blossom.dual),
                OddSet(blossom.members[:-1], blossom.dual),
                OddSet(blossom.members[:1] * 3, blossom.dual),
                OddSet((0, 1, 3), blossom.dual),
                OddSet((0, 1, 6), blossom.dual),
            )
        ),
        replace(optimum, blossoms=(*optimum.blossoms, OddSet((1, 3, 5), 2))),
        replace(optimum, blossoms=(*optimum.blossoms, OddSet((0, 1), 2))),
        replace(optimum, blossoms=(*optimum.blossoms, OddSet((0, 1, 2), 0))),
    ]


def test_a_tampered_optimum_is_rejected() -> None:
    n, edges = two_triangles()
    optimum = find_minimum_cost_matching(n, edges)
    assert optimum is not None
    assert is_optimal(n, edges, optimum)

    for number, changed in enumerate(alter_optimum(optimum)):
        assert not is_optimal(n, edges, changed), number


def test_the_proof_of_a_more_expensive_matching_is_rejected() -> None:
    rng = random.Random(11)
    rejected = 0

    for _ in range(200):
        costs = random_costs(rng, 6, 1.0, 5)
        optimum = find_minimum_cost_matching(6, edges_of(costs))
        assert optimum is not None
        for matching in perfect_matchings(range(6)):
            mates = dict(matching) | {w: v for v, w in matching}
            cost = sum(costs[p] for p in matching)
            other = replace(optimum, mate=tuple(mates[v] for v in range(6)), cost=cost)
            assert is_optimal(6, edges_of(costs), other) == (cost == optimum.cost)
            rejected += cost > optimum.cost

    assert rejected > 1000


def test_a_proof_for_other_costs_is_rejected() -> None:
    n, edges = two_triangles()
    optimum = find_minimum_cost_matching(n, edges)
    assert optimum is not None

    cheaper_way_round = [*edges, (0, 3, 20), (1, 5, 20)]

    assert not is_optimal(n, cheaper_way_round, optimum)
    assert not is_optimal(n, edges[:3] + edges[4:], optimum)
