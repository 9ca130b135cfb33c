"""What an arbiter asks about a round, and the answers in the words of the text."""

from __future__ import annotations

import topboard
from tests.player_events import event
from topboard.reasons.sentences import names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.systems.fide_dubov.fide_dubov_2026 import NAME, pair

DRAWN = "1-5 =, 6-2 =, 3-7 =, 8-4 ="
"""Due White are 4, 2, 7, 5, by the averages of their opponents; due Black 1, 3, 6, 8."""

WITH_NEWCOMERS = "1-4 =, 5-2 =, half 3, half 6"
"""Due White are 4 and 2; due Black 1 and 5, and 3 and 6, who have not played."""


def answer(tournament, a: int, b: int) -> str:
    asked = topboard._frozen.replace(tournament, system=NAME)
    verdict = topboard.why_not(asked, a, b)
    return " ".join(verdict_sentences(verdict, a, b, names_of(asked)))


def pairs_of_round(text: str) -> list[tuple[int, int]]:
    count = 8 if text is DRAWN else 6
    return sorted((p.white, p.black) for p in pair(event(count, text)).pairs)


def test_a_pair_across_subgroups_comes_later_in_the_transpositions():
    assert pairs_of_round(DRAWN) == [(2, 3), (4, 1), (5, 8), (7, 6)]

    told = answer(event(8, DRAWN), 1, 2)

    assert (
        "meet all criteria equally well, but that pairing would come later in the order (4.4.2)"
        in told
    )
    assert (
        ", next in S1 with an ARO of 1930, meets Player 1 (#1), the first player of G2 by TPN, in"
        " the ½-point bracket (3.2.6)" in told
    )


def test_a_pair_within_a_subgroup_comes_later_in_the_order_of_shifters():
    # 3, the middle of 1 3 5 6, changes sides and meets 1.
    assert pairs_of_round(WITH_NEWCOMERS) == [(2, 6), (3, 1), (4, 5)]

    assert "(4.3.3)" in answer(event(6, WITH_NEWCOMERS), 1, 6)


def test_a_pair_within_one_of_two_equal_subgroups_costs_preferences():
    told = answer(event(8, DRAWN), 2, 4)

    assert (
        "2 more colour preferences would not be granted (2.3.3 C7). The count for this criterion"
        " would be 2 instead of 0." in told
    )


def test_a_player_with_a_lower_score_would_have_to_float_up():
    tournament = event(6, "1-4 1:0, 5-2 0:1, 3-6 =")

    told = answer(tournament, 1, 3)

    assert "if Player 3 (#3) upfloated" in told
    assert (
        "there would be 2 more upfloaters (2.3.1 C5). The count for this criterion would be 2"
        " instead of 0." in told
    )


def test_the_bye_is_explained_with_its_article():
    # Without 3 there would be 1 and 2, who have met: 2 has the bye before 1, who has more.
    told = answer(event(3, "1-2 1:0, out 3"), 2, 3)
    assert "Player 2 (#2) with 0 points has the pairing-allocated bye" in told
    assert "No other eligible participant has such a low score (3.1.3)" in told
    # Of 4 and 5 without points 4 has played.
    told = answer(event(5, "1-4 1:0, half 2, half 3, out 5"), 1, 4)
    assert "met in round 1" in told
    told = answer(event(5, "1-4 1:0, half 2, half 3, out 5"), 2, 4)
    assert (
        "No eligible participant with that score has played more often (3.1.4). Player 4 (#4) has"
        " played once, and Player 5 (#5) would be next." in told
    )
