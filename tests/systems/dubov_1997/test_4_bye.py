"""Chapter 4: the bye of an odd field."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.systems.dubov_1997.cards import apart, card, event, pool_of
from topboard.model import ByeRuling, Number, Request, ZeroPointBye
from topboard.reasons.criteria import ByeBarRuling
from topboard.reasons.decisions import ByeGiven
from topboard.reasons.obstacles import LeavesUnpairable, PassedOver
from topboard.systems.dubov_1997.dubov_1997 import pair
from topboard.systems.dubov_1997.legality import bye_order


def order(*cards):
    pool = pool_of(cards)
    return pool.numbers_at(bye_order(pool))


@pytest.mark.article("dubov_1997:4")
def test_the_lowest_r_of_the_lowest_group_is_first_for_the_bye():
    cards = [
        card(1, "W", 2000, 1500, points=20),
        card(2, "B", 2000, 1800, points=10),
        card(3, "W", 2000, 1700, points=10),
        card(4, "B", 2000, 1600, points=15),
    ]

    assert order(*cards) == (3, 2, 4, 1)


@pytest.mark.article("dubov_1997:4")
def test_among_equal_r_the_dominating_colour_comes_first_then_the_higher_aro():
    cards = [
        card(1, "B", 2300, 1700),
        card(2, "W", 2100, 1700),
        card(3, "W", 2200, 1700),
        card(4, "W", 2400, 1800),
        card(5, "B", 2350, 1900),
    ]

    assert order(*cards) == (3, 2, 1, 4, 5)


@pytest.mark.article("dubov_1997:4")
def test_full_ties_are_ordered_by_name_and_the_last_gets_the_bye():
    cards = [card(n, "W", 2100, 1700, name=name) for n, name in ((1, "Yates"), (2, "Abel"))]

    assert order(*cards) == (1, 2)


@pytest.mark.article("dubov_1997:4")
def test_a_player_who_would_leave_the_others_unpairable_is_passed_over():
    # Without 5, who has the lowest R, 1 would have nobody left to meet.
    tournament = event(
        [2500, 2400, 2300, 2200, 2100],
        "1-2 =, 3-4 =, half 5",
        forbidden=apart("1-3 1-4"),
    )

    bye = next(r for r in pair(tournament).reasons if isinstance(r, ByeGiven))

    assert bye.number == 4
    assert [p.candidate for p in bye.passed_over] == [5]
    assert isinstance(bye.passed_over[0].obstacle, LeavesUnpairable)


@pytest.mark.article("dubov_1997:4")
def test_a_ruling_bars_from_the_bye():
    tournament = event([2500, 2400, 2300, 2200, 2100], "1-2 =, 3-4 =, half 5")
    barred = replace(tournament, bye_rulings=(ByeRuling(Number(5), allowed=False),))

    bye = next(r for r in pair(barred).reasons if isinstance(r, ByeGiven))

    assert pair(tournament).bye == 5
    assert (bye.number, bye.passed_over) == (4, (PassedOver(Number(5), ByeBarRuling()),))


def test_an_even_field_has_no_bye_and_absent_players_do_not_count():
    tournament = event([2500, 2400, 2300, 2200], "1-3 =, 4-2 =")
    absent = replace(tournament, requests=(Request(Number(1), 2, ZeroPointBye()),))

    assert pair(tournament).bye is None
    assert pair(absent).bye == 4
