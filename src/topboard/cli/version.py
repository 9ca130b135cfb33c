"""The version of Topboard, with the commit that it was built from if that is known."""

from __future__ import annotations

import subprocess
from argparse import Action, ArgumentParser, Namespace
from importlib.resources import files
from pathlib import Path
from typing import Any

from topboard import __version__


class PrintVersion(Action):
    """The option that prints the version and exits. It looks for the commit only when used."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: ArgumentParser, *_: Namespace | Any) -> None:
        print(format_version())
        parser.exit()


def format_version() -> str:
    """Return a line such as ``topboard 1.0 (commit 1a2b3c4d5e)``."""
    commit = find_commit()
    return f"topboard {__version__} (commit {commit})" if commit else f"topboard {__version__}"


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
