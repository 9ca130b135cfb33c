"""Baku acceleration, which gives some players virtual points for pairing in the first rounds."""

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
        "Baku acceleration: in the first half of the rounds, the upper half of the starting "
        "list gets virtual points for pairing. At first they equal the points for a win, "
        "then those for a draw."
    ),
    called="baku",
)


def build_virtual_points_lookup(
    tournament: Tournament,
    rows: Rows,
    present: Sequence[Number],
    scale: Scale,
    kind: Kind = "of_player",
) -> VirtualOf:
    """Return a function that takes a round number and returns the virtual points of each player.

    Virtual points recorded in the tournament take precedence over those of Baku acceleration.
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
    accelerated = find_accelerated_upper_group(tournament, rows, present)
    return lambda played: dict.fromkeys(
        accelerated, compute_virtual_points_of_round(played, tournament.planned_rounds, scale)
    )


def compute_prescribed_virtual_points(
    tournament: Tournament, scale: Scale | None = None
) -> tuple[VirtualPoints, ...]:
    """Return the virtual points of each player in the upper group, for each accelerated round.

    The result is empty if the event is not accelerated.
    """
    if BAKU.name not in tournament.variations:
        return ()
    scale, rounds = scale or scale_of_round(tournament, Scale()), tournament.planned_rounds
    points = tuple(
        compute_virtual_points_of_round(played, rounds, scale) for played in range(1, rounds + 1)
    )
    while points and not points[-1]:
        points = points[:-1]
    group = find_accelerated_upper_group(
        tournament, outcomes(tournament), participants_to_pair(tournament)
    )
    return tuple(VirtualPoints(number, points) for number in sorted(group) if points)


def find_accelerated_upper_group(
    tournament: Tournament, rows: Rows, present: Sequence[Number]
) -> frozenset[Number]:
    """Return the players who get virtual points: the upper half of the list in round 1.

    The size of the half is rounded up to an even number. A late entry belongs to the group if they
    are listed above its last original player.
    """
    if tournament.accelerated is not None:
        return tournament.accelerated
    first = sorted(n for n, row in rows.items() if row and was_paired_or_had_bye(row[0]))
    listed = first or sorted(present)
    size = compute_upper_group_size(len(listed))
    boundary = listed[size - 1] if listed else 0
    return frozenset(n for n in rows if n <= boundary)


def compute_upper_group_size(players: int) -> int:
    """Return half the number of players, rounded up to an even number."""
    return min(2 * -(-players // 4), players)


def compute_virtual_points_of_round(played: int, rounds: int, scale: Scale) -> Tenths:
    """Return the virtual points that each player of the upper group gets in a round.

    The first half of all rounds is accelerated. In the first half of these rounds, the virtual
    points are as many as for a win, and in the rest as many as for a draw. Both halves are rounded
    up.
    """
    accelerated = -(-rounds // 2)
    if played > accelerated:
        return 0
    return scale.win if played <= -(-accelerated // 2) else scale.draw


# --- when acceleration may be used ----------------------------------------------------------------


def refuse_unless_draw_is_half_a_win(tournament: Tournament, scale: Scale) -> None:
    """Raise ``BadInput`` if an event's points per game do not fit Baku acceleration.

    A win must be worth two draws, and a loss nothing.
    """
    remedy = worded(
        "Remove Baku acceleration, or make a win worth two draws and a loss worth nothing."
    )
    _refuse_acceleration_unless_points_fit(
        tournament, scale.win == 2 * scale.draw and scale.loss == 0, remedy
    )


def refuse_unless_usual_points_per_game(tournament: Tournament, scale: Scale) -> None:
    """Raise ``BadInput`` if an event's points per game do not fit Baku acceleration.

    A win must be worth 1 point, a draw ½ and a loss nothing.
    """
    usual = (scale.win, scale.draw, scale.loss) == (10, 5, 0)
    remedy = worded("Remove Baku acceleration, or make a win worth 1 point, a draw ½ and a loss 0.")
    _refuse_acceleration_unless_points_fit(tournament, usual, remedy)


def _refuse_acceleration_unless_points_fit(tournament: Tournament, fits: bool, remedy: str) -> None:
    if BAKU.name not in tournament.variations:
        return
    if not fits:
        what = worded(
            "Baku acceleration cannot be used with these points for a win, a draw and a loss"
        )
        raise BadInput([Problem(what, "variations", BAKU.name, remedy)])
    if not tournament.planned_rounds:
        what = worded("Baku acceleration requires a planned number of rounds")
        remedy = worded("Enter the planned number of rounds.")
        raise BadInput([Problem(what, "variations", BAKU.name, remedy)])
