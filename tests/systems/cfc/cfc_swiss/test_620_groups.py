"""Score groups from the top, halves, transpositions and interchanges."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.player_events import event
from tests.systems.cfc.cfc_swiss.events import field, pair
from tests.team_events import opponents, passed_over, reason, reasons
from topboard.model import FixedTable, Number, Tournament
from topboard.reasons.decisions import OpponentChoice, ScoregroupSummary
from topboard.reasons.family_decisions import PairingQuality
from topboard.reasons.grounds import Criterion, PairMethod, Placing, UnpairedGround
from topboard.reasons.obstacles import CriterionWorse, HaveMet, LeavesUnpairable, OtherPairsWorse


def sum_of_criteria(tournament: Tournament) -> dict[Criterion, int]:
    """How far the criteria are missed in the groups, summed up."""
    total: dict[Criterion, int] = {}
    for found in reasons(pair(tournament), PairingQuality):
        for measure in found.measures:
            total[measure.criterion] = total.get(measure.criterion, 0) + measure.value
    return total


@pytest.mark.article("cfc_swiss:620")
def test_players_are_ranked_by_score_and_then_by_rating() -> None:
    paired = pair(field({20: "3 4", 10: "1 2 5 6"}))

    assert [tuple(sorted((p.white, p.black))) for p in paired.pairs] == [(3, 4), (1, 5), (2, 6)]


@pytest.mark.article("cfc_swiss:621")
def test_groups_are_paired_from_the_highest_score_down() -> None:
    paired = pair(field({20: "3 4", 10: "1 2", 0: "5 6"}))

    assert [r.points for r in reasons(paired, ScoregroupSummary)] == [20, 10, 0]


@pytest.mark.article("cfc_swiss:621")
def test_a_higher_group_gives_way_when_a_lower_one_could_not_be_completed() -> None:
    paired = pair(field({20: "1..4", 10: "5 6"}, met="5-6"))

    # 5 and 6 have met; two of the four above must come down, the lowest ranked.
    assert opponents(paired) == "1-2 3-5 4-6"
    above = reason(paired, ScoregroupSummary, points=20)
    assert (above.article, above.ground) == ("621", UnpairedGround.NEEDED_BELOW)


@pytest.mark.article("cfc_swiss:622a")
def test_the_odd_man_from_above_is_paired_before_the_halves_are_formed() -> None:
    assert opponents(pair(field({20: "1 2 3", 10: "4..8"}))) == "1-2 3-4 5-7 6-8"


@pytest.mark.article("cfc_swiss:622b")
def test_the_top_half_meets_the_bottom_half_in_consecutive_order() -> None:
    assert opponents(pair(field({10: "1..8"}))) == "1-5 2-6 3-7 4-8"


@pytest.mark.article("cfc_swiss:622b")
@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ("1-4", "1-5 2-4 3-6"),
        ("2-5", "1-4 2-6 3-5"),
        ("3-6", "1-4 2-6 3-5"),
        ("1-4 1-5", "1-6 2-4 3-5"),
        ("1-4 2-4", "1-5 2-6 3-4"),
        ("3-6 2-6", "1-6 2-4 3-5"),
    ],
)
def test_a_transposition_gives_the_first_its_first_possible_opponent_then_the_second(
    met: str, expected: str
) -> None:
    paired = pair(field({10: "1..6"}, met=met))

    assert opponents(paired) == expected
    assert Placing.INTERCHANGED not in {
        r.placing for r in reasons(paired, OpponentChoice, method=PairMethod.HALVES)
    }


@pytest.mark.article("cfc_swiss:622b")
def test_a_transposition_is_explained_by_what_stood_in_the_way() -> None:
    paired = pair(field({10: "1..6"}, met="3-6 2-6"))

    first = reason(paired, OpponentChoice, method=PairMethod.HALVES, chooser=1)
    assert (first.placing, first.article) == (Placing.TRANSPOSED, "622b")
    assert passed_over(first) == {4: OtherPairsWorse("622b"), 5: OtherPairsWorse("622b")}


@pytest.mark.article("cfc_swiss:622b")
def test_transpositions_are_made_to_give_due_colours() -> None:
    colours = {1: "W", 2: "B", 3: "W", 4: "W", 5: "B", 6: "B"}
    paired = pair(field({10: "1..6"}, colours=colours))

    # 1 is due Black, 4 is too; 5 is the first who is not.
    assert opponents(paired) == "1-5 2-4 3-6"
    assert passed_over(reason(paired, OpponentChoice, method=PairMethod.HALVES, chooser=1)) == {
        4: CriterionWorse("630", None, Criterion.EQUALISE)
    }


@pytest.mark.article("cfc_swiss:622b.interchange")
def test_an_interchange_is_made_when_no_transposition_avoids_a_rematch() -> None:
    paired = pair(field({10: "1..6"}, met="1-4..6"))

    # 1 meets the lowest of the top half, who goes down; the highest of the bottom half goes up.
    assert opponents(paired) == "1-3 2-5 4-6"
    first = reason(paired, OpponentChoice, method=PairMethod.HALVES, chooser=1)
    assert first.placing is Placing.INTERCHANGED
    assert passed_over(first) == {
        4: HaveMet(1, by_forfeit=True),
        5: HaveMet(2, by_forfeit=True),
        6: HaveMet(3, by_forfeit=True),
    }
    assert sum_of_criteria(field({10: "1..6"}, met="1-4..6"))[Criterion.INTERCHANGE] == 1


@pytest.mark.article("cfc_swiss:622b.interchange")
def test_one_interchange_is_better_than_any_two() -> None:
    # 1 and 2 have met the whole bottom half. Two interchanges would move 3 and 4, one moves 2.
    tournament = field({10: "1..8"}, forbid="1-5..8 2-5..8 2-3 6-7 7-8")

    assert opponents(pair(tournament)) == "1-2 3-6 4-7 5-8"
    assert sum_of_criteria(tournament)[Criterion.INTERCHANGE] == 1


@pytest.mark.article("cfc_swiss:622b.interchange")
def test_an_interchange_is_made_to_equalize_colours() -> None:
    # Only 1-4, 2-3 gives everybody the equalising colour; 1-3 and 2-4 are closed.
    colours = {1: "W", 2: "B", 3: "W", 4: "B"}
    straight = field({10: "1..4"}, colours=colours)
    barred = field({10: "1..4"}, colours=colours, met="1-4")

    assert opponents(pair(straight)) == "1-4 2-3"
    # The halves would now cost two equalising colours; 1-2 and 3-4 cost none.
    assert opponents(pair(barred)) == "1-2 3-4"
    assert sum_of_criteria(barred)[Criterion.EQUALISE] == 0
    assert passed_over(reason(pair(barred), OpponentChoice, method=PairMethod.HALVES, chooser=1))[
        3
    ] == (CriterionWorse("630", None, Criterion.EQUALISE))


@pytest.mark.article("cfc_swiss:622b")
def test_no_interchange_is_made_only_for_alternation_of_colours() -> None:
    # All are even; 1-2 and 3-4 would let everybody alternate, the halves let nobody.
    colours = {1: "BW", 2: "WB", 3: "BW", 4: "WB"}
    tournament = field({10: "1..4"}, colours=colours, met="1-4")

    assert opponents(pair(tournament)) == "1-3 2-4"
    assert sum_of_criteria(tournament)[Criterion.ALTERNATE] == 2


@pytest.mark.article("cfc_swiss:622b.interchange")
def test_a_player_who_would_block_the_others_is_named_with_the_proof() -> None:
    paired = pair(field({10: "1..6"}, forbid="1..4-5"))

    # 5 has only 6 left; if 1 met 6, then 2, 3 and 4 would have 5 for nothing.
    assert opponents(paired) == "1-3 2-4 5-6"
    first = reason(paired, OpponentChoice, method=PairMethod.HALVES, chooser=1)
    assert passed_over(first)[6] == LeavesUnpairable(bridge=(), islands=((2, 3, 4),))


def test_the_complete_second_round_of_a_small_event() -> None:
    paired = pair(event(8, "1-5 1:0, 6-2 0:1, 3-7 1:0, 8-4 0:1"))

    # Winners 1 to 4 had W, B, W, B; 1 is due Black and meets 4 rather than 3.
    assert opponents(paired) == "1-4 2-3 5-8 6-7"
    assert [(p.white, p.black) for p in paired.pairs] == [(4, 1), (2, 3), (5, 8), (7, 6)]


def test_tables_are_assigned_by_rank_unless_a_player_has_a_fixed_one() -> None:
    tournament = replace(event(6), fixed_tables=(FixedTable(Number(6), 1, "wheelchair"),))

    assert [(p.table, p.white, p.black) for p in pair(tournament).pairs] == [
        (1, 3, 6),
        (2, 1, 4),
        (3, 5, 2),
    ]
