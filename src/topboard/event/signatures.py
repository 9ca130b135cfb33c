"""Signatures of an event's publications. Each signature covers the whole journal before it."""

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
from topboard.event.codec import class_name_in_journal
from topboard.event.entries import parse_stored_entry, to_stored_entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.event.entries import Entry, StoredEntry

Publication: TypeAlias = PublishRound | ChangePublished | SignJournal | CloseEvent
"""The actions that are signed: all publications, and signatures without a publication."""


@dataclass(frozen=True, slots=True)
class NamedKey:
    """A signing key in a journal, with the range of journal entries that it signs."""

    key: str
    first: int
    """The number of the journal entry that introduces the key."""
    last: int
    """The number of the last journal entry before the next key, or of the last entry of all."""
    before: str = ""
    """The previous key; empty if there was none."""
    introduction: str = ""
    """The signature of this key by the previous key; empty if there is none."""


def find_signing_keys(records: Sequence[StoredEntry]) -> list[NamedKey]:
    """Return all signing keys in a journal, oldest first."""
    found: list[NamedKey] = []
    for record in records:
        if record.act not in NAMING_A_KEY:
            continue
        act = parse_stored_entry(record).act
        assert isinstance(act, CreateEvent | NameKey)
        if act.key:
            if found:
                found[-1] = replace(found[-1], last=record.number - 1)
            introduction = act.introduction if isinstance(act, NameKey) else ""
            before = found[-1].key if found else ""
            found.append(NamedKey(act.key, record.number, len(records), before, introduction))
    return found


def build_key_introduction_to_sign(key: str, first_hash: str) -> bytes:
    """Return the bytes that a key signs to introduce its successor.

    ``first_hash`` is the hash of the event's first journal entry.
    """
    return f"topboard key {key} {first_hash}".encode()


def build_publication_bytes_to_sign(entry: Entry, previous: str) -> bytes:
    """Return the bytes that the signature of a publication covers.

    They contain the hash of the journal entry without its signature. That hash includes the
    previous entry's hash, so the signature covers the whole journal so far.
    """
    assert isinstance(entry.act, Publication)
    bare = replace(entry, act=replace(entry.act, signature=""))
    return f"topboard publication {to_stored_entry(bare, previous).hash}".encode()


def find_publications_with_signing_keys(
    records: Iterable[StoredEntry],
) -> Iterator[tuple[str, Entry, bytes]]:
    """Yield each publication after a key was introduced, as (key, journal entry, signed bytes)."""
    key = ""
    for record in records:
        if record.act in NAMING_A_KEY:
            act = parse_stored_entry(record).act
            assert isinstance(act, CreateEvent | NameKey)
            key = act.key or key
        elif key and record.act in PUBLICATIONS:
            entry = parse_stored_entry(record)
            yield key, entry, build_publication_bytes_to_sign(entry, record.previous)


PUBLICATIONS = frozenset(
    map(class_name_in_journal, (PublishRound, ChangePublished, SignJournal, CloseEvent))
)
NAMING_A_KEY = frozenset(map(class_name_in_journal, (CreateEvent, NameKey)))
