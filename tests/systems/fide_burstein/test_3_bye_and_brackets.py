"""Who has the bye, and how a bracket is paired."""

from __future__ import annotations

import pytest

from tests.systems.fide_burstein.cards import pair_cards
from tests.systems.fide_dutch.cards import bracket, card, group, opponents
from tests.team_events import reasons
from topboard.reasons.decisions import ByeGiven, Floated
from topboard.reasons.grounds import ByeStep
from topboard.reasons.obstacles import LeavesUnpairable


def bye(*arguments, **facts) -> ByeGiven:
    (given,) = reasons(pair_cards(*arguments, **facts), ByeGiven)
    return given


@pytest.mark.article("fide_burstein_2026:3.1.1")
def test_the_bye_goes_to_a_player_who_may_get_it():
    given = bye([card(1, 10), card(2, 10), card(3, 10, barred=True)])

    assert (given.number, [p.candidate for p in given.passed_over]) == (2, [3])


@pytest.mark.article("fide_burstein_2026:3.1.2")
def test_without_the_player_with_the_bye_all_others_can_be_paired():
    # 4 and 5 have nobody to meet but each other.
    cards = [*group(20, 1, 2), card(3, 10), *group(0, 4, 5)]
    given = bye(cards, met="1-4 2-4 3-4 1-5 2-5 3-5")

    assert given.number == 3
    assert [p.candidate for p in given.passed_over] == [5, 4]
    assert all(isinstance(p.obstacle, LeavesUnpairable) for p in given.passed_over)


@pytest.mark.article("fide_burstein_2026:3.1.3")
def test_the_player_with_the_bye_has_the_lowest_score():
    given = bye([card(1, 0, unplayed=3), *group(10, 2, 3)])

    assert (given.number, given.step, given.article) == (1, ByeStep.LOWEST_SCORE, "3.1.3")


@pytest.mark.article("fide_burstein_2026:3.1.4")
def test_within_the_lowest_score_the_bye_goes_to_the_most_games_played():
    given = bye([card(1, 10), card(2, 10, unplayed=1), card(3, 10, unplayed=2)])

    assert (given.number, given.step, given.article) == (1, ByeStep.MOST_GAMES, "3.1.4")
    assert given.following == 2


@pytest.mark.article("fide_burstein_2026:3.1.5")
def test_among_equals_the_bye_goes_to_the_lowest_rank():
    # The golden "same score and games": of 1 and 2, who may have it, 2 has the lower Buchholz.
    given = bye([card(1, 10), card(2, 10), card(3, 10, barred=True)], {1: 45, 2: 40, 3: 35})

    assert (given.number, given.step, given.article) == (2, ByeStep.LOWEST_RANKED, "3.1.5")
    assert bye([card(1, 10), card(2, 10), card(3, 10, barred=True)], {1: 40, 2: 45}).number == 1


# --- a bracket ----------------------------------------------------------------------------------


@pytest.mark.article("fide_burstein_2026:3.2.1.1", "fide_burstein_2026:3.2.1.2")
def test_as_many_pairs_are_made_as_the_criteria_allow():
    whole, odd = pair_cards(group(10, 1, 2, 3, 4)), pair_cards([*group(10, 1, 2, 3), card(4, 0)])

    assert (bracket(whole, 10).pairs, bracket(odd, 10).pairs) == (2, 1)


@pytest.mark.article("fide_burstein_2026:3.2.1.1", "fide_burstein_2026:3.2.1.3")
def test_an_unpaired_player_floats():
    # 1 and 2 have met everybody of the bracket.
    cards = [*group(20, 1, 2, 3, 4), *group(10, 5, 6)]
    paired = pair_cards(cards, met="1-2 1-3 1-4 2-3 2-4")

    assert [r.number for r in reasons(paired, Floated)] == [1, 2]
    assert opponents(paired) == "1-6 2-5 3-4"


@pytest.mark.article("fide_burstein_2026:3.2.2.1")
def test_the_first_pairing_in_the_order_is_taken_if_none_is_better():
    assert opponents(pair_cards(group(10, 1, 2, 3, 4, 5, 6))) == "1-6 2-5 3-4"


@pytest.mark.article("fide_burstein_2026:3.2.2.2")
def test_a_later_pairing_is_taken_if_it_is_better():
    # 1-6 cannot be, for 1 has met 6; 6 has met 2 too, and meets 3: 1-5 2-4.
    paired = pair_cards([*group(10, 1, 2, 3, 4, 5, 6), *group(0, 7, 8)], met="1-6 2-6 7-8 7-5")

    # One of 7 and 8 must meet somebody of the bracket, so two of it float.
    assert bracket(paired, 10).leaving == 2
    assert opponents(paired) == "1-5 2-4 3-8 6-7"
