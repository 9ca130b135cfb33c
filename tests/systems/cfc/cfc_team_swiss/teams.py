"""Words in which the tests of the Canadian team Swiss write down teams and matches.

``team(1, 2000, None, 1800)`` is a team with these ratings down its boards;
``event(4, "1-3 2.5:1.5, 2-4 2:2")`` is four teams after one round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.team_events import played_round
from topboard.model import Colour, Number, Player, Team, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

BOARDS = 4


def team(number: int, *ratings: int | None, **facts: Any) -> Team:
    """A team with these ratings down its boards."""
    roster = tuple(
        Player(Number(100 * number + board), f"Board {board}", rating)
        for board, rating in enumerate(ratings, start=1)
    )
    return Team(Number(number), f"Team {number}", roster, **facts)


def event(entered: int | Iterable[Team], *played: str, **facts: Any) -> Tournament:
    """The teams after these rounds; team 1 is rated 2000, each next one ten points less."""
    teams = (
        [team(n, *[2010 - 10 * n] * BOARDS) for n in range(1, entered + 1)]
        if isinstance(entered, int)
        else entered
    )
    facts.setdefault("lot", Colour.WHITE)
    facts.setdefault("planned_rounds", 5)
    return Tournament(
        tuple(teams),
        tuple(played_round(number, text) for number, text in enumerate(played, start=1)),
        boards=facts.pop("boards", BOARDS),
        **facts,
    )
