"""Long runs over many events, in one process, in several, or on the workers of a cluster.

A chunk is a group of events that are processed together. Processing it produces one or more files.
The last of them is the chunk's own file, which is saved only after the others. Its name consists of
the settings and the numbers of the events. Files are written under temporary names and then
renamed, so a file is either complete or absent. A chunk whose file exists is not processed again.

A chunk's files are the same on every machine. Workers receive only seeds and settings and send the
contents of the files back, so no shared disk is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.formats.files import write_file_or_stream
from topboard.messages import say, translate_worded, worded

Chunk = TypeVar("Chunk")
Files: TypeAlias = Mapping[str, str | bytes]
"""The contents of a chunk's files, keyed by path in the folder. The chunk's own file is last."""

EXTRA = worded(
    "A cluster needs additional packages. Install them with: pip install 'topboard[study]'"
)
LOCAL = "local:"
"""The prefix of the address that starts a local cluster. The number of workers follows it."""
PATIENCE = 5.0
"""The number of seconds to wait for a cluster to answer."""
RETRIES = 5
"""The number of times that a chunk is retried after the process or worker running it is lost."""


def chunk_file_name(what: str, settings: str, first: int, last: int) -> str:
    """Return the file name of a chunk.

    It consists of the chunk's name, a hash of its settings, its first index and its end index.
    """
    name = f"{what}-{settings}-{first:07}-{last:07}.jsonl"
    return "".join(c if c.isalnum() or c in "-._" else "_" for c in name)


def find_missing_chunks(folder: Path, chunks: Mapping[str, Chunk]) -> list[Chunk]:
    """Return the chunks whose file does not exist yet."""
    return [chunk for name, chunk in chunks.items() if not (folder / name).exists()]


def process_missing_chunks(
    folder: Path,
    chunks: Mapping[str, Chunk],
    make: Callable[[Chunk], Files],
    jobs: int = 1,
    cluster: str = "",
) -> Iterator[Chunk]:
    """Process the chunks whose files are missing, and yield each chunk once its files are saved."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = find_missing_chunks(folder, chunks)
    made = (
        _process_chunks_on_cluster(make, missing, cluster)
        if cluster
        else _process_chunks_in_processes(make, missing, jobs)
    )
    for chunk, files in made:
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_file_or_stream(content, folder / name)
        yield chunk


def refuse_invalid_workers(jobs: int, cluster: str) -> None:
    """Raise ``BadInput`` if the number of processes or the cluster address is not valid."""
    if jobs < 1:
        raise BadInput(
            [Problem(say("the number of processes must be at least 1"), "--jobs", str(jobs))]
        )
    workers = cluster.removeprefix(LOCAL)
    if cluster.startswith(LOCAL) and not (workers.isascii() and workers.isdigit() and int(workers)):
        remedy = say("Use local:2, for example, or the address of a cluster.")
        raise BadInput(
            [Problem(say("the number of workers must be at least 1"), "--dask", cluster, remedy)]
        )


def _process_chunks_in_processes(
    make: Callable[[Chunk], Files], chunks: Sequence[Chunk], jobs: int
) -> Iterator[tuple[Chunk, Files]]:
    """Yield each chunk with its files as soon as a process has finished it.

    Closing the generator stops the processes.
    """
    if jobs <= 1:
        for chunk in chunks:
            yield chunk, make(chunk)
        return

    left, lost = [*chunks], 0
    while left:
        # If one process is killed, all others in its pool end too, so the work continues in a new
        # pool.
        with ProcessPoolExecutor(jobs) as pool:
            asked = {pool.submit(make, chunk): chunk for chunk in left}
            try:
                for done in as_completed([*asked]):
                    files = done.result()
                    lost = 0
                    # Saved files need not stay in memory.
                    yield asked.pop(done), files
            except BrokenProcessPool as error:
                lost += 1
                if lost > RETRIES:
                    what = say("worker processes keep ending unexpectedly: {error}", error=error)
                    raise CannotReadOrWrite(what) from error
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
            left = [*asked.values()]


def _process_chunks_on_cluster(
    make: Callable[[Chunk], Files], chunks: Sequence[Chunk], address: str
) -> Iterator[tuple[Chunk, Files]]:
    """Yield each chunk with its files as soon as a worker of the cluster has sent them."""
    try:
        # Imported by name, because it is needed only for a cluster.
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise CannotReadOrWrite(translate_worded(EXTRA)) from error
    with _connect_to_cluster(distributed, address) as client:
        asked = {client.submit(make, chunk, pure=False, retries=RETRIES): chunk for chunk in chunks}
        for done in distributed.as_completed([*asked]):
            yield asked.pop(done), done.result()


@contextmanager
def _connect_to_cluster(distributed: Any, address: str) -> Iterator[Any]:
    """Yield a client connected to a cluster.

    A local cluster is started first and shut down afterwards.
    """
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
        what = say("no cluster responds at {address}: {error}", address=address, error=error)
        raise CannotReadOrWrite(what) from error
    with client:
        yield client
