"""2022, section 4: the bye goes to the lowest ranked of the round, unlike in the draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.team_events import event, groups, pair, passed_over, reason
from topboard.model import Adjustment, NotYetEntered, Number
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarWonWithoutPlaying
from topboard.reasons.decisions import ByeGiven
from topboard.reasons.obstacles import JoinedLate


@pytest.mark.article("olympiad_2022:4.1")
def test_the_bye_goes_by_fewest_match_points_then_largest_number():
    # The smallest number is 1, the largest 3.
    assert pair("olympiad_2022", groups({2: "3", 0: "1 2"})).bye == 2


@pytest.mark.article(
    "olympiad_2022:4.2", "olympiad_2022:4.2.1", "olympiad_2022:4.2.2", "olympiad_2022:4.2.3"
)
def test_all_three_bars_are_named_from_the_bottom_upwards():
    poor = (Adjustment(Number(3), match_points=-20),)
    after = event(5, "3-? 4:0 default, 1-2 2:2, bye 4", late={5: 2}, adjustments=poor)

    given = reason(pair("olympiad_2022", after), ByeGiven)

    # 3 and 5 have no match points, the others one.
    assert given.number == 2
    assert list(passed_over(given).items()) == [
        (5, JoinedLate(2)),
        (3, ByeBarWonWithoutPlaying(1)),
        (4, ByeBarAlreadyHadBye(1)),
    ]


@pytest.mark.article("olympiad_2022:4.2.3")
def test_a_team_marked_not_yet_entered_in_round_one_joined_late():
    after = event(5, "1-3 4:0, 2-4 4:0")
    not_yet = replace(after.rounds[0], away=((Number(5), NotYetEntered()),))

    given = reason(pair("olympiad_2022", replace(after, rounds=(not_yet,))), ByeGiven)

    assert given.number == 4
    assert passed_over(given)[5] == JoinedLate(2)
