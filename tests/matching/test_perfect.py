from __future__ import annotations

import random
from typing import TYPE_CHECKING

import networkx as nx
import pytest

from tests.matching import brute_force
from tests.matching.brute_force import (
    Trial,
    every_graph,
    fold,
    halves,
    many_graphs,
    mask,
    members,
    pair,
    random_graph,
    rows,
)
from tests.sampling import sample
from topboard.matching import perfect as kernel
from topboard.matching.perfect import (
    EXPOSED,
    MaintainedMatching,
    PerfectMatching,
    bit_indices,
    count_most_missing_edges,
    deficiency,
    find_first_perfect_matching,
    is_valid_certificate,
    maximum_matching,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.matching.brute_force import Graph

both_orders = pytest.mark.parametrize("order", [halves, fold])


def sample_graphs(n: int, salt: str) -> Iterable[Graph]:
    """All graphs on up to five vertices, of those on six a sample."""
    return sample(every_graph(n), salt) if n > 5 else every_graph(n)


def pairs_of(chosen) -> list[tuple[int, int]]:
    return [(row.chooser, row.chosen) for row in chosen]


def solve(open_: list[int], order) -> list | None:
    """The rows of the first perfect matching, proved to be it; None, proved, without one."""
    everybody = (1 << len(open_)) - 1
    matching = PerfectMatching(open_)
    certificate = matching.certificate
    if certificate is not None:
        assert not matching.exists
        assert is_valid_certificate(open_, everybody, certificate)
        return None
    assert matching.exists
    chosen = list(find_first_perfect_matching(matching, open_, range(len(open_)), order))
    assert matching.remaining_vertices == 0
    assert_proved_first(open_, order, chosen)
    return chosen


def assert_proved_first(open_: list[int], order, chosen) -> None:
    """The rows match everybody, and everyone passed over is closed or has a certificate."""
    left = list(range(len(open_)))
    for row in chosen:
        candidates = [left[place] for place in order(left)]
        place = candidates.index(row.chosen)
        assert row.chooser == left[0]
        assert open_[row.chooser] >> row.chosen & 1
        assert [b for b, _ in row.passed] == candidates[:place]
        for b, certificate in row.passed:
            if certificate is None:
                assert not open_[row.chooser] >> b & 1
            else:
                assert is_valid_certificate(open_, mask(left) ^ mask((left[0], b)), certificate)
        left = [v for v in left if v not in (row.chooser, row.chosen)]
    assert not left


@pytest.fixture
def searches(monkeypatch) -> list[int]:
    """The roots of all trees grown during a test."""
    roots = []
    grow = kernel._AlternatingTree.grow

    def count_tree(tree):
        roots.append(tree.root)
        return grow(tree)

    monkeypatch.setattr(kernel._AlternatingTree, "grow", count_tree)
    return roots


# --- the first perfect matching ------------------------------------------------------------


@pytest.mark.thorough
@both_orders
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 6])
def test_every_graph_with_up_to_six_vertices(n: int, order) -> None:
    for graph in sample_graphs(n, order.__name__):
        chosen = solve(rows(n, graph), order)
        expected = brute_force.first_matching_by_backtracking(graph, range(n), order)
        assert (chosen and pairs_of(chosen)) == expected, graph


@both_orders
@pytest.mark.parametrize("density", [0.2, 0.35, 0.5, 0.7, 0.9])
def test_random_graphs_with_up_to_fourteen_vertices(density: float, order) -> None:
    rng = random.Random(f"{density} {order.__name__}")
    solved = refused = 0

    for _ in range(400):
        n = rng.choice((8, 8, 10, 10, 12, 14))
        graph = random_graph(rng, n, density)
        chosen = solve(rows(n, graph), order)
        expected = Trial(graph).first_matching(range(n), order)
        assert (chosen and pairs_of(chosen)) == expected, graph
        if chosen:
            solved += 1
            refused += sum(c is not None for row in chosen for _, c in row.passed)

    assert solved >= 30
    assert refused >= 10


@both_orders
@pytest.mark.parametrize("degree", [2, 3, 4])
def test_groups_with_few_remaining_opponents(degree: int, order) -> None:
    rng = random.Random(f"{degree} {order.__name__}")
    refused = 0

    for _ in range(60):
        n = rng.choice((20, 30, 40, 60))
        graph = frozenset(p for _ in range(degree) for p in drawn_round(rng, n))
        chosen = solve(rows(n, graph), order)
        assert chosen is not None
        refused += sum(c is not None for row in chosen for _, c in row.passed)

    assert refused >= 100


def drawn_round(rng: random.Random, n: int) -> list[tuple[int, int]]:
    """A perfect matching of n vertices, drawn by lot."""
    lots = rng.sample(range(n), n)
    return [pair(v, w) for v, w in zip(lots[::2], lots[1::2], strict=True)]


def near_complete(rng: random.Random, n: int, rounds: int) -> list[int]:
    """The graph of n vertices that have met in a number of rounds."""
    open_ = [((1 << n) - 1) ^ 1 << v for v in range(n)]
    for _ in range(rounds):
        for v, w in drawn_round(rng, n):
            open_[v] &= ~(1 << w)
            open_[w] &= ~(1 << v)
    return open_


@both_orders
def test_a_vertex_order_other_than_by_number(order) -> None:
    rng = random.Random(8)

    for _ in range(200):
        graph = random_graph(rng, 8, 0.6)
        vertices = rng.sample(range(8), 8)
        matching = PerfectMatching(rows(8, graph))
        if matching.exists:
            chosen = find_first_perfect_matching(matching, rows(8, graph), vertices, order)
            assert pairs_of(chosen) == Trial(graph).first_matching(vertices, order)


# --- all possible partners and floaters ----------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_partners_of_every_vertex_of_many_graphs(n: int) -> None:
    for graph in many_graphs(n):
        open_, trial = rows(n, graph), Trial(graph)
        matching = PerfectMatching(open_)
        assert matching.exists == trial.can_all_meet(range(n)), graph
        if matching.exists:
            for a in range(n):
                expected = trial.partners(range(n), a)
                assert members(matching.find_possible_partners(a)) == expected, (graph, a)
                fresh = PerfectMatching(open_)
                assert {b for b in range(n) if fresh.can_pair(a, b)} == expected, (graph, a)


@pytest.mark.parametrize("n", [8, 10, 12])
@pytest.mark.parametrize("density", [0.3, 0.5, 0.8])
def test_partners_stay_correct_while_pairs_are_fixed_in_any_order(n: int, density: float) -> None:
    rng = random.Random(n * density)
    steps = 0

    for _ in range(80):
        graph = random_graph(rng, n, density)
        trial, left = Trial(graph), set(range(n))
        matching = PerfectMatching(rows(n, graph))
        if not matching.exists:
            continue
        while left:
            for a in rng.sample(sorted(left), min(3, len(left))):
                possible = trial.partners(left, a)
                assert members(matching.find_possible_partners(a)) == possible
                assert {b for b in range(n) if matching.can_pair(a, b)} == possible
            b = rng.choice(sorted(possible))
            matching.fix_pair(a, b)
            left -= {a, b}
            assert members(matching.remaining_vertices) == left
            assert matching.exists
            steps += 1

    assert steps > 50


@pytest.mark.thorough
@pytest.mark.parametrize("n", [1, 3, 5])
def test_the_possible_floaters_of_every_odd_graph(n: int) -> None:
    for graph in every_graph(n):
        trial = Trial(graph)
        expected = trial.floaters(range(n))
        open_ = rows(n, graph)
        by_deficiency = {f for f in range(n) if deficiency(open_, mask(range(n)) ^ 1 << f) == 0}
        assert by_deficiency == expected, graph

        exit_ = n
        with_exit = PerfectMatching([row | 1 << exit_ for row in open_] + [mask(range(n))])
        assert with_exit.exists == bool(expected), graph
        if expected:
            assert members(with_exit.find_possible_partners(exit_)) == expected, graph


@pytest.mark.parametrize("density", [0.2, 0.35, 0.5])
def test_the_possible_floaters_of_random_odd_groups_and_proofs_against_the_others(
    density: float,
) -> None:
    rng = random.Random(density)
    refused = 0

    for _ in range(250):
        n = rng.choice((7, 9, 11, 13))
        graph = random_graph(rng, n, density)
        expected = Trial(graph).floaters(range(n))
        open_ = [row | 1 << n for row in rows(n, graph)] + [mask(range(n))]
        with_exit = PerfectMatching(open_)
        assert with_exit.exists == bool(expected)
        if expected:
            assert members(with_exit.find_possible_partners(n)) == expected
            for f in set(range(n)) - expected:
                assert is_valid_certificate(
                    open_, mask(range(n)) ^ 1 << f, with_exit.prove_pair_impossible(n, f)
                )
                refused += 1

    assert refused >= 100


# --- parts of a graph, and what a largest matching leaves over -----------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_the_number_left_unmatched_in_every_graph(n: int) -> None:
    for graph in sample_graphs(n, "left over"):
        assert deficiency(rows(n, graph)) == Trial(graph).left_over(range(n)), graph


@pytest.mark.thorough
@pytest.mark.parametrize("n", [4, 5])
def test_every_subset_of_the_vertices_of_every_graph(n: int) -> None:
    for graph in every_graph(n):
        open_, trial = rows(n, graph), Trial(graph)
        for alive in range(1 << n):
            part = sorted(members(alive))
            matching = PerfectMatching(open_, alive)
            assert deficiency(open_, alive) == trial.left_over(part)
            assert matching.exists == trial.can_all_meet(part)
            if matching.exists:
                for a in part:
                    assert members(matching.find_possible_partners(a)) == trial.partners(part, a)
            else:
                assert is_valid_certificate(open_, alive, matching.certificate)


@pytest.mark.parametrize("n", [20, 33, 48, 60])
def test_the_number_left_unmatched_in_larger_groups(n: int) -> None:
    rng = random.Random(n)
    incomplete = 0

    for degree in (1.5, 2, 2.5, 3, 4) * 6:
        graph = random_graph(rng, n, degree / n)
        reference = nx.Graph(sorted(graph))
        left_over = n - 2 * len(nx.max_weight_matching(reference, maxcardinality=True))
        mate = maximum_matching(rows(n, graph), mask(range(n)))
        assert deficiency(rows(n, graph)) == left_over
        assert mate.count(EXPOSED) == left_over
        assert all(
            w == EXPOSED or (mate[w] == v and pair(v, w) in graph) for v, w in enumerate(mate)
        )
        incomplete += left_over > 0

    assert incomplete >= 15


def test_the_largest_number_of_missing_edges_at_one_vertex() -> None:
    for graph in every_graph(4):
        degrees = [sum(v in p for p in graph) for v in range(4)]
        assert count_most_missing_edges(rows(4, graph), 0b1111) == 3 - min(degrees)
    assert count_most_missing_edges([0b110, 0b101, 0b011], 0) == 0


def test_bit_indices_are_listed_from_the_lowest_bit() -> None:
    assert list(bit_indices(0b1010010)) == [1, 4, 6]
    assert list(bit_indices(0)) == []
    assert list(bit_indices(1 << 5000)) == [5000]


# --- Dirac's shortcut ----------------------------------------------------------------------


def first_pairs(open_: list[int], order) -> list[tuple[int, int]] | None:
    matching = PerfectMatching(open_)
    if not matching.exists:
        return None
    return pairs_of(find_first_perfect_matching(matching, open_, range(len(open_)), order))


def without_shortcut(monkeypatch) -> None:
    """Let every vertex seem to be closed to all others, so that Dirac promises nothing."""
    monkeypatch.setattr(kernel, "count_most_missing_edges", lambda open_, alive: len(open_))


@both_orders
@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_shortcut_agrees_with_the_search_on_many_graphs(n: int, order, monkeypatch) -> None:
    groups = [rows(n, graph) for graph in many_graphs(n)]
    quick = [(first_pairs(open_, order), deficiency(open_)) for open_ in groups]

    without_shortcut(monkeypatch)
    slow = [(first_pairs(open_, order), deficiency(open_)) for open_ in groups]

    assert quick == slow


@both_orders
@pytest.mark.parametrize("n", [14, 40, 80])
def test_the_shortcut_agrees_with_the_search_in_larger_groups(n, order, monkeypatch) -> None:
    rng = random.Random(n)
    groups = [near_complete(rng, n, played) for played in (2, 4, 6, 9, n // 2) for _ in range(3)]
    quick = [first_pairs(open_, order) for open_ in groups]

    without_shortcut(monkeypatch)
    slow = [first_pairs(open_, order) for open_ in groups]

    assert quick == slow


@both_orders
def test_two_thousand_players_who_have_met_ten_each_need_few_searches(order, searches) -> None:
    open_ = near_complete(random.Random(2000), 2000, 10)

    chosen = solve(open_, order)

    assert chosen is not None
    assert len(chosen) == 1000
    # Dirac's theorem holds while more than twice as many are left as one may not meet.
    assert len(searches) <= 2 * (10 + 1)


@pytest.mark.parametrize("n", [1999, 2001])
def test_a_large_odd_group_leaves_one_player_unmatched(n: int, searches) -> None:
    assert deficiency(near_complete(random.Random(n), n + 1, 7), mask(range(n))) == 1
    assert searches == []


# --- groups on which trying one by one would not end -----------------------------------------


def three_share_one_partner(n: int, partner: int) -> list[int]:
    """All may meet, but the last three have only one opponent left between them."""
    last = {n - 3, n - 2, n - 1}
    graph = {p for p in brute_force.every_pair(n) if not last & set(p)}
    return rows(n, frozenset(graph | {pair(partner, v) for v in last}))


@pytest.mark.parametrize("n", range(12, 42, 2))
def test_three_vertices_that_share_one_partner_are_found_at_once(n: int, searches) -> None:
    for partner in (0, n // 2, n - 4):
        searches.clear()
        open_ = three_share_one_partner(n, partner)
        matching = PerfectMatching(open_)

        certificate = matching.certificate

        assert certificate is not None
        assert is_valid_certificate(open_, mask(range(n)), certificate)
        assert members(certificate.bridge) == {partner}
        assert {1 << n - 3, 1 << n - 2, 1 << n - 1}.issuperset(certificate.islands)
        assert len(searches) <= 4
        assert deficiency(open_) == 2


@both_orders
@pytest.mark.parametrize("n", range(12, 42, 2))
def test_three_vertices_with_contested_partners_cost_one_search_per_row(n, order, searches) -> None:
    """The last three have three opponents left between them: those may meet nobody else."""
    last, wanted = {n - 3, n - 2, n - 1}, {0, 1, n // 2}
    graph = {p for p in brute_force.every_pair(n) if not last & set(p)}
    graph |= {pair(v, w) for v in last for w in wanted}

    chosen = solve(rows(n, frozenset(graph)), order)

    assert chosen is not None
    assert {row.chosen for row in chosen if row.chooser in wanted} | {
        row.chooser for row in chosen if row.chosen in wanted
    } >= last
    assert len(searches) <= n


@both_orders
@pytest.mark.parametrize("n", [40, 100, 200])
def test_sparse_groups_cost_at_most_one_search_per_vertex(n, order, searches) -> None:
    rng = random.Random(n)
    graph = frozenset(p for _ in range(5) for p in drawn_round(rng, n))

    chosen = solve(rows(n, graph), order)

    assert chosen is not None
    assert len(searches) <= n


# --- partners taken away ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_a_kept_matching_loses_partners_only_where_all_can_still_be_matched(seed):
    chance = random.Random(f"kept {seed}")
    n = chance.choice((6, 8, 10))
    open_ = rows(n, random_graph(chance, n, 0.6))
    kept = MaintainedMatching(open_)
    assert kept.exists == (deficiency(open_) == 0)
    for _ in range(12 if kept.exists else 0):
        v, partners = chance.randrange(n), chance.getrandbits(n)
        narrowed = [
            (row & partners if w == v else row & ~(1 << v) if not partners >> w & 1 else row)
            for w, row in enumerate(open_)
        ]
        possible = deficiency(narrowed) == 0
        assert kept.restrict_partners(v, partners) == possible
        if possible:
            open_ = narrowed
