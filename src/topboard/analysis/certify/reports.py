"""Events and pairings in formats that all engines can read and write."""

from __future__ import annotations

from collections.abc import Callable

from topboard._frozen import replace
from topboard.errors import NoLegalPairing
from topboard.formats import dumps
from topboard.model import Away, NotYetEntered, Number, Request, Tournament, Withdrawn, ZeroPointBye
from topboard.model.history import participants_to_pair
from topboard.reasons.decisions import RoundPairing

REPORT = "trf16"
"""The report format that every engine reads.

Absences are recorded among the results, and JaVaFo's extensions are used.
"""
REPORT_OF_TEAMS = "trf26"


def format_event_for_engines(event: Tournament) -> str:
    """Return the event as a report file that every engine can read.

    The kind of a player's absence from the next round is left out.
    """
    return format_report_file(_simplify_event_for_engines(event))


def format_report_file(event: Tournament) -> str:
    """Return the event as a report file: TRF16 for one board per round, else TRF26."""
    return dumps(event, REPORT if event.boards == 1 else REPORT_OF_TEAMS)


def _simplify_event_for_engines(event: Tournament) -> Tournament:
    rounds = tuple(
        replace(
            played,
            away=tuple(
                (n, _convert_absence_to_zero_point_bye(outcome)) for n, outcome in played.away
            ),
        )
        for played in event.rounds
    )
    competitors = tuple(replace(c, joined=1) for c in event.competitors)
    over = len(event.rounds) >= event.planned_rounds > 0
    # The points of absent players for the next round do not affect its pairing, and engines do not
    # agree on whether the points in a file include them. So these players are simply absent.
    upcoming = event.round_to_pair
    requests = (
        ()
        if over
        else tuple(Request(n, upcoming) for n in _find_numbers_of_absent_participants(event))
    )
    return replace(event, competitors=competitors, rounds=rounds, requests=requests)


def _convert_absence_to_zero_point_bye(outcome: Away) -> Away:
    return ZeroPointBye() if isinstance(outcome, NotYetEntered | Withdrawn) else outcome


def _find_numbers_of_absent_participants(before: Tournament) -> list[Number]:
    there = {*participants_to_pair(before)}
    return [c.number for c in before.competitors if c.number not in there]


def format_pairing_lines(pairing: RoundPairing) -> list[str]:
    """Return the pairs and the bye of a round as engines write them, without the leading count."""
    lines = [f"{pair.white} {pair.black}" for pair in pairing.pairs]
    return lines if pairing.bye is None else [*lines, f"{pairing.bye} 0"]


def find_rounds_paired_differently(
    event: Tournament, pair: Callable[[Tournament], RoundPairing]
) -> dict[int, str]:
    """Return the rounds that the function ``pair`` pairs differently, mapped to its pairings."""
    found = {}
    for played in event.rounds:
        try:
            told = format_pairing_lines(pair(event.before(played.number)))
        except NoLegalPairing as none:
            told = [str(none)]
        published = [f"{m.white} {m.black}" for m in played.meetings]
        published += [] if played.bye is None else [f"{played.bye} 0"]
        if {*told} != {*published}:
            found[played.number] = "\n".join(told)
    return found
