"""The explanation of a round as a document that lists all decisions in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents.sheet import (
    Document,
    Heading,
    board_heading,
    event_name,
    has_teams,
    number_heading,
)
from topboard.messages import message, say, say_kept
from topboard.reasons.decisions import ColourDecision, OpponentChoice
from topboard.reasons.sentences import names_of, paragraph
from topboard.reasons.sentences.articles import replace_article_citations_by_names
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.documents.sheet import Cell
    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import Reason, RoundPairing

NO_REASONS = message("This round has no decisions to explain.")


def explanation_sheet(before: Tournament, made: RoundPairing) -> Document:
    """Return a document with the decisions of a round, each with its scoregroup and board."""
    rows = tuple(_decision_rows(before, made))
    return Document(
        kind="explanation",
        title=say(
            "{event}: Explanation of the pairings in round {round}",
            event=event_name(before),
            round=made.round,
        ),
        headings=(
            number_heading("group", say("Points")),
            board_heading(has_teams(before)),
            Heading("decision", say("Decision"), wraps=True),
        ),
        rows=rows,
        notes=() if rows else (say_kept(NO_REASONS),),
    )


def _decision_rows(before: Tournament, made: RoundPairing) -> Iterator[tuple[Cell, ...]]:
    name = names_of(before)
    tables = {frozenset((p.white, p.black)): p.table for p in made.pairs}
    last: Cell = ""
    for reason in made.reasons:
        group = _scoregroup_cell(reason)
        first, *others = map(replace_article_citations_by_names, paragraph(reason, name))
        yield "" if group == last else group, _table_number_cell(reason, tables), first
        last = group or last
        for line in others:
            yield "", "", f"- {line.strip()}"


def _scoregroup_cell(reason: Reason) -> Cell:
    """Return the points of the scoregroup that a decision concerns, or "" if it concerns none."""
    points = getattr(reason, "points", None)
    return format_points(points) if isinstance(points, int) else ""


def _table_number_cell(reason: Reason, tables: dict[frozenset[Number], int]) -> Cell:
    if isinstance(reason, OpponentChoice):
        return tables.get(frozenset((reason.chooser, reason.chosen)), "")
    if isinstance(reason, ColourDecision):
        return tables.get(frozenset((reason.white, reason.black)), "")
    return ""
