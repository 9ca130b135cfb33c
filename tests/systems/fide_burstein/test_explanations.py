"""Why somebody floats, why two do not meet, and what a round says of itself."""

from __future__ import annotations

import pytest

import topboard
from tests.player_events import event
from tests.systems.fide_burstein.cards import EDITION, pair_cards
from tests.systems.fide_dutch.cards import card, group, opponents
from tests.team_events import reasons
from topboard.analysis.generate import Wishes
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.decisions import Floated
from topboard.reasons.family_decisions import OppositionRanking
from topboard.reasons.objections import PairingAsGoodButLater
from topboard.reasons.obstacles import (
    CriterionWorse,
    HarmsLowerBrackets,
    HaveMet,
    LeavesOthersUnpairable,
    PairedElsewhere,
)
from topboard.reasons.sentences import generate_round_sentences, names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.systems.registry import system

BURSTEIN = system(EDITION)


# --- who floats ---------------------------------------------------------------------------------


def test_the_middle_player_floats_without_further_explanation():
    (floats,) = reasons(pair_cards([*group(20, 1, 2, 3), card(4, 10)]), Floated)

    assert (floats.number, floats.article, floats.passed_over) == (2, "2.3.1 C5", ())


def test_if_another_player_floats_the_reason_says_why_not_the_middle():
    # 2 has met 4, the only one below.
    (floats,) = reasons(pair_cards([*group(20, 1, 2, 3), card(4, 10)], met="2-4"), Floated)

    (passed,) = floats.passed_over
    assert (floats.number, passed.candidate) == (3, 2)
    assert isinstance(passed.obstacle, HarmsLowerBrackets)
    assert passed.obstacle.article == "2.2.1 C4"


def test_the_middle_player_may_be_needed_as_an_opponent():
    # 1 has met 3, so that 2 is his only opponent.
    (floats,) = reasons(pair_cards([*group(20, 1, 2, 3), card(4, 10)], met="1-3"), Floated)

    (passed,) = floats.passed_over
    assert (floats.number, passed.candidate) == (3, 2)
    assert passed.obstacle == PairedElsewhere("3.2.2.2", 1)


# --- why not these two --------------------------------------------------------------------------

PLAYED = event(
    9,
    "1-5 1:0, 6-2 0:1, 3-7 1:0, 8-4 0:1, bye 9",
    "4-1 =, 2-3 =, 9-5 =, 7-6 1:0, half 8",
    planned_rounds=3,
    system=EDITION,
)
"""One point and a half: 3 and 1 (who had WB), 4 and 2 (BW), 9 (W), ranked 3 9 1 4 2; one point: 7;
half a point: 5 and 8; nothing: 6, who has the bye. Paired 3-4, 9-1, then 2-7, 5-8."""


def objections(a, b):
    return BURSTEIN.objections(BURSTEIN.pair(PLAYED), a, b)


def test_the_sample_round_is_paired_as_the_questions_assume():
    made = BURSTEIN.pair(PLAYED)

    assert (opponents(made), made.bye) == ("1-9 2-7 3-4 5-8 bye 6", 6)


def test_why_not_for_two_players_who_have_met():
    found = objections(1, 5)

    assert (found.obstacle, found.article) == (HaveMet(1), "2.1.1 C1")


@pytest.mark.parametrize(
    ("a", "b", "article", "criterion", "then", "floats"),
    [
        # 2 would have to float on from the bracket of one point, and 7 with him.
        (2, 5, "2.3.1 C5", QualityCriterion.DOWNFLOATERS, 2, 2),
        # 8 is not in the following bracket: 1 would float on, and 7 with him.
        (1, 8, "2.3.3 C7", QualityCriterion.NEXT_BRACKET, 2, 1),
        # 1-3 both prefer White, 2-4 and 9 Black.
        (1, 3, "2.3.4 C8", QualityCriterion.PREFERENCE, 2, None),
        # Without 1 the others are 3 for White and 9 4 2 for Black.
        (1, 7, "2.3.4 C8", QualityCriterion.PREFERENCE, 1, 1),
    ],
)
def test_why_not_names_the_first_criterion_that_suffers(a, b, article, criterion, then, floats):
    judged = objections(a, b).judged

    assert isinstance(judged, CriterionWorse)
    assert (judged.article, judged.criterion, judged.floats) == (article, criterion, floats)
    assert (sum(judged.now), sum(judged.then)) == (0, then)


def test_why_not_for_a_pair_that_comes_later_in_the_order():
    assert objections(1, 2).judged == PairingAsGoodButLater("4.3", 15)
    # 4 could float and meet 7: 3-2 have met, so 1-2 3-9, which comes after 3-4.
    assert objections(4, 7).judged == PairingAsGoodButLater("4.3", 15, 4)


def test_why_not_says_the_bye_is_given_before_anybody_is_paired():
    verdict = topboard.why_not(PLAYED, 1, 6)

    (said,) = verdict_sentences(verdict, 1, 6, str)
    assert said == (
        "6 with 0 points has the pairing-allocated bye, which is given before the round is paired."
        " No other eligible participant has such a low score (3.1.3)."
    )


def test_why_not_for_two_players_the_others_need_to_be_paired():
    # 3 and 4 are kept apart, so that 1 and 2 are their opponents.
    tournament = event(4, "1-4 =, 2-3 =", planned_rounds=2, system=EDITION, forbid="3-4")
    made = BURSTEIN.pair(tournament)
    asked = BURSTEIN.objections(made, 1, 2)

    assert opponents(made) == "1-3 2-4"
    assert isinstance(asked.judged, LeavesOthersUnpairable)
    assert asked.judged.article == "2.2.1 C4"


def test_why_not_cites_dutch_articles_for_a_seeding_round():
    tournament = event(6, "1-4 1:0, 5-2 0:1, 3-6 1:0", planned_rounds=5, system=EDITION)
    made = BURSTEIN.pair(tournament)

    found = BURSTEIN.objections(made, 1, 4)
    judged = BURSTEIN.objections(made, 1, 6).judged

    assert found.article == "C.04.3 2.1.1 C1"
    assert judged.article.startswith("C.04.3 ")


@pytest.mark.parametrize("seed", range(3))
def test_every_question_has_an_answer(seed):
    wishes = Wishes(competitors=11 + seed, rounds=6, unpaired_last=True, absences=8, no_shows=5)
    tournament = topboard.generate(EDITION, seed, wishes)
    made, named = topboard.pair(tournament), names_of(tournament)
    here = sorted(n for pair in made.pairs for n in (pair.white, pair.black))

    assert all(line for lines in generate_round_sentences(made, named) for line in lines)
    ranked = [len(one.ranked) for one in reasons(made, OppositionRanking)]
    assert min(ranked) > 1
    for a in here[:5]:
        for b in here[5:]:
            assert verdict_sentences(topboard.why_not(tournament, a, b), a, b, named)
