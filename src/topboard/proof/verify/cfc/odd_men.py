"""The check of a round's odd men.

No complete pairing may have better odd men or better opponents for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from topboard.proof.verify.cfc.groups import GroupedPlayers
from topboard.proof.verify.duals import (
    Duals,
    compute_criterion_digit_units,
    parse_duals,
    parse_integer,
)
from topboard.proof.verify.reader import ProofReader


class OddManCosts:
    """The cost of a pair across scoregroups, as one number whose digits are the criteria.

    The digits for 618b and 618c come first, for each group from the top. Then, again for each
    group, come the digits for unfinished games (626), earlier odd pairs (624.2), requests (619.1),
    the odd men who leave (623) and their opponents (624, 625). With ``borders_first``, an earlier
    interpretation applies, in which 618b in all groups comes before 618c in any group.
    """

    def __init__(self, field: GroupedPlayers, *, borders_first: bool = False) -> None:
        self.field, self.by_colour = field, "624.1" in field.book.variations
        spans, count = field.spans, len(field.numbers)
        self.levels = range(len(spans))
        criteria: list[tuple[str, int, int]] = []
        for at, span in enumerate(spans[:-1], start=2):
            criteria += [("618b", count, 1), ("618c", len(span), len(spans) - at)]
        criteria.sort(key=lambda criterion: criterion[0] if borders_first else "")
        laws = len(criteria)
        for span in spans[:-1]:
            criteria += [("626", count, 1), ("624.2", 2 * count, 1), ("619.1", count, 1)]
            criteria += [("623", 1, len(span)), ("625", 2 * count, len(span))]
        units = compute_criterion_digit_units([(most, digits) for _, most, digits in criteria])
        self.criteria = [(name, worth) for (name, _, _), worth in zip(criteria, units, strict=True)]
        borders = [0, *accumulate(u[0] for name, u in self.criteria[:laws] if name == "618b")]
        passing = [[0, *accumulate(u)] for name, u in self.criteria[:laws] if name == "618c"]
        self.ways = [
            [borders[h] - borders[g] + passing[g][h - g - 1] if h > g else 0 for h in self.levels]
            for g in self.levels
        ]
        """The cost of moving from one scoregroup to another. It is the same for all players."""
        rest = [units[at : at + 5] for at in range(laws, len(units), 5)]
        self.faults = [[digits[0] for digits in of_group[:3]] for of_group in rest]
        self.leaves = [unit for of_group in rest for unit in of_group[3]]
        self.meets = [unit for of_group in rest for unit in of_group[4]]

    def pair_cost(self, v: int, w: int) -> int:
        """Return the cost of pairing the odd man ``v`` with player ``w`` of a lower scoregroup."""
        field, book = self.field, self.field.book
        g, h = field.group_of[v], field.group_of[w]
        one, other = field.numbers[v], field.numbers[w]
        total = (
            self.ways[g][h]
            + self.leaves[v]
            + self.meets[v] * self._position_among_possible_opponents(v, w)
        )
        unfinished, again, wish = self.faults[g]
        if book.points[one] != book.points[other]:
            total += unfinished * (one in book.unfinished)
            total += again * ((one in book.marked) + (other in book.marked))
        return total + wish if field.wishes[v] >> w & 1 else total

    def _position_among_possible_opponents(self, v: int, w: int) -> int:
        """Return the position of ``w`` in the order of possible opponents of the odd man ``v``."""
        span = self.field.spans[self.field.group_of[w]]
        mine, other = (self.field.book.due[self.field.numbers[at]][0] for at in (v, w))
        opposite = mine is None or (other is not None and other is not mine)
        return span.start + w + (len(span) if self.by_colour and not opposite else 0)


def find_article_of_cost_difference(
    criteria: Sequence[tuple[str, Sequence[int]]], difference: int
) -> str:
    """Return the article of the first criterion that accounts for a difference in cost."""
    reached = (article for article, units in criteria if units and difference >= units[-1])
    return next(reached, criteria[-1][0])


class BorderDuals:
    """The dual values of players, blossoms and borders between scoregroups, as read from a file.

    A border below an odd number of players is crossed at least once. Its value is subtracted from
    the cost of every pair across it and added to the lower bound.
    """

    def __init__(self, odd: OddManCosts, duals: Duals, cuts: Mapping[int, int]) -> None:
        self.odd, self.duals = odd, duals
        self._cuts = [(g, z) for g, z in cuts.items() if z]
        self.bound = duals.bound + sum(cuts.values())
        self.above = [*accumulate((cuts.get(g, 0) for g in odd.levels), initial=0)]
        self.highest = [max(duals.values[s.start : s.stop]) for s in odd.field.spans]

    def are_valid_for_all_pairs(self) -> bool:
        """Return whether every allowed pair costs at least as much as its dual values require.

        Most pairs are not examined one by one, because costs rise with the positions in the groups.
        """
        odd, field = self.odd, self.odd.field
        if any(g not in odd.levels or z < 0 or not field.spans[g].stop % 2 for g, z in self._cuts):
            return False
        for g in odd.levels:
            for h in odd.levels[g:]:
                crossed = self.above[h] - self.above[g]
                most = (self.highest[g] + self.highest[h] + crossed + 1 >> 1) - odd.ways[g][h]
                near, start = field.spans[g] if most > 0 else (), field.spans[h].start
                for v in (v for v in near if g == h or odd.leaves[v] < most):
                    for w in range(max(start, v + 1), field.spans[h].stop):
                        if g < h and odd.leaves[v] + odd.meets[v] * (start + w) >= most:
                            break
                        cost = 2 * odd.pair_cost(v, w) - crossed if g < h else 0
                        if field.graph[v] >> w & 1 and cost < self.duals.doubled_minimum_pair_cost(
                            v, w
                        ):
                            return False
        return True

    def compute_excess_over_bound(self, pairs: Sequence[tuple[int, int]]) -> int:
        """Return twice the cost of these pairs, minus the lower bound given by the dual values."""
        return 2 * sum(self.odd.pair_cost(v, w) for v, w in pairs) - self.bound

    def proves_best_odd_pairs(self, pairs: Sequence[tuple[int, int]]) -> bool:
        """Return whether these dual values prove that no other odd pairs are better.

        An odd pair is an odd man and an opponent from a lower scoregroup.
        """
        return not self.compute_excess_over_bound(pairs) and self.are_valid_for_all_pairs()


def check_odd_men(
    steps: ProofReader, field: GroupedPlayers, published: Mapping[int, int | None]
) -> set[int]:
    """Check that no other choice of odd men is better.

    Return all players who are paired across scoregroups.
    """
    place = {n: at for at, n in enumerate(field.numbers)}
    found = [(v, place[published[n] or 0]) for v, n in enumerate(field.numbers)]
    if shut := [field.numbers[v] for v, w in found if not field.graph[v] >> w & 1]:
        steps.set_article_of_current_step("618a")
        raise steps.build_refusal_of_current_step(
            "{who} may not be chosen here", who=f"{shut[0]}-{published[shut[0]]}"
        )
    pairs = [(v, w) for v, w in found if field.group_of[v] < field.group_of[w]]
    made = [[field.numbers[v], field.numbers[w]] for v, w in pairs]
    odd = OddManCosts(field)
    step = steps.take_step("618b", "odd_men", odd=odd, pairs=pairs)
    borders = _parse_border_duals_of_step(step, odd, place)
    excess, held = borders.compute_excess_over_bound(pairs), borders.are_valid_for_all_pairs()
    if not held or excess or step["odd_men"] != made:
        if _parse_border_duals_of_step(
            step, OddManCosts(field, borders_first=True), place
        ).proves_best_odd_pairs(pairs):
            steps.set_article_of_current_step("618c")
            raise steps.build_refusal_of_current_step(
                "the proof of these odd men uses an earlier interpretation of the rules"
            )
        if not held:
            raise steps.build_refusal_of_current_step(
                "the dual values do not match the costs of these pairs"
            )
        steps.set_article_of_current_step(
            find_article_of_cost_difference(odd.criteria, excess >> 1)
        )
        raise steps.build_refusal_of_current_step(
            "the dual values do not show that these odd men are the best choice"
        )
    steps.record_proved_step(", ".join(f"{a}-{b}" for a, b in made) or "no odd men")
    return {v for pair in pairs for v in pair}


def _parse_border_duals_of_step(
    step: Any, odd: OddManCosts, place: Mapping[int, int]
) -> BorderDuals:
    """Return the dual values in a step. Values that the step does not list are 0."""
    values = [0] * len(place)
    for n, value in step.get("values", ()):
        values[place[n]] = parse_integer(value)
    cuts = {parse_integer(b): parse_integer(value) for b, value in step.get("borders", ())}
    blossoms = [[[place[n] for n in some], z] for some, z in step.get("blossoms", ())]
    return BorderDuals(odd, parse_duals({"duals": values, "blossoms": blossoms}, len(values)), cuts)
