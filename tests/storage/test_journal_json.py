"""A journal as JSON and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import PANEL, olympiad_event
from topboard.errors import BadInput
from topboard.event.entries import BEGINNING, StoredEntry, parse_stored_entry, to_stored_entry
from topboard.event.reducer import compute_event_from_entries
from topboard.storage.journal_json import format_journal_json, parse_journal_json
from topboard.storage.sqlite import SqliteJournal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def records() -> list[StoredEntry]:
    """The records of a small event."""
    play = olympiad_event("olympiad_2009", 5)
    play.publish(PANEL)
    play.results()
    made: list[StoredEntry] = []
    for entry in play.entries:
        made.append(to_stored_entry(entry, made[-1].hash if made else BEGINNING))
    return made


def test_an_exported_journal_is_imported_unchanged(
    records: list[StoredEntry], tmp_path: Path
) -> None:
    text = format_journal_json(records)

    again = parse_journal_json(text, "export")
    SqliteJournal.create(tmp_path / "again", again).close()

    assert again == records
    with SqliteJournal.open(tmp_path / "again") as journal:
        assert format_journal_json(journal.load_verified_entries()) == text
    assert (
        compute_event_from_entries([parse_stored_entry(r) for r in again])
        .sections["Open"]
        .rounds[0]
        .number
        == 1
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda whole: whole["entries"][3].update(who="Eve"),
        lambda whole: whole["entries"][3]["content"].update(section="Other"),
        lambda whole: whole["entries"].pop(2),
        lambda whole: whole["entries"][1].pop("time"),
        lambda whole: whole["entries"][1].update(who=7),
        lambda whole: whole.update(version=9),
        lambda whole: whole.update(kind="diary"),
        lambda whole: whole.update(entries=[]),
    ],
)
def test_an_altered_export_is_refused(records: list[StoredEntry], change) -> None:
    whole = json.loads(format_journal_json(records))
    change(whole)

    with pytest.raises(BadInput):
        parse_journal_json(json.dumps(whole), "export")


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 100_000])
def test_a_file_that_is_not_an_export_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"JSON|journal"):
        parse_journal_json(text, "export")
