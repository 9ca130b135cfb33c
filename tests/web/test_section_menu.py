"""The pages of a section in the head of the desk: which one is open, and the menu for the rest."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.sample_event import create_sample_event
from tests.web.desk_client import Visitor, event_with_entries, serve_folder
from tests.web.test_pages import SHOWN
from topboard.web.folder_repository import FolderRepository

EVENT = "/e/riverside-chess-festival"
OPEN, TEAMS = f"{EVENT}/s/open", f"{EVENT}/s/team-cup"
TABS = re.compile(r'<nav class="tabs section-tabs".*?</nav>', re.DOTALL)
CURRENT = re.compile(r'<a href="[^"]+" aria-current="(page|true)">([^<]+)</a>')


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("menu")
    create_sample_event(FolderRepository(folder))
    with serve_folder(folder) as address:
        yield address


def current_tabs(visitor: Visitor, path: str) -> list[tuple[str, str]]:
    """What is marked in the row of tabs: how, and its label."""
    tabs = TABS.search(visitor.get(path).text)
    assert tabs is not None, path
    return CURRENT.findall(tabs[0])


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        (OPEN, ("page", "Overview")),
        (f"{OPEN}/entries", ("page", "Entries")),
        (f"{OPEN}/entries/3", ("true", "Entries")),
        (f"{OPEN}/who/3", ("true", "Entries")),
        (f"{OPEN}/renumber", ("true", "Entries")),
        (f"{OPEN}/rounds/2", ("true", "Pairing")),
        (f"{TEAMS}/rounds/4/change", ("true", "Pairing")),
        (f"{OPEN}/results/1", ("true", "Results")),
        (f"{OPEN}/results/3/1", ("true", "Results")),
        (f"{TEAMS}/line-ups/links", ("true", "Line-ups")),
        (f"{OPEN}/byes", ("page", "Requested byes")),
        (f"{OPEN}/why-not?a=1&b=2&round=3", ("page", "Why not?")),
    ],
)
def test_a_page_lights_its_tab_or_that_of_the_page_above_it(sample, path, marked) -> None:
    assert current_tabs(Visitor(sample), path) == [marked]


def test_every_page_of_a_section_lights_exactly_one_tab(sample) -> None:
    visitor = Visitor(sample)
    # FIDE has no checklist for the system of this section, so its menu does not offer one.
    paths = [path for path in SHOWN if path.startswith((f"{OPEN}/", f"{TEAMS}/"))]
    paths.remove(f"{OPEN}/check-list")
    dark = {path: found for path in paths if len(found := current_tabs(visitor, path)) != 1}

    assert len(paths) > 30
    assert dark == {}


def test_the_menu_offers_only_pages_that_the_section_has(visitor) -> None:
    section = event_with_entries(visitor, "fide_dutch_2026")
    tabs = TABS.search(visitor.get(section).text)[0]
    links = re.findall(r'<a href="([^"]+)"', tabs)

    assert f"{section}/line-ups" not in links
    assert not any("/results/" in link for link in links)
    assert [link for link in links if visitor.get(link).status_code != 200] == []


def test_the_menu_names_the_open_page_and_closes_without_the_mouse(sample, open_page) -> None:
    page = open_page(sample)
    page.goto(f"{OPEN}/standings")
    summary = page.locator(".more > summary")
    expect(summary).to_have_text("More ▾")
    summary.focus()
    page.keyboard.press("Enter")
    page.locator(".more").get_by_role("link", name="Categories").click()
    expect(summary).to_have_text("More: Categories ▾")
    expect(summary).to_have_attribute("aria-current", "true")

    summary.click()
    expect(page.locator(".more .menu-box")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".more .menu-box")).to_be_hidden()
    expect(summary).to_be_focused()
    summary.click()
    page.get_by_role("heading", level=1).click()
    expect(page.locator(".more .menu-box")).to_be_hidden()
