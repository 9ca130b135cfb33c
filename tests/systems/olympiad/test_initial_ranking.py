"""Pairing numbers from the ratings of the players."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.citing import each_edition
from tests.team_events import entries, names_by_number, squad
from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.model import (
    Adjustment,
    ByeRuling,
    FixedTable,
    ForbiddenPair,
    Number,
    Request,
    Round,
)
from topboard.systems.registry import system

LOWEST_RATING = {
    "olympiad_2008": 1400,
    "olympiad_2008_dresden": 1400,
    "olympiad_2009": 1200,
    "olympiad_2021_draft": 1000,
    "olympiad_2022": 1000,
}


# --- ratings --------------------------------------------------------------------------------


@each_edition(olympiad_2008="6", olympiad_2008_dresden="6", olympiad_2009="6")
def test_every_player_counts_with_their_recorded_rating(edition):
    field = entries(squad("B", 2400, 2400, 2400, 2399), squad("A", 2400, 2400, 2400, 2400))

    assert names_by_number(edition, field) == ["A", "B"]


@each_edition(olympiad_2008="7", olympiad_2008_dresden="7", olympiad_2009="7")
def test_an_unrated_player_counts_with_the_lowest_rating(edition):
    lowest = LOWEST_RATING[edition]
    field = entries(
        squad("A: below", lowest - 1, 2000, 2000, 2000),
        squad("M: unrated", None, 2000, 2000, 2000),
        squad("L: zero", 0, 2000, 2000, 2000),
        squad("Z: above", lowest + 1, 2000, 2000, 2000),
    )

    # By the alphabet the first and the last would change places.
    assert names_by_number(edition, field) == ["Z: above", "L: zero", "M: unrated", "A: below"]


@pytest.mark.parametrize("edition", ["olympiad_2021_draft", "olympiad_2022"])
def test_an_unrated_player_counts_as_1000_where_the_text_is_silent(edition):
    field = entries(
        squad("A: below", 999, 2000, 2000, 2000),
        squad("M: unrated", None, 2000, 2000, 2000),
        squad("Z: above", 1001, 2000, 2000, 2000),
    )

    assert names_by_number(edition, field) == ["Z: above", "M: unrated", "A: below"]


@each_edition(olympiad_2008="7", olympiad_2008_dresden="7", olympiad_2009="7")
def test_the_event_may_set_the_rating_of_unrated_players(edition):
    field = entries(
        squad("Rated", 1799, 2000, 2000, 2000),
        squad("Unrated", None, 2000, 2000, 2000),
        unrated_as=1800,
    )

    assert names_by_number(edition, field) == ["Unrated", "Rated"]


# --- the average ----------------------------------------------------------------------------


@each_edition(
    olympiad_2008="8",
    olympiad_2008_dresden="8",
    olympiad_2009="8",
    olympiad_2021_draft="3.1.1",
    olympiad_2022="3.1.1",
)
def test_the_four_best_players_form_the_average_on_any_boards(edition):
    field = entries(
        squad("First four 2525", 2600, 2600, 2500, 2400, 2400),
        squad("Last four 2550", 1500, 2600, 2600, 2500, 2500),
        squad("Any four 2575", 2700, 2400, 2600, 2600, 2400),
    )

    assert names_by_number(edition, field) == ["Any four 2575", "Last four 2550", "First four 2525"]


@each_edition(
    olympiad_2008="8",
    olympiad_2008_dresden="8",
    olympiad_2009="8",
    olympiad_2021_draft="3.1.1",
    olympiad_2022="3.1.1",
)
def test_averages_are_not_rounded_and_a_quarter_point_can_decide(edition):
    field = entries(
        squad("A", 2500, 2500, 2500, 2501, 2499),
        squad("B", 2500, 2500, 2500, 2502, 2000),
    )

    assert names_by_number(edition, field) == ["B", "A"]


@each_edition(
    olympiad_2008="8",
    olympiad_2008_dresden="8",
    olympiad_2009="8",
    olympiad_2021_draft="3.1.1",
    olympiad_2022="3.1.1",
)
def test_a_team_without_a_roster_has_its_recorded_average(edition):
    field = entries(
        squad("Unknown"),
        squad("Roster", 2500, 2500, 2500, 2501),
        squad("Record", average=Fraction(10001, 4) + Fraction(1, 100)),
    )

    assert names_by_number(edition, field) == ["Record", "Roster", "Unknown"]


# --- equal averages -------------------------------------------------------------------------


@each_edition(
    olympiad_2008="9a",
    olympiad_2008_dresden="9a",
    olympiad_2009="9a",
    olympiad_2021_draft="3.1.2",
    olympiad_2022="3.1.2",
)
def test_the_fifth_player_by_rating_separates_equal_averages(edition):
    field = entries(
        squad("A: no fifth", 2500, 2500, 2500, 2500),
        squad("B: fifth 2300", 2500, 2500, 2500, 2500, 2300),
        squad("C: fifth 2400", 2400, 2500, 2500, 2500, 2500),
        squad("D: fifth 2350", 2600, 2400, 2350, 2500, 2500),
    )

    assert names_by_number(edition, field) == [
        "C: fifth 2400",
        "D: fifth 2350",
        "B: fifth 2300",
        "A: no fifth",
    ]


@each_edition(olympiad_2008="9b", olympiad_2008_dresden="9b")
def test_in_2008_the_previous_olympiad_comes_before_the_alphabet(edition):
    same = 2500, 2500, 2500, 2500, 2400
    field = entries(
        squad("A was not there", *same),
        squad("B was 12th", *same, previous_standing=12),
        squad("C was 3rd", *same, previous_standing=3),
        squad("D was 1st, with a weaker fifth", 2500, 2500, 2500, 2500, previous_standing=1),
    )

    assert names_by_number(edition, field) == [
        "C was 3rd",
        "B was 12th",
        "A was not there",
        "D was 1st, with a weaker fifth",
    ]


@each_edition(
    olympiad_2008="9c",
    olympiad_2008_dresden="9c",
    olympiad_2009="9b",
    olympiad_2021_draft="3.1.3",
    olympiad_2022="3.1.3",
)
def test_alphabetical_order_decides_last_ignoring_case(edition):
    same = 2500, 2500, 2500, 2500, 2400
    field = entries(squad("Chad", *same), squad("albania", *same), squad("Benin", *same))

    assert names_by_number(edition, field) == ["albania", "Benin", "Chad"]


@each_edition(olympiad_2009="9b", olympiad_2021_draft="3.1.3", olympiad_2022="3.1.3")
def test_after_2008_the_previous_olympiad_does_not_count(edition):
    same = 2500, 2500, 2500, 2500
    field = entries(squad("B", *same, previous_standing=1), squad("A", *same))

    assert names_by_number(edition, field) == ["A", "B"]


# --- the numbers ----------------------------------------------------------------------------


@each_edition(
    olympiad_2008="14",
    olympiad_2008_dresden="14",
    olympiad_2009="15",
    olympiad_2021_draft="3.1",
    olympiad_2022="3.1",
)
def test_all_settings_for_a_team_follow_it_to_its_new_number(edition):
    one, two, three = Number(1), Number(2), Number(3)
    field = entries(
        squad("Weak", *[2000] * 4),
        squad("Strong", *[2700] * 4),
        squad("Middle", *[2300] * 4),
        forbidden=(ForbiddenPair(one, two),),
        requests=(Request(three, 1),),
        bye_rulings=(ByeRuling(one, allowed=False),),
        adjustments=(Adjustment(two, 10),),
        fixed_tables=(FixedTable(three, 1),),
        accelerated=frozenset({one, three}),
    )

    ranked = system(edition).assign_pairing_numbers(field)

    # Strong is 1 now, Middle 2 and Weak 3.
    assert [team.name for team in ranked.competitors] == ["Strong", "Middle", "Weak"]
    assert [team.number for team in ranked.competitors] == [1, 2, 3]
    assert [(f.a, f.b) for f in ranked.forbidden] == [(3, 1)]
    assert [r.number for r in ranked.requests] == [2]
    assert [r.number for r in ranked.bye_rulings] == [3]
    assert [a.number for a in ranked.adjustments] == [1]
    assert [t.number for t in ranked.fixed_tables] == [2]
    assert ranked.accelerated == {2, 3}


@each_edition(
    olympiad_2008="14",
    olympiad_2008_dresden="14",
    olympiad_2009="15",
    olympiad_2021_draft="3.1",
    olympiad_2022="3.1",
)
def test_once_round_one_is_paired_the_numbers_are_final(edition):
    field = system(edition).assign_pairing_numbers(
        entries(squad("A", *[2000] * 4), squad("B", *[2700] * 4))
    )

    assert [team.name for team in field.competitors] == ["B", "A"]
    with pytest.raises(BadInput, match="fixed once round 1 is paired"):
        system(edition).assign_pairing_numbers(replace(field, rounds=(Round(1),)))
