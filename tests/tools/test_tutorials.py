"""Each tutorial is played in a browser, and its page says what was done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tools.browser import running_browser
from tools.screenshots import running_desk
from tools.tutorials import FOLDER, PICTURES, TUTORIALS, Reader, Tutorial, play_tutorial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_desk() as found:
        yield found


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda one: one.name)
def test_a_tutorial_can_be_played_and_its_page_says_what_was_done(
    tutorial: Tutorial, browser: Browser, address: str
) -> None:
    page = (FOLDER / f"{tutorial.name}.md").read_text(encoding="utf-8")

    reader = play_tutorial(browser, address, tutorial)

    assert find_steps_not_done(page, reader) == []
    assert re.findall(r"pictures/([\w-]+)\.png", page) == reader.taken


def find_steps_not_done(page: str, reader: Reader) -> list[str]:
    """Return what the page tells its reader to press or type, and the script did not.

    Buttons and links to press are in bold on the page, in the order of the steps.
    """
    pressed, typed = iter(reader.pressed), set(reader.typed)
    missing = [name for name in re.findall(r"\*\*(.+?)\*\*", page) if name not in pressed]
    keys = {"↑": "ArrowUp"}
    words = re.findall(r"(?:[Tt]ype|[Pp]ress|and|[Cc]hange .* to|[Ss]et .* to) `([^`]+)`", page)
    return missing + [word for word in words if keys.get(word, word) not in typed]


def test_a_step_that_was_not_done_is_found() -> None:
    reader = Reader(None, None, ["Save", "Publish"], ["3", "ArrowUp"])  # type: ignore[arg-type]

    assert find_steps_not_done("Type `3`, **Save** and **Publish**. Press `↑`.", reader) == []
    assert find_steps_not_done("**Publish**, then **Save**.", reader) == ["Save"]
    assert find_steps_not_done("Type `4` and `3`.", reader) == ["4"]


def test_every_picture_of_a_tutorial_is_there_and_small() -> None:
    pages = [FOLDER / f"{tutorial.name}.md" for tutorial in TUTORIALS]
    shown = [
        name
        for page in pages
        for name in re.findall(r"pictures/([\w-]+\.png)", page.read_text(encoding="utf-8"))
    ]

    assert sorted(shown) == sorted(path.name for path in PICTURES.iterdir())
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > 180_000] == []


def test_every_tutorial_has_a_page() -> None:
    pages = {path.stem for path in FOLDER.glob("*.md")} - {"README"}

    assert pages == {tutorial.name for tutorial in TUTORIALS}
