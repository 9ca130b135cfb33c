"""The rows of the results pages, with the result of each board or match in figures and in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from topboard.event.actions import CorrectResult, EnterResults
from topboard.event.entries import Entry
from topboard.event.line_ups import (
    complete_line_ups_from_rosters,
    is_after_line_up_deadline,
    list_line_ups_on_record,
)
from topboard.event.policy.line_ups import are_line_ups_published
from topboard.event.reports import TableReports, find_reports
from topboard.event.results import (
    format_games_of_match,
    format_result,
    has_two_games,
    list_results_in_action,
    parse_result,
)
from topboard.event.state import PublishedRound, Section
from topboard.messages import say
from topboard.model import POINT, Colour, Competitor, Manner, Meeting, Player, Team
from topboard.storage.session import EventSnapshot
from topboard.text.numbers import format_points
from topboard.web.request_context import current_time


@dataclass(frozen=True, slots=True)
class MatchBoardRow:
    """A board of a match on the results page, with its players and its result.

    A team may have no player on the board. If a team has not handed in a line-up, its player is an
    assumption.
    """

    board: int
    first: Player | None
    second: Player | None
    first_colour: Colour
    shown: str = ""
    is_first_assumed: bool = False
    is_second_assumed: bool = False
    is_first_secret: bool = False
    is_second_secret: bool = False

    @property
    def second_colour(self) -> Colour:
        """Return the colour of the second team's player."""
        return Colour.BLACK if self.first_colour is Colour.WHITE else Colour.WHITE

    @property
    def are_both_known(self) -> bool:
        """Return whether the players of both teams are on record."""
        return not self.is_first_assumed and not self.is_second_assumed

    @property
    def first_player_label(self) -> str:
        """Return the name of the first team's player, and whether it is assumed."""
        return _mark_assumption(self.first_player_name, is_assumed=self.is_first_assumed)

    @property
    def second_player_label(self) -> str:
        """Return the name of the second team's player, and whether it is assumed."""
        return _mark_assumption(self.second_player_name, is_assumed=self.is_second_assumed)

    @property
    def first_player_name(self) -> str:
        """Return the name of the first team's player, or what is shown instead of it."""
        return _name_player(self.first, is_secret=self.is_first_secret)

    @property
    def second_player_name(self) -> str:
        """Return the name of the second team's player, or what is shown instead of it."""
        return _name_player(self.second, is_secret=self.is_second_secret)


def _name_player(player: Player | None, *, is_secret: bool) -> str:
    if is_secret:
        return say("secret line-up")
    return player.name if player else say("no one")


def _mark_assumption(name: str, *, is_assumed: bool) -> str:
    return say("{name} (assumed)", name=name) if is_assumed else name


NO_REPORTS = TableReports(None, None)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A match or a single game on the results page."""

    table: int
    white: Competitor
    black: Competitor
    meeting: Meeting
    boards: tuple[MatchBoardRow, ...]
    reports: TableReports = NO_REPORTS

    @property
    def is_between_players(self) -> bool:
        """Return whether players, and not teams, play the match."""
        return isinstance(self.white, Player)

    @property
    def teams_without_line_up(self) -> list[Competitor]:
        """Return the teams whose players on the page are assumed."""
        first = any(board.is_first_assumed for board in self.boards)
        second = any(board.is_second_assumed for board in self.boards)
        return [*([self.white] if first else []), *([self.black] if second else [])]

    @property
    def is_partly_entered(self) -> bool:
        """Return whether some games of the match have a result, but not all."""
        return self.is_open and any(board.shown for board in self.boards)

    @property
    def is_open(self) -> bool:
        """Return whether the match has no result yet."""
        return self.meeting.manner is Manner.PENDING

    @property
    def is_provisional(self) -> bool:
        """Return whether the result is provisional, because the game is unfinished."""
        return self.meeting.manner is Manner.UNFINISHED

    @property
    def is_in_play(self) -> bool:
        """Return whether the match has no final result yet."""
        return is_in_play(self.meeting)

    @property
    def outcome(self) -> str:
        """Return the result in words, or an empty string if there is none yet."""
        return describe_outcome(self.meeting, self.white, self.black, max(len(self.boards), 1))

    @property
    def is_usual(self) -> bool:
        """Return whether the result was played, so that its figures say everything about it."""
        return self.meeting.manner is Manner.PLAYED

    @property
    def winner(self) -> str:
        """Return which side has more points, "first" or "second", or "" if neither has."""
        white, black = self.meeting.white_points, self.meeting.black_points
        return "" if self.is_open or white == black else "first" if white > black else "second"

    @property
    def running_score(self) -> str:
        """Return the score of a match of which only some games have a result, or ""."""
        entered = [board.shown for board in self.boards if board.shown]
        if not self.is_open or not entered:
            return ""
        found = [parse_result(text, self.table, 1, lambda *_: (POINT, 0)) for text in entered]
        first, second = (
            format_points(sum(side))
            for side in zip(*((r.white_points, r.black_points) for r in found), strict=True)
        )
        return say("{score} so far", score=f"{first}-{second}")

    @property
    def cells(self) -> dict[str, str]:
        """Return the result shown in each cell of the row, keyed by the name of its form field."""
        if self.boards:
            return {f"t{self.table}b{one.board}": one.shown for one in self.boards}
        return {f"t{self.table}": format_result(self.meeting)}

    @property
    def reported_cells(self) -> dict[str, str]:
        """Return the reported result of each cell that has no result, keyed by field in forms."""
        cells, results = self.cells, self.reports.results
        if not self.is_open or len(results) != len(cells):
            return {}
        both = zip(cells.items(), results, strict=True)
        return {name: reported for (name, shown), reported in both if not shown}

    @property
    def reported(self) -> str:
        """Return the results reported from phones in words, or "" if there is a result already."""
        return describe_reports(self) if self.is_open else ""

    @property
    def result_for_rating(self) -> str:
        """Return the result that counts for ratings, or "" if it is the same as the result."""
        return "-".join(format_points(points) for points in self.meeting.rated_as or ())


def is_in_play(meeting: Meeting) -> bool:
    """Return whether a game or match has no final result yet."""
    return meeting.manner in (Manner.PENDING, Manner.UNFINISHED)


def build_table_rows(
    section: Section, played: PublishedRound, tables: Collection[int] | None = None
) -> list[TableRow]:
    """Return a row for each match of a round, or for those in ``tables``, with its boards."""
    rows = []
    for table, meeting in played.meetings.items():
        if tables is not None and table not in tables:
            continue
        assert meeting.white is not None
        assert meeting.black is not None
        white, black = section.competitor(meeting.white), section.competitor(meeting.black)
        boards = _build_board_rows(section, played, meeting)
        reports = find_reports(played, table)
        rows.append(TableRow(table, white, black, meeting, boards, reports))
    return rows


def _build_board_rows(
    section: Section, played: PublishedRound, meeting: Meeting
) -> tuple[MatchBoardRow, ...]:
    """Return a row for each board of a match, or an empty tuple if the line-ups are unknown."""
    line_ups = find_line_ups(section, meeting)
    if line_ups is None:
        return ()
    shown = format_games_of_match(meeting, section.settings.boards)
    known = line_ups if has_two_games(section) else list_line_ups_on_record(section, meeting)
    is_secret = not has_two_games(section) and _has_secret_line_up(section, played, meeting)
    return tuple(
        MatchBoardRow(
            board,
            first,
            second,
            Colour.WHITE if board % 2 else Colour.BLACK,
            text,
            is_first_assumed=board > len(known[0]),
            is_second_assumed=board > len(known[1]),
            is_first_secret=is_secret and board <= len(known[0]),
            is_second_secret=is_secret and board <= len(known[1]),
        )
        for board, (first, second, text) in enumerate(zip(*line_ups, shown, strict=True), start=1)
    )


def _has_secret_line_up(section: Section, played: PublishedRound, meeting: Meeting) -> bool:
    """Return whether a line-up is on record that the opponents may not know yet."""
    return not are_line_ups_published(played, meeting) and not is_after_line_up_deadline(
        section, played.number, current_time()
    )


Shown = list[Player | None]
"""The line-up of one team: its player on each board, or None for an empty board."""


def find_line_ups(section: Section, meeting: Meeting) -> tuple[Shown, Shown] | None:
    """Return the line-ups of both teams, as recorded or else in roster order.

    Return None if they are unknown. In a match of two games, the same player is on every board.
    """
    boards = section.settings.boards
    if has_two_games(section):
        pair = [section.competitors[n] for n in (meeting.white, meeting.black) if n is not None]
        first, second = (one for one in pair if isinstance(one, Player))
        return [first] * boards, [second] * boards
    seats = complete_line_ups_from_rosters(section, meeting) if boards > 1 else None
    if seats is None:
        return None
    players = {
        player.number: player
        for number in (meeting.white, meeting.black)
        if number is not None and isinstance(team := section.competitors[number], Team)
        for player in team.players
    }
    first_side, second_side = ([players.get(n) if n else None for n in side] for side in seats)
    return first_side, second_side


def list_unfinished(section: Section) -> list[tuple[int, TableRow]]:
    """Return the boards or matches with only a provisional result, each with its round number."""
    found = []
    for played in section.rounds:
        tables = [t for t, one in played.meetings.items() if one.manner is Manner.UNFINISHED]
        found += [(played.number, row) for row in build_table_rows(section, played, tables)]
    return found


# --- results in words ---------------------------------------------------------------------------


def describe_outcome(
    meeting: Meeting, white: Competitor, black: Competitor, boards: int = 1
) -> str:
    """Return the outcome of a game or match in words, or "" if there is no result yet."""
    points = meeting.white_points, meeting.black_points
    winner = white.name if points[0] > points[1] else black.name
    match meeting.manner:
        case Manner.PENDING:
            return ""
        case Manner.BOTH_DEFAULTED:
            return say("Both sides forfeited")
        case Manner.DEFAULT:
            return say("{name} won by forfeit", name=winner)
        case Manner.UNFINISHED if points[0] == points[1]:
            return say("Unfinished, counted as a draw for now")
        case Manner.UNFINISHED:
            return say("Unfinished, counted as a win of {name} for now", name=winner)
    if isinstance(white, Player) and sum(points) != POINT * boards:
        return say(
            "{white}: {white_points}, {black}: {black_points}",
            white=white.name,
            black=black.name,
            white_points=format_points(points[0]),
            black_points=format_points(points[1]),
        )
    return say("Draw") if points[0] == points[1] else say("{name} won", name=winner)


def describe_reports(row: TableRow) -> str:
    """Return the reports of both sides of a board or match from their phones, in words."""
    first, second = row.reports.first, row.reports.second
    if first and second and row.reports.are_contradictory:
        return say(
            "The reports differ: {white} says {one}, {black} says {other}",
            white=row.white.name,
            black=row.black.name,
            one=", ".join(first.results),
            other=", ".join(second.results),
        )
    if first and second:
        results = ", ".join(first.results)
        if row.reports.are_from_one_phone:
            return say("Both sides reported {results} from one phone", results=results)
        return say("Both sides reported {results}", results=results)
    if one := first or second:
        name = row.white.name if first else row.black.name
        return say("{name} reported {results}", name=name, results=", ".join(one.results))
    return ""


def find_result_entries(snapshot: EventSnapshot, section: str, number: int) -> dict[int, Entry]:
    """Return the last journal entry that set the result of each board or match of a round."""
    found: dict[int, Entry] = {}
    for entry in snapshot.entries:
        if entry.number in snapshot.event.undone:
            continue
        act = entry.act
        if not isinstance(act, EnterResults | CorrectResult):
            continue
        if (act.section, act.round) == (section, number):
            found.update((one.table, entry) for one in list_results_in_action(act))
    return found


def row_to_json(row: TableRow, entry: Entry | None) -> dict[str, Any]:
    """Return the content of a row as JSON, for the script of the results page.

    ``entry`` is the journal entry with the result, or None if there is none.
    """
    return {
        "result": format_result(row.meeting),
        "outcome": row.outcome,
        "by": "" if entry is None else entry.who,
        "winner": row.winner,
        "running": row.running_score,
        "state": "open" if row.is_open else "unfinished" if row.is_provisional else "final",
        "cells": row.cells,
        "reported": row.reported,
        "reportedCells": row.reported_cells,
    }
