"""The documentation at the desk: every page of it, and the help link of every page of the desk."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from tests.sample_event import create_sample_event
from tests.tools.test_site import BLOCKS, HEADINGS, RAW_MARKDOWN, UNREAD, VOID
from tests.web.desk_client import Visitor, event_with_entries, serve_folder, words
from tests.web.test_pages import FILES, SHOWN
from topboard.web.accounts import Role
from topboard.web.app import PAGES
from topboard.web.folder_repository import FolderRepository
from topboard.web.help import documentation
from topboard.web.help.documentation import (
    LEFT_OUT,
    list_help_files,
    list_help_pages,
    read_help_page,
    search_help,
)
from topboard.web.help.markdown import heading_anchor, page_address, render_help_page
from topboard.web.help.topics import ELSEWHERE, TOPICS, find_help_address

DOCS = Path(__file__).parents[2] / "docs"
HELP_LINK = re.compile(r'<a class="help-link" href="([^"]+)"')


class Read(HTMLParser):
    """What the tests need of a help page: links, pictures, anchors, text, and what is forbidden."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.anchors: set[str] = set()
        self.blocks: list[str] = []
        self.forbidden: list[str] = []
        self.open_tags: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(values["href"])
        if tag == "img":
            self.pictures.append(values["src"])
        if tag in ("script", "style", "iframe", "link"):
            self.forbidden.append(tag)
        self.forbidden += [name for name in values if name == "style" or name.startswith("on")]
        self.anchors |= {values[name] for name in ("id",) if name in values}
        if tag in BLOCKS:
            self.blocks.append("Heading: " if tag in HEADINGS else "")
        if tag not in VOID:
            self.open_tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open_tags and self.open_tags.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.blocks and not UNREAD.intersection(self.open_tags):
            self.blocks[-1] += data


@pytest.fixture(scope="module")
def pages() -> dict[str, Read]:
    """All help pages by their addresses."""
    return {page_address(name): Read(read_help_page(name).html) for name in list_help_pages()}


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    repository = FolderRepository(folder)
    create_sample_event(repository)
    repository.accounts.add_user("Ann", Role.CHIEF, "correct horse")
    with serve_folder(folder) as address:
        yield address


def has_target(address: str, pages: dict[str, Read]) -> bool:
    """Whether an address leads to a help page, and to an anchor on it."""
    split = urlsplit(address)
    page = pages.get(unquote(split.path))
    return page is not None and (not split.fragment or unquote(split.fragment) in page.anchors)


# --- the pages ------------------------------------------------------------------------------------


def test_every_page_of_the_documentation_is_a_help_page() -> None:
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}

    assert set(list_help_pages()) == written - set(LEFT_OUT)
    assert len(written) > 200


def test_no_help_page_shows_raw_markdown_or_breaks_the_content_policy(pages) -> None:
    raw = [
        f"{address}: {kind}: {block.strip()[:90]!r}"
        for address, page in pages.items()
        for block in page.blocks
        for kind, pattern in RAW_MARKDOWN.items()
        if pattern.search(block)
    ]

    assert sum(len(page.blocks) for page in pages.values()) > 5_000
    assert raw == []
    assert [address for address, page in pages.items() if page.forbidden] == []


def test_every_link_anchor_and_picture_of_a_help_page_has_a_target(pages) -> None:
    lost = [
        f"{address}: {link}"
        for address, page in pages.items()
        for link in page.links
        if not urlsplit(link).scheme and not has_target(urljoin(address, link), pages)
    ]
    pictures = [source for page in pages.values() for source in page.pictures]

    assert lost == []
    assert len(pictures) > 20
    assert [one for one in pictures if one.removeprefix("/help/") not in list_help_files()] == []


def test_pages_have_the_anchors_that_the_site_gives_them() -> None:
    assert heading_anchor("The questions (VCL4THP, draft 13)") == "the-questions-vcl4thp-draft-13"
    page = render_help_page("a.md", "# A\n\n## B `c`!\n\n## B c\n\nText\n", {"a.md"})
    assert [one.anchor for one in page.sections] == ["a", "b-c", "b-c-1"]
    assert page.sections[2].text == "Text"


def test_a_link_to_a_file_that_the_desk_does_not_have_is_plain_text() -> None:
    text = "# A\n\nSee [the code](../src/x.py), [B](b.md#c), [C](d/) and [E](https://e.example/).\n"
    page = render_help_page("how/a.md", text, {"how/a.md", "how/b.md", "how/d/README.md"})

    assert "See the code," in page.html
    assert '<a href="/help/how/b#c">B</a>' in page.html
    assert '<a href="/help/how/d/">C</a>' in page.html
    assert '<a href="https://e.example/">E</a>' in page.html


def test_the_desk_serves_pages_pictures_and_old_forms_of_addresses(sample) -> None:
    visitor = Visitor(sample)
    contents = visitor.get("/help/")
    picture = visitor.get("/help/screenshots/section.png")

    assert "I run events" in words(contents)
    assert contents.text.count("<h1") == 1
    assert picture.headers["content-type"] == "image/png"
    assert "max-age" in picture.headers["cache-control"]
    assert visitor.get("/help/desk.md").url.path == "/help/desk"
    assert visitor.get("/help/how-to").url.path == "/help/how-to/"
    assert visitor.get("/help/how-to/README.md").url.path == "/help/how-to/"


@pytest.mark.parametrize(
    "path",
    [
        "/help/nothing",
        "/help/api",
        "/help/../pyproject.toml",
        "/help/..%2Fpyproject.toml",
        "/help/%2Fetc%2Fpasswd",
        "/help/examples/study.toml",
    ],
)
def test_nothing_but_the_documentation_is_served(sample, path) -> None:
    assert Visitor(sample).get(path).status_code == 404


def test_a_package_without_documentation_says_so(sample, monkeypatch) -> None:
    monkeypatch.setattr(documentation, "find_documentation", lambda: None)
    list_help_files.cache_clear()
    try:
        missing = Visitor(sample).get("/help/")
    finally:
        monkeypatch.undo()
        list_help_files.cache_clear()

    assert missing.status_code == 404
    assert "installed without its documentation" in missing.text


def test_people_who_are_not_signed_in_can_read_the_help_pages(tmp_path) -> None:
    FolderRepository(tmp_path).accounts.add_user("Ann", Role.CHIEF, "correct horse")
    with serve_folder(tmp_path, open_to_all=False) as address:
        visitor = Visitor(address)
        assert visitor.get("/").url.path == "/sign-in"
        assert HELP_LINK.search(visitor.get("/sign-in").text)
        assert visitor.get("/help/desk").status_code == 200
        assert visitor.get("/help/search?q=forfeit").status_code == 200


# --- the search -----------------------------------------------------------------------------------


def test_the_search_finds_headings_first_and_then_text() -> None:
    found = search_help("line-ups")
    addresses = [one.address for one in found]

    assert addresses[0] == "/help/desk#line-ups"
    assert all("line-ups" in one.section.title.casefold() for one in found[:2])
    assert any("line-ups" not in one.section.title.casefold() for one in found)
    assert "/help/how-to/results#forfeits" in [one.address for one in search_help("FORFEITS")]
    assert search_help("zwischenzug") == []
    assert search_help(" ") == []


def test_the_search_page_shows_what_was_typed_and_runs_nothing(sample) -> None:
    visitor = Visitor(sample)
    answer = visitor.get("/help/search?q=%3Cscript%3E")

    assert "<script>" not in answer.text.replace('<script src="', "")
    assert 'value="&lt;script&gt;"' in answer.text
    assert "No help page has all of these words" in words(answer)


# --- the help link of each page of the desk -------------------------------------------------------


def test_the_help_link_of_every_page_leads_to_a_section_about_it(sample, pages) -> None:
    visitor = Visitor(sample)
    lost, general = {}, []
    # Public pages that arbiters preview have their own head.
    for path in (one for one in SHOWN if "/preview" not in one):
        link = HELP_LINK.search(visitor.get(path).text)
        if link is None or not has_target(link[1], pages):
            lost[path] = link and link[1]
        elif link[1].endswith(ELSEWHERE):
            general.append(path)

    assert lost == {}
    assert general == ["/nowhere"]


def test_every_address_of_the_desk_has_a_topic_that_exists(pages) -> None:
    addresses = [
        re.sub(r"\{[^}]+\}", "1", route.path)
        for router in PAGES
        for route in router.routes
        if route.path not in FILES and "/preview" not in route.path
    ]

    assert [one for one in addresses if find_help_address(one).endswith(ELSEWHERE)] == []
    assert [topic for topic in TOPICS.values() if not has_target(f"/help/{topic}", pages)] == []
    assert find_help_address("/help/desk") == "/help/"


def test_results_lead_to_the_section_about_typing_results(sample, open_page) -> None:
    page = open_page(sample)
    page.goto("/e/riverside-chess-festival/s/open/results/3")
    page.get_by_role("link", name="Help", exact=True).click()
    expect(page).to_have_url(re.compile("/help/desk#type-results$"))
    expect(page.get_by_role("heading", name="Type results")).to_be_in_viewport()


def test_on_a_phone_the_menu_has_the_help_link_and_pictures_fit(sample, open_page) -> None:
    page = open_page(sample, width=390)
    page.goto("/e/riverside-chess-festival/s/open/entries")
    page.locator("details.menu > summary").click()
    page.locator(".menu-box").get_by_role("link", name="Help", exact=True).click()
    expect(page).to_have_url(re.compile("/help/desk#entries-and-ratings$"))
    picture = page.locator(".help-text img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] <= 390


def test_the_rules_of_a_section_link_to_the_page_about_each_unclear_article(sample, pages) -> None:
    visitor = Visitor(sample)
    for section in ("open", "team-cup"):
        rules = visitor.get(f"/e/riverside-chess-festival/s/{section}/rules").text
        anchors = re.findall(r'<h3 id="interpretation-([^"]+)"', rules)
        links = re.findall(r'href="(/help/interpretations/[^"]+)"', rules)

        assert len(anchors) > 5
        assert links == [f"/help/interpretations/{name}" for name in anchors]
        assert [link for link in links if link not in pages] == []


def test_a_new_section_explains_the_steps_of_an_event_until_round_one(visitor, pages) -> None:
    section = event_with_entries(visitor, "fide_dutch_2026")
    assert "What are the steps of an event?" in visitor.text(section)
    assert has_target("/help/desk#run-an-event", pages)
    visitor.send(f"{section}/check-in", all="1")
    visitor.send(f"{section}/pairing", publish="1")
    assert "What are the steps of an event?" not in visitor.text(section)
