"""Witnesses for rounds by the Canadian rules: odd men, wishes, halves, and their rows."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from topboard.kernels.matching import EXPOSED, bits, bitset, maximum_matching
from topboard.kernels.priced import cheapest_assignment, cheapest_matching, nearest
from topboard.kernels.transport import cheapest_transport
from topboard.proof.cfc.odd_men import Borders
from topboard.proof.cfc.wishes import WishesOfGroup
from topboard.proof.duals import Duals
from topboard.proving.maker import Maker, bridge_closing, duals_written, whole_written
from topboard.rules.cfc.interchanges import next_to_the_middle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from topboard.kernels.weighted import Optimum
    from topboard.proof.cfc.cards import Due
    from topboard.proof.cfc.groups import GroupedCards
    from topboard.proof.cfc.halves import HalvesOfGroup
    from topboard.proof.cfc.odd_men import OddPairs
    from topboard.proving.maker import Step

    Places = tuple[int, int]


NEAR = 4
"""How many of each group are looked at first."""


class CanadianMaker(Maker):
    """Makes the steps of a round of players in halves."""

    def deciding(self) -> dict[str, Callable[..., Step]]:
        """What makes a step of each kind."""
        return {
            **super().deciding(),
            "odd_men": self._odd_men,
            "wishes": self._wishes,
            "halves": self._halves,
            "pair": self._row,
        }

    # --- odd men ----------------------------------------------------------------------------

    def _odd_men(self, odd: OddPairs, pairs: Sequence[tuple[int, int]]) -> Step:
        numbers = odd.field.numbers
        step: Step = {"odd_men": [[numbers[v], numbers[w]] for v, w in pairs]}
        if not pairs:
            return step
        cuts = _one_at_a_border(odd, pairs)
        if cuts is not None:
            return {**step, "borders": [[b, whole_written(z)] for b, z in cuts.items()]}
        at = {n: v for v, n in enumerate(numbers)}
        found = _weighed(odd, [(v, at[self.opponents[n] or 0]) for n, v in at.items()])
        values = [
            [n, whole_written(dual)] for n, dual in zip(numbers, found.duals, strict=True) if dual
        ]
        blossoms = [
            [[numbers[v] for v in odd_set.members], whole_written(odd_set.dual)]
            for odd_set in found.blossoms
        ]
        return {**step, "values": values, **({"blossoms": blossoms} if blossoms else {})}

    # --- wishes -----------------------------------------------------------------------------

    def _wishes(self, wishes: WishesOfGroup) -> Step:
        numbers = wishes.numbers
        # The walk closes wishes as they are granted, and hears them once more.
        trial = WishesOfGroup(numbers, wishes.graph, wishes.apart)
        if EXPOSED in (mate := _matched(trial)):
            return {"wishes": None, "bridges": bridge_closing(trial.across(), numbers)}
        refused, bridges = [], []
        for v in trial.heard():
            former, trial.open[v] = trial.open[v], trial.open[v] & ~trial.apart[v]
            if EXPOSED in (again := _matched(trial)):
                refused.append(numbers[v])
                bridges.append(bridge_closing(trial.across(), numbers))
                trial.open[v] = former
            else:
                mate = again
        pairing = [[numbers[v], numbers[w]] for v, w in enumerate(mate) if v < w]
        return {"wishes": refused, "bridges": bridges, "pairing": pairing}

    # --- halves and rows --------------------------------------------------------------------

    def _halves(self, group: HalvesOfGroup) -> Step:
        step: Step = {"halves": len(group.numbers)}
        if total := sum(group.cost(v, w) for v, w in group.pairs):
            step["least"] = _least(group, total)
        costs = ((group.due[v], group.due[w]) for v, w in group.pairs)
        if total := sum(group.row_cost(one, other) for one, other in costs):
            step["rows"] = _duals_of_rows(group, total)
        return step

    def _row(
        self,
        group: HalvesOfGroup,
        pair: Places,
        rows: Mapping[int, int],
        free: int,
        kept: Sequence[Places],
    ) -> Step:
        v, w = pair
        step: Step = {"pair": [group.numbers[v], group.numbers[w]]}
        before = rows[v] & free & (1 << w) - 1
        for some, columns in kept:
            before &= -1 if some >> v & 1 else ~columns
        if before:
            step["kept"] = [*_keeping(group, v, rows, free, before)]
        return step


MAKER = CanadianMaker


# --- odd men --------------------------------------------------------------------------------


def _one_at_a_border(odd: OddPairs, pairs: Sequence[tuple[int, int]]) -> dict[int, int] | None:
    """Twice the values of borders that prove the pairs, if at each border one alone crosses."""
    field = odd.field
    cuts: dict[int, int] = {}
    for v, w in pairs:
        crossed = range(field.group_of[v], field.group_of[w])
        if any(b in cuts or not field.spans[b].stop % 2 for b in crossed):
            return None
        cuts.update((b, 2 * odd.ways[b][b + 1]) for b in crossed)
        cuts[crossed[0]] += 2 * odd.cost(v, w) - sum(cuts[b] for b in crossed)
    none = Duals([0] * len(field.numbers), ())
    return cuts if Borders(odd, none, cuts).hold() else None


def _weighed(odd: OddPairs, made: Sequence[tuple[int, int]]) -> Optimum:
    """The duals of the whole field."""
    field = odd.field
    graph, group_of, count = field.graph, field.group_of, len(field.numbers)

    def costs(v: int) -> list[int]:
        end = field.spans[group_of[v]].stop
        across = (odd.cost(v, w) if graph[v] >> w & 1 else 0 for w in range(end, count))
        return [*[0] * (end - v - 1), *across]

    found = cheapest_matching(graph, costs, {*made, *_near(field)})
    assert found is not None, "the round is a pairing"
    return found


def _near(field: GroupedCards) -> Iterator[tuple[int, int]]:
    """For everybody a few of his group and of the next ones."""
    for v, row in enumerate(field.graph):
        g = field.group_of[v]
        inside = row & bitset(field.spans[g])
        for w in (*islice(bits(inside >> v << v), NEAR), *islice(bits(inside), NEAR)):
            yield v, w
        for span in field.spans[g + 1 : g + 1 + NEAR]:
            yield from ((v, w) for w in islice(bits(row & bitset(span)), NEAR))


# --- halves and rows ------------------------------------------------------------------------


def _keeping(
    group: HalvesOfGroup, v: int, rows: Mapping[int, int], free: int, before: int
) -> Iterator[list[int]]:
    """Rows that keep the columns which come before the one that v has."""
    row_of = {column: row for row, column in group.pairs}
    while before:
        waiting = [row_of[next(bits(before))]]
        needed = before & -before
        for row in waiting:
            more = rows[row] & free & ~needed
            needed |= more
            waiting += [row_of[column] for column in bits(more)]
        if v in waiting:
            return
        before &= ~needed
        yield [group.numbers[row] for row in sorted(waiting)]


def _kinds(due: Sequence[Due]) -> tuple[list[Due], list[int]]:
    """What differs in what is due, and of which kind everybody is."""
    different = list(dict.fromkeys(due))
    at = {kind: i for i, kind in enumerate(different)}
    return different, [at[one] for one in due]


def _counted(kinds: Sequence[int], count: int) -> list[int]:
    return [kinds.count(kind) for kind in range(count)]


def _least(group: HalvesOfGroup, total: int) -> Step:
    """The duals that show how little the pairs of a group can cost.

    Where all of a kind can have the same, a transport from kinds to kinds has them.
    """
    different, kinds = _kinds(group.due)
    prices = [[group.colour_cost(one, other) for other in different] for one in different]
    if not group.changed:
        counts = _counted(kinds, len(different))
        found = cheapest_transport(counts, counts, prices)
        if found.cost == 2 * total:
            of_kind = map(sum, zip(found.row_duals, found.column_duals, strict=True))
            duals = [*of_kind]
            return {"duals": [duals[kind] for kind in kinds], "blossoms": []}
    return duals_written(_cheapest_halves(group, kinds, prices))


def _cheapest_halves(
    group: HalvesOfGroup,
    kinds: Sequence[int],
    prices: Sequence[Sequence[int]],
) -> Optimum:
    half = group.half

    def costs(v: int) -> list[int]:
        row = prices[kinds[v]]
        if v >= half:
            return [row[kind] + group.up[v - half] for kind in kinds[v + 1 :]]
        inside = zip(kinds[v + 1 : half], group.down[v + 1 :], strict=True)
        return [*(row[kind] + moved for kind, moved in inside), *(row[k] for k in kinds[half:])]

    near = nearest(group.graph, kinds, half)
    first = {*group.pairs, *near, *next_to_the_middle(group.graph, half)}
    found = cheapest_matching(group.graph, costs, first)
    assert found is not None, "the round pairs the group"
    return found


def _duals_of_rows(group: HalvesOfGroup, total: int) -> list[int | str]:
    """The duals of rows and columns, in the order of the group."""
    places = [*group.rows, *group.columns]
    different, kinds = _kinds([group.due[v] for v in places])
    prices = [[group.row_cost(one, other) for other in different] for one in different]
    size, count = len(group.rows), len(different)
    supply, demand = _counted(kinds[:size], count), _counted(kinds[size:], count)
    alike = cheapest_transport(supply, demand, prices)
    if alike.cost == total:
        rows = [alike.row_duals[kind] for kind in kinds[:size]]
        columns = [alike.column_duals[kind] for kind in kinds[size:]]
    else:
        at = {v: j for j, v in enumerate(group.columns)}
        open_rows = [
            bitset(at[w] for w in bits(group.graph[v] >> v << v) if w in at) for v in group.rows
        ]
        found = cheapest_assignment(open_rows, kinds, prices)
        assert found is not None, "the round pairs rows with columns"
        rows, columns = [*found.row_duals], [*found.column_duals]
    dual = dict(zip(places, chain(rows, columns), strict=True))
    return [whole_written(dual[v]) for v in range(len(places))]


def _matched(wishes: WishesOfGroup) -> list[int]:
    """The halves paired with each other as far as that goes."""
    graph = wishes.across()
    return maximum_matching(graph, (1 << len(graph)) - 1)
