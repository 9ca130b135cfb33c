"""The teams of a round and their ranking for pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model.history import first_rounds
from topboard.systems.common import field as shared
from topboard.systems.olympiad import points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tournament
    from topboard.systems.common.field import Field


def field_of(tournament: Tournament) -> Field:
    """Return the teams of the next round, by match points."""
    found = points.tally_points(tournament)
    field = shared.field_of(tournament, found.rows, found.match)
    return replace(field, game_points=found.game, joined=first_rounds(tournament))


def by_match_points_game_points_number(field: Field) -> tuple[Number, ...]:
    """Return the teams by match points, game points and initial number."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], -field.game_points[n], n)))


def by_match_points_number(field: Field) -> tuple[Number, ...]:
    """Return the teams by match points and initial number."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], n)))


def by_match_points_tiebreak(field: Field, place: Mapping[Number, int]) -> tuple[Number, ...]:
    """Return the teams by match points, then by the order of the tie-breaks."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], place[n])))


def from_end_of_initial_list(field: Field) -> tuple[Number, ...]:
    """Return the teams from the last of the initial list upwards, whatever their match points."""
    return field.numbers[::-1]
