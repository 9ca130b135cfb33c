"""Tokens for the API: passwords for programs, each with a role and a last day.

Only the hash of a token is stored, so that a token is shown once and never again. A token has 32
random bytes, which nobody can guess, so a fast hash is enough.
"""

from __future__ import annotations

import json
import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.formats.files import write_file_or_stream
from topboard.messages import say
from topboard.storage.file_locks import lock_file
from topboard.web.accounts import LONGEST_NAME, Accounts, Role, User

PREFIX = "topboard_"
"""The start of every token, by which people and programs that look for leaked secrets know it."""
DAY = 24 * 3600
USUAL_DAYS, MOST_DAYS = 90, 366
USE_INTERVAL = 60
"""The time of the last use is stored at most once in this number of seconds."""


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token as it is stored, without the secret. Times are in seconds since 1970."""

    name: str
    """The name of the program, under which the journal records its actions."""
    role: Role
    mark: str
    """The hash of the secret."""
    created_by: str
    created: float
    expires: float
    used: float = 0
    """The time of the last use, to the minute, or 0 if the token was never used."""
    owner: str = ""
    """The account to which a token on a server belongs, or an empty string in a data folder."""

    def is_expired(self, now: float) -> bool:
        """Return whether the token is no longer accepted."""
        return now >= self.expires


class ApiTokens(ABC):
    """The tokens of a repository."""

    have_owners: ClassVar[bool]
    """Whether each token belongs to an account and has at most the rights of that account."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    @abstractmethod
    def list_tokens(self) -> list[ApiToken]:
        """Return all tokens, including those that have expired, sorted by name."""

    @abstractmethod
    def find_token(self, mark: str) -> ApiToken | None:
        """Return the token with this hash, or None if there is none."""

    @abstractmethod
    def store_new_token(self, token: ApiToken) -> bool:
        """Store a new token. Return False if its name is taken."""

    @abstractmethod
    def delete_token(self, name: str) -> bool:
        """Delete a token. Return False if there is none with this name."""

    @abstractmethod
    def store_time_of_use(self, token: ApiToken, now: float) -> None:
        """Store the time of the last use, unless the token has been revoked."""

    def list_tokens_of_owner(self, owner: str) -> list[ApiToken]:
        """Return the tokens of an account, or those of a data folder, sorted by name."""
        return [one for one in self.list_tokens() if one.owner == owner]

    def create_token(
        self, name: str, role: Role, days: int, by: str, now: float, owner: str = ""
    ) -> str:
        """Create a token and return its secret, which cannot be shown again.

        Raise ``BadInput`` if the name, the number of days or the owner is not acceptable.
        """
        if problems := [*_list_name_problems(name), *_list_days_problems(days)]:
            raise BadInput(problems)
        if self.have_owners and self._accounts.find_account(owner) is None:
            what = say("There is no account with this name.")
            remedy = say("Name the account to which the token belongs.")
            raise BadInput([Problem(what, "owner", owner, remedy)])
        secret = PREFIX + secrets.token_urlsafe(32)
        token = ApiToken(name, role, _hash_secret(secret), by, now, now + days * DAY, owner=owner)
        is_account = self._accounts.find_account(name) is not None
        if is_account or not self.store_new_token(token):
            remedy = say("Choose a different name, or revoke the token first.")
            what = say("There is already a token or an account with this name.")
            raise BadInput([Problem(what, "name", name, remedy)])
        return secret

    def revoke_token(self, name: str) -> None:
        """Delete a token, which is no longer accepted. Raise ``BadInput`` if there is none."""
        if not self.delete_token(name):
            raise BadInput([Problem(say("There is no token with this name."), quoted=name)])

    def find_user(self, secret: str, now: float) -> User | None:
        """Return the user for a secret, or None if no token has it or the token has expired."""
        found = self.find_token(_hash_secret(secret))
        if found is None or found.is_expired(now):
            return None
        if now - found.used >= USE_INTERVAL:
            self.store_time_of_use(found, now)
        return User(found.name, found.role, owner=found.owner, limit=found.role)


class TokensInFile(ApiTokens):
    """The tokens of a data folder, stored in a single file."""

    have_owners = False

    def __init__(self, path: Path, accounts: Accounts) -> None:
        super().__init__(accounts)
        self._path = path

    def list_tokens(self) -> list[ApiToken]:
        """Return all tokens, including those that have expired, sorted by name."""
        return [
            ApiToken(name, Role(one["role"]), *(one[key] for key in _STORED))
            for name, one in sorted(self._read().items())
        ]

    def find_token(self, mark: str) -> ApiToken | None:
        """Return the token with this hash, or None if there is none."""
        found = (one for one in self.list_tokens() if secrets.compare_digest(one.mark, mark))
        return next(found, None)

    def store_new_token(self, token: ApiToken) -> bool:
        """Store a new token. Return False if its name is taken."""
        with lock_file(self._path):
            content = self._read()
            if token.name in content:
                return False
            stored = {key: getattr(token, key) for key in _STORED}
            content[token.name] = {"role": token.role.value, **stored}
            self._write(content)
        return True

    def delete_token(self, name: str) -> bool:
        """Delete a token. Return False if there is none with this name."""
        with lock_file(self._path):
            content = self._read()
            if content.pop(name, None) is None:
                return False
            self._write(content)
        return True

    def store_time_of_use(self, token: ApiToken, now: float) -> None:
        """Store the time of the last use, unless the token has been revoked."""
        with lock_file(self._path):
            content = self._read()
            if content.get(token.name, {}).get("mark") == token.mark:
                content[token.name]["used"] = now
                self._write(content)

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise CannotReadOrWrite(
                say("cannot read {path!r}: {error}", path=str(self._path), error=error)
            ) from error
        tokens = found["tokens"]
        assert isinstance(tokens, dict)
        return tokens

    def _write(self, content: dict[str, dict[str, Any]]) -> None:
        text = json.dumps({"tokens": content}, ensure_ascii=False, indent=1)
        write_file_or_stream(text, self._path, private=True)


_STORED = ("mark", "created_by", "created", "expires", "used")


def _hash_secret(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()


def _list_name_problems(name: str) -> list[Problem]:
    if name.strip() == name and 0 < len(name) <= LONGEST_NAME and name.isprintable():
        return []
    remedy = say("Use 1 to {most} printable characters.", most=LONGEST_NAME)
    return [Problem(say("invalid name of a token"), "name", name[:LONGEST_NAME], remedy)]


def _list_days_problems(days: int) -> list[Problem]:
    if 1 <= days <= MOST_DAYS:
        return []
    what = say("a token is valid for 1 to {most} days", most=MOST_DAYS)
    return [Problem(what, "days", str(days))]
