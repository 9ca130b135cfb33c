"""The boards of a team: who plays on them, and who sits out of the order of ratings."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Player, Team


def regular_members(team: Team, boards: int) -> tuple[Player, ...]:
    """Those who play unless an alternate does: the roster's first, in board order."""
    return team.players[:boards]


def out_of_order(team: Team, tolerance: int) -> Iterator[tuple[Player, Player]]:
    """Two members of whom the lower board is rated higher by more than the tolerance."""
    for upper, lower in combinations(team.players, 2):
        if upper.rating and lower.rating and lower.rating - upper.rating > tolerance:
            yield upper, lower
