"""Facts about the installed program: its commit, and whether it is the app."""

from __future__ import annotations

import shlex
import subprocess
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

TYPESET = "--typeset"
"""The argument with which the app starts itself as the process that typesets documents."""


def is_app() -> bool:
    """Return whether this is the app to double-click, which has its own Python inside."""
    return bool(getattr(sys, "frozen", False))


def program_name() -> str:
    """Return how a shell calls the ``topboard`` command, which is also in the app."""
    return shlex.quote(sys.executable) if is_app() else "topboard"


@cache
def find_documentation() -> Path | None:
    """Return the folder of the documentation, or None if it was not installed.

    An installed package has it inside. In a checkout, it is next to the code.
    """
    package = Path(str(files("topboard")))
    places = (package / "documentation", package.parents[1] / "docs")
    return next((place for place in places if (place / "README.md").is_file()), None)


@cache
def find_commit() -> str:
    """Return the commit of an installed package or of this checkout, or an empty string."""
    package = files("topboard")
    built = package.joinpath("commit.txt")
    if built.is_file():
        return built.read_text(encoding="utf-8").strip()
    checkout = Path(str(package)).parents[1]
    if not (checkout / ".git").exists():
        return ""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]
    try:
        done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()
