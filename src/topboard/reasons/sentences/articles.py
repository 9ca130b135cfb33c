"""The articles of the regulations as shown to readers, with a short summary of each.

The summaries are in English, like the regulations. ``python -m tools.articles --write`` generates
them from ``regulations``.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from topboard._frozen import dataclass
from topboard.messages import message, say_kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topboard.messages import Message

CITED = re.compile(r"\(([^()]+)\)")
PARTS: dict[str, tuple[str, Message]] = {
    "616.no-show": ("616", message("{article} on no-shows")),
    "622b.interchange": ("622", message("{article} on interchanges")),
    "630.higher": ("630", message("{article} on the higher-ranked player")),
    "631.higher": ("631", message("{article} on the higher-ranked player")),
    "631.third": ("631", message("{article} on the same colour three times in a row")),
    "652.sections": ("652", message("{article} on sections")),
    "653.under_half": (
        "653",
        message("{article} on withdrawal before completing half of the games"),
    ),
    "653.half": ("653", message("{article} on withdrawal after completing half of the games")),
    "663.sections": ("663", message("{article} on sections")),
    "673.between": ("673", message("{article} on games between tied participants")),
    "6.lots": ("6", message("{article} on the drawing of lots")),
    "6.late": ("6", message("{article} on changes after the draw")),
    "6.6.under_half": (
        "6.6",
        message("{article} on withdrawal before completing half of the games"),
    ),
    "6.6.half": ("6.6", message("{article} on withdrawal after completing half of the games")),
    "Annex 1.odd": ("Annex 1", message("{article} on an odd number of players")),
    "Annex 1.double": ("Annex 1", message("{article} on double round robins")),
}
"""Parts of articles without a printed number, with the article number and a name for each part."""

RESTS_ON = {
    "cfc_team_swiss": ("", "cfc_swiss"),
    "fide_burstein_2026": ("C.04.3 ", "fide_dutch_2026"),
}
"""Regulations that refer to another regulation for everything they do not cover themselves.

The values are the prefix of the article numbers and the name of the other regulation.
"""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A question that a rule text leaves open, and how Topboard answers it."""

    name: str
    """The name of the page in ``docs/interpretations``."""
    question: str
    answer: str

    @property
    def anchor(self) -> str:
        """Return the HTML id under which a page shows the interpretation."""
        return f"interpretation-{self.name}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Articles of a regulation that belong together, each with its summary."""

    articles: list[tuple[str, str]]

    @property
    def first(self) -> str:
        """Return the number of the first article."""
        return self.articles[0][0]

    @property
    def last(self) -> str:
        """Return the number of the last article."""
        return self.articles[-1][0]


def _find_chapter_of_article(number: str, *, by_tens: bool) -> str:
    """Return the chapter of an article: a text such as C.04.2, the first number, or a letter.

    Articles with three digits, and those of texts without chapters, are grouped by tens.
    """
    if found := re.match(r"(C\.\d+\.\d+|Annex)\b", number):
        return found[1]
    if found := re.match(r"(\d+)", number):
        return found[1][:-1] if by_tens or len(found[1]) == 3 else found[1]
    return number.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Regulation:
    """A regulation with its title, its source and a summary of every article."""

    title: str
    source: str
    gists: Mapping[str, str]
    interpretations: Mapping[str, tuple[Interpretation, ...]]
    """The interpretations of each article that has any."""

    @property
    def all_interpretations(self) -> list[Interpretation]:
        """Return every interpretation once, in the order of the articles."""
        return list(dict.fromkeys(one for found in self.interpretations.values() for one in found))

    def list_chapters(self, words: str = "") -> list[Chapter]:
        """Return the articles by chapter, or only those that contain the words."""
        wanted = words.casefold().split()
        are_numbered_throughout = not any("." in number for number in self.gists)
        chapters: dict[str, list[tuple[str, str]]] = {}
        for number, gist in self.gists.items():
            text = f"{number} {gist}".casefold()
            if all(word in text for word in wanted):
                name = _find_chapter_of_article(number, by_tens=are_numbered_throughout)
                chapters.setdefault(name, []).append((number, gist))
        return [Chapter(articles) for articles in chapters.values()]


@lru_cache
def load_regulations() -> dict[str, Regulation]:
    """Return all regulations, keyed by the name of their edition."""
    # From Python 3.12 on, importlib.resources imports the slow module inspect.
    content = get_data(__package__, "articles.json")
    assert content is not None, "the file is part of the package"
    read = json.loads(content)
    gists = {name: dict(found["articles"]) for name, found in read.items()}
    interpretations = {
        name: _read_interpretations_of_regulation(found) for name, found in read.items()
    }
    for name, (prefix, other) in RESTS_ON.items():
        for table in (gists, interpretations):
            table[name] |= {f"{prefix}{number}": row for number, row in table[other].items()}
    return {
        name: Regulation(found["title"], found["source"], gists[name], interpretations[name])
        for name, found in read.items()
    }


def find_regulation(system: str) -> Regulation:
    """Return the regulation of a system.

    It has no articles if the system is one of another package.
    """
    return load_regulations().get(system) or Regulation(system, "", {}, {})


def _read_interpretations_of_regulation(
    found: Mapping[str, Any],
) -> dict[str, tuple[Interpretation, ...]]:
    by_article: dict[str, tuple[Interpretation, ...]] = {}
    for name, question, answer, numbers in found["interpretations"]:
        one = Interpretation(name, question, answer)
        for number in numbers:
            by_article[number] = (*by_article.get(number, ()), one)
    order = [number for number, _ in found["articles"]]
    return {number: by_article[number] for number in order if number in by_article}


def format_article_name(article: str) -> str:
    """Return the name of an article as readers know it.

    A part without a printed number gets its name from the number of its article and its subject.
    """
    if article not in PARTS:
        return article
    number, words = PARTS[article]
    return say_kept(words, article=number)


def replace_article_citations_by_names(sentence: str) -> str:
    """Return a sentence in which articles without printed numbers are cited by familiar names."""
    return CITED.sub(lambda found: f"({format_article_name(found[1])})", sentence)


def split_sentence_at_citations(
    sentence: str, known: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the parts of a sentence, each with the article it cites or an empty string."""
    end = 0
    for found in CITED.finditer(sentence):
        if found[1] in known:
            yield sentence[end : found.start(1)], ""
            yield format_article_name(found[1]), found[1]
            end = found.end(1)
    yield sentence[end:], ""
