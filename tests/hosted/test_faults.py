"""The database is away, full, restarted or replaced, and writers die: nothing kept is lost.

The server of the tests runs without synchronisation: what is shown is that nothing is lost when
processes end, not when the power does.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.event.sessions import CONTEXT, SECTION, person
from tests.hosted.unreliable_proxy import AFTER, BEFORE, UnreliableProxy
from tests.storage.test_trouble import answer, start
from tests.web.desk_client import client_of, serve_repository
from topboard.cli import main
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.errors import CannotReadOrWrite, Conflict, DamagedJournal, Unreachable
from topboard.event import actions
from topboard.event.codec import plain
from topboard.event.entries import Entry
from topboard.storage.postgres import journal as hosted
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.session import JournalCopy, JournalSession, build_first_journal_entry
from topboard.web.hosted_repository import HostedRepository

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.postgres import PostgresServer
    from topboard.event.entries import StoredEntry

WRITERS, EVENTS, SECONDS = 4, 3, 1


def entry(number: int) -> Entry:
    """An entry that any journal takes."""
    return Entry(number, "2026-08-01T10:00:00+00:00", "Ann", actions.Announce(f"entry {number}"))


@pytest.fixture
def journal(host: Host) -> PostgresJournal:
    """The journal of an event that has begun."""
    return PostgresJournal.create(host, "open", *build_first_journal_entry("Open", CONTEXT))


# --- many writers, and dead ones ------------------------------------------------------------------


def test_writers_of_several_events_lose_and_interleave_no_entries(host: Host) -> None:
    journals = [PostgresJournal.create(host, f"event-{place}", []) for place in range(EVENTS)]
    addresses = [f"{host.url}#{one.slug}" for one in journals]
    writers = {
        name: start("concurrent_access.py", *addresses, "write", name, SECONDS)
        for name in map(str, range(WRITERS))
    }
    written = {name: answer(program) for name, program in writers.items()}

    counts: Counter[str] = Counter()
    for one in journals:
        one.check_integrity()
        records = one.load_verified_entries()
        counts += Counter(record.who for record in records)
        assert [record.number for record in records] == [*range(1, len(records) + 1)]
        for name in writers:
            own = [record.content for record in records if record.who == name]
            assert own == [f'{{"section":"{name} {i}"}}' for i in range(len(own))]
    assert counts == {name: found["done"] for name, found in written.items()}
    assert len(counts) == WRITERS
    assert sum(found["conflicts"] for found in written.values()) > 0


DYING = """
import sys, time
from tests.hosted.test_faults import entry
from topboard.storage.locations import open_journal
with open_journal(sys.argv[1]) as journal, journal.write_lock():
    journal.append(entry(2))
    print("in the middle", flush=True)
    time.sleep(60)
"""


def test_a_writer_killed_midway_leaves_nothing_and_blocks_no_other_writer(
    journal: PostgresJournal,
) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", DYING, f"{journal.host.url}#open"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "in the middle\n"
    assert len(journal.load_stored_entries()) == 1
    writer.send_signal(signal.SIGKILL)
    writer.communicate()

    begun = monotonic()
    assert journal.append(entry(2)).number == 2
    assert monotonic() - begun < hosted.PATIENCE / 2
    assert len(journal.load_verified_entries()) == 2


def test_a_writer_that_waits_too_long_gets_a_message_to_retry(
    journal: PostgresJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted, "PATIENCE", 0.2)
    second = PostgresJournal.open(journal.host, "open")
    with journal.write_lock():
        with pytest.raises(
            Conflict, match=r"someone else is writing to the same event\. Try again\."
        ):
            second.append(entry(2))
        other = PostgresJournal.create(
            journal.host, "other", *build_first_journal_entry("Other", CONTEXT)
        )
        assert other.append(entry(2)).number == 2
    assert second.append(entry(2)).number == 2


# --- restarted ------------------------------------------------------------------------------------


def test_acknowledged_entries_survive_the_killing_of_the_server(
    postgres: PostgresServer, journal: PostgresJournal
) -> None:
    told: list[str] = []
    complaints: list[CannotReadOrWrite] = []

    def write() -> None:
        try:
            while len(told) < 100_000:
                told.append(journal.append(entry(len(told) + 2)).hash)
        except CannotReadOrWrite as error:
            complaints.append(error)

    writer = Thread(target=write)
    writer.start()
    while len(told) < 20:
        sleep(0.01)
    postgres.stop("immediate")
    postgres.start()
    writer.join(30)

    kept = [record.hash for record in journal.load_verified_entries()][1:]
    assert kept == told
    assert "does not answer" in str(complaints[0])
    assert journal.append(entry(len(told) + 2)).number == len(told) + 2


def test_the_desk_continues_after_the_database_was_unavailable(
    postgres: PostgresServer, journal: PostgresJournal
) -> None:
    with JournalSession(journal) as file:
        file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
        postgres.stop()
        try:
            for doing in (
                lambda: file.record(actions.Enter(SECTION, (person(1),)), CONTEXT),
                lambda: file.build_and_record(
                    lambda _: actions.Enter(SECTION, (person(1),)), CONTEXT
                ),
                file.refresh,
                lambda: JournalSession.open(f"{journal.host.url}#open"),
            ):
                with pytest.raises(
                    CannotReadOrWrite, match="Make sure that the database is running"
                ):
                    doing()
            assert len(file.entries) == 2
        finally:
            postgres.start()

        # The dead connections in the pool are noticed, and the act is done once.
        file.record(actions.Enter(SECTION, (person(1),)), CONTEXT)
        assert len(file.entries) == len(journal.load_verified_entries()) == 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_server_that_accepts_no_connections_yet_is_unreachable(
    language: str, host: Host, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", language)

    with (
        postgres.standing_by(),
        pytest.raises(
            Unreachable, match=r"does not answer .* Make sure that the database is running"
        ),
    ):
        PostgresJournal.create(host, "open", *build_first_journal_entry("Open", CONTEXT))

    assert PostgresJournal.create(
        host, "open", *build_first_journal_entry("Open", CONTEXT)
    ).load_verified_entries()


def test_a_restart_between_two_actions_goes_unnoticed(
    postgres: PostgresServer, journal: PostgresJournal
) -> None:
    journal.append(entry(2))
    postgres.stop()
    postgres.start()

    # The connection that waits in the pool is dead, and is replaced before the act begins.
    assert journal.append(entry(3)).number == 3
    assert len(journal.load_verified_entries()) == 3


@pytest.fixture
def proxy(postgres: PostgresServer, url: str) -> Iterator[tuple[UnreliableProxy, Host]]:
    """A host behind a proxy that can cut connections."""
    with tempfile.TemporaryDirectory(prefix="topboard-proxy-") as folder:
        proxy = UnreliableProxy(Path(folder), postgres.folder)
        there, here = (quote(str(one), safe="") for one in (postgres.folder, folder))
        with Host.open(url.replace(there, here)) as host:
            yield proxy, host
        proxy.close()


def test_an_action_whose_answer_was_lost_is_found_saved(
    proxy: tuple[UnreliableProxy, Host],
) -> None:
    cut, host = proxy
    with JournalSession(
        PostgresJournal.create(host, "open", *build_first_journal_entry("Open", CONTEXT))
    ) as file:
        cut.cut = AFTER
        file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)

        assert cut.cut == ""
        assert len(file.entries) == len(file.journal.load_verified_entries()) == 2
        cut.cut = AFTER
        PostgresJournal.create(host, "second", *build_first_journal_entry("Second", CONTEXT))
        assert cut.cut == ""


def test_an_action_that_did_not_arrive_is_reported_as_not_saved(
    proxy: tuple[UnreliableProxy, Host],
) -> None:
    cut, host = proxy
    with JournalSession(
        PostgresJournal.create(host, "open", *build_first_journal_entry("Open", CONTEXT))
    ) as file:
        cut.cut = BEFORE
        with pytest.raises(CannotReadOrWrite, match="The action was not saved"):
            file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
        assert len(file.entries) == len(file.journal.load_verified_entries()) == 1

        file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
        assert len(file.entries) == len(file.journal.load_verified_entries()) == 2


def test_an_unknown_outcome_is_reported_as_unknown(
    proxy: tuple[UnreliableProxy, Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    cut, host = proxy
    journal = PostgresJournal.create(host, "open", *build_first_journal_entry("Open", CONTEXT))
    monkeypatch.setattr(hosted, "PATIENCE", 0.3)
    cut.cut = AFTER

    def append() -> None:
        with journal.write_lock():
            journal.append(entry(2))
            # Nobody gets a new connection.
            cut.close()

    with pytest.raises(CannotReadOrWrite, match="Check whether it was saved before you try again"):
        append()


def answer_of_the_desk(
    proxy: tuple[UnreliableProxy, Host], monkeypatch: pytest.MonkeyPatch, when: str
) -> tuple[int, dict[str, object]]:
    """What the desk answers to an act, if the connection is cut where the act is kept."""
    cable, host = proxy
    add = PostgresJournal._insert_entry

    def add_and_cut(journal: PostgresJournal, record: StoredEntry) -> None:
        add(journal, record)
        cable.cut = when

    repository = HostedRepository(host.url)
    with serve_repository(repository) as address, client_of(address) as client:
        client.post("/api/v1/events", json={"name": "Open"}).raise_for_status()
        monkeypatch.setattr(PostgresJournal, "_insert_entry", add_and_cut)
        content = plain(actions.AddSection(SECTION, "fide_dutch_2026", 5))
        answer = client.post(
            "/api/v1/events/open/acts", json={"act": "AddSection", "content": content}
        )
    repository.close()
    assert cable.cut == ""
    return answer.status_code, answer.json()


def test_the_desk_says_to_try_again_if_nothing_was_saved(
    proxy: tuple[UnreliableProxy, Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, told = answer_of_the_desk(proxy, monkeypatch, BEFORE)

    assert (status, told["kind"]) == (503, "away")
    assert "Try again in a moment." in str(told["problems"])


def test_the_desk_says_so_if_it_cannot_find_out_what_was_saved(
    proxy: tuple[UnreliableProxy, Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_out(*_: object) -> bool:
        raise Unreachable("nobody gets a new connection")

    monkeypatch.setattr(hosted, "PATIENCE", 0.3)
    monkeypatch.setattr(hosted, "_is_entry_stored", find_out)

    status, told = answer_of_the_desk(proxy, monkeypatch, AFTER)

    assert (status, told["kind"]) == (503, "away")
    assert "Check whether your change was saved before you send it again." in str(told["problems"])


# --- full, read-only, crowded ---------------------------------------------------------------------

FULL = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
END
$$;
CREATE TRIGGER no_room BEFORE INSERT ON entry EXECUTE FUNCTION no_room();
"""
"""A disk cannot be filled in a test: the error is the one that a full disk makes."""


def test_a_full_disk_keeps_nothing_of_the_action(journal: PostgresJournal) -> None:
    with JournalSession(journal) as file:
        with journal.host.transaction() as connection:
            connection.exec_driver_sql(FULL)
        with pytest.raises(
            CannotReadOrWrite, match=r"disk .* is full .* Free some space and try again"
        ):
            file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
        assert len(file.entries) == len(journal.load_verified_entries()) == 1

        with journal.host.transaction() as connection:
            connection.exec_driver_sql("DROP TRIGGER no_room ON entry")
        file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
        journal.check_integrity()


def test_a_read_only_database_is_reported_as_such(
    postgres: PostgresServer, journal: PostgresJournal
) -> None:
    name = journal.host.url.partition("/topboard_")[2].partition("?")[0]
    postgres.run_sql(f"ALTER DATABASE topboard_{name} SET default_transaction_read_only = on")
    journal.host.close()

    with pytest.raises(CannotReadOrWrite, match=r"is read-only .* standby"):
        journal.append(entry(2))
    assert len(journal.load_stored_entries()) == 1


def test_a_database_without_room_for_another_connection_is_reported(
    postgres: PostgresServer, url: str
) -> None:
    postgres.run_sql("DROP ROLE IF EXISTS crowded; CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")

    with pytest.raises(CannotReadOrWrite, match=r"no more connections .* fewer workers"):
        Host.open(url.replace("postgres@", "crowded@"))


# --- replaced, and a wrong clock ------------------------------------------------------------------


def test_an_older_backup_in_place_of_a_newer_host_is_detected(
    postgres: PostgresServer, journal: PostgresJournal
) -> None:
    name = "topboard_" + journal.host.url.partition("/topboard_")[2].partition("?")[0]
    known, stale = JournalCopy(), JournalCopy()
    JournalSession(journal, stale)
    journal.host.close()
    postgres.run_sql(f"CREATE DATABASE {name}_backup TEMPLATE {name}")
    with JournalSession(journal, known) as file:
        file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
    journal.host.close()
    postgres.run_sql(f"DROP DATABASE {name}")
    postgres.run_sql(f"ALTER DATABASE {name}_backup RENAME TO {name}")

    with pytest.raises(DamagedJournal, match="no longer the journal that was opened"):
        JournalSession(journal, known)
    with JournalSession(journal, stale) as file:
        file.record(actions.AddSection("Other", "fide_dutch_2026", 5), CONTEXT)
    with pytest.raises(DamagedJournal, match="no longer the journal that was opened"):
        JournalSession(journal, known)


def test_a_clock_that_goes_backwards_is_reported(
    journal: PostgresJournal, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"{journal.host.url}#open"
    command = ["event", "section", address, "--rounds", "5", "--who", "Bob", "--at"]

    assert main([*command, "2026-07-31T10:00Z", "Women"]) == DONE
    assert "Journal entry 2 has an earlier time (2026-07-31T10:00Z) than" in capsys.readouterr().err
    assert main([*command, "2026-08-02T10:00Z", "Juniors"]) == DONE
    assert "earlier time" not in capsys.readouterr().err

    # What came first is what has the lower number.
    with JournalSession.open(address) as file:
        assert [*file.event.sections] == ["Women", "Juniors"]
    assert main(["event", "verify", address]) == DONE
    assert "has an earlier time (2026-07-31T10:00Z) than" in capsys.readouterr().out


# --- proved ---------------------------------------------------------------------------------------


def test_a_host_is_verified_with_all_its_events(
    journal: PostgresJournal, capsys: pytest.CaptureFixture[str]
) -> None:
    url = journal.host.url
    second = PostgresJournal.create(
        journal.host, "second", *build_first_journal_entry("Second", CONTEXT)
    )
    with JournalSession(second) as file:
        file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
    assert main(["host", "check", url]) == DONE
    assert capsys.readouterr().out == f"{url}: 2 of 2 events verified, 3 journal entries\n"

    with journal.host.transaction() as connection:
        connection.exec_driver_sql("UPDATE event SET name = 'Forged', last = 7 WHERE slug = 'open'")
    assert main(["host", "check", url]) == DIFFERENCE
    assert (
        "open: NOT verified, the list of events gives 'Forged' as the name and 7 as the last"
        " journal entry"
    ) in capsys.readouterr().out
    assert main(["host", "check", url, "--mend"]) == DONE
    assert "open: its row in the list of events was repaired" in capsys.readouterr().out
    assert main(["host", "check", url]) == DONE

    with journal.host.transaction() as connection:
        connection.exec_driver_sql("ALTER TABLE entry DISABLE TRIGGER no_change")
        connection.exec_driver_sql("UPDATE entry SET who = 'Eve' WHERE number = 2")
    assert main(["host", "check", url]) == DIFFERENCE
    told = capsys.readouterr().out
    assert "open: NOT verified, the protection against changes was REMOVED" in told
    assert "second: NOT verified, " in told
    assert "journal entry 2 was changed or damaged" in told


def test_the_rest_of_a_damaged_event_is_salvaged(
    journal: PostgresJournal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (2, 3, 4):
        journal.append(entry(number))
    with journal.host.transaction() as connection:
        connection.exec_driver_sql("ALTER TABLE entry DISABLE TRIGGER no_change")
        connection.exec_driver_sql("UPDATE entry SET who = 'Eve' WHERE number = 3")
    left = str(tmp_path / "left.json")

    assert main(["event", "export", f"{journal.host.url}#open", left, "--salvage"]) == DONE
    assert "Recovered the first 2 journal entries." in capsys.readouterr().err
    assert '"after_gap"' in Path(left).read_text()
