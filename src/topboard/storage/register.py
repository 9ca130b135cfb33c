"""The register of a folder, which describes its events without opening them.

It is one small file beside the journals, with summaries of the events and an audit log of the
actions. All its content comes from the journals, so it can be deleted at any time and is then
created again. An event is read again only if its file has changed.
"""

from __future__ import annotations

import os
import sqlite3
import weakref
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from topboard import platforms
from topboard._frozen import dataclass
from topboard.errors import DamagedJournal, TopboardError
from topboard.event.codec import class_name_in_journal
from topboard.event.entries import BEGINNING, parse_stored_entry
from topboard.event.search import event_list_sort_key
from topboard.event.summaries import (
    EventSummary,
    dump_event_summary,
    load_event_summary,
    summarize_event,
)
from topboard.storage.sqlite import SqliteJournal
from topboard.text import dates

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from topboard.event.entries import Entry
    from topboard.event.search import AuditSearch, EventSearch
    from topboard.storage.journal import Journal
    from topboard.storage.session import JournalSession

FILE = ".topboard-register"
SUFFIX = ".topboard"
IN_MEMORY = ":memory:"
VERSION = 1
TABLES = (
    "CREATE TABLE event (stem TEXT PRIMARY KEY, stamp TEXT NOT NULL, last INTEGER NOT NULL,"
    " head TEXT NOT NULL, summary TEXT NOT NULL) STRICT",
    "CREATE TABLE deed (stem TEXT NOT NULL, number INTEGER NOT NULL, time TEXT NOT NULL,"
    " who TEXT NOT NULL, act TEXT NOT NULL, PRIMARY KEY (stem, number)) STRICT, WITHOUT ROWID",
    "CREATE INDEX deed_by_time ON deed (time, stem, number)",
    "CREATE INDEX deed_by_person ON deed (who, time)",
)
LONGEST_LOOK = 3.0
"""The maximum number of seconds spent on reading changed events for a list."""


@dataclass(frozen=True, slots=True)
class RegisteredEvent:
    """An event in the register, with its summary and the number and hash of its last entry."""

    stem: str
    stamp: str
    last: int
    head: str
    summary: EventSummary
    public: bool = True
    """Whether everyone can see the event's public pages."""


@dataclass(frozen=True, slots=True)
class MembershipChange:
    """A change to an account's role in an event or organisation on a server."""

    organisation: str
    account: str
    """The name of the account; empty if the organisation was created, renamed or given an event."""
    role: str
    """The new role; empty if the account is no longer a member."""


OF_MEMBERS = "members"
"""The kind of audit record for a membership change, which is not an action in an event."""


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """A record in the audit log: an action with its author, time and event."""

    stem: str
    """The file name or slug of the event; empty if the record is about an organisation."""
    event: str
    """The name of the event."""
    number: int
    time: str
    who: str
    act: str
    membership: MembershipChange | None = None
    """The membership change, if the record is about one; None if it is about a journal entry."""


class EventRegister(Protocol):
    """An index of events and actions for the desk, which is searched without opening the events.

    ``among`` contains the events that the user may see, or is None for all. ``organisations``
    contains those whose membership changes the user may see.
    """

    broken: Mapping[str, TopboardError]
    """The error messages of events that cannot be opened, keyed by file name without the suffix."""
    unread: int
    """The number of changed events that could not be read within the time limit."""

    def find_matching_events(
        self,
        search: EventSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        *,
        public_only: bool = False,
    ) -> tuple[list[RegisteredEvent], int]:
        """Return one page of the matching events, latest first, and the number of matches."""

    def audit_records(
        self,
        wanted: AuditSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        organisations: Collection[str] = (),
    ) -> tuple[list[AuditRecord], int]:
        """Return a page of the matching audit records, latest first, and the number of matches."""

    def list_people_who_acted(
        self, among: Collection[str] | None, organisations: Collection[str] = ()
    ) -> list[str]:
        """Return the names of the people who have acted in these events."""

    def load_entries_by_number(self, stem: str, numbers: Collection[int]) -> dict[int, Entry]:
        """Return the journal entries with these numbers, without reading the whole journal."""


class RegisterInFile(EventRegister):
    """The register of the events in a folder, which is updated whenever their files change."""

    def __init__(
        self, folder: str | os.PathLike[str], opened: Callable[[str], JournalSession]
    ) -> None:
        self._folder, self._opened = os.fspath(folder), opened
        self._lock = RLock()
        self._is_closed = False
        self._connection: sqlite3.Connection | None = None
        self._known: dict[str, RegisteredEvent] = {}
        self.broken: dict[str, TopboardError] = {}
        self.unread = 0

    def _get_register_database(self) -> sqlite3.Connection:
        """Return the register's database, which is opened on first use."""
        if self._connection is None:
            self._connection = self._open_register_database(os.path.join(self._folder, FILE))
            self._known = dict(_load_registered_events(self._connection))
        return self._connection

    def _open_register_database(self, path: str) -> sqlite3.Connection:
        """Open a database connection.

        It is closed at the latest when the register is garbage-collected.
        """
        connection = _connect(path)
        weakref.finalize(self, connection.close)
        return connection

    def close(self) -> None:
        """Close the register's database.

        A request in progress opens it again and closes it afterwards.
        """
        with self._lock:
            self._is_closed = True
            self._close_register_database()

    def _close_register_database(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self._known = None, {}

    @contextmanager
    def _hold_lock(self) -> Iterator[None]:
        """Hold the register's lock in the block.

        If the register was closed, close the database after the block.
        """
        with self._lock:
            try:
                yield
            finally:
                if self._is_closed:
                    self._close_register_database()

    def update_and_get_events(self, longest: float = LONGEST_LOOK) -> Mapping[str, RegisteredEvent]:
        """Update the register and return all events, keyed by file name without the suffix.

        Updating stops after ``longest`` seconds. Changed events that were not reached count as
        unread.
        """
        with self._hold_lock():
            try:
                self._update_register(longest)
            except sqlite3.Error:
                # The disk is full, or a different file is in its place. The register is then kept
                # in memory.
                self._close_register_database()
                self._connection = self._open_register_database(IN_MEMORY)
                self._update_register(longest)
            return dict(self._known)

    def _update_register(self, longest: float) -> None:
        connection, stamps = (
            self._get_register_database(),
            _read_stamps_of_event_files(self._folder),
        )
        self.broken, self.unread = {}, 0
        gone = self._known.keys() - stamps.keys()
        changed = [
            stem
            for stem, stamp in stamps.items()
            if (known := self._known.get(stem)) is None or known.stamp != stamp
        ]
        if changed or gone:
            with _transaction(connection):
                self._remove_events_from_register(gone)
                self._read_changed_events_into_register(changed, stamps, monotonic() + longest)

    def find_matching_events(
        self,
        search: EventSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        *,
        public_only: bool = False,
    ) -> tuple[list[RegisteredEvent], int]:
        """Return one page of the matching events, latest first, and the number of matches."""
        every = (
            one
            for one in self.update_and_get_events().values()
            if among is None or one.stem in among
        )
        found = [one for one in every if search.matches_event(one.stem, one.summary)]
        if public_only:
            found = [one for one in found if one.public]
        found.sort(key=lambda one: event_list_sort_key(one.stem, one.summary))
        return found[start : start + count], len(found)

    def _read_changed_events_into_register(
        self, stems: Iterable[str], stamps: Mapping[str, str], until: float
    ) -> None:
        for stem in stems:
            if monotonic() > until:
                self.unread += 1
                continue
            try:
                # The stamp is taken before reading, so a write in between is noticed next time.
                self._read_event_into_register(stem, stamps[stem])
            except TopboardError as error:
                self._remove_events_from_register([stem])
                self.broken[stem] = error

    def _read_event_into_register(self, stem: str, stamp: str) -> None:
        known = self._known.get(stem)
        with self._opened(stem) as file:
            if known is None or not _are_registered_entries_unchanged(file.journal, known):
                self._remove_events_from_register([stem])
                known = None
            with file.lock:
                event, head = file.event, file.head
                entries = file.entries[known.last if known else 0 :]
        self._get_register_database().executemany(
            "INSERT OR REPLACE INTO deed VALUES (?, ?, ?, ?, ?)",
            [_build_audit_row(stem, entry) for entry in entries],
        )
        made = _build_registered_event(stem, stamp, event.last, head, summarize_event(event))
        row = (stem, stamp, event.last, head, dump_event_summary(made.summary))
        self._get_register_database().execute(
            "INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?)", row
        )
        self._known[stem] = made

    def _remove_events_from_register(self, stems: Iterable[str]) -> None:
        for stem in [*stems]:
            self._known.pop(stem, None)
            for table in ("event", "deed"):
                self._get_register_database().execute(
                    f"DELETE FROM {table} WHERE stem = ?", (stem,)
                )

    # --- audit log --------------------------------------------------------------------------

    def audit_records(
        self,
        wanted: AuditSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        organisations: Collection[str] = (),
    ) -> tuple[list[AuditRecord], int]:
        """Return a page of the matching audit records, latest first, and the number of matches."""
        known = self.update_and_get_events()
        if not wanted.events.is_empty:
            every = (one for one in known.values() if among is None or one.stem in among)
            among = [
                one.stem for one in every if wanted.events.matches_event(one.stem, one.summary)
            ]
        asked: list[tuple[str, tuple[object, ...]]] = []
        if wanted.who:
            asked.append(("who = ?", (wanted.who,)))
        if wanted.kind:
            asked.append(("act = ?", (wanted.kind,)))
        if (lasts := compute_utc_span_of_day(wanted.day)) is not None:
            asked.append(("time >= ? AND time < ?", lasts))
        if among is not None:
            asked.append((f"stem IN ({','.join('?' * len(among))})", tuple(among)))
        where = " AND ".join(words for words, _ in asked) or "1"
        values = [value for _, some in asked for value in some]
        with self._hold_lock():
            query = f"SELECT count(*) FROM deed WHERE {where}"
            (total,) = self._get_register_database().execute(query, values).fetchone()
            rows = self._get_register_database().execute(
                f"SELECT stem, number, time, who, act FROM deed WHERE {where}"
                " ORDER BY time DESC, stem, number DESC LIMIT ? OFFSET ?",
                [*values, count, start],
            )
            return [
                AuditRecord(row[0], known[row[0]].summary.name, *row[1:]) for row in rows
            ], total

    def list_people_who_acted(
        self, among: Collection[str] | None = None, organisations: Collection[str] = ()
    ) -> list[str]:
        """Return the names of the people who have acted in any event in the folder.

        The arguments have no effect, because every user may see all events in a folder.
        """
        self.update_and_get_events()
        with self._hold_lock():
            return [
                who
                for (who,) in self._get_register_database().execute("SELECT DISTINCT who FROM deed")
            ]

    def load_entries_by_number(self, stem: str, numbers: Collection[int]) -> dict[int, Entry]:
        """Return the journal entries with these numbers, without reading the whole journal."""
        path = os.path.join(self._folder, f"{stem}{SUFFIX}")
        with SqliteJournal.open(path, read_only=True) as journal:
            records = journal.load_stored_entries(min(numbers) - 1)
        return {one.number: parse_stored_entry(one) for one in records if one.number in numbers}


def _build_audit_row(stem: str, entry: Entry) -> tuple[str, int, str, str, str]:
    kind = class_name_in_journal(type(entry.act))
    return stem, entry.number, _normalize_time_to_utc(entry.time), entry.who, kind


def compute_utc_span_of_day(day: str) -> tuple[str, str] | None:
    """Return the start and end of a local day in UTC, or None if the date is invalid."""
    if (start := dates.parse_start(day)) is None:
        return None
    return format_utc_time(start), format_utc_time(start + timedelta(days=1))


def format_utc_time(time: datetime) -> str:
    """Return a time in UTC and ISO format, so that it can be compared with other times."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def _normalize_time_to_utc(time: str) -> str:
    try:
        return format_utc_time(datetime.fromisoformat(time))
    except (ValueError, OverflowError):
        return time


def _are_registered_entries_unchanged(journal: Journal, known: RegisteredEvent) -> bool:
    """Return whether a journal still contains the registered entries.

    It may contain new entries.
    """
    try:
        journal.load_verified_entries(known.last, known.head if known.last else BEGINNING)
    except DamagedJournal:
        return False
    return True


def _read_stamps_of_event_files(folder: str) -> dict[str, str]:
    """Return the stamps of the event files in a folder, keyed by file name without the suffix.

    A stamp changes whenever its file is modified.
    """
    found = {}
    with os.scandir(folder) as inside:
        for one in inside:
            if one.name.endswith(SUFFIX):
                with suppress(OSError):
                    stat = one.stat()
                    stamp = f"{stat.st_dev} {stat.st_ino} {stat.st_size} {stat.st_mtime_ns}"
                    found[one.name.removesuffix(SUFFIX)] = stamp
    return found


def _load_registered_events(
    connection: sqlite3.Connection,
) -> Iterator[tuple[str, RegisteredEvent]]:
    rows = connection.execute("SELECT stem, stamp, last, head, summary FROM event")
    for stem, stamp, last, head, text in rows:
        # A row in the format of an earlier version is skipped, and its event is read again.
        with suppress(KeyError, TypeError, ValueError):
            yield stem, _build_registered_event(stem, stamp, last, head, load_event_summary(text))


def _build_registered_event(
    stem: str, stamp: str, last: int, head: str, summary: EventSummary
) -> RegisteredEvent:
    """Return the record in the register for an event in a folder.

    The event is public unless a journal entry says otherwise.
    """
    return RegisteredEvent(stem, stamp, last, head, summary, summary.public is not False)


def _connect(path: str) -> sqlite3.Connection:
    """Open the register's database, or one in memory if the folder is not writable."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        _create_tables(connection)
    except sqlite3.OperationalError:
        connection.close()
        return _connect(IN_MEMORY)
    except sqlite3.DatabaseError:
        # The file is damaged or of a different version, so it is created again from the journals.
        connection.close()
        try:
            platforms.delete_file(path)
        except OSError:
            # On Windows, a different program may have it open.
            path = IN_MEMORY
        return _connect(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _create_tables(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")
    with _transaction(connection):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version not in (0, VERSION):
            raise sqlite3.DatabaseError("a register of another version")
        if not version:
            for table in TABLES:
                connection.execute(table)
            connection.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
