"""Search for invalid line-ups in journals from older versions of Topboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import CorrectResult, EnterResults, Redo, TakeOver, Undo
from topboard.event.apply_actions import apply_entry_to_event
from topboard.event.line_ups import find_line_up_faults, find_line_up_faults_in_round
from topboard.event.reducer import find_undone_entry_numbers
from topboard.event.results import list_results_in_action
from topboard.event.state import Event
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.actions import Act
    from topboard.event.entries import Entry


def find_recorded_line_up_faults(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the faults in the line-ups of a journal, each with its journal entry.

    Such line-ups are no longer accepted, but older journals may contain some.
    """
    undone = find_undone_entry_numbers(entries)
    standing = [e for e in entries if e.number not in undone]
    if not any(_does_action_record_games(entry.act) for entry in standing):
        return
    event = Event()
    for entry in standing:
        if isinstance(entry.act, Undo | Redo):
            continue
        for fault in _find_line_up_faults_in_action(event, entry.act):
            yield say("Journal entry {number}, {fault}.", number=entry.number, fault=fault)
        event = apply_entry_to_event(event, entry)


def _does_action_record_games(act: Act) -> bool:
    if isinstance(act, TakeOver):
        return any(m.games for played in act.facts.rounds for m in played.meetings)
    return any(result.games for result in list_results_in_action(act))


def _find_line_up_faults_in_action(event: Event, act: Act) -> Iterator[str]:
    if isinstance(act, TakeOver):
        for played in act.facts.rounds:
            for fault in find_line_up_faults_in_round(act.facts.competitors, played):
                yield say("round {round}: {fault}", round=played.number, fault=fault)
    for result in list_results_in_action(act):
        assert isinstance(act, EnterResults | CorrectResult)
        section = event.section(act.section)
        meeting = section.round(act.round).meetings[result.table]
        for fault in find_line_up_faults(section, meeting, result.games):
            yield say(
                "round {round}, match {table}: {fault}",
                round=act.round,
                table=result.table,
                fault=fault,
            )
