"""The documentation as web pages: complete, rendered, linked, and independent of other hosts."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

from tools import site as hook
from tools.site import (
    PROJECT_PAGES,
    adapt_links,
    adapt_lists,
    list_folder,
    mark_texts,
    read_addresses,
    read_sections,
)
from topboard.web import updates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
BLOCKS = {"p", "li", "td", "th", "dd", "dt"} | HEADINGS
UNREAD = {"code", "pre", "script", "style", "svg", "title"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
LOADED = {"script": "src", "img": "src", "source": "src", "iframe": "src", "link": "href"}
RAW_MARKDOWN = {
    "a list that runs together": re.compile(r"^ *(?:[-*+]|1\.) +\S", re.MULTILINE),
    # One line of a paragraph may begin with a number and a full stop.
    "the end of a list": re.compile(r"^ *\d+\. +\S[\s\S]*^ *\d+\. +\S", re.MULTILINE),
    "a table": re.compile(r"^ *\|.*\||\| *:?-{3}", re.MULTILINE),
    "a link": re.compile(r"\]\(|\]\["),
    "bold": re.compile(r"\*\*|(?<!\w)__\w"),
    "a heading": re.compile(r"^ *#{1,6} ", re.MULTILINE),
    "code": re.compile(r"`"),
}
SEEN = ("index", "regulations/fide_dutch_2026", "commands", "fide-mode", "glossary", "api")


@dataclass
class Page(HTMLParser):
    """What the tests need of a built page: its links, what it loads, its anchors and its text."""

    path: Path
    links: list[str] = field(default_factory=list)
    loaded: list[tuple[str, str]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    blocks: list[str] = field(default_factory=list)
    open_tags: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in LOADED and LOADED[tag] in values:
            self.loaded.append((tag, values[LOADED[tag]]))
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag in BLOCKS and "article" in self.open_tags:
            # A heading may begin with a number, which would be a list in other text.
            self.blocks.append("Heading: " if tag in HEADINGS else "")
        if tag not in VOID:
            self.open_tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open_tags and self.open_tags.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "article" in self.open_tags and self.blocks and not UNREAD.intersection(self.open_tags):
            self.blocks[-1] += data


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once with warnings as errors."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def pages(site: Path) -> list[Page]:
    return [Page(path) for path in sorted(site.rglob("*.html"))]


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address of a server that sends the built site."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def is_elsewhere(address: str) -> bool:
    """Whether the address names another host."""
    return bool(urlsplit(address).netloc)


def test_every_page_of_the_docs_is_built(site: Path) -> None:
    docs = ROOT / "docs"
    written = [path.relative_to(docs).with_suffix(".html") for path in docs.rglob("*.md")]
    expected = [path.with_name("index.html") if path.stem == "README" else path for path in written]
    expected += [Path(name).with_suffix(".html") for name in PROJECT_PAGES.values()]

    assert len(expected) > 200
    assert [path for path in expected if not (site / path).is_file()] == []


def test_the_site_has_the_library_reference(site: Path) -> None:
    reference = (site / "api.html").read_text("utf-8")
    assert "Pair the next round and return it with its reasons" in reference
    assert "A tournament with all facts that the rules may use." in reference
    articles = (site / "regulations" / "dubov_1997.html").read_text("utf-8")
    assert "ratings.rating_or_default" in articles
    assert "/src/topboard" not in articles
    reasons = (site / "reasons.html").read_text("utf-8")
    assert 'href="schemas/topboard-reasons-1.schema.json"' in reasons
    assert (site / "schemas" / "topboard-reasons-1.schema.json").is_file()
    redirect = (site / "decisions" / "lim-bye.html").read_text("utf-8")
    assert 'content="0; url=../interpretations/lim-bye.html"' in redirect


def test_the_home_page_has_an_entrance_for_each_kind_of_reader(site: Path) -> None:
    home = (site / "index.html").read_text("utf-8")
    doors = home.partition('<div class="grid cards">')[2].partition("</div>")[0]

    assert re.findall(r'href="#([\w-]+)"', doors) == [
        "for-arbiters",
        "for-programmers",
        "for-federations",
    ]


def test_no_raw_markdown_is_left(site: Path, pages: list[Page]) -> None:
    raw = [
        f"{page.path.relative_to(site)}: {kind}: {block.strip()[:90]!r}"
        for page in pages
        for block in page.blocks
        for kind, pattern in RAW_MARKDOWN.items()
        if pattern.search(block)
    ]

    assert sum(len(page.blocks) for page in pages) > 5_000
    assert raw == []


def test_every_link_and_anchor_has_a_target(site: Path, pages: list[Page]) -> None:
    anchors = {page.path: page.anchors for page in pages}
    lost = []
    for page in pages:
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            # The page for a wrong address is sent from anywhere, so its links begin at the root.
            base = site if link.startswith("/") else page.path.parent
            target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else page.path
            target = target / "index.html" if target.is_dir() else target
            found = target.is_file() and (
                not parts.fragment or unquote(parts.fragment) in anchors[target] | {"__top"}
            )
            if not found:
                lost.append(f"{page.path.relative_to(site)}: {link}")

    assert lost == []


def test_everything_a_page_loads_is_on_the_site(site: Path, pages: list[Page]) -> None:
    lost = []
    for page in pages:
        for tag, source in page.loaded:
            parts = urlsplit(source)
            base = site if source.startswith("/") else page.path.parent
            path = base / unquote(parts.path).lstrip("/")
            if parts.scheme != "data" and (parts.netloc or not path.exists()):
                lost.append(f"{page.path.relative_to(site)}: {tag}: {source}")

    assert any(tag == "img" for page in pages for tag, _ in page.loaded)
    assert lost == []


def test_style_sheets_load_nothing_from_another_host(site: Path) -> None:
    sheets = list(site.rglob("*.css"))
    loaded = [
        (sheet.name, source)
        for sheet in sheets
        for source in re.findall(
            r"(?:url\(|@import)\s*[\"']?([^\"')]+)", sheet.read_text("utf-8", "replace")
        )
    ]

    assert len(sheets) > 1
    assert [row for row in loaded if is_elsewhere(row[1])] == []


def test_search_and_dark_mode_need_no_other_host(address: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(f"{address}/index.html")
    page.get_by_role("textbox", name="Search").fill("downfloater")
    page.locator(".md-search-result__item a").first.wait_for()
    found = page.locator(".md-search-result__item a").evaluate_all("all => all.map(a => a.href)")
    page.keyboard.press("Escape")
    light = page.evaluate("document.body.dataset.mdColorScheme")
    page.locator("label[title='Switch to light mode']").click()
    page.locator("label[title='Switch to dark mode']").click()
    dark = page.evaluate("document.body.dataset.mdColorScheme")
    context.close()

    assert any("glossary.html" in link for link in found)
    assert (light, dark) == ("default", "slate")
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_fit_a_laptop_and_a_phone(width: int, address: str, browser: Browser) -> None:
    """A wide table scrolls by itself, so that the page around it does not.

    The long lines of an explanation are wrapped on a laptop.
    """
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    wide = []
    for name in SEEN:
        page.goto(f"{address}/{name}.html")
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > width:
            wide.append((name, needed))
    page.goto(f"{address}/systems/fide_dutch_2026.html")
    cut_off = page.locator("pre code").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    )
    context.close()

    assert wide == []
    assert (cut_off > 0) == (width < 720)


# --- the hook -----------------------------------------------------------------------------


def test_repository_pages_link_to_site_pages() -> None:
    text = "[a\n  b](docs/how-to/print.md#top) ![c](docs/p.png) [d](CONTRIBUTING.md) [e](LICENSE)\n"
    links = (
        "[a](../../README.md#try-it) [b](../../src/topboard) [c](print.md) [d](https://fide.com)\n"
    )

    assert adapt_links(text, "project.md", "") == (
        "[a\n  b](how-to/print.md#top) ![c](p.png) [d](contributing.md) e\n"
    )
    assert adapt_links(links, "how-to/results.md", "") == (
        "[a](../project.md#try-it) b [c](print.md) [d](https://fide.com)\n"
    )
    assert "[b](https://git.example/t/blob/HEAD/src/topboard)" in adapt_links(
        links, "how-to/results.md", "https://git.example/t/"
    )


def test_no_page_invents_an_address_for_the_project() -> None:
    """The README names the repository as soon as it has an address, and never an invented one."""
    assert read_addresses().get("Releases", "") == updates.find_releases_address()
    source = read_addresses().get("Source", "<this repository>")
    readme = (ROOT / "README.md").read_text("utf-8")
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.html")]
    hosts = re.compile(r"(?:git(?:hub|lab)\.com|codeberg\.org|readthedocs|github\.io)\S*", re.I)
    named = {found for path in texts for found in hosts.findall(path.read_text("utf-8"))}

    assert f"$ git clone {source} topboard" in readme
    assert {found for found in named if "topboard" in found and found not in source} == set()


def test_long_texts_in_a_table_are_marked() -> None:
    long, articles = (
        "a text of <code>more</code> than twenty-four letters",
        "C.04.1 b, C.04.1 g, C.04.2 D.1, D.5",
    )

    assert mark_texts(f"<tr><td>{articles}</td><td>{long}</td></tr>") == (
        f'<tr><td>{articles}</td><td class="text">{long}</td></tr>'
    )


def test_a_list_after_a_paragraph_is_separated() -> None:
    assert adapt_lists("Two:\n- a\n  more\n- b\n") == "Two:\n\n- a\n    more\n- b\n"
    assert adapt_lists("It is\n4) or\n5. not\n") == "It is\n4) or\n5. not\n"
    assert adapt_lists("Text\n\n1. a\n2. b\n\nText\n* c\n") == (
        "Text\n\n1. a\n2. b\n\nText\n\n* c\n"
    )


def test_content_of_a_list_item_is_indented_by_four_spaces() -> None:
    text = "1. a\n\n   more\n   - b\n\n   ```sh\n     ls\n   ```\n2. c\n3. d\n\nText\n"

    assert adapt_lists(text) == (
        "1. a\n\n    more\n\n    - b\n\n    ```sh\n      ls\n    ```\n\n2. c\n3. d\n\nText\n"
    )


def test_a_list_in_a_code_block_stays_unchanged() -> None:
    text = "```console\n$ ls\n- a\n```\n"

    assert adapt_lists(text) == text


def test_a_folder_is_listed_under_the_headings_of_its_index() -> None:
    text = "# Index\n\n[no](x.md)\n\n## Dutch\n\n| [a](a.md) | [b](b.md) |\n| [a](a.md) | |\n"

    assert read_sections(text) == [("Dutch", ["a.md", "b.md"])]
    assert list_folder("studies/") == ["studies/README.md"]
    assert "regulations/fide_dutch_2026.md" in list_folder("regulations/")


def test_every_former_address_leads_to_the_page_at_its_new_one(tmp_path: Path) -> None:
    pages = ("index.html", "a.html", "deep/b.html")
    for name in pages:
        page = tmp_path / "interpretations" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("")

    hook.on_post_build(config={"site_dir": str(tmp_path)})

    for name in pages:
        former = tmp_path / "decisions" / name
        found = re.search('url=([^"]+)"', former.read_text("utf-8"))
        assert found, name
        assert (former.parent / found[1]).resolve() == tmp_path / "interpretations" / name
