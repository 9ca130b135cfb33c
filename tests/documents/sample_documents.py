"""Small events, and what a form of a paper says in words, for the tests of papers."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from html.parser import HTMLParser
from io import BytesIO

from pypdf import PdfReader

from topboard.analysis.generate import Wishes, generate
from topboard.documents.catalog import DocumentInput, available_document_kinds
from topboard.model import Game, Manner, Meeting, Number, Player, Round, Team, Tournament
from topboard.systems.registry import system

FAMILIES = ("olympiad_2022", "dubov_1997", "cfc_swiss", "cfc_round_robin", "cfc_team_round_robin")


RED_DOT = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one pixel, as a logo."""


@lru_cache
def small_event(name: str) -> Tournament:
    """Nine competitors after three rounds, with absences and defaults."""
    wishes = Wishes(competitors=9, rounds=5, boards=2, no_shows=20, absences=10)
    made = generate(system(name), 11, wishes)
    return replace(made, rounds=made.rounds[:3], system=name, name=f"Trial of {name}")


@lru_cache
def matter(name: str) -> DocumentInput:
    """The papers of the event are about its third round."""
    event = small_event(name)
    rules = system(name)
    before = event.before(3)
    return DocumentInput(event, rules, event.rounds[2], (), (before, rules.pair(before)))


def all_papers(names: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(name, paper) for name in names for paper in available_document_kinds(system(name))]


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.skipped = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skipped = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self.skipped = False

    def handle_data(self, data: str) -> None:
        if not self.skipped:
            self.words.append(data)


def words_of_html(text: str) -> str:
    reader = _Words()
    reader.feed(text)
    return bare(" ".join(reader.words))


def words_of_pdf(content: bytes) -> str:
    return bare(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages))


def bare(text: str) -> str:
    """The text without white space, which no two readers of PDF see alike."""
    return re.sub(r"[\s\u200b\ufffd\x00]+", "", text)


def pages_of(content: bytes) -> int:
    return len(PdfReader(BytesIO(content)).pages)


def team_match() -> Tournament:
    """Two teams whose first match is played on two boards, one of them by default."""
    home = Team(Number(1), "Castle", (_player(1, "Ada"), _player(2, "Bo"), _player(3, "Cy")))
    away = Team(Number(2), "Bridge", (_player(4, "Di"), _player(5, "Eva")))
    games = (Game(Number(1), Number(4), 10, 0), Game(Number(5), Number(2), 0, 10, Manner.DEFAULT))
    match = Meeting(Number(1), Number(2), 20, 0, games=games)
    return Tournament(
        (home, away),
        (Round(1, (match,)),),
        planned_rounds=2,
        boards=2,
        name="Cup",
        system="olympiad_2022",
    )


def _player(number: int, name: str) -> Player:
    return Player(Number(number), name, 2000 + number)
