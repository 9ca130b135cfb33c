"""The teams of a round and their ranking for the pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import outcomes
from topboard.records import replace
from topboard.rules.shared import field as shared
from topboard.rules.shared import scoring

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tournament
    from topboard.rules.shared.field import Field


def field_of(tournament: Tournament) -> Field:
    """The teams of the round to come, by match points."""
    rows = outcomes(tournament)
    match, game = scoring.totals(tournament, rows)
    return replace(shared.field_of(tournament, rows, match), game_points=game)


def by_match_points_game_points_number(field: Field) -> tuple[Number, ...]:
    """Match points, game points, initial number."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], -field.game_points[n], n)))


def by_match_points_number(field: Field) -> tuple[Number, ...]:
    """Match points, initial number."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], n)))


def by_match_points_tiebreak(field: Field, place: Mapping[Number, int]) -> tuple[Number, ...]:
    """Match points, then the order of the tie-breaks."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], place[n])))
