"""The interface of a journal, independent of where the journal is stored."""

from __future__ import annotations

import os
import shlex
from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from topboard._frozen import replace
from topboard.errors import Conflict, DamagedJournal, Moved
from topboard.event.entries import BEGINNING, genuine_entries_before_first_fault
from topboard.event.personal_data import find_personal_seals
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import Self

    from topboard.event.entries import Entry, StoredEntry
    from topboard.event.personal_data import SealedValue
    from topboard.event.state import Event

PATIENCE = 10.0
"""The number of seconds that a writer waits for another writer to finish."""


class Journal(Protocol):
    """An open journal, whose entries can be read and to which new entries can be appended."""

    @property
    @abstractmethod
    def address(self) -> str:
        """Return the path or server address of the journal, for commands and messages."""

    @property
    @abstractmethod
    def key_location(self) -> str:
        """Return the location of the private signing key, for messages."""

    @property
    @abstractmethod
    def public_by_default(self) -> bool:
        """Return whether everyone may see the event unless a journal entry says otherwise."""

    def __enter__(self) -> Self:
        """Return the journal itself, which is closed when the block ends."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the journal."""
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Close the journal. Appended entries are not lost."""

    # --- reading ----------------------------------------------------------------------------

    @abstractmethod
    def modification_stamp(self) -> Hashable:
        """Return a value that changes whenever a modification of the stored journal is detected."""

    @abstractmethod
    def load_stored_entries(self, after: int = 0) -> list[StoredEntry]:
        """Return the journal entries with numbers greater than ``after``, as they are stored."""

    def load_verified_entries(self, after: int = 0, previous: str = BEGINNING) -> list[StoredEntry]:
        """Return the journal entries with numbers greater than ``after``, verified to be unaltered.

        ``previous`` is the hash of entry ``after``, which must still be in the journal. Raise
        ``DamagedJournal`` if it is missing or an entry was altered.
        """
        records = self.load_stored_entries(max(after - 1, 0))
        if after:
            if not records or (records[0].number, records[0].hash) != (after, previous):
                raise build_replaced_journal_error(self.address)
            records = records[1:]
        good = list(genuine_entries_before_first_fault(records, after + 1, previous))
        if len(good) < len(records):
            place = after + len(good) + 1
            words = say(
                "{path!r}: journal entry {place} was changed or damaged.",
                path=self.address,
                place=place,
            )
            raise DamagedJournal(f"{words} {build_salvage_advice(self.address)}", intact=place - 1)
        return good

    @abstractmethod
    def check_integrity(self) -> None:
        """Raise ``DamagedJournal`` if the storage of the journal entries is found to be damaged."""

    @abstractmethod
    def is_protected_against_changes(self) -> bool:
        """Return whether the storage still protects journal entries against changes."""

    # --- writing ----------------------------------------------------------------------------

    @abstractmethod
    def write_lock(self) -> AbstractContextManager[None]:
        """Make other writers wait until the block ends.

        Entries appended in the block are then committed.
        """

    @abstractmethod
    def append(self, entry: Entry, after: str | None = None) -> StoredEntry:
        """Append a journal entry. ``after`` is the hash that the last entry is expected to have."""

    @abstractmethod
    def append_stored_entries(self, records: Iterable[StoredEntry]) -> None:
        """Append entries from another copy of the same journal, including their personal values."""

    @abstractmethod
    def moved_to(self) -> str:
        """Return the location to which the event was moved, or "" if it was not moved."""

    @abstractmethod
    def mark_event_as_moved(self, address: str) -> None:
        """Record the address to which the event was moved, so that further actions are rejected.

        An empty address makes the journal accept actions again.
        """

    @abstractmethod
    def update_event_list(self, event: Event) -> None:
        """Record the new state in the list of events, if one is stored with the journal."""

    @abstractmethod
    def erase_personal_values(self, seals: Iterable[str]) -> None:
        """Erase the personal values for these seals (salted hashes).

        The journal entries themselves do not change.
        """

    @abstractmethod
    def purge_erased_values(self) -> None:
        """Remove remaining copies of erased personal values, as far as possible."""

    # --- the key ----------------------------------------------------------------------------

    @abstractmethod
    def private_key(self, public: str) -> bytes:
        """Return the private key, in PEM format, that belongs to a public signing key."""

    @abstractmethod
    def store_private_key(self, public: str, private: bytes) -> None:
        """Store a new private key. This is done before the journal records the public key."""

    @abstractmethod
    def delete_private_key(self, public: str) -> None:
        """Delete a private key whose public key could not be recorded in the journal."""


def attach_stored_personal_values(
    records: list[StoredEntry], known: Callable[[list[str]], Iterable[SealedValue]]
) -> list[StoredEntry]:
    """Return the journal entries with their personal values, except erased ones.

    ``known`` is a function that loads the values for seals (salted hashes).
    """
    named = {
        record.number: found for record in records if (found := find_personal_seals(record.content))
    }
    if not named:
        return records
    values = {one.seal: one for one in known([seal for found in named.values() for seal in found])}
    return [
        record
        if record.number not in named
        else replace(
            record,
            personal=tuple(values[seal] for seal in named[record.number] if seal in values),
        )
        for record in records
    ]


def generate_salt() -> str:
    """Return a random salt, without which a personal value could be guessed from its hash."""
    return os.urandom(16).hex()


def build_salvage_advice(address: str) -> str:
    """Return a sentence on how to recover the undamaged entries of a journal."""
    return say(
        "To save what is left, run topboard event export {path} left.json --salvage.",
        path=shlex.quote(address),
    )


def build_replaced_journal_error(address: str) -> DamagedJournal:
    """Return the error for a journal that was replaced after it was opened."""
    words = say(
        "{path!r} is no longer the journal that was opened: it was replaced by an older copy or "
        "by a different journal. Put the newest journal back and open it again.",
        path=address,
    )
    return DamagedJournal(f"{words} {build_salvage_advice(address)}", intact=0)


def refuse_if_event_moved(address: str, moved_to: str) -> None:
    """Raise ``Moved`` if the event was moved to a different location."""
    if moved_to:
        raise Moved(
            say(
                "{path!r} accepts no more actions because the event was moved to {moved_to!r}. To "
                "bring it back, run topboard event move {there} {here}.",
                path=address,
                moved_to=moved_to,
                there=shlex.quote(moved_to),
                here=shlex.quote(address),
            )
        )


def refuse_unless_next_entry(address: str, entry: Entry, last: int) -> None:
    """Raise ``Conflict`` unless the number of a new entry follows that of the last entry."""
    if last != entry.number - 1:
        raise Conflict(
            say(
                "{path!r}: cannot add journal entry {number} because the last one is now {last}. "
                "Reload the event and try again.",
                path=address,
                number=entry.number,
                last=last,
            )
        )
