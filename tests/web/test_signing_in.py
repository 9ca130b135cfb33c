"""Who gets in on a network, what each role may not do, and what keeps strangers out."""

from __future__ import annotations

import logging
import re
from contextlib import closing

import httpx
import pytest
from argon2 import PasswordHasher

from tests.skipping import not_on_windows
from tests.web.desk_client import (
    TOKEN,
    Visitor,
    event_with_entries,
    event_with_round,
    new_event,
    serve_folder,
    words,
)
from topboard.web.accounts import Role
from topboard.web.folder_repository import FolderRepository
from topboard.web.sessions import ThrottleInMemory

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def users(tmp_path_factory):
    """The users of a folder, with hashes that take less time to verify than real ones."""
    folder = tmp_path_factory.mktemp("users")
    accounts = FolderRepository(folder).accounts
    accounts._password_hasher = PasswordHasher(time_cost=1, memory_cost=64)
    for role in Role:
        accounts.add_user(role.value, role, PASSWORD)
    return accounts.path.read_bytes()


@pytest.fixture
def network(tmp_path, users):
    """A desk on a network: everybody signs in."""
    (tmp_path / "users.json").write_bytes(users)
    with serve_folder(tmp_path, open_to_all=False) as address:
        yield address


def sign_in(address: str, role: str) -> Visitor:
    """A visitor who has signed in with a role."""
    visitor = Visitor(address)
    answer = visitor.send("/sign-in", name=role, password=PASSWORD, next="/")
    assert answer.url.path == "/", words(answer)
    return visitor


def test_without_an_account_no_page_is_shown(network):
    stranger = Visitor(network)
    for path in ("/", "/new", "/e/any/history"):
        assert stranger.get(path).url.path == "/sign-in", path
    assert stranger.get("/api/v1/events").status_code == 401


def test_after_signing_in_users_reach_the_page_they_asked_for(network):
    visitor = Visitor(network)
    visitor.get("/new")
    answer = visitor.send(
        "/sign-in?next=/new", "/sign-in", name="chief", password=PASSWORD, next="/new"
    )
    assert answer.url.path == "/new"
    assert "chief (chief arbiter)" in words(answer)


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "/\\x"])
def test_signing_in_never_leads_to_another_site(target, network):
    visitor = Visitor(network)
    answer = visitor.send("/sign-in", name="chief", password=PASSWORD, next=target)
    assert str(answer.url) == f"{network}/"


def test_a_wrong_password_is_refused_and_counted(network):
    visitor = Visitor(network)
    for _ in range(5):
        assert visitor.send("/sign-in", name="chief", password="wrong").status_code == 401
    answer = visitor.send("/sign-in", name="chief", password=PASSWORD)
    assert answer.status_code == 429
    assert "Too many attempts" in words(answer)
    # Others may still come in.
    assert sign_in(network, "deputy").get("/").status_code == 200


def test_sign_in_attempts_are_allowed_again_after_a_while():
    time = [0.0]
    throttle = ThrottleInMemory(most=2, seconds=60, clock=lambda: time[0])
    throttle.count_failed_attempt("a")
    throttle.count_failed_attempt("a")
    assert throttle.seconds_to_wait("a") == 60
    assert throttle.seconds_to_wait("b") == 0
    time[0] = 61
    assert throttle.seconds_to_wait("a") == 0


def test_signing_out_ends_the_session(network):
    visitor = sign_in(network, "chief")
    visitor.send("/", "/sign-out")
    assert visitor.get("/").url.path == "/sign-in"


def test_a_phone_without_a_menu_can_sign_out(network, open_page):
    page = open_page(network, width=390)
    page.goto("/")
    page.get_by_label("Name").fill(Role.CHIEF.value)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{network}/")

    page.get_by_role("button", name="Sign out").click()

    page.wait_for_url("**/sign-in")
    assert page.url.endswith("/sign-in")


def test_a_new_password_ends_old_sessions(network, tmp_path):
    visitor = sign_in(network, "deputy")
    FolderRepository(tmp_path).accounts.add_user("deputy", Role.DEPUTY, "another long password")
    assert visitor.get("/").url.path == "/sign-in"


@not_on_windows("Windows has no such permissions")
def test_passwords_are_kept_as_argon2_hashes_for_the_owner_only(network, tmp_path):
    path = tmp_path / "users.json"
    sign_in(network, "chief")
    assert PASSWORD not in path.read_text()
    assert path.read_text().count("$argon2id$") == len(Role)
    assert path.stat().st_mode & 0o077 == 0


# --- roles ------------------------------------------------------------------------------------


def test_a_viewer_sees_everything_and_changes_nothing(network, tmp_path):
    section = event_with_round(sign_in(network, "chief"), "dubov_1997")
    viewer = sign_in(network, "viewer")
    before = len(FolderRepository(tmp_path).event("spring-open").snapshot().entries)

    for page in ("entries", "pairing", "rounds/1", "results/1", "standings", "check-in"):
        assert viewer.get(f"{section}/{page}").status_code == 200
    shown = viewer.get(f"{section}/results/1").text.partition('id="results"')[2]
    assert shown
    assert "<input" not in shown.replace('<input type="hidden"', "")
    for to, fields in (
        (f"{section}/results/1", {"t1": "1"}),
        (f"{section}/entries/1", {"name": "X"}),
        (f"{section}/check-in", {"here": "spring-open/main/1"}),
        (f"{section.partition('/s/')[0]}/history/undo", {"entry": "2"}),
    ):
        answer = viewer.send("/", to, **fields)
        assert answer.status_code == 403, to
        assert "The role viewer does not allow this action: " in words(answer)
    assert len(FolderRepository(tmp_path).event("spring-open").snapshot().entries) == before


def test_a_viewer_sees_no_buttons_that_change_anything(network):
    section = event_with_round(sign_in(network, "chief"), "dubov_1997")
    viewer = sign_in(network, "viewer")
    event = section.partition("/s/")[0]
    pages = ("", "/entries", "/entries/1", "/check-in", "/pairing", "/rounds/1", "/results/1")
    pages += ("/results/1/1", "/standings", "/decisions", "/documents", "/settings", "/lots")
    for page in (*(section + page for page in pages), event, f"{event}/history", f"{event}/check"):
        text = viewer.get(page).text.partition("<main")[2]
        buttons = re.findall(r"<form method=\"post\".*?</form>", text, flags=re.S)
        pressable = [form for form in buttons if re.search(r"<button(?![^>]*disabled)", form)]
        assert pressable == [], page


def test_an_entry_post_can_enter_results_but_not_correct_them(network):
    section = event_with_round(sign_in(network, "chief"), "dubov_1997")
    post = sign_in(network, "entry")

    assert post.send(f"{section}/results/1", t1="1").status_code == 200
    assert post.send(f"{section}/results/1/1", t1="0-1").status_code == 403
    assert post.send(f"{section}/results/1", f"{section}/pairing", publish="1").status_code == 403
    assert post.get("/new").status_code == 403


def test_a_deputy_runs_rounds_but_does_not_undo_or_close(network, tmp_path):
    section = event_with_entries(sign_in(network, "chief"), "dubov_1997")
    deputy = sign_in(network, "deputy")
    event = section.partition("/s/")[0]

    assert deputy.send(f"{section}/pairing", publish="1").status_code == 200
    assert deputy.send(f"{event}/history", f"{event}/history/undo", entry="3").status_code == 403
    assert deputy.get(f"{event}/close").status_code == 403
    assert deputy.send(event, f"{event}/close").status_code == 403
    last = FolderRepository(tmp_path).event("spring-open").snapshot().entries[-1]
    assert (type(last.act).__name__, last.who) == ("PublishRound", "deputy")


def test_the_api_enforces_the_same_roles(network):
    section = event_with_round(sign_in(network, "chief"), "dubov_1997")
    stem = section.split("/")[2]
    act = {"act": "Undo", "content": {"entry": 3}}

    def post(name: str, password: str = PASSWORD) -> httpx.Response:
        url = f"{network}/api/v1/events/{stem}/acts"
        return httpx.post(url, json=act, auth=(name, password))

    assert post("viewer").status_code == 403
    assert post("viewer").json()["kind"] == "role"
    assert post("deputy").status_code == 403
    assert post("chief", "wrong").status_code == 401


# --- strangers --------------------------------------------------------------------------------


def test_a_form_without_the_token_of_the_session_is_refused(visitor, tmp_path):
    visitor.get("/new")
    fields = {"name": "X", "system": "dubov_1997", "rounds": "3", "token": "guessed"}
    answer = visitor.http.post("/new", data=fields)
    assert answer.status_code == 422
    assert "This form has expired, or the desk has been restarted" in words(answer)
    assert FolderRepository(tmp_path).list_event_slugs() == []


def test_a_form_from_another_site_is_refused(visitor, tmp_path):
    token = TOKEN.search(visitor.get("/new").text)[1]
    fields = {"name": "X", "system": "dubov_1997", "rounds": "3", "token": token}
    answer = visitor.http.post("/new", data=fields, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert FolderRepository(tmp_path).list_event_slugs() == []


def test_an_unknown_host_name_does_not_open_the_desk(address):
    answer = httpx.get(address, headers={"Host": "evil.example"})
    assert answer.status_code == 400


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(address):
    cookie = httpx.get(address).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie


def test_a_cookie_over_https_is_secure(tmp_path):
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    from topboard.web.app import create_app

    async def fetch() -> httpx.Response:
        # No server runs here that would close the folder.
        with closing(FolderRepository(tmp_path)) as folder:
            transport = httpx.ASGITransport(create_app(folder))
            async with httpx.AsyncClient(
                transport=transport, base_url="https://localhost"
            ) as client:
                return await client.get("/")

    # The browser of the other tests keeps a loop of its own in this thread.
    with ThreadPoolExecutor(1) as beside:
        answer = beside.submit(lambda: asyncio.run(fetch())).result()
    assert "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"]


@pytest.mark.parametrize("path", ["/", "/static/desk.js", "/nowhere", "/api/v1/systems"])
def test_every_response_has_the_protective_headers(path, address):
    headers = httpx.get(address + path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_no_page_has_inline_scripts_or_styles(visitor):
    section = event_with_round(visitor, "dubov_1997")
    for page in ("/", "/new", section, f"{section}/results/1", f"{section}/standings"):
        text = visitor.get(page).text
        assert re.findall(r"<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=", text) == [], page


def test_names_are_shown_as_text_and_never_executed(visitor):
    section = new_event(visitor, "dubov_1997", name="<b>Bold & Co</b>")
    visitor.send(f"{section}/entries", name="<script>alert(1)</script>")
    text = visitor.get(f"{section}/entries").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<b>Bold" not in text


@pytest.mark.parametrize("stem", ["..%2Fsecret", "%2e%2e", "secret", "..%5Csecret"])
def test_no_address_leads_out_of_the_folder(stem, visitor, tmp_path):
    (tmp_path.parent / "secret.topboard").write_text("not yours")
    assert visitor.get(f"/e/{stem}/history").status_code == 404


def test_every_action_leaves_a_line_in_the_audit_log(visitor, caplog):
    caplog.set_level(logging.INFO, "topboard.audit")
    new_event(visitor, "dubov_1997")
    assert "spring-open entry 2 AddSection by arbiter on this machine" in caplog.text


def test_a_cookie_is_invalid_as_soon_as_its_user_signs_out(network):
    visitor = sign_in(network, "chief")
    copied = dict(visitor.http.cookies)
    visitor.send("/", "/sign-out")
    thief = Visitor(network)
    thief.http.cookies.update(copied)
    assert thief.get("/").url.path == "/sign-in"
    assert thief.get("/api/v1/events").status_code == 401


def test_users_stay_signed_in_when_the_desk_restarts(tmp_path, users):
    (tmp_path / "users.json").write_bytes(users)
    with serve_folder(tmp_path, open_to_all=False) as address:
        cookies = dict(sign_in(address, "chief").http.cookies)
    with serve_folder(tmp_path, open_to_all=False) as address:
        again = Visitor(address)
        again.http.cookies.update(cookies)
        assert again.get("/").url.path == "/"


def test_after_round_one_an_entry_post_changes_no_rating_and_the_chief_is_warned(network):
    chief, post = sign_in(network, "chief"), sign_in(network, "entry")
    section = event_with_round(chief, "fide_dutch_2026")
    page = f"{section}/entries/1"
    refused = post.send(page, name="Adams", rating="2500", federation="CAN")
    assert refused.status_code == 403
    assert "Users with the role entry desk cannot change ratings after round 1: Adams" in words(
        refused
    )
    assert "Adams, A." in words(post.send(page, name="Adams, A.", rating="2200", federation="CAN"))
    done = chief.send(page, name="Adams, A.", rating="2500", federation="CAN")
    assert (
        "This changes Adams, A.'s rating from 2200 to 2500 although round 1 has already "
        "been published."
    ) in words(done)
