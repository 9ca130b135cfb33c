"""The final order: points, the cumulative tie-break, and the director's word (671, 672)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import outcomes
from topboard.rules.cfc import scores
from topboard.tiebreaks.ranking import Facts
from topboard.tiebreaks.registry import listed

if TYPE_CHECKING:
    from topboard.model import Tournament
    from topboard.rules.cfc.scores import Worth
    from topboard.rules.cfc.variations import Variations

TIE_BREAKS = (
    listed("CUM", "672"),
    listed("TD", "671", shown="DIR", title="Order by the director's word"),
)


def facts(tournament: Tournament, variations: Variations, worth: Worth) -> Facts:
    """The total of the scores, and what each round was worth."""
    rows = outcomes(tournament)
    by_round = scores.round_scores(tournament, rows, variations, worth)
    return Facts(
        tournament=tournament,
        outcomes=rows,
        points=scores.tournament_scores(tournament, rows, variations, worth),
        rounds={
            n: tuple(
                (getattr(outcome, "opponent", None), points)
                for outcome, points in zip(row, by_round[n], strict=True)
            )
            for n, row in rows.items()
        },
    )
