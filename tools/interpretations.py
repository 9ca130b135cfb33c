"""Read the pages of ``docs/interpretations`` and write their index.

A page begins with a question as its title and the answer in one sentence. The index has a table for
each regulation whose articles link to a page, and one for the pages that belong to no regulation.
``python -m tools.articles`` checks the pages and writes the index.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tools.articles import Regulation

INDEX = "README"
MOST_WORDS = 40
FAMILIES = ("fide_dutch", "fide", "olympiad", "cfc", "dubov")
"""How the names of regulations begin, in the order of the index."""
MOST_ARTICLES = 8
OPENING = re.compile(r"# (?P<question>.+)\n\n(?P<answer>(?:.+\n)+)")
SENTENCE_END = re.compile(r"[.?!](?=\s+[A-Z])")
INTRODUCTION = """\
# Interpretations

A rule text can be unclear, contradict itself or have a misprint. Each page below asks one such
question, lists the possible readings, says which one we follow and why, and names the tests.
At the desk and on public pages, follow the number of an article to see the same answers.
"""
CONCLUSION = """\

## Add an interpretation

Copy the headings of an existing interpretation. Begin with the question as the title and the answer
in one sentence. Name the articles as `edition:article`, and add the page to these articles in
`regulations/<edition>.toml` (`interpretations = [...]`). Then run `make docs`, which writes this
index from the pages and from these files.
"""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A page that says how Topboard reads an unclear text."""

    name: str
    question: str
    answer: str


def path_of(name: str, root: Path) -> Path:
    """Return the path of the page with this name."""
    return root / "docs" / "interpretations" / f"{name}.md"


def read_page(path: Path) -> Interpretation:
    """Return the interpretation on a page; question and answer are empty if it has none."""
    opening = OPENING.match(path.read_text(encoding="utf-8"))
    if opening is None or opening["answer"].startswith(("Concerns ", "## ")):
        return Interpretation(path.stem, opening["question"] if opening else "", "")
    return Interpretation(path.stem, opening["question"], " ".join(opening["answer"].split()))


def read_pages(root: Path) -> list[Interpretation]:
    """Return the interpretations on all pages, in the order of their names."""
    paths = sorted(path_of(INDEX, root).parent.glob("*.md"))
    return [read_page(path) for path in paths if path.stem != INDEX]


def problems(root: Path) -> Iterator[str]:
    """Yield a message for each page without a question of its own or without a short answer."""
    seen: dict[str, str] = {}
    for page in read_pages(root):
        where = f"docs/interpretations/{page.name}.md"
        if not page.question.endswith("?"):
            yield f"{where}: the title is not a question: {page.question!r}"
        if not page.answer:
            yield f"{where}: the answer does not follow the title"
        elif not page.answer.endswith(".") or SENTENCE_END.search(page.answer):
            yield f"{where}: the answer is not one sentence: {page.answer!r}"
        elif len(page.answer.split()) > MOST_WORDS:
            yield f"{where}: the answer has more than {MOST_WORDS} words"
        other = seen.setdefault(page.question.casefold(), page.name)
        if other != page.name:
            yield f"{where}: same title as {other}.md"


# --- index --------------------------------------------------------------------------------


def index(regulations: Iterable[Regulation], root: Path) -> str:
    """Return the index of all pages, with a table for each regulation."""
    pages = {page.name: page for page in read_pages(root)}
    sections: list[tuple[str, tuple[str, ...], list[str]]] = []
    linked: set[str] = set()
    for regulation in sorted(regulations, key=_place):
        articles = articles_by_page(regulation)
        linked |= articles.keys()
        rows = [
            f"| {_numbers(numbers)} | {_cells(pages[name])} |"
            for name, numbers in articles.items()
            if name in pages
        ]
        if rows:
            sections.append((regulation.title, ("article", "question", "our answer"), rows))
    others = [f"| {_cells(page)} |" for name, page in pages.items() if name not in linked]
    if others:
        sections.append(("Events, files and the program", ("question", "our answer"), others))
    contents = "\n".join(f"- [{title}](#{_anchor(title)})" for title, _, _ in sections)
    tables = (_section(title, head, rows) for title, head, rows in sections)
    return "\n".join([INTRODUCTION, contents, *tables, CONCLUSION])


def _place(regulation: Regulation) -> tuple[int, str]:
    families = [place for place, name in enumerate(FAMILIES) if regulation.name.startswith(name)]
    return (families[0] if families else len(FAMILIES), regulation.name)


def articles_by_page(regulation: Regulation) -> dict[str, list[str]]:
    """Return the articles that link to each page, in the order of the text."""
    found: dict[str, list[str]] = defaultdict(list)
    for article in regulation.articles:
        for name in article.interpretations:
            found[name].append(article.number)
    return found


def _numbers(articles: list[str]) -> str:
    """Return the numbers of the articles, or the first ones and how many follow."""
    more = len(articles) - MOST_ARTICLES
    if more <= 1:
        return ", ".join(articles)
    return f"{', '.join(articles[:MOST_ARTICLES])} and {more} more"


def _cells(page: Interpretation) -> str:
    return f"[{page.question}]({page.name}.md) | {page.answer}"


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _section(title: str, head: tuple[str, ...], rows: list[str]) -> str:
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *rows]
    return f"\n## {title}\n\n" + "\n".join(lines)
