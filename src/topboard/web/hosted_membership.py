"""Access control on a server where events belong to organisations and have members."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.storage.organisations import ChangedBy, Membership, Organisation
from topboard.storage.postgres import accounts, members
from topboard.storage.postgres.connections import Host
from topboard.web.accounts import NotAllowed, Role, User
from topboard.web.membership import AccessRules


class HostedAccessRules(AccessRules):
    """The access rules of a server.

    If it has no organisations, every account has its role in all events.
    """

    def __init__(self, host: Host) -> None:
        self._host = host

    def requires_membership(self) -> bool:
        """Return whether the server has organisations. If so, users see only their own events."""
        return members.has_organisations(self._host)

    def user_with_role_outside_events(self, user: User) -> User:
        """Return the user with the role that they have outside events.

        If the server has organisations, only their members may create events.
        """
        if not self.requires_membership():
            return user.with_role(self._role_of_owner(user)) if user.owner else user
        offices = {one.office for one in self.organisations_of_user(user)}
        if not offices:
            return user.with_role(Role.VIEWER)
        highest = next(one for one in members.OFFICES if one in offices)
        return user.with_role(Role.CHIEF, highest)

    def _role_of_owner(self, program: User) -> Role:
        """Return the role of the account whose token a program uses."""
        found = accounts.find_account(self._host, program.owner, "")
        return Role.VIEWER if found is None else Role(found[0])

    def user_with_role_in_event(self, user: User, stem: str) -> User | None:
        """Return the user with their role in an event, or None if they may not see the event."""
        role = members.find_role_in_event(self._host, user.account, stem)
        if role == members.OFFICER:
            return user.with_role(Role.CHIEF, role)
        if role is not None:
            return user.with_role(Role(role))
        return None if self.requires_membership() else user

    def events_visible_to(self, user: User) -> Collection[str] | None:
        """Return the URL names of the events that the user may see, or None for all events.

        Users see their own events, and officers see all events of their organisation.
        """
        if not self.requires_membership():
            return None
        return frozenset(members.list_visible_events(self._host, user.account))

    def organisations_of_user(self, user: User) -> Sequence[Organisation]:
        """Return the organisations of which the user is a member."""
        return members.organisations_of_account(self._host, user.account)

    def assign_new_event_to_organisation(
        self, user: User, stem: str, organisation: str, time: str
    ) -> None:
        """Assign an event without members to an organisation, with the user as its chief
        arbiter.
        """
        if organisation and members.find_role_in_event(self._host, user.account, stem) is None:
            by = ChangedBy(user.name, time)
            members.assign_new_event_to_organisation(
                self._host, stem, organisation, user.account, by
            )

    def choose_organisation_for_new_event(self, user: User, wanted: str) -> str:
        """Return the organisation ``wanted``, or the user's only organisation if ``wanted`` is
        empty.

        Raise ``BadInput`` if the user is not a member or must choose between several organisations.
        """
        if not self.requires_membership():
            return ""
        known = [one.slug for one in self.organisations_of_user(user)]
        if wanted not in known and (wanted or len(known) != 1):
            what = (
                say("you are not a member of this organisation")
                if wanted
                else say("no organisation was chosen")
            )
            remedy = (
                say("Choose one of: {known}.", known=", ".join(known))
                if known
                else say("Ask an officer to add you to an organisation.")
            )
            raise BadInput([Problem(what, "organisation", wanted, remedy)])
        return wanted or known[0]

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return the members of an event, with their roles."""
        return members.list_event_members(self._host, stem)

    def change_event_member(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Set the role of an account in an event, or end its membership.

        Raise ``NotAllowed`` unless the user is the chief arbiter or an officer of the organisation.
        """
        there = self.user_with_role_in_event(user, stem)
        if there is None or there.role is not Role.CHIEF:
            what = say("Only the chief arbiter can change the members of an event.")
            raise NotAllowed([Problem(what, remedy=say("Ask the chief arbiter."))])
        by = ChangedBy(user.name, time)
        members.set_event_member(self._host, stem, member, by)

    def members_of_organisation(self, organisation: str) -> Sequence[Membership]:
        """Return the members of an organisation, with their offices."""
        return members.list_organisation_members(self._host, organisation)

    def change_organisation_member(
        self, user: User, organisation: str, member: Membership, time: str
    ) -> None:
        """Set the office of an account in an organisation, or end its membership.

        Raise ``NotAllowed`` if the user is not an officer of the organisation.
        """
        offices = {one.slug: one.office for one in self.organisations_of_user(user)}
        if offices.get(organisation) != members.OFFICER:
            what = say("Only an officer can change the members of an organisation.")
            raise NotAllowed([Problem(what, remedy=say("Ask an officer of the organisation."))])
        by = ChangedBy(user.name, time)
        members.set_organisation_member(self._host, organisation, member, by)

    def all_organisations(self) -> Sequence[Organisation]:
        """Return all organisations on the server."""
        return members.organisations_of_account(self._host)

    def events_of_organisation(self, organisation: str) -> Sequence[str]:
        """Return the URL names of an organisation's events."""
        return members.list_organisation_events(self._host, organisation)
