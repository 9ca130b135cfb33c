"""Formatting of pairings, explanations and standings as text."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, combining, east_asian_width

from topboard.messages import say, say_count, translate_worded
from topboard.model import Manner, Team
from topboard.reasons.decisions import OpponentChoice, PairingWarning
from topboard.reasons.sentences import (
    generate_participant_sentences,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.sentences.articles import (
    format_article_name,
    replace_article_citations_by_names,
)
from topboard.reasons.sentences.words import format_average_rating
from topboard.text.names import ISOLATES, isolate_right_to_left_text
from topboard.text.numbers import format_points
from topboard.tiebreaks.standings import format_name_with_withdrawal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.tiebreaks.opponents import OpponentRatingAverage
    from topboard.tiebreaks.standings import Item, Standings

LONGEST_NAME = 40


def shorten_name(text: str) -> str:
    """Return a name on one line, truncated if it is longer than ``LONGEST_NAME``."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST_NAME else f"{flat[: LONGEST_NAME - 1]}…"


def align_columns(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Return the rows as lines with aligned columns.

    ``right`` has the indices of the columns that are right-aligned.
    """
    if not rows:
        return []
    to_the_right = set(right)
    widths = [max(_display_width(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            " " * (width - _display_width(cell)) + _isolate_cell_direction(cell)
            if i in to_the_right
            else _isolate_cell_direction(cell) + " " * (width - _display_width(cell))
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def _isolate_cell_direction(cell: str) -> str:
    """Return the cell in marks that keep its writing direction from affecting other cells."""
    if cell.isascii():
        return cell

    return isolate_right_to_left_text(cell) if ISOLATES.isdisjoint(cell) else cell


def _display_width(text: str) -> int:
    """Return the number of terminal columns that a string occupies."""
    if text.isascii():
        return len(text)

    return sum(
        0 if combining(c) or category(c) == "Cf" else 2 if east_asian_width(c) in "WF" else 1
        for c in text
    )


def _round_title(tournament: Tournament, made: RoundPairing) -> str:
    name = shorten_name(tournament.name) if len(tournament.name) > 80 else tournament.name
    places = {"event": name or say("Event"), "round": made.round, "system": made.system}
    if tournament.planned_rounds:
        return say(
            "{event}: round {round} of {planned_rounds} ({system})",
            **places,
            planned_rounds=tournament.planned_rounds,
        )
    return say("{event}: round {round} ({system})", **places)


def _is_team_event(tournament: Tournament) -> bool:
    return any(isinstance(one, Team) for one in tournament.competitors)


def format_pairing(tournament: Tournament, made: RoundPairing) -> list[str]:
    """Return the boards, the bye and the floaters of a round as lines of text."""
    names = {n: shorten_name(name) for n, name in tournament.names.items()}
    article = {
        frozenset((r.chooser, r.chosen)): r.article
        for r in made.reasons
        if isinstance(r, OpponentChoice)
    }
    first = say("Table") if _is_team_event(tournament) else say("Board")
    rows = [[first, "", say("White"), "", say("Black"), say("Article")]]
    rows += [
        [
            str(p.table),
            str(p.white),
            names[p.white],
            str(p.black),
            names[p.black],
            article.get(frozenset((p.white, p.black)), ""),
        ]
        for p in made.pairs
    ]
    lines = [_round_title(tournament, made), *align_columns(rows, right=(0, 1, 3))]
    if not made.pairs and made.bye is None:
        lines = [_round_title(tournament, made), say("There are no participants to pair.")]
    if made.bye is not None:
        lines.append(say("Bye: {name} (#{number})", name=names[made.bye], number=made.bye))
    elif made.pairs:
        lines.append(say("Bye: none"))
    if made.floaters:
        told = ", ".join(
            say(
                "{number} (from {from_points} to {to_points})",
                number=f.number,
                from_points=format_points(f.from_points),
                to_points=format_points(f.to_points),
            )
            for f in made.floaters
        )
        lines.append(say("Floaters: {told}", told=told))
    lines += [
        say(
            "Note: {what} ({article})",
            what=translate_worded(r.what),
            article=format_article_name(r.article),
        )
        for r in made.reasons
        if isinstance(r, PairingWarning)
    ]
    return lines


def _indent_paragraphs(told: Iterable[list[str]]) -> list[str]:
    lines = []
    for first, *more in told:
        lines.append(replace_article_citations_by_names(first))
        lines += [f"    {replace_article_citations_by_names(line)}" for line in more]
    return lines


def format_reasons_for_round(tournament: Tournament, made: RoundPairing) -> list[str]:
    """Return the explanation of every decision in the round, in the order of the decisions."""
    return _indent_paragraphs(generate_round_sentences(made, names_of(tournament)))


def format_explanation(
    tournament: Tournament, made: RoundPairing, number: Number | None
) -> list[str]:
    """Return the explanation of a round's decisions, or only of those about one participant."""
    name = names_of(tournament)
    if number is None:
        return [_round_title(tournament, made), *format_reasons_for_round(tournament, made)]
    head = [_round_title(tournament, made)]
    for p in made.pairs:
        if number in (p.white, p.black):
            places = {"table": p.table, "white": name(p.white), "black": name(p.black)}
            head.append(
                say("Table {table}: {white} - {black}", **places)
                if _is_team_event(tournament)
                else say("Board {table}: {white} - {black}", **places)
            )
    told = _indent_paragraphs(generate_participant_sentences(made, number, name))
    return [*head, *(told or [say("{who} is not paired in this round.", who=name(number))])]


def _standings_title(tournament: Tournament) -> str:
    places = {"event": tournament.name or say("Event"), "round": len(tournament.rounds)}
    missing = sum(
        meeting.manner is Manner.PENDING
        for played in tournament.rounds
        for meeting in played.meetings
    )
    if not missing:
        return say("{event}: standings after round {round}", **places)
    return say_count(
        "{event}: standings after round {round}, {count} result missing",
        "{event}: standings after round {round}, {count} results missing",
        missing,
        **places,
    )


def format_standings(tournament: Tournament, table: Standings, number: Number | None) -> list[str]:
    """Return the standings or, if ``number`` is given, that participant's tie-breaks in detail."""

    names = {n: shorten_name(name) for n, name in tournament.names.items()}
    title = _standings_title(tournament)
    if number is not None:
        return [title, *_format_tie_break_details(table, names, number)]
    rows = [
        [say("Place"), "", say("Name"), say("Points"), *(column.code for column in table.columns)]
    ]
    rows += [
        [
            str(line.place),
            str(line.number),
            format_name_with_withdrawal(names[line.number], line),
            format_points(line.points),
            *(value.formatted for value in line.values),
        ]
        for line in table.lines
    ]
    right = (0, 1, *range(3, 4 + len(table.columns)))
    legend = [
        f"{c.code} = {translate_worded(c.title)} ({translate_worded(c.article)})"
        for c in table.columns
    ]
    return [title, *align_columns(rows, right), *legend]


def _format_tie_break_details(
    table: Standings, names: dict[Number, str], number: Number
) -> list[str]:
    line = next(one for one in table.lines if one.number == number)
    lines = [
        say(
            "{name} (#{number}): place {place}, points {points}",
            number=number,
            name=format_name_with_withdrawal(names[number], line),
            place=line.place,
            points=format_points(line.points),
        )
    ]
    for column, value in zip(table.columns, line.values, strict=True):
        title, article = translate_worded(column.title), translate_worded(column.article)
        lines.append(f"{title} ({article}): {value.formatted}")
        lines += [f"    {_format_tie_break_item(item, value.scale, names)}" for item in value.items]
    return lines


def _format_tie_break_item(item: Item, scale: int, names: dict[Number, str]) -> str:
    """Return one term of a tie-break value as text.

    A term that belongs to no round is described by its note.
    """
    if not item.round:
        return f"{translate_worded(item.note)}: {format_points(item.value, scale)}"
    told = _format_round_item(item, format_points(item.value, scale), names)
    return f"{told} ({translate_worded(item.note)})" if item.note else told


def _format_round_item(item: Item, value: str, names: dict[Number, str]) -> str:
    places = {"round": item.round, "value": value}
    if item.opponent is None:
        if item.left_out:
            return say("round {round}: {value}, left out", **places)
        return say("round {round}: {value}", **places)
    places |= {"name": names[item.opponent], "number": item.opponent}
    if item.left_out:
        return say("round {round}: {name} (#{number}) {value}, left out", **places)
    return say("round {round}: {name} (#{number}) {value}", **places)


def format_average_ratings(
    tournament: Tournament, lines: Sequence[OpponentRatingAverage]
) -> list[str]:
    """Return each participant's average rating of opponents (ARO) as lines of text."""
    names = {n: shorten_name(name) for n, name in tournament.names.items()}
    rows = [["", say("Name"), say("Points"), "R", say("ARO"), say("Games")]]
    rows += [
        [
            str(line.number),
            names[line.number],
            format_points(line.points),
            str(line.rating),
            "-" if line.aro is None else format_average_rating(line.aro),
            str(len(line.opponents)),
        ]
        for line in lines
    ]
    return [
        say(
            "{event}: average ratings of the opponents after round {round}",
            event=tournament.name or say("Event"),
            round=len(tournament.rounds),
        ),
        *align_columns(rows, (0, 2, 3, 4, 5)),
    ]
