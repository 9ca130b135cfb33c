"""The orders of the text and the question whether the rest can be done, against brute force."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.oracle.olympiad import oracle_pair
from tests.oracle.olympiad_cases import opponents, pairs, score_groups
from tests.oracle.olympiad_search import (
    Completion,
    fold_order,
    halves_order,
    pair_in_order,
    smallest_leaving,
)
from topboard.model import Number

if TYPE_CHECKING:
    from collections.abc import Iterator

HALVES_OF_SIX = (
    "1-4 2-5 3-6",
    "1-4 2-6 3-5",
    "1-4 2-3 5-6",
    "1-5 2-4 3-6",
    "1-5 2-6 3-4",
    "1-5 2-3 4-6",
    "1-6 2-4 3-5",
    "1-6 2-5 3-4",
    "1-6 2-3 4-5",
    "1-3 2-5 4-6",
    "1-3 2-6 4-5",
    "1-3 2-4 5-6",
    "1-2 3-5 4-6",
    "1-2 3-6 4-5",
    "1-2 3-4 5-6",
)
"""The table of O08-40, O09-40 and O22-9.3 (whose fourth row is misprinted)."""

FOLD_OF_SIX = (
    "1-6 2-5 3-4",
    "1-6 2-4 3-5",
    "1-6 2-3 4-5",
    "1-5 2-6 3-4",
    "1-5 2-4 3-6",
    "1-5 2-3 4-6",
    "1-4 2-6 3-5",
    "1-4 2-5 3-6",
    "1-4 2-3 5-6",
    "1-3 2-6 4-5",
    "1-3 2-5 4-6",
    "1-3 2-4 5-6",
    "1-2 3-6 4-5",
    "1-2 3-5 4-6",
    "1-2 3-4 5-6",
)
"""The table of O08-50."""

FOLD_OF_FIVE = (
    ("1-5 2-4", 3),
    ("1-5 2-3", 4),
    ("1-5 3-4", 2),
    ("1-4 2-5", 3),
    ("1-4 2-3", 5),
    ("1-4 3-5", 2),
    ("1-3 2-5", 4),
    ("1-3 2-4", 5),
    ("1-3 4-5", 2),
    ("1-2 3-5", 4),
    ("1-2 3-4", 5),
    ("1-2 4-5", 3),
    ("2-5 3-4", 1),
    ("2-4 3-5", 1),
    ("2-3 4-5", 1),
)
"""The table of O08-52, with the floater of each row."""

SIX = [Number(n) for n in range(1, 7)]
FIVE = SIX[:5]
EDGES_OF_SIX = list(combinations(SIX, 2))
EDGES_OF_FIVE = list(combinations(FIVE, 2))


def graph(
    teams: list[Number], edges: set[tuple[Number, Number]]
) -> dict[Number, frozenset[Number]]:
    return {a: frozenset(b for b in teams if (a, b) in edges or (b, a) in edges) for a in teams}


def subsets(edges: list[tuple[Number, Number]]) -> Iterator[set[tuple[Number, Number]]]:
    for bits in range(1 << len(edges)):
        yield {edge for place, edge in enumerate(edges) if bits >> place & 1}


@pytest.mark.parametrize(
    ("table", "order"), [(HALVES_OF_SIX, halves_order), (FOLD_OF_SIX, fold_order)]
)
def test_six_teams_get_the_first_row_of_the_table_whatever_is_excluded(table, order):
    rows = [pairs(row) for row in table]
    for edges in subsets(EDGES_OF_SIX):
        completion = Completion(graph(SIX, edges))
        expected = next((row for row in rows if row <= edges), None)

        if completion.possible(frozenset(SIX), 0):
            found, left_over = pair_in_order(SIX, 0, completion, order)
            assert (set(found), left_over) == (expected, [])
        else:
            assert expected is None


@pytest.mark.parametrize("incoming", [None, *FIVE])
def test_five_teams_get_the_first_row_with_its_floater(incoming):
    rows = [(pairs(row), floater) for row, floater in FOLD_OF_FIVE if floater != incoming]
    may_leave = [team for team in FIVE if team != incoming]
    for edges in subsets(EDGES_OF_FIVE):
        completion = Completion(graph(FIVE, edges), may_leave)
        expected = next(((row, [out]) for row, out in rows if row <= edges), None)

        if completion.possible(frozenset(FIVE), 1):
            found, left_over = pair_in_order(FIVE, 1, completion, fold_order)
            assert (set(found), left_over) == expected
        else:
            assert expected is None


@pytest.mark.parametrize("edition", ["olympiad_2009", "olympiad_2022", "olympiad_2008"])
@pytest.mark.parametrize("row", range(15))
def test_forbidding_every_earlier_row_gives_the_next_row(edition, row):
    wanted = pairs(HALVES_OF_SIX[row])
    forbid = {min(pairs(earlier) - wanted) for earlier in HALVES_OF_SIX[:row]}

    paired = oracle_pair(score_groups({0: SIX}, forbid=forbid), edition)

    assert opponents(paired) == wanted


@pytest.mark.parametrize("row", range(15))
def test_from_round_four_the_2008_table_is_the_fold(row):
    wanted = pairs(FOLD_OF_SIX[row])
    forbid = {min(pairs(earlier) - wanted) for earlier in FOLD_OF_SIX[:row]}

    paired = oracle_pair(score_groups({0: SIX}, forbid=forbid, rounds_so_far=3), "olympiad_2008")

    assert opponents(paired) == wanted


def matchings(teams: list[Number], edges: set[tuple[Number, Number]]) -> Iterator[set[Number]]:
    """The teams left over by every matching, perfect or not."""
    if not teams:
        yield set()
        return
    first, *rest = teams
    for left in matchings(rest, edges):
        yield {first, *left}
    for other in rest:
        if (first, other) in edges:
            yield from matchings([team for team in rest if team != other], edges)


@pytest.mark.parametrize("seed", range(60))
def test_whether_the_rest_can_be_paired_agrees_with_brute_force(seed):
    chance = Random(seed)
    teams = [Number(n) for n in range(1, chance.randint(2, 9))]
    edges = {edge for edge in combinations(teams, 2) if chance.random() < chance.random()}
    may_leave = {team for team in teams if chance.random() < 0.6}
    left_over = list(matchings(teams, edges))
    completion = Completion(graph(teams, edges), may_leave)
    anybody = Completion(graph(teams, edges), teams)

    for leaving in range(len(teams) + 1):
        expected = any(len(left) == leaving and left <= may_leave for left in left_over)
        assert completion.possible(frozenset(teams), leaving) == expected
    assert smallest_leaving(anybody, frozenset(teams)) == min(map(len, left_over))
