"""The members who play on the boards of a team, and warnings about the board order."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import Team
from topboard.reasons.decisions import PairingWarning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Player, Tournament


def list_regular_players_of_team(team: Team, boards: int) -> tuple[Player, ...]:
    """Return the regular players of a team, who play unless an alternate replaces them.

    They are the first ``boards`` members of the roster, in board order.
    """
    return team.players[:boards]


def find_team_members_out_of_rating_order(
    team: Team, tolerance: int
) -> Iterator[tuple[Player, Player]]:
    """Yield the pairs of team members whose order on the boards contradicts their ratings.

    The member on the lower board is rated higher by more than ``tolerance``. Alternates are also
    compared. Unrated members may play on any board.
    """
    for upper, lower in combinations(team.players, 2):
        if upper.rating and lower.rating and lower.rating - upper.rating > tolerance:
            yield upper, lower


def warn_if_board_order_contradicts_ratings(
    tournament: Tournament, tolerance: int, article: str
) -> Iterator[PairingWarning]:
    """Yield a warning for each pair of team members whose board order contradicts their ratings."""
    for team in tournament.competitors:
        if not isinstance(team, Team):
            continue
        for upper, lower in find_team_members_out_of_rating_order(team, tolerance):
            yield PairingWarning(
                article,
                worded(
                    "{team} (#{number}) has {lower} ({lower_rating}) on a lower board than {upper} "
                    "({upper_rating}), but the ratings may differ by at most {tolerance}",
                    number=team.number,
                    team=team.name,
                    lower=lower.name,
                    lower_rating=lower.rating,
                    upper=upper.name,
                    upper_rating=upper.rating,
                    tolerance=tolerance,
                ),
            )
