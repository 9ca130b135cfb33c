"""Tokens for the API: passwords for programs, each with a role and a last day.

Only the hash of a token is stored, so that a token is shown once and never again. A token has 32
random bytes, which nobody can guess, so a fast hash is enough.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

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

    def is_expired(self, now: float) -> bool:
        """Return whether the token is no longer accepted."""
        return now >= self.expires


class ApiTokens:
    """The tokens of a data folder, stored in a single file."""

    def __init__(self, path: Path, accounts: Accounts) -> None:
        self._path = path
        self._accounts = accounts

    def list_tokens(self) -> list[ApiToken]:
        """Return all tokens, including those that have expired, sorted by name."""
        return [
            ApiToken(name, Role(one["role"]), *(one[key] for key in _STORED))
            for name, one in sorted(self._read().items())
        ]

    def create_token(self, name: str, role: Role, days: int, by: str, now: float) -> str:
        """Create a token and return its secret, which cannot be shown again.

        Raise ``BadInput`` if the name or the number of days is not acceptable.
        """
        if problems := [*_list_name_problems(name), *_list_days_problems(days)]:
            raise BadInput(problems)
        secret = PREFIX + secrets.token_urlsafe(32)
        with lock_file(self._path):
            content = self._read()
            if name in content or self._accounts.find_account(name) is not None:
                remedy = say("Choose a different name, or revoke the token first.")
                what = say("There is already a token or an account with this name.")
                raise BadInput([Problem(what, "name", name, remedy)])
            values = (_hash_secret(secret), by, now, now + days * DAY, 0)
            content[name] = {"role": role.value, **dict(zip(_STORED, values, strict=True))}
            self._write(content)
        return secret

    def revoke_token(self, name: str) -> None:
        """Delete a token, which is no longer accepted. Raise ``BadInput`` if there is none."""
        with lock_file(self._path):
            content = self._read()
            if content.pop(name, None) is None:
                raise BadInput([Problem(say("There is no token with this name."), quoted=name)])
            self._write(content)

    def find_user(self, secret: str, now: float) -> User | None:
        """Return the user for a secret, or None if no token has it or the token has expired."""
        mark = _hash_secret(secret)
        for one in self.list_tokens():
            if secrets.compare_digest(one.mark, mark) and not one.is_expired(now):
                if now - one.used >= USE_INTERVAL:
                    self._record_use(one, now)
                return User(one.name, one.role)
        return None

    def _record_use(self, used: ApiToken, now: float) -> None:
        with lock_file(self._path):
            content = self._read()
            # Somebody may have revoked the token in the meantime.
            if content.get(used.name, {}).get("mark") == used.mark:
                content[used.name]["used"] = now
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
