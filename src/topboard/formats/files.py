"""Bytes in and out: files, standard input and output, open file objects.

A file is written beside its target and then renamed, so that nobody ever sees half of it.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from topboard.errors import CannotReadOrWrite
from topboard.formats.problems import MOST_BYTES, too_large

if TYPE_CHECKING:
    from typing import IO, TypeAlias

    Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]

STANDARD = "-"


def fetch(source: Source) -> tuple[str | bytes, str]:
    """What the source holds, and the name by which messages call it."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if path == STANDARD:
            return _everything_in(getattr(sys.stdin, "buffer", sys.stdin), "standard input")
        try:
            with open(path, "rb") as opened:
                return _everything_in(opened, path)
        except (OSError, ValueError) as error:
            raise _failure("read", path, error) from error
    return _everything_in(source, _name_of(source))


def _everything_in(opened: IO[str] | IO[bytes], name: str) -> tuple[str | bytes, str]:
    try:
        content = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _failure("read", name, error) from error
    if len(content) > MOST_BYTES:
        raise too_large("the file is too long (in bytes)", name, MOST_BYTES)
    return content, name


def _name_of(opened: IO[str] | IO[bytes]) -> str:
    name = getattr(opened, "name", None)
    return name if isinstance(name, str) else "input"


def deliver(text: str, target: Source) -> None:
    """Write the text, in UTF-8, to the target: all of it or nothing."""
    if not isinstance(target, str | os.PathLike):
        _hand_over(text, target, _name_of(target))
    elif os.fspath(target) == STANDARD:
        sys.stdout.flush()
        _hand_over(text, getattr(sys.stdout, "buffer", sys.stdout), "standard output")
    else:
        _replace_file(os.fspath(target), text.encode())


def _hand_over(text: str, opened: IO[str] | IO[bytes], name: str) -> None:
    writes_text = hasattr(opened, "encoding")
    try:
        opened.write(text if writes_text else text.encode())  # type: ignore[arg-type]
        opened.flush()
    except (OSError, ValueError) as error:
        raise _failure("write", name, error) from error


def _replace_file(path: str, content: bytes) -> None:
    try:
        real = os.path.realpath(path)
        if os.path.exists(real) and not os.path.isfile(real):
            with open(real, "wb") as device:
                device.write(content)
        else:
            _write_beside_and_rename(real, content)
    except (OSError, ValueError) as error:
        raise _failure("write", path, error) from error


def _write_beside_and_rename(path: str, content: bytes) -> None:
    folder, name = os.path.split(path)
    draft = os.path.join(folder, f".{name[:100]}.{os.getpid()}.part")
    # A file that is there keeps its permissions; a new one gets the usual ones.
    mode = os.stat(path).st_mode & 0o7777 if os.path.exists(path) else None
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(13, "the file is write-protected", path)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(descriptor, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(descriptor)
        if mode is not None:
            os.chmod(draft, mode)
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise


def _failure(act: str, name: str, error: Exception) -> CannotReadOrWrite:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return CannotReadOrWrite(f"cannot {act} {name!r}: {why}")
