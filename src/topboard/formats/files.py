"""Input and output of bytes, and detection of the format.

The bytes come from and go to files, the standard streams or open file objects. A file is written
next to its target and then renamed, so that a reader never sees a partly written file.
"""

from __future__ import annotations

import errno
import os
import sys
from _thread import get_ident
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING

from topboard.errors import CannotReadOrWrite
from topboard.formats.problems import MOST_BYTES, bad_input_error, too_large_error
from topboard.messages import Message, message, retold, say, say_kept, worded

if TYPE_CHECKING:
    from typing import IO, TypeAlias

    Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]


STANDARD = "-"
INPUT, OUTPUT = worded("standard input"), worded("standard output")
USUAL_MODE, PRIVATE_MODE = 0o666, 0o600
"""The permissions of a new file: everything the umask allows, or access for the owner only."""


def read_source(source: Source) -> tuple[str | bytes, str]:
    """Return the content of the source and the name that messages use for it."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if path == STANDARD:
            if sys.stdin is None:
                raise CannotReadOrWrite(
                    say("cannot read {input}: it is closed", input=retold(INPUT))
                )
            return _read_whole_stream(getattr(sys.stdin, "buffer", sys.stdin), INPUT)
        try:
            with open(path, "rb") as opened:
                return _read_whole_stream(opened, path)
        except (OSError, ValueError) as error:
            raise file_error(message("read"), path, error) from error
    return _read_whole_stream(source, _stream_name(source))


def _read_whole_stream(opened: IO[str] | IO[bytes], name: str) -> tuple[str | bytes, str]:
    try:
        content = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise file_error(message("read"), name, error) from error
    if len(content) > MOST_BYTES:
        raise too_large_error(say("the file is too long (in bytes)"), name, MOST_BYTES)
    return content, name


def _stream_name(opened: IO[str] | IO[bytes]) -> str:
    name = getattr(opened, "name", None)
    return name if isinstance(name, str) else "input"


def read_head(path: str | os.PathLike[str], length: int = -1) -> bytes:
    """Return the first ``length`` bytes of a file, or the whole file if ``length`` is negative."""
    try:
        with open(path, "rb") as opened:
            return opened.read(length)
    except (OSError, ValueError) as error:
        raise file_error(message("read"), os.fspath(path), error) from error


def write_target(
    content: str | bytes,
    target: Source,
    *,
    private: bool = False,
    personal: bool = False,
    lasting: bool = True,
) -> None:
    """Write the content to the target, completely or not at all; text is encoded in UTF-8.

    A private file can be read only by its owner, from the moment it is created. The same is true of
    a new file with ``personal`` data, but an existing file keeps its permissions. If the file need
    not be ``lasting``, the function returns without waiting until the file would survive a power
    failure.
    """
    if not isinstance(target, str | os.PathLike):
        _write_to_stream(content, target, _stream_name(target))
    elif os.fspath(target) == STANDARD:
        sys.stdout.flush()
        _write_to_stream(content, getattr(sys.stdout, "buffer", sys.stdout), OUTPUT)
    else:
        new = PRIVATE_MODE if personal else USUAL_MODE
        _replace_file(os.fspath(target), content, private=private, new=new, lasting=lasting)


def _write_to_stream(content: str | bytes, opened: IO[str] | IO[bytes], name: str) -> None:
    writes_text = hasattr(opened, "encoding")
    try:
        if isinstance(content, str) and not writes_text:
            content = content.encode()
        opened.write(content)  # type: ignore[arg-type]
        opened.flush()
    except BrokenPipeError:
        # The reader has closed its end of the pipe, which is not an error here.
        raise
    except (OSError, ValueError) as error:
        raise file_error(message("write"), name, error) from error


def _replace_file(
    path: str, content: str | bytes, *, private: bool, new: int, lasting: bool
) -> None:
    try:
        data = content.encode() if isinstance(content, str) else content
        real = os.path.realpath(path)
        if os.path.exists(real) and not os.path.isfile(real):
            with open(real, "wb") as device:
                device.write(data)
        else:
            _write_temporary_and_rename(real, data, private=private, new=new, lasting=lasting)
    except (OSError, ValueError) as error:
        raise file_error(message("write"), path, error) from error


def temporary_path(path: str) -> str:
    """Return the path of a temporary file in the same folder, to be renamed when complete."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name[:60]}.{os.getpid()}.{get_ident()}.part")


def sync_folder(path: str) -> None:
    """Make sure that a new file in the folder still exists after a power failure.

    Windows cannot open folders, and some file systems cannot synchronise them. In those cases the
    file is only as safe as any other file.
    """
    try:
        folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EBADF, errno.ENOTSUP):
            raise
    finally:
        os.close(folder)


def _write_temporary_and_rename(
    path: str, content: bytes, *, private: bool, new: int, lasting: bool
) -> None:
    draft = temporary_path(path)
    # An existing file keeps its permissions; a new one gets the usual ones.
    mode = os.stat(path).st_mode & 0o7777 if os.path.exists(path) else None
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(13, say("the file is write-protected"), path)
    mode = PRIVATE_MODE if private else mode
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode or new)
    try:
        with open(descriptor, "wb") as opened:
            opened.write(content)
            opened.flush()
            if lasting:
                os.fsync(descriptor)
        if mode is not None:
            os.chmod(draft, mode)
        os.replace(draft, path)
        if lasting:
            sync_folder(path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(draft)
        raise


def file_error(act: Message, name: str, error: Exception) -> CannotReadOrWrite:
    """Return the error to raise when a file or a stream cannot be read or written."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, OSError) and error.errno == errno.EBADF:
        why = say("it is closed")
    shown = retold(name) if name in (INPUT, OUTPUT) else repr(name)
    return CannotReadOrWrite(
        say("cannot {act} {shown}: {why}", act=say_kept(act), shown=shown, why=why)
    )


BYTE_ORDER_MARK = "\ufeff"


class FormatFamily(Enum):
    """The family of a file format: JSON or TRF."""

    JSON = "JSON"
    TRF = "TRF"


def detect_format(content: str | bytes, name: str) -> tuple[FormatFamily, str]:
    """Return the format family of the content and its decoded text."""
    text = content if isinstance(content, str) else _decode(bytes(content), name)
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text.strip():
        raise bad_input_error(
            say("the file is empty"), name, remedy=say("give a TRF or a Topboard JSON file")
        )
    return (FormatFamily.JSON if _looks_like_json(text) else _check_trf(text, name)), text


def _decode(content: bytes, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise bad_input_error(
            say("the file is written in UTF-16"), name, remedy=say("save it as UTF-8")
        )
    opening = content[:1000].decode("latin-1").removeprefix("\xef\xbb\xbf")
    return (
        _decode_utf8(content, name)
        if _looks_like_json(opening)
        else _decode_utf8_or_western(content)
    )


def _looks_like_json(text: str) -> bool:
    return text.lstrip(" \t\r\n")[:1] in ("{", "[")


def _decode_utf8(content: bytes, name: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        start = content.rfind(b"\n", 0, error.start) + 1
        column = len(content[start : error.start].decode(errors="replace")) + 1
        found = content[error.start : error.start + 1].hex()
        raise bad_input_error(
            say("the byte {found} is not UTF-8", found=found),
            f"{name}:{line}:{column}",
            content[max(start, error.start - 20) : error.start + 20].decode("latin-1"),
            say("save the file as UTF-8"),
        ) from error


def _decode_utf8_or_western(content: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


DATABASE = "SQLite format 3\0"
"""The first bytes of an SQLite file. Event journals are SQLite files."""


def _check_trf(text: str, name: str) -> FormatFamily:
    """Return ``Kind.TRF`` if some line starts with the code of a player, team or tournament record.

    Otherwise raise ``BadInput``.
    """
    lines = text.replace("\r", "\n").split("\n")
    if any(line[:3] in ("001", "012", "013", "310") and line[3:4] in ("", " ") for line in lines):
        return FormatFamily.TRF
    if text.startswith(DATABASE):
        remedy = say("ask for it with: topboard event …, or write a report of it: event export")
        raise bad_input_error(
            say("this is the journal of an event, or another database"), name, "", remedy
        )
    raise bad_input_error(
        say("neither JSON nor TRF"),
        f"{name}:1:1",
        next(line for line in lines if line.strip()),
        say("a Topboard JSON begins with {{, a TRF has lines that begin with 001, 012, 013 or 310"),
    )
