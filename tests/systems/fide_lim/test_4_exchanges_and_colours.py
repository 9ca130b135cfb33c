"""Articles 4, 5 and 7.2: the scrutiny upward, and the colours."""

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
    tables,
)
from tests.team_events import reasons
from topboard.model import Colour, Number, Request
from topboard.model.colour_limits import is_third_colour_in_a_row, keeps_colour_difference_limit
from topboard.reasons.decisions import ColourDecision, OpponentChoice
from topboard.reasons.grounds import CandidateOrder, ColourGround, ColourNeed, MedianSide
from topboard.reasons.obstacles import LeavesUnpairable, SameColourDue
from topboard.systems.fide_lim.fide_lim_2026 import pair, prepare_field
from topboard.systems.fide_lim.field import due_colour


def reverse_six(pairs: str) -> str:
    """Pairs of six as they are where the list is turned round."""
    return opponents(tuple(7 - int(n) for n in one.split("-")) for one in pairs.split())


# --- the scrutiny -------------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:4.1.1")
def test_downward_the_highest_numbered_comes_first():
    made = pair_group(situation(cards("1..6"), "1-4"), MedianSide.ABOVE, "1..6")

    assert made.pairs == ((1, 5), (2, 4), (3, 6))


@pytest.mark.article("fide_lim_2026:4.1.2", "fide_lim_2026:4.2", "fide_lim_2026:4.3")
@pytest.mark.parametrize(
    "pairs", ["1-4 2-5 3-6", "1-5 2-4 3-6", "1-6 2-4 3-5", "1-3 2-5 4-6", "1-2 3-5 4-6"]
)
def test_upward_the_lowest_numbered_comes_first_and_the_order_is_reversed(pairs):
    tried = [4, 5, 6, 3, 2]
    met = int(pairs[2])
    closed = " ".join(f"6-{7 - n}" for n in tried[: tried.index(met)])

    made = pair_group(situation(cards("1..6"), closed), MedianSide.BELOW, "6 5 4 3 2 1")

    assert opponents(made.pairs) == reverse_six(pairs)
    assert made.pairs[0] == (6, 7 - met)


@pytest.mark.article("fide_lim_2026:4.3")
def test_an_earlier_player_gives_way_to_keep_a_later_one_pairable():
    # 2 has met all but 6, which 1 has to leave to him.
    made = pair_group(
        situation(cards("1..6"), "1-4 1-5 2-4 2-5 2-3 2-1"), MedianSide.MEDIAN, "1..6"
    )

    assert opponents(made.pairs) == "1-3 2-6 4-5"
    first = next(r for r in made.reasons if isinstance(r, OpponentChoice))
    assert (first.article, first.order) == ("4.2", CandidateOrder.OWN_HALF)
    assert [type(p.obstacle) for p in first.passed_over][2] is LeavesUnpairable


@pytest.mark.article("fide_lim_2026:4.4", "fide_lim_2026:4.4.2")
def test_a_group_that_cannot_be_fully_paired_releases_two_players():
    before = situation(cards("1..4 6 7"), "1-2 1-3 2-3")

    made = pair_group(before, MedianSide.ABOVE, "1..4", next_="6 7")

    assert opponents(made.pairs) == "1-4"
    assert [(r.number, r.cause_article) for r in floaters(made)] == [(3, "4.4"), (2, "4.4")]


@pytest.mark.article("fide_lim_2026:4.4", "fide_lim_2026:2.3.4")
def test_of_three_leaving_an_odd_group_the_last_makes_the_number_even():
    # 1, 2, 3 and 5 have all met, and 4 can meet one of them.
    before = situation(cards("1..7"), "1-2 1-3 1-5 2-3 2-5 3-5")

    made = pair_group(before, MedianSide.ABOVE, "1..5", next_="6 7")

    assert opponents(made.pairs) == "1-4"
    causes = [(r.number, r.cause_article) for r in floaters(made)]
    assert causes == [(5, "4.4"), (3, "4.4"), (2, "2.3.4")]


@pytest.mark.article("fide_lim_2026:4.4.1")
def test_only_the_player_without_an_opponent_floats_from_an_odd_group():
    before = situation(cards("1..5 6 7"), "3-1 3-2 3-4 3-5")

    made = pair_group(before, MedianSide.ABOVE, "1..5", next_="6 7")

    assert list(made.leavers) == [3]


# --- the second scrutiny ------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:5.2")
def test_opponents_are_exchanged_for_the_colours_in_the_same_order():
    people = [card(n, 20, had) for n, had in enumerate("BBWBWW", start=1)]

    made = pair_group(situation(people), MedianSide.MEDIAN, "1..6")

    # 1, due White, passes 4, due White too; 2 then has 4 left, who is due White, and passes him.
    assert opponents(made.pairs) == "1-5 2-6 3-4"
    first = next(r for r in made.reasons if isinstance(r, OpponentChoice))
    assert first.article == "5.2"
    (passed,) = first.passed_over
    assert passed.obstacle == SameColourDue(ColourNeed.DUE, Colour.WHITE)


@pytest.mark.article("fide_lim_2026:5.2", "fide_lim_2026:C.04.1 8")
def test_the_first_available_opponent_stays_if_nobody_is_due_the_other_colour():
    people = [card(n, 20, "B") for n in range(1, 5)]

    made = pair_group(situation(people), MedianSide.MEDIAN, "1..4")

    assert opponents(made.pairs) == "1-3 2-4"
    assert prepare_field(event(4, "1-3 =, 4-2 =")).due == {
        1: Colour.BLACK,
        2: Colour.WHITE,
        3: Colour.WHITE,
        4: Colour.BLACK,
    }


@pytest.mark.article("fide_lim_2026:5.7")
def test_the_article_on_ratings_too_far_apart_is_cited():
    people = [card(n, 20, had, rating=2600 - 200 * n) for n, had in enumerate("BBBW", start=1)]

    made = pair_group(situation(people, maxi=True), MedianSide.MEDIAN, "1..4")

    assert opponents(made.pairs) == "1-3 2-4"
    assert next(r for r in made.reasons if isinstance(r, OpponentChoice)).article == "5.7"


# --- colours ------------------------------------------------------------------------------------


def colours(one: str, other: str, points: int = 20, numbers: tuple[int, int] = (1, 2)):
    paired = pair_cards([card(numbers[0], points, one), card(numbers[1], points, other)])
    (given,) = reasons(paired, ColourDecision)
    return given.white, given.ground, given.article


@pytest.mark.article("fide_lim_2026:5.1", "fide_lim_2026:5.5", "fide_lim_2026:5.6")
@pytest.mark.parametrize(
    ("one", "other", "white"),
    [("W", "B", 2), ("WBW", "BWB", 2), ("WB", "BW", 1), ("", "B", 2)],
)
def test_each_player_gets_the_colour_they_are_due(one, other, white):
    assert colours(one, other)[0] == white
    assert colours(one, other)[1:] == (ColourGround.DUE, "5.1")
    # After an odd number of games the equalising colour, after an even one the alternating.
    assert due_colour((Colour.WHITE, Colour.BLACK, Colour.BLACK)) is Colour.WHITE
    assert due_colour((Colour.WHITE, Colour.BLACK)) is Colour.WHITE
    assert due_colour(()) is None


@pytest.mark.article("fide_lim_2026:5.1.1", "fide_lim_2026:5.3", "fide_lim_2026:C.04.1 7")
def test_a_player_who_had_a_colour_twice_running_gets_the_other():
    # Both are due Black; 2 has had White twice running.
    assert colours("WBW", "BWW") == (1, ColourGround.LIMITS, "5.3")
    assert is_third_colour_in_a_row((Colour.WHITE, Colour.WHITE), Colour.WHITE)


@pytest.mark.article("fide_lim_2026:5.1.2", "fide_lim_2026:C.04.1 6")
def test_nobody_gets_three_more_of_one_colour():
    # 1 has had White twice more, though not running.
    assert colours("WWBWBW", "WBW") == (2, ColourGround.LIMITS, "5.3")
    assert not keeps_colour_difference_limit((Colour.WHITE, Colour.WHITE), Colour.WHITE)


@pytest.mark.article("fide_lim_2026:5.6")
def test_the_last_difference_decides_between_two_due_the_same_colour():
    # Both are due White; counted back, they differed three games ago, when 1 had White.
    assert colours("BWWB", "WBWB") == (2, ColourGround.ALTERNATE, "5.4")
    assert colours("WBWB", "BWWB") == (1, ColourGround.ALTERNATE, "5.4")


@pytest.mark.article("fide_lim_2026:5.4")
def test_equal_colours_favour_the_higher_rank_above_and_the_lower_below():
    assert colours("WB", "WB", 30) == (1, ColourGround.DUE_OF_HIGHER, "5.4")
    assert colours("WB", "WB", 20) == (1, ColourGround.DUE_OF_HIGHER, "5.4")
    assert colours("WB", "WB", 10) == (2, ColourGround.DUE_OF_LOWER, "5.4")
    assert colours("BW", "BW", 10) == (1, ColourGround.DUE_OF_LOWER, "5.4")


@pytest.mark.article("fide_lim_2026:5.4")
def test_between_two_groups_the_higher_ranked_has_more_points():
    # 1 from below and 2 from above meet in the median: 2 is ranked higher.
    paired = pair_cards([card(2, 30, "WB"), card(1, 10, "WB")])

    (given,) = reasons(paired, ColourDecision)
    assert (given.white, given.higher, given.ground) == (2, 2, ColourGround.DUE_OF_HIGHER)


def test_in_the_last_round_a_limit_may_break_and_other_rules_decide():
    paired = pair_cards([card(1, 20, "BWW"), card(2, 20, "WBWW")], last=True)

    (given,) = reasons(paired, ColourDecision)
    assert (given.white, given.ground) == (2, ColourGround.DUE_OF_HIGHER)


# --- the lot ------------------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:7.2")
def test_top_half_odd_numbers_get_the_colour_drawn_for_number_one():
    paired = pair(event(6, lot=Colour.BLACK))

    assert tables(paired) == "4-1 2-5 6-3"
    assert [(r.article, r.parity_number) for r in reasons(paired, ColourDecision)] == [
        ("7.2", 1),
        ("7.2", 2),
        ("7.2", 3),
    ]


@pytest.mark.article("fide_lim_2026:7.2")
def test_only_participants_who_have_been_paired_are_numbered():
    # 1 is away: 2 is the first of the list.
    paired = pair(event(5, requests=(Request(Number(1), 1),)))

    assert tables(paired) == "2-4 5-3"
    assert of_round(paired) == "2-4 3-5"
    # 2 is away: 3 is the second of the list.
    paired = pair(event(6, lot=Colour.BLACK, requests=(Request(Number(2), 1),)))
    assert (tables(paired), paired.bye) == ("4-1 3-5", 6)
