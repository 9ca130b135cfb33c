"""A copy of an event in memory, kept up to date with a journal that others may write to."""

from __future__ import annotations

from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import DamagedJournal
from topboard.event.actions import ErasePersonal
from topboard.event.entries import BEGINNING, from_stored_entry
from topboard.event.erasure import seals_of
from topboard.event.session import EventSession, PendingEntry
from topboard.messages import say
from topboard.storage.event_list import listing_of
from topboard.storage.journal import damage_advice
from topboard.storage.keys import sign_entry

if TYPE_CHECKING:
    from collections.abc import Hashable

    from topboard.event.actions import Act
    from topboard.event.entries import StoredEntry
    from topboard.event.session import ActionContext
    from topboard.event.state import Event
    from topboard.storage.journal import Journal

PROVED_EVERY = 10.0
"""The number of seconds after which a file with other writers is fully verified again."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a journal: the number of entries, the state and the hash of the last entry."""

    entries: int
    event: Event
    head: str


@dataclass(frozen=True, slots=True)
class CommittedEntry:
    """An action that was recorded in the journal, with its stored entry."""

    prepared: PendingEntry
    record: StoredEntry


class JournalReplica(EventSession):
    """The session of an event to whose journal others may write as well.

    All open files of the same event share it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.head = BEGINNING
        """The hash of the last journal entry."""
        self._stamp: Hashable = None
        self._proved = monotonic()
        self.lock = RLock()
        """The lock held while reading or writing, because several users may have the same event
        open."""

    def read_from(self, journal: Journal) -> None:
        """Read new journal entries, and verify that the known ones are still in the file."""
        known = len(self.entries)
        stamp = journal.stamp()
        records = journal.verified_entries(known, self.head)
        if not known and not records:
            words = say("{path!r} has no entries: it was emptied", path=journal.address)
            raise DamagedJournal(f"{words}; {damage_advice(journal.address)}", intact=0)
        if known and stamp != self._stamp and self._needs_proof(explained=bool(records)):
            journal.verified_entries()
            self._proved = monotonic()
        self._stamp = stamp
        if records:
            entries = [from_stored_entry(record) for record in records]
            self.take_in(entries)
            self.head = records[-1].hash
            if known and any(isinstance(entry.act, ErasePersonal) for entry in entries):
                self._forget(journal)

    def _forget(self, journal: Journal) -> None:
        """Read the whole journal again, so that erased values do not stay in memory."""
        super().__init__(from_stored_entry(record) for record in journal.verified_entries())

    def _needs_proof(self, *, explained: bool) -> bool:
        """Return whether a changed file must be verified from its beginning.

        New journal entries explain why a file changed, but only for a limited time, so that damage
        cannot hide behind them.
        """
        return not explained or monotonic() > self._proved + PROVED_EVERY

    def position(self) -> Position:
        """Return the current position in the journal."""
        return Position(len(self.entries), self.event, self.head)

    def return_to(self, position: Position) -> None:
        """Discard the entries after a position, because their transaction was rolled back."""
        del self.entries[position.entries :]
        self.event, self.head = position.event, position.head

    def write(self, journal: Journal, act: Act, context: ActionContext) -> CommittedEntry:
        """Check an action against the articles, try it and record it."""
        prepared = self.prepare(act, context)
        prepared = sign_entry(prepared, self.event.key, journal, self.head)
        with journal.exclusively():
            if isinstance(act, ErasePersonal):
                journal.erase(seals_of(journal.verified_entries(), act))
            record = journal.append(prepared.entry, self.head)
            if listing_of(prepared.after) != listing_of(self.event):
                journal.list_as(prepared.after)
            return CommittedEntry(prepared, record)

    def commit(self, written: CommittedEntry, journal: Journal) -> PendingEntry:
        """Add the recorded action to the session once its transaction is committed."""
        self.accept(written.prepared)
        self.head = written.record.hash
        if isinstance(written.prepared.entry.act, ErasePersonal):
            journal.leave_no_trace()
            self._forget(journal)
        return written.prepared
