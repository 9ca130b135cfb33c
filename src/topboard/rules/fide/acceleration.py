"""Virtual points: what is added to a score for the pairing of the first rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Outcome, Scale, Tenths, Tournament

    Rows = Mapping[Number, tuple[Outcome, ...]]


def virtual_points(
    tournament: Tournament, played: int, rows: Rows, scale: Scale
) -> Mapping[Number, Tenths]:
    """What is added to everybody's score for the pairing of a round."""
    return {}
