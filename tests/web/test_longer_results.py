"""Results that are longer than one key, keys that go wrong, and corrections that wait."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st
from playwright.sync_api import expect

from tests.web.accessibility import faults
from tests.web.desk_client import event_with_round, words
from tests.web.result_page import format_typed_result
from topboard.errors import BadInput
from topboard.event.results import format_result
from topboard.web.desk.results import KEYS, LONGER
from topboard.web.folder_repository import FolderRepository


def results(tmp_path):
    """The results of round 1 as they are on disk."""
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return [format_result(meeting) for meeting in section.rounds[0].meetings.values()]


def test_a_longer_result_is_shown_while_it_is_typed(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    one, two = page.locator("input[name=t1]"), page.locator("input[name=t2]")
    told = page.locator("[data-table='1'] .saved")

    page.keyboard.type(" 1-0*")
    expect(one).to_be_focused()
    expect(one).to_have_value("1-0*")
    expect(told).to_have_text(re.compile("Type the result and press Enter"))
    assert faults(page) == []
    page.keyboard.press("ArrowDown")
    expect(two).to_be_focused()
    expect(told).to_have_text("not saved yet")
    page.keyboard.press("0")
    expect(page.locator("[data-table='2'] .saved.good")).to_contain_text("0-1")
    one.press("Enter")

    expect(page.locator("[data-table='1'] .saved.good")).to_contain_text("1-0*")
    assert results(tmp_path) == ["1-0*", "0-1", ""]


def test_a_result_typed_in_full_out_of_habit_stays_in_the_field_in_error(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    for key in ("1", "-", "0", "Enter", "0", "-", "1", "Enter"):
        page.keyboard.press(key)

    expect(page.locator("input[name=t2]")).to_be_focused()
    told = page.locator("[data-table='2'] .saved.bad")
    expect(told).to_contain_text("-00-1 is not a result. To type a full result, press Esc")
    expect(page.locator("#missing")).to_have_text("2")
    assert results(tmp_path) == ["1-0", "", ""]
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    expect(page.locator("#missing")).to_have_text("1")
    assert results(tmp_path) == ["1-0", "0-1", ""]


def test_a_key_held_down_enters_one_result(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    for _ in range(5):
        page.keyboard.down("1")
    page.keyboard.up("1")

    expect(page.locator("#missing")).to_have_text("2")
    expect(page.locator("input[name=t2]")).to_be_focused()
    assert results(tmp_path) == ["1-0", "", ""]


def test_a_refused_result_is_never_shown_in_green(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    visitor.send(f"{section}/results/1", t1="0-1")

    page.keyboard.type("1=")

    expect(page.locator("[data-table='2'] .saved.good")).to_contain_text("saved · ½-½")
    expect(page.locator("[data-table='1'] .saved.bad")).to_contain_text("has a result")
    expect(page.locator(".saved.good")).to_have_count(1)
    assert results(tmp_path) == ["0-1", "½-½", ""]


def test_input_from_a_keyboard_that_names_no_keys_is_accepted(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address, width=390)
    page.goto(f"{section}/results/1")

    page.keyboard.insert_text("½")
    expect(page.locator("input[name=t2]")).to_be_focused()
    page.keyboard.insert_text("1-0*")
    expect(page.locator("input[name=t2]")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("#missing")).to_have_text("1")
    assert results(tmp_path) == ["½-½", "1-0*", ""]


@given(st.text(alphabet="0123459½.,:-+=*Ff/\N{EN DASH}", max_size=8))
def test_the_page_and_the_desk_agree_on_what_is_a_result(text):
    on_page = bool(re.search(LONGER, text, re.IGNORECASE)) or text in KEYS
    try:
        format_typed_result(text)
        at_the_desk = True
    except BadInput:
        at_the_desk = False
    assert on_page == at_the_desk


def test_a_key_is_compared_with_the_last_of_two_pending_corrections(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    visitor.send(f"{section}/results/1", t1="1-0")
    page = open_page(address)
    # The desk is not reached before the route is taken away.
    page.route("**/results/1/1", lambda _: None)
    page.goto(f"{section}/results/1")
    told = page.locator("[data-table='1'] .saved")

    page.get_by_text("1 finished board").click()
    for result in ("0", "5"):
        page.locator("[data-cell=t1] .entered").focus()
        page.keyboard.press(result)
        page.keyboard.press("Enter")
        expect(page.locator("input[name=t2]")).to_be_focused()
    page.locator("[data-cell=t1] .entered").focus()
    page.keyboard.press("0")

    # 0-1 is the first correction, and no longer what the row will have.
    expect(told).to_have_text("Correct ½-½ to 0-1? Press Enter, or Esc to keep ½-½.")
    page.keyboard.press("5")
    expect(told).to_have_text("Type the correct result and press Enter, or Esc to keep ½-½.")
    page.keyboard.press("Escape")
    page.unroute("**/results/1/1")
    expect(page.locator("[data-cell=t1] .entered")).to_have_text("½-½")
    assert results(tmp_path) == ["½-½", "", ""]


@pytest.mark.parametrize(
    ("system", "told", "hint"),
    [
        ("dubov_1997", "1 result was saved.", "1-0* or"),
        (
            "fide_dutch_2026",
            "Board 1: an adjourned game counts as a draw. Enter it as ½-½* (C.04.2 3.1).",
            "counts as a draw for now",
        ),
    ],
)
def test_an_unfinished_win_is_saved_or_refused_with_its_reason(
    system, told, hint, visitor, tmp_path
):
    section = event_with_round(visitor, system)

    answer = words(visitor.send(f"{section}/results/1", t1="1-0*"))

    assert told in answer
    assert hint in answer
    assert ("1-0*" in results(tmp_path)) == ("saved" in told)
    assert "saved" in words(visitor.send(f"{section}/results/1", t2="½-½*"))
    assert "½-½*" in results(tmp_path)
