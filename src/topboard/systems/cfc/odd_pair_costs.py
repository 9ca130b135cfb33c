"""The costs of odd pairs, in which an odd man meets a player of a lower group (618, 624 to 626)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from topboard.matching.cost import PackedCriteria
from topboard.reasons.grounds import Criterion
from topboard.reasons.obstacles import CriterionWorse, OtherPairsWorse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.cfc.cards import Card
    from topboard.systems.cfc.groups import GroupedField

    OddPair = tuple[int, int]

# --- an odd man and the opponent ----------------------------------------------------------


def have_different_scores(odd_man: Card, opponent: Card) -> bool:
    """Return whether an odd man and the opponent have different scores.

    In an accelerated method, both may come from sections of the same scoregroup.
    """
    return odd_man.points != opponent.points


def unfinished_game_penalty(odd_man: Card, opponent: Card) -> int:
    """Return 1 if the odd man has an unfinished game and the opponent a different score, else 0."""
    return int(odd_man.has_unfinished_game and have_different_scores(odd_man, opponent))


def count_earlier_odd_pairs(odd_man: Card, opponent: Card) -> int:
    """Return how many of the two players have been in an odd pair before.

    An odd pair consists of an odd man and an opponent with a lower score. Return 0 if the scores
    are equal, because such a pair is not an odd pair.
    """
    if not have_different_scores(odd_man, opponent):
        return 0
    return odd_man.was_in_odd_pair + opponent.was_in_odd_pair


def is_due_opposite_colour(odd_man: Card, opponent: Card) -> bool:
    """Return whether the opponent is due the colour opposite to the odd man's due colour.

    The result is True if the odd man is due no colour.
    """
    mine, other = odd_man.due.colour, opponent.due.colour
    return mine is None or (other is not None and other is not mine)


# --- the criteria and the cost of a pair ---------------------------------------------------

FEWEST = CriterionWorse("618b", None, Criterion.FEWEST_ODD_MEN)
NEAREST = CriterionWorse("618c", None, Criterion.NEAREST)
UNFINISHED = CriterionWorse("626", None, Criterion.UNFINISHED)
AGAIN = CriterionWorse("624.2", None, Criterion.ODD_MAN_ONCE)
WISH = CriterionWorse("619.1", None, Criterion.WISH)
LEAVES, MEETS = OtherPairsWorse("623"), OtherPairsWorse("625")


class OddPairCosts:
    """The cost of each pair of players from different groups, as one packed integer."""

    def __init__(self, field: GroupedField, levels: Sequence[Sequence[int]]) -> None:
        self.field = field
        self.by_colour = field.book.variations.odd_man_by_colour
        order: dict[int, tuple[int, int, int]] = {}
        for level in levels:
            start = len(order)
            for v in level:
                order[v] = (2 * start, len(level), len(order) - start)
        self.order = order
        self.ledger = PackedCriteria(_list_odd_pair_criteria(levels))
        worth = iter(self.ledger.worth)
        self.ways = build_costs_of_crossing_levels(levels, worth)
        self.faults = []
        self.leaves: dict[int, int] = {}
        self.meets: dict[int, int] = {}
        for level in levels[:-1]:
            self.faults.append([unit for _ in range(3) for unit in next(worth)])
            self.leaves.update(zip(level, next(worth), strict=True))
            self.meets.update(zip(level, next(worth), strict=True))

    def pair_cost(self, v: int, level: int, w: int, below: int) -> int:
        """Return the cost of pairing odd man ``v`` with ``w`` from a lower group.

        ``level`` and ``below`` are the indices of the two groups. A higher-ranked odd man's choice
        of opponent counts for more than a lower-ranked one's.
        """
        total = self.cost_of_leaving_and_passing_groups(level, below)
        total += self.leaves[v] + self.meets[v] * self.position_in_order_of_opponents(v, w)
        odd_man, opponent = self.field.cards[v], self.field.cards[w]
        unfinished, again, wish = self.faults[level]
        total += unfinished * unfinished_game_penalty(odd_man, opponent)
        total += again * count_earlier_odd_pairs(odd_man, opponent)
        if self.field.wishes[v] >> w & 1:
            total += wish
        return total

    def cost_of_leaving_and_passing_groups(self, level: int, below: int) -> int:
        """Return the cost of pairing an odd man with a player of a lower group (618b, 618c).

        ``level`` and ``below`` are the indices of the two groups.
        """
        return self.ways[level][below]

    def position_in_order_of_opponents(self, v: int, w: int) -> int:
        """Return the position of ``w`` in the order of possible opponents for odd man ``v``.

        The nearest group comes first. With variation 624.1, players due the opposite colour come
        first in each group.
        """
        start, size, place = self.order[w]
        cards = self.field.cards
        passed = self.by_colour and not is_due_opposite_colour(cards[v], cards[w])
        return start + (size if passed else 0) + place

    def find_first_criterion_made_worse(
        self, made: Iterable[OddPair], other: Iterable[OddPair]
    ) -> Obstacle:
        """Return the first criterion in which the pairs ``other`` are worse than the pairs
        ``made``.

        Both sets of pairs must belong to the complete field, not to a segment of it.
        """
        found = self.ledger.first_differing_criterion(
            self._total_cost_of_odd_pairs(made), self._total_cost_of_odd_pairs(other)
        )
        assert found is not None, "the pairs are others"
        return found

    def _total_cost_of_odd_pairs(self, pairs: Iterable[OddPair]) -> int:
        group_of = self.field.group_of
        return sum(self.pair_cost(v, group_of[v], w, group_of[w]) for v, w in pairs)


def list_pairing_law_criteria(
    levels: Sequence[Sequence[int]],
) -> Iterator[tuple[Obstacle, int, int]]:
    """Yield the criteria of the pairing laws (618b, 618c), from the highest group down.

    For each group in ``levels``, they count the odd men who leave it and the lower groups that they
    pass.
    """
    for i, level in enumerate(levels[:-1]):
        between = len(levels) - i - 2
        yield FEWEST, len(level), 1
        # A level of one player has at most one odd man, so a single digit counts the levels passed.
        yield (NEAREST, len(level), between) if len(level) > 1 else (NEAREST, between, 1)


def build_costs_of_crossing_levels(
    levels: Sequence[Sequence[int]], worth: Iterator[Sequence[int]]
) -> list[list[int]]:
    """Return a matrix of the costs of pairs between two groups, under the pairing laws.

    A row stands for the higher group of a pair, and a column for the lower one. ``worth`` yields
    the cost of one unit of each criterion in ``list_pairing_law_criteria``.
    """
    ways = []
    for i, level in enumerate(levels[:-1]):
        (leaving,), passing = next(worth), next(worth)
        each = passing if len(level) > 1 else [*passing] * (len(levels) - i - 2)
        ways.append([*[0] * (i + 1), *accumulate(each, initial=leaving)])
    return [*ways, [0] * len(levels)]


def _list_odd_pair_criteria(levels: Sequence[Sequence[int]]) -> Iterator[tuple[Obstacle, int, int]]:
    """Yield the criteria by which two sets of odd pairs are compared, most important first.

    The pairing laws (618b, 618c) come first. The criteria for each group follow: unfinished games
    of odd men, players who have been in an odd pair before, odd pairs against a request, the
    members who leave the group, and their opponents.
    """
    count = sum(map(len, levels))
    yield from list_pairing_law_criteria(levels)
    for level in levels[:-1]:
        yield UNFINISHED, count, 1
        yield AGAIN, 2 * count, 1
        yield WISH, count, 1
        yield LEAVES, 1, len(level)
        yield MEETS, 2 * count, len(level)
