"""Who may do what in which event of a home: asked once for a request, by all pages and the API.

In a folder every account has its role in every event. On a host with organisations an account has
a role in its own events only, and for it there are no others.
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
    """Whom a home lets in where."""

    def by_members(self) -> bool:
        """Whether events have members, so that not everybody sees every event."""

    def at_home(self, user: User) -> User:
        """The user outside of any event, in the role that he has there."""

    def at_event(self, user: User, stem: str) -> User | None:
        """The user in an event; None: for him there is no such event."""

    def seen_by(self, user: User) -> Collection[str] | None:
        """The events that the user may see; None: all."""

    def organisations(self, user: User) -> Sequence[Organisation]:
        """In whose name the user may begin events."""

    def begin_event(self, user: User, stem: str, organisation: str, time: str) -> None:
        """Let a new event belong to an organisation, and the user be its chief arbiter."""

    def organisation_for(self, user: User, wanted: str) -> str:
        """The organisation to which a new event of the user shall belong."""

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Who has which role in an event."""

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """The user gives somebody a role in an event, or none any more."""

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """Who has which office in an organisation."""

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """The user gives somebody an office in an organisation, or none any more."""

    def every_organisation(self) -> Sequence[Organisation]:
        """All organisations of the home."""

    def owned_by(self, organisation: str) -> Sequence[str]:
        """The events of an organisation."""


class EverybodyEverywhere(Admission):
    """Every account has its role in every event."""

    def by_members(self) -> bool:
        """Nobody is left out."""
        return False

    def at_home(self, user: User) -> User:
        """The user as the account has it."""
        return user

    def at_event(self, user: User, stem: str) -> User | None:
        """The user as the account has it."""
        return user

    def seen_by(self, user: User) -> Collection[str] | None:
        """All events."""
        return None

    def organisations(self, user: User) -> Sequence[Organisation]:
        """There are none."""
        return ()

    def begin_event(self, user: User, stem: str, organisation: str, time: str) -> None:
        """The event is everybody's."""

    def organisation_for(self, user: User, wanted: str) -> str:
        """There is none."""
        return ""

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """There are none."""
        return ()

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """There are no members."""
        raise _no_members()

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """There are none."""
        return ()

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """There are no members."""
        raise _no_members()

    def every_organisation(self) -> Sequence[Organisation]:
        """There are none."""
        return ()

    def owned_by(self, organisation: str) -> Sequence[str]:
        """There are no organisations."""
        raise _no_members()


def _no_members() -> BadInput:
    remedy = say("a host with organisations has members: topboard host organisation")
    return BadInput([Problem(say("every account has its role in all events here"), remedy=remedy)])


class MembersOnly(Admission):
    """On a host with organisations: members only. Without any, as in a folder."""

    def __init__(self, host: Host) -> None:
        # Whoever has no host need not have what it needs.
        from topboard.storage.postgres import members

        self._host, self._members = host, members

    def by_members(self) -> bool:
        """Whether there are organisations."""
        return self._members.has_organisations(self._host)

    def at_home(self, user: User) -> User:
        """A member of an organisation may begin events; what else he may do, events say."""
        if not self.by_members():
            return user
        offices = {one.office for one in self.organisations(user)}
        if not offices:
            return User(user.name, Role.VIEWER)
        highest = next(one for one in self._members.OFFICES if one in offices)
        return User(user.name, Role.CHIEF, highest)

    def at_event(self, user: User, stem: str) -> User | None:
        """The user in the role that he has there."""
        role = self._members.role_in(self._host, user.name, stem)
        if role == self._members.OFFICER:
            return User(user.name, Role.CHIEF, role)
        if role is not None:
            return User(user.name, Role(role))
        return None if self.by_members() else user

    def seen_by(self, user: User) -> Collection[str] | None:
        """The events of which he is a member, and those of whose organisation he is an officer."""
        if not self.by_members():
            return None
        return frozenset(self._members.seen_by(self._host, user.name))

    def organisations(self, user: User) -> Sequence[Organisation]:
        """Those of which he is a member."""
        return self._members.organisations_of(self._host, user.name)

    def begin_event(self, user: User, stem: str, organisation: str, time: str) -> None:
        """Let the event belong to the organisation, and the user be its chief arbiter."""
        if organisation and self._members.role_in(self._host, user.name, stem) is None:
            by = self._members.ChangedBy(user.name, time)
            self._members.begin_event(self._host, stem, organisation, user.name, by)

    def organisation_for(self, user: User, wanted: str) -> str:
        """The one that he names, or his only one."""
        if not self.by_members():
            return ""
        known = [one.slug for one in self.organisations(user)]
        if wanted not in known and (wanted or len(known) != 1):
            what = say("say to which organisation the event shall belong")
            remedy = say("one of: {known}", known=", ".join(known) or say("none yet"))
            raise BadInput([Problem(what, "organisation", wanted, remedy)])
        return wanted or known[0]

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Who has which role in an event."""
        return self._members.event_members(self._host, stem)

    def put_in_event(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Only the chief arbiter, or an officer of the organisation, names members."""
        there = self.at_event(user, stem)
        if there is None or there.role is not Role.CHIEF:
            what = say("only the chief arbiter names the members of an event")
            raise NotAllowed([Problem(what, remedy=say("ask the chief arbiter"))])
        by = self._members.ChangedBy(user.name, time)
        self._members.put_event_member(self._host, stem, member, by)

    def members_of(self, organisation: str) -> Sequence[Membership]:
        """Who has which office in an organisation."""
        return self._members.members_of(self._host, organisation)

    def put_in(self, user: User, organisation: str, member: Membership, time: str) -> None:
        """Only an officer names members."""
        offices = {one.slug: one.office for one in self.organisations(user)}
        if offices.get(organisation) != self._members.OFFICER:
            what = say("only an officer names the members of an organisation")
            raise NotAllowed([Problem(what, remedy=say("ask an officer of it"))])
        by = self._members.ChangedBy(user.name, time)
        self._members.put_member(self._host, organisation, member, by)

    def every_organisation(self) -> Sequence[Organisation]:
        """All organisations of the host."""
        return self._members.organisations_of(self._host)

    def owned_by(self, organisation: str) -> Sequence[str]:
        """The events of an organisation."""
        return self._members.owned_by(self._host, organisation)
