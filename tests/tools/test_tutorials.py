"""Each tutorial is played in a browser, and its page says what was done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tools.screenshots import running_desk
from tools.tutorials import FOLDER, PICTURES, TUTORIALS, Reader, Tutorial, play_tutorial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_desk() as found:
        yield found


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda one: one.name)
def test_a_tutorial_can_be_followed_and_its_page_describes_every_step(
    tutorial: Tutorial, browser: Browser, address: str
) -> None:
    page = (FOLDER / f"{tutorial.name}.md").read_text(encoding="utf-8")

    reader = play_tutorial(browser, address, tutorial)

    assert find_steps_not_done(page, reader) == []
    assert re.findall(r"pictures/([\w-]+)\.png", page) == reader.taken


def play_first_event_of_readme(reader: Reader) -> None:
    """Do what the README says under "Your first event", up to the printed pairings."""
    reader.page.goto("/")
    reader.press("New event", "link")
    reader.fill("Event name", "Club open")
    reader.press("Weekend open, 5 rounds")
    reader.press("Create event")
    reader.follow("Add entries")
    reader.fill("One player per line", "Baker, Ann; 1910; CAN\nClark, Ben; 1870; CAN")
    reader.press("Preview list")
    reader.press("Add 2 players")
    reader.follow("Close entries")
    reader.press("Close entries")
    reader.press("Check in everyone")
    reader.follow("Pair round 1")
    reader.press("Draw lots")
    reader.press("Publish round 1")
    reader.expect_document("Pairings")
    reader.follow("Results")


def test_the_first_event_of_the_readme_reaches_a_printed_round(
    browser: Browser, address: str
) -> None:
    readme = (FOLDER.parents[1] / "README.md").read_text(encoding="utf-8")
    part = " ".join(readme.partition("## Your first event")[2].partition("\n## ")[0].split())

    reader = play_tutorial(browser, address, Tutorial("readme", play_first_event_of_readme))

    pressed = iter([re.sub(r"^Add \d+ players$", "Add players", name) for name in reader.pressed])
    assert [name for name in re.findall(r"\*\*(.+?)\*\*", part) if name not in pressed] == []


def find_steps_not_done(page: str, reader: Reader) -> list[str]:
    """Return what the page tells its reader to press or type, and the script did not.

    Buttons and links to press are in bold on the page, in the order of the steps.
    """
    pressed, typed = iter(reader.pressed), set(reader.typed)
    missing = [name for name in re.findall(r"\*\*(.+?)\*\*", page) if name not in pressed]
    keys = {"↑": "ArrowUp"}
    words = re.findall(r"(?:[Tt]ype|[Pp]ress|and|[Cc]hange .* to|[Ss]et .* to) `([^`]+)`", page)
    return missing + [word for word in words if keys.get(word, word) not in typed]


def test_a_step_that_was_not_performed_is_found() -> None:
    reader = Reader(None, None, ["Save", "Publish"], ["3", "ArrowUp"])  # type: ignore[arg-type]

    assert find_steps_not_done("Type `3`, **Save** and **Publish**. Press `↑`.", reader) == []
    assert find_steps_not_done("**Publish**, then **Save**.", reader) == ["Save"]
    assert find_steps_not_done("Type `4` and `3`.", reader) == ["4"]


def test_every_picture_of_a_tutorial_exists_and_is_small() -> None:
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
