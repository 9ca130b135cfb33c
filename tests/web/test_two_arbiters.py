"""Two arbiters at one event: results side by side, and one overtaken by the other."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.desk_client import Visitor, event_with_round, words
from topboard.web.folder_repository import FolderRepository


def test_two_enter_results_of_different_tables_at_once(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    one, two = open_page(address), open_page(address)
    one.goto(f"{section}/results/1")
    two.goto(f"{section}/results/1")

    one.keyboard.press("1")
    expect(one.locator("#missing")).to_have_text("2")
    two.locator("input[name=t3]").focus()
    two.keyboard.press("0")
    expect(two.locator("#missing")).to_have_text("1")

    (main,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    assert [m.white_points for m in main.rounds[0].meetings.values()] == [10, 0, 0]


def test_a_second_result_for_one_table_is_refused_and_the_first_stays(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    one, two = open_page(address), open_page(address)
    one.goto(f"{section}/results/1")
    two.goto(f"{section}/results/1")

    one.keyboard.press("1")
    expect(one.locator("#missing")).to_have_text("2")
    two.keyboard.press("0")
    expect(two.locator("[data-table='1'] .saved.bad")).to_contain_text("has a result")

    (main,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    assert main.rounds[0].meetings[1].white_points == 10


def test_a_conflicting_action_is_reported_and_writes_nothing(address, visitor, tmp_path):
    from tests.web.desk_client import SEEN, TOKEN, event_with_entries

    section = event_with_entries(visitor, "dubov_1997")
    late = Visitor(address)
    shown = late.get(f"{section}/pairing").text
    visitor.send(f"{section}/entries/6", f"{section}/entries/6/withdraw", round="1")
    before = len(FolderRepository(tmp_path).event("spring-open").snapshot().entries)

    fields = {"token": TOKEN.search(shown)[1], "seen": SEEN.search(shown)[1], "publish": "1"}
    answer = late.http.post(f"{section}/pairing", data=fields)

    assert answer.status_code == 409
    assert "Someone else made a change first" in words(answer)
    assert "Withdraw #6" in words(answer)
    assert "Reload page" in words(answer)
    assert len(FolderRepository(tmp_path).event("spring-open").snapshot().entries) == before


def test_an_open_page_shows_that_somebody_else_acted(address, visitor, open_page):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.clock.install()
    page.goto(f"{section}/standings")
    expect(page.locator("#news")).to_be_hidden()

    visitor.send(f"{section}/results/1", t1="1")
    page.clock.run_for(6000)

    expect(page.locator("#news")).to_contain_text("has made changes since you opened this page.")
