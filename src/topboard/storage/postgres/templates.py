"""The event templates on a server. Each belongs to an organisation or has no owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

from topboard.event.codec import dump_record_as_json
from topboard.storage.templates import Templates, parse_stored_template

if TYPE_CHECKING:
    from collections.abc import Collection

    from topboard.event.templates import EventTemplate
    from topboard.storage.postgres.connections import Host

_FIND = text(
    "SELECT name, content FROM event_template WHERE organisation = ANY(:owners)"
    " ORDER BY organisation, name"
)
_KEEP = text(
    "INSERT INTO event_template (organisation, name, content) VALUES (:owner, :name, :content)"
    " ON CONFLICT (organisation, name) DO UPDATE SET content = excluded.content"
)
_REMOVE = text("DELETE FROM event_template WHERE organisation = :owner AND name = :name")


class TemplatesOnHost(Templates):
    """The event templates on a server."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def load_templates(self, owners: Collection[str]) -> dict[str, EventTemplate]:
        """Return the templates of these organisations and those without an owner, keyed by name."""
        with self._host.transaction() as connection:
            rows = connection.execute(_FIND, {"owners": ["", *owners]})
            return {name: parse_stored_template(content) for name, content in rows}

    def save_template(self, owner: str, template: EventTemplate) -> None:
        """Store a template. It replaces the owner's template with the same name."""
        known = {"owner": owner, "name": template.name, "content": dump_record_as_json(template)}
        with self._host.transaction() as connection:
            connection.execute(_KEEP, known)

    def remove_template(self, owner: str, name: str) -> None:
        """Delete the owner's template with this name."""
        with self._host.transaction() as connection:
            connection.execute(_REMOVE, {"owner": owner, "name": name})
