"""A whole small event in the browser, from the first click to the closing of the event."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.desk_client import PLAYERS, TEAMS, event_with_round
from topboard.systems.registry import SYSTEMS, system
from topboard.web.folder_repository import FolderRepository

FAMILIES = (
    "fide_dutch_2026",
    "olympiad_2022",
    "cfc_swiss",
    "fide_round_robin",
)
"""One of each kind: the others are run without a browser (tests/event)."""
ROUNDS = {"fide_round_robin": 5}
MOST_CLICKS = 13
"""The most clicks from the first page to the published round 1, without the presets."""
COUNT_CLICKS = """
addEventListener("pointerdown", () => {
  sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1;
}, true);
"""


def answer_questions(page, rules):
    """Say who plays, how, and by whose rules; older ones are unfolded."""
    page.get_by_role("radio", name="Teams" if rules.teams else "Players", exact=True).check()
    how = "Round robin" if rules.timetable else "Swiss"
    page.get_by_role("radio", name=how, exact=True).check()
    page.get_by_role("radio", name=str(rules.whose), exact=True).check()
    if not rules.is_current:
        page.locator(".kind:visible").get_by_text("Older editions and drafts").click()


def enter_results(page, section, number):
    """Type a result at every table, by keyboard."""
    page.goto(f"{section}/results/{number}")
    keys = "15011050" * 4
    count = page.locator("input.result").count()
    for key in keys[:count]:
        page.keyboard.press(key)
    expect(page.get_by_text(f"All results of round {number} are in.")).to_be_visible()


@pytest.mark.parametrize("name", [name for name in FAMILIES if name in SYSTEMS])
def test_an_event_can_be_run_from_entries_to_closing(name, address, open_page, tmp_path):
    page = open_page(address)
    page.add_init_script(COUNT_CLICKS)
    rounds = ROUNDS.get(name, 2)
    page.goto("/")
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Event name").fill("Autumn Cup")
    answer_questions(page, system(name))
    page.locator(f"input[value={name}]").check()
    if system(name).timetable is None:
        page.get_by_role("textbox", name="Rounds").fill(str(rounds))
    page.get_by_role("button", name="Create event").click()
    section = page.url.removeprefix(address)

    page.get_by_role("link", name="Add entries").first.click()
    pasted = TEAMS if system(name).teams else PLAYERS
    page.locator("textarea[name=lines]").fill(pasted)
    page.get_by_role("button", name="Preview list").click()
    page.get_by_role("button", name="Add 6").click()
    page.get_by_role("link", name="Close entries").click()
    if name.endswith("round_robin"):
        page.get_by_role("button", name="Draw lots now").click()
    page.get_by_role("button", name="Close entries").click()

    page.get_by_role("button", name="Check in everyone").click()
    expect(page.get_by_role("heading", name="0 not here yet")).to_be_visible()
    page.get_by_role("link", name="Pair round 1").click()
    if not name.endswith("round_robin"):
        page.get_by_role("button", name="Draw lots").click()
        expect(
            page.get_by_text(re.compile("Starting number 1 has (White|Black) in round 1"))
        ).to_be_visible()
    for number in range(1, rounds + 1):
        if number > 1:
            page.get_by_role("link", name=f"Pair round {number}").click()
        page.get_by_role("button", name=f"Publish round {number}").click()
        expect(page.get_by_text(f"Round {number} is published.")).to_be_visible()
        if number == 1:
            assert int(page.evaluate("sessionStorage.clicks")) <= MOST_CLICKS
        enter_results(page, section, number)

    page.get_by_role("link", name="Final standings").click()
    expect(page.locator("table.standings > tbody > tr")).to_have_count(6)
    page.get_by_role("link", name="Close event").click()
    page.get_by_role("button", name="Close event").click()
    expect(page.get_by_text("The event is closed. Thank you!")).to_be_visible()

    event = FolderRepository(tmp_path).event("autumn-cup").snapshot().event
    assert event.closed
    (played,) = event.sections.values()
    assert [len(one.meetings) for one in played.rounds] == [3] * rounds


def test_every_number_in_the_standings_expands_to_its_sum(address, open_page, visitor):
    section = event_with_round(visitor, "cfc_round_robin", rounds=5)
    visitor.send(f"{section}/results/1", t1="1", t2="0", t3="5")
    page = open_page(address)
    page.goto(f"{section}/standings")
    opened = page.locator("details.sum").first
    expect(opened.locator(".sum-box")).to_be_hidden()
    opened.locator("summary").click()
    expect(opened.get_by_text("Total")).to_be_visible()
    adds = opened.locator("tbody tr td:last-child").all_inner_texts()
    *items, total = (float(text) for text in adds)
    assert items
    assert sum(items) == total
