"""Byes of several players and rounds on one page, late entries in a list, and checked fields."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import event_with_entries, new_event, words
from topboard.model import HalfPointBye, Number, Request, ZeroPointBye
from topboard.web.folder_repository import FolderRepository

FIDE = "fide_dutch_2026"
RULING = {"office": "Chief Arbiter", "authority": "Ann Lee", "reason": "as announced"}
HALF, ZERO = HalfPointBye(), ZeroPointBye()


def snapshot(tmp_path):
    return FolderRepository(tmp_path).event("spring-open").snapshot()


def section_of(tmp_path):
    (found,) = snapshot(tmp_path).event.sections.values()
    return found


def byes_of(tmp_path) -> list[Request]:
    return sorted(section_of(tmp_path).requests, key=lambda one: (one.number, one.round))


def save(visitor, section: str, *byes: str, **fields):
    numbers = [str(n) for n in range(1, 7)]
    texts = [*byes, *[""] * (6 - len(byes))]
    return visitor.send(f"{section}/byes", number=numbers, byes=texts, **fields)


# --- the page of byes ---------------------------------------------------------------------------


def test_byes_of_several_players_and_rounds_are_saved_at_once(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)

    done = save(visitor, section, "H1 Z3", "", "z2", **RULING)

    assert "3 byes were changed." in words(done)
    assert byes_of(tmp_path) == [
        Request(Number(1), 1, HALF),
        Request(Number(1), 3, ZERO),
        Request(Number(3), 2, ZERO),
    ]
    entries = [one for one in snapshot(tmp_path).entries if type(one.act).__name__ == "RequestBye"]
    assert [one.authority for one in entries] == ["Chief Arbiter: Ann Lee", "", ""], (
        "only where the text leaves it to somebody"
    )


def test_players_and_rounds_are_added_to_existing_ones(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)

    done = save(visitor, section, "Z1", players="1, 4 6", rounds="1,2", worth="zero")

    assert "6 byes were changed." in words(done)
    found = [(one.number, one.round) for one in byes_of(tmp_path)]
    assert found == [(n, r) for n in (1, 4, 6) for r in (1, 2)]


def test_a_bye_is_changed_and_cancelled_in_its_field(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)
    save(visitor, section, "Z1 Z2", "Z1")

    save(visitor, section, "H1 Z2", "", **RULING)

    assert byes_of(tmp_path) == [Request(Number(1), 1, HALF), Request(Number(1), 2, ZERO)]
    assert "No bye was changed." in words(save(visitor, section, "Z2 H1"))


@pytest.mark.parametrize(
    ("byes", "fields", "what"),
    [
        (("Z1", "X2"), {}, "this is not a bye"),
        (("Z1", "Z9"), {}, "There is no round 9. The section has only 3 rounds."),
        (("Z1",), {"players": "77", "rounds": "1"}, "#77"),
        (("Z1",), {"players": "2", "rounds": ""}, "no numbers were entered"),
    ],
)
def test_nothing_is_saved_if_one_bye_is_wrong(visitor, tmp_path, byes, fields, what):
    section = event_with_entries(visitor, FIDE)

    refused = save(visitor, section, *byes, **fields)

    assert refused.status_code == 422
    assert what in words(refused)
    assert 'value="Z1"' in refused.text, "what was typed comes back"
    assert byes_of(tmp_path) == []


def test_a_bye_that_cannot_be_read_is_reported_beside_its_field(visitor):
    section = event_with_entries(visitor, FIDE)

    refused = save(visitor, section, "Z1", "X2")

    field = refused.text.partition('value="X2"')[2][:400]
    assert 'aria-invalid="true"' in field
    assert "this is not a bye" in field


@pytest.mark.parametrize(
    ("system", "asked"), [(FIDE, True), ("cfc_swiss", True), ("dubov_1997", False)]
)
def test_a_ruling_is_requested_only_if_the_text_requires_one(visitor, tmp_path, system, asked):
    section = event_with_entries(visitor, system)
    page = visitor.text(f"{section}/byes")

    answer = words(save(visitor, section, "H1"))

    assert ("Ruling on half-point byes" in page) is asked
    assert ("This needs a ruling" in answer) is asked
    assert (byes_of(tmp_path) == []) is asked


def test_the_name_of_the_chief_arbiter_is_filled_in(visitor):
    section = event_with_entries(visitor, FIDE)
    event = section.partition("/s/")[0]
    visitor.send(f"{event}/details", name="Spring Open", chief_arbiter="Ann Lee")

    page = visitor.get(f"{section}/byes").text
    asked = save(visitor, section, "H1")

    assert 'name="authority" value="Ann Lee"' in page
    assert 'name="authority" value="Ann Lee"' in asked.text


def test_byes_of_published_rounds_are_shown_and_cannot_be_changed(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)
    save(visitor, section, "Z1")
    visitor.send(f"{section}/check-in", all="1")
    visitor.send(f"{section}/pairing", publish="1")

    assert "Round 1: absent" in visitor.text(f"{section}/byes")
    save(visitor, section, "Z2")
    assert [one.round for one in byes_of(tmp_path)] == [1, 2]


def test_byes_are_chosen_round_by_round(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)
    save(visitor, section, "Z1")
    page = visitor.get(f"{section}/byes").text
    assert page.count('name="bye.3"') == 6
    assert 'name="bye.4"' not in page

    # Round 1 of player 1 is cancelled by its choice, and round 2 of player 3 is added by one.
    none = [""] * 6
    second = ["", "", "H", "", "", ""]
    save(visitor, section, "Z1", **{"bye.1": none, "bye.2": second, "bye.3": none}, **RULING)
    assert byes_of(tmp_path) == [Request(Number(3), 2, HALF)]

    # What was typed counts as well, and a choice that is unchanged takes nothing back.
    third = ["", "", "", "", "", "Z"]
    said = {"bye.1": none, "bye.2": second, "bye.3": third}
    save(visitor, section, "Z2", "", "H2", **said)
    found = [(one.number, one.round, one.outcome) for one in byes_of(tmp_path)]
    assert found == [(1, 2, ZERO), (3, 2, HALF), (6, 3, ZERO)]


def test_a_choice_that_contradicts_the_field_is_refused(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)
    first = ["H", *[""] * 5]
    refused = save(visitor, section, "Z1", **{"bye.1": first, "bye.2": [""] * 6}, **RULING)
    assert refused.status_code == 422
    assert "The field and the choice for round 1 differ." in words(refused)
    assert '<option value="H" selected>' in refused.text
    assert byes_of(tmp_path) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_byes_are_typed_in_a_browser(address, visitor, open_page, tmp_path, width):
    section = event_with_entries(visitor, FIDE)
    page = open_page(address, width, reduced_motion="reduce")
    page.goto(f"{section}/entries")
    page.get_by_role("link", name="Requested byes").click()
    box = page.get_by_label("Byes of Clark").bounding_box()
    row = page.locator("#byes").bounding_box()
    assert box["x"] + box["width"] <= row["x"] + row["width"], "the field is not cut off"
    page.get_by_label("Byes of Clark").fill("Z2")
    page.get_by_label("Starting numbers").fill("1 2")
    page.get_by_label("Rounds").fill("3")
    assert faults_in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_label("Byes of Clark").press("Enter")

    expect(page.get_by_role("status")).to_contain_text("3 byes were changed.")
    expect(page.get_by_label("Byes of Baker")).to_have_value("Z3")


# --- while entering -----------------------------------------------------------------------------


def test_byes_are_recorded_with_the_entry(visitor, tmp_path):
    section = new_event(visitor, FIDE)

    visitor.send(f"{section}/entries", name="Ash, Ann", byes="Z1 Z2")
    refused = visitor.send(f"{section}/entries", name="Birch, Bo", byes="Z0")

    assert [(one.number, one.round) for one in byes_of(tmp_path)] == [(1, 1), (1, 2)]
    assert "this is not a bye" in words(refused)
    assert len(section_of(tmp_path).competitors) == 1


def test_a_late_entry_gets_its_bye_although_other_players_move_down(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)

    visitor.send(f"{section}/entries", name="Zorn", rating="2190", joined="2", byes="Z3", **RULING)

    found = section_of(tmp_path)
    (zorn,) = (one for one in found.competitors.values() if one.name == "Zorn")
    assert zorn.number == 2
    assert found.requests == (Request(Number(2), 3, ZERO),)


def test_several_late_entries_are_pasted_at_once(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)
    lines = "name;FIDE;bye\nYoung;2190;Z3\nZorn;2195;\nXu;1000;Z2"

    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    assert "These are late entries." in words(preview)
    done = visitor.send_again(preview, joined="2", number="rating", **RULING)

    assert "3 players were added." in words(done)
    found = section_of(tmp_path)
    numbers = {one.name: one.number for one in found.competitors.values()}
    assert (numbers["Zorn"], numbers["Young"], numbers["Xu"]) == (2, 3, 9)
    assert {one.joined for one in found.competitors.values() if one.number in (2, 3, 9)} == {2}
    assert sorted((one.number, one.round) for one in found.requests) == [(3, 3), (9, 2)]


# --- fields -------------------------------------------------------------------------------------


def test_the_sex_of_a_player_is_chosen_and_anything_else_is_refused(visitor, tmp_path):
    section = new_event(visitor, FIDE)
    form = visitor.get(f"{section}/entries").text
    options = form.partition('<select name="sex">')[2].partition("</select>")[0]
    assert re.findall(r'value="(\w*)"', options) == ["", "m", "w"]

    refused = visitor.send(f"{section}/entries", name="Ash", sex="q")
    assert refused.status_code == 422
    assert "invalid sex" in words(refused)
    assert section_of(tmp_path).competitors == {}

    visitor.send(f"{section}/entries", name="Ash", sex="w")
    assert section_of(tmp_path).competitors[1].sex == "w"
    entry = visitor.get(f"{section}/entries/1").text
    assert '<option value="w" selected>female</option>' in entry


@pytest.mark.parametrize(
    ("field", "text", "what"),
    [
        ("title", "Maestro", "this title is unknown"),
        ("federation", "Canada", "this is not a federation code"),
        ("birth", "31.02.1990", "this is not a date of birth"),
        ("birth", "yesterday", "this is not a date of birth"),
        ("fide_id", "12a", "this is not a FIDE ID"),
        ("club", "x" * 101, "this is too long"),
        ("name", "x" * 101, "this is too long"),
        ("contact", "x" * 301, "this is too long"),
    ],
)
def test_an_error_in_a_field_is_reported_beside_it(visitor, tmp_path, field, text, what):
    section = new_event(visitor, FIDE)

    refused = visitor.send(f"{section}/entries", **{"name": "Ash", field: text})

    assert refused.status_code == 422
    beside = refused.text.partition(f'name="{field}" value="{text}"')[2][:500]
    assert 'aria-invalid="true"' in beside
    assert what in beside
    assert section_of(tmp_path).competitors == {}


@pytest.mark.parametrize(
    ("field", "text", "what"),
    [
        ("federation", "Canada", "this is not a federation code"),
        ("captain", "x" * 101, "this is too long"),
        ("players", "Ash 1; 2000; Maestro", "Ash 1: this title is unknown"),
    ],
)
def test_a_wrong_field_of_a_team_is_refused(visitor, tmp_path, field, text, what):
    section = new_event(visitor, "olympiad_2022")

    refused = visitor.send(f"{section}/entries", **{"name": "Ash", field: text})

    assert refused.status_code == 422
    assert what in words(refused)
    assert section_of(tmp_path).competitors == {}


def test_doubtful_values_of_pasted_lines_are_noted(visitor):
    section = new_event(visitor, FIDE)

    preview = visitor.send(
        f"{section}/entries", f"{section}/entries/paste", lines="Ash; 2000; Canada; Maestro"
    )

    assert "Ash: check the title: 'Maestro'. Ash: check the federation: 'Canada'." in words(preview)


def test_valid_values_are_entered(visitor, tmp_path):
    section = new_event(visitor, FIDE)
    right = {"title": "wfm", "federation": "can", "sex": "F", "birth": "2010", "fide_id": "2600101"}

    visitor.send(f"{section}/entries", name="Ash", **right)

    ash = section_of(tmp_path).competitors[1]
    assert (ash.title, ash.federation, ash.sex, ash.birth) == ("wfm", "CAN", "w", "2010")


def test_an_imported_invalid_value_does_not_block_other_changes(visitor, tmp_path):
    section = new_event(visitor, FIDE)
    lines = "name;title\nAsh;Maestro"
    visitor.send_again(visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines))

    visitor.send(f"{section}/entries/1", name="Ash, Ann", title="Maestro", federation="CAN")

    assert section_of(tmp_path).competitors[1].name == "Ash, Ann"


def test_a_namesake_is_shown_before_it_is_entered(visitor, tmp_path):
    section = new_event(visitor, FIDE)
    visitor.send(f"{section}/entries", name="Müller, Max", federation="GER", birth="1990")

    asked = visitor.send(f"{section}/entries", name="MULLER, max")

    assert "MULLER, max is already on the list: Müller, Max (#1), GER, 1990." in words(asked)
    assert len(section_of(tmp_path).competitors) == 1
    visitor.send_again(asked)
    assert len(section_of(tmp_path).competitors) == 2


def test_the_page_of_byes_can_be_searched_and_saves_only_what_it_shows(visitor, tmp_path):
    section = event_with_entries(visitor, FIDE)
    save(visitor, section, "Z1")

    shown = visitor.get(f"{section}/byes?q=bak")
    visitor.send(f"{section}/byes?q=bak", f"{section}/byes", number=["2"], byes=["Z2"])

    assert "Baker" in words(shown)
    assert "Adams" not in words(shown)
    assert [(one.number, one.round) for one in byes_of(tmp_path)] == [(1, 1), (2, 2)]
