"""The interface of a journal for reading and writing, wherever it is stored."""

from __future__ import annotations

import os
import shlex
from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from topboard._frozen import replace
from topboard.errors import Conflict, DamagedJournal, Moved
from topboard.event.entries import BEGINNING, genuine_prefix
from topboard.event.personal_data import find_seals
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import Self

    from topboard.event.entries import Entry, StoredEntry
    from topboard.event.personal_data import Sealed
    from topboard.event.state import Event

PATIENCE = 10.0
"""Seconds that a writer waits for another to finish."""


class Journal(Protocol):
    """An open journal; journal entries are read from it and added at its end."""

    @property
    @abstractmethod
    def address(self) -> str:
        """Return where it is stored, for commands and messages: a path or an address on a
        server."""

    @property
    @abstractmethod
    def key_place(self) -> str:
        """Return where its private key is stored, for messages."""

    @property
    @abstractmethod
    def public_by_default(self) -> bool:
        """Return whether everybody may see the event here if no journal entry says otherwise."""

    def __enter__(self) -> Self:
        """Return the journal itself; it is closed at the end of the block."""
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
        """Close the journal; what was appended is kept."""

    # --- reading ----------------------------------------------------------------------------

    @abstractmethod
    def stamp(self) -> Hashable:
        """Return a value that changes when somebody touches the journal, if that can be seen."""

    @abstractmethod
    def records(self, after: int = 0) -> list[StoredEntry]:
        """Return the journal entries after a number, as they are stored."""

    def verified(self, after: int = 0, previous: str = BEGINNING) -> list[StoredEntry]:
        """Return the journal entries after a number, each verified to be as it was written.

        ``previous`` is the hash of the journal entry with that number, which must still be there.
        """
        records = self.records(max(after - 1, 0))
        if after:
            if not records or (records[0].number, records[0].hash) != (after, previous):
                raise replaced_journal_error(self.address)
            records = records[1:]
        good = list(genuine_prefix(records, after + 1, previous))
        if len(good) < len(records):
            place = after + len(good) + 1
            raise DamagedJournal(
                say(
                    "{path!r}: entry {place} is not as it was written; {what_is_left}",
                    path=self.address,
                    place=place,
                    what_is_left=damage_advice(self.address),
                ),
                intact=place - 1,
            )
        return good

    @abstractmethod
    def whole(self) -> None:
        """Verify that the storage of the journal entries is intact, as far as possible."""

    @abstractmethod
    def guarded(self) -> bool:
        """Return whether changing or removing a journal entry is still blocked."""

    # --- writing ----------------------------------------------------------------------------

    @abstractmethod
    def exclusively(self) -> AbstractContextManager[None]:
        """Make all other writers wait; what was appended is committed at the end."""

    @abstractmethod
    def append(self, entry: Entry, after: str | None = None) -> StoredEntry:
        """Add a journal entry after the last one, whose hash may be given to check it."""

    @abstractmethod
    def take_over(self, records: Iterable[StoredEntry]) -> None:
        """Add entries of the same event from another journal, with their hashes and values."""

    @abstractmethod
    def moved_to(self) -> str:
        """Return where the event was moved to; empty while it is here."""

    @abstractmethod
    def mark_moved(self, address: str) -> None:
        """Refuse further actions and name the new place; with an empty address, accept them
        again."""

    @abstractmethod
    def list_as(self, event: Event) -> None:
        """Update the list of events with the new state, if one is stored beside the journal."""

    @abstractmethod
    def erase(self, seals: Iterable[str]) -> None:
        """Erase the values behind the seals; the journal entries stay as they are."""

    @abstractmethod
    def leave_no_trace(self) -> None:
        """Remove remaining copies of erased values, as far as possible."""

    # --- the key ----------------------------------------------------------------------------

    @abstractmethod
    def private_key(self, public: str) -> bytes:
        """Return the private key as PEM."""

    @abstractmethod
    def keep_key(self, public: str, private: bytes) -> None:
        """Store a new key that is about to be named in the journal."""

    @abstractmethod
    def drop_key(self, public: str) -> None:
        """Remove a key that could not be named in the journal."""


def with_personal(
    records: list[StoredEntry], known: Callable[[list[str]], Iterable[Sealed]]
) -> list[StoredEntry]:
    """Return the journal entries, each with the sealed values that are still known."""
    named = {record.number: found for record in records if (found := find_seals(record.content))}
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


def fresh_salt() -> str:
    """Return random text for a seal, so that nobody can try values until one matches."""
    return os.urandom(16).hex()


def damage_advice(address: str) -> str:
    """Return advice on what to do with a damaged journal."""
    return say(
        "topboard event export {path} left.json --salvage writes what is left",
        path=shlex.quote(address),
    )


def replaced_journal_error(address: str) -> DamagedJournal:
    """Return the error for a journal that was replaced by a different one after it was opened."""
    words = say(
        "{path!r} is no longer the journal that was opened: an older copy or another one was put"
        " in its place; put the newest one back and open it again, or {what_is_left}",
        path=address,
        what_is_left=damage_advice(address),
    )
    return DamagedJournal(words, intact=0)


def refuse_moved(address: str, moved_to: str) -> None:
    """Refuse an action on an event that was moved elsewhere."""
    if moved_to:
        raise Moved(
            say(
                "{path!r} takes no more acts: the event was moved to {moved_to!r} and goes on there"
                " (topboard event move {there} {here} brings it back)",
                path=address,
                moved_to=moved_to,
                there=shlex.quote(moved_to),
                here=shlex.quote(address),
            )
        )


def refuse_gap(address: str, entry: Entry, last: int) -> None:
    """Refuse a journal entry that does not follow the last one."""
    if last != entry.number - 1:
        raise Conflict(
            say(
                "{path!r}: entry {number} was to be added, but the journal has {last}"
                " entries now; look at it again and retry",
                path=address,
                number=entry.number,
                last=last,
            )
        )
