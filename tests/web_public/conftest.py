"""What the tests of the public pages share: the sample event and somebody without an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.driving import client_of, served
from topboard.web.folder import Folder
from topboard.web.sample import create_sample

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with the sample event."""
    found = tmp_path_factory.mktemp("events")
    create_sample(Folder(found))
    return found


@pytest.fixture(scope="module")
def stranger(folder) -> Iterator[httpx.Client]:
    """Somebody who is not signed in, where others have to be."""
    with served(folder, open_to_all=False) as address, client_of(address) as client:
        yield client


@pytest.fixture(scope="module")
def arbiter(folder) -> Iterator[httpx.Client]:
    """Somebody at the desk."""
    with served(folder) as address, client_of(address) as client:
        yield client
