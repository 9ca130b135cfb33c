"""Writer of the team records of a report file.

A match is recorded as games on the lines of its players. Other records hold the remaining data:
line-ups that are not in roster order (300), byes (320 and 240), matches that were not played (330),
and the crosstables (801 and 802).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.json.text import to_exact_decimal_or_none
from topboard.formats.problems import bad_input_error
from topboard.formats.trf.crosstables import CrosstableWriter
from topboard.formats.trf.decisions import format_bye_records
from topboard.formats.trf.national import choose_ratings_to_write
from topboard.formats.trf.player_writer import (
    RoundCellWriter,
    format_player_records,
    list_absences_to_write,
    list_future_absence_requests,
    published_pairing_without_results,
)
from topboard.formats.trf.records import LineBuilder, format_trf_points
from topboard.formats.trf.scoring import compute_scales_to_write
from topboard.formats.trf.totals import (
    UNPLAYED,
    are_all_games_between_both_teams,
    compute_points_of_pab,
    compute_standings_by_system,
    compute_team_points_and_ranks,
    find_players_of_game_team_first,
    get_sides_and_points_of_meeting,
    list_recordable_member_byes,
    points_of_members,
    rank_by_scores,
    remove_games_without_results,
    replace_outcomes_not_in_reports,
)
from topboard.messages import say
from topboard.model import (
    Manner,
    Meeting,
    Number,
    PairingBye,
    Scale,
    Team,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Away, Number, Round, Team, Tenths, Tournament

HIGHEST_NUMBER = 999


def format_team_event_lines(
    tournament: Tournament, teams: Sequence[Team], edition: str
) -> Iterator[str]:
    """Yield all lines of a report file about players, teams and matches."""
    teams = sorted(teams, key=lambda team: team.number)
    writing = _TeamEventWriter(tournament, teams)
    if edition == "trf16":
        _check_numbers_without_gaps(teams)
        _check_matches_have_games(tournament)
        writing.add_team_byes_to_players()
        yield from writing.format_player_records()
        yield from (_format_record_013(team) for team in teams)
        return
    _check_team_numbers(teams)
    yield from writing.format_player_records()
    yield from writing.format_310_records()
    yield from writing.lines_300
    yield from writing.format_320_records()
    yield from writing.format_330_records()
    yield from format_bye_records(writing.absences())
    yield from writing.format_crosstable_records()


def _check_team_numbers(teams: Sequence[Team]) -> None:
    for team in teams:
        if not 1 <= team.number <= HIGHEST_NUMBER:
            raise bad_input_error(
                say(
                    "a team number in TRF26 must be from 1 to {highest}",
                    highest=HIGHEST_NUMBER,
                ),
                quoted=f"{team.number} {team.name}",
                remedy=say("Renumber the teams, or use the format event-json."),
            )


def _check_numbers_without_gaps(teams: Sequence[Team]) -> None:
    for place, team in enumerate(teams, start=1):
        if team.number != place:
            raise bad_input_error(
                say("TRF16 numbers teams by their order, so their numbers must have no gaps"),
                quoted=f"{team.number} {team.name}",
                remedy=say("Renumber the teams, or use the format trf26 or event-json."),
            )


def _check_matches_have_games(tournament: Tournament) -> None:
    """Raise ``BadInput`` if a played match has no games.

    TRF16 records a match only by its games.
    """
    for played in tournament.rounds:
        for meeting in played.meetings:
            went_on = meeting.manner in (Manner.PLAYED, Manner.UNFINISHED)
            if went_on and not meeting.games:
                raise bad_input_error(
                    say("TRF16 cannot store the result of a match without its games"),
                    quoted=say(
                        "round {round}, {white}-{black}",
                        round=played.number,
                        white=meeting.white,
                        black=meeting.black,
                    ),
                    remedy=say("Use the format trf26 or event-json."),
                )


def _format_record_013(team: Team) -> str:
    line = LineBuilder("013").put(5, 36, team.name, left=True)
    for i, player in enumerate(team.players):
        line.put(37 + 5 * i, 40 + 5 * i, str(player.number))
    return str(line)


class _TeamEventWriter:
    """A writer of the players' lines and team records of a team event."""

    def __init__(self, tournament: Tournament, teams: Sequence[Team]) -> None:
        self.original = tournament
        tournament = remove_games_without_results(replace_outcomes_not_in_reports(tournament))
        self.tournament = tournament
        self.teams = teams
        self.pairing = published_pairing_without_results(tournament)
        self.numbers = tuple(team.number for team in teams)
        self.rosters = {team.number: [p.number for p in team.players] for team in teams}
        self.team_of = {p: team for team, roster in self.rosters.items() for p in roster}
        self.game_scale = tournament.game_scale or Scale()
        self.bye = compute_points_of_pab(tournament)
        self.table = compute_team_points_and_ranks(
            self.original, compute_standings_by_system(self.original)
        )
        self.cells = RoundCellWriter(*compute_scales_to_write(tournament))
        self.lines_300: list[str] = []
        for number, meeting in self._list_numbered_meetings():
            self._add_cells_for_games_of_match(number, meeting)
        for bye in list_recordable_member_byes(self.original):
            self.cells.add_cell_for_bye(bye.round, bye.number, bye.outcome)

    @property
    def rounds(self) -> list[Round]:
        """Return all played rounds, followed by the published round if there is one."""
        return [*self.tournament.rounds, *([self.pairing] if self.pairing is not None else [])]

    def _list_numbered_meetings(self) -> Iterator[tuple[int, Meeting]]:
        return ((played.number, m) for played in self.rounds for m in played.meetings)

    def format_player_records(self) -> Iterator[str]:
        """Yield a 001 record for each player, in the order of their numbers."""
        everybody = (player for team in self.teams for player in team.players)
        players = sorted(everybody, key=lambda player: player.number)
        points = points_of_members(self.original)
        ranks = rank_by_scores({number: (total,) for number, total in points.items()})
        kept = self.original.official_ranks
        if kept is not None and kept.after_round == len(self.tournament.rounds):
            ranks.update(kept.members)
        ratings = choose_ratings_to_write(self.original, players)
        return format_player_records(players, self.cells, points, ranks, ratings)

    # --- games ---------------------------------------------------------------------------

    def _add_cells_for_games_of_match(self, number: int, meeting: Meeting) -> None:
        if not are_all_games_between_both_teams(meeting, self.team_of):
            # Such games could not be read back as games of this match.
            return
        for game in meeting.games:
            self.cells.add_cells_for_game(number, game)
        if meeting.games:
            self._add_line_up_records(number, meeting)

    def _add_line_up_records(self, number: int, meeting: Meeting) -> None:
        """Add a 300 record for each team that did not sit in roster order."""
        sides = [side for side in (meeting.white, meeting.black) if side is not None]
        first = sides[0]
        boards = [
            find_players_of_game_team_first(game, first, self.team_of) for game in meeting.games
        ]
        for i, team in enumerate(sides):
            line_up = [board[i] for board in boards]
            if self._is_line_up_out_of_order(team, line_up):
                opponent = sides[1 - i] if len(sides) == 2 else None
                self.lines_300.append(_format_record_300(number, team, opponent, line_up))

    def _is_line_up_out_of_order(self, team: Number, line_up: list[Number | None]) -> bool:
        places = [self.rosters[team].index(person) for person in line_up if person is not None]
        return None in line_up or places != sorted(places)

    # --- teams ---------------------------------------------------------------------------

    def format_310_records(self) -> Iterator[str]:
        """Yield a 310 record for each team, with its points and roster."""
        table = self.table
        for team in self.teams:
            line = LineBuilder("310").put(5, 7, str(team.number)).put(9, 40, team.name, left=True)
            line.put(42, 46, team.short_name, left=True).put(48, 53, _format_average_rating(team))
            match_points, game_points, rank = table[team.number]
            line.put(55, 60, format_trf_points(match_points)).put(
                62, 67, format_trf_points(game_points)
            )
            line.put(69, 71, str(rank))
            for i, player in enumerate(team.players):
                line.put(74 + 5 * i, 77 + 5 * i, str(player.number))
            yield str(line)

    def format_crosstable_records(self) -> Iterator[str]:
        """Yield the crosstables with board results (801) and with match results (802)."""
        written = CrosstableWriter(
            self.tournament, self.teams, self.rounds, self.table, self.cells.scales
        )
        yield from written.format_801_records()
        yield from written.format_802_records()

    # --- byes and matches not played -----------------------------------------------------

    def absences(self) -> Iterator[tuple[Number, int, Away]]:
        """Yield the byes and absences in past rounds, except PABs."""
        for played in self.tournament.rounds:
            for number, outcome in list_absences_to_write(played, self.numbers):
                if not isinstance(outcome, PairingBye):
                    yield number, played.number, outcome

    def add_team_byes_to_players(self) -> None:
        """Add the teams' byes to the lines of the players on the first boards.

        TRF16 cannot record them anywhere else.
        """
        byes = [
            (number, played.number, outcome)
            for played in self.rounds
            for number, outcome in (
                played.away
                if played is self.pairing
                else list_absences_to_write(played, self.numbers)
            )
        ]
        asked = [
            (r.number, r.round, r.outcome) for r in list_future_absence_requests(self.tournament)
        ]
        for team, number, outcome in (*byes, *asked):
            for player in self.rosters[team][: self.tournament.boards]:
                self.cells.add_cell_for_bye(number, player, outcome)
        shown = {number for row in self.cells.rows.values() for number in row}
        for played in self.tournament.rounds:
            # Matches without games leave no entry, and a round without any entry would be missing.
            if played.number not in shown:
                for player in self.team_of:
                    self.cells.add_cell_for_bye(played.number, player, ZeroPointBye())

    def format_320_records(self) -> Iterator[str]:
        """Yield 320 records for the pairing-allocated byes.

        Byes worth different points have separate records.
        """
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
        return (_format_record_320(value, row) for value, row in rows)

    def format_330_records(self) -> Iterator[str]:
        """Yield a 330 record for each match that was not played."""
        for number, meeting in self._list_numbered_meetings():
            sides, points = get_sides_and_points_of_meeting(meeting)
            if None in sides or meeting.manner not in UNPLAYED:
                continue
            signs = "--"
            if points[0] != points[1]:
                signs = "+-" if points[0] > points[1] else "-+"
            line = LineBuilder("330").put(5, 6, signs).put(8, 10, f"{number:03}")
            yield str(line.put(12, 14, str(sides[0])).put(16, 18, str(sides[1])))


def _format_record_300(
    number: int, team: Number, opponent: Number | None, line_up: list[Number | None]
) -> str:
    line = LineBuilder("300").put(5, 7, f"{number:03}").put(9, 11, str(team))
    line.put(13, 15, str(opponent or ""))
    for i, person in enumerate(line_up):
        line.put(17 + 5 * i, 20 + 5 * i, str(person or "0000"))
    return str(line)


def _format_record_320(value: tuple[Tenths | None, Tenths | None], byes: dict[int, Number]) -> str:
    line = LineBuilder("320")
    for column, points in zip((5, 10), value, strict=True):
        line.put(column, column + 3, "" if points is None else format_trf_points(points))
    for number in range(1, max(byes) + 1):
        line.put(11 + 4 * number, 13 + 4 * number, f"{byes.get(number, 0):03}")
    return str(line)


def _format_average_rating(team: Team) -> str:
    """Return the team's average rating, rounded if it does not fit into six columns."""
    if team.average is None:
        return ""
    exact = to_exact_decimal_or_none(team.average)
    written = "" if exact is None else str(exact)
    return written if 0 < len(written) <= 6 else str(round(team.average))
