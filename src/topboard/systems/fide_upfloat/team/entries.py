"""Checks of team results and rosters: too many boards, missing players and missing games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import join_worded_names, worded, worded_count
from topboard.model import Manner, Scale, Team
from topboard.reasons import decisions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Meeting, Tournament
    from topboard.reasons.decisions import PairingWarning

SHOWN = 5
"""The maximum number of teams or matches that a warning lists."""


def refuse_matches_with_too_many_boards(tournament: Tournament) -> None:
    """Raise ``BadInput`` if a match has more games or more points than the event's boards allow."""
    most = tournament.boards * 2 * _maximum_points_per_board(tournament)
    problems = [
        Problem(
            worded_count(
                "a match has more games or points than the event's {count} board allows",
                "a match has more games or points than the event's {count} boards allow",
                tournament.boards,
            ),
            worded("round {round}", round=played.number),
            _format_meeting(one),
            worded("Correct the match or the number of boards."),
        )
        for played in tournament.rounds
        for one in played.meetings
        if len(one.games) > tournament.boards or 2 * (one.white_points + one.black_points) > most
    ]
    if problems:
        raise BadInput(problems)


def _maximum_points_per_board(tournament: Tournament) -> int:
    scale = tournament.game_scale or Scale()
    return max(scale.win + scale.loss, 2 * scale.draw, scale.won_by_default or 0)


def _format_meeting(meeting: Meeting) -> str:
    return f"{meeting.white}-{meeting.black}"


def entry_warnings(tournament: Tournament) -> Iterator[PairingWarning]:
    """Yield warnings about teams without players and about matches with missing games.

    Teams without players are reported only if other teams have players.
    """
    teams = [c for c in tournament.competitors if isinstance(c, Team)]
    without = [str(team.number) for team in teams if not team.players]
    if without and len(without) < len(teams):
        named = join_worded_names(without[:SHOWN])
        what = worded_count(
            "team {named} has no recorded players",
            "{count} teams have no recorded players: {named}",
            len(without),
            named=named,
        )
        yield decisions.PairingWarning("1.1.1", what)
    for played in tournament.rounds:
        fewer = [
            m
            for m in played.meetings
            if m.manner is Manner.PLAYED and _has_missing_games(m, tournament)
        ]
        if fewer:
            what = worded_count(
                "in round {round}, match {matches} has fewer than {boards} recorded games",
                "in round {round}, {count} matches have fewer than {boards} recorded games: "
                "{matches}",
                len(fewer),
                round=played.number,
                boards=tournament.boards,
                matches=join_worded_names([_format_meeting(one) for one in fewer[:SHOWN]]),
            )
            yield decisions.PairingWarning("1.4", what)


def _has_missing_games(meeting: Meeting, tournament: Tournament) -> bool:
    return meeting.manner is Manner.PLAYED and 0 < len(meeting.games) < tournament.boards
