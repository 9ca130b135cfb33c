"""Private links of captains: unguessable, limited to one team, and revocable.

The journal contains only a random name for each link. The rest of the link is a keyed hash of this
name, so a copy of the journal does not give access to the pages of the captains.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from topboard.event.actions import CaptainLink
from topboard.event.line_ups import has_team_boards
from topboard.model import Number, Team

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.event.state import Event, Section

SEAL_LENGTH = 32
"""The number of hexadecimal digits in a link that only the desk can compute."""


@dataclass(frozen=True, slots=True)
class CaptainOfTeam:
    """A team, its section, and the link with which its captain opened the page."""

    section: Section
    team: Team
    link: str


def make_links(numbers: Iterable[Number]) -> tuple[CaptainLink, ...]:
    """Return a new link for each of these teams."""
    return tuple(CaptainLink(number, secrets.token_hex(8)) for number in numbers)


def format_token(key: str, stem: str, section: str, link: str) -> str:
    """Return the last part of the address of a captain's page."""
    return f"{link}-{_sign_link(key, stem, section, link)}"


def find_captain(key: str, stem: str, event: Event, token: str) -> CaptainOfTeam | None:
    """Return the team to which a token gives access, or None if the token is not valid."""
    link, _, seal = token.partition("-")
    for section in event.sections.values():
        for number, given in section.captain_links.items():
            team = section.competitors.get(number)
            if given != link or not isinstance(team, Team) or not has_team_boards(section):
                continue
            wanted = _sign_link(key, stem, section.name, link)
            if hmac.compare_digest(wanted.encode(), seal.encode()):
                return CaptainOfTeam(section, team, link)
    return None


def _sign_link(key: str, stem: str, section: str, link: str) -> str:
    named = "\n".join(("captain", stem, section, link))
    return hmac.new(key.encode(), named.encode(), sha256).hexdigest()[:SEAL_LENGTH]
