"""Whole rounds and questions in words, read by hand once and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import topboard
from topboard.reasons.sentences import generate_round_sentences, names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.systems.registry import SYSTEMS

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_round_and_the_answers_match_the_reviewed_text(name: str) -> None:
    event = topboard.read(GOLDEN / f"{name}.json")
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    named = names_of(event)

    expected = [line for line in kept if not line.startswith("#")]
    told = []
    for first, *more in generate_round_sentences(topboard.pair(event), named):
        told += [first, *(f"    {line}" for line in more)]
    for question in (line for line in expected if line.startswith("why not ")):
        a, b = map(int, question.split()[2:])
        verdict = topboard.why_not(event, a, b)
        told += [question, *(f"    {line}" for line in verdict_sentences(verdict, a, b, named))]

    assert len(expected) >= 20
    assert told == expected
