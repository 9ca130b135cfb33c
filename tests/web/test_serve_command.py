"""``topboard serve`` as a person calls it."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
import time
import webbrowser
from pathlib import Path

import httpx
import pytest

from tests.skipping import not_on_windows
from topboard.cli import main
from topboard.web.accounts import Role
from topboard.web.desk_claims import claim_folder
from topboard.web.folder_repository import FolderRepository


def test_a_desk_on_a_network_is_not_served_before_an_account_exists(tmp_path, capsys):
    code = main(["serve", str(tmp_path), "--host", "0.0.0.0"])
    told = capsys.readouterr().err
    assert code == 3
    assert "a desk on a network requires everyone to sign in, but there are no users yet" in told
    assert "--add-user NAME chief" in told


def test_a_user_is_added_with_a_password_from_standard_input(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long password\n"))
    assert main(["serve", str(tmp_path), "--add-user", "anna", "deputy"]) == 0
    users = json.loads((tmp_path / "users.json").read_text())["users"]
    assert users["anna"]["role"] == "deputy"
    assert users["anna"]["hash"].startswith("$argon2id$")


@pytest.mark.parametrize(
    ("role", "password", "words"),
    [
        ("king", "a long password", "unknown role: 'king'"),
        ("chief", "short", "the password is too short or too long"),
    ],
)
def test_an_unknown_role_or_bad_password_is_refused(
    role, password, words, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{password}\n"))
    assert main(["serve", str(tmp_path), "--add-user", "anna", role]) == 3
    assert words in capsys.readouterr().err
    assert not (tmp_path / "users.json").exists()


def test_the_command_prints_the_address_and_serves_the_sample(tmp_path):
    port = free_port()
    arguments = ["serve", str(tmp_path / "events"), "--sample", "--port", str(port)]
    with subprocess.Popen(
        [sys.executable, "-m", "topboard", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as running:
        try:
            assert running.stdout is not None
            line = running.stdout.readline()
            assert line == f"The desk is running at http://127.0.0.1:{port}/\n"
            for _ in range(600):
                try:
                    text = httpx.get(f"http://127.0.0.1:{port}/").text
                    break
                except httpx.ConnectError:
                    time.sleep(0.05)
            assert "Atlantic Open" in text
        finally:
            running.terminate()


# --- the first minute ---------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[2]


def test_make_run_shows_one_screen_and_leads_to_the_desk():
    """The stamp of the set-up is taken as it is: tests install nothing."""
    bin_ = f"BIN={Path(sys.executable).parent}"
    done = subprocess.run(
        ["make", "-s", "-o", ".venv/.run", "run", bin_],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()

    assert len(lines) <= 24
    assert lines[2].split() == ["1", "11", "India", "2", "12", "Armenia", "9.3"]
    assert "Cuba (#32) meets Spain (#4), the highest-ranked opponent in the group (8.3.1)." in lines
    first_of_half = "meets Iran (#13), the first opponent in the other half (9.3)."
    assert f"United States of America (#1) {first_of_half}" in lines
    assert lines[-1].endswith("serve --sample --open events")


@not_on_windows("the browser of this test is a shell script")
@pytest.mark.parametrize("windows", [True, False])
def test_the_sample_is_opened_in_the_browser_if_there_is_one(tmp_path, windows):
    opened, port = tmp_path / "opened", free_port()
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    serve = [sys.executable, "-m", "topboard", "serve", str(tmp_path / "events")]
    env = {**kept, "BROWSER": f"{browser} %s", **({"DISPLAY": ":9"} if windows else {})}
    with subprocess.Popen(
        [*serve, "--sample", "--open", "--port", str(port)],
        env=env,
        stdout=subprocess.PIPE,
        text=True,
    ) as desk:
        try:
            assert desk.stdout is not None
            told = desk.stdout.readline()
            for _ in range(600):
                time.sleep(0.05)
                if (opened.exists() and opened.read_text()) or (not windows and answers(port)):
                    break
            # Where there is no browser the desk has had time to look for one.
            time.sleep(0 if windows else 0.3)
        finally:
            desk.terminate()

    sample = f"http://127.0.0.1:{port}/"
    assert told.split()[-1] == sample
    assert opened.exists() == windows
    if windows:
        assert opened.read_text().strip() == sample


def answers(port: int) -> bool:
    """Whether the desk answers by now."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/").status_code == 200
    except httpx.TransportError:
        return False


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


# --- one desk for a folder, and ports -----------------------------------------------------------


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    """The addresses that the browser of this computer would have opened."""
    found: list[str] = []
    monkeypatch.setenv("DISPLAY", ":9")
    monkeypatch.setattr(webbrowser, "open", lambda address: not found.append(address))
    return found


def test_a_second_desk_for_a_folder_is_refused_or_opens_the_first(tmp_path, capsys, opened):
    with claim_folder(tmp_path) as claim:
        claim.announce_address("http://127.0.0.1:8123/")
        assert main(["serve", str(tmp_path)]) == 5
        refused = capsys.readouterr().err
        assert main(["serve", str(tmp_path), "--open"]) == 0
        shown = capsys.readouterr().out
        (tmp_path / ".desk.json").write_text('{"address": "http://x/", "computer": "elsewhere"}')
        assert main(["serve", str(tmp_path), "--open"]) == 5
        elsewhere = capsys.readouterr().err

    assert f"already running for the folder {tmp_path}. Open http://127.0.0.1:8123/" in refused
    assert shown == "The desk is already running at http://127.0.0.1:8123/\n"
    assert opened == ["http://127.0.0.1:8123/"]
    assert "A desk on the computer elsewhere is using the folder" in elsewhere
    claim_folder(tmp_path).release()
    assert [path.name for path in tmp_path.iterdir()] == [".desk.lock"]


def test_a_killed_desk_releases_its_folder(tmp_path):
    script = (
        "import os, pathlib, sys\n"
        "from topboard.web.desk_claims import claim_folder\n"
        "claim_folder(pathlib.Path(sys.argv[1])).announce_address('http://127.0.0.1:1/')\n"
        "os._exit(9)\n"
    )
    assert (
        subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False).returncode == 9
    )
    assert (tmp_path / ".desk.json").exists()

    claim_folder(tmp_path).release()


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [
        ("127.0.0.1", None, "--port: a different program is already using this port: '{port}'. "),
        ("127.0.0.1", 70000, "--port: invalid port: '70000'. Choose a number up to 65535."),
        ("203.0.113.9", 8000, "--host: this is not a network address of this computer"),
        ("no such host", 8000, "--host: this is not a network address of this computer"),
    ],
)
def test_an_address_that_cannot_be_used_is_named(host, port, words, tmp_path, capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        FolderRepository(tmp_path).accounts.add_user("anna", Role.CHIEF, "a long password")
        code = main(["serve", str(tmp_path), "--host", host, "--port", str(port or taken)])

    told = capsys.readouterr()
    assert code == 3
    assert words.format(port=taken) in told.err
    assert told.out == ""
    assert {path.name for path in tmp_path.iterdir()} <= {
        ".desk.lock", "users.json", ".users.json.lock",
    }  # fmt: skip
