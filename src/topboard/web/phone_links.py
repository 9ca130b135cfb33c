"""Signed links to the page of one board, on which its two sides report their result.

A link contains the round and the board in plain text, and a keyed hash that also covers the journal
entry with the pairing. The hash is made with a key of the round, so that a background job can make
the links of one round without the signing key of the desk. Links cannot be guessed, work after a
restart, and become invalid when the pairing is changed.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from topboard.event.actions import PhoneResults
from topboard.web.network_address import find_phone_address
from topboard.web.request_context import get_app_state

if TYPE_CHECKING:
    from topboard.event.state import PublishedRound, Section
    from topboard.web.request_context import RequestContext

SEAL_LENGTH = 24
"""The number of hexadecimal digits in a link that only the desk can compute."""


@dataclass(frozen=True, slots=True)
class RoundLinks:
    """The links to the boards of one round, made from a key that is valid for this round only."""

    key: str
    address: str
    """The start of every link, up to the number of the board."""

    def format_link(self, table: int) -> str:
        """Return the link to the page of a board."""
        return f"{self.address}/{table}/{_sign_link(self.key, str(table))}"


def make_round_links(
    key: str, stem: str, slug: str, played: PublishedRound, root: str = ""
) -> RoundLinks:
    """Return the links of a round, made with the signing key of the desk.

    ``root`` is the address of the desk. Without it, the links are paths.
    """
    round_key = _sign_link(key, "report", stem, slug, played.number, played.pairing_entry_number)
    return RoundLinks(round_key, f"{root}/report/{stem}/{slug}/{played.number}")


def is_link(key: str, stem: str, slug: str, played: PublishedRound, table: int, seal: str) -> bool:
    """Return whether the keyed hash in a link is correct."""
    wanted = make_round_links(key, stem, slug, played).format_link(table).rpartition("/")[2]
    return hmac.compare_digest(wanted.encode(), seal.encode())


def can_report(section: Section, number: int) -> bool:
    """Return whether results of a round can be reported from phones."""
    return section.phone_results is not PhoneResults.OFF and number == len(section.rounds)


def _sign_link(key: str, *parts: object) -> str:
    named = "\n".join(map(str, parts))
    return hmac.new(key.encode(), named.encode(), sha256).hexdigest()[:SEAL_LENGTH]


def find_round_links(context: RequestContext, number: int) -> RoundLinks | None:
    """Return the links of a round, or None if its results cannot be reported from phones."""
    if not number or not can_report(context.section, number):
        return None
    key = get_app_state(context.request).repository.accounts.signing_key()
    root = (find_phone_address(context.request) or str(context.request.base_url)).rstrip("/")
    played = context.section.round(number)
    return make_round_links(key, context.handle.stem, context.slug, played, root)


def list_board_links(context: RequestContext, played: PublishedRound) -> dict[int, str]:
    """Return the address of each board's report page, or nothing if no results can be reported."""
    links = find_round_links(context, played.number)
    return {} if links is None else {table: links.format_link(table) for table in played.meetings}
