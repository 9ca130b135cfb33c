"""The orders in which the first team of a list seeks its opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def top_half_against_bottom_half(teams: Sequence[object]) -> Iterator[int]:
    """Of 2N teams the first tries N+1 … 2N, then N, N-1 … 2 (places are counted from 0 here)."""
    half = len(teams) // 2
    yield from range(half, len(teams))
    yield from range(half - 1, 0, -1)


def first_against_last(teams: Sequence[object]) -> Iterator[int]:
    """The first team tries the last, the last but one … and at the end the second."""
    yield from range(len(teams) - 1, 0, -1)
