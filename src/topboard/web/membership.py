"""Access control: who may do what in which event, checked once per request by pages and API.

In a folder every account has its role in every event. On a server with organisations an account has
a role only in its own events, and the others do not exist for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.web.accounts import NotAllowed, Role, User

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from topboard.storage.postgres.connections import Host
    from topboard.storage.postgres.members import Membership, Organisation


class Admission(Protocol):
    """The rules of a repository on who may access what."""

    def by_members(self) -> bool:
        """Return whether events have members, so that not everybody sees every event."""

    def at_home(self, user: User) -> User:
        """Return the user outside of any event, in the role that they have there."""

    def at_event(self, user: User, stem: str) -> User | None:
        """Return the user in an event, or None if that event does not exist for them."""

    def seen_by(self, user: User) -> Collection[str] | None:
        """Return the events that the user may see, or None for all."""

    def organisations(self, user: User) -> Sequence[Organisation]:
        """Return the organisations in whose name the user may create events."""

    def begin_event(self, user: User, stem: str, organisation: str, time: str) -> None:
        """Assign a new event to an organisation, with the user as its chief arbiter."""

    def organisation_for(self, user: User, wanted: str) -> str:
        """Return the organisation that a new event of the user will belong to."""

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return who has which role in an event."""

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Give an account a role in an event, or none any more, on behalf of the user."""

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """Return who has which office in an organisation."""

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """Give an account an office in an organisation, or none any more, on behalf of the user."""

    def every_organisation(self) -> Sequence[Organisation]:
        """Return all organisations of the repository."""

    def owned_by(self, organisation: str) -> Sequence[str]:
        """Return the events of an organisation."""


class EverybodyEverywhere(Admission):
    """The rules of a folder: every account has its role in every event."""

    def by_members(self) -> bool:
        """Return False, because everybody sees every event."""
        return False

    def at_home(self, user: User) -> User:
        """Return the user with the role of the account."""
        return user

    def at_event(self, user: User, stem: str) -> User | None:
        """Return the user with the role of the account."""
        return user

    def seen_by(self, user: User) -> Collection[str] | None:
        """Return None, which stands for all events."""
        return None

    def organisations(self, user: User) -> Sequence[Organisation]:
        """Return nothing, because there are no organisations."""
        return ()

    def begin_event(self, user: User, stem: str, organisation: str, time: str) -> None:
        """Do nothing, because the event belongs to everybody."""

    def organisation_for(self, user: User, wanted: str) -> str:
        """Return an empty name, because there are no organisations."""
        return ""

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return nothing, because there are no organisations."""
        return ()

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Raise an error, because there are no members."""
        raise _no_members()

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """Return nothing, because there are no organisations."""
        return ()

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """Raise an error, because there are no members."""
        raise _no_members()

    def every_organisation(self) -> Sequence[Organisation]:
        """Return nothing, because there are no organisations."""
        return ()

    def owned_by(self, organisation: str) -> Sequence[str]:
        """Raise an error, because there are no organisations."""
        raise _no_members()


def _no_members() -> BadInput:
    remedy = say("a host with organisations has members: topboard host organisation")
    return BadInput([Problem(say("every account has its role in all events here"), remedy=remedy)])


class MembersOnly(Admission):
    """The rules of a server: members only, or without organisations those of a folder."""

    def __init__(self, host: Host) -> None:
        # Without a server its dependencies need not be installed.
        from topboard.storage.postgres import members

        self._host, self._members = host, members

    def by_members(self) -> bool:
        """Return whether there are organisations."""
        return self._members.has_organisations(self._host)

    def at_home(self, user: User) -> User:
        """Return the user, who may create events as a member of an organisation.

        What else they may do is decided in each event.
        """
        if not self.by_members():
            return user
        offices = {one.office for one in self.organisations(user)}
        if not offices:
            return User(user.name, Role.VIEWER)
        highest = next(one for one in self._members.OFFICES if one in offices)
        return User(user.name, Role.CHIEF, highest)

    def at_event(self, user: User, stem: str) -> User | None:
        """Return the user in the role that they have in the event."""
        role = self._members.role_in(self._host, user.name, stem)
        if role == self._members.OFFICER:
            return User(user.name, Role.CHIEF, role)
        if role is not None:
            return User(user.name, Role(role))
        return None if self.by_members() else user

    def seen_by(self, user: User) -> Collection[str] | None:
        """Return the user's own events and those of organisations in which they are an officer."""
        if not self.by_members():
            return None
        return frozenset(self._members.visible_events(self._host, user.name))

    def organisations(self, user: User) -> Sequence[Organisation]:
        """Return the organisations of which the user is a member."""
        return self._members.organisations_of(self._host, user.name)

    def begin_event(self, user: User, stem: str, organisation: str, time: str) -> None:
        """Assign the event to the organisation, with the user as its chief arbiter."""
        if organisation and self._members.role_in(self._host, user.name, stem) is None:
            by = self._members.ChangedBy(user.name, time)
            self._members.begin_event(self._host, stem, organisation, user.name, by)

    def organisation_for(self, user: User, wanted: str) -> str:
        """Return the organisation that the user names, or their only one."""
        if not self.by_members():
            return ""
        known = [one.slug for one in self.organisations(user)]
        if wanted not in known and (wanted or len(known) != 1):
            what = say("say to which organisation the event shall belong")
            remedy = say("one of: {known}", known=", ".join(known) or say("none yet"))
            raise BadInput([Problem(what, "organisation", wanted, remedy)])
        return wanted or known[0]

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return who has which role in an event."""
        return self._members.event_members(self._host, stem)

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Change a member of an event.

        Only the chief arbiter or an officer of the organisation may do so.
        """
        there = self.at_event(user, stem)
        if there is None or there.role is not Role.CHIEF:
            what = say("only the chief arbiter names the members of an event")
            raise NotAllowed([Problem(what, remedy=say("ask the chief arbiter"))])
        by = self._members.ChangedBy(user.name, time)
        self._members.put_event_member(self._host, stem, member, by)

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """Return who has which office in an organisation."""
        return self._members.members_of(self._host, organisation)

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """Change a member, which only an officer may do."""
        offices = {one.slug: one.office for one in self.organisations(user)}
        if offices.get(organisation) != self._members.OFFICER:
            what = say("only an officer names the members of an organisation")
            raise NotAllowed([Problem(what, remedy=say("ask an officer of it"))])
        by = self._members.ChangedBy(user.name, time)
        self._members.put_member(self._host, organisation, member, by)

    def every_organisation(self) -> Sequence[Organisation]:
        """Return all organisations of the server."""
        return self._members.organisations_of(self._host)

    def owned_by(self, organisation: str) -> Sequence[str]:
        """Return the events of an organisation."""
        return self._members.organisation_events(self._host, organisation)
