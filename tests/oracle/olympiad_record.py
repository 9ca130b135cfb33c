"""What the rounds so far say about each team, counted as the Olympiad texts count it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from topboard.model import (
    Colour,
    Manner,
    NotYetEntered,
    PairingBye,
    Scale,
    Team,
    Withdrawn,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import AwardedPoints, Competitor, Meeting, Number, Round, Tournament

MATCH_POINTS = Scale(win=20, draw=10, loss=0)
BYE_MATCH_POINTS = 10
BYE_GAME_POINTS = 20
IMAGINARY_POINTS = 20
RATING_FLOOR = 1400


class Kind(Enum):
    """What a round was for a team."""

    MATCH = "match"
    DEFAULT_WIN = "default win"
    DEFAULT_LOSS = "default loss"
    BYE = "bye"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one team."""

    kind: Kind
    opponent: Number | None = None
    colour: Colour | None = None
    points: int = 0
    against: int = 0


class Record:
    """The history of every team up to the next round."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.round = tournament.round_to_pair
        self.lines: dict[Number, list[Line]] = {
            team.number: [_line(played, team.number) for played in tournament.rounds]
            for team in tournament.competitors
        }

    @cached_property
    def participants(self) -> list[Number]:
        """The teams that take part in the next round."""
        away = {
            request.number
            for request in self.tournament.requests
            if request.round == self.round
            or (request.round < self.round and isinstance(request.outcome, Withdrawn))
        }
        entered = [c.number for c in self.tournament.competitors if c.joined <= self.round]
        return sorted(number for number in entered if number not in away)

    @cached_property
    def match_points(self) -> dict[Number, int]:
        """Two for a match won, one for a draw, none for a loss; the bye is worth one."""
        total = {
            number: sum(self._match_points(number, r, line) for r, line in enumerate(lines, 1))
            for number, lines in self.lines.items()
        }
        for change in self.tournament.adjustments:
            if change.known_from <= self.round <= change.last:
                total[change.number] += change.match_points
        return total

    @cached_property
    def match_points_with_no_shows_drawn(self) -> dict[Number, int]:
        """The match points if every match won against an absent team had been drawn."""
        scale = self.tournament.match_scale or MATCH_POINTS
        return {
            number: total
            - sum(
                scale.win - scale.draw
                for r, line in enumerate(self.lines[number], 1)
                if line.kind is Kind.DEFAULT_WIN
                and all(award.match_points is None for award in self._awards(number, r))
            )
            for number, total in self.match_points.items()
        }

    def _match_points(self, number: Number, round_number: int, line: Line) -> int:
        for award in self._awards(number, round_number):
            if award.match_points is not None:
                return award.match_points
        scale = self.tournament.match_scale or MATCH_POINTS
        if line.kind is Kind.BYE:
            return BYE_MATCH_POINTS
        if line.kind is Kind.DEFAULT_WIN:
            return scale.win
        if line.kind is Kind.MATCH and line.points > line.against:
            return scale.win
        if line.kind is Kind.MATCH and line.points == line.against:
            return scale.draw
        return scale.loss if line.kind is Kind.MATCH else 0

    @cached_property
    def game_points(self) -> dict[Number, int]:
        """The points of the boards; two for the bye."""
        total = {
            number: sum(self._game_points(number, r, line) for r, line in enumerate(lines, 1))
            for number, lines in self.lines.items()
        }
        for change in self.tournament.adjustments:
            if change.known_from <= self.round <= change.last:
                total[change.number] += change.game_points
        return total

    def _game_points(self, number: Number, round_number: int, line: Line) -> int:
        for award in self._awards(number, round_number):
            if award.game_points is not None:
                return award.game_points
        return line.points

    def _awards(self, number: Number, round_number: int) -> Iterator[AwardedPoints]:
        """The last word on a round, if there is one."""
        said = (a for a in self.tournament.awarded if (a.number, a.round) == (number, round_number))
        yield from list(said)[-1:]

    @cached_property
    def colours(self) -> dict[Number, list[Colour]]:
        """The colours of board 1, oldest first; what was not played has none."""
        return {
            number: [line.colour for line in lines if line.colour is not None]
            for number, lines in self.lines.items()
        }

    def difference(self, number: Number) -> int:
        """How many times more White than Black on board 1."""
        had = self.colours[number]
        return had.count(Colour.WHITE) - had.count(Colour.BLACK)

    @cached_property
    def apart(self) -> set[frozenset[Number]]:
        """The pairs that have met or are forbidden in this round."""
        met = {
            frozenset((number, line.opponent))
            for number, lines in self.lines.items()
            for line in lines
            if line.kind is Kind.MATCH and line.opponent is not None
        }
        forbidden = {
            frozenset((pair.a, pair.b))
            for pair in self.tournament.forbidden
            if not pair.wish and pair.first <= self.round <= pair.last
        }
        return met | forbidden

    def had(self, number: Number, kind: Kind) -> bool:
        """Whether one of the team's rounds was of this kind."""
        return any(line.kind is kind for line in self.lines[number])

    def joined_late(self, number: Number) -> bool:
        """Whether the team joined after the pairings of round 1 were published."""
        return any(c.joined > 1 for c in self.tournament.competitors if c.number == number)

    def bye_rulings(self, number: Number) -> Iterator[bool]:
        """What has been ruled about the team's right to the bye in this round."""
        for ruling in self.tournament.bye_rulings:
            if ruling.number == number and ruling.first <= self.round <= ruling.last:
                yield ruling.allowed

    @cached_property
    def imaginary_points(self) -> dict[Number, int]:
        """Two imaginary match points for the upper half in the first two rounds."""
        if self.round > 2:
            return dict.fromkeys(self.lines, 0)
        upper = self.tournament.accelerated
        if upper is None:
            upper = self._upper_half()
        return {number: IMAGINARY_POINTS if number in upper else 0 for number in self.lines}

    def _was_awaited(self, number: Number) -> bool:
        """Whether the team had its number before round 1, though it began later.

        Nobody else has one as long as round 1 has no record; then the record tells who was awaited.
        """
        began = (*self.tournament.rounds[:1], self.tournament.published)[0]
        return began is None or (number, NotYetEntered()) in began.away

    def _upper_half(self) -> frozenset[Number]:
        """The upper half of the initial list, and the teams that came later and belong to it.

        On the list are the teams that were to begin with round 1, there or not. The later ones
        stand above the last team of the half, by their number or by their rating.
        """
        teams = self.tournament.competitors
        began = sorted(c.number for c in teams if c.joined <= 1 or self._was_awaited(c.number))
        upper = began[: upper_half(len(began))]
        if not upper:
            return frozenset()
        rating = {
            c.number: average_of_best_four(c, self.tournament.unrated_as or RATING_FLOOR)
            for c in teams
        }
        end = upper[-1]
        later = [n for n in rating if n not in began and (n < end or rating[n] > rating[end])]
        return frozenset([*upper, *later])


def average_of_best_four(team: Competitor, unrated: int) -> Fraction:
    """The average rating of the best four players, or the one on record."""
    assert isinstance(team, Team)
    ratings = sorted(player.rating or unrated for player in team.players)[-4:]
    return Fraction(sum(ratings), len(ratings)) if ratings else team.average or Fraction(0)


def upper_half(teams: int) -> int:
    """Half of the teams, rounded to the nearest even number; the tie goes up."""
    evens = range(0, teams + 2, 2)
    return min(evens, key=lambda even: (abs(2 * even - teams), -even))


def _line(played: Round, number: Number) -> Line:
    for meeting in played.meetings:
        if meeting.white == number:
            return _side(meeting, Colour.WHITE)
        if meeting.black == number:
            return _side(meeting, Colour.BLACK)
    for absent, outcome in played.away:
        if absent == number:
            if isinstance(outcome, PairingBye):
                return Line(Kind.BYE, points=BYE_GAME_POINTS)
            if not isinstance(outcome, ZeroPointBye | NotYetEntered | Withdrawn):
                raise ValueError(f"round {played.number}: no Olympiad text knows {outcome}")
    return Line(Kind.NOTHING)


def _points_of_unfinished(meeting: Meeting) -> tuple[int, int]:
    """The points of a match of which games still go on, as the texts consider them: drawn.

    Board 1 of the side named first has White, board 2 Black, and so on.
    """
    white = black = 0
    for board, game in enumerate(meeting.games, start=1):
        first, second = game.white_points, game.black_points
        if board in (2, 4, 6, 8):
            first, second = second, first
        if game.manner in (Manner.UNFINISHED, Manner.PENDING):
            first, second = 5, 5
        white, black = white + first, black + second
    return white, black


def _side(meeting: Meeting, colour: Colour) -> Line:
    points, against, opponent = meeting.white_points, meeting.black_points, meeting.black
    if meeting.manner is Manner.UNFINISHED and meeting.games:
        points, against = _points_of_unfinished(meeting)
    if colour is Colour.BLACK:
        points, against, opponent = against, points, meeting.white
    if meeting.manner in (Manner.PLAYED, Manner.UNFINISHED):
        return Line(Kind.MATCH, opponent, colour, points, against)
    if meeting.manner is Manner.DEFAULT:
        kind = Kind.DEFAULT_WIN if points > against else Kind.DEFAULT_LOSS
        return Line(kind, opponent, None, points, against)
    if meeting.manner is Manner.BOTH_DEFAULTED:
        return Line(Kind.DEFAULT_LOSS, opponent)
    raise ValueError(f"the match {meeting.white} - {meeting.black} has no result yet")
