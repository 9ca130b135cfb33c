"""Chapter 7: players moved up for islands and odd groups, and columns made equal.

The cards of two groups below are those of the Vega manual of 2016, appendix E, pages 58 to 60.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.systems.dubov_1997.cards import (
    card,
    event,
    history,
    opponents,
    pair_cards,
    place,
    pool_of,
    remainder,
    tables,
)
from topboard.errors import BadInput
from topboard.model import Colour, Number
from topboard.reasons.decisions import Floated, OpponentChoice
from topboard.reasons.family_decisions import ColumnChange
from topboard.reasons.grounds import FloatMethod
from topboard.reasons.obstacles import (
    FewerPairsLeft,
    HaveMet,
    LeavesUnpairable,
    MayNotUpfloat,
    NoOpponentInNextGroup,
    PassedOver,
)
from topboard.reasons.sentences import build_reason_sentence
from topboard.systems.dubov_1997.choice import NoCandidateWithoutObstacle
from topboard.systems.dubov_1997.columns import (
    divide_columns_by_due_colour,
    equalise_columns,
    sort_blacks_for_transfer,
    sort_whites_for_transfer,
)
from topboard.systems.dubov_1997.dubov_1997 import pair
from topboard.systems.dubov_1997.pool import score_groups
from topboard.systems.dubov_1997.transfers import (
    choose_move_up_for_island,
    choose_move_up_for_odd_group,
)

ISLAND = (
    card(34, "W", 1707.0, 1570, points=60),
    card(35, "W", 1823.6, 1565, points=60),
    card(29, "B", 1697.1, 1613, points=60),
    card(32, "W", 1700.4, 1580, points=55),
    card(7, "W", 1891.3, 2202, points=55),
    card(8, "B", 1864.7, 2156, points=55, may_rise=False),
    card(20, "B", 1823.8, 1700, points=55),
    card(28, "B", 1844.7, 1622, points=55, fixed=True),
)

ODD = (
    card(11, "W", 1915.0, 2100),
    card(3, "W", 1998.5, 2361),
    card(7, "W", 2002.0, 2213),
    card(8, "W", 2004.8, 2162, fixed=True, may_rise=False),
    card(19, "W", 2033.3, 1918),
    card(27, "W", 2049.5, 1789),
    card(4, "B", 1984.8, 2268),
    # The manual does not print his card; as White he stands last of the column.
    card(16, "W", 2060.0, 2000, points=0),
)


def raised_players(so_far):
    return [
        r for r in so_far.reasons if isinstance(r, Floated) and r.method is FloatMethod.MOVED_UP
    ]


# --- Vega's examples ----------------------------------------------------------------------


@pytest.mark.article("dubov_1997:7.1")
def test_the_island_example_of_the_manual_is_reproduced():
    so_far = pair_cards(ISLAND, closed="35-34 35-29")

    assert {"35-20", "34-29"} <= tables(so_far)
    assert raised_players(so_far) == [
        Floated(
            "7.1",
            Number(20),
            55,
            60,
            island=Number(35),
            passed_over=(PassedOver(Number(8), MayNotUpfloat()),),
            own_group=(
                PassedOver(Number(29), HaveMet(1)),
                PassedOver(Number(34), HaveMet(1)),
            ),
            method=FloatMethod.MOVED_UP,
        )
    ]


@pytest.mark.article("dubov_1997:7.2", "dubov_1997:7.3")
def test_the_odd_group_example_of_the_manual_is_reproduced():
    so_far = pair_cards(ODD, closed="19-4")
    moved = [(r.number, r.to) for r in so_far.reasons if isinstance(r, ColumnChange)]

    assert [(r.number, r.article, r.island) for r in raised_players(so_far)] == [(16, "7.2", None)]
    assert moved == [(11, Colour.BLACK), (3, Colour.BLACK), (7, Colour.BLACK)]
    assert tables(so_far) == {"8-3", "19-7", "27-4", "16-11"}
    row = next(r for r in so_far.reasons if isinstance(r, OpponentChoice) and r.chooser == 19)
    assert row.passed_over == (PassedOver(Number(4), HaveMet(1)),)


# --- 7.1 ----------------------------------------------------------------------------------


def below(rest):
    return score_groups(rest.pool, rest.left)[1:]


def raised_for(island, cards, closed):
    rest = remainder(cards, closed)
    choice = choose_move_up_for_island(rest, place(rest, island), below(rest))
    return rest.pool.players[choice.place].number


@pytest.mark.article("dubov_1997:7.1")
def test_islands_meet_the_opposite_due_colour_then_highest_r_then_lowest_aro():
    top = [card(1, "W", 2000, 2400, points=20), card(2, "W", 2000, 2300, points=20)]
    low = [
        card(3, "W", 2000, 2500),
        card(4, "B", 2200, 2100),
        card(5, "B", 2100, 2100),
        card(6, "B", 2000, 2000),
    ]

    assert raised_for(1, [*top, *low], "1-2") == 5
    assert raised_for(1, [*top, *low], "1-2 1-5 1-4") == 6
    assert raised_for(1, [*top, *low], "1-2 1-5 1-4 1-6") == 3


@pytest.mark.article("dubov_1997:7.1")
def test_a_group_is_skipped_only_if_nobody_in_it_can_be_met():
    cards = [
        card(1, "W", 2000, 2400, points=30),
        card(2, "B", 2000, 2300, points=20, may_rise=False),
        card(3, "B", 2000, 2200, points=10),
        card(4, "W", 2000, 2100, points=10),
    ]

    # 2 may not go up, but a player of the next group who may be met keeps the gap small.
    assert raised_for(1, cards, "") == 2
    assert raised_for(1, cards, "1-2") == 3


@pytest.mark.article("dubov_1997:7.1")
def test_the_white_island_is_served_first():
    cards = [
        card(5, "B", 2000, 2400, points=20),
        card(10, "W", 2000, 2300, points=20),
        card(9, "B", 2000, 2200),
        card(8, "W", 2000, 2100),
    ]

    so_far = pair_cards(cards, closed="5-10")

    assert [r.island for r in raised_players(so_far)] == [10, 5]
    assert tables(so_far) == {"10-9", "8-5"}


@pytest.mark.article("dubov_1997:7.1")
def test_a_player_with_no_opponent_because_of_colours_is_an_island_too():
    cards = [
        card(1, "W", 2000, 2400, points=20, fixed=True),
        card(2, "W", 2000, 2300, points=20, fixed=True),
        card(3, "B", 2000, 2200),
        card(4, "B", 2000, 2100),
    ]

    assert [r.article for r in raised_players(pair_cards(cards))] == ["7.1", "7.1"]


@pytest.mark.article("dubov_1997:7.1")
def test_a_candidate_whose_own_group_would_lose_a_pair_is_passed_over():
    # 3 is the only one whom 4 and 5 can meet; without 3 both would be left over.
    cards = [
        card(1, "W", 2000, 2400, points=20),
        card(3, "B", 2000, 2200),
        card(4, "B", 2000, 2100),
        card(5, "W", 2000, 2000),
        card(6, "W", 2000, 1900, points=0),
        card(7, "B", 2000, 1800, points=0),
    ]

    so_far = pair_cards(cards, closed="4-5")

    assert raised_players(so_far)[0].passed_over == (PassedOver(Number(3), FewerPairsLeft(10)),)
    assert opponents(so_far) == {frozenset(p) for p in ((1, 4), (3, 5), (6, 7))}


# --- 7.2 ----------------------------------------------------------------------------------


def completes(cards, closed=""):
    rest = remainder(cards, closed)
    groups = score_groups(rest.pool, rest.left)
    choice = choose_move_up_for_odd_group(rest, groups[0].places, groups[0].points, groups[1:])
    if isinstance(choice, NoCandidateWithoutObstacle):
        return None, choice.passed_over
    return rest.pool.players[choice.place].number, choice.passed_over


TOP = (
    card(1, "W", 2000, 2400, points=20),
    card(2, "W", 2010, 2300, points=20),
    card(3, "B", 2020, 2200, points=20),
)


@pytest.mark.article("dubov_1997:7.2")
def test_an_odd_group_is_completed_by_rarer_colour_highest_r_lowest_aro():
    low = [
        card(4, "W", 2000, 2500),
        card(5, "B", 2100, 2100),
        card(6, "B", 2050, 2100),
        card(7, "B", 2000, 2090),
        card(8, "W", 2000, 2000),
    ]

    assert completes([*TOP, *low])[0] == 6
    assert completes([*TOP, *low], "6-1 6-2 6-3")[0] == 5
    assert completes([*TOP, low[0]])[0] == 4


@pytest.mark.article("dubov_1997:7.2")
def test_a_player_who_cannot_complete_the_group_above_is_passed_over():
    low = [card(4, "B", 2000, 2500), card(5, "B", 2000, 2100), card(6, "W", 2000, 2000)]

    nobody_above, passed = completes([*TOP, *low], "4-1 4-2 4-3")
    assert (nobody_above, passed) == (5, (PassedOver(Number(4), NoOpponentInNextGroup(20)),))

    # With 3 for 4 the two others would be left, who have met.
    only_three, passed = completes([*TOP, *low], "1-2 4-1 4-2")
    assert only_three == 5
    assert passed == (PassedOver(Number(4), LeavesUnpairable((3,), ((1,), (2,)))),)


@pytest.mark.article("dubov_1997:7.2")
def test_nobody_goes_up_if_the_others_could_not_be_paired_without_them():
    low = [card(4, "B", 2000, 2500), card(5, "B", 2000, 2100), card(6, "W", 2000, 2000)]

    number, passed = completes([*TOP, *low], "5-6")

    assert number == 5
    assert [p.candidate for p in passed] == [4]
    assert completes([*TOP, *low], "4-5 4-6 5-6")[0] is None


@pytest.mark.article("dubov_1997:7.2 Danubian")
def test_the_danubian_opponent_has_the_lowest_r_due_the_dominating_colour():
    low = [card(4, "B", 2000, 2500)]

    assert "2-4" in tables(pair_cards([*TOP, *low], danubian=True))
    assert "2-4" not in tables(pair_cards([*TOP, *low]))
    # 2 has met 4; 3 has the lowest R but not the dominating colour.
    met = pair_cards([*TOP, *low], closed="2-4", danubian=True)
    assert "1-4" in tables(met)
    pairs = [r for r in met.reasons if isinstance(r, OpponentChoice)]
    assert pairs[0].article == "7.2 Danubian"
    assert pairs[0].passed_over == (PassedOver(Number(2), HaveMet(1)),)


@pytest.mark.article("dubov_1997:7.2 Danubian")
def test_the_danubian_opponent_leaves_the_rest_of_the_group_pairable():
    so_far = pair_cards([*TOP, card(4, "B", 2000, 2500)], closed="1-3", danubian=True)

    # With 2 gone, 1 and 3 would be left, who have met.
    chosen = next(r for r in so_far.reasons if isinstance(r, OpponentChoice))
    assert (chosen.chooser, chosen.chosen) == (4, 1)
    assert isinstance(chosen.passed_over[0].obstacle, LeavesUnpairable)


@pytest.mark.article("dubov_1997:7.2 Danubian")
def test_the_danubian_variation_is_an_event_setting():
    tournament = event(
        [2400, 2300, 2200, 2100, 2000, 1900],
        "1-4 1:0, 5-2 0:1, 3-6 1:0",
        variations=("danubian",),
    )

    articles = {r.article for r in pair(tournament).reasons}

    assert "7.2 Danubian" in articles
    assert "7.2 Danubian" not in {
        r.article for r in pair(replace(tournament, variations=())).reasons
    }


def test_an_unknown_variation_is_refused():
    with pytest.raises(BadInput, match="unknown variation of the pairing system: 'rhenish'"):
        pair(event([2000, 1900], variations=("rhenish",)))


# --- 7.3 and 7.4 --------------------------------------------------------------------------


AGAIN = "has already had {} more often and has it again"


@pytest.mark.parametrize(
    ("due", "aro", "had", "others", "words"),
    [
        ("B", 2100, "W", "BW", f" #1 {AGAIN.format('White')}, although #2 needs it more."),
        ("B", 2100, "W", "W", f" #1 {AGAIN.format('White')}."),
        ("B", 2100, "BW", "BW", ""),
        ("B", 2100, "", "W", ""),
        ("W", 1900, "B", "WB", f" #1 {AGAIN.format('Black')}, although #2 needs it more."),
        ("W", 1900, "B", "B", f" #1 {AGAIN.format('Black')}."),
        ("W", 1900, "WB", "WB", ""),
    ],
)
def test_a_moved_player_who_gets_a_colour_too_often_is_named(due, aro, had, others, words):
    moved = replace(card(1, due, aro, 2200), colours=history(had))
    other = replace(card(2, due, 2000, 2300), colours=history(others))

    so_far = pair_cards([moved, other])

    assert tables(so_far) == {"1-2" if due == "B" else "2-1"}
    column = (
        "White column although due Black (7.4)"
        if due == "B"
        else ("Black column although due White (7.3)")
    )
    told = build_reason_sentence(so_far.coloured[0], lambda number: f"#{number}")
    assert (
        "because these are the colours of their columns (6.2)."
        f" #1 was moved to the {column}.{words} So far #" in told
    )


@pytest.mark.article("dubov_1997:7.3")
def test_whites_become_blacks_by_lowest_aro_higher_r_then_alphabet():
    pool = pool_of(
        [
            card(1, "W", 2100, 2000, name="Zorn"),
            card(2, "W", 2000, 2100, name="Zorn"),
            card(3, "W", 2000, 2200, name="Yates"),
            card(4, "W", 2000, 2200, name="Adams"),
        ]
    )
    columns = divide_columns_by_due_colour(pool, range(4))

    assert pool.numbers_at(sort_whites_for_transfer(pool, columns)) == (4, 3, 2, 1)
    equal, changes = equalise_columns(pool, columns, 10)
    assert (pool.numbers_at(equal.white), pool.numbers_at(equal.black)) == ((2, 1), (4, 3))
    assert {c.article for c in changes} == {"7.3"}


@pytest.mark.article("dubov_1997:7.4")
def test_blacks_become_whites_by_highest_aro_lower_r_then_alphabet():
    pool = pool_of(
        [
            card(1, "B", 2000, 2000, name="Zorn"),
            card(2, "B", 2100, 2200, name="Zorn"),
            card(3, "B", 2100, 2100, name="Yates"),
            card(4, "B", 2100, 2100, name="Adams"),
        ]
    )
    columns = divide_columns_by_due_colour(pool, range(4))

    assert pool.numbers_at(sort_blacks_for_transfer(pool, columns)) == (4, 3, 2, 1)
    equal, changes = equalise_columns(pool, columns, 10)
    assert (pool.numbers_at(equal.white), pool.numbers_at(equal.black)) == ((4, 3), (2, 1))
    assert {c.article for c in changes} == {"7.4"}


@pytest.mark.article("dubov_1997:7.3")
def test_if_too_few_may_change_columns_the_rest_of_the_column_drops():
    cards = [
        card(1, "W", 2000, 2400, points=20, fixed=True),
        card(2, "W", 2010, 2300, points=20, fixed=True),
        card(3, "W", 2020, 2200, points=20, fixed=True),
        card(4, "W", 2030, 2100, points=20),
        card(5, "B", 2000, 2000),
        card(6, "B", 2000, 1900),
    ]

    so_far = pair_cards(cards)

    # 4 is the only one who may have Black; the others of the lowest R go down.
    assert tables(so_far) == {"1-4", "2-5", "3-6"}
