"""What is told of a Dutch round, and why not these two: exact, and never more than is proved."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import topboard
from tests.fide.events import EDITIONS, event
from tests.reasons.events import late_event
from tests.reasons.test_golden import GOLDEN
from topboard.model import Number
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.decisions import (
    BracketQuality,
    BracketSummary,
    ByeGiven,
    Floated,
    OpponentChoice,
)
from topboard.reasons.grounds import UnpairedGround
from topboard.reasons.obstacles import CriterionWorse, HarmsLowerBrackets, LeavesOthersUnpairable
from topboard.reasons.sentences import generate_round_sentences, names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.why_not import PairComesLaterInOrder, why_not
from topboard.systems.registry import system

ORDER = [*QualityCriterion]


def before(name: str, number: int, edition: str) -> topboard.Tournament:
    """The facts of an event before a round."""
    return [facts for facts, _ in event(name).rounds(edition)][number - 1]


def answer(facts: topboard.Tournament, a: int, b: int) -> str:
    two = Number(a), Number(b)
    verdict = why_not(facts, system(facts.system), *two)
    return " ".join(verdict_sentences(verdict, *two, names_of(facts)))


def explain_round(facts: topboard.Tournament) -> str:
    return "\n".join(
        line
        for lines in generate_round_sentences(topboard.pair(facts), names_of(facts))
        for line in lines
    )


# --- never more than is proved --------------------------------------------------------------


def claims(facts, edition):
    """What is said to suffer if a pair that was passed over were made."""
    for reason in system(edition).pair(facts).reasons:
        if isinstance(reason, OpponentChoice):
            for passed in reason.passed_over:
                if isinstance(passed.obstacle, CriterionWorse):
                    yield reason.chooser, passed.candidate, passed.obstacle


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_criterion_reported_as_worse_is_worse_by_the_stated_amount(edition):
    chance = Random(1)
    seen = {True: 0, False: 0}
    for name in ("d-mixed-n020-r9-s4202", "d-mixed-n040-r9-s4401", "d-plain-n031-r9-s1313"):
        for facts, _ in event(name).rounds(edition):
            found = list(claims(facts, edition))
            for chooser, candidate, claim in chance.sample(found, min(3, len(found))):
                verdict = why_not(facts, system(edition), chooser, candidate)
                if isinstance(verdict, LeavesOthersUnpairable):
                    assert not claim.most
                    continue
                assert isinstance(verdict, CriterionWorse)
                worse = sum(verdict.then) - sum(verdict.now)
                seen[bool(claim.most)] += 1
                if claim.most:
                    assert verdict.criterion is claim.criterion
                    assert verdict.at or claim.by <= worse <= claim.most
                else:
                    assert ORDER.index(verdict.criterion) <= ORDER.index(claim.criterion)
    assert seen[True] > 10
    assert seen[False] > 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_forced_pair_gives_a_better_result_than_the_best_pairing(edition):
    # The comparison itself refuses an answer that is better than what was paired.
    kinds = set()
    for seed in (*range(7), 102):
        facts = late_event(edition, seed)
        if facts is not None:
            for a, b in combinations([c.number for c in facts.competitors], 2):
                kinds.add(type(why_not(facts, system(edition), a, b)))
    assert {CriterionWorse, PairComesLaterInOrder, LeavesOthersUnpairable} <= kinds


def test_the_numbers_alone_prove_how_many_are_denied_their_colour():
    facts = before("d-mixed-n020-r9-s4202", 7, "fide_dutch_2026")
    (judged,) = [
        reason
        for reason in topboard.pair(facts).reasons
        if isinstance(reason, BracketQuality) and reason.points == 30
    ]

    assert judged.want == (1, 5)
    assert judged.denied_at_least == 2
    assert (
        "Colour preferences: 1 for White and 5 for Black. At least 2 colour preferences cannot be"
        " granted (2.4.7 C12)" in explain_round(facts)
    )


# --- proofs ---------------------------------------------------------------------------------


def test_a_downfloater_who_would_strand_others_is_named_with_the_proof():
    # 20, 14 and 13 have met everybody with 1½ points: only 11 is there.
    facts = before("d-mixed-n020-r9-s4202", 7, "fide_dutch_2026")
    (floats,) = [
        reason
        for reason in topboard.pair(facts).reasons
        if isinstance(reason, Floated) and reason.number == 17
    ]

    found = {passed.candidate: passed.obstacle for passed in floats.passed_over}
    assert list(found) == [20, 14, 13]
    for candidate, obstacle in found.items():
        assert isinstance(obstacle, HarmsLowerBrackets)
        assert obstacle.proof is not None
        assert obstacle.article == "2.2.1 C4"
        assert (candidate,) in obstacle.proof.islands


def test_a_downfloater_who_could_meet_one_and_would_strand_another_is_named():
    # With 2 points there are 10 and 14, and 18 has met 10; under them 13, who has the bye, and 20,
    # who has met 10.
    facts = before("d-mixed-n020-r9-s4201", 7, "fide_dutch_2026")
    (floats,) = [
        reason
        for reason in topboard.pair(facts).reasons
        if isinstance(reason, Floated) and reason.from_points == 25
    ]
    found = {passed.candidate: passed.obstacle for passed in floats.passed_over}[18]

    assert floats.number == 12
    assert isinstance(found, HarmsLowerBrackets)
    assert (found.article, found.opponent) == ("2.2.1 C4", 14)
    assert found.proof is not None
    assert (20,) in found.proof.islands


def test_more_players_downfloat_if_those_below_need_opponents():
    facts = before("d-mixed-n016-r9-s4165", 7, "fide_dutch_2026")
    opened = [
        reason
        for reason in topboard.pair(facts).reasons
        if isinstance(reason, BracketSummary) and reason.ground is UnpairedGround.NEEDED_BELOW
    ]

    assert [(reason.points, reason.leaving) for reason in opened] == [(20, 2)]
    assert opened[0].proof is not None
    assert opened[0].proof.islands == ((16,),)
    assert "otherwise not everyone below could be paired (2.2.1 C4). " in explain_round(facts)
    assert "(#16) would have no opponent left." in explain_round(facts)


def test_the_scores_at_which_nobody_can_have_the_bye_are_named():
    facts = before("d-mixed-n021-r9-s4212", 8, "fide_dutch_2026")
    (bye,) = [r for r in topboard.pair(facts).reasons if isinstance(r, ByeGiven)]

    assert (bye.number, bye.points) == (19, 25)
    assert [(one.points, one.count) for one in bye.without] == [(20, 3)]


def test_a_downfloater_who_ends_with_the_bye_is_named_in_every_bracket():
    facts = before("d-mixed-n021-r9-s4212", 8, "fide_dutch_2026")

    text = explain_round(facts)

    assert "with 2½ points downfloats to the 2-point bracket" in text
    assert text.count("has the pairing-allocated bye") == 1


# --- why not --------------------------------------------------------------------------------


def read_golden(edition: str) -> topboard.Tournament:
    return topboard.read(GOLDEN / f"{edition}.json")


@pytest.mark.parametrize(
    ("two", "criterion", "now", "then", "article"),
    [
        # 2 and 8 both want White; as it is only 16 is denied it.
        ((2, 8), QualityCriterion.PREFERENCE, 1, 2, "2.4.7 C12"),
        # Without 7 and 16 both who were moved down can only meet 8, and 3 has met 4.
        ((7, 16), QualityCriterion.DOWNFLOATERS, 1, 3, "2.4.1 C6"),
        ((3, 9), QualityCriterion.NEXT_BRACKET, 0, 2, "2.4.3 C8"),
        ((4, 10), QualityCriterion.DOWNFLOATERS, 0, 2, "2.4.1 C6"),
    ],
)
def test_why_not_names_the_criterion_and_by_how_much(two, criterion, now, then, article):
    verdict = topboard.why_not(read_golden("fide_dutch_2026"), *two)

    assert isinstance(verdict, CriterionWorse)
    assert (verdict.criterion, verdict.article) == (criterion, article)
    assert (sum(verdict.now), sum(verdict.then)) == (now, then)


def test_the_scores_of_the_downfloaters_are_listed():
    assert answer(read_golden("fide_dutch_2026"), 2, 13) == (
        "Berg (#2) and Moss (#13) could meet, but the 4½-point bracket would be worse: a"
        " downfloater would have a higher score (2.4.2 C7). The downfloaters' scores would be 6½"
        " and 4½ instead of 6 and 4½."
    )


def test_score_differences_in_the_2017_edition_are_listed():
    assert answer(read_golden("fide_dutch_2017"), 1, 8) == (
        "Adler (#1) and Hart (#8) could meet if Adler (#1) downfloated, but the 3½-point bracket"
        " would be worse: the score differences would be larger (C.6). The score differences would"
        " be 2½, 2, 1 and 0 instead of 2½, 1, 1 and 1."
    )


def test_if_all_criteria_are_equal_the_order_decides():
    facts = read_golden("fide_dutch_2026")
    verdict = topboard.why_not(facts, 9, 11)

    assert isinstance(verdict, PairComesLaterInOrder)
    assert "meet all criteria equally well, but that pairing would come later" in answer(
        facts, 9, 11
    )
    assert "Ivers (#9) meets Nagy (#14)" in answer(facts, 9, 11)


def test_a_pair_that_strands_others_is_explained_with_the_stranded_players():
    facts = before("d-mixed-n011-r7-s4114", 4, "fide_dutch_2026")
    verdict = why_not(facts, system(facts.system), Number(8), Number(11))

    assert isinstance(verdict, LeavesOthersUnpairable)
    assert verdict.article == "2.2.1 C4"
    assert verdict.proof.islands == ((6,),)
    assert not verdict.proof.bridge


def test_players_left_in_the_next_bracket_are_counted_consistently():
    # The bracket was weighed by itself, and with 5 left over it is paired by classes.
    facts = before("d-byes-n010-r7-s3102", 5, "fide_dutch_2026")

    assert answer(facts, 9, 5).endswith(
        "but the 1½-point bracket would be worse: one more colour preference would not be granted"
        " (2.4.7 C12). The count for this criterion would be 1 instead of 0."
    )


def test_a_pair_that_moves_the_bye_up_is_explained():
    facts = before("d-mixed-n011-r7-s4113", 3, "fide_dutch_2026")
    verdict = why_not(facts, system(facts.system), Number(7), Number(4))

    assert isinstance(verdict, LeavesOthersUnpairable)
    assert (verdict.article, verdict.bye_points) == ("2.3.1 C5", 0)
    assert "met, no one with 0 points could have the bye" in answer(facts, 7, 4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_required_opponent_is_explained(edition):
    facts = topboard._frozen.replace(read_golden(edition), required=((Number(4), Number(6)),))

    assert answer(facts, 4, 9) == "Dahl (#4) meets Fox (#6), because a ruling requires it."
