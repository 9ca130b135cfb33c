"""What a person sees on a terminal, and what a program gets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

ESCAPE = b"\x1b["


def on_a_terminal(**environment: str) -> bytes:
    """What ``topboard systems`` writes when its output is a terminal."""
    ours, theirs = pytest.importorskip("pty").openpty()
    command = [sys.executable, "-m", "topboard", "systems"]
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    subprocess.run(command, stdout=theirs, env={**kept, "TERM": "xterm", **environment}, check=True)
    os.close(theirs)
    seen = b""
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:
            break
        if not block:
            break
        seen += block
    os.close(ours)
    return seen


def test_output_to_a_terminal_is_coloured():
    seen = on_a_terminal()

    assert ESCAPE in seen
    assert b"olympiad_2022" in seen


@pytest.mark.parametrize("value", ["1", "yes"])
def test_the_no_color_variable_is_respected(value):
    assert ESCAPE not in on_a_terminal(NO_COLOR=value)


def test_a_pipe_gets_plain_text():
    done = subprocess.run(
        [sys.executable, "-m", "topboard", "systems"], capture_output=True, check=True
    )

    assert ESCAPE not in done.stdout


# --- progress of long work ------------------------------------------------------------------


def told_on_a_terminal(*arguments: str) -> tuple[int, bytes]:
    """The exit code of a command, and what it writes to a terminal as standard error."""
    ours, theirs = pytest.importorskip("pty").openpty()
    command = [sys.executable, "-m", "topboard", *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=theirs, check=False)
    os.close(theirs)
    seen = os.read(ours, 65536)
    os.close(ours)
    return done.returncode, seen


EVENT = ("--system", "olympiad_2022", "--teams", "12", "--rounds", "3", "--seed", "5")


def test_generate_and_check_report_each_round_on_a_terminal(tmp_path):
    event = str(tmp_path / "event.json")
    made = told_on_a_terminal("generate", *EVENT, "-o", event)
    checked = told_on_a_terminal("check", event)

    told = b"\rround 1 of 3\rround 2 of 3\rround 3 of 3\r            \r"
    assert checked == (0, told)
    assert made == (0, b"Seed: 5\r\n" + told)


def test_a_single_round_can_be_checked_alone(tmp_path):
    event = str(tmp_path / "event.json")
    told_on_a_terminal("generate", *EVENT, "-o", event)

    assert b"round 1 of 1\r" in told_on_a_terminal("check", event, "--round", "2")[1]


def test_a_program_that_reads_the_output_gets_no_progress_messages(tmp_path):
    event = str(tmp_path / "event.json")
    for arguments in (("generate", *EVENT, "-o", event), ("check", event)):
        command = [sys.executable, "-m", "topboard", *arguments]
        done = subprocess.run(command, capture_output=True, check=True)
        assert b"round 1 of" not in done.stderr


def stopped_at(first: bytes, *arguments: str) -> tuple[int, bytes]:
    """Press Ctrl-C as soon as the terminal shows this; the exit code and all that was shown."""
    ours, theirs = pytest.importorskip("pty").openpty()
    command = [sys.executable, "-m", "topboard", *arguments]
    # Shells start work in the background deaf to Ctrl-C, and children inherit that.
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=theirs,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    os.close(theirs)
    seen = b""
    while first not in seen:
        seen += os.read(ours, 4096)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert out == b""
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:
            break
        if not block:
            break
        seen += block
    os.close(ours)
    return running.returncode, seen


LARGE = ("--system", "olympiad_2022", "--teams", "1000", "--seed", "5")
"""Seconds go by between its second round and its last, also for one who is slow to press keys."""


def test_ctrl_c_stops_generating_and_writes_nothing(tmp_path):
    event = tmp_path / "event.json"
    event.write_text("what was there before")
    code, seen = stopped_at(
        b"round 2 of 40", "generate", *LARGE, "--rounds", "40", "-o", str(event)
    )

    assert code == 2
    assert seen.endswith(b"\rtopboard: Stopped.\r\n")
    assert b"round 40 of 40" not in seen
    assert event.read_text() == "what was there before"
    assert [path.name for path in tmp_path.iterdir()] == ["event.json"]


def test_ctrl_c_stops_a_check(tmp_path):
    event = str(tmp_path / "event.json")
    told_on_a_terminal("generate", *LARGE, "--rounds", "15", "-o", event)
    code, seen = stopped_at(b"round 2 of 15", "check", event)

    assert code == 2
    assert seen.endswith(b"\rtopboard: Stopped.\r\n")
    assert b"round 40 of 40" not in seen


# --- characters that the output cannot write ------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("verb", [("standings",), ("standings", "--json")])
def test_a_name_that_the_encoding_cannot_represent_is_spelled_out(encoding, verb, tmp_path):
    path = tmp_path / "event.json"
    players = [{"number": 1, "name": "Łukasz 𝄞"}, {"number": 2, "name": "日本"}]
    content = {"format": "topboard-event/1", "system": "cfc_swiss", "players": players}
    path.write_text(json.dumps({**content, "rounds": 3}), encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "topboard", verb[0], str(path), *verb[1:]],
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    said = done.stdout.decode(encoding)
    if "--json" in verb:
        assert {line["name"] for line in json.loads(said)["lines"]} == {"Łukasz 𝄞", "日本"}
    else:
        assert "\\u65e5\\u672c" in said
