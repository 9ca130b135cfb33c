"""Unfinished matches, with their totals as they count for pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Manner, Unfinished
from topboard.model.history import outcomes
from topboard.model.scoring import convert_unfinished_to_draws

if TYPE_CHECKING:
    from topboard.model import Meeting, Outcome, Round, Tournament


def count_unfinished_as_drawn(tournament: Tournament) -> Tournament:
    """Return the tournament with each unfinished game counted as a draw in the total of its match.

    The points that count do not change. Only the totals now include them.
    """
    rounds = tuple(_count_round_as_drawn(played, tournament) for played in tournament.rounds)
    return replace(tournament, rounds=rounds)


def _count_round_as_drawn(played: Round, tournament: Tournament) -> Round:
    if all(meeting.manner is not Manner.UNFINISHED for meeting in played.meetings):
        return played
    rows = outcomes(replace(tournament, rounds=(played,)))
    meetings = (
        meeting
        if meeting.white is None
        else _set_meeting_total(meeting, rows[meeting.white][0], tournament.boards)
        for meeting in played.meetings
    )
    return replace(played, meetings=tuple(meetings))


def _set_meeting_total(meeting: Meeting, outcome: Outcome, boards: int) -> Meeting:
    if not isinstance(outcome, Unfinished):
        return meeting
    drawn = convert_unfinished_to_draws(outcome, boards)
    return replace(meeting, white_points=drawn.points, black_points=drawn.against)
