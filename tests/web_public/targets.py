"""An event and the places to which it is published, for the tests of publishing."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from topboard.event import actions
from topboard.event.session import ActionContext
from topboard.web.publishing.publisher import LATEST, Publisher
from topboard.web.publishing.record import RECORD
from topboard.web.publishing.targets import FolderTarget, open_target
from topboard.web.publishing.watcher import publish_or_withdraw

if TYPE_CHECKING:
    from topboard.web.publishing.targets import Target

CONTEXT = ActionContext("Ann", "2026-05-01T09:00:00.000+00:00", confirmed=True)
LASTING = "public, max-age=31536000, immutable"


def take(handle, act: actions.Act) -> None:
    with handle.open() as file:
        file.record(act, CONTEXT)


def result(handle, table: int, white: int, black: int) -> None:
    take(handle, actions.EnterResults("Main", 1, (actions.TableResult(table, white, black),)))


def publish_to(handle, target: str, *, keep: int = 10):
    return publish_or_withdraw(handle, Publisher(open_target(target), keep=keep), handle.snapshot())


def files(target: str) -> dict[str, bytes]:
    """All files of a place, by their addresses."""
    place = open_target(target)
    return {path: place.read(path)[0] for path in sorted(list_files(place))}


def list_files(place: Target) -> list[str]:
    if isinstance(place, FolderTarget):
        found = [path for path in place.folder.rglob("*") if path.is_file()]
        return [path.relative_to(place.folder).as_posix() for path in found]
    return list(place.read_version_marks((), ""))


def without_marks(found: dict[str, bytes]) -> dict[str, bytes]:
    """What readers see: the record tells marks, which are those of the place."""
    return {path: content for path, content in found.items() if path != RECORD}


def latest(target: str) -> dict:
    return json.loads(open_target(target).read(LATEST)[0])


def assert_links_hold(found: dict[str, bytes]) -> None:
    for path, content in found.items():
        if path.endswith(".html") and not path.startswith("entry_"):
            folder = path.rpartition("/")[0]
            links = re.findall(r'(?:href|src|data-next|data-latest)="([^"]+)"', content.decode())
            for link in links:
                name, _ = urldefrag(link)
                step = name.removeprefix("../") if name.startswith("../") else f"{folder}/{name}"
                assert not name or step.lstrip("/") in found, f"{path}: {link}"
