"""Names of the rating lists are offered where somebody enters, with the script and without."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import violations
from tests.web.desk_client import new_event, words
from topboard.event.ratings import format_ratings
from topboard.storage.rating_lists import PLACE, RatingLists
from topboard.web.folder_repository import FolderRepository

FILES = Path(__file__).parent.parent / "fixtures" / "ratings"


@pytest.fixture(autouse=True)
def _lists(tmp_path_factory, monkeypatch):
    """The lists of FIDE and of Canada, of October."""
    monkeypatch.setenv(PLACE, str(tmp_path_factory.mktemp("lists")))
    for name in ("players_list_foa.txt", "tdlist.txt"):
        RatingLists().import_list(str(FILES / name), period="2026-10")


def entries_of(tmp_path):
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return list(section.competitors.values())


CHANTAL = "FIDE 2026-10 2087, CFC 2026-10 2144, FIDE rapid 2026-10 2010, CFC rapid 2026-10 2101"


def is_chantal(one):
    assert (one.name, one.title, one.federation) == ("Beaulieu, Chantal", "WFM", "CAN")
    assert (one.fide_id, one.national_id, one.sex, one.birth[:4]) == (
        "2600103",
        "100001",
        "w",
        "1988",
    )
    assert sorted(format_ratings(one).split(", ")) == sorted(CHANTAL.split(", "))
    assert (one.rating, one.rating_source) == (2087, "FIDE 2026-10 2087")


# --- with the script ----------------------------------------------------------------------------


def test_three_letters_suggest_names_and_the_keyboard_selects_one(
    address, visitor, open_page, tmp_path
):
    section = new_event(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/entries")
    name = page.get_by_role("combobox", name="Name")
    expect(name).to_have_attribute("aria-expanded", "false")

    name.press_sequentially("be")
    page.wait_for_timeout(300)
    assert page.locator("#offers").get_by_role("option").count() == 0
    name.press_sequentially("a")

    option = page.locator("#offers").get_by_role("option")
    expect(option).to_have_count(1)
    expect(option).to_contain_text("Beaulieu, Chantal")
    expect(option).to_contain_text(
        "WFM · CAN · 1988 · FIDE 2600103 · CFC 100001 · FIDE 2087, FIDE rapid"
    )
    expect(name).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_text("Matches in the rating lists: 1")).to_have_count(1)
    name.press("ArrowDown")
    expect(name).to_have_attribute("aria-activedescendant", "offer-0")
    expect(option).to_have_attribute("aria-selected", "true")
    name.press("Enter")
    expect(name).to_have_value("Beaulieu, Chantal")
    expect(name).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_label("FIDE rating")).to_have_value("2087")
    expect(page.get_by_label("National rating")).to_have_value("2144")
    name.press("Enter")

    expect(page.get_by_text("Beaulieu, Chantal was added.")).to_be_visible()
    is_chantal(entries_of(tmp_path)[0])


def test_the_pointer_selects_a_name_and_escape_selects_none(address, visitor, open_page):
    section = new_event(visitor, "fide_dutch_2026")
    page = open_page(address, 390, has_touch=True)
    page.goto(f"{section}/entries")
    name = page.get_by_role("combobox", name="Name")

    name.press_sequentially("almgren")
    expect(page.locator("#offers").get_by_role("option")).to_have_count(2)
    name.press("Escape")
    expect(page.locator("#offers").get_by_role("option")).to_have_count(0)
    expect(name).to_have_value("almgren")
    name.press_sequentially(" bo")
    page.locator("#offers").get_by_role("option", name=re.compile("Almgren, Bo")).tap()

    expect(name).to_have_value("Almgren, Bo")
    expect(page.get_by_label("FIDE ID")).to_have_value("2600102")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_suggested_names_have_no_accessibility_faults(address, visitor, open_page, scheme):
    section = new_event(visitor, "fide_dutch_2026")
    page = open_page(address, color_scheme=scheme)
    page.goto(f"{section}/entries")
    page.get_by_role("combobox", name="Name").press_sequentially("alm")
    expect(page.locator("#offers").get_by_role("option")).to_have_count(2)
    page.keyboard.press("ArrowDown")

    found = violations(page)
    visitor.send(f"{section}/entries", name="Almgren, Bo")
    page.goto(f"{section}/entries/update-ratings")
    expect(page.get_by_text("matched by name only")).to_be_visible()

    assert found + violations(page) == []


def test_an_unreachable_server_leaves_the_form_unchanged(address, visitor, open_page):
    section = new_event(visitor, "fide_dutch_2026")
    page = open_page(address)
    page.goto(f"{section}/entries")
    page.route("**/offers?*", lambda route: route.abort())

    page.get_by_role("combobox", name="Name").press_sequentially("alm")
    page.wait_for_timeout(300)

    expect(page.get_by_role("combobox", name="Name")).to_have_value("alm")
    expect(page.locator("#offers").get_by_role("option")).to_have_count(0)


# --- without ------------------------------------------------------------------------------------


def test_a_search_finds_names_without_scripts(address, visitor, open_page, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    page = open_page(address, java_script_enabled=False)
    page.goto(f"{section}/entries")

    page.get_by_label("Name in the rating lists").fill("cha beau")
    page.get_by_role("button", name="Search rating lists").click()
    page.get_by_role("link", name="Beaulieu, Chantal").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Beaulieu, Chantal")
    page.get_by_role("button", name="Add player", exact=True).click()

    is_chantal(entries_of(tmp_path)[0])


def test_a_nonsense_search_finds_no_players(visitor):
    section = new_event(visitor, "fide_dutch_2026")

    assert "No match in the rating lists." in visitor.text(f"{section}/entries?find=qqqq")
    assert visitor.get(f"{section}/entries?person=fide-9").status_code == 200
    assert visitor.get(f"{section}/entries/offers?q=al").json() == []
    assert visitor.get(f"{section}/entries/offers?q=%22*%27").json() == []


def test_a_manually_changed_rating_loses_its_rating_period(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    visitor.send(
        f"{section}/entries",
        name="Almgren, Bo",
        fide_rating="1950",
        national_rating="",
        listed="FIDE 2026-10 1904",
    )

    (one,) = entries_of(tmp_path)
    assert format_ratings(one) == "FIDE 1950"


# --- ratings updated ----------------------------------------------------------------------------


def test_different_ratings_are_shown_before_they_are_saved(address, visitor, open_page, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    entries = f"{section}/entries"
    visitor.send(entries, name="Beaulieu, C.", fide_id="2600103", fide_rating="2001")
    visitor.send(entries, name="Almgren, Bo", rating="1850")
    page = open_page(address)
    page.goto(entries)

    page.get_by_role("link", name="Show rating changes").click()

    rows = page.get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("FIDE 2001")
    expect(rows.nth(1)).to_contain_text("FIDE 2026-10 2087")
    expect(rows.nth(1).get_by_role("checkbox")).to_be_checked()
    expect(rows.nth(2)).to_contain_text("matched by name only")
    expect(rows.nth(2).get_by_role("checkbox")).not_to_be_checked()
    assert format_ratings(entries_of(tmp_path)[0]) == "FIDE 2001"

    page.get_by_role("button", name="Update selected").click()

    expect(page.get_by_text("1 player was updated.")).to_be_visible()
    first, second = entries_of(tmp_path)
    assert (first.rating, second.rating, second.ratings) == (2087, 1850, ())


def test_the_entry_form_says_that_names_are_searched_in_the_lists(visitor):
    section = new_event(visitor, "fide_dutch_2026")
    form = visitor.get(f"{section}/entries").text

    assert 'aria-describedby="from-lists"' in form
    assert "Type three letters of a name to search the imported rating lists." in form


def test_without_rating_lists_the_page_says_how_to_get_them(visitor, monkeypatch, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/entries", name="Almgren, Bo")
    for one in RatingLists().folder.iterdir():
        one.unlink()

    entries = visitor.get(f"{section}/entries").text
    assert "Import one on the page <a href='/ratings'>Rating lists</a>." in entries
    assert "three letters" not in entries
    refused = visitor.get(f"{section}/entries/update-ratings")
    assert "there are no rating lists" in words(refused)
    assert refused.status_code == 422


def test_the_entries_page_works_despite_a_damaged_list(visitor):
    section = new_event(visitor, "fide_dutch_2026")
    for one in RatingLists().folder.iterdir():
        one.write_bytes(b"nothing of the kind" * 100)

    assert visitor.get(f"{section}/entries").status_code == 200


def test_an_event_says_which_rating_counts(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    visitor.send(
        f"{section}/entries", name="A", fide_rating="1900", national_rating="2000", federation="CAN"
    )
    settings = f"{section}/settings"
    assert (
        '<option value="highest FIDE, highest CFC">the higher of FIDE and national rating'
        in visitor.get(settings).text
    )

    for order, counts in (
        ("FIDE", "FIDE 1900"),
        ("CFC", "CFC 2000"),
        ("highest FIDE, highest CFC", "CFC 2000"),
        ("lowest FIDE, lowest CFC", "FIDE 1900"),
        ("rapid, CFC, FIDE", "CFC 2000"),
    ):
        visitor.send(settings, rounds="3", rating_order=order)
        assert entries_of(tmp_path)[0].rating_source == counts


def test_a_fide_id_of_another_player_is_shown_before_it_is_entered(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    asked = visitor.send(f"{section}/entries", name="Wrong, Willy", fide_id="2600103")
    said = "Wrong, Willy has the FIDE ID 2600103, which belongs to Beaulieu, Chantal, CAN"
    assert said in words(asked)
    assert entries_of(tmp_path) == []
    visitor.send_again(asked)
    assert [one.fide_id for one in entries_of(tmp_path)] == ["2600103"]

    # A name that is written in another way is the same person, and so is an ID on no list.
    lines = "name;fide id\nChantal Beaulieu;2600103\nWho, Else;2600103\nNew, Nina;1503014"
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    assert words(preview).count("which belongs to") == 1
    assert "Who, Else has the FIDE ID 2600103, which belongs to" in words(preview)
