"""The points for each round of a round robin, and the results for the standings.

Only scheduled games and matches count, so a bye is worth nothing. The results of a participant who
withdraws count only if they completed half of their games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.model import (
    POINT,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    Played,
    Scale,
    Unfinished,
)
from topboard.model.history import outcomes
from topboard.model.scoring import (
    awarded_points,
    complete_scoring_scale,
    get_deciding_points_kind,
    score_by_recorded_points,
    score_by_result,
    sum_adjustments_by_participant,
)
from topboard.systems.common.scales import refuse_nonstandard_scoring_scale
from topboard.systems.common.withdrawals import find_annulled_participants, find_withdrawals
from topboard.systems.round_robin import rounds
from topboard.systems.round_robin.schedule import find_opponents_in_round
from topboard.tiebreaks.opponents import OpponentContribution
from topboard.tiebreaks.ranking import Facts, ScoreTable, scores_by_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.systems.common.withdrawals import Withdrawal
    from topboard.systems.round_robin.rounds import RoundRobinEdition
    from topboard.systems.round_robin.schedule import Schedule

    Rows = dict[Number, tuple["RoundValueForStandings", ...]]
    Count = Callable[[Outcome, Scale], "RoundValueForStandings"]
    Scoring = Callable[[Outcome], "RoundValueForStandings"]

ONE_HALF_NIL = Scale(
    win=POINT,
    draw=POINT // 2,
    loss=0,
    bye=0,
    half_bye=0,
    full_bye=0,
    won_by_default=POINT,
    lost_by_default=0,
    both_defaulted=0,
)
"""The points for each result. A bye is worth nothing, because all participants have equally
many.
"""
DECIDED = (Played, ForfeitWin, ForfeitLoss, DoubleForfeit)


@dataclass(frozen=True, slots=True)
class RoundValueForStandings:
    """The value of a round for the standings.

    It has the opponent, the points, and the part of the opponent's score that counts for
    Sonneborn-Berger.
    """

    opponent: Number | None = None
    score: Tenths = 0
    """The points from the game or match that count for the final place."""
    share: Tenths = 0
    """The share of the opponent's score that counts for Sonneborn-Berger, in tenths.

    It is 10 (the whole score) for a win over the board and 5 for a draw.
    """


def game_score(outcome: Outcome, scale: Scale = ONE_HALF_NIL) -> RoundValueForStandings:
    """Return the value of a game for the standings.

    By default a win or forfeit win is worth one point, a draw half a point, and a bye nothing.
    """
    share = _share_of_opponent_score(outcome) if isinstance(outcome, Played | Unfinished) else 0
    return RoundValueForStandings(
        _find_opponent_in_outcome(outcome), score_by_recorded_points(outcome, scale), share
    )


def match_score(outcome: Outcome, scale: Scale = ONE_HALF_NIL) -> RoundValueForStandings:
    """Return the value of a team match for the standings.

    By default a win is worth one point, a drawn match half a point, and a bye nothing.
    """
    score = score_by_result(outcome, scale)
    share = 0
    if isinstance(outcome, Played | Unfinished):
        drawn = outcome.points == outcome.against
        share = POINT // 2 if drawn else _share_of_opponent_score(outcome)
    return RoundValueForStandings(_find_opponent_in_outcome(outcome), score, share)


def _find_opponent_in_outcome(outcome: Outcome) -> Number | None:
    return getattr(outcome, "opponent", None)


def _share_of_opponent_score(outcome: Played | Unfinished) -> Tenths:
    """Return the share of the opponent's score that counts for Sonneborn-Berger, in tenths.

    It is the whole score for a win, half for a draw and nothing if neither player scored.
    """
    if outcome.points == outcome.against:
        return POINT // 2 if outcome.points else 0
    return POINT if outcome.points > outcome.against else 0


def compute_round_values(
    tournament: Tournament, schedule: Schedule, gone: Mapping[Number, Withdrawal], scoring: Scoring
) -> Rows:
    """Return the value of each round of each participant, according to the rule on withdrawals."""
    facts = outcomes(tournament)
    rows = {n: [scoring(outcome) for outcome in row] for n, row in facts.items()}
    for (number, played), score in awarded_points(
        tournament, get_deciding_points_kind(tournament)
    ).items():
        rows[number][played - 1] = replace(rows[number][played - 1], score=score)
    for index, leaver, opponent in _generate_unfinished_games_of_withdrawn(schedule, gone, facts):
        if leaver.did_opponent_withdraw_later(gone.get(opponent), index + 1):
            rows[opponent][index] = forfeit_win_against_withdrawn(leaver, scoring)
            rows[leaver.number][index] = RoundValueForStandings(opponent)
        elif not gone[opponent].did_opponent_withdraw_later(leaver, index + 1):
            rows[leaver.number][index] = RoundValueForStandings(opponent)
    void = find_annulled_participants(gone)
    return {
        n: tuple(
            RoundValueForStandings(c.opponent) if n in void or c.opponent in void else c
            for c in row
        )
        for n, row in rows.items()
    }


def forfeit_win_against_withdrawn(leaver: Withdrawal, scoring: Scoring) -> RoundValueForStandings:
    """Return the value of an unplayed game against a withdrawn participant: a forfeit win."""
    return scoring(ForfeitWin(leaver.number, POINT))


def _generate_unfinished_games_of_withdrawn(
    schedule: Schedule,
    gone: Mapping[Number, Withdrawal],
    facts: Mapping[Number, tuple[Outcome, ...]],
) -> Iterator[tuple[int, Withdrawal, Number]]:
    """Yield (round index, withdrawn participant, opponent) for each unplayed or unfinished game.

    Only withdrawn participants who completed at least half of their games are included.
    """
    counting = [leaver for leaver in gone.values() if leaver.has_completed_half]
    played = max((len(facts[leaver.number]) for leaver in counting), default=0)
    for index in range(min(played, schedule.round_count)):
        opponents = find_opponents_in_round(schedule, index + 1)
        for leaver in counting:
            opponent = opponents.get(leaver.number)
            if opponent is None or isinstance(facts[opponent][index], DECIDED):
                continue
            if getattr(facts[opponent][index], "opponent", leaver.number) == leaver.number:
                yield index, leaver, opponent


def compute_final_scores(tournament: Tournament, rows: Rows) -> dict[Number, Tenths]:
    """Return each participant's total score, including adjustments made by rulings."""
    added = sum_adjustments_by_participant(tournament, get_deciding_points_kind(tournament))
    return {n: sum(counted.score for counted in row) + added[n] for n, row in rows.items()}


def round_robin_scoring_scale(
    tournament: Tournament, terms: RoundRobinEdition, *, teams: bool
) -> Scale:
    """Return the points for each result, either fixed by the rules or announced for the event."""
    if terms.scale_fixed:
        refuse_nonstandard_scoring_scale(
            tournament, ONE_HALF_NIL, terms.byes_not_scored, teams=teams
        )
        return ONE_HALF_NIL
    announced = tournament.match_scale if teams else tournament.game_scale
    won = ONE_HALF_NIL.win if announced is None else announced.win
    return complete_scoring_scale(announced, replace(ONE_HALF_NIL, won_by_default=won))


def collect_results_for_standings(
    tournament: Tournament, terms: RoundRobinEdition, count: Count, *, teams: bool = False
) -> Facts:
    """Return the scores and results from which the standings are computed.

    The participants whose results are annulled are listed as well.
    """
    scale = round_robin_scoring_scale(tournament, terms, teams=count is match_score)
    plan = rounds.build_schedule(tournament, terms)
    gone = find_withdrawals(tournament, plan.games_per_participant)
    rows = compute_round_values(tournament, plan, gone, lambda outcome: count(outcome, scale))
    final = compute_final_scores(tournament, rows)
    met = outcomes(tournament)
    by_round = {n: [counted.score for counted in row] for n, row in rows.items()}
    scored = ScoreTable(scale, by_round, final)
    return Facts(
        tournament=tournament,
        outcomes=met,
        points=final,
        rounds={n: tuple((c.opponent, c.score) for c in row) for n, row in rows.items()},
        faced={
            n: tuple(
                OpponentContribution(
                    c.opponent, 0 if c.opponent is None else final[c.opponent], c.share
                )
                for c in row
            )
            for n, row in rows.items()
        },
        annulled=find_annulled_participants(gone),
        scores=lambda: scores_by_kind(tournament, met, scored, teams=teams),
        round_robin=True,
    )
