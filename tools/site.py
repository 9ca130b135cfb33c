"""A hook of mkdocs: links from the documentation to code and tests lose their target.

In the repository they lead to the file; on the site the files are not there. Whether every link
leads somewhere is checked in ``tests/test_docs.py``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """The page with links inside the documentation only; called by mkdocs for each page."""
    folder = (DOCS / page.file.src_uri).parent

    def keep_link(link: re.Match[str]) -> str:
        target = (folder / link[2]).resolve()
        outside = "://" not in link[2] and not target.is_relative_to(DOCS.resolve())
        return link[1] if outside or target.is_dir() else link[0]

    return LINK.sub(keep_link, markdown)
