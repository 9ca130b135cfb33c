"""The tokens of programs on a server, each of which belongs to an account."""

from __future__ import annotations

from topboard.storage.postgres import tokens as table
from topboard.storage.postgres.connections import Host
from topboard.web.accounts import Accounts, Role
from topboard.web.api_tokens import ApiToken, ApiTokens


class TokensOnHost(ApiTokens):
    """The tokens on a server, shared by all its workers."""

    have_owners = True

    def __init__(self, host: Host, accounts: Accounts) -> None:
        super().__init__(accounts)
        self._host = host

    def list_tokens(self) -> list[ApiToken]:
        """Return the tokens of all accounts, including those that have expired."""
        return [_read_row(one) for one in table.list_stored_tokens(self._host)]

    def find_token(self, mark: str) -> ApiToken | None:
        """Return the token with this hash, or None if there is none."""
        found = table.find_stored_token(self._host, mark)
        return None if found is None else _read_row(found)

    def store_new_token(self, token: ApiToken) -> bool:
        """Store a new token. Return False if its name is taken."""
        return table.add_stored_token(
            self._host,
            table.StoredToken(
                token.name,
                token.owner,
                token.role.value,
                token.mark,
                token.created_by,
                token.created,
                token.expires,
                0,
            ),
        )

    def delete_token(self, name: str) -> bool:
        """Delete a token. Return False if there is none with this name."""
        return name.isprintable() and table.delete_stored_token(self._host, name)

    def store_time_of_use(self, token: ApiToken, now: float) -> None:
        """Store the time of the last use, unless the token has been revoked."""
        table.record_token_use(self._host, token.mark, now)


def _read_row(row: table.StoredToken) -> ApiToken:
    return ApiToken(
        row.name,
        Role(row.role),
        row.mark,
        row.maker,
        row.created,
        row.expires,
        row.used,
        row.account,
    )
