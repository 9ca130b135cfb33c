"""The cumulative system of tie-breaking, and the director's word where it leaves a tie."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from topboard.model import POINT, ForfeitWin, FullPointBye, PairingBye, Pending
from topboard.tiebreaks.standings import Item, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Lot, Number, Outcome, Tenths

DIRECTORS_ORDER = "director's order of the tied"
"""The purpose of the record of how the director broke a tie, the first in it placed first."""


def cumulative(row: Sequence[Outcome], scores: Sequence[Tenths]) -> Value:
    """The sum of the tournament scores after each round, less a point for each unplayed win.

    ``scores`` are the points of the single rounds. A round without a result is not over yet.
    """
    running = accumulate(scores)
    items = [
        Item(number, getattr(outcome, "opponent", None), total)
        for number, (outcome, total) in enumerate(zip(row, running, strict=True), start=1)
        if not isinstance(outcome, Pending)
    ]
    items += _unplayed_wins(row, scores)
    return Value(sum(item.value for item in items), items=tuple(items))


def _unplayed_wins(row: Sequence[Outcome], scores: Sequence[Tenths]) -> Iterator[Item]:
    """A point less for each round won without playing, a bye of one point included."""
    for number, (outcome, points) in enumerate(zip(row, scores, strict=True), start=1):
        if isinstance(outcome, ForfeitWin | FullPointBye | PairingBye) and points >= POINT:
            yield Item(number, None, -POINT, note="unplayed win")


def directors_word(number: Number, lots: Sequence[Lot]) -> Value:
    """The director is the final authority: whom he names earlier stands higher."""
    value = 0
    for lot in lots:
        if lot.purpose == DIRECTORS_ORDER and number in lot.order:
            value = len(lot.order) - lot.order.index(number)
    return Value(value, scale=1)


def director_has_spoken(lots: Sequence[Lot]) -> bool:
    """Whether the record has the director's order of some who were tied."""
    return any(lot.purpose == DIRECTORS_ORDER for lot in lots)
