"""Checks for contradictions in a tournament, for example in a file written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import Problem
from topboard.messages import say, say_count
from topboard.model import Manner, Scale
from topboard.text.numbers import format_decimal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Meeting, Number, Round, Tournament


def find_tournament_problems(tournament: Tournament) -> Iterator[Problem]:
    """Yield the contradictions in a tournament.

    They are participants listed twice in a round, unknown participants and impossible points.
    """
    names = tournament.names
    published = () if tournament.published is None else (tournament.published,)
    for played in (*tournament.rounds, *published):
        yield from _find_problems_in_round(played, names)
    for played in tournament.rounds:
        for meeting in played.meetings:
            yield from _find_impossible_points_problems(tournament, played.number, meeting)


def _find_problems_in_round(played: Round, names: dict[Number, str]) -> Iterator[Problem]:
    where = say("round {round}", round=played.number)
    seen: set[Number] = set()
    sides = [n for m in played.meetings for n in (m.white, m.black) if n is not None]
    for number in (*sides, *(n for n, _ in played.away)):
        if number not in names:
            remedy = say("Add the participant, or correct the number.")
            yield Problem(say("no participant has this number"), where, str(number), remedy)
        elif number in seen:
            remedy = say("Keep only one of the two.")
            yield Problem(
                say("a participant is listed twice"), where, f"{number} {names[number]}", remedy
            )
        seen.add(number)


def _find_impossible_points_problems(
    tournament: Tournament, number: int, meeting: Meeting
) -> Iterator[Problem]:
    if meeting.manner is Manner.PENDING:
        return
    scale = tournament.game_scale or Scale()
    most = tournament.boards * max(scale.win + scale.loss, 2 * scale.draw)
    points = meeting.white_points, meeting.black_points
    if sum(points) > most or min(points) < min(0, scale.loss * tournament.boards):
        yield Problem(
            say_count(
                "these points are impossible in one game",
                "these points are impossible on {count} boards",
                tournament.boards,
            ),
            say(
                "round {round}, {white} - {black}",
                round=number,
                white=meeting.white,
                black=meeting.black,
            ),
            " : ".join(format_decimal(p) for p in points),
            say("Write points in tenths: 10 for a win and 5 for a draw."),
        )
