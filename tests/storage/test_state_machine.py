"""Random acts through the library and the file, beside a naive model of the same event.

The model is a plain dictionary that is copied before every act, so that undoing is taking the
last copy back; it knows nothing of entries, folds or hashes.
"""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from tests.event.sessions import ARBITER, CONTEXT, SECTION, team
from topboard.errors import NoLegalPairing, Refused
from topboard.event import actions
from topboard.event.entries import Entry
from topboard.event.pairing import build_close_entries_action, build_pair_round_action
from topboard.event.reducer import compute_event_from_entries, find_last_undoable_entry
from topboard.event.replay import replay_rounds
from topboard.event.session import ActionContext
from topboard.model import Manner, Number
from topboard.storage.session import JournalSession

BY_ARBITER = ActionContext(CONTEXT.who, CONTEXT.time, "decided", ARBITER, confirmed=True)
TEAMS, ROUNDS = 5, 3
one_team = st.integers(1, TEAMS + 1).map(Number)
points = st.integers(0, 8).map(lambda halves: 5 * halves)


class EventStateMachine(RuleBasedStateMachine):
    """A small Olympiad section that lives at random."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "event.topboard"
        self.file = JournalSession.create(self.path, "Random", CONTEXT)
        self.copies: list[dict[str, Any]] = []
        self.model: dict[str, Any] = {}

    def teardown(self) -> None:
        """Everything in the file is still what the memory holds."""
        self.file.journal.close()
        with JournalSession.open(self.path) as again:
            assert again.event == self.file.event
            assert again.entries == self.file.entries
            assert all(replay.does_not_contradict_record for replay in replay_rounds(again.entries))
        self.folder.cleanup()

    # --- acts, each beside what the model makes of it -------------------------------------------

    def take(self, act: actions.Act, change: Any) -> None:
        """Take the act if it is allowed; then the model changes too."""
        before = self.file.event, len(self.file.entries)
        try:
            self.file.record(act, BY_ARBITER)
        except Refused:
            assert (self.file.event, len(self.file.entries)) == before
            return
        self.copies.append(copy.deepcopy(self.model))
        change()

    @initialize()
    def begin(self) -> None:
        """A section with teams."""
        self.file.record(actions.AddSection(SECTION, "olympiad_2022", ROUNDS, 4), CONTEXT)
        self.file.record(
            actions.Enter(SECTION, tuple(team(n) for n in range(1, TEAMS + 1))), CONTEXT
        )
        for number in range(1, TEAMS + 1):
            self.file.record(actions.RecordPresence(SECTION, Number(number), 4), CONTEXT)
        self.model = {
            "names": [f"Team {n:03}" for n in range(1, TEAMS + 1)],
            "closed": False,
            "present": {Number(n): 4 for n in range(1, TEAMS + 1)},
            "byes": set(),
            "suspended": set(),
            "drafted": False,
            "rounds": [],
        }

    @precondition(lambda self: not self.model["closed"])
    @rule()
    def close(self) -> None:
        """Close the entries and see everybody."""
        self.take(
            build_close_entries_action(self.file.event, SECTION),
            lambda: self.model.update(closed=True),
        )

    @rule(number=one_team, players=st.integers(0, 4))
    def presence(self, number: Number, players: int) -> None:
        """Some players of a team are here."""
        act = actions.RecordPresence(SECTION, number, players)
        self.take(act, lambda: self.model["present"].update({number: players}))

    @rule()
    def late_team(self) -> None:
        """Another team, in time or late."""
        section = self.file.event.sections[SECTION]
        number = len(self.model["names"]) + 1
        new = team(number)
        act: actions.Act = actions.Enter(SECTION, (new,))
        if section.entries_closed:
            from dataclasses import replace

            act = actions.EnterLate(SECTION, replace(new, joined=section.round_to_pair))
        if number <= TEAMS + 1:
            self.take(act, lambda: self.model["names"].append(new.name))

    @rule(number=one_team, ahead=st.integers(0, 1))
    def bye(self, number: Number, ahead: int) -> None:
        """A bye asked for."""
        round_number = len(self.model["rounds"]) + 1 + ahead
        act = actions.RequestBye(SECTION, number, round_number)
        self.take(act, lambda: self.model["byes"].add((number, round_number)))

    @rule(number=one_team)
    def suspend(self, number: Number) -> None:
        """A team is suspended."""
        act = actions.Suspend(SECTION, number)
        self.take(act, lambda: self.model["suspended"].add(number))

    @rule(number=one_team)
    def lift(self, number: Number) -> None:
        """A suspension is lifted."""
        act = actions.LiftSuspension(SECTION, number)
        self.take(act, lambda: self.model["suspended"].discard(number))

    @precondition(lambda self: self.model["closed"] and len(self.model["rounds"]) < ROUNDS)
    @rule()
    def pair(self) -> None:
        """The next round is paired."""
        if any(None in played.values() for played in self.model["rounds"]):
            return
        try:
            act, _ = build_pair_round_action(self.file.event, SECTION)
        except NoLegalPairing:
            return
        self.take(act, lambda: self.model.update(drafted=act))

    @precondition(lambda self: self.model["drafted"])
    @rule()
    def publish(self) -> None:
        """The pairing is published."""
        act = self.model["drafted"]

        def change() -> None:
            self.model["rounds"].append({t.table: None for t in act.tables})
            self.model["drafted"] = False

        self.take(actions.PublishRound(SECTION, act.round), change)

    @precondition(lambda self: self.model["rounds"])
    @rule(table=st.integers(1, 4), white=points)
    def result(self, table: int, white: int) -> None:
        """A result is entered."""
        number = len(self.model["rounds"])
        result = actions.TableResult(table, white, 40 - white)
        act = actions.EnterResults(SECTION, number, (result,))
        self.take(act, lambda: self.model["rounds"][-1].update({table: (white, 40 - white)}))

    @precondition(lambda self: self.model["rounds"])
    @rule()
    def all_results(self) -> None:
        """All results that are missing."""
        missing = [t for t, found in self.model["rounds"][-1].items() if found is None]
        results = tuple(actions.TableResult(t, 25, 15) for t in missing)
        act = actions.EnterResults(SECTION, len(self.model["rounds"]), results)
        self.take(act, lambda: self.model["rounds"][-1].update(dict.fromkeys(missing, (25, 15))))

    @precondition(lambda self: self.model["rounds"])
    @rule(table=st.integers(1, 4), white=points)
    def correct(self, table: int, white: int) -> None:
        """A result is corrected."""
        result = actions.TableResult(table, white, 40 - white)
        act = actions.CorrectResult(SECTION, len(self.model["rounds"]), result)
        self.take(act, lambda: self.model["rounds"][-1].update({table: (white, 40 - white)}))

    @precondition(lambda self: self.model["rounds"])
    @rule(table=st.integers(1, 4))
    def remove(self, table: int) -> None:
        """A result is taken away."""
        act = actions.RemoveResult(SECTION, len(self.model["rounds"]), table)
        self.take(act, lambda: self.model["rounds"][-1].update({table: None}))

    @rule()
    def play_on(self) -> None:
        """Whatever brings the event forward."""
        if not self.model["closed"]:
            self.close()
        elif self.model["drafted"]:
            self.publish()
        elif self.model["rounds"] and None in self.model["rounds"][-1].values():
            self.all_results()
        elif len(self.model["rounds"]) < ROUNDS:
            self.pair()

    @rule()
    def play_a_round(self) -> None:
        """Everything up to the next results."""
        for _ in range(4):
            self.play_on()

    @rule()
    def play_on_again(self) -> None:
        """The same, so that it comes more often."""
        self.play_on()

    @precondition(lambda self: self.copies)
    @rule()
    def undo(self) -> None:
        """The last act is taken back, and the model takes its last copy."""
        last = find_last_undoable_entry(self.file.entries, self.file.event)
        assert last is not None
        if self.stays(last):
            return
        self.file.record(actions.Undo(last.number), BY_ARBITER)
        self.model = self.copies.pop()

    @precondition(lambda self: self.copies)
    @rule()
    def undo_and_redo(self) -> None:
        """Taking back and doing again changes nothing."""
        last = find_last_undoable_entry(self.file.entries, self.file.event)
        assert last is not None
        if self.stays(last):
            return
        before = self.file.event.sections
        self.file.record(actions.Undo(last.number), BY_ARBITER)
        self.file.record(actions.Redo(last.number), BY_ARBITER)
        assert self.file.event.sections == before

    def stays(self, last: Entry) -> bool:
        """Whether the entry is a publication without breach, which nobody takes back."""
        if not isinstance(last.act, actions.PublishRound):
            return False
        with pytest.raises(Refused, match=r"11\.3"):
            self.file.record(actions.Undo(last.number), BY_ARBITER)
        return True

    @rule()
    def open_again(self) -> None:
        """The file is closed and opened, or another program acts in between."""
        with JournalSession.open(self.path) as other:
            assert other.event == self.file.event
            entry = (
                other.record(actions.Announce(SECTION), BY_ARBITER).entry
                if self.may_announce
                else None
            )
        if entry is not None:
            assert isinstance(entry, Entry)
            self.file.refresh()
            self.copies.append(copy.deepcopy(self.model))
            assert self.file.entries[-1] == entry

    @property
    def may_announce(self) -> bool:
        """Whether the section can still be announced."""
        section = self.file.event.sections[SECTION]
        return not section.announced and not section.rounds

    # --- what always holds ----------------------------------------------------------------------

    @invariant()
    def the_state_is_the_fold_of_the_entries(self) -> None:
        """The state kept is the state folded."""
        assert self.file.event == compute_event_from_entries(self.file.entries)

    @invariant()
    def the_event_is_what_the_model_says(self) -> None:
        """The event and the naive model agree."""
        section = self.file.event.sections.get(SECTION)
        if section is None:
            return
        model = self.model
        assert sorted(c.name for c in section.competitors.values()) == sorted(model["names"])
        assert section.entries_closed == model["closed"]
        assert section.suspended == model["suspended"]
        assert {n: p.players for n, p in section.presence.items()} == model["present"]
        assert {(r.number, r.round) for r in section.requests} == model["byes"]
        assert (section.draft is not None) == bool(model["drafted"])
        assert [
            {
                t: None if m.manner is Manner.PENDING else (m.white_points, m.black_points)
                for t, m in played.meetings.items()
            }
            for played in section.rounds
        ] == model["rounds"]


EventStateMachine.TestCase.settings = settings(
    max_examples=30, stateful_step_count=40, deadline=None, report_multiple_bugs=False
)
TestEventStateMachine = EventStateMachine.TestCase
