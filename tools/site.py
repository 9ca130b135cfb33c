"""MkDocs hooks that remove links to code and tests, and keep former addresses of pages.

In the repository, links to code and tests lead to files that the site does not have.
``tests/test_docs.py`` checks that every link has a target.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
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
