"""Reasons, obstacles and answers come through the catalogue, whatever the family."""

from __future__ import annotations

from pathlib import Path

import pytest

import topboard
from tests.languages.pseudo import article_words, plain_words, pseudo
from tests.reasons.events import late_event, sentences_and_answers
from topboard.messages import use_language
from topboard.systems.registry import SYSTEMS

PSEUDO = pseudo()
GOLDEN = Path(__file__).parents[1] / "reasons" / "golden"


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_explanation_has_no_text_outside_the_catalogue(name: str) -> None:
    events = [event for seed in range(7) if (event := late_event(name, seed)) is not None]
    events.append(topboard.read(GOLDEN / f"{name}.json"))
    names = {c.name for event in events for c in event.competitors}
    names |= {p.name for e in events for c in e.competitors for p in getattr(c, "players", ())}
    known = {*names, *article_words(name)}

    with use_language(PSEUDO):
        lines = [line for event in events for line in sentences_and_answers(event, name, 1, 10)]

    assert len(lines) >= 100
    found = {(*plain_words(line, known), line) for line in lines}
    assert not [words for words in found if len(words) > 1]


@pytest.mark.parametrize("name", SYSTEMS)
def test_reasons_stay_in_english_whatever_language_is_active(name: str) -> None:
    event = topboard.read(GOLDEN / f"{name}.json")
    plain = topboard.pair(event)

    with use_language(PSEUDO):
        assert topboard.pair(event) == plain
