"""The events on a server, with their slugs and the details shown in lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from topboard._frozen import dataclass, fields
from topboard.errors import CannotReadOrWrite
from topboard.messages import say
from topboard.storage.event_list import EventListing

if TYPE_CHECKING:
    from typing import Any
    from uuid import UUID

    from sqlalchemy import Connection, Row

    from topboard.storage.postgres.connections import Host

_SHOWN = ", ".join(field.name for field in fields(EventListing))
_COLUMNS = f"id, slug, last, head, moved_to, public_by_default, {_SHOWN}"
_CHANGES = ", ".join(f"{field.name} = :{field.name}" for field in fields(EventListing))
_LIST_AS = text(f"UPDATE event SET {_CHANGES} WHERE id = :event")


@dataclass(frozen=True, slots=True)
class HostedEvent:
    """An event on a server, with the details shown in lists."""

    id: UUID
    slug: str
    last: int
    """The number of the event's last journal entry."""
    head: str
    """The hash of the event's last journal entry."""
    moved_to: str
    """The address to which the event was moved; empty if it was not moved."""
    public_by_default: bool
    """Whether everyone may see the event unless a journal entry says otherwise."""
    listing: EventListing


def list_events_on_server(host: Host) -> list[HostedEvent]:
    """Return all events on the server, sorted by slug."""
    with host.transaction() as connection:
        rows = connection.execute(text(f"SELECT {_COLUMNS} FROM event ORDER BY slug"))
        return [_event_from_row(row) for row in rows]


def find_event_by_slug(host: Host, slug: str) -> HostedEvent | None:
    """Return the event with this slug, or None if there is none."""
    with host.transaction() as connection:
        return find_event_in_transaction(connection, slug)


def find_event_by_id(host: Host, event: UUID) -> HostedEvent | None:
    """Return the event with this ID, or None if there is none."""
    with host.transaction() as connection:
        query = text(f"SELECT {_COLUMNS} FROM event WHERE id = :event")
        row = connection.execute(query, {"event": event}).first()
    return None if row is None else _event_from_row(row)


def find_event_in_transaction(connection: Connection, slug: str) -> HostedEvent | None:
    """Return the event with this slug, or None, using the connection of an open transaction."""
    query = text(f"SELECT {_COLUMNS} FROM event WHERE slug = :slug")
    row = connection.execute(query, {"slug": slug}).first()
    return None if row is None else _event_from_row(row)


def _event_from_row(row: Row[Any]) -> HostedEvent:
    known: dict[str, Any] = row._asdict()
    listing = EventListing(**{field.name: known[field.name] for field in fields(EventListing)})
    known = {name: value for name, value in known.items() if not hasattr(listing, name)}
    return HostedEvent(**known, listing=listing)


def add_event_without_entries(connection: Connection, host: Host, event: UUID, slug: str) -> None:
    """Add a new event without journal entries. Raise ``CannotReadOrWrite`` if the slug is taken."""
    statement = text("INSERT INTO event (id, slug) VALUES (:event, :slug)")
    try:
        connection.execute(statement, {"event": event, "slug": slug})
    except IntegrityError as error:
        raise CannotReadOrWrite(
            say(
                "cannot create {slug!r} on {address!r}: an event with that name already exists. "
                "Choose a different name after #.",
                slug=slug,
                address=host.address,
            )
        ) from error


def update_event_listing(connection: Connection, event: UUID, listing: EventListing) -> None:
    """Update the details of an event that are shown in lists."""
    known = {field.name: getattr(listing, field.name) for field in fields(EventListing)}
    connection.execute(_LIST_AS, {"event": event, **known})
