"""The order of boards in the teams of a round robin: the rule of the team Swiss applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import Team
from topboard.reasons import Warned
from topboard.records import replace
from topboard.rules.shared.boards import out_of_order, regular_members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Tournament


def order_of_boards(tournament: Tournament, tolerance: int, article: str) -> Iterator[Warned]:
    """A note for every two regular members who do not sit in the order of their ratings.

    Reserves play by whatever the event has announced.
    """
    for team in tournament.competitors:
        if isinstance(team, Team):
            regular = replace(team, players=regular_members(team, tournament.boards))
            for above, below in out_of_order(regular, tolerance):
                yield Warned(
                    article,
                    worded(
                        "{number} {team}: {below} ({below_rating}) sits below {above}"
                        " ({above_rating}),"
                        " which is more than {tolerance} points out of order",
                        number=team.number,
                        team=team.name,
                        below=below.name,
                        below_rating=below.rating,
                        above=above.name,
                        above_rating=above.rating,
                        tolerance=tolerance,
                    ),
                )
