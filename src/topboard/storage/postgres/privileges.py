"""The database rights of the role that web workers use.

It may add and read journal entries but not change or remove them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

from topboard.errors import BadInput, Problem
from topboard.messages import say

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from topboard.storage.postgres.connections import Host

RIGHTS = {
    "migration": "SELECT",
    "event": "SELECT, INSERT, UPDATE",
    "entry": "SELECT, INSERT",
    "personal": "SELECT, INSERT, DELETE",
    "signing_key": "SELECT, INSERT, DELETE",
    "organisation": "SELECT",
    "owned_event": "SELECT, INSERT",
    "organisation_member": "SELECT, INSERT, UPDATE, DELETE",
    "event_member": "SELECT, INSERT, UPDATE, DELETE",
    "membership_change": "SELECT, INSERT",
    "event_template": "SELECT, INSERT, UPDATE, DELETE",
    "account": "SELECT, INSERT, UPDATE",
    "ended_session": "SELECT, INSERT, DELETE",
    "failed_sign_in": "SELECT, INSERT, DELETE",
    "cookie_key": "SELECT, INSERT",
    "job": "SELECT, INSERT, UPDATE, DELETE",
    "job_step": "SELECT, INSERT",
}
"""The rights of the role on each table; it has no rights on other tables."""


def grant_rights(connection: Connection, host: Host, role: str) -> tuple[str, ...]:
    """Grant a role its rights, and grant roles set up earlier their rights on new tables."""
    if role and not _is_role(connection, role):
        remedy = say("CREATE ROLE {role} LOGIN PASSWORD '...' makes it, in psql", role=role)
        what = say("there is no such role")
        raise BadInput([Problem(what, host.address, role, remedy)])
    roles = tuple(dict.fromkeys((*_roles_with_rights(connection), *([role] if role else ()))))
    quote = connection.dialect.identifier_preparer.quote_identifier
    for one in roles:
        for table, rights in RIGHTS.items():
            connection.exec_driver_sql(f"REVOKE ALL ON {quote(table)} FROM {quote(one)}")
            connection.exec_driver_sql(f"GRANT {rights} ON {quote(table)} TO {quote(one)}")
    return roles


def _is_role(connection: Connection, role: str) -> bool:
    query = text("SELECT 1 FROM pg_roles WHERE rolname = :role")
    return connection.execute(query, {"role": role}).first() is not None


def _roles_with_rights(connection: Connection) -> list[str]:
    query = text(
        "SELECT DISTINCT pg_get_userbyid(grantee) FROM pg_class, aclexplode(relacl)"
        " WHERE pg_class.oid = 'entry'::regclass AND grantee NOT IN (0, relowner)"
        " AND privilege_type = 'INSERT' ORDER BY 1"
    )
    return list(connection.execute(query).scalars())
