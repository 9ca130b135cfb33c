"""Game and match scores, the scores used for pairing, and the final order (616, 617, 671, 672)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import Who, worded
from topboard.model import (
    POINT,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    Pending,
    Played,
    Scale,
    Unfinished,
    scoring,
)
from topboard.model.history import find_first_round_by_participant, outcomes
from topboard.reasons.decisions import PairingWarning
from topboard.tiebreaks.catalog import tie_break_with_article
from topboard.tiebreaks.ranking import Facts, ScoreTable, scores_by_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.systems.cfc.variations import Variations

    Rows = Mapping[Number, tuple[Outcome, ...]]
    Worth = Callable[[Outcome, Variations], Tenths]

HALF_POINT: Tenths = POINT // 2
ONE_HALF_NIL = Scale(win=POINT, draw=HALF_POINT, loss=0)


def game_score(outcome: Outcome, variations: Variations) -> Tenths:
    """Return the points for a game.

    A win, a forfeit win or the bye is worth one point, a draw half a point and a loss nothing.
    Variation 616.1 makes the bye worth half a point.
    """
    match outcome:
        case Played():
            return outcome.points
        case Unfinished():
            return points_for_unfinished_game(outcome, variations)
        case _:
            return scoring.score_unplayed_round(
                outcome, build_scoring_scale_with_bye_points(variations)
            )


def match_score(outcome: Outcome, variations: Variations) -> Tenths:
    """Return the match points for a team match.

    The team with more game points gets one point, or each team gets half a point if they are equal.
    """
    played = isinstance(outcome, Played | Unfinished)
    return scoring.score_by_result(
        outcome, ONE_HALF_NIL if played else build_scoring_scale_with_bye_points(variations)
    )


def build_scoring_scale_with_bye_points(variations: Variations) -> Scale:
    """Return the points for each result of a game or match and the points for byes."""
    return replace(ONE_HALF_NIL, bye=bye_points(variations), half_bye=requested_bye_points())


def build_scoring_scale_fixed_by_rules(*, half_point_bye: bool) -> Scale:
    """Return the points for every kind of result, as fixed by the rules.

    The director can choose only the value of the bye.
    """
    return replace(
        ONE_HALF_NIL,
        bye=HALF_POINT if half_point_bye else POINT,
        half_bye=requested_bye_points(),
        full_bye=POINT,
        won_by_default=POINT,
        lost_by_default=0,
        both_defaulted=0,
    )


def bye_points(variations: Variations) -> Tenths:
    """Return the points for the bye: one point, or half a point if variation 616.1 is announced."""
    return HALF_POINT if variations.half_point_bye else POINT


def requested_bye_points() -> Tenths:
    """Return the half point that the director may award for a round that a player must miss."""
    return HALF_POINT


def points_for_unfinished_game(outcome: Unfinished | Pending, variations: Variations) -> Tenths:
    """Return the points that an unfinished game counts for in the pairing of the next round.

    The game counts as a draw unless one player is clearly winning or it has been adjudicated.
    """
    if isinstance(outcome, Pending):
        return HALF_POINT
    if variations.adjudication:
        return points_by_temporary_adjudication(outcome)
    clear = {outcome.points, outcome.against} == {0, POINT}
    return outcome.points if clear else HALF_POINT


def score_missing_results_as_draws(worth: Worth) -> Worth:
    """Return a version of the scoring function ``worth`` that scores a missing result as a draw."""

    def score_result_for_pairing(outcome: Outcome, variations: Variations) -> Tenths:
        if isinstance(outcome, Pending):
            return points_for_unfinished_game(outcome, variations)
        return worth(outcome, variations)

    return score_result_for_pairing


def points_by_temporary_adjudication(outcome: Unfinished) -> Tenths:
    """Return the points that a player gets from the temporary adjudication of an unfinished
    game.
    """
    return outcome.points


# --- totals -------------------------------------------------------------------------------


def scores_by_round(
    tournament: Tournament, rows: Rows, variations: Variations, worth: Worth
) -> dict[Number, list[Tenths]]:
    """Return each participant's points by round.

    Points awarded by a ruling replace the points earned.
    """
    return scoring.points_by_round(tournament, rows, lambda outcome: worth(outcome, variations))


def compute_tournament_scores(
    tournament: Tournament, rows: Rows, variations: Variations, worth: Worth
) -> dict[Number, Tenths]:
    """Return each participant's total score, which decides the final position before tie-breaks."""
    return scoring.compute_total_points(
        tournament, rows, lambda outcome: worth(outcome, variations)
    )


def compute_pairing_scores(
    tournament: Tournament, rows: Rows, variations: Variations, worth: Worth
) -> dict[Number, Tenths]:
    """Return the scores used for pairing.

    Missing results count as draws. Points given to late entries for missed rounds are included.
    """
    totals = compute_tournament_scores(
        tournament, rows, variations, score_missing_results_as_draws(worth)
    )
    joined = find_first_round_by_participant(tournament, by_silence=True)
    for competitor in tournament.competitors:
        if joined[competitor.number] > 1:
            totals[competitor.number] += competitor.pairing_score or 0
    return totals


def find_participants_suspended_after_forfeit(
    rows: Rows, playing: Sequence[Number]
) -> dict[Number, int]:
    """Return the participants who forfeited their last game or match, mapped to its round.

    They may be paired again only if the director accepts their excuse.
    """
    found = {}
    for number in playing:
        paired = [
            (round_number, outcome)
            for round_number, outcome in enumerate(rows[number], start=1)
            if isinstance(
                outcome, Played | Unfinished | Pending | ForfeitWin | ForfeitLoss | DoubleForfeit
            )
        ]
        if paired and isinstance(paired[-1][1], ForfeitLoss | DoubleForfeit):
            found[number] = paired[-1][0]
    return found


def warn_if_suspended_participants_paired(
    absent: Mapping[Number, int], article: str
) -> Iterator[PairingWarning]:
    """Yield a warning for each participant who is paired after forfeiting their last game."""
    for number, missed in absent.items():
        yield PairingWarning(
            article,
            worded(
                "{number} forfeited in round {missed} and may be paired only if the director "
                "accepts the excuse",
                number=Who(number),
                missed=missed,
            ),
        )


# --- the final order --------------------------------------------------------------------

TIE_BREAKS = (
    tie_break_with_article("CUM", "672"),
    tie_break_with_article("TD", "671", shown="DIR", title=worded("Order set by the director")),
)


def collect_results_for_standings(
    tournament: Tournament, variations: Variations, worth: Worth, *, teams: bool = False
) -> Facts:
    """Return the scores and results from which the standings are computed."""
    rows = outcomes(tournament)
    by_round = scores_by_round(tournament, rows, variations, worth)
    points = compute_tournament_scores(tournament, rows, variations, worth)
    scored = ScoreTable(build_scoring_scale_with_bye_points(variations), by_round, points)
    return Facts(
        tournament=tournament,
        outcomes=rows,
        points=points,
        rounds={
            n: tuple(
                (getattr(outcome, "opponent", None), points)
                for outcome, points in zip(row, by_round[n], strict=True)
            )
            for n, row in rows.items()
        },
        scores=lambda: scores_by_kind(tournament, rows, scored, teams=teams),
    )
