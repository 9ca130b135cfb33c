"""The order of boards in a team: by rating, within the tolerance announced."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from topboard.model import Team
from topboard.reasons import Warned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Player, Tournament


def out_of_order(team: Team, boards: int, tolerance: int) -> Iterator[tuple[Player, Player]]:
    """Two regular members where the one on the lower board has the higher rating.

    Differences up to the tolerance are allowed; who has no rating may sit at any board, and
    reserves at whatever the event has announced.
    """
    for above, below in combinations(team.players[:boards], 2):
        if above.rating and below.rating and below.rating - above.rating > tolerance:
            yield above, below


def order_of_boards(tournament: Tournament, tolerance: int, article: str) -> Iterator[Warned]:
    """A warning for every team whose members do not sit in the order of their ratings."""
    for team in tournament.competitors:
        if isinstance(team, Team):
            for above, below in out_of_order(team, tournament.boards, tolerance):
                yield Warned(
                    article,
                    f"{team.number} {team.name}: {below.name} ({below.rating}) sits below"
                    f" {above.name} ({above.rating}), which is more than {tolerance} points"
                    " out of order",
                )
