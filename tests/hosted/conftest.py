"""A host for the tests: a database of its own, set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.migrations import set_up

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def url(database: str) -> str:
    """The address of a host without events."""
    with Host(database) as host:
        set_up(host)
    return database


@pytest.fixture
def host(url: str) -> Iterator[Host]:
    """A host without events, open."""
    with Host.open(url) as opened:
        yield opened
