"""What makes no sense for so few is not offered: nobody to enter, to number or to pair."""

from __future__ import annotations

import pytest

from tests.web.desk_client import new_event, words
from topboard.web.folder_repository import FolderRepository


def entries(tmp_path):
    """The entries of the journal."""
    return FolderRepository(tmp_path).event("spring-open").snapshot().entries


@pytest.mark.parametrize("system", ["fide_dutch_2026", "olympiad_2022", "fide_round_robin"])
def test_an_empty_entry_list_cannot_be_closed(system, visitor, tmp_path):
    section = new_event(visitor, system)
    before = len(entries(tmp_path))

    page = visitor.get(f"{section}/close-entries")
    assert "There are no entries yet." in words(page)
    assert "<button autofocus" not in page.text
    refused = visitor.send(f"{section}/close-entries")

    assert refused.status_code == 422
    assert len(entries(tmp_path)) == before


@pytest.mark.parametrize("lines", ["name; rating\n", "name;rating;federation"])
def test_adding_zero_players_is_not_offered(lines, visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    before = len(entries(tmp_path))

    page = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)

    assert page.status_code == 422
    assert "the list contains no participants" in words(page)
    assert "Add 0 players" not in words(page)
    assert len(entries(tmp_path)) == before


def test_pairing_is_not_offered_for_a_single_player(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines="Adams; 2200")
    visitor.send_again(preview)
    visitor.send(f"{section}/close-entries")
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")
    before = len(entries(tmp_path))

    page = visitor.get(f"{section}/pairing")
    assert "Round 1 cannot be paired with only 1 participant." in words(page)
    assert "Publish round 1" not in words(page)
    refused = visitor.send(f"{section}/pairing", publish="1")

    assert refused.status_code == 422
    assert len(entries(tmp_path)) == before


# --- the name of the folder ---------------------------------------------------------------------


def test_the_folder_name_is_masked_only_as_part_of_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("events", ".", "a"):
        repository = FolderRepository(name)
        path = repository.path
        assert repository.hide_location("two events, a table and 2.5 points") == (
            "two events, a table and 2.5 points"
        )
        assert repository.hide_location(f"'{path}/open.topboard' cannot be read") == (
            "'open.topboard' cannot be read"
        )
        assert repository.hide_location(f"there is no event in {path}.") == (
            "there is no event in the data folder."
        )
        assert repository.hide_location(f"cannot write to '{path}'") == (
            "cannot write to the data folder"
        )
        assert repository.hide_location(f"{path}-2/open.topboard") == f"{path}-2/open.topboard"


def test_a_missing_event_does_not_show_where_the_folder_is(visitor, tmp_path):
    page = words(visitor.get("/e/nothing"))

    assert str(tmp_path) not in page
    assert "there is no event 'nothing' in the data folder" in page
