"""An event in memory: its journal entries, its state and the checks of new actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import Refused
from topboard.event.actions import EndManual, PairRound, PublishRound, Redo, TakeOver, Undo
from topboard.event.codec import class_name_in_journal
from topboard.event.entries import Entry
from topboard.event.journal_names import NO_NAMES, find_names_for_action
from topboard.event.limits import build_earlier_time_warning, refuse_journal_entry_beyond_limits
from topboard.event.pairing import refuse_false_pairing
from topboard.event.policy.decide import check_action_is_allowed
from topboard.event.proofs import add_proof_to_publication
from topboard.event.reducer import apply_next_entry_to_event, compute_event_from_entries
from topboard.event.results import prepare_results_for_journal
from topboard.event.state import Event
from topboard.event.takeover import refuse_hidden_differences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.event.actions import Act
    from topboard.event.journal_names import RecordedNames
    from topboard.event.policy.objections import Authority

TAKING_BACK = (Undo, Redo)
PLACES = ("section", "round", "table", "entry", "purpose")
"""The fields that say which part of the event an action is about, in output order."""


@dataclass(frozen=True, slots=True)
class ActionContext:
    """The author, time, reason and authority of an action, and whether warnings are confirmed."""

    who: str
    time: str
    reason: str = ""
    authority: Authority | None = None
    confirmed: bool = False
    confirmed_again: bool = False
    """Whether a warning that needs two confirmations was confirmed a second time."""


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """The entry of a permitted action, with the resulting state and notices for the arbiter."""

    entry: Entry
    after: Event
    notices: tuple[str, ...]
    names: RecordedNames = NO_NAMES
    """The participants to whom the numbers in the entry refer."""


class EventSession:
    """The journal entries of an event and the resulting state, in memory."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = list(entries)
        self.event = compute_event_from_entries(self.entries)

    def prepare_action(self, act: Act, context: ActionContext) -> PendingEntry:
        """Check an action and return the journal entry for it, without recording it.

        Raise ``Refused`` if the action is not allowed.
        """
        try:
            return self._check_and_build_entry(act, context)
        except Refused as refused:
            refused.subject = refused.subject or _describe_action_subject(act)
            raise

    def _check_and_build_entry(self, act: Act, context: ActionContext) -> PendingEntry:
        act = prepare_results_for_journal(self.event, act)
        authority = "" if context.authority is None else str(context.authority)
        number = len(self.entries) + 1
        entry = Entry(number, context.time, context.who, act, context.reason, authority)
        refuse_journal_entry_beyond_limits(self.event, entry)
        # Undo and redo are checked by their resulting state, all other actions by their content.
        after = (
            apply_next_entry_to_event(self.entries, self.event, entry)
            if isinstance(act, TAKING_BACK)
            else None
        )
        unproved = ""
        if isinstance(act, PublishRound):
            # A publication arrives without a proof, which is created here. If the proof checker
            # does not accept the pairing, the arbiter must confirm the publication.
            proved, unproved = add_proof_to_publication(self.event, act)
            entry = replace(entry, act=proved)
        notices = check_action_is_allowed(
            self.event,
            self.entries,
            act,
            authority=context.authority,
            reason=context.reason,
            confirmed=context.confirmed,
            confirmed_again=context.confirmed_again,
            after=after,
            unproved=unproved,
            time=context.time,
        )
        if self.entries and (remark := build_earlier_time_warning(self.entries[-1], entry)):
            notices = (*notices, remark)
        after = after or apply_next_entry_to_event(self.entries, self.event, entry)
        if isinstance(act, PairRound | EndManual | PublishRound):
            refuse_false_pairing(self.event, act)
        elif isinstance(act, TakeOver):
            refuse_hidden_differences(self.event, act)
        elif isinstance(act, Redo) and isinstance(
            again := self.entries[act.entry - 1].act, PublishRound
        ):
            refuse_false_pairing(self.event, again)
        return PendingEntry(entry, after, notices, find_names_for_action(self.event, act))

    def accept_entry(self, prepared: PendingEntry) -> None:
        """Add a prepared journal entry and adopt the resulting state."""
        self.entries.append(prepared.entry)
        self.event = prepared.after

    def add_entries_written_elsewhere(self, new: Iterable[Entry]) -> None:
        """Add journal entries that were written elsewhere, such as by another process."""
        for entry in new:
            self.event = apply_next_entry_to_event(self.entries, self.event, entry)
            self.entries.append(entry)


def _describe_action_subject(act: Act) -> dict[str, object]:
    """Return the subject of an action: its kind, section, round, board and participants."""
    found: dict[str, object] = {"act": class_name_in_journal(type(act))}
    found |= {name: getattr(act, name) for name in PLACES if getattr(act, name, None)}
    if numbers := list(dict.fromkeys(_list_participant_numbers_in_action(act))):
        found["numbers"] = numbers
    return found


def _list_participant_numbers_in_action(act: Act) -> Iterator[object]:
    for name in ("number", "a", "b"):
        if getattr(act, name, None) is not None:
            yield getattr(act, name)
    yield from getattr(act, "others", ())
    if (competitor := getattr(act, "competitor", None)) is not None:
        yield competitor.number
