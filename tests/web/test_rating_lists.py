"""The entries of a section beside a rating list: what differs, and what is taken of it."""

from __future__ import annotations

import re
from html import unescape

from tests.web.desk_client import event_with_entries, words
from topboard.web.folder_repository import FolderRepository

LIST = (
    "name,rating,title,federation,fide_id\nAdams,2230,FM,CAN,2600001\nBaker,2150,,CAN,\nZorn,1,,,\n"
)


def entries_of(tmp_path):
    """The players, as they are on disk."""
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section.competitors


def comparison_page(visitor, section, content):
    """The page that shows what differs."""
    files = {"file": ("list.csv", content.encode())}
    return visitor.send(f"{section}/entries", f"{section}/entries/ratings", files=files)


def take(visitor, shown, **fields):
    """Press the button of the page, with the boxes as they are or as the fields say."""
    form = shown.text[shown.text.rindex('<form method="post" action="') :]
    action = re.search(r'action="([^"]+)"', form)[1]
    found = re.findall(r'name="(token|content|number)" value="([^"]*)"', form)
    sent = {}
    for name, value in found:
        sent.setdefault(name, []).append(unescape(value))
    return visitor.http.post(action, data={**sent, **fields})


def test_players_whose_ratings_differ_are_shown_and_updated_one_by_one(visitor, tmp_path):
    section = event_with_entries(visitor, "fide_dutch_2026")

    shown = comparison_page(visitor, section, LIST)
    told = words(shown)
    assert "Adams -; -; 2200 FM; 2600001; 2230" in told
    assert "Baker" not in told

    done = take(visitor, shown)

    assert "1 player was updated." in words(done)
    adams = entries_of(tmp_path)[1]
    assert (adams.rating, adams.title, adams.fide_id) == (2230, "FM", "2600001")


def test_unticked_players_stay_unchanged(visitor, tmp_path):
    section = event_with_entries(visitor, "fide_dutch_2026")
    before = entries_of(tmp_path)

    done = take(visitor, comparison_page(visitor, section, LIST), number=[])

    assert "0 players were updated." in words(done)
    assert entries_of(tmp_path) == before


def test_a_list_with_the_same_ratings_proposes_no_changes(visitor):
    section = event_with_entries(visitor, "fide_dutch_2026")

    shown = comparison_page(visitor, section, "name,rating\nAdams,2200\n")

    assert "All participants already match the rating list." in words(shown)
