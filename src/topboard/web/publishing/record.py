"""The record of a publication, a text file that publishers keep at the target.

Its first line describes the publication. Each further line describes a page: its path, the digest
of its content, and the mark of its file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

from topboard._frozen import dataclass, field, replace
from topboard.errors import CannotReadOrWrite
from topboard.messages import say

RECORD = ".topboard-pages"
"""The path of the record file at the target."""


@dataclass(frozen=True, slots=True)
class PublishedVersion:
    """One publication, with the pages that it changed and the folder where copies of them are
    kept.
    """

    entry: int
    folder: str = ""
    """The folder with copies of the pages, or an empty string if no copies are kept."""
    pages: tuple[str, ...] = ()
    more: bool = False
    """Whether the publication changed more pages than are listed."""

    @property
    def kept_paths(self) -> list[str]:
        """Return the paths of the copies of pages that are kept."""
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
    """The last publication to a target, the pages there, and any publication in progress."""

    entry: int = 0
    head: str = ""
    """The hash of the last published journal entry, which identifies the journal."""
    pages: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The digest of the content and the mark of each page, keyed by path."""
    versions: tuple[PublishedVersion, ...] = ()
    """The latest publications, newest first."""
    planned: tuple[PublishedVersion, tuple[str, ...]] | None = None
    """The publication in progress and the pages that it affects, or None.

    It is recorded before the first page is written.
    """

    @property
    def newest_entry(self) -> int:
        """Return the number of the newest journal entry that is published or being published."""
        return max(self.entry, self.planned[0].entry if self.planned else 0)

    @property
    def uncertain_pages(self) -> frozenset[str]:
        """Return the pages that a publisher has started to change.

        Their content is uncertain.
        """
        return frozenset(self.planned[1]) if self.planned else frozenset()

    def add_plan(self, version: PublishedVersion, pages: tuple[str, ...]) -> Self:
        """Return the record with a planned publication that changes these pages.

        The pages of an interrupted publication are included.
        """
        return replace(self, planned=(version, tuple(sorted({*pages, *self.uncertain_pages}))))

    def format_record(self) -> bytes:
        """Return the record in the format of the record file."""
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
        """Return the record from the content of a record file.

        Raise ``CannotReadOrWrite`` if it cannot be parsed.
        """
        try:
            lines = content.decode().splitlines()
            about = json.loads(lines.pop(0)) if lines and lines[0].startswith("{") else {}
            known = [(*line.split("\t"), "", "")[:3] for line in lines]
            planned = about.get("planned")
            return cls(
                int(about.get("entry", 0)),
                str(about.get("head", "")),
                {path: (digest, mark) for path, digest, mark in known if _is_inside_target(path)},
                tuple(map(_parse_published_version, about.get("versions", ()))),
                None
                if planned is None
                else (_parse_published_version(planned[0]), tuple(map(str, planned[1]))),
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


def _parse_published_version(told: Any) -> PublishedVersion:
    folder = str(told["folder"])
    if not _is_inside_target(folder):
        raise ValueError(folder)
    pages = tuple(page for page in map(str, told["pages"]) if _is_inside_target(page))
    return PublishedVersion(int(told["entry"]), folder, pages, bool(told["more"]))


def _is_inside_target(path: str) -> bool:
    """Return whether a path stays inside the target."""
    return ".." not in path.split("/") and not path.startswith("/")
