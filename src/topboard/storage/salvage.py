"""Recovery of journal entries from the pages of a damaged SQLite file.

SQLite cannot read past damage in its tree of pages. This module searches every page for rows,
including the pages in the write-ahead log. The hashes show which rows are genuine and where the
first gap is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event.entries import BEGINNING, StoredEntry, is_genuine_entry
from topboard.event.personal_data import SealedValue, find_personal_seals
from topboard.formats.files import read_first_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator


LEAF = 13
"""The first byte of a page that contains table rows."""
SIZES = tuple(1 << bits for bits in range(9, 17))
LOG_HEAD, FRAME_HEAD = 32, 24
"""The sizes of a write-ahead log's header and of the header of each page in it, in bytes."""
COLUMNS_APART = 3
"""The number of text columns in the table of personal values: seal, salt and value."""
MOST_BYTES = 1 << 32


@dataclass(frozen=True, slots=True)
class SalvagedEntries:
    """The entries recovered from a damaged journal, before and after the first gap."""

    chain: list[StoredEntry]
    """The entries before the first gap, which form a valid journal."""
    beyond: list[StoredEntry]
    """The entries after the first gap, each with a correct hash."""


def salvage_journal_file(path: str | os.PathLike[str]) -> SalvagedEntries:
    """Return the entries that can be recovered from a file and the write-ahead log beside it."""
    content, log = read_first_bytes(path), _read_write_ahead_log(path)
    best = SalvagedEntries([], [])
    for size in _list_possible_page_sizes(content, log):
        found = _find_genuine_entries(content, _apply_write_ahead_log(content, log, size), size)
        best = split_entries_at_gap(found)
        if best.chain or best.beyond:
            break
    return best


def _read_write_ahead_log(path: str | os.PathLike[str]) -> bytes:
    log = f"{os.fspath(path)}-wal"
    return read_first_bytes(log) if os.path.exists(log) else b""


def _list_possible_page_sizes(content: bytes, log: bytes) -> Iterator[int]:
    """Yield the page sizes to try. Those given in the file and its log come first."""
    named = int.from_bytes(content[16:18], "big")
    in_log = int.from_bytes(log[8:12], "big")
    likely = (65536 if named == 1 else named, in_log, 4096, *SIZES)
    yield from dict.fromkeys(size for size in likely if size in SIZES)


def _apply_write_ahead_log(content: bytes, log: bytes, size: int) -> bytes:
    """Apply the write-ahead log to the file, and return the resulting content.

    Only pages of committed transactions are used.
    """
    if int.from_bytes(log[8:12], "big") != size:
        return content
    image, pages = bytearray(content), []
    for start in range(LOG_HEAD, len(log) - size - FRAME_HEAD + 1, size + FRAME_HEAD):
        head, body = log[start : start + FRAME_HEAD], start + FRAME_HEAD
        if head[8:16] != log[16:24]:
            break  # This page is from an earlier use of the log.
        pages.append((int.from_bytes(head[:4], "big"), log[body : body + size]))
        if any(head[4:8]):
            for number, page in pages:
                _overwrite_page_in_image(image, (number - 1) * size, page)
            pages = []
    return bytes(image)


def _overwrite_page_in_image(image: bytearray, at: int, page: bytes) -> None:
    if 0 <= at <= MOST_BYTES:
        image.extend(bytes(max(0, at - len(image))))
        image[at : at + len(page)] = page


def _find_genuine_entries(content: bytes, image: bytes, size: int) -> dict[int, list[StoredEntry]]:
    """Return the entries with correct hashes, keyed by number.

    The file is searched with and without the log, so several entries may have the same number.
    """
    found: dict[int, list[StoredEntry]] = {}
    rows = dict.fromkeys((*_read_rows_of_pages(image, size), *_read_rows_of_pages(content, size)))
    apart = {one.seal: one for one in rows if isinstance(one, SealedValue) and one.matches_seal}
    for record in rows:
        if isinstance(record, StoredEntry) and is_genuine_entry(
            record, record.number, record.previous
        ):
            found.setdefault(record.number, []).append(_attach_personal_values(record, apart))
    return found


def _attach_personal_values(record: StoredEntry, apart: dict[str, SealedValue]) -> StoredEntry:
    kept = tuple(apart[seal] for seal in find_personal_seals(record.content) if seal in apart)
    return replace(record, personal=kept) if kept else record


def split_entries_at_gap(found: dict[int, list[StoredEntry]]) -> SalvagedEntries:
    """Return the entries before the first gap and those after it."""
    chain: list[StoredEntry] = []
    previous = BEGINNING
    while following := [r for r in found.get(len(chain) + 1, ()) if r.previous == previous]:
        chain.append(following[0])
        previous = following[0].hash
    beyond = [found[number][0] for number in sorted(found) if number > len(chain)]
    return SalvagedEntries(chain, beyond)


def _read_rows_of_pages(content: bytes, size: int) -> Iterator[StoredEntry | SealedValue]:
    for start in range(0, len(content) - size + 1, size):
        page = content[start : start + size]
        if page[0] != LEAF:
            continue
        cells = int.from_bytes(page[3:5], "big")
        for place in range(min(cells, size // 4)):
            at = int.from_bytes(page[8 + 2 * place : 10 + 2 * place], "big")
            try:
                yield _read_row_in_page_cell(content, page, at, size)
            except (IndexError, UnicodeDecodeError, ValueError, TypeError):
                continue


def _read_row_in_page_cell(
    content: bytes, page: bytes, at: int, size: int
) -> StoredEntry | SealedValue:
    """Return the row stored in a cell of a page. A long row continues on overflow pages."""
    length, at = _read_varint(page, at)
    number, at = _read_varint(page, at)
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    here = length
    if length > most:
        here = least + (length - least) % (size - 4)
        here = here if here <= most else least
    payload = page[at : at + here]
    if length > here:
        further = int.from_bytes(page[at + here : at + here + 4], "big")
        payload += _read_overflow_pages(content, further, length - here, size)
    return _parse_row_payload(payload, number)


def _read_overflow_pages(content: bytes, page: int, length: int, size: int) -> bytes:
    parts = []
    while length > 0:
        start = (page - 1) * size
        if page < 1 or start + size > len(content):
            raise ValueError("a page is missing")
        parts.append(content[start + 4 : start + 4 + min(length, size - 4)])
        length -= size - 4
        page = int.from_bytes(content[start : start + 4], "big")
    return b"".join(parts)


def _parse_row_payload(payload: bytes, number: int) -> StoredEntry | SealedValue:
    head, at = _read_varint(payload, 0)
    kinds = []
    while at < head:
        kind, at = _read_varint(payload, at)
        kinds.append(kind)
    texts = []
    for kind in kinds[1:]:
        if kind < 13 or kind % 2 == 0:
            raise ValueError("not a row of entries")
        length = (kind - 13) // 2
        texts.append(payload[at : at + length].decode())
        at += length
    if len(texts) == COLUMNS_APART:
        return SealedValue(*texts)
    time, who, act, content, reason, authority, previous, hash_ = texts
    return StoredEntry(number, time, who, act, content, reason, authority, previous, hash_)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return an SQLite integer of one to nine bytes, and the index of the byte after it."""
    value = 0
    for count in range(8):
        byte = data[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | data[at + 8], at + 9
