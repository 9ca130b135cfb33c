"""The record of the content of a target, which publishers keep there as a text file.

The first line is about the publication, and every other line about a page: its address, the digest
of its content, and the mark of the file. For files of older versions there are only addresses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

from topboard._frozen import dataclass, field, replace
from topboard.errors import CannotReadOrWrite
from topboard.messages import say

RECORD = ".topboard-pages"
"""The path of the record at the target."""


@dataclass(frozen=True, slots=True)
class PublishedVersion:
    """One publication: the pages that it changed, and the folder where these are kept."""

    entry: int
    folder: str = ""
    """The folder of the pages, or an empty string if they are not kept."""
    pages: tuple[str, ...] = ()
    more: bool = False
    """Whether more pages have changed than are listed."""

    @property
    def files(self) -> list[str]:
        """Return the paths of the kept pages."""
        return [f"{self.folder}/{page}" for page in self.pages] if self.folder else []

    def to_json(self) -> dict[str, Any]:
        """Return the version as JSON data for programs and open pages."""
        return {
            "entry": self.entry,
            "folder": self.folder,
            "pages": list(self.pages),
            "more": self.more,
        }


@dataclass(frozen=True, slots=True)
class PublicationRecord:
    """The last publication, the pages at the target, and the changes in progress."""

    entry: int = 0
    head: str = ""
    """The hash of the last published entry, which identifies the journal."""
    pages: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The digest of the content and the mark of each page, keyed by path."""
    versions: tuple[PublishedVersion, ...] = ()
    """The versions, newest first."""
    planned: tuple[PublishedVersion, tuple[str, ...]] | None = None
    """The publication in progress and the pages it affects, or None.

    It is recorded before the first page is written.
    """

    @property
    def newest_entry(self) -> int:
        """Return the newest entry that was published or is being published."""
        return max(self.entry, self.planned[0].entry if self.planned else 0)

    @property
    def uncertain_pages(self) -> frozenset[str]:
        """Return the pages whose content is uncertain, because a publisher began to change them."""
        return frozenset(self.planned[1]) if self.planned else frozenset()

    def add_plan(self, version: PublishedVersion, pages: tuple[str, ...]) -> Self:
        """Return the record with this publication in progress.

        Its pages include those of an interrupted publisher.
        """
        return replace(self, planned=(version, tuple(sorted({*pages, *self.uncertain_pages}))))

    def text(self) -> bytes:
        """Return the content of the record file."""
        about: dict[str, Any] = {
            "format": "topboard-published/1",
            "entry": self.entry,
            "head": self.head,
            "versions": [one.to_json() for one in self.versions],
        }
        if self.planned is not None:
            about["planned"] = [self.planned[0].to_json(), self.planned[1]]
        lines = [json.dumps(about, ensure_ascii=False, separators=(",", ":"))]
        lines += ["\t".join((path, *known)) for path, known in sorted(self.pages.items())]
        return ("\n".join(lines) + "\n").encode()

    @classmethod
    def parse_record(cls, content: bytes, where: str) -> Self:
        """Return the record in the content of a record file."""
        try:
            lines = content.decode().splitlines()
            about = json.loads(lines.pop(0)) if lines and lines[0].startswith("{") else {}
            known = [(*line.split("\t"), "", "")[:3] for line in lines]
            planned = about.get("planned")
            return cls(
                int(about.get("entry", 0)),
                str(about.get("head", "")),
                {path: (digest, mark) for path, digest, mark in known if _is_inside_target(path)},
                tuple(map(_parse_version, about.get("versions", ()))),
                None
                if planned is None
                else (_parse_version(planned[0]), tuple(map(str, planned[1]))),
            )
        except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
            raise CannotReadOrWrite(
                say(
                    "{where}: the list of published pages cannot be read. Remove {record} and "
                    "publish again.",
                    where=where,
                    record=RECORD,
                )
            ) from error


def _parse_version(told: Any) -> PublishedVersion:
    folder = str(told["folder"])
    if not _is_inside_target(folder):
        raise ValueError(folder)
    pages = tuple(page for page in map(str, told["pages"]) if _is_inside_target(page))
    return PublishedVersion(int(told["entry"]), folder, pages, bool(told["more"]))


def _is_inside_target(path: str) -> bool:
    """Return whether a path does not lead out of the target."""
    return ".." not in path.split("/") and not path.startswith("/")
