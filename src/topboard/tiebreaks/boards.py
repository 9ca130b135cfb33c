"""Tie-breaks computed from the boards of team matches (C.07, article 12)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import POINT, FullPointBye, HalfPointBye, Manner, PairingBye
from topboard.tiebreaks.standings import UNDEFINED, Item, Value
from topboard.tiebreaks.unplayed import WAYS, UnplayedKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Meeting, Number, Outcome, Tenths
    from topboard.tiebreaks.codes import Code
    from topboard.tiebreaks.unplayed import EventRecord

    Boards = Sequence[Tenths]
    """A team's points on each board, starting with board 1."""


def list_board_points_by_round(record: EventRecord) -> dict[Number, list[Boards | None]]:
    """Return each team's points on every board, round by round.

    A round is None if the results of its games are not known.
    """
    if "boards" not in record.kept:
        tournament = record.facts.tournament
        found: dict[Number, list[Boards | None]] = {
            n: [_unplayed_board_points(outcome, tournament.boards) for outcome in row]
            for n, row in record.facts.outcomes.items()
        }
        for place, played in enumerate(tournament.rounds):
            for meeting in filter(_has_board_result, played.meetings):
                white, black = [], []
                for board, game in enumerate(meeting.games):
                    own, other = game.white_points, game.black_points
                    white.append(other if board % 2 else own)
                    black.append(own if board % 2 else other)
                if meeting.white is not None:
                    found[meeting.white][place] = white
                if meeting.black is not None:
                    found[meeting.black][place] = black
        record.kept["boards"] = found
    return record.kept["boards"]  # type: ignore[return-value]


def _has_board_result(meeting: Meeting) -> bool:
    known = any(game.manner is not Manner.PENDING for game in meeting.games)
    return known and meeting.manner is not Manner.PENDING


def _unplayed_board_points(outcome: Outcome, boards: int) -> Boards | None:
    """Return the points on every board for a round in which the team played no match.

    A pairing-allocated or full-point bye counts as a win on every board, whatever it is worth.
    Return None if the match was played.
    """
    way = WAYS[type(outcome)]
    if way is UnplayedKind.GAME:
        return None
    if way is UnplayedKind.WON or isinstance(outcome, PairingBye | FullPointBye):
        return [POINT] * boards
    return [POINT // 2 if isinstance(outcome, HalfPointBye) else 0] * boards


def sum_board_points(record: EventRecord, number: Number) -> Boards | None:
    """Return a team's total points on each board, or None if the games of a match are not known."""
    rows = list_board_points_by_round(record)[number]
    if any(row is None for row in rows):
        return None
    most = record.facts.tournament.boards
    return [sum(row[b] for row in rows if row is not None and b < len(row)) for b in range(most)]


def compute_board_count(boards: Boards) -> Tenths:
    """Return the board count: the sum over all boards of the board number times the points on it.

    A lower count means that the points were scored on higher boards.
    """
    return sum(number * points for number, points in enumerate(boards, start=1))


def sort_key_by_top_boards(boards: Boards) -> tuple[Tenths, ...]:
    """Return a sort key that compares the points on board 1, then on board 2, and so on."""
    return tuple(boards)


def sort_key_by_bottom_board_elimination(boards: Boards) -> tuple[Tenths, ...]:
    """Return a sort key with the points without the last board, then the last two, and so on."""
    return tuple(reversed([*accumulate(boards)][:-1]))


def board_count(record: EventRecord, _code: Code, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each team's board count, which breaks a tie only if the game points are equal."""
    game_points = record.scores[record.score_kind("GP")].totals
    alike = len({game_points[n] for n in tied}) == 1

    def build_board_count_value(boards: Boards) -> Value:
        items = tuple(
            Item(0, None, b * points, note=worded("board {board}", board=b))
            for b, points in enumerate(boards, 1)
        )
        count = compute_board_count(boards)
        return Value(count, POINT, items, compared=(-count if alike else 0,))

    return _build_values_from_board_totals(record, tied, build_board_count_value)


def top_board_results(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each team's top board results: the points on board 1, then on board 2, and so on."""

    def build_top_board_value(boards: Boards) -> Value:
        notes = [worded("board {board}", board=b) for b in range(1, len(boards) + 1)]
        return _build_stepwise_value(sort_key_by_top_boards(boards), notes)

    return _build_values_from_board_totals(record, tied, build_top_board_value)


def bottom_board_elimination(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each team's points without the last board, then without the last two, and so on."""

    def build_elimination_value(boards: Boards) -> Value:
        notes = [worded("boards 1 to {board}", board=b) for b in range(len(boards) - 1, 0, -1)]
        return _build_stepwise_value(sort_key_by_bottom_board_elimination(boards), notes)

    return _build_values_from_board_totals(record, tied, build_elimination_value)


def _build_values_from_board_totals(
    record: EventRecord, tied: Sequence[Number], of: Callable[[Boards], Value]
) -> dict[Number, Value]:
    return {
        n: UNDEFINED if (boards := sum_board_points(record, n)) is None else of(boards)
        for n in tied
    }


def _build_stepwise_value(points: Sequence[Tenths], notes: Sequence[str]) -> Value:
    """Return a tie-break value made of several numbers, compared one after the other.

    Standings show only the first number.
    """
    if not points:
        return UNDEFINED
    items = tuple(
        Item(0, None, scored, note=note) for scored, note in zip(points, notes, strict=True)
    )
    return Value(points[0], POINT, items, compared=tuple(points))
