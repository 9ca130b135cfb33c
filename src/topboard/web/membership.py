"""Access control: the roles that users have in each event.

Pages and the API check access once per request. In a data folder, every account has its role in
every event. On a server with organisations, an account has roles only in its own events and cannot
see the others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.storage.organisations import Membership, Organisation
from topboard.web.accounts import User


class AccessRules(Protocol):
    """The access rules of a repository, which determine a user's role in each event."""

    def requires_membership(self) -> bool:
        """Return whether users see only the events of which they are members."""

    def user_with_role_outside_events(self, user: User) -> User:
        """Return the user with the role that they have outside events."""

    def user_with_role_in_event(self, user: User, stem: str) -> User | None:
        """Return the user with their role in an event, or None if they may not see the event."""

    def events_visible_to(self, user: User) -> Collection[str] | None:
        """Return the URL names of the events that the user may see, or None for all events."""

    def organisations_of_user(self, user: User) -> Sequence[Organisation]:
        """Return the organisations for which the user may create events."""

    def assign_new_event_to_organisation(
        self, user: User, stem: str, organisation: str, time: str
    ) -> None:
        """Assign a new event to an organisation, with the user as its chief arbiter."""

    def choose_organisation_for_new_event(self, user: User, wanted: str) -> str:
        """Return the organisation that will own the user's new event.

        This is ``wanted`` or, if that is empty, the user's only organisation. Raise ``BadInput`` if
        the user may not use it or must choose one.
        """

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return the members of an event, with their roles."""

    def change_event_member(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Set the role of an account in an event on behalf of the user, or end its membership."""

    def members_of_organisation(self, organisation: str) -> Sequence[Membership]:
        """Return the members of an organisation, with their offices."""

    def change_organisation_member(
        self, user: User, organisation: str, member: Membership, time: str
    ) -> None:
        """Set the office of an account in an organisation on behalf of the user, or end its
        membership.
        """

    def all_organisations(self) -> Sequence[Organisation]:
        """Return all organisations in the repository."""

    def events_of_organisation(self, organisation: str) -> Sequence[str]:
        """Return the URL names of an organisation's events."""


class OpenAccessRules(AccessRules):
    """The access rules of a data folder, where every account has its role in every event."""

    def requires_membership(self) -> bool:
        """Return False, because every user sees every event."""
        return False

    def user_with_role_outside_events(self, user: User) -> User:
        """Return the user unchanged, because an account has the same role everywhere."""
        return user

    def user_with_role_in_event(self, user: User, stem: str) -> User | None:
        """Return the user unchanged, because an account has the same role in every event."""
        return user

    def events_visible_to(self, user: User) -> Collection[str] | None:
        """Return None, because every user may see all events."""
        return None

    def organisations_of_user(self, user: User) -> Sequence[Organisation]:
        """Return an empty tuple, because there are no organisations."""
        return ()

    def assign_new_event_to_organisation(
        self, user: User, stem: str, organisation: str, time: str
    ) -> None:
        """Do nothing, because events do not belong to organisations."""

    def choose_organisation_for_new_event(self, user: User, wanted: str) -> str:
        """Return an empty string, because there are no organisations."""
        return ""

    def members_of_event(self, stem: str) -> Sequence[Membership]:
        """Return an empty tuple, because events in a folder have no members."""
        return ()

    def change_event_member(self, user: User, stem: str, member: Membership, time: str) -> None:
        """Raise ``BadInput``, because events in a folder have no members."""
        raise _no_members_error()

    def members_of_organisation(self, organisation: str) -> Sequence[Membership]:
        """Return an empty tuple, because there are no organisations."""
        return ()

    def change_organisation_member(
        self, user: User, organisation: str, member: Membership, time: str
    ) -> None:
        """Raise ``BadInput``, because there are no organisations."""
        raise _no_members_error()

    def all_organisations(self) -> Sequence[Organisation]:
        """Return an empty tuple, because there are no organisations."""
        return ()

    def events_of_organisation(self, organisation: str) -> Sequence[str]:
        """Raise ``BadInput``, because there are no organisations."""
        raise _no_members_error()


def _no_members_error() -> BadInput:
    remedy = say(
        "To manage members, set up a server with organisations. See topboard host organisation."
    )
    return BadInput(
        [Problem(say("Each account has the same role in all events on this desk."), remedy=remedy)]
    )
