"""The tokens of programs on a server, stored in the database so that all workers accept them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from topboard.storage.postgres.connections import Host

_COLUMNS = (
    "name, account, role, mark, maker, extract(epoch FROM created)::float8 AS created,"
    " extract(epoch FROM expires)::float8 AS expires,"
    " coalesce(extract(epoch FROM used)::float8, 0) AS used"
)
_ALL = text(f'SELECT {_COLUMNS} FROM api_token ORDER BY name COLLATE "C"')
_FIND = text(f"SELECT {_COLUMNS} FROM api_token WHERE mark = :mark")
_ADD = text(
    "INSERT INTO api_token (name, account, role, mark, maker, created, expires) VALUES (:name,"
    " :account, :role, :mark, :maker, to_timestamp(:created), to_timestamp(:expires))"
    " ON CONFLICT (name) DO NOTHING"
)
_DELETE = text("DELETE FROM api_token WHERE name = :name")
_USE = text("UPDATE api_token SET used = to_timestamp(:used) WHERE mark = :mark")


@dataclass(frozen=True, slots=True)
class StoredToken:
    """A row of the table. Times are in seconds since 1970.

    ``used`` is 0 if the token was never used.
    """

    name: str
    account: str
    role: str
    mark: str
    maker: str
    created: float
    expires: float
    used: float


def list_stored_tokens(host: Host) -> list[StoredToken]:
    """Return all tokens, sorted by name."""
    with host.transaction() as connection:
        return [StoredToken(*row) for row in connection.execute(_ALL)]


def find_stored_token(host: Host, mark: str) -> StoredToken | None:
    """Return the token with this hash, or None if there is none."""
    with host.transaction() as connection:
        found = connection.execute(_FIND, {"mark": mark}).first()
    return None if found is None else StoredToken(*found)


def add_stored_token(host: Host, token: StoredToken) -> bool:
    """Store a new token. Return False if its name is taken."""
    values = {
        "name": token.name,
        "account": token.account,
        "role": token.role,
        "mark": token.mark,
        "maker": token.maker,
        "created": token.created,
        "expires": token.expires,
    }
    with host.transaction() as connection:
        return bool(connection.execute(_ADD, values).rowcount)


def delete_stored_token(host: Host, name: str) -> bool:
    """Delete a token. Return False if there is none with this name."""
    with host.transaction() as connection:
        return bool(connection.execute(_DELETE, {"name": name}).rowcount)


def record_token_use(host: Host, mark: str, now: float) -> None:
    """Store the time of the last use, unless the token has been revoked."""
    with host.transaction() as connection:
        connection.execute(_USE, {"mark": mark, "used": now})
