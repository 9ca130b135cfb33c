"""A round paired by hand: typed, dragged, cancelled without a trace; and by whose word."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults
from tests.web.desk_client import (
    PLAYERS,
    Visitor,
    event_with_entries,
    event_with_round,
    list_offices,
    new_event,
    serve_folder,
    words,
)
from topboard.errors import Problem, Refused
from topboard.event import actions
from topboard.web.accounts import Role
from topboard.web.folder_repository import FolderRepository

PASSWORD = "a long password"
CUT = "found => found.filter(one => one.scrollWidth > one.clientWidth).map(one => one.outerHTML)"


def journal(tmp_path):
    """The entries on disk."""
    return FolderRepository(tmp_path).event("spring-open").snapshot().entries


def checked_in(visitor) -> str:
    """Six players, all here: 1 and 4, 5 and 2, 3 and 6 by the rules, White first."""
    section = event_with_entries(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/check-in", all="1")
    return section


def pairs(entry) -> list[tuple[int, int]]:
    return [(t.white, t.black) for t in entry.act.tables]


def tile(page, label):
    """A place as it is shown with a script."""
    return page.get_by_role("button", name=re.compile(f"^{label}:"))


def test_opening_and_cancelling_manual_pairing_leaves_no_trace(
    address, visitor, open_page, tmp_path
):
    section = checked_in(visitor)
    before = journal(tmp_path)
    page = open_page(address)
    page.goto(f"{section}/pairing")
    page.get_by_role("link", name="Pair by hand").click()
    tile(page, "White on board 1").click()
    tile(page, "White on board 2").click()
    expect(page.locator("#told")).to_contain_text("have swapped places")
    page.get_by_role("link", name="Cancel").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("preview")
    assert journal(tmp_path) == before


def test_a_name_can_be_dragged_onto_another(address, visitor, open_page, tmp_path):
    section = checked_in(visitor)
    page = open_page(address)
    page.goto(f"{section}/manual")
    tile(page, "White on board 1").drag_to(tile(page, "Black on board 2"))
    page.get_by_label("Reason").fill("they asked for it")
    page.get_by_role("button", name="Save and finish").click()
    expect(page.locator("main")).to_contain_text("2 - 4, by the rules 2 - 5 and 4 - 1 (4.2.1)")
    page.get_by_role("button", name="Confirm").click()

    expect(page.locator("body")).to_contain_text(
        "The manual pairing is finished. Differences from the rules are marked."
    )
    begun, changed, ended = journal(tmp_path)[-3:]
    assert isinstance(begun.act, actions.BeginManual)
    assert pairs(changed) == [(2, 4), (5, 1), (3, 6)]
    assert isinstance(ended.act, actions.EndManual)
    assert changed.reason == "they asked for it"


def test_manual_pairing_works_with_the_keyboard_alone(address, visitor, open_page, tmp_path):
    section = checked_in(visitor)
    page = open_page(address)
    page.goto(f"{section}/manual")
    tile(page, "White on board 1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("1 Adams is selected. Choose")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(tile(page, "White on board 1")).to_have_text("5 Evans")
    page.keyboard.type("fro\n")
    expect(tile(page, "White on board 2")).to_have_text("6 Frost")
    expect(tile(page, "Black on board 3")).to_have_text("1 Adams")
    page.keyboard.type("nobody\n")
    expect(page.locator("#told")).to_contain_text(
        "No participant matches nobody, or more than one does."
    )
    page.get_by_role("button", name="Save pairings", exact=True).click()

    expect(page.locator("body")).to_contain_text("Pairings saved.")
    assert pairs(journal(tmp_path)[-1]) == [(5, 4), (6, 2), (3, 1)]


def test_two_players_are_paired_by_typing_without_scripts(address, visitor, open_page, tmp_path):
    section = checked_in(visitor)
    before = journal(tmp_path)
    page = open_page(address, width=390, java_script_enabled=False)
    page.goto(f"{section}/manual")
    page.get_by_label("Number or name").fill("adams")
    page.get_by_label("Opponent").fill("6")
    page.get_by_role("button", name="Pair them").click()

    expect(page.get_by_label("Black on board 1")).to_have_value("6 Frost")
    expect(page.get_by_label("Black on board 3")).to_have_value("4 Davis")
    assert journal(tmp_path) == before
    page.get_by_label("White on board 2").fill("2")
    page.get_by_label("Black on board 2").fill("evans")
    page.get_by_role("button", name="Save and finish").click()
    page.get_by_role("button", name="Confirm").click()
    assert pairs(journal(tmp_path)[-2]) == [(1, 6), (2, 5), (3, 4)]


def test_a_refused_manual_pairing_is_not_started(visitor, tmp_path):
    section = checked_in(visitor)
    before = journal(tmp_path)

    answer = visitor.send(f"{section}/manual", white=["1", "2"], black=["2", "3"], end="1")

    assert "In Main, this participant is paired more than once: Baker (#2)." in words(answer)
    assert journal(tmp_path) == before


def test_a_manual_pairing_is_discarded_for_an_automatic_one(visitor, tmp_path):
    section = checked_in(visitor)
    visitor.send(f"{section}/manual", white=["1"], black=["2"])
    assert "Continue manual pairing" in visitor.text(f"{section}/pairing")

    answer = visitor.send(f"{section}/manual", f"{section}/pairing", give_up="1")

    assert "Round 1 is paired but not published yet." in words(answer)
    assert isinstance(journal(tmp_path)[-1].act, actions.PairRound)
    assert pairs(journal(tmp_path)[-1]) == [(1, 4), (5, 2), (3, 6)]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_page_has_no_serious_accessibility_fault(colours, address, visitor, open_page):
    section = checked_in(visitor)
    page = open_page(address, width=390, color_scheme=colours)
    page.goto(f"{section}/manual")
    tile(page, "White on board 1").click()

    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize(
    ("script", "name"),
    [(True, "Venkataraman-Subramaniam, Radhakrishnan"), (False, "Lindqvist-Larsen, Carla")],
)
def test_every_name_is_shown_in_full_on_a_phone(script, name, address, visitor, open_page):
    section = checked_in(visitor)
    visitor.send(f"{section}/entries/1", name=name, rating="2200")
    page = open_page(address, width=390, java_script_enabled=script)
    page.goto(f"{section}/manual")
    expect(page.get_by_label("White on board 1", exact=True)).to_have_value(f"1 {name}")
    shown = page.locator(".target b" if script else "input[data-seat]")

    assert shown.count() >= 7
    assert shown.evaluate_all(CUT) == []


def test_every_name_is_shown_in_full_when_a_published_round_is_changed(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/entries/1", name="Lindqvist-Larsen, Carla", rating="2200")
    page = open_page(address, width=390)
    page.goto(f"{section}/rounds/1/change")
    page.get_by_text("All boards of the round").click()
    expect(page.get_by_label("White on board 1")).to_have_value("1 Lindqvist-Larsen, Carla")
    expect(page.get_by_label("White on board 1")).to_be_visible()
    seats = page.locator(".seats input")

    assert seats.count() == 8
    assert seats.evaluate_all(CUT) == []


# --- by whose word ------------------------------------------------------------------------------


def asked_for_half_a_point(visitor, section, number):
    return visitor.send(
        f"{section}/entries/{number}", f"{section}/absent", number=str(number), worth="half"
    )


def test_the_offered_offices_are_those_of_the_event(visitor):
    club = event_with_entries(visitor, "fide_dutch_2026")
    assert list_offices(asked_for_half_a_point(visitor, club, 1)) == ["Chief Arbiter", "director"]

    olympiad = event_with_round(visitor, "olympiad_2022")
    asked = visitor.send(f"{olympiad}/entries/1", f"{olympiad}/absent", number="1", round="2")
    assert list_offices(asked) == ["President of FIDE", "Chief Arbiter"]


def test_an_office_that_the_event_does_not_have_is_asked_for_again(visitor, tmp_path):
    section = event_with_entries(visitor, "fide_dutch_2026")
    before = journal(tmp_path)
    asked = asked_for_half_a_point(visitor, section, 1)

    again = visitor.send_again(
        asked, office="President of FIDE", authority="A. D.", reason="a wish"
    )

    assert list_offices(again) == ["Chief Arbiter", "director"]
    assert journal(tmp_path) == before


def test_the_deciding_office_is_remembered_only_for_the_session(tmp_path):
    FolderRepository(tmp_path).accounts.add_user("Chief", Role.CHIEF, PASSWORD)
    with serve_folder(tmp_path, open_to_all=False) as address:
        chief = Visitor(address)
        chief.send("/sign-in", name="Chief", password=PASSWORD)
        section = event_with_entries(chief, "fide_dutch_2026")
        asked = asked_for_half_a_point(chief, section, 1)
        chief.send_again(asked, office="director", authority="Dora Reed", reason="a wedding")

        again = asked_for_half_a_point(chief, section, 2)
        assert 'value="Dora Reed"' in again.text
        assert re.search(r'<option value="director" selected[^>]*>director<', again.text)

        chief.send(section, "/sign-out")
        chief.send("/sign-in", name="Chief", password=PASSWORD)
        assert "Dora Reed" not in asked_for_half_a_point(chief, section, 2).text


# --- one form is one transaction ----------------------------------------------------------------


def test_a_round_whose_drawing_of_lots_is_missing_is_not_paired(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=PLAYERS)
    visitor.send_again(preview)
    visitor.send(f"{section}/close-entries")
    before = journal(tmp_path)

    asked = visitor.send(f"{section}/pairing", publish="1")

    assert "No drawing of lots for the colours of round 1 has been recorded" in words(asked)
    assert journal(tmp_path) == before
    done = visitor.send_again(asked, reason="no lot here")
    assert "Round 1 is published." in words(done)
    made = [type(entry.act) for entry in journal(tmp_path)[len(before) :]]
    assert made == [actions.PairRound, actions.PublishRound]


def test_tables_are_not_saved_if_ending_the_manual_pairing_is_refused(
    visitor, tmp_path, monkeypatch
):
    section = checked_in(visitor)
    before = journal(tmp_path)

    def refuse(event, name):
        raise Refused([Problem("not now")])

    monkeypatch.setattr("topboard.web.desk.pairing.build_end_manual_pairing_action", refuse)
    answer = visitor.send(
        f"{section}/manual", white=["1", "2", "3"], black=["6", "5", "4"], end="1"
    )

    assert "not now" in words(answer)
    assert journal(tmp_path) == before


def test_a_round_of_rematches_needs_confirmation_and_is_not_started(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    boards = {f"t{table}b{board}": "=" for table in (1, 2, 3) for board in (1, 2, 3, 4)}
    visitor.send(f"{section}/results/1", **boards)
    before = journal(tmp_path)
    first = (
        FolderRepository(tmp_path).event("spring-open").snapshot().event.sections["Main"].rounds[0]
    )
    sides = [*first.meetings.values()]

    asked = visitor.send(
        f"{section}/manual",
        white=[str(m.black) for m in sides],
        black=[str(m.white) for m in sides],
        end="1",
    )

    assert words(asked).count("already met in round 1 (6.1).") == 3
    assert journal(tmp_path) == before
    done = visitor.send_again(asked, reason="the hall was flooded")
    assert "The manual pairing is finished" in words(done)
    again = visitor.send(f"{section}/pairing", f"{section}/publish")
    assert words(again).count("already met in round 1 (6.1).") == 3
