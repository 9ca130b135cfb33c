"""One round worked out on paper by every edition: the same pairs, found on different ways.

After three rounds 1 has 5 match points; 2, 4 and 5 have four; 3, 6, 8 and 11 three; 7 two; 9 and
10 one. 9 has the bye, since 10 has had it. Of the ten others the sixth is the median, so the group
with three points comes last.
"""

from __future__ import annotations

import pytest

from tests.team_events import (
    ALL_EDITIONS,
    choice,
    colour_of,
    event,
    floaters,
    group_treatment,
    pair,
    passed_over,
    reasons,
    tables,
)
from topboard.reasons.decisions import ScoregroupSummary
from topboard.reasons.grounds import ColourGround
from topboard.reasons.obstacles import HaveMet, LeavesUnpairable

THREE_ROUNDS = (
    "1-6 3:1, 7-2 1.5:2.5, 3-8 4:0, 9-4 2:2, 5-10 3.5:0.5, bye 11",
    "3-1 2:2, 2-5 2.5:1.5, 4-11 2:2, 8-9 3:1, 6-7 2:2, bye 10",
    "1-2 2.5:1.5, 5-3 3:1, 11-8 2:2, 4-10 3:1, 6-9 4:0, bye 7",
)


def round_four(edition):
    return pair(edition, event(11, *THREE_ROUNDS))


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_every_team_gets_the_opponent_worked_out_on_paper(edition):
    paired = round_four(edition)

    assert paired.bye == 9
    assert tables(paired) == "5-1 2-4 11-3 8-6 10-7"
    assert floaters(paired) == "1 from 5 to 4, 10 from 1 to 2"
    assert [r.points for r in reasons(paired, ScoregroupSummary)] == [50, 40, 10, 20, 30]
    assert (paired.system, paired.round) == (edition, 4)


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_every_team_gets_the_colour_worked_out_on_paper(edition):
    paired = round_four(edition)

    # WBW and WBW: 1, the higher ranked, is balanced.
    assert colour_of(paired, 1, 5).ground is ColourGround.BALANCE_HIGHER
    # BWB and BWW, WB and BB, BWB and BWW: one of the two may have only one colour.
    for a, b in ((2, 4), (7, 10), (6, 8)):
        assert colour_of(paired, a, b).ground is ColourGround.LIMITS
    # WWB and BW: 11 has had fewer Whites compared with its Blacks.
    assert colour_of(paired, 3, 11).ground is ColourGround.EQUALISE


def test_by_game_points_the_floater_meets_the_highest_team_at_once():
    paired = round_four("olympiad_2009")

    # 5 has 8 game points, 4 seven, 2 six and a half; 3 and 6 have seven, 11 six, 8 five.
    assert group_treatment(paired, 4).residents == (5, 4, 2)
    assert group_treatment(paired, 3).residents == (3, 6, 11, 8)
    assert passed_over(choice(paired, 1, 5)) == {}
    assert passed_over(choice(paired, 3, 11)) == {}


@pytest.mark.parametrize("edition", ["olympiad_2021_draft", "olympiad_2022"])
def test_by_number_the_floater_passes_over_two_teams(edition):
    paired = round_four(edition)

    # 1 has met 2; with 4 it would leave 2 and 5, who have met.
    obstacles = passed_over(choice(paired, 1, 5))
    assert group_treatment(paired, 4).residents == (2, 4, 5)
    assert list(obstacles) == [2, 4]
    assert obstacles[2] == HaveMet(3)
    assert isinstance(obstacles[4], LeavesUnpairable)
    assert passed_over(choice(paired, 3, 11)) == {8: HaveMet(1)}


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2008_dresden"])
def test_by_tie_break_the_first_team_passes_over_the_last(edition):
    paired = round_four(edition)

    # Sonneborn-Berger: 1 has 19, 2 seventeen and a half, 5 fifteen, 4 nine. 2 and 5 have met.
    assert group_treatment(paired, 4).residents == (2, 5, 4)
    assert list(passed_over(choice(paired, 1, 5))) == [4]
    # 3 and 11 have 14, 6 nine, 8 six. 3 has met 8; with 6 it would leave 8 and 11, who have met.
    assert group_treatment(paired, 3).residents == (3, 11, 6, 8)
    obstacles = passed_over(choice(paired, 3, 11))
    assert list(obstacles) == [8, 6]
    assert obstacles[8] == HaveMet(1)
