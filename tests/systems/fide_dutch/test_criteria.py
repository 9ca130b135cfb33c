"""The criteria that both texts have, on brackets small enough to be paired by hand.

Players without colours prefer none, so that each test is about its own criterion.
"""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.player_events import event
from tests.systems.fide_dutch.cards import BOTH, bracket, card, group, opponents, pair_cards
from tests.team_events import passed_over, reason, reasons
from topboard.errors import NoLegalPairing
from topboard.model import Scale
from topboard.reasons.criteria import ByeBarAlreadyHadBye, QualityCriterion
from topboard.reasons.decisions import BracketQuality, ByeGiven, OpponentChoice
from topboard.reasons.obstacles import ForbiddenByOrganiser, HaveMet, SameColourDue
from topboard.systems.fide_common.legality import have_same_absolute_preference
from topboard.systems.registry import system


def chosen_for(paired, number):
    return next(r for r in reasons(paired, OpponentChoice) if r.chooser == number)


def bye_obstacles(paired):
    """What kept the bye from others."""
    bye = reason(paired, ByeGiven)
    return [*passed_over(bye).values(), *(score.obstacle for score in bye.without)]


def count_failures(paired, points, criterion):
    """How many of a bracket fall short of a criterion."""
    judged = reason(paired, BracketQuality, points=points)
    return next((m.value for m in judged.measures if m.criterion is criterion), 0)


# --- absolute -------------------------------------------------------------------------------


@each_edition(fide_dutch_2017=("C.1", "C.04.1 b"), fide_dutch_2026=("2.1.1 C1", "C.04.1 2"))
def test_a_previous_or_forbidden_opponent_is_passed_over(edition):
    # 1 2 3 against 4 5 6: 1 has met 4 and may not meet 5.
    paired = pair_cards(edition, group(10, 1, 2, 3, 4, 5, 6), met="1-4", forbid="1-5")

    assert opponents(paired) == "1-6 2-4 3-5"
    obstacles = passed_over(chosen_for(paired, 1))
    assert (obstacles[4], obstacles[5]) == (HaveMet(1), ForbiddenByOrganiser())


@each_edition(fide_dutch_2017="C.2", fide_dutch_2026="2.1.2 C2")
def test_nobody_gets_the_bye_twice(edition):
    # The bye was worth nothing here: 5 has the lowest score, and would have it again.
    tournament = event(5, "1-3 =, 4-2 =, bye 5", game_scale=Scale(bye=0))

    paired = system(edition).pair(tournament)

    assert paired.bye in (1, 2, 3, 4)
    assert ByeBarAlreadyHadBye(1) in bye_obstacles(paired)


@each_edition(fide_dutch_2017="C.3", fide_dutch_2026="2.1.3 C3")
def test_players_with_the_same_absolute_preference_do_not_meet(edition):
    # 1 and 3 had White twice running.
    cards = [card(1, 10, "BWW"), card(2, 10), card(3, 10, "BWW"), card(4, 10)]

    paired = pair_cards(edition, cards)

    assert opponents(paired) == "1-4 2-3"
    assert isinstance(passed_over(chosen_for(paired, 1))[3], SameColourDue)


@each_edition(fide_dutch_2017="C.3", fide_dutch_2026="2.1.3 C3")
def test_one_topscorer_in_a_pair_is_enough_to_allow_it(edition):
    both = [card(1, 10, "BWW"), card(2, 10, "BWW")]
    top = card(3, 10, "BWW", topscorer=True)

    assert have_same_absolute_preference(*both)
    assert not have_same_absolute_preference(both[0], top)
    assert not have_same_absolute_preference(top, both[0])
    assert opponents(pair_cards(edition, [card(1, 10, "BWW", topscorer=True), both[1]])) == "1-2"
    assert opponents(pair_cards(edition, [both[0], card(2, 10, "BWW", topscorer=True)])) == "1-2"
    with pytest.raises(NoLegalPairing):
        pair_cards(edition, both)


# --- who floats down ------------------------------------------------------------------------


@each_edition(
    fide_dutch_2017=("C.5", "B.1.b", "B.6", "B.8"),
    fide_dutch_2026=("2.4.1 C6", "3.1.2", "3.5.3", "3.6.1", "3.8.1"),
)
def test_as_few_players_as_possible_float_down(edition):
    # 1 has met 2, 3 and 4: only one pair can be made. S1 is 1, S2 is 2 3 4; the first exchange
    # puts 2 into S1, and of 1 3 4 the first he may meet, 1 being closed, is 3. 1 and 4 float.
    cards = [*group(20, 1, 2, 3, 4), *group(10, 5, 6, 7, 8)]

    paired = pair_cards(edition, cards, met="1-2 1-3 1-4")

    assert opponents(paired) == "1-5 2-3 4-6 7-8"
    assert (bracket(paired, 20).pairs, bracket(paired, 20).leaving) == (1, 2)


@each_edition(fide_dutch_2017=("A.8", "C.6"), fide_dutch_2026="2.4.2 C7")
def test_the_player_with_the_lower_score_floats_down(edition):
    # 3 points against 2 and 2. With 2 left over: differences 1 and, a point below the lowest
    # score, 1. With 1 left over: 2 and 0, which is more. That both residents floated up in the
    # round before weighs less.
    cards = [card(1, 30), card(2, 20, up="1"), card(3, 20, up="1")]

    assert opponents(pair_cards(edition, cards)) == "1-2 bye 3"


@each_edition(fide_dutch_2017="C.7", fide_dutch_2026="2.4.3 C8")
def test_a_downfloater_without_an_opponent_below_stays(edition):
    # 3 would be first to float, but has met the whole next bracket.
    cards = [*group(20, 1, 2, 3), *group(10, 4, 5, 6), *group(0, 7, 8)]

    assert opponents(pair_cards(edition, cards, met="3-4 3-5 3-6")) == "1-3 2-4 5-6 7-8"


@each_edition(fide_dutch_2017="C.7", fide_dutch_2026="2.4.3 C8")
def test_a_player_whose_float_would_leave_more_unpaired_below_stays(edition):
    # 3 could meet 4 alone, and 5 and 6 have met: both would be left over. With 2 nobody is: the
    # first he can meet is 5, since 4 would leave 5 and 6.
    cards = [*group(20, 1, 2, 3), *group(10, 4, 5, 6), *group(0, 7, 8)]

    assert opponents(pair_cards(edition, cards, met="3-5 3-6 5-6")) == "1-3 2-5 4-6 7-8"


@each_edition(fide_dutch_2017="C.7", fide_dutch_2026="2.4.3 C8")
def test_with_equal_leftovers_below_the_lower_leftover_score_is_better(edition):
    # One of the next bracket is left over whoever floats: 3 himself, with 2 points, or with 2 as
    # the downfloater 5, with 1 point.
    cards = [*group(20, 1, 2, 3), *group(10, 4, 5), *group(0, 6, 7, 8)]

    assert opponents(pair_cards(edition, cards, met="3-4 3-5")) == "1-3 2-4 5-6 7-8"


# --- colours --------------------------------------------------------------------------------


@each_edition(fide_dutch_2017="C.8", fide_dutch_2026="2.4.5 C10")
def test_a_topscorer_difference_of_three_outweighs_strong_preferences(edition):
    # All prefer Black, two are denied it in any case. 1 and 3 have had two Whites more: if they
    # meet one has three more, and one strong preference is denied in the other pair. If they do
    # not, two strong preferences are denied.
    histories = {1: "WWBW", 2: "WBW", 3: "WWBW", 4: "WBW"}
    cards = [card(n, 40, had, topscorer=True) for n, had in histories.items()]

    paired = pair_cards(edition, cards)

    assert opponents(paired) == "1-4 2-3"
    assert count_failures(paired, 40, QualityCriterion.WIDE_DIFFERENCE) == 0
    # With nobody else there one of two is beyond two.
    assert (
        count_failures(pair_cards(edition, cards[::2]), 40, QualityCriterion.WIDE_DIFFERENCE) == 1
    )


@each_edition(fide_dutch_2017="C.9", fide_dutch_2026="2.4.6 C11")
def test_a_topscorers_third_colour_in_a_row_outweighs_strong_preferences(edition):
    # As above; 1 and 3 had White in their last two games.
    histories = {1: "BWW", 2: "WBW", 3: "BWW", 4: "WBW"}
    cards = [card(n, 40, had, topscorer=True) for n, had in histories.items()]

    paired = pair_cards(edition, cards)

    assert opponents(paired) == "1-4 2-3"
    assert count_failures(paired, 40, QualityCriterion.THIRD_COLOUR) == 0
    assert count_failures(pair_cards(edition, cards[::2]), 40, QualityCriterion.THIRD_COLOUR) == 1


@each_edition(fide_dutch_2017="C.10", fide_dutch_2026="2.4.7 C12")
def test_as_few_players_as_possible_are_denied_their_preference(edition):
    # Six prefer White, 1 and 5 Black: two are denied at least. Half against half would be 1-5 and
    # three pairs of Whites: four.
    cards = [card(n, 40, "BW" if n in (1, 5) else "WB") for n in range(1, 9)]

    paired = pair_cards(edition, cards)

    assert opponents(paired) == "1-6 2-5 3-7 4-8"
    assert count_failures(paired, 40, QualityCriterion.PREFERENCE) == 2


@each_edition(fide_dutch_2017="C.11", fide_dutch_2026="2.4.8 C13")
def test_as_few_strong_preferences_as_possible_are_denied(edition):
    # All prefer White, 1 and 3 strongly: against a mild one the strong preference is granted.
    cards = [card(n, 40, "BWB" if n in (1, 3) else "WB") for n in range(1, 5)]

    paired = pair_cards(edition, cards)

    assert opponents(paired) == "1-4 2-3"
    assert count_failures(paired, 40, QualityCriterion.STRONG_PREFERENCE) == 0


@pytest.mark.parametrize("edition", BOTH)
def test_a_denied_absolute_preference_does_not_count_as_a_strong_one(edition):
    cards = [card(1, 40, "WWBW", topscorer=True), card(2, 40, "WWBW", topscorer=True)]

    paired = pair_cards(edition, cards)

    assert count_failures(paired, 40, QualityCriterion.PREFERENCE) == 1
    assert count_failures(paired, 40, QualityCriterion.STRONG_PREFERENCE) == 0


# --- floats that repeat themselves ------------------------------------------------------------


def who_floats(edition, **floats):
    """Three with two points, one of whom floats to the next bracket: as a rule the last."""
    cards = [card(1, 20), card(2, 20), card(3, 20, **floats), *group(10, 4, 5, 6)]
    return opponents(pair_cards(edition, cards))


@each_edition(fide_dutch_2017=("C.12", "A.4.a"), fide_dutch_2026=("2.4.9 C14", "1.4.1"))
def test_last_rounds_downfloater_does_not_float_down_again(edition):
    assert who_floats(edition) == "1-2 3-4 5-6"
    assert who_floats(edition, down="1") == "1-3 2-4 5-6"
    assert who_floats(edition, up="1 2") == "1-2 3-4 5-6"


@each_edition(fide_dutch_2017="C.14", fide_dutch_2026="2.4.11 C16")
def test_a_downfloater_of_two_rounds_ago_does_not_float_down_again(edition):
    assert who_floats(edition, down="2") == "1-3 2-4 5-6"


@each_edition(fide_dutch_2017=("C.12", "C.14"), fide_dutch_2026=("2.4.9 C14", "2.4.11 C16"))
def test_the_previous_round_weighs_more_than_the_one_before_it(edition):
    last = [card(1, 20, down="2"), card(2, 20, down="2"), card(3, 20, down="1")]

    # 3 stays; of 1 and 2, who are alike, the lower floats.
    assert opponents(pair_cards(edition, [*last, *group(10, 4, 5, 6)])) == "1-3 2-4 5-6"


def who_meets_the_downfloater(edition, **floats):
    """One with two points above three with one: as a rule he meets the first of them."""
    cards = [card(1, 20), card(2, 10, **floats), *group(10, 3, 4)]
    return opponents(pair_cards(edition, cards))


@each_edition(fide_dutch_2017="C.13", fide_dutch_2026="2.4.10 C15")
def test_last_rounds_upfloater_does_not_float_up_again(edition):
    assert who_meets_the_downfloater(edition) == "1-2 3-4"
    assert who_meets_the_downfloater(edition, up="1") == "1-3 2-4"
    assert who_meets_the_downfloater(edition, down="1 2") == "1-2 3-4"


@each_edition(fide_dutch_2017="C.15", fide_dutch_2026="2.4.12 C17")
def test_an_upfloater_of_two_rounds_ago_does_not_float_up_again(edition):
    assert who_meets_the_downfloater(edition, up="2") == "1-3 2-4"


@each_edition(fide_dutch_2017=("C.13", "C.15"), fide_dutch_2026=("2.4.10 C15", "2.4.12 C17"))
def test_a_repeated_upfloat_weighs_more_the_more_recent_the_first_was(edition):
    # Who floated up last round is spared before who did so two rounds ago.
    cards = [card(1, 20), card(2, 10, up="1"), card(3, 10, up="2"), card(4, 10, up="2")]

    assert opponents(pair_cards(edition, cards)) == "1-3 2-4"


@each_edition(fide_dutch_2017=("C.15", "C.17"), fide_dutch_2026=("2.4.12 C17", "2.4.14 C19"))
def test_the_number_of_repeated_upfloats_outweighs_their_size(edition):
    # 1 may meet 3 or 4, 2 may meet 3 or 5, and 3 and 6 have met: either 1-3 2-5, by which 3 floats
    # up again by two points; or 1-4 2-3, by which it is one point, but 4 floats up again too.
    cards = [card(1, 30), card(2, 20), card(3, 10, up="1"), card(4, 10, up="2"), *group(10, 5, 6)]
    met = "1-2 1-5 1-6 2-4 2-6 3-6"

    assert opponents(pair_cards(edition, cards, met=met)) == "1-3 2-5 4-6"


def who_floats_on(edition, **floats):
    """1 and 2, who have met, come down to a bracket of one resident; one of them floats on."""
    cards = [card(1, 20), card(2, 20, **floats), card(3, 10), card(4, 0)]
    return opponents(pair_cards(edition, cards, met="1-2"))


@each_edition(fide_dutch_2017="C.16", fide_dutch_2026="2.4.13 C18")
def test_last_rounds_downfloater_drops_as_little_as_possible(edition):
    # 2 against 3 falls by a point; left over he would count two.
    assert who_floats_on(edition) == "1-3 2-4"
    assert who_floats_on(edition, down="1") == "1-4 2-3"


@each_edition(fide_dutch_2017="C.18", fide_dutch_2026="2.4.15 C20")
def test_a_downfloater_of_two_rounds_ago_drops_as_little_as_possible(edition):
    assert who_floats_on(edition, down="2") == "1-4 2-3"


def who_rises_less(edition, **floats):
    """1 with three points and 2 with two, who have met, come down to 3 and 4 with one."""
    cards = [card(1, 30), card(2, 20), card(3, 10, **floats), card(4, 10)]
    return opponents(pair_cards(edition, cards, met="1-2"))


@each_edition(fide_dutch_2017="C.17", fide_dutch_2026="2.4.14 C19")
def test_last_rounds_upfloater_rises_as_little_as_possible(edition):
    # Both float up in any case: 3 by one point instead of two.
    assert who_rises_less(edition) == "1-3 2-4"
    assert who_rises_less(edition, up="1") == "1-4 2-3"


@each_edition(fide_dutch_2017="C.19", fide_dutch_2026="2.4.16 C21")
def test_an_upfloater_of_two_rounds_ago_rises_as_little_as_possible(edition):
    assert who_rises_less(edition, up="2") == "1-4 2-3"
