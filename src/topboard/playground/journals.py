"""Journals of events in the page: their entries, and the signatures that the browser verifies.

Python in the browser lacks the package ``cryptography``. So the page gets the keys, signatures and
signed bytes, and verifies the signatures with WebCrypto.
"""

from __future__ import annotations

import os
from contextlib import closing
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.event.actions import ChangePublished, CloseEvent, PublishRound
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.replay import replay_rounds
from topboard.event.replay_text import describe_replay_comparison
from topboard.event.signatures import (
    Publication,
    build_key_introduction_to_sign,
    find_publications_with_signing_keys,
    find_signing_keys,
)
from topboard.messages import say, say_count
from topboard.storage.journal_json import KIND, parse_journal_json
from topboard.storage.sqlite import OF_SQLITE, SqliteJournal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.entries import Entry, StoredEntry

WAL_VERSIONS = slice(18, 20)
"""The bytes of a SQLite file that say whether it has a write-ahead log beside it."""


def is_journal_file(content: bytes, opening: str) -> bool:
    """Return whether a file is a SQLite database or an exported journal.

    ``opening`` is the start of the content as text.
    """
    return content.startswith(OF_SQLITE) or f'"{KIND}"' in opening


def load_journal_entries(content: bytes, name: str) -> list[StoredEntry]:
    """Return all entries of a journal, whose hash chain has been verified.

    Raise ``BadInput`` or ``CannotReadOrWrite`` if an entry was changed or the file is damaged.
    """
    if not content.startswith(OF_SQLITE):
        return parse_journal_json(content.decode("utf-8", "replace"), name)
    # A copy that was opened has no log beside it, and a browser has no shared memory for one.
    alone = bytearray(content)
    alone[WAL_VERSIONS] = b"\x01\x01"
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, os.path.basename(name) or "journal")
        with open(path, "wb") as made:
            made.write(alone)
        try:
            with closing(SqliteJournal.open(path, read_only=True)) as journal:
                journal.check_integrity()
                return list(journal.load_verified_entries())
        except CannotReadOrWrite as refused:
            raise BadInput([Problem(str(refused).replace(path, name))]) from refused


def journal_to_json(records: Sequence[StoredEntry]) -> dict[str, Any]:
    """Return what the hash chain of a journal shows, and the signatures to be verified."""
    signatures = [*_publication_signatures_to_json(records), *_key_introductions_to_json(records)]
    signed = max((one["entry"] for one in signatures if one["signature"]), default=0)
    return {
        "summary": say_count(
            "{count} journal entry, hash chain intact",
            "{count} journal entries, hash chain intact",
            len(records),
        ),
        "head": records[-1].hash,
        "keys": [one.key for one in find_signing_keys(records)],
        "signatures": signatures,
        "unsigned": _format_unsigned_entries(signed + 1, len(records)),
    }


def _format_unsigned_entries(first: int, last: int) -> str:
    """Return a sentence about the entries after the last signature, or "" if there are none."""
    if first > last:
        return ""
    return say_count(
        "Not signed: journal entry {first}, which was added after the last signature.",
        "Not signed: journal entries {first} to {last}, which were added after the last signature.",
        last - first + 1,
        first=first,
        last=last,
    )


def _publication_signatures_to_json(records: Sequence[StoredEntry]) -> Iterator[dict[str, Any]]:
    for key, entry, signed in find_publications_with_signing_keys(records):
        assert isinstance(entry.act, Publication)
        yield {
            "entry": entry.number,
            "what": _describe_publication(entry),
            "key": key,
            "signature": entry.act.signature,
            "signed": signed.hex(),
        }


def _describe_publication(entry: Entry) -> str:
    match entry.act:
        case PublishRound():
            return say(
                "Journal entry {number}: {section}, round {round} published",
                number=entry.number,
                section=entry.act.section,
                round=entry.act.round,
            )
        case ChangePublished():
            return say(
                "Journal entry {number}: {section}, round {round} changed",
                number=entry.number,
                section=entry.act.section,
                round=entry.act.round,
            )
        case CloseEvent():
            return say("Journal entry {number}: event closed", number=entry.number)
        case _:
            return say("Journal entry {number}: journal signed", number=entry.number)


def _key_introductions_to_json(records: Sequence[StoredEntry]) -> Iterator[dict[str, Any]]:
    """Yield the signature by which each later key was introduced, if it was."""
    for one in find_signing_keys(records):
        if one.before and one.introduction:
            yield {
                "entry": one.first,
                "what": say(
                    "Journal entry {number}: new key, signed with the previous key",
                    number=one.first,
                ),
                "key": one.before,
                "signature": one.introduction,
                "signed": build_key_introduction_to_sign(one.key, records[0].hash).hex(),
            }


def replayed_rounds_to_json(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return each published round of a journal, paired again and with the verdict on its proof."""
    found = []
    for one in replay_rounds(entries):
        verdict = check_proof_of_replayed_round(one)
        again = describe_replay_comparison(one)
        if verdict is not None:
            again = (
                say("{again}; proved", again=again)
                if verdict.proved
                else say("{again}; NOT proved", again=again)
            )
        found.append(
            {
                "entry": one.entry,
                "section": one.section,
                "round": one.round,
                "good": one.does_not_contradict_record and (verdict is None or verdict.proved),
                "text": say(
                    "{section}, round {round} (journal entry {entry}): {words}",
                    section=one.section,
                    round=one.round,
                    entry=one.entry,
                    words=again,
                ),
            }
        )
    return found
