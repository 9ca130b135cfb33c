"""An MkDocs hook that removes links from the documentation to code and tests.

In the repository, these links lead to files that the site does not have. ``tests/test_docs.py``
checks that every link has a target.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Return the page with only the links inside the documentation.

    MkDocs calls this for each page.
    """
    folder = (DOCS / page.file.src_uri).parent

    def keep_link(link: re.Match[str]) -> str:
        target = (folder / link[2]).resolve()
        outside = "://" not in link[2] and not target.is_relative_to(DOCS.resolve())
        return link[1] if outside or target.is_dir() else link[0]

    return LINK.sub(keep_link, markdown)
