"""Times as ISO 8601 writes them; nothing here asks a clock."""

from __future__ import annotations

from datetime import UTC, datetime


def time_in(text: str) -> datetime | None:
    """The time that the text tells, in UTC if it names no zone; None if it tells none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
