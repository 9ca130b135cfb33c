"""The state of an event, computed from the journal entries that are not undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.event.actions import (
    CloseEntries,
    EnterLate,
    EnterResults,
    ErasePersonal,
    NameKey,
    Redo,
    Renumber,
    SignJournal,
    Undo,
)
from topboard.event.apply_actions import apply_entry_to_event
from topboard.event.state import Event, build_refused_error
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.event.actions import Act, TableResult
    from topboard.event.entries import Entry

FOR_GOOD = (Undo, Redo, NameKey, SignJournal, ErasePersonal)
"""The kinds of action that cannot be undone."""


def find_undone_entry_numbers(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the numbers of the journal entries that are undone."""
    undone: set[int] = set()
    for entry in entries:
        if isinstance(entry.act, Undo):
            undone.add(entry.act.entry)
        elif isinstance(entry.act, Redo):
            undone.discard(entry.act.entry)
    return frozenset(undone)


def compute_event_from_entries(entries: Sequence[Entry]) -> Event:
    """Return the state of the event after all journal entries that are not undone."""
    undone = find_undone_entry_numbers(entries)
    event = Event(undone=undone)
    standing = (e for e in entries if e.number not in undone)
    for entry in _merge_consecutive_results(
        e for e in standing if not isinstance(e.act, Undo | Redo)
    ):
        event = apply_entry_to_event(event, entry)
    return replace(event, last=entries[-1].number) if entries else event


def _merge_consecutive_results(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the journal entries, with consecutive results of the same round merged into one entry.

    There may be thousands of results. Merging them saves time and does not change the state.
    """
    first: Entry | None = None
    results: list[TableResult] = []
    for entry in entries:
        act = entry.act
        if first is not None and not _are_results_of_same_round(first, act):
            yield _build_merged_entry(first, results)
            first = None
        if isinstance(act, EnterResults):
            if first is None:
                first, results = entry, []
            results += act.results
        else:
            yield entry
    if first is not None:
        yield _build_merged_entry(first, results)


def _are_results_of_same_round(first: Entry, act: Act) -> bool:
    begun = first.act
    assert isinstance(begun, EnterResults)
    return isinstance(act, EnterResults) and (act.section, act.round) == (
        begun.section,
        begun.round,
    )


def _build_merged_entry(first: Entry, results: list[TableResult]) -> Entry:
    assert isinstance(first.act, EnterResults)
    return replace(first, act=replace(first.act, results=tuple(results)))


def apply_next_entry_to_event(entries: Sequence[Entry], event: Event, entry: Entry) -> Event:
    """Return the state after one more journal entry, which may be an undo or redo.

    ``entries`` are the journal entries before it.
    """
    if not isinstance(entry.act, Undo | Redo):
        return apply_entry_to_event(event, entry)
    _refuse_invalid_undo_or_redo(entries, event, entry.act)
    try:
        return compute_event_from_entries([*entries, entry])
    except BadInput as error:
        number = entry.act.entry
        raise build_refused_error(
            say(
                "Journal entry {entry} cannot be undone, because later entries depend on it.",
                entry=number,
            )
            if isinstance(entry.act, Undo)
            else say(
                "Journal entry {entry} cannot be redone, because it does not fit the later "
                "entries.",
                entry=number,
            ),
            " ".join(map(str, error.problems)),
            remedy=say("Undo the later entries first, starting with the last one."),
        ) from error


def _refuse_invalid_undo_or_redo(entries: Sequence[Entry], event: Event, act: Undo | Redo) -> None:
    if not 1 <= act.entry <= len(entries):
        raise build_refused_error(say("There is no journal entry {entry}.", entry=act.entry))
    target = entries[act.entry - 1]
    if isinstance(target.act, Undo | Redo):
        what = say(
            "Journal entry {entry} is an undo or redo, which cannot itself be undone.",
            entry=act.entry,
        )
        raise build_refused_error(what, remedy=say("Redo or undo the original entry instead."))
    if isinstance(target.act, ErasePersonal):
        raise build_refused_error(say("Erased data cannot be restored."))
    if isinstance(target.act, SignJournal):
        what = say("Journal entry {entry} is a signature and cannot be undone.", entry=act.entry)
        raise build_refused_error(what)
    if isinstance(target.act, NameKey):
        what = say("Journal entry {entry} sets a key and cannot be undone.", entry=act.entry)
        raise build_refused_error(what, remedy=say("Set a new key instead."))
    if (act.entry in event.undone) != isinstance(act, Redo):
        raise build_refused_error(
            say("Journal entry {entry} has already been undone.", entry=act.entry)
            if isinstance(act, Undo)
            else say("Journal entry {entry} has not been undone.", entry=act.entry)
        )


def can_action_renumber_participants(act: Act) -> bool:
    """Return whether an action may give a participant's number to another participant."""
    moved = isinstance(act, EnterLate) and act.others_move
    return moved or isinstance(act, CloseEntries | Renumber)


def find_later_entries_using_tpns(
    entries: Sequence[Entry], event: Event, target: Entry
) -> list[int]:
    """Return the numbers of later journal entries that may use TPNs assigned by the target entry.

    All later entries about the same section count, unless they are undone.
    """
    act = target.act
    if not can_action_renumber_participants(act):
        return []
    return [
        e.number
        for e in entries[target.number :]
        if e.number not in event.undone
        and getattr(e.act, "section", None) == getattr(act, "section", "")
    ]


def find_last_undoable_entry(entries: Sequence[Entry], event: Event) -> Entry | None:
    """Return the last journal entry that can be undone, or None if there is none."""
    for entry in reversed(entries):
        if entry.number not in event.undone and not isinstance(entry.act, FOR_GOOD):
            return entry
    return None


def find_last_undone_entry_number(entries: Sequence[Entry], event: Event) -> int | None:
    """Return the number of the journal entry that was undone last and not redone, or None."""
    for entry in reversed(entries):
        if isinstance(entry.act, Undo) and entry.act.entry in event.undone:
            return entry.act.entry
    return None
