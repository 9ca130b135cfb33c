"""Accounts at the desk: passwords, roles and sessions, without the command line."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher
from playwright.sync_api import expect

from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import Visitor, serve_folder, words
from topboard.web.accounts import AccountsInFile, Role
from topboard.web.devices import describe_device
from topboard.web.folder_repository import FolderRepository

PASSWORD, NEW = "correct horse battery", "staple staple staple"


@pytest.fixture
def accounts(tmp_path) -> AccountsInFile:
    """The accounts of a folder: a chief arbiter, a deputy and a viewer."""
    made = FolderRepository(tmp_path).accounts
    made._password_hasher = PasswordHasher(time_cost=1, memory_cost=64)
    for role in (Role.CHIEF, Role.DEPUTY, Role.VIEWER):
        made.add_user(role.value, role, PASSWORD)
    return made


@pytest.fixture
def network(tmp_path, accounts):
    """A desk at which everybody signs in."""
    with serve_folder(tmp_path, open_to_all=False) as address:
        yield address


def sign_in(address: str, name: str, password: str = PASSWORD) -> Visitor:
    """A visitor who tried to sign in."""
    visitor = Visitor(address)
    visitor.send("/sign-in", name=name, password=password, next="/")
    return visitor


def is_signed_in(visitor: Visitor) -> bool:
    """Whether the visitor gets the list of events."""
    return visitor.get("/").url.path == "/"


def twice(password: str) -> dict[str, str]:
    """The fields of a new password."""
    return {"password": password, "repeated": password}


def test_users_change_their_password_and_stay_signed_in_only_here(network):
    here, elsewhere = sign_in(network, "deputy"), sign_in(network, "deputy")

    done = here.send("/account", "/account/password", current=PASSWORD, **twice(NEW))

    assert "Your password is changed." in words(done)
    assert is_signed_in(here)
    assert not is_signed_in(elsewhere)
    assert not is_signed_in(sign_in(network, "deputy"))
    assert is_signed_in(sign_in(network, "deputy", NEW))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"current": "wrong", **twice(NEW)}, "Your current password is wrong."),
        ({"current": PASSWORD, "password": NEW, "repeated": "other"}, "passwords do not match"),
        ({"current": PASSWORD, **twice("short")}, "too short or too long"),
        ({}, "Your current password is wrong."),
    ],
)
def test_a_bad_new_password_is_refused_and_the_old_one_stays(network, fields, told):
    visitor = sign_in(network, "deputy")
    refused = visitor.send("/account", "/account/password", **fields)

    assert refused.status_code == 422
    assert told in words(refused)
    # The page comes back with the error, and without a password.
    assert refused.text.count("<h1") == 1
    assert "Your account" in words(refused)
    assert not any(secret in refused.text for secret in (PASSWORD, NEW))
    assert is_signed_in(sign_in(network, "deputy"))


def test_the_page_that_asks_to_sign_in_again_does_not_keep_the_password(network):
    visitor = sign_in(network, "deputy")
    page = visitor.get("/account")
    visitor.http.cookies.clear()
    asked = visitor.http.post(
        "/account/password",
        data={"token": "old", "current": PASSWORD, **twice(NEW)},
        headers={"Referer": str(page.url)},
    )
    assert asked.status_code == 401
    assert not any(secret in asked.text for secret in (PASSWORD, NEW))


def test_guessing_the_current_password_is_slowed_down(network):
    visitor = sign_in(network, "deputy")
    for _ in range(5):
        visitor.send("/account", "/account/password", current="wrong", **twice(NEW))
    refused = visitor.send("/account", "/account/password", current=PASSWORD, **twice(NEW))
    assert "Too many attempts." in words(refused)


def test_the_first_account_is_offered_as_chief_arbiter(visitor):
    page = visitor.get("/accounts").text
    assert '<option value="chief" selected>' in page
    assert page.partition('id="roles"')[2].partition("</ul>")[0].count("<li>") == len(Role)


def test_the_chief_arbiter_adds_an_account_and_changes_its_role(network):
    chief = sign_in(network, "chief")
    assert '<option value="deputy" selected>' in chief.get("/accounts").text
    done = chief.send("/accounts", name="Ann O'Neil & Co", role="entry", **twice(NEW))
    assert "Ann O'Neil & Co can now sign in as entry desk." in words(done)
    ann = sign_in(network, "Ann O'Neil & Co", NEW)
    assert "entry desk" in ann.text("/")

    page = "/accounts/user?name=Ann+O%27Neil+%26+Co"
    assert page.replace("&", "&amp;") in chief.get("/accounts").text
    chief.send(page, "/accounts/role", account="Ann O'Neil & Co", role="deputy")

    # The role is in no cookie, and a session with the old one has ended.
    assert not is_signed_in(ann)
    assert "deputy arbiter" in sign_in(network, "Ann O'Neil & Co", NEW).text("/")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"name": "deputy", "role": "chief", **twice(NEW)}, "already an account with this name"),
        ({"name": "", "role": "chief", **twice(NEW)}, "invalid user name"),
        ({"name": "x" * 61, "role": "chief", **twice(NEW)}, "Use 1 to 60 printable characters."),
        ({"name": "Bob", "role": "king", **twice(NEW)}, "Choose one of: chief, deputy"),
        ({"name": "Bob", "role": "chief", **twice("short")}, "Use 10 to 1000 characters."),
        ({"name": "Bob", "role": "chief", "password": NEW}, "passwords do not match"),
    ],
)
def test_a_bad_account_is_refused(network, accounts, fields, told):
    before = accounts.roles_by_user()
    refused = sign_in(network, "chief").send("/accounts", **fields)

    assert refused.status_code == 422
    assert told in words(refused)
    assert accounts.roles_by_user() == before


def test_a_reset_password_ends_the_sessions_of_the_account(network):
    chief, deputy = sign_in(network, "chief"), sign_in(network, "deputy")
    page = "/accounts/user?name=deputy"
    done = chief.send(page, "/accounts/password", account="deputy", **twice(NEW))

    assert "deputy has a new password and has to sign in again." in words(done)
    assert not is_signed_in(deputy)
    assert is_signed_in(sign_in(network, "deputy", NEW))


def test_an_account_is_removed_only_after_confirmation(network, accounts):
    chief, viewer = sign_in(network, "chief"), sign_in(network, "viewer")
    page = "/accounts/user?name=viewer"
    refused = chief.send(page, "/accounts/remove", account="viewer")
    assert "Tick the box first." in words(refused)
    assert is_signed_in(viewer)

    done = chief.send(page, "/accounts/remove", account="viewer", sure="on")
    assert "viewer can no longer sign in." in words(done)
    assert not is_signed_in(viewer)
    assert chief.get(page).status_code == 422


@pytest.mark.parametrize(
    ("to", "fields"), [("remove", {"sure": "on"}), ("role", {"role": "viewer"})]
)
def test_one_chief_arbiter_always_remains(network, accounts, to, fields):
    chief = sign_in(network, "chief")
    page = "/accounts/user?name=chief"
    refused = chief.send(page, f"/accounts/{to}", account="chief", **fields)
    assert refused.status_code == 422
    assert "chief is the only chief arbiter." in words(refused)
    accounts.add_user("second", Role.CHIEF, PASSWORD)
    assert chief.send(page, f"/accounts/{to}", account="chief", **fields).status_code != 422
    assert accounts.roles_by_user().get("chief") is not Role.CHIEF


@pytest.mark.parametrize("role", ["deputy", "viewer"])
def test_only_the_chief_arbiter_manages_accounts(network, accounts, role):
    visitor = sign_in(network, role)
    before = accounts.path.read_bytes()
    for path in ("/accounts", "/accounts/user?name=chief"):
        assert visitor.get(path).status_code == 403
    for to in ("", "/role", "/password", "/session", "/remove"):
        sent = {"account": role, "name": "x", "role": "chief", "sure": "1", **twice(NEW)}
        answer = visitor.send("/account", f"/accounts{to}", **sent)
        assert answer.status_code == 403, to
    assert accounts.path.read_bytes() == before
    assert '"/accounts"' not in visitor.get("/").text


def test_sessions_are_listed_and_ended(network, accounts):
    here, there, third = (sign_in(network, "deputy") for _ in range(3))
    assert len(accounts.list_sessions("deputy", 0)) == 3
    shown = here.get("/account").text
    assert shown.count("this device") == 1
    marks = [one.mark for one in accounts.list_sessions("deputy", 0)]
    # The latest session is first in the list.
    done = here.send("/account", "/account/session", session=marks[0])
    assert "1 session has ended." in words(done)
    assert not is_signed_in(third)
    assert is_signed_in(there)
    again = here.send("/account", "/account/session", session=marks[0])
    assert "This session has already ended." in words(again)

    chief = sign_in(network, "chief")
    other = accounts.list_sessions("chief", 0)[0].mark
    refused = here.send("/account", "/account/session", session=other)
    assert refused.status_code == 422
    assert is_signed_in(chief)
    done = chief.send(
        "/accounts/user?name=deputy", "/accounts/session", account="deputy", others="1"
    )
    assert "2 sessions have ended." in words(done)
    assert not is_signed_in(here)
    assert not is_signed_in(there)


def test_a_session_from_long_ago_is_not_listed(accounts):
    accounts.begin_session("deputy", "old", "Firefox", 1000.0, 100)
    accounts.begin_session("deputy", "new", "Firefox", 2000.0, 100)
    assert [one.begun for one in accounts.list_sessions("deputy", 0)] == [2000.0]


def test_without_sign_in_there_is_no_personal_account_page(tmp_path):
    with serve_folder(tmp_path) as address:
        visitor = Visitor(address)
        assert visitor.get("/account").url.path == "/accounts"
        refused = visitor.send("/accounts", "/account/password", **twice(NEW))
        assert "Nobody signs in at this desk" in words(refused)
        # The first account is made here, before the desk is opened to the network.
        visitor.send("/accounts", name="Ann", role="chief", **twice(NEW))
    assert FolderRepository(tmp_path).accounts.roles_by_user() == {"Ann": Role.CHIEF}


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
            " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ),
        ("", "unknown device"),
    ],
)
def test_a_device_is_named_by_its_browser(agent, told):
    assert describe_device(agent) == told


@pytest.mark.parametrize("width", [390, 1280])
def test_an_account_is_managed_by_keyboard_and_touch(network, open_page, width):
    page = open_page(network, width=width, has_touch=True, reduced_motion="reduce")
    page.goto("/sign-in")
    page.get_by_label("Name").fill("chief")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/")
    page.get_by_role("link", name="Accounts", exact=True).tap()
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Role").select_option("entry")
    page.get_by_label("New password").fill(NEW)
    page.get_by_label("Repeat password").fill(NEW)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Ann can now sign in as entry desk.")
    page.get_by_role("link", name="Ann").tap()
    expect(page.get_by_role("heading", name="Account of Ann")).to_be_visible()
    assert faults_in_light_and_dark(page) == []
    page.goto("/account")
    expect(page.get_by_text("this device")).to_be_visible()
    assert faults_in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
