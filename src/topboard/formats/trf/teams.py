"""Reader of the team records of a report file.

A match is recorded as games on the lines of its players. Other records hold the remaining data:
line-ups that are not in roster order (300), byes (320 and 240), matches that were not played (330),
and the crosstables (801 and 802).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.formats.problems import (
    HIGHEST_RATING,
    LARGEST_ROSTER,
    MOST_ROUNDS,
    TOO_MANY_MEMBERS,
    no_such_number_message,
    paired_with_itself_message,
    too_large_error,
)
from topboard.formats.trf.records import read_round_number
from topboard.messages import message, say, say_kept_count
from topboard.model import (
    Number,
    Player,
    Team,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from topboard.formats.trf.players import PlayerLine
    from topboard.formats.trf.records import Record, Report
    from topboard.model import Number, Team, Tenths


FORFEITS = ("+-", "-+", "--")
WRONG_NUMBER = message("the team number in columns {first}-{last} is not a whole number")
WRONG_PLAYERS = message("expected the numbers of the team's players")
WRONG_LINE_UP = message("expected the numbers of the players in the line-up")
WRONG_TEAMS = message("expected the numbers of the teams with a bye")


# --- teams and their players -------------------------------------------------------------


class Rosters:
    """The teams in a report file, and the team of each player."""

    def __init__(self, report: Report, lines: dict[Number, PlayerLine]) -> None:
        self.report = report
        self.lines = lines
        self.teams: dict[Number, Team] = {}
        self.team_of: dict[Number, Number] = {}
        for record in report.records_with_code("310"):
            self._read_record_310(record)
        if not self.teams:
            for i, record in enumerate(report.records_with_code("013"), start=1):
                roster = self._read_members(record, 37, Number(i))
                self.teams[Number(i)] = Team(Number(i), record.text_in_columns(5, 36), roster)

    def _read_record_310(self, record: Record) -> None:
        number = self.report.read_integer(record, 5, 7, WRONG_NUMBER)
        if not number:
            if number == 0:
                what, remedy = say("team numbers start at 1"), say("Correct the number.")
                self.report.add_problem(record, 5, what, remedy, "0")
            return
        if number in self.teams:
            what = say("a different team already has number {number}", number=number)
            self.report.add_problem(
                record, 5, what, say("Give each team a different number."), str(number)
            )
            return
        self.teams[Number(number)] = Team(
            Number(number),
            record.text_in_columns(9, 40),
            self._read_members(record, 74, Number(number)),
            average=_read_average_rating(self.report, record),
            short_name=record.text_in_columns(42, 46),
        )

    def _read_members(self, record: Record, first: int, team: Number) -> tuple[Player, ...]:
        found = []
        for number, column in self.report.read_numbers(record, first, 4, WRONG_PLAYERS):
            line = self.lines.get(Number(number))
            if line is None:
                what = no_such_number_message(number, "player")
                remedy = say("Add a 001 record for this player.")
                self.report.add_problem(record, column, what, remedy, str(number))
                continue
            other = self.team_of.setdefault(Number(number), team)
            if other != team or line.player in found:
                what = say(
                    "player {number} is already in team {other}",
                    number=number,
                    other=other,
                )
                self.report.add_problem(
                    record, column, what, say("List the player only once."), str(number)
                )
                continue
            found.append(line.player)
        if len(found) > LARGEST_ROSTER:
            where = f"{self.report.name}:{record.number}"
            raise too_large_error(
                say_kept_count(TOO_MANY_MEMBERS, len(found)), where, LARGEST_ROSTER
            )
        return tuple(found)

    def read_team_number(self, record: Record, first: int, last: int) -> Number | None:
        """Return the team number in the columns.

        If no team has it, note a problem and return None.
        """
        number = self.report.read_integer(record, first, last, WRONG_NUMBER)
        if number is None or number in self.teams:
            return None if number is None else Number(number)
        what, remedy = (
            no_such_number_message(number, "team"),
            say("Add a 310 record for this team."),
        )
        self.report.add_problem(record, first, what, remedy, str(number))
        return None

    @property
    def players_without_team(self) -> list[PlayerLine]:
        """Return the lines of players who belong to no team."""
        return [line for n, line in self.lines.items() if n not in self.team_of]


def _read_average_rating(report: Report, record: Record) -> Fraction | None:
    from fractions import Fraction

    written = record.text_in_columns(48, 53)
    if not written:
        return None
    whole, _, decimals = written.partition(".")
    digits = whole + decimals
    if digits.isascii() and digits.isdigit():
        strength = Fraction(int(digits), 10 ** len(decimals))
        # Some programs write the sum of the ratings here, which is not an average.
        return strength if strength <= HIGHEST_RATING else None
    what = say("the average rating of the team is not a number")
    report.add_problem(record, 48, what, say("Correct the line."), written)
    return None


# --- line-ups, forfeits and byes ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineUp:
    """The players of a team by board in one match, if not in roster order (record 300)."""

    round: int
    team: Number
    opponent: Number | None
    players: tuple[Number | None, ...]
    record: Record


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match that was not played (record 330)."""

    signs: str
    round: int
    white: Number
    black: Number
    record: Record


@dataclass(frozen=True, slots=True)
class TeamBye:
    """A team's pairing-allocated bye in a round, and the points for it (record 320)."""

    round: int
    team: Number
    match_points: Tenths | None
    game_points: Tenths | None
    record: Record
    column: int


def read_line_ups(report: Report, rosters: Rosters) -> Iterator[LineUp]:
    """Yield the line-up in each 300 record."""
    for record in report.records_with_code("300"):
        number = read_round_number(report, record, 5)
        team = rosters.read_team_number(record, 9, 11)
        opponent = (
            rosters.read_team_number(record, 13, 15) if record.text_in_columns(13, 15) else None
        )
        if number is None or team is None:
            continue
        players: list[Number | None] = []
        for person, column in report.read_numbers(record, 17, 4, WRONG_LINE_UP):
            if person and rosters.team_of.get(Number(person)) != team:
                what = say(
                    "player {person} does not belong to team {team}", person=person, team=team
                )
                report.add_problem(record, column, what, say("Correct the line-up."), str(person))
                continue
            players.append(Number(person) if person else None)
        yield LineUp(number, team, opponent, tuple(players), record)


def read_forfeits(report: Report, rosters: Rosters) -> Iterator[Forfeit]:
    """Yield the unplayed match in each 330 record."""
    for record in report.records_with_code("330"):
        signs = record.text_in_columns(5, 6)
        if signs not in FORFEITS:
            what = say("expected +-, -+ or --")
            report.add_problem(record, 5, what, say("Correct the line."), signs)
            continue
        number = read_round_number(report, record, 8)
        white, black = (
            rosters.read_team_number(record, 12, 14),
            rosters.read_team_number(record, 16, 18),
        )
        if number is None or white is None or black is None:
            continue
        if white == black:
            report.add_problem(
                record,
                12,
                paired_with_itself_message(white, "team"),
                say("Correct one of the team numbers."),
            )
            continue
        yield Forfeit(signs, number, white, black, record)


def read_pairing_byes(report: Report, rosters: Rosters) -> Iterator[TeamBye]:
    """Yield the pairing-allocated byes of teams in all 320 records."""
    for record in report.records_with_code("320"):
        match_points, game_points = (
            report.read_points(record, 5, 8),
            report.read_points(record, 10, 13),
        )
        for team, column in report.read_numbers(record, 15, 3, WRONG_TEAMS):
            number = (column - 15) // 4 + 1
            if not team:
                continue
            if team not in rosters.teams:
                what = no_such_number_message(team, "team")
                remedy = say("Add a 310 record for this team.")
                report.add_problem(record, column, what, remedy, str(team))
            elif number <= MOST_ROUNDS:
                yield TeamBye(number, Number(team), match_points, game_points, record, column)
