"""The search in the history, and results of a round in one row."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import date

import pytest

from tests.web.desk_client import event_with_round, words
from topboard.web.desk import history
from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import OPEN, create_sample_events

HISTORY = f"/e/{OPEN}/history"


@pytest.fixture
def sample(tmp_path):
    with closing(FolderRepository(tmp_path)) as folder:
        create_sample_events(folder, date(2026, 11, 19))


def actions_on(visitor, query: str) -> list[str]:
    """The actions in the table of a search, without their time."""
    page = visitor.get(f"{HISTORY}?{query}")
    assert page.status_code == 200
    table = page.text.partition('<table class="history">')[2].partition("</table></div>")[0]
    rows = re.findall(r'<tr id="entry-\d+".*?</tr>', table, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]


def test_the_history_is_searched_by_the_name_of_that_time(sample, visitor):
    found = actions_on(visitor, "who=banerjee")
    assert any("Record a bye for Banerjee, Arjun (#19) in round 3" in one for one in found)
    assert any("Enter results of round 1" in one for one in found)
    assert all("Banerjee" in one or "Enter 39 participants" in one for one in found)
    numbered = actions_on(visitor, "who=%2319")
    assert [one for one in numbered if "Banerjee" in one]
    assert not [one for one in numbered if "Chen" in one]
    assert actions_on(visitor, "who=nobody+of+this+name") == []
    assert "No actions match your search." in visitor.text(f"{HISTORY}?who=nobody")


def test_the_history_is_searched_by_round_kind_section_and_user(sample, visitor):
    for one in actions_on(visitor, "round=2&kind=EnterResults&section=Open"):
        assert "Enter results of round 2" in one
    assert actions_on(visitor, "section=Nothing") == []
    assert actions_on(visitor, "user=Nobody") == []
    assert actions_on(visitor, "kind=CreateEvent")[0].startswith("1 Create event")
    page = visitor.get(f"{HISTORY}?kind=EnterResults").text
    assert '<details class="find" open>' in page
    assert 'value="EnterResults" selected' in page


def test_results_of_a_round_are_folded_into_one_row(visitor, tmp_path):
    section = event_with_round(visitor, "cfc_swiss")
    event = section.partition("/s/")[0]
    for table in (1, 2, 3):
        visitor.send(f"{section}/results/1", **{f"t{table}": "1-0"})
    page = visitor.get(f"{event}/history").text
    (summary,) = re.findall(r"<summary>(\d+ results[^<]*)</summary>", page)
    assert summary == "3 results of round 1"
    last = len(FolderRepository(tmp_path).event("spring-open").snapshot().entries)
    assert re.search(rf"\b{last - 2}.{last} 3 results", words(visitor.get(f"{event}/history")))
    for number in range(last - 2, last + 1):
        assert f'id="entry-{number}"' in page
        assert f'href="{event}/history/{number}/undo"' in page


def test_an_entry_with_many_results_is_folded(sample, visitor):
    page = visitor.get(HISTORY).text
    assert "<summary>19 results of round 1</summary>" in page
    folded = page.partition("<summary>19 results of round 1</summary>")[2]
    assert "Enter results of round 1: board 1 " in folded.partition("</details>")[0]


def test_the_pages_of_a_search_keep_its_terms(sample, visitor, monkeypatch):
    monkeypatch.setattr(history, "ON_A_PAGE", 3)
    every = re.findall(r'id="entry-(\d+)"', visitor.get(f"{HISTORY}?kind=PublishRound").text)
    page = visitor.get(f"{HISTORY}?kind=PublishRound").text
    older = re.search(r'href="(\?[^"]+)">Older actions', page)
    assert len(every) == 3
    assert older is not None
    more = visitor.get(HISTORY + older[1].replace("&amp;", "&")).text
    found = re.findall(r'id="entry-(\d+)"', more)
    assert len(found) == 1
    assert int(found[0]) < int(every[-1])
    newer = re.search(r'href="(\?[^"]+)">Newer actions', more)
    assert newer is not None
    back = visitor.get(HISTORY + newer[1].replace("&amp;", "&")).text
    assert re.findall(r'id="entry-(\d+)"', back) == every
