"""Data classes for the organisations on a server and their members."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class Organisation:
    """An organisation that owns events on a server, such as a federation or a club."""

    slug: str
    name: str
    office: str = ""
    """The office of the account that was looked up; empty if no account was."""


@dataclass(frozen=True, slots=True)
class Membership:
    """An account with its office in an organisation or its role in an event."""

    account: str
    role: str


@dataclass(frozen=True, slots=True)
class ChangedBy:
    """The author and the time of a change to the members of an organisation or event."""

    who: str
    time: str
