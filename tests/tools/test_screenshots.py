"""The pictures of the documentation are those that can be taken again."""

from __future__ import annotations

import re
from pathlib import Path

from tools.screenshots import FOLDER, SHOTS

DOCS = FOLDER.parent


def screenshots_in_docs() -> set[str]:
    pages: list[Path] = sorted(DOCS.rglob("*.md"))
    return {
        name
        for page in pages
        for name in re.findall(r"screenshots/([a-z-]+)\.png", page.read_text(encoding="utf-8"))
    }


def test_every_screenshot_can_be_retaken_and_is_shown() -> None:
    lying = {path.stem for path in FOLDER.glob("*.png")}

    assert {shot.name for shot in SHOTS} == lying
    assert lying == screenshots_in_docs()


def test_screenshots_are_small_files() -> None:
    assert {path.name for path in FOLDER.glob("*.png") if path.stat().st_size > 180_000} == set()
