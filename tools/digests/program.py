"""The program of one checkout, asked through its command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

WORKER = Path(__file__).with_name("worker.py")


class Answer(NamedTuple):
    """What a command printed, and how it ended."""

    exit: int | str
    out: str
    err: str

    @property
    def text(self) -> str:
        """The answer to be digested; where the command refused, its message counts too."""
        return without_now(f"{self.exit}\n{self.out}" + (self.err if self.exit else ""))

    def json(self) -> Any:
        """The answer as a JSON value; None if it is none."""
        try:
            return json.loads(self.out)
        except ValueError:
            return None


class Program:
    """A process that answers with the code of one checkout; commands run in one folder."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.checkout = checkout.resolve()
        self.folder = folder
        self.process = subprocess.Popen(
            [python_of(self.checkout), str(WORKER), str(self.checkout)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(self.checkout, folder),
            text=True,
            encoding="utf-8",
        )

    def close(self) -> None:
        """Let the process end."""
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()
        self.process.wait()

    def ask(self, *arguments: object) -> Answer:
        """Return what the command answers."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        request = {"arguments": [str(one) for one in arguments], "folder": str(self.folder)}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the program of {self.checkout} ended at {arguments}")
        return Answer(**json.loads(line))

    def start_engine(self, *arguments: object) -> Answer:
        """Return what ``topboard-engine`` answers as a process of its own."""
        code = "import sys, tomllib\n"
        code += "names = tomllib.load(open(sys.argv.pop(1), 'rb'))['project']['scripts']\n"
        code += "module, _, name = names['topboard-engine'].partition(':')\n"
        code += "sys.argv[0] = 'topboard-engine'\n"
        code += "getattr(__import__(module, fromlist=[name]), name)()\n"
        words = [python_of(self.checkout), "-c", code, str(self.checkout / "pyproject.toml")]
        done = subprocess.run(
            [*words, *(str(one) for one in arguments)],
            cwd=self.folder,
            env=environment(self.checkout, self.folder),
            capture_output=True,
            text=True,
            check=False,
        )
        return Answer(done.returncode, done.stdout, done.stderr)


def python_of(checkout: Path) -> str:
    """Return the Python of a checkout's own environment; without one, the Python that runs this."""
    own = checkout / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def environment(checkout: Path, folder: Path) -> dict[str, str]:
    """Return an environment in which nothing but the checkout decides the answers."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(checkout / "src"),
        "PYTHONHASHSEED": "0",
        "TOPBOARD_RATINGS": str(folder / "rating-lists"),
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "TZ": "UTC",
        "USER": "somebody",
        "LOGNAME": "somebody",
        "LC_ALL": "C.UTF-8",
    }


def without_now(text: str) -> str:
    """Return the text with every time of today, or of the days beside it, taken out."""
    today = datetime.now(UTC).date()
    days = "|".join(str(today + timedelta(days=d)) for d in (-1, 0, 1))
    times = r"(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?"
    return re.sub(f"(?:{days}){times}", "<now>", text)


def digest(content: str | bytes) -> str:
    """Return a short digest, long enough to tell two answers apart."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return sha256(data).hexdigest()[:12]
