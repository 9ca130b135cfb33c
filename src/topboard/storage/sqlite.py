"""The journal of an event as an append-only SQLite file.

Appending an entry is one fully synchronized transaction, so the entry survives a crash or power
failure. Many processes may read while one writes. A writer that has not seen the last journal entry
gets a ``Conflict``. It can then read that entry and try again.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from topboard import platforms
from topboard.errors import (
    CannotReadOrWrite,
    Conflict,
    DamagedJournal,
    WrongVersion,
)
from topboard.event.entries import BEGINNING, StoredEntry, to_stored_entry
from topboard.event.personal_data import SealedValue
from topboard.formats.files import (
    CANNOT_CREATE,
    CANNOT_OPEN,
    PRIVATE_MODE,
    build_file_error,
    read_first_bytes,
    temporary_path_beside,
)
from topboard.messages import say, say_kept
from topboard.storage import keys
from topboard.storage.journal import (
    PATIENCE,
    Journal,
    attach_stored_personal_values,
    build_replaced_journal_error,
    build_salvage_advice,
    generate_salt,
    refuse_if_event_moved,
    refuse_unless_next_entry,
)
from topboard.storage.salvage import salvage_journal_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self, TypeAlias

    from topboard.event.entries import Entry
    from topboard.event.state import Event

    Stamp: TypeAlias = tuple[int, int, int, int]

APPLICATION = 0x746F7062
"""The application ID by which a SQLite file is recognized as a Topboard journal (``topb``)."""
OF_SQLITE = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""
READABLE = (1, 2, 3)
"""The versions of the file format that can be read.

In version 1, journal entries contain the personal values themselves. From version 3 on, a paired
round records the revision of its system and the digests of the tournament data and reasons. A
signature may then be a journal entry of its own, and a key may be signed by the previous key.
"""
VERSION = READABLE[-1]
"""The version of new files. Older files get it when an entry is added to them."""
COLUMNS = "number, time, who, act, content, reason, authority, previous, hash"
TABLE = """
CREATE TABLE entry (
    number    INTEGER PRIMARY KEY CHECK (number > 0),
    time      TEXT NOT NULL,
    who       TEXT NOT NULL,
    act       TEXT NOT NULL,
    content   TEXT NOT NULL,
    reason    TEXT NOT NULL,
    authority TEXT NOT NULL,
    previous  TEXT NOT NULL,
    hash      TEXT NOT NULL
) STRICT
"""
APART = """
CREATE TABLE personal (
    number INTEGER PRIMARY KEY,
    seal   TEXT NOT NULL UNIQUE,
    salt   TEXT NOT NULL,
    value  TEXT NOT NULL
) STRICT
"""
"""The table of personal values.

Journal entries contain only the seals (salted hashes) of the values.
"""
MOVED = "CREATE TABLE IF NOT EXISTS moved (address TEXT NOT NULL) STRICT"
"""The table with the location to which the event was moved.

The hash chain does not cover it.
"""
AT_ONCE = 500
"""The maximum number of personal values loaded by one query."""
GUARDS = (
    "CREATE TRIGGER no_change BEFORE UPDATE ON entry"
    " BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END",
    "CREATE TRIGGER no_removal BEFORE DELETE ON entry"
    " BEGIN SELECT RAISE(ABORT, 'entries are never removed'); END",
)


class SqliteJournal(Journal):
    """An open journal file, whose entries can be read and to which new entries can be appended."""

    def __init__(self, path: str | os.PathLike[str], connection: sqlite3.Connection) -> None:
        self.path = os.fspath(path)
        self._connection = connection
        self._identity = self.modification_stamp()[:2]
        self._keeps_apart = True
        """Whether personal values are stored beside the entries, as in all but the oldest files."""

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        entries: Iterable[StoredEntry] = (),
        key: bytes = b"",
        moved_from: str = "",
    ) -> Self:
        """Create a journal file with these entries and, if given, a file for the private key.

        If an event is being moved, ``moved_from`` is its old location, and the new journal accepts
        no actions until the move is complete.
        """
        path = os.fspath(path)
        try:
            platforms.check_new_path(path)
        except OSError as error:
            raise build_file_error(CANNOT_CREATE, path, error) from error
        if not key:
            return cls._create_file(path, entries, moved_from)
        if os.path.lexists(path):
            raise _build_existing_file_error(path)
        keys.write_private_key_file(path, key)
        try:
            return cls._create_file(path, entries, moved_from)
        except BaseException:
            platforms.delete_file(keys.private_key_file_path(path))
            raise

    @classmethod
    def _create_file(cls, path: str, entries: Iterable[StoredEntry], moved_from: str) -> Self:
        draft = temporary_path_beside(path)
        try:
            # A journal contains personal data, so only its owner can read it unless they allow
            # others to.
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE))
            try:
                with closing(_connect(draft, "rw")) as connection:
                    journal = cls(draft, connection)
                    connection.execute("PRAGMA journal_mode = WAL")
                    with journal._transaction():
                        _create_tables(connection, entries)
                        if moved_from:
                            _write_moved_address(connection, moved_from)
                platforms.move_to_new_path(draft, path, PRIVATE_MODE)
            finally:
                for left in (draft, f"{draft}-wal", f"{draft}-shm"):
                    with suppress(FileNotFoundError):
                        platforms.delete_file(left)
            try:
                platforms.flush_folder_to_disk(path)
            except OSError:
                platforms.delete_file(path)
                raise
        except FileExistsError as error:
            raise _build_existing_file_error(path) from error
        except (OSError, ValueError, sqlite3.Error) as error:
            raise build_file_error(CANNOT_CREATE, path, error) from error
        return cls.open(path)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, read_only: bool = False) -> Self:
        """Open the journal in a file.

        Raise ``CannotReadOrWrite``, ``DamagedJournal`` or ``WrongVersion`` if it cannot be read.
        """
        path = os.fspath(path)
        if not os.path.isfile(path):
            why = say("there is no such file")
            raise CannotReadOrWrite(say_kept(CANNOT_OPEN, file=repr(path), why=why))
        if not os.path.getsize(path):
            raise DamagedJournal(_build_empty_file_message(path), intact=0)
        connection = _connect(path, _choose_sqlite_open_mode(path, read_only=read_only))
        with _close_connection_on_error(connection):
            # This raises an error if the file has disappeared in the meantime.
            journal = cls(path, connection)
            with journal._convert_errors():
                journal._refuse_file_without_journal()
        return journal

    def close(self) -> None:
        """Close the file. The last writer also removes the write-ahead log beside it."""
        self._connection.close()

    @property
    def address(self) -> str:
        """Return the path of the file."""
        return self.path

    def _refuse_file_without_journal(self) -> None:
        (application,) = self._connection.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION:
            raise _build_not_a_journal_error(self.path)
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if version not in READABLE:
            raise WrongVersion(_build_version_advice(self.path, version))
        self._keeps_apart = self._has_database_table("personal")

    def modification_stamp(self) -> Stamp:
        """Return the device, inode, size and modification time of the file."""
        try:
            found = os.stat(self.path)
        except (OSError, ValueError) as error:
            raise build_file_error(CANNOT_OPEN, self.path, error) from error
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def _refuse_replaced_file(self) -> None:
        """Raise ``DamagedJournal`` if the open file is no longer the one at its path."""
        if self.modification_stamp()[:2] != self._identity:
            raise build_replaced_journal_error(self.path)

    # --- reading ----------------------------------------------------------------------------

    def load_stored_entries(self, after: int = 0) -> list[StoredEntry]:
        """Return the journal entries with numbers greater than ``after``, as they are stored."""
        query = f"SELECT {COLUMNS} FROM entry WHERE number > ? ORDER BY number"
        self._refuse_replaced_file()
        with self._convert_errors(), self._read_snapshot():
            records = [StoredEntry(*row) for row in self._connection.execute(query, (after,))]
            return (
                attach_stored_personal_values(records, self._load_personal_values)
                if self._keeps_apart
                else records
            )

    @contextmanager
    def _read_snapshot(self) -> Iterator[None]:
        """Make all reads inside the block see the same consistent snapshot of the file."""
        if self._connection.in_transaction:
            yield
            return
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def _load_personal_values(self, seals: list[str]) -> Iterator[SealedValue]:
        """Yield the personal values for these seals (salted hashes), except erased values."""
        for start in range(0, len(seals), AT_ONCE):
            some = seals[start : start + AT_ONCE]
            marks = ",".join("?" * len(some))
            query = f"SELECT seal, salt, value FROM personal WHERE seal IN ({marks})"
            yield from (SealedValue(*row) for row in self._connection.execute(query, some))

    def check_integrity(self) -> None:
        """Raise ``DamagedJournal`` if SQLite finds the file damaged."""
        with self._convert_errors():
            (verdict,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            words = say("{path!r} is damaged ({error}).", path=self.path, error=verdict)
            raise DamagedJournal(f"{words} {build_salvage_advice(self.path)}", intact=0)

    def is_protected_against_changes(self) -> bool:
        """Return whether the file still protects journal entries against changes.

        Only another program can have removed the protection. The hash chain reveals a single
        changed entry, but not a journal that was rewritten as a whole.
        """
        query = "SELECT sql FROM sqlite_master WHERE type = 'trigger'"
        with self._convert_errors():
            return {*GUARDS} <= {sql for (sql,) in self._connection.execute(query)}

    # --- writing ----------------------------------------------------------------------------

    def append(self, entry: Entry, after: str | None = None) -> StoredEntry:
        """Append a journal entry. ``after`` is the hash that the last entry is expected to have."""
        self._refuse_replaced_file()
        with self.write_lock():
            query = "SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1"
            last, previous = self._connection.execute(query).fetchone() or (0, BEGINNING)
            refuse_if_event_moved(self.path, self.moved_to())
            refuse_unless_next_entry(self.path, entry, last)
            if after not in (None, previous):
                raise build_replaced_journal_error(self.path)
            record = to_stored_entry(entry, previous, generate_salt if self._keeps_apart else None)
            self._update_file_version()
            _insert_entry(self._connection, record)
        return record

    def append_stored_entries(self, records: Iterable[StoredEntry]) -> None:
        """Append entries from another copy of the same journal, including their personal values."""
        with self.write_lock():
            for record in records:
                if record.personal and not self._keeps_apart:
                    self._add_table_for_personal_values()
                _insert_entry(self._connection, record)
            self._update_file_version()

    def _add_table_for_personal_values(self) -> None:
        """Upgrade a version 1 file, so that it can store personal values beside the entries."""
        self._connection.execute(APART)
        self._keeps_apart = True

    def _update_file_version(self) -> None:
        """Set the version of an older file to the current one."""
        if self._connection.execute("PRAGMA user_version").fetchone() != (VERSION,):
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

    def _has_database_table(self, name: str) -> bool:
        query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return self._connection.execute(query, (name,)).fetchone() is not None

    def moved_to(self) -> str:
        """Return the location to which the event was moved, or "" if it was not moved."""
        with self._convert_errors():
            if not self._has_database_table("moved"):
                return ""
            found = self._connection.execute("SELECT address FROM moved").fetchone()
        return "" if found is None else str(found[0])

    def mark_event_as_moved(self, address: str) -> None:
        """Record the address to which the event was moved, so that further actions are rejected.

        An empty address makes the journal accept actions again.
        """
        with self.write_lock():
            _write_moved_address(self._connection, address)

    def update_event_list(self, event: Event) -> None:
        """Do nothing, because the list of events in a folder is made from its files."""

    def erase_personal_values(self, seals: Iterable[str]) -> None:
        """Erase the personal values for these seals (salted hashes), but no journal entries."""
        rows = [(seal,) for seal in seals]
        with self.write_lock():
            self._connection.executemany("DELETE FROM personal WHERE seal = ?", rows)

    def purge_erased_values(self) -> None:
        """Empty the write-ahead log beside the file, which may still contain erased values."""
        with self._convert_errors():
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def write_lock(self) -> Iterator[None]:
        """Make other writers wait until the block ends.

        Entries appended in the block are then committed.
        """
        if self._connection.in_transaction:
            yield
            return
        with self._convert_errors(), self._transaction():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _convert_errors(self) -> Iterator[None]:
        """Convert SQLite errors inside the block to Topboard errors with advice for the user."""
        try:
            yield
        except sqlite3.Error as error:
            raise _database_error(self.path, error) from error

    # --- the key ----------------------------------------------------------------------------

    @property
    def public_by_default(self) -> bool:
        """Return True, because a desk that serves a folder shows every event in it."""
        return True

    @property
    def key_location(self) -> str:
        """Return the path of the key file beside the journal."""
        return keys.private_key_file_path(self.path)

    def private_key(self, public: str) -> bytes:
        """Return the private key in the file beside the journal.

        The key is not compared with ``public``.
        """
        return read_first_bytes(self.key_location)

    def store_private_key(self, public: str, private: bytes) -> None:
        """Write a new private key to a file beside the journal.

        An existing key is never overwritten.
        """
        keys.write_private_key_file(self.path, private)

    def delete_private_key(self, public: str) -> None:
        """Delete a private key whose public key could not be recorded in the journal."""
        platforms.delete_file(self.key_location)


def _connect(path: str, mode: str) -> sqlite3.Connection:
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    uri = f"file:{quoted}?mode={mode}"
    try:
        # A request may be handled by several threads, one after the other.
        connection = sqlite3.connect(
            uri, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        with _close_connection_on_error(connection):
            # With a write-ahead log, readers do not wait for a writer. The log is synchronized with
            # every journal entry and copied into the file at once, so the file alone contains the
            # whole event whenever nothing is being written.
            connection.execute("PRAGMA synchronous = FULL")
            # Only macOS knows it: the disk, too, then empties its cache.
            connection.execute("PRAGMA fullfsync = ON")
            connection.execute("PRAGMA wal_autocheckpoint = 1")
            connection.execute("PRAGMA trusted_schema = OFF")
            # Erased data are overwritten and not merely marked as free.
            connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error as error:
        raise _database_error(path, error) from error
    return connection


@contextmanager
def _close_connection_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    """Close the connection if the block raises an error. Otherwise it stays open."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _choose_sqlite_open_mode(path: str, *, read_only: bool) -> str:
    """Return the SQLite mode in which to open the file.

    A write-protected file is opened as read-only and immutable. The same applies to a file opened
    for reading in a folder that is not writable.
    """
    protected = os.path.exists(path) and not _is_path_writable(path)
    if not read_only and not protected:
        return "rw"
    folder = os.path.dirname(os.path.abspath(path))
    return "ro" if _is_path_writable(folder) and not protected else "ro&immutable=1"


def _is_path_writable(path: str) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _create_tables(connection: sqlite3.Connection, entries: Iterable[StoredEntry]) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute(TABLE)
    connection.execute(APART)
    for guard in GUARDS:
        connection.execute(guard)
    for record in entries:
        _insert_entry(connection, record)


def _write_moved_address(connection: sqlite3.Connection, address: str) -> None:
    connection.execute(MOVED)
    connection.execute("DELETE FROM moved")
    if address:
        connection.execute("INSERT INTO moved VALUES (?)", (address,))


def _insert_entry(connection: sqlite3.Connection, record: StoredEntry) -> None:
    values = (
        record.number,
        record.time,
        record.who,
        record.act,
        record.content,
        record.reason,
        record.authority,
        record.previous,
        record.hash,
    )
    connection.execute(f"INSERT INTO entry ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?)", values)
    if record.personal:  # The oldest files have no table for them.
        apart = [(one.seal, one.salt, one.value) for one in record.personal]
        connection.executemany("INSERT INTO personal (seal, salt, value) VALUES (?,?,?)", apart)


def _build_existing_file_error(path: str) -> CannotReadOrWrite:
    return CannotReadOrWrite(
        say(
            "{path!r} already exists. Choose a different file name.",
            path=path,
        )
    )


def _build_version_advice(path: str, version: int) -> str:
    if version > VERSION:
        return say(
            "{path!r} was written by a newer version of Topboard (journal version {version}, but "
            "this version supports only {known}). Use that version, or export the journal there "
            "and import it here.",
            path=path,
            version=version,
            known=VERSION,
        )
    return say(
        "{path!r} has journal version {version}, but this version of Topboard supports "
        "{known}. Export the journal with the version that wrote it, and import it here with "
        "topboard event import-journal.",
        path=path,
        version=version,
        known=VERSION,
    )


def _build_empty_file_message(path: str) -> str:
    if os.path.exists(f"{path}-wal"):
        return f"{say('{path!r} was emptied.', path=path)} {build_salvage_advice(path)}"
    return say(
        "{path!r} is empty. If it contained an event, restore a copy of its journal. "
        "Otherwise remove the file and create the event with topboard event new.",
        path=path,
    )


def _build_not_a_journal_error(path: str) -> CannotReadOrWrite:
    return CannotReadOrWrite(
        say(
            "{path!r} is not the journal of an event. Create one with topboard event new, "
            "continue the event of a TRF or JSON file with topboard event import-section, or "
            "import an exported journal with topboard event import-journal.",
            path=path,
        )
    )


def _is_damaged_journal(path: str) -> bool:
    """Return whether a file that SQLite cannot read is probably a damaged journal."""
    if OF_SQLITE.startswith(read_first_bytes(path, len(OF_SQLITE))):
        return True
    # The header of a journal may be lost while its journal entries are still there.
    left = salvage_journal_file(path)
    return bool(left.chain or left.beyond)


def _database_error(path: str, error: sqlite3.Error) -> CannotReadOrWrite:
    """Return the Topboard error for an error raised by SQLite."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Conflict(
            say("{path!r}: another program is writing to this file. Try again.", path=path)
        )
    if code == sqlite3.SQLITE_FULL:
        return CannotReadOrWrite(
            say(
                "{path!r}: the disk is full. The action was not saved, but earlier journal "
                "entries are intact. Free some space and try again.",
                path=path,
            )
        )
    if code == sqlite3.SQLITE_READONLY:
        return CannotReadOrWrite(
            say(
                "{path!r}: the file or its folder is read-only. The action was not saved, but the "
                "journal is intact.",
                path=path,
            )
        )
    if code == sqlite3.SQLITE_NOTADB and not _is_damaged_journal(path):
        return _build_not_a_journal_error(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        words = say("{path!r} is damaged ({error}).", path=path, error=error)
        return DamagedJournal(f"{words} {build_salvage_advice(path)}", intact=0)
    return CannotReadOrWrite(
        say("{path!r}: {error}. The action was not saved.", path=path, error=error)
    )
