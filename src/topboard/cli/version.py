"""The option that prints the version of Topboard, with its commit if that is known."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from typing import Any

from topboard import __version__, installation


class PrintVersion(Action):
    """The option that prints the version and exits. It looks for the commit only when used."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: ArgumentParser, *_: Namespace | Any) -> None:
        print(format_version())
        parser.exit()


def format_version() -> str:
    """Return a line such as ``topboard 1.0 (commit 1a2b3c4d5e)``."""
    commit = installation.find_commit()
    return f"topboard {__version__} (commit {commit})" if commit else f"topboard {__version__}"
