"""Documents with the standings, the tie-break calculations and the opponents' average ratings."""

from __future__ import annotations

from topboard.documents import people
from topboard.documents.sheet import (
    Document,
    Heading,
    event_name,
    name_heading,
    number_heading,
    place_number_and_name_headings,
    title_after_round,
)
from topboard.errors import BadInput, Problem
from topboard.messages import counted, message, say, translate_worded
from topboard.model import Tournament
from topboard.reasons.sentences.words import format_average_rating
from topboard.systems.registry import System
from topboard.text.numbers import format_points
from topboard.tiebreaks.standings import Standings, Value, format_name_with_withdrawal


def standings_sheet(tournament: Tournament, standings: Standings) -> Document:
    """Return a document with the standings. Tied participants share the higher place."""
    entered = {c.number: c for c in tournament.competitors}
    rows = tuple(
        (
            line.place,
            line.number,
            format_name_with_withdrawal(people.titled_name(entered[line.number]), line),
            people.rating_or_average_cell(entered[line.number], tournament.boards),
            entered[line.number].federation,
            format_points(line.points),
            *(value.formatted for value in line.values),
        )
        for line in standings.lines
    )
    return Document(
        kind="standings",
        title=title_after_round(
            tournament,
            message("{event}: Standings after round {round}"),
            counted(
                "{event}: Standings after round {round}, {count} result missing",
                "{event}: Standings after round {round}, {count} results missing",
            ),
        ),
        headings=(
            *place_number_and_name_headings(),
            number_heading("rating", say("Rating")),
            Heading("federation", say("Fed.")),
            number_heading("points", say("Pts")),
            *(number_heading(column.code, column.code) for column in standings.columns),
        ),
        rows=rows,
        notes=(*tie_break_legend(standings), *people.rating_order_notes(tournament))
        if rows
        else (say("There are no participants yet."),),
    )


def tie_break_sheet(tournament: Tournament, standings: Standings) -> Document:
    """Return a document that shows how each tie-break is calculated, round by round."""
    known = people.titled_names(tournament)
    rows = tuple(
        (
            line.place,
            line.number,
            format_name_with_withdrawal(known[line.number], line),
            column.code,
            value.formatted,
            _format_tie_break_items(value),
        )
        for line in standings.lines
        for column, value in zip(standings.columns, line.values, strict=True)
    )
    return Document(
        kind="tie-breaks",
        title=title_after_round(
            tournament,
            message("{event}: Tie-breaks after round {round}"),
            counted(
                "{event}: Tie-breaks after round {round}, {count} result missing",
                "{event}: Tie-breaks after round {round}, {count} results missing",
            ),
        ),
        headings=(
            *place_number_and_name_headings(),
            Heading("code", say("Tie-break")),
            number_heading("value", say("Value")),
            Heading("made-of", say("Calculation by round, opponent and value"), wraps=True),
        ),
        rows=rows,
        notes=(
            say(
                "An entry such as 1: 23 4 gives the round (1), the opponent (23) and the value "
                "(4). Values in square brackets do not count."
            ),
            *tie_break_legend(standings),
        )
        if rows
        else (say("No tie-breaks are used."),),
    )


def _format_tie_break_items(value: Value) -> str:
    """Return the terms of a tie-break value as text. Parentheses mark those that do not count."""
    found = []
    for item in value.items:
        note = translate_worded(item.note)
        if item.round:
            against = "" if item.opponent is None else f" {item.opponent}"
            text = f"{item.round}:{against} {format_points(item.value, value.scale)}"
            text += f" {note}" if note else ""
        else:
            text = f"{note}: {format_points(item.value, value.scale)}"
        found.append(f"[{text}]" if item.left_out else text)
    return "; ".join(found)


def tie_break_legend(standings: Standings) -> tuple[str, ...]:
    """Return a line for each tie-break with its code, its name and its article."""
    return tuple(
        f"{c.code}: {translate_worded(c.title)} ({translate_worded(c.article)})"
        for c in standings.columns
    )


def average_ratings_sheet(tournament: Tournament, system: System) -> Document:
    """Return a document with each participant's opponents and their average rating (ARO)."""
    if system.averages is None:
        raise BadInput(
            [Problem(say("this system does not use AROs for pairing"), quoted=system.name)]
        )
    known = people.titled_names(tournament)
    lines = system.averages(tournament) if tournament.competitors else ()
    return Document(
        kind="averages",
        title=say(
            "{event}: AROs after round {round}",
            event=event_name(tournament),
            round=len(tournament.rounds),
        ),
        headings=(
            number_heading("number", say("No.")),
            name_heading("name", say("Name")),
            number_heading("rating", say("R")),
            number_heading("points", say("Pts")),
            number_heading("aro", say("ARO")),
            Heading("opponents", say("Opponents (R)"), wraps=True),
        ),
        rows=tuple(
            (
                line.number,
                known[line.number],
                line.rating,
                format_points(line.points),
                "" if line.aro is None else format_average_rating(line.aro),
                ", ".join(f"{opponent} ({rating})" for _, opponent, rating in line.opponents),
            )
            for line in lines
        ),
        notes=(
            (say("ARO is the average rating of the opponents. R is the rating used for pairing."),)
            if lines
            else (say("There are no participants yet."),)
        ),
    )
