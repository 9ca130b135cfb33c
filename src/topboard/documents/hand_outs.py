"""Documents handed out to participants: name cards, score sheets and certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.pairing_sheets import (
    boards_of_round,
    number_of_paired_round,
    round_start_lines,
)
from topboard.documents.sheet import Document, Heading, event_name, number_heading
from topboard.messages import say
from topboard.model import Team
from topboard.text.dates import format_event_days_in_full
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Competitor, Number, Round, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.tiebreaks.standings import Line, Standings

MOVE_ROWS = 20
MOVE_COLUMNS = 3
"""The number of columns of moves on a score sheet, each for White and Black."""


def name_cards(tournament: Tournament) -> tuple[Document, ...]:
    """Return a card with the name of each participant, to wear or to put on the table."""
    return tuple(
        Document(
            kind="name card",
            title=people.titled_name(one),
            headings=(),
            rows=(),
            about=tuple(filter(None, (*_card_details(one, tournament), event_name(tournament)))),
        )
        for one in sorted(tournament.competitors, key=people.alphabetical_sort_key)
    )


def _card_details(one: Competitor, tournament: Tournament) -> tuple[str, ...]:
    rating = people.rating_or_average_cell(one, tournament.boards)
    club = "" if isinstance(one, Team) else one.club
    return one.federation, club, str(rating)


def score_sheets(
    tournament: Tournament, paired: RoundPairing | Round, tables: Sequence[int] = ()
) -> tuple[Document, ...]:
    """Return two score sheets for each board, one for each player, with 60 moves."""
    known = people.titled_names(tournament)
    sheets = []
    for seats in boards_of_round(paired, tables):
        white, black = (_participant_name(number, known) for number in (seats.white, seats.black))
        sheet = Document(
            kind="score sheet",
            title=say(
                "Round {round}, board {table}",
                round=number_of_paired_round(paired),
                table=seats.table,
            ),
            headings=_move_headings(),
            rows=tuple(_move_row(row) for row in range(1, MOVE_ROWS + 1)),
            about=(
                event_name(tournament),
                *round_start_lines(tournament, paired),
                say("White: {name}", name=white),
                say("Black: {name}", name=black),
            ),
            signatures=(say("Result"), say("Signature of White"), say("Signature of Black")),
        )
        sheets += [sheet, sheet]
    return tuple(sheets)


def _participant_name(number: Number | None, known: dict[Number, str]) -> str:
    return "?" if number is None else known[number]


def _move_headings() -> tuple[Heading, ...]:
    return tuple(
        heading
        for part in range(1, MOVE_COLUMNS + 1)
        for heading in (
            number_heading(f"move_{part}", say("Move")),
            Heading(f"white_{part}", say("White"), by_hand=True),
            Heading(f"black_{part}", say("Black"), by_hand=True),
        )
    )


def _move_row(row: int) -> tuple[int | str, ...]:
    return tuple(cell for part in range(MOVE_COLUMNS) for cell in (row + part * MOVE_ROWS, "", ""))


def certificates(tournament: Tournament, standings: Standings) -> tuple[Document, ...]:
    """Return a certificate with the place and points for each participant, first place first.

    The names of the chief arbiter and the organiser are printed below the lines for their
    signatures.
    """
    entered = {one.number: one for one in tournament.competitors}
    details = tournament.details
    about = (event_name(tournament), format_event_days_in_full(details.start, details.end))
    arbiter, organiser = details.chief_arbiter, details.organiser
    return tuple(
        Document(
            kind="certificate",
            title=say("Certificate"),
            headings=(Heading("certificate", ""),),
            rows=(
                (people.titled_name(entered[line.number]),),
                (_place_sentence(line, len(standings.lines)),),
            ),
            about=tuple(filter(None, about)),
            signatures=(
                say("Chief arbiter: {name}", name=arbiter) if arbiter else say("Chief arbiter"),
                say("Organiser: {name}", name=organiser) if organiser else say("Organiser"),
            ),
        )
        for line in standings.lines
    )


def _place_sentence(line: Line, count: int) -> str:
    return say(
        "Place {place} of {count}, points: {points}",
        place=line.place,
        count=count,
        points=format_points(line.points),
    )
