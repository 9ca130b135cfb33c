"""Reasons and questions of rounds by chance, and properties of larger events."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

import topboard
from tests.oracle.fide_team_events import event_paired_by_chance
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.errors import NoLegalPairing
from topboard.model import Manner
from topboard.reasons.decisions import BracketSummary, Floated, OpponentChoice
from topboard.reasons.objections import PairingAsGoodButLater
from topboard.reasons.obstacles import CriterionWorse
from topboard.reasons.sentences import generate_round_sentences, names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.why_not import why_not
from topboard.systems.registry import system

if TYPE_CHECKING:
    from topboard.model import Tournament

RULES = system("fide_team_2026")
FURTHER = [pytest.param(start, marks=pytest.mark.thorough) for start in (60, 120)]


def rounds(start: int, count: int) -> list[Tournament]:
    found = []
    for seed in range(start, start + count):
        event = replace(event_paired_by_chance(seed, 5 + seed % 9, 1 + seed % 6), system=RULES.name)
        try:
            RULES.pair_without_reasons(event)
        except NoLegalPairing:
            continue
        found.append(event)
    assert len(found) > count // 2
    return found


@pytest.mark.parametrize("start", [0, *FURTHER])
def test_every_round_is_explained_as_it_is_paired(start: int) -> None:
    for event in rounds(start, 60):
        made, tables = RULES.pair(event), RULES.pair_without_reasons(event)
        told = [line for lines in generate_round_sentences(made, names_of(event)) for line in lines]

        assert (made.pairs, made.bye) == (tables.pairs, tables.bye)
        chosen = [r for r in made.reasons if isinstance(r, OpponentChoice)]
        assert {frozenset((r.chooser, r.chosen)) for r in chosen} == {
            frozenset((p.white, p.black)) for p in made.pairs
        }
        floaters = [r.number for r in made.reasons if isinstance(r, Floated)]
        joined = [n for r in made.reasons if isinstance(r, BracketSummary) for n in r.upfloaters]
        assert floaters == joined
        assert len(told) >= 2 * len(made.pairs)


@pytest.mark.thorough
def test_taking_a_passed_over_team_would_make_a_criterion_worse() -> None:
    suffering = [
        passed.obstacle
        for event in rounds(300, 150)
        for reason in RULES.pair(event).reasons
        for passed in getattr(reason, "passed_over", ())
        if isinstance(passed.obstacle, CriterionWorse)
    ]

    assert {found.article for found in suffering} >= {"2.3.1 C4", "2.3.3 C6", "2.3.5 C8"}
    assert all(found.by > 0 for found in suffering)


@pytest.mark.thorough
def test_a_rejected_match_is_worse_or_later_in_the_order() -> None:
    """With the two at one table no criterion may come out better than it is."""
    seen = set()
    for event in rounds(600, 14):
        everybody = sorted(
            {n for p in RULES.pair_without_reasons(event).pairs for n in (p.white, p.black)}
        )
        for a, b in combinations(everybody, 2):
            verdict = why_not(event, RULES, a, b)
            assert verdict_sentences(verdict, a, b, names_of(event))
            if isinstance(verdict, CriterionWorse):
                seen.add(verdict.article)
                if not verdict.at:
                    assert sum(verdict.then) > sum(verdict.now)
            elif isinstance(judged := getattr(verdict, "judged", None), PairingAsGoodButLater):
                seen.add(judged.article)

    assert {"2.3.1 C4", "2.3.2 C5", "2.3.5 C8", "3.5.4", "3.6.3"} <= seen


@pytest.mark.parametrize("variations", [(), ("type-b", "game-points"), ("baku",)])
def test_larger_events_satisfy_the_absolute_criteria(variations: tuple[str, ...]) -> None:
    wishes = Wishes(
        competitors=75, rounds=7, no_shows=4, absences=3, half_byes=2, variations=variations
    )
    event = topboard.generate(RULES.name, 1, wishes)

    met = [
        frozenset((m.white, m.black))
        for played in event.rounds
        for m in played.meetings
        if m.manner is Manner.PLAYED
    ]
    byes = [played.bye for played in event.rounds if played.bye is not None]
    assert len(met) == len(set(met)) > 200
    assert len(byes) == len(set(byes))
    assert all(check.differences == () for check in topboard.check(event))
