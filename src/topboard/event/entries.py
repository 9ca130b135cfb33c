"""Journal entries, each of which is an action with its number, time, author, reason and authority.

Each stored entry contains the hash of the entry before it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.event.codec import class_name_in_journal, dump_record_as_json, load_stored_action
from topboard.event.personal_data import (
    restore_personal_values_in_content,
    seal_personal_values_in_content,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from topboard.event.actions import Act
    from topboard.event.personal_data import SealedValue

BEGINNING = "0" * 64
"""The previous hash in the first journal entry, which has no entry before it."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A journal entry as it is stored, with the name of its action and the content as JSON."""

    number: int
    time: str
    who: str
    act: str
    content: str
    reason: str
    authority: str
    previous: str
    hash: str
    personal: tuple[SealedValue, ...] = ()
    """The personal values replaced by seals in the content, except those that were erased."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal entry: an action that was carried out, with its author, time and reason."""

    number: int
    time: str
    who: str
    act: Act
    reason: str = ""
    authority: str = ""


def compute_entry_hash(
    number: int,
    time: str,
    who: str,
    act: str,
    content: str,
    reason: str,
    authority: str,
    previous: str,
) -> str:
    """Return the hash of a journal entry, which covers all its parts and the previous hash.

    Each part is preceded by its length, so that different entries are never hashed from the same
    bytes.
    """
    parts = (str(number), time, who, act, content, reason, authority, previous)
    return sha256("".join([f"{len(part)}:{part}" for part in parts]).encode()).hexdigest()


def to_stored_entry(
    entry: Entry, previous: str, salt: Callable[[], str] | None = None
) -> StoredEntry:
    """Return a journal entry in the form in which it is stored.

    ``previous`` is the hash of the entry before it. If ``salt`` is given, personal values are
    replaced by seals (salted hashes).
    """
    name, content = class_name_in_journal(type(entry.act)), dump_record_as_json(entry.act)
    content, personal = (
        (content, ()) if salt is None else seal_personal_values_in_content(content, salt)
    )
    parts = (entry.number, entry.time, entry.who, name, content, entry.reason, entry.authority)
    return StoredEntry(*parts, previous, compute_entry_hash(*parts, previous), personal)


def is_genuine_entry(record: StoredEntry, number: int, previous: str) -> bool:
    """Return whether a stored entry is unaltered and has the expected number and previous hash."""
    return (
        record.number == number
        and record.previous == previous
        and record.hash
        == compute_entry_hash(
            record.number,
            record.time,
            record.who,
            record.act,
            record.content,
            record.reason,
            record.authority,
            record.previous,
        )
        and all(one.matches_seal for one in record.personal)
    )


def parse_stored_entry(record: StoredEntry) -> Entry:
    """Return the journal entry parsed from its stored form."""
    act = load_stored_action(
        record.act, restore_personal_values_in_content(record.content, record.personal)
    )
    return Entry(record.number, record.time, record.who, act, record.reason, record.authority)


def genuine_entries_before_first_fault(
    records: Iterable[StoredEntry], first: int = 1, previous: str = BEGINNING
) -> Iterator[StoredEntry]:
    """Yield the stored entries before the first one that is missing, altered or out of order."""
    for number, record in enumerate(records, start=first):
        if not is_genuine_entry(record, number, previous):
            return
        previous = record.hash
        yield record
