"""The desk names the participants to whom the numbers in journal entries referred at the time."""

from __future__ import annotations

from contextlib import closing
from datetime import date

import pytest

from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import OPEN, TEAMS, create_sample_events


@pytest.fixture
def sample(tmp_path):
    with closing(FolderRepository(tmp_path)) as folder:
        create_sample_events(folder, date(2026, 11, 19))


BYE = "Record a bye for Banerjee, Arjun (#19) in round 3"


def test_the_history_names_the_holder_of_a_number_before_a_late_entry(sample, visitor):
    history = visitor.text(f"/e/{OPEN}/history")
    assert BYE in history
    assert "Record a bye for Sinclair, Isla (#38) in round 5" in history
    byes = visitor.text(f"/e/{OPEN}/s/open/byes")
    assert "20 Banerjee, Arjun" in byes
    assert BYE in visitor.text(f"/e/{OPEN}/difference?first=9&second=12")


def test_the_activity_log_and_the_latest_changes_name_the_players(sample, visitor):
    assert BYE in visitor.text("/audit?kind=RequestBye")
    changes = visitor.text("/").split("Latest changes")[1]
    assert " - " in changes.partition("Enter results of round")[2].partition("today")[0]


def test_teams_that_hand_in_line_ups_are_named(sample, visitor):
    history = visitor.text(f"/e/{TEAMS}/history")
    line_ups = [part for part in history.split("Hand in the line-up")[1:]]
    assert line_ups
    for part in line_ups:
        assert not part.startswith((" of #", "s of #"))
