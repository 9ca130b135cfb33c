"""The program of one checkout, which is used through its command."""

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
    """The output and the exit code of a command."""

    exit: int | str
    out: str
    err: str

    @property
    def text(self) -> str:
        """Return the text to digest. If the command failed, it includes the error message."""
        return without_now(f"{self.exit}\n{self.out}" + (self.err if self.exit else ""))

    def json(self) -> Any:
        """Return the output as a JSON value, or None if it is not JSON."""
        try:
            return json.loads(self.out)
        except ValueError:
            return None


class Program:
    """A process that runs commands with the code of one checkout, all in the same folder."""

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
        """End the process."""
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()
        self.process.wait()

    def ask(self, *arguments: object) -> Answer:
        """Run a command and return its answer."""
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
        """Run ``topboard-engine`` as a separate process and return its answer."""
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
    """Return the Python of a checkout's own ``.venv``, or the current Python if it has none."""
    own = checkout / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def environment(checkout: Path, folder: Path) -> dict[str, str]:
    """Return environment variables that make answers depend only on the checkout."""
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
    """Return the text without any time of today, yesterday or tomorrow."""
    today = datetime.now(UTC).date()
    days = "|".join(str(today + timedelta(days=d)) for d in (-1, 0, 1))
    times = r"(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?"
    return re.sub(f"(?:{days}){times}", "<now>", text)


def digest(content: str | bytes) -> str:
    """Return a digest of the text that is short, but long enough to distinguish answers."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return sha256(data).hexdigest()[:12]
