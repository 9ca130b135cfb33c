"""The names that the numbers in journal entries referred to when the entries were recorded.

Closing entries, renumbering and late entries give numbers to other participants, so a recorded
number must not be looked up in the current list of participants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.event import actions
from topboard.event.apply_actions import apply_entry_to_event
from topboard.event.state import Event
from topboard.text.names import isolate_right_to_left_text, name_with_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from topboard.event.actions import Act, Table
    from topboard.event.entries import Entry
    from topboard.event.state import Section
    from topboard.model import Competitor, Meeting, Number

    Boards = Mapping[int, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class RecordedNames:
    """The participants and boards to which a journal entry refers by number."""

    competitors: Mapping[Number, Competitor] = field(default_factory=dict)
    """The participants of the entry's section, keyed by the numbers in force at that time."""
    numbers_assigned: bool = True
    """Whether entries were closed. Before that, the numbers are only provisional."""
    boards: Boards = field(default_factory=dict)
    """The names of White and Black, keyed by board or match, if the entry is about a round."""

    def participant(self, number: Number) -> str:
        """Return a participant's name and number, or only the number if there is no such name."""
        known = self.competitors.get(number)
        if known is None:
            return f"#{number}"
        if not self.numbers_assigned:
            return isolate_right_to_left_text(known.name)
        return name_with_number(known.name, number)

    def participants(self, numbers: Iterable[Number]) -> str:
        """Return the names and numbers of several participants."""
        return (
            "; ".join(map(self.participant, numbers))
            if self.competitors
            else ", ".join(f"#{number}" for number in numbers)
        )


NO_NAMES = RecordedNames()

_OF_PARTICIPANTS = (
    actions.CreateEvent,
    actions.AddSection,
    actions.TakeOver,
    actions.Enter,
    actions.EnterLate,
    actions.ChangeEntry,
    actions.Withdraw,
    actions.Expel,
    actions.Readmit,
    actions.CloseEntries,
    actions.Renumber,
)
"""The actions on which the list of participants and their numbers depend.

They are valid without all other actions, so the list can be computed without pairings and results.
"""
_OF_PAIRINGS = (
    actions.PairRound,
    actions.BeginManual,
    actions.ChangeManual,
    actions.PublishRound,
    actions.ChangePublished,
)


class _Numbering:
    """The participants and the boards of all sections after some journal entries."""

    def __init__(self) -> None:
        self.event = Event()
        self.drafts: dict[str, Boards] = {}
        self.boards: dict[tuple[str, int], Boards] = {}

    def add_entry(self, entry: Entry) -> None:
        """Take over the changes of one journal entry, which is neither an undo nor a redo."""
        act = entry.act
        if isinstance(act, _OF_PARTICIPANTS):
            self.event = apply_entry_to_event(self.event, entry)
            if isinstance(act, actions.TakeOver):
                for played in self.event.sections[act.section].rounds:
                    self.boards[act.section, played.number] = self._name_pairs(
                        act.section, played.meetings.items()
                    )
        elif isinstance(act, _OF_PAIRINGS):
            self._add_pairing(act)

    def _add_pairing(self, act: Act) -> None:
        if isinstance(act, actions.PublishRound):
            self.boards[act.section, act.round] = self.drafts.pop(act.section, {})
        elif isinstance(act, actions.BeginManual):
            self.drafts.setdefault(act.section, {})
        elif isinstance(act, actions.PairRound | actions.ChangeManual | actions.ChangePublished):
            named = self._name_pairs(act.section, ((one.table, one) for one in act.tables))
            if isinstance(act, actions.ChangePublished):
                self.boards[act.section, act.round] = named
            else:
                self.drafts[act.section] = named

    def _name_pairs(self, section: str, pairs: Iterable[tuple[int, Table | Meeting]]) -> Boards:
        there = self.event.sections[section]
        return {table: _name_sides(there, pair.white, pair.black) for table, pair in pairs}

    def names_for(self, act: Act) -> RecordedNames:
        """Return the names to which an action refers that is recorded now."""
        name = getattr(act, "section", "")
        section = self.event.sections.get(name)
        if section is None:
            return NO_NAMES
        boards = self.boards.get((name, getattr(act, "round", 0)), {})
        return RecordedNames(section.competitors, section.entries_closed, boards)


def find_names_for_action(event: Event, act: Act) -> RecordedNames:
    """Return the names to which an action refers that is recorded in this state of the event."""
    section = event.sections.get(getattr(act, "section", ""))
    if section is None:
        return NO_NAMES
    number, boards = getattr(act, "round", 0), {}
    if 1 <= number <= len(section.rounds):
        boards = {
            table: _name_sides(section, meeting.white, meeting.black)
            for table, meeting in section.rounds[number - 1].meetings.items()
        }
    return RecordedNames(section.competitors, section.entries_closed, boards)


def _name_sides(section: Section, white: Number | None, black: Number | None) -> tuple[str, str]:
    """Return the names of the two sides of a board or match."""
    return _name_side(section, white), _name_side(section, black)


def _name_side(section: Section, number: Number | None) -> str:
    return "?" if number is None else isolate_right_to_left_text(section.competitors[number].name)


def find_recorded_names(entries: Sequence[Entry]) -> dict[int, RecordedNames]:
    """Return the names to which each journal entry refers, keyed by the number of the entry.

    They are those in force when the entry was recorded, even if it or an earlier entry was undone
    later.
    """
    found: dict[int, RecordedNames] = {}
    undone: set[int] = set()
    now = _Numbering()
    for entry in entries:
        act = entry.act
        if not isinstance(act, actions.Undo | actions.Redo):
            found[entry.number] = now.names_for(act)
            now.add_entry(entry)
            continue
        target = entries[act.entry - 1]
        found[entry.number] = now.names_for(target.act)
        (undone.add if isinstance(act, actions.Undo) else undone.discard)(act.entry)
        if isinstance(target.act, _OF_PARTICIPANTS + _OF_PAIRINGS):
            now = _Numbering()
            for earlier in entries[: entry.number]:
                if earlier.number not in undone:
                    now.add_entry(earlier)
    return found


def refers_to_participants(act: Act) -> bool:
    """Return whether an action names participants by number or by the board on which they play."""
    by_board = actions.EnterResults | actions.CorrectResult | actions.RemoveResult
    return isinstance(
        act, by_board | actions.ReportResult | actions.ChangePublished | actions.ErasePersonal
    ) or bool(list_numbers_in_action(act))


def list_numbers_in_action(act: Act) -> list[Number]:
    """Return the numbers of the participants to whom an action refers, without duplicates."""
    found: list[Number] = []
    for name in ("number", "a", "b"):
        if getattr(act, name, None) is not None:
            found.append(getattr(act, name))
    found += getattr(act, "others", ())
    if isinstance(act, actions.EnterLate | actions.ChangeEntry):
        found.append(act.competitor.number)
    if isinstance(act, actions.RevokeCaptainLinks | actions.SettleImaginary):
        found += act.numbers
    if isinstance(act, actions.HandInLineUps):
        found += (one.number for one in act.line_ups)
    if isinstance(act, actions.GiveCaptainLinks):
        found += (one.number for one in act.links)
    return list(dict.fromkeys(found))
