"""A thousand answers, and what none of them says."""

from __future__ import annotations

import re

import pytest

from tests.reasons.events import late_event, sentences_and_answers
from topboard.systems.registry import SYSTEMS

SEEDS = range(11)
QUESTIONS = 12

NEVER = {
    "would have only nobody to meet": r"only (nobody|no one)",
    "1 separate sets": r"\b1 (separate|odd) sets\b",
    "the first in its order": r"in its order",
    "they change the colours of their latest difference": r"latest difference",
    "the limits allow nothing else": r"allow nothing else",
    "the last that may have it": r"the last that may",
    "the number left is odd (620)": r"odd.*\(620\)",
    "as many pairs as possible (51)": r"as many pairs as possible.*\(51\)",
    "X is to meet somebody else": r"a different opponent is required",
    "an empty place": r"None|  | [,;.:)]|\(\)|: \.|(^|[^(]): *$",
    "a value of the program": r"\b(?!under_half)[a-z]+_[a-z]|<|\bNumber\b|Enum",
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_answer_contains_a_forbidden_phrase(name: str) -> None:
    events = [(seed, event) for seed in SEEDS if (event := late_event(name, seed)) is not None]
    lines = [
        line
        for seed, event in events
        for line in sentences_and_answers(event, name, seed, QUESTIONS)
    ]

    assert len(events) * QUESTIONS > 100
    for what, pattern in NEVER.items():
        found = [line for line in lines if re.search(pattern, line)]
        assert not found, f"{what}: {found[0]}"
    assert all(line == line.strip() for line in lines)
