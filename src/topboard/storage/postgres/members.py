"""The organisations on a server, their members, and the roles of accounts in events.

Every change is recorded with its author and time, in the same transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem, Refused
from topboard.messages import say
from topboard.storage.addresses import is_slug
from topboard.storage.organisations import ChangedBy, Membership, Organisation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from topboard.storage.postgres.connections import Host

OFFICER, ARBITER = "officer", "arbiter"
OFFICES = (OFFICER, ARBITER)
"""The offices in an organisation, starting with the highest.

An officer has access to all events of the organisation. An arbiter has access to events that they
created or were added to.
"""
CHIEF = "chief"
ROLES = (CHIEF, "deputy", "entry", "viewer")

_ROLE = text(
    "SELECT office FROM event JOIN owned_event ON owned_event.event = event.id"
    " JOIN organisation_member USING (organisation)"
    " WHERE slug = :slug AND account = :account AND office = :officer"
    " UNION ALL SELECT role FROM event JOIN event_member ON event_member.event = event.id"
    " WHERE slug = :slug AND account = :account"
)
_SEEN = text(
    "SELECT slug FROM event JOIN owned_event ON owned_event.event = event.id"
    " JOIN organisation_member USING (organisation)"
    " WHERE account = :account AND office = :officer"
    " UNION SELECT slug FROM event JOIN event_member ON event_member.event = event.id"
    " WHERE account = :account"
)


# --- who may do what ----------------------------------------------------------------------------


def has_organisations(host: Host) -> bool:
    """Return whether the server has organisations.

    On a server without organisations, an account has the same role in every event.
    """
    with host.transaction() as connection:
        query = text("SELECT EXISTS (SELECT FROM organisation)")
        return bool(connection.execute(query).scalar_one())


def find_role_in_event(host: Host, account: str, slug: str) -> str | None:
    """Return the role of an account in an event, or None if it may not see the event.

    An officer of the organisation that owns the event has all rights of a chief arbiter, even with
    a lesser role in the event.
    """
    asked = {"account": account, "slug": slug, "officer": OFFICER}
    with host.transaction() as connection:
        found: list[str] = [*connection.execute(_ROLE, asked).scalars()]
    return min(found, key=(CHIEF, OFFICER, *ROLES).index, default=None)


def list_visible_events(host: Host, account: str) -> list[str]:
    """Return the slugs of the events that an account may see."""
    with host.transaction() as connection:
        asked = {"account": account, "officer": OFFICER}
        return [*connection.execute(_SEEN, asked).scalars()]


def organisations_of_account(host: Host, account: str | None = None) -> list[Organisation]:
    """Return the organisations that an account belongs to, with its offices.

    Without an account, return all organisations on the server.
    """
    with host.transaction() as connection:
        if account is None:
            rows = connection.execute(text("SELECT slug, name FROM organisation ORDER BY slug"))
        else:
            query = (
                "SELECT slug, name, office FROM organisation JOIN organisation_member"
                " ON organisation = slug WHERE account = :account ORDER BY slug"
            )
            rows = connection.execute(text(query), {"account": account})
        return [Organisation(*row) for row in rows]


# --- members of an organisation -----------------------------------------------------------------


def create_or_rename_organisation(host: Host, slug: str, name: str, by: ChangedBy) -> None:
    """Create an organisation, or rename the one with this slug."""
    if not is_slug(slug):
        remedy = say("Use lower-case letters, digits and hyphens, such as cfc or chess-club-bern.")
        raise BadInput(
            [
                Problem(
                    say("this is not a valid short name for an organisation"),
                    quoted=slug,
                    remedy=remedy,
                )
            ]
        )
    if not name.strip() or not name.isprintable():
        raise BadInput([Problem(say("an organisation needs a name"), quoted=name)])
    statement = (
        "INSERT INTO organisation VALUES (:slug, :name)"
        " ON CONFLICT (slug) DO UPDATE SET name = excluded.name"
    )
    with host.transaction() as connection:
        connection.execute(text(statement), {"slug": slug, "name": name})
        _record_membership_change(connection, by, slug)


def list_organisation_members(host: Host, organisation: str) -> list[Membership]:
    """Return the members of an organisation with their offices, officers first."""
    with host.transaction() as connection:
        _refuse_unknown_organisation(connection, organisation)
        query = "SELECT account, office FROM organisation_member WHERE organisation = :slug"
        rows = connection.execute(
            text(f"{query} ORDER BY office DESC, account"), {"slug": organisation}
        )
        return [Membership(*row) for row in rows]


def set_organisation_member(
    host: Host, organisation: str, member: Membership, by: ChangedBy
) -> None:
    """Give an account an office in an organisation. An empty office removes the member.

    Raise ``Refused`` if the organisation would be left without an officer.
    """
    with host.transaction() as connection:
        _refuse_unknown_organisation(connection, organisation)
        _refuse_invalid_member(connection, member, OFFICES)
        if not _update_member_row(connection, _IN_ORGANISATION, organisation, member):
            what = say("This is the last officer of the organisation, which needs at least one.")
            remedy = say("Make another member an officer first.")
            raise Refused([Problem(what, organisation, member.account, remedy)])
        _record_membership_change(connection, by, organisation, None, member)


def list_organisation_events(host: Host, organisation: str) -> list[str]:
    """Return the slugs of the events that an organisation owns."""
    with host.transaction() as connection:
        _refuse_unknown_organisation(connection, organisation)
        query = (
            "SELECT slug FROM event JOIN owned_event ON owned_event.event = event.id"
            " WHERE organisation = :organisation ORDER BY slug"
        )
        return [*connection.execute(text(query), {"organisation": organisation}).scalars()]


def assign_event_owner(host: Host, slug: str, organisation: str, by: ChangedBy) -> None:
    """Make an organisation the owner of an event.

    Raise ``Refused`` if the event already has an owner.
    """
    with host.transaction() as connection:
        _assign_owner_in_transaction(
            connection, slug, _find_event_id(connection, slug), organisation, by
        )


def _assign_owner_in_transaction(
    connection: Connection, slug: str, event: object, organisation: str, by: ChangedBy
) -> None:
    _refuse_unknown_organisation(connection, organisation)
    statement = "INSERT INTO owned_event VALUES (:event, :slug) ON CONFLICT (event) DO NOTHING"
    known = {"event": event, "slug": organisation}
    if not connection.execute(text(statement), known).rowcount:
        what = say("The event already belongs to an organisation.")
        raise Refused([Problem(what, quoted=slug)])
    _record_membership_change(connection, by, organisation, event)


def assign_new_event_to_organisation(
    host: Host, slug: str, organisation: str, chief: str, by: ChangedBy
) -> None:
    """Make an organisation the owner of a new event and an account its chief arbiter."""
    with host.transaction() as connection:
        event = _find_event_id(connection, slug)
        _assign_owner_in_transaction(connection, slug, event, organisation, by)
        _set_event_role(connection, slug, event, Membership(chief, CHIEF), by)


# --- members of an event ------------------------------------------------------------------------


def list_event_members(host: Host, slug: str) -> list[Membership]:
    """Return the members of an event with their roles.

    Officers of the organisation that owns the event are not included.
    """
    with host.transaction() as connection:
        query = "SELECT account, role FROM event_member WHERE event = :event ORDER BY account"
        rows = connection.execute(text(query), {"event": _find_event_id(connection, slug)})
        found = [Membership(*row) for row in rows]
    return sorted(found, key=lambda one: ROLES.index(one.role))


def set_event_member(host: Host, slug: str, member: Membership, by: ChangedBy) -> None:
    """Give an account a role in an event. An empty role removes the member."""
    with host.transaction() as connection:
        _set_event_role(connection, slug, _find_event_id(connection, slug), member, by)


def _set_event_role(
    connection: Connection, slug: str, event: object, member: Membership, by: ChangedBy
) -> None:
    _refuse_invalid_member(connection, member, ROLES)
    if not _update_member_row(connection, _IN_EVENT, event, member):
        what = say("This is the last chief arbiter of the event, which needs at least one.")
        remedy = say("Make another member the chief arbiter first.")
        raise Refused([Problem(what, slug, member.account, remedy)])
    _record_membership_change(connection, by, "", event, member)


@dataclass(frozen=True, slots=True)
class _MemberTable:
    """A database table of members: its columns and the role that at least one member must have."""

    name: str
    of: str
    role: str
    needed: str


_IN_ORGANISATION = _MemberTable("organisation_member", "organisation", "office", OFFICER)
_IN_EVENT = _MemberTable("event_member", "event", "role", CHIEF)


def _update_member_row(
    connection: Connection, table: _MemberTable, of: object, member: Membership
) -> bool:
    """Add, change or remove a member. Return False if nobody is left with the required role."""
    # Other changes of the same members must wait, so that the last two cannot leave at the same
    # time.
    lock = text("SELECT pg_advisory_xact_lock(hashtextextended(:matter, 0))")
    connection.execute(lock, {"matter": f"{table.name} {of}"})
    known = {"of": of, "account": member.account, "role": member.role, "needed": table.needed}
    query = (
        f"SELECT EXISTS (SELECT FROM {table.name} WHERE {table.of} = :of"
        f" AND {table.role} = :needed)"
    )
    had = connection.execute(text(query), known).scalar_one()
    statement = f"DELETE FROM {table.name} WHERE {table.of} = :of AND account = :account"
    if member.role:
        statement = (
            f"INSERT INTO {table.name} VALUES (:of, :account, :role) ON CONFLICT"
            f" ({table.of}, account) DO UPDATE SET {table.role} = excluded.{table.role}"
        )
    connection.execute(text(statement), known)
    return not had or bool(connection.execute(text(query), known).scalar_one())


# --- record of changes --------------------------------------------------------------------------


def _record_membership_change(
    connection: Connection,
    by: ChangedBy,
    organisation: str,
    event: object = None,
    member: Membership | None = None,
) -> None:
    statement = (
        "INSERT INTO membership_change (time, who, organisation, event, account, role)"
        " VALUES (:time, :who, :organisation, :event, :account, :role)"
    )
    known = {"time": by.time, "who": by.who, "organisation": organisation, "event": event}
    about = {"account": member.account if member else "", "role": member.role if member else ""}
    connection.execute(text(statement), {**known, **about})


# --- checks -------------------------------------------------------------------------------------


def _refuse_unknown_organisation(connection: Connection, slug: str) -> None:
    query = text("SELECT slug FROM organisation ORDER BY slug")
    known = [*connection.execute(query).scalars()]
    if slug not in known:
        remedy = say("Create the organisation with topboard host organisation URL WORD NAME.")
        if known:
            remedy = say("Choose one of: {known}.", known=", ".join(known))
        raise BadInput([Problem(say("there is no such organisation"), quoted=slug, remedy=remedy)])


def _refuse_invalid_member(
    connection: Connection, member: Membership, roles: Sequence[str]
) -> None:
    query = text("SELECT EXISTS (SELECT FROM account WHERE name = :name)")
    is_known = (
        member.account.isprintable()
        and connection.execute(query, {"name": member.account}).scalar_one()
    )
    if not is_known:
        remedy = say("Create the account with topboard serve URL --add-user NAME ROLE.")
        raise BadInput(
            [Problem(say("there is no such account"), quoted=member.account, remedy=remedy)]
        )
    if member.role not in (*roles, ""):
        remedy = say("Choose one of: {known}.", known=", ".join(roles))
        raise BadInput([Problem(say("there is no such role"), quoted=member.role, remedy=remedy)])


def _find_event_id(connection: Connection, slug: str) -> object:
    found = connection.execute(
        text("SELECT id FROM event WHERE slug = :slug"), {"slug": slug}
    ).scalar()
    if found is None:
        raise BadInput([Problem(say("this event does not exist"), quoted=slug)])
    return found
