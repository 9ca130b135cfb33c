"""What a diagnosis says about rounds that were spoilt in known ways."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.sampling import ONE_IN
from tools.spoilt_rounds import (
    WAYS,
    WAYS_OF_TEAMS,
    draw_spoilt_event,
    format_table,
    judge,
    judge_many,
)
from topboard.diagnosis.values import Weight

WHOLE = 500
SAMPLE = 12
KEPT_APART_OR_RESULT = 63
NUMBER_IN_THREE_ROUNDS = 1
"""The numbers of spoilt rounds that a search which ends with the first kind gets wrong."""
MATCH_OF_ITS_OWN_ROUND = 69
"""The number of a spoilt round that differs because of a match of that round."""


def test_every_kind_of_corruption_changes_the_published_round_or_the_file():
    ways = [draw_spoilt_event(seed).way for seed in range(len(WAYS))]

    assert ways == ["code", "number", "result", "kept apart", "made by hand", "exchanged"]


@pytest.mark.thorough
def test_wrong_answers_are_never_certain_and_rarely_confirmed():
    count = WHOLE if ONE_IN == 1 else SAMPLE
    judged = list(judge_many(range(count)))

    wrong = Counter(one.wrong for one in judged)
    assert wrong[Weight.CERTAIN] == 0
    assert wrong[Weight.CONFIRMED] <= count * 2 // 100
    with_cause = [one for one in judged if one.way != "exchanged"]
    named = [one for one in with_cause if one.found in ("true cause", "among rivals")]
    first = [one for one in with_cause if one.found == "true cause"]
    assert 10 * len(named) >= 9 * len(with_cause)
    assert 4 * len(first) >= 3 * len(with_cause)
    assert len(list(format_table(judged))) == len(WAYS) + 2 + 1 + 2 + 3 + 2


@pytest.mark.thorough
@pytest.mark.parametrize("system", ["olympiad_2022", "fide_team_2026", "cfc_swiss"])
def test_wrong_answers_are_as_rare_in_other_systems(system):
    count = 105 if ONE_IN == 1 else len(WAYS_OF_TEAMS)
    judged = [judge(draw_spoilt_event(seed, system)) for seed in range(count)]

    wrong = Counter(one.wrong for one in judged)
    assert wrong[Weight.CERTAIN] == 0
    assert wrong[Weight.CONFIRMED] <= count * 2 // 100
    with_cause = [one for one in judged if one.way != "exchanged"]
    named = [one for one in with_cause if one.found in ("true cause", "among rivals")]
    assert 4 * len(named) >= 3 * len(with_cause)


def test_a_match_with_the_wrong_colours_explains_its_own_round():
    judged = judge(draw_spoilt_event(MATCH_OF_ITS_OWN_ROUND, "fide_team_2026"))

    assert (judged.way, judged.found) == ("board order", "true cause")
    assert judged.wrong in (Weight.NONE, Weight.POSSIBLE)


def test_a_pair_kept_apart_is_named_even_if_a_result_also_explains_the_round():
    judged = judge(draw_spoilt_event(KEPT_APART_OR_RESULT))

    assert (judged.way, judged.found) == ("kept apart", "among rivals")
    assert judged.weight is Weight.POSSIBLE


def test_one_changed_number_in_three_rounds_is_preferred_to_three_codes():
    judged = judge(draw_spoilt_event(NUMBER_IN_THREE_ROUNDS))

    assert (judged.way, judged.found) == ("number", "true cause")
    assert judged.weight is Weight.CONFIRMED


def test_an_exchange_of_two_players_for_no_reason_is_never_confirmed():
    judged = judge(draw_spoilt_event(5))

    assert judged.way == "exchanged"
    assert judged.weight in (Weight.NONE, Weight.POSSIBLE)
