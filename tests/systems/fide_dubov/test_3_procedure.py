"""The bye, the subgroups, shifters and transpositions (articles 3 and 4)."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from tests.player_events import event
from tests.systems.fide_dubov.cards import card, field, group, pair_cards, tables, upfloaters
from topboard.matching.cost import build_costs_preferring_few_items
from topboard.model import Number, Request
from topboard.reasons.criteria import ByeBarAlreadyHadBye
from topboard.reasons.decisions import ByeGiven
from topboard.reasons.family_decisions import ColourSubgroups, SubgroupShift
from topboard.reasons.grounds import ByeStep
from topboard.reasons.obstacles import LeavesUnpairable
from topboard.systems.fide_dubov.fide_dubov_2026 import pair
from topboard.systems.fide_dubov.rounds import choose_bye_receiver
from topboard.systems.fide_dubov.subgroups import sort_players_from_middle_outwards

TEXT = json.loads(
    (Path(__file__).parents[2] / "fixtures/fide/text/dubov-text.json").read_text("utf-8")
)


def only(paired, kind):
    (found,) = [reason for reason in paired.reasons if isinstance(reason, kind)]
    return found


# --- 3.1: the bye -----------------------------------------------------------------------------


@pytest.mark.article("fide_dubov_2026:3.1", "fide_dubov_2026:3.1.5")
def test_the_largest_number_gets_the_bye_in_round_one():
    given = only(pair(event(5)), ByeGiven)

    assert (given.number, given.step, given.following) == (5, ByeStep.LOWEST_RANKED, 4)
    assert TEXT["round 1"]["5 players"]["bye"] == 5
    assert pair(event(5, "1-3 1:0, 4-2 0:1, bye 5")).bye == TEXT["round 2 bye"]["bye"]


@pytest.mark.article("fide_dubov_2026:3.1.2")
def test_the_bye_leaves_the_others_a_pairing():
    # Without 3 there would be 1 and 2, who have met.
    paired = pair_cards([card(1, 20), card(2, 20, "BW"), card(3, 10, "BW")], met="1-2")

    given = only(paired, ByeGiven)
    assert given.number == 2
    (passed,) = given.passed_over
    assert passed.candidate == 3
    assert isinstance(passed.obstacle, LeavesUnpairable)


@pytest.mark.article("fide_dubov_2026:3.1.3")
def test_the_lowest_score_gets_the_bye():
    paired = pair_cards([card(9, 20), card(1, 10), card(8, 10, barred=True), *group(20, 7, 6)])

    given = only(paired, ByeGiven)
    assert (given.number, given.step) == (1, ByeStep.LOWEST_SCORE)
    assert [(p.candidate, p.obstacle) for p in given.passed_over] == [(8, ByeBarAlreadyHadBye(1))]


@pytest.mark.article("fide_dubov_2026:3.1.4")
def test_within_the_lowest_score_the_most_games_played_get_the_bye():
    # 8 has played two games, 9 one: a loss by forfeit is no game.
    players = field([card(8, 0, "WB"), card(9, 0, "W", unplayed=1), *group(10, 1, 2, 3)])

    assert players.number_at_index(choose_bye_receiver(players)) == 8


# --- 3.2.2, 4.1, 4.2: which upfloaters --------------------------------------------------------


@pytest.mark.article("fide_dubov_2026:4.1.3")
def test_upfloater_sets_are_ordered_by_their_smallest_differing_number():
    costs = build_costs_preferring_few_items(6)
    ordered = sorted(combinations(range(6), 3), key=lambda chosen: sum(costs[n] for n in chosen))

    assert ordered == list(combinations(range(6), 3))


@pytest.mark.article("fide_dubov_2026:4.2.1", "fide_dubov_2026:4.2.2")
def test_the_first_player_by_score_and_number_floats_up():
    cards = [card(9, 30), card(8, 20, "BW"), *group(20, 7, 6, had="BW"), card(1, 10)]

    assert upfloaters(pair_cards(cards, met="6-9"))[0] == 7


@pytest.mark.article(
    "fide_dubov_2026:3.2.2",
    "fide_dubov_2026:4.1.1",
    "fide_dubov_2026:4.1.2",
    "fide_dubov_2026:4.2.3",
)
def test_the_first_of_equally_good_upfloater_sets_is_taken():
    # 1 and 2 have met; all below are due Black, and 3 has met 1 and 2.
    cards = [*group(20, 1, 2), *group(10, 3, 4, 5, 6, 7, 8, had="BW")]

    assert upfloaters(pair_cards(cards, met="1-2 1-3 2-3")) == [4, 5]
    # 4 and 5 may both only meet 1: one of them, and 6.
    assert upfloaters(pair_cards(cards, met="1-2 1-3 2-3 2-4 2-5")) == [4, 6]


# --- 3.2.3: the subgroups ---------------------------------------------------------------------


@pytest.mark.article("fide_dubov_2026:3.2.3")
def test_white_seekers_meet_the_others_or_halves_meet_if_nobody_has_played():
    first = pair(event(4))
    assert tables(first) == "1-3 4-2"
    assert only(first, ColourSubgroups).halves
    # The same in round 2 for those who come then, 5 and 6 being away.
    away = tuple(Request(Number(n), 2) for n in (5, 6))
    later = pair(event(6, "5-6 =", requests=away))
    assert tables(later) == "1-3 4-2"
    formed = only(
        pair_cards([card(1, 20, "BW"), card(2, 20, ""), card(3, 20), card(4, 20)]), ColourSubgroups
    )
    assert [one.number for one in formed.white] == [3, 4]
    assert [one.number for one in formed.black] == [1, 2]
    assert not formed.halves


# --- 3.2.4, 4.3: shifters ---------------------------------------------------------------------


@pytest.mark.article("fide_dubov_2026:4.3.3")
def test_shifters_are_numbered_from_the_middle_outwards():
    assert sort_players_from_middle_outwards("ABCDEFG") == TEXT["4.3.3 shifter numbering of A..G"]
    assert sort_players_from_middle_outwards("ABCDEF") == TEXT["4.3.3 of A..F (computed)"]
    assert sort_players_from_middle_outwards([]) == []


@pytest.mark.article("fide_dubov_2026:3.2.4.2", "fide_dubov_2026:4.3.2")
def test_surplus_black_seekers_are_shifted_by_number():
    # Five are due Black and one White: two of 2 … 6 change, 4 and then 3; but 4 has met
    # everybody with whom he could then be paired.
    cards = [card(1, 20, "WB"), *group(20, 2, 3, 4, 5, 6, had="BW")]
    assert only(pair_cards(cards), SubgroupShift).shifters == (4, 3)

    shifted = only(pair_cards(cards, met="4-2 4-3 4-5 4-6"), SubgroupShift)

    assert shifted.shifters == (3, 5)
    assert [p.candidate for p in shifted.passed_over] == [4]


@pytest.mark.article("fide_dubov_2026:4.3.1")
def test_surplus_white_seekers_are_shifted_by_average():
    averages = {2: 2300, 3: 2100, 4: 1900, 5: 2200, 6: 2000}
    due_white = [card(n, 20, "WB", aro=aro) for n, aro in averages.items()]

    # By average they are 4 6 3 5 2: the middle is 3, then 6.
    assert only(pair_cards([card(1, 20, "BW"), *due_white]), SubgroupShift).shifters == (3, 6)


@pytest.mark.article("fide_dubov_2026:3.2.4.1")
def test_a_pair_forced_inside_a_subgroup_has_one_player_shifted():
    # 1, 2, 3 are due White, 4, 5, 6 Black; 2 and 3 have met all of these and meet each other.
    cards = [*group(20, 1, 2, 3, had="WB"), *group(20, 4, 5, 6, had="BW")]

    paired = pair_cards(cards, met="2-4 2-5 2-6 3-4 3-5 3-6")

    inside, back = [r for r in paired.reasons if isinstance(r, SubgroupShift)]
    assert (inside.article, inside.inside, inside.shifters) == ("3.2.4.1", True, (2,))
    assert (back.article, back.inside, back.shifters) == ("3.2.4.2", False, (5,))
    assert {frozenset((p.white, p.black)) for p in paired.pairs} >= {frozenset((2, 3))}


@pytest.mark.article("fide_dubov_2026:3.2.4.1")
def test_the_first_shifter_decides_which_inside_pair_is_made():
    # 8 has met all who are due White, so that two of those meet: 2 and 4, or 1 and 3. From the
    # middle of 1 2 3 4 outwards 2 comes before 3.
    cards = [*group(20, 1, 2, 3, 4, had="WB"), *group(20, 5, 6, 7, 8, had="BW")]

    paired = pair_cards(cards, met="1-8 2-8 3-8 4-8 1-2 1-4 2-3 3-4")

    inside, _ = [r for r in paired.reasons if isinstance(r, SubgroupShift)]
    assert inside.shifters == (2,)
    assert frozenset((2, 4)) in {frozenset((p.white, p.black)) for p in paired.pairs}


# --- 3.2.5, 3.2.6, 4.4: who meets whom --------------------------------------------------------


@pytest.mark.article("fide_dubov_2026:3.2.5", "fide_dubov_2026:4.4.1")
def test_the_lowest_average_chooses_first_with_ties_by_number():
    white = [card(4, 20, aro=2100), card(5, 20, aro=1900), card(6, 20, aro=2100)]

    paired = pair_cards([*group(20, 1, 2, 3, had="BW"), *white])

    assert sorted(tables(paired).split()) == ["4-2", "5-1", "6-3"]


@pytest.mark.article("fide_dubov_2026:3.2.6", "fide_dubov_2026:4.4.2")
def test_the_first_legal_transposition_is_taken():
    cards = [*group(20, 1, 2, 3, had="BW"), *group(20, 4, 5, 6)]
    found = []
    for met in ("", "2-5", "1-4", "1-4 1-5", "1-4 2-4", "1-4 2-4 1-5"):
        opponent = dict(pair.split("-") for pair in tables(pair_cards(cards, met=met)).split())
        found.append("".join("ABC"[int(opponent[n]) - 1] for n in "456"))

    assert found == TEXT["4.4.2 transpositions of ABC"]
