"""The pairings of a round, by board for the playing hall and by name for the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from topboard._frozen import dataclass
from topboard.documents import people
from topboard.documents.records import scores_when_round_was_paired
from topboard.documents.sheet import (
    Document,
    Heading,
    board_heading,
    event_name,
    format_unplayed_points,
    has_teams,
    name_heading,
    number_heading,
    white_and_black_titles,
)
from topboard.event.results import describe_result_with_games
from topboard.messages import Message, counted, message, say, say_kept, say_kept_count
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    Manner,
    NotYetEntered,
    Number,
    PairingBye,
    Round,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.two_games import is_two_player_match
from topboard.reasons.decisions import RoundPairing
from topboard.systems.common.withdrawals import find_withdrawal_rounds
from topboard.systems.registry import system as system_named
from topboard.text.dates import format_start_in_full
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.documents.sheet import Cell
    from topboard.model import Away, Game, Meeting, Tenths, Tournament


@dataclass(frozen=True, slots=True)
class PairedBoard:
    """A board or match in a round, with its participants and, if known, its result."""

    table: int
    white: Number | None
    black: Number | None
    result: str = ""
    games: tuple[Game, ...] = ()
    """The games on the boards of a match, if they are known."""


def pairing_sheet(
    tournament: Tournament, paired: RoundPairing | Round, tables: Sequence[int] = ()
) -> Document:
    """Return a document with the pairings of a round, points before the round and results.

    ``paired`` is the next round, or a played round with its results. ``tables`` are the numbers of
    its boards or matches, if they are not simply 1, 2, 3 and so on.
    """
    known = people.titled_names(tournament)
    entered = {c.number: c for c in tournament.competitors}
    score = _points_before_round(tournament, paired)
    white, black = white_and_black_titles(has_teams(tournament))

    def side_cells(number: Number | None) -> tuple[Cell, Cell, Cell, Cell]:
        if number is None:
            return "", "?", "", ""
        rating = people.rating_or_average_cell(entered[number], tournament.boards)
        return number, known[number], rating, format_points(score[number])

    rows = [
        (t.table, *side_cells(t.white), t.result, *side_cells(t.black))
        for t in boards_of_round(paired, tables)
    ]
    return Document(
        kind="pairing sheet",
        title=_pairings_title(tournament, paired),
        headings=(
            board_heading(has_teams(tournament)),
            *_participant_column_headings("white", white),
            Heading("result", say("Result"), by_hand=True),
            *_participant_column_headings("black", black),
        ),
        rows=tuple(rows),
        about=tuple(round_start_lines(tournament, paired)),
        notes=tuple(_unpaired_participant_notes(tournament, paired, known)),
    )


def _participant_column_headings(key: str, title: str) -> tuple[Heading, ...]:
    return (
        number_heading(f"{key}_number", say("No.")),
        name_heading(key, title),
        number_heading(f"{key}_rating", say("Rating")),
        number_heading(f"{key}_points", say("Pts")),
    )


def pairings_by_name(
    tournament: Tournament, paired: RoundPairing | Round, tables: Sequence[int] = ()
) -> Document:
    """Return a document with each participant's board, colour and opponent, sorted by surname.

    Titles have their own column, so that each name starts with the surname.
    """
    known = people.titled_names(tournament)
    rows: dict[Number, tuple[Cell, ...]] = {}
    for seats in boards_of_round(paired, tables):
        for number, other, colour in (
            (seats.white, seats.black, say("White")),
            (seats.black, seats.white, say("Black")),
        ):
            if number is not None:
                opponent = "?" if other is None else known[other]
                rows[number] = (seats.table, colour, other or "", opponent)
    for number, kind in _find_absence_kinds(tournament, paired).items():
        rows[number] = ("", "", "", say_kept(ABSENCES[kind]))
    entered = {c.number: c for c in tournament.competitors}
    ordered = sorted(rows, key=lambda n: (people.alphabetical_sort_key(entered[n]), n))
    titles = {n: people.player_title(one) for n, one in entered.items()}
    has_titles = any(titles.values())
    return Document(
        kind="pairings by name",
        title=_pairings_by_name_title(tournament, paired),
        headings=(
            *([Heading("title", say("Title"))] if has_titles else []),
            name_heading("name", say("Name")),
            number_heading("number", say("No.")),
            board_heading(has_teams(tournament)),
            Heading("colour", say("Colour on board 1") if has_teams(tournament) else say("Colour")),
            number_heading("opponent_number", say("No.")),
            name_heading("opponent", say("Opponent")),
        ),
        rows=tuple(
            (*([titles[n]] if has_titles else []), entered[n].name, n, *rows[n]) for n in ordered
        ),
        about=tuple(round_start_lines(tournament, paired)),
        notes=() if rows else (say_kept(NOBODY),),
    )


NOBODY = message("No participants are paired in this round.")


def _pairings_title(tournament: Tournament, paired: RoundPairing | Round) -> str:
    event, number = event_name(tournament), number_of_paired_round(paired)
    if not tournament.planned_rounds:
        return say("{event}: Pairings, round {round}", event=event, round=number)
    return say(
        "{event}: Pairings, round {round} of {planned_rounds}",
        event=event,
        round=number,
        planned_rounds=tournament.planned_rounds,
    )


def _pairings_by_name_title(tournament: Tournament, paired: RoundPairing | Round) -> str:
    event, number = event_name(tournament), number_of_paired_round(paired)
    if not tournament.planned_rounds:
        return say("{event}: Pairings by name, round {round}", event=event, round=number)
    return say(
        "{event}: Pairings by name, round {round} of {planned_rounds}",
        event=event,
        round=number,
        planned_rounds=tournament.planned_rounds,
    )


def number_of_paired_round(paired: RoundPairing | Round) -> int:
    """Return the number of a round that has been played or only paired."""
    return paired.round if isinstance(paired, RoundPairing) else paired.number


def round_start_lines(
    tournament: Tournament, paired: RoundPairing | Round, *, with_zone: bool = True
) -> Iterator[str]:
    """Yield a line with the date, time and time zone of the round, if they are known.

    Small documents leave out the time zone.
    """
    details, place = tournament.details, number_of_paired_round(paired) - 1
    day = details.round_dates[place] if place < len(details.round_dates) else ""
    time = details.round_times[place] if place < len(details.round_times) else ""
    if day:
        zone = details.time_zone if with_zone else ""
        yield format_start_in_full(f"{day}T{time}" if time else day, zone)


def _points_before_round(
    tournament: Tournament, paired: RoundPairing | Round
) -> Mapping[Number, Tenths]:
    """Return the points of all participants when the round was paired, in tenths."""
    if isinstance(paired, RoundPairing):
        table = system_named(paired.system).standings(tournament)
        return {line.number: line.points for line in table.lines}
    return scores_when_round_was_paired(tournament, system_named(tournament.system), paired.number)


def boards_of_round(
    paired: RoundPairing | Round, tables: Sequence[int] = ()
) -> Iterator[PairedBoard]:
    """Yield the boards or matches of a round, with their results."""
    if isinstance(paired, RoundPairing):
        for pair in paired.pairs:
            yield PairedBoard(pair.table, pair.white, pair.black)
        return
    numbers = tables or range(1, len(paired.meetings) + 1)
    for table, meeting in zip(numbers, paired.meetings, strict=True):
        yield PairedBoard(
            table, meeting.white, meeting.black, _format_meeting_result(meeting), meeting.games
        )


def _format_meeting_result(meeting: Meeting) -> str:
    if is_two_player_match(meeting.games):
        return describe_result_with_games(meeting)
    if meeting.manner is Manner.PENDING:
        return ""
    unplayed = meeting.manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED)
    write = format_unplayed_points if unplayed else format_points
    text = f"{write(meeting.white_points)} - {write(meeting.black_points)}"
    return say("{text} u", text=text) if meeting.manner is Manner.UNFINISHED else text


# --- participants who are not paired --------------------------------------------------------


def _find_absence_kinds(
    tournament: Tournament, paired: RoundPairing | Round
) -> dict[Number, type[Away]]:
    """Return the kind of absence of each participant who is not paired and has not withdrawn."""
    at_tables = {n for t in boards_of_round(paired) for n in (t.white, t.black)}
    known = _recorded_absences(tournament, paired)
    found = {}
    for competitor in tournament.competitors:
        number = competitor.number
        if number not in at_tables and not isinstance(known.get(number), Withdrawn):
            found[number] = _absence_kind_to_show(known.get(number))
    return found


def _recorded_absences(tournament: Tournament, paired: RoundPairing | Round) -> dict[Number, Away]:
    if isinstance(paired, Round):
        return dict(paired.away)
    known: dict[Number, Away] = {
        request.number: request.outcome
        for request in tournament.requests
        if request.round == paired.round
        or (isinstance(request.outcome, Withdrawn) and request.round <= paired.round)
    }
    known |= {number: Withdrawn() for number in find_withdrawal_rounds(tournament)}
    if paired.bye is not None:
        known[paired.bye] = PairingBye()
    return known


ABSENCES: dict[type[Away], Message] = {
    PairingBye: message("pairing-allocated bye"),
    FullPointBye: message("full-point bye"),
    HalfPointBye: message("half-point bye"),
    ZeroPointBye: message("not paired"),
}
ABSENCE_NOTES: dict[type[Away], tuple[Message, Message]] = {
    PairingBye: counted("Pairing-allocated bye: {names}", "Pairing-allocated byes: {names}"),
    FullPointBye: counted("Full-point bye: {names}", "Full-point byes: {names}"),
    HalfPointBye: counted("Half-point bye: {names}", "Half-point byes: {names}"),
    ZeroPointBye: counted("Not paired: {names}", "Not paired: {names}"),
}


def _absence_kind_to_show(away: Away | None) -> type[Away]:
    """Return the kind of absence that a document shows.

    Any absence without points is shown as a zero-point bye.
    """
    match away:
        case PairingBye() | HalfPointBye() | FullPointBye():
            return type(away)
        case ZeroPointBye() | NotYetEntered() | Withdrawn() | None:
            return ZeroPointBye
        case _:
            assert_never(away)


def _unpaired_participant_notes(
    tournament: Tournament, paired: RoundPairing | Round, known: dict[Number, str]
) -> Iterator[str]:
    away = _find_absence_kinds(tournament, paired)
    for kind, note in ABSENCE_NOTES.items():
        numbers = sorted(n for n, why in away.items() if why is kind)
        if numbers:
            names = ", ".join(people.format_name_and_number(n, known) for n in numbers)
            yield say_kept_count(note, len(numbers), names=names)
    if next(boards_of_round(paired), None) is None:
        yield say_kept(NOBODY)
