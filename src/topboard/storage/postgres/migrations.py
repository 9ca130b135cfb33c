"""The database tables on a server, and the rights of the database role that web workers use.

The tables are defined by SQL files that are applied once, in order, and never changed afterwards.
The role may read and add journal entries but not change or remove them.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from sqlalchemy import text

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem, WrongVersion
from topboard.messages import say

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from topboard.storage.postgres.connections import Host


@dataclass(frozen=True, slots=True)
class Migration:
    """A numbered SQL file that creates or changes tables."""

    number: int
    name: str
    sql: str

    @property
    def digest(self) -> str:
        """Return the hash of the file, which reveals later changes to it."""
        return sha256(self.sql.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SetUpResult:
    """The result of setting up a server: the applied migrations and the roles that got rights."""

    applied: tuple[Migration, ...]
    roles: tuple[str, ...]
    """The database roles to which rights were granted."""


def load_migrations() -> list[Migration]:
    """Return all migrations, sorted by number."""
    folder = files("topboard.storage.postgres") / "migrations"
    found = sorted(
        (one.name, one.read_text(encoding="utf-8"))
        for one in folder.iterdir()
        if one.name.endswith(".sql")
    )
    return [Migration(int(name[:4]), name[5:-4], sql) for name, sql in found]


_RECORD = """
CREATE TABLE IF NOT EXISTS migration (
    number  integer PRIMARY KEY,
    name    text NOT NULL,
    digest  text NOT NULL,
    applied timestamptz NOT NULL DEFAULT now()
)
"""


def set_up_server(host: Host, web_role: str = "") -> SetUpResult:
    """Apply the missing migrations in one transaction, and grant the web workers' role its rights.

    Only one process can set up a server at a time.
    """
    with host.transaction() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended('migration', 0))"))
        connection.exec_driver_sql(_RECORD)
        known = load_applied_migration_digests(connection)
        refuse_unknown_migrations(host, known)
        missing = tuple(one for one in load_migrations() if one.number not in known)
        for one in missing:
            _apply_migration(connection, one)
        return SetUpResult(missing, grant_web_role_rights(connection, host, web_role))


def _apply_migration(connection: Connection, step: Migration) -> None:
    # The driver accepts several statements in one string only if it is called directly and without
    # parameters.
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute(step.sql)
    connection.execute(
        text("INSERT INTO migration (number, name, digest) VALUES (:number, :name, :digest)"),
        {"number": step.number, "name": step.name, "digest": step.digest},
    )


def load_applied_migration_digests(connection: Connection) -> dict[int, str]:
    """Return the digests of the migrations applied to the server, keyed by migration number."""
    rows = connection.execute(text("SELECT number, digest FROM migration ORDER BY number"))
    return {number: digest for number, digest in rows}


def refuse_unknown_migrations(host: Host, known: dict[int, str]) -> None:
    """Raise ``WrongVersion`` if the server has a migration that this version does not know.

    A migration with different SQL also counts as unknown.
    """
    ours = {step.number: step for step in load_migrations()}
    if newer := [number for number in known if number > max(ours)]:
        raise WrongVersion(
            say(
                "{address!r} was set up by a newer version of Topboard (step {number}, but this "
                "version knows only steps up to {known}). Use that version here too.",
                address=host.address,
                number=newer[-1],
                known=max(ours),
            )
        )
    for number, digest in known.items():
        step = ours.get(number)
        if step is None or step.digest != digest:
            raise WrongVersion(
                say(
                    "{address!r} was set up by an unreleased version of Topboard: step {number} of "
                    "its table setup differs. Move its events to a new server.",
                    address=host.address,
                    number=number,
                )
            )


def refuse_unless_same_migrations(host: Host) -> None:
    """Raise ``WrongVersion`` unless the server has exactly the migrations of this version."""
    with host.open_read_snapshot() as connection:
        known = load_applied_migration_digests(connection)
    refuse_unknown_migrations(host, known)
    if missing := [step for step in load_migrations() if step.number not in known]:
        raise WrongVersion(
            say(
                "{address!r} was set up by an older version of Topboard and lacks step {number} "
                "({name}). Run topboard host set-up to add it; all journal entries are kept.",
                address=host.address,
                number=missing[0].number,
                name=missing[0].name,
            )
        )


# --- rights -----------------------------------------------------------------------------------


RIGHTS = {
    "migration": "SELECT",
    "api_token": "SELECT, INSERT, UPDATE, DELETE",
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
    "account": "SELECT, INSERT, UPDATE, DELETE",
    "signed_in_session": "SELECT, INSERT, UPDATE, DELETE",
    "ended_session": "SELECT, INSERT, DELETE",
    "failed_sign_in": "SELECT, INSERT, DELETE",
    "cookie_key": "SELECT, INSERT",
    "job": "SELECT, INSERT, UPDATE, DELETE",
    "job_step": "SELECT, INSERT",
}
"""The rights of the web workers' role on each table. It has no rights on other tables."""


def grant_web_role_rights(connection: Connection, host: Host, role: str) -> tuple[str, ...]:
    """Grant the role its rights on all tables, and return all roles with these rights.

    Roles that were set up earlier also get their rights on new tables.
    """
    if role and not _does_database_role_exist(connection, role):
        remedy = say(
            "Create the role in psql with CREATE ROLE {role} LOGIN PASSWORD '...'.", role=role
        )
        what = say("there is no such role")
        raise BadInput([Problem(what, host.address, role, remedy)])
    roles = tuple(dict.fromkeys((*_list_roles_with_rights(connection), *([role] if role else ()))))
    quote = connection.dialect.identifier_preparer.quote_identifier
    for one in roles:
        for table, rights in RIGHTS.items():
            connection.exec_driver_sql(f"REVOKE ALL ON {quote(table)} FROM {quote(one)}")
            connection.exec_driver_sql(f"GRANT {rights} ON {quote(table)} TO {quote(one)}")
    return roles


def _does_database_role_exist(connection: Connection, role: str) -> bool:
    query = text("SELECT 1 FROM pg_roles WHERE rolname = :role")
    return connection.execute(query, {"role": role}).first() is not None


def _list_roles_with_rights(connection: Connection) -> list[str]:
    query = text(
        "SELECT DISTINCT pg_get_userbyid(grantee) FROM pg_class, aclexplode(relacl)"
        " WHERE pg_class.oid = 'entry'::regclass AND grantee NOT IN (0, relowner)"
        " AND privilege_type = 'INSERT' ORDER BY 1"
    )
    return list(connection.execute(query).scalars())
