"""A share of the cases of the largest tests, chosen by a rule that stays the same.

``make test`` goes through a quarter of these cases, ``make exhaustive`` through all of them. Which
cases belong to the quarter depends on their places alone, so every run has the same ones.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

ONE_IN = 1 if os.environ.get("TOPBOARD_EVERY_CASE") else 4
"""One of this number of cases is tried."""

Case = TypeVar("Case")


def sample(cases: Iterable[Case], salt: object = "") -> list[Case]:
    """The cases to try, in their order, at least one; another ``salt`` chooses others."""
    listed = [*cases]
    places = sorted(range(len(listed)), key=lambda place: _lot(salt, place))
    return [listed[place] for place in sorted(places[: -(-len(listed) // ONE_IN)])]


def share_of(count: int) -> int:
    """How many of so many findings a sample must have at least: chance may bring it fewer."""
    return count if ONE_IN == 1 else count * 2 // (3 * ONE_IN)


def _lot(salt: object, place: int) -> bytes:
    return blake2b(f"{salt} {place}".encode(), digest_size=8).digest()
