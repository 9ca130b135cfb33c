"""The journal of an event on a host: the same entries as in a file, and nobody changes them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from tests.event.sessions import ARBITER, CONTEXT, SECTION, person
from topboard.errors import CannotReadOrWrite, Conflict, DamagedJournal, Refused
from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry
from topboard.model import EventInfo, Number
from topboard.storage.event_list import build_event_listing
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.events import find_event_by_slug, list_events_on_server
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.postgres.migrations import set_up_server
from topboard.storage.session import JournalCopy, JournalSession, build_first_journal_entry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tools.postgres import PostgresServer

CHIEF = replace(
    CONTEXT, authority=ARBITER, reason="asked for", confirmed=True, confirmed_again=True
)
BORN = replace(person(1), birth="2001-02-03", fide_id="1234567")


def entry(number: int, words: str = "Open") -> Entry:
    """An entry that any journal takes."""
    return Entry(number, "2026-08-01T10:00:00+00:00", "Ann", actions.Announce(words))


def lead(file: JournalSession) -> None:
    """Some acts, one with personal values."""
    file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
    file.record(actions.Enter(SECTION, (BORN, person(2))), CONTEXT)


@pytest.fixture
def journal(host: Host) -> PostgresJournal:
    """The journal of an event that has begun."""
    return PostgresJournal.create(host, "open", *build_first_journal_entry("Open", CONTEXT))


def test_an_event_runs_on_a_host_as_in_a_file(url: str, tmp_path: Path) -> None:
    details = EventInfo(city="Bern", federation="SUI", start="2026-08-01")
    states = []
    for where in (tmp_path / "open.topboard", f"{url}#open"):
        with JournalSession.create(where, "Open", CONTEXT, details) as file:
            lead(file)
        with JournalSession.open(where) as file:
            states.append(file.event)
            records = file.journal.load_verified_entries()
        assert [record.number for record in records] == [1, 2, 3]
        assert "2001-02-03" not in records[2].content
        assert {one.value for one in records[2].personal} == {"2001-02-03", "1234567"}

    assert states[0] == states[1]


def test_an_entry_has_the_same_hash_on_a_host_and_in_a_file(host: Host, tmp_path: Path) -> None:
    first = build_first_journal_entry("Öpen 🏆", CONTEXT)
    with (
        JournalSession(PostgresJournal.create(host, "open", *first)) as hosted,
        JournalSession.create(tmp_path / "open", "Öpen 🏆", CONTEXT) as filed,
    ):
        for file in (hosted, filed):
            file.record(actions.AddSection("Ж", "fide_dutch_2026", 5), CONTEXT)

        assert hosted.journal.load_stored_entries() == filed.journal.load_stored_entries()
        assert hosted.head == filed.head


def test_the_list_of_events_shows_what_the_entries_say(
    host: Host, journal: PostgresJournal
) -> None:
    with JournalSession(journal) as file:
        lead(file)
        file.record(
            actions.ChangeDetails("Village Open", EventInfo(city="Bern", start="2026-08-01")),
            CONTEXT,
        )

        (listed,) = list_events_on_server(host)
        assert (listed.slug, listed.last, listed.head) == ("open", 4, file.head)
        assert listed.listing == build_event_listing(file.event)
        assert listed.listing.name == "Village Open"
        assert listed.listing.words == " village open bern"
        assert listed.listing.first_day == "2026-08-01"
        assert listed.listing.systems == "fide_dutch_2026"
        assert listed.listing.stage == "prepared"
        file.journal.check_integrity()
    assert find_event_by_slug(host, "open") == listed
    assert find_event_by_slug(host, "other") is None


def test_a_slug_belongs_to_only_one_event(host: Host, journal: PostgresJournal) -> None:
    with pytest.raises(
        CannotReadOrWrite, match=r"'open' on .* an event with that name already exists"
    ):
        PostgresJournal.create(host, journal.slug, *build_first_journal_entry("Other", CONTEXT))

    assert [one.listing.name for one in list_events_on_server(host)] == ["Open"]


def test_the_slower_of_two_writers_gets_a_conflict(journal: PostgresJournal) -> None:
    journal.append(entry(2))

    with pytest.raises(Conflict, match="cannot add journal entry 2 because the last one is now 2"):
        journal.append(entry(2))
    with pytest.raises(DamagedJournal, match="no longer the journal"):
        journal.append(entry(3), after=BEGINNING)

    assert journal.append(entry(3)).number == 3
    assert [record.number for record in journal.load_verified_entries()] == [1, 2, 3]


def test_two_desks_see_each_others_actions(host: Host, journal: PostgresJournal) -> None:
    with (
        JournalSession(journal) as one,
        JournalSession(PostgresJournal.open(host, "open"), JournalCopy()) as two,
    ):
        one.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
        with pytest.raises(Conflict):
            two.record(actions.AddSection("Other", "fide_dutch_2026", 5), CONTEXT)
        two.build_and_record(lambda _: actions.AddSection("Other", "fide_dutch_2026", 5), CONTEXT)
        one.refresh()

        assert [*one.event.sections] == [*two.event.sections] == [SECTION, "Other"]
        assert one.head == two.head


def test_a_refused_action_is_stored_nowhere(journal: PostgresJournal) -> None:
    with JournalSession(journal) as file:
        lead(file)
        with pytest.raises(Refused):
            file.record(actions.Enter(SECTION, (person(2),)), CONTEXT)

        assert len(file.entries) == len(journal.load_stored_entries()) == 3


def test_opening_an_event_for_reading_writes_nothing(host: Host, journal: PostgresJournal) -> None:
    reading = PostgresJournal.open(host, "open", read_only=True)
    with pytest.raises(CannotReadOrWrite, match="read-only"):
        reading.append(entry(2))

    assert len(reading.load_stored_entries()) == len(journal.load_stored_entries()) == 1


def test_erased_data_are_gone_and_the_hash_chain_stays_valid(journal: PostgresJournal) -> None:
    with JournalSession(journal) as file:
        lead(file)
        file.record(actions.ErasePersonal(SECTION, Number(1), None, ("birth",)), CHIEF)
        records = journal.load_verified_entries()

    assert [one.value for one in records[2].personal] == ["1234567"]
    with JournalSession(journal) as file:
        again = file.event.section(SECTION).competitor(Number(1))
    assert (again.birth, again.fide_id) == ("", "1234567")  # type: ignore[union-attr]


def chief():
    """A context that may erase personal data."""
    from tests.event.sessions import ARBITER

    return replace(
        CONTEXT, authority=ARBITER, reason="asked for", confirmed=True, confirmed_again=True
    )


# --- nobody changes an entry --------------------------------------------------------------------

CHANGES = (
    "UPDATE entry SET who = 'Eve'",
    "DELETE FROM entry",
    "TRUNCATE entry",
    "TRUNCATE event CASCADE",
)


@pytest.mark.parametrize("change", CHANGES)
def test_the_database_prevents_even_its_owner_from_changing_an_entry(
    host: Host, journal: PostgresJournal, change: str
) -> None:
    for before in ("", "SET session_replication_role = replica; "):
        with (
            pytest.raises(CannotReadOrWrite, match="entries are never changed or removed"),
            host.transaction() as connection,
        ):
            connection.exec_driver_sql(before + change)

    assert len(journal.load_verified_entries()) == 1
    assert journal.is_protected_against_changes()


def test_the_removal_of_guards_is_detected(host: Host, journal: PostgresJournal) -> None:
    with host.transaction() as connection:
        connection.exec_driver_sql("ALTER TABLE entry DISABLE TRIGGER no_change")

    assert not journal.is_protected_against_changes()


@pytest.fixture
def web(postgres: PostgresServer, url: str) -> Iterator[Host]:
    """The host as the role of web workers has it."""
    with Host(url) as owner:
        if not postgres.run_sql("SELECT 1 FROM pg_roles WHERE rolname = 'web'"):
            postgres.run_sql("CREATE ROLE web LOGIN")
        assert set_up_server(owner, "web").roles == ("web",)
        # A role with rights gets those on new tables, too.
        assert set_up_server(owner).roles == ("web",)
    with Host.open(url.replace("postgres@", "web@")) as opened:
        yield opened


def test_the_worker_role_can_run_an_event(web: Host) -> None:
    journal = PostgresJournal.create(
        web, "open", *build_first_journal_entry("Open", CONTEXT, with_key=True)
    )
    with JournalSession(journal) as file:
        lead(file)
        file.record(actions.ErasePersonal(SECTION, Number(1), None, ()), CHIEF)
        assert file.journal.private_key(file.event.key).startswith(b"-----BEGIN PRIVATE KEY")

        assert file.entries == JournalSession(PostgresJournal.open(web, "open")).entries


@pytest.mark.parametrize("change", [*CHANGES, "DELETE FROM event", "DROP TABLE entry CASCADE"])
def test_the_worker_role_cannot_change_an_entry(web: Host, change: str) -> None:
    PostgresJournal.create(web, "open", *build_first_journal_entry("Open", CONTEXT))
    with (
        pytest.raises(CannotReadOrWrite, match=r"permission denied|must be owner"),
        web.transaction() as c,
    ):
        c.exec_driver_sql(change)

    assert len(PostgresJournal.open(web, "open").load_verified_entries()) == 1


def test_an_entry_that_was_changed_anyway_is_detected(host: Host, journal: PostgresJournal) -> None:
    journal.append(entry(2))
    with host.transaction() as connection:
        connection.exec_driver_sql("ALTER TABLE entry DISABLE TRIGGER no_change")
        connection.execute(text("UPDATE entry SET who = 'Eve' WHERE number = 2"))

    with pytest.raises(DamagedJournal, match="journal entry 2 was changed or damaged") as found:
        journal.load_verified_entries()
    assert found.value.intact == 1
