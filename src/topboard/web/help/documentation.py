"""The pages and pictures of the documentation that the desk shows, and a search in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from topboard.installation import find_documentation
from topboard.web.help.markdown import (
    INDEX,
    HelpPage,
    HelpSection,
    page_address,
    render_help_page,
)

LEFT_OUT = ("api.md", "releasing.md")
"""Pages that only the site can build, or that only maintainers of Topboard need."""
PICTURES = (".png", ".svg")
MOST_FOUND = 40
"""The largest number of search results."""


@dataclass(frozen=True, slots=True)
class Found:
    """A section that a search found."""

    page: HelpPage
    section: HelpSection

    @property
    def address(self) -> str:
        """Return the address of the section."""
        is_title = self.section is self.page.sections[0]
        return self.page.address + ("" if is_title else f"#{self.section.anchor}")


@cache
def list_help_files() -> frozenset[str]:
    """Return the names of all pages and pictures in the documentation.

    There are none if the package was built without its documentation.
    """
    folder = find_documentation()
    if folder is None:
        return frozenset()
    return frozenset(
        name
        for path in folder.rglob("*")
        if path.suffix in (".md", *PICTURES)
        and not (name := path.relative_to(folder).as_posix()).startswith(LEFT_OUT)
    )


def list_help_pages() -> list[str]:
    """Return the file names of all pages."""
    return sorted(name for name in list_help_files() if name.endswith(".md"))


def list_interpretation_pages() -> dict[str, str]:
    """Return the addresses of the pages about unclear rules, keyed by their names."""
    folder = "interpretations/"
    return {
        name.removeprefix(folder).removesuffix(".md"): page_address(name)
        for name in list_help_pages()
        if name.startswith(folder) and not name.endswith(INDEX)
    }


def find_picture(name: str) -> Path | None:
    """Return the file of a picture, or None if the documentation has no such picture."""
    folder = find_documentation()
    if folder is None or not name.endswith(PICTURES) or name not in list_help_files():
        return None
    return folder / name


def read_help_page(name: str) -> HelpPage:
    """Return a page of the documentation. In a checkout, a changed page is read again."""
    folder = find_documentation()
    assert folder is not None
    assert name in list_help_files(), "only pages of the documentation are shown"
    return _render_page(name, (folder / name).stat().st_mtime_ns)


@cache
def _render_page(name: str, _changed: int) -> HelpPage:
    folder = find_documentation()
    assert folder is not None
    return render_help_page(name, (folder / name).read_text(encoding="utf-8"), list_help_files())


def search_help(words: str) -> list[Found]:
    """Return the sections that have all of these words.

    Sections with the words in their titles come first, then those with the words in their text.
    """
    wanted = words.casefold().split()
    if not wanted:
        return []
    by_rank: tuple[list[Found], ...] = ([], [], [])
    for name in sorted(list_help_pages(), key=_reading_order):
        page = read_help_page(name)
        for section in page.sections:
            if (rank := _rank_section(page, section, wanted)) is not None:
                by_rank[rank].append(Found(page, section))
    return [found for rank in by_rank for found in rank][:MOST_FOUND]


def _rank_section(page: HelpPage, section: HelpSection, wanted: list[str]) -> int | None:
    """Return 0 if all words are in the title, 1 if some are in that of the page, 2 if in the text.

    Return None if a word is missing.
    """
    title = section.title.casefold()
    if all(word in title for word in wanted):
        return 0
    with_page = f"{page.title.casefold()} {title}"
    if all(word in with_page for word in wanted) and any(word in title for word in wanted):
        return 1
    text = f"{title} {section.text.casefold()}"
    return 2 if all(word in text for word in wanted) else None


FIRST = ("desk.md", "how-to/", "tutorials/", "event.md", "documents.md", "glossary.md")
"""What arbiters read. Its sections come first among equal results."""


def _reading_order(name: str) -> tuple[int, str]:
    place = next((n for n, start in enumerate(FIRST) if name.startswith(start)), len(FIRST))
    return place, name
