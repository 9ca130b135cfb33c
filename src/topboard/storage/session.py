"""The session of an open event. Other programs may write to the same journal."""

from __future__ import annotations

from contextlib import contextmanager
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import DamagedJournal
from topboard.event.actions import CreateEvent, ErasePersonal, NameKey
from topboard.event.entries import BEGINNING, parse_stored_entry, to_stored_entry
from topboard.event.erasure import find_personal_seals_to_erase
from topboard.event.reducer import compute_event_from_entries
from topboard.event.session import EventSession
from topboard.messages import say
from topboard.model import EventInfo
from topboard.storage.addresses import make_slug_from_name
from topboard.storage.event_list import build_event_listing
from topboard.storage.journal import build_salvage_advice
from topboard.storage.keys import generate_key_pair, sign_new_key, sign_publication
from topboard.storage.locations import create_journal, open_journal

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from topboard.event.actions import Act
    from topboard.event.entries import Entry, StoredEntry
    from topboard.event.session import ActionContext, PendingEntry
    from topboard.event.state import Event
    from topboard.storage.addresses import Where
    from topboard.storage.journal import Journal

VERIFIED_EVERY = 10.0
"""The number of seconds after which a journal that others write to is fully verified again."""


@dataclass(frozen=True, slots=True)
class EventSnapshot:
    """The state of an event at one time, with the journal entries up to that time."""

    event: Event
    known: Sequence[Entry]
    """The list of journal entries shared with the session. It may already contain later entries."""
    head: str
    """The hash of the last journal entry."""
    public: bool
    """Whether everyone can see the public pages."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Return the journal entries up to the time of the snapshot, as a copy."""
        return self.known[: self.event.last]

    def entry(self, number: int) -> Entry:
        """Return the journal entry with this number, without copying the list of entries."""
        return self.known[number - 1]

    def sections(self) -> dict[str, str]:
        """Return the names of the event's sections, keyed by their slugs."""
        return sections_by_slug(self.event.sections)

    def section_slug(self, section: str) -> str:
        """Return the slug of a section, which identifies it in URLs."""
        return next(word for word, name in self.sections().items() if name == section)


def sections_by_slug(sections: Iterable[str]) -> dict[str, str]:
    """Return the names of an event's sections, keyed by their slugs in URLs."""
    found: dict[str, str] = {}
    for place, name in enumerate(sections, start=1):
        word = make_slug_from_name(name)
        found[word if word not in found else f"{word}-{place}"] = name
    return found


class JournalCopy:
    """A copy of a journal in memory. All open sessions of the event may share it."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.event = compute_event_from_entries(())
        """The state of the event after the journal entries in memory."""
        self.head = BEGINNING
        """The hash of the last journal entry in memory, which covers the whole journal."""
        self.stamp: Hashable = None
        """The journal's modification stamp when it was last read."""
        self.verified = monotonic()
        """The time, on the monotonic clock, at which the whole journal was last verified."""
        self.lock = RLock()


class JournalSession(EventSession):
    """An open event in a file or on a server, to which actions can be added.

    The journal is closed at the end of a ``with`` block. Sessions of the same event in one program
    can share one copy of the journal in memory.
    """

    def __init__(self, journal: Journal, copy: JournalCopy | None = None) -> None:
        self.journal = journal
        self._copy = copy or JournalCopy()
        self.lock = self._copy.lock
        """A lock that keeps other threads of this program from adding journal entries."""
        try:
            self.refresh()
        except BaseException:
            journal.close()
            raise

    @classmethod
    def open(cls, where: Where, *, read_only: bool = False) -> Self:
        """Open the event in a file or on a server."""
        return cls(open_journal(where, read_only=read_only))

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
        """Create an event in a new file or on a server, with a signing key if requested."""
        return cls(
            create_journal(
                where, *build_first_journal_entry(name, context, details, with_key=with_key)
            )
        )

    def __enter__(self) -> Self:
        """Return the session itself. Its journal is closed when the block ends."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the journal."""
        self.close()

    def close(self) -> None:
        """Close the journal."""
        self.journal.close()

    # --- reading ----------------------------------------------------------------------------

    @property
    def entries(self) -> list[Entry]:
        """Return the journal entries read so far."""
        return self._copy.entries

    @entries.setter
    def entries(self, entries: list[Entry]) -> None:
        self._copy.entries = entries

    @property
    def event(self) -> Event:
        """Return the state of the event after the journal entries read so far."""
        return self._copy.event

    @event.setter
    def event(self, event: Event) -> None:
        self._copy.event = event

    @property
    def head(self) -> str:
        """Return the hash of the last journal entry, which covers the whole journal."""
        return self._copy.head

    @property
    def is_public(self) -> bool:
        """Return whether everyone can see the public pages of the event."""
        said = self.event.public
        return self.journal.public_by_default if said is None else said

    def snapshot(self) -> EventSnapshot:
        """Return a snapshot of the event, which later actions do not change."""
        with self.lock:
            return EventSnapshot(self.event, self.entries, self.head, self.is_public)

    def refresh(self) -> None:
        """Read the journal entries that others have added since the last call.

        Raise ``DamagedJournal`` if earlier entries are no longer in the journal.
        """
        with self.lock:
            copy = self._copy
            known = len(copy.entries)
            stamp = self.journal.modification_stamp()
            records = self.journal.load_verified_entries(known, copy.head)
            if not known and not records:
                address = self.journal.address
                words = say(
                    "{path!r} has no journal entries, because it was emptied.", path=address
                )
                raise DamagedJournal(f"{words} {build_salvage_advice(address)}", intact=0)
            if (
                known
                and stamp != copy.stamp
                and self._must_verify_from_start(explained=bool(records))
            ):
                self.journal.load_verified_entries()
                copy.verified = monotonic()
            copy.stamp = stamp
            if records:
                entries = [parse_stored_entry(record) for record in records]
                self.add_entries_written_elsewhere(entries)
                copy.head = records[-1].hash
                if known and any(isinstance(entry.act, ErasePersonal) for entry in entries):
                    self._reload_journal()

    def _must_verify_from_start(self, *, explained: bool) -> bool:
        """Return whether a changed journal must be verified from its beginning.

        New entries usually explain a change. A full verification is still due every few seconds, so
        that new entries do not hide damage.
        """
        return not explained or monotonic() > self._copy.verified + VERIFIED_EVERY

    def _reload_journal(self) -> None:
        """Read the whole journal again, so that erased personal values do not stay in memory."""
        super().__init__(
            parse_stored_entry(record) for record in self.journal.load_verified_entries()
        )

    # --- writing ----------------------------------------------------------------------------

    def record(self, act: Act, context: ActionContext) -> PendingEntry:
        """Check an action against the regulations, apply it and record it in the journal."""
        with self.lock:
            return self._accept_committed_entry(*self._check_and_append_action(act, context))

    def build_and_record(
        self, build: Callable[[Event], Act], context: ActionContext
    ) -> PendingEntry:
        """Build an action from the latest state and record it.

        Other writers wait, so no other action can come in between.
        """
        with self.lock:
            with self.journal.write_lock():
                self.refresh()
                appended = self._check_and_append_action(build(self.event), context)
            return self._accept_committed_entry(*appended)

    def record_several_actions(
        self, several: Iterable[Act], context: ActionContext
    ) -> list[PendingEntry]:
        """Record several actions, one after the other. If one is rejected, none is recorded."""
        with self.transaction():
            return [self.record(act, context) for act in several]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Record all actions in the block or, if one is rejected, none of them.

        Personal data cannot be erased in the block, because erasing ends with a check of the
        storage.
        """
        before = None
        with self.lock:
            try:
                with self.journal.write_lock():
                    self.refresh()
                    before = len(self.entries), self.event, self.head
                    yield
            except BaseException:
                if before is not None:
                    count, self.event, self._copy.head = before
                    del self.entries[count:]
                raise

    def create_signing_key(self, context: ActionContext, old: bytes = b"") -> PendingEntry:
        """Create a key that signs all publications from now on.

        If ``old``, the previous private key, is given, it signs the new key.
        """
        public, private = generate_key_pair()
        introduction = ""
        if old:
            first = self.journal.load_verified_entries()[0].hash
            introduction = sign_new_key(old, self.event.key, public, first)
        self.journal.store_private_key(public, private)
        try:
            return self.build_and_record(lambda _: NameKey(public, introduction), context)
        except BaseException:
            self.journal.delete_private_key(public)
            raise

    def _check_and_append_action(
        self, act: Act, context: ActionContext
    ) -> tuple[PendingEntry, str]:
        """Check, apply and append an action, and return its journal entry and hash."""
        prepared = self.prepare_action(act, context)
        prepared = sign_publication(prepared, self.event.key, self.journal, self.head)
        with self.journal.write_lock():
            if isinstance(act, ErasePersonal):
                self.journal.erase_personal_values(
                    find_personal_seals_to_erase(self.journal.load_verified_entries(), act)
                )
            record = self.journal.append(prepared.entry, self.head)
            if build_event_listing(prepared.after) != build_event_listing(self.event):
                self.journal.update_event_list(prepared.after)
            return prepared, record.hash

    def _accept_committed_entry(self, prepared: PendingEntry, head: str) -> PendingEntry:
        """Add an entry to the copy in memory after its transaction has been committed."""
        self.accept_entry(prepared)
        self._copy.head = head
        if isinstance(prepared.entry.act, ErasePersonal):
            self.journal.purge_erased_values()
            self._reload_journal()
        return prepared


def build_first_journal_entry(
    name: str, context: ActionContext, details: EventInfo | None = None, *, with_key: bool = False
) -> tuple[list[StoredEntry], bytes]:
    """Return the first journal entry of a new event, and its private key or b""."""
    act = CreateEvent(name, details or EventInfo())
    first = EventSession().prepare_action(act, context).entry
    if not with_key:
        return [to_stored_entry(first, BEGINNING)], b""
    public, private = generate_key_pair()
    return [to_stored_entry(replace(first, act=replace(act, key=public)), BEGINNING)], private
