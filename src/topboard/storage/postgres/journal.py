"""The journal of an event on a server, with the same entries and hashes as in a file.

Appending an entry is one transaction that locks the event. Each read and each action uses a
connection from the pool, so that many users can have the same event open.
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
from topboard.event.entries import BEGINNING, StoredEntry, parse_stored_entry, to_stored_entry
from topboard.event.personal_data import SealedValue
from topboard.event.reducer import compute_event_from_entries
from topboard.messages import say
from topboard.storage.addresses import format_address_without_password, parse_address
from topboard.storage.event_list import build_event_listing
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
from topboard.storage.postgres import events
from topboard.storage.postgres.connections import Host, is_connection_lost

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
"""The notification channel on which each new journal entry is announced as ``slug:number``."""

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
        """The connection whose transaction holds the event's lock, or None if the lock is not
        held.
        """
        self._added: StoredEntry | None = None
        """The last journal entry added while the lock is held, or None."""

    @classmethod
    def open(cls, host: Host, slug: str, *, read_only: bool = False) -> Self:
        """Open the journal of an event on a server whose connections are shared.

        Raise ``CannotReadOrWrite`` if there is no event with this slug.
        """
        found = events.find_event_by_slug(host, slug)
        if found is None:
            raise CannotReadOrWrite(
                say("there is no event {slug!r} on {address!r}", slug=slug, address=host.address)
            )
        return cls.open_journal_of_found_event(host, found, read_only=read_only)

    @classmethod
    def open_journal_of_found_event(
        cls, host: Host, found: HostedEvent, *, read_only: bool = False
    ) -> Self:
        """Return the journal of an event that has already been looked up."""
        is_public = found.public_by_default
        return cls(host, found.id, found.slug, read_only=read_only, public_by_default=is_public)

    @classmethod
    def create(
        cls,
        host: Host,
        slug: str,
        entries: Iterable[StoredEntry],
        key: bytes = b"",
        moved_from: str = "",
        event: UUID | None = None,
    ) -> Self:
        """Create a journal on a server, with shared connections and optionally a private key.

        If an event is being moved, ``moved_from`` is its old location, and the new journal accepts
        no actions until the move is complete. ``event`` is the ID of the new event. Raise an error
        if the server already has an event with this ID.
        """
        records = list(entries)
        leads_to = compute_event_from_entries([parse_stored_entry(record) for record in records])
        made = cls(host, event or uuid4(), slug)
        with made.write_lock():
            events.add_event_without_entries(
                made._get_connection_holding_lock, host, made.event, slug
            )
            made.append_stored_entries(records)
            if key:
                made.store_private_key(leads_to.key, key)
            if moved_from:
                made.mark_event_as_moved(moved_from)
            made.update_event_list(leads_to)
        return made

    @staticmethod
    def does_event_exist_at_address(address: str) -> bool:
        """Return whether there is an event at this address."""
        host, slug = _open_server_of_address(address)
        with host:
            return events.find_event_by_slug(host, slug) is not None

    @classmethod
    def open_at_address(cls, address: str, *, read_only: bool = False) -> Self:
        """Open the journal at this address, with its own connections to the server."""
        host, slug = _open_server_of_address(address)
        return cls._open_with_private_connections(
            host, lambda: cls.open(host, slug, read_only=read_only)
        )

    @classmethod
    def create_at_address(
        cls, address: str, entries: Iterable[StoredEntry], key: bytes = b"", moved_from: str = ""
    ) -> Self:
        """Create a journal at this address, with its own connections to the server."""
        host, slug = _open_server_of_address(address)
        return cls._open_with_private_connections(
            host, lambda: cls.create(host, slug, entries, key, moved_from)
        )

    @classmethod
    def _open_with_private_connections(cls, host: Host, make: Callable[[], Self]) -> Self:
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

        This is so only if it was created before private events were introduced.
        """
        return self._public_by_default

    def close(self) -> None:
        """Close the connections to the server, unless they are shared."""
        if self._owns_host:
            self.host.close()

    # --- reading ----------------------------------------------------------------------------

    def modification_stamp(self) -> tuple[()]:
        """Return an empty stamp, because this storage cannot detect modifications by a stamp.

        The database prevents them, and ``topboard host check`` verifies all entries.
        """
        return ()

    def load_stored_entries(self, after: int = 0) -> list[StoredEntry]:
        """Return the journal entries with numbers greater than ``after``, as they are stored."""
        with self._read_snapshot() as connection:
            asked = {"event": self.event, "after": after}
            found = [StoredEntry(*row) for row in connection.execute(_READ, asked)]
            return attach_stored_personal_values(
                found, lambda seals: self._load_personal_values(connection, seals)
            )

    def _load_personal_values(
        self, connection: Connection, seals: list[str]
    ) -> Iterator[SealedValue]:
        """Return the personal values for these seals (salted hashes), except erased values."""
        asked = {"event": self.event, "seals": seals}
        return (SealedValue(*row) for row in connection.execute(_PERSONAL, asked))

    def _load_last_entry(self, connection: Connection) -> tuple[str, int, str]:
        """Return the address of a moved event, and the number and hash of its last journal entry.

        The address is empty if the event was not moved.
        """
        found = connection.execute(_LAST, {"event": self.event}).first()
        if found is None:
            raise build_replaced_journal_error(self.address)
        moved_to, last, head = found
        return moved_to, last or 0, head or BEGINNING

    def moved_to(self) -> str:
        """Return the address to which the event was moved, or "" if it was not moved."""
        with self._read_snapshot() as connection:
            return self._load_last_entry(connection)[0]

    def load_event_listing(self) -> HostedEvent:
        """Return the details of the event that are shown in lists."""
        with self._read_snapshot() as connection:
            found = events.find_event_in_transaction(connection, self.slug)
        if found is None:
            raise build_replaced_journal_error(self.address)
        return found

    def check_integrity(self) -> None:
        """Raise ``DamagedJournal`` if the list of events has a different last journal entry."""
        with self._read_snapshot() as connection, self._hold_lock_on_connection(connection):
            last = self._load_last_entry(connection)[1:]
            listed = self.load_event_listing()
        if last != (listed.last, listed.head):
            words = say(
                "{path!r}: the list of events names a different last journal entry.",
                path=self.address,
            )
            raise DamagedJournal(f"{words} {build_salvage_advice(self.address)}", intact=0)

    def is_protected_against_changes(self) -> bool:
        """Return whether the database still protects journal entries against changes."""
        with self._read_snapshot() as connection:
            return bool(connection.execute(_GUARD).scalar_one())

    @contextmanager
    def _read_snapshot(self) -> Iterator[Connection]:
        """Yield a connection that sees a consistent snapshot of the journal and related tables."""
        if self._held is not None:
            yield self._held
            return
        with self.host.open_read_snapshot() as connection:
            yield connection

    # --- writing ----------------------------------------------------------------------------

    @contextmanager
    def write_lock(self) -> Iterator[None]:
        """Make other writers wait until the block ends.

        Entries appended in the block are then committed.
        """
        if self._held is not None:
            yield
            return
        if self._read_only:
            raise CannotReadOrWrite(say("{path!r} was opened read-only", path=self.address))
        self._added = None
        ended = False
        try:
            with self._hold_lock() as connection:
                with self._hold_lock_on_connection(connection):
                    yield
                ended = True
        except CannotReadOrWrite as error:
            if not ended or not is_connection_lost(error) or self._added is None:
                raise
            self._raise_unless_entry_was_committed(self._added, error)

    @contextmanager
    def _hold_lock(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that holds the event's lock."""
        with self.host.transaction() as connection:
            patience = f"{int(1000 * PATIENCE)}ms"
            connection.execute(_LOCK, {"event": str(self.event), "patience": patience})
            yield connection

    def _raise_unless_entry_was_committed(
        self, added: StoredEntry, lost: CannotReadOrWrite
    ) -> None:
        """Raise an error unless a transaction whose outcome is unknown was committed.

        The lock becomes free when the transaction has ended, so the entry is then either stored or
        lost. Raise ``Unreachable`` if it is lost, or ``OutcomeUnknown`` if the server does not
        answer.
        """
        end = monotonic() + PATIENCE
        while True:
            try:
                with self._hold_lock() as connection:
                    kept = _is_entry_stored(connection, self.event, added)
                break
            except CannotReadOrWrite as error:
                if monotonic() > end:
                    raise OutcomeUnknown(
                        say(
                            "{path!r}: the connection broke while the action was being saved "
                            "({error}). Check whether it was saved before you try again.",
                            path=self.address,
                            error=error,
                        )
                    ) from error
                sleep(0.1)
        if not kept:
            words = say("The action was not saved.")
            raise Unreachable(f"{lost} {words}") from lost

    @contextmanager
    def _hold_lock_on_connection(self, connection: Connection) -> Iterator[None]:
        self._held = connection
        try:
            yield
        finally:
            self._held = None

    @property
    def _get_connection_holding_lock(self) -> Connection:
        assert self._held is not None, "only inside write_lock"
        return self._held

    def append(self, entry: Entry, after: str | None = None) -> StoredEntry:
        """Append a journal entry. ``after`` is the hash that the last entry is expected to have."""
        with self.write_lock():
            moved_to, last, previous = self._load_last_entry(self._get_connection_holding_lock)
            refuse_if_event_moved(self.address, moved_to)
            refuse_unless_next_entry(self.address, entry, last)
            if after not in (None, previous):
                raise build_replaced_journal_error(self.address)
            record = to_stored_entry(entry, previous, generate_salt)
            self._insert_entry(record)
        return record

    def _insert_entry(self, record: StoredEntry) -> None:
        news = {"channel": CHANNEL, "news": f"{self.slug}:{record.number}"}
        parts = {name: getattr(record, name) for name in COLUMNS.split(", ")}
        self._get_connection_holding_lock.execute(_ADD, {"event": self.event, **parts, **news})
        self._added = record
        if apart := [
            {"event": self.event, "seal": one.seal, "salt": one.salt, "value": one.value}
            for one in record.personal
        ]:
            self._get_connection_holding_lock.execute(_SEAL, apart)

    def append_stored_entries(self, records: Iterable[StoredEntry]) -> None:
        """Append entries from another copy of the same journal, including their personal values."""
        with self.write_lock():
            for record in records:
                self._insert_entry(record)

    def mark_event_as_moved(self, address: str) -> None:
        """Record the address to which the event was moved, so that further actions are rejected.

        An empty address makes the journal accept actions again.
        """
        with self.write_lock():
            self._get_connection_holding_lock.execute(
                _MOVED, {"event": self.event, "address": address}
            )

    def update_event_list(self, event: Event) -> None:
        """Update the details of this event in the list of events."""
        events.update_event_listing(
            self._get_connection_holding_lock, self.event, build_event_listing(event)
        )

    def update_last_entry_in_event_list(self, last: int, head: str) -> None:
        """Store the number and hash of the last journal entry in the list of events."""
        known = {"event": self.event, "last": last, "head": head}
        self._get_connection_holding_lock.execute(_COUNTED, known)

    def erase_personal_values(self, seals: Iterable[str]) -> None:
        """Erase the personal values for these seals (salted hashes).

        The journal entries themselves do not change.
        """
        with self.write_lock():
            self._get_connection_holding_lock.execute(
                _ERASE, {"event": self.event, "seals": list(seals)}
            )

    def purge_erased_values(self) -> None:
        """Do nothing, because only a vacuum of the database removes erased values for good."""

    # --- the key ----------------------------------------------------------------------------

    @property
    def key_location(self) -> str:
        """Return the address of the event, whose private key is stored in the same database."""
        return self.address

    def private_key(self, public: str) -> bytes:
        """Return the private key in PEM format.

        Raise ``CannotReadOrWrite`` if it is not stored here.
        """
        with self._read_snapshot() as connection:
            found = connection.execute(_KEY, {"event": self.event, "public": public}).scalar()
        if found is None:
            raise CannotReadOrWrite(say("{path!r} has no private key", path=self.address))
        return bytes(found)

    def store_private_key(self, public: str, private: bytes) -> None:
        """Store a new private key. This is done before the journal records the public key."""
        with self.write_lock():
            known = {"event": self.event, "public": public, "private": private}
            self._get_connection_holding_lock.execute(_KEEP_KEY, known)

    def delete_private_key(self, public: str) -> None:
        """Delete a private key whose public key could not be recorded in the journal."""
        with self.write_lock():
            self._get_connection_holding_lock.execute(
                _DROP_KEY, {"event": self.event, "public": public}
            )


def _is_entry_stored(connection: Connection, event: UUID, record: StoredEntry) -> bool:
    asked = {"event": event, "after": record.number - 1}
    found = connection.execute(_READ, asked).first()
    return found is not None and found.hash == record.hash


def _open_server_of_address(address: str) -> tuple[Host, str]:
    found = parse_address(address)
    if not found.slug:
        remedy = say(
            "Add the short name of the event: {url}#NAME.",
            url=format_address_without_password(found.url),
        )
        raise BadInput(
            [
                Problem(
                    say("the address names a server but no event"),
                    format_address_without_password(address),
                    remedy=remedy,
                )
            ]
        )
    return Host.open(found.url), found.slug
