"""A worker that runs commands in the Python of one checkout.

It imports no module of the package by name. It finds the program in ``project.scripts`` of
``pyproject.toml``, as an installer does. A request is a line of JSON with ``arguments`` and
``folder``. The answer is a line of JSON with ``exit``, ``out`` and ``err``.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any


def find_program(checkout: Path) -> Any:
    """Return the function that the command ``topboard`` runs."""
    sys.path.insert(0, str(checkout / "src"))
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["scripts"]["topboard"].partition(":")
    return getattr(import_module(module), name)


def run(program: Any, arguments: list[str]) -> dict[str, object]:
    """Run one command, and return its exit code, standard output and standard error."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2)]
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv = ["topboard", *arguments]
    sys.stdin = io.StringIO("")
    sys.stdout, sys.stderr = streams
    try:
        code = program()
    except SystemExit as end:
        code = end.code
    except Exception as error:
        code = f"{type(error).__name__}: {error}"
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    texts = []
    for stream in streams:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8", "backslashreplace"))
    return {"exit": code or 0, "out": texts[0], "err": texts[1]}


def main() -> None:
    """Answer requests on standard input until there are no more."""
    program = find_program(Path(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        request = json.loads(line)
        os.chdir(request["folder"])
        print(json.dumps(run(program, request["arguments"])), file=answers, flush=True)


if __name__ == "__main__":
    main()
