"""An MkDocs hook that builds the site from pages that were written for GitHub.

It removes the links to code and tests, which the site does not have, shows lists as GitHub does,
fills in the navigation, and keeps former addresses of pages. ``tests/test_docs.py`` checks that
every link has a target in the repository, and ``tests/tools/test_site.py`` reads the built pages.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
PAGE_LINK = re.compile(r"\]\(([\w.-]+\.md)\)")
FENCE = re.compile(r"(```+|~~~+)")
LIST_ITEM = re.compile(r"([-*+]|\d+[.)]) +(?=\S)")
LIST_STARTS = ("-", "*", "+", "1.", "1)")
"""What begins a list in the middle of a paragraph. Any other number is part of its text."""
MOVED = {"decisions": "interpretations"}
"""The former name of each folder of the site that was renamed."""
REDIRECT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<meta http-equiv="refresh" content="0; url={address}">
<link rel="canonical" href="{address}">
<p>This page has moved to <a href="{address}">{address}</a>.</p>
</html>
"""


def on_config(config: Any) -> Any:
    """Replace each folder in the navigation with its pages. MkDocs calls this before the build."""
    config["nav"] = [expand_entry(entry) for entry in config["nav"]]
    return config


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Return the page as Python-Markdown expects it. MkDocs calls this for each page."""
    folder = (DOCS / page.file.src_uri).parent

    def keep_link(link: re.Match[str]) -> str:
        target = (folder / link[2]).resolve()
        outside = "://" not in link[2] and not target.is_relative_to(DOCS.resolve())
        return link[1] if outside or target.is_dir() else link[0]

    return adapt_lists(LINK.sub(keep_link, markdown))


def on_post_build(*, config: Any, **_: object) -> None:
    """Write a page at each former address that leads to the new one.

    MkDocs calls this after it has written the site.
    """
    site = Path(config["site_dir"])
    for former, present in MOVED.items():
        for page in sorted((site / present).rglob("*.html")):
            place = site / former / page.relative_to(site / present)
            place.parent.mkdir(parents=True, exist_ok=True)
            address = os.path.relpath(page, place.parent).replace(os.sep, "/")
            place.write_text(REDIRECT.format(address=address), encoding="utf-8")


def expand_entry(entry: Any) -> Any:
    """Return the entry of the navigation with pages in place of folders."""
    if not isinstance(entry, dict):
        return entry
    return {title: expand_value(value) for title, value in entry.items()}


def expand_value(value: Any) -> Any:
    """Return what a title of the navigation leads to: a page, or a list of entries."""
    if isinstance(value, list):
        return [expand_entry(entry) for entry in value]
    return list_folder(value) if value.endswith("/") else value


def list_folder(folder: str) -> list[Any]:
    """Return the pages of a folder: its README first, then those that it lists under a heading.

    Pages that the README does not list follow in the order of their names.
    """
    names = sorted(path.name for path in (DOCS / folder).glob("*.md"))
    entries: list[Any] = []
    if "README.md" in names:
        names.remove("README.md")
        entries.append(f"{folder}README.md")
        for heading, linked in read_sections((DOCS / folder / "README.md").read_text("utf-8")):
            found = [name for name in linked if name in names]
            names = [name for name in names if name not in found]
            if found:
                entries.append({heading: [f"{folder}{name}" for name in found]})
    return entries + [f"{folder}{name}" for name in names]


def read_sections(markdown: str) -> list[tuple[str, list[str]]]:
    """Return the headings of an index below its title, each with the pages linked there, once."""
    sections: list[tuple[str, list[str]]] = []
    for part in re.split(r"^## +", markdown, flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        sections.append((heading.strip(), list(dict.fromkeys(PAGE_LINK.findall(text)))))
    return sections


def adapt_lists(markdown: str) -> str:
    """Return the text with lists as Python-Markdown expects them.

    GitHub starts a list directly after a paragraph, and its items are as deep as their text
    begins. Python-Markdown wants a blank line before a list and four spaces for each depth.
    """
    lines: list[str] = []
    columns: list[int] = []
    fence = ""
    blank_in_item = False
    for line in markdown.splitlines():
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        after_text = bool(lines and lines[-1])
        opened = FENCE.match(text)
        item = None if fence else LIST_ITEM.match(text)
        if item and after_text and not columns and item[1] not in LIST_STARTS:
            item = None
        if fence:
            fence = "" if opened and opened[1].startswith(fence) else fence
        elif text and (item or opened or not after_text):
            if item and after_text and (blank_in_item or not columns):
                lines.append("")
            while columns and indent < columns[-1]:
                columns.pop()
            fence = opened[1] if opened else ""
        margin = columns[-1] if columns else 0
        lines.append(" " * 4 * len(columns) + line[min(indent, margin) :] if text else "")
        blank_in_item = not item and (blank_in_item or not text)
        if item:
            columns.append(indent + len(item[0]))
    return "\n".join(lines) + "\n"
