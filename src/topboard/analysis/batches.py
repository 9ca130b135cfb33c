"""Many events, some at a time: made by one process, by several, or by the workers of a cluster.

A chunk is some events that are made together. It comes to files, the last of which is its own and
says that the others are there too; it is named by what decides about the events and by which they
are. Files are written beside their names and renamed, so that they are whole or not there at all,
and a chunk that is there is not made again. Whoever makes a chunk, its files are the same. Workers
are sent seeds and settings, no rules, and send texts back: they need not share a disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.formats.files import deliver
from topboard.messages import retold, say, worded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Chunk = TypeVar("Chunk")
Files: TypeAlias = Mapping[str, str | bytes]
"""What a chunk comes to: names in the folder, and what stands there; its own file is the last."""

EXTRA = worded("a cluster needs a package: pip install 'topboard[study]'")
LOCAL = "local:"
"""How the address of a cluster begins that is started here, with the number of its workers."""
PATIENCE = 5.0
"""Seconds for which a cluster may keep silent."""
RETRIES = 5
"""How often work is given to others when those who did it are lost."""


def name_of(what: str, settings: str, first: int, last: int) -> str:
    """The file of a chunk: whose events, under which settings, and from which to before which."""
    name = f"{what}-{settings}-{first:07}-{last:07}.jsonl"
    return "".join(c if c.isalnum() or c in "-._" else "_" for c in name)


def remaining(folder: Path, chunks: Mapping[str, Chunk]) -> list[Chunk]:
    """The chunks whose file is not there yet."""
    return [chunk for name, chunk in chunks.items() if not (folder / name).exists()]


def run(
    folder: Path,
    chunks: Mapping[str, Chunk],
    make: Callable[[Chunk], Files],
    jobs: int = 1,
    cluster: str = "",
) -> Iterator[Chunk]:
    """Make what is missing, and give each chunk once it is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = remaining(folder, chunks)
    made = _on_cluster(make, missing, cluster) if cluster else _by_processes(make, missing, jobs)
    for chunk, files in made:
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            deliver(content, folder / name)
        yield chunk


def refuse_impossible(jobs: int, cluster: str) -> None:
    """Say what nobody can work with."""
    if jobs < 1:
        raise BadInput([Problem(say("at least one process"), "--jobs", str(jobs))])
    workers = cluster.removeprefix(LOCAL)
    if cluster.startswith(LOCAL) and not (workers.isascii() and workers.isdigit() and int(workers)):
        remedy = say("as in local:2, or the address of a cluster")
        raise BadInput([Problem(say("at least one worker"), "--dask", cluster, remedy)])


def _by_processes(
    make: Callable[[Chunk], Files], chunks: Sequence[Chunk], jobs: int
) -> Iterator[tuple[Chunk, Files]]:
    """Each chunk with its files once they are made; who stops asking stops the work."""
    if jobs <= 1:
        for chunk in chunks:
            yield chunk, make(chunk)
        return

    left, lost = [*chunks], 0
    while left:
        # A process that is killed takes all others of its pool with it: another pool goes on.
        with ProcessPoolExecutor(jobs) as pool:
            asked = {pool.submit(make, chunk): chunk for chunk in left}
            try:
                for done in as_completed([*asked]):
                    files = done.result()
                    lost = 0
                    # Files that are kept need not stay in memory.
                    yield asked.pop(done), files
            except BrokenProcessPool as error:
                lost += 1
                if lost > RETRIES:
                    what = say("processes are lost again and again: {error}", error=error)
                    raise CannotReadOrWrite(what) from error
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
            left = [*asked.values()]


def _on_cluster(
    make: Callable[[Chunk], Files], chunks: Sequence[Chunk], address: str
) -> Iterator[tuple[Chunk, Files]]:
    """Each chunk with its files once a worker has sent them."""
    try:
        # By its name: whoever works on one machine only need not have it.
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise CannotReadOrWrite(retold(EXTRA)) from error
    with _client(distributed, address) as client:
        asked = {client.submit(make, chunk, pure=False, retries=RETRIES): chunk for chunk in chunks}
        for done in distributed.as_completed([*asked]):
            yield asked.pop(done), done.result()


@contextmanager
def _client(distributed: Any, address: str) -> Iterator[Any]:
    """The way to a cluster that is there, or to one that is started here and ends with the work."""
    if address.startswith(LOCAL):
        workers = int(address.removeprefix(LOCAL))
        with (
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        what = say("no cluster answers at {address}: {error}", address=address, error=error)
        raise CannotReadOrWrite(what) from error
    with client:
        yield client
