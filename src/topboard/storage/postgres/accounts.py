"""The accounts on a server, stored in the database so that all workers share them.

The times of failed sign-ins come from the database, because the clocks of the workers may differ.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import text

if TYPE_CHECKING:
    from topboard.storage.postgres.connections import Host

_SOMEBODY = text("SELECT EXISTS (SELECT FROM account)")
_FIND = text(
    "SELECT role, hash FROM account WHERE name = :name"
    " AND NOT EXISTS (SELECT FROM ended_session WHERE mark = :mark)"
)
_PUT = text(
    "INSERT INTO account (name, role, hash) VALUES (:name, :role, :hash)"
    " ON CONFLICT (name) DO UPDATE SET role = excluded.role, hash = excluded.hash"
)
_DELETE = text("DELETE FROM account WHERE name = :name")
_FORGET_SESSIONS = text("DELETE FROM signed_in_session WHERE account = :name")
_FORGET_OLD_SESSIONS = text("DELETE FROM signed_in_session WHERE begun < to_timestamp(:until)")
_BEGIN = text(
    "INSERT INTO signed_in_session (mark, account, device, begun)"
    " VALUES (:mark, :name, :device, to_timestamp(:now))"
    " ON CONFLICT (mark) DO UPDATE SET account = excluded.account, begun = excluded.begun"
)
_SESSIONS = text(
    "SELECT mark, device, extract(epoch FROM begun)::float8 FROM signed_in_session"
    " WHERE account = :name AND begun > to_timestamp(:since)"
    " AND NOT EXISTS (SELECT FROM ended_session WHERE ended_session.mark = signed_in_session.mark)"
    " ORDER BY begun DESC"
)
_FORGET_ENDED = text("DELETE FROM ended_session WHERE ended < to_timestamp(:until)")
_END = text(
    "INSERT INTO ended_session (mark, ended) VALUES (:mark, to_timestamp(:now))"
    " ON CONFLICT (mark) DO NOTHING"
)
_NEW_KEY = text(
    "INSERT INTO cookie_key (is_the_one, secret) VALUES (true, :secret)"
    " ON CONFLICT (is_the_one) DO NOTHING"
)
_KEY = text("SELECT secret FROM cookie_key")
_FORGET_FAILED = text(
    "DELETE FROM failed_sign_in WHERE failed <= now() - make_interval(secs => :seconds)"
)
_FAIL = text("INSERT INTO failed_sign_in (mark, failed) VALUES (:mark, now())")
_WAIT = text(
    "SELECT count(*), extract(epoch FROM min(failed) - now()) + :seconds FROM failed_sign_in"
    " WHERE mark = :mark AND failed > now() - make_interval(secs => :seconds)"
)


def has_server_any_accounts(host: Host) -> bool:
    """Return whether the server has any accounts."""
    with host.transaction() as connection:
        return bool(connection.execute(_SOMEBODY).scalar_one())


def find_account(host: Host, name: str, mark: str) -> tuple[str, str] | None:
    """Return the role and the password hash of an account.

    Return None if the account does not exist or the session identified by ``mark`` has ended.
    """
    with host.transaction() as connection:
        found = connection.execute(_FIND, {"name": name, "mark": mark}).first()
    return None if found is None else (found.role, found.hash)


def list_accounts(host: Host) -> list[tuple[str, str]]:
    """Return the names and roles of all accounts, sorted by name."""
    with host.transaction() as connection:
        rows = connection.execute(text('SELECT name, role FROM account ORDER BY name COLLATE "C"'))
        return [(name, role) for name, role in rows]


def store_account(host: Host, name: str, role: str, password_hash: str) -> None:
    """Store an account. An account with the same name is replaced, and its sessions end."""
    with host.transaction() as connection:
        connection.execute(_PUT, {"name": name, "role": role, "hash": password_hash})
        connection.execute(_FORGET_SESSIONS, {"name": name})


def delete_account(host: Host, name: str) -> None:
    """Delete an account and the list of its sessions."""
    with host.transaction() as connection:
        connection.execute(_DELETE, {"name": name})
        connection.execute(_FORGET_SESSIONS, {"name": name})


def store_session(
    host: Host, name: str, mark: str, device: str, begun: float, longest: float
) -> None:
    """Store a session of an account, and delete the sessions that have expired."""
    asked = {"mark": mark, "name": name, "device": device, "now": begun}
    with host.transaction() as connection:
        connection.execute(_FORGET_OLD_SESSIONS, {"until": begun - longest})
        connection.execute(_BEGIN, asked)


def list_sessions(host: Host, name: str, since: float) -> list[tuple[str, str, float]]:
    """Return the mark, device and beginning of an account's sessions, latest first."""
    with host.transaction() as connection:
        rows = connection.execute(_SESSIONS, {"name": name, "since": since})
        return [(mark, device, begun) for mark, device, begun in rows]


def end_session(host: Host, mark: str, now: float, longest: float) -> None:
    """Record that a session has ended, and delete the records of expired sessions.

    ``mark`` identifies the session, and ``longest`` is the maximum lifetime of a session in
    seconds.
    """
    with host.transaction() as connection:
        connection.execute(_FORGET_ENDED, {"until": now - longest})
        connection.execute(_END, {"mark": mark, "now": now})


def get_or_create_cookie_key(host: Host, fresh: str) -> str:
    """Return the secret key for cookies, which all workers share.

    If there is none yet, ``fresh`` is stored as the key.
    """
    with host.transaction() as connection:
        connection.execute(_NEW_KEY, {"secret": fresh})
        return str(connection.execute(_KEY).scalar_one())


def record_failed_sign_in(host: Host, key: str, seconds: float) -> None:
    """Record a failed sign-in for a key, and delete failures older than ``seconds``.

    The key is made from the account name and the network address.
    """
    with host.transaction() as connection:
        connection.execute(_FORGET_FAILED, {"seconds": seconds})
        connection.execute(_FAIL, {"mark": _hash_sign_in_key(key)})


def compute_sign_in_wait_seconds(host: Host, key: str, most: int, seconds: float) -> float:
    """Return the number of seconds before the next sign-in for a key is allowed.

    It is 0 unless there were at least ``most`` failures in the last ``seconds``.
    """
    with host.transaction() as connection:
        asked = {"mark": _hash_sign_in_key(key), "seconds": seconds}
        count, wait = connection.execute(_WAIT, asked).one()
    return float(wait) if count >= most else 0


def _hash_sign_in_key(key: str) -> str:
    """Return a hash of the key, so that its account name and network address are not stored."""
    return sha256(key.encode()).hexdigest()[:32]
