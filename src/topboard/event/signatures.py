"""What is signed of an event: its publications, with everything that led to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import dataclass, replace
from topboard.event.actions import (
    ChangePublished,
    CloseEvent,
    CreateEvent,
    NameKey,
    PublishRound,
    SignJournal,
)
from topboard.event.codec import journal_name
from topboard.event.entries import from_stored_entry, to_stored_entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.event.entries import Entry, StoredEntry

Publication: TypeAlias = PublishRound | ChangePublished | SignJournal | CloseEvent
"""What is signed: everything that is published, and signatures for their own sake."""


@dataclass(frozen=True, slots=True)
class NamedKey:
    """A key that a journal names, and the entries for which it signs."""

    key: str
    first: int
    """The entry that names it."""
    last: int
    """The last entry before the next key, or of the journal."""
    before: str = ""
    """The key before it, if there was one."""
    introduction: str = ""
    """Its signature by the key before it."""


def keys_named(records: Sequence[StoredEntry]) -> list[NamedKey]:
    """Every key of a journal in the order in which they were named."""
    found: list[NamedKey] = []
    for record in records:
        if record.act not in NAMING_A_KEY:
            continue
        act = from_stored_entry(record).act
        assert isinstance(act, CreateEvent | NameKey)
        if act.key:
            if found:
                found[-1] = replace(found[-1], last=record.number - 1)
            introduction = act.introduction if isinstance(act, NameKey) else ""
            before = found[-1].key if found else ""
            found.append(NamedKey(act.key, record.number, len(records), before, introduction))
    return found


def introduction_text(key: str, first_hash: str) -> bytes:
    """What a key signs to introduce the one after it, in the event with this first entry."""
    return f"topboard key {key} {first_hash}".encode()


def signed_text(entry: Entry, previous: str) -> bytes:
    """What the signature of a publication is made of.

    It is the hash that the entry has without its signature; the hash of the entry before it is a
    part of that, and so the whole journal up to here.
    """
    assert isinstance(entry.act, Publication)
    bare = replace(entry, act=replace(entry.act, signature=""))
    return f"topboard publication {to_stored_entry(bare, previous).hash}".encode()


def publications(records: Iterable[StoredEntry]) -> Iterator[tuple[str, Entry, bytes]]:
    """Every publication after a key was named: the key, the entry, and what is to be signed."""
    key = ""
    for record in records:
        if record.act in NAMING_A_KEY:
            act = from_stored_entry(record).act
            assert isinstance(act, CreateEvent | NameKey)
            key = act.key or key
        elif key and record.act in PUBLICATIONS:
            entry = from_stored_entry(record)
            yield key, entry, signed_text(entry, record.previous)


PUBLICATIONS = frozenset(
    map(journal_name, (PublishRound, ChangePublished, SignJournal, CloseEvent))
)
NAMING_A_KEY = frozenset(map(journal_name, (CreateEvent, NameKey)))
