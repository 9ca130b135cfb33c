"""The final order: points, the cumulative tie-break, and the director's word (671, 672)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import outcomes
from topboard.rules.cfc import scores
from topboard.tiebreaks.cumulative import cumulative, director_has_spoken, directors_word
from topboard.tiebreaks.standings import Column, ranked

if TYPE_CHECKING:
    from topboard.model import Tournament
    from topboard.rules.cfc.scores import Worth
    from topboard.rules.cfc.variations import Variations
    from topboard.tiebreaks.standings import Standings

CUMULATIVE = Column("CUM", "Cumulative scores less unplayed wins", "672")
DIRECTOR = Column("DIR", "Order by the director's word", "671")


def final_order(
    system: str, tournament: Tournament, variations: Variations, worth: Worth
) -> Standings:
    """The standings by the total of the scores, ties broken as the text says."""
    rows = outcomes(tournament)
    by_round = scores.round_scores(tournament, rows, variations, worth)
    totals = scores.tournament_scores(tournament, rows, variations, worth)
    spoken = director_has_spoken(tournament.lots)
    values = {
        n: (
            cumulative(row, by_round[n]),
            *((directors_word(n, tournament.lots),) if spoken else ()),
        )
        for n, row in rows.items()
    }
    columns = (CUMULATIVE, DIRECTOR) if spoken else (CUMULATIVE,)
    return ranked(system, len(tournament.rounds), columns, totals, values)
