"""Verification of all events on a server: hash chains, change protection and list of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import TopboardError
from topboard.event.entries import BEGINNING, parse_stored_entry
from topboard.event.reducer import compute_event_from_entries
from topboard.messages import say
from topboard.storage.event_list import build_event_listing
from topboard.storage.postgres import events
from topboard.storage.postgres.journal import PostgresJournal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.storage.postgres.connections import Host
    from topboard.storage.postgres.events import HostedEvent


@dataclass(frozen=True, slots=True)
class CheckedEvent:
    """The result of verifying one event. An empty ``fault`` means that nothing is wrong."""

    slug: str
    entries: int
    head: str
    fault: str = ""
    mended: bool = False
    """Whether the event's row in the list of events was wrong and has been repaired."""


def verify_events_on_server(host: Host, *, mend: bool = False) -> Iterator[CheckedEvent]:
    """Verify each event and yield the result.

    If ``mend`` is set, also repair the list of events.
    """
    for listed in events.list_events_on_server(host):
        journal = PostgresJournal.open_journal_of_found_event(host, listed)
        try:
            yield _verify_event_on_server(journal, mend=mend)
        except TopboardError as error:
            yield CheckedEvent(listed.slug, listed.last, listed.head, str(error))


def _verify_event_on_server(journal: PostgresJournal, *, mend: bool) -> CheckedEvent:
    # No journal entry may be added between reading the chain and reading the list.
    with journal.write_lock():
        records = journal.load_verified_entries()
        leads_to = compute_event_from_entries([parse_stored_entry(record) for record in records])
        head = records[-1].hash if records else BEGINNING
        found = CheckedEvent(journal.slug, len(records), head)
        listed = journal.load_event_listing()
        if not journal.is_protected_against_changes():
            return replace(found, fault=say("the protection against changes was REMOVED"))
        right = replace(listed, last=len(records), head=head, listing=build_event_listing(leads_to))
        if listed == right:
            return found
        if not mend:
            return replace(found, fault=_format_event_list_mismatch(listed))
        journal.update_last_entry_in_event_list(len(records), head)
        journal.update_event_list(leads_to)
        return replace(found, mended=True)


def _format_event_list_mismatch(listed: HostedEvent) -> str:
    return say(
        "the list of events gives {name!r} as the name and {last} as the last journal entry, "
        "but the journal differs. Add --mend to rebuild the list from the journal.",
        last=listed.last,
        name=listed.listing.name,
    )
