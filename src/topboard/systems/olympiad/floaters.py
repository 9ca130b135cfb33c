"""Floaters: their opponents in the group they enter, and the teams that leave a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.grounds import Order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.olympiad.scoregroup import Settlement, Step


def down_floater_meets_highest(
    settlement: Settlement, floaters: Sequence[int], candidates: Sequence[int]
) -> Iterator[Step]:
    """Pair each floater from above with the highest-ranked team it may meet, or pass it on."""
    cite = settlement.cite
    for place in settlement.free(floaters):
        yield from _seat(
            settlement,
            place,
            candidates,
            cite.floater_down_meets,
            cite.goes_on_down,
            Order.HIGHEST,
        )


def up_floater_meets_lowest(
    settlement: Settlement, floaters: Sequence[int], candidates: Sequence[int]
) -> Iterator[Step]:
    """Pair each floater from below with the lowest-ranked team it may meet, or pass it on."""
    cite = settlement.cite
    for place in settlement.free(floaters):
        yield from _seat(
            settlement, place, candidates, cite.floater_up_meets, cite.goes_on_up, Order.LOWEST
        )


def _seat(
    settlement: Settlement,
    place: int,
    candidates: Sequence[int],
    article: str,
    onward: str,
    order: Order,
) -> Iterator[Step]:
    # An earlier floater may have been paired with this one.
    if settlement.free([place]):
        others = [c for c in candidates if c != place]
        exits = settlement.free_exits()
        yield settlement.seek(place, [*others, *exits], article, onward, order)


def leavers(settlement: Settlement, candidates: Sequence[int]) -> Iterator[Step]:
    """For each exit, choose the first candidate without which the rest can be paired.

    Above the median group the lowest-ranked team is tried first, below it the highest-ranked. A
    team that has met all teams of the next group is moved back.
    """
    for exit_ in settlement.free_exits():
        yield settlement.leave(exit_, candidates)
