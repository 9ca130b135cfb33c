"""What a round is worth to a team: match points and game points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import (
    POINT,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    FullPointBye,
    HalfPointBye,
    PairingBye,
    Played,
    Scale,
    Unfinished,
)
from topboard.rules.shared.decided import adjusted, awarded

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.rules.shared.decided import Kind

TWO_ONE_NIL = Scale(win=20, draw=10, loss=0)

BYE_MATCH_POINTS: Tenths = 1 * POINT
BYE_GAME_POINTS: Tenths = 2 * POINT


def unfinished_as_drawn(outcome: Unfinished, boards: int) -> tuple[Tenths, Tenths]:
    """Game points of an unfinished match for pairing: the games still going on are draws."""
    going_on = boards * POINT - outcome.points - outcome.against
    return outcome.points + going_on // 2, outcome.against + going_on // 2


def _game_points_of_both(outcome: Played | Unfinished, boards: int) -> tuple[Tenths, Tenths]:
    if isinstance(outcome, Unfinished):
        return unfinished_as_drawn(outcome, boards)
    return outcome.points, outcome.against


def match_points(outcome: Outcome, boards: int, scale: Scale = TWO_ONE_NIL) -> Tenths:
    """Match points: by the game points of the match; one for the bye."""
    match outcome:
        case Played() | Unfinished():
            points, against = _game_points_of_both(outcome, boards)
            if points == against:
                return scale.draw
            return scale.win if points > against else scale.loss
        case ForfeitWin() | FullPointBye():
            return scale.win
        case PairingBye():
            return BYE_MATCH_POINTS
        case HalfPointBye():
            return scale.draw
        case ForfeitLoss() | DoubleForfeit():
            return scale.loss
        case _:
            return 0


def game_points(outcome: Outcome, boards: int) -> Tenths:
    """Game points of a round; two for the bye."""
    match outcome:
        case Played() | Unfinished():
            return _game_points_of_both(outcome, boards)[0]
        case ForfeitWin() | ForfeitLoss():
            return outcome.points
        case PairingBye():
            return BYE_GAME_POINTS
        case HalfPointBye():
            return boards * POINT // 2
        case FullPointBye():
            return boards * POINT
        case _:
            return 0


def default_all_boards(boards: int, _present: int) -> tuple[Tenths, Tenths]:
    """A team that does not come loses by nil to all boards."""
    return boards * POINT, 0


def default_boards_present(_boards: int, present: int) -> tuple[Tenths, Tenths]:
    """The opponent of a team that does not come: a game point for each player present."""
    return present * POINT, 0


def totals(
    tournament: Tournament, rows: dict[Number, tuple[Outcome, ...]]
) -> tuple[dict[Number, Tenths], dict[Number, Tenths]]:
    """Match points and game points of every team after the rounds so far."""
    scale, boards = tournament.match_scale or TWO_ONE_NIL, tournament.boards
    match = {n: sum(match_points(o, boards, scale) for o in row) for n, row in rows.items()}
    game = {n: sum(game_points(o, boards) for o in row) for n, row in rows.items()}
    _decide(match, tournament, "match_points", rows, lambda o: match_points(o, boards, scale))
    _decide(game, tournament, "game_points", rows, lambda o: game_points(o, boards))
    return match, game


def match_points_as_opponents(
    tournament: Tournament, rows: dict[Number, tuple[Outcome, ...]]
) -> dict[Number, Tenths]:
    """The match points with which teams count as opponents: a match not played is drawn."""
    drawn: dict[Number, tuple[Outcome, ...]] = {
        n: tuple(HalfPointBye() if isinstance(o, ForfeitWin) else o for o in row)
        for n, row in rows.items()
    }
    return totals(tournament, drawn)[0]


def _decide(
    sums: dict[Number, Tenths],
    tournament: Tournament,
    kind: Kind,
    rows: dict[Number, tuple[Outcome, ...]],
    worth: Callable[[Outcome], Tenths],
) -> None:
    """Put awarded points in place of the usual ones and add what was added by decision."""
    for (number, played), points in awarded(tournament, kind).items():
        sums[number] += points - worth(rows[number][played - 1])
    for number, more in adjusted(tournament, kind).items():
        sums[number] += more
