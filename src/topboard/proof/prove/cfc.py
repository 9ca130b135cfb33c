"""Evidence for rounds paired under the Canadian rules: odd men, requests not to meet, and the pairs
of the two halves of a scoregroup.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.perfect import EXPOSED, bit_indices, bitset, maximum_matching
from topboard.matching.sparse import (
    find_cheapest_assignment,
    find_cheapest_matching,
    list_edges_to_nearest_vertices,
)
from topboard.matching.weighted import OddSet, find_minimum_cost_matching
from topboard.proof.prove.writer import (
    ProofWriter,
    duals_to_json,
    find_bridge_against_pairing_graph,
    integer_to_json,
)
from topboard.proof.verify.cfc.odd_men import BorderDuals
from topboard.proof.verify.cfc.requests import GroupRequests
from topboard.proof.verify.duals import Duals
from topboard.systems.cfc.interchanges import list_pairs_within_halves_near_middle

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from topboard.matching.weighted import Optimum
    from topboard.proof.prove.writer import Step
    from topboard.proof.verify.cfc.cards import Due
    from topboard.proof.verify.cfc.groups import GroupedPlayers
    from topboard.proof.verify.cfc.halves import GroupHalves
    from topboard.proof.verify.cfc.odd_men import OddManCosts

    Places = tuple[int, int]


NEAR = 4
"""The number of candidates from each scoregroup that are considered first."""


class CanadianProofWriter(ProofWriter):
    """Writer of the proof steps for a round paired under the Canadian rules."""

    def get_step_builders(self) -> dict[str, Callable[..., Step]]:
        """Return the functions that build steps, keyed by kind of step."""
        return {
            **super().get_step_builders(),
            "odd_men": self._build_odd_men_step,
            "wishes": self._build_requests_step,
            "halves": self._build_halves_step,
            "pair": self._build_row_step,
        }

    # --- odd men ----------------------------------------------------------------------------

    def _build_odd_men_step(self, odd: OddManCosts, pairs: Sequence[Places]) -> Step:
        numbers = odd.field.numbers
        step: Step = {"odd_men": [[numbers[v], numbers[w]] for v, w in pairs]}
        if not pairs:
            return step
        found = _compute_duals_of_all_separable_parts(
            odd, pairs
        ) or self._build_duals_for_odd_men_step(odd)
        parts = {
            "borders": [[b, integer_to_json(z)] for b, z in found.borders.items() if z],
            "values": [[numbers[v], integer_to_json(z)] for v, z in found.values.items() if z],
            "blossoms": [
                [[numbers[v] for v in blossom.members], integer_to_json(blossom.dual)]
                for blossom in found.blossoms
            ],
        }
        return {**step, **{name: part for name, part in parts.items() if part}}

    def _build_duals_for_odd_men_step(self, odd: OddManCosts) -> _FieldDuals:
        at = {n: v for v, n in enumerate(odd.field.numbers)}
        return _compute_duals_without_separating_groups(
            odd, [(v, at[self.opponents[n] or 0]) for n, v in at.items()]
        )

    # --- requests -----------------------------------------------------------------------------

    def _build_requests_step(self, wishes: GroupRequests) -> Step:
        numbers = wishes.numbers
        # Granting a request removes pairs, so this trial starts from a fresh copy.
        trial = GroupRequests(numbers, wishes.graph, wishes.apart)
        if EXPOSED in (mate := _match_top_half_with_bottom_half(trial)):
            return {
                "wishes": None,
                "bridges": find_bridge_against_pairing_graph(
                    trial.build_graph_across_halves(), numbers
                ),
            }
        refused, bridges = [], []
        for v in trial.list_players_with_requests():
            former, trial.open[v] = trial.open[v], trial.open[v] & ~trial.apart[v]
            if EXPOSED in (again := _match_top_half_with_bottom_half(trial)):
                refused.append(numbers[v])
                bridges.append(
                    find_bridge_against_pairing_graph(trial.build_graph_across_halves(), numbers)
                )
                trial.open[v] = former
            else:
                mate = again
        pairing = [[numbers[v], numbers[w]] for v, w in enumerate(mate) if v < w]
        return {"wishes": refused, "bridges": bridges, "pairing": pairing}

    # --- halves and rows --------------------------------------------------------------------

    def _build_halves_step(self, group: GroupHalves) -> Step:
        step: Step = {"halves": len(group.numbers)}
        made = dict.fromkeys([(group.due[v], group.due[w]) for v, w in group.pairs])
        if group.changed or any(group.colour_cost(*due) for due in made):
            step["least"] = _compute_duals_proving_cheapest_pairs(group, made)
        if any(group.cost_of_row_and_column(*due) for due in made):
            step["rows"] = _compute_duals_of_rows_and_columns(group, made)
        return step

    def _build_row_step(
        self,
        group: GroupHalves,
        pair: Places,
        rows: Mapping[int, int],
        free: int,
        first: int,
    ) -> Step:
        v, w = pair
        step: Step = {"pair": [group.numbers[v], group.numbers[w]]}
        if before := first & (1 << w) - 1:
            step["kept"] = [*_find_row_sets_that_reserve_columns(group, v, rows, free, before)]
        return step


MAKER = CanadianProofWriter


# --- odd men --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _FieldDuals:
    """The doubled dual values of all players, blossoms and scoregroup borders in a round."""

    borders: dict[int, int]
    values: dict[int, int]
    blossoms: tuple[OddSet, ...] = ()

    def proves_best_odd_pairs(self, odd: OddManCosts, pairs: Sequence[Places]) -> bool:
        """Return whether these dual values prove that no other odd pairs are better.

        An odd pair is an odd man and an opponent from a lower scoregroup.
        """
        values = [self.values.get(v, 0) for v in range(len(odd.field.numbers))]
        duals = Duals(values, [(blossom.members, blossom.dual) for blossom in self.blossoms])
        return BorderDuals(odd, duals, self.borders).proves_best_odd_pairs(pairs)


@dataclass(frozen=True, slots=True)
class _SeparableScoregroups:
    """Consecutive scoregroups that can be treated separately from the groups above and below.

    No odd man crosses the border at either end of this part, or only one crosses it to the next
    group.
    """

    groups: range
    entering: Places | None
    leaving: Places | None


def _split_groups_at_separable_borders(
    odd: OddManCosts, pairs: Sequence[Places]
) -> Iterator[_SeparableScoregroups]:
    field = odd.field
    crossing: list[list[Places]] = [[] for _ in field.spans]
    for v, w in pairs:
        for border in range(field.group_of[v], field.group_of[w]):
            crossing[border].append((v, w))
    start, entering = 0, None
    for border, across in enumerate(crossing):
        alone = len(across) == 1 and all(field.group_of[w] == border + 1 for _, w in across)
        if not across or (alone and field.group_of[across[0][0]] == border):
            leaving = across[0] if across else None
            yield _SeparableScoregroups(range(start, border + 1), entering, leaving)
            start, entering = border + 1, leaving


def _compute_duals_of_all_separable_parts(
    odd: OddManCosts, pairs: Sequence[Places]
) -> _FieldDuals | None:
    """Return the dual values of all separable parts, or None if they do not prove the pairs.

    A single group needs no dual values if the pairs that enter and leave it are the cheapest
    possible. If that is not enough, dual values are computed for all parts.
    """
    runs = [*_split_groups_at_separable_borders(odd, pairs)]
    dear = _find_parts_with_cheaper_crossing(odd, runs)
    if not dear and len(runs) == len(odd.levels):
        return _FieldDuals(
            {r.groups.start: 2 * odd.pair_cost(*r.leaving) for r in runs if r.leaving}, {}
        )
    for weighed in (dear, runs):
        found = [
            _compute_duals_of_separable_part(odd, pairs, run, weigh=run in weighed) for run in runs
        ]
        together = _FieldDuals({}, {}, tuple(b for one in found if one for b in one.blossoms))
        for one in found:
            together.values.update(one.values if one else {})
            for border, value in one.borders.items() if one else ():
                together.borders[border] = together.borders.get(border, 0) + value
        if None not in found and together.proves_best_odd_pairs(odd, pairs):
            return together
    return None


def _find_parts_with_cheaper_crossing(
    odd: OddManCosts, runs: Sequence[_SeparableScoregroups]
) -> list[_SeparableScoregroups]:
    """Return the separable parts at whose border a different crossing pair would be cheaper."""
    dear = {
        r.groups.stop - 1
        for r in runs
        if r.leaving and not _is_cheapest_crossing_pair(odd, *r.leaving)
    }
    return [r for r in runs if not dear.isdisjoint((r.groups.start - 1, r.groups.stop - 1))]


def _is_cheapest_crossing_pair(odd: OddManCosts, odd_man: int, opponent: int) -> bool:
    """Return whether no other pair between the same two scoregroups costs less."""
    g, h = odd.field.group_of[odd_man], odd.field.group_of[opponent]
    limit = odd.pair_cost(odd_man, opponent)
    left = limit - odd.ways[g][h]
    leaving = (v for v in odd.field.spans[g] if odd.leaves[v] < left)
    return all(
        cost >= limit
        for v in leaving
        for cost in _generate_costs_of_lower_opponents(odd, v, h, limit)
    )


def _compute_duals_of_separable_part(
    odd: OddManCosts, pairs: Sequence[Places], run: _SeparableScoregroups, *, weigh: bool
) -> _FieldDuals | None:
    """Return the dual values of a separable part and of its upper and lower border, or None.

    Leaving the part costs as much as a pair with the best opponent below. If the actual opponent
    costs more, the part below accounts for the difference. Return None if the values prove nothing.
    """
    above, below = run.groups.start - 1, run.groups.stop - 1
    entry, leaving = _compute_entry_and_exit_costs(odd, run)
    # A group that nobody enters or leaves costs nothing, so its values are 0 in any case.
    if len(run.groups) == 1 and not (weigh and (run.entering or run.leaving)):
        return _FieldDuals({above: 2 * entry, below: 2 * leaving}, {})
    field = odd.field
    places = [v for g in run.groups for v in field.spans[g]]
    edges, ends = [*_generate_allowed_pairs_with_costs(odd, places)], {}
    if run.leaving is not None:
        ends[len(places)] = below
        out = (
            (i, _find_cost_of_cheapest_lower_opponent(odd, v, run.groups.stop))
            for i, v in enumerate(places)
        )
        edges += [(i, len(places), cost) for i, cost in out if cost]
    if run.entering is not None:
        entering, at = run.entering[0], len(places) + len(ends)
        ends[at], way = above, _find_cost_of_cheapest_lower_opponent(odd, entering)
        open_to = [(i, w) for i, w in enumerate(places) if field.graph[entering] >> w & 1]
        edges += [(i, at, odd.pair_cost(entering, w) - way) for i, w in open_to]
    found = find_minimum_cost_matching(len(places) + len(ends), edges)
    inside = sum(odd.pair_cost(v, w) for v, w in pairs if v in places and w in places)
    if found is None or found.cost != inside + entry + leaving:
        return None
    if any(ends.keys() & {*blossom.members} for blossom in found.blossoms):
        return None
    return _FieldDuals(
        {border: found.duals[at] for at, border in ends.items()},
        dict(zip(places, found.duals, strict=False)),
        tuple(OddSet(tuple(places[i] for i in b.members), b.dual) for b in found.blossoms),
    )


def _compute_entry_and_exit_costs(odd: OddManCosts, run: _SeparableScoregroups) -> tuple[int, int]:
    """Return the costs for an odd man to enter and to leave some consecutive scoregroups.

    The cost of entering is the amount by which the actual pair costs more than the cheapest one.
    """
    entry = (
        0
        if run.entering is None
        else odd.pair_cost(*run.entering)
        - _find_cost_of_cheapest_lower_opponent(odd, run.entering[0])
    )
    return entry, 0 if run.leaving is None else _find_cost_of_cheapest_lower_opponent(
        odd, run.leaving[0]
    )


def _generate_allowed_pairs_with_costs(
    odd: OddManCosts, places: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield each allowed pair among these players as two indices into ``places`` and the cost."""
    field = odd.field
    for i, v in enumerate(places):
        row, own = field.graph[v], field.group_of[v]
        for j in range(i + 1, len(places)):
            w = places[j]
            if row >> w & 1:
                yield i, j, 0 if field.group_of[w] == own else odd.pair_cost(v, w)


def _find_cost_of_cheapest_lower_opponent(
    odd: OddManCosts, v: int, group: int | None = None
) -> int:
    """Return the cost of the best opponent in a lower scoregroup, or 0 if no opponent is possible.
    By default, the group is the next one.
    """
    field = odd.field
    h = field.group_of[v] + 1 if group is None else group
    first = next(_generate_costs_of_lower_opponents(odd, v, h), 0)
    return min(_generate_costs_of_lower_opponents(odd, v, h, first), default=first)


def _generate_costs_of_lower_opponents(
    odd: OddManCosts, v: int, h: int, limit: int | None = None
) -> Iterator[int]:
    """Yield the cost of pairing player ``v`` with each possible opponent in a lower scoregroup.

    The generator stops once no further cost can be below the limit, because costs rise with the
    opponent's position in the group.
    """
    field, span = odd.field, odd.field.spans[h]
    least = odd.ways[field.group_of[v]][h] + odd.leaves[v]
    for w in span:
        if limit is not None and least + odd.meets[v] * (span.start + w) >= limit:
            return
        if field.graph[v] >> w & 1:
            yield odd.pair_cost(v, w)


def _compute_duals_without_separating_groups(
    odd: OddManCosts, made: Sequence[Places]
) -> _FieldDuals:
    field = odd.field
    graph, group_of, count = field.graph, field.group_of, len(field.numbers)

    def costs_to_later_players(v: int) -> list[int]:
        end = field.spans[group_of[v]].stop
        across = (odd.pair_cost(v, w) if graph[v] >> w & 1 else 0 for w in range(end, count))
        return [*[0] * (end - v - 1), *across]

    found = find_cheapest_matching(
        graph, costs_to_later_players, {*made, *_generate_pairs_of_nearby_players(field)}
    )
    assert found is not None, "the round is a pairing"
    return _FieldDuals({}, dict(enumerate(found.duals)), found.blossoms)


def _generate_pairs_of_nearby_players(field: GroupedPlayers) -> Iterator[Places]:
    """Yield pairs of each player with a few players of the same scoregroup and of the next
    groups.
    """
    for v, row in enumerate(field.graph):
        g = field.group_of[v]
        inside = row & bitset(field.spans[g])
        for w in (*islice(bit_indices(inside >> v << v), NEAR), *islice(bit_indices(inside), NEAR)):
            yield v, w
        for span in field.spans[g + 1 : g + 1 + NEAR]:
            yield from ((v, w) for w in islice(bit_indices(row & bitset(span)), NEAR))


# --- halves and rows ------------------------------------------------------------------------


def _find_row_sets_that_reserve_columns(
    group: GroupHalves, v: int, rows: Mapping[int, int], free: int, before: int
) -> Iterator[list[int]]:
    """Yield sets of top-half players (rows) who need every column before the column of row ``v``.

    Columns are the players of the bottom half.
    """
    row_of = {column: row for row, column in group.pairs}
    while before:
        waiting = [row_of[next(bit_indices(before))]]
        needed = before & -before
        for row in waiting:
            more = rows[row] & free & ~needed
            needed |= more
            waiting += [row_of[column] for column in bit_indices(more)]
        if v in waiting:
            return
        before &= ~needed
        yield [group.numbers[row] for row in sorted(waiting)]


def _group_players_by_due_colour(due: Sequence[Due]) -> tuple[list[Due], list[int]]:
    """Return the distinct values in ``due``, and the index of each player's value among them."""
    different = list(dict.fromkeys(due))
    at = {kind: i for i, kind in enumerate(different)}
    return different, [at[one] for one in due]


def _compute_duals_by_due_colour(
    made: Collection[tuple[Due, Due]], cost: Callable[[Due, Due], int]
) -> tuple[dict[Due, int], dict[Due, int]] | None:
    """Return dual values for rows and columns, keyed by due colour, or None if there are none.

    For each actual pair, the values of its row and column must add up to its cost. Values that are
    too small are raised until all of them fit (Bellman-Ford). This fails for a pairing that would
    not be the cheapest if all players with these due colours could meet.
    """
    rows = {one: 0 for one, _ in made}
    costs = {other: {one: cost(one, other) for one in rows} for _, other in made}
    for _ in range(len(rows) + 1):
        columns = {
            other: min([price - rows[one] for one, price in prices.items()])
            for other, prices in costs.items()
        }
        raised = dict(rows)
        for one, other in made:
            raised[one] = max(raised[one], costs[other][one] - columns[other])
        if raised == rows:
            return rows, columns
        rows = raised
    return None


def _compute_duals_proving_cheapest_pairs(
    group: GroupHalves, made: Collection[tuple[Due, Due]]
) -> Step:
    """Return dual values as a proof that the pairs of a scoregroup have the minimum cost.

    Players with the same due colour share a value if possible. It is the sum of their values as a
    row and as a column.
    """
    both_ways = {*made, *((other, one) for one, other in made)}
    if not group.changed and (found := _compute_duals_by_due_colour(both_ways, group.colour_cost)):
        rows, columns = found
        return {"duals": [rows[one] + columns[one] for one in group.due], "blossoms": []}
    return duals_to_json(_find_cheapest_group_pairing(group))


def _find_cheapest_group_pairing(group: GroupHalves) -> Optimum:
    half = group.half
    different, kinds = _group_players_by_due_colour(group.due)
    prices = [[group.colour_cost(one, other) for other in different] for one in different]

    def costs_to_later_players(v: int) -> list[int]:
        row = prices[kinds[v]]
        if v >= half:
            return [row[kind] + group.up[v - half] for kind in kinds[v + 1 :]]
        inside = zip(kinds[v + 1 : half], group.down[v + 1 :], strict=True)
        return [
            *(row[kind] + moved for kind, moved in inside),
            *(row[k] for k in kinds[half:]),
        ]

    near = list_edges_to_nearest_vertices(group.graph, kinds, half)
    first = {*group.pairs, *near, *list_pairs_within_halves_near_middle(group.graph, half)}
    found = find_cheapest_matching(group.graph, costs_to_later_players, first)
    assert found is not None, "the round pairs the group"
    return found


def _compute_duals_of_rows_and_columns(
    group: GroupHalves, made: Collection[tuple[Due, Due]]
) -> list[int | str]:
    found = _compute_duals_by_due_colour(made, group.cost_of_row_and_column)
    if found is None:
        return _compute_duals_if_some_have_met(group)
    of_row, of_column = ({due: integer_to_json(z) for due, z in some.items()} for some in found)
    written = [of_column.get(due, 0) for due in group.due]
    for v in group.rows:
        written[v] = of_row[group.due[v]]
    return written


def _compute_duals_if_some_have_met(group: GroupHalves) -> list[int | str]:
    """Return the dual values of rows and columns for a scoregroup in which players have met."""
    places = [*group.rows, *group.columns]
    different, kinds = _group_players_by_due_colour([group.due[v] for v in places])
    prices = [
        [group.cost_of_row_and_column(one, other) for other in different] for one in different
    ]
    at = {v: j for j, v in enumerate(group.columns)}
    open_rows = [
        bitset(at[w] for w in bit_indices(group.graph[v] >> v << v) if w in at) for v in group.rows
    ]
    found = find_cheapest_assignment(open_rows, kinds, prices)
    assert found is not None, "the round pairs rows with columns"
    dual = dict(zip(places, chain(found.row_duals, found.column_duals), strict=True))
    return [integer_to_json(dual[v]) for v in range(len(places))]


def _match_top_half_with_bottom_half(wishes: GroupRequests) -> list[int]:
    graph = wishes.build_graph_across_halves()
    return maximum_matching(graph, (1 << len(graph)) - 1)
