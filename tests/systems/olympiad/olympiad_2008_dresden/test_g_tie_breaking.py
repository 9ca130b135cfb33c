"""Dresden 2008: the third tie-break was game points, and it orders the groups from round 4 on.

In both fields here the first two tie-breaks are equal for the four teams to be paired.
"""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.team_events import event, opponents, pair
from topboard.model import Adjustment, Number

GAME_POINTS_DIFFER = event(8, "1-5 2.5:1.5, 2-6 4:0, 3-7 3:1, 4-8 3.5:0.5", "", "", absent="5..8")
"""All beat a team without match points: the order by game points is 2, 4, 3, 1."""


def lowest_opponents_differ():
    """All have drawn three times, against teams with 4, 4 and 1, 3, 2 or 0 match points."""
    lowest = {5: 1, 6: 3, 7: 2, 8: 0}
    opponents_points = {n: lowest.get(n, 4) for n in range(5, 17)}
    return event(
        16,
        "1-5 2:2, 2-6 2:2, 3-7 2:2, 4-8 2:2",
        "9-1 2:2, 10-2 2:2, 11-3 2:2, 12-4 2:2",
        "1-13 2:2, 2-14 2:2, 3-15 2:2, 4-16 2:2",
        adjustments=tuple(
            Adjustment(Number(n), 10 * points - 10) for n, points in opponents_points.items()
        ),
        absent="5..16",
    )


@pytest.mark.article("olympiad_2008_dresden:13c", "olympiad_2008_dresden:48")
def test_at_dresden_game_points_are_the_third_tie_break():
    assert opponents(pair("olympiad_2008_dresden", GAME_POINTS_DIFFER)) == "1-2 3-4"


@pytest.mark.article("olympiad_2008_dresden:13c", "olympiad_2008_dresden:48")
def test_at_dresden_the_lowest_opponent_is_left_out():
    assert opponents(pair("olympiad_2008_dresden", lowest_opponents_differ())) == "1-4 2-3"


@pytest.mark.article("olympiad_2008:13c", "olympiad_2008:48")
def test_the_third_tie_break_of_the_text_sums_over_all_opponents():
    # The sums are 9, 11, 10 and 8: the order is 2, 3, 1, 4.
    assert opponents(pair("olympiad_2008", lowest_opponents_differ())) == "1-3 2-4"


@pytest.mark.article("olympiad_2008:13c", "olympiad_2008:48")
def test_in_the_text_game_points_are_not_a_tie_break():
    assert opponents(pair("olympiad_2008", GAME_POINTS_DIFFER)) == "1-4 2-3"


@each_edition(olympiad_2008="48", olympiad_2008_dresden="48")
def test_the_first_tie_break_comes_before_the_third(edition):
    # 6, whom 2 beat, and 8, whom 4 beat, now have match points: 4 has 3.5 times 3, 2 four times 2.
    better = (Adjustment(Number(6), 20), Adjustment(Number(8), 30))
    field = event(
        8,
        "1-5 2.5:1.5, 2-6 4:0, 3-7 3:1, 4-8 3.5:0.5",
        "",
        "",
        adjustments=(*better, Adjustment(Number(7), 10)),
        absent="5..8",
    )

    # The order is 4, 2, 3, 1.
    assert opponents(pair(edition, field)) == "1-4 2-3"
