"""The rules of Windows about files, for tests on Linux.

Folders cannot be opened, a file that is open can be neither deleted nor replaced, a rename replaces
nothing, and only a file that is open for writing can be flushed.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import topboard.platforms as platforms

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SHARING_VIOLATION = 32
_OPEN, _FSYNC, _UNLINK = os.open, os.fsync, os.unlink
_RENAME, _REPLACE = os.rename, os.replace


def refusal(path: Any) -> PermissionError:
    """The error with which Windows refuses to change a file that is open."""
    error = PermissionError(errno.EACCES, "The process cannot access the file", os.fspath(path))
    error.winerror = SHARING_VIOLATION  # type: ignore[attr-defined]
    return error


def is_open_here(path: Any) -> bool:
    """Whether this process has the file open, itself or in SQLite."""
    real = os.path.realpath(path)
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{number}") == real:
                return True
        except OSError:
            continue
    return False


def open_no_folders(path: Any, flags: int, *arguments: Any, **named: Any) -> int:
    """Open a file. Folders are refused."""
    if named.get("dir_fd") is None and os.path.isdir(path) and not flags & os.O_NOFOLLOW:
        raise PermissionError(errno.EACCES, "Permission denied", path)
    return _OPEN(path, flags, *arguments, **named)


def flush_writable(descriptor: int) -> None:
    """Flush a file, which must be open for writing."""
    if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "Bad file descriptor")
    _FSYNC(descriptor)


def delete_closed(path: Any, **named: Any) -> None:
    """Delete a file, which must not be open."""
    if named.get("dir_fd") is None and is_open_here(path):
        raise refusal(path)
    _UNLINK(path, **named)


def replace_closed(source: Any, target: Any, **named: Any) -> None:
    """Rename a file. Neither it nor the file that it replaces may be open."""
    if is_open_here(source) or is_open_here(target):
        raise refusal(target)
    _REPLACE(source, target, **named)


def rename_to_nothing(source: Any, target: Any, **named: Any) -> None:
    """Rename a file to a name that is free."""
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, "File exists", target)
    replace_closed(source, target, **named)


def lock_region(descriptor: int, mode: int, length: int) -> None:
    """Lock or unlock an open file, without waiting."""
    assert length == 1
    fcntl.flock(descriptor, mode)


MSVCRT = SimpleNamespace(
    LK_NBLCK=fcntl.LOCK_EX | fcntl.LOCK_NB, LK_UNLCK=fcntl.LOCK_UN, locking=lock_region
)


def follow_windows_rules(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Make this process follow the rules of Windows, and Topboard believe that it runs there.

    ``home`` is the folder in which programs keep the data of the user.
    """
    monkeypatch.setenv("LOCALAPPDATA", str(home))
    here = SimpleNamespace(platform="win32", stdin=sys.stdin)
    monkeypatch.setattr("topboard.platforms.sys", here)
    monkeypatch.setattr("topboard.platforms.msvcrt", MSVCRT, raising=False)
    monkeypatch.setattr("topboard.platforms.PAUSES", (0.0,) * len(platforms.PAUSES))
    for name, rule in (
        ("open", open_no_folders),
        ("fsync", flush_writable),
        ("unlink", delete_closed),
        ("remove", delete_closed),
        ("replace", replace_closed),
        ("rename", rename_to_nothing),
    ):
        monkeypatch.setattr(os, name, rule)
    monkeypatch.delattr(os, "link")
