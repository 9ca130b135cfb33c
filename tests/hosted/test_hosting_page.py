"""docs/hosting.md does what it says: its commands are run, and its files fit together."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
import yaml

from tests.hosted.worker_process import Worker
from tools.postgres import program_path
from topboard.cli.parser import parse_arguments
from topboard.event.session import ActionContext
from topboard.storage.session import JournalSession
from topboard.web.security_headers import LARGEST_BODY

if TYPE_CHECKING:
    from tools.postgres import PostgresServer

ROOT = Path(__file__).parents[2]
FILES = ROOT / "docs" / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
COMMANDS = [
    line.strip()
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]
NGINX = (FILES / "nginx.conf").read_text(encoding="utf-8")
UNIT = (FILES / "topboard@.service").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PROGRAMS = {"createuser", "createdb", "pg_dump", "pg_restore"}


def as_user(command: str) -> tuple[str, list[str]]:
    """Who runs a command of the page, and the command."""
    words = shlex.split(command)
    if words[0] == "runuser":
        return words[2], words[4:]
    return "postgres", words


def of_topboard() -> list[list[str]]:
    """What topboard is told on the page, in the unit and in the containers."""
    said = [as_user(command)[1] for command in COMMANDS]
    said.append(shlex.split(re.findall(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)[0]))
    found = [words[1:] for words in said if words[0].endswith("topboard")]
    started = (one["command"] for one in COMPOSE["services"].values() if one["image"] == "topboard")
    found += [shlex.split(command) for command in started]
    run = [words for words in said if words[:3] == ["docker", "compose", "run"]]
    return found + [words[5:] for words in run]


def test_topboard_accepts_every_command_on_the_page() -> None:
    said = [[word.replace("%i", "8001") for word in words] for words in of_topboard()]

    assert len(said) >= 11
    for words in said:
        assert parse_arguments(words).run


def test_the_first_block_has_ten_commands() -> None:
    first = PAGE.partition("```sh\n")[2].partition("```")[0]

    assert len(first.splitlines()) == 10


def test_the_configuration_files_agree_with_each_other() -> None:
    """The proxy looks for the workers where they are started, and takes what they take."""
    ports = re.findall(r"server 127\.0\.0\.1:(\d+)", NGINX)
    started = next(c for c in COMMANDS if "systemctl enable" in c)
    contained = [" ".join(words) for words in of_topboard() if "--port" in words]

    assert re.findall(r"topboard@(\d+)", started) == ports
    assert [p for text in contained for p in re.findall(r"--port (\d+)", text)] == ports
    assert f"client_max_body_size {LARGEST_BODY // 1_000_000}m;" in NGINX
    for name in re.findall(r"server_name (\S+);", NGINX):
        assert f"--name {name}" in UNIT
        assert all(f"--name {name}" in text for text in contained if "%i" not in text)
    for service in COMPOSE["services"].values():
        for volume in service.get("volumes", ()):
            here = volume.partition(":")[0]
            assert not here.startswith("./docs") or (ROOT / here).exists()


class Machine:
    """A machine on which the page is followed: PostgreSQL serves it, and its users are roles."""

    def __init__(self, postgres: PostgresServer, folder: Path) -> None:
        self.postgres, self.folder = postgres, folder

    def does(self, command: str, typed: str = "") -> str:
        """Run a command of the page; what it says."""
        user, (program, *words) = as_user(command)
        bare = program.rpartition("/")[2]
        path = str(Path(sys.executable).parent / bare) if bare == "topboard" else ""
        # Files that the page keeps beside the database are kept beside the test.
        words = [word.replace("/var/lib/postgresql", str(self.folder)) for word in words]
        done = subprocess.run(
            [path or program_path(bare), *words],
            env={**os.environ, "PGHOST": str(self.postgres.folder), "PGUSER": user},
            cwd=self.folder,
            input=typed,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def address(self, database: str) -> str:
        """Where a database is for a worker, who has no settings of his own in the test."""
        return f"postgresql://topboard@/{database}?host={quote(str(self.postgres.folder), safe='')}"


@pytest.fixture
def machine(postgres: PostgresServer, tmp_path: Path) -> Machine:
    """A machine with PostgreSQL on it."""
    return Machine(postgres, tmp_path)


def test_the_steps_on_the_page_lead_from_nothing_to_a_restored_backup(machine: Machine) -> None:
    with JournalSession.create(
        machine.folder / "open.topboard",
        "Spring Open",
        ActionContext("Anna", "2026-11-16T10:00:00.000+00:00"),
    ) as file:
        head = file.head
    run = [c for c in COMMANDS if as_user(c)[1][0] in PROGRAMS or "/bin/topboard" in c]
    begun = run.index(next(c for c in run if "--add-user" in c)) + 1
    moved, *_ = [c for c in COMMANDS if c.startswith("topboard event move open.topboard")]

    for command in run[:begun]:
        machine.does(command, typed="a long password\n")
    said = shlex.split(re.findall(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)[0])
    worker = Worker(machine.address("topboard"), *said[said.index("--proxy") :])
    try:
        worker.answers()
    finally:
        worker.kill()
    machine.does(moved)
    for command in run[begun:]:
        if "pip install" not in command:
            told = machine.does(command)
            if "host check" in command:
                assert "1 of 1 events verified" in told

    restored = machine.postgres.run_sql("SELECT head FROM event", "restored")
    assert restored.strip() == head
