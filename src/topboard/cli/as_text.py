"""Answers of the library as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.explain import concerning, names_of, of_round
from topboard.explain.words import average
from topboard.figures import written
from topboard.reasons import OpponentChosen, Warned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topboard.checking import Difference, RoundCheck
    from topboard.explain.verdicts import Verdict
    from topboard.model import Number, Tournament
    from topboard.reasons import RoundPairing
    from topboard.rules.systems import System
    from topboard.tiebreaks.opponents import AverageOfOpponents
    from topboard.tiebreaks.standings import Standings

LONGEST_NAME = 40


def shortened(text: str) -> str:
    """A name on one line, cut where it is very long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST_NAME else f"{flat[: LONGEST_NAME - 1]}…"


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows as aligned columns; the columns in ``right`` are aligned to the right."""
    if not rows:
        return []
    to_the_right = set(right)
    widths = [max(_width(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            " " * (width - _width(cell)) + cell
            if i in to_the_right
            else cell + " " * (width - _width(cell))
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def _width(text: str) -> int:
    """How many places a text takes on a terminal."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def systems(found: Sequence[System]) -> list[str]:
    """The systems with their titles and sources, one a line."""
    rows = [[one.name, "teams" if one.teams else "players", one.title] for one in found]
    return columns(rows)


def _title(tournament: Tournament, made: RoundPairing) -> str:
    name = shortened(tournament.name) if len(tournament.name) > 80 else tournament.name
    of = f" of {tournament.planned_rounds}" if tournament.planned_rounds else ""
    return f"{name or 'Event'}: round {made.round}{of} ({made.system})"


def pairing(tournament: Tournament, made: RoundPairing) -> list[str]:
    """The tables, the bye and the floaters of a round."""
    names = {n: shortened(name) for n, name in tournament.names.items()}
    article = {
        frozenset((r.chooser, r.chosen)): r.article
        for r in made.reasons
        if isinstance(r, OpponentChosen)
    }
    rows = [["Table", "", "White", "", "Black", "Article"]]
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
        lines = [_title(tournament, made), "Nobody is to be paired."]
    if made.bye is not None:
        lines.append(f"Bye: {made.bye} {names[made.bye]}")
    elif made.pairs:
        lines.append("Bye: none")
    if made.floaters:
        told = ", ".join(
            f"{f.number} ({written(f.from_points)} in {written(f.to_points)})"
            for f in made.floaters
        )
        lines.append(f"Floaters: {told}")
    lines += [f"Note: {r.what} ({r.article})" for r in made.reasons if isinstance(r, Warned)]
    return lines


def _paragraphs(told: Iterable[list[str]]) -> list[str]:
    lines = []
    for first, *more in told:
        lines.append(first)
        lines += [f"    {line}" for line in more]
    return lines


def reasons(tournament: Tournament, made: RoundPairing) -> list[str]:
    """Every decision of the round, in its order."""
    return _paragraphs(of_round(made, names_of(tournament)))


def explanation(tournament: Tournament, made: RoundPairing, number: Number | None) -> list[str]:
    """The decisions of a round, or those about one competitor."""
    name = names_of(tournament)
    if number is None:
        return [_title(tournament, made), *reasons(tournament, made)]
    head = [_title(tournament, made)]
    for p in made.pairs:
        if number in (p.white, p.black):
            head.append(f"Table {p.table}: {name(p.white)} - {name(p.black)}")
    told = _paragraphs(concerning(made, number, name))
    return [*head, *(told or [f"{name(number)} is not paired in this round."])]


def verdict(tournament: Tournament, a: Number, b: Number, found: Verdict) -> list[str]:
    """Why two do not meet."""
    from topboard.explain.verdicts import verdict_sentences

    return verdict_sentences(found, a, b, names_of(tournament))


def checks(
    tournament: Tournament, system: str, found: Sequence[RoundCheck], left_out: Sequence[int] = ()
) -> list[str]:
    """One line a round, a line for each difference, and one for the rounds left out."""
    name = names_of(tournament)
    lines = [f"{tournament.name or 'Event'} ({system})"]
    for one in found:
        if not one.differences:
            lines.append(f"round {one.round}: {one.pairs} pairs as the rules make them")
            continue
        lines.append(
            f"round {one.round}: {one.same_pairs} of {one.pairs} pairs and {one.same_colours} "
            f"colours as the rules make them, bye {'the same' if one.bye_same else 'another'}"
        )
        lines += [f"    {_difference(difference, name)}" for difference in one.differences]
    if left_out:
        rounds = f"round{'s' * (len(left_out) > 1)} {', '.join(map(str, left_out))}"
        lines.append(f"left out: {rounds}, on record with the pairing numbers of a later round")
    return lines


def _difference(difference: Difference, name: Callable[[Number], str]) -> str:
    def told(numbers: Iterable[Number | None]) -> str:
        return " - ".join("nobody" if n is None else name(n) for n in numbers)

    article = f" ({difference.article})" if difference.article else ""
    match difference.kind:
        case "pair":
            white, black = difference.published
            ours = difference.ours
            return (
                f"{told((white, black))}: by the rules {told((white, ours[0]))} "
                f"and {told((black, ours[1]))}{article}"
            )
        case "colour":
            return f"{told(difference.published)}: the colours the other way round{article}"
        case "bye":
            given, due = told(difference.published), told(difference.ours)
            return f"bye for {given}: by the rules {due}{article}"
        case _:
            return f"{told(difference.published)}: {difference.text}{article}".lstrip(": ")


def standings(tournament: Tournament, table: Standings, number: Number | None) -> list[str]:
    """The table, or one competitor's numbers opened to what they are made of."""
    names = {n: shortened(name) for n, name in tournament.names.items()}
    title = f"{tournament.name or 'Event'}: standings after round {table.after_round}"
    if number is not None:
        return [title, *_opened(table, names, number)]
    rows = [["Place", "", "Name", "Points", *(column.code for column in table.columns)]]
    rows += [
        [
            str(line.place),
            str(line.number),
            names[line.number],
            written(line.points),
            *(written(value.value, value.scale) for value in line.values),
        ]
        for line in table.lines
    ]
    right = (0, 1, *range(3, 4 + len(table.columns)))
    legend = [f"{c.code} = {c.title} ({c.article})" for c in table.columns]
    return [title, *columns(rows, right), *legend]


def _opened(table: Standings, names: dict[Number, str], number: Number) -> list[str]:
    line = next(one for one in table.lines if one.number == number)
    lines = [f"{number} {names[number]}: place {line.place}, {written(line.points)} points"]
    for column, value in zip(table.columns, line.values, strict=True):
        lines.append(f"{column.title} ({column.article}): {written(value.value, value.scale)}")
        for item in value.items:
            against = "" if item.opponent is None else f" {item.opponent} {names[item.opponent]}"
            out = " left out" if item.left_out else ""
            note = f" ({item.note})" if item.note else ""
            lines.append(
                f"    round {item.round}:{against} {written(item.value, value.scale)}{out}{note}"
            )
    return lines


def averages(tournament: Tournament, lines: Sequence[AverageOfOpponents]) -> list[str]:
    """The average ratings of the opponents, as they are published."""
    names = {n: shortened(name) for n, name in tournament.names.items()}
    title = f"{tournament.name or 'Event'}: average ratings of the opponents"
    rows = [["", "Name", "Points", "R", "ARO", "Games"]]
    rows += [
        [
            str(line.number),
            names[line.number],
            written(line.points),
            str(line.rating),
            "-" if line.aro is None else average(line.aro),
            str(len(line.opponents)),
        ]
        for line in lines
    ]
    return [f"{title} after round {len(tournament.rounds)}", *columns(rows, (0, 2, 3, 4, 5))]
