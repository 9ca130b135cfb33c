"""The journal of an event on a server, with the same journal entries and hashes as in a file.

An append is one transaction that holds a lock on the event. Each read and each action uses a
connection from the pool, so many users can have the same event open.
"""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import text

from topboard.errors import (
    BadInput,
    CannotReadOrWrite,
    DamagedJournal,
    OutcomeUnknown,
    Problem,
    Unreachable,
)
from topboard.event.entries import BEGINNING, StoredEntry, from_stored_entry, to_stored_entry
from topboard.event.personal_data import Sealed
from topboard.event.reducer import fold
from topboard.messages import say
from topboard.storage.addresses import format_address, parse_address
from topboard.storage.event_list import listing_of
from topboard.storage.journal import (
    PATIENCE,
    Journal,
    damage_advice,
    fresh_salt,
    refuse_gap,
    refuse_moved,
    replaced_journal_error,
    with_personal,
)
from topboard.storage.postgres import events
from topboard.storage.postgres.connections import Host, is_lost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Self
    from uuid import UUID

    from sqlalchemy import Connection

    from topboard.event.entries import Entry
    from topboard.event.state import Event
    from topboard.storage.postgres.events import HostedEvent

COLUMNS = "number, time, who, act, content, reason, authority, previous, hash"
CHANNEL = "topboard"
"""The notification channel, on which every new journal entry is announced as ``slug:number``."""

# The lock is released when the transaction ends, however it ends. A waiting writer reads the last
# journal entry in a separate statement, which sees what was committed in the meantime.
_LOCK = text(
    "SELECT pg_advisory_xact_lock(hashtextextended(:event, 0))"
    " FROM set_config('lock_timeout', :patience, true)"
)
_LAST = text(
    "SELECT moved_to, last.number, last.hash FROM event LEFT JOIN LATERAL"
    " (SELECT number, hash FROM entry WHERE event = :event ORDER BY number DESC LIMIT 1) AS last"
    " ON true WHERE id = :event"
)
_MOVED = text("UPDATE event SET moved_to = :address WHERE id = :event")
_READ = text(
    f"SELECT {COLUMNS} FROM entry WHERE event = :event AND number > :after ORDER BY number"
)
_PERSONAL = text(
    "SELECT seal, salt, value FROM personal WHERE event = :event AND seal = ANY(:seals)"
)
_ADD = text(
    f"WITH added AS (INSERT INTO entry (event, {COLUMNS}) VALUES (:event, :number, :time, :who,"
    " :act, :content, :reason, :authority, :previous, :hash)),"
    " counted AS (UPDATE event SET last = :number, head = :hash WHERE id = :event)"
    " SELECT pg_notify(:channel, :news)"
)
_COUNTED = text("UPDATE event SET last = :last, head = :head WHERE id = :event")
_SEAL = text(
    "INSERT INTO personal (event, seal, salt, value) VALUES (:event, :seal, :salt, :value)"
)
_ERASE = text("DELETE FROM personal WHERE event = :event AND seal = ANY(:seals)")
_GUARD = text(
    "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'entry'::regclass AND tgname = 'no_change'"
    " AND tgenabled = 'A'"
)
_KEY = text("SELECT private FROM signing_key WHERE event = :event AND public = :public")
_KEEP_KEY = text(
    "INSERT INTO signing_key (event, public, private) VALUES (:event, :public, :private)"
)
_DROP_KEY = text("DELETE FROM signing_key WHERE event = :event AND public = :public")


class PostgresJournal(Journal):
    """An open journal on a server."""

    def __init__(
        self,
        host: Host,
        event: UUID,
        slug: str,
        *,
        read_only: bool = False,
        public_by_default: bool = False,
    ) -> None:
        self.host = host
        self.event = event
        self.slug = slug
        self._public_by_default = public_by_default
        self._read_only = read_only
        self._owns_host = False
        self._held: Connection | None = None
        """The transaction that makes all other writers wait, or None."""
        self._added: StoredEntry | None = None
        """The last journal entry added in that transaction, or None."""

    @classmethod
    def open(cls, host: Host, slug: str, *, read_only: bool = False) -> Self:
        """Open the journal of an event on a shared server.

        Raise ``CannotReadOrWrite`` if there is no such event.
        """
        found = events.find_event(host, slug)
        if found is None:
            raise CannotReadOrWrite(
                say("there is no event {slug!r} on {address!r}", slug=slug, address=host.address)
            )
        return cls.of(host, found, read_only=read_only)

    @classmethod
    def of(cls, host: Host, found: HostedEvent, *, read_only: bool = False) -> Self:
        """Return the journal of an event that was already looked up."""
        is_public = found.public_by_default
        return cls(host, found.id, found.slug, read_only=read_only, public_by_default=is_public)

    @classmethod
    def create(
        cls,
        host: Host,
        slug: str,
        entries: Iterable[StoredEntry],
        key: bytes = b"",
        moved_to: str = "",
        event: UUID | None = None,
    ) -> Self:
        """Create a journal on a shared server, with these journal entries and optionally its key.

        ``moved_to`` is set while an event is being moved here. It is the location that the event
        comes from, and the new journal accepts no actions yet. An ``event`` ID can exist only once,
        whoever creates it.
        """
        records = list(entries)
        leads_to = fold([from_stored_entry(record) for record in records])
        made = cls(host, event or uuid4(), slug)
        with made.exclusively():
            events.add_event(made._transaction, host, made.event, slug)
            made.take_over(records)
            if key:
                made.keep_key(leads_to.key, key)
            if moved_to:
                made.mark_moved(moved_to)
            made.list_as(leads_to)
        return made

    @classmethod
    def at(cls, address: str, *, read_only: bool = False) -> Self:
        """Open the journal at an address, with its own server connections."""
        host, slug = _host_at(address)
        return cls._owning(host, lambda: cls.open(host, slug, read_only=read_only))

    @classmethod
    def create_at(
        cls, address: str, entries: Iterable[StoredEntry], key: bytes = b"", moved_to: str = ""
    ) -> Self:
        """Create a journal at an address, with its own server connections."""
        host, slug = _host_at(address)
        return cls._owning(host, lambda: cls.create(host, slug, entries, key, moved_to))

    @classmethod
    def _owning(cls, host: Host, make: Callable[[], Self]) -> Self:
        try:
            made = make()
        except BaseException:
            host.close()
            raise
        made._owns_host = True
        return made

    @property
    def address(self) -> str:
        """Return the address of the event without a password."""
        return f"{self.host.address}#{self.slug}"

    @property
    def public_by_default(self) -> bool:
        """Return whether the event is public by default.

        This is so only for events created before private events were introduced.
        """
        return self._public_by_default

    def close(self) -> None:
        """Close the server connections, unless they are shared."""
        if self._owns_host:
            self.host.close()

    # --- reading ----------------------------------------------------------------------------

    def stamp(self) -> tuple[()]:
        """Return an empty stamp, because modifications of the journal cannot be detected this way.

        The database prevents changes, and ``topboard host check`` verifies everything.
        """
        return ()

    def records(self, after: int = 0) -> list[StoredEntry]:
        """Return the journal entries after a number, as they are stored in the database."""
        with self._reading() as connection:
            asked = {"event": self.event, "after": after}
            found = [StoredEntry(*row) for row in connection.execute(_READ, asked)]
            return with_personal(found, lambda seals: self._values(connection, seals))

    def _values(self, connection: Connection, seals: list[str]) -> Iterator[Sealed]:
        """Return the values of these seals that have not been erased."""
        asked = {"event": self.event, "seals": seals}
        return (Sealed(*row) for row in connection.execute(_PERSONAL, asked))

    def _last(self, connection: Connection) -> tuple[str, int, str]:
        """Return the address the event was moved to, and the number and hash of its last entry."""
        found = connection.execute(_LAST, {"event": self.event}).first()
        if found is None:
            raise replaced_journal_error(self.address)
        moved_to, last, head = found
        return moved_to, last or 0, head or BEGINNING

    def moved_to(self) -> str:
        """Return the address to which the event was moved, or "" if it is still here."""
        with self._reading() as connection:
            return self._last(connection)[0]

    def load_listing(self) -> HostedEvent:
        """Return the data that lists show about the event."""
        with self._reading() as connection:
            found = events.find(connection, self.slug)
        if found is None:
            raise replaced_journal_error(self.address)
        return found

    def whole(self) -> None:
        """Check that the list of events refers to the actual last journal entry."""
        with self._reading() as connection, self._holding(connection):
            last = self._last(connection)[1:]
            listed = self.load_listing()
        if last != (listed.last, listed.head):
            words = say("{path!r}: the list of events has another last entry", path=self.address)
            raise DamagedJournal(f"{words}; {damage_advice(self.address)}", intact=0)

    def is_guarded(self) -> bool:
        """Return whether the database still prevents changing or removing journal entries."""
        with self._reading() as connection:
            return bool(connection.execute(_GUARD).scalar_one())

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Yield a connection that sees a consistent snapshot of the journal and related data."""
        if self._held is not None:
            yield self._held
            return
        with self.host.at_one_moment() as connection:
            yield connection

    # --- writing ----------------------------------------------------------------------------

    @contextmanager
    def exclusively(self) -> Iterator[None]:
        """Make all other writers wait; appended entries are committed when the block ends."""
        if self._held is not None:
            yield
            return
        if self._read_only:
            raise CannotReadOrWrite(say("{path!r} was opened read-only", path=self.address))
        self._added = None
        ended = False
        try:
            with self._hold_lock() as connection:
                with self._holding(connection):
                    yield
                ended = True
        except CannotReadOrWrite as error:
            if not ended or not is_lost(error) or self._added is None:
                raise
            self._refuse_unless_kept(self._added, error)

    @contextmanager
    def _hold_lock(self) -> Iterator[Connection]:
        """Yield a transaction that holds the lock of the event."""
        with self.host.begin() as connection:
            patience = f"{int(1000 * PATIENCE)}ms"
            connection.execute(_LOCK, {"event": str(self.event), "patience": patience})
            yield connection

    def _refuse_unless_kept(self, added: StoredEntry, lost: CannotReadOrWrite) -> None:
        """Check whether a transaction whose outcome is unknown was committed.

        The lock is free only after that transaction has ended, so its entry is either there by then
        or never will be. Raise ``Unreachable`` if it is not there, or ``OutcomeUnknown`` if the
        server does not answer.
        """
        end = monotonic() + PATIENCE
        while True:
            try:
                with self._hold_lock() as connection:
                    kept = _has(connection, self.event, added)
                break
            except CannotReadOrWrite as error:
                if monotonic() > end:
                    raise OutcomeUnknown(
                        say(
                            "{path!r}: the connection broke while the act was being kept; look"
                            " whether it was before you do it again ({error})",
                            path=self.address,
                            error=error,
                        )
                    ) from error
                sleep(0.1)
        if not kept:
            words = say("{lost}; nothing of the act was kept", lost=lost)
            raise Unreachable(words) from lost

    @contextmanager
    def _holding(self, connection: Connection) -> Iterator[None]:
        self._held = connection
        try:
            yield
        finally:
            self._held = None

    @property
    def _transaction(self) -> Connection:
        assert self._held is not None, "only inside exclusively"
        return self._held

    def append(self, entry: Entry, after: str | None = None) -> StoredEntry:
        """Append a journal entry; ``after`` is the expected hash of the current last entry."""
        with self.exclusively():
            moved_to, last, previous = self._last(self._transaction)
            refuse_moved(self.address, moved_to)
            refuse_gap(self.address, entry, last)
            if after not in (None, previous):
                raise replaced_journal_error(self.address)
            record = to_stored_entry(entry, previous, fresh_salt)
            self._add(record)
        return record

    def _add(self, record: StoredEntry) -> None:
        news = {"channel": CHANNEL, "news": f"{self.slug}:{record.number}"}
        parts = {name: getattr(record, name) for name in COLUMNS.split(", ")}
        self._transaction.execute(_ADD, {"event": self.event, **parts, **news})
        self._added = record
        if apart := [
            {"event": self.event, "seal": one.seal, "salt": one.salt, "value": one.value}
            for one in record.personal
        ]:
            self._transaction.execute(_SEAL, apart)

    def take_over(self, records: Iterable[StoredEntry]) -> None:
        """Append entries of the same event from another journal, with their hashes and values."""
        with self.exclusively():
            for record in records:
                self._add(record)

    def mark_moved(self, address: str) -> None:
        """Reject further actions because the event was moved to an address.

        If the address is empty, actions are accepted again.
        """
        with self.exclusively():
            self._transaction.execute(_MOVED, {"event": self.event, "address": address})

    def list_as(self, event: Event) -> None:
        """Update the data that lists of events show."""
        events.list_as(self._transaction, self.event, listing_of(event))

    def list_again(self, last: int, head: str) -> None:
        """Record this as the last journal entry in the list of events."""
        known = {"event": self.event, "last": last, "head": head}
        self._transaction.execute(_COUNTED, known)

    def erase(self, seals: Iterable[str]) -> None:
        """Erase the values that the seals stand for; the journal entries are not changed."""
        with self.exclusively():
            self._transaction.execute(_ERASE, {"event": self.event, "seals": list(seals)})

    def leave_no_trace(self) -> None:
        """Do nothing, because only a vacuum of the database removes erased values from files."""

    # --- the key ----------------------------------------------------------------------------

    @property
    def key_place(self) -> str:
        """Return the address of the event, because the key is stored with the journal entries."""
        return self.address

    def private_key(self, public: str) -> bytes:
        """Return the private key as PEM. Raise ``CannotReadOrWrite`` if it is not stored here."""
        with self._reading() as connection:
            found = connection.execute(_KEY, {"event": self.event, "public": public}).scalar()
        if found is None:
            raise CannotReadOrWrite(
                say("{path!r} has no private part of its key", path=self.address)
            )
        return bytes(found)

    def keep_key(self, public: str, private: bytes) -> None:
        """Store a new private key before it is named in the journal."""
        with self.exclusively():
            known = {"event": self.event, "public": public, "private": private}
            self._transaction.execute(_KEEP_KEY, known)

    def drop_key(self, public: str) -> None:
        """Remove a key that was not named in the journal after all."""
        with self.exclusively():
            self._transaction.execute(_DROP_KEY, {"event": self.event, "public": public})


def _has(connection: Connection, event: UUID, record: StoredEntry) -> bool:
    asked = {"event": event, "after": record.number - 1}
    found = connection.execute(_READ, asked).first()
    return found is not None and found.hash == record.hash


def is_event_at(address: str) -> bool:
    """Return whether there is an event at an address."""
    host, slug = _host_at(address)
    with host:
        return events.find_event(host, slug) is not None


def _host_at(address: str) -> tuple[Host, str]:
    found = parse_address(address)
    if not found.slug:
        remedy = say("the address of an event is {url}#WORD", url=format_address(found.url))
        raise BadInput(
            [Problem(say("this host has many events"), format_address(address), remedy=remedy)]
        )
    return Host.open(found.url), found.slug
