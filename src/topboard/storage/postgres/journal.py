"""The journal of an event on a server, with the same journal entries and hashes as in a file.

An append is one transaction that holds a lock on the event. Each read and each action takes a
connection from the pool and returns it, so many users can have the same event open.
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
"""The channel that announces every new journal entry as ``slug:number``."""

# The lock is released at the end of the transaction, however it ends. A waiting writer reads the
# last journal entry in a separate statement, which sees what was committed meanwhile.
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
        """The transaction that makes all other writers wait."""
        self._added: StoredEntry | None = None
        """The last journal entry added in that transaction."""

    @classmethod
    def open(cls, host: Host, slug: str, *, read_only: bool = False) -> Self:
        """Return the journal of an event on a shared server."""
        found = events.find_event(host, slug)
        if found is None:
            raise CannotReadOrWrite(
                say("there is no event {slug!r} on {address!r}", slug=slug, address=host.address)
            )
        return cls.of(host, found, read_only=read_only)

    @classmethod
    def of(cls, host: Host, found: HostedEvent, *, read_only: bool = False) -> Self:
        """Return the journal of an event that was found on a server."""
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
        """Return a new journal on a shared server, with these journal entries and maybe its key.

        With ``moved_to``, the place it is being moved from, it accepts no actions yet. An ``event``
        id can exist only once, whoever creates it.
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
        """Return the journal at an address, with its own server connections."""
        host, slug = _host_at(address)
        return cls._owning(host, lambda: cls.open(host, slug, read_only=read_only))

    @classmethod
    def create_at(
        cls, address: str, entries: Iterable[StoredEntry], key: bytes = b"", moved_to: str = ""
    ) -> Self:
        """Return a new journal at an address, with its own server connections."""
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
        """Return whether the event is older than private events, and therefore public by
        default."""
        return self._public_by_default

    def close(self) -> None:
        """Close the server connections if they belong only to this journal."""
        if self._owns_host:
            self.host.close()

    # --- reading ----------------------------------------------------------------------------

    def stamp(self) -> tuple[()]:
        """Return an empty stamp, because nothing shows that somebody touched the journal.

        The database refuses changes, and ``topboard host check`` verifies everything.
        """
        return ()

    def records(self, after: int = 0) -> list[StoredEntry]:
        """Return the journal entries after a number, as they are in the database."""
        with self._reading() as connection:
            asked = {"event": self.event, "after": after}
            found = [StoredEntry(*row) for row in connection.execute(_READ, asked)]
            return with_personal(found, lambda seals: self._values(connection, seals))

    def _values(self, connection: Connection, seals: list[str]) -> Iterator[Sealed]:
        """Return the values behind the seals that are still there."""
        asked = {"event": self.event, "seals": seals}
        return (Sealed(*row) for row in connection.execute(_PERSONAL, asked))

    def _last(self, connection: Connection) -> tuple[str, int, str]:
        """Return where the event was moved to, and the number and hash of its last journal
        entry."""
        found = connection.execute(_LAST, {"event": self.event}).first()
        if found is None:
            raise replaced_journal_error(self.address)
        moved_to, last, head = found
        return moved_to, last or 0, head or BEGINNING

    def moved_to(self) -> str:
        """Return where the event was moved to; empty while it is here."""
        with self._reading() as connection:
            return self._last(connection)[0]

    def listed(self) -> HostedEvent:
        """Return what lists show about the event."""
        with self._reading() as connection:
            found = events.find(connection, self.slug)
        if found is None:
            raise replaced_journal_error(self.address)
        return found

    def whole(self) -> None:
        """Verify that the list of events has the actual last journal entry."""
        with self._reading() as connection, self._holding(connection):
            last = self._last(connection)[1:]
            listed = self.listed()
        if last != (listed.last, listed.head):
            words = say("{path!r}: the list of events has another last entry", path=self.address)
            raise DamagedJournal(f"{words}; {damage_advice(self.address)}", intact=0)

    def guarded(self) -> bool:
        """Return whether the database still refuses to change or remove a journal entry."""
        with self._reading() as connection:
            return bool(connection.execute(_GUARD).scalar_one())

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Yield a connection that sees the journal entries and related data as of one time."""
        if self._held is not None:
            yield self._held
            return
        with self.host.at_one_moment() as connection:
            yield connection

    # --- writing ----------------------------------------------------------------------------

    @contextmanager
    def exclusively(self) -> Iterator[None]:
        """Make all other writers wait; what was appended is committed at the end."""
        if self._held is not None:
            yield
            return
        if self._read_only:
            raise CannotReadOrWrite(say("{path!r} was opened read-only", path=self.address))
        self._added = None
        ended = False
        try:
            with self._locked() as connection:
                with self._holding(connection):
                    yield
                ended = True
        except CannotReadOrWrite as error:
            if not ended or not is_lost(error) or self._added is None:
                raise
            self._refuse_unless_kept(self._added, error)

    @contextmanager
    def _locked(self) -> Iterator[Connection]:
        """Yield a transaction that holds the lock of the event."""
        with self.host.begin() as connection:
            patience = f"{int(1000 * PATIENCE)}ms"
            connection.execute(_LOCK, {"event": str(self.event), "patience": patience})
            yield connection

    def _refuse_unless_kept(self, added: StoredEntry, lost: CannotReadOrWrite) -> None:
        """Find out whether a transaction was committed whose outcome was lost.

        Whoever gets the lock comes after it, so what it wrote is there now or never will be.
        """
        end = monotonic() + PATIENCE
        while True:
            try:
                with self._locked() as connection:
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
        """Add a journal entry after the last one, whose hash may be given to check it."""
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
        """Add entries of the same event from another journal, with their hashes and values."""
        with self.exclusively():
            for record in records:
                self._add(record)

    def mark_moved(self, address: str) -> None:
        """Refuse further actions and name the new place; with an empty address, accept them
        again."""
        with self.exclusively():
            self._transaction.execute(_MOVED, {"event": self.event, "address": address})

    def list_as(self, event: Event) -> None:
        """Set what lists of events show from now on."""
        events.list_as(self._transaction, self.event, listing_of(event))

    def list_again(self, last: int, head: str) -> None:
        """Set this journal entry as the last one in the list of events."""
        known = {"event": self.event, "last": last, "head": head}
        self._transaction.execute(_COUNTED, known)

    def erase(self, seals: Iterable[str]) -> None:
        """Erase the values behind the seals; the journal entries stay as they are."""
        with self.exclusively():
            self._transaction.execute(_ERASE, {"event": self.event, "seals": list(seals)})

    def leave_no_trace(self) -> None:
        """Do nothing: erased values leave the database files when it cleans up, and not before."""

    # --- the key ----------------------------------------------------------------------------

    @property
    def key_place(self) -> str:
        """Return the address, because the key is stored beside the journal entries."""
        return self.address

    def private_key(self, public: str) -> bytes:
        """Return the private key."""
        with self._reading() as connection:
            found = connection.execute(_KEY, {"event": self.event, "public": public}).scalar()
        if found is None:
            raise CannotReadOrWrite(
                say("{path!r} has no private part of its key", path=self.address)
            )
        return bytes(found)

    def keep_key(self, public: str, private: bytes) -> None:
        """Store a new key that is about to be named in the journal."""
        with self.exclusively():
            known = {"event": self.event, "public": public, "private": private}
            self._transaction.execute(_KEEP_KEY, known)

    def drop_key(self, public: str) -> None:
        """Remove a key that could not be named in the journal."""
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
