"""A PostgreSQL server for tests and figures: real, in a folder of its own, reached by a socket."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from glob import glob
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OWNER = "postgres"
SETTINGS = (
    "listen_addresses=''",
    "max_connections=100",
    "shared_buffers=32MB",
    "log_min_messages=fatal",
)


class PostgresServer:
    """A server with its data in an empty folder; it can be stopped and started again.

    ``durable`` is one that waits for its disk, as those of a federation do: what tests ask for is
    what survives the end of the server, not of the power.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        fsync = f"fsync={'on' if durable else 'off'}"
        self._settings = (*SETTINGS, fsync, f"unix_socket_directories={folder}")
        self._made = count(1)
        if os.geteuid() == 0:
            # The server refuses to run as root.
            shutil.chown(folder, OWNER)
        self._run("initdb", "-A", "trust", "-U", OWNER, "-E", "UTF8", "--no-sync", "-D", self._data)
        self.start()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self, *more: str) -> None:
        """Let it serve, perhaps with more settings; what it says goes to a file of its folder."""
        options = " ".join(f"-c {setting}" for setting in (*self._settings, *more))
        log = str(self.folder / "server.log")
        self._run("pg_ctl", "-w", "-D", self._data, "-l", log, "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; ``immediate`` is as if its process had been killed."""
        self._run("pg_ctl", "-w", "-D", self._data, "-m", mode, "stop")

    @contextmanager
    def standing_by(self) -> Iterator[None]:
        """It runs and lets nobody in, as one that recovers does for a moment only.

        It says so in the language that LANGUAGE names, if the machine has its words.
        """
        sign = Path(self._data, "standby.signal")
        self.stop()
        sign.touch()
        try:
            self.start("hot_standby=off", "lc_messages=C.UTF-8")
            yield
        finally:
            sign.unlink()
            with suppress(RuntimeError):
                self.stop("immediate")
            self.start()

    def url(self, database: str = "postgres", user: str = OWNER) -> str:
        """The address of a database."""
        return f"postgresql://{user}@/{database}?host={quote(str(self.folder), safe='')}"

    def create_database(self, like: str = "template1") -> str:
        """A new database, by its address: empty, or like another one that nobody has open."""
        name = f"topboard_{next(self._made)}"
        self.run_sql(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)

    def run_sql(self, statement: str, database: str = "postgres") -> str:
        """What a statement answers, as psql prints it bare."""
        return self._run(
            "psql",
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            self.url(database),
            "-c",
            statement,
        )

    def _run(self, program: str, *arguments: str) -> str:
        command: Sequence[str] = (program_path(program), *arguments)
        if os.geteuid() == 0:
            command = (
                "setpriv",
                f"--reuid={OWNER}",
                f"--regid={OWNER}",
                "--clear-groups",
                *command,
            )
        done = subprocess.run(
            command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            # A server that stays would keep a pipe open.
            stdout=subprocess.DEVNULL if program == "pg_ctl" else subprocess.PIPE,
            stderr=subprocess.STDOUT if program != "pg_ctl" else subprocess.DEVNULL,
            text=True,
            check=False,
            timeout=60,
        )
        if done.returncode:
            log = self.folder / "server.log"
            said = log.read_text() if log.exists() else ""
            raise RuntimeError(f"{program} failed: {done.stdout or ''}\n{said[-2000:]}")
        return done.stdout or ""


@contextmanager
def running_server(*, durable: bool = False) -> Iterator[PostgresServer]:
    """A server while somebody needs it; who stops it starts it again."""
    # The name of a socket must be short, and is not where folders of tests lie.
    folder = Path(tempfile.mkdtemp(prefix="topboard-pg-"))
    server = PostgresServer(folder, durable=durable)
    try:
        yield server
    finally:
        # Where something went wrong it may be stopped already.
        with suppress(RuntimeError):
            server.stop("immediate")
        shutil.rmtree(folder)


def program_path(program: str) -> str:
    """Where a program of PostgreSQL lies: Debian keeps the server's off the path."""
    places = [*sorted(glob("/usr/lib/postgresql/*/bin"), reverse=True), *os.get_exec_path()]
    found = shutil.which(program, path=os.pathsep.join(places))
    assert found, f"PostgreSQL is needed here: {program} was not found (make database)"
    return found
