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
from topboard.model.history import first_round_by_participant, outcomes
from topboard.reasons.decisions import PairingWarning
from topboard.tiebreaks.catalog import cite_tie_break
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
            return provisional_points(outcome, variations)
        case _:
            return scoring.score_without_play(outcome, scale_with_byes(variations))


def match_score(outcome: Outcome, variations: Variations) -> Tenths:
    """Return the match points for a team match.

    The team with more game points gets one point. If the game points are equal, each team gets half
    a point.
    """
    played = isinstance(outcome, Played | Unfinished)
    return scoring.score_by_result(outcome, ONE_HALF_NIL if played else scale_with_byes(variations))


def scale_with_byes(variations: Variations) -> Scale:
    """Return the points for each result of a game or match, and for byes."""
    return replace(ONE_HALF_NIL, bye=bye_points(variations), half_bye=requested_bye_points())


def scale_fixed_by_rules(*, half_point_bye: bool) -> Scale:
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


def provisional_points(outcome: Unfinished | Pending, variations: Variations) -> Tenths:
    """Return the points that an unfinished game counts for in the pairing of the next round.

    It counts as a draw unless one player is clearly winning or the game has been adjudicated.
    """
    if isinstance(outcome, Pending):
        return HALF_POINT
    if variations.adjudication:
        return adjudicated_points(outcome)
    clear = {outcome.points, outcome.against} == {0, POINT}
    return outcome.points if clear else HALF_POINT


def count_missing_as_drawn(worth: Worth) -> Worth:
    """Return a version of the scoring function ``worth`` that counts a missing result as a draw."""

    def pairing_worth(outcome: Outcome, variations: Variations) -> Tenths:
        if isinstance(outcome, Pending):
            return provisional_points(outcome, variations)
        return worth(outcome, variations)

    return pairing_worth


def adjudicated_points(outcome: Unfinished) -> Tenths:
    """Return the points that the temporary adjudication of an unfinished game gives the player."""
    return outcome.points


# --- totals -------------------------------------------------------------------------------


def scores_by_round(
    tournament: Tournament, rows: Rows, variations: Variations, worth: Worth
) -> dict[Number, list[Tenths]]:
    """Return each participant's points by round, with awarded points in place of earned ones."""
    return scoring.points_by_round(tournament, rows, lambda outcome: worth(outcome, variations))


def tournament_scores(
    tournament: Tournament, rows: Rows, variations: Variations, worth: Worth
) -> dict[Number, Tenths]:
    """Return each participant's total score, which decides the final position before tie-breaks."""
    return scoring.total_points(tournament, rows, lambda outcome: worth(outcome, variations))


def pairing_scores(
    tournament: Tournament, rows: Rows, variations: Variations, worth: Worth
) -> dict[Number, Tenths]:
    """Return the scores used for pairing.

    Missing results count as draws, and a late entry may have been given points for missed rounds.
    """
    totals = tournament_scores(tournament, rows, variations, count_missing_as_drawn(worth))
    joined = first_round_by_participant(tournament, by_silence=True)
    for competitor in tournament.competitors:
        if joined[competitor.number] > 1:
            totals[competitor.number] += competitor.pairing_score or 0
    return totals


def suspended_participants(rows: Rows, playing: Sequence[Number]) -> dict[Number, int]:
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


def suspension_warnings(absent: Mapping[Number, int], article: str) -> Iterator[PairingWarning]:
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
    cite_tie_break("CUM", "672"),
    cite_tie_break("TD", "671", shown="DIR", title=worded("Order set by the director")),
)


def standings_facts(
    tournament: Tournament, variations: Variations, worth: Worth, *, teams: bool = False
) -> Facts:
    """Return the scores and results from which the standings are computed."""
    rows = outcomes(tournament)
    by_round = scores_by_round(tournament, rows, variations, worth)
    points = tournament_scores(tournament, rows, variations, worth)
    scored = ScoreTable(scale_with_byes(variations), by_round, points)
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
