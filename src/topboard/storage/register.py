"""What a folder knows of its events without opening them: each in short, and who acted when.

It stands in one small file beside the journals and has nothing that they have not: who deletes it
loses nothing, and it is written again. An event is looked at once for each change of its file.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from topboard._frozen import dataclass
from topboard.errors import DamagedJournal, TopboardError
from topboard.event.codec import journal_name
from topboard.event.entries import BEGINNING, from_stored_entry
from topboard.event.search import latest_first
from topboard.event.summaries import EventInShort, dump_summary, load_summary, summarize_event
from topboard.storage.sqlite import SqliteJournal
from topboard.text import dates

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from topboard.event.entries import Entry
    from topboard.event.search import AuditSearch, EventSearch
    from topboard.storage.event_file import EventFile
    from topboard.storage.journal import Journal

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
"""Seconds for which somebody who asks for the list waits while events are looked at."""


@dataclass(frozen=True, slots=True)
class Registered:
    """An event as the register has it."""

    stem: str
    stamp: str
    last: int
    head: str
    summary: EventInShort
    public: bool = True
    """Whether everybody may see its public pages."""


@dataclass(frozen=True, slots=True)
class MembershipChange:
    """Who may do what from then on, in an event or in an organisation of a host."""

    organisation: str
    account: str
    """Nobody's: the organisation was made or renamed, or given an event."""
    role: str
    """None: is no member any more."""


OF_MEMBERS = "members"
"""The kind of deed that is no act in an event: a change of members."""


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """That somebody acted: in which event, and as which entry."""

    stem: str
    """None where it is about an organisation."""
    event: str
    """The name of the event."""
    number: int
    time: str
    who: str
    act: str
    membership: MembershipChange | None = None
    """What was changed, where it is no entry of a journal."""


class Register(Protocol):
    """What a home knows of its events without opening them.

    ``among`` are the events that somebody may see, None: all; ``organisations`` those whose
    changes of members he may see.
    """

    broken: Mapping[str, TopboardError]
    """Events that cannot be opened, and why."""
    unread: int
    """Events that were not looked at yet, because there are many."""

    def found(
        self,
        search: EventSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        *,
        public_only: bool = False,
    ) -> tuple[list[Registered], int]:
        """Some of the events that are looked for, the latest first, and how many there are."""

    def deeds(
        self,
        wanted: AuditSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        organisations: Collection[str] = (),
    ) -> tuple[list[AuditRecord], int]:
        """Some of the acts that are looked for, the latest first, and how many there are."""

    def people(
        self, among: Collection[str] | None, organisations: Collection[str] = ()
    ) -> list[str]:
        """Who has acted in these events."""

    def entries(self, stem: str, numbers: Collection[int]) -> dict[int, Entry]:
        """These entries of an event, read from its journal without all the others."""


class RegisterInFile(Register):
    """The events of a folder in short, kept up to date by the stamps of their files."""

    def __init__(self, folder: str | os.PathLike[str], opened: Callable[[str], EventFile]) -> None:
        self._folder, self._opened = os.fspath(folder), opened
        self._lock = RLock()
        self._is_closed = False
        self._connection: sqlite3.Connection | None = None
        self._known: dict[str, Registered] = {}
        self.broken: dict[str, TopboardError] = {}
        self.unread = 0

    def _file(self) -> sqlite3.Connection:
        """The file of the register; a desk that nobody asks for its list needs none."""
        if self._connection is None:
            self._connection = _connected(os.path.join(self._folder, FILE))
            self._known = dict(_remembered(self._connection))
        return self._connection

    def close(self) -> None:
        """Close the file of the register.

        A request that is still being answered opens it again and closes it when it is done.
        """
        with self._lock:
            self._is_closed = True
            self._close_file()

    def _close_file(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self._known = None, {}

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other threads out, and leave no file open in a register that has been closed."""
        with self._lock:
            try:
                yield
            finally:
                if self._is_closed:
                    self._close_file()

    def events(self, longest: float = LONGEST_LOOK) -> Mapping[str, Registered]:
        """Every event as it is now; those that there was no time for are counted as unread."""
        with self._locked():
            try:
                self._bring_up_to_date(longest)
            except sqlite3.Error:
                # The disk is full, or somebody has put another file there: it goes without.
                self._close_file()
                self._connection = _connected(IN_MEMORY)
                self._bring_up_to_date(longest)
            return dict(self._known)

    def _bring_up_to_date(self, longest: float) -> None:
        connection, stamps = self._file(), _stamps(self._folder)
        self.broken, self.unread = {}, 0
        gone = self._known.keys() - stamps.keys()
        changed = [
            stem
            for stem, stamp in stamps.items()
            if (known := self._known.get(stem)) is None or known.stamp != stamp
        ]
        if changed or gone:
            with _transaction(connection):
                self._forget(gone)
                self._look_at(changed, stamps, monotonic() + longest)

    def found(
        self,
        search: EventSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        *,
        public_only: bool = False,
    ) -> tuple[list[Registered], int]:
        """Some of the events that are looked for, the latest first, and how many there are."""
        every = (one for one in self.events().values() if among is None or one.stem in among)
        found = [one for one in every if search.finds(one.stem, one.summary)]
        if public_only:
            found = [one for one in found if one.public]
        found.sort(key=lambda one: latest_first(one.stem, one.summary))
        return found[start : start + count], len(found)

    def _look_at(self, stems: Iterable[str], stamps: Mapping[str, str], until: float) -> None:
        for stem in stems:
            if monotonic() > until:
                self.unread += 1
                continue
            try:
                # The stamp is older than what is read: whoever writes meanwhile is seen next time.
                self._take_in(stem, stamps[stem])
            except TopboardError as error:
                self._forget([stem])
                self.broken[stem] = error

    def _take_in(self, stem: str, stamp: str) -> None:
        known = self._known.get(stem)
        with self._opened(stem) as file:
            if known is None or not _continues(file.journal, known):
                self._forget([stem])
                known = None
            with file.lock:
                event, head = file.event, file.head
                entries = file.entries[known.last if known else 0 :]
        self._file().executemany(
            "INSERT OR REPLACE INTO deed VALUES (?, ?, ?, ?, ?)",
            [_row(stem, entry) for entry in entries],
        )
        made = _registered(stem, stamp, event.last, head, summarize_event(event))
        row = (stem, stamp, event.last, head, dump_summary(made.summary))
        self._file().execute("INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?)", row)
        self._known[stem] = made

    def _forget(self, stems: Iterable[str]) -> None:
        for stem in [*stems]:
            self._known.pop(stem, None)
            for table in ("event", "deed"):
                self._file().execute(f"DELETE FROM {table} WHERE stem = ?", (stem,))

    # --- who did what -----------------------------------------------------------------------

    def deeds(
        self,
        wanted: AuditSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        organisations: Collection[str] = (),
    ) -> tuple[list[AuditRecord], int]:
        """Some of the acts that are looked for, the latest first, and how many there are."""
        known = self.events()
        if not wanted.events.is_empty:
            every = (one for one in known.values() if among is None or one.stem in among)
            among = [one.stem for one in every if wanted.events.finds(one.stem, one.summary)]
        asked: list[tuple[str, tuple[object, ...]]] = []
        if wanted.who:
            asked.append(("who = ?", (wanted.who,)))
        if wanted.kind:
            asked.append(("act = ?", (wanted.kind,)))
        if (lasts := span_of(wanted.day)) is not None:
            asked.append(("time >= ? AND time < ?", lasts))
        if among is not None:
            asked.append((f"stem IN ({','.join('?' * len(among))})", tuple(among)))
        where = " AND ".join(words for words, _ in asked) or "1"
        values = [value for _, some in asked for value in some]
        with self._locked():
            query = f"SELECT count(*) FROM deed WHERE {where}"
            (total,) = self._file().execute(query, values).fetchone()
            rows = self._file().execute(
                f"SELECT stem, number, time, who, act FROM deed WHERE {where}"
                " ORDER BY time DESC, stem, number DESC LIMIT ? OFFSET ?",
                [*values, count, start],
            )
            return [
                AuditRecord(row[0], known[row[0]].summary.name, *row[1:]) for row in rows
            ], total

    def people(
        self, among: Collection[str] | None = None, organisations: Collection[str] = ()
    ) -> list[str]:
        """Who has acted in any event of the folder: all of them are everybody's."""
        self.events()
        with self._locked():
            return [who for (who,) in self._file().execute("SELECT DISTINCT who FROM deed")]

    def entries(self, stem: str, numbers: Collection[int]) -> dict[int, Entry]:
        """These entries of an event, read from its journal without all the others."""
        path = os.path.join(self._folder, f"{stem}{SUFFIX}")
        with SqliteJournal.open(path, read_only=True) as journal:
            records = journal.records(min(numbers) - 1)
        return {one.number: from_stored_entry(one) for one in records if one.number in numbers}


def _row(stem: str, entry: Entry) -> tuple[str, int, str, str, str]:
    kind = journal_name(type(entry.act))
    return stem, entry.number, _on_one_clock(entry.time), entry.who, kind


def span_of(day: str) -> tuple[str, str] | None:
    """From when to when a day lasts on the clock of this machine, as times at Greenwich."""
    if (start := dates.read(day)) is None:
        return None
    return at_greenwich(start), at_greenwich(start + timedelta(days=1))


def at_greenwich(time: datetime) -> str:
    """A time on one clock, so that those of several places can be put in order."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def _on_one_clock(time: str) -> str:
    try:
        return at_greenwich(datetime.fromisoformat(time))
    except (ValueError, OverflowError):
        return time


def _continues(journal: Journal, known: Registered) -> bool:
    """Whether the file is still the journal that is known, perhaps with more entries."""
    try:
        journal.verified(known.last, known.head if known.last else BEGINNING)
    except DamagedJournal:
        return False
    return True


def _stamps(folder: str) -> dict[str, str]:
    """What shows that somebody has touched the files, by their names without the ending."""
    found = {}
    with os.scandir(folder) as inside:
        for one in inside:
            if one.name.endswith(SUFFIX):
                with suppress(OSError):
                    stat = one.stat()
                    stamp = f"{stat.st_dev} {stat.st_ino} {stat.st_size} {stat.st_mtime_ns}"
                    found[one.name.removesuffix(SUFFIX)] = stamp
    return found


def _remembered(connection: sqlite3.Connection) -> Iterator[tuple[str, Registered]]:
    rows = connection.execute("SELECT stem, stamp, last, head, summary FROM event")
    for stem, stamp, last, head, text in rows:
        # What an earlier Topboard has written otherwise is looked at again.
        with suppress(KeyError, TypeError, ValueError):
            yield stem, _registered(stem, stamp, last, head, load_summary(text))


def _registered(stem: str, stamp: str, last: int, head: str, summary: EventInShort) -> Registered:
    """An event of a folder, which is public unless an entry says otherwise."""
    return Registered(stem, stamp, last, head, summary, summary.public is not False)


def _connected(path: str) -> sqlite3.Connection:
    """The file of the register; in memory where the folder cannot be written to."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        _set_up(connection)
    except sqlite3.OperationalError:
        connection.close()
        return _connected(IN_MEMORY)
    except sqlite3.DatabaseError:
        # Damaged, or of another version: it is made again from the journals.
        connection.close()
        os.unlink(path)
        return _connected(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection) -> None:
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
