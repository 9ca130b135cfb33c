"""Tokens: what a program sends to the API instead of a password."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from argon2 import PasswordHasher

from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import Visitor, serve_folder, words
from topboard.cli import main
from topboard.web.accounts import Role
from topboard.web.api_tokens import DAY, PREFIX, USE_INTERVAL, ApiTokens
from topboard.web.folder_repository import FolderRepository

PASSWORD = "correct horse battery"
NOW = 1_800_000_000


@pytest.fixture
def tokens(tmp_path) -> ApiTokens:
    """The tokens of a folder with two accounts."""
    repository = FolderRepository(tmp_path)
    repository.accounts._password_hasher = PasswordHasher(time_cost=1, memory_cost=64)
    for role in (Role.CHIEF, Role.DEPUTY):
        repository.accounts.add_user(role.value, role, PASSWORD)
    return repository.api_tokens


@pytest.fixture
def network(tmp_path, tokens):
    """A desk at which everybody signs in."""
    with serve_folder(tmp_path, open_to_all=False) as address:
        yield address


def sign_in(address, name):
    """A visitor who is signed in."""
    visitor = Visitor(address)
    visitor.send("/sign-in", name=name, password=PASSWORD, next="/")
    return visitor


def ask(address, path, secret, body=None):
    """The response of the API to a program with a token."""
    headers = {"Authorization": f"Bearer {secret}"}
    method = "GET" if body is None else "POST"
    with httpx.Client(base_url=f"{address}/api/v1", timeout=30, verify=False) as client:
        return client.request(method, path, json=body, headers=headers)


def test_the_chief_arbiter_creates_a_token_which_is_shown_once_and_works_until_revoked(
    network, tmp_path
):
    chief = sign_in(network, "chief")
    made = chief.send("/accounts/tokens", name="Web site", role="viewer", days="30")
    secret = re.search(r'<code id="secret">([^<]+)', made.text)[1]

    assert secret.startswith(PREFIX)
    assert made.headers["cache-control"] == "no-store"
    assert secret not in chief.get("/accounts/tokens").text
    assert secret not in (tmp_path / "tokens.json").read_text()
    assert "Web site viewer chief" in chief.text("/accounts/tokens")
    assert "never" in chief.text("/accounts/tokens")

    assert ask(network, "/events", secret).json() == []
    refused = ask(network, "/events", secret, {"name": "Cup"})
    assert (refused.status_code, refused.json()["kind"]) == (403, "role")
    assert "never" not in chief.text("/accounts/tokens")

    done = chief.send("/accounts/tokens", "/accounts/tokens/revoke", name="Web site")
    assert "The token Web site is no longer accepted." in words(done)
    gone = ask(network, "/events", secret)
    assert gone.status_code == 401
    assert gone.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert "somebody has revoked it" in gone.json()["problems"][0]["what"]


def test_actions_with_a_token_are_journaled_under_its_name(network, tokens):
    secret = tokens.create_token("Entry form", Role.CHIEF, 7, "chief", NOW * 2)

    created = ask(network, "/events", secret, {"name": "Cup"})

    assert created.status_code == 201
    assert ask(network, "/events/cup/last", secret).json()["who"] == "Entry form"


def test_a_token_limits_rights_even_if_no_sign_in_is_required(tmp_path, tokens):
    secret = tokens.create_token("Web site", Role.VIEWER, 7, "chief", NOW * 2)
    with serve_folder(tmp_path) as address:
        assert ask(address, "/events", secret, {"name": "Cup"}).status_code == 403
        assert ask(address, "/events", "wrong").status_code == 401
        described = httpx.get(f"{address}/api/v1/openapi.json", verify=False).json()

    assert {} in described["security"]


def test_only_the_chief_arbiter_manages_tokens(network, tokens):
    tokens.create_token("Web site", Role.VIEWER, 7, "chief", NOW)
    deputy = sign_in(network, "deputy")
    for path in ("/accounts/tokens", "/accounts/tokens/revoke"):
        refused = deputy.send("/account", path, name="Web site", role="viewer", days="30")
        assert refused.status_code == 403
    assert [one.name for one in tokens.list_tokens()] == ["Web site"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"name": ""}, "invalid name of a token"),
        ({"name": "x" * 61}, "invalid name of a token"),
        ({"name": "a\nb"}, "invalid name of a token"),
        ({"name": "deputy"}, "already a token or an account"),
        ({"role": "king"}, "invalid choice"),
        ({"days": "0"}, "invalid choice"),
    ],
)
def test_a_bad_token_is_refused_and_the_form_is_shown_again(network, tokens, fields, told):
    chief = sign_in(network, "chief")
    sent = {"name": "Web site", "role": "viewer", "days": "30", **fields}
    refused = chief.send("/accounts/tokens", **sent)

    assert refused.status_code == 422
    assert told in words(refused)
    assert tokens.list_tokens() == []


def test_a_token_expires_and_its_last_use_is_stored_to_the_minute(tokens):
    secret = tokens.create_token("Web site", Role.ENTRY_POST, 30, "chief", NOW)

    assert tokens.find_user(secret, NOW + 5).role is Role.ENTRY_POST
    first = tokens.list_tokens()[0].used
    tokens.find_user(secret, NOW + 5 + USE_INTERVAL - 1)
    assert tokens.list_tokens()[0].used == first == NOW + 5
    tokens.find_user(secret, NOW + 30 * DAY - 1)
    assert tokens.list_tokens()[0].used == NOW + 30 * DAY - 1
    assert tokens.find_user(secret, NOW + 30 * DAY) is None
    assert tokens.find_user(f"{secret}x", NOW) is None
    assert tokens.find_user("\ud800", NOW) is None


def test_the_description_declares_how_to_sign_in_and_the_type_of_every_answer(network):
    described = httpx.get(f"{network}/api/v1/openapi.json", verify=False).json()

    schemes = described["components"]["securitySchemes"]
    assert {name: one["type"] for name, one in schemes.items()} == {
        "token": "http",
        "password": "http",
        "session": "apiKey",
    }
    assert described["security"] == [{"token": []}, {"password": []}, {"session": []}]
    untyped = [
        (path, method)
        for path, operations in described["paths"].items()
        for method, one in operations.items()
        for status, response in one["responses"].items()
        if status in ("200", "201")
        and "$ref" not in json.dumps(response["content"]["application/json"]["schema"])
    ]
    assert untyped == []


def test_tokens_are_managed_on_the_command_line(tmp_path, capsys):
    folder = str(tmp_path / "events")

    assert main(["serve", folder, "--add-token", "Web site", "deputy", "--days", "7"]) == 0
    printed = capsys.readouterr()
    secret = printed.out.strip()
    assert secret.startswith(PREFIX)
    assert "It will not be shown again." in printed.err
    tokens = FolderRepository(folder).api_tokens
    (one,) = tokens.list_tokens()
    assert (one.role, one.expires - one.created) == (Role.DEPUTY, 7 * DAY)
    assert tokens.find_user(secret, one.created) is not None

    assert main(["serve", folder, "--list-tokens"]) == 0
    assert "Web site  deputy" in capsys.readouterr().out
    assert main(["serve", folder, "--revoke-token", "Web site"]) == 0
    assert FolderRepository(folder).api_tokens.list_tokens() == []
    assert main(["serve", folder, "--revoke-token", "Web site"]) == 3
    assert main(["serve", folder, "--days", "7"]) == 3
    assert main(["serve", folder, "--add-token", "Web site", "deputy", "--days", "999"]) == 3
    assert "a token is valid for 1 to 366 days: '999'" in capsys.readouterr().err


def test_the_page_of_tokens_is_accessible_on_a_phone(network, tokens, open_page):
    tokens.create_token("Web site of the club", Role.VIEWER, 7, "chief", NOW)
    page = open_page(network, width=390, reduced_motion="reduce")
    page.goto("/sign-in")
    page.get_by_label("Name").fill("chief")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/")
    page.goto("/accounts")
    page.get_by_role("link", name="Tokens for programs").click()
    page.get_by_label("Name of the program").fill("Ratings")
    page.get_by_role("button", name="Create token").click()
    page.get_by_text("Copy it now").wait_for()
    assert faults_in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="Tokens for programs").click()
    page.get_by_role("button", name="Revoke the token Ratings").wait_for()
    assert faults_in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
