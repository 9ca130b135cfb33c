"""A real PostgreSQL server for tests and benchmarks, with its own folder and socket."""

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
    """A PostgreSQL server with its data in a new folder.

    It can be stopped and started again. A ``durable`` server waits until data is on disk, as in
    production. Tests need only data that survives the end of the server, not a power failure.
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
        """Start the server, with additional settings if given.

        Its output goes to a log file in its folder.
        """
        options = " ".join(f"-c {setting}" for setting in (*self._settings, *more))
        log = str(self.folder / "server.log")
        self._run("pg_ctl", "-w", "-D", self._data, "-l", log, "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server. The mode ``immediate`` stops it as if its process had been killed."""
        self._run("pg_ctl", "-w", "-D", self._data, "-m", mode, "stop")

    @contextmanager
    def standing_by(self) -> Iterator[None]:
        """Let the server run but refuse all connections, as during recovery.

        Its error messages are in the language that LANGUAGE names, if the machine has it.
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
        """Return the connection URL of a database."""
        return f"postgresql://{user}@/{database}?host={quote(str(self.folder), safe='')}"

    def create_database(self, like: str = "template1") -> str:
        """Create a database and return its URL.

        It is a copy of ``like``, which must not be in use.
        """
        name = f"topboard_{next(self._made)}"
        self.run_sql(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)

    def run_sql(self, statement: str, database: str = "postgres") -> str:
        """Run an SQL statement and return its output without headings and alignment."""
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
            # The server keeps running and would keep the pipe open.
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
def running_server(place: Path | None = None, *, durable: bool = False) -> Iterator[PostgresServer]:
    """Yield a running server with a new folder in ``place``, and remove it afterwards.

    Without ``place``, the folder is where temporary files are. A caller that stops the server must
    start it again.
    """
    # The path of a socket must be short, and the folders of tests have long paths.
    folder = Path(tempfile.mkdtemp(prefix="topboard-pg-", dir=place))
    server = PostgresServer(folder, durable=durable)
    try:
        yield server
    finally:
        # After a failure the server may already have stopped.
        with suppress(RuntimeError):
            server.stop("immediate")
        shutil.rmtree(folder)


def program_path(program: str) -> str:
    """Return the path of a PostgreSQL program. Debian does not put server programs on the PATH."""
    places = [*sorted(glob("/usr/lib/postgresql/*/bin"), reverse=True), *os.get_exec_path()]
    found = shutil.which(program, path=os.pathsep.join(places))
    assert found, f"PostgreSQL is needed here: {program} was not found (make database)"
    return found
