"""The draft of 2021, section 4: the bye goes to the last of the initial list."""

from __future__ import annotations

import pytest

from tests.team_events import event, groups, opponents, pair, passed_over, reason
from topboard.model import Adjustment, Number
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarWonWithoutPlaying
from topboard.reasons.decisions import ByeGiven
from topboard.reasons.obstacles import JoinedLate


@pytest.mark.article("olympiad_2021_draft:4.1")
def test_the_bye_ignores_match_points_and_goes_to_the_last_initial_number():
    # The smallest number is 1; the lowest ranked of the round is 2.
    assert pair("olympiad_2021_draft", groups({2: "3", 0: "1 2"})).bye == 3


@pytest.mark.article(
    "olympiad_2021_draft:4.2",
    "olympiad_2021_draft:4.2.1",
    "olympiad_2021_draft:4.2.2",
    "olympiad_2021_draft:4.2.3",
)
def test_all_three_bars_are_named_from_the_list_end_upwards():
    poor = (Adjustment(Number(3), match_points=-20),)
    after = event(5, "3-? 4:0 default, 1-2 2:2, bye 4", late={5: 2}, adjustments=poor)

    given = reason(pair("olympiad_2021_draft", after), ByeGiven)

    assert given.number == 2
    assert list(passed_over(given).items()) == [
        (5, JoinedLate(2)),
        (4, ByeBarAlreadyHadBye(1)),
        (3, ByeBarWonWithoutPlaying(1)),
    ]


@pytest.mark.article("olympiad_2021_draft:4.1")
def test_the_draft_and_the_2022_rules_differ_only_in_the_bye():
    odd = groups({4: "1..4 11", 2: "5..8", 0: "9 10"})
    even = groups({4: "1..4", 2: "5..8", 0: "9 10"})

    draft, published = (pair(e, odd) for e in ("olympiad_2021_draft", "olympiad_2022"))

    assert (draft.bye, published.bye) == (11, 10)
    assert opponents(draft) == opponents(pair("olympiad_2022", even))
