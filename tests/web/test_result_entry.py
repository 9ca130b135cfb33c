"""Results typed by keyboard alone, at every table of a round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import Visitor, event_with_round, serve_folder, words
from topboard.event.results import format_result
from topboard.web.accounts import Role
from topboard.web.folder_repository import FolderRepository


def results(tmp_path):
    """The results of round 1 as they are on disk."""
    (stem,) = FolderRepository(tmp_path).list_event_slugs()
    (section,) = FolderRepository(tmp_path).event(stem).snapshot().event.sections.values()
    return [format_result(meeting) for meeting in section.rounds[0].meetings.values()]


def test_a_key_saves_the_result_and_the_cursor_moves_on(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    expect(page.locator("input[name=t1]")).to_be_focused()

    fill = "getComputedStyle(document.querySelector('#t{} td')).backgroundColor"
    assert page.evaluate(fill.format(1)) != page.evaluate(fill.format(2)), "the row is marked"
    page.keyboard.press("1")
    expect(page.locator("input[name=t2]")).to_be_focused()
    expect(page.locator("#missing")).to_have_text("2")
    expect(page.locator("[data-table='1'] .saved")).to_contain_text("saved")
    assert results(tmp_path) == ["1-0", "", ""]

    page.keyboard.press("=")
    page.keyboard.press("0")
    expect(page.get_by_text("All results of round 1 are in.")).to_be_visible()
    assert results(tmp_path) == ["1-0", "½-½", "0-1"]


def test_input_longer_than_one_key_waits_for_enter(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    page.keyboard.type("+:-")
    assert results(tmp_path) == ["", "", ""]
    page.keyboard.press("Enter")
    expect(page.locator("#missing")).to_have_text("2")
    expect(page.locator("input[name=t2]")).to_be_focused()
    assert results(tmp_path) == ["+:-", "", ""]


def test_a_result_can_be_typed_in_full_after_a_space(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    page.keyboard.type(" 1-0", delay=30)
    page.keyboard.press("Enter")
    page.keyboard.type(" ½-½*", delay=30)
    page.keyboard.press("Enter")
    page.keyboard.type(" 1-0*", delay=30)
    page.keyboard.press("Enter")
    expect(page.get_by_text("All results of round 1 are in.")).to_be_visible()

    assert results(tmp_path) == ["1-0", "½-½*", "1-0*"]


def test_the_counts_of_missing_results_and_unfinished_games_follow_each_result(
    address, visitor, open_page
):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    page.keyboard.type("1 =*")
    page.keyboard.press("Enter")
    expect(page.locator("#missing")).to_have_text("1")
    expect(page.locator("#unfinished")).to_have_text("Unfinished: 1")

    visitor.send(f"{section}/results/1", t3="0-1")
    expect(page.locator("#missing")).to_have_text("0")
    expect(page.locator("#unfinished")).to_have_text("Unfinished: 1")
    visitor.send(f"{section}/results/1/2", t2="1-0")
    expect(page.locator("#unfinished")).to_be_hidden()


def test_results_of_fast_typed_keys_are_saved_one_by_one(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    page.keyboard.type("10=")
    expect(page.get_by_text("All results of round 1 are in.")).to_be_visible()

    assert results(tmp_path) == ["1-0", "0-1", "½-½"]


def test_x_is_not_a_result(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    page.keyboard.type("x")
    page.keyboard.press("Enter")

    expect(page.locator("[data-table='1'] .saved.bad")).to_contain_text("x is not a result.")
    assert results(tmp_path) == ["", "", ""]


def test_an_invalid_result_is_reported_and_stays_in_the_field(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    page.keyboard.type("abc")
    page.keyboard.press("Enter")

    told = page.locator("[data-table='1'] .saved.bad")
    expect(told).to_contain_text("abc is not a result.")
    expect(page.locator("input[name=t1]")).to_have_class(re.compile(r"\bbad\b"))
    assert results(tmp_path) == ["", "", ""]


def test_an_unusual_result_leads_to_the_page_where_it_is_confirmed(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.keyboard.type(".5-0")
    page.keyboard.press("Enter")
    told = page.locator("[data-table='1'] .saved.bad")
    uneven = "Board 1: the points of the two players do not add up to 1."
    expect(told).to_contain_text(f"{uneven} Continue on this board's page.")

    page.get_by_role("link", name="More about board 1").click()
    page.locator("input[name=t1]").fill(".5-0")
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_role("alert")).to_contain_text(uneven)
    page.get_by_role("button", name="Confirm").click()

    expect(page.get_by_text("Board 1 was changed.")).to_be_visible()
    assert results(tmp_path) == ["½-0", "", ""]


def test_boards_of_a_match_are_saved_one_by_one(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    expect(page.locator("input[name=t1b1]")).to_be_focused()

    page.keyboard.type("15")
    expect(page.locator("[data-table='1'] .saved")).to_contain_text("saved · 1-0, ½-½, …, …")
    page.reload()
    expect(page.locator("[data-table='1']")).to_contain_text("½-½")
    expect(page.locator("input[name=t1b3]")).to_be_focused()
    assert results(tmp_path) == ["", "", ""]
    page.keyboard.type("01")

    expect(page.locator("#missing")).to_have_text("2")
    expect(page.locator("input[name=t2b1]")).to_be_focused()
    assert results(tmp_path) == ["2½-1½", "", ""]


def test_two_arbiters_can_enter_boards_of_one_match(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    first, second = open_page(address), open_page(address)
    for page in (first, second):
        page.goto(f"{section}/results/1")
    first.locator("input[name=t1b1]").press("1")
    expect(first.locator("[data-table='1'] .saved")).to_contain_text("saved")
    second.locator("input[name=t1b4]").press("0")
    expect(second.locator("[data-table='1'] .saved")).to_contain_text("saved · 1-0, …, …, 0-1")


def test_arrow_keys_move_between_the_tables(address, visitor, open_page):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("input[name=t3]")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("input[name=t2]")).to_be_focused()


def test_a_roster_is_reordered_with_its_arrows(address, visitor, open_page, tmp_path):
    from tests.web.desk_client import event_with_entries

    section = event_with_entries(visitor, "olympiad_2022")
    page = open_page(address)
    page.goto(f"{section}/entries/1")

    page.get_by_role("button", name="Move Ash 2 up").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("body")).to_contain_text("Changes to Ash saved.")

    (main,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    assert [p.name for p in main.competitors[1].players][:3] == ["Ash 2", "Ash 1", "Ash 3"]


def test_a_result_can_be_corrected_in_place(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    visitor.send(f"{section}/results/1", t1="1-0", t2="0-1")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    page.get_by_text("2 finished boards").click()
    page.get_by_role("link", name="Correct result of board 2").click()
    page.get_by_label("New result on board 2").fill("½-½")
    page.get_by_label("Reason").fill("misread")
    page.keyboard.press("Enter")
    expect(page.locator("[data-table='2'] .entered")).to_have_text("½-½")
    expect(page.locator("[data-table='2'] .saved")).to_contain_text("saved")
    assert results(tmp_path) == ["1-0", "½-½", ""]

    page.get_by_role("link", name="Correct result of board 1").click()
    page.get_by_label("New result on board 1").fill("nothing")
    page.get_by_role("button", name="Save result", exact=True).click()
    expect(page.locator("[data-table='1'] .saved.bad")).to_contain_text("nothing is not a result.")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-table='1'] .entered")).to_have_text("1-0")
    assert "misread" in visitor.text(f"{section.partition('/s/')[0]}/history")


def test_typing_a_table_number_leads_to_its_table(address, visitor, open_page):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.get_by_label("Go to board").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("input[name=t3]")).to_be_focused()
    assert str(visitor.get(f"{section}/results/1?table=2").url).endswith("/results/1#t2")
    page.get_by_label("Go to board").fill("9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("This round has no board 9.")
    expect(page.get_by_label("Go to board")).to_be_focused()
    assert "This round has no board 9." in words(visitor.get(f"{section}/results/1?table=9"))


def test_touch_screens_have_three_large_buttons(address, visitor, browser, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    tablet = browser.new_context(base_url=address, has_touch=True, is_mobile=True)
    page = tablet.new_page()
    page.goto(f"{section}/results/1")
    for board, key in enumerate("1½01", start=1):
        row = page.locator(f"[data-table='1'] tr:has(input[name=t1b{board}])")
        button = row.get_by_role("button").filter(has_text=key)
        size = button.bounding_box()
        assert min(size["width"], size["height"]) >= 48
        button.tap()
        expect(page.locator(f"input[name=t1b{board}]")).to_be_disabled()
    expect(page.locator("#missing")).to_have_text("2")
    assert results(tmp_path) == ["2½-1½", "", ""]
    tablet.close()


@pytest.mark.parametrize("system", ["fide_dutch_2026", "olympiad_2022"])
def test_help_covers_touch_on_a_phone_and_the_keyboard_elsewhere(
    system, address, visitor, open_page
):
    section = event_with_round(visitor, system)
    visitor.send(f"{section}/results/1", f"{section}/results/1/phones", mode="accept")
    phone = open_page(address, width=390, has_touch=True, is_mobile=True)
    computer = open_page(address, width=390)
    for page, shown, hidden in ((phone, ".touch", ".keys"), (computer, ".keys", ".touch")):
        page.goto(f"{section}/results/1")
        expect(page.locator(shown).first).to_be_visible()
        expect(page.locator(hidden).filter(visible=True)).to_have_count(0)
        page.emulate_media(media="print")
        expect(page.locator(".touch, .keys").filter(visible=True)).to_have_count(0)


def test_recorded_results_are_printed_even_if_one_is_missing(address, visitor, open_page):
    section = event_with_round(visitor, "dubov_1997")
    visitor.send(f"{section}/results/1", t1="1-0", t2="0-1")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.emulate_media(media="print")
    expect(page.locator("[data-table='1'] .entered")).to_be_visible()
    expect(page.get_by_role("button", name="Save results")).to_be_hidden()


# --- who won, and corrections by keyboard -----------------------------------------------------


def test_a_saved_row_says_in_words_who_won(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    told = [page.locator(f"[data-table='{board}'] .saved") for board in (1, 2, 3)]

    page.keyboard.type("05")
    expect(told[0]).to_have_text("saved · 0-1 · Davis won")
    expect(told[1]).to_have_text("saved · ½-½ · Draw")
    page.keyboard.type("+")
    page.keyboard.press("Enter")
    expect(told[2]).to_have_text(re.compile(r"saved · \+:- · \w+ won by forfeit"))
    page.reload()
    expect(told[0]).to_have_text("Davis won")


def test_a_typing_error_can_be_corrected_by_keyboard(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    told = page.locator("[data-table='1'] .saved")

    page.keyboard.press("1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    expect(told).to_have_text("Correct 1-0 to 0-1? Press Enter, or Esc to keep 1-0.")
    # The question may be asked before the answer to the first result is there.
    expect(page.locator("#missing")).to_have_text("2")
    assert results(tmp_path) == ["1-0", "", ""]
    page.keyboard.press("Escape")
    expect(told).to_have_text("saved · 1-0 · Adams won")
    page.keyboard.press("0")
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(page.locator("input[name=t2]")).to_be_focused()
    expect(told).to_have_text("saved · ½-½ · Draw")
    page.keyboard.press("1")
    expect(page.locator("#missing")).to_have_text("1")
    assert results(tmp_path) == ["½-½", "1-0", ""]


def test_a_longer_correction_is_typed_and_checked(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1-0")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    told = page.locator("[data-table='1'] .saved")

    for key in ("ArrowUp", " ", "x", "Enter"):
        page.keyboard.press(key)
    expect(told).to_contain_text("x is not a result.")
    page.keyboard.press("Backspace")
    page.keyboard.type("-:+")
    page.keyboard.press("Enter")
    expect(told).to_contain_text("won by forfeit")
    assert results(tmp_path) == ["-:+", "", ""]


def test_a_late_correction_is_confirmed_by_a_second_enter(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "cfc_swiss")
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")
    visitor.send(f"{section}/pairing", publish="1")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    told = page.locator("[data-table='2'] .saved")

    page.get_by_label("Go to board").fill("2")
    page.keyboard.press("Enter")
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(told).to_contain_text("Round 2 was paired with the old result.")
    expect(told).to_contain_text("To correct the result anyway, press Enter again.")
    assert results(tmp_path) == ["1-0", "1-0", "1-0"]
    page.get_by_label("New result on board 2").press("Enter")
    expect(told).to_contain_text("saved · 0-1")
    assert results(tmp_path) == ["1-0", "0-1", "1-0"]


def test_a_board_of_a_match_can_be_corrected_by_keyboard(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.keyboard.type("11")
    expect(page.locator("[data-table='1'] .saved")).to_contain_text("saved · 1-0, 1-0, …, …")

    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(page.locator("[data-table='1'] .saved")).to_contain_text("saved · 1-0, 0-1, …, …")
    expect(page.locator("input[name=t1b3]")).to_be_focused()
    page.keyboard.type("11")
    expect(page.locator("[data-table='1'] .saved")).to_have_text(re.compile("3-1 · .* won"))
    assert results(tmp_path) == ["3-1", "", ""]


def test_the_entry_desk_cannot_correct_results(tmp_path, browser):
    accounts = FolderRepository(tmp_path).accounts
    accounts.add_user("anna", Role.CHIEF, "correct horse battery")
    accounts.add_user("post", Role.ENTRY_POST, "correct horse battery")
    with serve_folder(tmp_path, open_to_all=False) as address:
        anna = Visitor(address)
        anna.send("/sign-in", name="anna", password="correct horse battery")
        section = event_with_round(anna, "fide_dutch_2026")
        context = browser.new_context(base_url=address)
        page = context.new_page()
        page.goto("/sign-in")
        page.get_by_label("Name").fill("post")
        page.get_by_label("Password").fill("correct horse battery")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("link", name="Spring Open").first).to_be_visible()
        page.goto(f"{section}/results/1")
        for key in ("1", "ArrowUp", "0"):
            page.keyboard.press(key)
        expect(page.locator(".correction")).to_have_count(0)
        expect(page.locator("[data-table='1']")).to_contain_text("1-0")
        assert results(tmp_path) == ["1-0", "", ""]
        context.close()


def test_a_result_is_chosen_in_words_and_a_typed_one_counts_more(visitor, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = f"{section}/results/1/1"
    assert "checked" not in visitor.get(page).text

    visitor.send(page, choice="-:+", t1="")
    assert results(tmp_path)[0] == "-:+"
    assert re.search(r'value="-:\+" checked', visitor.get(page).text)
    assert 'placeholder="-:+"' not in visitor.get(page).text
    visitor.send(page, choice="-:+", t1="0", reason="he came")
    assert results(tmp_path)[0] == "0-1"


def test_a_match_has_one_form_for_its_boards_and_one_for_the_whole(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    page = visitor.get(f"{section}/results/1/1").text
    boards, whole = page[page.index("t1b1") :].split("Result of the whole match")
    assert "Save boards" in boards
    assert 'name="t1.unrated"' not in boards
    assert "unfinished" in whole
    assert "t1first1" not in whole

    refused = visitor.send(f"{section}/results/1/1", f"{section}/results/1/1", t1="9-9", choice="")
    assert 'value="9-9"' in refused.text
    asked = visitor.send(f"{section}/results/1/1", f"{section}/results/1/1", choice="-:-")
    visitor.send_again(asked)
    assert results(tmp_path)[0] == "-:-"


def test_finished_boards_are_folded_above_those_in_play(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1", t2="½-½*")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    expect(page.locator("details.finished summary")).to_have_text("1 finished board")
    expect(page.locator("details.finished tr[data-table]")).to_have_count(1)
    expect(page.locator("tr[data-table='1']")).to_be_hidden()
    expect(page.locator("tr[data-table='2']")).to_be_visible()
    expect(page.locator("input[name=t3]")).to_be_focused()
    expect(page.locator("input[name=t3]")).to_be_in_viewport()
    # What was just saved stays in sight, and says who won, also without the script.
    saved = visitor.send(f"{section}/results/1/1", t1="0-1", reason="misread").text
    assert '<span class="saved" role="status">Davis won' in saved
    assert "finished board" not in saved
    # A number and an arrow reach the folded boards, too.
    page.get_by_label("Go to board").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell=t1] .entered")).to_be_focused()
    # All results are in: nothing is folded any more.
    visitor.send(f"{section}/results/1", t3="1")
    page.goto(f"{section}/results/1")
    expect(page.locator("details.finished")).to_have_count(0)
    expect(page.locator("tr[data-table]:visible")).to_have_count(3)


def test_the_finished_boards_stay_open_once_they_were_opened(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-cell=t1] .entered")).to_be_focused()
    page.reload()
    expect(page.locator("tr[data-table='1']")).to_be_hidden()

    page.get_by_text("1 finished board").click()
    page.reload()
    expect(page.locator("tr[data-table='1']")).to_be_visible()
    page.get_by_text("1 finished board").click()
    page.reload()
    expect(page.locator("tr[data-table='1']")).to_be_hidden()


@pytest.mark.parametrize(("width", "more"), [(1280, {}), (390, {"has_touch": True})])
def test_no_row_moves_while_results_are_entered(width, more, address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1")
    page = open_page(address, width=width, **more)
    page.goto(f"{section}/results/1")
    places = "all => all.map(one => one.getBoundingClientRect().top + scrollY)"
    before = page.locator("#results > .scroll tr[data-table]").evaluate_all(places)

    page.locator("tr[data-table='2'] .fingers button").nth(1).click()
    expect(page.locator("tr[data-table='2'] .saved")).to_have_text("saved · ½-½ · Draw")

    after = page.locator("#results > .scroll tr[data-table]").evaluate_all(places)
    assert after == before


@pytest.mark.parametrize(("width", "more"), [(1280, {}), (390, {"has_touch": True})])
def test_the_count_stays_in_sight_and_axe_finds_nothing(width, more, address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1")
    page = open_page(address, width=width, reduced_motion="reduce", **more)
    page.goto(f"{section}/results/1")
    page.get_by_text("1 finished board").click()
    page.locator("tr[data-table='2'] .fingers button").first.click()
    expect(page.locator("tr[data-table='2'] .saved")).to_contain_text("saved")
    page.locator("[data-cell=t1] .entered").click()
    assert faults_in_light_and_dark(page) == []

    page.set_viewport_size({"width": width, "height": 300})
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("#missing")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_click_on_a_button_saves_and_marks_the_next_row(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.get_by_role("button", name="Board 2: ").filter(has_text="0").click()

    expect(page.locator("input[name=t3]")).to_be_focused()
    page.keyboard.press("5")
    expect(page.locator("#missing")).to_have_text("1")
    assert results(tmp_path) == ["", "0-1", "½-½"]


def test_the_winner_is_bold_and_the_score_leads_to_its_correction(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    weight = "one => Number(getComputedStyle(one).fontWeight)"
    white, black = (page.locator(f"#t1 td:nth-child({n}) > a") for n in (2, 4))
    page.keyboard.press("0")
    expect(page.locator("#t1 .saved")).to_contain_text("Davis won")
    assert (white.evaluate(weight), black.evaluate(weight)) == (400, 700)
    page.locator("#t1 .entered").press("Enter")
    page.get_by_label("New result on board 1").press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#t1 .saved")).to_contain_text("Adams won")
    assert (white.evaluate(weight), black.evaluate(weight)) == (700, 400)
    score = page.get_by_role("link", name="1-0. Correct result of board 1")
    assert score.get_attribute("href") == f"{section}/results/1/1"
    expect(page.get_by_role("link", name="More about board 1")).to_be_hidden()


def test_enter_in_the_last_row_belongs_to_the_key_before_it(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.keyboard.type("1")
    page.keyboard.type("1")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#missing")).to_have_text("0")
    expect(page.locator("[data-cell=t3] .entered")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".correction")).to_have_count(0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_label("New result on board 2")).to_be_focused()


def test_each_round_is_reached_from_the_results_of_another(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    assert 'class="rounds"' not in visitor.get(f"{section}/results/1").text
    visitor.send(f"{section}/results/1", t1="1", t2="1", t3="1")
    visitor.send(f"{section}/pairing", publish="1")

    page = visitor.get(f"{section}/results/2").text

    assert f'<a href="{section}/results/1">1</a>' in page
    assert '<b aria-current="page">2</b>' in page
    # Rating and points before the round are beside each name.
    assert "Adams 2200 (1)" in words(visitor.get(f"{section}/results/2"))
    assert "Adams 2200 (0)" in words(visitor.get(f"{section}/results/1"))


def test_a_match_in_progress_shows_its_score_so_far(address, visitor, open_page):
    section = event_with_round(visitor, "olympiad_2022")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    page.keyboard.type("15")
    total = page.locator("#t1 .total")
    expect(total).to_have_text("1½-½ so far")
    page.reload()
    expect(total).to_have_text("1½-½ so far")
    colours = page.locator("#t1 tbody tr").nth(1).locator(".colour").all_inner_texts()
    assert colours == ["B", "W"]
    page.keyboard.type("01")
    expect(total).to_have_text("2½-1½")


def test_unfinished_games_are_on_the_overviews_until_they_are_resolved(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    event = section.partition("/s/")[0]
    visitor.send(f"{section}/results/1", t1="1", t2="½-½*", t3="1")
    visitor.send(f"{section}/pairing", publish="1")

    for page in (section, event):
        assert "1 game is unfinished: Round 1, board 2:" in visitor.text(page)
    visitor.send(f"{section}/results/1/2", t2="1-0")
    for page in (section, event):
        assert "unfinished" not in visitor.text(page)
