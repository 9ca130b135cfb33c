"""A reader for untrusted ZIP files that enforces size limits.

A damaged file raises ``BadInput``. The sizes that a file claims are not trusted. Instead, the bytes
of each part are counted while it is unpacked.
"""

from __future__ import annotations

import io
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from topboard.formats.problems import bad_input_error, too_large_error
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from zipfile import ZipInfo

DAMAGE = (
    *(BadZipFile, zlib.error, EOFError, NotImplementedError, OverflowError, RuntimeError),
    *(LookupError, OSError, ValueError),
)
"""The exceptions that ``zipfile`` and its decompressors raise for a damaged file."""
END = b"PK\x05\x06"
END_OF_LARGE = b"PK\x06\x07"
LENGTH_OF_END, LENGTH_OF_END_OF_LARGE = 22, 20
LONGEST_COMMENT = 2**16
LARGEST_ENTRY = 700
"""The maximum number of bytes that one part takes up in the central directory."""


@contextmanager
def _raise_bad_input_if_damaged(name: str, remedy: str, part: str = "") -> Iterator[None]:
    try:
        yield
    except DAMAGE as error:
        why = str(error) or type(error).__name__
        what = say(
            "the archive is damaged or uses an unsupported compression method ({why})", why=why
        )
        raise bad_input_error(what, name, part, remedy) from error


class BoundedStream(io.RawIOBase):
    """A stream that raises ``TooLarge`` as soon as more than ``limit`` bytes have been read."""

    def __init__(self, stream: IO[bytes], name: str, limit: int) -> None:
        self.stream, self.name, self.limit = stream, name, limit
        self.part = ""
        self.count = 0

    def readable(self) -> bool:
        """Return True, as ``io.RawIOBase`` requires of streams that can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill the buffer, and raise ``TooLarge`` if the content exceeds the limit."""
        piece = self.read_piece(min(len(buffer), self.limit + 1 - self.count))
        self.count += len(piece)
        if self.count > self.limit:
            what = say("{part} is too large", part=self.part or self.name)
            raise too_large_error(what, self.name, self.limit, in_bytes=True)
        buffer[: len(piece)] = piece
        return len(piece)

    def read_piece(self, length: int) -> bytes:
        """Return at most ``length`` bytes, read from the underlying stream."""
        return self.stream.read(length)


class PartStream(BoundedStream):
    """A stream of one part of an archive. It raises ``BadInput`` if the part cannot be unpacked."""

    def __init__(
        self, stream: IO[bytes], name: str, limit: int, remedy: str = "", part: str = ""
    ) -> None:
        super().__init__(stream, name, limit)
        self.remedy, self.part = remedy, part

    def read_piece(self, length: int) -> bytes:
        """Return at most ``length`` bytes, and raise ``BadInput`` if they cannot be unpacked."""
        with _raise_bad_input_if_damaged(self.name, self.remedy, self.part):
            return self.stream.read(length)

    def close(self) -> None:
        """Close both this stream and the part of the archive that it reads."""
        if not self.closed:
            self.stream.close()
        super().close()


class ZipSource:
    """A ZIP file that is being read. Its error messages show ``name`` and ``remedy``."""

    def __init__(self, file: IO[bytes], name: str, remedy: str, most_parts: int) -> None:
        self.name, self.remedy = name, remedy
        with _raise_bad_input_if_damaged(name, remedy):
            self._refuse_too_many_parts(file, most_parts)
            self.archive = ZipFile(file)
        self.parts: dict[str, ZipInfo] = {one.filename: one for one in self.archive.infolist()}

    def __enter__(self) -> ZipSource:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.archive.close()

    def open(self, part: str, limit: int) -> PartStream:
        """Return a stream of the named part, which is unpacked while it is read.

        Raise ``BadInput`` if the part is missing, encrypted or damaged.
        """
        found = self.parts.get(part)
        if found is None:
            raise bad_input_error(
                say("a file is missing from the archive"), self.name, part, self.remedy
            )
        if found.flag_bits & 1:
            what = say("the archive is protected by a password")
            raise bad_input_error(what, self.name, part, say("Unpack the archive first."))
        with _raise_bad_input_if_damaged(self.name, self.remedy, part):
            stream = self.archive.open(found)
        return PartStream(stream, self.name, limit, self.remedy, part)

    def read(self, part: str, limit: int) -> bytes:
        """Return the content of the named part.

        Raise ``TooLarge`` if it exceeds ``limit`` bytes.
        """
        with self.open(part, limit) as stream:
            return stream.readall()

    def _refuse_too_many_parts(self, file: IO[bytes], most_parts: int) -> None:
        """Raise ``TooLarge`` if reading the list of parts could exhaust the memory.

        Raise ``BadInput`` if the file is not a ZIP archive.
        """
        size = file.seek(0, io.SEEK_END)
        file.seek(max(0, size - LENGTH_OF_END - LENGTH_OF_END_OF_LARGE - LONGEST_COMMENT))
        tail = file.read()
        file.seek(0)
        at = tail.rfind(END)
        if at < 0 or len(tail) < at + LENGTH_OF_END:
            what = say("this is not a ZIP archive, or its end is missing")
            raise bad_input_error(what, self.name, remedy=self.remedy)
        is_large = tail[max(0, at - LENGTH_OF_END_OF_LARGE) : at].startswith(END_OF_LARGE)
        length = int.from_bytes(tail[at + 12 : at + 16], "little")
        if is_large or length > most_parts * LARGEST_ENTRY:
            what = say("the archive contains too many files")
            raise too_large_error(what, self.name, most_parts)
