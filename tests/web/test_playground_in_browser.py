"""The page that runs Topboard itself, built and served as files, in a real browser."""

from __future__ import annotations

import functools
import json
import shutil
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import topboard
from tests.playground.events import write_signed_journal
from tests.web.accessibility import violations
from tools import playground
from topboard._frozen import replace
from topboard.event.entries import compute_entry_hash
from topboard.formats import dumps
from topboard.playground.links import build_playground_link
from topboard.storage.journal_json import format_journal_json
from topboard.storage.locations import open_journal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

PATIENCE = 60_000
"""Milliseconds to wait for Python to start on a busy machine."""


class Server:
    """A server of files, and the paths that were requested from it."""

    def __init__(self, folder: Path) -> None:
        self.requested: list[str] = []

        class Handler(SimpleHTTPRequestHandler):
            def log_message(handler, *_: object) -> None:
                self.requested.append(handler.path)

        serve = functools.partial(Handler, directory=folder)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), serve)
        self.address = f"http://localhost:{self.server.server_port}/"


@contextmanager
def serve(folder: Path) -> Iterator[Server]:
    """Serve a folder at a free port."""
    made = Server(folder)
    thread = threading.Thread(target=made.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def playground_folder(tmp_path_factory) -> Path:
    """The page, built as ``make playground`` builds it."""
    folder = tmp_path_factory.mktemp("built") / "playground"
    playground.build_playground(folder)
    return folder


@pytest.fixture(scope="module")
def site(playground_folder: Path) -> Iterator[Server]:
    with serve(playground_folder) as made:
        yield made


@contextmanager
def new_page(browser: Browser, address: str, **settings: object) -> Iterator[Page]:
    """A page in a browser without history. Errors of its scripts fail the test."""
    context = browser.new_context(base_url=address, reduced_motion="reduce", **settings)
    context.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert errors == []


@pytest.fixture(scope="module")
def page(browser: Browser, site: Server) -> Iterator[Page]:
    """The page with Topboard started. Python starts once for all tests that use it."""
    with new_page(browser, site.address, viewport={"width": 1280, "height": 850}) as made:
        made.goto("/")
        made.wait_for_selector("body[data-ready]")
        yield made


def open_sample(page: Page, sample: str) -> None:
    page.click(f"[data-sample={sample}]")
    page.wait_for_selector("body[data-checked][data-answered]")


def choose_file(page: Page, name: str, content: bytes) -> None:
    page.set_input_files(
        "#file", {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )


def event_that_no_repair_explains() -> bytes:
    """A report in which the players with Black change places on every other board of a round."""
    wishes = topboard.Wishes(competitors=120, rounds=5, unpaired_last=True)
    event = topboard.generate("fide_dutch_2026", 11, wishes)
    *kept, last = event.rounds
    meetings = list(last.meetings)
    for first in range(0, len(meetings) - 3, 4):
        one, other = meetings[first], meetings[first + 3]
        meetings[first] = replace(one, black=other.black)
        meetings[first + 3] = replace(other, black=one.black)
    changed = replace(last, meetings=tuple(meetings))
    return dumps(replace(event, rounds=(*kept, changed)), "trf26").encode()


# --- what the page answers ------------------------------------------------------------------------


def test_rounds_are_checked_and_boards_explained(page) -> None:
    open_sample(page, "corrected")

    expect(page.locator("#checked")).to_have_text("Rounds that differ from the rules: 4")
    expect(page.get_by_role("button", name="Round 3, agrees with the rules")).to_be_visible()
    expect(page.locator("#round h3")).to_contain_text("16 of 20 pairs are as the rules require")
    board = page.get_by_role("button", name="Why? Board 1:")
    board.click()
    expect(page.locator("tr.explanation:visible")).to_contain_text(" meets ")
    expect(board).to_have_attribute("aria-expanded", "true")
    page.locator("tr.differs button").first.click()
    expect(page.locator("tr.differs + tr.explanation").first).to_contain_text("could meet")
    page.get_by_role("button", name="Round 2,").click()
    expect(page.locator("#round caption")).to_have_text("Pairings of round 2")


def test_why_not_standings_proof_and_conversion_work_in_the_browser(page) -> None:
    open_sample(page, "open")

    page.get_by_role("combobox", name="Participant").fill("1")
    page.get_by_role("combobox", name="Opponent").fill("Player 0002")
    page.get_by_role("button", name="Explain").click()
    expect(page.locator("#why-not-answer")).to_contain_text("Player 0002 (#2)")
    page.get_by_role("button", name="Show standings").click()
    page.get_by_role("button", name="Tie-breaks of Player 0004").click()
    page.get_by_text("Buchholz Cut 1:").click()
    expect(page.locator("#standings .left-out:visible")).to_have_count(1)
    page.get_by_role("button", name="Prove round 7").click()
    expect(page.locator("#proof .good")).to_contain_text("Proved: fide_dutch_2026, round 7")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download proof").click()
    proof = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert topboard.proof.verify.verify(proof).proved
    page.get_by_label("Format").select_option("event-json")
    page.get_by_role("button", name="Convert").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download open.json").click()
    assert len(topboard.read(saved.value.path()).rounds) == 7


def test_the_diagnosis_shows_its_progress_and_can_be_stopped(page) -> None:
    open_sample(page, "corrected")
    page.evaluate(
        """() => {
            window.told = [];
            const watcher = new MutationObserver(() =>
                window.told.push(document.getElementById("diagnosing").textContent));
            watcher.observe(document.getElementById("diagnosing"), { childList: true });
        }"""
    )

    page.get_by_role("button", name="Search thoroughly").click()

    expect(page.locator("#diagnosis")).to_contain_text("When round 4 was paired, the result of")
    assert any("assumptions tried" in line for line in page.evaluate("window.told"))
    expect(page.get_by_role("button", name="Stop search")).to_be_hidden()

    choose_file(page, "long.trf", event_that_no_repair_explains())
    page.wait_for_selector("body[data-checked][data-answered]")
    page.get_by_role("button", name="Search thoroughly").click()
    expect(page.locator("#diagnosing")).to_contain_text("assumptions tried")
    page.get_by_role("button", name="Stop search").click()
    expect(page.locator("#diagnosis")).to_contain_text("The search was stopped")


def test_a_link_opens_the_same_event_in_another_page(page) -> None:
    open_sample(page, "open")
    page.get_by_role("button", name="Round 2,").click()
    expect(page.locator("#round caption")).to_have_text("Pairings of round 2")

    page.get_by_role("button", name="Make link").click()
    link = page.locator(".share-link").get_attribute("href")

    page.goto(link)
    page.wait_for_selector("body[data-checked][data-answered]")
    expect(page.locator("#event-name")).to_have_text("Sample open")
    expect(page.locator("#round caption")).to_have_text("Pairings of round 2")
    page.evaluate("location.hash = 'event=%25%25'")
    expect(page.locator("#problems")).to_contain_text("The event in this link is damaged.")


def test_a_link_from_a_public_page_opens_its_round(page, site) -> None:
    event = topboard.generate("fide_dutch_2026", 5, topboard.Wishes(competitors=20, rounds=4))
    event = replace(event, name="Town Cup")

    page.goto(build_playground_link(site.address, event.before(3), 3))

    expect(page.locator("#round h3")).to_have_text("Round 3: 10 pairs, all as the rules require")
    expect(page.locator("#event-name")).to_have_text("Town Cup")


# --- signatures -----------------------------------------------------------------------------------


def forge_signature(records: list) -> list:
    """A journal rewritten with a different signature, and with hashes that fit it."""
    made, previous = [], "0" * 64
    for one in records:
        content = json.loads(one.content)
        if content.get("signature"):
            last = content["signature"][-1]
            content["signature"] = content["signature"][:-1] + ("0" if last != "0" else "1")
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        parts = (one.number, one.time, one.who, one.act, text, one.reason, one.authority, previous)
        previous = compute_entry_hash(*parts)
        made.append(replace(one, content=text, previous=parts[-1], hash=previous))
    return made


def test_the_browser_verifies_the_signatures_of_a_journal(page, tmp_path) -> None:
    path = write_signed_journal(tmp_path / "cup.topboard")
    with open_journal(path, read_only=True) as journal:
        records = journal.load_verified_entries()

    choose_file(page, "cup.topboard", path.read_bytes())
    signature = page.locator("#signatures li")
    expect(signature).to_have_text(
        "Journal entry 7: Open, round 1 published: signed; the signature is genuine"
    )
    page.get_by_role("button", name="Verify all rounds").click()
    expect(page.locator("#replayed li")).to_contain_text("; proved")

    choose_file(page, "forged.json", format_journal_json(forge_signature(records)).encode())
    expect(signature).to_contain_text("the signature is WRONG")


# --- bad input ------------------------------------------------------------------------------------


def test_bad_files_are_refused_with_a_remedy(page, tmp_path) -> None:
    alert = page.locator("#problems")
    huge = tmp_path / "huge.trf"
    with huge.open("wb") as opened:
        opened.truncate(50_000_000)
    page.set_input_files("#file", huge)
    expect(alert).to_contain_text("The file huge.trf is too large: 50 MB.")
    expect(alert).to_contain_text("use the topboard command")

    choose_file(page, "photo.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    expect(alert).to_contain_text("such as a picture or an archive")
    expect(alert).to_contain_text("Use a TRF file or a Topboard JSON file.")

    choose_file(page, "empty.trf", b"")
    expect(alert).to_contain_text("The file is empty")

    choose_file(page, "damaged.trf", b"012 Cup\r\n001    x      Baker, Ann\r\n")
    expect(alert).to_contain_text("damaged.trf:2")

    page.get_by_text("Paste the content instead").click()
    page.get_by_role("button", name="Open text").click()
    expect(alert).to_contain_text("Paste the content of a TRF or JSON file into the box first.")
    page.get_by_text("Paste the content instead").click()


@pytest.mark.parametrize("wheel", ["of another version", "missing"])
def test_a_page_with_the_wrong_program_file_says_so(
    playground_folder, browser, tmp_path, wheel
) -> None:
    folder = tmp_path / "copied"
    shutil.copytree(playground_folder, folder)
    (found,) = folder.glob("topboard-*/*.whl")
    found.unlink()
    if wheel == "of another version":
        found.write_bytes(b"PK another wheel")
    with serve(folder) as site:
        context = browser.new_context(base_url=site.address)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto("/")

        alert = page.locator("#problems .alert")
        expect(alert).to_contain_text(
            "not the one that this page was built with"
            if wheel == "of another version"
            else "Topboard could not start"
        )
        expect(alert).to_contain_text("Reload the page.")
        context.close()


# --- privacy, accessibility -----------------------------------------------------------------------


def test_the_page_works_offline_and_reaches_no_other_host(
    playground_folder, browser, tmp_path
) -> None:
    (tmp_path / "stolen.txt").write_text("secret", encoding="utf-8")
    try_to_leave = (
        "address => fetch(address, {mode: 'no-cors'}).then(() => 'sent', () => 'refused')"
    )
    with serve(playground_folder) as site, serve(tmp_path) as other:
        context = browser.new_context(base_url=site.address)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page.goto("/")
        page.wait_for_selector("body[data-offline]")
        open_sample(page, "olympiad")
        address = f"{other.address}stolen.txt"
        assert page.evaluate(try_to_leave, address) == "refused"
        assert page.workers[0].evaluate(try_to_leave, address) == "refused"
        assert other.requested == []
        page.get_by_role("button", name="Make link").click()
        link = page.locator(".share-link").get_attribute("href")

    # The server is gone now, so a new page gets everything from the first visit.
    page = context.new_page()
    page.goto(link)
    page.wait_for_selector("body[data-checked]")
    expect(page.locator("#checked")).to_have_text(
        "All rounds that can be checked agree with the rules."
    )
    assert {url for url in asked if not url.startswith((site.address, "blob:"))} <= {address}
    context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_accessible_and_never_scrolls_sideways(page, width) -> None:
    page.set_viewport_size({"width": width, "height": 850})
    open_sample(page, "corrected")
    page.get_by_role("button", name="Show standings").click()
    page.get_by_role("button", name="Tie-breaks of Player 0002").click()
    page.locator("#standings details").first.wait_for()
    page.get_by_role("button", name="Prove round 4").click()
    page.locator("#proof .good").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.locator(".decisions").wait_for()

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page, "color-contrast")
    page.emulate_media(color_scheme="light")
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []


def test_the_page_can_be_used_with_the_keyboard(page) -> None:
    page.locator(".brand").focus()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.sample") == "open":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-checked][data-answered]")
    expect(page.locator("#event-name")).to_be_focused()
    while page.evaluate("document.activeElement.dataset.round") != "3":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#round caption")).to_have_text("Pairings of round 3")
    expect(page.get_by_role("button", name="Round 3,")).to_be_focused()
