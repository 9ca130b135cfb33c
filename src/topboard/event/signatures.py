"""What is signed of an event: its publications, with everything that led to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from topboard.event.acts import ChangePublished, CloseEvent, CreateEvent, NameKey, PublishRound
from topboard.event.codec import name_in_journals
from topboard.event.entries import entry_of, recorded
from topboard.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.event.entries import Entry, StoredEntry

Publication: TypeAlias = PublishRound | ChangePublished | CloseEvent


def signed_text(entry: Entry, previous: str) -> bytes:
    """What the signature of a publication is made of.

    It is the hash that the entry has without its signature; the hash of the entry before it is a
    part of that, and so the whole journal up to here.
    """
    assert isinstance(entry.act, Publication)
    bare = replace(entry, act=replace(entry.act, signature=""))
    return f"topboard publication {recorded(bare, previous).hash}".encode()


def publications(records: Iterable[StoredEntry]) -> Iterator[tuple[str, Entry, bytes]]:
    """Every publication after a key was named: the key, the entry, and what is to be signed."""
    key = ""
    for record in records:
        if record.act in NAMING_A_KEY:
            act = entry_of(record).act
            assert isinstance(act, CreateEvent | NameKey)
            key = act.key or key
        elif key and record.act in PUBLICATIONS:
            entry = entry_of(record)
            yield key, entry, signed_text(entry, record.previous)


PUBLICATIONS = frozenset(map(name_in_journals, (PublishRound, ChangePublished, CloseEvent)))
NAMING_A_KEY = frozenset(map(name_in_journals, (CreateEvent, NameKey)))
