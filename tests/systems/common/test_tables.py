"""The order in which the pairs are published, and tables fixed by decision."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.citing import each_edition
from tests.team_events import ALL_EDITIONS, event, groups, pair, reasons, tables
from topboard.model import FixedTable, Number
from topboard.reasons.decisions import FixedTableDecision


def fixed_table(number, table, reason=""):
    return FixedTable(Number(number), table, reason)


# --- the order ------------------------------------------------------------------------------


@each_edition(olympiad_2021_draft=("11.1", "11.1.1"), olympiad_2022=("11.1", "11.1.1"))
def test_tables_go_first_by_the_match_points_of_the_higher_ranked_team(edition):
    # 8 and 7 have more points than all others and come first in spite of their numbers.
    paired = pair(edition, groups({4: "7 8", 2: "1..4", 0: "5 6"}))

    assert tables(paired) == "7-8 1-3 4-2 5-6"


@each_edition(olympiad_2021_draft="11.1.2", olympiad_2022="11.1.2")
def test_tables_go_next_by_the_match_points_of_both_teams(edition):
    # 1 has to meet 7 below; the others of its group have more points between them.
    field = groups({2: "1..6", 0: "7..14"}, closed="1-2..6")

    paired = pair(edition, field)

    # 2-4 and 3-5 have four points together, 1-7 and 6-8 two.
    assert tables(paired).split()[:4] == ["4-2", "3-5", "1-7", "8-6"]


@each_edition(olympiad_2021_draft="11.1.3", olympiad_2022="11.1.3")
def test_tables_go_next_by_the_average_of_the_higher_ranked_team(edition):
    paired = pair(edition, event(6))

    assert tables(paired) == "1-4 5-2 3-6"


@pytest.mark.parametrize("edition", ["olympiad_2009"])
def test_in_2009_pairs_follow_the_order_of_the_standings(edition):
    # All won their first match; Sonneborn-Berger needs two, so game points decide: 4, 2, 3, 1.
    after = event(8, "1-5 2.5:1.5, 2-6 3.5:0.5, 3-7 3:1, 4-8 4:0")

    paired = pair(edition, after)

    # 4-3 and 2-1; of the losers 5 (1.5), 7 (1), 6 (0.5), 8 (0): 5-6 and 7-8.
    assert [{p.white, p.black} for p in paired.pairs] == [{4, 3}, {2, 1}, {5, 6}, {7, 8}]


def test_in_2009_pairs_within_a_group_come_before_its_floater():
    # 1 stands first and has to meet 7 below; 2-4 and 3-5 have more points between them.
    field = groups({2: "1..6", 0: "7..14"}, closed="1-2..6")

    paired = pair("olympiad_2009", field)

    assert tables(paired).split()[:4] == ["4-2", "3-5", "1-7", "8-6"]


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2008_dresden"])
def test_in_2008_pairs_follow_the_order_of_their_better_placed_teams(edition):
    paired = pair(edition, groups({4: "7 8", 2: "1..4", 0: "5 6"}))

    assert [{p.white, p.black} for p in paired.pairs] == [{7, 8}, {1, 3}, {2, 4}, {5, 6}]


# --- tables fixed by decision ---------------------------------------------------------------


@each_edition(olympiad_2021_draft="11.2", olympiad_2022="11.2")
def test_changing_the_order_of_some_pairs_keeps_that_of_the_others(edition, article):
    paired = pair(edition, event(8, fixed_tables=(fixed_table(1, 4), fixed_table(4, 1))))

    assert tables(paired) == "8-4 6-2 3-7 1-5"
    assert reasons(paired, FixedTableDecision) == [
        FixedTableDecision(article, Number(1), 4),
        FixedTableDecision(article, Number(4), 1),
    ]


@each_edition(olympiad_2021_draft="11.2.1", olympiad_2022="11.2.1")
def test_a_team_may_be_fixed_at_a_table_for_a_sponsor(edition):
    paired = pair(edition, event(6, fixed_tables=(fixed_table(6, 1, "sponsor"),)))

    assert tables(paired) == "3-6 1-4 5-2"
    assert [r.note for r in reasons(paired, FixedTableDecision)] == ["sponsor"]


@each_edition(olympiad_2021_draft="11.2.2", olympiad_2022="11.2.2")
def test_the_host_may_choose_the_table_of_its_first_team(edition):
    paired = pair(edition, event(6, fixed_tables=(fixed_table(5, 3, "host"),)))

    assert tables(paired) == "1-4 3-6 5-2"


@each_edition(olympiad_2021_draft="11.2.3", olympiad_2022="11.2.3")
def test_a_table_may_be_fixed_for_players_with_disabilities(edition):
    paired = pair(edition, event(6, fixed_tables=(fixed_table(2, 1, "access"),)))

    assert tables(paired) == "5-2 1-4 3-6"


@each_edition(olympiad_2021_draft="11.2", olympiad_2022="11.2")
def test_the_first_request_for_a_table_or_a_pair_counts(edition):
    wishes = (fixed_table(4, 2), fixed_table(3, 2), fixed_table(1, 3))

    paired = pair(edition, event(8, fixed_tables=wishes))

    # 3 comes too late for table 2.
    assert [(r.number, r.table) for r in reasons(paired, FixedTableDecision)] == [(4, 2), (1, 3)]
    assert tables(paired) == "6-2 8-4 1-5 3-7"


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_fixing_an_absent_team_or_a_missing_table_changes_nothing(edition):
    field = event(6, absent="5 6", fixed_tables=(fixed_table(5, 1), fixed_table(1, 3)))

    paired = pair(edition, field)

    assert reasons(paired, FixedTableDecision) == []
    assert [{p.white, p.black} for p in paired.pairs] == [{1, 3}, {2, 4}]


EVERY_SWISS = (*ALL_EDITIONS, "cfc_team_swiss")


@pytest.mark.parametrize("edition", EVERY_SWISS)
@pytest.mark.parametrize("order", tuple(permutations((1, 2, 3))))
@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_table_of_the_round_may_be_fixed_whatever_was_fixed_before(edition, order, count):
    usual = pair(edition, event(6)).pairs
    wishes = [(p.black, table) for p, table in zip(usual, order, strict=True)][:count]

    paired = pair(edition, event(6, fixed_tables=tuple(fixed_table(*wish) for wish in wishes)))

    assert [(r.number, r.table) for r in reasons(paired, FixedTableDecision)] == wishes
    assert all(paired.pairs[table - 1].black == number for number, table in wishes)
    assert sorted(p.white for p in paired.pairs) == sorted(p.white for p in usual)


@pytest.mark.parametrize("edition", EVERY_SWISS)
@pytest.mark.parametrize("table", [0, -1, 4])
def test_a_table_the_round_does_not_have_changes_nothing(edition, table):
    usual = pair(edition, event(6))

    assert pair(edition, event(6, fixed_tables=(fixed_table(1, table),))) == usual


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_fixed_tables_change_neither_pairs_nor_colours(edition):
    usual = pair(edition, event(8))
    moved = pair(edition, event(8, fixed_tables=(fixed_table(1, 4),)))

    assert {(p.white, p.black) for p in usual.pairs} == {(p.white, p.black) for p in moved.pairs}
    assert 1 in (moved.pairs[3].white, moved.pairs[3].black)
    assert [r.article for r in reasons(moved, FixedTableDecision)] == [
        "11.2" if edition in {"olympiad_2021_draft", "olympiad_2022"} else ""
    ]
