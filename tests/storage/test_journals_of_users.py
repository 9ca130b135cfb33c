"""Journals written by the first landed version open, keep their hashes and fold as they did."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from topboard.event.entries import BEGINNING, to_stored_entry
from topboard.storage.session import JournalSession
from topboard.systems.registry import SYSTEMS

if TYPE_CHECKING:
    from topboard.event.state import Section

KEPT = Path(__file__).parents[1] / "fixtures" / "journals"
EXPECTED: dict[str, Any] = json.loads((KEPT / "expected.json").read_text("utf-8"))
FIRST_SYSTEMS = tuple(EXPECTED)


def rounds_of(section: Section) -> list[dict[str, object]]:
    """The published rounds in the words of ``expected.json``."""
    return [
        {
            "round": played.number,
            "tables": [
                [
                    table,
                    meeting.white,
                    meeting.black,
                    meeting.white_points,
                    meeting.black_points,
                    meeting.manner.value,
                ]
                for table, meeting in played.meetings.items()
            ],
            "away": [[number, type(outcome).__name__] for number, outcome in played.away],
            "digest": played.digest,
            "manual": played.manual,
            "revision": played.revision,
        }
        for played in section.rounds
    ]


def test_every_system_of_the_first_version_has_a_journal() -> None:
    assert len(FIRST_SYSTEMS) == 10
    assert set(FIRST_SYSTEMS) <= set(SYSTEMS)


@pytest.mark.parametrize("name", FIRST_SYSTEMS)
def test_a_journal_of_the_first_version_replays_to_the_same_state(
    name: str, tmp_path: Path
) -> None:
    path = shutil.copy(KEPT / f"{name}.topboard", tmp_path)

    with JournalSession.open(path) as file:
        (section,) = file.event.sections.values()

        assert section.system == name
        assert [[c.number, c.name] for c in section.competitors.values()] == EXPECTED[name][
            "competitors"
        ]
        assert rounds_of(section) == EXPECTED[name]["rounds"]


@pytest.mark.parametrize("name", FIRST_SYSTEMS)
def test_entries_of_an_old_journal_written_again_have_the_same_hashes(
    name: str, tmp_path: Path
) -> None:
    path = shutil.copy(KEPT / f"{name}.topboard", tmp_path)
    head = BEGINNING

    with JournalSession.open(path) as file:
        for entry in file.entries:
            head = to_stored_entry(entry, head).hash

        assert len(file.entries) == EXPECTED[name]["entries"]
    assert head == EXPECTED[name]["head"]
