"""The app to double-click: the desk for a folder in the user's documents, without a terminal.

Without arguments, or with the path of a folder, it starts the desk and opens the browser. With any
other arguments it is the ``topboard`` command. With ``--typeset`` it is the process that typesets
documents, because the Python inside the app runs no other programs.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from topboard.installation import TYPESET

if TYPE_CHECKING:
    from collections.abc import Sequence

LIBRARY_PATH = "LD_LIBRARY_PATH"
"""The variable of Linux that the app changes so that it finds its own libraries."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the app and return its exit code."""
    # The processes of a pool start the app again, and end in this call.
    multiprocessing.freeze_support()
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words == [TYPESET]:
        # Seam: this process needs nothing else, and has to start quickly.
        from topboard.documents.typst_worker import typeset

        typeset()
        return 0
    _replace_missing_streams()
    _restore_library_path()
    if not words or (len(words) == 1 and Path(words[0]).is_dir()):
        # Seam: commands do not need the desk.
        from topboard.cli.desk_app import run_desk_app

        return run_desk_app(Path(words[0]) if words else None)
    # Seam: the desk does not need the parser of the command.
    from topboard.cli import main as run_command

    return run_command(words)


def _replace_missing_streams() -> None:
    """Replace the streams that a program without a terminal does not have on Windows."""
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")


def _restore_library_path() -> None:
    """Give the browser the libraries of the system, and not those of the app."""
    original = os.environ.get(f"{LIBRARY_PATH}_ORIG")
    if original is not None:
        os.environ[LIBRARY_PATH] = original
    elif hasattr(sys, "_MEIPASS"):
        os.environ.pop(LIBRARY_PATH, None)


if __name__ == "__main__":
    sys.exit(main())
