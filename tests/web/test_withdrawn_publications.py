"""A round that was published by mistake is withdrawn on its page, if nobody has opened it."""

import pytest

from tests.web.desk_client import event_with_round, words
from topboard.event.actions import ChangeGround
from topboard.web.folder_repository import FolderRepository

AT_ONCE = "Withdraw publication"
UNSEEN = ChangeGround.UNSEEN.value


def entries(tmp_path):
    """The entries of the journal."""
    return FolderRepository(tmp_path).event("spring-open").snapshot().entries


def undo_form(section, number):
    """The page that undoes the publication."""
    return f"{section.partition('/s/')[0]}/history/{number}/undo"


def make_public(visitor, section):
    """Make the event public, as on its settings page."""
    event = section.partition("/s/")[0]
    visitor.send(f"{event}/settings", f"{event}/visibility", visibility="public")


def test_a_round_that_no_one_has_opened_is_withdrawn_with_one_button(visitor, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    number = len(entries(tmp_path))
    form = undo_form(section, number)

    assert f'href="{form}"' in visitor.get(f"{section}/rounds/1").text
    done = visitor.send(
        form, form.replace(f"{number}/undo", "undo"), entry=number, ground=UNSEEN, confirmed="yes"
    )

    assert f"Journal entry {number} was undone." in words(done)
    assert "nobody has seen it" in words(done)
    assert entries(tmp_path)[-1].act.ground is ChangeGround.UNSEEN
    assert "Publish round 1" in visitor.text(f"{section}/pairing")


@pytest.mark.parametrize("page", ["page", "kept page", "document", "api"])
def test_a_round_that_someone_has_opened_is_not_withdrawn(visitor, tmp_path, page):
    section = event_with_round(visitor, "fide_dutch_2026")
    event = section.partition("/s/")[0]
    number = len(entries(tmp_path))
    form = undo_form(section, number)
    if page == "document":
        assert visitor.get(f"{section}/paper/pairing-sheet.txt?number=1").status_code == 200
    elif page == "api":
        assert visitor.get(f"/api/v1{event.replace('/e/', '/events/')}").status_code == 200
    else:
        make_public(visitor, section)
        for _ in range(1 + (page == "kept page")):
            assert visitor.get(f"/p{event[2:]}/").status_code == 200

    assert AT_ONCE not in visitor.text(f"{section}/rounds/1")
    assert "Withdraw unseen pairing" not in visitor.text(form)
    refused = visitor.send(
        form, f"{event}/history/undo", entry=number, ground=UNSEEN, confirmed="yes"
    )
    assert refused.status_code == 422
    assert "Somebody has already opened a page or document with this pairing." in words(refused)


def test_opening_a_page_before_the_publication_does_not_count(visitor, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    event, number = section.partition("/s/")[0], len(entries(tmp_path))
    undo = {"entry": number, "ground": UNSEEN, "confirmed": "yes"}
    visitor.send(undo_form(section, number), f"{event}/history/undo", **undo)
    make_public(visitor, section)
    assert visitor.get(f"/p{event[2:]}/").status_code == 200
    visitor.send(f"{section}/pairing", f"{section}/publish")

    assert AT_ONCE in visitor.text(f"{section}/rounds/1")


def test_no_reason_is_preselected_if_the_rules_list_the_reasons(visitor, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    number = len(entries(tmp_path))
    form = undo_form(section, number)

    assert "Choose a reason" in visitor.text(form)
    refused = visitor.send(
        form, form.replace(f"{number}/undo", "undo"), entry=number, ground="", informed="on"
    )
    assert refused.status_code == 422
    assert "No reason was chosen." in words(refused)
