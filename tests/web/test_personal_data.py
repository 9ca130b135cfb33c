"""Personal data at the desk: entered in the form of an entry, and erased by the chief arbiter."""

from __future__ import annotations

from tests.web.desk_client import event_with_entries
from topboard.event import actions
from topboard.web.accounts import Role, User
from topboard.web.folder_repository import FolderRepository

BIRTH = "1971-03-05"
"""A date of birth as it is saved, in whatever form it was typed."""


def adams(tmp_path):
    """The first player, as he is on disk."""
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section.competitors[1]


def test_personal_data_of_a_player_is_erased_after_confirmation(visitor, open_page, tmp_path):
    section = event_with_entries(visitor, "fide_dutch_2026")
    page = open_page(str(visitor.http.base_url))
    page.goto(f"{section}/entries/1")
    page.get_by_label("Date of birth", exact=True).fill("1971/03/05")
    page.get_by_label("Contact").fill("adams@example.org")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/entries")
    assert (adams(tmp_path).birth, adams(tmp_path).contact) == (BIRTH, "adams@example.org")

    page.goto(f"{section}/entries/1")
    page.get_by_role("button", name="Erase personal data").click()
    assert page.get_by_text("Erased data cannot be restored.").is_visible()
    assert adams(tmp_path).birth == BIRTH, "not before it is confirmed"
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("The birth date, IDs and contact details of Adams were erased.").wait_for()

    assert (adams(tmp_path).birth, adams(tmp_path).contact) == ("", "")
    assert page.get_by_label("Date of birth", exact=True).input_value() == ""
    assert BIRTH.encode() not in (tmp_path / "spring-open.topboard").read_bytes()


def test_only_the_chief_arbiter_can_erase_personal_data():
    may = {role: User("Ann", role).may_perform(actions.ErasePersonal) for role in Role}

    assert [role for role, allowed in may.items() if allowed] == [Role.CHIEF]


def test_the_personal_data_of_all_players_can_be_erased(visitor, tmp_path):
    section = event_with_entries(visitor, "fide_dutch_2026")
    fields = {"name": "Adams", "birth": "1971/03/05"}
    visitor.send(f"{section}/entries/1", f"{section}/entries/1", **fields)
    assert adams(tmp_path).birth == BIRTH

    visitor.send(f"{section}/settings", f"{section}/erase", confirmed="yes")

    assert adams(tmp_path).birth == ""
