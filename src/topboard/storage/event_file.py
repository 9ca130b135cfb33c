"""An open event in its file or on its server, to which actions can be added."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event.actions import CreateEvent, NameKey
from topboard.event.entries import BEGINNING, to_stored_entry
from topboard.event.session import ActionContext, EventSession, PendingEntry
from topboard.model import EventInfo
from topboard.storage.addresses import is_hosted
from topboard.storage.keys import new_key, sign_introduction
from topboard.storage.replica import JournalReplica
from topboard.storage.sqlite import SqliteJournal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Self

    from topboard.event.actions import Act
    from topboard.event.entries import Entry, StoredEntry
    from topboard.event.state import Event
    from topboard.storage.addresses import Where
    from topboard.storage.journal import Journal

__all__ = ["ActionContext", "EventFile"]


def open_journal(where: Where, *, read_only: bool = False) -> Journal:
    """Open the journal in a file or on a server and return it."""
    if not is_hosted(where):
        return SqliteJournal.open(where, read_only=read_only)
    # Events in files need no database.
    from topboard.storage.postgres.journal import PostgresJournal

    return PostgresJournal.at(os.fspath(where), read_only=read_only)


def create_journal(
    where: Where, entries: Iterable[StoredEntry], key: bytes = b"", moved_to: str = ""
) -> Journal:
    """Create a journal in a file or on a server, with these journal entries and optionally a key.

    ``moved_to`` is set while an event is being moved here. It is the location that the event comes
    from, and the new journal accepts no actions yet.
    """
    if not is_hosted(where):
        return SqliteJournal.create(where, entries, key, moved_to)
    from topboard.storage.postgres.journal import PostgresJournal

    return PostgresJournal.create_at(os.fspath(where), entries, key, moved_to)


def is_journal_at(where: Where) -> bool:
    """Return whether a file exists at this path, or an event at this address of a server."""
    if not is_hosted(where):
        return os.path.lexists(where)
    from topboard.storage.postgres.journal import is_event_at

    return is_event_at(os.fspath(where))


def beginning_of(
    name: str, context: ActionContext, details: EventInfo | None = None, *, with_key: bool = False
) -> tuple[list[StoredEntry], bytes]:
    """Return the first journal entry of a new event and its private key, or b"" without a key."""
    act = CreateEvent(name, details or EventInfo())
    first = EventSession().prepare(act, context).entry
    if not with_key:
        return [to_stored_entry(first, BEGINNING)], b""
    public, private = new_key()
    return [to_stored_entry(replace(first, act=replace(act, key=public)), BEGINNING)], private


class EventFile:
    """An open event in its file or on its server, with its journal, journal entries and state."""

    def __init__(self, journal: Journal, known: JournalReplica | None = None) -> None:
        self.journal = journal
        self._session = known or JournalReplica()
        self.lock = self._session.lock
        """The lock that keeps other threads of this program from adding journal entries."""
        self.refresh()

    @classmethod
    def create(
        cls,
        where: Where,
        name: str,
        context: ActionContext,
        details: EventInfo | None = None,
        *,
        with_key: bool = False,
    ) -> Self:
        """Create an event in a new file or on a server, with its own key if requested."""
        return cls.of(
            create_journal(where, *beginning_of(name, context, details, with_key=with_key))
        )

    def name_key(self, context: ActionContext, old: bytes = b"") -> PendingEntry:
        """Create a key that signs publications from now on.

        If the private part of the ``old`` key is given, the old key signs the new one.
        """
        public, private = new_key()
        introduction = ""
        if old:
            first = self.journal.verified_entries()[0].hash
            introduction = sign_introduction(old, self.event.key, public, first)
        self.journal.keep_key(public, private)
        try:
            return self.take_made(lambda _: NameKey(public, introduction), context)
        except BaseException:
            self.journal.drop_key(public)
            raise

    @classmethod
    def open(
        cls,
        where: Where,
        *,
        read_only: bool = False,
        known: JournalReplica | None = None,
    ) -> Self:
        """Open the event in a file or on a server; ``known`` is what was read from it earlier."""
        return cls.of(open_journal(where, read_only=read_only), known)

    @classmethod
    def of(cls, journal: Journal, known: JournalReplica | None = None) -> Self:
        """Return the event of an open journal, which is closed if it cannot be read."""
        try:
            return cls(journal, known)
        except BaseException:
            journal.close()
            raise

    def __enter__(self) -> Self:
        """Return the event itself; its journal is closed when the block ends."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the journal."""
        self.journal.close()

    @property
    def event(self) -> Event:
        """Return the state after the journal entries read so far."""
        return self._session.event

    @property
    def is_public(self) -> bool:
        """Return whether everybody can see the public pages of the event."""
        said = self.event.public
        return self.journal.public_by_default if said is None else said

    @property
    def entries(self) -> list[Entry]:
        """Return the journal entries read so far."""
        return self._session.entries

    @property
    def head(self) -> str:
        """Return the hash of the last journal entry, which covers the whole journal."""
        return self._session.head

    def refresh(self) -> None:
        """Read the journal entries that others have added."""
        with self.lock:
            self._session.read_from(self.journal)

    def take(self, act: Act, context: ActionContext) -> PendingEntry:
        """Check an action against the articles, try it and record it permanently."""
        with self.lock:
            written = self._session.write(self.journal, act, context)
            return self._session.commit(written, self.journal)

    def take_made(self, make: Callable[[Event], Act], context: ActionContext) -> PendingEntry:
        """Build an action from the latest state and record it while all other writers wait.

        No other action can come in between, however many writers there are.
        """
        with self.lock:
            with self.journal.exclusively():
                self.refresh()
                written = self._session.write(self.journal, make(self.event), context)
            return self._session.commit(written, self.journal)

    def take_all(self, several: Iterable[Act], context: ActionContext) -> list[PendingEntry]:
        """Record several actions, one after the other; if one is rejected, none is written."""
        with self.one_transaction():
            return [self.take(act, context) for act in several]

    @contextmanager
    def one_transaction(self) -> Iterator[None]:
        """Write all actions recorded inside the block, or none of them if one is rejected.

        Personal data cannot be erased inside the block, because erasing ends with a check of the
        storage.
        """
        before = None
        with self.lock:
            try:
                with self.journal.exclusively():
                    self.refresh()
                    before = self._session.position()
                    yield
            except BaseException:
                if before is not None:
                    self._session.return_to(before)
                raise
