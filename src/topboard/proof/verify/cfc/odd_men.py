"""The odd men of a round, and the check that no complete pairing has a better choice of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from topboard.proof.verify.cfc.groups import GroupedPlayers
from topboard.proof.verify.duals import Duals, criterion_digit_units, parse_duals, parse_integer
from topboard.proof.verify.reader import ProofReader


class OddManCosts:
    """The cost of a pair across groups, as one number that has the criteria as digits.

    The laws come first, group by group from the top: the number of pairs that cross the border
    below it (618b), then the number of its odd men who pass over the next group, the one after it
    and so on (618c, 623). Then come the odd men of each group: those with unfinished games (626),
    those in an odd pair before (624.2), those paired against a request (619.1), who leaves (623),
    and whom each meets (624, 625).

    ``borders_first`` is an earlier interpretation, in which 618b in all groups came before 618c in
    any.
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
        units = criterion_digit_units([(most, digits) for _, most, digits in criteria])
        self.criteria = [(name, worth) for (name, _, _), worth in zip(criteria, units, strict=True)]
        borders = [0, *accumulate(u[0] for name, u in self.criteria[:laws] if name == "618b")]
        passing = [[0, *accumulate(u)] for name, u in self.criteria[:laws] if name == "618c"]
        self.ways = [
            [borders[h] - borders[g] + passing[g][h - g - 1] if h > g else 0 for h in self.levels]
            for g in self.levels
        ]
        """The cost of moving from one group to another, which is the same for all players."""
        rest = [units[at : at + 5] for at in range(laws, len(units), 5)]
        self.faults = [[digits[0] for digits in of_group[:3]] for of_group in rest]
        self.leaves = [unit for of_group in rest for unit in of_group[3]]
        self.meets = [unit for of_group in rest for unit in of_group[4]]

    def pair_cost(self, v: int, w: int) -> int:
        """Return the cost of pairing the odd man at place ``v`` with place ``w`` of a lower
        scoregroup.
        """
        field, book = self.field, self.field.book
        g, h = field.group_of[v], field.group_of[w]
        one, other = field.numbers[v], field.numbers[w]
        total = self.ways[g][h] + self.leaves[v] + self.meets[v] * self._opponent_position(v, w)
        unfinished, again, wish = self.faults[g]
        if book.points[one] != book.points[other]:
            total += unfinished * (one in book.unfinished)
            total += again * ((one in book.marked) + (other in book.marked))
        return total + wish if field.wishes[v] >> w & 1 else total

    def _opponent_position(self, v: int, w: int) -> int:
        """Return the position of ``w`` in the order of opponents of the odd man ``v``.

        The nearest scoregroup comes first. Within it, the highest-ranked players come first, or the
        players due the opposite colour.
        """
        span = self.field.spans[self.field.group_of[w]]
        mine, other = (self.field.book.due[self.field.numbers[at]][0] for at in (v, w))
        opposite = mine is None or (other is not None and other is not mine)
        return span.start + w + (len(span) if self.by_colour and not opposite else 0)


def article_of_cost_difference(
    criteria: Sequence[tuple[str, Sequence[int]]], difference: int
) -> str:
    """Return the article of the first criterion that accounts for a difference in cost."""
    reached = (article for article, units in criteria if units and difference >= units[-1])
    return next(reached, criteria[-1][0])


class BorderDuals:
    """The dual values of players, blossoms and borders between scoregroups, as read from a file.

    A border below an odd number of players is crossed at least once. Its value is subtracted from
    the cost of every pair across it and added to the bound.
    """

    def __init__(self, odd: OddManCosts, duals: Duals, cuts: Mapping[int, int]) -> None:
        self.odd, self.duals = odd, duals
        self._cuts = [(g, z) for g, z in cuts.items() if z]
        self.bound = duals.bound + sum(cuts.values())
        self.above = [*accumulate((cuts.get(g, 0) for g in odd.levels), initial=0)]
        self.highest = [max(duals.values[s.start : s.stop]) for s in odd.field.spans]

    def holds_for_all_pairs(self) -> bool:
        """Return whether every allowed pair costs at least as much as its dual values require.

        Most pairs of two groups need no check, because the distance between the groups, the player
        who leaves or the opponent already costs enough. The cost increases with the position in a
        group.
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
                        if field.graph[v] >> w & 1 and cost < self.duals.minimum_pair_cost(v, w):
                            return False
        return True

    def excess_over_bound(self, pairs: Sequence[tuple[int, int]]) -> int:
        """Return twice the cost of these pairs, minus the lower bound given by the dual values."""
        return 2 * sum(self.odd.pair_cost(v, w) for v, w in pairs) - self.bound

    def proves_pairs(self, pairs: Sequence[tuple[int, int]]) -> bool:
        """Return whether the dual values show that no other pairs across scoregroups are better."""
        return not self.excess_over_bound(pairs) and self.holds_for_all_pairs()


def check_odd_men(
    steps: ProofReader, field: GroupedPlayers, published: Mapping[int, int | None]
) -> set[int]:
    """Check that no better choice of odd men exists, and return the players in pairs across
    scoregroups.
    """
    place = {n: at for at, n in enumerate(field.numbers)}
    found = [(v, place[published[n] or 0]) for v, n in enumerate(field.numbers)]
    if shut := [field.numbers[v] for v, w in found if not field.graph[v] >> w & 1]:
        steps.set_article("618a")
        raise steps.build_refusal(
            "{who} may not be chosen here", who=f"{shut[0]}-{published[shut[0]]}"
        )
    pairs = [(v, w) for v, w in found if field.group_of[v] < field.group_of[w]]
    made = [[field.numbers[v], field.numbers[w]] for v, w in pairs]
    odd = OddManCosts(field)
    step = steps.take_step("618b", "odd_men", odd=odd, pairs=pairs)
    borders = _parse_border_duals(step, odd, place)
    excess, held = borders.excess_over_bound(pairs), borders.holds_for_all_pairs()
    if not held or excess or step["odd_men"] != made:
        if _parse_border_duals(step, OddManCosts(field, borders_first=True), place).proves_pairs(
            pairs
        ):
            steps.set_article("618c")
            raise steps.build_refusal(
                "the proof of these odd men uses an earlier interpretation of the rules"
            )
        if not held:
            raise steps.build_refusal("the dual values do not match the costs of these pairs")
        steps.set_article(article_of_cost_difference(odd.criteria, excess >> 1))
        raise steps.build_refusal(
            "the dual values do not show that these odd men are the best choice"
        )
    steps.record_step_holds(", ".join(f"{a}-{b}" for a, b in made) or "no odd men")
    return {v for pair in pairs for v in pair}


def _parse_border_duals(step: Any, odd: OddManCosts, place: Mapping[int, int]) -> BorderDuals:
    """Return the dual values of a step, which lists only those that are not 0."""
    values = [0] * len(place)
    for n, value in step.get("values", ()):
        values[place[n]] = parse_integer(value)
    cuts = {parse_integer(b): parse_integer(value) for b, value in step.get("borders", ())}
    blossoms = [[[place[n] for n in some], z] for some, z in step.get("blossoms", ())]
    return BorderDuals(odd, parse_duals({"duals": values, "blossoms": blossoms}, len(values)), cuts)
