"""The reason for each pair in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import topboard
from tests.reasons.test_golden import GOLDEN
from topboard.reasons import OpponentChoice
from topboard.reasons.grounds import CandidateOrder, HalvesPlacing, PairMethod, Placing
from topboard.reasons.sentences import names_of
from topboard.reasons.sentences.pair_summaries import (
    LABELS,
    ORDER_LABELS,
    PLACING_LABELS,
    summarize_pairs,
)
from topboard.systems.registry import SYSTEMS

if TYPE_CHECKING:
    from topboard.reasons.sentences.pair_summaries import PairSummary


def summaries(edition: str) -> dict[frozenset[int], PairSummary]:
    event = topboard.read(GOLDEN / f"{edition}.json")
    return summarize_pairs(topboard.pair(event), names_of(event))


@pytest.mark.parametrize("edition", SYSTEMS)
def test_every_pair_has_a_summary_without_unfilled_placeholders(edition: str) -> None:
    event = topboard.read(GOLDEN / f"{edition}.json")
    pairing = topboard.pair(event)
    found = summarize_pairs(pairing, names_of(event))
    assert {frozenset((p.white, p.black)) for p in pairing.pairs} == {*found}
    for summary in found.values():
        assert summary.lines[0]
        assert not any("{" in line or "None" in line for line in summary.lines)
    if any(isinstance(r, OpponentChoice) and r.passed_over for r in pairing.reasons):
        assert not all(summary.is_usual for summary in found.values())


def test_a_dutch_round_names_halves_mdps_and_transpositions() -> None:
    found = summaries("fide_dutch_2026")
    assert found[frozenset((14, 9))].lines == ("S1 against S2, in order",)
    assert found[frozenset((14, 9))].is_usual
    assert found[frozenset((1, 13))].lines == (
        "downfloater from 6½ points",
        "meets the highest-ranked possible opponent",
        "not Fox (#6): met in round 2",
    )
    assert not found[frozenset((1, 13))].is_usual
    assert found[frozenset((3, 7))].lines[0] == "remaining players: transposition"
    assert not found[frozenset((3, 7))].is_usual


def test_the_summary_of_a_floater_names_the_scoregroup_they_came_from() -> None:
    assert summaries("dubov_1997")[frozenset((12, 9))].lines == (
        "same row of the other column",
        "upfloater from 1 point",
    )


def test_the_first_candidate_passed_over_is_named_with_the_obstacle() -> None:
    of_2008 = summaries("olympiad_2008")[frozenset((1, 8))].lines
    assert of_2008[-1] == "not Kalmar (#11): also a floater"
    of_2022 = summaries("olympiad_2022")[frozenset((6, 13))].lines
    assert of_2022[-1] == "not Garda (#7): others could not be paired"


def test_each_method_order_and_placing_has_a_label() -> None:
    assert {*LABELS} | {PairMethod.ORDER, PairMethod.HALVES} == {*PairMethod}
    assert {*ORDER_LABELS} == {None, *CandidateOrder}
    assert {*PLACING_LABELS} == {*HalvesPlacing, *Placing}
