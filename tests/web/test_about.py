"""What the first page says about the program, and the check for updates."""

from __future__ import annotations

import json
import threading
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.web.desk_client import Visitor, serve_folder, words
from topboard import __version__
from topboard.installation import find_commit
from topboard.storage import data_folder
from topboard.web import updates
from topboard.web.accounts import Role
from topboard.web.folder_repository import FolderRepository


class ReleaseIndex(HTTPServer):
    """A package index that has one release, and counts the requests for it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), AnswerOnce)
        self.answer = b""
        self.requests: list[str] = []


class AnswerOnce(BaseHTTPRequestHandler):
    server: ReleaseIndex

    def do_GET(self) -> None:
        self.server.requests.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.answer)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def index(monkeypatch):
    with ReleaseIndex() as made:
        host = f"127.0.0.1:{made.server_port}"
        address = f"http://{host}/topboard/json"
        monkeypatch.setattr(updates, "metadata", lambda _: metadata_with(address))
        updates.find_releases_address.cache_clear()
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        yield made
        made.shutdown()
        thread.join()
    updates.find_releases_address.cache_clear()


def metadata_with(address: str) -> Message:
    """The metadata of a package that says where its releases are."""
    made = Message()
    made["Project-URL"] = "Documentation, https://docs.example.org/"
    made["Project-URL"] = f"Releases, {address}"
    return made


def test_the_first_page_names_version_commit_and_folder(visitor, tmp_path):
    shown = visitor.text("/")

    commit = find_commit()
    assert f"Topboard {__version__}{f', commit {commit}' if commit else ''}" in shown
    assert f"Data folder: {tmp_path}" in shown
    assert "Quit Topboard" not in shown, "a terminal stops this desk"
    assert visitor.send("/new", "/about/quit").status_code == 403
    assert visitor.send("/new", "/about/folder").status_code == 403
    assert visitor.get("/").status_code == 200


def test_without_a_public_address_no_server_is_contacted(visitor):
    assert updates.find_releases_address() == "", "the tests below use a host of their own"
    assert "cannot look for updates" in visitor.text("/")
    assert visitor.send("/new", "/about/updates").status_code == 403


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            {"info": {"version": "99.1"}},
            f"The latest version is 99.1. This is version {__version__}.",
        ),
        ({"info": {"version": __version__}}, f"Topboard {__version__} is the latest version."),
        ({"other": 1}, "gave no usable answer"),
        ("<html>", "gave no usable answer"),
    ],
)
def test_updates_are_checked_only_on_request(answer, told, index, visitor):
    index.answer = json.dumps(answer).encode() if isinstance(answer, dict) else answer.encode()

    assert f"contacts 127.0.0.1:{index.server_port} only when you press" in visitor.text("/")
    assert index.requests == []
    assert told in words(visitor.send("/", "/about/updates"))
    assert index.requests == ["/topboard/json"]


def test_the_update_check_reports_a_missing_connection(index, visitor, monkeypatch):
    monkeypatch.setattr(updates, "metadata", lambda _: metadata_with("http://127.0.0.1:1/json"))
    updates.find_releases_address.cache_clear()

    told = words(visitor.send("/", "/about/updates"))

    assert "The latest version is not known, because 127.0.0.1:1 gave no usable answer" in told
    assert "Check your connection and try again." in told


def test_a_desk_with_accounts_hides_folder_and_update_check_from_a_deputy(tmp_path, index):
    repository = FolderRepository(tmp_path)
    repository.accounts.add_user("anna", Role.DEPUTY, "a long password")
    with serve_folder(tmp_path, open_to_all=False) as address:
        visitor = Visitor(address)
        visitor.send("/sign-in", name="anna", password="a long password")

        shown = visitor.text("/")

        assert f"Topboard {__version__}" in shown
        assert "Data folder" not in shown
        assert visitor.send("/", "/about/updates").status_code == 403
    assert index.requests == []


def test_the_page_says_if_a_different_version_was_started(visitor):
    assert "You started version 9.9, but version" in visitor.text("/?started=9.9")
    assert "You started version" not in visitor.text(f"/?started={__version__}")


# --- the data folder of the app -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (None, "Documents/Topboard"),
        ('XDG_DOCUMENTS_DIR="$HOME/Dokumente"\n', "Dokumente/Topboard"),
        ('# XDG_DOCUMENTS_DIR="$HOME/no"\nXDG_DESKTOP_DIR="$HOME/D"\n', "Documents/Topboard"),
        ('XDG_DOCUMENTS_DIR="/srv/papers"\n', "/srv/papers/Topboard"),
    ],
)
def test_the_app_keeps_events_in_the_documents_folder(settings, expected, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(data_folder.sys, "platform", "linux")
    if settings is not None:
        (tmp_path / ".config").mkdir()
        (tmp_path / ".config" / "user-dirs.dirs").write_text(settings)

    assert data_folder.default_data_folder() == tmp_path / expected
    assert Path(expected).name == "Topboard"
