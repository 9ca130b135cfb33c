"""The ``topboard event undo`` and ``topboard event redo`` commands."""

from __future__ import annotations

from topboard.cli.event_actions import (
    build_action_context,
    find_section,
    print_recorded_entries,
    record_unconditional_action,
)
from topboard.cli.exit_codes import DONE
from topboard.event import actions, round_commands
from topboard.event.arguments import (
    find_competitor_numbers,
)
from topboard.event.reducer import find_last_undoable_entry, find_last_undone_entry_number
from topboard.model import Number
from topboard.storage.session import JournalSession


def undo_entry(request: round_commands.Undo) -> int:
    """Undo a journal entry."""
    with JournalSession.open(request.file) as file:
        last = find_last_undoable_entry(file.entries, file.event)
        number = request.entry or (last.number if last else 0)
        told = _find_informed_participants(request, file)
        act = actions.Undo(number, request.ground or actions.ChangeGround.OTHER, told)
        # This undoes the entry that was last when the journal was read, not one added since then.
        print_recorded_entries(
            request, [record_unconditional_action(file, act, build_action_context(request))]
        )
    return DONE


def _find_informed_participants(
    request: round_commands.Undo, file: JournalSession
) -> tuple[Number, ...]:
    """Return the participants who were informed of the undone pairing, according to the request."""
    if not request.informed:
        return ()
    section = find_section(file.event, request.section)
    if request.informed == ("all",):
        return tuple(section.competitors)
    return find_competitor_numbers(section, request.informed)


def redo_entry(request: round_commands.Redo) -> int:
    """Reinstate an undone journal entry."""
    with JournalSession.open(request.file) as file:
        number = request.entry or find_last_undone_entry_number(file.entries, file.event) or 0
        print_recorded_entries(
            request,
            [
                record_unconditional_action(
                    file, actions.Redo(number), build_action_context(request)
                )
            ],
        )
    return DONE
