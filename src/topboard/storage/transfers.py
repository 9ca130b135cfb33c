"""Moving an event from a file to a server, to another server, or back to a file.

A copy that accepts no more actions and names the new location stays behind. The two locations never
accept actions at the same time, because the new one starts only after the old one has stopped. If a
move is interrupted, the user can simply repeat it.
"""

from __future__ import annotations

import os
import shlex
from contextlib import ExitStack
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.event.entries import parse_stored_entry
from topboard.event.personal_data import find_personal_seals
from topboard.event.reducer import compute_event_from_entries
from topboard.messages import say, say_count
from topboard.storage.addresses import (
    format_address_without_password,
    is_server_address,
    make_slug_from_name,
    parse_address,
)
from topboard.storage.journal import refuse_if_event_moved
from topboard.storage.locations import create_journal, does_journal_exist, open_journal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.event.entries import StoredEntry
    from topboard.event.state import Event
    from topboard.storage.addresses import Where
    from topboard.storage.journal import Journal

ENDING = ".topboard"


@dataclass(frozen=True, slots=True)
class MovedEvent:
    """The result of moving an event: both locations, the numbers of entries and any notices."""

    source: str
    target: str
    entries: int
    added: int
    """The number of journal entries that the new location did not have yet."""
    head: str
    notices: tuple[str, ...]


def move_event(source: Where, target: Where) -> MovedEvent:
    """Move an event to a new location. The old location then accepts no more actions."""
    where_from, where_to = (
        _absolute_location(source),
        _absolute_location(_add_slug_to_target(source, target)),
    )
    if where_from == where_to:
        raise BadInput(
            [
                Problem(
                    say("the event is already at this location"),
                    format_address_without_password(where_from),
                )
            ]
        )
    with open_journal(where_from) as here, ExitStack() as stack:
        with here.write_lock():
            records = here.load_verified_entries()
            if here.moved_to() != format_address_without_password(where_to):
                refuse_if_event_moved(here.address, here.moved_to())
            event = compute_event_from_entries([parse_stored_entry(record) for record in records])
            key, notices = _load_signing_key_to_move(here, event)
            if does_journal_exist(where_to):
                there = stack.enter_context(open_journal(where_to))
                added = _add_missing_entries_to_copy(there, here, records, event)
                _store_transferred_signing_key(there, event.key, key)
            else:
                there = create_journal(where_to, records, key, moved_from=here.address)
                stack.enter_context(there)
                added = len(records)
            here.mark_event_as_moved(there.address)
        there.mark_event_as_moved("")
        notices = (
            *notices,
            *_build_personal_data_notice(here, records),
            *_build_visibility_notice(here, there, event),
        )
        return MovedEvent(
            here.address, there.address, len(records), added, records[-1].hash, notices
        )


def _absolute_location(where: Where) -> str:
    """Return a location that does not depend on the working directory."""
    return os.fspath(where) if is_server_address(where) else os.path.abspath(where)


def _add_slug_to_target(source: Where, target: Where) -> Where:
    """Return the target of a move. A slug for the event is added if the target is only a server."""
    if not is_server_address(target) or parse_address(os.fspath(target)).slug:
        return target
    word = make_slug_from_name(os.path.basename(source).removesuffix(ENDING))
    if is_server_address(source):
        word = parse_address(os.fspath(source)).slug
    return f"{os.fspath(target)}#{word}"


def _add_missing_entries_to_copy(
    there: Journal, here: Journal, records: Sequence[StoredEntry], event: Event
) -> int:
    """Add the missing journal entries to an older copy of the event, and return their number.

    The copy accepts no actions until the move is complete.
    """
    with there.write_lock():
        known = there.load_verified_entries()
        _refuse_unless_older_copy(there, known, here, records)
        new = records[len(known) :]
        there.append_stored_entries(new)
        # Values erased in the meantime must not come back with an older copy.
        kept = {one.seal for record in records for one in record.personal}
        there.erase_personal_values(
            seal
            for record in known
            for seal in find_personal_seals(record.content)
            if seal not in kept
        )
        there.update_event_list(event)
        there.mark_event_as_moved(here.address)
    there.purge_erased_values()
    return len(new)


def _refuse_unless_older_copy(
    there: Journal,
    known: Sequence[StoredEntry],
    here: Journal,
    records: Sequence[StoredEntry],
) -> None:
    """Raise ``BadInput`` unless ``known`` is an older copy of the journal ``records``.

    It may be a different event, or an event that was continued at the target.
    """
    common = sum(a.hash == b.hash for a, b in zip(known, records, strict=False))
    if common == len(known):
        return
    where = there.address
    if not common:
        what, remedy = (
            say("a different event already exists there"),
            say("Choose a different name for this event."),
        )
    elif common == len(records):
        what = say_count(
            "the event has {count} newer journal entry there",
            "the event has {count} newer journal entries there",
            len(known) - common,
        )
        remedy = say(
            "To bring the event here, move it from {there} to {here}. Nothing was changed.",
            there=there.address,
            here=here.address,
        )
    else:
        what = say(
            "the event continued at both locations after journal entry {common}", common=common
        )
        remedy = say(
            "Compare both with topboard event log --after {common}. Decide which one to keep, "
            "enter in it the actions that are only in {here}, and continue with that one. "
            "Nothing was changed.",
            common=common,
            here=here.address,
        )
    raise BadInput([Problem(what, where, remedy=remedy)])


def _load_signing_key_to_move(here: Journal, event: Event) -> tuple[bytes, tuple[str, ...]]:
    """Return the private key to move with the event, and a notice if it is missing."""
    if not event.key:
        return b"", ()
    try:
        return here.private_key(event.key), ()
    except CannotReadOrWrite as error:
        notice = say(
            "No key was moved with the event, so publications will not be signed: {error}",
            error=error,
        )
        return b"", (notice,)


def _store_transferred_signing_key(there: Journal, public: str, key: bytes) -> None:
    try:
        known = there.private_key(public) if key else b""
    except CannotReadOrWrite:
        known = b""
    if known != key:
        there.store_private_key(public, key)


def _build_visibility_notice(here: Journal, there: Journal, event: Event) -> tuple[str, ...]:
    """Return a notice if the move makes a private event public or a public event private."""
    if event.public is not None or here.public_by_default == there.public_by_default:
        return ()
    address = shlex.quote(there.address)
    if there.public_by_default:
        notice = say(
            "The event was private and is now public in the folder. To make it private there, "
            "run topboard event visibility {address} private.",
            address=address,
        )
    else:
        notice = say(
            "The event was public and is now private on the server. To make it public there, run "
            "topboard event visibility {address} public.",
            address=address,
        )
    return (notice,)


def _build_personal_data_notice(here: Journal, records: Sequence[StoredEntry]) -> tuple[str, ...]:
    """Return a notice if personal data stay in the old copy, where they will not be erased."""
    if not any(record.personal for record in records):
        return ()
    notice = say(
        "{path!r} remains as a copy with personal data, which later erasures will not "
        "affect. Remove it when you no longer need it.",
        path=here.address,
    )
    return (notice,)
