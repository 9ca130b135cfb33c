"""The check list of a round, which helps an arbiter check the pairing by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Played, Unfinished
from topboard.reasons.check_list import CheckListRow, FloatDirection

if TYPE_CHECKING:
    from topboard.systems.fide_common.players import FideField, FidePlayer


def build_check_list_rows(field: FideField) -> tuple[CheckListRow, ...]:
    """Return one check-list row per player, sorted by pairing score and then by TPN."""
    settled = (profile for pair in field.settled for profile in pair)
    everybody = sorted((*field.players, *settled), key=lambda p: (-p.points, p.number))
    return tuple(_build_check_list_row(field, profile) for profile in everybody)


def _build_check_list_row(field: FideField, profile: FidePlayer) -> CheckListRow:
    games = [
        outcome if isinstance(outcome, Played | Unfinished) else None
        for outcome in field.rows[profile.number]
    ]
    floats = profile.floats
    return CheckListRow(
        number=profile.number,
        points=field.scores[profile.number],
        pairing_points=profile.points,
        opponents=tuple(None if game is None else game.opponent for game in games),
        colours=tuple(None if game is None else game.colour for game in games),
        preferred=profile.preference.colour,
        strength=profile.preference.strength,
        float_last=_compute_float_direction_in_round(down=floats.down_last, up=floats.up_last),
        float_before=_compute_float_direction_in_round(
            down=floats.down_before, up=floats.up_before
        ),
        barred=profile.barred,
        topscorer=profile.topscorer,
    )


def _compute_float_direction_in_round(*, down: bool, up: bool) -> FloatDirection | None:
    if down:
        return FloatDirection.DOWN
    return FloatDirection.UP if up else None
