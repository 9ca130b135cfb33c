"""Results as people write them: ``1-0``, ``½-½``, ``2.5-1.5``, ``1F-0F``, ``+:-``, ``2-1*``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from topboard.errors import BadInput, Problem
from topboard.event.acts import CorrectResult, TableResult
from topboard.figures import written
from topboard.formats.problems import whole_number
from topboard.messages import say, worded
from topboard.model import POINT, Game, Manner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.event.state import Section
    from topboard.model import Meeting, Number, Tenths

    DefaultScore = Callable[[int, int], tuple[Tenths, Tenths]]

POINTS = re.compile(r"(\d*)(?:[.,](\d)|(½))?")
REMEDY = worded("write 1-0, ½-½, 2.5-1.5, 1F-0F, 0F-1F, 0F-0F or, for a game still going on, 2-1*")
FORFEITS = {"1F-0F": "+:-", "0F-1F": "-:+", "0F-0F": "-:-"}
"""A dash at the beginning is awkward on a command line."""


def result_text(meeting: Meeting, write: Callable[[Tenths], str] = written) -> str:
    """The result of a table; nothing while there is none."""
    match meeting.manner:
        case Manner.PENDING:
            return ""
        case Manner.BOTH_DEFAULTED:
            return "-:-"
        case Manner.DEFAULT:
            return "+:-" if meeting.white_points > meeting.black_points else "-:+"
        case Manner.PLAYED | Manner.UNFINISHED:
            star = "*" if meeting.manner is Manner.UNFINISHED else ""
            return f"{write(meeting.white_points)}-{write(meeting.black_points)}{star}"
        case _:
            assert_never(meeting.manner)


def result_in(
    text: str,
    table: int,
    boards: int,
    default_score: DefaultScore,
    *,
    present: tuple[int, int] | None = None,
    rated: bool = True,
) -> TableResult:
    """The result of a table; a game or match not finished has a star behind it."""
    bare = text.strip().replace(" ", "").replace("\N{EN DASH}", "-").replace("1/2", "½")
    bare = FORFEITS.get(bare.upper(), bare)
    if bare in ("+:-", "-:+"):
        side = 0 if bare[0] == "+" else 1
        came = boards if present is None else present[side]
        won, lost = default_score(boards, came)
        points = (won, lost) if side == 0 else (lost, won)
        shown = (came, 0) if side == 0 else (0, came)
        return TableResult(table, *points, Manner.DEFAULT, False, shown if boards > 1 else None)
    if bare == "-:-":
        return TableResult(table, 0, 0, Manner.BOTH_DEFAULTED, False)
    manner = Manner.UNFINISHED if bare.endswith("*") else Manner.PLAYED
    white, black = _points(bare.removesuffix("*"), text)
    return TableResult(table, white, black, manner, rated, present)


def points_in(text: str) -> Tenths | None:
    """Points as people write them (1, 1.5, ½, -1); None for anything else."""
    bare = text.replace("½", ".5").replace(",", ".")
    whole, _, tenth = bare.removeprefix("-").partition(".")
    found = whole_number(whole + (tenth or "0")) if whole or tenth else None
    if found is None or len(tenth) > 1:
        return None
    return -found if bare.startswith("-") else found


def _points(bare: str, text: str) -> tuple[Tenths, Tenths]:
    if bare == "=":
        return POINT // 2, POINT // 2
    parts = bare.split("-" if "-" in bare else ":")
    found = [POINTS.fullmatch(part) for part in parts]
    if len(parts) != 2 or not all(found) or not all(parts):
        raise BadInput([Problem(say("not a result"), quoted=text, remedy=REMEDY)])
    white, black = (
        POINT * int(m[1] or 0) + int(m[2] or 0) + (POINT // 2 if m[3] else 0) for m in found if m
    )
    return white, black


def correction(
    section: Section, round_number: int, result: TableResult, *, rating_only: bool = False
) -> CorrectResult:
    """The act that corrects a result, with the first round that is paired with the new one."""
    late = round_number < len(section.rounds) and not rating_only
    known_from = section.round_to_pair if late else 0
    return CorrectResult(section.name, round_number, result, known_from, rating_only)


def games_in(
    texts: Sequence[str], first: Sequence[Number], second: Sequence[Number]
) -> tuple[Game, ...]:
    """The games of a match, one text for each board from the first team's point of view."""
    games = []
    for board, text in enumerate(texts):
        one = result_in(text, board + 1, 1, lambda _boards, _came: (POINT, 0))
        sides = (first[board], second[board]), (one.white_points, one.black_points)
        (a, b), (own, other) = sides
        if board % 2:
            a, b, own, other = b, a, other, own
        games.append(Game(a, b, own, other, one.manner, one.rated))
    return tuple(games)


def result_of_games(table: int, games: tuple[Game, ...], *, rated: bool = True) -> TableResult:
    """The result of a match from its boards."""
    first = second = 0
    for board, game in enumerate(games):
        own, other = game.white_points, game.black_points
        first += other if board % 2 else own
        second += own if board % 2 else other
    going_on = any(game.manner is Manner.UNFINISHED for game in games)
    manner = Manner.UNFINISHED if going_on else Manner.PLAYED
    return TableResult(table, first, second, manner, rated, games=games)
