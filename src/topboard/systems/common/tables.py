"""The order of boards or tables, including those fixed by a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from topboard.model import Pair
from topboard.reasons import decisions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number, Tenths, Tournament
    from topboard.reasons.decisions import FixedTableDecision


class ColouredPair(Protocol):
    """A pair of participants whose colours have been decided."""

    @property
    def white(self) -> Number:
        """The number of the participant with White. For teams, this is the colour on board 1."""

    @property
    def black(self) -> Number:
        """The number of the participant with Black. For teams, this is the colour on board 1."""


def sort_key_by_pair_points(
    place: Mapping[Number, int], points: Mapping[Number, Tenths]
) -> Callable[[Number, Number], tuple[int, ...]]:
    """Return a sort key function that puts the pairs with the most points first.

    It compares the points of the higher-ranked participant, the points of both together, and the
    rank of the higher-ranked participant. ``place`` maps each participant to its rank.
    """

    def pair_sort_key(a: Number, b: Number) -> tuple[int, ...]:
        better = min(a, b, key=place.__getitem__)
        return -points[better], -points[a] - points[b], place[better]

    return pair_sort_key


def sort_key_by_better_rank(
    place: Mapping[Number, int],
) -> Callable[[Number, Number], tuple[int, ...]]:
    """Return a sort key function that orders pairs by the rank of their higher-ranked
    participant.
    """

    def pair_sort_key(a: Number, b: Number) -> tuple[int, ...]:
        return (min(place[a], place[b]), max(place[a], place[b]))

    return pair_sort_key


def assign_tables(
    tournament: Tournament,
    coloured: Sequence[ColouredPair],
    key: Callable[[Number, Number], tuple[int, ...]],
    article: str,
) -> tuple[tuple[Pair, ...], tuple[FixedTableDecision, ...]]:
    """Return the pairs in board order, and the reasons for fixed boards.

    Pairs are sorted by ``key``, except for those whose board or table is fixed by a ruling.
    """
    ordered = sorted(coloured, key=lambda given: key(given.white, given.black))
    every_table = range(1, len(ordered) + 1)
    fixed: dict[int, ColouredPair] = {}
    reasons: list[FixedTableDecision] = []
    for wish in tournament.fixed_tables:
        pair = next((g for g in ordered if wish.number in (g.white, g.black)), None)
        if pair is not None and wish.table in every_table and wish.table not in fixed:
            ordered.remove(pair)
            fixed[wish.table] = pair
            reasons.append(
                decisions.FixedTableDecision(article, wish.number, wish.table, wish.reason)
            )
    free = iter(ordered)
    tables = [fixed.get(table) or next(free) for table in every_table]
    pairs = tuple(Pair(table, g.white, g.black) for table, g in enumerate(tables, start=1))
    return pairs, tuple(reasons)
