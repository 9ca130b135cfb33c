"""Objections to undo and redo, which must follow the same rules as a direct change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event import actions
from topboard.event.policy import governance_of_system
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.general import DIRECTING, FROZEN
from topboard.event.policy.line_ups import check_undone_line_ups
from topboard.event.policy.lots import LOTS
from topboard.event.policy.objections import (
    forbid_action,
    require_confirmation,
    require_ruling,
)
from topboard.event.policy.published_pairing import get_tables_and_bye_of_round
from topboard.event.reducer import can_action_renumber_participants, find_later_entries_using_tpns
from topboard.messages import say, say_count
from topboard.text.dates import parse_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.entries import Entry
    from topboard.event.policy.objections import Objection
    from topboard.event.state import Event, Section

PUBLISHING = (actions.PublishRound, actions.ChangePublished, actions.CloseEvent)


LONGEST_UNSEEN = 60
"""The number of seconds after a publication in which it can be withdrawn unseen."""


def can_withdraw_unseen_at(publication: Entry, time: str) -> bool:
    """Return whether a publication is recent enough to be withdrawn if nobody has seen it."""
    if not isinstance(publication.act, actions.PublishRound):
        return False
    published, now = parse_time(publication.time), parse_time(time)
    if published is None or now is None:
        return False
    return 0 <= (now - published).total_seconds() <= LONGEST_UNSEEN


def find_objections_to_undo_or_redo(
    event: Event,
    entries: Sequence[Entry],
    act: actions.Undo | actions.Redo,
    after: Event,
    time: str,
) -> Iterator[Objection]:
    """Yield the objections to an undo or redo that would lead to the state ``after``."""
    target = entries[act.entry - 1].act
    if isinstance(act, actions.Undo) and act.ground is actions.ChangeGround.UNSEEN:
        yield from _check_withdrawal_of_unseen_publication(entries[act.entry - 1], time)
        return
    if later := find_later_entries_using_tpns(entries, event, entries[act.entry - 1]):
        yield _forbid_undoing_tpns_in_use(act, later)
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
            event, _build_equivalent_pairing_change(event, act, target, after)
        )
    else:
        if not can_action_renumber_participants(target):
            yield from _forbid_indirect_pairing_changes(event, after)
            yield from _check_results_used_for_later_rounds(event, after)
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
        yield from _check_handed_in_line_ups(event, act, target, after)
        if (
            published := _find_later_publication_of_round(event, entries, act.entry, target)
        ) is not None:
            words = say(
                "A round was published (journal entry {published}) after journal entry {entry}.",
                entry=act.entry,
                published=published,
            )
            yield require_ruling("", words, *DIRECTING)


def _forbid_undoing_tpns_in_use(
    act: actions.Undo | actions.Redo, later: Sequence[int]
) -> Objection:
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
    return forbid_action("", words)


def _check_withdrawal_of_unseen_publication(publication: Entry, time: str) -> Iterator[Objection]:
    """Yield the objections to withdrawing a publication because nobody has seen it.

    The articles on changing published pairings do not apply, because nobody can rely on a pairing
    that nobody has read. The journal does not show who has seen it, so the arbiter must confirm it.
    """
    if not isinstance(publication.act, actions.PublishRound):
        words = say(
            "Journal entry {entry} does not publish a round, so there is no publication to undo.",
            entry=publication.number,
        )
        yield forbid_action("", words)
    elif not can_withdraw_unseen_at(publication, time):
        words = say_count(
            "Round {round} was published more than {count} second ago. It may have been seen, so "
            "state a different reason.",
            "Round {round} was published more than {count} seconds ago. It may have been seen, so "
            "state a different reason.",
            LONGEST_UNSEEN,
            round=publication.act.round,
        )
        yield forbid_action("", words)
    else:
        words = say(
            "Make sure that nobody has seen the pairing of round {round}.",
            round=publication.act.round,
        )
        yield require_confirmation("", words)


def _check_handed_in_line_ups(
    event: Event, act: actions.Undo | actions.Redo, target: actions.Act, after: Event
) -> Iterator[Objection]:
    """Yield the objections to changing a line-up that the opponents may know."""
    if isinstance(target, actions.HandInLineUps):
        article = governance_of_system(event.section(target.section).system).line_ups
        informed = getattr(act, "informed", ())
        yield from check_undone_line_ups(event, after, target, informed, article)


def _build_equivalent_pairing_change(
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
    tables, bye = (
        get_tables_and_bye_of_round(left[-1]) if len(left) == len(section.rounds) else ((), None)
    )
    return actions.ChangePublished(
        section.name, target.round, tables, bye, act.ground, act.informed
    )


def _forbid_indirect_pairing_changes(event: Event, after: Event) -> Iterator[Objection]:
    """Forbid an undo or redo that would indirectly change a published pairing or its settings."""
    for name, section in event.sections.items():
        left = after.sections.get(name)
        # A section imported from a file is undone as a whole.
        if not section.rounds or left is None:
            continue
        for played in section.rounds:
            if get_tables_and_bye_of_round(played) != get_tables_and_bye_of_round(
                left.round(played.number)
            ):
                words = say(
                    "This would change the published pairing of round {round}. Change or undo that "
                    "pairing directly instead.",
                    round=played.number,
                )
                yield forbid_action("", words)
        if _settings_fixed_after_round_one(section) != _settings_fixed_after_round_one(left):
            yield forbid_action(
                "",
                say("Settings made before round 1 cannot be changed once the round is published."),
            )


def _check_results_used_for_later_rounds(event: Event, after: Event) -> Iterator[Objection]:
    """Yield the objections to changing results with which a later round was paired.

    The changes are checked like corrections.
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


def _settings_fixed_after_round_one(section: Section) -> tuple[object, ...]:
    """Return the lots, virtual points and settings that are fixed once round 1 is published."""
    settings = (getattr(section.settings, name) for name in FROZEN)
    return (section.lot, section.accelerated, *settings)


def _find_later_publication_of_round(
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
