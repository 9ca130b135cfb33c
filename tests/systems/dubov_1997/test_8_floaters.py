"""Chapter 8: the order of floaters, and whom they meet."""

from __future__ import annotations

import pytest

from tests.systems.dubov_1997.cards import card, pair_cards, place, pool_of, remainder
from topboard.model import Number
from topboard.reasons.decisions import Floater, OpponentChoice
from topboard.reasons.obstacles import FewerPairsLeft, MayNotUpfloat, PassedOver
from topboard.systems.dubov_1997.floaters import (
    alternate_floaters_by_due_colour,
    choose_floater_opponent,
    order_floater_opponents,
)


@pytest.mark.article("dubov_1997:8.1")
def test_white_and_black_floaters_alternate_from_the_top_of_their_columns():
    cards = [
        card(1, "W", 2100, 2000),
        card(2, "W", 2000, 2000),
        card(3, "W", 2050, 2000),
        card(4, "B", 2000, 2100),
        card(5, "B", 2000, 2200),
    ]
    pool = pool_of(cards)

    assert pool.numbers_at(alternate_floaters_by_due_colour(pool, range(5))) == (2, 5, 3, 4, 1)


@pytest.mark.article("dubov_1997:8.1")
def test_black_floaters_on_their_own_follow_their_column():
    pool = pool_of([card(1, "B", 2000, 2100), card(2, "B", 2000, 2200)])

    assert pool.numbers_at(alternate_floaters_by_due_colour(pool, range(2))) == (2, 1)


@pytest.mark.article("dubov_1997:8.2")
def test_floaters_seek_the_opposite_due_colour_highest_r_then_lowest_aro():
    cards = [
        card(1, "W", 2100, 2000, points=20),
        card(2, "W", 2000, 2500),
        card(3, "B", 2050, 2200),
        card(4, "B", 2000, 2200),
        card(5, "B", 2000, 2100),
    ]
    pool = pool_of(cards)
    floater = place(pool, 1)
    residents = [place(pool, n) for n in (2, 3, 4, 5)]

    assert pool.numbers_at(order_floater_opponents(pool, floater, residents)) == (4, 3, 5, 2)


def met_by(floater, cards, closed=""):
    rest = remainder(cards, closed)
    residents = [i for i, e in enumerate(rest.pool.players) if e.points == 10]
    choice = choose_floater_opponent(rest, place(rest, floater), residents)
    return rest.pool.players[choice.place].number, choice.passed_over


@pytest.mark.article("dubov_1997:8.2")
def test_a_floater_prefers_a_resident_the_group_can_spare():
    cards = [
        card(1, "W", 2100, 2000, points=20),
        card(2, "B", 2000, 2500),
        card(3, "B", 2050, 2200),
        card(4, "W", 2000, 2100),
        card(5, "W", 2000, 2000, points=0),
        card(6, "B", 2000, 1900, points=0),
    ]

    # 3 and 4 have met: without 2 neither could be paired.
    number, passed = met_by(1, cards, "3-4")

    assert number == 3
    assert passed == (PassedOver(Number(2), FewerPairsLeft(10)),)


@pytest.mark.article("dubov_1997:8.2")
def test_a_floater_prefers_a_resident_who_may_go_up():
    cards = [
        card(1, "W", 2100, 2000, points=20),
        card(2, "B", 2000, 2500, may_rise=False),
        card(3, "B", 2050, 2200),
        card(4, "W", 2000, 2100),
    ]

    assert met_by(1, cards) == (3, (PassedOver(Number(2), MayNotUpfloat()),))


@pytest.mark.article("dubov_1997:8.1", "dubov_1997:8.2")
def test_floaters_are_paired_before_the_residents_and_named_as_floaters():
    top = [card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=20) for n in (1, 2, 3, 4)]
    low = [card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n) for n in (5, 6, 7, 8)]

    so_far = pair_cards([*top, *low], closed="2-3 2-4 3-4")
    chosen = [
        (r.chooser, r.chosen)
        for r in so_far.reasons
        if isinstance(r, OpponentChoice) and r.article == "8.2"
    ]

    assert chosen == [(3, 6), (4, 5)]
    assert so_far.floaters == [Floater(Number(3), 20, 10), Floater(Number(4), 20, 10)]
