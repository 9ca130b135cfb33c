"""The examples printed in the text and the hand-made cases of tests/fixtures/fide/text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.player_events import event, player
from tests.systems.fide_lim.cards import (
    card,
    cards,
    of_round,
    opponents,
    pair_cards,
    pair_group,
    parse_numbers,
    situation,
    tables,
)
from topboard.model import Colour
from topboard.reasons.family_decisions import PairBrokenUp
from topboard.reasons.grounds import MedianSide
from topboard.systems.fide_lim.fide_lim_2026 import pair
from topboard.systems.fide_lim.field import may_meet_within_colour_limits
from topboard.systems.fide_lim.rounds import list_groups_in_pairing_order

FIXTURE = Path(__file__).parents[2] / "fixtures" / "fide" / "text" / "lim-text.json"
GOLDEN = json.loads(FIXTURE.read_text(encoding="utf-8"))
CASES = GOLDEN["cases"]
OF_FIRST = GOLDEN["4.2 columns"]
OF_SECOND = GOLDEN["4.3 columns (1 and 6 settled first, #2 tries 4 5 3, then 6, then 1)"]
TRIED = GOLDEN["4.2 opponents tried by #1 of six"]


def the(article: str, **having: object) -> dict:
    """The one case of an article that has these facts."""
    (found,) = [
        case
        for case in CASES
        if case["art"] == article and all(case.get(key) == value for key, value in having.items())
    ]
    return found


def met_pairs(case: dict) -> str:
    return " ".join(f"{a}-{b}" for a, others in case.get("met", {}).items() for b in others)


def numbers(found: list[int]) -> str:
    return " ".join(map(str, found))


def six(closed: str) -> str:
    return opponents(pair_group(situation(cards("1..6"), closed), MedianSide.MEDIAN, "1..6").pairs)


@pytest.mark.article("fide_lim_2026:4.2")
@pytest.mark.parametrize("column", range(5))
def test_the_first_of_six_tries_opponents_in_the_printed_order(column):
    assert six(" ".join(f"1-{n}" for n in TRIED[:column])) == OF_FIRST[column]


@pytest.mark.article("fide_lim_2026:4.3", "fide_lim_2026:2.5")
@pytest.mark.parametrize("column", range(5))
def test_the_second_of_six_tries_opponents_in_the_printed_order(column):
    closed = ["1-4", "1-5", *(f"2-{n}" for n in (4, 5, 3, 6)[:column])]

    assert six(" ".join(closed)) == OF_SECOND[column]


@pytest.mark.article("fide_lim_2026:4.4", "fide_lim_2026:4.4.2")
def test_a_player_without_an_opponent_floats_with_the_lowest_numbered():
    case = the("4.4 4.4.2")
    before = situation(cards("1..8"), met_pairs(case))

    made = pair_group(before, MedianSide.ABOVE, "1..6", next_=numbers(case["next"]))

    assert opponents(made.pairs) == case["pairs"]
    assert sorted(made.leavers) == case["floaters"]


@pytest.mark.article("fide_lim_2026:4.4.1")
def test_in_an_odd_group_the_unpairable_player_replaces_the_usual_floater():
    case = the("4.4.1")
    before = situation(cards("1..9"), met_pairs(case))

    made = pair_group(before, MedianSide.ABOVE, "1..7", next_=numbers(case["next"]))

    assert list(made.leavers) == case["floaters"]


@pytest.mark.article("fide_lim_2026:7.2", "fide_lim_2026:2.4")
@pytest.mark.parametrize("lot", ["White", "Black"])
def test_round_one_of_forty_players(lot):
    case = the("7.2")
    start, _, end = case[f"lot {lot}"].partition(" ... ")

    paired = pair(event(case["players"], lot=Colour(lot.lower())))

    assert tables(paired).startswith(start)
    assert tables(paired).endswith(end)


@pytest.mark.article("fide_lim_2026:7.1")
def test_the_bye_of_round_one_goes_to_the_lowest_rated():
    many, few = the("7.1", players=39), the("7.1", players=5)
    rated = [player(n, 1000 if n == 11 else 3000 - n) for n in range(1, 40)]
    unrated = [player(n, None if n == 2 else 3000 - n) for n in range(1, 6)]

    assert pair(event(rated)).bye == many["bye"]
    assert pair(event(unrated)).bye == few["bye"]


@pytest.mark.article("fide_lim_2026:7.1", "fide_lim_2026:7.2")
def test_round_one_of_five_players():
    case = the("7")

    paired = pair(event(5))

    assert [[p.white, p.black] for p in paired.pairs] == case["pairs_white_black"]
    assert paired.bye == case["bye"]


@pytest.mark.article("fide_lim_2026:2.2", "fide_lim_2026:8.3", "fide_lim_2026:3.2.1")
def test_the_order_of_the_groups():
    case = the("2.2 8.3")
    scores = sorted((int(10 * score) for score in case["scores after 4 rounds"]), reverse=True)
    before = situation(card(n, points) for n, points in enumerate(scores, start=1))

    order = list_groups_in_pairing_order(before, before.numbers)

    assert [group.points / 10 for group, _, _ in order] == case["order"]


@pytest.mark.article("fide_lim_2026:2.6", "fide_lim_2026:2.6.1")
def test_a_pair_of_the_lower_side_is_cracked():
    case = the("2.6.1")
    people = [card(p["tpn"], 10 * p["score"], p["col"]) for p in case["players"]]
    closed = " ".join(f"{p['tpn']}-{n}" for p in case["players"] for n in p["met"])

    paired = pair_cards(people, closed, played=case["round"] - 1)

    assert of_round(paired).split() == case["expected_pairs"]
    assert sum(isinstance(r, PairBrokenUp) for r in paired.reasons) == case["cracked"]


@pytest.mark.article("fide_lim_2026:5.4")
@pytest.mark.parametrize(("where", "points"), [("median or above", 30), ("below", 10)])
def test_players_with_identical_colour_histories(where, points):
    case = next(c for c in CASES if c["art"] == "5.4" and "below" in c)
    (a, a_had), (b, b_had) = case["median or above"]["a"], case["median or above"]["b"]

    paired = pair_cards([card(a, points, a_had), card(b, points, b_had)])

    assert paired.pairs[0].white == case[where]["white"]


@pytest.mark.article("fide_lim_2026:5.3")
def test_the_last_difference_or_two_blacks_in_a_row_decides():
    case = next(c for c in CASES if c["art"] == "5.4" and "below" not in c)
    (a, a_had), (b, b_had) = case["a"], case["b"]

    paired = pair_cards([card(a, 20, a_had), card(b, 20, b_had)])

    assert paired.pairs[0].white == case["white"]


@pytest.mark.article("fide_lim_2026:2.1")
@pytest.mark.parametrize("last", [False, True])
def test_colour_compatibility_depends_on_the_last_round(last):
    case = the("6")
    (a, a_had), (b, b_had) = case["a"], case["b"]

    before = situation([card(a, 20, a_had), card(b, 20, b_had)], last=last)

    expected = case["compatible round 9 of 9" if last else "compatible round 5 of 9"]
    assert may_meet_within_colour_limits(before, a, b) is expected


@pytest.mark.article("fide_lim_2026:3.10")
def test_the_floater_is_not_a_floater_of_the_previous_round():
    case = the("3.10")
    people = [card(n, floated=n in case["floated last round"]) for n in case["group"]]

    made = pair_group(situation([*people, *cards("6 7")]), MedianSide.ABOVE, "1..5", next_="6 7")

    assert list(made.leavers) == [case["floater down"]]


@pytest.mark.article("fide_lim_2026:3.2.2")
def test_the_floater_is_due_the_colour_that_more_players_are_due():
    case = the("3.2.2")
    people = [card(int(n), 20, had) for n, had in case["group colours"].items()]
    before = situation([*people, *cards("6 7")])

    down = pair_group(before, MedianSide.ABOVE, "1..5", next_="6 7")
    up = pair_group(before, MedianSide.BELOW, "5 4 3 2 1", next_="6 7")

    assert list(down.leavers) == [case["floater down"]]
    assert list(up.leavers) == [case["floater up"]]


@pytest.mark.article("fide_lim_2026:3.2.3")
@pytest.mark.parametrize("maxi", [False, True])
def test_in_a_maxi_tournament_ratings_limit_the_choice_of_floater(maxi):
    case = the("3.2.3")
    people = [card(int(n), 20, had, rating=r) for n, (had, r) in case["group"].items()]

    made = pair_group(
        situation([*people, *cards("6 7")], maxi=maxi), MedianSide.ABOVE, "1..5", next_="6 7"
    )

    assert list(made.leavers) == [case["floater maxi" if maxi else "floater plain"]]


@pytest.mark.article("fide_lim_2026:3.9", "fide_lim_2026:3.9.2")
def test_a_player_with_an_opponent_in_the_next_group_floats():
    case = the("3.9")
    before = situation(cards("1..3 6 7"), met_pairs(case))

    made = pair_group(before, MedianSide.ABOVE, numbers(case["group"]), next_=numbers(case["next"]))

    assert list(made.leavers) == [case["floater"]]


@pytest.mark.article("fide_lim_2026:5.2", "fide_lim_2026:5.7")
@pytest.mark.parametrize("maxi", [False, True])
def test_opponents_are_exchanged_for_colours(maxi):
    case = the("5.2")
    people = [card(int(n), 20, had, rating=r) for n, (had, r) in case["group"].items()]

    made = pair_group(situation(people, maxi=maxi), MedianSide.MEDIAN, "1..4")

    assert opponents(made.pairs) == case["maxi (5.7)" if maxi else "plain"]


def test_every_printed_case_is_tested():
    articles = {case["art"] for case in CASES}

    assert len(CASES) == 16
    assert articles == {
        "2.2 8.3", "2.6.1", "3.10", "3.2.2", "3.2.3", "3.9", "4.4 4.4.2", "4.4.1",
        "5.2", "5.4", "6", "7", "7.1", "7.2",
    }  # fmt: skip
    assert parse_numbers("1..3 7") == [1, 2, 3, 7]
