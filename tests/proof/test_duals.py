"""A file has as many dual values as there are places, and blossoms are odd sets of these."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from topboard.matching.weighted import find_minimum_cost_matching
from topboard.proof.prove.writer import duals_to_json, integer_to_json
from topboard.proof.verify.duals import (
    compute_criterion_digit_units,
    parse_duals,
    parse_integer,
    parse_lower_bound,
    parse_pairs,
)


@pytest.mark.parametrize(
    ("values", "blossoms"),
    [
        ([1, 2, 3], []),
        ([1, 2, 3, 4, 5], []),
        ([1, 2, 3, 4], [[[0, 1], 2]]),
        ([1, 2, 3, 4], [[[0, 1, 2], -2]]),
        ([1, 2, 3, 4], [[[0, 1, 4], 2]]),
        ([1, 2, 3, 4], [[[0, 1, -1], 2]]),
        ([1, 2, 3, 4], [[[0, 1, 1], 2]]),
        ([1, 2, 3, None], []),
        ([1, 2, 3, 1.5], []),
        ([1, 2, 3, "x"], []),
    ],
)
def test_malformed_duals_are_refused(values, blossoms):
    with pytest.raises((ValueError, TypeError)):
        parse_duals({"duals": values, "blossoms": blossoms}, 4)


def test_a_bound_is_the_sum_of_vertex_values_minus_the_blossom_values():
    duals = parse_duals({"duals": [6, 6, "6", 10], "blossoms": [[[0, 1, 2], 4]]}, 4)

    assert duals.bound == 6 + 6 + 6 + 10 - 4
    assert duals.doubled_minimum_pair_cost(0, 1) == 6 + 6 - 4
    assert duals.doubled_minimum_pair_cost(0, 3) == 6 + 10


def some_costs(lot, count):
    """Some pairs of a number of places, and what they cost."""
    pairs = [pair for pair in combinations(range(count), 2) if lot.random() < 0.8]
    return {pair: lot.randrange(6) for pair in pairs}


def test_the_bound_of_optimal_duals_is_the_cost_of_the_cheapest_pairing():
    """And a pair that costs less, or a dual that is raised, is refused."""
    tried = 0
    for seed in range(60):
        lot = Random(seed)
        costs = some_costs(lot, 6)
        best = find_minimum_cost_matching(6, [(a, b, cost) for (a, b), cost in costs.items()])
        if best is None:
            continue
        written = duals_to_json(best)
        pairs = [(a, b) for a, b in enumerate(best.mate) if a < b]
        assert parse_lower_bound(written, 6, costs) == 2 * sum(costs[pair] for pair in pairs)
        for pair in pairs:
            with pytest.raises(ValueError, match="duals"):
                parse_lower_bound(written, 6, costs | {pair: costs[pair] - 1})
            tried += 1
    assert tried > 60


def test_tight_pairs_are_those_whose_cost_equals_their_dual_values():
    """Those of a cheapest pairing are among them; places of a kind are looked at together."""
    tried = 0
    for seed in range(40):
        lot = Random(seed)
        kind = [lot.randrange(3) for _ in range(6)]
        by_kind = {(a, b): lot.randrange(4) for a in range(3) for b in range(a, 3)}
        costs = {(a, b): by_kind[tuple(sorted((kind[a], kind[b])))] for a, b in some_costs(lot, 6)}
        best = find_minimum_cost_matching(6, [(a, b, cost) for (a, b), cost in costs.items()])
        if best is None:
            continue
        graph = [sum(1 << b for b in range(6) if (min(a, b), max(a, b)) in costs) for a in range(6)]
        duals = parse_duals(duals_to_json(best), 6)
        due = {
            (a, b)
            for (a, b), cost in costs.items()
            if 2 * cost == duals.doubled_minimum_pair_cost(a, b)
        }

        def cost(a, b, legal, kind=kind, by_kind=by_kind):
            return by_kind[tuple(sorted((kind[a], kind[b])))] if legal else 10**6

        for kinds in ({v: v for v in range(6)}, dict(enumerate(kind))):
            tight = duals.build_tight_pairs_graph(graph, kinds, cost)
            assert {(a, b) for a, b in combinations(range(6), 2) if tight[a] >> b & 1} == due
            assert all(tight[a] >> b & 1 for a, b in enumerate(best.mate))
            tried += 1
    assert tried > 40


def test_pairs_in_a_file_include_each_participant_once_and_are_legal():
    place, graph = {11: 0, 12: 1, 13: 2, 14: 3}, [0b1110, 0b1101, 0b0011, 0b0011]

    assert parse_pairs([[13, 11], [12, 14]], place, graph) == [(0, 2), (1, 3)]
    for wrong in ([[11, 12], [12, 13]], [[13, 14]], [[11, 11]], [[11, 15]], [[11]], [11], None):
        with pytest.raises((ValueError, TypeError, LookupError)):
            parse_pairs(wrong, place, graph)


def test_large_numbers_are_written_as_text_and_read_back():
    for value in (0, 7, -7, 2**53, -(2**53), 3**200, -(3**200)):
        assert parse_integer(integer_to_json(value)) == value


def test_a_digit_outweighs_all_the_digits_after_it():
    criteria = ((3, 1), (2, 4), (5, 2), (1, 0), (4, 1))
    units = compute_criterion_digit_units(criteria)

    assert [len(digits) for digits in units] == [count for _, count in criteria]
    behind = 0
    for (most, _), digits in reversed([*zip(criteria, units, strict=True)]):
        for unit in reversed(digits):
            assert unit > 2 * behind
            behind += most * unit
