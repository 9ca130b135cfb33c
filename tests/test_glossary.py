"""The glossary has the terms of the field, each with its own anchor and articles that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.articles import read_regulation
from topboard.tiebreaks.codes import FORMS, POINTS
from topboard.tiebreaks.fide import ROWS

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRIES = {
    part.partition("\n")[0]: part.partition("\n")[2]
    for part in re.split(r"^### ", re.sub(r"^## .*$", "", TEXT, flags=re.MULTILINE), flags=re.M)[1:]
}
CITED = re.compile(r"\[[^\]]+\]\(regulations/(\w+)\.md\) ([^·\n]+?)(?= ·|\.$)", re.MULTILINE)
FIELD = """
    Absolute colour preference, Accelerated round, Acceleration, Adjourned game, ARO, B team and
    C team, Balancing colour, Board, Board count, Bracket, Buchholz, Card, Colour difference,
    Colour preference, Column, Complete pairing, Cumulative score, Cut, Cycle, Default, Direct
    encounter, Dominating colour, Downfloater, Drawing of lots, Due colour, Dummy opponent,
    Exchange, Floater, Forfeit, Full-point bye, Group A, Half-point bye, Heterogeneous bracket,
    Homogeneous bracket, Imaginary points, Index, Interchange, International Table, Island, Koya
    system, Late entry, Limbo, Match, Maximum upfloater, MDP, MDP-pairing, Median group, Mild
    colour preference, Moved up, Odd man, Option, PAB, Pairing-allocated bye, Participant,
    Performance rating, Play-off, PSD, R, Remainder, Requested bye, Resident, S1 and S2,
    Scoregroup, Scrutiny, Secondary score, Shifter, Sonneborn-Berger, Starting number, Strength,
    Strong colour preference, Table, Top half and bottom half, Top-scoregroup, Topscorer, TPN,
    Transposition, TRF, Upfloater, Variation, Virtual opponent, Virtual points, Voluntarily
    unplayed round, Withdrawal, Zero-point bye
"""
PROGRAM = """
    Action, Announce, Background job, Check, Check-in, Data folder, Desk, Diagnosis, Document,
    Engine, FIDE mode, Hall screen, Hash, Interpretation, Journal, Journal entry, Line-up, Next
    round, Object storage, Preset, Proof, Prove, Random seed, Result slip, Revision, Roster,
    Ruling, Server, Signature, Verify
"""


def slug(heading: str) -> str:
    """The anchor that GitHub and the site give to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize(
    ("section", "terms"), [("Terms of the rules", FIELD), ("Terms of the program", PROGRAM)]
)
def test_the_terms_are_in_their_section_in_alphabetical_order(section: str, terms: str) -> None:
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


def test_the_cited_articles_exist() -> None:
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


def test_every_tie_break_of_the_regulations_has_its_code_in_the_table() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    part = page.partition("### Tie-break codes")[2].partition("\n#")[0]
    shown = re.findall(r"^\| `(\w+)` \| (.+?) \| ([\d.]+) \| ([\w ]+) \| (.*)\|$", part, re.M)
    whose = {(True, True): "players and teams", (True, False): "players", (False, True): "teams"}
    known = [row for name, row in ROWS.items() if name != POINTS]

    assert [(name, title, article) for name, title, article, _, _ in shown] == [
        (row.name, str(row.title), row.article) for row in known
    ]
    for name, _, _, players, after in shown:
        form = FORMS[name.upper()]
        assert players == whose[form.players, form.teams], name
        assert after.split() == [
            *(f"`:{score}`" for score in form.scores),
            *(f"`/{modifier}`" for modifier in form.modifiers),
        ], name
