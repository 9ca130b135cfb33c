"""Journals by their location, which is a file or an address on a server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard.storage.addresses import is_server_address
from topboard.storage.sqlite import SqliteJournal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.event.entries import StoredEntry
    from topboard.storage.addresses import Where
    from topboard.storage.journal import Journal


def open_journal(where: Where, *, read_only: bool = False) -> Journal:
    """Open the journal in a file or on a server and return it."""
    if not is_server_address(where):
        return SqliteJournal.open(where, read_only=read_only)
    # Events in files need no database.
    from topboard.storage.postgres.journal import PostgresJournal

    return PostgresJournal.open_at_address(os.fspath(where), read_only=read_only)


def create_journal(
    where: Where, entries: Iterable[StoredEntry], key: bytes = b"", moved_to: str = ""
) -> Journal:
    """Create a journal in a file or on a server, with these journal entries and optionally a key.

    ``moved_to`` is set while an event is being moved here. It is the location that the event comes
    from, and the new journal accepts no actions yet.
    """
    if not is_server_address(where):
        return SqliteJournal.create(where, entries, key, moved_to)
    from topboard.storage.postgres.journal import PostgresJournal

    return PostgresJournal.create_at_address(os.fspath(where), entries, key, moved_to)


def is_journal_at(where: Where) -> bool:
    """Return whether a file exists at this path, or an event at this address of a server."""
    if not is_server_address(where):
        return os.path.lexists(where)
    from topboard.storage.postgres.journal import is_event_at

    return is_event_at(os.fspath(where))
