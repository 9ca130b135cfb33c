"""Targets for publications: the interface, and folders as targets.

A version of a file is identified by its *mark*, such as a digest or an ETag. A publisher that
replaces a file gives the mark of the version it knows. If the target has a different version,
``PreconditionFailed`` is raised, so no publisher overwrites a file that it has not seen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from topboard import platforms
from topboard._frozen import dataclass
from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.formats.files import CANNOT_WRITE, build_file_error, write_file_or_stream
from topboard.messages import say

NOTHING = ""
"""The mark (version identifier) of a file that does not exist."""
SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
AT_ONCE = 16
"""The largest number of files that are sent to a target at the same time."""


class PreconditionFailed(Exception):
    """Raised when a file at the target is not the version that the publisher wants to replace."""


class TargetUnreachable(CannotReadOrWrite):
    """Raised when the target cannot be reached at the moment. A later attempt may succeed."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file to publish, with its content, its content type and its caching rule."""

    content: bytes
    kind: str
    cache: str


class Target(Protocol):
    """A place to which the pages of one event are published."""

    name: str
    """The name of the target, for use in messages."""

    def lock_target(self) -> AbstractContextManager[None]:
        """Return a context during which other publishers on this machine wait, if possible."""

    def read(self, path: str) -> tuple[bytes, str] | None:
        """Return the content of a file and its mark, or None if the file does not exist.

        A mark identifies the version of a file.
        """

    def read_version_marks(self, asked: Collection[str], beginning: str) -> dict[str, str]:
        """Return the marks of the files in ``asked``, and of all files with the prefix
        ``beginning``.

        A mark identifies the version of a file. Files that do not exist are left out.
        """

    def write(self, path: str, file: PublishedFile, over: str | None = None) -> str:
        """Write a file, either completely or not at all, and return its mark.

        ``over`` is the mark of the version to replace. If it is None, any version is replaced.
        """

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files, ignoring those that do not exist."""


def open_target(named: str, endpoint: str = "") -> Target:
    """Return the target at an address: a folder, or a bucket such as ``s3://bucket/prefix``."""
    scheme = SCHEME.match(named)
    if scheme is None:
        if endpoint:
            what = say("an endpoint can only be used with object storage, and this is a folder")
            remedy = say("Publish to an address such as s3://bucket/prefix, or omit the endpoint.")
            raise BadInput([Problem(what, quoted=named, remedy=remedy)])
        return FolderTarget(Path(named))
    if scheme[1].lower() != "s3":
        what = say("pages can only be published to a folder or to s3://bucket/prefix")
        raise BadInput([Problem(what, quoted=named)])
    if find_spec("obstore") is None:
        raise CannotReadOrWrite(
            say(
                "object storage needs additional packages. Install them with: pip install "
                "'topboard[hosted]'"
            )
        )
    # Seam: only object storage needs the packages of the extra hosted.
    from topboard.web.publishing.object_stores import ObjectStoreTarget

    return ObjectStoreTarget.from_address(named, endpoint)


class FolderTarget:
    """A folder on this machine as a publication target."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = str(folder)

    @contextmanager
    def lock_target(self) -> Iterator[None]:
        """Hold a lock that leaves no lock file in the folder."""
        with self._convert_os_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            held = platforms.open_lock_of_folder(str(self.folder))
            platforms.lock_or_close(held)
        try:
            yield
        finally:
            platforms.unlock_and_close(held)

    def read(self, path: str) -> tuple[bytes, str] | None:
        """Return the content of a file and its digest as the mark, or None if there is no file."""
        with self._convert_os_errors(self.folder / path):
            try:
                content = (self.folder / path).read_bytes()
            except FileNotFoundError:
                return None
        return content, _content_digest(content)

    def read_version_marks(self, asked: Collection[str], beginning: str) -> dict[str, str]:
        """Return the marks of the files in ``asked``, and of all files in folders whose names start
        with ``beginning``.

        A mark identifies the version of a file. Files that do not exist are left out.
        """
        with self._convert_os_errors(self.folder):
            others = (p for top in self.folder.glob(f"{beginning}*") for p in top.rglob("*"))
            paths = [*(self.folder / path for path in asked), *others]
            return {
                path.relative_to(self.folder).as_posix(): _content_digest(path.read_bytes())
                for path in paths
                if path.is_file()
            }

    def write(self, path: str, file: PublishedFile, over: str | None = None) -> str:
        """Write a file and return its mark, which identifies its version.

        Raise ``PreconditionFailed`` if the existing file does not have the mark ``over``. The
        content type and caching rule are up to the web server.
        """
        file_path = self.folder / path
        with self._convert_os_errors(file_path):
            there = self.read(path)
            mark = NOTHING if there is None else there[1]
            if over is not None and mark != over:
                raise PreconditionFailed(path)
            if there is None or there[0] != file.content:
                file_path.parent.mkdir(parents=True, exist_ok=True)
                write_file_or_stream(file.content, file_path)
        return _content_digest(file.content)

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files, and then the folders that have become empty."""
        root = self.folder.resolve()
        for name in paths:
            path = self.folder / name
            # Only files inside the folder are removed, whatever the request says.
            if not path.resolve().is_relative_to(root):
                continue
            with self._convert_os_errors(path):
                with suppress(FileNotFoundError):
                    platforms.delete_file(str(path))
                parent = path.parent
                while parent != self.folder and parent.is_dir() and not any(parent.iterdir()):
                    parent.rmdir()
                    parent = parent.parent

    @contextmanager
    def _convert_os_errors(self, path: Path) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            raise build_file_error(CANNOT_WRITE, str(path), error) from error


def _content_digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]
