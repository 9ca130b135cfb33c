"""A desk on this computer that is opened to the network and closed again, with real sockets."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.web.desk_client import TOKEN, Visitor, event_with_round, serve_app, serve_folder, words
from topboard.errors import BadInput
from topboard.web.accounts import Role
from topboard.web.app import create_app
from topboard.web.desk import network
from topboard.web.folder_repository import FolderRepository
from topboard.web.local_app import LocalApp
from topboard.web.network_address import find_own_network_address
from topboard.web.network_listener import NetworkListener, listen_on_network

OWN = find_own_network_address() or "127.0.0.2"
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _known_network(monkeypatch):
    """The address of this machine in its network, or one that only it has."""
    monkeypatch.setattr(network, "find_own_network_address", lambda: OWN)


def free_port() -> int:
    with socket.socket() as free:
        free.bind((OWN, 0))
        return free.getsockname()[1]


def add_account(visitor: Visitor) -> None:
    answer = visitor.send(
        "/network", "/network/account", name="Ann", password=PASSWORD, repeated=PASSWORD
    )
    assert "Ann can now sign in as chief arbiter." in words(answer)


@pytest.fixture
def network_address(visitor):
    """The address in the network of the visitor's desk, which has been opened."""
    add_account(visitor)
    port = free_port()
    answer = visitor.send("/network", "/network/open", port=str(port))
    assert "The desk is open to your network." in words(answer)
    return f"http://{OWN}:{port}"


def sign_in(far: Visitor) -> httpx.Response:
    return far.send("/sign-in", name="Ann", password=PASSWORD, next="/")


def can_connect(address: str) -> bool:
    host, _, port = address.removeprefix("http://").partition(":")
    try:
        socket.create_connection((host, int(port)), 2).close()
    except OSError:
        return False
    return True


# --- opening --------------------------------------------------------------------------------------


def test_the_desk_is_opened_only_after_there_is_an_account(visitor):
    page = visitor.get("/network")
    assert 'action="/network/account"' in page.text
    assert 'action="/network/open"' not in page.text

    port = free_port()
    refused = visitor.send("/network", "/network/open", port=str(port))
    assert refused.status_code == 422
    assert "Add an account for yourself first." in words(refused)
    assert not can_connect(f"http://{OWN}:{port}")

    add_account(visitor)
    assert 'action="/network/open"' in visitor.get("/network").text


def test_over_the_network_everyone_signs_in_and_here_nobody_does(visitor, network_address):
    event_with_round(visitor, "fide_dutch_2026")
    far = Visitor(network_address)

    assert far.get("/").url.path == "/sign-in"
    assert far.get("/e/spring-open/s/main/entries").url.path == "/sign-in"
    assert far.http.get("/api/v1/events").status_code == 401
    assert far.get("/p/spring-open/main/").status_code == 200
    assert far.get("/help/desk").status_code == 200
    assert visitor.get("/").url.path == "/"

    assert sign_in(far).url.path == "/"
    assert "Sign out" in far.get("/").text
    assert far.get("/account").url.path == "/account"


def test_no_header_makes_a_request_over_the_network_a_local_one(visitor, network_address):
    far = Visitor(network_address)
    for headers in (
        {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1"},
        {"X-Forwarded-Host": "127.0.0.1", "Forwarded": "for=127.0.0.1;host=localhost"},
    ):
        assert far.http.get("/", headers=headers).url.path == "/sign-in"
    for host in ("127.0.0.1", "localhost", "evil.example"):
        refused = far.http.get("/", headers={"Host": host}, follow_redirects=False)
        assert refused.status_code == 400, host
    # Nor does a foreign name lead to the desk on this computer.
    assert visitor.http.get("/", headers={"Host": OWN}).status_code == 400


def test_a_form_that_comes_back_over_the_network_is_not_shown_as_a_local_page(
    visitor, network_address
):
    far = Visitor(network_address)
    sign_in(far)
    again = far.send("/new", name="Spring Cup", section="Main", rounds="many")
    assert again.status_code == 422
    assert 'value="many"' in again.text
    assert "Sign out" in again.text
    assert "arbiter on this machine" not in again.text


def test_the_address_and_its_qr_codes_are_shown_while_the_desk_is_open(visitor, network_address):
    section = event_with_round(visitor, "fide_dutch_2026")
    public = section.replace("/e/", "/p/").replace("/s/", "/")

    assert f"{network_address}/" in visitor.text("/network")
    assert f"<title>{network_address}/p/</title>" in visitor.get("/network/qr.svg").text
    assert "Passwords are sent unencrypted" in visitor.text("/network")
    page = visitor.get(f"{public}/")
    assert "qr.svg" in page.text
    visitor.send("/network", "/network/close")
    closed = visitor.http.get(f"{public}/", headers={"If-None-Match": page.headers["etag"]})
    assert closed.status_code == 200
    assert "qr.svg" not in closed.text


# --- closing --------------------------------------------------------------------------------------


def test_closing_frees_the_port_and_ends_the_sessions_over_the_network(visitor, network_address):
    far = Visitor(network_address)
    sign_in(far)
    assert far.get("/").url.path == "/"

    answer = visitor.send("/network", "/network/close")

    assert "1 session has ended." in words(answer)
    assert not can_connect(network_address)
    visitor.send("/network", "/network/open", port=network_address.rpartition(":")[2])
    assert can_connect(network_address)
    assert far.get("/").url.path == "/sign-in"
    # Who closes it twice is not told off.
    visitor.send("/network", "/network/close")
    assert visitor.send("/network", "/network/close").status_code == 200


def test_the_network_is_neither_opened_nor_closed_over_the_network(visitor, network_address):
    far = Visitor(network_address)
    without = far.send("/network", "/network/close")
    assert "Sign in" in words(without)
    sign_in(far)
    assert 'action="/network/close"' not in far.get("/network").text
    for path in ("/network/close", "/network/open", "/network/account"):
        refused = far.send("/network", path, port="8765", name="Eve")
        assert refused.status_code == 403, path
        assert "Only the computer on which the desk runs" in words(refused)
    assert can_connect(network_address)


def test_a_form_of_another_site_cannot_open_the_network(visitor):
    add_account(visitor)
    port = str(free_port())
    foreign = {"Origin": "https://evil.example"}
    token = TOKEN.search(visitor.get("/network").text)[1]
    by_site = visitor.http.post(
        "/network/open", data={"token": token, "port": port}, headers=foreign
    )
    without_token = visitor.http.post("/network/open", data={"port": port})

    assert by_site.status_code == 403
    assert "This form has expired" in words(without_token)
    assert not can_connect(f"http://{OWN}:{port}")


def test_a_desk_that_stops_is_closed_and_starts_closed(tmp_path):
    with serve_folder(tmp_path) as address:
        visitor = Visitor(address)
        add_account(visitor)
        port = free_port()
        visitor.send("/network", "/network/open", port=str(port))
        assert can_connect(f"http://{OWN}:{port}")
        sign_in(Visitor(f"http://{OWN}:{port}"))
    assert not can_connect(f"http://{OWN}:{port}")
    assert FolderRepository(tmp_path).accounts.list_sessions("Ann", 0) == []
    with serve_folder(tmp_path) as address:
        assert "Only this computer can open" in Visitor(address).text("/network")


def test_a_desk_that_everyone_signs_in_to_has_no_second_listener(tmp_path):
    FolderRepository(tmp_path).accounts.add_user("Ann", Role.CHIEF, PASSWORD)
    with serve_folder(tmp_path, open_to_all=False) as address:
        visitor = Visitor(address)
        sign_in(visitor)
        assert 'action="/network/open"' not in visitor.get("/network").text
        assert visitor.send("/network", "/network/open", port="8765").status_code == 403


def test_nobody_in_the_network_quits_the_app_or_opens_its_folder(tmp_path):
    done: list[str] = []
    local = LocalApp(quit=lambda: done.append("quit"), show_folder=lambda: done.append("folder"))
    with serve_app(create_app(FolderRepository(tmp_path), local_app=local)) as address:
        visitor = Visitor(address)
        add_account(visitor)
        port = free_port()
        visitor.send("/network", "/network/open", port=str(port))
        far = Visitor(f"http://{OWN}:{port}")
        sign_in(far)

        assert "Quit Topboard" in visitor.text("/")
        assert "Quit Topboard" not in far.text("/")
        assert str(tmp_path) not in far.text("/")
        assert far.send("/", "/about/quit").status_code == 403
        assert far.send("/", "/about/folder").status_code == 403
    assert done == []


# --- what goes wrong ------------------------------------------------------------------------------


def test_a_port_in_use_and_a_missing_network_are_named(visitor, monkeypatch):
    add_account(visitor)
    with socket.socket() as used:
        used.bind((OWN, 0))
        used.listen()
        port = used.getsockname()[1]
        refused = visitor.send("/network", "/network/open", port=str(port))
    assert refused.status_code == 422
    assert "A different program is already using this port" in words(refused)
    assert f"Choose a different port, such as {port + 1}." in words(refused)
    assert f'value="{port}"' in refused.text
    for wrong in ("", "x", "0", "70000"):
        assert "invalid port" in words(visitor.send("/network", "/network/open", port=wrong))

    monkeypatch.setattr(network, "find_own_network_address", lambda: "")
    assert "in no network at the moment" in visitor.text("/network")
    refused = visitor.send("/network", "/network/open", port=str(port))
    assert "This computer is in no network at the moment." in words(refused)


def test_an_address_of_another_computer_is_refused():
    with pytest.raises(BadInput, match="does not accept connections"):
        listen_on_network("192.0.2.77" if OWN != "192.0.2.77" else "192.0.2.78", free_port())


def test_a_new_address_of_the_computer_is_pointed_out(visitor, network_address, monkeypatch):
    assert "has changed" not in visitor.text("/network")
    monkeypatch.setattr(network, "find_own_network_address", lambda: "192.0.2.99")
    assert "The address of this computer has changed" in visitor.text("/network")


def test_opening_twice_keeps_the_first_listener():
    async def app(scope, receive, send):
        raise AssertionError

    async def open_twice() -> tuple[str, str, str]:
        listener = NetworkListener()
        await listener.open(app, OWN, free_port())
        first = listener.address
        await listener.open(app, OWN, free_port())
        second = listener.address
        await listener.close()
        return first, second, listener.address

    # The thread of the tests may have the loop of a browser.
    with ThreadPoolExecutor(1) as other:
        first, second, closed = other.submit(asyncio.run, open_twice()).result()
    assert first == second != ""
    assert closed == ""
