"""The pairing of a scoregroup without its odd men, top half against bottom half (622b, 630, 631).

The criteria are, in this order: refused equalising colours (630), third games in a row with the
same colour (631), the number of players who change halves, and which players move down and up
(622b). Dual values show that no pairing of the scoregroup is better under these criteria. The
resulting halves are the rows and the columns. Other dual values show that no pairing of rows and
columns refuses fewer alternating colours (631). Among the remaining pairings, each row in turn gets
the first possible column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from topboard.model import Colour
from topboard.proof.verify.cfc.cards import Due, PairingCards, count_refused_colour_claims
from topboard.proof.verify.cfc.odd_men import find_article_of_cost_difference
from topboard.proof.verify.duals import Duals, compute_criterion_digit_units, parse_duals
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound
from topboard.proof.verify.seeking import parse_bridge
from topboard.proof.verify.witnesses import bit_indices, bitset

Places = Sequence[int]
Cost = Callable[[Due, Due], int]
Compared = Callable[[Due, int], tuple[int, int]]
"""A function that compares the costs of a player's pairs with the dual values.

It takes the player's due colour and dual value. It returns two bitsets of opponents: those with
whom a pair costs too little, and those with whom it costs exactly enough.
"""


@cache
def count_fewest_refused_colour_claims(one: Due, other: Due) -> list[int]:
    """Return the numbers of refused colour claims in the better of a pair's colour allocations.

    They count refused equalising colours, third games in a row with the same colour, and refused
    alternating colours.
    """
    return min(count_refused_colour_claims(one, other, colour) for colour in Colour)


class GroupHalves:
    """A scoregroup to be paired, with its pairs in the round."""

    def __init__(
        self, book: PairingCards, numbers: Places, graph: Places, round_: ProposedRound
    ) -> None:
        self.numbers, self.graph = numbers, graph
        self.due = [book.due[n] for n in numbers]
        place = {n: at for at, n in enumerate(numbers)}
        pairs = ((v, place[round_.opponents[n] or 0]) for v, n in enumerate(numbers))
        self.pairs = [(v, w) for v, w in pairs if v < w]
        """The pairs in order, each with the higher-ranked player (row) before the other
        (column).
        """
        self.rows = [v for v, _ in self.pairs]
        self.columns = sorted(w for _, w in self.pairs)
        count, self.half = len(numbers), len(numbers) // 2
        colours = [(2 * count, 1)] * 3
        settled = colours[:2] if "631.1" in book.variations else colours
        self.row_units = [*(one for [one] in compute_criterion_digit_units(settled)), 0][:3]
        self.changed = sum(v >= self.half for v in self.rows)
        """The number of players interchanged between the halves."""
        moves = [(count, 1), (1, self.half), (1, self.half)] if self.changed else []
        units = compute_criterion_digit_units([*colours[:2], *moves])
        self.criteria = [*zip(("630", "631", "622b", "622b", "622b"), units, strict=False)]
        self.down = self.up = [0] * self.half
        if moves:
            [one], down, up = units[2:]
            self.down, self.up = [one + unit for unit in down], up[::-1]

    def cost_of_row_and_column(self, one: Due, other: Due) -> int:
        """Return the cost of pairing a top-half player (row) with a bottom-half player (column).

        The halves are fixed at this point, so interchanges do not count.
        """
        counts, units = count_fewest_refused_colour_claims(one, other), self.row_units
        return counts[0] * units[0] + counts[1] * units[1] + counts[2] * units[2]

    def colour_cost(self, one: Due, other: Due) -> int:
        """Return the cost of a pair for refused colours that justify an interchange."""
        equalising, third, _ = count_fewest_refused_colour_claims(one, other)
        return equalising * self.criteria[0][1][0] + third * self.criteria[1][1][0]

    def pair_cost(self, v: int, w: int) -> int:
        """Return the cost of a pair, based on refused colours and players who change halves.

        ``v`` is the higher-ranked player.
        """
        total = self.colour_cost(self.due[v], self.due[w])
        if w < self.half:
            return total + self.down[w]
        return total + self.up[v - self.half] if v >= self.half else total

    def build_pair_cost_comparison(
        self, values: Sequence[int], places: Iterable[int], cost: Cost
    ) -> Compared:
        """Return a function that compares the costs of pairs with the dual values of the players.

        Only opponents in ``places`` are considered. Players with the same due colour and dual value
        are treated alike.
        """
        kinds: dict[tuple[Due, int], int] = {}
        for place in places:
            kind = self.due[place], values[place]
            kinds[kind] = kinds.get(kind, 0) | 1 << place

        @cache
        def compare_pair_costs_with_duals(due: Due, value: int) -> tuple[int, int]:
            extra = [(cost(due, o) - own - value, p) for (o, own), p in kinds.items()]
            return sum(p for more, p in extra if more < 0), sum(p for more, p in extra if not more)

        return compare_pair_costs_with_duals

    def do_all_pairs_satisfy_duals(self, duals: Duals) -> bool:
        """Return whether every allowed pair costs at least as much as its dual values require."""
        values, everybody = duals.values, range(len(self.due))
        compared = self.build_pair_cost_comparison(
            values, everybody, lambda *due: 2 * self.colour_cost(*due)
        )
        return all(
            2 * self.pair_cost(v, w) >= duals.doubled_minimum_pair_cost(v, w)
            for v, row in enumerate(self.graph)
            for w in bit_indices((row & compared(self.due[v], values[v])[0]) >> v << v)
        )


def check_pairing_of_halves(steps: ProofReader, group: GroupHalves, article: str) -> None:
    """Check that a scoregroup is divided into halves, and its halves paired, in the best way."""
    step, count = steps.take_step("630", "halves", group=group), len(group.numbers)
    least = parse_duals(step.get("least", {"duals": [0] * count, "blossoms": []}), count)
    rows = parse_duals({"duals": step.get("rows", [0] * count), "blossoms": []}, count)
    # No pair has a negative cost, so a bound of 0 needs no check.
    if step["halves"] != count or (least.bound and not group.do_all_pairs_satisfy_duals(least)):
        raise steps.build_refusal_of_current_step(
            "the dual values do not match the costs of these pairs"
        )
    more = sum(group.pair_cost(v, w) for v, w in group.pairs) - (least.bound >> 1)
    open_rows = _find_columns_at_no_extra_cost(group, rows.values)
    if more or not all(open_rows[v] >> w & 1 for v, w in group.pairs):
        steps.set_article_of_current_step(
            find_article_of_cost_difference(group.criteria, more) if more else "631"
        )
        raise steps.build_refusal_of_current_step(
            "the dual values do not show that these halves are the best choice"
        )
    steps.record_proved_step(f"halves of {count}, {group.changed} interchanged")
    _check_first_column_for_each_row(steps, group, open_rows, article)


def _find_columns_at_no_extra_cost(group: GroupHalves, values: Sequence[int]) -> dict[int, int]:
    """Return, for each top-half player (row), the bitset of columns it may meet at no extra cost.

    In a minimum-cost pairing, the dual values of each row and its column add up to exactly the cost
    of the pair. If the dual values of a row and some column add up to more than the cost of that
    pair, the dual values are not valid, and the row gets no columns.
    """
    found, compared = (
        {},
        group.build_pair_cost_comparison(values, group.columns, group.cost_of_row_and_column),
    )
    for v in group.rows:
        behind, (short, best) = group.graph[v] >> v << v, compared(group.due[v], values[v])
        found[v] = 0 if behind & short else behind & best
    return found


def _check_first_column_for_each_row(
    steps: ProofReader, group: GroupHalves, rows: dict[int, int], article: str
) -> None:
    """Check that every top-half player (row) meets the first column not reserved for other rows.

    Columns are the players of the bottom half. If a set of rows has no more free columns than rows,
    these columns are reserved for the set (Hall).
    """
    free, waiting = bitset(group.columns), bitset(group.rows)
    kept: list[tuple[int, int]] = []
    names = [*group.numbers, "nobody"]
    for v, w in group.pairs:
        first = rows[v] & free
        for some, columns in kept:
            first &= -1 if some >> v & 1 else ~columns
        about = {"rows": rows, "free": free, "first": first}
        step = steps.take_step(article, "pair", group=group, pair=(v, w), **about)
        for written in step.get("kept", ()):
            some, columns = parse_bridge(written, group.numbers), 0
            for row in bit_indices(some & waiting):
                columns |= rows[row] & free
            if some & ~waiting or columns.bit_count() > some.bit_count():
                raise steps.build_refusal_of_current_step(
                    "the proof does not show that other players need these columns"
                )
            kept.append((some, columns))
            first &= -1 if some >> v & 1 else ~columns
        number, due, other = names[v], names[(first & -first).bit_length() - 1], names[w]
        if step["pair"] != [number, due] or due != other:
            raise steps.build_refusal_of_current_step(
                "according to the rules, {number} meets {opponent}, but the published "
                "pair is {number} "
                "against {other}",
                number=number,
                opponent=due,
                other=other,
            )
        free, waiting = free & ~(1 << w), waiting & ~(1 << v)
        steps.record_proved_step(f"{number}-{other}")
