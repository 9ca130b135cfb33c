"""The average ratings of the opponents, where the rules pair by them and publish them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.sheet import Document, Heading, event_name, name_heading, number_heading
from topboard.errors import BadInput, Problem
from topboard.explain.words import average
from topboard.figures import written

if TYPE_CHECKING:
    from topboard.model import Tournament
    from topboard.rules.systems import System


def averages_sheet(tournament: Tournament, system: System) -> Document:
    """Everybody's ARO after the rounds so far, with the opponents behind it."""
    if system.averages is None:
        raise BadInput([Problem("this system does not pair by AROs", quoted=system.name)])
    known = people.names(tournament)
    lines = system.averages(tournament) if tournament.competitors else ()
    return Document(
        kind="averages",
        title=f"{event_name(tournament)}: AROs after round {len(tournament.rounds)}",
        headings=(
            number_heading("number", "No."),
            name_heading("name", "Name"),
            number_heading("rating", "R"),
            number_heading("points", "Pts"),
            number_heading("aro", "ARO"),
            Heading("opponents", "Opponents (R)", wraps=True),
        ),
        rows=tuple(
            (
                line.number,
                known[line.number],
                line.rating,
                written(line.points),
                "" if line.aro is None else average(line.aro),
                ", ".join(f"{opponent} ({rating})" for _, opponent, rating in line.opponents),
            )
            for line in lines
        ),
        notes=(
            ("ARO: average rating of the opponents; R: the rating used for pairing.",)
            if lines
            else ("Nobody is entered.",)
        ),
    )
