"""The criteria: who may not meet, and which upfloaters are best (article 2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.player_events import event
from tests.systems.fide_dubov.cards import card, group, pair_cards, tables, upfloaters
from topboard.errors import NoLegalPairing
from topboard.model import Number, Request, Withdrawn
from topboard.reasons.decisions import Floated
from topboard.reasons.obstacles import CriterionWorse
from topboard.systems.fide_dubov.fide_dubov_2026 import pair


def meetings(paired) -> set[frozenset[int]]:
    return {frozenset((pair.white, pair.black)) for pair in paired.pairs}


@pytest.mark.article("fide_dubov_2026:2.1.1 C1", "fide_dubov_2026:C.04.1 2")
def test_nobody_meets_the_same_opponent_twice():
    cards = [*group(20, 1, 2, had="WB"), *group(20, 3, 4, had="BW")]

    assert sorted(tables(pair_cards(cards)).split()) == ["1-3", "2-4"]
    assert sorted(tables(pair_cards(cards, met="1-3")).split()) == ["1-4", "2-3"]
    with pytest.raises(NoLegalPairing):
        pair_cards(cards, met="1-2 1-3 1-4")


@pytest.mark.article("fide_dubov_2026:2.1.2 C2", "fide_dubov_2026:3.1.1")
def test_a_player_who_had_the_bye_does_not_get_it_again():
    assert pair(event(5, "1-3 1:0, 4-2 0:1, bye 5")).bye == 4


@pytest.mark.article("fide_dubov_2026:C.04.1 4")
@pytest.mark.parametrize("first", ["1-3 1:0, 2-4 1:0, full 5", "1-3 1:0, 4-2 0:1, 5-6 +:-"])
def test_a_player_who_won_without_playing_does_not_get_the_bye(first):
    rounds = "3-1 1:0, 4-2 1:0, out 5", "1-4 =, 2-3 =, out 5"
    gone = (Request(Number(6), 2, Withdrawn()),)

    assert pair(event(6, first, *rounds, requests=gone)).bye == 4
    # Two half points are as much, but no win: the lowest score has the bye.
    halves = "1-3 1:0, 2-4 1:0, half 5", "3-1 1:0, 4-2 1:0, half 5", "1-4 =, 2-3 =, out 5"
    assert pair(event(6, *halves, requests=gone)).bye == 5


@pytest.mark.article("fide_dubov_2026:2.1.3 C3")
@pytest.mark.parametrize("planned", [7, 9])
def test_the_same_absolute_preference_bars_a_pair_even_in_the_last_round(planned):
    # All are top scorers; 1 and 2 have had White twice running.
    cards = [*group(60, 1, 2, had="BWW"), *group(50, 3, 4, had="WBW")]

    paired = pair_cards(cards, planned=planned)

    assert frozenset((1, 2)) not in meetings(paired)
    assert upfloaters(paired) == [3, 4]


@pytest.mark.article("fide_dubov_2026:2.2.1 C4", "fide_dubov_2026:3.2.1")
def test_the_players_below_can_still_be_paired():
    # 1 and 2 could meet, but 3 and 4 have met each other: each meets one of them.
    paired = pair_cards([*group(20, 1, 2), *group(10, 3, 4)], met="3-4")

    assert upfloaters(paired) == [3, 4]
    # With two more below, those are met and nobody floats up further than he must.
    paired = pair_cards([*group(20, 1, 2), *group(10, 3, 4), *group(0, 5, 6)], met="3-4")
    assert frozenset((1, 2)) in meetings(paired)


@pytest.mark.article("fide_dubov_2026:2.3.1 C5")
def test_as_few_upfloaters_as_possible_are_taken():
    # 1 has met all of his group: he meets one from below, and one of the other three does.
    cards = [*group(20, 1, 2, 3, 4), *group(10, 5, 6, 7, 8, had="BW")]

    assert len(upfloaters(pair_cards(cards, met="1-2 1-3 1-4"))) == 2


@pytest.mark.article("fide_dubov_2026:2.3.2 C6")
def test_upfloaters_have_the_highest_scores_compared_from_the_lowest_up():
    # 1 and 2 have met. Of the pairs that are left below, {3, 5} and {4, 6} are possible sets, with
    # scores of 1.5 and 1.0, and of 2.0 and 0.5.
    cards = [
        *group(30, 1, 2),
        card(3, 15),
        card(4, 20),
        card(5, 10),
        card(6, 5),
    ]
    met = "1-2 3-4 3-6 4-5 5-6"
    # {3, 5} leaves 4 and 6, {4, 6} leaves 3 and 5; all others leave two who have met.
    assert upfloaters(pair_cards(cards, met=met))[:2] == [3, 5]


@pytest.mark.article("fide_dubov_2026:2.3.3 C7")
def test_the_upfloater_who_is_due_the_other_colour_is_taken():
    # 1 is due White; 2 as well, and 3, after 2 in the order, Black.
    paired = pair_cards(
        [card(1, 20, "WB"), card(2, 10, "WB"), card(3, 10, "BW"), card(4, 10, "BW")]
    )

    (taken,) = [r for r in paired.reasons if isinstance(r, Floated)]
    assert taken.number == 3
    (passed,) = taken.passed_over
    assert passed.candidate == 2
    assert isinstance(passed.obstacle, CriterionWorse)
    assert passed.obstacle.article == "2.3.3 C7"


UPFLOATED_OFTEN = {"ups": "1 2 4"}
"""Three times: of nine rounds that makes a maximum upfloater."""


@pytest.mark.article("fide_dubov_2026:2.3.4 C8")
def test_a_maximum_upfloater_is_spared_except_in_the_last_round():
    cards = [card(1, 20), card(2, 10, "BW", **UPFLOATED_OFTEN), *group(10, 3, 4, had="BW")]

    assert upfloaters(pair_cards(cards)) == [3]
    assert upfloaters(pair_cards(cards, planned=7)) == [2]


@pytest.mark.article("fide_dubov_2026:2.3.5 C9")
def test_of_two_maximum_upfloaters_the_one_with_fewer_upfloats_is_taken():
    often, more = card(3, 10, "BW", ups="1 2 3"), card(2, 10, "BW", ups="1 2 3 4")
    cards = [card(1, 20), more, often, card(4, 10, "BW", ups="1 2 3 4")]

    assert upfloaters(pair_cards(cards)) == [3]
    assert upfloaters(pair_cards(cards, planned=7)) == [2]


@pytest.mark.article("fide_dubov_2026:2.3.4 C8", "fide_dubov_2026:2.3.5 C9")
def test_few_maximum_upfloaters_come_before_few_upfloats():
    golden = json.loads(
        (Path(__file__).parents[2] / "fixtures/fide/text/dubov-text.json").read_text("utf-8")
    )["C8 before C9"]
    cards = [
        card(p["tpn"], 10 * p["score"], p["col"], ups=" ".join(map(str, range(p["ups"]))))
        for p in golden["players"]
    ]
    met = " ".join(f"{p['tpn']}-{o}" for p in golden["players"] for o in p["met"] if p["tpn"] < o)

    assert upfloaters(pair_cards(cards, met=met)) == golden["expected_upfloaters"]


@pytest.mark.article("fide_dubov_2026:2.3.6 C10")
def test_a_previous_round_upfloater_is_spared_except_in_the_last_round():
    cards = [card(1, 20), card(2, 10, "BW", ups="6"), *group(10, 3, 4, had="BW")]

    assert upfloaters(pair_cards(cards)) == [3]
    assert upfloaters(pair_cards(cards, planned=7)) == [2]
    earlier = [card(1, 20), card(2, 10, "BW", ups="5"), *group(10, 3, 4, had="BW")]
    assert upfloaters(pair_cards(earlier)) == [2]
