"""A round that is paired and not published: whether the rules still make it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.web.desk_client import event_with_entries
from topboard.systems.registry import SYSTEMS

EVIDENCE = Path(__file__).parents[1] / "fixtures" / "evidence"
CHANGED = "The data have changed since the round was paired."
NOW = "The pairing below uses the current data."


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_draft_made_by_an_earlier_version_is_still_the_pairing(visitor, tmp_path, name):
    # The digest of a round covered its reasons then.
    shutil.copy(EVIDENCE / name / "event.topboard", tmp_path / "event.topboard")

    shown = visitor.text("/e/event/s/main/pairing")

    assert "paired, not published" in shown
    assert NOW not in shown
    assert "Save draft" not in shown


def test_a_draft_whose_facts_have_changed_says_so(visitor):
    section = event_with_entries(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/pairing")
    assert NOW not in visitor.text(f"{section}/pairing")

    visitor.send(f"{section}/entries/2", f"{section}/entries/2/withdraw")

    shown = visitor.text(f"{section}/pairing")
    assert f"{CHANGED} {NOW}" in shown
    assert "Save draft" in shown


def test_a_draft_appears_among_the_differences_between_two_states(visitor):
    section = event_with_entries(visitor, "fide_dutch_2026")
    event = section.partition("/s/")[0]
    paired = (
        int(visitor.http.get(f"/api/v1{event.replace('/e/', '/events/')}/last").json()["last"]) + 1
    )
    visitor.send(f"{section}/pairing")
    visitor.send(f"{section}/entries/2", f"{section}/entries/2/withdraw")
    visitor.send(f"{section}/pairing")

    def changes(first: int, second: int) -> str:
        return visitor.text(f"{event}/difference?first={first}&second={second}")

    assert "Draft pairing of round 1 created" in changes(paired - 1, paired)
    assert "Draft pairing of round 1 changed" in changes(paired, paired + 2)
    assert "Draft pairing removed" in changes(paired + 2, paired - 1)
