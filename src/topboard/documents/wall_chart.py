"""The wall chart, which lists all participants by number with their results in each round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.cards import MARKS
from topboard.documents.records import card_lines_by_participant
from topboard.documents.sheet import (
    Document,
    Heading,
    name_heading,
    number_heading,
    title_after_round,
)
from topboard.messages import counted, message, say, translate_worded, worded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.documents.records import PairingCardLine
    from topboard.documents.sheet import Cell
    from topboard.model import Competitor, Tournament
    from topboard.systems.registry import System


def wall_chart(tournament: Tournament, system: System) -> Document:
    """Return a document with each participant's opponent, colour, result and total by round.

    Points for unplayed games are in parentheses, which are printed as a circle.
    """
    entries = card_lines_by_participant(tournament, system)
    ordered = sorted(tournament.competitors, key=lambda c: c.number)
    played = [r.number for r in tournament.rounds]
    rows = tuple(
        (
            *_number_name_and_rating_cells(c, tournament.boards),
            *(cell for e in entries[c.number] for cell in _wall_chart_round_cells(e)),
        )
        for c in ordered
    )
    return Document(
        kind="wall chart",
        title=title_after_round(
            tournament,
            message("{event}: Wall chart after round {round}"),
            counted(
                "{event}: Wall chart after round {round}, {count} result missing",
                "{event}: Wall chart after round {round}, {count} results missing",
            ),
        ),
        headings=(
            number_heading("number", say("No.")),
            name_heading("name", say("Name")),
            number_heading("rating", say("Rating")),
            *(h for number in played for h in _wall_chart_round_headings(number, system.teams)),
        ),
        rows=rows,
        notes=(
            translate_worded(TEAM_LEGEND if system.teams else PLAYER_LEGEND),
            *map(translate_worded, MARKS),
            *people.rating_order_notes(tournament),
            *people.withdrawal_notes(tournament, system),
        )
        if rows
        else (say("There are no participants yet."),),
        rounds_to_come=max(0, tournament.planned_rounds - len(played)),
    )


def _number_name_and_rating_cells(competitor: Competitor, boards: int) -> tuple[Cell, ...]:
    return (
        competitor.number,
        people.titled_name(competitor),
        people.rating_or_average_cell(competitor, boards),
    )


def _wall_chart_round_headings(number: int, teams: bool) -> Iterator[Heading]:
    columns = {
        "opponent": say("R{round}", round=number),
        "result": say("Res."),
        "games": say("GP"),
        "total": say("Tot."),
    }
    if not teams:
        del columns["games"]
    for key, title in columns.items():
        yield Heading(
            f"round_{number}_{key}",
            title,
            right=True,
            stack=say("R{round}", round=number),
        )


def _wall_chart_round_cells(entry: PairingCardLine) -> Iterator[Cell]:
    yield entry.opponent_and_colour_text
    yield entry.result
    if entry.teams:
        yield entry.game_points_text
    yield entry.total_text


PLAYER_LEGEND = worded("R1: opponent and colour; Res.: result; Tot.: points so far.")
TEAM_LEGEND = worded(
    "R1: opponent and colour on board 1; Res.: match points; GP: game points; Tot.: "
    "match points so far."
)
