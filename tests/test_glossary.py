"""The glossary has the terms of the field, each with its own anchor and articles that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.articles import read_regulation

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRIES = {
    part.partition("\n")[0]: part.partition("\n")[2]
    for part in re.split(r"^### ", re.sub(r"^## .*$", "", TEXT, flags=re.MULTILINE), flags=re.M)[1:]
}
CITED = re.compile(r"\[[^\]]+\]\(regulations/(\w+)\.md\) ([^·\n]+?)(?= ·|\.$)", re.MULTILINE)
FIELD = """
    Absolute colour preference, Acceleration, ARO, Board, Bracket, Colour difference, Colour
    preference, Complete pairing, Default, Downfloater, Drawing of lots, Due colour, Exchange,
    Floater, Forfeit, Full-point bye, Half-point bye, Heterogeneous bracket, Homogeneous
    bracket, Imaginary points, Limbo, Match, MDP, Median group, Mild colour preference, Odd man,
    Option, PAB, Pairing-allocated bye, Participant, PSD, Remainder, Resident, S1 and S2,
    Scoregroup, Starting number, Strong colour preference, Table, Topscorer, TPN, Transposition,
    Upfloater, Variation, Virtual points, Zero-point bye
"""
PROGRAM = """
    Action, Background job, Check, Data folder, Desk, Document, Interpretation, Journal, Journal
    entry, Next round, Object storage, Proof, Prove, Random seed, Result slip, Ruling, Server,
    Verify
"""


def slug(heading: str) -> str:
    """The anchor that GitHub and the site give to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize(
    ("section", "terms"), [("Terms of the rules", FIELD), ("Terms of the program", PROGRAM)]
)
def test_the_terms_are_in_their_section_in_order(section: str, terms: str) -> None:
    part = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    found = next(text for text in part if text.startswith(section))
    headings = re.findall(r"^### (.+)$", found, re.MULTILINE)

    assert {" ".join(term.split()) for term in terms.split(",")} - set(headings) == set()
    in_order = [re.sub(r"\W", "", heading.replace("2", "two")).lower() for heading in headings]
    assert in_order == sorted(in_order, key=lambda word: word.replace("stwo", "s2"))


def test_every_term_has_one_anchor_and_every_reference_finds_it() -> None:
    headings = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    anchors = [slug(heading) for heading in headings]

    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) - set(anchors) == set()


def test_the_articles_that_are_cited_exist() -> None:
    numbers = {
        path.stem: {article.number for article in read_regulation(path).articles}
        for path in ROOT.glob("regulations/*.toml")
    }
    cited = [(edition, one) for edition, all_ in CITED.findall(TEXT) for one in all_.split(", ")]

    assert len(cited) > 150
    assert [ref for ref in cited if ref[1] not in numbers[ref[0]]] == []


def test_entries_are_short() -> None:
    for term, text in ENTRIES.items():
        plain = re.sub(r"\]\([^)]*\)", "]", text.partition("*Article")[0])
        sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z*\[`])", plain.strip())
        assert len(sentences) <= 4, term
        assert max(len(sentence.split()) for sentence in sentences) <= 30, term
