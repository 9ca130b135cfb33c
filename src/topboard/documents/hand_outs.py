"""Documents handed out to participants: name cards, score sheets and certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.pairing_sheets import (
    boards_of_round,
    number_of_paired_round,
    round_start_lines,
)
from topboard.documents.sheet import (
    Document,
    Heading,
    count_missing_results,
    event_location,
    event_name,
    number_heading,
)
from topboard.documents.slips import RESULTS
from topboard.messages import say, say_count
from topboard.model import POINT, Team
from topboard.reasons.sentences.words import format_ordinal
from topboard.text.dates import format_event_days_in_full
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.documents.sheet import Cell
    from topboard.model import Competitor, Number, Round, Tenths, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.tiebreaks.standings import Standings

MOVE_ROWS = 20
MOVE_COLUMNS = 3
"""The number of columns of moves on a score sheet, each for White and Black."""


def name_cards(tournament: Tournament) -> tuple[Document, ...]:
    """Return a card with the name of each participant, to fold and put on the table."""
    return tuple(
        Document(
            kind="name card",
            title=people.titled_name(one),
            headings=(),
            rows=(),
            about=tuple(filter(None, (*_card_details(one, tournament), event_name(tournament)))),
            fields=(
                ("event", event_name(tournament)),
                ("details", " · ".join(filter(None, _card_details(one, tournament)))),
            ),
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
    ratings = {c.number: people.rating_or_average_cell(c, 1) for c in tournament.competitors}
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
            fields=(
                ("event", event_name(tournament)),
                ("start", "".join(round_start_lines(tournament, paired, with_zone=False))),
                ("white_colour", say("White")),
                ("black_colour", say("Black")),
                ("white", white),
                ("black", black),
                ("white_details", _rating_text(ratings, seats.white)),
                ("black_details", _rating_text(ratings, seats.black)),
                ("results", RESULTS),
            ),
        )
        sheets += [sheet, sheet]
    return tuple(sheets)


def _participant_name(number: Number | None, known: dict[Number, str]) -> str:
    return "?" if number is None else known[number]


def _rating_text(ratings: dict[Number, Cell], number: Number | None) -> str:
    return "" if number is None else str(ratings.get(number, ""))


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
    signatures. Before the end of the event, the certificate says that the place is provisional.
    """
    entered = {one.number: one for one in tournament.competitors}
    details = tournament.details
    name, days = event_name(tournament), format_event_days_in_full(details.start, details.end)
    arbiter, organiser = details.chief_arbiter, details.organiser
    rounds = _rounds_sentence(tournament)
    return tuple(
        Document(
            kind="certificate",
            title=say("Certificate"),
            headings=(Heading("certificate", ""),),
            rows=(
                (people.titled_name(entered[line.number]),),
                (_place_text(line.place),),
                (points_text(line.points),),
                (rounds,),
            ),
            about=tuple(filter(None, (name, days))),
            signatures=(
                say("Chief arbiter: {name}", name=arbiter) if arbiter else say("Chief arbiter"),
                say("Organiser: {name}", name=organiser) if organiser else say("Organiser"),
            ),
            fields=(
                ("event", name),
                ("name", _name_in_speech(entered[line.number])),
                ("place", _place_text(line.place)),
                ("points", points_text(line.points)),
                ("rounds", rounds),
                ("where", " · ".join(filter(None, (event_location(details), days)))),
                ("officials", (arbiter, organiser)),
                ("roles", (say("Chief arbiter"), say("Organiser"))),
            ),
        )
        for line in standings.lines
    )


def _name_in_speech(one: Competitor) -> str:
    """Return a name with its title, and with the given name before the surname."""
    surname, comma, given = one.name.partition(",")
    spoken = f"{given.strip()} {surname.strip()}" if comma and "," not in given else one.name
    return f"{people.player_title(one)} {spoken}".strip()


def _place_text(place: int) -> str:
    return say("{place} place", place=format_ordinal(place))


def points_text(points: Tenths) -> str:
    """Return the points on a certificate, such as "5½ points"."""
    count = 1 if points == POINT else 2
    return say_count("{points} point", "{points} points", count, points=format_points(points))


def _rounds_sentence(tournament: Tournament) -> str:
    """Return the number of rounds, and whether the places may still change."""
    played, planned = len(tournament.rounds), tournament.planned_rounds
    if played < planned and count_missing_results(tournament):
        return say(
            "Provisional, after round {round} of {planned}, with results missing",
            round=played,
            planned=planned,
        )
    if played < planned:
        return say("Provisional, after round {round} of {planned}", round=played, planned=planned)
    if count_missing_results(tournament):
        return say("Provisional, because results are missing")
    return say_count("after {count} round", "after {count} rounds", played)
