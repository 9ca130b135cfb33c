"""The organisations of a server and their members, as values."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class Organisation:
    """The owner of events on a server, such as a federation or a club."""

    slug: str
    name: str
    office: str = ""
    """The office of the account for which organisations are listed; empty if all are listed."""


@dataclass(frozen=True, slots=True)
class Membership:
    """An account with its office in an organisation, or its role in an event."""

    account: str
    role: str


@dataclass(frozen=True, slots=True)
class ChangedBy:
    """The author and the time of a change."""

    who: str
    time: str
