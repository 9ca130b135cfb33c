"""Chapter 6: the two columns, the repairs of their rows, and who drops."""

from __future__ import annotations

import pytest

from tests.systems.dubov_1997.cards import (
    apart,
    card,
    event,
    opponents,
    pair_cards,
    place,
    pool_of,
    remainder,
    tables,
    texts,
)
from topboard.matching.perfect import bitset
from topboard.model import Colour, Number
from topboard.reasons.decisions import Floated, OpponentChoice
from topboard.reasons.family_decisions import ColourColumns, NoOpponentInOtherColumn
from topboard.reasons.grounds import FloatMethod
from topboard.reasons.obstacles import (
    HaveMet,
    LeavesUnpairable,
    MoreFloatersThanNecessary,
    PassedOver,
)
from topboard.systems.dubov_1997.columns import (
    are_columns_equal_and_pairable,
    arrange_columns,
    divide_columns_by_due_colour,
)
from topboard.systems.dubov_1997.dubov_1997 import pair
from topboard.systems.dubov_1997.floaters import list_players_in_downfloat_order
from topboard.systems.dubov_1997.rows import pair_rows


def square(count=3):
    """Whites 1, 2, … against Blacks 11, 12, …, in the order of their columns."""
    whites = [card(n, "W", 2000 + n, 2000) for n in range(1, count + 1)]
    blacks = [card(10 + n, "B", 2100, 2400 - n) for n in range(1, count + 1)]
    return [*whites, *blacks]


def rows(cards, closed=""):
    """(chooser, chosen) of each row, as the procedure makes them."""
    rest = remainder(cards, closed)
    columns = divide_columns_by_due_colour(rest.pool, range(len(rest.pool)))
    return [rest.pool.numbers_at((row.chooser, row.chosen)) for row in pair_rows(rest, columns)]


# --- 6.1 ----------------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:6.1")
@pytest.mark.parametrize(
    ("count", "closed", "standard"),
    [
        (4, "", True),
        (4, "1-11", True),
        (3, "", False),
        (4, "1-2 1-11 1-12", False),
    ],
)
def test_the_standard_case_is_even_and_balanced_and_has_no_islands(count, closed, standard):
    cards = [c for c in square(2) if c.number in (1, 2, 11, 12)[:count]]
    rest = remainder(cards, closed if count == 4 else "")

    assert (
        are_columns_equal_and_pairable(rest, divide_columns_by_due_colour(rest.pool, range(count)))
        is standard
    )


@pytest.mark.article("dubov_1997:6.1")
def test_a_group_due_one_colour_is_not_the_standard_case():
    rest = remainder([card(1, "W", 2000, 2000), card(2, "W", 2100, 2000)])

    assert not are_columns_equal_and_pairable(rest, divide_columns_by_due_colour(rest.pool, (0, 1)))


# --- 6.2 ----------------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:6.2")
def test_the_six_rows_printed_in_the_text_are_reproduced():
    aros = (2310.0, 2318.4, 2322.3, 2333.7, 2340.5, 2344.6)
    ratings = (2380, 2365, 2300, 2280, 2260, 2250)
    whites = [card(n, "W", aro, 2300) for n, aro in enumerate(aros, start=1)]
    blacks = [card(n, "B", 2300, r) for n, r in enumerate(ratings, start=11)]

    so_far = pair_cards([*reversed(whites), *reversed(blacks)])
    columns = so_far.reasons[0]

    assert tables(so_far) == {"1-11", "2-12", "3-13", "4-14", "5-15", "6-16"}
    assert isinstance(columns, ColourColumns)
    assert [float(e.aro) for e in columns.white] == list(aros)
    assert [e.rating for e in columns.black] == list(ratings)
    chosen = [r for r in so_far.reasons if isinstance(r, OpponentChoice)]
    assert {r.article for r in chosen} == {"6.2"}


@pytest.mark.article("dubov_1997:6.2")
def test_equal_aros_are_ordered_by_lower_r_then_alphabetically():
    pool = pool_of(
        [
            card(1, "W", 2300, 2200, name="Berg"),
            card(2, "W", 2300, 2100, name="Zorn"),
            card(3, "W", 2300, 2200, name="adams"),
            card(4, "W", 2299, 2400, name="Last"),
        ]
    )

    assert pool.numbers_at(arrange_columns(pool, range(4), ()).white) == (4, 2, 3, 1)


@pytest.mark.article("dubov_1997:6.2")
def test_equal_ratings_are_ordered_by_higher_aro_then_alphabetically():
    pool = pool_of(
        [
            card(1, "B", 2300, 2200, name="Berg"),
            card(2, "B", 2350, 2200, name="Zorn"),
            card(3, "B", 2300, 2200, name="Adams"),
            card(4, "B", 2100, 2201, name="Last"),
        ]
    )

    assert pool.numbers_at(arrange_columns(pool, (), range(4)).black) == (4, 2, 3, 1)


# --- 6.3 ----------------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:6.3")
def test_a_white_who_has_met_their_black_takes_the_next_black_below():
    assert rows(square(), "1-11") == [(1, 12), (2, 11), (3, 13)]
    assert rows(square(), "1-11 1-12") == [(1, 13), (2, 11), (3, 12)]


@pytest.mark.article("dubov_1997:6.3")
def test_a_clash_in_the_last_row_changes_the_row_before_it():
    assert rows(square(), "3-13") == [(1, 11), (2, 13), (3, 12)]


@pytest.mark.article("dubov_1997:6.3")
def test_a_white_who_has_met_all_lower_blacks_changes_the_rows_above():
    assert rows(square(), "2-12 2-13") == [(1, 12), (2, 11), (3, 13)]
    assert rows(square(), "3-12 3-13") == [(1, 12), (2, 13), (3, 11)]
    assert rows(square(), "3-12 3-13 2-13") == [(1, 13), (2, 12), (3, 11)]


@pytest.mark.article("dubov_1997:6.3")
def test_a_white_who_has_met_all_blacks_seeks_whites_below_then_above():
    all_blacks = "2-11 2-12 2-13"

    assert rows(square(), all_blacks) == [(2, 3), (1, 11), (12, 13)]
    assert rows(square(), all_blacks + " 2-3") == [(2, 1), (3, 11), (12, 13)]
    assert rows(square(4), "2-11 2-12 2-13 2-14 2-3") == [(2, 4), (1, 11), (3, 12), (13, 14)]


@pytest.mark.article("dubov_1997:6.3")
def test_of_two_whites_sharing_one_possible_black_the_lower_meets_a_white():
    closed = "1-12 1-13 2-12 2-13"

    assert rows(square(), closed) == [(2, 3), (1, 11), (12, 13)]


@pytest.mark.article("dubov_1997:6.3")
def test_any_pair_of_the_group_is_allowed_where_nothing_else_helps():
    # The Whites have only 11 among the Blacks; 1 takes him at first, 2 and 3 are stranded, and 3
    # can meet no White.
    closed = "1-3 1-12 1-13 2-3 2-12 2-13 3-12 3-13 11-12 11-13"

    assert rows(square(), closed) == [(1, 2), (3, 11), (12, 13)]


@pytest.mark.article("dubov_1997:6.3")
def test_a_repaired_row_names_the_player_passed_over_and_the_reason():
    so_far = pair_cards(square(), closed="1-11 3-13")
    chosen = [r for r in so_far.reasons if isinstance(r, OpponentChoice)]

    assert tables(so_far) == {"1-12", "2-13", "3-11"}
    assert chosen[0].article == chosen[1].article == "6.3"
    assert chosen[0].passed_over == (PassedOver(Number(11), HaveMet(1)),)
    assert chosen[1].passed_over == (
        PassedOver(Number(11), LeavesUnpairable((), ((13,),), across="columns")),
    )


@pytest.mark.article("dubov_1997:6.3")
def test_a_pair_from_one_column_gets_colours_by_the_order_of_preference():
    so_far = pair_cards(square(), closed="2-11 2-12 2-13")

    # All Whites had Black once: the higher ARO has White.
    assert "3-2" in tables(so_far)
    assert NoOpponentInOtherColumn("6.3", Number(2), Colour.WHITE) in so_far.reasons


# --- 6.4 ----------------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:6.4")
def test_a_player_who_can_be_paired_below_drops_before_one_who_cannot():
    cards = [
        card(1, "W", 2000, 2400),
        card(2, "B", 2000, 1900),
        card(3, "W", 2000, 2200),
        card(4, "B", 2000, 2300, points=5),
    ]
    rest = remainder(cards, closed="2-4")
    group = [place(rest, n) for n in (1, 2, 3)]

    order = list_players_in_downfloat_order(rest, group, bitset([place(rest, 4)]))
    assert rest.pool.numbers_at(order) == (3, 1, 2)


@pytest.mark.article("dubov_1997:6.4")
def test_a_player_unpairable_in_the_group_drops_and_meets_the_next():
    # 2, 3 and 4 have each met everybody but 1: two of them must go down.
    top = [card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=20) for n in (1, 2, 3, 4)]
    low = [card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=10) for n in (5, 6)]

    so_far = pair_cards([*top, *low], closed="2-3 2-4 3-4")
    dropped = [
        r for r in so_far.reasons if isinstance(r, Floated) and r.method is FloatMethod.MOVED_DOWN
    ]

    assert [(r.number, r.already_floater, r.pairable_below) for r in dropped] == [
        (4, False, True),
        (3, False, True),
    ]
    assert dropped[0].proof is not None
    assert opponents(so_far) == {frozenset(p) for p in ((1, 2), (3, 6), (4, 5))}


@pytest.mark.article("dubov_1997:6.4")
def test_newcomers_drop_before_floaters():
    # 3 and 4 float into the group of 2 and can meet only 5 and 6. Of 7 to 10 two must drop, because
    # 8, 9 and 10 have met each other. If 3 and 4 dropped again, the group could be paired, but they
    # are floaters already.
    points = {**dict.fromkeys(range(1, 5), 30), **dict.fromkeys(range(5, 11), 20), 11: 10, 12: 10}
    cards = [
        card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=score)
        for n, score in points.items()
    ]

    closed = "2-3 2-4 3-4 8-9 8-10 9-10 3-7 3-8 3-9 3-10 4-7 4-8 4-9 4-10"

    so_far = pair_cards(cards, closed=closed)
    dropped = [
        r for r in so_far.reasons if isinstance(r, Floated) and r.method is FloatMethod.MOVED_DOWN
    ]

    assert [(r.number, r.already_floater) for r in dropped] == [
        (4, False),
        (3, False),
        (10, False),
        (9, False),
    ]
    couples = ((1, 2), (3, 6), (4, 5), (7, 8), (9, 12), (10, 11))
    assert opponents(so_far) == {frozenset(couple) for couple in couples}


@pytest.mark.article("dubov_1997:6.4")
def test_players_also_drop_if_the_lower_group_cannot_be_paired_alone():
    top = [card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=20) for n in (1, 2, 3, 4)]
    low = [card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=10) for n in (5, 6)]

    so_far = pair_cards([*top, *low], closed="5-6")
    dropped = [
        r for r in so_far.reasons if isinstance(r, Floated) and r.method is FloatMethod.MOVED_DOWN
    ]

    assert [(r.number, r.for_the_rest) for r in dropped] == [(4, True), (3, True)]
    assert opponents(so_far) == {frozenset(p) for p in ((1, 2), (3, 6), (4, 5))}


@pytest.mark.article("dubov_1997:6.4")
def test_no_more_players_drop_to_the_lower_group_than_it_needs():
    # The winners 2, 4, 5, 7 can be paired, but 1 and 3 can meet only 8 of their own group, and 6
    # only 8: two winners must come down. From the lowest R they would be 7 and 5, but 1 and 3 can
    # meet neither; with 7 and 4 it works, and 5 meets 2.
    after = event(
        range(2400, 2000, -50),
        "1-5 0:1, 6-2 0:1, 3-7 0:1, 8-4 0:1",
        planned_rounds=5,
        forbidden=apart("3-7 3-5 1-6 1-7 3-6 1-3"),
    )

    pairing = pair(after)

    dropped = [
        r for r in pairing.reasons if isinstance(r, Floated) and r.method is FloatMethod.MOVED_DOWN
    ]
    assert [r.number for r in dropped] == [7, 4]
    assert dropped[1].passed_over == (PassedOver(Number(5), MoreFloatersThanNecessary(2)),)
    assert {*texts(pairing)} == {"4-1", "7-6", "8-3", "5-2"}


@pytest.mark.article("dubov_1997:6.4")
def test_a_group_of_four_does_not_dissolve_when_two_are_needed_below():
    """Derived by hand from the text.

    3.5: 4 is alone and gets 1 (7.1), who must have White. 2.5: 11-10 (6.2). The group of 2 has 12,
    5, 6 (due White) and 7 (due Black), all of whom may meet. Below are 2 and 3 (1.5), 9 (1) and 8
    (0.5), of whom only 2-9 and 3-9 are open: the other two need opponents from above, 8 either 6
    or 7, 3 either 12 or 7, 2 one of 12, 5, 6. So two drop (6.4). All can be paired below; by the
    lowest R they are 12 and then 5, but neither of these can meet 8; so 12 and 6. 5 and 7 stay:
    5-7 (6.2). 12, with the lower ARO, comes first (8.1). He should meet 3, due Black, but 3 went
    up in the last round (2.5); so he meets 2, who has White, since in round 2 he had Black and 12
    White (3). 6 has met 3 and goes on. 3 is alone and gets 9 (7.1), who must have Black. 6-8: 8
    has had White twice running.
    """
    ratings = (2208, 2091, 1677, 2545, 2204, 2304, 2350, 1538, 1566, 1712, 2410, 1960)
    after = event(
        ratings,
        "2-4 0:1, 11-12 1:0, 10-7 =, 6-3 1:0, 9-1 =, 5-8 1:0",
        "4-5 =, 11-6 =, 7-9 =, 1-10 =, 3-2 =, 12-8 1:0",
        "6-4 0:1, 5-11 0:1, 12-1 0:1, 9-10 0:1, 2-7 0:1, 8-3 =",
        "4-11 1:0, 7-1 0:1, 10-6 =, 3-5 =, 9-12 0:1, 8-2 0:1",
    )

    pairing = pair(after)

    dropped = [
        (r.number, r.already_floater)
        for r in pairing.reasons
        if type(r) is Floated and r.method is FloatMethod.MOVED_DOWN
    ]
    assert dropped[:2] == [(12, False), (6, False)]
    assert texts(pairing) == ["1-4", "11-10", "5-7", "2-12", "6-8", "3-9"]


@pytest.mark.article("dubov_1997:6.4")
def test_a_floater_with_no_opponent_moves_on_to_the_next_group():
    cards = [
        *(card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=30) for n in (1, 2, 3, 4)),
        *(card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=20) for n in (5, 6)),
        *(card(n, "W" if n % 2 else "B", 2000 + n, 2500 - n, points=10) for n in (7, 8)),
    ]

    so_far = pair_cards(cards, closed="2-3 2-4 3-4 2-5 2-6 3-5 3-6 4-5 4-6")
    dropped = [
        (r.number, r.already_floater)
        for r in so_far.reasons
        if isinstance(r, Floated) and r.method is FloatMethod.MOVED_DOWN
    ]

    assert dropped == [(4, False), (3, False), (3, True), (4, True)]
    assert opponents(so_far) == {frozenset(p) for p in ((1, 2), (5, 6), (3, 8), (4, 7))}


def test_players_who_drop_together_do_not_meet_in_this_round():
    rest = remainder(square(4))
    one, two, three = (place(rest, n) for n in (1, 2, 3))

    rest.forbid_meetings_among([one, two])

    assert not rest.can_pair(one, two)
    assert rest.can_pair(one, three)
    assert rest.can_pair(two, three)
