"""The list of all events with its search, and who did what in all of them."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import date

import pytest

from tests.storage.test_register import ANNA, BORIS, begin
from topboard.web.desk import event_list
from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import OPEN, TEAMS, WEEKEND, create_sample_events

FEW, ON_A_PAGE = 3, 8


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch):
    monkeypatch.setattr(event_list, "FEW", FEW)
    monkeypatch.setattr(event_list, "ON_A_PAGE", ON_A_PAGE)


@pytest.fixture
def many(tmp_path):
    folder = FolderRepository(tmp_path)
    for n in range(ON_A_PAGE + 5):
        day, who = f"2026-{1 + n % 12:02}-{1 + n // 12:02}", ANNA if n % 2 else BORIS
        begin(folder, f"event-{n}", f"Open number {n}", who, day, city="Toronto" if n else "Łódź")
    return folder


def test_a_long_list_is_split_into_pages_with_a_search(many, visitor):
    first, second = visitor.text("/"), visitor.text("/?part=2")
    assert f"{ON_A_PAGE + 5} events" in first
    named = [
        {n for n in range(ON_A_PAGE + 5) if f"Open number {n} " in text.split("Latest changes")[0]}
        for text in (first, second)
    ]
    assert [len(one) for one in named] == [ON_A_PAGE, 5]
    assert not named[0] & named[1]
    assert visitor.text("/?part=99") == second.replace("?part=2", "?part=99")
    found = visitor.text("/?q=lodz")
    assert "1 event" in found
    assert "Open number 0" in found
    assert "Open number 1 " not in found
    assert "No events match your search." in visitor.text("/?q=lodz&stage=closed")
    assert "1 event " in visitor.text("/?first=2026-12-01&last=2026-12-01")


def test_the_first_page_shows_what_is_due_and_where_the_data_is_stored(tmp_path, visitor):
    with closing(FolderRepository(tmp_path)) as folder:
        create_sample_events(folder, date(2026, 11, 19))
    page = visitor.get("/").text
    due = re.findall(r'<a class="button[^"]*" href="(/e/[^"]+)">([^<]+)<', page)
    assert due == [
        (f"/e/{TEAMS}/s/teams/line-ups/3?show=missing", "Record line-ups"),
        (f"/e/{OPEN}/s/open/results/4", "Enter results of round 4"),
    ]
    text = visitor.text("/")
    assert "11 results of round 4 are still missing." in text
    assert f"Data folder: {tmp_path} Each event is one file." in text
    assert "North Atlantic Team Cup : Enter results of round 3" in text
    for logo in re.findall(r'<img class="crest logo" src="([^"]+)"', page):
        assert visitor.get(logo).headers["content-type"] == "image/png"
    assert page.count('class="crest logo"') == 3
    # A page of search results is about the search only.
    assert "Next steps" not in visitor.text("/?q=maple")


def test_an_invalid_state_or_day_is_refused_with_valid_choices(visitor):
    answer = visitor.get("/?stage=asleep")
    assert answer.status_code == 422
    assert "asleep" in answer.text
    assert "prepared, running, played, closed" in answer.text
    assert visitor.get("/?first=2026-02-30").status_code == 422


def test_a_short_list_is_shown_without_a_search(tmp_path, visitor):
    folder = FolderRepository(tmp_path)
    for n in range(FEW):
        begin(folder, f"event-{n}", f"Open number {n}")
    assert 'role="search"' not in visitor.get("/").text
    begin(folder, "one-more", "One more")
    assert 'role="search"' in visitor.get("/").text


def test_actions_of_all_events_link_to_their_journal_entries(many, visitor):
    page = visitor.get("/audit?who=Anna&kind=AddSection&event=open").text
    assert page.count("/history?before=2#entry-2") == (ON_A_PAGE + 5) // 2
    assert "Boris ·" not in page
    assert "Open number 1<" in page
    assert 'id="entry-2"' in visitor.get("/e/event-1/history?before=2").text
    assert "2 actions" in visitor.text("/audit?day=2026-02-01")
    assert "No actions match your search." in visitor.text("/audit?who=Nobody")


def test_the_description_of_an_action_is_read_from_its_journal(many, visitor):
    text = visitor.text("/audit?event=lodz")
    assert "Create event Open number 0" in text
    assert "Add section (fide_dutch_2026): 5 rounds" in text
    (many.path / "event-0.topboard").write_bytes(b"")
    assert visitor.get("/audit").status_code == 200


def test_the_api_lists_matching_events_without_opening_every_event(many, visitor):
    named = [one["event"] for one in visitor.get("/api/v1/events").json()]
    assert len(named) == ON_A_PAGE + 5
    some = visitor.get("/api/v1/events?start=2&count=3").json()
    assert [one["event"] for one in some] == named[2:5]
    (lodz,) = visitor.get("/api/v1/events?q=lodz").json()
    assert lodz == visitor.get("/api/v1/events/event-0").json()
    assert visitor.get("/api/v1/events?count=0").status_code == 422


def test_the_first_page_says_what_its_bars_count_and_dates_as_in_the_history(tmp_path, visitor):
    with closing(FolderRepository(tmp_path)) as folder:
        create_sample_events(folder, date(2026, 11, 19))
    text = visitor.text("/")
    changes = visitor.get("/").text.partition('id="changes"')[2].partition("</ul>")[0]

    assert "4 of 7 rounds published" in text
    assert "5 of 5 rounds published" in text
    assert "<time datetime=" in changes
    assert not re.search(r"\d{4}-\d\d-\d\d", re.sub(r"<[^>]+>", "", changes))


def test_the_page_of_an_event_shows_work_first_and_has_the_logo(tmp_path, visitor):
    with closing(FolderRepository(tmp_path)) as folder:
        create_sample_events(folder, date(2026, 11, 19))
    page = visitor.get(f"/e/{WEEKEND}").text
    order = (
        'class="crest logo large"', "Show final standings", "Print certificates", "Event details",
        "Make event private", f'<a class="button quiet" href="/e/{WEEKEND}/close">',
    )  # fmt: skip
    places = [page.index(one) for one in order]

    assert places == sorted(places)
    (logo,) = re.findall(r'<img class="crest logo large" src="([^"]+)"', page)
    assert visitor.get(logo).headers["content-type"] == "image/png"
