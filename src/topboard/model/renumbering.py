"""Replacement of pairing numbers in all facts that name a participant.

The numbers of team members and of the players of a match's games stay the same, because they are
numbers of persons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from topboard._frozen import replace
from topboard.model import Number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from topboard.model import (
        Adjustment,
        AwardedPoints,
        ByeRuling,
        Competitor,
        FixedTable,
        ForbiddenPair,
        Lot,
        Meeting,
        Request,
        Round,
        Tournament,
        VirtualPoints,
    )

    New = Mapping[Number, Number]
    Named = TypeVar(
        "Named",
        Competitor,
        Request,
        ByeRuling,
        Adjustment,
        AwardedPoints,
        FixedTable,
        VirtualPoints,
    )


class _Renumberable(Protocol):
    """A tournament or section with its decisions about participants.

    They were made by chance or by a person.
    """

    @property
    def lots(self) -> tuple[Lot, ...]: ...
    @property
    def requests(self) -> tuple[Request, ...]: ...
    @property
    def forbidden(self) -> tuple[ForbiddenPair, ...]: ...
    @property
    def bye_rulings(self) -> tuple[ByeRuling, ...]: ...
    @property
    def adjustments(self) -> tuple[Adjustment, ...]: ...
    @property
    def awarded(self) -> tuple[AwardedPoints, ...]: ...
    @property
    def virtual(self) -> tuple[VirtualPoints, ...]: ...
    @property
    def fixed_tables(self) -> tuple[FixedTable, ...]: ...
    @property
    def accelerated(self) -> frozenset[Number] | None: ...


def new_numbers_by_order(order: Iterable[Number]) -> dict[Number, Number]:
    """Return a mapping from old to new numbers; the first in the order becomes number 1."""
    return {old: Number(place) for place, old in enumerate(order, start=1)}


def renumber_tournament(tournament: Tournament, new: New) -> Tournament:
    """Return the tournament with new numbers, in their order.

    ``new`` must have all participants.
    """
    return replace(
        tournament,
        competitors=tuple(
            sorted(_renumber_items(tournament.competitors, new), key=lambda c: c.number)
        ),
        rounds=tuple(_renumber_round(played, new) for played in tournament.rounds),
        required=tuple((new[a], new[b]) for a, b in tournament.required),
        published=None
        if tournament.published is None
        else _renumber_round(tournament.published, new),
        **renumber_decisions(tournament, new),
    )


def renumber_decisions(of: _Renumberable, new: New) -> dict[str, Any]:
    """Return the renumbered fields that tournaments and sections have in common, keyed by name."""
    return {
        "lots": tuple(renumber_lot(lot, new) for lot in of.lots),
        "requests": _renumber_items(of.requests, new),
        "forbidden": tuple(replace(f, a=new[f.a], b=new[f.b]) for f in of.forbidden),
        "bye_rulings": _renumber_items(of.bye_rulings, new),
        "adjustments": _renumber_items(of.adjustments, new),
        "awarded": _renumber_items(of.awarded, new),
        "virtual": _renumber_items(of.virtual, new),
        "fixed_tables": _renumber_items(of.fixed_tables, new),
        "accelerated": None
        if of.accelerated is None
        else frozenset(new[n] for n in of.accelerated),
    }


def _renumber_items(items: Iterable[Named], new: New) -> tuple[Named, ...]:
    return tuple(replace(item, number=new[item.number]) for item in items)


def renumber_lot(lot: Lot, new: New) -> Lot:
    """Return the lot with new numbers.

    Participants that are no longer entered are dropped, because others may now have their numbers.
    """
    values = tuple(v for n, v in zip(lot.order, lot.values, strict=False) if n in new)
    return replace(lot, order=tuple(new[n] for n in lot.order if n in new), values=values)


def _renumber_round(played: Round, new: New) -> Round:
    return replace(
        played,
        meetings=tuple(renumber_meeting(meeting, new) for meeting in played.meetings),
        away=tuple((new[n], outcome) for n, outcome in played.away),
    )


def renumber_meeting(meeting: Meeting, new: New) -> Meeting:
    """Return the meeting with new numbers for its two participants."""
    white, black = (None if n is None else new[n] for n in (meeting.white, meeting.black))
    return replace(meeting, white=white, black=black)
