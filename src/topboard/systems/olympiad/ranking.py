"""The teams to be paired, and their ranking for pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model.history import find_first_round_by_participant
from topboard.systems.common import field as shared
from topboard.systems.olympiad import points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tournament
    from topboard.systems.common.field import Field


def build_field(tournament: Tournament) -> Field:
    """Return the teams to be paired in the next round, with match points as their scores."""
    found = points.tally_results_and_points(tournament)
    field = shared.build_common_field(tournament, found.rows, found.match)
    return replace(
        field, game_points=found.game, joined=find_first_round_by_participant(tournament)
    )


def rank_by_match_and_game_points(field: Field) -> tuple[Number, ...]:
    """Return the teams ranked by match points, then by game points, then by TPN."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], -field.game_points[n], n)))


def rank_by_match_points_and_number(field: Field) -> tuple[Number, ...]:
    """Return the teams ranked by match points and then by TPN."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], n)))


def rank_by_match_points_and_tiebreak(
    field: Field, place: Mapping[Number, int]
) -> tuple[Number, ...]:
    """Return the teams ranked by match points and then by their tie-break ranks in ``place``."""
    return tuple(sorted(field.numbers, key=lambda n: (-field.points[n], place[n])))


def list_teams_by_descending_tpn(field: Field) -> tuple[Number, ...]:
    """Return the teams by descending TPN, regardless of their match points."""
    return field.numbers[::-1]
