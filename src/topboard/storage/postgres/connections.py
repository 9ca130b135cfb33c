"""A host: its connections, kept in a pool, and what goes wrong with them in words."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from topboard.errors import (
    BadInput,
    CannotReadOrWrite,
    Conflict,
    Problem,
    Unreachable,
    WrongVersion,
)
from topboard.messages import retold, say, worded
from topboard.storage.addresses import format_address, parse_address, without_secrets
from topboard.storage.journal import PATIENCE

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError, TimeoutError as PoolTimeout
except ImportError as error:
    raise CannotReadOrWrite(
        say("a host needs some packages: pip install 'topboard[hosted]' ({error})", error=error)
    ) from error

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Self

    from sqlalchemy import Connection, Engine

KEPT_OPEN, MOST_OPEN = 5, 20
"""Connections of one process: so many stay open, so many there are at most."""
EXAMPLE = worded(
    "postgresql://HOST:5432/DATABASE, with USER:PASSWORD@ before HOST; in a password @ is written"
    " %40, / %2F, : %3A"
)
SETTINGS: dict[str, Any] = {
    "connect_timeout": int(PATIENCE),
    # A server that has gone without a word is noticed before somebody at the desk gives up.
    "tcp_user_timeout": int(1000 * PATIENCE),
    "keepalives_idle": 30,
    "application_name": "topboard",
    "client_encoding": "utf-8",
}


class Host:
    """A database in which events live; threads may share it."""

    def __init__(self, url: str) -> None:
        self.url = parse_address(url).url
        self.address = format_address(self.url)
        """The address without its password, for messages."""
        _refuse_strange(self.url)
        self._engine: Engine = create_engine(
            "postgresql+psycopg://",
            creator=self.apart,
            pool_size=KEPT_OPEN,
            max_overflow=MOST_OPEN - KEPT_OPEN,
            pool_timeout=PATIENCE,
            # A connection that died while nobody used it, as all do when the server is started
            # again, is noticed before an act is begun on it.
            pool_pre_ping=True,
            # Statements carry personal data, which belong in no log.
            hide_parameters=True,
        )

    @classmethod
    def open(cls, url: str) -> Self:
        """A host that is set up for this version."""
        # Migrating needs a host in its turn.
        from topboard.storage.postgres.migrations import refuse_other_version

        host = cls(url)
        try:
            refuse_other_version(host)
        except BaseException:
            host.close()
            raise
        return host

    def __enter__(self) -> Self:
        """The host itself; its connections are closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections that nobody uses; a later act would open new ones."""
        self._engine.dispose()

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction: kept at the end of the block, and as if it had never been on an error."""
        with self.trouble(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def at_one_moment(self) -> Iterator[Connection]:
        """Read several things as they were at one time; what is written here is refused."""
        settings = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self.trouble(), self._engine.connect() as bare:
            connection = bare.execution_options(**settings)
            with connection.begin():
                yield connection

    def apart(self) -> psycopg.Connection[Any]:
        """A connection outside the pool, for one who waits for news; he closes it himself."""
        return psycopg.connect(self.conninfo())

    async def apart_async(self) -> psycopg.AsyncConnection[Any]:
        """The same for a loop; it takes part in no transaction, so that news come at once."""
        return await psycopg.AsyncConnection.connect(self.conninfo(), autocommit=True)

    def conninfo(self) -> str:
        """The address and our settings, as the driver takes them; it has the password."""
        return make_conninfo(self.url, **(SETTINGS | _said_in(self.url)))

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """Whatever the driver complains of, in words that say what to do."""
        try:
            yield
        except (SQLAlchemyError, psycopg.Error) as error:
            raise database_error(self, error) from error


def _refuse_strange(url: str) -> None:
    """Refuse what cannot be an address; what the driver says of it might quote a password."""
    try:
        known = conninfo_to_dict(url)
        ports = str(known.get("port", "")).split(",")
        right = all(port.isdigit() or not port for port in ports)
    except (psycopg.Error, UnicodeError):
        right = False
    if not right:
        what = say("not the address of a database")
        raise BadInput([Problem(what, format_address(url), remedy=retold(EXAMPLE))])


def _said_in(url: str) -> dict[str, Any]:
    """What the address itself says of our settings: that counts."""
    known = conninfo_to_dict(url)
    return {name: known[name] for name in SETTINGS if name in known}


# --- in words -----------------------------------------------------------------------------------


def database_error(host: Host, error: Exception) -> CannotReadOrWrite:
    """What to raise where the database complains."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlstate", None) or ""
    said = getattr(getattr(cause, "diag", None), "message_primary", None)
    why = without_secrets(said or str(cause).strip().partition("\n")[0], host.url)
    if not code and REFUSED in why:
        why = why.partition(REFUSED)[2].strip()
        code = _code_at_the_door(host, why)
    elif not code and isinstance(cause, psycopg.Error):
        code = LOST
    elif isinstance(cause, PoolTimeout):
        code = TOO_MANY
    places = {"address": host.address, "why": why}
    if code in BUSY:
        return Conflict(say("{address!r}: another is writing to the same event; retry", **places))
    if code in NOT_SET_UP:
        return WrongVersion(
            say(
                "{address!r} is not set up as a host for this Topboard ({why}): topboard host"
                " set-up does it",
                **places,
            )
        )
    return _kind(code)(_words(code, places))


def _code_at_the_door(host: Host, why: str) -> str:
    """Why the server lets nobody in: by its words, or where it speaks another language by a ping.

    The ping comes later than the refusal, so that the words count where we know them.
    """
    for words, code in AT_THE_DOOR.items():
        if words in why:
            return code
    ready = psycopg.pq.PGconn.ping(host.conninfo().encode()) == psycopg.pq.Ping.OK
    return NO_ACCESS if ready else LOST


def _kind(code: str) -> type[CannotReadOrWrite]:
    """What passes by itself is told apart: who waits may try again."""
    return Unreachable if code.startswith(AWAY) or code == TOO_MANY else CannotReadOrWrite


BUSY = ("40001", "40P01", "55P03")
"""Overtaken, locked by each other, or waited too long for one who writes."""
NOT_SET_UP = ("42P01", "42703", "42883")
"""A table, a column or a function is not there."""
NO_ACCESS, NO_RIGHT, DISK_FULL, TOO_MANY, READ_ONLY = "28000", "42501", "53100", "53300", "25006"
AWAY = ("08", "57P")
LOST = "08006"
"""There is no connection: the server is away, or went away."""
REFUSED = "FATAL:"
"""What the driver quotes where the server answers and lets nobody in; it has no code then."""
AT_THE_DOOR = {
    "too many": TOO_MANY,
    "connection slots": TOO_MANY,
    # It starts, ends, recovers, or stands by.
    "the database system is": LOST,
}


def is_lost(error: CannotReadOrWrite) -> bool:
    """Whether the connection broke, so that nobody knows what became of its last statement."""
    cause = error.__cause__
    return isinstance(cause, DBAPIError) and cause.connection_invalidated


def _words(code: str, places: dict[str, str]) -> str:
    if code.startswith(AWAY):
        return say(
            "{address!r} does not answer ({why}); see that the database runs, then try again",
            **places,
        )
    if code == NO_ACCESS:
        return say(
            "{address!r} lets nobody in ({why}): check the database, the user and the password in"
            " the address",
            **places,
        )
    if code == NO_RIGHT:
        return say(
            "{address!r}: {why}; the owner of the database gives this role its rights with"
            " topboard host set-up --web-role",
            **places,
        )
    if code == DISK_FULL:
        return say(
            "{address!r}: the disk of the database is full ({why}); nothing of the act was kept,"
            " the entries before it are intact: make room and try again",
            **places,
        )
    if code == TOO_MANY:
        return say(
            "{address!r} takes no more connections ({why}); nothing of the act was kept: start"
            " fewer workers, or raise its max_connections",
            **places,
        )
    if code == READ_ONLY:
        return say(
            "{address!r} can only be read ({why}); nothing of the act was kept: if it is a copy"
            " that stands by, use the address of the first one",
            **places,
        )
    return say("{address!r}: {why}; nothing of the act was kept", **places)
