"""Who has the bye, and who may not have it."""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.team_events import (
    ALL_EDITIONS,
    event,
    groups,
    numbers,
    opponents,
    pair,
    passed_over,
    reason,
    reasons,
)
from topboard.errors import NoLegalPairing
from topboard.model import Adjustment, ByeRuling, Number
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarRuling, ByeBarWonWithoutPlaying
from topboard.reasons.decisions import ByeGiven
from topboard.reasons.obstacles import JoinedLate, LeavesUnpairable, RequiredElsewhere


def bye_rulings(text, *, allowed, first=1, last=99):
    return tuple(ByeRuling(n, allowed, first, last) for n in numbers(text))


def bye(edition, tournament):
    return reason(pair(edition, tournament), ByeGiven)


# --- to whom it goes ------------------------------------------------------------------------


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.1",
    olympiad_2022="4.1",
)
def test_the_last_of_eighty_five_teams_gets_the_bye_in_round_one(edition, article):
    paired = pair(edition, event(85))

    assert paired.bye == 85
    assert len(paired.pairs) == 42
    given = reason(paired, ByeGiven)
    assert (given.article, given.number, given.passed_over) == (article, 85, ())


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.1",
    olympiad_2022="4.1",
)
def test_an_even_field_has_no_bye(edition):
    paired = pair(edition, event(6))
    odd = pair(edition, event(6, absent="3"))

    assert paired.bye is None
    assert reasons(paired, ByeGiven) == []
    assert odd.bye == 6


@each_edition(olympiad_2008="11", olympiad_2008_dresden="11", olympiad_2022="4.1")
def test_later_the_last_number_of_the_lowest_group_gets_the_bye(edition):
    after = event(5, "1-3 4:0, 2-4 3:1, bye 5", accelerated=frozenset())

    # 3 and 4 lost; that 3 has fewer game points does not matter.
    assert bye(edition, after).number == 4


# --- who may not have it --------------------------------------------------------------------


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.2.1",
    olympiad_2022="4.2.1",
)
def test_nobody_gets_the_bye_twice(edition):
    given = bye(edition, event(3, "1-2 2:2, bye 3", accelerated=frozenset()))

    assert given.number == 2
    assert passed_over(given) == {3: ByeBarAlreadyHadBye(1)}


@each_edition(
    olympiad_2008="15b",
    olympiad_2008_dresden="15b",
    olympiad_2009="16b",
    olympiad_2021_draft="4.2.2",
    olympiad_2022="4.2.2",
)
def test_a_team_that_won_by_forfeit_gets_no_bye(edition):
    even_again = (Adjustment(Number(3), -20, -40),)
    after = event(3, "", "3-? 4:0 default", adjustments=even_again, accelerated=frozenset())

    given = bye(edition, after)

    assert given.number == 2
    assert passed_over(given) == {3: ByeBarWonWithoutPlaying(2)}


@each_edition(
    olympiad_2008="15b",
    olympiad_2008_dresden="15b",
    olympiad_2009="16b",
    olympiad_2021_draft="4.2.2",
    olympiad_2022="4.2.2",
)
def test_a_forfeit_loss_or_double_forfeit_does_not_bar_from_the_bye(edition):
    lost = event(5, "1-5 4:0 default, 2-3 2:2, out 4", accelerated=frozenset())
    nobody = event(5, "1-2 2:2, 3-5 0:0 default, out 4", accelerated=frozenset())

    assert bye(edition, lost).number == 5
    assert bye(edition, nobody).number == 5


@each_edition(olympiad_2021_draft="4.2.3", olympiad_2022="4.2.3")
def test_a_team_that_joined_after_round_one_gets_no_bye(edition):
    given = bye(edition, event(5, "1-3 2:2, 2-4 2:2", late={5: 2}))

    assert given.number == 4
    assert passed_over(given) == {5: JoinedLate(2)}


@each_edition(olympiad_2008="11", olympiad_2008_dresden="11", olympiad_2009="12")
def test_before_2022_a_late_team_may_get_the_bye(edition):
    after = event(5, "1-3 2:2, 2-4 2:2", late={5: 2}, accelerated=frozenset())

    assert bye(edition, after).number == 5


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.2",
    olympiad_2022="4.2",
)
def test_the_bye_goes_to_the_next_group_if_the_lowest_is_barred(edition):
    given = bye(
        edition, groups({2: "1 2 3", 0: "4 5"}, bye_rulings=bye_rulings("4 5", allowed=False))
    )

    assert given.number == 3
    assert passed_over(given) == {5: ByeBarRuling(), 4: ByeBarRuling()}


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.2",
    olympiad_2022="4.2",
)
def test_if_nobody_may_have_the_bye_there_is_no_legal_pairing(edition):
    barred = event(3, bye_rulings=bye_rulings("1 2 3", allowed=False))

    with pytest.raises(NoLegalPairing, match="no team may have the bye") as refused:
        pair(edition, barred)

    assert (
        refused.value.article
        == {
            "olympiad_2008": "11",
            "olympiad_2008_dresden": "11",
            "olympiad_2009": "12",
            "olympiad_2021_draft": "4.1",
            "olympiad_2022": "4.1",
        }[edition]
    )


# --- rulings and the rest of the round ------------------------------------------------------


@each_edition(
    olympiad_2008="15b",
    olympiad_2008_dresden="15b",
    olympiad_2009="16b",
    olympiad_2021_draft="4.2.2",
    olympiad_2022="4.2.2",
)
def test_a_ruling_lifts_the_bar_of_an_unplayed_win_in_named_rounds(edition):
    def bye_with(rulings):
        even_again = (Adjustment(Number(3), -20, -40),)
        return bye(
            edition,
            event(
                3,
                "3-? 4:0 default",
                adjustments=even_again,
                accelerated=frozenset(),
                bye_rulings=rulings,
            ),
        ).number

    assert bye_with(bye_rulings("3", allowed=True)) == 3
    assert bye_with(bye_rulings("3", allowed=True, first=2, last=2)) == 3
    assert bye_with(bye_rulings("3", allowed=True, first=3)) == 2
    assert bye_with(bye_rulings("3", allowed=True, last=1)) == 2
    assert bye_with(bye_rulings("1", allowed=True)) == 2


@each_edition(olympiad_2021_draft="4.2.3", olympiad_2022="4.2.3")
def test_a_ruling_lifts_the_bar_on_a_late_team(edition):
    after = event(
        5, "1-3 2:2, 2-4 2:2", late={5: 2}, bye_rulings=bye_rulings("5", allowed=True, first=2)
    )

    assert bye(edition, after).number == 5


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.2.1",
    olympiad_2022="4.2.1",
)
def test_no_ruling_gives_a_second_bye(edition):
    after = event(
        3, "1-2 2:2, bye 3", bye_rulings=bye_rulings("3", allowed=True), accelerated=frozenset()
    )

    assert bye(edition, after).number == 2


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_bar_by_ruling_holds_in_the_rounds_it_names(edition):
    def bye_with(**when):
        return bye(
            edition, event(3, "", bye_rulings=bye_rulings("3", allowed=False, **when))
        ).number

    assert bye_with() == 2
    assert bye_with(first=2, last=2) == 2
    assert bye_with(first=3) == 3
    assert bye_with(last=1) == 3


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.2",
    olympiad_2022="4.2",
)
def test_the_bye_skips_a_team_that_the_others_need_to_be_paired(edition):
    given = bye(edition, groups({0: "1 2 3"}, closed="1-2"))

    assert given.number == 2
    assert list(passed_over(given)) == [3]
    assert isinstance(passed_over(given)[3], LeavesUnpairable)


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_team_that_is_required_to_meet_another_gets_no_bye(edition):
    paired = pair(edition, event(3, required=((Number(2), Number(3)),)))

    assert paired.bye == 1
    assert opponents(paired) == "2-3"
    assert passed_over(reason(paired, ByeGiven)) == {
        3: RequiredElsewhere(Number(3)),
        2: RequiredElsewhere(Number(2)),
    }
