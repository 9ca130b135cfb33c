"""A study run: by one process, by several of this machine, or by the workers of a cluster.

Whoever makes a chunk, its file is the same. The workers are sent seeds and settings, no rules.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from topboard.errors import CannotReadOrWrite
from topboard.formats.files import deliver
from topboard.many import each
from topboard.messages import retold, say, worded
from topboard.studying.chunks import file_of, make, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from topboard.studying.plan import Chunk, Study

EXTRA = worded("a cluster needs a package: pip install 'topboard[study]'")
PATIENCE = 5.0
"""Seconds for which a cluster may keep silent."""
RETRIES = 5
"""How often a chunk is given to another worker when one is lost."""


def remaining(folder: Path, study: Study) -> list[Chunk]:
    """The chunks that are not there yet."""
    return [chunk for chunk in study.chunks() if not file_of(folder, study, chunk).exists()]


def run(folder: Path, study: Study, jobs: int = 1, cluster: str = "") -> Iterator[Chunk]:
    """Make what is missing; each chunk as it is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = remaining(folder, study)
    if cluster:
        yield from _on_cluster(folder, study, missing, cluster)
    else:
        for chunk, _ in each(partial(make, folder, study), missing, jobs):
            yield chunk


def _on_cluster(folder: Path, study: Study, missing: list[Chunk], address: str) -> Iterator[Chunk]:
    """The workers send their lines back: they need not share a disk with this machine."""
    try:
        # By its name: whoever runs studies on one machine only need not have it.
        cluster: Any = import_module("distributed")
    except ImportError as error:
        raise CannotReadOrWrite(retold(EXTRA)) from error
    try:
        client = cluster.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        what = say("no cluster answers at {address}: {error}", address=address, error=error)
        raise CannotReadOrWrite(what) from error
    with client:
        asked = {
            client.submit(text_of, study, chunk, pure=False, retries=RETRIES): chunk
            for chunk in missing
        }
        for done in cluster.as_completed(asked):
            chunk = asked[done]
            deliver(done.result(), file_of(folder, study, chunk))
            yield chunk
