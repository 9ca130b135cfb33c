"""One command is one transaction: if one of its acts is refused, nothing of it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import CONTEXT, SECTION, team
from topboard.errors import Refused
from topboard.event import actions
from topboard.storage.session import JournalSession

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Iterator[JournalSession]:
    """An event with a section, open until the test ends."""
    with JournalSession.create(tmp_path / "event.topboard", "Test", CONTEXT) as made:
        made.record(actions.AddSection(SECTION, "olympiad_2022", 11, 4), CONTEXT)
        yield made


def test_actions_before_a_refused_one_are_not_written_either(
    file: JournalSession, tmp_path: Path
) -> None:
    before, head, entries = file.event, file.head, list(file.entries)

    with pytest.raises(Refused):
        file.record_several_actions(
            [actions.Enter(SECTION, (team(1),)), actions.Announce("no such section")],
            CONTEXT,
        )

    assert (file.event, file.head, file.entries) == (before, head, entries)
    with JournalSession.open(tmp_path / "event.topboard", read_only=True) as again:
        assert again.entries == entries


def test_the_event_continues_after_a_transaction_was_rolled_back(file: JournalSession) -> None:
    refused = [actions.Enter(SECTION, (team(1),)), actions.Announce("no such section")]
    with pytest.raises(Refused):
        file.record_several_actions(refused, CONTEXT)

    done = file.record_several_actions(
        [actions.Enter(SECTION, (team(n),)) for n in (1, 2)], CONTEXT
    )

    assert [prepared.entry.number for prepared in done] == [3, 4]
    assert [*file.event.sections[SECTION].competitors] == [1, 2]
    file.refresh()
    assert len(file.journal.load_verified_entries()) == 4


def test_an_action_sees_the_effects_of_earlier_actions(file: JournalSession) -> None:
    with file.transaction():
        file.record(actions.Enter(SECTION, (team(1),)), CONTEXT)
        file.build_and_record(lambda event: actions.Announce(next(iter(event.sections))), CONTEXT)
        assert file.event.sections[SECTION].announced

    assert file.event.last == 4


def test_other_readers_see_nothing_of_a_transaction_before_it_is_complete(
    file: JournalSession, tmp_path: Path
) -> None:
    with file.transaction():
        file.record(actions.Enter(SECTION, (team(1),)), CONTEXT)
        with JournalSession.open(tmp_path / "event.topboard", read_only=True) as other:
            assert other.event.last == 2

    with JournalSession.open(tmp_path / "event.topboard", read_only=True) as other:
        assert other.event.last == 3
