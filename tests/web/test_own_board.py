"""A reader's own board on the public pages, standings on a phone, and news of a new round."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import serve_folder
from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.model import Colour, Number, Player
from topboard.web.folder_repository import FolderRepository

PAGES = "/p/club-open/main"
LONG = "Abdurakhmanova-Featherstonehaugh, Wilhelmina"
NOTIFICATIONS = """
  window.asked = 0;
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.asked += 1; this.permission = "granted"; }
    constructor(title, options) { document.body.dataset.told = `${title}: ${options.body}`; }
  };
  Object.defineProperty(navigator, "serviceWorker", { value: undefined });
"""
"""A browser that allows notifications, and records which were shown."""


@pytest.fixture
def club_open(tmp_path):
    """The desk of an event of six with a first round that is over."""
    handle = FolderRepository(tmp_path).create(
        "Club Open", ActionContext("Anna", "2026-05-01T08:00:00.000+00:00")
    )
    breaks = ("BH", "BH/C1", "SB")
    record(handle, actions.AddSection("Main", "fide_dutch_2026", 5, tie_breaks=breaks))
    entered = tuple(
        Player(Number(n), LONG if n == 1 else f"Player {n}", 2400 - n, federation="CAN")
        for n in range(1, 7)
    )
    record(handle, actions.Enter("Main", entered))
    record(handle, actions.Announce("Main", "on the wall"))
    record(handle, actions.RecordLot("Main", "colour", colour=Colour.WHITE))
    record(handle, pairing.build_close_entries_action(handle.snapshot().event, "Main"))
    publish_next_round(handle, 1)
    results = tuple(actions.TableResult(table, 10, 0) for table in (1, 2, 3))
    record(handle, actions.EnterResults("Main", 1, results))
    with serve_folder(tmp_path) as address:
        yield handle, address


def record(handle, act: actions.Act) -> None:
    with handle.open() as desk:
        desk.record(act, ActionContext("Anna", "2026-05-01T09:00:00.000+00:00", confirmed=True))


def publish_next_round(handle, number: int) -> None:
    record(handle, pairing.build_pair_round_action(handle.snapshot().event, "Main")[0])
    record(handle, actions.PublishRound("Main", number))


def test_a_followed_board_comes_first_on_every_page_and_can_be_dropped(
    club_open, open_page
) -> None:
    handle, address = club_open
    page = open_page(address, width=390, reduced_motion="reduce")
    page.goto(f"{PAGES}/who-1.html")
    page.get_by_role("button", name="Follow this player").click()
    page.goto("/p/club-open/index.html")

    expect(page.locator("#own")).to_contain_text(LONG)
    expect(page.locator("#own")).to_contain_text("Round 1 Board 1: White against Player 4")
    page.locator("#own").get_by_role("link", name="Player 4").click()
    assert page.url.endswith(f"{PAGES}/who-4.html")

    page.goto(f"{PAGES}/round-1.html")
    expect(page.locator("tr.own")).to_contain_text(LONG)
    publish_next_round(handle, 2)
    expect(page.locator("#own")).to_contain_text("Round 2")
    assert faults_in_light_and_dark(page) == []

    page.goto(f"{PAGES}/who-1.html")
    page.get_by_role("button", name="Stop following this player").click()
    page.goto(f"{PAGES}/round-1.html")
    expect(page.locator("#own")).to_be_hidden()


def test_rows_of_opponents_are_not_marked_as_ones_own(club_open, open_page) -> None:
    page = open_page(club_open[1], reduced_motion="reduce")
    page.goto(f"{PAGES}/who-1.html")
    page.get_by_role("button", name="Follow this player").click()

    for path in ("cross-table.html", "names-1.html", "standings.html"):
        page.goto(f"{PAGES}/{path}")
        expect(page.locator("tr.own")).to_have_count(1)
        expect(page.locator("tr.own .k-name")).to_contain_text(LONG)


def test_a_search_on_the_pairings_leads_to_the_board(club_open, open_page) -> None:
    page = open_page(club_open[1], width=390)
    page.goto(f"{PAGES}/round-1.html")
    field = page.get_by_label("Find your board by name or number")
    field.fill("feather")
    expect(page.locator("tr.found")).to_have_count(1)
    field.press("Enter")
    expect(page.get_by_role("link", name=LONG)).to_be_focused()
    field.fill("nobody")
    expect(page.get_by_role("status").filter(has_text="No match.")).to_be_visible()


def test_a_board_without_a_result_has_a_dash(club_open, open_page) -> None:
    handle, address = club_open
    publish_next_round(handle, 2)
    page = open_page(address, width=390)
    page.goto(f"{PAGES}/round-2.html")
    results = page.locator(".pairing-sheet td.k-result").all_inner_texts()
    assert results == ["\u2013"] * 3


def test_a_phone_shows_whole_names_and_every_tie_break_in_the_standings(
    club_open, open_page
) -> None:
    page = open_page(club_open[1], width=390)
    page.goto(f"{PAGES}/standings.html")
    row = page.locator("#n1")
    name = row.get_by_role("link", name=LONG)
    wraps = name.evaluate("one => one.scrollWidth <= one.closest('td').clientWidth + 1")
    assert wraps
    row.locator(".fold summary").click()
    for code in ("BH", "BH/C1", "SB"):
        cell = row.locator(f"[data-code='{code}']")
        assert cell.bounding_box()["y"] > name.bounding_box()["y"]
    row.locator(".sum summary").first.click()
    expect(row.locator("caption").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_an_open_tie_break_moves_no_other_column(club_open, open_page) -> None:
    page = open_page(club_open[1])
    page.goto(f"{PAGES}/standings.html")
    places = "[...document.querySelectorAll('.standings td')].map(one => one.offsetLeft)"
    before = page.evaluate(places)
    page.locator("#n1 .sum summary").first.click()
    expect(page.locator("#n1 caption").first).to_be_visible()

    assert page.evaluate(places) == before


def test_readers_who_asked_for_it_are_notified_of_new_pairings(club_open, open_page) -> None:
    handle, address = club_open
    page = open_page(address)
    page.add_init_script(NOTIFICATIONS)
    page.goto(f"{PAGES}/index.html")
    assert page.evaluate("window.asked") == 0

    page.get_by_role("button", name="Notify me of new pairings").click()
    button = page.get_by_role("button", name="You will be notified while this page is open.")
    expect(button).to_have_attribute("aria-pressed", "true")
    publish_next_round(handle, 2)

    told = "Club Open: new pairings: Round 2 of Main is published."
    expect(page.locator("body")).to_have_attribute("data-told", told)


def test_the_pages_of_an_event_can_be_installed(club_open, open_page) -> None:
    page = open_page(club_open[1])
    page.goto("/p/club-open/index.html")
    manifest = page.locator("link[rel=manifest]").evaluate("one => one.href")
    answer = page.request.get(manifest)
    told = json.loads(answer.text())

    assert answer.headers["content-type"].startswith("application/json")
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]
    assert (told["name"], told["start_url"], told["display"]) == (
        "Club Open",
        "index.html",
        "standalone",
    )
    for icon in told["icons"]:
        fetched = page.request.get(manifest.replace("manifest.json", icon["src"]))
        assert fetched.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width = int.from_bytes(fetched.body()[16:20])
            assert f"{width}x{width}" == icon["sizes"]
