"""The events of a host in its lists and searches, and who acted in any of them."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

import pytest

from topboard._frozen import fields, replace
from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry, to_stored_entry
from topboard.event.search import AuditSearch, EventSearch
from topboard.event.session import ActionContext
from topboard.event.summaries import EventStage, summarize_event
from topboard.model import EventInfo
from topboard.storage.event_list import EventListing
from topboard.storage.postgres import register as hosted_register
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.postgres.register import RegisterOnHost
from topboard.storage.session import JournalSession

if TYPE_CHECKING:
    from topboard.storage.postgres.connections import Host


def begin(
    url: str, stem: str, name: str, who: str = "Anna", day: str = "2026-03-01", **details: str
) -> None:
    context = ActionContext(who, f"{day or '2026-01-01'}T10:00:00.000+00:00")
    with JournalSession.create(
        f"{url}#{stem}", name, context, EventInfo(start=day, **details)
    ) as file:
        file.record(actions.AddSection("Open", "fide_dutch_2026", 5), context)


@pytest.fixture
def register(url: str, host: Host) -> RegisterOnHost:
    begin(url, "lodz", "Łódź Open", city="Łódź", end="2026-03-04")
    begin(url, "halifax", "Harbour Cup", "Boris", "2026-05-09", city="Halifax", federation="CAN")
    begin(url, "no-day", "Undated 100%", day="")
    return RegisterOnHost(host)


def stems(register: RegisterOnHost, **search: object) -> list[str]:
    found, total = register.find_matching_events(EventSearch(**search), None, 0, 100)  # type: ignore[arg-type]
    assert total == len(found)
    return [one.stem for one in found]


def test_events_of_a_host_are_found_as_in_a_folder(register: RegisterOnHost) -> None:
    assert stems(register) == ["no-day", "halifax", "lodz"]
    assert stems(register, words="lod") == ["lodz"]
    assert stems(register, words="HARB hal") == ["halifax"]
    assert stems(register, words="bour") == []
    assert stems(register, words="can") == ["halifax"]
    assert stems(register, words="no-da") == ["no-day"]
    assert stems(register, words="100%") == ["no-day"]
    assert stems(register, first="2026-03-04", last="2026-03-04") == ["lodz"]
    assert stems(register, first="2026-03-05") == ["halifax"]
    assert stems(register, last="2026-03-05") == ["lodz"]
    assert stems(register, system="fide_dutch_2026") == ["no-day", "halifax", "lodz"]
    assert stems(register, system="fide_dutch") == []
    assert stems(register, stage=EventStage.CLOSED) == []
    (one,), total = register.find_matching_events(EventSearch(), ["lodz", "halifax"], 1, 1)
    assert (one.stem, total) == ("lodz", 2)


def test_the_event_table_has_no_column_that_no_list_uses(host: Host) -> None:
    query = "SELECT column_name FROM information_schema.columns WHERE table_name = 'event'"
    with host.transaction() as connection:
        columns = {*connection.exec_driver_sql(query).scalars()}
    looked_at = {*re.findall(r"\w+", inspect.getsource(hosted_register))}

    assert columns - looked_at == {"moved_to"}
    assert {field.name for field in fields(EventListing)} < columns


def test_a_line_in_the_register_follows_its_event(url: str, register: RegisterOnHost) -> None:
    with JournalSession.open(f"{url}#lodz") as file:
        context = ActionContext("Anna", "2026-03-05T10:00:00.000+00:00", confirmed=True)
        file.record(actions.CloseEvent(), context)
        (one,), _ = register.find_matching_events(EventSearch(stage=EventStage.CLOSED), None, 0, 9)
        assert one.summary == summarize_event(file.event)
        assert (one.last, one.head) == (3, file.head)


def test_actions_of_a_host_are_found_as_in_a_folder(register: RegisterOnHost) -> None:
    def numbers(**wanted: object) -> list[tuple[str, int]]:
        found, total = register.audit_records(AuditSearch(**wanted), None, 0, 10)  # type: ignore[arg-type]
        assert total == len(found)
        return [(record.stem, record.number) for record in found]

    assert numbers(who="Boris") == [("halifax", 2), ("halifax", 1)]
    assert numbers(day="2026-03-01") == [("lodz", 2), ("lodz", 1)]
    assert numbers(kind="AddSection", events=EventSearch("lodz")) == [("lodz", 2)]
    (record,), total = register.audit_records(AuditSearch(), ["lodz"], 1, 1)
    assert (record.event, record.number, total) == ("Łódź Open", 1, 2)
    assert sorted(register.list_people_who_acted(None)) == ["Anna", "Boris"]
    assert register.list_people_who_acted(["halifax"]) == ["Boris"]
    (entry,) = register.load_entries_by_number("lodz", {2}).values()
    assert entry.act == actions.AddSection("Open", "fide_dutch_2026", 5)


def test_actions_are_ordered_by_instant_regardless_of_their_time_zone(url: str, host: Host) -> None:
    context = ActionContext("Anna", "2026-03-01T09:30:00.000+00:00")
    times = {
        "toronto": "2026-03-01T05:00:00-05:00",
        "bern": "2026-03-01T10:00:00+01:00",
        "tokyo": "2026-03-02T08:59:59.999+09:00",
    }
    for stem, time in times.items():
        JournalSession.create(f"{url}#{stem}", stem, replace(context, time=time)).journal.close()
    for time in ("now", "2026-99-01"):
        entry = to_stored_entry(Entry(1, time, "Anna", actions.CreateEvent("Odd")), BEGINNING)
        PostgresJournal.create(host, f"odd-{time}", [entry]).close()
    register = RegisterOnHost(host)

    def stems_of(**wanted: str) -> list[str]:
        found, total = register.audit_records(AuditSearch(**wanted), None, 0, 10)  # type: ignore[arg-type]
        assert total == len(found)
        return [record.stem for record in found]

    assert stems_of() == ["tokyo", "toronto", "bern", "odd-2026-99-01", "odd-now"]
    assert stems_of(day="2026-03-01") == ["tokyo", "toronto", "bern"]
    assert stems_of(day="2026-03-02") == []
