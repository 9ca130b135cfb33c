"""Larger fields: short ways lead where the long ones lead, and every round keeps the rules."""

from __future__ import annotations

from itertools import combinations

import pytest

import topboard
from topboard.analysis.generate import Wishes
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.obstacles import CriterionWorse, HaveMet
from topboard.systems.fide_common.legality import may_meet
from topboard.systems.fide_dubov.costs import BracketCosts
from topboard.systems.fide_dubov.fide_dubov_2026 import (
    NAME,
    decide_pairs_and_bye,
    pair,
    pair_without_reasons,
    prepare_field,
)
from topboard.systems.fide_dubov.subgroups import SubgroupComposer
from topboard.systems.fide_dubov.upfloaters import UpfloaterChoice

pytestmark = pytest.mark.thorough

SIZES = (18, 25, 40, 61)


def rounds_of(size: int, seed: int = 0):
    """An event before each of its rounds, with people missing and games forfeited."""
    wishes = Wishes(competitors=size, rounds=9, absences=4, no_shows=4, leaving=2, forbidden=size)
    played = topboard.generate(NAME, seed, wishes)
    for number in range(1, len(played.rounds) + 1):
        yield played.before(number)


@pytest.mark.parametrize("size", SIZES)
def test_shortcuts_give_the_same_result_as_weighing_everybody(size: int) -> None:
    for before in rounds_of(size):
        field = prepare_field(before)
        for made in decide_pairs_and_bye(field).made:
            choice = UpfloaterChoice(field, made.residents, made.below)
            whole = choice.find_cheapest_upfloater_set(
                BracketCosts(field, made.residents, made.below), made.below
            )
            assert whole is not None
            assert whole.upfloaters == made.upfloaters == choice.find_best_upfloaters()
            composition = SubgroupComposer(field, made.members)
            assert composition.find_best_composition() == made.composed


@pytest.mark.parametrize("size", SIZES)
def test_why_not_gives_the_same_answer_by_numbers_as_by_weighing(size: int, monkeypatch) -> None:
    for before in rounds_of(size, seed=5):
        field = prepare_field(before)
        brackets = decide_pairs_and_bye(field).made
        asked = [
            (UpfloaterChoice(field, made.residents, made.below), pair_)
            for made in brackets
            for pair_ in combinations((*made.members, *made.below[:6]), 2)
            if {*pair_} & {*made.residents} and may_meet(field, *pair_)
        ][:: max(1, size // 3)]
        by_numbers = [choice.compare_best_upfloater_sets(pair=pair_) for choice, pair_ in asked]
        with monkeypatch.context() as weighing:
            weighing.setattr(
                UpfloaterChoice, "_find_cheapest_upfloaters_by_due_colours", lambda *_: None
            )
            by_weighing = [
                choice.compare_best_upfloater_sets(pair=pair_) for choice, pair_ in asked
            ]
        for quick, slow in zip(by_numbers, by_weighing, strict=True):
            assert (quick.best, quick.instead) == (slow.best, slow.instead)


@pytest.mark.parametrize("size", SIZES)
def test_another_upfloater_compares_alike_by_numbers_and_by_weighing(
    size: int, monkeypatch
) -> None:
    parities = set()
    for before in rounds_of(size, seed=6):
        field = prepare_field(before)
        asked = [
            (UpfloaterChoice(field, made.residents, made.below), place)
            for made in decide_pairs_and_bye(field).made
            for place in made.below[:6]
        ][:: max(1, size // 20)]
        by_numbers = [choice.compare_best_upfloater_sets(up=place) for choice, place in asked]
        with monkeypatch.context() as weighing:
            weighing.setattr(
                UpfloaterChoice, "_find_cheapest_upfloaters_by_due_colours", lambda *_: None
            )
            by_weighing = [choice.compare_best_upfloater_sets(up=place) for choice, place in asked]
        for (choice, place), quick, slow in zip(asked, by_numbers, by_weighing, strict=True):
            assert (quick.best, quick.instead) == (slow.best, slow.instead)
            if quick.instead is not None:
                assert place in quick.instead.upfloaters
                parities.add(len(choice.residents) % 2)
    assert parities == {0, 1}


@pytest.mark.parametrize("size", SIZES)
def test_every_round_satisfies_the_absolute_criteria(size: int) -> None:
    for before in rounds_of(size, seed=1):
        field = prepare_field(before)
        decided = decide_pairs_and_bye(field)
        seen = [place for made in decided.made for pair_ in made.pairs for place in pair_]
        everybody = set(range(len(field.players))) - {decided.bye}
        assert sorted(seen) == sorted(everybody)
        for made in decided.made:
            assert all(may_meet(field, a, b) for a, b in made.pairs)
            assert all(not {a, b} <= {*made.upfloaters} for a, b in made.pairs)
            top = field.players[made.residents[0]].points
            assert all(field.players[place].points < top for place in made.below)


@pytest.mark.parametrize("size", SIZES)
def test_reasons_describe_the_same_round_that_is_paired_without_them(size: int) -> None:
    for before in rounds_of(size, seed=2):
        paired = pair(before)
        bare = pair_without_reasons(before)
        assert (paired.pairs, paired.bye) == (bare.pairs, bare.bye)
        chosen = {
            frozenset((r.chooser, r.chosen))
            for r in paired.reasons
            if isinstance(r, OpponentChoice)
        }
        assert chosen == {frozenset((p.white, p.black)) for p in bare.pairs}


def shortfalls(found: CriterionWorse, values: tuple[int, ...]) -> list[int]:
    """What a criterion counts; of scores those of the upfloaters, the lowest first, negative."""
    if not found.at:
        return [sum(values)]
    each = zip(found.at, values, strict=True)
    return [-score for score in sorted(score for score, count in each for _ in range(count))]


@pytest.mark.parametrize("size", [8, 11])
def test_the_criterion_named_by_why_not_really_gets_worse(size: int) -> None:
    kinds = set()
    for before in rounds_of(size, seed=3):
        met = {frozenset((m.white, m.black)) for r in before.rounds for m in r.meetings}
        there = sorted({n for p in pair(before).pairs for n in (p.white, p.black)})
        for a, b in combinations(there[::2], 2):
            verdict = topboard.why_not(before, a, b)
            kinds.add(type(verdict))
            if isinstance(verdict, HaveMet):
                assert frozenset((a, b)) in met
            if isinstance(verdict, CriterionWorse):
                now, then = (shortfalls(verdict, v) for v in (verdict.now, verdict.then))
                assert then > now
    assert {HaveMet, CriterionWorse} <= kinds
