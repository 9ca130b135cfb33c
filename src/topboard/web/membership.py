"""Access control: the actions that a user may take in each event.

It is checked once per request, for pages and API alike. In a folder every account has its role in
every event. On a server with organisations an account has a role only in its own events and cannot
see the others.
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
    """The access rules of a repository."""

    def by_members(self) -> bool:
        """Return whether events have members, so that not every user sees every event."""

    def at_home(self, user: User) -> User:
        """Return the user with the role that they have outside of any event."""

    def at_event(self, user: User, stem: str) -> User | None:
        """Return the user with their role in an event, or None if they may not see the event."""

    def seen_by(self, user: User) -> Collection[str] | None:
        """Return the events that the user may see, or None if they may see all."""

    def organisations(self, user: User) -> Sequence[Organisation]:
        """Return the organisations for which the user may create events."""

    def begin_event(self, user: User, stem: str, organisation: str, time: str) -> None:
        """Assign a new event to an organisation, with the user as its chief arbiter."""

    def organisation_for(self, user: User, wanted: str) -> str:
        """Return the organisation to which a new event of the user will belong."""

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return the members of an event, with their roles."""

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Give an account a role in an event, or remove it, on behalf of the user."""

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """Return the members of an organisation, with their offices."""

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """Give an account an office in an organisation, or remove it, on behalf of the user."""

    def every_organisation(self) -> Sequence[Organisation]:
        """Return all organisations of the repository."""

    def owned_by(self, organisation: str) -> Sequence[str]:
        """Return the URL names of an organisation's events."""


class EverybodyEverywhere(Admission):
    """The access rules of a folder: every account has its role in every event."""

    def by_members(self) -> bool:
        """Return False, because every user sees every event."""
        return False

    def at_home(self, user: User) -> User:
        """Return the user with the role of the account."""
        return user

    def at_event(self, user: User, stem: str) -> User | None:
        """Return the user with the role of the account."""
        return user

    def seen_by(self, user: User) -> Collection[str] | None:
        """Return None, because every user sees all events."""
        return None

    def organisations(self, user: User) -> Sequence[Organisation]:
        """Return an empty tuple, because there are no organisations."""
        return ()

    def begin_event(self, user: User, stem: str, organisation: str, time: str) -> None:
        """Do nothing, because events do not belong to organisations."""

    def organisation_for(self, user: User, wanted: str) -> str:
        """Return an empty string, because there are no organisations."""
        return ""

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return an empty tuple, because there are no organisations."""
        return ()

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Raise an error, because there are no members."""
        raise _no_members()

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """Return an empty tuple, because there are no organisations."""
        return ()

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """Raise an error, because there are no members."""
        raise _no_members()

    def every_organisation(self) -> Sequence[Organisation]:
        """Return an empty tuple, because there are no organisations."""
        return ()

    def owned_by(self, organisation: str) -> Sequence[str]:
        """Raise an error, because there are no organisations."""
        raise _no_members()


def _no_members() -> BadInput:
    remedy = say("a host with organisations has members: topboard host organisation")
    return BadInput([Problem(say("every account has its role in all events here"), remedy=remedy)])


class MembersOnly(Admission):
    """The access rules of a server: members only, or those of a folder without organisations."""

    def __init__(self, host: Host) -> None:
        # The dependencies of the server need not be installed unless it is used.
        from topboard.storage.postgres import members

        self._host, self._members = host, members

    def by_members(self) -> bool:
        """Return whether the server has organisations."""
        return self._members.has_organisations(self._host)

    def at_home(self, user: User) -> User:
        """Return the user as seen outside any event.

        They may create events only if they are a member of an organisation. Everything else is
        decided by their role in each event.
        """
        if not self.by_members():
            return user
        offices = {one.office for one in self.organisations(user)}
        if not offices:
            return User(user.name, Role.VIEWER)
        highest = next(one for one in self._members.OFFICES if one in offices)
        return User(user.name, Role.CHIEF, highest)

    def at_event(self, user: User, stem: str) -> User | None:
        """Return the user with their role in the event, or None if they may not see it."""
        role = self._members.role_in(self._host, user.name, stem)
        if role == self._members.OFFICER:
            return User(user.name, Role.CHIEF, role)
        if role is not None:
            return User(user.name, Role(role))
        return None if self.by_members() else user

    def seen_by(self, user: User) -> Collection[str] | None:
        """Return the user's own events and those of organisations in which they are an officer.

        Return None for all events if there are no organisations.
        """
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
        """Return the organisation named by the user, or their only one.

        Raise ``BadInput`` if that is not possible.
        """
        if not self.by_members():
            return ""
        known = [one.slug for one in self.organisations(user)]
        if wanted not in known and (wanted or len(known) != 1):
            what = say("say to which organisation the event shall belong")
            remedy = say("one of: {known}", known=", ".join(known) or say("none yet"))
            raise BadInput([Problem(what, "organisation", wanted, remedy)])
        return wanted or known[0]

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return the members of an event, with their roles."""
        return self._members.event_members(self._host, stem)

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Change the role of a member in an event, or remove it.

        Raise ``NotAllowed`` unless the user is the chief arbiter or an officer of the organisation.
        """
        there = self.at_event(user, stem)
        if there is None or there.role is not Role.CHIEF:
            what = say("only the chief arbiter names the members of an event")
            raise NotAllowed([Problem(what, remedy=say("ask the chief arbiter"))])
        by = self._members.ChangedBy(user.name, time)
        self._members.put_event_member(self._host, stem, member, by)

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """Return the members of an organisation, with their offices."""
        return self._members.members_of(self._host, organisation)

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """Change the office of a member, or remove it; raise ``NotAllowed`` for non-officers."""
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
        """Return the URL names of an organisation's events."""
        return self._members.organisation_events(self._host, organisation)
