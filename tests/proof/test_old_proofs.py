"""Proofs that users may have stay verifiable: whatever the checker becomes, these are proved.

The files were written by version 0.1.0, and between them have every kind of step and witness that
it wrote. None of them may be made anew; a later format gets files of its own beside them.

A proof is by one reading of the rules. Where a ruling has changed the reading, the checker refuses
the old proof, and says that it was made by an earlier one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from topboard.proof.prove import prove
from topboard.proof.verify import verify
from topboard.proof.verify.round import (
    is_for_supported_rules,
    load_regulations,
    parse_proof,
    parse_proposed_round,
)
from topboard.systems.registry import system

OLD = Path(__file__).parent.parent / "fixtures" / "proofs"
BY_AN_EARLIER_READING = {"cfc_swiss-2": "618c", "cfc_swiss-3": "618c"}
"""The article that was read differently. These rounds are paired today as they were then."""
FILES = sorted(OLD.glob("*.json"))
SYSTEMS_OF_THE_FIRST_VERSION = {
    "olympiad_2008",
    "olympiad_2008_dresden",
    "olympiad_2009",
    "olympiad_2021_draft",
    "olympiad_2022",
    "dubov_1997",
    "cfc_swiss",
    "fide_dutch_2017",
    "fide_dutch_2026",
}


def test_the_old_proofs_include_every_system_of_the_first_version():
    assert {path.stem.rpartition("-")[0] for path in FILES} >= SYSTEMS_OF_THE_FIRST_VERSION


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.stem not in BY_AN_EARLIER_READING], ids=lambda path: path.stem
)
def test_a_proof_of_an_earlier_version_is_proved(path):
    assert verify(parse_proof(path.read_text(encoding="utf-8"))).refused is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_of_a_proof_are_supported_unless_their_revision_has_changed(path):
    document = parse_proof(path.read_text(encoding="utf-8"))
    revision = load_regulations()[document["system"]]["revision"]

    assert is_for_supported_rules(document) == (revision == document.get("revision", 1))


@pytest.mark.parametrize("name", BY_AN_EARLIER_READING)
def test_a_proof_by_an_earlier_interpretation_is_refused_with_the_article(name):
    document = parse_proof((OLD / f"{name}.json").read_text(encoding="utf-8"))
    refused = verify(document).refused

    assert (refused.article, refused.step) == (BY_AN_EARLIER_READING[name], 1)
    assert str(refused) == "the proof of these odd men uses an earlier interpretation of the rules"
    assert not is_for_supported_rules(document)


@pytest.mark.parametrize("name", BY_AN_EARLIER_READING)
def test_the_round_of_an_old_proof_is_proved_again_unchanged(name):
    document = parse_proof((OLD / f"{name}.json").read_text(encoding="utf-8"))
    old = parse_proposed_round(document)
    paired = system(old.system).pair(old.tournament)
    again = prove(old.tournament, paired)

    assert again["pairs"] == document["pairs"]
    assert verify(again).refused is None
