"""The connection pool for a server, and the conversion of database errors to Topboard errors."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError, TimeoutError as PoolTimeout

from topboard.errors import (
    BadInput,
    CannotReadOrWrite,
    Conflict,
    Problem,
    Unreachable,
    WrongVersion,
)
from topboard.messages import say, translate_worded, worded
from topboard.storage.addresses import (
    format_address_without_password,
    hide_address_password_in_message,
    parse_address,
)
from topboard.storage.journal import PATIENCE
from topboard.storage.postgres.migrations import refuse_unless_same_migrations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Self

    from sqlalchemy import Connection, Engine

KEPT_OPEN, MOST_OPEN = 5, 20
"""The number of idle connections that a process keeps open, and the maximum number open."""
EXAMPLE = worded(
    "Write postgresql://HOST:5432/DATABASE, with USER:PASSWORD@ before HOST. In a password, write "
    "@ as %40, / as %2F and : as %3A."
)
"""The remedy for an invalid address.

It lists the parts separately, because the password in a complete example would be hidden.
"""
SETTINGS: dict[str, Any] = {
    "connect_timeout": int(PATIENCE),
    # A server that disappears silently is noticed before the user gives up.
    "tcp_user_timeout": int(1000 * PATIENCE),
    "keepalives_idle": 30,
    "application_name": "topboard",
    "client_encoding": "utf-8",
}


class Host:
    """A server, that is, a database with events. Threads can share this object."""

    def __init__(self, url: str) -> None:
        self.url = parse_address(url).url
        self.address = format_address_without_password(self.url)
        """The address without its password, for messages."""
        _refuse_invalid_url(self.url)
        self._engine: Engine = create_engine(
            "postgresql+psycopg://",
            creator=self.open_unpooled_connection,
            pool_size=KEPT_OPEN,
            max_overflow=MOST_OPEN - KEPT_OPEN,
            pool_timeout=PATIENCE,
            # A connection that died while idle, as all do when the server restarts, is noticed
            # before an action starts on it.
            pool_pre_ping=True,
            # Statements contain personal data, which must not be logged.
            hide_parameters=True,
        )

    @classmethod
    def open(cls, url: str) -> Self:
        """Return the server at an address.

        Raise ``WrongVersion`` unless its tables match this version of Topboard.
        """

        host = cls(url)
        try:
            refuse_unless_same_migrations(host)
        except BaseException:
            host.close()
            raise
        return host

    def __enter__(self) -> Self:
        """Return the server itself, whose connections are closed when the block ends."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the idle connections. A later action would open new ones."""
        self._engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Yield a connection in a transaction.

        The transaction is committed when the block ends, or rolled back on an error.
        """
        with self.convert_driver_errors(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def open_read_snapshot(self) -> Iterator[Connection]:
        """Yield a connection in a read-only transaction that sees a consistent snapshot."""
        settings = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self.convert_driver_errors(), self._engine.connect() as bare:
            connection = bare.execution_options(**settings)
            with connection.begin():
                yield connection

    def open_unpooled_connection(self) -> psycopg.Connection[Any]:
        """Return a connection outside the pool, which the caller must close."""
        return psycopg.connect(self.connection_string())

    async def open_async_connection(self) -> psycopg.AsyncConnection[Any]:
        """Return a connection outside the pool for an event loop.

        It uses no transactions, so that notifications arrive without delay.
        """
        return await psycopg.AsyncConnection.connect(self.connection_string(), autocommit=True)

    def connection_string(self) -> str:
        """Return the connection string, which includes the password and Topboard's settings."""
        return make_conninfo(self.url, **(SETTINGS | _find_settings_in_url(self.url)))

    @contextmanager
    def convert_driver_errors(self) -> Iterator[None]:
        """Convert driver errors inside the block to Topboard errors with advice for the user."""
        try:
            yield
        except (SQLAlchemyError, psycopg.Error) as error:
            raise build_database_error(self, error) from error


def _refuse_invalid_url(url: str) -> None:
    """Raise ``BadInput`` if an address is invalid.

    The driver's message is left out, because it might quote the password.
    """
    try:
        known = conninfo_to_dict(url)
        ports = str(known.get("port", "")).split(",")
        right = all(port.isdigit() or not port for port in ports)
    except (psycopg.Error, UnicodeError):
        right = False
    if not right:
        what = say("this is not the address of a database")
        raise BadInput(
            [Problem(what, format_address_without_password(url), remedy=translate_worded(EXAMPLE))]
        )


def _find_settings_in_url(url: str) -> dict[str, Any]:
    """Return the connection settings in the address, which take precedence over Topboard's."""
    known = conninfo_to_dict(url)
    return {name: known[name] for name in SETTINGS if name in known}


# --- error messages -----------------------------------------------------------------------------


def build_database_error(host: Host, error: Exception) -> CannotReadOrWrite:
    """Return the Topboard error for an error raised by the database driver."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlstate", None) or ""
    said = getattr(getattr(cause, "diag", None), "message_primary", None)
    why = hide_address_password_in_message(said or str(cause).strip().partition("\n")[0], host.url)
    if not code and REFUSED in why:
        why = why.partition(REFUSED)[2].strip()
        code = _find_code_of_refused_connection(host, why)
    elif not code and isinstance(cause, psycopg.Error):
        code = LOST
    elif isinstance(cause, PoolTimeout):
        code = TOO_MANY
    places = {"address": host.address, "why": why}
    if code in BUSY:
        return Conflict(
            say("{address!r}: someone else is writing to the same event. Try again.", **places)
        )
    if code in NOT_SET_UP:
        return WrongVersion(
            say(
                "{address!r} is not set up as a server for this version of Topboard ({why}). Run "
                "topboard host set-up.",
                **places,
            )
        )
    return _find_error_class(code)(_format_error(code, places))


def _find_code_of_refused_connection(host: Host, why: str) -> str:
    """Return the error code for a refused connection.

    It is derived from the server's message. If the message is not recognized, for example because
    of its language, the server is pinged.
    """
    for words, code in REFUSAL_CODES.items():
        if words in why:
            return code
    ready = psycopg.pq.PGconn.ping(host.connection_string().encode()) == psycopg.pq.Ping.OK
    return NO_ACCESS if ready else LOST


def _find_error_class(code: str) -> type[CannotReadOrWrite]:
    """Return the exception class for an error code.

    It is ``Unreachable`` if trying again may help.
    """
    return Unreachable if code.startswith(AWAY) or code == TOO_MANY else CannotReadOrWrite


BUSY = ("40001", "40P01", "55P03")
"""Error codes for a conflict with another transaction, a deadlock and a lock timeout."""
NOT_SET_UP = ("42P01", "42703", "42883")
"""Error codes for a missing table, column or function."""
NO_ACCESS, NO_RIGHT, DISK_FULL, TOO_MANY, READ_ONLY = "28000", "42501", "53100", "53300", "25006"
AWAY = ("08", "57P")
LOST = "08006"
"""The error code for a lost or failed connection, for example because the server is down."""
REFUSED = "FATAL:"
"""The start of the driver's message if the server answers but rejects the connection.

Such an error has no code.
"""
REFUSAL_CODES = {
    "too many": TOO_MANY,
    "connection slots": TOO_MANY,
    # The server is starting, shutting down, recovering or on standby.
    "the database system is": LOST,
}


def is_connection_lost(error: CannotReadOrWrite) -> bool:
    """Return whether the connection was lost, so that the last statement's outcome is unknown."""
    cause = error.__cause__
    return isinstance(cause, DBAPIError) and cause.connection_invalidated


def _format_error(code: str, places: dict[str, str]) -> str:
    if code.startswith(AWAY):
        return say(
            "{address!r} does not answer ({why}). Make sure that the database is running, then "
            "try again.",
            **places,
        )
    if code == NO_ACCESS:
        return say(
            "{address!r} refused the connection ({why}). Check the database, the user and the "
            "password in the address.",
            **places,
        )
    if code == NO_RIGHT:
        return say(
            "{address!r}: {why}. The owner of the database can grant this role its rights with "
            "topboard host set-up --web-role.",
            **places,
        )
    if code == DISK_FULL:
        return say(
            "{address!r}: the disk of the database is full ({why}). The action was not saved, "
            "but earlier journal entries are intact. Free some space and try again.",
            **places,
        )
    if code == TOO_MANY:
        return say(
            "{address!r} accepts no more connections ({why}). The action was not saved. Start "
            "fewer workers or raise max_connections.",
            **places,
        )
    if code == READ_ONLY:
        return say(
            "{address!r} is read-only ({why}). The action was not saved. If this is a standby "
            "server, use the address of the primary.",
            **places,
        )
    return say("{address!r}: {why}. The action was not saved.", **places)
