"""An unfinished match counts in the tie-breaks as it counts in the totals."""

from __future__ import annotations

import pytest

import topboard
from topboard.model import Manner, Meeting, Number, Round, Team, Tournament


@pytest.mark.parametrize("edition", [s for s in topboard.SYSTEMS if s.startswith("olympiad")])
def test_games_still_going_on_are_draws_in_the_tie_breaks_too(edition):
    teams = tuple(Team(Number(n), f"T{n}") for n in (1, 2))
    meeting = Meeting(Number(1), Number(2), 10, 0, Manner.UNFINISHED)
    event = Tournament(teams, (Round(1, (meeting,)),), boards=4)

    lines = {line.number: line for line in topboard.standings(event, edition).lines}
    first = lines[Number(1)].values[0].items[0]
    second = lines[Number(2)].values[0].items[0]

    # 2.5 game points against 0 match points, 1.5 against 2.
    assert (first.value, second.value) == (0, 15 * 20)
