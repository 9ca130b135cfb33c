"""The terms of the rules that a page explains."""

from __future__ import annotations

import pytest

import topboard
from tests.reasons.test_golden import GOLDEN
from topboard.reasons.sentences import generate_round_sentences, names_of
from topboard.reasons.sentences.pair_summaries import LABELS, PLACING_LABELS, REMAINDER_LABELS
from topboard.reasons.sentences.terms import TERMS, find_terms
from topboard.systems.registry import SYSTEMS


def names_of_terms(*texts: str) -> set[str]:
    return {str(term.name) for term in find_terms(texts)}


def sentences(edition: str) -> list[str]:
    event = topboard.read(GOLDEN / f"{edition}.json")
    return [
        line
        for lines in generate_round_sentences(topboard.pair(event), names_of(event))
        for line in lines
    ]


def test_only_the_terms_that_occur_are_explained() -> None:
    assert names_of_terms("S1 against S2, in order") == {"S1 and S2"}
    assert names_of_terms("Ann, an MDP, meets Bob, the highest-ranked resident") == {
        "MDP",
        "Resident",
    }
    assert names_of_terms("In the remainder, S1R is paired with S2R") == {"Remainder"}
    assert names_of_terms("Both participants met in round 3.") == set()


def test_a_dutch_round_explains_its_halves_and_a_dubov_round_its_own() -> None:
    assert {"MDP", "S1 and S2", "Remainder", "Transposition"} <= names_of_terms(
        *sentences("fide_dutch_2026")
    )
    dubov = names_of_terms(*sentences("fide_dubov_2026"))
    assert "G1 and G2" in dubov
    assert "S1 and S2" not in dubov


@pytest.mark.parametrize("term", TERMS, ids=lambda term: str(term.name))
def test_every_term_occurs_in_an_explanation(term) -> None:
    labels = [*map(str, (*LABELS.values(), *PLACING_LABELS.values(), *REMAINDER_LABELS.values()))]
    texts = [*labels, *(line for edition in SYSTEMS for line in sentences(edition))]
    assert term in find_terms(texts)
