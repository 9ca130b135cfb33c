"""Team records of a tournament report file: who they are, line-ups, byes, crosstable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.problems import HIGHEST_RATING, LARGEST_ROSTER, MOST_ROUNDS, too_large
from topboard.formats.trf_records import BYES, points_text
from topboard.model import Number, PairingBye, Player, Team
from topboard.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from topboard.formats.trf_players import Entry
    from topboard.formats.trf_records import Record, Report
    from topboard.model import Away, Tenths

CROSSTABLE_BYES: dict[str, Away] = {
    "PAB": PairingBye(),
    "FPB": BYES["F"],
    "HPB": BYES["H"],
    "ZPB": BYES["Z"],
}
FIRST_CROSS = 29
CROSS_WIDTH = 13
FORFEITS = ("+-", "-+", "--")


# --- who they are ------------------------------------------------------------------------


class Rosters:
    """The teams of the file, and which player belongs to which."""

    def __init__(self, report: Report, entries: dict[Number, Entry]) -> None:
        self.report = report
        self.entries = entries
        self.teams: dict[Number, Team] = {}
        self.team_of: dict[Number, Number] = {}
        for record in report.of("310"):
            self._read_310(record)
        if not self.teams:
            for i, record in enumerate(report.of("013"), start=1):
                roster = self._members(record, 37, Number(i))
                self.teams[Number(i)] = Team(Number(i), record.cut(5, 36), roster)

    def _read_310(self, record: Record) -> None:
        number = self.report.integer(record, 5, 7, "the team's number")
        if not number:
            if number == 0:
                self.report.problem(record, 5, "a team's number begins with 1", quoted="0")
            return
        if number in self.teams:
            what = f"repeated number: there is a team {number} already"
            self.report.problem(record, 5, what, "give each its own number", str(number))
            return
        self.teams[Number(number)] = Team(
            Number(number),
            record.cut(9, 40),
            self._members(record, 74, Number(number)),
            average=_strength(self.report, record),
            short_name=record.cut(42, 46),
        )

    def _members(self, record: Record, first: int, team: Number) -> tuple[Player, ...]:
        found = []
        for number, column in self.report.numbers(record, first, 4, "the team's players"):
            entry = self.entries.get(Number(number))
            if entry is None:
                what = f"unknown number: there is no player {number}"
                self.report.problem(record, column, what, "add a record 001", str(number))
                continue
            other = self.team_of.setdefault(Number(number), team)
            if other != team or entry.player in found:
                what = f"repeated number: player {number} is in team {other} already"
                self.report.problem(record, column, what, "keep one of them", str(number))
                continue
            found.append(entry.player)
        if len(found) > LARGEST_ROSTER:
            where = f"{self.report.name}:{record.number}"
            raise too_large(f"{len(found)} players of one team", where, LARGEST_ROSTER)
        return tuple(found)

    def number(self, record: Record, first: int, last: int) -> Number | None:
        """The number of a known team in the columns."""
        number = self.report.integer(record, first, last, "the team's number")
        if number is None or number in self.teams:
            return None if number is None else Number(number)
        what = f"unknown number: there is no team {number}"
        self.report.problem(record, first, what, "add a record 310", str(number))
        return None

    @property
    def without_team(self) -> list[Entry]:
        """The players that belong to no team."""
        return [entry for n, entry in self.entries.items() if n not in self.team_of]


def _strength(report: Report, record: Record) -> Fraction | None:
    from fractions import Fraction

    written = record.cut(48, 53)
    if not written:
        return None
    whole, _, decimals = written.partition(".")
    digits = whole + decimals
    if digits.isascii() and digits.isdigit():
        strength = Fraction(int(digits), 10 ** len(decimals))
        # Some programs write the sum of the ratings here, which is no average.
        return strength if strength <= HIGHEST_RATING else None
    report.problem(record, 48, "the team's strength: expected a number", quoted=written)
    return None


# --- what they did -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineUp:
    """Record 300: who sat at which board, when it was not the order of the roster."""

    round: int
    team: Number
    opponent: Number | None
    players: tuple[Number | None, ...]
    record: Record


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Record 330: a match that was not played."""

    signs: str
    round: int
    white: Number
    black: Number
    record: Record


@dataclass(frozen=True, slots=True)
class TeamBye:
    """Record 320: who had the bye, and for how many points."""

    round: int
    team: Number
    match_points: Tenths | None
    game_points: Tenths | None
    record: Record
    column: int


@dataclass(frozen=True, slots=True)
class Cross:
    """One round of a team in the crosstable, record 802."""

    opponent: Number | None
    bye: Away | None
    colour: str
    points: Tenths | None
    forfeited: bool
    record: Record
    column: int


def round_number(report: Report, record: Record, first: int) -> int | None:
    """The number of a round in three columns."""
    number = report.integer(record, first, first + 2, "the round's number")
    if number is not None and not 1 <= number <= MOST_ROUNDS:
        report.problem(record, first, f"a round from 1 to {MOST_ROUNDS}", quoted=str(number))
        return None
    return number


def line_ups(report: Report, rosters: Rosters) -> Iterator[LineUp]:
    """The line-ups given."""
    for record in report.of("300"):
        number = round_number(report, record, 5)
        team = rosters.number(record, 9, 11)
        opponent = rosters.number(record, 13, 15) if record.cut(13, 15) else None
        if number is None or team is None:
            continue
        players: list[Number | None] = []
        for person, column in report.numbers(record, 17, 4, "the line-up"):
            if person and rosters.team_of.get(Number(person)) != team:
                what = f"player {person} is not of team {team}"
                report.problem(record, column, what, "correct the line-up", str(person))
                continue
            players.append(Number(person) if person else None)
        yield LineUp(number, team, opponent, tuple(players), record)


def forfeits(report: Report, rosters: Rosters) -> Iterator[Forfeit]:
    """The matches that were not played."""
    for record in report.of("330"):
        signs = record.cut(5, 6)
        if signs not in FORFEITS:
            report.problem(record, 5, "expected +-, -+ or --", quoted=signs)
            continue
        number = round_number(report, record, 8)
        white, black = rosters.number(record, 12, 14), rosters.number(record, 16, 18)
        if number is None or white is None or black is None:
            continue
        if white == black:
            report.problem(record, 12, f"team {white} against itself", "correct one of the two")
            continue
        yield Forfeit(signs, number, white, black, record)


def pairing_byes(report: Report, rosters: Rosters) -> Iterator[TeamBye]:
    """The byes of the odd teams."""
    for record in report.of("320"):
        match_points, game_points = report.points(record, 5, 8), report.points(record, 10, 13)
        for team, column in report.numbers(record, 15, 3, "the teams with a bye"):
            number = (column - 15) // 4 + 1
            if not team:
                continue
            if team not in rosters.teams:
                what = f"unknown number: there is no team {team}"
                report.problem(record, column, what, "add a record 310", str(team))
            elif number <= MOST_ROUNDS:
                yield TeamBye(number, Number(team), match_points, game_points, record, column)


def crosstable(report: Report, rosters: Rosters) -> dict[Number, dict[int, Cross]]:
    """What record 802 says of each team, by rounds."""
    found: dict[Number, dict[int, Cross]] = {}
    for record in report.of("802"):
        team = rosters.number(record, 5, 7)
        if team is None:
            continue
        row = found.setdefault(team, {})
        for number in range(1, MOST_ROUNDS + 1):
            column = FIRST_CROSS + CROSS_WIDTH * (number - 1)
            if column > len(record.line):
                break
            cross = _cross(report, rosters, record, column)
            if cross is not None:
                row[number] = cross
    return found


def _cross(report: Report, rosters: Rosters, record: Record, column: int) -> Cross | None:
    whom = record.cut(column, column + 2).upper()
    if not whom:
        return None
    points = report.points(record, column + 6, column + 9)
    if points is not None and points < 0:
        what = f"the points of a match are below 0 in columns {column + 6}-{column + 9}"
        report.problem(record, column + 6, what, "correct the line", points_text(points))
        points = 0
    colour = record.cut(column + 4, column + 4).lower()
    forfeited = record.cut(column + 10, column + 10).upper() == "F"
    bye = CROSSTABLE_BYES.get(whom)
    opponent = None
    if bye is None and whom.strip("0"):
        opponent = rosters.number(record, column, column + 2)
        if opponent is None:
            return None
    return Cross(opponent, bye, colour, points, forfeited, record, column)
