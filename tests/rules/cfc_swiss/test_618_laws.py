"""The basic laws: nobody twice, equal scores if possible, otherwise as near as possible."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.building import floaters, opponents, passed_over, reason
from tests.rules.cfc_swiss.events import event, field, pair
from topboard.errors import NoLegalPairing
from topboard.model import Number, Tournament
from topboard.reasons import Criterion, Forbidden, HaveMet, Measured, OddGround, ScoreGroupPaired
from topboard.rules.shared.cfc.reasons import PairedInGroup


def leaving(tournament: Tournament) -> list[int]:
    """How many are paired below each group, from the top."""
    measured = reason(pair(tournament), Measured, article="618b")
    return [m.value for m in measured.measures if m.criterion is Criterion.FEWEST_ODD_MEN]


@pytest.mark.article("cfc_swiss:618a")
def test_nobody_is_paired_with_another_twice() -> None:
    paired = pair(field({10: "1..4"}, met="1-3"))

    assert opponents(paired) == "1-4 2-3"
    first = reason(paired, PairedInGroup, chooser=1)
    assert passed_over(first) == {3: HaveMet(1)}


@pytest.mark.article("cfc_swiss:618a")
def test_a_pair_that_was_forfeited_was_paired_and_is_not_made_again() -> None:
    assert opponents(pair(event(4, "1-3 +:-, 2-4 -:+"))) == "1-4 2-3"


@pytest.mark.article("cfc_swiss:618a")
def test_a_decision_may_keep_two_apart_as_absolutely() -> None:
    paired = pair(event(4, forbid="1-3"))

    assert opponents(paired) == "1-4 2-3"
    assert passed_over(reason(paired, PairedInGroup, chooser=1)) == {3: Forbidden()}


@pytest.mark.article("cfc_swiss:618a")
def test_a_round_without_a_complete_pairing_is_refused_with_those_who_block_it() -> None:
    with pytest.raises(NoLegalPairing) as refused:
        pair(field({10: "1..4"}, met="1-2 1-3 2-3"))

    assert refused.value.article == "618a"
    assert set(refused.value.bridge) == {4}
    assert len(refused.value.islands) > 1
    assert set(refused.value.islands) <= {(1,), (2,), (3,)}


@pytest.mark.article("cfc_swiss:618a")
def test_a_request_to_keep_apart_that_leaves_no_pairing_is_refused() -> None:
    with pytest.raises(NoLegalPairing, match="can meet only nobody outside"):
        pair(event(4, forbid="1-2 1-3 1-4"))


@pytest.mark.article("cfc_swiss:618b")
def test_equal_scores_meet_where_that_is_possible() -> None:
    paired = pair(field({20: "5 6", 10: "1 2 3 4", 0: "7 8"}))

    assert opponents(paired) == "1-3 2-4 5-6 7-8"
    assert floaters(paired) == ""


@pytest.mark.article("cfc_swiss:618b")
def test_no_more_leave_a_group_than_must() -> None:
    # 1 has met his whole group; one more has to go with him.
    tournament = field({20: "1..4", 10: "5..8"}, met="1-2..4")

    assert leaving(tournament) == [2]
    assert reason(pair(tournament), ScoreGroupPaired, points=20).ground is (
        OddGround.CANNOT_BE_PAIRED
    )


@pytest.mark.article("cfc_swiss:618b")
def test_the_higher_group_is_served_first() -> None:
    # Either 1 and 2 meet, and 3 and 4 go down, or they go down themselves.
    tournament = field({30: "1 2", 20: "3 4", 10: "5 6"}, met="3-4")

    assert opponents(pair(tournament)) == "1-2 3-5 4-6"
    assert leaving(tournament) == [0, 2]


@pytest.mark.article("cfc_swiss:618c")
def test_an_odd_man_is_paired_in_the_nearest_group_possible() -> None:
    near = field({30: "1", 20: "2 3", 10: "4..6"})
    far = field({30: "1", 20: "2 3", 10: "4..6"}, met="1-2 1-3")

    assert opponents(pair(near)) == "1-2 3-4 5-6"
    assert opponents(pair(far)) == "1-4 2-3 5-6"
    assert floaters(pair(far)) == "1 from 3 to 1"


def test_required_pairs_are_made_and_the_rest_is_as_good_as_it_can_be() -> None:
    tournament = replace(event(8), required=((Number(1), Number(2)),))

    # 2 goes down and 5 goes up: 1 meets 2, and 3, 4, 5 meet 6, 7, 8.
    assert opponents(pair(tournament)) == "1-2 3-6 4-7 5-8"
