"""Reading and writing of whole files, and detection of their format.

A file is given as a path, as ``-`` for a standard stream, or as an open file object. New content is
written to a temporary file, which then replaces the target. No reader ever sees a partly written
file.
"""

from __future__ import annotations

import errno
import os
import sys
from _thread import get_ident
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING

from topboard import platforms
from topboard.errors import CannotReadOrWrite
from topboard.formats.problems import MOST_BYTES, bad_input_error, too_large_error
from topboard.messages import Message, message, say, say_kept, translate_worded, worded

if TYPE_CHECKING:
    from typing import IO, TypeAlias

    Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]


STANDARD = "-"
INPUT, OUTPUT = worded("standard input"), worded("standard output")
CANNOT_READ = message("cannot read {file}: {why}")
CANNOT_WRITE = message("cannot write {file}: {why}")
CANNOT_DELETE = message("cannot delete {file}: {why}")
CANNOT_CREATE = message("cannot create {file}: {why}")
CANNOT_OPEN = message("cannot open {file}: {why}")
NO_PERMISSION = (errno.EACCES, errno.EPERM, errno.EROFS)
"""The errors for a folder in which the user cannot write."""
USUAL_MODE, PRIVATE_MODE = 0o666, 0o600
"""The permissions of a new file: everything the umask allows, or access for its owner only."""


def read_file_or_stream(source: Source) -> tuple[str | bytes, str]:
    """Return the content of a file or stream, and its name for error messages."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if path == STANDARD:
            if sys.stdin is None:
                raise CannotReadOrWrite(
                    say_kept(
                        CANNOT_READ, file=translate_worded(INPUT), why=say("the stream is closed")
                    )
                )
            return _read_whole_stream(getattr(sys.stdin, "buffer", sys.stdin), INPUT)
        try:
            with open(path, "rb") as opened:
                return _read_whole_stream(opened, path)
        except (OSError, ValueError) as error:
            raise build_file_error(CANNOT_READ, path, error) from error
    return _read_whole_stream(source, _get_stream_name(source))


def _read_whole_stream(opened: IO[str] | IO[bytes], name: str) -> tuple[str | bytes, str]:
    try:
        content = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise build_file_error(CANNOT_READ, name, error) from error
    if len(content) > MOST_BYTES:
        raise too_large_error(say("the file is too large"), name, MOST_BYTES, in_bytes=True)
    return content, name


def _get_stream_name(opened: IO[str] | IO[bytes]) -> str:
    name = getattr(opened, "name", None)
    return name if isinstance(name, str) else "input"


def read_first_bytes(path: str | os.PathLike[str], length: int = -1) -> bytes:
    """Return the first ``length`` bytes of a file, or the whole file if ``length`` is negative."""
    try:
        with open(path, "rb") as opened:
            return opened.read(length)
    except (OSError, ValueError) as error:
        raise build_file_error(CANNOT_READ, os.fspath(path), error) from error


def write_file_or_stream(
    content: str | bytes,
    target: Source,
    *,
    private: bool = False,
    personal: bool = False,
    lasting: bool = True,
) -> None:
    """Write text, encoded in UTF-8, or bytes to a file or stream.

    A file is written completely or not at all. If ``private`` is true, only its owner can read it.
    If ``personal`` is true, the same applies to a new file, but an existing file keeps its
    permissions. If ``lasting`` is false, the function does not wait until the content is on the
    disk.
    """
    if not isinstance(target, str | os.PathLike):
        _write_to_stream(content, target, _get_stream_name(target))
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
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and platforms.is_closed_pipe(error):
            # The reader has closed its end of the pipe, which is not an error here.
            raise BrokenPipeError from error
        raise build_file_error(CANNOT_WRITE, name, error) from error


def _replace_file(
    path: str, content: str | bytes, *, private: bool, new: int, lasting: bool
) -> None:
    try:
        data = content.encode() if isinstance(content, str) else content
        if platforms.is_device(path):
            with open(path, "wb") as device:
                device.write(data)
        else:
            # Windows cannot follow the path of a device.
            platforms.check_new_path(path)
            real = os.path.realpath(path)
            _write_temporary_and_rename(real, data, private=private, new=new, lasting=lasting)
    except (OSError, ValueError) as error:
        raise build_file_error(CANNOT_WRITE, path, error) from error


def temporary_path_beside(path: str) -> str:
    """Return the path of a temporary file next to ``path``, to be renamed to it when complete."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name[:60]}.{os.getpid()}.{get_ident()}.part")


def _write_temporary_and_rename(
    path: str, content: bytes, *, private: bool, new: int, lasting: bool
) -> None:
    draft = temporary_path_beside(path)
    # An existing file keeps its permissions; a new one gets the usual ones.
    mode = os.stat(path).st_mode & 0o7777 if os.path.exists(path) else None
    if mode is not None and not os.access(path, os.W_OK):
        raise OSError(errno.EBUSY, say("the file is write-protected"), path)
    mode = PRIVATE_MODE if private else mode
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode or new)
    try:
        with open(descriptor, "wb") as opened:
            opened.write(content)
            opened.flush()
            if lasting:
                platforms.flush_to_disk(descriptor)
        if mode is not None:
            platforms.set_file_mode(draft, mode)
        platforms.replace_file(draft, path)
        if lasting:
            platforms.flush_folder_to_disk(path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(draft)
        raise


def build_file_error(cannot: Message, name: str, error: Exception) -> CannotReadOrWrite:
    """Return the error to raise when a file or a stream cannot be read or written.

    ``cannot`` is the message to show, such as ``CANNOT_READ``.
    """
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, OSError) and error.errno == errno.EBADF:
        why = say("the stream is closed")
    shown = translate_worded(name) if name in (INPUT, OUTPUT) else repr(name)
    words = say_kept(cannot, file=shown, why=why)
    is_refused = isinstance(error, OSError) and error.errno in NO_PERMISSION
    if is_refused and cannot in (CANNOT_WRITE, CANNOT_CREATE):
        advice = say("Choose a folder in which you can write, or change its permissions.")
        return CannotReadOrWrite(f"{words}. {advice}")
    return CannotReadOrWrite(words)


BYTE_ORDER_MARK = "\ufeff"
OPENING_LENGTH = 1000
"""The number of characters at the start of a file that are examined to detect its format."""


class FormatFamily(Enum):
    """The family of a file format: JSON or TRF."""

    JSON = "JSON"
    TRF = "TRF"


def detect_format(content: str | bytes, name: str) -> tuple[FormatFamily, str]:
    """Return whether the content is JSON or TRF, together with its decoded text.

    Raise ``BadInput`` if it is neither.
    """
    text = content if isinstance(content, str) else _decode_content(bytes(content), name)
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text.strip():
        raise bad_input_error(
            say("the file is empty"), name, remedy=say("Use a TRF file or a Topboard JSON file.")
        )
    return (FormatFamily.JSON if _looks_like_json(text) else _refuse_unless_trf(text, name)), text


def _decode_content(content: bytes, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise bad_input_error(
            say("the file is encoded in UTF-16"), name, remedy=say("Save the file as UTF-8.")
        )
    opening = content[:OPENING_LENGTH].decode("latin-1").removeprefix("\xef\xbb\xbf")
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
            say("the byte {found} is not valid UTF-8", found=found),
            f"{name}:{line}:{column}",
            content[max(start, error.start - 20) : error.start + 20].decode("latin-1"),
            say("Save the file as UTF-8."),
        ) from error


def _decode_utf8_or_western(content: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


DATABASE = "SQLite format 3\0"
"""The text at the start of every SQLite file. Event journals are SQLite files."""
USUAL_CONTROLS = "\t\n\v\f\r\x1a"
"""The control characters that occur in text files. Old programs end a file with ``\\x1a``."""
MOST_CONTROLS = 20
"""A file counts as binary if more than one in this many characters is a control character."""


def is_binary_content(opening: str) -> bool:
    """Return whether the start of a file shows that it is not a text file.

    A photograph or an archive that is decoded as Western text has many control characters. A
    damaged text file has only a few.
    """
    controls = sum(
        (character < " " and character not in USUAL_CONTROLS) or "\x7f" <= character <= "\x9f"
        for character in opening
    )
    return controls * MOST_CONTROLS > len(opening)


def _refuse_unless_trf(text: str, name: str) -> FormatFamily:
    """Return ``FormatFamily.TRF`` if any line starts with the code 001, 012, 013 or 310.

    These are the codes for players, the tournament and teams. Raise ``BadInput`` if there is no
    such line.
    """
    lines = text.replace("\r", "\n").split("\n")
    binary = is_binary_content(text[:OPENING_LENGTH])
    if not binary and any(
        line[:3] in ("001", "012", "013", "310") and line[3:4] in ("", " ") for line in lines
    ):
        return FormatFamily.TRF
    if text.startswith(DATABASE):
        remedy = say(
            "Use the commands under topboard event, or write a report file with topboard event "
            "export."
        )
        raise bad_input_error(
            say("this is a database, probably the journal of an event"), name, "", remedy
        )
    if binary:
        raise bad_input_error(
            say("this is a binary file, such as a picture or an archive, and not a text file"),
            name,
            remedy=say("Use a TRF file or a Topboard JSON file."),
        )
    raise bad_input_error(
        say("the file is neither JSON nor TRF"),
        f"{name}:1:1",
        next(line for line in lines if line.strip()),
        say(
            "Use a Topboard JSON file, which starts with {{, or a TRF file, which has lines that "
            "start with 001, 012, 013 or 310."
        ),
    )
