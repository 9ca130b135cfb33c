"""What a journal is to those who read and write it, wherever it is kept."""

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
"""Seconds for which a writer waits for another to finish."""


class Journal(Protocol):
    """A journal that is open: entries are read from it and added at its end."""

    @property
    @abstractmethod
    def address(self) -> str:
        """Where it is, as commands and messages have it: a path, or an address on a host."""

    @property
    @abstractmethod
    def key_place(self) -> str:
        """Where the private part of its key lies, for messages."""

    @property
    @abstractmethod
    def public_by_default(self) -> bool:
        """Whether everybody may see the event here as long as no entry says otherwise."""

    def __enter__(self) -> Self:
        """The journal itself; it is closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Close it; what was appended stays."""

    # --- reading ----------------------------------------------------------------------------

    @abstractmethod
    def stamp(self) -> Hashable:
        """What is another one once somebody has touched the journal, where that can be seen."""

    @abstractmethod
    def records(self, after: int = 0) -> list[StoredEntry]:
        """The entries after a number, as they are stored."""

    def verified(self, after: int = 0, previous: str = BEGINNING) -> list[StoredEntry]:
        """The entries after a number, each proved to be as it was written.

        ``previous`` is the hash of the entry of that number, which must still be there.
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
        """Prove that what the entries lie in is in order, as far as can be told."""

    @abstractmethod
    def guarded(self) -> bool:
        """Whether it is still refused that an entry is changed or removed."""

    # --- writing ----------------------------------------------------------------------------

    @abstractmethod
    def exclusively(self) -> AbstractContextManager[None]:
        """Keep all others who would write waiting; at the end what was appended is kept."""

    @abstractmethod
    def append(self, entry: Entry, after: str | None = None) -> StoredEntry:
        """Add the entry; it must follow the last one there, whose hash may be given."""

    @abstractmethod
    def take_over(self, records: Iterable[StoredEntry]) -> None:
        """Add entries of the same event as another journal has them, hashes and values included."""

    @abstractmethod
    def moved_to(self) -> str:
        """Where the event goes on; empty while it is here."""

    @abstractmethod
    def mark_moved(self, address: str) -> None:
        """Refuse further acts and say where the event goes on; with nothing, take them again."""

    @abstractmethod
    def list_as(self, event: Event) -> None:
        """What the entries lead to now, for where lists of events are kept beside them."""

    @abstractmethod
    def erase(self, seals: Iterable[str]) -> None:
        """Erase the values behind the seals; the entries stay as they are."""

    @abstractmethod
    def leave_no_trace(self) -> None:
        """Remove also what was erased and still stands somewhere, as far as that can be done."""

    # --- the key ----------------------------------------------------------------------------

    @abstractmethod
    def private_key(self, public: str) -> bytes:
        """The private part of the key, as PEM."""

    @abstractmethod
    def keep_key(self, public: str, private: bytes) -> None:
        """Keep a new key, to be named in the journal."""

    @abstractmethod
    def drop_key(self, public: str) -> None:
        """Forget a key that could not be named."""


def with_personal(
    records: list[StoredEntry], known: Callable[[list[str]], Iterable[Sealed]]
) -> list[StoredEntry]:
    """The entries, each with the values that it seals, as far as they are still known."""
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
    """What is mixed into a seal, so that nobody can try out values until one fits."""
    return os.urandom(16).hex()


def damage_advice(address: str) -> str:
    """What to do with a journal that is damaged."""
    return say(
        "topboard event export {path} left.json --salvage writes what is left",
        path=shlex.quote(address),
    )


def replaced_journal_error(address: str) -> DamagedJournal:
    """What to raise where another journal is in the place of the one that was opened."""
    words = say(
        "{path!r} is no longer the journal that was opened: an older copy or another one was put"
        " in its place; put the newest one back and open it again, or {what_is_left}",
        path=address,
        what_is_left=damage_advice(address),
    )
    return DamagedJournal(words, intact=0)


def refuse_moved(address: str, moved_to: str) -> None:
    """Refuse an act on an event that goes on elsewhere."""
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
    """Refuse an entry that does not follow the last one."""
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
