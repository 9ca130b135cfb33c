"""Conversion of a whole journal to JSON and back, including its hash chain."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard.errors import BadInput, Problem
from topboard.event.entries import StoredEntry, genuine_entries_before_first_fault
from topboard.event.personal_data import SealedValue
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KIND = "topboard journal"
READABLE = (1, 2, 3)
"""The versions of the format that can be read.

In version 1, personal values are part of the entries. In version 2, they may be replaced by seals
(salted hashes). New journals have version 3.
"""
VERSION = READABLE[-1]
TEXTS = ("time", "who", "act", "reason", "authority", "previous", "hash")


def format_journal_json(records: Iterable[StoredEntry], beyond: Sequence[StoredEntry] = ()) -> str:
    """Return the journal entries as JSON, one per line.

    ``beyond`` contains entries that were found after a gap in a damaged journal.
    """
    records = list(records)
    gap = f', "after_gap": {_format_entries_as_json_lines(beyond)}' if beyond else ""
    head = f'"kind": "{KIND}", "version": {VERSION}'
    return f'{{{head}, "entries": {_format_entries_as_json_lines(records)}{gap}}}\n'


def _format_entries_as_json_lines(records: Iterable[StoredEntry]) -> str:
    lines = ",\n".join(json.dumps(_entry_to_json(record), ensure_ascii=False) for record in records)
    return f"[\n{lines}\n]"


def _entry_to_json(record: StoredEntry) -> dict[str, Any]:
    return {
        "number": record.number,
        **{name: getattr(record, name) for name in TEXTS[:3]},
        "content": json.loads(record.content),
        **{name: getattr(record, name) for name in TEXTS[3:]},
        **({"personal": _personal_values_to_json(record)} if record.personal else {}),
    }


def _personal_values_to_json(record: StoredEntry) -> list[list[str]]:
    return [[one.seal, one.salt, one.value] for one in record.personal]


def parse_journal_json(text: str, name: str) -> list[StoredEntry]:
    """Return the journal entries in a JSON string, verified to be unaltered.

    ``name`` is the name of the file for messages.
    """
    records = [
        _parse_stored_entry(row, name, i)
        for i, row in enumerate(_parse_entry_rows(text, name), start=1)
    ]
    good = list(genuine_entries_before_first_fault(records))
    if len(good) < len(records):
        what = say("journal entry {number} was changed or damaged", number=len(good) + 1)
        raise BadInput([Problem(what, name, remedy=_build_export_again_remedy())])
    return good


def _build_export_again_remedy() -> str:
    return say("Export the journal again.")


def _parse_entry_rows(text: str, name: str) -> list[Any]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        what, remedy = (
            say("this is not valid JSON ({error})", error=error),
            _build_export_again_remedy(),
        )
        raise BadInput([Problem(what, name, remedy=remedy)]) from error
    if not isinstance(whole, dict) or whole.get("kind") != KIND:
        remedy = say("Choose a file written by topboard event export --to journal.")
        raise BadInput([Problem(say("this is not an exported journal"), name, text[:60], remedy)])
    if whole.get("version") not in READABLE:
        what = say(
            "the journal has version {version!r}, but this version of Topboard reads only versions "
            "up to {known}",
            version=whole.get("version"),
            known=VERSION,
        )
        remedy = say(
            "Import it with the version of Topboard that exported it, or with a newer one."
        )
        raise BadInput([Problem(what, name, remedy=remedy)])
    rows = whole.get("entries")
    if not isinstance(rows, list) or not rows:
        what = say("the journal has no entries")
        raise BadInput([Problem(what, name, remedy=_build_export_again_remedy())])
    return rows


def _parse_stored_entry(row: Any, name: str, place: int) -> StoredEntry:
    try:
        texts = {key: row[key] for key in TEXTS}
        if not all(isinstance(text, str) for text in texts.values()):
            raise TypeError
        # The content is serialized as in a journal entry, so that the hash can be verified.
        content = json.dumps(row["content"], ensure_ascii=False, separators=(",", ":"))
        personal = tuple(SealedValue(*one) for one in row.get("personal", ()))
        parts = (part for one in personal for part in (one.seal, one.salt, one.value))
        for text in (content, *texts.values(), *parts):
            # An unpaired surrogate is not valid text, because no file can hold it.
            text.encode()
        return StoredEntry(number=int(row["number"]), content=content, **texts, personal=personal)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
        what = say("journal entry {place} is incomplete", place=place)
        raise BadInput([Problem(what, name, remedy=_build_export_again_remedy())]) from error
