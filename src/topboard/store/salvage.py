"""What is left of a damaged journal: entries read from the pages of the file itself.

SQLite gives up where its tree of pages is broken. Here every page is looked at for rows; the
chain of hashes tells which of them are genuine and where the first gap is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.entries import Record, genuine
from topboard.formats.files import head_of

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

LEAF = 13
"""The first byte of a page that holds rows."""
SIZES = tuple(1 << bits for bits in range(9, 17))


def salvaged(path: str | os.PathLike[str]) -> list[Record]:
    """The entries up to the first that is lost, proved by their hashes."""
    content = head_of(path)
    best: list[Record] = []
    for size in _page_sizes(content):
        found = {record.number: record for record in _rows(content, size)}
        chain = list(genuine(found[n] for n in range(1, len(found) + 1) if n in found))
        best = max(best, chain, key=len)
        if best:
            break
    return best


def _page_sizes(content: bytes) -> Iterator[int]:
    """The size the file names, then the usual ones, in case its head is lost."""
    named = int.from_bytes(content[16:18], "big")
    yield from dict.fromkeys(
        s for s in (65536 if named == 1 else named, 4096, *SIZES) if s in SIZES
    )


def _rows(content: bytes, size: int) -> Iterator[Record]:
    for start in range(0, len(content) - size + 1, size):
        page = content[start : start + size]
        if page[0] != LEAF:
            continue
        cells = int.from_bytes(page[3:5], "big")
        for place in range(min(cells, size // 4)):
            at = int.from_bytes(page[8 + 2 * place : 10 + 2 * place], "big")
            try:
                yield _row(content, page, at, size)
            except (IndexError, UnicodeDecodeError, ValueError, TypeError):
                continue


def _row(content: bytes, page: bytes, at: int, size: int) -> Record:
    """The row in a cell of a page; its end may lie on further pages."""
    length, at = _varint(page, at)
    number, at = _varint(page, at)
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    here = length
    if length > most:
        here = least + (length - least) % (size - 4)
        here = here if here <= most else least
    payload = page[at : at + here]
    if length > here:
        further = int.from_bytes(page[at + here : at + here + 4], "big")
        payload += _further(content, further, length - here, size)
    return _record(payload, number)


def _further(content: bytes, page: int, length: int, size: int) -> bytes:
    parts = []
    while length > 0:
        start = (page - 1) * size
        if page < 1 or start + size > len(content):
            raise ValueError("a page is missing")
        parts.append(content[start + 4 : start + 4 + min(length, size - 4)])
        length -= size - 4
        page = int.from_bytes(content[start : start + 4], "big")
    return b"".join(parts)


def _record(payload: bytes, number: int) -> Record:
    head, at = _varint(payload, 0)
    kinds = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    texts = []
    for kind in kinds[1:]:
        if kind < 13 or kind % 2 == 0:
            raise ValueError("not a row of entries")
        length = (kind - 13) // 2
        texts.append(payload[at : at + length].decode())
        at += length
    return Record(number, *texts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the place after it."""
    value = 0
    for count in range(8):
        byte = data[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | data[at + 8], at + 9
