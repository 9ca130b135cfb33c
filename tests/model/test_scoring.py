"""Match points and game points: matches, byes, defaults, unfinished matches, decisions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.team_events import ALL_EDITIONS, event, group_treatment, opponents, pair
from topboard.model import (
    Adjustment,
    AwardedPoints,
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    Pending,
    Round,
    Scale,
)
from topboard.systems.olympiad import points
from topboard.systems.registry import system


def match_points(edition, tournament):
    return {line.number: line.points for line in system(edition).standings(tournament).lines}


def game_points(tournament):
    return points.tally_results_and_points(tournament).game


# --- the score of a match -------------------------------------------------------------------


@each_edition(
    olympiad_2008="1",
    olympiad_2008_dresden="1",
    olympiad_2009="1",
    olympiad_2021_draft="1.1",
    olympiad_2022="1.1",
)
def test_a_win_counts_two_match_points_a_draw_one_a_loss_none(edition):
    after = event(6, "1-4 4:0, 2-5 1.5:2.5, 6-3 2:2")

    assert match_points(edition, after) == {1: 20, 5: 20, 3: 10, 6: 10, 2: 0, 4: 0}
    assert game_points(after) == {1: 40, 2: 15, 3: 20, 4: 0, 5: 25, 6: 20}


@each_edition(
    olympiad_2008="1",
    olympiad_2008_dresden="1",
    olympiad_2009="1",
    olympiad_2021_draft="1.1",
    olympiad_2022="1.1",
)
def test_match_points_come_before_game_points_in_pairing_and_standings(edition):
    # 1 and 2 won narrowly; 3 and 4 lost one match and have more game points all the same.
    after = event(
        8,
        "1-5 2.5:1.5, 2-6 2.5:1.5, 3-7 4:0, 4-8 4:0",
        "3-1 1.5:2.5, 4-2 1.5:2.5, 5-7 2:2, 6-8 2:2",
        accelerated=frozenset(),
    )

    assert [line.number for line in system(edition).standings(after).lines][:2] == [1, 2]
    assert opponents(pair(edition, after)).split()[0] == "1-2"


@each_edition(olympiad_2021_draft="4.3", olympiad_2022="4.3")
def test_the_bye_is_worth_one_match_point_and_two_game_points(edition):
    after = event(3, "1-2 4:0, bye 3")

    assert match_points(edition, after)[3] == 10
    assert game_points(after)[3] == 20


@each_edition(olympiad_2008="11", olympiad_2008_dresden="11", olympiad_2009="12")
def test_the_bye_in_the_older_editions_is_worth_the_same(edition):
    after = event(3, "2-1 2:2, bye 3")

    # All have a point; 3 had the bye, and of the others 2 is the last.
    assert match_points(edition, after) == {1: 10, 2: 10, 3: 10}
    assert game_points(after)[3] == 20
    assert pair(edition, after).bye == 2


# --- teams that did not come ----------------------------------------------------------------


@each_edition(olympiad_2008="58", olympiad_2008_dresden="58")
def test_in_2008_a_team_that_does_not_appear_loses_on_all_boards(edition):
    score = system(edition).articles["58"](4, 3)

    assert score == (40, 0)


@each_edition(olympiad_2009="45")
def test_in_2009_opponents_of_a_missing_team_score_a_point_per_player_present(edition):
    score = system(edition).articles["45"]

    assert score(4, 4) == (40, 0)
    assert score(4, 3) == (30, 0)


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_forfeited_match_is_won_and_lost(edition):
    after = event(6, "1-4 3:0 default, 2-5 0:4 default, 6-3 0:0 default")

    assert match_points(edition, after) == {1: 20, 5: 20, 2: 0, 3: 0, 4: 0, 6: 0}
    assert game_points(after) == {1: 30, 2: 0, 3: 0, 4: 0, 5: 40, 6: 0}


# --- unfinished matches ---------------------------------------------------------------------


@each_edition(
    olympiad_2008="12",
    olympiad_2008_dresden="12",
    olympiad_2009="13",
    olympiad_2021_draft="5.1",
    olympiad_2022="5.1",
)
def test_unfinished_games_are_draws_for_pairing(edition):
    after = event(
        8,
        "1-5 1.5:0.5 unfinished, 2-6 1:1 unfinished, 3-7 0:0 unfinished, 4-8 0:3 unfinished",
        accelerated=frozenset(),
    )

    # 1 leads 2.5-1.5, 2-6 and 3-7 stand 2-2, 8 leads 3.5-0.5.
    paired = pair(edition, after)

    assert set(group_treatment(paired, 2).residents) == {1, 8}
    assert set(group_treatment(paired, 1).residents) == {2, 3, 6, 7}
    assert set(group_treatment(paired, 0).residents) == {4, 5}
    assert game_points(after) == {1: 25, 2: 20, 3: 20, 4: 5, 5: 15, 6: 20, 7: 20, 8: 35}


@each_edition(
    olympiad_2008="12",
    olympiad_2008_dresden="12",
    olympiad_2009="13",
    olympiad_2021_draft="5.1",
    olympiad_2022="5.1",
)
def test_an_unfinished_match_counts_as_a_meeting_and_for_colours(edition):
    after = event(4, "1-3 0:0 unfinished, 4-2 0:0 unfinished", accelerated=frozenset())

    paired = pair(edition, after)

    # 1 and 4 have had White, 2 and 3 Black: the higher ranked of each two changes.
    assert opponents(paired) == "1-4 2-3"
    assert {(p.white, p.black) for p in paired.pairs} == {(4, 1), (2, 3)}


@each_edition(olympiad_2021_draft="5.2", olympiad_2022="5.2")
def test_a_pairing_made_early_stays_valid_when_the_final_result_arrives(edition):
    early = event(4, "1-3 0:0 unfinished, 2-4 4:0")
    then = pair(edition, early)
    finished = Meeting(Number(1), Number(3), 40, 0, paired_as=(0, 0))
    first = replace(early.rounds[0], meetings=(finished, early.rounds[0].meetings[1]))
    second = Round(2, tuple(Meeting(p.white, p.black, 20, 20) for p in then.pairs))
    later = replace(early, rounds=(first, second))

    again = pair(edition, later.before(2))

    # With the true result 1 and 2 would have met; 1-3 was drawn when round 2 was paired.
    assert opponents(again) == opponents(then) == "1-2 3-4"
    assert match_points(edition, later.before(2)) == {2: 20, 1: 10, 3: 10, 4: 0}
    assert match_points(edition, later)[1] == 30


# --- what a person decided ------------------------------------------------------------------


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_points_added_by_a_ruling_count_in_the_rounds_it_names(edition):
    change = Adjustment(Number(4), match_points=10, game_points=-5, known_from=2, last=2)
    before = event(4, adjustments=(change,))
    during = event(4, "1-3 2:2, 2-4 2:2", adjustments=(change,))
    later = event(4, "1-3 2:2, 2-4 2:2", "1-2 2:2, 3-4 2:2", adjustments=(change,))

    assert match_points(edition, before)[4] == 0
    assert match_points(edition, during)[4] == 20
    assert game_points(during)[4] == 15
    assert match_points(edition, later)[4] == 20
    assert game_points(later)[4] == 40


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_awarded_points_replace_the_usual_ones_and_the_last_award_counts(edition):
    played = "1-3 4:0, 2-4 2:2"
    first = AwardedPoints(Number(1), 1, match_points=0)
    last = AwardedPoints(Number(1), 1, match_points=10, game_points=15)
    to_come = AwardedPoints(Number(2), 2, match_points=20)
    only_games = AwardedPoints(Number(3), 1, game_points=25)

    after = event(4, played, awarded=(first, last, to_come, only_games))

    assert match_points(edition, after) == {1: 10, 2: 10, 4: 10, 3: 0}
    assert game_points(after) == {1: 15, 2: 20, 3: 25, 4: 20}


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_awarded_points_replace_those_of_their_own_round(edition):
    award = AwardedPoints(Number(1), 1, match_points=0, game_points=0)

    after = event(4, "1-3 4:0, 2-4 2:2", "2-1 1.5:2.5, 3-4 2:2", awarded=(award,))

    assert match_points(edition, after)[1] == 20
    assert game_points(after)[1] == 25


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_an_event_may_have_its_own_match_points_and_the_bye_keeps_its_value(edition):
    after = event(7, "1-4 4:0, 2-5 2:2, 3-6 0:4 default, bye 7", match_scale=Scale(30, 10, 0))

    assert match_points(edition, after) == {1: 30, 6: 30, 2: 10, 5: 10, 7: 10, 3: 0, 4: 0}


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_an_event_may_announce_what_a_bye_and_a_forfeit_are_worth(edition):
    scale = Scale(20, 10, 0, bye=15, won_by_default=18, lost_by_default=3)

    after = event(7, "1-4 4:0, 2-5 2:2, 3-6 0:4 default, bye 7", match_scale=scale)

    assert match_points(edition, after) == {1: 20, 6: 18, 7: 15, 2: 10, 5: 10, 3: 3, 4: 0}


def test_a_requested_bye_counts_as_the_arbiter_granted_it():
    away = ((Number(1), FullPointBye()), (Number(2), HalfPointBye()))
    after = replace(event(4), rounds=(Round(1, (), away),))

    counted = points.tally_results_and_points(after)
    assert counted.match == {1: 20, 2: 10, 3: 0, 4: 0}
    assert counted.game == {1: 40, 2: 20, 3: 0, 4: 0}


def test_a_match_without_a_result_has_no_points_yet():
    waiting = Meeting(Number(1), Number(2), 40, 0, Manner.PENDING)
    after = replace(event(2), rounds=(Round(1, (waiting,)),))

    counted = points.tally_results_and_points(after)
    assert isinstance(counted.rows[Number(1)][0], Pending)
    assert counted.match == counted.game == {1: 0, 2: 0}
