"""User accounts, their roles, and the actions that each role allows."""

from __future__ import annotations

import json
import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, assert_never

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from topboard.errors import BadInput, CannotReadOrWrite, Problem, Refused
from topboard.event import actions
from topboard.event.codec import class_name_in_journal
from topboard.event.policy.ratings import find_late_rating_changes
from topboard.event.state import Event
from topboard.formats.files import write_file_or_stream
from topboard.messages import message, say, say_kept
from topboard.storage.file_locks import lock_file

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000
LONGEST_NAME = 60


class Role(Enum):
    """The role of a user at the desk, which determines the actions they may take."""

    CHIEF = "chief"
    DEPUTY = "deputy"
    ENTRY_POST = "entry"
    VIEWER = "viewer"


_RANKS = {Role.VIEWER: 0, Role.ENTRY_POST: 1, Role.DEPUTY: 2, Role.CHIEF: 3}
TITLES = {
    Role.CHIEF: message("chief arbiter"),
    Role.DEPUTY: message("deputy arbiter"),
    Role.ENTRY_POST: message("entry desk"),
    Role.VIEWER: message("viewer"),
}
OFFICES = {"officer": message("officer"), "arbiter": message("arbiter")}
"""The offices that a member of an organisation can hold on a server."""


def format_role_name(role: str) -> str:
    """Return the display name of a role or office, or "no longer a member" for an empty string."""
    if role in OFFICES:
        return say_kept(OFFICES[role])
    return say_kept(TITLES[Role(role)]) if role else say("no longer a member")


POST_ACTS = frozenset(
    {
        actions.Enter,
        actions.ChangeEntry,
        actions.RecordPresence,
        actions.RecordAllPresent,
        actions.EnterResults,
        actions.HandInLineUps,
    }
)
"""The actions that a user with the role of entry desk may take: entries, check-in and new
results.
"""

CHIEF_ACTS = frozenset(
    {
        actions.CreateEvent,
        actions.ChangeDetails,
        actions.SetVisibility,
        actions.SetLogo,
        actions.NameKey,
        actions.SignJournal,
        actions.AddSection,
        actions.ChangeSection,
        actions.TakeOver,
        actions.LeaveFideMode,
        actions.CloseEvent,
        actions.ErasePersonal,
        actions.Renumber,
        actions.ChangePublished,
        actions.Expel,
        actions.GrantException,
        actions.AdjustPoints,
        actions.Undo,
        actions.Redo,
    }
)
"""The actions that only the chief arbiter may take."""


@dataclass(frozen=True, slots=True)
class User:
    """A user of the desk and their role."""

    name: str
    role: Role
    office: str = ""
    """The office in an organisation that determines the user's role, or an empty string."""
    owner: str = ""
    """The account whose token a program uses on a server, or an empty string for a person."""
    limit: Role = Role.CHIEF
    """The highest role that the user may have in any event, which is the role of a token."""

    @property
    def account(self) -> str:
        """Return the name of the account whose memberships determine the user's rights."""
        return self.owner or self.name

    def with_role(self, role: Role, office: str = "") -> User:
        """Return the user with a role or an office, or with their limit if that is lower."""
        if _RANKS[role] > _RANKS[self.limit]:
            role, office = self.limit, ""
        return replace(self, role=role, office=office)

    def may_perform(self, kind: type[actions.Act]) -> bool:
        """Return whether the user's role allows actions of a type."""
        match self.role:
            case Role.CHIEF:
                return True
            case Role.DEPUTY:
                return kind not in CHIEF_ACTS
            case Role.ENTRY_POST:
                return kind in POST_ACTS
            case Role.VIEWER:
                return False
            case _:
                assert_never(self.role)

    @property
    def title(self) -> str:
        """Return the user's title for display: their office in an organisation, or else their
        role.
        """
        return format_role_name(self.office or self.role.value)


ON_THIS_MACHINE = User("arbiter on this machine", Role.CHIEF)
"""The user of a desk that can be reached only from this computer."""


class NotAllowed(Refused):
    """Raised when the user's role does not allow an action."""


def check_role_permission(user: User, kind: type[actions.Act]) -> None:
    """Raise ``NotAllowed`` if the user's role does not allow the action."""
    if not user.may_perform(kind):
        what = say("The role {title} does not allow this action.", title=user.title)
        raise NotAllowed(
            [
                Problem(
                    what, quoted=class_name_in_journal(kind), remedy=say("Ask the chief arbiter.")
                )
            ]
        )


def check_permission_to_change_rating(user: User, event: Event, act: actions.Act) -> None:
    """Raise ``NotAllowed`` if the entry desk changes a rating after a round has been published."""
    if user.role is not Role.ENTRY_POST or not isinstance(act, actions.ChangeEntry):
        return
    if changed := find_late_rating_changes(event.section(act.section), act):
        what = say(
            "Users with the role {title} cannot change ratings after round 1.", title=user.title
        )
        quoted = ", ".join(after.name for _, after in changed)
        raise NotAllowed([Problem(what, quoted=quoted, remedy=say("Ask the chief arbiter."))])


@dataclass(frozen=True, slots=True)
class UserAccount:
    """The stored account of a user: their role and the argon2 hash of their password."""

    role: Role
    hash: str

    @property
    def cookie_stamp(self) -> str:
        """Return the stamp that a valid session cookie must contain.

        It changes with the password and the role.
        """
        return sha256(f"{self.hash} {self.role.value}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class SignedInSession:
    """A session in which a user signed in and did not sign out."""

    mark: str
    """The hash of the session's token. It cannot be used to sign in."""
    device: str
    """The browser and the operating system, as far as the browser says so."""
    begun: float
    """The time of the sign-in, in seconds since 1970."""


class Accounts(ABC):
    """The accounts of a repository, and the sessions of their users."""

    @abstractmethod
    def is_empty(self) -> bool:
        """Return whether there are no accounts."""

    @abstractmethod
    def signing_key(self) -> str:
        """Return the secret that signs cookies, creating it on first use."""

    @abstractmethod
    def find_account(self, name: str, mark: str = "") -> UserAccount | None:
        """Return the account with this name, or None if there is none.

        Also return None if the session with the token hash ``mark`` was ended by signing out.
        """

    @abstractmethod
    def roles_by_user(self) -> dict[str, Role]:
        """Return the role of every user who can sign in, keyed by user name."""

    @abstractmethod
    def store_account(self, name: str, account: UserAccount) -> None:
        """Store an account, replacing any account with the same name."""

    @abstractmethod
    def store_ended_session(self, mark: str, now: float, longest: float) -> None:
        """Store the token hash ``mark`` of a session that ended at the time ``now``.

        Hashes stored more than ``longest`` seconds earlier are deleted.
        """

    @abstractmethod
    def delete_account(self, name: str) -> None:
        """Delete an account with its sessions."""

    @abstractmethod
    def store_session(self, name: str, session: SignedInSession, longest: float) -> None:
        """Store a session of a user. Sessions begun more than ``longest`` seconds earlier are
        deleted.
        """

    @abstractmethod
    def list_sessions(self, name: str, since: float) -> list[SignedInSession]:
        """Return the sessions of a user begun after a time and not ended, latest first."""

    def add_user(self, name: str, role: Role, password: str) -> None:
        """Add a user, or change the role and password of an existing user.

        Raise ``BadInput`` if the name or password is not acceptable.
        """
        problems = []
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            problems.append(
                Problem(
                    say("invalid user name"),
                    quoted=name[:LONGEST_NAME],
                    remedy=say("Use 1 to {most} printable characters.", most=LONGEST_NAME),
                )
            )
        problems += _list_password_problems(password)
        if problems:
            raise BadInput(problems)
        self.store_account(name, UserAccount(role, self._password_hasher.hash(password)))

    def change_password(self, name: str, password: str) -> None:
        """Change the password of a user, which ends all sessions of the user.

        Raise ``BadInput`` if the user does not exist or the password is not acceptable.
        """
        found = self._get_account(name)
        if problems := _list_password_problems(password):
            raise BadInput(problems)
        self.store_account(name, UserAccount(found.role, self._password_hasher.hash(password)))

    def change_role(self, name: str, role: Role) -> None:
        """Change the role of a user, which ends all sessions of the user.

        Raise ``BadInput`` if the user does not exist or is the only chief arbiter.
        """
        found = self._get_account(name)
        if role is not Role.CHIEF:
            self._refuse_if_only_chief(name)
        self.store_account(name, UserAccount(role, found.hash))

    def remove_user(self, name: str) -> None:
        """Remove the account of a user, who can then no longer sign in.

        Raise ``BadInput`` if the user does not exist or is the only chief arbiter.
        """
        self._get_account(name)
        self._refuse_if_only_chief(name)
        self.delete_account(name)

    def _get_account(self, name: str) -> UserAccount:
        found = self.find_account(name)
        if found is None:
            raise BadInput([Problem(say("There is no account with this name."), quoted=name)])
        return found

    def _refuse_if_only_chief(self, name: str) -> None:
        chiefs = [one for one, role in self.roles_by_user().items() if role is Role.CHIEF]
        if chiefs == [name]:
            remedy = say("First give the role to somebody else.")
            raise BadInput(
                [Problem(say("{name} is the only chief arbiter.", name=name), remedy=remedy)]
            )

    def begin_session(self, name: str, token: str, device: str, now: float, longest: float) -> None:
        """Record that a user signed in, so that the session can be listed and ended."""
        session = SignedInSession(_hash_session_token(token), device, now)
        self.store_session(name, session, longest)

    def is_session_of_token(self, session: SignedInSession, token: str) -> bool:
        """Return whether a session has this token."""
        return secrets.compare_digest(session.mark, _hash_session_token(token))

    def end_listed_session(self, name: str, mark: str, now: float, longest: float) -> None:
        """End one of the sessions of a user. Raise ``BadInput`` if it has already ended."""
        if mark not in [one.mark for one in self.list_sessions(name, now - longest)]:
            raise BadInput([Problem(say("This session has already ended."))])
        self.store_ended_session(mark, now, longest)

    @cached_property
    def _password_hasher(self) -> PasswordHasher:
        return PasswordHasher()

    @cached_property
    def _dummy_password_hash(self) -> str:
        return self._password_hasher.hash(secrets.token_urlsafe(16))

    def authenticate_user(self, name: str, password: str) -> User | None:
        """Return the user, or None if the name is unknown or the password is wrong."""
        found = self.find_account(name)
        # An unknown name takes as long as a wrong password, so that names cannot be guessed.
        stored = found.hash if found else self._dummy_password_hash
        try:
            self._password_hasher.verify(stored, password[:LONGEST_PASSWORD])
        except VerificationError:
            return None
        return User(name, found.role) if found else None

    def find_cookie_stamp(self, name: str) -> str:
        """Return the cookie stamp of an account, or an empty string if there is no such account."""
        found = self.find_account(name)
        return found.cookie_stamp if found else ""

    def find_session_user(self, name: str, stamp: str, token: str) -> User | None:
        """Return the user named in a session cookie, or None if the cookie is no longer valid.

        A cookie becomes invalid when the account changes or the user signs out.
        """
        found = self.find_account(name, _hash_session_token(token))
        if found is None or not secrets.compare_digest(found.cookie_stamp, stamp):
            return None
        return User(name, found.role)

    def end_session(self, token: str, now: float, longest: float) -> None:
        """End the session with this token, so that no copy of its cookie is accepted any longer."""
        self.store_ended_session(_hash_session_token(token), now, longest)


def _list_password_problems(password: str) -> list[Problem]:
    if SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        return []
    remedy = say(
        "Use {least} to {most} characters.", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD
    )
    return [Problem(say("the password is too short or too long"), remedy=remedy)]


class AccountsInFile(Accounts):
    """The accounts of a data folder, stored in a single file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def _read_accounts_file(self) -> dict[str, Any]:
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise CannotReadOrWrite(
                say("cannot read {path!r}: {error}", path=str(self.path), error=error)
            ) from error
        assert isinstance(content, dict)
        return content

    def _write_accounts_file(self, content: dict[str, Any]) -> None:
        write_file_or_stream(
            json.dumps(content, ensure_ascii=False, indent=1), self.path, private=True
        )

    def is_empty(self) -> bool:
        """Return whether there are no accounts."""
        return not self._read_accounts_file().get("users")

    def signing_key(self) -> str:
        """Return the secret that signs cookies, creating it on first use."""
        content = self._read_accounts_file()
        if "key" not in content:
            with lock_file(self.path):
                content = self._read_accounts_file()
                if "key" not in content:
                    content["key"] = secrets.token_urlsafe(32)
                    self._write_accounts_file(content)
        return str(content["key"])

    def find_account(self, name: str, mark: str = "") -> UserAccount | None:
        """Return the account with this name, or None if there is none.

        Also return None if the session with the token hash ``mark`` was ended by signing out.
        """
        content = self._read_accounts_file()
        found = content.get("users", {}).get(name)
        if not found or mark in content.get("ended", {}):
            return None
        return UserAccount(Role(found["role"]), found["hash"])

    def roles_by_user(self) -> dict[str, Role]:
        """Return the role of every user who can sign in, keyed by user name."""
        users = self._read_accounts_file().get("users", {})
        return {name: Role(users[name]["role"]) for name in sorted(users)}

    def store_account(self, name: str, account: UserAccount) -> None:
        """Store an account, replacing any account with the same name."""
        kept = {"role": account.role.value, "hash": account.hash}
        with lock_file(self.path):
            content = self._read_accounts_file()
            content.setdefault("users", {})[name] = kept
            content.get("sessions", {}).pop(name, None)
            self._write_accounts_file(content)

    def delete_account(self, name: str) -> None:
        """Delete an account with its sessions."""
        with lock_file(self.path):
            content = self._read_accounts_file()
            content.get("users", {}).pop(name, None)
            content.get("sessions", {}).pop(name, None)
            self._write_accounts_file(content)

    def store_session(self, name: str, session: SignedInSession, longest: float) -> None:
        """Store a session of a user. Sessions begun more than ``longest`` seconds earlier are
        deleted.
        """
        with lock_file(self.path):
            content = self._read_accounts_file()
            known = content.setdefault("sessions", {}).setdefault(name, {})
            known[session.mark] = {"device": session.device, "begun": session.begun}
            for mark in [m for m, s in known.items() if s["begun"] < session.begun - longest]:
                del known[mark]
            self._write_accounts_file(content)

    def list_sessions(self, name: str, since: float) -> list[SignedInSession]:
        """Return the sessions of a user begun after a time and not ended, latest first."""
        content = self._read_accounts_file()
        found = [
            SignedInSession(mark, one["device"], one["begun"])
            for mark, one in content.get("sessions", {}).get(name, {}).items()
            if one["begun"] > since and mark not in content.get("ended", {})
        ]
        return sorted(found, key=lambda one: one.begun, reverse=True)

    def store_ended_session(self, mark: str, now: float, longest: float) -> None:
        """Store the token hash ``mark`` of a session that ended at the time ``now``.

        Hashes stored more than ``longest`` seconds earlier are deleted.
        """
        with lock_file(self.path):
            content = self._read_accounts_file()
            ended = {one: at for one, at in content.get("ended", {}).items() if at > now - longest}
            self._write_accounts_file({**content, "ended": {**ended, mark: now}})


def _hash_session_token(token: str) -> str:
    """Return the hash under which an ended session is stored.

    The hash cannot be used to sign in.
    """
    return sha256(token.encode()).hexdigest()[:32]
