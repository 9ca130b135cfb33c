"""The absolute criteria, completion, and the quality criteria."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.player_events import event
from tests.systems.fide_burstein.cards import pair_cards
from tests.systems.fide_dutch.cards import bracket, card, group, opponents, tables
from tests.team_events import reasons
from topboard.model import Number
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.grounds import PairMethod
from topboard.reasons.obstacles import CriterionWorse, HarmsLowerBrackets, HaveMet
from topboard.systems.registry import system

FOLDER = Path(__file__).parents[2] / "fixtures" / "fide" / "burstein"
CASES = {
    case["name"]: case
    for case in json.loads((FOLDER / "burstein-cases.json").read_text(encoding="utf-8"))["cases"]
}


@pytest.mark.article("fide_burstein_2026:2.1.1 C1", "fide_burstein_2026:C.04.1 2")
def test_nobody_plays_the_same_opponent_twice():
    assert opponents(pair_cards(group(10, 1, 2, 3, 4))) == "1-4 2-3"
    assert opponents(pair_cards(group(10, 1, 2, 3, 4), met="1-4")) == "1-3 2-4"
    assert opponents(pair_cards(group(10, 1, 2, 3, 4), forbid="1-4 2-4")) == "1-2 3-4"


@pytest.mark.article("fide_burstein_2026:2.1.2 C2", "fide_burstein_2026:C.04.1 4")
def test_players_who_had_the_bye_or_won_without_playing_are_barred():
    # All have the same score: 5 had the bye, 4 a full point for nothing.
    rounds = "1-2 =, 3-4 -:+, bye 5", "5-1 =, 4-3 =, half 2"
    paired = system("fide_burstein_2026").pair(event(5, *rounds, planned_rounds=3))

    assert paired.bye == 3


@pytest.mark.article("fide_burstein_2026:2.1.3 C3")
def test_the_same_absolute_preference_bars_a_pair_even_atop_the_last_round():
    cards = [card(1, 60, "WBB"), card(2, 60, "BBWB"), *group(50, 3, 4)]

    assert opponents(pair_cards(cards)) == "1-4 2-3"


@pytest.mark.article("fide_burstein_2026:2.2.1 C4")
def test_the_remaining_players_keep_a_complete_pairing():
    # 1-2 would leave 3 and 4, who have met.
    assert opponents(pair_cards([*group(20, 1, 2), *group(10, 3, 4)], met="3-4")) == "1-4 2-3"


@pytest.mark.article("fide_burstein_2026:2.3.1 C5")
def test_as_many_pairs_as_possible_are_made():
    paired = pair_cards([*group(20, 1, 2, 3, 4), *group(10, 5, 6)], met="1-2 1-3 1-4")

    # 1 has nobody, and with him one more is left over.
    assert (bracket(paired, 20).pairs, bracket(paired, 20).leaving) == (1, 2)
    assert opponents(paired) == "1-6 2-4 3-5"


@pytest.mark.article("fide_burstein_2026:2.3.2 C6")
def test_the_player_with_the_lower_score_floats():
    case = CASES["C6 floats the lower score"]
    people = [*case["bracket"], *case["below"]]
    cards = [card(p["tpn"], int(10 * p["score"]), p["colours"]) for p in people]
    buchholz = {p["tpn"]: 10 * p["BH"] for p in people}

    paired = pair_cards(cards, buchholz)

    # 1 came from above: 2 floats although 1-2 3 would come first.
    assert [f.number for f in paired.floaters if f.from_points == 15] == case["expected"][
        "floaters"
    ]
    assert opponents(paired) == "1-3 2-4"


def hand_made():
    """The position of the example for the following bracket."""
    case = CASES["C7 looks at the next bracket only and beats the order of 4.3"]
    cards = [card(p["tpn"], int(10 * p["score"]), p["col"]) for p in case["players"]]
    met = {tuple(sorted((p["tpn"], other))) for p in case["players"] for other in p["met"]}
    buchholz = {p["tpn"]: int(1000 * p["BH"] + 100 * p["SB"]) for p in case["players"]}
    return case, cards, buchholz, " ".join(f"{a}-{b}" for a, b in sorted(met))


@pytest.mark.article("fide_burstein_2026:2.3.3 C7")
def test_the_downfloaters_who_suit_the_following_bracket_best_are_chosen():
    case, cards, buchholz, met = hand_made()

    paired = pair_cards(cards, buchholz, met)

    expected = {tuple(pair) for pair in case["expected_white_black"]}
    assert {(p.white, p.black) for p in paired.pairs} == expected
    (floats,) = [r for r in paired.reasons if getattr(r, "from_points", 0) == 10]
    (passed,) = floats.passed_over
    assert (floats.number, passed.candidate) == (8, 9)
    assert isinstance(passed.obstacle, HarmsLowerBrackets)
    assert passed.obstacle.article == "2.3.3 C7"


@pytest.mark.article("fide_burstein_2026:2.3.3 C7")
def test_only_the_following_bracket_counts():
    # 2 floats first and meets 4, for he has met 5, who floats on to 6 and 7: none of the three
    # can meet another. With 3 instead 4 would float on and meet 7, but that is two brackets below.
    cards = [*group(30, 1, 2, 3), *group(20, 4, 5), *group(10, 6, 7), *group(0, 8, 9, 10)]

    paired = pair_cards(cards, met="2-5 3-4 5-6 5-7 6-7")

    assert opponents(paired) == "1-3 2-4 5-10 6-9 7-8"


@pytest.mark.article("fide_burstein_2026:2.3.4 C8")
def test_as_many_colour_preferences_as_possible_are_granted():
    # 1-4 2-3 comes first, but gives two a colour they do not prefer.
    cards = [card(1, 10, "W"), card(2, 10, "B"), card(3, 10, "B"), card(4, 10, "W")]

    paired = pair_cards(cards)

    assert tables(paired) == "3-1 2-4"
    first = reasons(paired, OpponentChoice, method=PairMethod.BRACKET_NUMBERS)[0]
    assert [passed.candidate for passed in first.passed_over] == [4]
    assert first.passed_over[0].obstacle == CriterionWorse(
        "2.3.4 C8", None, QualityCriterion.PREFERENCE, by=1, most=2
    )


@pytest.mark.article("fide_burstein_2026:2.3.4 C8")
def test_an_earlier_meeting_is_named_before_the_colours():
    paired = pair_cards(group(10, 1, 2, 3, 4), met="1-4")

    (passed,) = reasons(paired, OpponentChoice, method=PairMethod.BRACKET_NUMBERS)[0].passed_over
    assert (passed.candidate, passed.obstacle) == (Number(4), HaveMet(1))
