"""Two arbiters at one event: results side by side, and one overtaken by the other."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.desk_client import Visitor, event_with_round, words
from topboard.web.folder_repository import FolderRepository


def test_two_arbiters_enter_results_of_different_tables_at_once(
    address, visitor, open_page, tmp_path
):
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


def test_a_conflicting_action_is_reported_and_not_recorded(address, visitor, tmp_path):
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
    assert "Withdraw Frost (#6) from round 1 on" in words(answer)
    assert "Reload page" in words(answer)
    assert len(FolderRepository(tmp_path).event("spring-open").snapshot().entries) == before


def test_an_open_page_shows_that_another_user_acted(address, visitor, open_page):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.clock.install()
    page.goto(f"{section}/standings")
    expect(page.locator("#news")).to_be_hidden()

    visitor.send(f"{section}/results/1", t1="1")
    page.clock.run_for(6000)

    expect(page.locator("#news")).to_contain_text("has made changes since you opened this page.")


# --- results that fill in ---------------------------------------------------------------------


def test_rows_fill_in_when_another_arbiter_enters_results(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    visitor.send(f"{section}/results/1", t1="1", t3="0")

    told = page.locator("[data-table='1'] .saved")
    expect(told).to_have_text("arbiter on this machine entered 1-0 · Adams won")
    expect(page.locator("#missing")).to_have_text("1")
    expect(page.locator("#news")).to_be_hidden()
    # The focus is in the row that it was in, where a key asks before it changes anything.
    page.keyboard.press("0")
    expect(told).to_have_text("Correct 1-0 to 0-1? Press Enter, or Esc to keep 1-0.")
    visitor.send(f"{section}/results/1", t2="=")
    expect(page.get_by_text("All results of round 1 are in.")).to_be_visible()
    expect(page.get_by_label("New result on board 1")).to_have_value("0-1")


def test_a_result_being_typed_is_not_lost_silently(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.keyboard.type(" 1-0*")

    visitor.send(f"{section}/results/1", t1="0")

    told = page.locator("[data-table='1'] .saved.bad")
    expect(told).to_contain_text("entered 0-1")
    expect(told).to_contain_text("You typed 1-0*, which was not saved.")


def test_a_conflict_says_who_entered_what(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.route("**/last", lambda route: route.abort())
    page.goto(f"{section}/results/1")
    visitor.send(f"{section}/results/1", t1="0", t2="5")

    page.keyboard.type("15")

    told = page.locator("[data-table='1'] .saved.bad")
    expect(told).to_contain_text(
        "Board 1 already has a result: arbiter on this machine entered 0-1."
    )
    expect(told).to_contain_text("You typed 1-0, which was not saved.")
    expect(page.locator("[data-table='1'] .entered")).to_have_text("0-1")
    # The same result twice is no conflict, and is recorded once.
    expect(page.locator("[data-table='2'] .saved.good")).to_contain_text("saved · ½-½")
    entries = FolderRepository(tmp_path).event("spring-open").snapshot().entries
    assert [type(entry.act).__name__ for entry in entries[-2:]] == ["PublishRound", "EnterResults"]


def test_a_correction_of_a_result_that_has_changed_is_refused(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1")
    page = open_page(address)
    page.route("**/last", lambda route: route.abort())
    # The page hears of nothing but the answer to its own correction.
    page.route("**/live*", lambda route: route.abort())
    page.goto(f"{section}/results/1")
    visitor.send(f"{section}/results/1/1", t1="0")
    # Results of other boards are no reason to refuse it.
    visitor.send(f"{section}/results/1", t2="1")

    for key in ("ArrowUp", "5", "Enter"):
        page.keyboard.press(key)

    told = page.locator("[data-table='1'] .saved.bad")
    expect(told).to_contain_text("entered 0-1")
    expect(page.get_by_label("New result on board 1")).to_have_value("½-½")
    (main,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    assert main.rounds[0].meetings[1].black_points == 10


def test_a_result_removed_elsewhere_can_be_entered_again(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    visitor.send(f"{section}/results/1/1", remove="1")
    expect(page.locator("[data-table='1'] .saved")).to_have_text("The result 1-0 was removed.")
    page.locator("input[name=t1]").press("0")

    expect(page.locator("[data-table='1'] .saved.good")).to_contain_text("saved · 0-1")


def test_boards_of_a_match_fill_in_when_entered_elsewhere(address, visitor, open_page):
    section = event_with_round(visitor, "olympiad_2022")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    visitor.send(f"{section}/results/1", t1b1="1", t1b2="1", t1b3="5", t1b4="0")

    expect(page.locator("[data-cell=t1b3] .entered")).to_have_text("½-½")
    expect(page.locator("[data-table='1'] .total")).to_have_text("2½-1½")
    expect(page.locator("#missing")).to_have_text("2")


def test_a_page_that_cannot_show_the_changes_asks_for_a_reload(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    # As after the publication of the round was undone.
    page.route("**/live", lambda route: route.fulfill(status=422, json={"kind": "refused"}))

    visitor.send(f"{section}/results/1", t1="1")

    expect(page.locator("#news")).to_contain_text("has made changes since you opened this page.")


def test_a_page_with_a_changed_pairing_asks_for_a_reload(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.evaluate("document.querySelector('#results').dataset.pairing = '0'")

    visitor.send(f"{section}/results/1", t1="1")

    expect(page.locator("#news")).to_contain_text("has made changes since you opened this page.")
    expect(page.locator("input[name=t1]")).to_be_editable()


def test_live_update_data_contains_every_row_and_the_author(address, visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t2="1")

    answer = visitor.get(f"{section}/results/1/live")

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    told = answer.json()
    assert (told["who"], told["missing"]) == ("arbiter on this machine", 2)
    assert {table: row["cells"] for table, row in told["rows"].items()} == {
        "1": {"t1": ""},
        "2": {"t2": "1-0"},
        "3": {"t3": ""},
    }
    assert visitor.get(f"{section}/results/2/live").status_code == 422
