"""Tokens on a server, which never have more rights than the account that they belong to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.hosted.passwords import PASSWORD
from tests.web.desk_client import Visitor, serve_repository
from topboard.cli import main
from topboard.storage.organisations import ChangedBy, Membership
from topboard.storage.postgres import members
from topboard.web.accounts import Role, UserAccount
from topboard.web.api_tokens import DAY, USE_INTERVAL
from topboard.web.hosted_repository import HostedRepository

if TYPE_CHECKING:
    from collections.abc import Iterator

BY = ChangedBy("administrator", "2026-08-01T10:00:00.000+00:00")
NOW = 1_800_000_000.0
LATER = NOW * 2


@pytest.fixture
def repository(url: str, password_hash: str) -> Iterator[HostedRepository]:
    """A server with three accounts and no organisations."""
    made = HostedRepository(url)
    for name, role in (("carl", Role.CHIEF), ("dora", Role.DEPUTY), ("eve", Role.VIEWER)):
        made.accounts.store_account(name, UserAccount(role, password_hash))
    yield made
    made.close()


@pytest.fixture
def address(repository: HostedRepository) -> Iterator[str]:
    with serve_repository(repository, open_to_all=False) as found:
        yield found
    Visitor.close_all()


def add_organisation(repository: HostedRepository) -> None:
    """Found an organisation with the arbiters carl and dora, of which eve is no member."""
    members.create_or_rename_organisation(repository.host, "north", "Chess of the north", BY)
    for name in ("carl", "dora"):
        member = Membership(name, "arbiter")
        members.set_organisation_member(repository.host, "north", member, BY)


def create_token(
    repository: HostedRepository, name: str, role: Role, owner: str, at: float = LATER
) -> str:
    return repository.api_tokens.create_token(name, role, 7, owner, at, owner)


def ask(address: str, path: str, secret: str, body: object = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=f"{address}/api/v1", timeout=30, verify=False) as client:
        return client.request("GET" if body is None else "POST", path, json=body, headers=headers)


def sign_in(address: str, name: str) -> Visitor:
    visitor = Visitor(address)
    assert name in visitor.send("/sign-in", name=name, password=PASSWORD).text
    return visitor


def test_a_user_creates_a_token_and_sees_only_their_own(
    address: str, repository: HostedRepository
) -> None:
    create_token(repository, "Secret robot", Role.VIEWER, "carl")
    dora = sign_in(address, "dora")
    assert "Tokens for programs" in dora.get("/account").text

    made = dora.send("/accounts/tokens", name="Web site", role="deputy", days="30")
    found = re.search(r'<code id="secret">([^<]+)', made.text)
    assert found is not None
    assert ask(address, "/events", found[1]).json() == []

    page = dora.get("/accounts/tokens").text
    assert "Web site" in page
    assert "Secret robot" not in page
    assert "never has more rights than you have there" in page
    refused = dora.send("/accounts/tokens", "/accounts/tokens/revoke", name="Secret robot")
    assert "There is no token with this name" in refused.text
    assert len(repository.api_tokens.list_tokens()) == 2

    dora.send("/accounts/tokens", "/accounts/tokens/revoke", name="Web site")
    assert ask(address, "/events", found[1]).status_code == 401


def test_the_journal_names_the_program_and_the_owner_becomes_chief_arbiter(
    address: str, repository: HostedRepository
) -> None:
    add_organisation(repository)
    secret = create_token(repository, "Entry form", Role.CHIEF, "carl")

    created = ask(address, "/events", secret, {"name": "Cup"})

    assert created.status_code == 201
    assert ask(address, "/events/cup/last", secret).json()["who"] == "Entry form"
    assert members.list_event_members(repository.host, "cup") == [Membership("carl", "chief")]


def test_a_token_reaches_only_the_events_of_its_owner_with_the_lower_of_two_roles(
    address: str, repository: HostedRepository
) -> None:
    add_organisation(repository)
    chief = create_token(repository, "Entry form", Role.CHIEF, "carl")
    viewer = create_token(repository, "Web site", Role.VIEWER, "carl")
    other = create_token(repository, "Robot", Role.CHIEF, "dora")
    assert ask(address, "/events", viewer, {"name": "Cup"}).status_code == 403
    assert ask(address, "/events", chief, {"name": "Cup"}).status_code == 201
    close = {"act": "CloseEvent"}

    assert ask(address, "/events", other).json() == []
    assert ask(address, "/events/cup", other).status_code == 404
    assert [one["event"] for one in ask(address, "/events", viewer).json()] == ["cup"]
    assert ask(address, "/events/cup/acts", viewer, close).status_code == 403
    members.set_event_member(repository.host, "cup", Membership("dora", "entry"), BY)
    refused = ask(address, "/events/cup/acts", other, close)
    assert (refused.status_code, refused.json()["kind"]) == (403, "role")
    assert ask(address, "/events/cup/acts", chief, close).status_code in (201, 409)


@pytest.mark.parametrize("owner", ["carl", "dora", "eve"])
def test_without_organisations_a_token_has_at_most_the_role_of_its_account(
    address: str, repository: HostedRepository, owner: str
) -> None:
    secret = create_token(repository, "Robot", Role.CHIEF, owner)

    created = ask(address, "/events", secret, {"name": "Cup"})

    assert created.status_code == (201 if owner == "carl" else 403)


def test_a_token_ends_with_its_account(address: str, repository: HostedRepository) -> None:
    secret = create_token(repository, "Web site", Role.VIEWER, "eve")
    assert ask(address, "/events", secret).status_code == 200

    repository.accounts.remove_user("eve")

    assert ask(address, "/events", secret).status_code == 401
    assert repository.api_tokens.list_tokens() == []


def test_a_token_expires_and_its_last_use_is_stored_to_the_minute(
    repository: HostedRepository,
) -> None:
    tokens = repository.api_tokens
    secret = create_token(repository, "Web site", Role.ENTRY_POST, "carl", NOW)

    assert tokens.list_tokens()[0].used == 0
    user = tokens.find_user(secret, NOW + 5)
    assert user is not None
    assert (user.name, user.account, user.role) == ("Web site", "carl", Role.ENTRY_POST)
    tokens.find_user(secret, NOW + 5 + USE_INTERVAL - 1)
    assert tokens.list_tokens()[0].used == NOW + 5
    assert tokens.find_user(secret, NOW + 7 * DAY - 1) is not None
    assert tokens.find_user(secret, NOW + 7 * DAY) is None
    assert tokens.find_user(f"{secret}x", NOW) is None
    assert tokens.find_user("\ud800", NOW) is None


def test_operators_manage_tokens_on_the_command_line(
    url: str, repository: HostedRepository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", url, "--add-token", "Web site", "viewer"]) == 3
    assert "Add --owner with the name of an account" in capsys.readouterr().err
    assert main(["serve", url, "--add-token", "Web site", "viewer", "--owner", "nobody"]) == 3
    assert "There is no account with this name" in capsys.readouterr().err
    assert main(["serve", url, "--list-tokens", "--owner", "carl"]) == 3
    assert "this is only for a new token" in capsys.readouterr().err

    assert main(["serve", url, "--add-token", "Web site", "viewer", "--owner", "carl"]) == 0
    secret = capsys.readouterr().out.strip()
    assert repository.api_tokens.find_user(secret, NOW) is not None
    assert main(["serve", url, "--list-tokens"]) == 0
    assert re.search(r"Web site +viewer .* carl", capsys.readouterr().out)
    assert main(["serve", url, "--add-token", "Web site", "viewer", "--owner", "dora"]) == 3
    assert "already a token or an account" in capsys.readouterr().err
    assert main(["serve", url, "--revoke-token", "Web site"]) == 0
    assert repository.api_tokens.list_tokens() == []
