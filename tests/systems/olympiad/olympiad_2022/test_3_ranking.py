"""2022, section 3: the ranking before every later round."""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.team_events import event, group_treatment, opponents, pair

FIRST_ROUND = "1-5 2.5:1.5, 2-6 4:0, 3-7 3:1, 4-8 3.5:0.5"


@each_edition(olympiad_2021_draft=("3.2", "3.2.1"), olympiad_2022=("3.2", "3.2.1"))
def test_match_points_are_the_first_ranking_criterion(edition):
    paired = pair(edition, event(8, "5-1 2.5:1.5, 6-2 2.5:1.5, 7-3 4:0, 4-8 4:0"))

    assert group_treatment(paired, 2).residents == (4, 5, 6, 7)
    assert group_treatment(paired, 0).residents == (1, 2, 3, 8)


@each_edition(olympiad_2021_draft="3.2.2", olympiad_2022="3.2.2")
def test_the_initial_number_ranks_next_and_game_points_do_not_count(edition):
    paired = pair(edition, event(8, FIRST_ROUND))

    assert group_treatment(paired, 2).residents == (1, 2, 3, 4)
    assert opponents(paired) == "1-3 2-4 5-7 6-8"


@pytest.mark.article("olympiad_2022:4.1")
def test_the_bye_goes_to_the_last_team_of_this_ranking():
    assert pair("olympiad_2022", event(5, "1-3 3:1, 2-4 4:0, bye 5")).bye == 4
