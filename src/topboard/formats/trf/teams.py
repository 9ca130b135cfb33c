"""Reader and writer of the team records of a tournament report file.

A match is recorded on the lines of its players. Other records hold data that those lines cannot: a
line-up out of order (300), byes (320, 240), a match not played (330), and the crosstables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.formats.problems import HIGHEST_RATING, LARGEST_ROSTER, MOST_ROUNDS, refuse, too_large
from topboard.formats.trf.decisions import bye_lines
from topboard.formats.trf.national import ratings_written
from topboard.formats.trf.players import (
    Cells,
    away_of,
    pairing_to_come,
    player_lines,
    requests_to_come,
)
from topboard.formats.trf.records import WrittenLine, format_trf_points, round_number
from topboard.formats.trf.scoring import scales_written
from topboard.formats.trf.totals import (
    UNPLAYED,
    are_of_the_match,
    as_counted,
    at_board,
    byes_of_members,
    places,
    points_of_members,
    sides_and_points,
    standings_in,
    team_table,
    without_bare_line_ups,
    worth_of_bye,
)
from topboard.messages import say
from topboard.model import (
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Scale,
    Team,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from topboard.formats.trf.players import PlayerLine
    from topboard.formats.trf.records import Record, Report
    from topboard.model import Away, Number, Round, Team, Tenths, Tournament


FORFEITS = ("+-", "-+", "--")


# --- who they are ------------------------------------------------------------------------


class Rosters:
    """The teams in the file, and the team of each player."""

    def __init__(self, report: Report, lines: dict[Number, PlayerLine]) -> None:
        self.report = report
        self.lines = lines
        self.teams: dict[Number, Team] = {}
        self.team_of: dict[Number, Number] = {}
        for record in report.of("310"):
            self._read_310(record)
        if not self.teams:
            for i, record in enumerate(report.of("013"), start=1):
                roster = self._members(record, 37, Number(i))
                self.teams[Number(i)] = Team(Number(i), record.cut(5, 36), roster)

    def _read_310(self, record: Record) -> None:
        number = self.report.integer(record, 5, 7, say("the team's number"))
        if not number:
            if number == 0:
                self.report.problem(record, 5, say("a team's number begins with 1"), quoted="0")
            return
        if number in self.teams:
            what = say("repeated number: there is a team {number} already", number=number)
            self.report.problem(record, 5, what, say("give each its own number"), str(number))
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
        for number, column in self.report.numbers(record, first, 4, say("the team's players")):
            line = self.lines.get(Number(number))
            if line is None:
                what = say("unknown number: there is no player {number}", number=number)
                self.report.problem(record, column, what, say("add a record 001"), str(number))
                continue
            other = self.team_of.setdefault(Number(number), team)
            if other != team or line.player in found:
                what = say(
                    "repeated number: player {number} is in team {other} already",
                    number=number,
                    other=other,
                )
                self.report.problem(record, column, what, say("keep one of them"), str(number))
                continue
            found.append(line.player)
        if len(found) > LARGEST_ROSTER:
            where = f"{self.report.name}:{record.number}"
            raise too_large(
                say("{count} players of one team", count=len(found)), where, LARGEST_ROSTER
            )
        return tuple(found)

    def number(self, record: Record, first: int, last: int) -> Number | None:
        """Return the team number in the columns, or note a problem and return None."""
        number = self.report.integer(record, first, last, say("the team's number"))
        if number is None or number in self.teams:
            return None if number is None else Number(number)
        what = say("unknown number: there is no team {number}", number=number)
        self.report.problem(record, first, what, say("add a record 310"), str(number))
        return None

    @property
    def without_team(self) -> list[PlayerLine]:
        """Return the lines of players who belong to no team."""
        return [line for n, line in self.lines.items() if n not in self.team_of]


def _strength(report: Report, record: Record) -> Fraction | None:
    from fractions import Fraction

    written = record.cut(48, 53)
    if not written:
        return None
    whole, _, decimals = written.partition(".")
    digits = whole + decimals
    if digits.isascii() and digits.isdigit():
        strength = Fraction(int(digits), 10 ** len(decimals))
        # Some programs write the sum of the ratings here, which is not an average.
        return strength if strength <= HIGHEST_RATING else None
    report.problem(record, 48, say("the team's strength: expected a number"), quoted=written)
    return None


# --- what they did -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineUp:
    """A record 300: the players of a team on each board of a match, if not in roster order."""

    round: int
    team: Number
    opponent: Number | None
    players: tuple[Number | None, ...]
    record: Record


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A record 330: a match that was not played."""

    signs: str
    round: int
    white: Number
    black: Number
    record: Record


@dataclass(frozen=True, slots=True)
class TeamBye:
    """A record 320: the team that had the bye in a round, and the points for it."""

    round: int
    team: Number
    match_points: Tenths | None
    game_points: Tenths | None
    record: Record
    column: int


def line_ups(report: Report, rosters: Rosters) -> Iterator[LineUp]:
    """Yield the line-ups in records 300."""
    for record in report.of("300"):
        number = round_number(report, record, 5)
        team = rosters.number(record, 9, 11)
        opponent = rosters.number(record, 13, 15) if record.cut(13, 15) else None
        if number is None or team is None:
            continue
        players: list[Number | None] = []
        for person, column in report.numbers(record, 17, 4, say("the line-up")):
            if person and rosters.team_of.get(Number(person)) != team:
                what = say("player {person} is not of team {team}", person=person, team=team)
                report.problem(record, column, what, say("correct the line-up"), str(person))
                continue
            players.append(Number(person) if person else None)
        yield LineUp(number, team, opponent, tuple(players), record)


def forfeits(report: Report, rosters: Rosters) -> Iterator[Forfeit]:
    """Yield the unplayed matches in records 330."""
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
            report.problem(
                record,
                12,
                say("team {white} against itself", white=white),
                say("correct one of the two"),
            )
            continue
        yield Forfeit(signs, number, white, black, record)


def pairing_byes(report: Report, rosters: Rosters) -> Iterator[TeamBye]:
    """Yield the PABs of teams in records 320."""
    for record in report.of("320"):
        match_points, game_points = report.points(record, 5, 8), report.points(record, 10, 13)
        for team, column in report.numbers(record, 15, 3, say("the teams with a bye")):
            number = (column - 15) // 4 + 1
            if not team:
                continue
            if team not in rosters.teams:
                what = say("unknown number: there is no team {team}", team=team)
                report.problem(record, column, what, say("add a record 310"), str(team))
            elif number <= MOST_ROUNDS:
                yield TeamBye(number, Number(team), match_points, game_points, record, column)


HIGHEST_NUMBER = 999


def team_lines(tournament: Tournament, teams: Sequence[Team], edition: str) -> Iterator[str]:
    """Yield all lines about players, teams and matches."""
    teams = sorted(teams, key=lambda team: team.number)
    writing = _TeamWriting(tournament, teams)
    if edition == "trf16":
        _check_without_gaps(teams)
        _check_games(tournament)
        writing.add_byes_of_players()
        yield from writing.player_lines()
        yield from (_line_013(team) for team in teams)
        return
    _check_numbers(teams)
    yield from writing.player_lines()
    yield from writing.lines_310()
    yield from writing.lines_300
    yield from writing.lines_320()
    yield from writing.lines_330()
    yield from bye_lines(writing.absences())
    yield from writing.crosstables()


def _check_numbers(teams: Sequence[Team]) -> None:
    for team in teams:
        if not 1 <= team.number <= HIGHEST_NUMBER:
            raise refuse(
                say(
                    "a team's number in TRF26 is from 1 to {highest}",
                    highest=HIGHEST_NUMBER,
                ),
                quoted=f"{team.number} {team.name}",
                remedy=say("number the teams again, or write event-json"),
            )


def _check_without_gaps(teams: Sequence[Team]) -> None:
    for place, team in enumerate(teams, start=1):
        if team.number != place:
            raise refuse(
                say("TRF16 numbers teams by their order, so their numbers must have no gaps"),
                quoted=f"{team.number} {team.name}",
                remedy=say("number the teams again, or write trf26 or event-json"),
            )


def _check_games(tournament: Tournament) -> None:
    """Raise ``BadInput`` for a played match without games.

    TRF16 records matches only by their games.
    """
    for played in tournament.rounds:
        for meeting in played.meetings:
            went_on = meeting.manner in (Manner.PLAYED, Manner.UNFINISHED)
            if went_on and not meeting.games:
                raise refuse(
                    say("TRF16 cannot tell the result of a match whose games are not known"),
                    quoted=say(
                        "round {round}, {white}-{black}",
                        round=played.number,
                        white=meeting.white,
                        black=meeting.black,
                    ),
                    remedy=say("write trf26 or event-json"),
                )


def _line_013(team: Team) -> str:
    line = WrittenLine("013").put(5, 36, team.name, left=True)
    for i, player in enumerate(team.players):
        line.put(37 + 5 * i, 40 + 5 * i, str(player.number))
    return str(line)


class _TeamWriting:
    """The state of writing a team event."""

    def __init__(self, tournament: Tournament, teams: Sequence[Team]) -> None:
        self.original = tournament
        tournament = without_bare_line_ups(as_counted(tournament))
        self.tournament = tournament
        self.teams = teams
        self.pairing = pairing_to_come(tournament)
        self.numbers = tuple(team.number for team in teams)
        self.rosters = {team.number: [p.number for p in team.players] for team in teams}
        self.team_of = {p: team for team, roster in self.rosters.items() for p in roster}
        self.game_scale = tournament.game_scale or Scale()
        self.bye = worth_of_bye(tournament)
        self.table = team_table(self.original, standings_in(self.original))
        self.cells = Cells(*scales_written(tournament))
        self.lines_300: list[str] = []
        for number, meeting in self._meetings():
            self._add_games(number, meeting)
        for bye in byes_of_members(self.original):
            self.cells.add_bye(bye.round, bye.number, bye.outcome)

    @property
    def rounds(self) -> list[Round]:
        """Return all played rounds, followed by the published pairing if there is one."""
        return [*self.tournament.rounds, *([self.pairing] if self.pairing is not None else [])]

    def _meetings(self) -> Iterator[tuple[int, Meeting]]:
        return ((played.number, m) for played in self.rounds for m in played.meetings)

    def player_lines(self) -> Iterator[str]:
        """Yield a record 001 for each player."""
        everybody = (player for team in self.teams for player in team.players)
        players = sorted(everybody, key=lambda player: player.number)
        points = points_of_members(self.original)
        ranks = places({number: (total,) for number, total in points.items()})
        kept = self.original.official_ranks
        if kept is not None and kept.after_round == len(self.tournament.rounds):
            ranks.update(kept.members)
        ratings = ratings_written(self.original, players)
        return player_lines(players, self.cells, points, ranks, ratings)

    # --- games ---------------------------------------------------------------------------

    def _add_games(self, number: int, meeting: Meeting) -> None:
        if not are_of_the_match(meeting, self.team_of):
            # Such games could not be read back as games of this match.
            return
        for game in meeting.games:
            self.cells.add_game(number, game)
        if meeting.games:
            self._add_line_ups(number, meeting)

    def _add_line_ups(self, number: int, meeting: Meeting) -> None:
        """Add a record 300 for each team whose line-up differs from the roster order."""
        sides = [side for side in (meeting.white, meeting.black) if side is not None]
        first = sides[0]
        boards = [at_board(game, first, self.team_of) for game in meeting.games]
        for i, team in enumerate(sides):
            line_up = [board[i] for board in boards]
            if self._is_out_of_order(team, line_up):
                opponent = sides[1 - i] if len(sides) == 2 else None
                self.lines_300.append(_line_300(number, team, opponent, line_up))

    def _is_out_of_order(self, team: Number, line_up: list[Number | None]) -> bool:
        places = [self.rosters[team].index(person) for person in line_up if person is not None]
        return None in line_up or places != sorted(places)

    # --- teams ---------------------------------------------------------------------------

    def lines_310(self) -> Iterator[str]:
        """Yield a record 310 for each team, with its points and roster."""
        table = self.table
        for team in self.teams:
            line = WrittenLine("310").put(5, 7, str(team.number)).put(9, 40, team.name, left=True)
            line.put(42, 46, team.short_name, left=True).put(48, 53, _strength_text(team))
            match_points, game_points, rank = table[team.number]
            line.put(55, 60, format_trf_points(match_points)).put(
                62, 67, format_trf_points(game_points)
            )
            line.put(69, 71, str(rank))
            for i, player in enumerate(team.players):
                line.put(74 + 5 * i, 77 + 5 * i, str(player.number))
            yield str(line)

    def crosstables(self) -> Iterator[str]:
        """Yield the crosstables of the teams, board by board (801) and abbreviated (802)."""
        # The import is deferred because host programs read a file of players once a round and do
        # not need this module.
        from topboard.formats.trf.crosstables import Crosstables

        written = Crosstables(
            self.tournament, self.teams, self.rounds, self.table, self.cells.scales
        )
        yield from written.lines_801()
        yield from written.lines_802()

    # --- byes and matches not played -----------------------------------------------------

    def absences(self) -> Iterator[tuple[Number, int, Away]]:
        """Yield the byes and absences in past rounds, except the PABs."""
        for played in self.tournament.rounds:
            for number, outcome in away_of(played, self.numbers):
                if not isinstance(outcome, PairingBye):
                    yield number, played.number, outcome

    def add_byes_of_players(self) -> None:
        """Add the teams' byes to the lines of the players due to play.

        TRF16 cannot record them anywhere else.
        """
        byes = [
            (number, played.number, outcome)
            for played in self.rounds
            for number, outcome in (
                played.away if played is self.pairing else away_of(played, self.numbers)
            )
        ]
        asked = [(r.number, r.round, r.outcome) for r in requests_to_come(self.tournament)]
        for team, number, outcome in (*byes, *asked):
            for player in self.rosters[team][: self.tournament.boards]:
                self.cells.add_bye(number, player, outcome)
        shown = {number for row in self.cells.rows.values() for number in row}
        for played in self.tournament.rounds:
            # Matches without games leave no entry, and a round without any entry would be missing.
            if played.number not in shown:
                for player in self.team_of:
                    self.cells.add_bye(played.number, player, ZeroPointBye())

    def lines_320(self) -> Iterator[str]:
        """Yield records 320 with the PABs, at least one for each different value."""
        awarded = {
            (award.number, award.round): (award.match_points, award.game_points)
            for award in self.tournament.awarded
            if award.kind == "U"
        }
        rows: list[tuple[tuple[Tenths | None, Tenths | None], dict[int, Number]]] = []
        for played in self.rounds:
            for number, outcome in played.away:
                if isinstance(outcome, PairingBye):
                    value = awarded.get((number, played.number), self.bye)
                    # A second bye in a round needs a record of its own.
                    free = (row for v, row in rows if v == value and played.number not in row)
                    row = next(free, None)
                    if row is None:
                        row = {}
                        rows.append((value, row))
                    row[played.number] = number
        return (_line_320(value, row) for value, row in rows)

    def lines_330(self) -> Iterator[str]:
        """Yield a record 330 for each match that was not played."""
        for number, meeting in self._meetings():
            sides, points = sides_and_points(meeting)
            if None in sides or meeting.manner not in UNPLAYED:
                continue
            signs = "--"
            if points[0] != points[1]:
                signs = "+-" if points[0] > points[1] else "-+"
            line = WrittenLine("330").put(5, 6, signs).put(8, 10, f"{number:03}")
            yield str(line.put(12, 14, str(sides[0])).put(16, 18, str(sides[1])))


def _line_300(
    number: int, team: Number, opponent: Number | None, line_up: list[Number | None]
) -> str:
    line = WrittenLine("300").put(5, 7, f"{number:03}").put(9, 11, str(team))
    line.put(13, 15, str(opponent or ""))
    for i, person in enumerate(line_up):
        line.put(17 + 5 * i, 20 + 5 * i, str(person or "0000"))
    return str(line)


def _line_320(value: tuple[Tenths | None, Tenths | None], byes: dict[int, Number]) -> str:
    line = WrittenLine("320")
    for column, points in zip((5, 10), value, strict=True):
        line.put(column, column + 3, "" if points is None else format_trf_points(points))
    for number in range(1, max(byes) + 1):
        line.put(11 + 4 * number, 13 + 4 * number, f"{byes.get(number, 0):03}")
    return str(line)


def _strength_text(team: Team) -> str:
    """Return the team's average rating, rounded if it does not fit into six columns."""
    from topboard.formats.json.text import exact_decimal

    if team.average is None:
        return ""
    exact = exact_decimal(team.average)
    written = "" if exact is None else str(exact)
    return written if 0 < len(written) <= 6 else str(round(team.average))
