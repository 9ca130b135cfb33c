"""``topboard serve`` as a person calls it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time

import httpx
import pytest

from topboard.cli import main


def test_on_a_network_nobody_gets_in_before_there_is_an_account(tmp_path, capsys):
    code = main(["serve", str(tmp_path), "--host", "0.0.0.0"])
    told = capsys.readouterr().err
    assert code == 3
    assert "everybody signs in, and nobody can yet" in told
    assert "--add-user NAME chief" in told


def test_a_user_is_added_with_the_password_from_standard_input(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long password\n"))
    assert main(["serve", str(tmp_path), "--add-user", "anna", "deputy"]) == 0
    users = json.loads((tmp_path / "users.json").read_text())["users"]
    assert users["anna"]["role"] == "deputy"
    assert users["anna"]["hash"].startswith("$argon2id$")


@pytest.mark.parametrize(
    ("role", "password", "words"),
    [
        ("king", "a long password", "no such role: 'king'"),
        ("chief", "short", "this is no safe password"),
    ],
)
def test_a_strange_role_or_password_is_refused(
    role, password, words, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{password}\n"))
    assert main(["serve", str(tmp_path), "--add-user", "anna", role]) == 3
    assert words in capsys.readouterr().err
    assert not (tmp_path / "users.json").exists()


def test_the_command_prints_the_address_and_serves_the_sample(tmp_path):
    arguments = ["serve", str(tmp_path / "events"), "--sample", "--port", "8765"]
    with subprocess.Popen(
        [sys.executable, "-m", "topboard", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as running:
        try:
            assert running.stdout is not None
            line = running.stdout.readline()
            assert line == "The desk is open: http://127.0.0.1:8765/\n"
            for _ in range(100):
                try:
                    text = httpx.get("http://127.0.0.1:8765/").text
                    break
                except httpx.ConnectError:
                    time.sleep(0.05)
            assert "Riverside Chess Festival" in text
        finally:
            running.terminate()
