"""Readers and writers of the team crosstables, records 801 and 802.

Crosstables are meant for people and repeat data from other records. They are read only if the games
of the players are missing, so that team events without players can be represented.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.formats.problems import MOST_ROUNDS
from topboard.formats.trf.players import format_result_codes, get_trf_letter_of_bye
from topboard.formats.trf.records import BYES, LineBuilder, format_trf_points, parse_trf_points
from topboard.formats.trf.totals import (
    UNPLAYED,
    are_all_games_between_both_teams,
    compute_points_in_rounds_without_match,
    find_players_of_game_team_first,
    get_sides_and_points_of_meeting,
)
from topboard.messages import say
from topboard.model import Manner, Number, PairingBye, Withdrawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.formats.trf.records import Record, Report
    from topboard.formats.trf.scoring import Scoring
    from topboard.formats.trf.teams import Rosters
    from topboard.model import Away, Meeting, Round, Scale, Team, Tenths, Tournament


BYE_OF_WORD: dict[str, Away] = {
    "PAB": PairingBye(),
    "FPB": BYES["F"],
    "HPB": BYES["H"],
    "ZPB": BYES["Z"],
}
WORD_OF_BYE = {type(outcome): word for word, outcome in BYE_OF_WORD.items()}
FIRST_CROSS = 29
CROSS_WIDTH = 13

ROSTER_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The characters that stand for roster positions in record 801. An empty board has a 0."""
BESIDE_BOARDS = 8
"""The number of columns that a round has in record 801, besides those for its boards."""


@dataclass(frozen=True, slots=True)
class CrosstableEntry:
    """The entry of one team for one round in a crosstable."""

    opponent: Number | None
    bye: Away | None
    colour: str
    points: Tenths | None
    forfeited: bool
    record: Record
    column: int


def read_crosstables(
    report: Report, rosters: Rosters, boards: int, scoring: Scoring
) -> dict[Number, dict[int, CrosstableEntry]]:
    """Return the crosstable entries, keyed by team and then by round.

    An 801 record is used only for teams without an 802 record. It cannot be read without the 352
    record, because the width of a round depends on the number of boards.
    """
    found: dict[Number, dict[int, CrosstableEntry]] = {}
    for record in report.records_with_code("802"):
        team = rosters.read_team_number(record, 5, 7)
        if team is not None:
            found.setdefault(team, {}).update(_read_record_802(report, rosters, record))
    for record in report.records_with_code("801"):
        wide = _compute_column_shift_of_801(record)
        team = rosters.read_team_number(record, 5, 6 + wide) if boards else None
        if team is not None and team not in found:
            found[team] = dict(_read_record_801(rosters, record, 24 + wide, boards, scoring))
    return found


def _read_record_802(
    report: Report, rosters: Rosters, record: Record
) -> Iterator[tuple[int, CrosstableEntry]]:
    for number in range(1, MOST_ROUNDS + 1):
        column = FIRST_CROSS + CROSS_WIDTH * (number - 1)
        if column > len(record.line):
            return
        cross = _read_crosstable_entry_802(report, rosters, record, column)
        if cross is not None:
            yield number, cross


def _read_crosstable_entry_802(
    report: Report, rosters: Rosters, record: Record, column: int
) -> CrosstableEntry | None:
    whom = record.text_in_columns(column, column + 2).upper()
    if not whom:
        return None
    bye = BYE_OF_WORD.get(whom)
    if bye is not None:
        brought = parse_trf_points(record.text_in_columns(column + 6, column + 9))
        return CrosstableEntry(None, bye, "", brought, False, record, column)
    points = report.read_points(record, column + 6, column + 9)
    if points is not None and points < 0:
        what = say(
            "the points of a match in columns {first}-{last} are negative",
            first=column + 6,
            last=column + 9,
        )
        report.add_problem(
            record, column + 6, what, say("Correct the line."), format_trf_points(points)
        )
        points = 0
    colour = record.text_in_columns(column + 4, column + 4).lower()
    forfeited = record.text_in_columns(column + 10, column + 10).upper() == "F"
    opponent = None
    if whom.strip("0"):
        opponent = rosters.read_team_number(record, column, column + 2)
        if opponent is None:
            return None
    return CrosstableEntry(opponent, None, colour, points, forfeited, record, column)


def _compute_column_shift_of_801(record: Record) -> int:
    """Return 1 if a three-digit team number shifts the columns of an 801 record, otherwise 0."""
    return int(record.line[6:7].strip(" ") != "")


def _read_record_801(
    rosters: Rosters, record: Record, first: int, boards: int, scoring: Scoring
) -> Iterator[tuple[int, CrosstableEntry]]:
    width = BESIDE_BOARDS + 2 * boards
    for number in range(1, MOST_ROUNDS + 1):
        column = first + width * (number - 1)
        if column > len(record.line):
            return
        whom = record.text_in_columns(column, column + 2)
        results = record.text_in_columns(column + 6, column + 5 + boards).upper()
        colour = record.text_in_columns(column + 4, column + 4).lower()
        if whom:
            opponent = (
                rosters.read_team_number(record, column, column + 2) if whom.strip("0") else None
            )
            if opponent is None and whom.strip("0"):
                continue
            points = sum(scoring.points_for_code(code) for code in results) if results else None
            forfeited = bool(results) and {*results} <= {"+", "-"}
            yield number, CrosstableEntry(opponent, None, colour, points, forfeited, record, column)
        elif results[:1] in BYES:
            yield number, CrosstableEntry(None, BYES[results[0]], "", None, False, record, column)


class CrosstableWriter:
    """A writer of the crosstables of a team event."""

    def __init__(
        self,
        tournament: Tournament,
        teams: Sequence[Team],
        rounds: Sequence[Round],
        table: Mapping[Number, tuple[Tenths, Tenths, int]],
        scales: tuple[Scale, Scale],
    ) -> None:
        self.boards = tournament.boards
        self.away = compute_points_in_rounds_without_match(tournament)
        self.teams = teams
        self.rounds = rounds
        self.table = table
        self.scales = scales
        self.places = {p.number: i for t in teams for i, p in enumerate(t.players, start=1)}
        self.team_of = {p.number: t.number for t in teams for p in t.players}

    # --- board by board ------------------------------------------------------------------

    def format_801_records(self) -> Iterator[str]:
        """Yield an 801 record for each team, with its board results and players in each round."""
        wide = int(max((team.number for team in self.teams), default=0) > 99)
        lines = {}
        for team in self.teams:
            match_points, game_points, _ = self.table[team.number]
            line = LineBuilder("801").put(5, 6 + wide, str(team.number))
            line.put(8 + wide, 12 + wide, team.short_name, left=True)
            # Whole match points are aligned as if they had decimals.
            shown = format_trf_points(match_points).removesuffix(".0")
            line.put(14 + wide, (15 if match_points % 10 == 0 else 17) + wide, shown)
            lines[team.number] = line.put(18 + wide, 22 + wide, format_trf_points(game_points))
        for played in self.rounds:
            first = 24 + wide + (BESIDE_BOARDS + 2 * self.boards) * (played.number - 1)
            for meeting in played.meetings:
                self._put_board_results_into_lines(lines, meeting, first)
            for number, outcome in played.away:
                letters = get_trf_letter_of_bye(outcome) * self.boards
                lines[number].put(first + 6, first + 5 + self.boards, letters, left=True)
        return (str(line) for line in lines.values())

    def _put_board_results_into_lines(
        self, lines: Mapping[Number, LineBuilder], meeting: Meeting, first: int
    ) -> None:
        sides, _ = get_sides_and_points_of_meeting(meeting)
        for own, other, colour in zip(sides, reversed(sides), "wb", strict=True):
            if own is None:
                continue
            line = lines[own].put(first, first + 2, str(other or "000"))
            if other is not None or meeting.colour_known:
                line.put(first + 4, first + 4, colour)
            results, chairs = self._board_results_and_players(meeting, own)
            line.put(first + 6, first + 5 + self.boards, results, left=True)
            column = first + 7 + self.boards
            line.put(column, column + self.boards - 1, chairs, left=True)

    def _board_results_and_players(self, meeting: Meeting, own: Number) -> tuple[str, str]:
        """Return a team's results by board, and the roster positions of its players by board."""
        if meeting.manner in UNPLAYED and not meeting.games:
            points = dict(zip(*get_sides_and_points_of_meeting(meeting), strict=True))
            won = meeting.manner is Manner.DEFAULT and points[own] > 0
            return ("+" if won else "-") * self.boards, ""
        if not are_all_games_between_both_teams(meeting, self.team_of):
            return "", ""
        results, chairs = "", ""
        for game in meeting.games:
            ours, _ = find_players_of_game_team_first(game, own, self.team_of)
            white, black = format_result_codes(game, *self.scales)
            results += white if game.white == ours else black
            place = 0 if ours is None else self.places[ours]
            chairs += ROSTER_DIGITS[place] if place < len(ROSTER_DIGITS) else "*"
        # A board without a result gets a question mark, because blanks would shift the other
        # results.
        return results.strip(" ") and results.replace(" ", "?"), chairs.strip("0") and chairs

    # --- match by match ------------------------------------------------------------------

    def format_802_records(self) -> Iterator[str]:
        """Yield an 802 record for each team, with its game points in each round."""
        lines = {}
        for team in self.teams:
            match_points, game_points, _ = self.table[team.number]
            line = LineBuilder("802").put(5, 7, str(team.number))
            line.put(9, 13, team.short_name, left=True).put(15, 20, format_trf_points(match_points))
            lines[team.number] = line.put(22, 27, format_trf_points(game_points))
        for played in self.rounds:
            column = FIRST_CROSS + CROSS_WIDTH * (played.number - 1)
            for meeting in played.meetings:
                _put_match_result_into_lines(lines, meeting, column)
            for number, outcome in played.away:
                word = "ZPB" if isinstance(outcome, Withdrawn) else WORD_OF_BYE.get(type(outcome))
                lines[number].put(column, column + 2, word or "")
                if word and (number, played.number) in self.away:
                    _, game_points = self.away[number, played.number]
                    lines[number].put(column + 6, column + 9, format_trf_points(game_points))
        return (str(line) for line in lines.values())


def _put_match_result_into_lines(
    lines: Mapping[Number, LineBuilder], meeting: Meeting, column: int
) -> None:
    sides, points = get_sides_and_points_of_meeting(meeting)
    for own, other, ours, colour in zip(sides, reversed(sides), points, "wb", strict=True):
        if own is None:
            continue
        line = lines[own].put(column, column + 2, str(other or "000"))
        if other is not None or meeting.colour_known:
            line.put(column + 4, column + 4, colour)
        if meeting.manner is not Manner.PENDING:
            line.put(column + 6, column + 9, format_trf_points(ours))
        if meeting.manner in UNPLAYED:
            line.put(column + 10, column + 10, "f")
