"""The numbers of the table: drawn by lot inside a section, never given by rating."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.rules.shared.lots import PAIRING_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Lot, Number, Tournament


def order_drawn(tournament: Tournament) -> tuple[Number, ...] | None:
    """The competitors in the order of the lot for the numbers; None where none is recorded."""
    lot = next((lot for lot in tournament.lots if lot.purpose == PAIRING_NUMBERS), None)
    if lot is None:
        return None
    if problems := list(_defects(tournament, lot)):
        raise BadInput(problems)
    return lot.order


def _defects(tournament: Tournament, lot: Lot) -> Iterator[Problem]:
    entered = {c.number for c in tournament.competitors}
    where = f"lot {PAIRING_NUMBERS!r}"
    for number in sorted({n for n in lot.order if lot.order.count(n) > 1}):
        yield Problem("drawn twice", where, str(number), "keep it once")
    for number in sorted({*lot.order} - entered):
        yield Problem("drawn, but nobody has this number", where, str(number), "correct it")
    for number in sorted(entered - {*lot.order}):
        yield Problem("entered, but not drawn", where, str(number), "draw a number for it")


def refuse_without_lot(tournament: Tournament) -> None:
    """Numbers are given by lot only."""
    if order_drawn(tournament) is None:
        what = "the numbers of a round robin are drawn by lot, and no lot is recorded"
        raise BadInput([Problem(what, remedy=f"record a lot with the purpose {PAIRING_NUMBERS!r}")])
