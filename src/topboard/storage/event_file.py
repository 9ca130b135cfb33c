"""An event, open, in its file or on its host: journal, state, and the ways to add an act."""

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
    """The journal in a file or on a host."""
    if not is_hosted(where):
        return SqliteJournal.open(where, read_only=read_only)
    # Whoever has files needs no database.
    from topboard.storage.postgres.journal import PostgresJournal

    return PostgresJournal.at(os.fspath(where), read_only=read_only)


def create_journal(
    where: Where, entries: Iterable[StoredEntry], key: bytes = b"", moved_to: str = ""
) -> Journal:
    """A new journal in a file or on a host, with these entries, and perhaps its key.

    One that is still ``moved_to`` the place from which it comes takes no acts yet.
    """
    if not is_hosted(where):
        return SqliteJournal.create(where, entries, key, moved_to)
    from topboard.storage.postgres.journal import PostgresJournal

    return PostgresJournal.create_at(os.fspath(where), entries, key, moved_to)


def is_journal_at(where: Where) -> bool:
    """Whether there is something of that name, in the folder or on the host."""
    if not is_hosted(where):
        return os.path.lexists(where)
    from topboard.storage.postgres.journal import is_event_at

    return is_event_at(os.fspath(where))


def beginning_of(
    name: str, hand: ActionContext, details: EventInfo | None = None, *, with_key: bool = False
) -> tuple[list[StoredEntry], bytes]:
    """The first entry of a new event, and the private part of its key if it is to have one."""
    act = CreateEvent(name, details or EventInfo())
    first = EventSession().prepare(act, hand).entry
    if not with_key:
        return [to_stored_entry(first, BEGINNING)], b""
    public, private = new_key()
    return [to_stored_entry(replace(first, act=replace(act, key=public)), BEGINNING)], private


class EventFile:
    """An event in its file or on its host, open: its journal, its entries and its state."""

    def __init__(self, journal: Journal, known: JournalReplica | None = None) -> None:
        self.journal = journal
        self._following = known or JournalReplica()
        self.lock = self._following.lock
        """Held so that nobody else in this program adds to the entries."""
        self.refresh()

    @classmethod
    def create(
        cls,
        where: Where,
        name: str,
        hand: ActionContext,
        details: EventInfo | None = None,
        *,
        with_key: bool = False,
    ) -> Self:
        """A new event in a new file or on a host, with a key of its own if it is asked for."""
        return cls.of(create_journal(where, *beginning_of(name, hand, details, with_key=with_key)))

    def name_key(self, hand: ActionContext, old: bytes = b"") -> PendingEntry:
        """Make a key that signs the publications from here on.

        With the private part of the ``old`` key the new one is introduced by it.
        """
        public, private = new_key()
        introduction = ""
        if old:
            first = self.journal.verified()[0].hash
            introduction = sign_introduction(old, self.event.key, public, first)
        self.journal.keep_key(public, private)
        try:
            return self.take_made(lambda _: NameKey(public, introduction), hand)
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
        """The event in a file or on a host, of which this much may be ``known`` already."""
        return cls.of(open_journal(where, read_only=read_only), known)

    @classmethod
    def of(cls, journal: Journal, known: JournalReplica | None = None) -> Self:
        """The event of a journal that is open; it is closed where it cannot be read."""
        try:
            return cls(journal, known)
        except BaseException:
            journal.close()
            raise

    def __enter__(self) -> Self:
        """The file itself; its journal is closed at the end of the block."""
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
        """The state to which the entries read so far lead."""
        return self._following.sitting.event

    @property
    def is_public(self) -> bool:
        """Whether everybody may see the public pages of the event."""
        said = self.event.public
        return self.journal.public_by_default if said is None else said

    @property
    def entries(self) -> list[Entry]:
        """The entries of the journal, as far as they have been read."""
        return self._following.sitting.entries

    @property
    def head(self) -> str:
        """The hash of the last entry: it stands for the whole journal up to there."""
        return self._following.head

    def refresh(self) -> None:
        """Take in what others have added to the journal."""
        with self.lock:
            self._following.take_in(self.journal)

    def take(self, act: Act, hand: ActionContext) -> PendingEntry:
        """Do the act: the articles are asked, it is tried, and then it is put down for good."""
        with self.lock:
            written = self._following.write(self.journal, act, hand)
            return self._following.accept(written, self.journal)

    def take_made(self, make: Callable[[Event], Act], hand: ActionContext) -> PendingEntry:
        """Make an act of the newest state and do it, while all others who write are waiting.

        However busy they are, nobody is faster than this.
        """
        with self.lock:
            with self.journal.exclusively():
                self.refresh()
                written = self._following.write(self.journal, make(self.event), hand)
            return self._following.accept(written, self.journal)

    def take_all(self, several: Iterable[Act], hand: ActionContext) -> list[PendingEntry]:
        """Do the acts one after the other; if one is refused, none is written."""
        with self.one_transaction():
            return [self.take(act, hand) for act in several]

    @contextmanager
    def one_transaction(self) -> Iterator[None]:
        """Write all acts that are taken inside, or none of them if one is refused.

        Personal data are not erased inside: that ends with a look at what is stored.
        """
        before = None
        with self.lock:
            try:
                with self.journal.exclusively():
                    self.refresh()
                    before = self._following.position()
                    yield
            except BaseException:
                if before is not None:
                    self._following.return_to(before)
                raise
