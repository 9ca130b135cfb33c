"""A request that acts opens the journal once, and takes nothing of it along."""

from __future__ import annotations

import sqlite3

import pytest

from tests.web.desk_client import TOKEN, event_with_round
from topboard.web import repository
from topboard.web.folder_repository import FolderRepository


@pytest.fixture
def openings(monkeypatch):
    """Each opening of a SQLite file, as it happens."""
    found = []
    connect = sqlite3.connect

    def connect_and_note(*arguments, **more):
        found.append(arguments[0])
        return connect(*arguments, **more)

    monkeypatch.setattr(sqlite3, "connect", connect_and_note)
    return found


def post_result(visitor, section, result="1-0"):
    """Send a result of table 1 as the form does, and do not follow to the next page."""
    token = TOKEN.search(visitor.get(f"{section}/results/1").text)[1]
    fields = {"token": token, "t1": result}
    return lambda: visitor.http.post(f"{section}/results/1", data=fields, follow_redirects=False)


def test_a_result_posted_at_the_desk_opens_the_journal_once(visitor, openings):
    post = post_result(visitor, event_with_round(visitor, "dubov_1997"))
    openings.clear()

    assert post().status_code == 303

    assert len(openings) == 1


def test_a_result_that_is_refused_opens_the_journal_once(visitor, openings):
    section = event_with_round(visitor, "dubov_1997")
    post_result(visitor, section)()
    post = post_result(visitor, section, "0-1")
    openings.clear()

    assert post().status_code == 422

    assert len(openings) == 1


def test_an_action_of_the_api_opens_the_journal_once(visitor, openings):
    event_with_round(visitor, "dubov_1997")
    result = {"table": 1, "white_points": 10, "black_points": 0}
    content = {"section": "Main", "round": 1, "results": [result]}
    openings.clear()

    answer = visitor.http.post(
        "/api/v1/events/spring-open/acts", json={"act": "EnterResults", "content": content}
    )

    assert answer.status_code == 201
    assert len(openings) == 1


def test_a_result_posted_at_the_desk_copies_no_entries(visitor, monkeypatch):
    post = post_result(visitor, event_with_round(visitor, "dubov_1997"))
    copied = []
    monkeypatch.setattr(repository.EventSnapshot, "entries", property(copied.append))

    assert post().status_code == 303

    assert copied == []


def test_a_snapshot_does_not_change_while_others_act(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    handle = FolderRepository(tmp_path).event("spring-open")
    before = handle.snapshot()
    count = len(before.entries)

    post_result(visitor, section)()

    assert len(handle.snapshot().entries) == count + 1
    assert len(before.entries) == count == before.event.last
    assert before.entry(count) == before.entries[-1]
