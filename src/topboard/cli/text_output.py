"""Formatting of the library's answers as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, combining, east_asian_width

from topboard.messages import retold, say
from topboard.reasons.decisions import OpponentChosen, Warned
from topboard.reasons.sentences import concerning, names_of, of_round
from topboard.reasons.sentences.words import after_round, average
from topboard.text.names import ISOLATES, isolate_rtl
from topboard.text.numbers import format_points
from topboard.tiebreaks.standings import marked_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.tiebreaks.opponents import AverageOfOpponents
    from topboard.tiebreaks.standings import Item, Standings

LONGEST_NAME = 40


def shorten_name(text: str) -> str:
    """Return a name on one line, truncated if it is longer than ``LONGEST_NAME``."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST_NAME else f"{flat[: LONGEST_NAME - 1]}…"


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Return the rows as aligned columns. ``right`` has the indices of right-aligned columns."""
    if not rows:
        return []
    to_the_right = set(right)
    widths = [max(_width(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            " " * (width - _width(cell)) + _isolate_cell(cell)
            if i in to_the_right
            else _isolate_cell(cell) + " " * (width - _width(cell))
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def _isolate_cell(cell: str) -> str:
    """Return the cell with its writing direction isolated, so that other columns are unaffected."""
    if cell.isascii():
        return cell

    return isolate_rtl(cell) if ISOLATES.isdisjoint(cell) else cell


def _width(text: str) -> int:
    """Return the number of terminal columns that a text occupies."""
    if text.isascii():
        return len(text)

    return sum(
        0 if combining(c) or category(c) == "Cf" else 2 if east_asian_width(c) in "WF" else 1
        for c in text
    )


def _title(tournament: Tournament, made: RoundPairing) -> str:
    name = shorten_name(tournament.name) if len(tournament.name) > 80 else tournament.name
    of = (
        (" " + say("of {planned_rounds}", planned_rounds=tournament.planned_rounds))
        if tournament.planned_rounds
        else ""
    )
    return say(
        "{event}: round {round}{of} ({system})",
        event=name or say("Event"),
        round=made.round,
        of=of,
        system=made.system,
    )


def pairing(tournament: Tournament, made: RoundPairing) -> list[str]:
    """Return the boards, the bye and the floaters of a round as lines of text."""
    names = {n: shorten_name(name) for n, name in tournament.names.items()}
    article = {
        frozenset((r.chooser, r.chosen)): r.article
        for r in made.reasons
        if isinstance(r, OpponentChosen)
    }
    rows = [[say("Table"), "", say("White"), "", say("Black"), say("Article")]]
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
    lines = [_title(tournament, made), *columns(rows, right=(0, 1, 3))]
    if not made.pairs and made.bye is None:
        lines = [_title(tournament, made), say("Nobody is to be paired.")]
    if made.bye is not None:
        lines.append(say("Bye: {number} {name}", number=made.bye, name=names[made.bye]))
    elif made.pairs:
        lines.append(say("Bye: none"))
    if made.floaters:
        told = ", ".join(
            say(
                "{number} ({from_points} in {to_points})",
                number=f.number,
                from_points=format_points(f.from_points),
                to_points=format_points(f.to_points),
            )
            for f in made.floaters
        )
        lines.append(say("Floaters: {told}", told=told))
    lines += [
        say("Note: {what} ({article})", what=retold(r.what), article=r.article)
        for r in made.reasons
        if isinstance(r, Warned)
    ]
    return lines


def _paragraphs(told: Iterable[list[str]]) -> list[str]:
    lines = []
    for first, *more in told:
        lines.append(first)
        lines += [f"    {line}" for line in more]
    return lines


def reasons(tournament: Tournament, made: RoundPairing) -> list[str]:
    """Return the explanation of every decision in the round, in order."""
    return _paragraphs(of_round(made, names_of(tournament)))


def explanation(tournament: Tournament, made: RoundPairing, number: Number | None) -> list[str]:
    """Return the explanation of a round's decisions, or only of those about one participant."""
    name = names_of(tournament)
    if number is None:
        return [_title(tournament, made), *reasons(tournament, made)]
    head = [_title(tournament, made)]
    for p in made.pairs:
        if number in (p.white, p.black):
            head.append(
                say(
                    "Table {table}: {white} - {black}",
                    table=p.table,
                    white=name(p.white),
                    black=name(p.black),
                )
            )
    told = _paragraphs(concerning(made, number, name))
    return [*head, *(told or [say("{who} is not paired in this round.", who=name(number))])]


def standings(tournament: Tournament, table: Standings, number: Number | None) -> list[str]:
    """Return the standings, or how the values of one participant are calculated."""

    names = {n: shorten_name(name) for n, name in tournament.names.items()}
    title = say(
        "{event}: standings {after_round}",
        event=tournament.name or say("Event"),
        after_round=after_round(tournament),
    )
    if number is not None:
        return [title, *_format_tie_break_details(table, names, number)]
    rows = [
        [say("Place"), "", say("Name"), say("Points"), *(column.code for column in table.columns)]
    ]
    rows += [
        [
            str(line.place),
            str(line.number),
            marked_name(names[line.number], line),
            format_points(line.points),
            *(value.written for value in line.values),
        ]
        for line in table.lines
    ]
    right = (0, 1, *range(3, 4 + len(table.columns)))
    legend = [f"{c.code} = {retold(c.title)} ({retold(c.article)})" for c in table.columns]
    return [title, *columns(rows, right), *legend]


def _format_tie_break_details(
    table: Standings, names: dict[Number, str], number: Number
) -> list[str]:
    line = next(one for one in table.lines if one.number == number)
    lines = [
        say(
            "{number} {name}: place {place}, {points} points",
            number=number,
            name=marked_name(names[number], line),
            place=line.place,
            points=format_points(line.points),
        )
    ]
    for column, value in zip(table.columns, line.values, strict=True):
        lines.append(f"{retold(column.title)} ({retold(column.article)}): {value.written}")
        lines += [f"    {_item(item, value.scale, names)}" for item in value.items]
    return lines


def _item(item: Item, scale: int, names: dict[Number, str]) -> str:
    """Return the text of one addend of a tie-break.

    An addend that belongs to no round is described by its note.
    """
    if not item.round:
        return f"{retold(item.note)}: {format_points(item.value, scale)}"
    against = "" if item.opponent is None else f" {item.opponent} {names[item.opponent]}"
    return say(
        "round {round}:{against} {item}{out}{note}",
        round=item.round,
        against=against,
        item=format_points(item.value, scale),
        out=(" " + say("left out")) if item.left_out else "",
        note=f" ({retold(item.note)})" if item.note else "",
    )


def averages(tournament: Tournament, lines: Sequence[AverageOfOpponents]) -> list[str]:
    """Return the average ratings of the opponents, in the published form."""
    names = {n: shorten_name(name) for n, name in tournament.names.items()}
    title = say("{event}: average ratings of the opponents", event=tournament.name or say("Event"))
    rows = [["", say("Name"), say("Points"), "R", say("ARO"), say("Games")]]
    rows += [
        [
            str(line.number),
            names[line.number],
            format_points(line.points),
            str(line.rating),
            "-" if line.aro is None else average(line.aro),
            str(len(line.opponents)),
        ]
        for line in lines
    ]
    return [
        say("{title} after round {count}", title=title, count=len(tournament.rounds)),
        *columns(rows, (0, 2, 3, 4, 5)),
    ]
