"""Building, recording and printing of actions, shared by the commands of ``topboard event``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from getpass import getuser

from topboard import platforms
from topboard.cli import event_text
from topboard.cli.exit_codes import DONE
from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.event import actions, commands
from topboard.event.entries import Entry
from topboard.event.policy.objections import parse_authority
from topboard.event.session import ActionContext, PendingEntry
from topboard.event.state import Event, Section
from topboard.formats.files import CANNOT_WRITE, OUTPUT, build_file_error
from topboard.messages import say
from topboard.storage.session import JournalSession


def build_action_context(request: commands.ActionRequest) -> ActionContext:
    """Return the context of an action: its author, time, reason, authority and confirmation."""

    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return ActionContext(
        who=request.who or os.environ.get("TOPBOARD_USER") or _find_login_name(),
        time=request.at or now,
        reason=request.reason or "",
        authority=parse_authority(request.authority) if request.authority else None,
        confirmed=request.yes or request.yes_again,
        confirmed_again=request.yes and request.yes_again,
    )


def _find_login_name() -> str:
    """Return the login name of the user.

    Raise ``BadInput`` if there is none, as in a container.
    """
    try:
        return getuser()
    except (OSError, KeyError, ImportError) as error:
        remedy = say("Add --who NAME, or set TOPBOARD_USER.")
        raise BadInput([Problem(say("the user name is unknown"), remedy=remedy)]) from error


def find_section(event: Event, name: str | None) -> Section:
    """Return the section with this name, or the only section if no name is given.

    Raise ``BadInput`` if a name is needed or the event has no sections.
    """
    if name is None and len(event.sections) != 1:
        if not event.sections:
            remedy = say("Add a section with topboard event section.")
            raise BadInput([Problem(say("the event has no sections yet"), remedy=remedy)])
        known = ", ".join(event.sections)
        remedy = say("Add --section NAME with one of: {known}.", known=known)
        raise BadInput([Problem(say("the section is not specified"), remedy=remedy)])
    return event.section(name if name is not None else next(iter(event.sections)))


def record_action_for_section(
    request: commands.ActionRequest, make: Callable[[Event, Section], actions.Act]
) -> int:
    """Build an action for the requested section, record it and print its journal entry."""
    return record_and_print_action(
        request, lambda event: make(event, find_section(event, request.section))
    )


def record_and_print_action(
    request: commands.ActionRequest, make: Callable[[Event], actions.Act]
) -> int:
    """Build an action from the latest state of the event, record it and print its journal entry."""
    with JournalSession.open(request.file) as file:
        print_recorded_entries(
            request, [file.build_and_record(make, build_action_context(request))]
        )
    return DONE


def record_unconditional_action(
    file: JournalSession, act: actions.Act, context: ActionContext
) -> PendingEntry:
    """Record an action that does not depend on simultaneous actions by other users."""
    return file.build_and_record(lambda _: act, context)


def print_recorded_entries(request: commands.ActionRequest, done: Sequence[PendingEntry]) -> None:
    """Print journal entries that were just recorded."""
    with report_saved_entries_on_error([prepared.entry for prepared in done]):
        event_text.print_recorded_entries(done, as_json=request.json)


@contextmanager
def report_saved_entries_on_error(stored: Sequence[Entry]) -> Iterator[None]:
    """Run the ``with`` block, which prints.

    If printing fails, raise an error that names the saved entries.
    """
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        if platforms.is_closed_pipe(error):
            raise
        trouble = build_file_error(CANNOT_WRITE, OUTPUT, error)
        raise CannotReadOrWrite(f"{trouble}. {_saved_entries_message(stored)}") from error


def _saved_entries_message(entries: Sequence[Entry]) -> str:
    first, last = entries[0].number, entries[-1].number
    if len(entries) == 1:
        return say("Journal entry {number} was saved.", number=first)
    if len(entries) == 2:
        return say("Journal entries {first} and {last} were saved.", first=first, last=last)
    return say("Journal entries {first} to {last} were saved.", first=first, last=last)
