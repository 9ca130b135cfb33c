"""The facts about the teams of a round: points, tie-breaks, colours and opponents."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from topboard import model
from topboard.model.history import first_round_by_participant
from topboard.proof.verify import points
from topboard.proof.verify.colours import allowed_colours
from topboard.proof.verify.meeting import Encounters, opponents_played
from topboard.proof.verify.round import ProposedRound

TWO_ONE_NIL = model.Scale(win=20, draw=10, loss=0, bye=10)
BYE_GAME_POINTS = 20
IMAGINARY_POINTS = 20
RATING_FLOOR_OF_2008 = 1400
DRAWN, THREE_ONE = 20, 30
"""The game points that unplayed matches count for in the tie-breaks, in tenths."""
Counted = tuple[bool, int, int]


class TeamScores:
    """The facts about the teams of a round. ``points`` are match points plus any imaginary
    points.
    """

    def __init__(self, round_: ProposedRound, lifted: Collection[int] = ()) -> None:
        self.tournament = tournament = round_.tournament
        self.rows = round_.rows
        scale = points.scale_in_force(tournament.match_scale, TWO_ONE_NIL)
        won = points.apply_awarded_points(
            tournament, _match_points_by_round(self.rows, scale), "match_points"
        )
        self.match = points.point_totals_before(tournament, won, "match_points")
        self.points = {
            n: score + (IMAGINARY_POINTS if n in lifted else 0) for n, score in self.match.items()
        }
        self.colours = round_.had
        limits = {had: allowed_colours(had) for had in {*self.colours.values()}}
        self.allowed = {n: limits[had] for n, had in self.colours.items()}
        self.encounters = Encounters(round_, opponents_played(round_), self.allowed)
        self.numbers = self.encounters.numbers

    @cached_property
    def first_round_by_team(self) -> dict[int, int]:
        """Return the first round in which each team was present."""
        return {int(n): first for n, first in first_round_by_participant(self.tournament).items()}

    @cached_property
    def game_points_by_team(self) -> dict[int, int]:
        """Return the game points of each team, in tenths."""
        boards = self.tournament.boards
        scale = model.Scale(boards * 10, boards * 5, 0, bye=BYE_GAME_POINTS)
        return points.point_totals(
            self.tournament,
            self.rows,
            lambda o: points.outcome_points(o, scale, boards),
            "game_points",
        )


def _match_points_by_round(rows: points.Rows, scale: model.Scale) -> points.Points:
    """Return the match points of each team by round, with unfinished games counted as drawn."""
    win, draw, loss, played = scale.win, scale.draw, scale.loss, model.Played
    # This is computed inline because every team has many matches.
    return {
        n: [
            (win if o.points > o.against else draw if o.points == o.against else loss)
            if type(o) is played
            else _unfinished_match_points(o, scale)
            if type(o) is model.Unfinished
            else points.unplayed_points(o, scale)
            for o in row
        ]
        for n, row in rows.items()
    }


def _unfinished_match_points(outcome: model.Unfinished, scale: model.Scale) -> int:
    """Return the match points of an unfinished match, with unfinished games as draws."""
    own, other = outcome.as_drawn or (outcome.points, outcome.against)
    return scale.win if own > other else scale.draw if own == other else scale.loss


def teams_with_imaginary_points(tournament: model.Tournament) -> frozenset[int]:
    """Return the teams with imaginary points, which are the top half of the initial list.

    Half the number of teams is rounded to the nearest even number, and up if two are equally near.
    Before round 1 the list has all teams entered; afterwards, it has those expected for round 1.
    Other teams belong to the half according to their number or, if they have none of their own, if
    their rating is above that of the last team of the half.
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


def rank_by_tiebreaks(scores: TeamScores, codes: Sequence[str]) -> dict[int, int]:
    """Return each team's rank by these tie-breaks alone. Tied teams are sorted by number."""
    values = {}
    for n, row in scores.rows.items():
        met = [one for outcome in row if (one := _tiebreak_contribution(scores, n, outcome))]
        lowest = min(met, default=(False, 0, 0))
        values[n] = [
            -_tiebreak_value(code, met, lowest, scores.game_points_by_team[n]) for code in codes
        ]
    ordered = sorted(values, key=lambda n: (*values[n], n))
    return {n: place for place, n in enumerate(ordered)}


def _tiebreak_contribution(scores: TeamScores, number: int, outcome: Any) -> Counted | None:
    """Return how a round counts in the tie-breaks, or None if it is not over.

    The first value is False for a round that is dropped before all others. The second is the
    opponent's match points, and the third is these multiplied by the team's own game points. A bye
    counts as a drawn match against the team itself, and an absent opponent as beaten 3-1.
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


def _tiebreak_value(code: str, row: Sequence[Counted], lowest: Counted, game_points: int) -> int:
    """Return the value of a tie-break.

    It is Sonneborn-Berger or the opponents' match points, without the lowest if the code ends in
    "-", or the game points.
    """
    if code == "GP":
        return game_points
    at = 2 if code.startswith("SB") else 1
    total = sum([one[at] for one in row])
    return total - lowest[at] if code.endswith("-") else total
