"""Objections to undo and redo, which must follow the same rules as direct changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event import actions
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.general import DIRECTING, FROZEN
from topboard.event.policy.lots import LOTS
from topboard.event.policy.objections import forbid_action, require_ruling
from topboard.event.policy.published_pairing import tables_and_bye
from topboard.event.reducer import can_renumber_participants, find_entries_using_numbers
from topboard.messages import say, say_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.entries import Entry
    from topboard.event.policy.objections import Objection
    from topboard.event.state import Event, Section

PUBLISHING = (actions.PublishRound, actions.ChangePublished, actions.CloseEvent)


def find_undo_objections(
    event: Event, entries: Sequence[Entry], act: actions.Undo | actions.Redo, after: Event
) -> Iterator[Objection]:
    """Yield the objections to an undo or redo; ``after`` is the state that it leads to."""
    target = entries[act.entry - 1].act
    if later := find_entries_using_numbers(entries, event, entries[act.entry - 1]):
        words = say_count(
            "Journal entry {entry} assigned starting numbers that a later entry uses. First undo "
            "entry {first}.",
            "Journal entry {entry} assigned starting numbers that later entries use. First undo "
            "entries {last} to {first}, starting with the last one.",
            len(later),
            entry=act.entry,
            first=later[0],
            last=later[-1],
        )
        yield forbid_action("", words)
    if isinstance(target, actions.LeaveFideMode):
        yield forbid_action("", say("A section that has left FIDE mode cannot return to it."))
    if isinstance(target, actions.CloseEvent):
        yield require_ruling(
            "",
            say(
                "Journal entry {entry} closed the event. A ruling is needed on whether the event "
                "stays closed.",
                entry=act.entry,
            ),
            *DIRECTING,
        )
    elif isinstance(target, actions.PublishRound | actions.ChangePublished):
        yield from collect_section_objections(
            event, _build_equivalent_change(event, act, target, after)
        )
    else:
        if not can_renumber_participants(target):
            yield from _object_to_changed_pairings(event, after)
            yield from _object_to_changed_results(event, after)
        if isinstance(target, LOTS):
            yield require_ruling(
                "",
                say(
                    (
                        "Journal entry {entry} is a drawing of lots. A ruling is needed on "
                        "whether it counts."
                    ),
                    entry=act.entry,
                ),
                *DIRECTING,
            )
        if (published := _find_later_publication(event, entries, act.entry, target)) is not None:
            words = say(
                "A round was published (journal entry {published}) after journal entry {entry}.",
                entry=act.entry,
                published=published,
            )
            yield require_ruling("", words, *DIRECTING)


def _build_equivalent_change(
    event: Event,
    act: actions.Undo | actions.Redo,
    target: actions.PublishRound | actions.ChangePublished,
    after: Event,
) -> actions.PublishRound | actions.ChangePublished:
    """Return the action that would directly make the same change to a published pairing."""
    if isinstance(act, actions.Redo):
        return target
    section = event.section(target.section)
    left = after.section(section.name).rounds
    tables, bye = tables_and_bye(left[-1]) if len(left) == len(section.rounds) else ((), None)
    return actions.ChangePublished(
        section.name, target.round, tables, bye, act.ground, act.informed
    )


def _object_to_changed_pairings(event: Event, after: Event) -> Iterator[Objection]:
    """Forbid an undo or redo that would indirectly change a published pairing or its settings."""
    for name, section in event.sections.items():
        left = after.sections.get(name)
        # A section imported from a file is undone as a whole.
        if not section.rounds or left is None:
            continue
        for played in section.rounds:
            if tables_and_bye(played) != tables_and_bye(left.round(played.number)):
                words = say(
                    "This would change the published pairing of round {round}. Change or undo that "
                    "pairing directly instead.",
                    round=played.number,
                )
                yield forbid_action("", words)
        if _frozen_settings(section) != _frozen_settings(left):
            yield forbid_action(
                "",
                say("Settings made before round 1 cannot be changed once the round is published."),
            )


def _object_to_changed_results(event: Event, after: Event) -> Iterator[Objection]:
    """Yield the objections to changing results on which a later round is based.

    The changes are checked as if they were corrections.
    """
    for name, section in event.sections.items():
        if name not in after.sections:
            continue
        for played in section.rounds[:-1]:
            left = after.sections[name].round(played.number).meetings
            for table, meeting in played.meetings.items():
                new = left.get(table, meeting)
                points = new.white_points, new.black_points
                if (*points, new.manner) != (
                    meeting.white_points,
                    meeting.black_points,
                    meeting.manner,
                ):
                    result = actions.TableResult(table, *points, new.manner, new.rated)
                    yield from collect_section_objections(
                        event, actions.CorrectResult(name, played.number, result)
                    )


def _frozen_settings(section: Section) -> tuple[object, ...]:
    """Return the lots, virtual points and settings that are fixed once round 1 is published."""
    settings = (getattr(section.settings, name) for name in FROZEN)
    return (section.lot, section.accelerated, *settings)


def _find_later_publication(
    event: Event, entries: Sequence[Entry], number: int, target: actions.Act
) -> int | None:
    section = getattr(target, "section", None)
    for entry in entries[number:]:
        if (
            isinstance(entry.act, PUBLISHING)
            and entry.number not in event.undone
            and section in (None, getattr(entry.act, "section", section))
        ):
            return entry.number
    return None
