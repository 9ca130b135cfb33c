"""The table of results: what every round counted, and the standings it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.rules.round_robin import rounds, scoring
from topboard.rules.round_robin.withdrawals import annulled, leavers
from topboard.tiebreaks import round_robin

if TYPE_CHECKING:
    from topboard.model import Number, Tenths, Tournament
    from topboard.rules.round_robin.rounds import Terms
    from topboard.rules.round_robin.scoring import Scoring
    from topboard.tiebreaks.standings import Column, Standings


def standings(
    tournament: Tournament,
    terms: Terms,
    count: Scoring,
    columns: tuple[Column, Column, Column],
) -> Standings:
    """Everybody's place by the total of the scores, then by the tie-breaks."""
    plan = rounds.schedule(tournament, terms)
    gone = leavers(tournament, plan.games_each)
    rows = scoring.counted_rows(tournament, plan, gone, count)
    return round_robin.standings(
        system=terms.system,
        after_round=len(tournament.rounds),
        columns=columns,
        rows=rows,
        final=scoring.final_scores(tournament, rows),
        void=annulled(gone),
        lots=tournament.lots,
    )


def scores_by_round(
    tournament: Tournament, terms: Terms, count: Scoring
) -> dict[Number, tuple[Tenths, ...]]:
    """What each round counts in the standings, for the cards and the wall chart."""
    plan = rounds.schedule(tournament, terms)
    gone = leavers(tournament, plan.games_each)
    rows = scoring.counted_rows(tournament, plan, gone, count)
    return {number: tuple(counted.score for counted in row) for number, row in rows.items()}
