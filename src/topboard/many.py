"""Many pieces of work, done one after the other or by several processes of this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Piece = TypeVar("Piece")
Made = TypeVar("Made")


def each(
    work: Callable[[Piece], Made], pieces: Iterable[Piece], jobs: int = 1
) -> Iterator[tuple[Piece, Made]]:
    """Every piece with what became of it, once it is done; who stops asking stops the work."""
    if jobs <= 1:
        for piece in pieces:
            yield piece, work(piece)
        return
    # Whoever works alone need not wait for its import.
    from concurrent.futures import ProcessPoolExecutor, as_completed

    with ProcessPoolExecutor(jobs) as pool:
        try:
            asked = {pool.submit(work, piece): piece for piece in pieces}
            for done in as_completed(asked):
                yield asked[done], done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
