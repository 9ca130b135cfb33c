"""An open public page changes in place: nothing is reloaded, and what somebody does goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.desk_client import serve_folder
from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.model import Colour, Number, Player
from topboard.web.folder_repository import FolderRepository

PAGES = "/p/long-open/main"


@pytest.fixture
def long_event(tmp_path):
    """The desk of an event of 80 whose first round is being played."""
    handle = FolderRepository(tmp_path).create(
        "Long Open", ActionContext("Anna", "2026-05-01T08:00:00.000+00:00")
    )
    take(handle, actions.AddSection("Main", "fide_dutch_2026", 5))
    entered = tuple(Player(Number(n), f"Player {n:03}", 2800 - n) for n in range(1, 81))
    take(handle, actions.Enter("Main", entered))
    take(handle, actions.RecordLot("Main", "colour", colour=Colour.WHITE))
    take(handle, pairing.build_close_entries_action(handle.snapshot().event, "Main"))
    take(handle, pairing.build_pair_round_action(handle.snapshot().event, "Main")[0])
    take(handle, actions.PublishRound("Main", 1))
    result(handle, 1, 10, 0)
    with serve_folder(tmp_path) as address:
        yield handle, address


def take(handle, act: actions.Act) -> None:
    with handle.open() as desk:
        desk.record(act, ActionContext("Anna", "2026-05-01T09:00:00.000+00:00", confirmed=True))


def result(handle, table: int, *points: int) -> None:
    take(handle, actions.EnterResults("Main", 1, (actions.TableResult(table, *points),)))


def test_a_result_changes_its_row_but_not_scroll_position_or_focus(long_event, open_page) -> None:
    handle, address = long_event
    page = open_page(address)
    page.goto(f"{PAGES}/round-1.html")
    page.evaluate("window.sameness = document.querySelector('main tbody tr:nth-child(35)')")
    page.evaluate("window.scrollTo(0, 700)")
    link = page.locator("main tbody tr:nth-child(30) a").first
    link.evaluate("one => one.focus({preventScroll: true})")

    result(handle, 30, 5, 5)

    expect(page.locator("main tbody tr:nth-child(30)")).to_contain_text("½")
    expect(page.get_by_text("2 of 40 results")).to_be_attached()
    expect(page.get_by_role("status")).to_contain_text("Updated")
    assert page.evaluate("window.scrollY") == 700
    assert page.evaluate("window.sameness.isConnected")
    assert link.evaluate("one => one === document.activeElement")
    assert (
        f"As of journal entry {handle.snapshot().event.last}."
        in page.locator("footer").text_content()
    )

    # The first change may find the stream not yet open. From then on the page is never fetched.
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    result(handle, 31, 0, 10)
    expect(page.get_by_text("3 of 40 results")).to_be_attached()
    assert requests == []


def test_standings_update_in_place_and_open_details_stay_open(long_event, open_page) -> None:
    handle, address = long_event
    page = open_page(address)
    page.goto(f"{PAGES}/standings.html")
    row = page.locator("main tbody tr[id]").last
    last = row.get_attribute("id")
    opened = page.locator("details.sum").nth(4)
    opened.locator("summary").click()
    identity = opened.get_attribute("id")
    page.evaluate("id => { window.row = document.getElementById(id) }", last)
    loser = int(last.removeprefix("n"))
    meetings = handle.snapshot().event.section("Main").round(1).meetings
    table = next(t for t, m in meetings.items() if loser in (m.white, m.black))
    points = (10, 0) if meetings[table].white == loser else (0, 10)

    result(handle, table, *points)

    expect(page.locator(f"#{last} b").first).to_have_text("1")
    order = page.locator("main tbody tr[id]").evaluate_all("rows => rows.map((one) => one.id)")
    assert order.index(last) < 3
    assert page.evaluate("window.row.isConnected && window.row.querySelector('b').innerText") == "1"
    expect(page.locator(f"#{identity}[open]")).to_have_count(1)


def test_a_search_stays_active_while_results_arrive(long_event, open_page) -> None:
    handle, address = long_event
    page = open_page(address)
    page.goto(f"{PAGES}/names-1.html")
    page.get_by_label("Your name or number").fill("player 04")
    expect(page.locator("tr.found")).to_have_count(10)

    take(handle, actions.AddSection("Second", "dubov_1997", 3))

    expect(page.get_by_role("status")).to_contain_text("Updated")
    expect(page.get_by_label("Your name or number")).to_have_value("player 04")
    expect(page.get_by_label("Your name or number")).to_be_focused()
    expect(page.locator("tr.found")).to_have_count(10)


def test_the_next_round_appears_on_the_section_page(long_event, open_page) -> None:
    handle, address = long_event
    page = open_page(address)
    page.goto(f"{PAGES}/")
    page.evaluate("window.here = true")
    results = tuple(actions.TableResult(table, 10, 0) for table in range(2, 41))
    take(handle, actions.EnterResults("Main", 1, results))
    take(handle, pairing.build_pair_round_action(handle.snapshot().event, "Main")[0])
    take(handle, actions.PublishRound("Main", 2))

    latest = page.locator("p.now").get_by_role("link", name="Pairings of round 2")
    expect(latest).to_be_visible()
    assert page.evaluate("window.here")


def test_without_scripts_a_reload_shows_the_result(long_event, open_page) -> None:
    handle, address = long_event
    page = open_page(address, java_script_enabled=False)
    page.goto(f"{PAGES}/round-1.html")
    result(handle, 2, 10, 0)
    page.wait_for_timeout(500)
    page.reload()

    expect(page.get_by_text("2 of 40 results")).to_be_visible()
