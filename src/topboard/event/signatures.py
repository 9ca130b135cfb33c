"""Signatures of an event's publications, each of which covers the whole journal before it."""

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
"""The actions that are signed: all publications, and signatures without a publication."""


@dataclass(frozen=True, slots=True)
class NamedKey:
    """A signing key that a journal names, with the range of journal entries it signs."""

    key: str
    first: int
    """The number of the journal entry that names the key."""
    last: int
    """The number of the last entry before the next key is named, or of the last in the journal."""
    before: str = ""
    """The previous key; empty if there was none."""
    introduction: str = ""
    """The signature of this key by the previous key; empty if there is none."""


def signing_keys(records: Sequence[StoredEntry]) -> list[NamedKey]:
    """Return all signing keys that a journal names, the oldest first."""
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


def key_introduction_text(key: str, first_hash: str) -> bytes:
    """Return the bytes that a key signs to introduce its successor.

    ``first_hash`` is the hash of the event's first journal entry.
    """
    return f"topboard key {key} {first_hash}".encode()


def publication_text_to_sign(entry: Entry, previous: str) -> bytes:
    """Return the bytes that the signature of a publication covers.

    They contain the hash of the journal entry without its signature. That hash includes the hash of
    the previous journal entry, so it covers the whole journal so far.
    """
    assert isinstance(entry.act, Publication)
    bare = replace(entry, act=replace(entry.act, signature=""))
    return f"topboard publication {to_stored_entry(bare, previous).hash}".encode()


def find_publications(records: Iterable[StoredEntry]) -> Iterator[tuple[str, Entry, bytes]]:
    """Yield each publication after a key was named, as (key, journal entry, signed bytes)."""
    key = ""
    for record in records:
        if record.act in NAMING_A_KEY:
            act = from_stored_entry(record).act
            assert isinstance(act, CreateEvent | NameKey)
            key = act.key or key
        elif key and record.act in PUBLICATIONS:
            entry = from_stored_entry(record)
            yield key, entry, publication_text_to_sign(entry, record.previous)


PUBLICATIONS = frozenset(
    map(journal_name, (PublishRound, ChangePublished, SignJournal, CloseEvent))
)
NAMING_A_KEY = frozenset(map(journal_name, (CreateEvent, NameKey)))
