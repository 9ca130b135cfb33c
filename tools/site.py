"""An MkDocs hook that builds the site from pages that were written for GitHub.

It adds the pages at the root of the repository, such as the README, shows lists as GitHub does,
fills in the navigation, and keeps former addresses of pages. The site does not have code and tests.
Links to them lead to the public repository, or are removed while the project has none
(``[project.urls]`` in ``pyproject.toml``). ``tests/test_docs.py`` checks that every link has a
target in the repository, and ``tests/tools/test_site.py`` reads the built pages.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PROJECT_PAGES = {
    "README.md": "project.md",
    "CHANGELOG.md": "release-notes.md",
    "CONTRIBUTING.md": "contributing.md",
    "ARCHITECTURE.md": "architecture.md",
    "SECURITY.md": "security.md",
}
"""The pages at the root of the repository, each with its name on the site."""
SCHEMAS = ROOT / "src" / "topboard" / "formats" / "schemas"
LINK = re.compile(r"(!?)\[((?:[^\]\n]|\n(?!\n))*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
TABLE_CELL = re.compile(r"<td(?=[ >])[^>]*>(.*?)</td>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
LONG_TEXT = 24
"""Letters of a table cell that needs several lines on a phone. Lists of articles have fewer."""
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
    config["site_url"] = read_addresses().get("Documentation", "")
    return config


def on_files(files: Any, *, config: Any) -> Any:
    """Add the pages at the root of the repository, and the JSON Schemas.

    MkDocs calls this before it reads the pages.
    """
    sources = {name: ROOT / source for source, name in PROJECT_PAGES.items()}
    sources |= {f"schemas/{path.name}": path for path in SCHEMAS.glob("*.json")}
    for name, path in sources.items():
        files.append(File.generated(config, name, content=path.read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Return the page as Python-Markdown expects it. MkDocs calls this for each page."""
    return adapt_lists(adapt_links(markdown, page.file.src_uri, read_addresses().get("Source", "")))


def on_page_content(html: str, **_: object) -> str:
    """Return the page with its tables ready for phones. MkDocs calls this for each page."""
    return re.sub(r"<table>.*?</table>", lambda table: mark_texts(table[0]), html, flags=re.DOTALL)


def read_addresses() -> dict[str, str]:
    """Return the public addresses of the project, which has none yet."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    addresses: dict[str, str] = metadata["project"].get("urls", {})
    return addresses


def adapt_links(markdown: str, name: str, repository: str) -> str:
    """Return the text of a page of the site with links to other pages and to the repository.

    Without the address of the repository, the text of a link to its code is kept without the link.
    """
    source = next((source for source, own in PROJECT_PAGES.items() if own == name), None)
    folder = ROOT if source else (DOCS / name).parent

    def adapt_link(link: re.Match[str]) -> str:
        image, text, address, anchor = link.groups(default="")
        target = (folder / address).resolve()
        if "://" in address or not target.is_relative_to(ROOT):
            return link[0]
        place = target.relative_to(ROOT).as_posix()
        if target.is_relative_to(DOCS) and not target.is_dir():
            place = target.relative_to(DOCS).as_posix()
        elif place in PROJECT_PAGES:
            place = PROJECT_PAGES[place]
        elif target.parent == SCHEMAS:
            place = f"schemas/{target.name}"
        elif repository:
            return f"{image}[{text}]({repository.rstrip('/')}/blob/HEAD/{place}{anchor})"
        else:
            return text
        address = os.path.relpath(DOCS / place, (DOCS / name).parent).replace(os.sep, "/")
        return f"{image}[{text}]({address}{anchor})"

    return LINK.sub(adapt_link, markdown)


def mark_texts(table: str) -> str:
    """Return the table with a class on each long text, which gets a wide column on a phone."""

    def mark_text(cell: re.Match[str]) -> str:
        letters = sum(map(str.isalpha, TAG.sub("", cell[1])))
        return cell[0] if letters <= LONG_TEXT else cell[0].replace("<td", '<td class="text"', 1)

    return TABLE_CELL.sub(mark_text, table)


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
