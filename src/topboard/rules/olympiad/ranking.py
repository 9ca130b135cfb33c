"""The ranking of the teams for the pairing of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number
    from topboard.rules.shared.field import Field


def by_match_points_game_points_number(field: Field) -> tuple[Number, ...]:
    """Match points, game points, initial number."""
    return tuple(
        sorted(field.numbers, key=lambda n: (-field.match_points[n], -field.game_points[n], n))
    )


def by_match_points_number(field: Field) -> tuple[Number, ...]:
    """Match points, initial number."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.match_points[n], n)))


def by_match_points_tiebreak(field: Field, place: Mapping[Number, int]) -> tuple[Number, ...]:
    """Match points, then the order of the tie-breaks."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.match_points[n], place[n])))
