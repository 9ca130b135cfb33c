"""Details and schedule at the desk: typed, filled in, refused without loss, and shown."""

from __future__ import annotations

import re

import pytest

from tests.web.desk_client import event_with_round, new_event, words
from topboard.web.folder_repository import FolderRepository

EVENT = "/e/spring-open"


def section_of(tmp_path):
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section


def test_changed_details_appear_on_pages_and_documents(visitor):
    place = event_with_round(visitor, "fide_dutch_2026")
    done = visitor.send(
        f"{EVENT}/details",
        name="Summer Open",
        city="Toronto",
        venue="Library Hall",
        federation="CAN",
        start="2026-05-01",
        end="2026-05-03",
        organiser="The Club",
        chief_arbiter="IA Ash, Ann",
        deputies="Birch, Ben\nCedar, Cy",
        time_control="90 min + 30 sec",
        time_zone="America/Toronto",
    )
    assert "Event details saved." in words(done)
    assert "chief arbiter IA Ash, Ann · organiser The Club" in words(done)

    visitor.send(
        f"{place}/schedule",
        time_zone="America/Toronto",
        day=["2026-05-01", "2026-05-02", ""],
        time=["18:30", "10:00", ""],
    )
    when = "Friday, May 1, 2026, 18:30 (America/Toronto, UTC-04:00)"
    where = "Library Hall, Toronto, CAN · May 1\N{EN DASH}3, 2026"
    public = "/p/spring-open/main"
    for page, starts in (
        (place, "Round 1: Friday, May 1, 2026, 18:30 Round 2: Saturday, May 2, 2026, 10:00"),
        (f"{public}/index.html", "Round Start Pages 1 Fri, May 1, 18:30 Pairings"),
        (f"{public}/index.html", "Reasons 2 Sat, May 2, 10:00"),
    ):
        text = visitor.text(page)
        assert starts in text
        assert "Times in the time zone America/Toronto, UTC-04:00" in text
    for page in ("round-1", "names-1"):
        assert "Fri, May 1, 18:30" in visitor.text(f"{public}/{page}.html"), page
    for page in ("reasons-1", "hall-1"):
        assert when in visitor.text(f"{public}/{page}.html"), page
    for page in ("../index", "index"):
        overview = visitor.text(f"{public}/{page}.html")
        assert "May 1\N{EN DASH}3, 2026 Library Hall, Toronto, CAN" in overview, page
    sheet = visitor.text(f"{place}/paper/pairing-sheet.html?number=1")
    assert when in sheet
    assert f"Main · {where}" in sheet
    report = visitor.get(f"{place}/export/trf26.trf").text
    assert "022 Toronto" in report
    assert "112 Cedar, Cy" in report


def test_typed_input_survives_a_refusal(visitor, tmp_path):
    place = new_event(visitor, "fide_dutch_2026")

    refused = visitor.send(
        f"{EVENT}/details", name="Mine", start="2026-05-02", end="2026-05-01", venue="Barn"
    )
    assert refused.status_code == 422
    assert "the event ends before it starts" in words(refused)
    assert 'value="Barn"' in refused.text
    assert 'value="2026-05-01"' in refused.text

    refused = visitor.send(
        f"{place}/schedule", time_zone="Mars/Base", day=["2026-03-08"], time=["02:30"]
    )
    assert refused.status_code == 422
    assert "unknown time zone: Mars/Base" in words(refused)
    assert 'value="02:30"' in refused.text
    assert re.search(r'<input name="time_zone"[^>]* aria-invalid="true"', refused.text)
    assert section_of(tmp_path).schedule is None


def test_a_schedule_is_filled_in_based_on_the_first_round(visitor, tmp_path):
    place = new_event(visitor, "fide_dutch_2026")

    filled = visitor.send(
        f"{place}/schedule", fill="1", every="7d", day=["2026-05-01"], time=["19:00"]
    )
    assert 'name="day" value="2026-05-15"' in filled.text
    assert section_of(tmp_path).schedule is None


def test_a_schedule_can_be_entered_by_keyboard(address, visitor, open_page, tmp_path):
    place = new_event(visitor, "fide_dutch_2026")
    page = open_page(address, width=390)
    page.goto(f"{place}/schedule")
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_label("Date of round 1").fill("2026-05-01")
    page.get_by_label("Time of round 1").fill("19:00")
    page.get_by_label("Time between rounds").fill("1d")
    page.get_by_role("button", name="Fill in rounds").click()
    page.get_by_label("Time of round 3").fill("10:00")
    page.get_by_label("Time of round 3").press("Enter")
    page.get_by_text("Schedule saved.").wait_for()
    assert section_of(tmp_path).schedule.starts == (
        "2026-05-01T19:00",
        "2026-05-02T19:00",
        "2026-05-03T10:00",
    )


def test_only_certain_roles_may_change_the_details_and_the_schedule(tmp_path):
    from topboard.event.actions import ChangeDetails, ScheduleRounds
    from topboard.web.accounts import Role, User

    for role, details, schedule in (
        (Role.CHIEF, True, True),
        (Role.DEPUTY, False, True),
        (Role.ENTRY_POST, False, False),
        (Role.VIEWER, False, False),
    ):
        user = User("Ann", role)
        assert (user.may_perform(ChangeDetails), user.may_perform(ScheduleRounds)) == (
            details,
            schedule,
        )


def test_the_public_page_shows_the_website_the_contact_and_the_description(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    event, public = section.partition("/s/")[0], "/p/" + section.split("/")[2]
    visitor.send(
        f"{event}/details",
        name="Spring Open",
        website="https://club.example/open/",
        organiser_contact="open@club.example",
        description="Six <b>quiet</b> rounds.\nEverybody is welcome.",
    )

    page = visitor.get(f"{public}/index.html").text
    assert (
        '<a href="https://club.example/open/" rel="noopener noreferrer">'
        "https://club.example/open</a>" in page
    )
    assert "Contact: open@club.example" in page
    assert ">Six &lt;b&gt;quiet&lt;/b&gt; rounds. Everybody is welcome.</p>" in page


@pytest.mark.parametrize(
    "website", ["javascript:alert(1)", "club.example", "https://", "ftp://a.b"]
)
def test_only_web_addresses_are_accepted_as_website(visitor, website):
    section = event_with_round(visitor, "fide_dutch_2026")
    event = section.partition("/s/")[0]

    refused = visitor.send(f"{event}/details", name="Spring Open", website=website)

    assert "the website is not a web address" in words(refused)
    assert f'value="{website}"' in refused.text
    assert "javascript:" not in visitor.get("/p/" + section.split("/")[2] + "/index.html").text
