"""The arrangement of an event kept under a name, and events begun from it."""

from __future__ import annotations

import pytest

from tests.web.desk_client import words
from topboard.errors import BadInput
from topboard.event import actions
from topboard.event.actions import Category, Prize
from topboard.event.session import ActionContext, EventSession
from topboard.event.state import Event
from topboard.event.templates import build_event_setup_from_template, create_template_from_event
from topboard.model import EventInfo
from topboard.storage.templates import TemplatesInFile
from topboard.web.folder_repository import FolderRepository

CONTEXT = ActionContext("Anna", "2026-03-01T10:00:00.000+00:00", confirmed=True)
ARRANGED = (
    actions.AddSection("Open", "fide_dutch_2026", 3, tie_breaks=("BH", "SB"), unrated_as=1200),
    actions.ScheduleRounds(
        "Open", ("2026-03-06T18:30", "2026-03-07T10:00", "2026-03-07T15:00"), "Europe/Berlin"
    ),
    actions.SetCategories("Open", (Category("U16", under=16),)),
    actions.SetPrizes("Open", (Prize(1, 50000), Prize(1, 8000, category="U16")), currency="EUR"),
    actions.AddSection("Teams", "cfc_team_swiss", 5, boards=4),
)


def lead_by(*several: actions.Act) -> Event:
    session = EventSession()
    for act in several:
        session.accept_entry(session.prepare_action(act, CONTEXT))
    return session.event


@pytest.fixture
def event() -> Event:
    details = EventInfo(
        city="Bern",
        start="2026-03-06",
        end="2026-03-07",
        time_control="90+30",
        chief_arbiter="A. Arbiter",
    )
    return lead_by(actions.CreateEvent("Spring Open", details), *ARRANGED)


def test_a_template_contains_the_setup_but_no_people(event, tmp_path):
    template = create_template_from_event(event, "Weekend open")
    assert template.arrangement == ARRANGED
    assert template.details.chief_arbiter == ""
    kept = TemplatesInFile(tmp_path / "templates.json")
    kept.save_template("", template)
    assert TemplatesInFile(tmp_path / "templates.json").load_templates([]) == {
        "Weekend open": template
    }
    kept.remove_template("", "Weekend open")
    assert kept.load_templates([]) == {}


def test_template_times_move_with_the_first_day(event):
    template = create_template_from_event(event, "Weekend open")
    details, arranging = build_event_setup_from_template(
        template, EventInfo(start="2027-04-02", city="Basel")
    )
    assert (details.city, details.start, details.end) == ("Basel", "2027-04-02", "2027-04-03")
    assert details.time_control == "90+30"
    made = lead_by(actions.CreateEvent("Next", details), *arranging)
    schedule = made.section("Open").schedule
    assert schedule is not None
    assert schedule.starts == ("2027-04-02T18:30", "2027-04-03T10:00", "2027-04-03T15:00")
    again = create_template_from_event(made, "Weekend open")
    assert [act for act in again.arrangement if not isinstance(act, actions.ScheduleRounds)] == [
        act for act in ARRANGED if not isinstance(act, actions.ScheduleRounds)
    ]


def test_without_a_first_day_the_template_times_are_left_open(event):
    details, arranging = build_event_setup_from_template(
        create_template_from_event(event, "Weekend open"), EventInfo()
    )
    assert (details.start, details.end) == ("", "")
    assert not any(isinstance(act, actions.ScheduleRounds) for act in arranging)


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "two\nlines"])
def test_a_template_needs_a_short_name(event, name):
    with pytest.raises(BadInput, match="the template name is empty, too long or not printable"):
        create_template_from_event(event, name)


def test_an_event_can_be_created_from_a_template_at_the_desk(visitor, tmp_path, event):
    folder = FolderRepository(tmp_path)
    with folder.create("Spring Open", CONTEXT, event.details).open() as file:
        for act in ARRANGED:
            file.record(act, CONTEXT)
    answer = visitor.send("/e/spring-open", "/e/spring-open/template", template="Weekend & more")
    assert "You can now create events from the template Weekend &amp; more." in answer.text

    offered = visitor.get("/new").text
    assert 'href="/new?template=Weekend%20%26%20more"' in offered
    page = visitor.text("/new?template=Weekend%20%26%20more")
    assert "Teams cfc_team_swiss, 5 rounds" in page
    assert "Participants" not in page
    sent = {"name": "Autumn Open", "start": "2026-09-04", "template": "Weekend & more"}
    assert visitor.send("/new", **sent).status_code == 200
    made = folder.event("autumn-open").snapshot().event
    assert [*made.sections] == ["Open", "Teams"]
    assert made.section("Open").prizes == event.section("Open").prizes
    assert made.section("Open").schedule.days[0] == "2026-09-04"

    refused = visitor.send(
        "/new?template=Weekend%20%26%20more",
        "/new",
        name="",
        city="Bern",
        template="Weekend & more",
    )
    assert refused.status_code == 422
    assert "Enter the name of the event." in refused.text
    assert "Teams cfc_team_swiss, 5 rounds" in words(refused)
    assert 'name="city" value="Bern"' in refused.text
    assert visitor.get("/new?template=nothing").status_code == 422
    visitor.send("/new", "/templates/remove", template="Weekend & more")
    assert "From a template" not in visitor.get("/new").text
