"""Acts are undone and done again, until the event is closed and after it."""

from __future__ import annotations

import pytest

from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    SECTION,
    cfc_event,
    event_with_section,
    number_pair,
    olympiad_event,
    person,
)
from topboard.errors import AuthorityNeeded, Refused
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action
from topboard.event.reducer import (
    compute_event_from_entries,
    find_last_undoable_entry,
    find_last_undone_entry_number,
)
from topboard.model import Manner, Number, RatingChoice

EDITION = "olympiad_2022"


def test_the_last_action_can_be_undone_and_redone() -> None:
    play = olympiad_event(EDITION, 4)
    play.do(actions.Suspend(SECTION, Number(2)))
    last = find_last_undoable_entry(play.entries, play.event)
    assert last is not None

    play.do(actions.Undo(last.number))
    assert play.section.suspended == frozenset()
    assert find_last_undone_entry_number(play.entries, play.event) == last.number
    play.do(actions.Redo(last.number))

    assert play.section.suspended == {2}
    assert compute_event_from_entries(play.entries) == play.event


def test_an_action_that_others_depend_on_cannot_be_undone() -> None:
    play = olympiad_event(EDITION, 4)

    with pytest.raises(Refused, match="later entries depend on it"):
        play.do(actions.Undo(3))


def test_undoing_a_publication_or_anything_before_it_requires_an_authority() -> None:
    play = cfc_event("dubov_1997", 4)
    play.do(actions.ForbidPair(SECTION, *number_pair(1, 2)))
    behind = len(play.entries)
    play.publish()
    published = len(play.entries)
    play.result(1, 10, 0)

    play.do(actions.Undo(len(play.entries)))
    for number in (behind, published):
        with pytest.raises(AuthorityNeeded):
            play.do(actions.Undo(number))
    with pytest.raises(AuthorityNeeded, match="reason"):
        play.do(actions.Undo(published), ARBITER, reason="")
    play.do(actions.Undo(published), ARBITER)
    play.do(actions.Undo(behind))

    assert play.section.rounds == ()
    assert play.section.forbidden == ()


@pytest.mark.parametrize("entry", [0, 99])
def test_a_missing_journal_entry_cannot_be_undone(entry: int) -> None:
    play = olympiad_event(EDITION, 4)

    with pytest.raises(Refused, match="There is no journal entry"):
        play.do(actions.Undo(entry))


def test_undoing_twice_or_redoing_an_action_not_undone_is_refused() -> None:
    play = olympiad_event(EDITION, 4)
    last = len(play.entries)
    with pytest.raises(Refused, match="Journal entry 8 has not been undone"):
        play.do(actions.Redo(last))
    play.do(actions.Undo(last))

    with pytest.raises(Refused, match="Journal entry 8 has already been undone"):
        play.do(actions.Undo(last))
    with pytest.raises(Refused, match="cannot itself be undone"):
        play.do(actions.Undo(last + 1))


@pytest.mark.parametrize(
    "setting",
    [
        {"rating_order": (RatingChoice("CFC"),)},
        {"unrated_as": 1000},
        {"tie_breaks": ("CUM",)},
        {"variations": ("616.1",)},
    ],
    ids=lambda setting: next(iter(setting)),
)
def test_settings_of_a_published_round_cannot_be_undone(setting: dict[str, object]) -> None:
    play = event_with_section("cfc_swiss", 5)
    settled = actions.ChangeSection(SECTION, 5, **setting)  # type: ignore[arg-type]
    play.do(settled)
    entry = len(play.entries)
    play.do(actions.Announce(SECTION))
    play.do(actions.Enter(SECTION, tuple(person(n, 2300 - n) for n in range(1, 7))))
    play.do(build_close_entries_action(play.event, SECTION), confirmed=True)
    play.publish()

    with pytest.raises(Refused, match="Settings made before round 1 cannot be changed"):
        play.do(actions.Undo(entry), DIRECTOR, confirmed=True)


# --- the end --------------------------------------------------------------------------------


def test_an_event_cannot_be_closed_while_a_game_is_unfinished() -> None:
    play = olympiad_event(EDITION, 4, rounds=1)
    play.publish()
    play.result(1, 40, 0)

    with pytest.raises(Refused, match="In round 1 of Open, match 2 has no final result"):
        play.do(actions.CloseEvent(), confirmed=True)
    play.result(2, 20, 10, manner=Manner.UNFINISHED)
    with pytest.raises(Refused, match="match 2 has no final result"):
        play.do(actions.CloseEvent(), confirmed=True)


def test_after_an_event_is_closed_only_an_authority_can_undo_the_closing() -> None:
    play = olympiad_event(EDITION, 4, rounds=1)
    play.round()
    play.do(actions.CloseEvent())

    with pytest.raises(Refused, match="closed"):
        play.do(actions.Suspend(SECTION, Number(1)))
    with pytest.raises(AuthorityNeeded):
        play.do(actions.Undo(len(play.entries)))
    play.do(actions.Undo(len(play.entries)), ARBITER)

    assert not play.event.closed
