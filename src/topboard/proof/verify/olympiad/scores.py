"""The points, tie-breaks, colours and opponents of the teams in a round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from topboard import model
from topboard.model.history import find_first_round_by_participant
from topboard.proof.verify import points
from topboard.proof.verify.colours import allowed_colour_bits
from topboard.proof.verify.meeting import MeetingRestrictions, find_opponents_played
from topboard.proof.verify.round import ProposedRound

TWO_ONE_NIL = model.Scale(win=20, draw=10, loss=0, bye=10)
BYE_GAME_POINTS = 20
IMAGINARY_POINTS = 20
RATING_FLOOR_OF_2008 = 1400
DRAWN, THREE_ONE = 20, 30
"""The game points, in tenths, with which unplayed matches count in the tie-breaks."""
Counted = tuple[bool, int, int]


class TeamScores:
    """The scores and opponents of the teams in a round.

    ``points`` are the match points plus any imaginary points.
    """

    def __init__(self, round_: ProposedRound, lifted: Collection[int] = ()) -> None:
        self.tournament = tournament = round_.tournament
        self.rows = round_.rows
        scale = points.complete_announced_scoring_scale(tournament.match_scale, TWO_ONE_NIL)
        won = points.apply_awarded_points(
            tournament, _compute_match_points_by_round(self.rows, scale), "match_points"
        )
        self.match = points.sum_points_before_round(tournament, won, "match_points")
        self.points = {
            n: score + (IMAGINARY_POINTS if n in lifted else 0) for n, score in self.match.items()
        }
        self.colours = round_.had
        limits = {had: allowed_colour_bits(had) for had in {*self.colours.values()}}
        self.allowed = {n: limits[had] for n, had in self.colours.items()}
        self.encounters = MeetingRestrictions(round_, find_opponents_played(round_), self.allowed)
        self.numbers = self.encounters.numbers

    @cached_property
    def find_first_round_of_each_team(self) -> dict[int, int]:
        """Return the first round in which each team was present."""
        return {
            int(n): first for n, first in find_first_round_by_participant(self.tournament).items()
        }

    @cached_property
    def compute_game_points_by_team(self) -> dict[int, int]:
        """Return the game points of each team, in tenths."""
        boards = self.tournament.boards
        scale = model.Scale(boards * 10, boards * 5, 0, bye=BYE_GAME_POINTS)
        return points.compute_point_totals(
            self.tournament,
            self.rows,
            lambda o: points.outcome_points(o, scale, boards),
            "game_points",
        )


def _compute_match_points_by_round(rows: points.Rows, scale: model.Scale) -> points.Points:
    win, draw, loss, played = scale.win, scale.draw, scale.loss, model.Played
    # This is computed inline because every team has many matches.
    return {
        n: [
            (win if o.points > o.against else draw if o.points == o.against else loss)
            if type(o) is played
            else _score_unfinished_match(o, scale)
            if type(o) is model.Unfinished
            else points.points_for_unplayed_round(o, scale)
            for o in row
        ]
        for n, row in rows.items()
    }


def _score_unfinished_match(outcome: model.Unfinished, scale: model.Scale) -> int:
    own, other = outcome.as_drawn or (outcome.points, outcome.against)
    return scale.win if own > other else scale.draw if own == other else scale.loss


def find_teams_with_imaginary_points(tournament: model.Tournament) -> frozenset[int]:
    """Return the teams with imaginary points, which are the top half of the initial list.

    The half is rounded to the nearest even number, and up if two are equally near. Before round 1
    the list has all teams entered; afterwards, it has those expected for round 1. A team not on the
    list belongs to the half if its number, or else its rating, is better than that of the half's
    last team.
    """
    if tournament.accelerated is not None:
        return frozenset(tournament.accelerated)
    teams = [c for c in tournament.competitors if isinstance(c, model.Team)]
    awaited = {int(c.number) for c in teams}
    for first in tournament.rounds[:1]:
        awaited = {int(n) for n, how in first.away if isinstance(how, model.NotYetEntered)}
    listed = sorted(c.number for c in teams if c.joined <= 1 or c.number in awaited)
    half = listed[: (len(listed) + 2) // 4 * 2]
    if not half:
        return frozenset()
    floor = tournament.unrated_as or RATING_FLOOR_OF_2008
    average, end = {c.number: _average_of_best_four(c, floor) for c in teams}, half[-1]
    return frozenset(
        n for n in average if n <= end or (n not in listed and average[n] > average[end])
    )


def _average_of_best_four(team: model.Team, floor: int) -> Fraction:
    """Return the average rating of a team's four best players, or its stated average."""
    best = sorted((player.rating or floor for player in team.players), reverse=True)[:4]
    return Fraction(sum(best), len(best)) if best else team.average or Fraction(0)


# --- the tie-breaks, by which the lists of 2008 are arranged --------------------------------


def rank_teams_by_tiebreaks(scores: TeamScores, codes: Sequence[str]) -> dict[int, int]:
    """Return each team's rank by these tie-breaks alone. Tied teams are sorted by number."""
    values = {}
    for n, row in scores.rows.items():
        met = [
            one
            for outcome in row
            if (one := _compute_tiebreak_contribution_of_round(scores, n, outcome))
        ]
        lowest = min(met, default=(False, 0, 0))
        values[n] = [
            -_compute_tiebreak_value(code, met, lowest, scores.compute_game_points_by_team[n])
            for code in codes
        ]
    ordered = sorted(values, key=lambda n: (*values[n], n))
    return {n: place for place, n in enumerate(ordered)}


def _compute_tiebreak_contribution_of_round(
    scores: TeamScores, number: int, outcome: Any
) -> Counted | None:
    """Return the contribution of a round to the tie-breaks, or None if it has no result yet.

    The first value is False if the round is dropped before all others. The other two are the
    opponent's match points, and these times the team's game points. A bye counts as a drawn match
    against the team itself, and a forfeit win as a 3-1 win.
    """
    if isinstance(outcome, points.PLAYING):
        match = scores.match[outcome.opponent]
        return True, match, match * points.match_score(outcome, scores.tournament.boards)
    if isinstance(outcome, model.ForfeitWin):
        match = 0 if outcome.opponent is None else scores.match[outcome.opponent]
        return True, match, match * THREE_ONE
    if isinstance(outcome, model.PairingBye):
        return True, scores.match[number], scores.match[number] * DRAWN
    return None if isinstance(outcome, model.Pending) else (False, 0, 0)


def _compute_tiebreak_value(
    code: str, row: Sequence[Counted], lowest: Counted, game_points: int
) -> int:
    """Return the value of a tie-break: Sonneborn-Berger, opponents' match points or game points.

    If the code ends in "-", the lowest contribution is left out.
    """
    if code == "GP":
        return game_points
    at = 2 if code.startswith("SB") else 1
    total = sum([one[at] for one in row])
    return total - lowest[at] if code.endswith("-") else total
