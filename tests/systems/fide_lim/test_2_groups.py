"""Articles 2, 6 and 8: compatible players, the order of the groups, a blocked median."""

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
    situation,
)
from tests.team_events import reasons
from topboard.errors import NoLegalPairing
from topboard.model import Scale
from topboard.model.colour_limits import allowed_colour_bits
from topboard.reasons.decisions import OpponentChoice, ScoregroupSummary
from topboard.reasons.family_decisions import PairBrokenUp
from topboard.reasons.grounds import FloatCause, MedianSide
from topboard.reasons.obstacles import HaveMet, PassedOver, SameColourDue
from topboard.reasons.sentences import build_reason_sentence
from topboard.systems.fide_lim.fide_lim_2026 import pair, prepare_field
from topboard.systems.fide_lim.field import may_meet_within_colour_limits


def groups(paired):
    """The groups in the order in which they were paired."""
    return [(r.points, r.side) for r in reasons(paired, ScoregroupSummary)]


# --- who may meet -------------------------------------------------------------------------------


@pytest.mark.article(
    "fide_lim_2026:2.1",
    "fide_lim_2026:5.1.1",
    "fide_lim_2026:5.1.2",
    "fide_lim_2026:C.04.1 2",
    "fide_lim_2026:C.04.1 6",
    "fide_lim_2026:C.04.1 7",
)
@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        ("WW", "WW", False),
        ("WW", "BB", True),
        ("WW", "WB", True),
        ("WBWW", "BWW", False),
        ("WWBW", "BWWB", True),
        # Two more Whites, though not running: no third more.
        ("WWBWBW", "WWBWBW", False),
        ("", "WW", True),
    ],
)
def test_paired_players_can_both_stay_within_the_colour_limits(one, other, fits):
    before = situation([card(1, had=one), card(2, had=other)])

    assert before.allowed[1] == allowed_colour_bits(before.colours[1])
    assert may_meet_within_colour_limits(before, 1, 2) is fits
    assert not may_meet_within_colour_limits(situation(cards("1 2"), "1-2"), 1, 2)


@pytest.mark.article("fide_lim_2026:6")
def test_in_the_last_round_colours_keep_no_players_apart():
    # 1 and 2 have both had White twice running.
    rounds = ("1-3 1:0, 2-4 1:0, 5-7 =, 6-8 =", "1-4 1:0, 2-3 1:0, 7-6 =, 8-5 =")
    before = pair(event(8, *rounds, planned_rounds=5))
    last = pair(event(8, *rounds, planned_rounds=3))

    assert "1-2" not in of_round(before)
    assert "1-2" in of_round(last)


def test_a_round_without_a_pairing_is_refused_and_the_blockers_are_named():
    with pytest.raises(
        NoLegalPairing, match="no legal pairing: #1 has no opponent left"
    ) as refusal:
        pair_cards(cards("1..4"), "1-2 1-3 1-4")

    assert refusal.value.article == "2.1"


# --- the order of the groups --------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:2.2", "fide_lim_2026:8.1", "fide_lim_2026:C.04.1 5")
def test_groups_are_paired_top_first_then_bottom_and_the_median_last():
    people = [*cards("1 2", 40), *cards("3 4", 30), *cards("5 6", 20), *cards("7 8", 10)]

    paired = pair_cards([*people, *cards("9 10", 5)])

    assert groups(paired) == [
        (40, MedianSide.ABOVE),
        (30, MedianSide.ABOVE),
        (5, MedianSide.BELOW),
        (10, MedianSide.BELOW),
        (20, MedianSide.MEDIAN),
    ]
    assert of_round(paired) == "1-2 3-4 5-6 7-8 9-10"


@pytest.mark.article("fide_lim_2026:8.1", "fide_lim_2026:8.2", "fide_lim_2026:8.3")
def test_round_two_pairs_one_point_then_zero_then_half_a_point():
    paired = pair(event(8, "1-5 1:0, 6-2 =, 3-7 1:0, 8-4 ="))

    assert groups(paired) == [(10, MedianSide.ABOVE), (0, MedianSide.BELOW), (5, MedianSide.MEDIAN)]


@pytest.mark.article("fide_lim_2026:3.1", "fide_lim_2026:2.2")
def test_floaters_from_the_last_group_go_even_to_an_empty_median():
    paired = pair_cards([*cards("1..3", 30), *cards("4..6", 10)])

    assert of_round(paired) == "1-2 3-4 5-6"
    assert [(r.number, r.from_points, r.to_points) for r in floaters(paired)] == [
        (3, 30, 20),
        (4, 10, 20),
    ]
    assert groups(paired)[-1] == (20, MedianSide.MEDIAN)
    assert [(f.number, f.to_points) for f in paired.floaters] == [(3, 20), (4, 20)]


@pytest.mark.article("fide_lim_2026:7.3")
def test_the_median_is_half_of_the_points_the_rounds_could_give():
    # Two points are a win here: one point is the median.
    doubled = event(8, "1-5 1:0, 6-2 1:0, 3-7 =, 4-8 =", game_scale=Scale(20, 10, 0))

    assert prepare_field(doubled).median_score == 10
    assert groups(pair(doubled)) == [
        (0, MedianSide.BELOW),
        (5, MedianSide.BELOW),
        (10, MedianSide.MEDIAN),
    ]


# --- who leaves before a group is paired --------------------------------------------------------


@pytest.mark.article("fide_lim_2026:2.3", "fide_lim_2026:2.3.1")
def test_a_player_who_has_met_everybody_in_the_group_leaves_it():
    before = situation(cards("1..7"), "2-1 2-3 2-4 2-5")

    made = pair_group(before, MedianSide.ABOVE, "1..5", next_="6 7")

    assert opponents(made.pairs) == "1-4 3-5"
    (floated,) = floaters(made)
    assert (floated.number, floated.cause, floated.cause_article) == (
        2,
        FloatCause.MET_ALL,
        "2.3.1",
    )


@pytest.mark.article("fide_lim_2026:2.3.2")
def test_a_player_two_over_in_a_colour_leaves_if_unable_to_equalise():
    people = [card(1, 20, "WBWW"), card(2, 20, "BWW"), card(3, 20, "WBWW"), *cards("4 5", 20)]

    made = pair_group(situation(people, "1-2"), MedianSide.ABOVE, "1..3", next_="4 5")

    causes = {r.number: (r.cause, r.cause_article) for r in floaters(made)}
    assert causes[3] == (FloatCause.TWO_MORE, "2.3.2")


@pytest.mark.article("fide_lim_2026:2.3.3")
def test_a_player_with_a_colour_twice_running_leaves_if_unable_to_alternate():
    people = [card(1, 20, "BWW"), card(2, 20, "BWW"), *cards("4 5", 20)]

    made = pair_group(situation(people), MedianSide.ABOVE, "1 2", next_="4 5")

    assert [(r.number, r.cause, r.cause_article) for r in floaters(made)[:1]] == [
        (2, FloatCause.TWICE_RUNNING, "2.3.3")
    ]


@pytest.mark.article("fide_lim_2026:2.3.4")
def test_one_player_leaves_to_make_the_number_even():
    made = pair_group(situation(cards("1..7")), MedianSide.ABOVE, "1..5", next_="6 7")

    assert opponents(made.pairs) == "1-3 2-4"
    (floated,) = floaters(made)
    assert (floated.number, floated.cause_article) == (5, "2.3.4")


# --- proposals ----------------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:2.4")
def test_the_proposed_pairing_is_top_half_against_bottom_half():
    made = pair_group(situation(cards("1..6")), MedianSide.MEDIAN, "1..6")

    assert opponents(made.pairs) == "1-4 2-5 3-6"
    assert {r.article for r in made.reasons if isinstance(r, OpponentChoice)} == {"2.4"}


@pytest.mark.article("fide_lim_2026:2.5")
def test_a_pair_that_has_already_met_is_exchanged():
    made = pair_group(situation(cards("1..6"), "1-4 2-6"), MedianSide.MEDIAN, "1..6")

    assert opponents(made.pairs) == "1-5 2-4 3-6"
    first, second, _ = (r for r in made.reasons if isinstance(r, OpponentChoice))
    assert (first.article, first.passed_over) == ("4.2", (PassedOver(4, HaveMet(1)),))
    assert second.article == "2.4"


def test_a_pair_that_would_break_a_limit_is_exchanged():
    people = [card(1, 20, "WW"), card(2), card(3, 20, "WW"), card(4)]

    made = pair_group(situation(people), MedianSide.MEDIAN, "1..4")

    assert opponents(made.pairs) == "1-4 2-3"
    first = next(r for r in made.reasons if isinstance(r, OpponentChoice))
    (passed,) = first.passed_over
    assert isinstance(passed.obstacle, SameColourDue)


# --- a blocked median ---------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:2.6", "fide_lim_2026:2.6.2")
def test_an_upper_pair_is_cracked_unless_more_floaters_came_from_above():
    # 3 and 4, the median, have met; nobody floats: the pair 1-2 is taken back.
    people = [*cards("1 2", 30), *cards("3 4", 20), *cards("5 6", 10)]

    paired = pair_cards(people, "3-4")

    (cracked,) = reasons(paired, PairBrokenUp)
    assert (cracked.article, cracked.pair, cracked.side) == ("2.6.2", (1, 2), MedianSide.ABOVE)
    assert (cracked.from_above, cracked.from_below) == (0, 0)
    assert of_round(paired) == "1-3 2-4 5-6"
    assert not [r for r in reasons(paired, OpponentChoice) if {r.chooser, r.chosen} == {1, 2}], (
        "what was taken back is not told as if it stood"
    )


@pytest.mark.parametrize(
    ("from_above", "from_below", "words"),
    [
        (0, 0, "because the members of the median scoregroup cannot all be paired with each other"),
        (1, 0, "because the median scoregroup cannot be paired with its floater from above"),
        (2, 0, "because the median scoregroup cannot be paired with its floaters from above"),
        (0, 1, "because the median scoregroup cannot be paired with its floater from below"),
        (1, 1, "because the median scoregroup cannot be paired with its floaters from above and"),
    ],
)
def test_the_text_on_a_cracked_pair_names_the_sides_of_the_floaters(
    from_above: int, from_below: int, words: str
) -> None:
    cracked = PairBrokenUp("2.6.2", (1, 2), 20, MedianSide.ABOVE, from_above, from_below)

    sentence = build_reason_sentence(cracked, str)

    assert f"{words} (2.6.2)" in sentence or f"{words} below (2.6.2)" in sentence


@pytest.mark.article("fide_lim_2026:2.6.1")
def test_the_last_pair_made_on_a_side_is_the_first_to_be_cracked():
    # Upward 6 and 5 were paired after 8 and 7, in the group nearer to the median.
    people = [*cards("1 2 3", 30), card(4, 20), *cards("5 6", 15), *cards("7 8", 10)]

    paired = pair_cards(people, "4-1 4-2 4-3")

    (cracked,) = reasons(paired, PairBrokenUp)
    assert (cracked.article, set(cracked.pair), cracked.points) == ("2.6.1", {5, 6}, 15)
    assert "7-8" in of_round(paired)


@pytest.mark.article("fide_lim_2026:2.6.2")
def test_a_side_without_pairs_has_one_of_the_other_side_cracked():
    # Nobody is above the median.
    people = [*cards("3 4", 20), *cards("5 6", 10)]

    paired = pair_cards(people, "3-4")

    (cracked,) = reasons(paired, PairBrokenUp)
    assert (set(cracked.pair), cracked.side, cracked.article) == ({5, 6}, MedianSide.BELOW, "2.6.1")
    assert of_round(paired) == "3-5 4-6"
