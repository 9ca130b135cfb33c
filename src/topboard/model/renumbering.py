"""Replacement of TPNs wherever a tournament refers to a participant.

The numbers of team members, and of the players in a match's games, do not change. They identify
people, not participants.
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
    """A tournament or section with the rulings, requests and lots that refer to participants."""

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


def map_old_to_new_numbers_by_order(order: Iterable[Number]) -> dict[Number, Number]:
    """Return a mapping from old to new TPNs. The first participant in the order gets number 1."""
    return {old: Number(place) for place, old in enumerate(order, start=1)}


def renumber_tournament(tournament: Tournament, new: New) -> Tournament:
    """Return the tournament with new TPNs, and its participants sorted by them.

    ``new`` maps old TPNs to new ones and must include every participant.
    """
    return replace(
        tournament,
        competitors=tuple(
            sorted(
                _renumber_participants_in_records(tournament.competitors, new),
                key=lambda c: c.number,
            )
        ),
        rounds=tuple(_renumber_participants_in_round(played, new) for played in tournament.rounds),
        required=tuple((new[a], new[b]) for a, b in tournament.required),
        published=None
        if tournament.published is None
        else _renumber_participants_in_round(tournament.published, new),
        **renumber_rulings_requests_and_lots(tournament, new),
    )


def renumber_rulings_requests_and_lots(of: _Renumberable, new: New) -> dict[str, Any]:
    """Return the lots, rulings and requests of a tournament or section with new TPNs.

    They are keyed by field name.
    """
    return {
        "lots": tuple(renumber_participants_of_lot(lot, new) for lot in of.lots),
        "requests": _renumber_participants_in_records(of.requests, new),
        "forbidden": tuple(replace(f, a=new[f.a], b=new[f.b]) for f in of.forbidden),
        "bye_rulings": _renumber_participants_in_records(of.bye_rulings, new),
        "adjustments": _renumber_participants_in_records(of.adjustments, new),
        "awarded": _renumber_participants_in_records(of.awarded, new),
        "virtual": _renumber_participants_in_records(of.virtual, new),
        "fixed_tables": _renumber_participants_in_records(of.fixed_tables, new),
        "accelerated": None
        if of.accelerated is None
        else frozenset(new[n] for n in of.accelerated),
    }


def _renumber_participants_in_records(items: Iterable[Named], new: New) -> tuple[Named, ...]:
    return tuple(replace(item, number=new[item.number]) for item in items)


def renumber_participants_of_lot(lot: Lot, new: New) -> Lot:
    """Return the drawing of lots with new TPNs.

    Participants who are no longer in the event are dropped, because someone else may have their
    number.
    """
    values = tuple(v for n, v in zip(lot.order, lot.values, strict=False) if n in new)
    return replace(lot, order=tuple(new[n] for n in lot.order if n in new), values=values)


def _renumber_participants_in_round(played: Round, new: New) -> Round:
    return replace(
        played,
        meetings=tuple(
            renumber_participants_of_meeting(meeting, new) for meeting in played.meetings
        ),
        away=tuple((new[n], outcome) for n, outcome in played.away),
    )


def renumber_participants_of_meeting(meeting: Meeting, new: New) -> Meeting:
    """Return the pairing of two participants, and its result, with their new TPNs."""
    white, black = (None if n is None else new[n] for n in (meeting.white, meeting.black))
    return replace(meeting, white=white, black=black)
