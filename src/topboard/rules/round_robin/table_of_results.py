"""The table of results: what every round counted, and what the standings look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import outcomes
from topboard.rules.round_robin import rounds, scoring
from topboard.rules.shared.withdrawals import annulled, leavers
from topboard.tiebreaks.opponents import Faced
from topboard.tiebreaks.ranking import Facts

if TYPE_CHECKING:
    from topboard.model import Tournament
    from topboard.rules.round_robin.rounds import Terms
    from topboard.rules.round_robin.scoring import Scoring


def facts(tournament: Tournament, terms: Terms, count: Scoring) -> Facts:
    """The total of the scores, what each round counted, and of whom nothing counts."""
    plan = rounds.schedule(tournament, terms)
    gone = leavers(tournament, plan.games_each)
    rows = scoring.counted_rows(tournament, plan, gone, count)
    final = scoring.final_scores(tournament, rows)
    return Facts(
        tournament=tournament,
        outcomes=outcomes(tournament),
        points=final,
        rounds={n: tuple((c.opponent, c.score) for c in row) for n, row in rows.items()},
        faced={
            n: tuple(
                Faced(c.opponent, 0 if c.opponent is None else final[c.opponent], c.share)
                for c in row
            )
            for n, row in rows.items()
        },
        annulled=annulled(gone),
    )
