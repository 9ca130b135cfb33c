"""Readers and writers of the settings that a report says were announced before the event.

These are records 202 and 212 (tie-breaks), 172 (which ratings count) and 182 (the pairing program).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.formats.trf.types import get_type_code_of_system
from topboard.messages import say
from topboard.model import RatingChoice, RatingKind
from topboard.systems.registry import SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.formats.trf.records import Record, Report
    from topboard.model import Tournament

OURSELVES = "Topboard"
FIDE = RatingChoice("FIDE")
METHODS = ("NRO", "FIDON", "NIDOF", "HBFN", "LBFN")
"""The methods of record 172 that correspond to an order of rating lists."""


# --- tie-breaks ---------------------------------------------------------------------------


def parse_tie_break_records(report: Report) -> tuple[tuple[str, ...], list[Record]]:
    """Return the announced tie-breaks, and the records that contradict them or cannot be read.

    In a 212 record, the points come before the tie-breaks.
    """
    found: tuple[str, ...] = ()
    kept = []
    for record in report.records_with_code("202", "212"):
        codes = _parse_tie_break_codes(record.text, after_points=record.code == "212")
        if codes is None or (found and codes != found):
            what = say(
                "this list of tie-breaks is not used, but kept as text: {codes}", codes=record.text
            )
            report.add_note(
                what, record, say("Correct the codes, or give the tie-breaks with --tie-breaks.")
            )
            kept.append(record)
        else:
            found = codes
    return found, kept


def format_tie_break_records(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield a 202 record if all tie-breaks have FIDE codes.

    Systems without a FIDE code get no 202 record, because they have their own names for tie-breaks.
    """
    if tournament.system and not get_type_code_of_system(tournament.system, tournament.variations):
        return
    listed = ",".join(tournament.tie_breaks)
    if tournament.tie_breaks and _parse_tie_break_codes(listed) == tournament.tie_breaks:
        yield "202", listed


def _parse_tie_break_codes(text: str, *, after_points: bool = False) -> tuple[str, ...] | None:
    """Return the tie-break codes in their canonical spelling, or None if one is unknown.

    If ``after_points`` is true, the list must begin with the points, which are not returned.
    """
    # The codes are needed only if a report announces tie-breaks.
    from topboard.tiebreaks.codes import POINTS, format_code, parse_codes

    try:
        codes = tuple(format_code(one) for one in parse_codes(text)) or None
    except BadInput:
        return None
    if codes is None or not after_points:
        return codes
    return codes[1:] if codes[0] == POINTS else None


# --- ratings ------------------------------------------------------------------------------


def parse_rating_order_record(report: Report) -> tuple[tuple[RatingChoice, ...], list[Record]]:
    """Return the order of rating lists in record 172, and the records with an unknown method."""
    found: tuple[RatingChoice, ...] = ()
    kept = []
    for record in report.records_with_code("172"):
        order = _rating_order_for_method(
            record.text_in_columns(5, 7).upper(), record.text_in_columns(9, 13).upper()
        )
        if order:
            found = order
        else:
            kept.append(record)
    return found, kept


def _rating_order_for_method(federation: str, method: str) -> tuple[RatingChoice, ...]:
    if not (len(federation) == 3 and federation.isalpha() and federation.isupper()):
        return ()
    national = RatingChoice(federation, RatingKind.NATIONAL)
    orders = {
        "NRO": (national,),
        "FIDON": (FIDE, national),
        "NIDOF": (national, FIDE),
        "HBFN": (replace(FIDE, pick="highest"), replace(national, pick="highest")),
        "LBFN": (replace(FIDE, pick="lowest"), replace(national, pick="lowest")),
    }
    return orders.get(method, ())


def format_rating_order_record(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield a 172 record if one of its methods corresponds to the event's order of rating lists."""
    federation = find_federation_whose_ratings_count(tournament)
    for method in METHODS if federation else ():
        if tournament.rating_order == _rating_order_for_method(federation, method):
            yield "172", f"{federation} {method}"


def find_federation_whose_ratings_count(tournament: Tournament) -> str:
    """Return the federation whose national ratings count, alone or together with FIDE ratings.

    Return an empty string if record 172 cannot express the event's order of rating lists.
    """
    for choice in tournament.rating_order:
        if any(
            tournament.rating_order == _rating_order_for_method(choice.list, method)
            for method in METHODS
        ):
            return choice.list
    return ""


# --- the pairing program ------------------------------------------------------------------


def is_topboard_program_record(record: Record) -> bool:
    """Return whether this is a 182 record that names Topboard as the pairing program."""
    return record.code == "182" and record.text.split(" ")[0] == OURSELVES


def format_pairing_program_record(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield a 182 record that names Topboard, if Topboard has the tournament's system."""
    if tournament.system in SYSTEMS:
        yield "182", OURSELVES
