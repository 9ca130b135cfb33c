"""Virtual points, which are added to the scores used for pairing the first rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import message, worded
from topboard.model import Scale, VirtualPoints
from topboard.model.history import outcomes, participants_to_pair
from topboard.model.scoring import scale_of_round
from topboard.systems.common.variations import Variation
from topboard.systems.fide_common.pairing_numbers import was_paired_or_had_bye

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.model.scoring import Kind

    Rows = Mapping[Number, tuple[Outcome, ...]]
    VirtualOf = Callable[[int], Mapping[Number, Tenths]]

BAKU = Variation(
    "Baku acceleration",
    message(
        "Baku acceleration: in the first half of the rounds, the upper half of the list has "
        "virtual points for pairing, first those of a win and then those of a draw."
    ),
    called="baku",
)


def virtual_points_by_round(
    tournament: Tournament,
    rows: Rows,
    present: Sequence[Number],
    scale: Scale,
    kind: Kind = "of_player",
) -> VirtualOf:
    """Return a function that gives the virtual points of a round, keyed by player.

    They are the recorded points or else those the rule prescribes.
    """
    if tournament.virtual:
        by_games = kind == "game_points"
        recorded = {
            one.number: (one.game_points if by_games else ()) or one.points
            for one in tournament.virtual
        }
        return lambda played: {
            n: points[played - 1] for n, points in recorded.items() if played <= len(points)
        }
    if BAKU.name not in tournament.variations:
        return lambda _played: {}
    accelerated = upper_group(tournament, rows, present)
    return lambda played: dict.fromkeys(
        accelerated, virtual_points_of_round(played, tournament.planned_rounds, scale)
    )


def prescribed_virtual_points(
    tournament: Tournament, scale: Scale | None = None
) -> tuple[VirtualPoints, ...]:
    """Return the upper group's virtual points in all rounds, or nothing if not accelerated."""
    if BAKU.name not in tournament.variations:
        return ()
    scale, rounds = scale or scale_of_round(tournament, Scale()), tournament.planned_rounds
    points = tuple(
        virtual_points_of_round(played, rounds, scale) for played in range(1, rounds + 1)
    )
    while points and not points[-1]:
        points = points[:-1]
    group = upper_group(tournament, outcomes(tournament), participants_to_pair(tournament))
    return tuple(VirtualPoints(number, points) for number in sorted(group) if points)


def upper_group(tournament: Tournament, rows: Rows, present: Sequence[Number]) -> frozenset[Number]:
    """Return the first half of the list of round 1, rounded up to an even number.

    The last player of the group stays the boundary. A late entry listed above that player also
    belongs to the group.
    """
    if tournament.accelerated is not None:
        return tournament.accelerated
    first = sorted(n for n, row in rows.items() if row and was_paired_or_had_bye(row[0]))
    listed = first or sorted(present)
    size = size_of_upper_group(len(listed))
    boundary = listed[size - 1] if listed else 0
    return frozenset(n for n in rows if n <= boundary)


def size_of_upper_group(players: int) -> int:
    """Return half the number of players, rounded up to an even number."""
    return min(2 * -(-players // 4), players)


def virtual_points_of_round(played: int, rounds: int, scale: Scale) -> Tenths:
    """Return the virtual points of the upper group in a round.

    In the first half of the accelerated rounds they are the points of a win, then those of a draw.
    The first half of all rounds is accelerated. Both halves are rounded up.
    """
    accelerated = -(-rounds // 2)
    if played > accelerated:
        return 0
    return scale.win if played <= -(-accelerated // 2) else scale.draw


# --- when it may be used ------------------------------------------------------------------------


def refuse_unless_draw_is_half(tournament: Tournament, scale: Scale) -> None:
    """Raise ``BadInput`` for acceleration unless a win is worth two draws and a loss nothing."""
    remedy = worded("Leave it out, or make a win worth two draws and a loss nothing.")
    _refuse_acceleration_unless(tournament, scale.win == 2 * scale.draw and scale.loss == 0, remedy)


def refuse_unless_usual_points(tournament: Tournament, scale: Scale) -> None:
    """Raise ``BadInput`` for acceleration unless win, draw and loss are worth 1, ½ and 0."""
    usual = (scale.win, scale.draw, scale.loss) == (10, 5, 0)
    remedy = worded("Leave it out, or make a win worth 1 point, a draw ½ and a loss nothing.")
    _refuse_acceleration_unless(tournament, usual, remedy)


def _refuse_acceleration_unless(tournament: Tournament, fits: bool, remedy: str) -> None:
    if BAKU.name not in tournament.variations:
        return
    if not fits:
        what = worded("Baku acceleration cannot be used with these points for a game")
        raise BadInput([Problem(what, "variations", BAKU.name, remedy)])
    if not tournament.planned_rounds:
        what = worded("Baku acceleration needs the number of rounds")
        remedy = worded("Enter the number of planned rounds.")
        raise BadInput([Problem(what, "variations", BAKU.name, remedy)])
