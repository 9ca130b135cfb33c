"""Targets of publication: what a folder and object storage have in common.

A file is known by its *mark*. A publisher that replaces a file names the mark of what it replaces,
and is refused if something else is there by now. So nobody overwrites what they have not seen.
"""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from topboard._frozen import dataclass
from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.formats.files import file_error, write_target
from topboard.messages import message, say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

NOTHING = ""
"""The mark of a file that does not exist."""
SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
AT_ONCE = 16
"""The most files that are sent to a target at one time."""


class PreconditionFailed(Exception):
    """The file at an address is not the one that was to be replaced."""


class TargetAway(CannotReadOrWrite):
    """The target cannot be reached at the moment and may be back soon."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file as it is published: its bytes, their type, and how long it may be cached."""

    content: bytes
    kind: str
    cache: str


class Target(Protocol):
    """The place where the pages of one event are published."""

    name: str
    """Its name for people."""

    def alone(self) -> AbstractContextManager[None]:
        """Make other publishers on this machine wait, if that is possible."""

    def read(self, path: str) -> tuple[bytes, str] | None:
        """Return a file and its mark, or None if there is none."""

    def marks(self, asked: Collection[str], beginning: str) -> dict[str, str]:
        """Return the marks of these files if they exist, and of all with this prefix."""

    def write(self, path: str, file: PublishedFile, over: str | None = None) -> str:
        """Write a file, completely or not at all, and return its mark.

        ``over`` is the mark of what it replaces; without it, any existing file is replaced.
        """

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files, and ignore those that do not exist."""


def open_target(named: str, endpoint: str = "") -> Target:
    """Return the named target: a folder, or a bucket as ``s3://bucket/prefix``."""
    scheme = SCHEME.match(named)
    if scheme is None:
        if endpoint:
            what = say("an endpoint is that of a store, and this is a folder")
            raise BadInput([Problem(what, quoted=named, remedy="s3://bucket/prefix")])
        return FolderTarget(Path(named))
    if scheme[1].lower() != "s3":
        what = say("pages are published to a folder or to s3://bucket/prefix")
        raise BadInput([Problem(what, quoted=named)])
    if find_spec("obstore") is None:
        raise CannotReadOrWrite(
            say("a store of objects needs some packages: pip install 'topboard[hosted]'")
        )
    # This is imported only for object storage, because a folder does not need it.
    from topboard.web.publishing.object_stores import StoreTarget

    return StoreTarget.of(named, endpoint)


class FolderTarget:
    """A folder on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = str(folder)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the folder itself, so that no lock file is needed in it."""
        try:
            import fcntl
            import os
        except ImportError:
            # Windows has no such locks, so only the marks separate two simultaneous publishers.
            yield
            return
        with self._trouble(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            held = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield
        finally:
            os.close(held)

    def read(self, path: str) -> tuple[bytes, str] | None:
        """Return a file and its mark, which is its digest."""
        with self._trouble(self.folder / path):
            try:
                content = (self.folder / path).read_bytes()
            except FileNotFoundError:
                return None
        return content, _digest(content)

    def marks(self, asked: Collection[str], beginning: str) -> dict[str, str]:
        """Return the marks of files, and ignore any others in the folder."""
        with self._trouble(self.folder):
            others = (p for top in self.folder.glob(f"{beginning}*") for p in top.rglob("*"))
            paths = [*(self.folder / path for path in asked), *others]
            return {
                path.relative_to(self.folder).as_posix(): _digest(path.read_bytes())
                for path in paths
                if path.is_file()
            }

    def write(self, path: str, file: PublishedFile, over: str | None = None) -> str:
        """Write a file; a web server finds its type by its name and sets its own cache times."""
        file_path = self.folder / path
        with self._trouble(file_path):
            there = self.read(path)
            mark = NOTHING if there is None else there[1]
            if over is not None and mark != over:
                raise PreconditionFailed(path)
            if there is None or there[0] != file.content:
                file_path.parent.mkdir(parents=True, exist_ok=True)
                write_target(file.content, file_path)
        return _digest(file.content)

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files, and folders that are empty afterwards."""
        root = self.folder.resolve()
        for name in paths:
            path = self.folder / name
            # Only files inside the folder are removed, whatever the request says.
            if not path.resolve().is_relative_to(root):
                continue
            with self._trouble(path):
                path.unlink(missing_ok=True)
                parent = path.parent
                while parent != self.folder and parent.is_dir() and not any(parent.iterdir()):
                    parent.rmdir()
                    parent = parent.parent

    @contextmanager
    def _trouble(self, path: Path) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            raise file_error(message("write"), str(path), error) from error


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]
