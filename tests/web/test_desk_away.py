"""The desk goes away and comes back while somebody types: nothing is lost, nothing is doubled."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults
from tests.web.desk_client import Visitor, event_with_round, new_event, serve_folder
from topboard.event.actions import EnterResults
from topboard.event.results import describe_result_with_games
from topboard.web.accounts import Role
from topboard.web.folder_repository import FolderRepository

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PASSWORD = "a long password"


class Switch:
    """A desk that can be switched off and on, always at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running = serve_folder(folder)
        self.address = self._running.__enter__()

    def off(self) -> None:
        """Close the desk."""
        self._running.__exit__(None, None, None)

    def on(self) -> None:
        """Start it again, with a different key for its forms."""
        self._running = serve_folder(self.folder, port=urlsplit(self.address).port)
        self._running.__enter__()


@contextmanager
def switchable_desk(folder: Path) -> Iterator[Switch]:
    """A desk to be switched, off at the end."""
    switch = Switch(folder)
    try:
        yield switch
    finally:
        switch.off()


def results_put_down(folder: Path) -> list[tuple[int, ...]]:
    """The tables of each entry of results, in the order of the journal."""
    entries = FolderRepository(folder).event("spring-open").snapshot().entries
    return [
        tuple(result.table for result in entry.act.results)
        for entry in entries
        if isinstance(entry.act, EnterResults)
    ]


def results_on_disk(folder: Path) -> list[str]:
    """The results of round 1 on disk."""
    (section,) = FolderRepository(folder).event("spring-open").snapshot().event.sections.values()
    return [describe_result_with_games(meeting) for meeting in section.rounds[0].meetings.values()]


def test_results_typed_while_the_desk_is_unreachable_are_sent_in_order(tmp_path, open_page):
    with switchable_desk(tmp_path) as desk:
        section = event_with_round(Visitor(desk.address), "dubov_1997")
        page = open_page(desk.address)
        page.goto(f"{section}/results/1")
        page.keyboard.press("1")
        expect(page.locator("[data-table='1'] .saved")).to_contain_text("saved")
        desk.off()
        page.locator("[name=t3]").fill("0")
        page.keyboard.press("Enter")
        page.locator("[name=t2]").fill("5")
        page.keyboard.press("Enter")

        expect(page.locator("#away")).to_contain_text("The desk is not responding")
        expect(page.locator("[data-table='3'] .saved")).to_have_text("not saved yet")
        expect(page.locator("[data-table='2'] .saved")).to_have_text("not saved yet")
        assert faults(page) == []
        # Still to be changed, as nothing of it is anywhere else.
        page.locator("[name=t3]").fill("1")
        page.keyboard.press("Enter")
        desk.on()

        expect(page.get_by_text("All results of round 1 are in.")).to_be_visible()
        assert results_put_down(tmp_path) == [(1,), (3,), (2,)]
        assert results_on_disk(tmp_path) == ["1-0", "½-½", "1-0"]


def test_leaving_gives_a_warning_and_unsaved_input_is_restored(tmp_path, open_page):
    with switchable_desk(tmp_path) as desk:
        section = event_with_round(Visitor(desk.address), "dubov_1997")
        page = open_page(desk.address)
        page.goto(f"{section}/results/1")
        desk.off()
        page.keyboard.press("1")
        expect(page.locator("[data-table='1'] .saved")).to_have_text("not saved yet")
        with page.expect_event("dialog") as asked:
            page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        # An arbiter who leaves anyway, or whose browser crashes, finds it on the page again.
        with page.expect_event("close"):
            asked.value.accept()
        desk.on()
        again = page.context.new_page()
        again.goto(f"{section}/results/1")

        expect(again.locator("[data-table='1'] .saved")).to_contain_text("saved · 1-0")
        again.reload()
        expect(again.locator("#missing")).to_have_text("2")
        assert results_put_down(tmp_path) == [(1,)]


def test_a_result_whose_response_was_lost_is_not_recorded_twice(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    asked, lost = [], []

    def swallow(route):
        if route.request.method == "POST" and not asked:
            asked.append(route)
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route("**/results/1", swallow)
    page.keyboard.press("1")

    expect(page.locator("[data-table='1'] .saved")).to_contain_text("saved · 1-0")
    # On a slow machine the second request may be answered while the first is still fetched.
    for _ in range(600):
        if lost:
            break
        page.wait_for_timeout(50)
    assert lost == [200]
    assert results_put_down(tmp_path) == [(1,)]


def test_boards_of_a_match_are_not_recorded_twice(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    visitor.send(f"{section}/results/1", t2b1="1")
    before = results_put_down(tmp_path)
    visitor.http.headers["Accept"] = "application/json"

    same = visitor.send(f"{section}/results/1", t2b1="1", again="1")
    other = visitor.send(f"{section}/results/1", t2b2="0", again="1")

    assert same.json()["missing"] == other.json()["missing"] == 3
    assert results_put_down(tmp_path) == [*before, (2,)]


def test_a_result_typed_while_signed_out_is_sent_after_signing_in(tmp_path, open_page):
    FolderRepository(tmp_path).accounts.add_user("Chief", Role.CHIEF, PASSWORD)
    with serve_folder(tmp_path, open_to_all=False) as address:
        chief = Visitor(address)
        chief.send("/sign-in", name="Chief", password=PASSWORD)
        section = event_with_round(chief, "dubov_1997")
        page = open_page(address)
        page.goto(f"/sign-in?next={section}/results/1")
        page.get_by_label("Name").fill("Chief")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator("[name=t1]")).to_be_focused()
        page.context.clear_cookies()
        page.keyboard.press("1")

        expect(page.locator("#away")).to_contain_text("You have been signed out.")
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="Sign in (opens a new window)").click()
        door = opened.value
        door.get_by_label("Name").fill("Chief")
        door.get_by_label("Password").fill(PASSWORD)
        door.get_by_role("button", name="Sign in").click()
        expect(page.locator("[data-table='1'] .saved")).to_contain_text("saved · 1-0")
        assert results_put_down(tmp_path) == [(1,)]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_form_is_not_submitted_while_the_desk_is_unreachable(colours, tmp_path, open_page):
    with switchable_desk(tmp_path) as desk:
        section = new_event(Visitor(desk.address), "dubov_1997")
        page = open_page(desk.address, width=390, color_scheme=colours)
        page.goto(f"{section}/entries")
        desk.off()
        page.get_by_label("Name", exact=True).fill("Adams")
        page.get_by_role("button", name="Add player", exact=True).click()

        expect(page.locator("#away")).to_contain_text("your entries are still here")
        expect(page.get_by_label("Name", exact=True)).to_have_value("Adams")
        assert faults(page) == []
        desk.on()
        expect(page.locator("#away")).to_contain_text("The desk is back.")
        page.get_by_role("button", name="Add player", exact=True).click()
        # The forms of the desk have another token since: the page says so and asks once more.
        expect(page.locator("#not-done")).to_contain_text("the desk has been restarted since")
        page.get_by_role("button", name="Add player", exact=True).click()
        expect(page.locator("body")).to_contain_text("Adams was added.")


def test_two_windows_can_enter_results_while_the_desk_is_unreachable(tmp_path, open_page):
    with switchable_desk(tmp_path) as desk:
        section = event_with_round(Visitor(desk.address), "dubov_1997")
        one, two = open_page(desk.address), open_page(desk.address)
        for page in (one, two):
            page.goto(f"{section}/results/1")
        desk.off()
        one.keyboard.press("1")
        two.locator("[name=t1]").fill("0")
        two.keyboard.press("Enter")
        two.keyboard.press("5")
        for page in (one, two):
            expect(page.locator("[data-table='1'] .saved")).to_have_text("not saved yet")
        desk.on()

        expect(two.locator("[data-table='2'] .saved")).to_contain_text("saved · ½-½")
        said = [page.locator("[data-table='1'] .saved") for page in (one, two)]
        for place in said:
            expect(place).to_contain_text(re.compile("saved · |has a result"))
        assert sorted("has a result" in place.inner_text() for place in said) == [False, True]
        assert sorted(results_put_down(tmp_path)) == [(1,), (2,)]
