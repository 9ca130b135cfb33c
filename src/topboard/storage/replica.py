"""An event as its journal leads to it, kept up to date while the file is open to others too."""

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
"""Seconds after which a file that others write to is proved from its first entry again."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a journal stands: how many entries it has, what they lead to, the hash of the last."""

    entries: int
    event: Event
    head: str


@dataclass(frozen=True, slots=True)
class CommittedEntry:
    """An act that stands in the journal, and as what."""

    prepared: PendingEntry
    record: StoredEntry


class JournalReplica:
    """The entries of a journal as far as they are known, and the state they lead to."""

    def __init__(self) -> None:
        self.sitting = EventSession()
        self.head = BEGINNING
        """The hash of the last entry."""
        self._stamp: Hashable = None
        self._proved = monotonic()
        self.lock = RLock()
        """Held by whoever reads on or writes: several may have the same event open at once."""

    def take_in(self, journal: Journal) -> None:
        """Take in what was added, and make sure that what is known still stands in the file."""
        known = len(self.sitting.entries)
        stamp = journal.stamp()
        records = journal.verified(known, self.head)
        if not known and not records:
            words = say("{path!r} has no entries: it was emptied", path=journal.address)
            raise DamagedJournal(f"{words}; {damage_advice(journal.address)}", intact=0)
        if known and stamp != self._stamp and self._needs_proof(explained=bool(records)):
            journal.verified()
            self._proved = monotonic()
        self._stamp = stamp
        if records:
            entries = [from_stored_entry(record) for record in records]
            self.sitting.take_in(entries)
            self.head = records[-1].hash
            if known and any(isinstance(entry.act, ErasePersonal) for entry in entries):
                self._forget(journal)

    def _forget(self, journal: Journal) -> None:
        """Read everything once more: what was erased is not to be kept in memory either."""
        self.sitting = EventSession(from_stored_entry(record) for record in journal.verified())

    def _needs_proof(self, *, explained: bool) -> bool:
        """Whether a file that has changed is to be proved from its beginning.

        New entries explain a change; but not for ever, lest damage hides behind them.
        """
        return not explained or monotonic() > self._proved + PROVED_EVERY

    def position(self) -> Position:
        """Return where the journal stands as far as it is known."""
        return Position(len(self.sitting.entries), self.sitting.event, self.head)

    def return_to(self, position: Position) -> None:
        """Forget the entries after a position: their transaction was taken back."""
        del self.sitting.entries[position.entries :]
        self.sitting.event, self.head = position.event, position.head

    def write(self, journal: Journal, act: Act, hand: ActionContext) -> CommittedEntry:
        """Ask the articles about the act, try it and put it down."""
        prepared = self.sitting.prepare(act, hand)
        prepared = sign_entry(prepared, self.sitting.event.key, journal, self.head)
        with journal.exclusively():
            if isinstance(act, ErasePersonal):
                journal.erase(seals_of(journal.verified(), act))
            record = journal.append(prepared.entry, self.head)
            if listing_of(prepared.after) != listing_of(self.sitting.event):
                journal.list_as(prepared.after)
            return CommittedEntry(prepared, record)

    def accept(self, written: CommittedEntry, journal: Journal) -> PendingEntry:
        """The act is done, once its transaction is."""
        self.sitting.accept(written.prepared)
        self.head = written.record.hash
        if isinstance(written.prepared.entry.act, ErasePersonal):
            journal.leave_no_trace()
            self._forget(journal)
        return written.prepared
