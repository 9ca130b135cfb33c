"""An MkDocs hook that builds the site from pages that were written for GitHub.

It removes the links to code and tests, which the site does not have, starts a list where GitHub
starts one, and fills in the navigation. ``tests/test_docs.py`` checks that every link has a target
in the repository, and ``tests/tools/test_site.py`` reads the built pages.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
PAGE_LINK = re.compile(r"\]\(([\w.-]+\.md)\)")
FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
LIST_ITEM = re.compile(r"^(?:[-*+]|\d+[.)]) +\S")


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

    return separate_lists(LINK.sub(keep_link, markdown))


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


def separate_lists(markdown: str) -> str:
    """Return the text with a blank line before each list that directly follows a paragraph.

    GitHub starts a list there. Python-Markdown would run the items together in the paragraph.
    """
    lines: list[str] = []
    fence = ""
    in_list = False
    for line in markdown.splitlines():
        after_text = bool(lines and lines[-1].strip())
        opened = FENCE.match(line)
        if fence:
            fence = "" if opened and opened[1].startswith(fence) else fence
        elif opened:
            fence = opened[1]
        elif LIST_ITEM.match(line):
            if after_text and not in_list:
                lines.append("")
            in_list = True
        elif line.strip() and not line.startswith(" ") and not (in_list and after_text):
            in_list = False
        lines.append(line)
    return "\n".join(lines) + "\n"
