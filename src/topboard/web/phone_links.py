"""Signed links to the page of one board, on which its two sides report their result.

A link contains the round and the board in plain text, and a keyed hash that also covers the journal
entry with the pairing. Therefore links cannot be guessed, work after a restart, and become invalid
when the pairing is changed. Nothing about them is stored.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING

from topboard.event.actions import PhoneResults
from topboard.web.request_context import get_app_state

if TYPE_CHECKING:
    from topboard.event.state import PublishedRound, Section
    from topboard.web.request_context import RequestContext

SEAL_LENGTH = 24
"""The number of hexadecimal digits in a link that only the desk can compute."""


def format_link(key: str, stem: str, slug: str, played: PublishedRound, table: int) -> str:
    """Return the path of the page of a board."""
    seal = _seal(key, stem, slug, played, table)
    return f"/report/{stem}/{slug}/{played.number}/{table}/{seal}"


def is_link(key: str, stem: str, slug: str, played: PublishedRound, table: int, seal: str) -> bool:
    """Return whether the keyed hash in a link is correct."""
    wanted = _seal(key, stem, slug, played, table)
    return hmac.compare_digest(wanted.encode(), seal.encode())


def can_report(section: Section, number: int) -> bool:
    """Return whether results of a round can be reported from phones."""
    return section.phone_results is not PhoneResults.OFF and number == len(section.rounds)


def _seal(key: str, stem: str, slug: str, played: PublishedRound, table: int) -> str:
    parts = ("report", stem, slug, played.number, played.pairing_entry_number, table)
    named = "\n".join(map(str, parts))
    return hmac.new(key.encode(), named.encode(), sha256).hexdigest()[:SEAL_LENGTH]


def list_board_links(context: RequestContext, played: PublishedRound) -> dict[int, str]:
    """Return the address of each board's report page, or nothing if no results can be reported."""
    if not can_report(context.section, played.number):
        return {}
    key = get_app_state(context.request).repository.accounts.signing_key()
    root = str(context.request.base_url).rstrip("/")
    place = context.handle.stem, context.slug, played
    return {table: root + format_link(key, *place, table) for table in played.meetings}
