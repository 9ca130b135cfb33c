"""2009, section C: the ranking for the pairing of every round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.team_events import colour_of, event, group_treatment, groups, opponents, pair, reason
from topboard.model import Adjustment, Number
from topboard.reasons.decisions import ByeGiven

FIRST_ROUND = "1-5 2.5:1.5, 2-6 4:0, 3-7 3:1, 4-8 3.5:0.5"


@pytest.mark.article("olympiad_2009:10a")
def test_match_points_are_the_first_ranking_criterion():
    # 1 has won twice by half a point; 2 has lost once and has more game points all the same.
    after = event(4, "1-3 2.5:1.5, 2-4 4:0", "1-2 2.5:1.5, 3-4 2:2")

    paired = pair("olympiad_2009", after)

    assert group_treatment(paired, 4).residents == (1,)
    assert group_treatment(paired, 2).residents == (2,)


@pytest.mark.article("olympiad_2009:10b")
def test_game_points_are_the_second_ranking_criterion():
    paired = pair("olympiad_2009", event(8, FIRST_ROUND))

    assert group_treatment(paired, 2).residents == (2, 4, 3, 1)
    assert group_treatment(paired, 0).residents == (5, 7, 8, 6)
    assert opponents(paired) == "1-4 2-3 5-8 6-7"


@pytest.mark.article("olympiad_2009:10c")
def test_the_initial_number_is_the_last_ranking_criterion():
    paired = pair("olympiad_2009", event(8, "1-5 3:1, 2-6 3:1, 7-3 1:3, 8-4 1:3"))

    assert group_treatment(paired, 2).residents == (1, 2, 3, 4)


@pytest.mark.article("olympiad_2009:10b")
def test_game_points_from_a_forfeit_or_the_bye_count():
    after = event(7, "1-4 3:1, 2-5 3:0 default, 3-6 3.5:0.5, bye 7", "1-2 2:2, 3-7 2:2")

    # 1 has 5 game points, 2 as many, 3 half a point more; 7 has 4 and one match point less.
    assert group_treatment(pair("olympiad_2009", after), 3).residents == (3, 1, 2)


@pytest.mark.article("olympiad_2009:12")
def test_the_last_by_game_points_of_the_lowest_group_gets_the_bye():
    paired = pair("olympiad_2009", event(5, "1-3 4:0, 2-4 3:1, bye 5"))

    assert reason(paired, ByeGiven) == ByeGiven("12", Number(3), of_teams=True)


@pytest.mark.article("olympiad_2009:27a")
def test_the_higher_ranked_team_has_more_game_points():
    field = groups({0: "1 2"}, colours={1: "WWB", 2: "WWB"})
    richer = Adjustment(Number(2), game_points=5)

    paired = pair("olympiad_2009", replace(field, adjustments=(*field.adjustments, richer)))

    given = colour_of(paired, 1, 2)
    assert (given.higher, given.white) == (2, 1)
