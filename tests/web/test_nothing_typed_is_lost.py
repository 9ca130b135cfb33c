"""What was typed survives: a refusal, a session that ended, a desk that was restarted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.desk_client import (
    PLAYERS,
    TOKEN,
    Visitor,
    event_with_entries,
    new_event,
    serve_folder,
    words,
)
from topboard.web.accounts import Role
from topboard.web.folder_repository import FolderRepository

PASSWORD = "a long password"


def entries_of(tmp_path, stem="spring-open"):
    """The journal, as it is on disk."""
    return FolderRepository(tmp_path).event(stem).snapshot().entries


def without_script(open_page, address):
    """A window of a browser in which no script runs."""
    return open_page(address, java_script_enabled=False)


# --- refused ------------------------------------------------------------------------------------


def test_pasted_lines_are_shown_again_with_their_errors(address, visitor, open_page, tmp_path):
    section = new_event(visitor, "dubov_1997")
    page = without_script(open_page, address)
    page.goto(f"{section}/entries")
    lines = "Adams; 2200\n<Baker>; strong\n"
    page.locator("textarea[name=lines]").fill(lines)
    page.locator("form[action$=paste] button").click()

    expect(page.locator("#not-done")).to_contain_text("line 2: invalid rating: strong")
    expect(page.locator("textarea[name=lines]")).to_have_value(lines)
    page.locator("textarea[name=lines]").fill("Adams; 2200\n<Baker>; 2100\n")
    page.locator("form[action$=paste] button").click()
    page.get_by_role("button", name="Add 2 players").click()

    assert [e.act.competitors[1].name for e in entries_of(tmp_path)[-1:]] == ["<Baker>"]


def test_settings_are_shown_again_with_the_error_beside_its_field(
    address, visitor, open_page, tmp_path
):
    section = new_event(visitor, "fide_dutch_2026")
    before = len(entries_of(tmp_path))
    page = without_script(open_page, address)
    page.goto(f"{section}/settings")
    page.locator("[name=rounds]").fill("7")
    page.locator("[name=game_draw]").fill("much")
    page.locator("[name=tie_break]").nth(1).select_option("SB")
    page.locator("[name=tie_break_edition]").select_option("2024")
    page.get_by_role("button", name="Save settings").click()

    expect(page.locator("#not-done")).to_contain_text("invalid number of points")
    wrong = page.locator("[name=game_draw]")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(re.compile("invalid number of points"))
    expect(wrong).to_have_value("much")
    expect(page.locator("[name=rounds]")).to_have_value("7")
    expect(page.locator("[name=tie_break]").nth(1)).to_have_value("SB")
    expect(page.locator("[name=tie_break_edition]")).to_have_value("2024")
    assert len(entries_of(tmp_path)) == before
    wrong.fill("0.5")
    page.get_by_role("button", name="Save settings").click()
    expect(page.locator("body")).to_contain_text("Settings saved.")
    assert entries_of(tmp_path)[-1].act.rounds == 7


def test_a_team_is_shown_again_with_its_players_in_order(address, visitor, open_page, tmp_path):
    section = event_with_entries(visitor, "olympiad_2022")
    page = without_script(open_page, address)
    page.goto(f"{section}/entries/1")
    page.locator("[name=member_name]").nth(1).fill("Somebody Else")
    page.locator("[name=member_rating]").nth(2).fill("strong")
    page.locator("[name=more_members]").fill("New One; 2000")
    page.get_by_role("button", name="Save").click()

    expect(page.locator("#not-done")).to_contain_text("strong")
    expect(page.locator("[name=member_name]").nth(1)).to_have_value("Somebody Else")
    expect(page.locator("[name=member_rating]").nth(2)).to_have_value("strong")
    expect(page.locator("[name=more_members]")).to_have_value("New One; 2000")


def test_after_a_conflict_the_page_shows_who_acted_and_what_was_typed(address, visitor, open_page):
    section = new_event(visitor, "dubov_1997")
    visitor.send(f"{section}/entries", name="Adams", rating="2200")
    page = open_page(address)
    page.goto(f"{section}/entries/1")
    page.locator("[name=name]").fill("Adams, Anna")
    visitor.send(f"{section}/entries/1", name="Adams", rating="2250", title="")
    page.get_by_role("button", name="Save").click()

    expect(page.locator("#not-done")).to_contain_text("Someone else made a change first")
    expect(page.locator("[name=name]")).to_have_value("Adams, Anna")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("body")).to_contain_text("Changes to Adams, Anna saved.")


def test_what_was_sent_from_a_form_that_no_longer_exists_is_shown(address, visitor):
    section = new_event(visitor, "dubov_1997")
    late = Visitor(address)
    late.get(f"{section}/entries")
    visitor.send_again(
        visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=PLAYERS)
    )
    visitor.send(f"{section}/close-entries")

    answer = late.send(f"{section}/entries", f"{section}/entries/paste", lines="Zorn; strong")

    assert answer.status_code == 422
    assert "Nothing was saved" in words(answer)
    assert "Zorn; strong" in words(answer)


def test_input_refused_after_a_question_leads_back_to_its_page(address, visitor, open_page):
    section = event_with_entries(visitor, "fide_dutch_2026")
    page = without_script(open_page, address)
    page.goto(f"{section}/entries/1")
    page.get_by_label("Kind of bye").select_option("half")
    page.get_by_role("button", name="Record bye").click()
    page.get_by_label("Name").fill(" ")
    page.get_by_label("Reason").fill("a wedding")
    page.get_by_role("button", name="Confirm").click()

    expect(page.locator("#not-done")).to_contain_text(
        "Enter the name of the person who made the ruling."
    )
    expect(page.locator("h1")).to_have_text("1 Adams")
    expect(page.get_by_label("Kind of bye")).to_have_value("half")


def test_cancelling_returns_to_the_form_as_it_was(address, visitor, open_page, tmp_path):
    section = event_with_entries(visitor, "dubov_1997")
    before = len(entries_of(tmp_path))
    page = without_script(open_page, address)
    page.goto(f"{section}/entries")
    page.get_by_label("Name", exact=True).fill("Late Larry")
    page.get_by_role("button", name="Add late entry").click()
    page.get_by_role("button", name="Cancel").click()

    expect(page.locator("#not-done")).to_contain_text("Nothing was saved.")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Late Larry")
    page.goto(f"{section.partition('/s/')[0]}/close")
    page.get_by_role("button", name="Close event").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Close")
    assert len(entries_of(tmp_path)) == before


# --- signed out, or restarted ----------------------------------------------------------------


@pytest.fixture
def guarded_desk(tmp_path):
    """A desk at which people sign in."""
    FolderRepository(tmp_path).accounts.add_user("Chief", Role.CHIEF, PASSWORD)
    with serve_folder(tmp_path, open_to_all=False) as address:
        yield address


def sign_in(page):
    """Give name and password on the page that asks for them."""
    page.get_by_label("Name").fill("Chief")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def test_after_signing_in_again_the_typed_input_is_restored(guarded_desk, open_page, tmp_path):
    page = without_script(open_page, guarded_desk)
    page.goto("/sign-in?next=/new")
    sign_in(page)
    page.get_by_label("Event name").fill("Autumn Open")
    page.get_by_label("Section name").fill("Masters")
    page.context.clear_cookies()
    page.get_by_role("button", name="Create event").click()

    expect(page.locator("body")).to_contain_text("Your entries have been kept")
    assert FolderRepository(tmp_path).list_event_slugs() == []
    sign_in(page)
    expect(page.locator("#not-done")).to_have_text(
        "You are signed in again. Nothing has been saved yet, so send the form again."
    )
    expect(page.get_by_label("Event name")).to_have_value("Autumn Open")
    expect(page.get_by_label("Section name")).to_have_value("Masters")
    page.get_by_role("button", name="Create event").click()
    expect(page.locator("h1")).to_contain_text("Masters")
    assert FolderRepository(tmp_path).list_event_slugs() == ["autumn-open"]


def test_after_signing_in_again_only_lost_input_is_listed_as_lost(guarded_desk):
    visitor = Visitor(guarded_desk)
    signed_out = visitor.http.post(
        "/new",
        data={"name": "Autumn Open", "gone": "of an older page"},
        headers={"Referer": f"{guarded_desk}/new"},
    )
    kept = dict(re.findall(r'name="(kept\.[^"]+|next)" value="([^"]*)"', signed_out.text))
    assert kept == {
        "next": "/new",
        "kept.name": "Autumn Open",
        "kept.gone": "of an older page",
        "kept.to": "/new",
    }
    token = TOKEN.findall(signed_out.text)[0]

    again = visitor.http.post(
        "/sign-in", data={**kept, "token": token, "name": "Chief", "password": PASSWORD}
    )

    assert 'value="Autumn Open"' in again.text
    lost = re.findall(r"no longer have a field on this page:</p>\s*<ul>(.*?)</ul>", again.text)
    assert lost == ["<li>of an older page</li>"]


def test_input_of_users_who_are_not_signed_in_is_not_kept(guarded_desk):
    stranger = Visitor(guarded_desk)

    answer = stranger.http.post(
        "/new", data={"name": "Trap"}, headers={"Referer": "http://elsewhere.example/"}
    )

    assert "Trap" not in answer.text
    assert answer.url.path == "/sign-in"


def test_a_restarted_desk_accepts_the_form_sent_again(address, visitor, open_page, tmp_path):
    section = new_event(visitor, "dubov_1997")
    page = without_script(open_page, address)
    page.goto(f"{section}/entries")
    page.get_by_label("Name", exact=True).fill("Adams")
    # As after a start with another key: no cookie of before is known.
    page.context.clear_cookies()
    page.get_by_role("button", name="Add player", exact=True).click()

    expect(page.locator("#not-done")).to_contain_text(
        "the desk has been restarted since you opened the page"
    )
    expect(page.get_by_label("Name", exact=True)).to_have_value("Adams")
    page.get_by_role("button", name="Add player", exact=True).click()
    expect(page.locator("body")).to_contain_text("Adams was added.")
