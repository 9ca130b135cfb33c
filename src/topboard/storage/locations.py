"""Functions that open or create a journal at a path or server address."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard.event.entries import is_genuine_entry
from topboard.storage.addresses import is_server_address
from topboard.storage.salvage import salvage_journal_file, split_entries_at_gap
from topboard.storage.sqlite import SqliteJournal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.event.entries import StoredEntry
    from topboard.storage.addresses import Where
    from topboard.storage.journal import Journal
    from topboard.storage.postgres.journal import PostgresJournal
    from topboard.storage.salvage import SalvagedEntries


def open_journal(where: Where, *, read_only: bool = False) -> Journal:
    """Open and return the journal in a file or on a server."""
    if not is_server_address(where):
        return SqliteJournal.open(where, read_only=read_only)
    return _load_postgres_journal_class().open_at_address(os.fspath(where), read_only=read_only)


def create_journal(
    where: Where, entries: Iterable[StoredEntry], key: bytes = b"", moved_from: str = ""
) -> Journal:
    """Create a journal in a file or on a server, with these entries and optionally a private key.

    If an event is being moved, ``moved_from`` is its old location, and the new journal accepts no
    actions until the move is complete.
    """
    if not is_server_address(where):
        return SqliteJournal.create(where, entries, key, moved_from)
    return _load_postgres_journal_class().create_at_address(
        os.fspath(where), entries, key, moved_from
    )


def does_journal_exist(where: Where) -> bool:
    """Return whether there is a file at this path, or an event at this server address."""
    if not is_server_address(where):
        return os.path.lexists(where)
    return _load_postgres_journal_class().does_event_exist_at_address(os.fspath(where))


def salvage_journal(where: Where) -> SalvagedEntries:
    """Return the entries that can still be read from a journal in a file or on a server."""
    if not is_server_address(where):
        return salvage_journal_file(where)
    with open_journal(where, read_only=True) as journal:
        rows = journal.load_stored_entries()
    found = {one.number: [one] for one in rows if is_genuine_entry(one, one.number, one.previous)}
    return split_entries_at_gap(found)


def _load_postgres_journal_class() -> type[PostgresJournal]:
    # Seam: events in files need no database.
    from topboard.storage.postgres.journal import PostgresJournal

    return PostgresJournal
