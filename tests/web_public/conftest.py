"""What the tests of the public pages share: events, readers, and places to publish to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.sample_event import create_sample_event
from tests.web.desk_client import client_of, serve_folder
from tests.web_public.targets import CONTEXT, take
from topboard.event import actions, pairing
from topboard.model import Colour, Number, Player
from topboard.web.folder_repository import SUFFIX, FolderRepository

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx


IN_NETWORK = "http://192.0.2.7:8000/"
"""The address at which phones open the desk of the tests."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with the sample event."""
    found = tmp_path_factory.mktemp("events")
    create_sample_event(FolderRepository(found))
    return found


@pytest.fixture(scope="module")
def stranger(folder) -> Iterator[httpx.Client]:
    """Somebody who is not signed in, where others have to be."""
    served = serve_folder(folder, open_to_all=False, network_address=IN_NETWORK)
    with served as address, client_of(address) as client:
        yield client


@pytest.fixture(scope="module")
def arbiter(folder) -> Iterator[httpx.Client]:
    """Somebody at the desk."""
    with serve_folder(folder) as address, client_of(address) as client:
        yield client


@pytest.fixture(scope="module")
def journal(tmp_path_factory) -> bytes:
    """An event of eight whose first round is being played."""
    folder = tmp_path_factory.mktemp("events")
    handle = FolderRepository(folder).create("Cup", CONTEXT)
    take(handle, actions.AddSection("Main", "fide_dutch_2026", 5))
    entered = tuple(
        Player(Number(n), f"Player {n:02}", 2400 - n, birth="1987/11/03", fide_id=f"9{n:05}")
        for n in range(1, 9)
    )
    take(handle, actions.Enter("Main", entered))
    take(handle, actions.RecordLot("Main", "colour", colour=Colour.WHITE))
    take(handle, pairing.build_close_entries_action(handle.snapshot().event, "Main"))
    take(handle, pairing.build_pair_round_action(handle.snapshot().event, "Main")[0])
    take(handle, actions.PublishRound("Main", 1))
    return next(folder.glob(f"*{SUFFIX}")).read_bytes()


@pytest.fixture
def handle(journal, tmp_path):
    """The event in a file of its own."""
    (tmp_path / "cup.topboard").write_bytes(journal)
    return FolderRepository(tmp_path).event("cup")


@pytest.fixture
def path(tmp_path) -> str:
    """Where that file is."""
    return str(tmp_path / "cup.topboard")


@pytest.fixture(params=["folder", "store"])
def target(request, tmp_path, monkeypatch) -> str:
    """An empty place, as the command names it."""
    if request.param == "folder":
        return str(tmp_path / "site")
    return _in_bucket(request.getfixturevalue("object_store"), monkeypatch)


@pytest.fixture
def bucket(object_store, monkeypatch) -> str:
    """An empty part of a bucket."""
    return _in_bucket(object_store, monkeypatch)


def _in_bucket(store, monkeypatch) -> str:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_ENDPOINT_URL", store.endpoint)
    return f"s3://{store.create_bucket()}/clubs/cup"
