"""Score groups, the median group, the order of pairing, and who may meet whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.team_events import (
    ALL_EDITIONS,
    choice,
    event,
    floaters,
    group_treatment,
    groups,
    opponents,
    pair,
    parse_pairs,
    passed_over,
    reasons,
)
from topboard.errors import NoLegalPairing
from topboard.model import ForbiddenPair, Number
from topboard.reasons.decisions import ScoregroupSummary
from topboard.reasons.grounds import MedianSide
from topboard.reasons.obstacles import ForbiddenByOrganiser, HaveMet, RequiredElsewhere

BY_HALVES, BY_FOLD = 0, 3
"""Rounds behind the field: in 2008 the first three rounds are paired by halves."""

NO_REMATCH = {
    "olympiad_2008": "15a",
    "olympiad_2008_dresden": "15a",
    "olympiad_2009": "16a",
    "olympiad_2021_draft": "6.1",
    "olympiad_2022": "6.1",
}
ORDER_OF_GROUPS = {
    "olympiad_2008": "17",
    "olympiad_2008_dresden": "17",
    "olympiad_2009": "19",
    "olympiad_2021_draft": "6.4",
    "olympiad_2022": "6.4",
}


# --- groups ---------------------------------------------------------------------------------


@each_edition(olympiad_2009="18", olympiad_2021_draft="6.3", olympiad_2022="6.3")
def test_teams_with_the_same_match_points_form_a_scoregroup(edition):
    after = event(8, "1-5 4:0, 2-6 3:1, 7-3 2:2, 8-4 2:2")

    paired = pair(edition, after)

    assert [(r.points, set(r.residents)) for r in reasons(paired, ScoregroupSummary)] == [
        (20, {1, 2}),
        (0, {5, 6}),
        (10, {3, 4, 7, 8}),
    ]


@each_edition(
    olympiad_2008="17",
    olympiad_2008_dresden="17",
    olympiad_2009="19",
    olympiad_2021_draft="6.4",
    olympiad_2022="6.4",
)
@pytest.mark.parametrize("after", [BY_HALVES, BY_FOLD])
def test_the_forty_fifth_of_eighty_eight_teams_is_the_median(edition, after):
    paired = pair(edition, groups({12: "1..42", 11: "43 44", 10: "45..88"}, after=after))
    one_more = pair(edition, groups({12: "1..42", 11: "43..45", 10: "46..88"}, after=after))

    assert {points: group_treatment(paired, points).side for points in (12, 11, 10)} == {
        12: MedianSide.ABOVE,
        11: MedianSide.ABOVE,
        10: MedianSide.MEDIAN,
    }
    assert {points: group_treatment(one_more, points).side for points in (12, 11, 10)} == {
        12: MedianSide.ABOVE,
        11: MedianSide.MEDIAN,
        10: MedianSide.BELOW,
    }


@each_edition(
    olympiad_2008="17",
    olympiad_2008_dresden="17",
    olympiad_2009="19",
    olympiad_2021_draft="6.4",
    olympiad_2022="6.4",
)
@pytest.mark.parametrize("after", [BY_HALVES, BY_FOLD])
def test_the_team_with_the_bye_is_not_counted_for_the_median(edition, after):
    # Without the bye of 7 the teams are six and the fourth is the median.
    paired = pair(edition, groups({2: "1..3", 0: "4..7"}, after=after))

    assert paired.bye == 7
    assert group_treatment(paired, 2).side is MedianSide.ABOVE
    assert group_treatment(paired, 0).side is MedianSide.MEDIAN


@each_edition(
    olympiad_2008="17",
    olympiad_2008_dresden="17",
    olympiad_2009="19",
    olympiad_2021_draft="6.4",
    olympiad_2022="6.4",
)
@pytest.mark.parametrize("after", [BY_HALVES, BY_FOLD])
def test_groups_are_paired_top_first_then_bottom_and_the_median_last(edition, after):
    field = groups({8: "1 2", 6: "3 4", 4: "5..8", 2: "9 10", 0: "11 12"}, after=after)

    paired = pair(edition, field)

    assert [(r.points, r.side) for r in reasons(paired, ScoregroupSummary)] == [
        (80, MedianSide.ABOVE),
        (60, MedianSide.ABOVE),
        (0, MedianSide.BELOW),
        (20, MedianSide.BELOW),
        (40, MedianSide.MEDIAN),
    ]
    assert {r.article for r in reasons(paired, ScoregroupSummary)} == {ORDER_OF_GROUPS[edition]}


@each_edition(
    olympiad_2008="16",
    olympiad_2008_dresden="16",
    olympiad_2009="17",
    olympiad_2021_draft="6.2",
    olympiad_2022="6.2",
)
@pytest.mark.parametrize("after", [BY_HALVES, BY_FOLD])
def test_teams_with_equal_points_meet_where_that_is_possible(edition, after):
    field = groups({8: "1 2", 6: "3 4", 4: "5..8", 2: "9 10", 0: "11 12"}, after=after)

    paired = pair(edition, field)

    assert floaters(paired) == ""
    assert {"1-2", "3-4", "9-10", "11-12"} < set(opponents(paired).split())


@each_edition(
    olympiad_2008="16",
    olympiad_2008_dresden="16",
    olympiad_2009="17",
    olympiad_2021_draft="6.2",
    olympiad_2022="6.2",
)
@pytest.mark.parametrize("after", [BY_HALVES, BY_FOLD])
def test_teams_with_unequal_points_meet_with_the_smallest_difference(edition, after):
    field = groups({8: "1", 6: "2", 4: "3..6", 2: "7", 0: "8"}, after=after)

    paired = pair(edition, field)

    assert {"1-2", "7-8"} < set(opponents(paired).split())
    assert floaters(paired) == "1 from 8 to 6, 8 from 0 to 2"


# --- who may meet ---------------------------------------------------------------------------


@each_edition(
    olympiad_2008="15a",
    olympiad_2008_dresden="15a",
    olympiad_2009="16a",
    olympiad_2021_draft="6.1",
    olympiad_2022="6.1",
)
def test_two_teams_that_have_met_do_not_meet_again(edition):
    paired = pair(edition, groups({2: "1..4", 0: "5..8"}, met="1-3"))

    assert {"1-4", "2-3"} < set(opponents(paired).split())
    assert passed_over(choice(paired, 1, 4)) == {3: HaveMet(1)}


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_refusal_proves_that_all_have_met_and_no_legal_pairing_exists(edition):
    with pytest.raises(NoLegalPairing, match="no legal pairing") as refused:
        pair(edition, groups({2: "1 2", 0: "3 4"}, closed="1-2 1-3 2-3"))

    assert refused.value.article == NO_REMATCH[edition]
    assert refused.value.bridge == (4,)
    # Two of the three that can meet nobody but 4 are proof enough.
    assert len(refused.value.islands) >= 2
    assert set(refused.value.islands) <= {(1,), (2,), (3,)}
    assert set(refused.value.blocking) == {4, *(n for (n,) in refused.value.islands)}


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_refusal_never_rests_on_colours(edition):
    # 1, 2 and 3 may meet only 4. That all of them are due Black is no reason.
    field = groups({0: "1..4"}, closed="1-2 1-3 2-3", colours=dict.fromkeys(range(1, 5), "WW"))

    with pytest.raises(NoLegalPairing) as refused:
        pair(edition, field)

    assert refused.value.bridge == (4,)


@each_edition(
    olympiad_2008="15a",
    olympiad_2008_dresden="15a",
    olympiad_2009="16a",
    olympiad_2021_draft="6.1",
    olympiad_2022="6.1",
)
def test_an_unplayed_match_does_not_count_as_a_meeting(edition):
    one_missing = event(4, "1-2 4:0 default, 3-4 2:2", absent="3 4")
    both_missing = event(4, "3-1 4:0, 2-4 0:0 default", absent="1 3")

    assert opponents(pair(edition, one_missing)) == "1-2"
    assert opponents(pair(edition, both_missing)) == "2-4"


@each_edition(
    olympiad_2008="18",
    olympiad_2008_dresden="18",
    olympiad_2009="20",
)
def test_colour_preferences_do_not_decide_who_meets_whom(edition):
    # 1, 3, 5 and 7 would all like Black, the others White.
    white_first = {n: "W" if n % 2 else "B" for n in range(1, 9)}

    paired = pair(edition, groups({2: "1..4", 0: "5..8"}, colours=white_first))

    assert opponents(paired) == "1-3 2-4 5-7 6-8"


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_pair_forbidden_by_the_organiser_is_not_made(edition):
    paired = pair(edition, groups({0: "1..4"}, closed="1-3"))

    assert opponents(paired) == "1-4 2-3"
    assert passed_over(choice(paired, 1, 4)) == {3: ForbiddenByOrganiser()}


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_pair_is_forbidden_in_named_rounds_but_wishes_are_not_binding(edition):
    def opponents_with(**when):
        forbidden = (ForbiddenPair(Number(1), Number(3), **when),)
        return opponents(pair(edition, replace(groups({0: "1..4"}, after=1), forbidden=forbidden)))

    assert opponents_with(first=2, last=2) == "1-4 2-3"
    assert opponents_with(first=3) == "1-3 2-4"
    assert opponents_with(last=1) == "1-3 2-4"
    assert opponents_with(wish=True) == "1-3 2-4"


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_required_pair_is_made_and_its_teams_meet_nobody_else(edition):
    paired = pair(edition, groups({0: "1..6"}, required=tuple(parse_pairs("4-6"))))

    # The first of the fifteen pairings of six teams that has 4 x 6.
    assert opponents(paired) == "1-5 2-3 4-6"
    assert passed_over(choice(paired, 1, 5)) == {4: RequiredElsewhere(Number(4))}


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_required_pair_is_made_across_the_groups(edition):
    paired = pair(edition, groups({2: "1..4", 0: "5..8"}, required=tuple(parse_pairs("1-8"))))

    # 1 has to leave its group, and the lowest ranked goes with it.
    assert opponents(paired) == "1-8 2-3 4-5 6-7"
