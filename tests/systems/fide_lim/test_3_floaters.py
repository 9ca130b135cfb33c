"""Article 3: who floats, and whom floaters meet."""

from __future__ import annotations

import pytest

from tests.player_events import event
from tests.systems.fide_lim.cards import (
    card,
    cards,
    floaters,
    of_round,
    opponents,
    pair_cards,
    pair_group,
    parse_numbers,
    situation,
)
from tests.team_events import reasons
from topboard.model import Number
from topboard.reasons.decisions import OpponentChoice, ScoregroupSummary
from topboard.reasons.grounds import FloaterType, MedianSide
from topboard.reasons.obstacles import (
    FloatedLastRound,
    LeavesUnpairable,
    MoreDisadvantaged,
    NotDueMajorityColour,
    PassedOver,
    SameColourDue,
)
from topboard.systems.fide_lim.fide_lim_2026 import prepare_field
from topboard.systems.fide_lim.floaters import has_opponent_in_next_group


def pairs_with_articles(made):
    """Who met whom, with the article, in the order in which they were paired."""
    return [(r.chooser, r.chosen, r.article) for r in made.reasons if isinstance(r, OpponentChoice)]


# --- to make the number even --------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:3.2.4")
def test_the_lowest_numbered_floats_down_and_the_highest_numbered_floats_up():
    before = situation(cards("1..7"))

    down = pair_group(before, MedianSide.ABOVE, "1..5", next_="6 7")
    up = pair_group(before, MedianSide.BELOW, "7 6 5 4 3", next_="1 2")

    assert [(r.number, r.article, r.passed_over) for r in floaters(down)] == [(5, "3.2.4", ())]
    assert [(r.number, r.article, r.passed_over) for r in floaters(up)] == [(3, "3.2.4", ())]


@pytest.mark.article("fide_lim_2026:3.2.2")
def test_a_player_not_due_the_majority_colour_is_passed_over():
    people = [card(n, 20, had) for n, had in enumerate("BWBBW", start=1)]

    made = pair_group(situation([*people, *cards("6 7")]), MedianSide.ABOVE, "1..5", next_="6 7")

    (floated,) = floaters(made)
    assert (floated.article, floated.due) == ("3.2.2", people[1].had[0])
    assert floated.passed_over == (PassedOver(Number(5), NotDueMajorityColour(people[1].had[0])),)


@pytest.mark.article("fide_lim_2026:3.2.3")
def test_obstructing_ratings_are_cited_with_their_article():
    people = [card(n, 20, had, rating=3000 - 200 * n) for n, had in enumerate("BWBBW", start=1)]

    made = pair_group(
        situation([*people, *cards("6 7")], maxi=True), MedianSide.ABOVE, "1..5", next_="6 7"
    )

    assert [(r.number, r.article) for r in floaters(made)] == [(5, "3.2.3")]


# --- opponents in the next group ----------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:3.3")
def test_opponents_needed_by_floaters_ahead_do_not_count():
    # 1 can only meet 6, and 2 meets 6 or 7: when 1 is ahead, 2 still has 7.
    before = situation(cards("1..3 6 7"), "1-7 3-7")
    below = parse_numbers("6 7")

    assert has_opponent_in_next_group(before, 2, [1], below)
    assert not has_opponent_in_next_group(before, 3, [1], below)
    assert has_opponent_in_next_group(before, 3, [], below)
    # 2 ahead may take 7, so that 3 has 6; but not when 1 needs it too.
    assert has_opponent_in_next_group(before, 3, [2], below)
    assert not has_opponent_in_next_group(before, 3, [1, 2], below)


@pytest.mark.article("fide_lim_2026:3.3")
def test_the_second_floater_is_chosen_with_the_first_one_ahead():
    # Two leave, of 1 … 4 who have all met: 3 and 4 have only 6, and 4 has gone first, but 3 would
    # be paired before him.
    before = situation(cards("1..4 6 7"), "1-2 1-3 1-4 2-3 2-4 3-4 4-7 3-7")

    made = pair_group(before, MedianSide.ABOVE, "1..4", next_="6 7")

    assert [(r.number, r.floater_type) for r in floaters(made)] == [
        (4, FloaterType.D),
        (3, FloaterType.D),
        (2, FloaterType.D),
        (1, FloaterType.D),
    ]
    up = pair_group(before, MedianSide.BELOW, "4 3 2 1", next_="6 7")
    assert [(r.number, r.floater_type) for r in floaters(up)][2:] == [
        (3, FloaterType.D),
        (4, FloaterType.D),
    ]


@pytest.mark.article("fide_lim_2026:3.4")
def test_the_highest_numbered_player_with_an_opponent_above_floats_up():
    before = situation(cards("1 2 5..7"), "5-1 5-2")

    made = pair_group(before, MedianSide.BELOW, "7 6 5", next_="1 2")

    (floated,) = floaters(made)
    assert (floated.number, floated.article) == (6, "3.9.2")
    assert floated.passed_over == (PassedOver(Number(5), MoreDisadvantaged(FloaterType.C)),)


@pytest.mark.article("fide_lim_2026:2.3")
def test_a_floater_stays_in_the_next_group_or_floats_on():
    # 1 floated into the group and has an opponent in it: nobody leaves.
    kept = pair_group(situation(cards("1 3..7")), MedianSide.ABOVE, "3..5", "1", next_="6 7")
    # 1 has met all of them and leaves first; then one has to leave to make the number even.
    onward = pair_group(
        situation(cards("1 3..7"), "1-3 1-4 1-5"), MedianSide.ABOVE, "3..5", "1", next_="6 7"
    )

    assert kept.leavers == ()
    assert [(r.number, r.article, r.floater_type) for r in floaters(onward)] == [
        (1, "3.5", FloaterType.B),
        (5, "3.2.4", FloaterType.D),
    ]


# --- the types ----------------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:3.9.1", "fide_lim_2026:3.9", "fide_lim_2026:3.9.2")
def test_the_four_floater_types_are_avoided_in_order():
    # 1 and 2 floated into the group; 1 and 3 have met the next one.
    closed = "1-6 1-7 3-6 3-7"
    before = situation(cards("1..4 6 7"), closed)

    made = pair_group(before, MedianSide.ABOVE, "3 4", "1 2", next_="6 7")
    three = pair_group(before, MedianSide.ABOVE, "3", "1 2", next_="6 7")
    floated_only = pair_group(
        situation(cards("1..7"), closed), MedianSide.ABOVE, "", "1 2 5", next_="6 7"
    )

    assert made.leavers == ()
    # Of a, b and c it is c who floats.
    assert [(r.number, r.floater_type) for r in floaters(three)] == [(3, FloaterType.C)]
    # Of a and b it is b.
    assert [(r.number, r.floater_type) for r in floaters(floated_only)] == [(5, FloaterType.B)]
    alone = pair_group(before, MedianSide.ABOVE, "", "1", next_="6 7")
    assert [(r.number, r.floater_type) for r in floaters(alone)] == [(1, FloaterType.A)]


# --- who floated in the last round --------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:3.10")
def test_a_player_who_played_a_different_score_has_floated():
    tournament = event(8, "1-5 1:0, 6-2 0:1, 3-7 1:0, 8-4 =", "1-8 =, 4-5 =, 2-6 +:-, bye 3, out 7")

    before = prepare_field(tournament)

    # 1 and 4 had more than their opponents; 2 and 6 did not play.
    assert before.floated == {1, 8, 4, 5}
    people = [card(n, floated=n > 3) for n in range(1, 6)]
    made = pair_group(situation([*people, *cards("6 7")]), MedianSide.ABOVE, "1..5", next_="6 7")
    (floated,) = floaters(made)
    assert (floated.number, floated.article) == (3, "3.10")
    assert floated.passed_over == tuple(PassedOver(Number(n), FloatedLastRound()) for n in (5, 4))


@pytest.mark.article("fide_lim_2026:3.10.1")
def test_a_player_floats_again_if_that_avoids_a_worse_type():
    # 4 has met the next group; 5 floated in the last round, as all others did.
    people = [card(n, floated=n != 4) for n in range(1, 6)]
    before = situation([*people, *cards("6 7")], "4-6 4-7")

    made = pair_group(before, MedianSide.ABOVE, "1..5", next_="6 7")

    assert list(made.leavers) == [5]


@pytest.mark.article("fide_lim_2026:3.10.2")
def test_a_player_floats_again_if_a_pair_would_otherwise_be_lost():
    # 3 has met 1 and 2: without 1 or 2 no pair would be left.
    people = [card(1), card(2), card(3, floated=True)]
    before = situation([*people, *cards("6 7")], "3-1 3-2")

    made = pair_group(before, MedianSide.ABOVE, "1..3", next_="6 7")

    assert list(made.leavers) == [3]
    assert opponents(made.pairs) == "1-2"
    # And who is kept for a pair is named with the proof.
    before = situation([card(1, floated=True), card(2), card(3), *cards("6 7")], "1-2 1-3")
    (floated,) = floaters(pair_group(before, MedianSide.ABOVE, "1..3", next_="6 7"))
    assert floated.number == 1
    assert [p.candidate for p in floated.passed_over] == [3, 2]
    assert isinstance(floated.passed_over[0].obstacle, LeavesUnpairable)


# --- whom floaters meet -------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:3.6", "fide_lim_2026:3.6.1", "fide_lim_2026:3.6.2")
def test_floaters_from_above_are_paired_first_in_order_of_score_and_number():
    # 9 with 4 points and 1, 2 with 3 have met each other and come to the group of 2½.
    people = [card(9, 40), *cards("1 2", 30), *cards("3..8", 25), *cards("10 11", 10)]
    closed = "9-1 9-2 1-2"

    paired = pair_cards(people, closed)

    opened_25 = next(r for r in reasons(paired, ScoregroupSummary) if r.points == 25)
    assert opened_25.from_above == (9, 1, 2)
    assert pairs_with_articles(paired)[:3] == [(9, 3, "3.8"), (1, 4, "3.8"), (2, 5, "3.8")]


@pytest.mark.article("fide_lim_2026:3.7", "fide_lim_2026:3.7.1", "fide_lim_2026:3.7.2")
def test_floaters_from_below_are_paired_first_starting_with_the_lowest():
    people = [*cards("1 2", 30), *cards("3..8 12", 15), *cards("10 11", 10), card(9, 0)]

    paired = pair_cards(people, "9-10 9-11 10-11")

    opened_15 = next(r for r in reasons(paired, ScoregroupSummary) if r.points == 15)
    assert opened_15.from_below == (9, 11, 10)
    upward = [r for r in pairs_with_articles(paired) if r[2] == "3.8"]
    assert upward == [(9, 12, "3.8"), (11, 8, "3.8"), (10, 7, "3.8")]


@pytest.mark.article("fide_lim_2026:3.6.3", "fide_lim_2026:3.7.3", "fide_lim_2026:3.8")
def test_in_the_median_floaters_from_above_precede_those_from_below():
    people = [card(1, 30), *cards("2..7", 20), card(8, 10)]

    paired = pair_cards(people)

    assert pairs_with_articles(paired)[:2] == [(1, 2, "3.8"), (8, 7, "3.8")]
    assert of_round(paired) == "1-2 3-5 4-6 7-8"


@pytest.mark.article("fide_lim_2026:3.8")
def test_a_floater_meets_a_player_due_the_other_colour_if_possible():
    people = [card(1, 30, "WB"), card(2, 20, "WB"), card(3, 20, "BW"), card(4, 20, "WB")]
    people += [card(5, 20, "BW"), card(6, 20, "BW")]

    paired = pair_cards(people)
    first = reasons(paired, OpponentChoice)[0]

    assert (first.chooser, first.chosen) == (1, 3)
    (passed,) = first.passed_over
    assert (passed.candidate, type(passed.obstacle)) == (2, SameColourDue)


@pytest.mark.article("fide_lim_2026:3.8")
def test_in_a_maxi_event_colours_count_only_within_a_hundred_rating_points():
    people = [card(1, 30, "WB"), card(2, 20, "WB", rating=2300), card(3, 20, "BW", rating=2199)]
    people += [card(4, 20, "BW", rating=2200)]

    assert pairs_with_articles(
        pair_cards([*people[:3], card(4, 20, "BW", rating=2000)], maxi=True)
    )[0][:2] == (1, 2)
    assert pairs_with_articles(pair_cards(people, maxi=True))[0][:2] == (1, 4)
    assert pairs_with_articles(pair_cards(people))[0][:2] == (1, 3)


def test_a_floater_without_a_suitable_opponent_meets_the_first_available():
    people = [card(1, 30, "WB"), card(2, 20, "WB"), card(3, 20, "WB"), card(4, 20, "WB")]

    assert pairs_with_articles(pair_cards(people, "1-2"))[0] == (1, 3, "3.8")
