"""Rounds worked out by hand from the texts and their reading."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.oracle.olympiad import (
    EDITIONS,
    OracleNoPairing,
    median_score,
    oracle_pair,
)
from tests.oracle.olympiad_cases import field, match, opponents, pairs, rounds, score_groups
from tests.oracle.olympiad_record import upper_half
from topboard.model import (
    Adjustment,
    ByeRuling,
    Colour,
    ForbiddenPair,
    Manner,
    Number,
    Request,
    Tournament,
    Withdrawn,
)

IN_HALVES = ("olympiad_2009", "olympiad_2021_draft", "olympiad_2022")
FOLD = ("olympiad_2008", "olympiad_2008_dresden")


# --- who takes part, and the bye ----------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_of_eighty_five_teams_has_the_bye_in_round_one(edition):
    paired = oracle_pair(field(85), edition)

    assert paired.bye == 85
    assert len(paired.pairs) == 42


@pytest.mark.parametrize("edition", EDITIONS)
def test_absent_withdrawn_and_not_yet_entered_teams_are_not_paired(edition):
    tournament = field(8, *rounds([], []))
    late = replace(tournament.competitors[0], joined=4)
    away = replace(
        tournament,
        competitors=(late, *tournament.competitors[1:]),
        requests=(
            Request(Number(2), 3),
            Request(Number(3), 2, Withdrawn()),
            Request(Number(4), 2),
        ),
    )

    paired = oracle_pair(away, edition)

    assert {n for pair in paired.pairs for n in pair} | {paired.bye} == {4, 5, 6, 7, 8}


@pytest.mark.parametrize(
    ("edition", "bye"),
    [("olympiad_2009", 2), ("olympiad_2022", 2), ("olympiad_2021_draft", 3)],
)
def test_only_the_draft_ignores_match_points_in_choosing_the_bye(edition, bye):
    assert oracle_pair(score_groups({2: [3], 0: [1, 2]}), edition).bye == bye


def test_in_2009_fewer_game_points_rank_below_a_larger_number():
    tournament = score_groups({0: [1, 2, 3]})
    poor = Adjustment(Number(2), game_points=-5)

    paired = oracle_pair(replace(tournament, adjustments=(poor,)), "olympiad_2009")

    assert paired.bye == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_team_that_had_a_bye_or_a_forfeit_win_is_passed_over(edition):
    first = [match(1, 4, "0-4", Manner.DEFAULT), match(2, 3, "4-0")]
    tournament = field(5, *rounds(first, byes={1: 5}), accelerated=frozenset())

    # 4 won by default, 5 had the bye; of the others 1 and 3 lost.
    assert oracle_pair(tournament, edition).bye == 3


def test_a_ruling_bars_from_the_bye_or_lifts_the_forfeit_win_bar():
    first = [match(1, 4, "0-3", Manner.DEFAULT), match(2, 3, "3-1")]
    tournament = field(5, *rounds(first, byes={1: 5}))
    barred = ByeRuling(Number(3), allowed=False, first=2, last=2)
    lifted = ByeRuling(Number(4), allowed=True)
    no_longer = ByeRuling(Number(3), allowed=False, first=1, last=1)

    def bye(*rulings: ByeRuling) -> Number | None:
        return oracle_pair(replace(tournament, bye_rulings=rulings), "olympiad_2022").bye

    assert bye(barred) == 1
    assert bye(no_longer) == 3
    # 4 has the points of its default win and stands above 1 and 3, so the latter still go first.
    assert bye(lifted, barred, replace(barred, number=Number(1))) == 4
    assert bye(barred, replace(barred, number=Number(1))) == 2


@pytest.mark.parametrize(("edition", "bye"), [("olympiad_2009", 5), ("olympiad_2022", 4)])
def test_from_2022_a_team_that_joined_late_has_no_bye(edition, bye):
    tournament = field(5, *rounds([match(1, 3, "2-2"), match(2, 4, "2-2")]))
    late = replace(tournament.competitors[4], joined=2)

    joined = replace(tournament, competitors=(*tournament.competitors[:4], late))

    assert oracle_pair(joined, edition).bye == bye


def test_a_higher_team_gets_the_bye_if_the_rest_could_not_be_paired():
    tournament = score_groups({0: [1, 2, 3]}, forbid=[(1, 2)])

    assert oracle_pair(tournament, "olympiad_2022").bye == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_without_a_complete_pairing_is_not_paired(edition):
    forbid = [(1, 2), (1, 3), (2, 3)]

    with pytest.raises(OracleNoPairing):
        oracle_pair(score_groups({0: [1, 2, 3, 4]}, forbid=forbid), edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_a_team_eligible_for_the_bye_there_is_no_round(edition):
    barred = tuple(ByeRuling(Number(n), allowed=False) for n in (1, 2, 3))

    with pytest.raises(OracleNoPairing):
        oracle_pair(field(3, bye_rulings=barred), edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_teams_give_an_empty_round_and_a_single_team_the_bye(edition):
    assert oracle_pair(field(0), edition).pairs == frozenset()
    assert oracle_pair(field(1), edition).bye == 1


def test_a_forfeited_match_is_not_a_meeting_and_a_request_is_not_binding():
    first = [match(1, 2, "4-0", Manner.DEFAULT), match(3, 4, "0-0", Manner.BOTH_DEFAULTED)]
    tournament = field(4, *rounds(first))
    wished = ForbiddenPair(Number(2), Number(4), wish=True)

    paired = oracle_pair(replace(tournament, forbidden=(wished,)), "olympiad_2022")

    # 1 stands alone on top and is paired with the first of the others, which is 2 again.
    assert opponents(paired) == pairs("1-2 3-4")
    past = ForbiddenPair(Number(1), Number(2), last=1)
    assert oracle_pair(replace(tournament, forbidden=(past,)), "olympiad_2022") == paired
    now = ForbiddenPair(Number(1), Number(2), first=2, last=2)
    forbidden = oracle_pair(replace(tournament, forbidden=(now,)), "olympiad_2022")
    assert opponents(forbidden) == pairs("1-3 2-4")


# --- the groups and the median ------------------------------------------------------------


def test_the_forty_fifth_of_eighty_eight_teams_is_the_median_team():
    ranked = [Number(n) for n in range(1, 89)]
    points = {n: 110 if n <= 44 else 100 for n in ranked}

    assert median_score(ranked, points) == 100


@pytest.mark.parametrize("edition", IN_HALVES)
def test_the_lower_of_the_two_middle_teams_is_the_median_team(edition):
    tournament = score_groups({2: [1, 2, 3], 0: [4, 5, 6]}, forbid=[(3, 4)])

    # 3 floats down to the median group; were the upper group the median, 4 would float up.
    assert opponents(oracle_pair(tournament, edition)) == pairs("1-2 3-5 4-6")


@pytest.mark.parametrize("edition", IN_HALVES)
def test_two_rounds_with_eight_teams_when_the_favorites_win(edition):
    first = oracle_pair(field(8, lot=Colour.WHITE), edition)
    assert first.pairs == {(1, 5), (6, 2), (3, 7), (8, 4)}

    results = [match(1, 5, "4-0"), match(6, 2, "0-4"), match(3, 7, "4-0"), match(8, 4, "0-4")]
    second = oracle_pair(field(8, *rounds(results)), edition)

    assert second.pairs == {(3, 1), (2, 4), (5, 7), (8, 6)}
    assert second.floaters == ()


@pytest.mark.parametrize("edition", IN_HALVES)
def test_above_the_median_the_floater_chooses_before_the_leaver_is_determined(edition):
    groups = {3: [1], 2: [2, 3, 4, 5], 1: range(6, 15)}

    paired = oracle_pair(score_groups(groups, forbid=[(3, 4)]), edition)

    # With 5 leaving, 1-2 would force 3-4; so 4 leaves and meets the highest of the median group.
    assert opponents(paired) == pairs("1-2 3-5 4-6 7-11 8-12 9-13 10-14")
    assert paired.floaters == ((1, 30, 20), (4, 20, 10))


@pytest.mark.parametrize("edition", IN_HALVES)
def test_below_the_median_the_leaver_is_determined_before_the_floater_chooses(edition):
    groups = {3: range(1, 10), 2: [10, 11, 12, 13], 1: [14]}

    paired = oracle_pair(score_groups(groups, forbid=[(11, 12)]), edition)

    # The mirror image of the case above would be 14-13, 11 leaving, 10-12.
    assert opponents(paired) == pairs("12-14 11-13 9-10 1-5 2-6 3-7 4-8")
    assert paired.floaters == ((10, 20, 30), (14, 10, 20))


@pytest.mark.parametrize("edition", IN_HALVES)
def test_a_leaver_that_has_met_the_whole_next_group_stays_and_another_leaves(edition):
    groups = {3: [1, 2, 3], 2: [4, 5], 1: range(6, 15)}

    paired = oracle_pair(score_groups(groups, forbid=[(3, 4), (3, 5)]), edition)

    assert opponents(paired) >= pairs("1-3 2-4")
    assert (2, 30, 20) in paired.floaters


@pytest.mark.parametrize("edition", IN_HALVES)
def test_if_all_have_met_the_whole_next_group_the_lowest_floats_further(edition):
    groups = {3: [1, 2, 3], 2: [4, 5], 1: range(6, 13)}
    forbid = [(a, b) for a in (1, 2, 3) for b in (4, 5)]

    paired = oracle_pair(score_groups(groups, forbid=forbid), edition)

    assert opponents(paired) == pairs("1-2 4-5 3-6 7-10 8-11 9-12")
    assert paired.floaters == ((3, 30, 10),)


@pytest.mark.parametrize("edition", IN_HALVES)
def test_the_older_floater_chooses_first_and_the_other_moves_on(edition):
    groups = {4: [1], 3: [2, 3], 2: [4, 5, 6], 1: range(7, 17)}
    forbid = [(1, 2), (1, 3), (2, 3), (1, 5), (1, 6), (3, 5), (3, 6)]

    paired = oracle_pair(score_groups(groups, forbid=forbid), edition)

    # 1, 2 and 3 arrive among 4, 5 and 6; 1 and 3 can meet 4 alone, so 3 moves on, and one
    # resident with it since six teams cannot leave one.
    assert opponents(paired) >= pairs("1-4 2-5 3-7 6-8")
    assert (3, 30, 10) in paired.floaters
    assert (6, 20, 10) in paired.floaters


@pytest.mark.parametrize("edition", IN_HALVES)
def test_an_earlier_group_gives_way_if_the_median_could_not_be_paired(edition):
    results = [match(1, 4, "3-1"), match(5, 2, "2-2"), match(3, 6, "3-1")]

    paired = oracle_pair(field(6, *rounds(results)), edition)

    # 2 and 5 have met and are the whole median group, so 4 and 6 both go up to them.
    assert opponents(paired) == pairs("1-3 5-6 2-4")
    assert paired.floaters == ((4, 0, 10), (6, 0, 10))


@pytest.mark.parametrize("edition", IN_HALVES)
def test_giving_way_changes_the_leaver_before_it_adds_leavers(edition):
    groups = {3: [1, 2, 3], 2: [4, 5, 6, 7, 8]}
    # 3 could only meet 4, and so could 8.
    forbid = [(3, b) for b in (5, 6, 7, 8)] + [(8, b) for b in (1, 2, 5, 6, 7)]

    paired = oracle_pair(score_groups(groups, forbid=forbid), edition)

    assert opponents(paired) == pairs("1-3 2-5 4-8 6-7")
    assert paired.floaters == ((2, 30, 20),)


@pytest.mark.parametrize("edition", IN_HALVES)
def test_floaters_meet_in_the_median_group_only_as_a_last_resort(edition):
    groups = {3: [1], 2: [2, 3], 1: [4]}
    free = oracle_pair(score_groups(groups), edition)
    forced = oracle_pair(score_groups(groups, forbid=[(1, 2), (1, 3)]), edition)

    assert opponents(free) == pairs("1-2 3-4")
    assert opponents(forced) == pairs("1-4 2-3")


# --- the colour limits --------------------------------------------------------------------


@pytest.mark.parametrize("edition", IN_HALVES)
def test_two_teams_that_both_need_black_do_not_meet(edition):
    tournament = score_groups({0: [1, 2, 3, 4]}, colours={1: "WW", 3: "WW"})

    assert opponents(oracle_pair(tournament, edition)) == pairs("1-4 2-3")


@pytest.mark.parametrize("edition", IN_HALVES)
def test_a_different_floater_is_chosen_before_a_colour_limit_is_broken(edition):
    groups = {2: [1, 2, 3], 0: [4, 5, 6]}

    kept = oracle_pair(score_groups(groups, colours={1: "WW", 2: "WW"}), edition)
    broken = oracle_pair(score_groups(groups, colours={1: "WW", 2: "WW", 3: "WW"}), edition)

    assert opponents(kept) == pairs("1-3 2-4 5-6")
    assert opponents(broken) == pairs("1-2 3-4 5-6")


@pytest.mark.parametrize("edition", IN_HALVES)
def test_in_the_median_floaters_meet_before_a_colour_limit_is_broken(edition):
    groups = {3: [1], 2: [2, 3], 1: [4]}
    colours = {1: "WW", 2: "WW", 3: "WW"}

    # 1-4 would not help while 2-3 breaks a limit too: then floaters still meet residents.
    assert opponents(oracle_pair(score_groups(groups, colours=colours), edition)) == pairs(
        "1-2 3-4"
    )
    helped = score_groups(groups, colours=colours | {3: "WBB"}, forbid=[(1, 3)])
    assert opponents(oracle_pair(helped, edition)) == pairs("1-4 2-3")


# --- 2008 ---------------------------------------------------------------------------------


def test_half_of_the_field_is_rounded_to_the_nearest_even_number():
    assert [upper_half(n) for n in (84, 85, 86, 87, 88, 120)] == [42, 42, 44, 44, 44, 60]


@pytest.mark.parametrize("edition", FOLD)
def test_accelerated_rounds_of_120_teams_match_the_example_of_their_author(edition):
    first = oracle_pair(field(120), edition)
    assert opponents(first) == {(n, n + 30) for n in [*range(1, 31), *range(61, 91)]}

    wins = [
        match(w, b, "3-1" if w < b else "1-3")
        for w, b in sorted(first.pairs, key=lambda pair: min(pair))
    ]
    second = oracle_pair(field(120, *rounds(wins)), edition)

    winners = {(n, n + 15) for n in range(1, 16)}
    middle = {(n, n + 30) for n in range(31, 61)}
    losers = {(n, n + 15) for n in range(91, 106)}
    assert opponents(second) == winners | middle | losers


@pytest.mark.parametrize("edition", FOLD)
def test_in_round_one_of_2008_each_half_has_its_own_odd_teams(edition):
    paired = oracle_pair(field(8, lot=Colour.BLACK), edition)

    assert paired.pairs == {(3, 1), (2, 4), (7, 5), (6, 8)}


def test_a_team_joining_the_upper_half_in_round_two_is_accelerated_too():
    tournament = field(8, *rounds([match(2, 4, "3-1"), match(5, 7, "3-1")]))
    late = replace(tournament.competitors[0], joined=2)
    joined = replace(tournament, competitors=(late, *tournament.competitors[1:]))

    paired = oracle_pair(joined, "olympiad_2008")

    # The half of the seven at the start stays: 2 and 5 have 4 points, 1, 3 and 4 have 2.
    assert paired.floaters == ((6, 0, 20),)
    assert opponents(paired) == pairs("2-5 1-3 4-6 7-8")


def test_the_accelerated_teams_may_be_chosen_manually():
    settled = replace(field(8), accelerated=frozenset({Number(7), Number(8)}))

    paired = oracle_pair(settled, "olympiad_2008")

    assert opponents(paired) == pairs("7-8 1-4 2-5 3-6")


def test_the_imaginary_points_are_removed_in_round_three():
    paired = oracle_pair(field(8, *rounds([], [])), "olympiad_2008")

    assert opponents(paired) == pairs("1-5 2-6 3-7 4-8")


@pytest.mark.parametrize("edition", FOLD)
def test_from_round_four_the_middle_team_of_an_odd_list_floats(edition):
    groups = {3: [1, 2, 3, 4, 5], 2: range(6, 13)}

    paired = oracle_pair(score_groups(groups, rounds_so_far=3), edition)

    # In the median list 3 comes first by its tie-breaks (here: its number).
    assert opponents(paired) == pairs("1-5 2-4 3-12 6-11 7-10 8-9")
    assert paired.floaters == ((3, 30, 20),)


@pytest.mark.parametrize("edition", FOLD)
def test_from_round_four_an_incoming_floater_is_not_left_unpaired(edition):
    groups = {4: [5], 3: [1, 2, 8, 9], 2: range(10, 19)}

    paired = oracle_pair(score_groups(groups, rounds_so_far=3), edition)

    # The list is 1 2 5 8 9 with 5 in its middle; 5 is a floater, so 8 is left over.
    assert opponents(paired) >= pairs("1-9 2-5")
    assert (8, 30, 20) in paired.floaters


@pytest.mark.parametrize("edition", FOLD)
def test_from_round_four_below_the_median_the_list_is_reversed(edition):
    groups = {3: range(1, 8), 2: [8, 9, 10, 11, 12]}

    paired = oracle_pair(score_groups(groups, rounds_so_far=3, forbid=[(8, 12)]), edition)

    # 12 is first and takes 9; of 11 10 8 the first takes 8, and 10 goes up to be last of eight.
    assert opponents(paired) == pairs("9-12 8-11 1-10 2-7 3-6 4-5")
    assert paired.floaters == ((10, 20, 30),)


@pytest.mark.parametrize("edition", FOLD)
def test_from_round_four_floaters_from_both_sides_do_not_meet_in_the_median(edition):
    groups = {3: [1], 2: [2, 3], 1: [4]}
    free = oracle_pair(score_groups(groups, rounds_so_far=3), edition)
    forced = oracle_pair(score_groups(groups, rounds_so_far=3, forbid=[(1, 2), (1, 3)]), edition)

    assert opponents(free) == pairs("1-3 2-4")
    assert opponents(forced) == pairs("1-4 2-3")


@pytest.mark.parametrize("edition", FOLD)
def test_from_round_four_a_colour_limit_is_broken_before_such_floaters_meet(edition):
    tournament = score_groups(
        {3: [1], 2: [2, 3], 1: [4]},
        colours={1: "BWW", 2: "BWW", 3: "WBB", 4: "BWB"},
        forbid=[(1, 3)],
    )

    assert opponents(oracle_pair(tournament, edition)) == pairs("1-2 3-4")
    assert opponents(oracle_pair(tournament, "olympiad_2022")) == pairs("1-4 2-3")


@pytest.mark.parametrize("edition", FOLD)
def test_from_round_four_a_group_without_a_pairing_loses_two_more_teams(edition):
    groups = {3: [1, 2, 3, 4], 2: range(5, 13)}
    forbid = [(1, 2), (1, 3), (1, 4)]

    paired = oracle_pair(score_groups(groups, rounds_so_far=3, forbid=forbid), edition)

    # 1 must leave; the fold goes on with 2-4 and leaves 3 over.
    assert opponents(paired) == pairs("2-4 1-12 3-11 5-10 6-9 7-8")
    assert paired.floaters == ((1, 30, 20), (3, 30, 20))


def _tied_but_for_the_tie_breaks() -> Tournament:
    """Three rounds after which 1 to 4 have three points and different opponents."""
    return field(
        8,
        *rounds(
            [match(1, 5, "2-2"), match(2, 6, "2-2"), match(3, 7, "2-2"), match(4, 8, "2-2")],
            [match(6, 1, "2-2"), match(5, 2, "2-2"), match(8, 3, "2-2"), match(7, 4, "2-2")],
            [match(1, 7, "2-2"), match(2, 8, "2-2"), match(3, 5, "2-2"), match(4, 6, "2-2")],
        ),
        adjustments=(
            Adjustment(Number(5), -20),
            Adjustment(Number(6), -20),
            Adjustment(Number(7), -10),
            Adjustment(Number(8), -10),
        ),
    )


def test_from_round_four_the_tie_breaks_order_a_group():
    paired = oracle_pair(_tied_but_for_the_tie_breaks(), "olympiad_2008")

    # The opponents' points without the lowest: 1 and 2 have 1+2, 3 and 4 have 2+2; so 3 4 1 2.
    # 7 and 8 (two points) are left for the median with 5 and 6 (one point) below it.
    assert opponents(paired) >= pairs("2-3 1-4")
