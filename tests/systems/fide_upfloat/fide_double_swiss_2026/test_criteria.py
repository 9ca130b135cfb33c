"""The criteria, the bye, the sets of upfloaters and the identifiers (2 and 3)."""

from __future__ import annotations

import pytest

from tests.systems.fide_dutch.cards import opponents
from tests.systems.fide_upfloat.fide_double_swiss_2026.cards import card, event, group, pair_cards
from tests.team_events import reasons
from topboard.errors import NoLegalPairing
from topboard.model import Number
from topboard.reasons.decisions import (
    BracketSummary,
    ByeGiven,
    ColourDecision,
    Floated,
    OpponentChoice,
)
from topboard.systems.fide_upfloat.fide_double_swiss_2026 import build_field
from topboard.systems.registry import system

pair = system("fide_double_swiss_2026").pair


def brackets(paired):
    """Points, residents and upfloaters of each bracket."""
    return [(r.points, r.residents, r.upfloaters) for r in reasons(paired, BracketSummary)]


# --- 2: the criteria --------------------------------------------------------------------------


@pytest.mark.article(
    "fide_double_swiss_2026:2.1.1 C1",
    "fide_double_swiss_2026:3.1.1",
    "fide_double_swiss_2026:C.04.1 2",
)
def test_opponents_who_have_met_do_not_meet_again():
    assert opponents(pair_cards(group(20, 1, 2, 3, 4), met="1-3 2-4 1-4")) == "1-2 3-4"


@pytest.mark.article("fide_double_swiss_2026:2.1.2 C2", "fide_double_swiss_2026:C.04.1 4")
def test_a_bye_forfeit_win_or_full_point_bye_bars_from_the_bye():
    facts = event(9, "3-2 ++, 4-5 +x, bye 1, full 6, half 7, 8-9 +-")

    barred = [p.number for p in build_field(facts).players if p.barred]

    # Not those who lost by forfeit, who had half a point, or who won one of two games so.
    assert sorted(barred) == [1, 3, 4, 6]


def test_a_player_barred_from_the_bye_is_passed_over():
    # 3 has the fewest points, of a match won by forfeit; 1 had the bye.
    assert pair(event(3, "3-2 +x, bye 1", "2-1 11, out 3")).bye == 2


@pytest.mark.article("fide_double_swiss_2026:2.2.1 C3", "fide_double_swiss_2026:3.1.2")
def test_the_remaining_players_can_be_paired():
    # 2 would leave 3 and 4, who have met.
    assert opponents(pair_cards([card(1, 20), *group(10, 2, 3, 4)], met="3-4")) == "1-3 2-4"


@pytest.mark.article("fide_double_swiss_2026:2.3.1 C4")
def test_as_few_upfloaters_as_possible_are_taken():
    cards = [*group(20, 1, 2), *group(10, 3, 4, 5, 6)]

    assert brackets(pair_cards(cards))[0] == (20, (1, 2), ())
    assert brackets(pair_cards(cards, met="1-2"))[0] == (20, (1, 2), (3, 4))


@pytest.mark.article("fide_double_swiss_2026:2.3.2 C5", "fide_double_swiss_2026:3.5.2")
def test_the_upfloaters_scores_are_as_high_as_possible():
    cards = [card(1, 30), card(2, 20), card(3, 20), card(4, 10)]

    assert opponents(pair_cards(cards)) == "1-2 3-4"
    assert opponents(pair_cards(cards, met="1-2 1-3")) == "1-4 2-3"


def test_the_lowest_score_of_a_set_is_compared_first():
    # Possible are 3 with 6, 4 with 5 and 4 with 6: 1½ and 1 points are better than 2 and ½.
    cards = [*group(40, 1, 2), card(3, 20), card(4, 15), card(5, 10), card(6, 5)]

    paired = pair_cards(cards, met="1-2 2-3 2-4 1-5 1-6 4-6")

    assert brackets(paired)[0] == (40, (1, 2), (4, 5))
    assert opponents(paired) == "1-4 2-5 3-6"


@pytest.mark.article("fide_double_swiss_2026:2.3.3 C6", "fide_double_swiss_2026:3.5.5")
def test_the_following_scoregroup_remains_good():
    cards = [card(1, 20), *group(10, 2, 3, 4), *group(0, 5, 6)]

    # With 2 the following scoregroup would be 3 and 4, who have met and would need two upfloaters.
    assert opponents(pair_cards(cards, met="3-4")) == "1-3 2-4 5-6"
    assert opponents(pair_cards(cards)) == "1-2 3-4 5-6"


def test_an_emptied_scoregroup_makes_no_demands():
    assert opponents(pair_cards([card(1, 20), card(2, 10), *group(0, 3, 4)])) == "1-2 3-4"


def test_if_no_set_keeps_the_scoregroup_good_the_order_of_sets_decides():
    # Whoever floats up leaves two of the scoregroup who have met.
    cards = [card(1, 20), *group(10, 2, 3, 4), *group(0, 5, 6)]

    assert opponents(pair_cards(cards, met="2-3 2-4 3-4")) == "1-2 3-5 4-6"


@pytest.mark.article("fide_double_swiss_2026:2.3.4 C7", "fide_double_swiss_2026:3.5.5")
def test_a_recent_floater_is_spared_except_in_the_last_round():
    cards = [card(1, 20), card(2, 10, floated=True), *group(10, 3, 4)]

    assert opponents(pair_cards(cards)) == "1-3 2-4"
    assert opponents(pair_cards(cards, last=True)) == "1-2 3-4"


@pytest.mark.article("fide_double_swiss_2026:2.3.5 C8", "fide_double_swiss_2026:3.6.4")
def test_recent_floaters_are_also_spared_as_opponents_of_upfloaters():
    cards = [card(1, 20), card(2, 20, floated=True), card(3, 20), card(4, 10)]

    assert opponents(pair_cards(cards)) == "1-4 2-3"
    assert opponents(pair_cards(cards, last=True)) == "1-3 2-4"


# --- 3: the procedure -------------------------------------------------------------------------


@pytest.mark.article(
    "fide_double_swiss_2026:1.3.1",
    "fide_double_swiss_2026:1.3.2",
    "fide_double_swiss_2026:3.2",
    "fide_double_swiss_2026:3.3.1",
    "fide_double_swiss_2026:3.3.2",
    "fide_double_swiss_2026:C.04.1 5",
)
def test_the_bye_comes_first_then_each_scoregroup_with_its_upfloaters():
    cards = [*group(20, 1, 5, 6), *group(15, 2, 7), *group(0, 3, 4)]

    paired = pair_cards(cards)

    assert paired.bye == 4
    assert brackets(paired) == [(20, (1, 5, 6), (2,)), (15, (7,), (3,))]
    told = [type(r) for r in paired.reasons]
    assert told.index(ColourDecision) > max(i for i, kind in enumerate(told) if kind is Floated)
    assert issubclass(told[0], ByeGiven)


@pytest.mark.article("fide_double_swiss_2026:3.3.3")
def test_a_round_that_cannot_be_paired_is_left_to_the_arbiter():
    with pytest.raises(NoLegalPairing) as refused:
        pair_cards(group(20, 1, 2, 3, 4), met="1-2 1-3 1-4")
    assert refused.value.article == "2.2.1 C3"
    with pytest.raises(NoLegalPairing, match="may have the bye"):
        pair_cards([card(n, 0, barred=True) for n in (1, 2, 3)])


@pytest.mark.article("fide_double_swiss_2026:3.4.1")
def test_the_bye_leaves_the_others_a_pairing():
    assert opponents(pair_cards(group(0, 1, 2, 3), met="1-2")) == "1-3 bye 2"


@pytest.mark.article("fide_double_swiss_2026:3.4.2")
def test_the_bye_goes_to_the_lowest_score():
    assert pair_cards([*group(10, 2, 3), card(1, 5)]).bye == 1


@pytest.mark.article("fide_double_swiss_2026:3.4.3")
def test_the_bye_goes_next_to_the_player_with_the_most_matches():
    assert pair_cards([card(1, 0), card(2, 0), card(3, 0, unplayed=1)]).bye == 2


@pytest.mark.article("fide_double_swiss_2026:3.4.4", "fide_double_swiss_2026:C.04.1 3")
def test_the_bye_goes_last_to_the_largest_number():
    assert pair_cards(group(0, 1, 2, 3, 4, 5)).bye == 5


@pytest.mark.article(
    "fide_double_swiss_2026:3.5.1", "fide_double_swiss_2026:3.5.3", "fide_double_swiss_2026:3.5.4"
)
def test_sets_are_compared_number_by_number_starting_with_higher_scores():
    # The example of the text: 2 6 8 leave 9 without an opponent, and 2 6 1 come next.
    cards = [*group(30, 10, 11, 12), *group(20, 2, 6, 8), *group(10, 1, 3, 5), card(9, 0)]

    paired = pair_cards(cards, met="10-11 10-12 11-12 1-9 3-9 5-9")

    assert brackets(paired)[0] == (30, (10, 11, 12), (2, 6, 1))
    assert opponents(paired) == "1-10 2-11 3-5 6-12 8-9"


@pytest.mark.article(
    "fide_double_swiss_2026:3.6.1", "fide_double_swiss_2026:3.6.2", "fide_double_swiss_2026:3.6.3"
)
def test_the_smallest_identifier_pairs_the_first_half_with_the_second():
    assert opponents(pair_cards(group(0, 1, 2, 3, 4, 5, 6))) == "1-4 2-5 3-6"
    # 1 2 3 stay top members, and 1 has the smallest opponent it can have.
    assert opponents(pair_cards(group(0, 1, 2, 3, 4, 5, 6), met="1-4")) == "1-5 2-4 3-6"
    # Numbers count, not scores: 1 comes from below and is a top member all the same.
    assert opponents(pair_cards([*group(20, 2, 3, 4), card(1, 10)])) == "1-3 2-4"
    # Among 1 to 3 and 4 to 6 nobody is left to meet for 1: 1 2 4 are the top members.
    met = "1-4 1-5 1-6"
    assert opponents(pair_cards(group(0, 1, 2, 3, 4, 5, 6), met=met)) == "1-3 2-5 4-6"


@pytest.mark.article("fide_double_swiss_2026:C.04.1 9")
def test_every_pair_and_every_colour_has_a_reason():
    paired = pair(event(7, "1-4 1=, 5-2 =0, 3-6 ++, bye 7", "7-1 =1, 2-3 =0, 4-5 11, half 6"))

    pairs = {frozenset((p.white, p.black)) for p in paired.pairs}
    assert {frozenset((r.chooser, r.chosen)) for r in reasons(paired, OpponentChoice)} == pairs
    assert {frozenset((r.white, r.black)) for r in reasons(paired, ColourDecision)} == pairs
    assert [r.number for r in reasons(paired, ByeGiven)] == [paired.bye]


def test_why_not_names_the_criterion_that_would_suffer():
    rules = system("fide_double_swiss_2026")
    facts = event(6, "1-4 11, 2-5 11, 3-6 11", "1-2 =1, 3-4 11, 5-6 1=")

    made = rules.pair(facts)

    apart = rules.objections(made, Number(1), Number(2))
    assert apart.article == "2.1.1 C1"
    judged = rules.objections(made, Number(3), Number(6)).obstacle
    assert judged is not None
