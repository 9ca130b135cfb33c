"""Temporary files of the tests, in memory where the machine allows it.

Journals wait for the disk at every commit, as they must. On a disk the tests spent half of their
time waiting for that.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

IN_MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""
ENOUGH = 2**30
"""Bytes that must be free there."""
ON_DISK = "TOPBOARD_TESTS_ON_DISK"
"""The environment variable with the folder for large files that need not wait for the disk."""


def keep_temporary_files_in_memory() -> None:
    """Let tests and the programs they start put temporary files there, unless TMPDIR is set."""
    if "TMPDIR" in os.environ or not _is_usable(IN_MEMORY):
        return
    os.environ[ON_DISK] = tempfile.gettempdir()
    os.environ["TMPDIR"] = str(IN_MEMORY)
    # It may have been chosen before.
    tempfile.tempdir = None


def folder_on_disk() -> Path:
    """The folder for temporary files that would take too much memory."""
    return Path(os.environ.get(ON_DISK) or tempfile.gettempdir())


def _is_usable(folder: Path) -> bool:
    """Whether there is room for files and for the small programs that some tests write."""
    # Windows has no statvfs, and Wine shows the folder of Linux.
    if not hasattr(os, "statvfs") or not folder.is_dir():
        return False
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= ENOUGH and not found.f_flag & os.ST_NOEXEC
