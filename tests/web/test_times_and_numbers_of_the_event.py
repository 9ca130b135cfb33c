"""Pages of an event show its own time of day, and say which starting numbers they mean."""

from __future__ import annotations

import re
from datetime import date

import httpx
import pytest

from tests.web.desk_client import serve_folder
from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import OPEN, TEAMS, create_sample_events

NUMBERS = "Some participants have different numbers now."


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """The address of a desk with the sample events, on a computer in another time zone."""
    folder = tmp_path_factory.mktemp("events")
    create_sample_events(FolderRepository(folder), date(2026, 11, 19))
    with serve_folder(folder) as address:
        yield address


def text_of(desk: str, path: str) -> str:
    answer = httpx.get(f"{desk}{path}", verify=False, follow_redirects=True)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_the_history_and_the_line_ups_show_the_time_of_the_event(desk):
    line_ups = text_of(desk, f"/e/{TEAMS}/s/teams/line-ups/3")
    handed_in = re.search(r"handed in at (\d\d:\d\d)", line_ups)[1]

    history = text_of(desk, f"/e/{TEAMS}/history")

    # Round 3 starts at 16:00 in St. John's. The journal records the time in UTC, 19:30.
    assert handed_in == "14:33"
    assert re.search(rf"Hand in the line-up of .{{0,600}}{handed_in}", history)
    assert re.search(r"Publish round 3 .{0,60}14:32", history)
    assert "Published" in text_of(desk, f"/e/{TEAMS}/s/teams/rounds/3")
    assert re.search(r"Published .{0,30}14:32", text_of(desk, f"/e/{TEAMS}/s/teams/rounds/3"))
    assert re.search(r"line-up of .{0,80}14:39", text_of(desk, "/"))


def test_reasons_say_that_a_late_entry_has_changed_the_numbers(desk):
    for number, is_said in ((1, True), (2, False), (4, False)):
        public = text_of(desk, f"/p/{OPEN}/open/reasons-{number}.html")
        assert (NUMBERS in public) is is_said, number
        assert (NUMBERS in text_of(desk, f"/e/{OPEN}/s/open/rounds/{number}")) is is_said, number
