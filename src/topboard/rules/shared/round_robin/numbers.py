"""The numbers of the table: drawn by lot inside a section, never given by rating."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.model import Lot, Number, Team
from topboard.records import replace
from topboard.renumbering import renumbered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Competitor, Tournament

PURPOSE = "pairing numbers"
"""The purpose of the lot: its first competitor has number 1 of the table."""


def order_drawn(tournament: Tournament) -> tuple[Number, ...] | None:
    """The competitors in the order of the lot for the numbers; None where none is recorded."""
    lot = next((lot for lot in tournament.lots if lot.purpose == PURPOSE), None)
    if lot is None:
        return None
    if problems := list(_defects(tournament, lot)):
        raise BadInput(problems)
    return lot.order


def _defects(tournament: Tournament, lot: Lot) -> Iterator[Problem]:
    entered = {c.number for c in tournament.competitors}
    where = f"lot {PURPOSE!r}"
    for number in sorted({n for n in lot.order if lot.order.count(n) > 1}):
        yield Problem("drawn twice", where, str(number), "keep it once")
    for number in sorted({*lot.order} - entered):
        yield Problem("drawn, but nobody has this number", where, str(number), "correct it")
    for number in sorted(entered - {*lot.order}):
        yield Problem("entered, but not drawn", where, str(number), "draw a number for it")


def refuse_to_number(tournament: Tournament) -> None:
    """Numbers are given before round 1 and by lot only."""
    if tournament.rounds:
        raise BadInput(
            [Problem("pairing numbers are fixed once round 1 is paired", remedy="keep them")]
        )
    if order_drawn(tournament) is None:
        raise BadInput(
            [
                Problem(
                    "the numbers of a round robin are drawn by lot, and no lot is recorded",
                    remedy=f"record a lot with the purpose {PURPOSE!r}",
                )
            ]
        )


def numbered(tournament: Tournament, seats: Sequence[Number]) -> Tournament:
    """The tournament with the numbers of the table as pairing numbers, everywhere."""
    return renumbered(tournament, {old: Number(seat) for seat, old in enumerate(seats, start=1)})


# --- sections -----------------------------------------------------------------------------


def sections(competitors: Sequence[Competitor], size: int) -> tuple[tuple[Competitor, ...], ...]:
    """The field in sections of similar rating, the strongest first, none larger than ``size``.

    The sections are as equal as can be. Who has no rating comes last; equals stand in the
    order of their numbers.
    """
    if size < 2:
        raise BadInput(
            [Problem("a section needs room for two", quoted=str(size), remedy="enlarge it")]
        )
    ordered = sorted(competitors, key=lambda c: (-(_rating(c) or 0), c.number))
    count = -(-len(ordered) // size)
    ends = [-(-len(ordered) * i // count) for i in range(count + 1)] if count else []
    return tuple(tuple(ordered[start:end]) for start, end in pairwise(ends))


def section(tournament: Tournament, members: Sequence[Competitor]) -> Tournament:
    """A section as an event of its own: its members and what was drawn or asked for them."""
    inside = {c.number for c in members}
    return replace(
        tournament,
        competitors=tuple(members),
        lots=tuple(
            replace(lot, order=tuple(n for n in lot.order if n in inside))
            for lot in tournament.lots
        ),
        requests=tuple(r for r in tournament.requests if r.number in inside),
        forbidden=tuple(f for f in tournament.forbidden if {f.a, f.b} <= inside),
        required=tuple(pair for pair in tournament.required if {*pair} <= inside),
        bye_rulings=tuple(r for r in tournament.bye_rulings if r.number in inside),
        adjustments=tuple(a for a in tournament.adjustments if a.number in inside),
        awarded=tuple(a for a in tournament.awarded if a.number in inside),
        fixed_tables=tuple(t for t in tournament.fixed_tables if t.number in inside),
    )


def _rating(competitor: Competitor) -> Fraction | int | None:
    if not isinstance(competitor, Team):
        return competitor.rating
    rated = [player.rating for player in competitor.players if player.rating]
    return Fraction(sum(rated), len(rated)) if rated else competitor.average
